"""Write what a notification says, to a browser or to a program."""

from msgspec import Struct

from hanamachi.core.words import Name
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.notifications.recipients import Kind
from hanamachi.server.protocol.rest import MyTable


class Call(Struct, frozen=True):
    """The content of a notification, for a browser or a program."""

    kind: Kind
    table: str
    game: str
    players: list[str]
    sentence: str
    path: str  # of the table, on this server


def payload(kind: Kind, mine: MyTable, lang: str) -> Call:
    """Return what a user is told of an entry of their own list. There is no game state here to leak."""
    others = [name for seat, name in enumerate(mine.names) if name and seat not in mine.mine]
    players = [name for name in mine.names if name]
    title = GAMES[mine.game].text.words(lang)("name") if mine.game in GAMES else mine.game
    who = Name(", ".join(others or players))
    sentence = catalogue("house")(lang)(f"signal.{kind}", game=title, who=who)
    return Call(
        kind=kind,
        table=mine.id,
        game=mine.game,
        players=players,
        sentence=sentence,
        path=f"/t/{mine.id}",
    )
