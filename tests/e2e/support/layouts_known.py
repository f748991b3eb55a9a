"""The faults of today's layouts, by page, size and check: layouts_known.json, a list that only shrinks."""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.e2e.support.layouts import Fault

FILE = Path(__file__).parent / "layouts_known.json"


class Known(NamedTuple):
    faults: set[tuple[str, str, str]]  # scene, size, check

    @classmethod
    def of(cls, faults: Iterable[Fault]) -> "Known":
        return cls({(each.scene, each.size, each.check) for each in faults})

    def has(self, fault: Fault) -> bool:
        return (fault.scene, fault.size, fault.check) in self.faults

    def without(self, others: "Known") -> "Known":
        return Known(self.faults - others.faults)

    def plus(self, others: "Known") -> "Known":
        return Known(self.faults | others.faults)


def load() -> Known:
    told: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return Known(
        {(scene, size, check) for scene in told for check in told[scene] for size in told[scene][check]}
    )


def write(known: Known) -> None:
    told: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for scene, size, check in sorted(known.faults):
        told[scene][check].append(size)
    FILE.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
