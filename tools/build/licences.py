"""make licences: write into NOTICE what others made, under which licence. --sbom FILE: the same as CycloneDX.

Packages of Python are those that an installed Hanamachi asks for; versions: requirements/runtime.txt.
Packages of npm are those of which a part is in the browser app; versions: web/package-lock.json.
"""

import argparse
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import metadata, requires
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import msgspec
from packaging.requirements import Requirement

from tools.docs.numbers import version

ROOT = Path(__file__).parents[2]
NOTICE = ROOT / "NOTICE"
PLACE = re.compile(r"(?<=\(make licences writes this list\):\n\n).*?(?=\n\n-{20})", re.S)
ALLOWED = {  # none of them asks anything of whoever hosts or changes Hanamachi
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LLVM-exception", "MIT"),
    *("MIT-0", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib"),
}
SPDX = {  # for packages that name their licence in words only
    "numba": "BSD-2-Clause",
    "pyasn1-modules": "BSD-2-Clause",
    "pyopenssl": "Apache-2.0",
    "resvg-py": "MIT",
    "segno": "BSD-3-Clause",
}
BUNDLED = ("clsx", "svelte")  # what web/src imports, and what Svelte brings along
FONTS = ("@fontsource/crimson-pro", "@fontsource/source-sans-3")


class Package(NamedTuple):
    """A package that others made."""

    kind: str  # of a package address: pypi, npm
    name: str
    version: str
    licence: str

    @property
    def address(self) -> str:
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def asked(package: str) -> frozenset[str]:
    """Return what a package asks for here, without extras."""
    wanted = map(Requirement, requires(package) or ())
    return frozenset(
        normal(each.name) for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})
    )


def all_asked() -> frozenset[str]:
    """Return what an installed Hanamachi asks for, directly or not."""
    found, new = frozenset[str](), asked("hanamachi")
    while new:
        found |= new
        new = frozenset[str]().union(*map(asked, new)) - found
    return found


def licence(package: str) -> str:
    about = metadata(package).json
    words = [about.get("license_expression"), SPDX.get(package), about.get("license")]
    classified = [each for each in about.get("classifier", ()) if each.startswith("License ::")]
    said = str(next(filter(None, [*words, *classified]), "none named"))
    return "MIT" if said.endswith(":: MIT License") else said


def of_python() -> list[Package]:
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements" / "runtime.txt").read_text(), re.M))
    return [Package("pypi", name, pinned[name], licence(name)) for name in sorted(all_asked())]


def of_npm() -> list[Package]:
    lock = msgspec.json.decode((ROOT / "web" / "package-lock.json").read_bytes())["packages"]
    found = {name: lock[f"node_modules/{name}"] for name in (*BUNDLED, *FONTS)}
    return [Package("npm", name, about["version"], about["license"]) for name, about in found.items()]


def listed() -> str:
    """Return the list as NOTICE has it."""
    return "\n".join(f"{each.name} {each.version}: {each.licence}" for each in [*of_python(), *of_npm()])


def notice() -> str:
    """Return NOTICE as it should be."""
    return PLACE.sub(listed(), NOTICE.read_text("utf-8"))


def bill() -> dict[str, Any]:
    """Return the bill of materials: CycloneDX 1.6. The same commit gives the same bytes."""
    python, npm = of_python(), of_npm()
    addresses = {each.name: each.address for each in python}
    ours = Package("pypi", "hanamachi", version(), "MIT")
    graph = {ours.address: sorted(addresses[name] for name in asked("hanamachi"))}
    graph[ours.address] += [each.address for each in npm]
    graph |= {each.address: sorted(addresses[name] for name in asked(each.name)) for each in python}
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, ours.address)}",
        "version": 1,
        "metadata": {"timestamp": f"{made:%Y-%m-%dT%H:%M:%SZ}", "component": component(ours, "application")},
        "components": [component(each, "library") for each in [*python, *npm]],
        "dependencies": [{"ref": address, "dependsOn": to} for address, to in graph.items()],
    }


def component(package: Package, kind: str) -> dict[str, Any]:
    return {
        "type": kind,
        "bom-ref": package.address,
        "name": package.name,
        "version": package.version,
        "licenses": [{"expression": package.licence}],
        "purl": package.address,
    }


def refused() -> Iterator[Package]:
    """Yield packages with a licence that is not in the list."""
    for each in [*of_python(), *of_npm()]:
        if set(re.split(r" (?:AND|OR|WITH) |[()]", each.licence)) - ALLOWED - {""}:
            yield each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sbom", type=Path)
    sbom: Path | None = parser.parse_args().sbom
    if sbom:
        sbom.write_bytes(msgspec.json.format(msgspec.json.encode(bill())) + b"\n")
    else:
        NOTICE.write_text(notice(), "utf-8")


if __name__ == "__main__":
    main()
