"""NOTICE names every package that others made, the bill of materials too, and each licence is one that we allow."""

import re

import pytest

from tools.build import licences

WEB = licences.ROOT / "web" / "src"
IMPORTED = re.compile(r"""(?:\bfrom |\bimport\(|^import )["']([@a-z][\w@/:-]*)["']""", re.M)


def test_notice_is_current_and_small() -> None:
    assert licences.NOTICE.read_text("utf-8") == licences.notice(), "make licences"
    assert licences.NOTICE.stat().st_size < 30_000


def test_every_licence_is_allowed() -> None:
    assert list(licences.refused()) == []


@pytest.mark.parametrize("said", ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "none named"])
def test_another_licence_is_noticed(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "licence", lambda name: said if name == "rich" else "MIT")
    assert [package.name for package in licences.refused()] == ["rich"]


def test_packages_are_those_that_are_asked_for() -> None:
    names = {package.name for package in licences.of_python()}
    assert {
        "starlette",
        "mako",
        "pycparser",
    } <= names  # asked for by us, by Alembic, by cryptography through cffi
    assert not names & {"hanamachi", "hatchling", "pytest"}


def test_the_browser_app_imports_nothing_else() -> None:
    files = [*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
    found = {name for file in files for name in IMPORTED.findall(file.read_text("utf-8"))}
    assert found
    assert {re.split("[/:]", name)[0] for name in found} <= {*licences.BUNDLED, "virtual"}


def test_the_bill_of_materials_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1577836800")
    bill = licences.bill()
    assert bill["metadata"]["timestamp"] == "2020-01-01T00:00:00Z"
    known = {each["bom-ref"] for each in [bill["metadata"]["component"], *bill["components"]]}
    assert "pkg:npm/%40fontsource/crimson-pro" in {address.rpartition("@")[0] for address in known}
    assert {
        address for each in bill["dependencies"] for address in [each["ref"], *each["dependsOn"]]
    } == known
    assert bill == licences.bill()
