"""List every REST call and message of the server, with request and response bodies."""

from typing import Any

from msgspec import Struct

from hanamachi.core import record
from hanamachi.server.analysis import replay, review
from hanamachi.server.edge import game_cards, health, invitations
from hanamachi.server.notifications import payload
from hanamachi.server.protocol import account, explorer, host, messages, puzzles, studies
from hanamachi.server.protocol import rest as bodies
from hanamachi.server.storage import vacations
from hanamachi.server.tables import creation

FROM_CLIENT = (
    *(messages.Watch, messages.Submit, messages.Resign, messages.AskTakeback, messages.AnswerTakeback),
    *(messages.OfferDraw, messages.AnswerDraw),
    *(messages.CallBot, messages.Claim, messages.CallOff, messages.Looked),
    *(messages.Rematch, messages.AlwaysPass, messages.Preview, messages.Continue, messages.Show),
    *(messages.Say, messages.Mute, messages.Report),
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
    messages.Talk,
    messages.TalkDone,
    messages.MyTables,
    messages.Ping,
    messages.Tonight,
    messages.YourPlace,
    messages.AccountNews,
    messages.HouseNews,
    messages.HostNews,
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


HOST = "/api/host"
PERSON = f"{HOST}/people/{{person}}"
HOST_CALLS = [
    Call(
        f"POST {HOST}/link",
        "bind a link that makes a host to this browser, by a cookie; a second call with it finds nothing",
        host.HostLink,
        host.HostLinkState,
    ),
    Call(
        f"GET {HOST}/link", "get what is missing until the bound link can be used", gives=host.HostLinkState
    ),
    Call(f"POST {HOST}/link/use", "become a host by the bound link", gives=host.HostPage, known=True),
    Call(f"GET {HOST}", "as a host: get what the page shows first", gives=host.HostPage, known=True),
    Call(f"DELETE {HOST}", "be no host any more", status=204, known=True),
    Call(
        f"GET {HOST}/people?name=",
        "list who is here; with `name` who is called like this, here or not",
        gives=list[host.PersonHere],
        known=True,
    ),
    Call(
        f"GET {HOST}/tables", "list the tables whose game is not over", gives=list[host.TableHere], known=True
    ),
    Call(
        f"POST {HOST}/tables/{{table}}/close",
        "end a table without a result; its players are told why",
        host.Deed,
        list[host.TableHere],
        known=True,
    ),
    Call(
        f"GET {HOST}/reports?all=",
        "list the reports that wait, the oldest first; with `all=1` those that were answered, too",
        gives=list[host.ReportInfo],
        known=True,
    ),
    Call(
        f"POST {HOST}/reports/{{report}}/take",
        "answer a report: for five minutes other hosts see that, and may not (409 if one does)",
        gives=host.ReportInfo,
        known=True,
    ),
    Call(f"POST {HOST}/reports/{{report}}/leave", "leave it to others", gives=host.ReportInfo, known=True),
    Call(
        f"POST {HOST}/reports/{{report}}/resolve",
        "note that nothing need be done about it",
        gives=list[host.ReportInfo],
        known=True,
    ),
    Call(f"POST {PERSON}/warn", "tell a person something, once", host.Deed, host.PersonHere, known=True),
    Call(f"POST {PERSON}/mute", "have nobody hear a person", host.MuteDeed, host.PersonHere, known=True),
    Call(f"POST {PERSON}/unmute", "end that", gives=host.PersonHere, known=True),
    Call(f"POST {PERSON}/rename", "give a person another name", host.RenameDeed, host.PersonHere, known=True),
    Call(
        f"POST {PERSON}/end-sessions",
        "sign a person out of all browsers; a guest loses what hangs on the cookie",
        host.Deed,
        host.PersonHere,
        known=True,
    ),
    Call(
        f"GET {PERSON}/address",
        "ask what it would mean to ban a person's network; it is not told which that is",
        gives=host.SharedAddress,
        known=True,
    ),
    Call(
        f"POST {PERSON}/ban",
        "ban a person, with a reason and an end",
        host.BanDeed,
        host.PersonHere,
        known=True,
    ),
    Call(f"GET {HOST}/bans", "list the bans that hold", gives=list[host.BanInfo], known=True),
    Call(f"POST {HOST}/bans/{{ban}}/lift", "end a ban", gives=list[host.BanInfo], known=True),
    Call(
        f"PUT {HOST}/message", "set the message of the day", host.MessageOfTheDay, host.HostPage, known=True
    ),
    Call(
        f"PUT {HOST}/registration", "choose who may sign up", host.RegistrationWish, host.HostPage, known=True
    ),
    Call(
        f"POST {HOST}/invitations",
        "make a code with which one person may sign up",
        gives=host.InvitationCode,
        status=201,
        known=True,
    ),
    Call(f"DELETE {HOST}/invitations", "make all codes void", gives=host.HostPage, known=True),
    Call(
        f"PUT {HOST}/guests", "choose which new guests may come", host.GuestsWish, host.HostPage, known=True
    ),
    Call(
        f"GET {HOST}/limits",
        "list the limits that can be changed while the server runs",
        gives=list[host.LimitInfo],
        known=True,
    ),
    Call(f"PUT {HOST}/limits", "change one", host.LimitWish, list[host.LimitInfo], known=True),
    Call(f"GET {HOST}/log?before=", "read the journal of all deeds of hosts", gives=host.Journal, known=True),
]

CALLS = [
    Call("GET /healthz", "check that the server is running", gives=health.Alive),
    Call("GET /readyz", "check that the server can write, and how full its disk is", gives=health.Ready),
    Call("GET /api/games", "list every game, with its texts", gives=list[game_cards.GameCard]),
    Call(
        "GET /api/words/{game}",
        "get a catalogue of phrases; `house` for the server's own",
        gives=dict[str, str],
    ),
    Call(
        "GET /api/house",
        "get what the host has decided: the message of the day, who may sign up, which guests may come",
        gives=host.House,
    ),
    Call("GET /api/me", "get my name and my tables", gives=bodies.Mine),
    Call(
        "GET /api/me/games",
        "list my games; `?game=`, `state=running|finished`, `result=won|lost|drawn`, `before=` number",
        gives=bodies.MyGames,
    ),
    Call(
        "GET /api/me/companions",
        "list the people I have played with, the newest first",
        gives=list[bodies.Companion],
    ),
    Call(
        "POST /api/challenges",
        "open a table with one of them, who accepts by sending words or declines, within 15 minutes",
        bodies.Challenge,
        bodies.Opened,
        201,
        known=True,
    ),
    Call(
        "PUT /api/me", "set my name; the first call creates a user: keep the cookie", bodies.MyName, bodies.Me
    ),
    Call(
        "GET /api/me/away", "get my days off, on which clocks of days stand still", gives=vacations.Holidays
    ),
    Call(
        "PUT /api/me/away",
        "take so many days off from now on; 0 ends them",
        vacations.Away,
        vacations.Holidays,
        known=True,
    ),
    Call("GET /api/me/bots", "list my bot accounts", gives=list[account.BotAccountInfo], known=True),
    Call(
        "POST /api/me/bots",
        "create a bot account; the answer has its token (409 if I have too many)",
        account.BotName,
        account.BotToken,
        201,
        known=True,
    ),
    Call(
        "POST /api/me/bots/token",
        "replace the token of a bot account",
        account.BotName,
        account.BotToken,
        201,
        known=True,
    ),
    Call(
        "POST /api/me/bots/delete",
        "delete a bot account and give up its games",
        account.BotName,
        list[account.BotAccountInfo],
        known=True,
    ),
    Call(
        "DELETE /api/me/notices",
        "note that I was shown what a host has done about me",
        status=204,
        known=True,
    ),
    Call("GET /api/me/mutes", "list whom I have muted", gives=list[bodies.MutedUser], known=True),
    Call(
        "POST /api/me/mutes/end",
        "hear one of them again",
        bodies.MuteName,
        list[bodies.MutedUser],
        known=True,
    ),
    Call("GET /api/me/devices", "list my browsers", gives=list[bodies.Device], known=True),
    Call(
        "POST /api/me/devices/end",
        "end the session of one of them; cookies without a session end too",
        bodies.SessionName,
        list[bodies.Device],
        known=True,
    ),
    Call(
        "POST /api/me/devices/code",
        "make a link that signs in another browser as me, once and within minutes",
        bodies.Leaving,
        bodies.DeviceCode,
        201,
        known=True,
    ),
    Call(
        "POST /api/device/look",
        "get the name of a code's user, without using the code up",
        bodies.CodeWish,
        bodies.Me,
    ),
    Call(
        "POST /api/device",
        "use the code: this browser is that user's from now on",
        bodies.CodeWish,
        bodies.Me,
    ),
    Call(
        "GET /api/account",
        "get what I am here: a member with credentials, or a guest",
        gives=account.AccountState,
    ),
    Call(
        "POST /api/account/name",
        "ask whether I may have a name as a member, and which one like it is free",
        account.NameWish,
        account.NameState,
    ),
    Call(
        "POST /api/account",
        "sign up: I stay who I am, with a name that is mine alone; my cookies are replaced",
        account.SignUp,
        account.RecoveryCodes,
        201,
        known=True,
    ),
    Call(
        "POST /api/account/proof",
        "use a credential of mine again; it is good for ten minutes in this browser",
        account.SignIn,
        account.AccountState,
        known=True,
    ),
    Call(
        "POST /api/account/proof/passkey",
        "get what to ask a passkey of mine for that",
        gives=account.Ceremony,
        known=True,
    ),
    Call(
        "PUT /api/account/password",
        "set my password; needs a proof, like all that follows here",
        account.NewPassword,
        account.AccountState,
        known=True,
    ),
    Call("DELETE /api/account/password", "remove it", gives=account.AccountState, known=True),
    Call(
        "POST /api/account/passkeys/ask",
        "get what to ask the browser when it makes a passkey; also before I sign up",
        account.NameWish,
        account.Ceremony,
        known=True,
    ),
    Call(
        "POST /api/account/passkeys",
        "add the passkey that it made",
        account.PasskeyAnswer,
        account.AccountState,
        known=True,
    ),
    Call(
        "POST /api/account/passkeys/remove",
        "remove one",
        account.PasskeyName,
        account.AccountState,
        known=True,
    ),
    Call(
        "POST /api/account/codes",
        "get eight new recovery codes; those of before are void",
        gives=account.RecoveryCodes,
        status=201,
        known=True,
    ),
    Call(
        "DELETE /api/account/news",
        "note that this browser has shown what changed in my account",
        gives=account.AccountState,
        known=True,
    ),
    Call(
        "POST /api/account/join/look",
        "list what would be mine if the guest joined me that I was here before I signed in",
        account.JoinWish,
        account.JoinPreview,
        known=True,
    ),
    Call("POST /api/account/join", "join that guest, once", account.JoinWish, account.Done, known=True),
    Call(
        "POST /api/session",
        "sign in by a name and a password or recovery code, by a passkey, or by a link of the host",
        account.SignIn,
        account.SignedIn,
    ),
    Call("POST /api/session/passkey", "get what to ask a passkey for that", gives=account.Ceremony),
    Call(
        "POST /api/session/look",
        "get the name of a link's member, without using the link up",
        bodies.CodeWish,
        bodies.Me,
    ),
    Call("DELETE /api/session", "sign out of this browser", status=204, known=True),
    Call("GET /api/me/bells", "list where I am notified when I am away", gives=bodies.MyBells, known=True),
    Call("PUT /api/me/push", "notify this browser", bodies.PushWish, bodies.MyBells, known=True),
    Call("DELETE /api/me/push", "stop notifying it", gives=bodies.MyBells, known=True),
    Call(
        "PUT /api/me/hook",
        "notify a program of mine by a POST of a `Call`, at an address that the operator allows",
        bodies.HookWish,
        bodies.MyBells,
        known=True,
    ),
    Call("DELETE /api/me/hook", "stop notifying it", gives=bodies.MyBells, known=True),
    Call(
        "DELETE /api/me",
        "erase me: delete what identifies me, and give up running games; a second call changes nothing",
        status=204,
        known=True,
    ),
    Call(
        "GET /api/me/export",
        "get everything that is stored about me, as I may see it; a list for each place, and `games`",
        gives=dict[str, Any],
        known=True,
    ),
    Call(
        "PUT /api/me/public",
        "choose what others may see on my page",
        bodies.PublicChoice,
        bodies.PublicChoice,
        known=True,
    ),
    Call(
        "GET /api/puzzles",
        "list the games that have puzzles, with the puzzles of the day and how far the user is",
        gives=puzzles.PuzzleHall,
    ),
    Call(
        "GET /api/puzzles/today",
        "get the puzzle of the day; `?game=` names a game, else it is the one whose turn it is",
        gives=puzzles.PuzzleCard,
    ),
    Call(
        "GET /api/puzzles/next",
        "get a puzzle of `?game=` near the user's rating; `&theme=` narrows the choice",
        gives=puzzles.PuzzleCard,
    ),
    Call(
        "GET /api/puzzles/{id}",
        "get a puzzle; with the verdict, if the user has answered it",
        gives=puzzles.PuzzleCard,
    ),
    Call(
        "POST /api/puzzles/{id}/answer",
        "answer a puzzle with one of its moves; the first answer of a user with a name is rated",
        takes=puzzles.PuzzleAnswer,
        gives=puzzles.PuzzleVerdict,
    ),
    Call(
        "POST /api/puzzles/{id}/show",
        "give a puzzle up and see its solution; this is not rated",
        gives=puzzles.PuzzleVerdict,
    ),
    Call(
        "POST /api/puzzles/{id}/hint",
        "get choices that are not right; the answer is not rated then",
        gives=puzzles.PuzzleHint,
    ),
    Call(
        "GET /api/explorer/{game}/walk",
        "get a position and the exact value of each move: `?layout=` is the code of the start, else one is "
        "drawn; `&moves=` the steps in notation, with commas; the options of the game by name. Closed while "
        "the user plays a rated game of it",
        gives=explorer.ExplorerWalk,
    ),
    Call(
        "GET /api/explorer/{game}/openings",
        "get what was played after the steps of `?path=` (with commas) and how the games went, by bots and "
        "on this server; `&setting=` is the number of a mode",
        gives=explorer.ExplorerOpenings,
    ),
    Call(
        "GET /api/ratings/{list}",
        "get a leaderboard; its list is a game, or `game.value` where a game rates an option apart",
        gives=bodies.Leaderboard,
    ),
    Call(
        "GET /api/members/{name}",
        "get a member's page, as I may see it",
        gives=bodies.MemberPage,
    ),
    Call(
        "GET /api/members/{name}/games",
        "search a member's finished games; `?game=`, `opponent=`, `result=won|lost|drawn`, `since=` and "
        "`until=` seconds since 1970, `options=usual|other`, `kind=rated|unrated`, `before=` number",
        gives=bodies.MemberGames,
    ),
    Call("POST /api/tables", "open a table", creation.TableWish, bodies.Opened, 201, known=True),
    Call("GET /api/tables/{id}", "get a table", gives=messages.TableCard),
    Call(
        "GET /api/tables/{id}/ratings",
        "get the ratings of a table's players; after a rated game, what it did to them",
        gives=bodies.TableRatings,
    ),
    Call(
        "POST /api/tables/{id}/seats",
        "take an open seat, or a reserved one by its token",
        bodies.Seating,
        messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/bots",
        "as its host: give a free seat to a bot",
        bodies.BotWish,
        messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/call-off",
        "as its host: call the game off, as long as it has not begun",
        gives=messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/stand-up",
        "give back my seat at another user's table, as long as the game has not begun",
        gives=messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/words",
        "send my part of the shuffle, after I saw the commitment; the game starts when all parts are there",
        bodies.Words,
        messages.TableCard,
        known=True,
    ),
    Call(
        "POST /api/tables/{id}/decline",
        "decline an offered rematch",
        gives=messages.TableCard,
        known=True,
    ),
    Call(
        "GET /api/tables/{id}/replay?eyes=",
        "get the game frame by frame, as seen by a seat (from 0), `gallery` or `open`",
        gives=replay.Replay,
    ),
    Call(
        "GET /api/tables/{id}/picture?seq=&eyes=&theme=",
        "get a picture (PNG) of a moment, as seen by a seat or the `gallery`; `theme`: `day` or `night`",
    ),
    Call("GET /api/studies/{id}/picture?at=&eyes=&theme=", "get a picture (PNG) of a moment of a study"),
    Call("GET /api/puzzles/{id}/picture?theme=", "get a picture (PNG) of a puzzle as it is set"),
    Call(
        "GET /api/previews/{kind}/{id}.png?at=",
        "get the picture of a link's preview; `kind`: `t`, `r`, `study` or `puzzles`; the same for everybody",
    ),
    Call(
        "GET /api/tables/{id}/advice?seq=",
        "get a strong player's best moves, where hints are allowed; with secrets only for my own decision",
        gives=review.Advice,
    ),
    Call(
        "GET /api/tables/{id}/review",
        "get a strong player's opinion of every decision of a finished game, as far as it is ready",
        gives=review.Review,
    ),
    Call(
        "POST /api/tables/{id}/play-on",
        "open a new game against bots from a moment of a finished one",
        bodies.PlayOn,
        bodies.Opened,
        201,
        known=True,
    ),
    Call("GET /api/tables/{id}/record", "get the sealed record of a finished game", gives=record.Record),
    Call(
        "POST /api/records",
        "upload the record of a finished game",
        record.Record,
        bodies.Opened,
        201,
        known=True,
    ),
    Call(
        "GET /api/invite?table=&seat=",
        "get addresses for a friend, and a QR code",
        gives=invitations.Invitation,
    ),
    Call("GET /api/studies", "list my studies", gives=list[studies.StudyCard], known=True),
    Call(
        "POST /api/studies",
        "begin a study of a finished game, of my lesson, or of a game with chosen options",
        studies.StudyWish,
        studies.StudyOpened,
        status=201,
        known=True,
    ),
    Call(
        "POST /api/studies/import",
        "bring a study: its file, or the text of one",
        studies.StudyText,
        studies.StudyOpened,
        status=201,
        known=True,
    ),
    Call(
        "GET /api/studies/{id}?eyes=",
        "get the tree of a study, as heard by a seat (from 0), or with `open` cards",
        gives=studies.StudyTree,
    ),
    Call("DELETE /api/studies/{id}", "delete a study of mine", status=204, known=True),
    Call(
        "GET /api/studies/{id}/path?at=&eyes=",
        "get the table after each move of the branch that leads through a moment",
        gives=studies.StudyPath,
    ),
    Call(
        "GET /api/studies/{id}/choices?at=&eyes=",
        "get what can be done at a moment",
        gives=studies.StudyChoices,
    ),
    Call(
        "GET /api/studies/{id}/advice?at=&eyes=",
        "get a judge's opinion of every move at a moment, from the eyes of who decides",
        gives=review.Advice,
        known=True,
    ),
    Call("GET /api/studies/{id}/file?form=", "get a study as a file, `json` or `text`"),
    Call(
        "POST /api/studies/{id}/edits",
        "change a study of mine",
        studies.StudyEdit,
        studies.StudyOpened,
        known=True,
    ),
    Call(
        "POST /api/studies/{id}/answers",
        "ask a bot what it would do at a moment",
        studies.StudyQuestion,
        studies.StudyAnswer,
        known=True,
    ),
    Call(
        "POST /api/studies/{id}/copy",
        "make a copy that is mine",
        gives=studies.StudyOpened,
        status=201,
        known=True,
    ),
    Call(
        "POST /api/studies/{id}/play-on",
        "open an unrated table that goes on from a moment",
        studies.StudyPlayOn,
        bodies.Opened,
        status=201,
        known=True,
    ),
    Call(
        "POST /api/studies/{id}/reports",
        "report a name or a note to the host",
        studies.StudyReport,
        status=204,
        known=True,
    ),
    *HOST_CALLS,
]


def travelling() -> list[Any]:
    """Return every kind of message and body, each once."""
    rest = [kind for call in CALLS for kind in (call.takes, call.gives) if kind]
    kinds = [*FROM_CLIENT, *FROM_HOUSE, *rest, payload.Call, bodies.Problem]
    return [kind for n, kind in enumerate(kinds) if kind not in kinds[:n]]
