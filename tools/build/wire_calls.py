"""List every REST call and message of the server, with request and response bodies."""

from typing import Any

from msgspec import Struct

from hanamachi.core import record
from hanamachi.server.analysis import replay, review
from hanamachi.server.edge import game_cards, health, invitations
from hanamachi.server.notifications import payload
from hanamachi.server.protocol import messages
from hanamachi.server.protocol import rest as bodies
from hanamachi.server.storage import vacations
from hanamachi.server.tables import creation

FROM_CLIENT = (
    *(messages.Watch, messages.Submit, messages.Resign, messages.AskTakeback, messages.AnswerTakeback),
    *(messages.OfferDraw, messages.AnswerDraw),
    *(messages.CallBot, messages.Claim, messages.CallOff, messages.Looked),
    *(messages.Rematch, messages.AlwaysPass, messages.Preview, messages.Continue, messages.Show),
    *(messages.Street, messages.Lobby, messages.Queue, messages.WithBots, messages.LeaveQueue),
    *(messages.Ping, messages.Pong),
)
FROM_HOUSE = (
    messages.Updates,
    messages.Yours,
    messages.Presence,
    messages.Declined,
    messages.Notice,
    messages.Foreseen,
    messages.MyTables,
    messages.Ping,
    messages.Tonight,
    messages.YourPlace,
    messages.Pong,
)


class Call(Struct, frozen=True):
    """A REST call. `known` is True if it needs a user's cookie."""

    call: str
    what: str
    takes: Any = None
    gives: Any = None
    status: int = 200
    known: bool = False


CALLS = [
    Call("GET /healthz", "whether the house lives", gives=health.Alive),
    Call("GET /readyz", "whether it can write; how full its disk is", gives=health.Ready),
    Call("GET /api/games", "every game, in words", gives=list[game_cards.GameCard]),
    Call(
        "GET /api/words/{game}",
        "a catalogue of phrases; `house` for the house's own",
        gives=dict[str, str],
    ),
    Call("GET /api/me", "who I am here, and my tables", gives=bodies.Mine),
    Call(
        "GET /api/me/games",
        "a page of my games; `?game=`, `state=running|finished`, `result=won|lost|drawn`, `before=` a number",
        gives=bodies.MyGames,
    ),
    Call(
        "GET /api/me/companions",
        "the people I have played with, the newest first",
        gives=list[bodies.Companion],
    ),
    Call(
        "POST /api/challenges",
        "a table with one of them, who accepts by giving words or declines, within 15 minutes",
        bodies.Challenge,
        bodies.Opened,
        201,
        known=True,
    ),
    Call("PUT /api/me", "my name; makes me a guest: keep the cookie", bodies.Me, bodies.Me),
    Call("GET /api/me/away", "my days off, which no game of days counts", gives=vacations.Holidays),
    Call(
        "PUT /api/me/away",
        "so many days off from now on; 0: I am back",
        vacations.Away,
        vacations.Holidays,
        known=True,
    ),
    Call("GET /api/me/devices", "my browsers", gives=list[bodies.Device], known=True),
    Call(
        "POST /api/me/devices/end",
        "one of them is no longer mine; nor is whatever has my cookie without a session",
        bodies.SessionName,
        list[bodies.Device],
        known=True,
    ),
    Call(
        "POST /api/me/devices/code",
        "a link that makes another browser mine, once and within minutes",
        bodies.Leaving,
        bodies.DeviceCode,
        201,
        known=True,
    ),
    Call("POST /api/device/look", "whose code it is; it can still be taken then", bodies.CodeWish, bodies.Me),
    Call("POST /api/device", "take it: I am that guest from now on", bodies.CodeWish, bodies.Me),
    Call("GET /api/me/bells", "where I am called when I am away", gives=bodies.MyBells, known=True),
    Call("PUT /api/me/push", "call this browser", bodies.PushWish, bodies.MyBells, known=True),
    Call("DELETE /api/me/push", "call it no more", gives=bodies.MyBells, known=True),
    Call(
        "PUT /api/me/hook",
        "call a program of mine: a POST of a `Call`, under an address that the host allows",
        bodies.HookWish,
        bodies.MyBells,
        known=True,
    ),
    Call("DELETE /api/me/hook", "call it no more", gives=bodies.MyBells, known=True),
    Call(
        "DELETE /api/me",
        "forget me: what leads to me is deleted, games that go on are given up; again, it changes nothing",
        status=204,
        known=True,
    ),
    Call(
        "GET /api/me/export",
        "everything that is kept about me, as I may see it; a list for each place, and `games`",
        gives=dict[str, Any],
        known=True,
    ),
    Call("POST /api/tables", "open a table", creation.TableWish, bodies.Opened, 201, known=True),
    Call("GET /api/tables/{id}", "a table", gives=messages.TableCard),
    Call(
        "POST /api/tables/{id}/seats",
        "take an open seat, or a reserved one by its token",
        bodies.Seating,
        messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/bots",
        "as its host: a bot for a seat that is still free",
        bodies.BotWish,
        messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/call-off",
        "as its host: no game after all, as long as it has not begun",
        gives=messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/stand-up",
        "as a guest at somebody's table: give my seat back, as long as the game has not begun",
        gives=messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/words",
        "my part in the shuffle, after I saw the commitment; the game starts when everybody's is there",
        bodies.Words,
        messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/decline",
        "no, thank you: to a rematch that was offered",
        gives=messages.TableCard,
        known=True,
    ),
    Call(
        "GET /api/tables/{id}/replay?eyes=",
        "frame by frame, by a seat (from 0), `gallery` or `open`",
        gives=replay.Replay,
    ),
    Call(
        "GET /api/tables/{id}/advice?seq=",
        "a strong player's best moves, where hints are allowed; one's own decision, if anything is hidden",
        gives=review.Advice,
    ),
    Call(
        "GET /api/tables/{id}/review",
        "a finished game: a strong player's opinion of every decision, as far as it is formed",
        gives=review.Review,
    ),
    Call(
        "POST /api/tables/{id}/play-on",
        "a new game against bots from a moment of a finished one",
        bodies.PlayOn,
        bodies.Opened,
        201,
        known=True,
    ),
    Call("GET /api/tables/{id}/record", "the sealed record of a finished game", gives=record.Record),
    Call(
        "POST /api/records",
        "bring a finished game from elsewhere",
        record.Record,
        bodies.Opened,
        201,
        known=True,
    ),
    Call(
        "GET /api/invite?table=&seat=", "addresses for a friend, and a QR code", gives=invitations.Invitation
    ),
]


def travelling() -> list[Any]:
    """Return every kind of message and body, each once."""
    rest = [kind for call in CALLS for kind in (call.takes, call.gives) if kind]
    kinds = [*FROM_CLIENT, *FROM_HOUSE, *rest, payload.Call, bodies.Problem]
    return [kind for n, kind in enumerate(kinds) if kind not in kinds[:n]]
