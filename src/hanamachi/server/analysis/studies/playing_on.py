"""Play on from a moment of a study, at a table of its own. Runs in a process."""

from msgspec.structs import replace

from hanamachi.core.table import Refused
from hanamachi.server.analysis.studies.rendering import Look, seen
from hanamachi.server.analysis.study_tree import tree
from hanamachi.server.protocol.studies import StudyPlayOn
from hanamachi.server.tables.creation import Opening, played_on


def opening_at(look: Look, user: str, name: str, wish: StudyPlayOn) -> Opening:
    """Return the unrated game that goes on from a moment. Its dice are fair from there on."""
    here = seen(look)
    log = tree.fold(here.study, here.game, tree.line_to(here.study, wish.at))
    if log.state.actor is None:
        raise Refused("game_over")
    opening = played_on("", here.playing(log), user, name, log.seq, wish.seat, wish.level)
    return replace(opening, setup=replace(opening.setup, parent=None))
