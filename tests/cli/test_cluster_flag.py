"""`hanamachi serve --bots`, and what is left of the commands that it replaces."""

import asyncio
from importlib.machinery import ModuleSpec
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from hanamachi.cli import main
from hanamachi.cli.commands.server import serve
from hanamachi.core.words import LANGUAGES
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.analysis.study_tree import tree
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import SETTINGS, STUDIES
from hanamachi.server.engines import ray_connection
from hanamachi.server.engines.ray_connection import BadCluster, ClusterLost
from hanamachi.server.storage.store import Store


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[object, str]:
    """The exit code, and what was said."""
    with pytest.raises(SystemExit) as ended:
        main([*args, "--lang", "en"])
    out = capsys.readouterr()
    return ended.value.code, (out.out + out.err).strip()


@pytest.mark.parametrize("address", ["tea", "tea:10001", "ray://tea", "ray://tea:port", "http://tea:1", ""])
def test_an_address_is_auto_or_a_ray_url(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, sentence = said(capsys, "serve", "--port", "0", "--bots", address)
    assert code == 2
    assert sentence.endswith("is not the address of a Ray cluster: auto, or ray://HOST:PORT.")


def test_without_the_extra_it_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda _name: None)
    code, sentence = said(capsys, "serve", "--port", "0", "--bots", "auto")
    assert (code, sentence) == (2, "Ray is not installed: pip install 'hanamachi[ray]'.")


def test_a_cluster_of_other_versions_is_refused_and_one_that_is_away_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: list[Exception] = [
        BadCluster("node_of_other_release", ours="1.0", theirs="2.0"),
        BadCluster("other_ray", ray="2.59", python="3.12", our_ray="2.60", our_python="3.11"),
        ClusterLost("nobody is there"),
    ]

    async def look(_address: str) -> None:
        raise found.pop(0)

    monkeypatch.setattr(serve, "find_spec", lambda name: ModuleSpec(name, None))
    monkeypatch.setattr(ray_connection, "check_cluster", look)
    assert said(capsys, "serve", "--port", "0", "--bots", "auto") == (
        2,
        "A node of the Ray cluster has hanamachi 2.0, this server 1.0: both must be the same.",
    )
    assert said(capsys, "serve", "--port", "0", "--bots", "auto") == (
        2,
        "The Ray cluster runs Ray 2.59 with Python 3.12, this server Ray 2.60 with Python 3.11: both must be the same.",
    )
    serve.check_cluster("ray://tea:1", catalogue("house")("en"))
    assert capsys.readouterr().err == (
        "The Ray cluster ray://tea:1 cannot be reached (nobody is there). "
        "Until it can, bots run on this machine.\n"
    )


@pytest.mark.parametrize("name", ["work", "token"])
@pytest.mark.parametrize("flags", [[], ["--house", "http://tea", "--token", "x"], ["--list"], ["--help"]])
def test_commands_that_are_gone_say_what_came_instead(
    name: str, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, sentence = said(capsys, name, *flags)
    assert code == 2
    assert sentence.startswith(f"hanamachi {name} no longer exists.")
    assert "hanamachi serve --bots ray://HOST:PORT" in sentence
    assert all(
        "--bots ray://" in catalogue("house")(each)("error.removed_command", name=name) for each in LANGUAGES
    )


def test_check_repair_removes_the_tokens_of_earlier_versions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "house.db")
    asyncio.run(opened_once(path))
    engine = make_engine(url_of(path), 1, "IMMEDIATE")
    with engine.begin() as db:
        before = set(db.scalars(sa.select(SETTINGS.c.name)))
        for name in ("work:3f9c01", "work:aa0011", "workshop"):
            db.execute(sa.insert(SETTINGS).values(name=name, value="x"))
    assert "work" not in said(capsys, "check", "--database", path)[1]
    for n in (2, 0):
        code, sentence = said(capsys, "check", "--database", path, "--repair")
        assert code == 0
        assert sentence.endswith(f"Removed tokens of hanamachi work: {n}.")
    with engine.begin() as db:
        assert set(db.scalars(sa.select(SETTINGS.c.name))) == before | {"workshop"}
    engine.dispose()


def test_check_tells_of_a_damaged_study_and_repair_leaves_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its owner can still take the file away: nothing is thrown away that somebody wrote."""
    path = str(tmp_path / "house.db")
    asyncio.run(opened_once(path))
    engine = make_engine(url_of(path), 1, "IMMEDIATE")
    sound = msgspec.json.encode(tree.begun(GAMES["okiya"], ["", ""], {}, ())).decode()
    row = {"guest": "x", "game": "okiya", "name": "", "shared": False, "revision": 0, "made": 1, "changed": 1}
    with engine.begin() as db:
        for study, text in (("sound", sound), ("torn", sound[:-9])):
            db.execute(sa.insert(STUDIES).values(id=study, study=text, table_id=None, **row))
    for flags in ((), ("--repair",), ()):
        code, sentence = said(capsys, "check", "--database", path, *flags)
        assert code == 1
        assert "torn: " in sentence
        assert "sound: " not in sentence
    with engine.begin() as db:
        kept = {row.id: row.study for row in db.execute(sa.select(STUDIES.c.id, STUDIES.c.study))}
    assert kept == {"sound": sound, "torn": sound[:-9]}
    engine.dispose()


async def opened_once(path: str) -> None:
    store = Store(path)
    await store.open()
    await store.close()
