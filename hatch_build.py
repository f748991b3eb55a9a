"""The build hook of hatchling: a wheel contains the browser app, built from web/."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BrowserApp(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the browser app to a wheel. An editable install serves what `make play` builds."""
        root = Path(self.root)
        if version == "editable" or not (root / "web").is_dir():
            return
        if not (root / "src/hanamachi/server/static/index.html").exists():
            build(root / "web")
        build_data["artifacts"].append("src/hanamachi/server/static/**")


def build(web: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("The browser app needs npm to be built: install Node.js, or run `make wheel`.")
    subprocess.run([npm, "ci", "--omit=dev", "--no-audit", "--no-fund"], cwd=web, check=True)
    subprocess.run([sys.executable, web.parent / "tools/build/cut_type.py"], check=True)
    subprocess.run([npm, "run", "build"], cwd=web, check=True)
