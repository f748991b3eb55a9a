"""Report a name or a note in a study to the host of the server, like a line at a table."""

from typing import Literal

import msgspec
import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.server.analysis.studies.rows import StoredStudy
from hanamachi.server.analysis.study_tree.tree import Study
from hanamachi.server.chat.reports import CONTEXT, ReportedLine
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import GUESTS, REPORTS
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.table_rows import check_not_erased

SIDE: Literal["study"] = "study"  # instead of the side of a table's talk


def texts_of(title: str, study: Study) -> list[tuple[int, str]]:
    """Return what is written in a study, by moments: its name first, as that of the start."""
    said = [(each.id, text) for each in (*study.remarks, *study.nodes) for text in (each.name, each.note)]
    return [(number, text) for number, text in [(0, title), *said] if text]


def add_report(db: sa.Connection, study: StoredStudy, content: Study, at: int, reporter: str) -> None:
    """Report what is written at a moment, with other texts of the study. Twice is like once."""
    check_not_erased(db, [reporter])
    texts = texts_of(study.name, content)
    if study.owner == reporter:
        raise Refused("own_line")
    if not any(number == at for number, _ in texts):
        raise Refused("nothing_written")
    about = {"table_id": study.id, "side": SIDE, "number": at, "author": study.owner, "reporter": reporter}
    if db.scalar(sa.select(REPORTS.c.id).filter_by(**about)) is not None:
        return
    name, now = (
        db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == study.owner)) or "",
        timestamps.now(db),
    )
    others = [each for each in texts if each[0] != at][:CONTEXT]
    own = [each for each in texts if each[0] == at]
    told = [ReportedLine(SIDE, number, now, name, None, text) for number, text in (*others, *own)]
    lines = msgspec.json.encode(told[-CONTEXT:]).decode()
    db.execute(sa.insert(REPORTS).values(id=new_id(), **about, lines=lines, at=now))
