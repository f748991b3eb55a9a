"""Thinking on other machines: what they are told, what is taken from them, and that nobody waits for them in vain."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import connect

from hanamachi.bots.judge import Belief, Opinion
from hanamachi.cli import main
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.server.app import Server, app_of
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.edge import bot_workers
from hanamachi.server.engines import bot_pool, remote_pool, remote_tokens, tasks
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.engines.remote_pool import BadBotWorker, RemoteBotWorker, RemotePool
from hanamachi.server.engines.tasks import BotTask, Question, is_sound, question
from hanamachi.server.protocol.bot_worker import RELEASE, Chosen, Known, Sorry, Weighed, known
from hanamachi.server.protocol.close_codes import POLICY_VIOLATION
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store
from tests.server.support.loopback_server import served
from tests.server.support.visitors import HOST, Seat, guest, open_table

SEED = bytes(range(32))


def some_table(name: str) -> Table:
    game = GAMES[name]
    names = ["P"] * game.seats[0]
    return Table.begin(game, names, game.options(), SEED, [""] * len(names)).deal()


def a_question(name: str = "okiya") -> Question:
    table = some_table(name)
    return question(table, table.seq)


class Home(BotPool):
    """Nobody thinks here: it is only noted what would have been asked, and how long it might have taken."""

    def __init__(self, far: RemotePool, count: int = 2) -> None:
        super().__init__(count, afar=far)
        self.asked: list[float] = []

    async def run(self, wanted: Any, *_given: Any, seconds: float | None = None) -> Any:
        self.asked.append(self.seconds if seconds is None else seconds)
        self.turns.give()
        return -1


class Hands:
    """The house's clock, moved by hand."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.time, self.sleepers = 0.0, list[tuple[float, asyncio.Event]]()
        patch.setattr(monotonic, "now", lambda: self.time)
        patch.setattr(monotonic, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        up = asyncio.Event()
        self.sleepers.append((self.time + seconds, up))
        await up.wait()

    def pass_by(self, seconds: float) -> None:
        self.time += seconds
        for until, up in self.sleepers:
            if until <= self.time:
                up.set()


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    metrics.FAR.counts.clear()
    return Hands(monkeypatch)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def asked(thinker: RemoteBotWorker) -> list[Any]:
    """What it was told and has not read yet."""
    return [msgspec.json.decode(thinker.said.get_nowait()) for _ in range(thinker.said.qsize())]


def story(scene: Callable[[RemotePool, Home], Awaitable[None]], count: int = 2) -> None:
    async def whole() -> None:
        far = RemotePool()
        home = Home(far, count)
        try:
            await scene(far, home)
        finally:
            home.close()

    asyncio.run(whole())


def begin(home: Home, who: str = "mika", level: str = "novice") -> "asyncio.Task[int]":
    return asyncio.ensure_future(home.ask(who, a_question(), level, 7))


# What goes over the wire.


@pytest.mark.parametrize("name", GAMES)
def test_what_goes_over_the_wire_is_what_a_bot_is_asked_and_nothing_else(name: str) -> None:
    """The view, the moves and the story byte by byte; no state has such a shape, and no seed is in it."""
    table, game = some_table(name), GAMES[name]
    here = question(table, table.seq)
    actor = table.actor
    for errand, more in ((BotTask(here, "novice", 7), {"level", "dice"}), (BotTask(here), {"played"})):
        said = msgspec.json.encode(errand.message(1))
        parts = msgspec.json.decode(said, type=dict[str, msgspec.Raw])
        assert parts.keys() == {"type", "id", "game", "view", "moves", "story"} | more
        assert bytes(parts["view"]) == msgspec.json.encode(table.state.view(actor))
        assert bytes(parts["moves"]) == msgspec.json.encode(table.state.moves())
        assert bytes(parts["story"]) == msgspec.json.encode(table.story(actor, table.seq))
        assert msgspec.json.decode(parts["view"], type=game.view) == table.state.view(actor)
        assert SEED.hex().encode() not in said


def test_an_opinion_must_be_one_of_these_moves() -> None:
    fine = Opinion([0.5, 0.25])
    assert is_sound(fine, "hanamikoji", 2)
    for odd in (
        Opinion([0.5]),
        Opinion([0.5, 1.5]),
        Opinion([0.5, 0.2], unknown=float("inf")),
        Opinion([0.5, 0.2], holds={"no.such.phrase": Belief(0.5)}),
        Opinion([0.5, 0.2], values=[]),
    ):
        assert not is_sound(odd, "hanamikoji", 2), odd
    assert not is_sound(fine, "okiya", 2)  # whose judge knows exactly


# Who thinks.


def test_while_somebody_elsewhere_has_room_nobody_at_home_thinks(hands: Hands) -> None:
    async def scene(far: RemotePool, home: Home) -> None:
        thinker = far.welcome(known(), 2)
        answers = [begin(home), begin(home)]
        await settle()
        first, second = asked(thinker)
        assert (first["type"], first["level"], first["dice"]) == ("ask", "novice", 7)
        thinker.hear(Chosen(second["id"], 3))
        thinker.hear(Chosen(first["id"], 2))
        assert await asyncio.gather(*answers) == [2, 3]
        assert home.asked == []
        assert metrics.FAR.counts == {"handed_out": 2, "answered": 2}

    story(scene)


def test_what_is_not_answered_in_time_is_thought_at_home_and_takes_no_longer(hands: Hands) -> None:
    async def scene(far: RemotePool, home: Home) -> None:
        thinker = far.welcome(known(), 1)
        answer = begin(home)
        await settle()
        (told,) = asked(thinker)
        hands.pass_by(bot_pool.REMOTE_SHARE * home.seconds)
        assert await answer == -1
        assert home.asked == [pytest.approx((1 - bot_pool.REMOTE_SHARE) * home.seconds)]
        assert not thinker.free  # it still thinks
        thinker.hear(Chosen(told["id"], 3))
        assert thinker.free
        assert metrics.FAR.counts == {"handed_out": 1, "taken_back": 1, "late": 1}

    story(scene)


def test_whoever_vanishes_is_waited_for_no_longer(hands: Hands) -> None:
    async def scene(far: RemotePool, home: Home) -> None:
        thinker = far.welcome(known(), 2)
        answers = [begin(home), begin(home)]
        await settle()
        thinker.close()
        assert await asyncio.gather(*answers) == [-1, -1]
        assert hands.time == 0.0
        assert await begin(home) == -1
        assert metrics.FAR.counts == {"handed_out": 2, "taken_back": 2}

    story(scene)


@pytest.mark.parametrize("wrong", [Chosen(1, 12), Chosen(1, -1), Weighed(1, Opinion([0.5])), Sorry(1)])
def test_a_wrong_answer_is_refused_and_the_question_thought_at_home(
    wrong: Chosen | Weighed | Sorry, hands: Hands
) -> None:
    async def scene(far: RemotePool, home: Home) -> None:
        thinker = far.welcome(known(), 1)
        answer = begin(home)
        await settle()
        thinker.hear(wrong)
        assert await answer == -1
        assert metrics.FAR.counts["refused"] == 1

    story(scene)


def test_whoever_is_wrong_too_often_is_asked_no_longer(hands: Hands) -> None:
    async def scene(far: RemotePool, home: Home) -> None:
        thinker = far.welcome(known(), 1)
        for _ in range(remote_pool.FAULTS - 1):
            thinker.hear(Chosen(99, 0))
        answer = begin(home)
        await settle()
        thinker.hear(Chosen(asked(thinker)[0]["id"], 0))
        assert await answer == 0  # a right one makes up for it
        for _ in range(remote_pool.FAULTS - 1):
            thinker.hear(Chosen(99, 0))
        with pytest.raises(BadBotWorker, match="too_many_wrong"):
            thinker.hear(Chosen(99, 0))

    story(scene)


def test_who_waits_gets_the_first_place_there_is_at_home_or_elsewhere(hands: Hands) -> None:
    """By turns between guests, and only where the work is known."""

    async def scene(far: RemotePool, home: Home) -> None:
        await home.turns.take("somebody")  # who thinks at home for long
        thinker = far.welcome({"okiya": known()["okiya"]}, 1)
        first = begin(home)
        await settle()
        waiting = [begin(home, "mika"), begin(home, "mika"), begin(home, "rin"), begin(home, "aki", "odd")]
        await settle()
        for expected in (first, waiting[0], waiting[2], waiting[1]):
            (told,) = asked(thinker)
            thinker.hear(Chosen(told["id"], 5))
            assert await expected == 5
        assert not waiting[3].done()
        home.turns.give()
        assert await waiting[3] == -1
        assert (home.turns.free, len(home.turns)) == (1, 0)

    story(scene, count=1)


def test_who_gives_up_waiting_leaves_the_place_to_others(hands: Hands) -> None:
    async def scene(far: RemotePool, home: Home) -> None:
        await home.turns.take("somebody")
        waiting = begin(home)
        await settle()
        thinker = far.welcome(known(), 1)
        far.offer(thinker)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert (thinker.free, asked(thinker)) == (True, [])

    story(scene, count=1)


def test_games_are_asked_by_the_same_rules_and_of_the_same_judge_alone() -> None:
    ours = known()["okiya"]
    levels = {("okiya", level) for level in ours.levels}
    assert remote_pool.common({"okiya": ours, "chess": ours}) == levels | {("okiya", None)}
    assert remote_pool.common({"okiya": Known(ours.version, [*ours.levels, "mine"], 99)}) == levels
    assert not remote_pool.common({"okiya": Known(ours.version + 1, ours.levels, ours.judge)})


# The door.


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Server, TestClient]]:
    made = Server(Store(str(tmp_path / "house.db")), "127.0.0.1", None, Limits())
    with TestClient(app_of(made), base_url=HOST) as client:
        yield made, client


def token_for(house: Server) -> str:
    engine = make_engine(house.store.database.url, 1, "IMMEDIATE")
    with engine.begin() as db:
        token = remote_tokens.make(db)
    engine.dispose()
    return token


def head(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def hello(**other: Any) -> dict[str, Any]:
    said = {"type": "hello", "release": RELEASE, "places": 2, "knows": msgspec.to_builtins(known())}
    return said | other


@pytest.mark.parametrize(
    "given", ["", "Bearer ", "Bearer x", "Bearer {name}.x", "Basic {token}", "Bearer {token}é"]
)
def test_without_a_token_that_holds_nobody_comes_in(house: tuple[Server, TestClient], given: str) -> None:
    token = token_for(house[0])
    said = given.format(token=token, name=token.partition(".")[0]).encode()
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        house[1].websocket_connect("/work", headers={b"authorization": said}),
    ):
        pass
    assert denied.value.status_code == 401
    assert denied.value.json()["reason"] == "wrong_token"
    assert "hanamachi token" in denied.value.json()["sentence"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (hello(release="0.0.1"), "other_release"),
        (hello(knows={}), "nothing_to_think"),
        (hello(knows={"okiya": {"version": 99, "levels": ["novice"], "judge": 1}}), "nothing_to_think"),
        (hello(places=0), "bad_json"),
        ({"type": "beat"}, "say_hello"),
        ({"type": "steal"}, "bad_json"),
    ],
)
def test_who_cannot_think_for_this_house_is_told_why(
    house: tuple[Server, TestClient], said: dict[str, Any], reason: str
) -> None:
    with house[1].websocket_connect("/work", headers=head(token_for(house[0]))) as socket:
        socket.send_json(said)
        told = socket.receive_json()
        assert (told["type"], told["reason"]) == ("declined", reason)
        assert told["sentence"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == POLICY_VIOLATION


def test_a_token_that_was_ended_holds_no_longer_even_for_who_is_in(house: tuple[Server, TestClient]) -> None:
    token = token_for(house[0])
    with house[1].websocket_connect("/work", headers=head(token)) as socket:
        socket.send_json(hello())
        assert socket.receive_json() == {"type": "welcome", "worker": "", "workers": [""]}
        with make_engine(house[0].store.database.url, 1, "IMMEDIATE").begin() as db:
            assert remote_tokens.end(db, token.partition(".")[0])
        socket.send_json({"type": "beat"})
        assert socket.receive_json()["reason"] == "wrong_token"


def test_who_is_silent_is_gone_and_who_floods_is_sent_away(
    house: tuple[Server, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_for(house[0])
    with house[1].websocket_connect("/work", headers=head(token)) as socket:
        socket.send_json(hello())
        socket.receive_json()
        for _ in range(5 * house[0].limits.messages.burst):  # more than become due while they are read
            socket.send_json({"type": "places", "places": 1})
        assert socket.receive_json()["reason"] == "too_many"
    monkeypatch.setattr(bot_workers, "SILENT", 0.0)
    with house[1].websocket_connect("/work", headers=head(token)) as socket:
        assert socket.receive_json()["reason"] == "no_beat"
    assert not house[0].engines.remote.bot_pool


def test_the_door_is_closed_for_a_while_to_who_was_wrong_too_often(
    house: tuple[Server, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_for(house[0])
    with house[1].websocket_connect("/work", headers=head(token)) as socket:
        socket.send_json(hello())
        socket.receive_json()
        for _ in range(remote_pool.FAULTS):
            socket.send_json({"type": "chosen", "id": 5, "index": 0})
        assert socket.receive_json()["reason"] == "too_many_wrong"
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        house[1].websocket_connect("/work", headers=head(token)),
    ):
        pass
    assert (denied.value.status_code, denied.value.json()["reason"]) == (403, "door_closed")
    later = monotonic.now() + bot_workers.CLOSED
    monkeypatch.setattr(monotonic, "now", lambda: later)
    with house[1].websocket_connect("/work", headers=head(token)):
        pass


def test_a_bot_at_a_table_is_asked_elsewhere(
    house: tuple[Server, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody at home."""
    monkeypatch.setattr(BotPool, "run", None)
    made, client = house
    with client.websocket_connect("/work", headers=head(token_for(made))) as far:
        far.send_json(hello())
        far.receive_json()
        mika = guest(client, "Mika")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        table = open_table(client, mika, seats=seats, hints=True)
        with client.websocket_connect("/ws", headers=mika) as socket:
            seat = Seat(socket, table, 0)
            if not seat.last["choices"]:
                answer(far)
            seat.until(lambda told: told.get("choices"))
            seat.play()
            answer(far)
            assert seat.until(lambda told: told.get("choices"))["seq"] > 2


def answer(far: Any) -> None:
    """As `hanamachi work` does."""
    told = far.receive_json()
    assert told["type"] == "ask"
    parts = [msgspec.json.encode(told[name]) for name in ("view", "moves", "story")]
    index = tasks.answer(Question(told["game"], *parts), told["level"], told["dice"])
    far.send_json({"type": "chosen", "id": told["id"], "index": index})


# The commands.


def test_tokens_are_made_listed_and_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "house.db")
    asyncio.run(opened_once(path))

    def say(*flags: str) -> str:
        with pytest.raises(SystemExit):
            main(["token", "--lang", "en", "--database", path, *flags])
        out = capsys.readouterr()
        return (out.out or out.err).strip()

    one, other = say(), say()
    names = [token.partition(".")[0] for token in (one, other)]
    with make_engine(url_of(path), 1, "").begin() as db:
        assert remote_tokens.holds(db, one)
        assert not remote_tokens.holds(db, f"{names[0]}.{other.partition('.')[2]}")
    assert say("--list").split() == sorted(names)
    assert say("--end", names[0]).startswith("Revoked")
    assert say("--list") == names[1]
    assert say("--end", names[0]).endswith(f"There is no token {names[0]}.")
    assert one.partition(".")[2].encode() not in (tmp_path / "house.db").read_bytes()


async def opened_once(path: str) -> None:
    store = Store(path)
    await store.open()
    await store.close()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--house", "tea.example", "--token", "x"], "is not an address"),
        (["--house", "http://localhost", "--token", "x", "--thinkers", "0"], "--thinkers"),
        (["--house", "http://localhost"], "A token is needed"),
        (["--token", "x"], "--house"),
        (["--house", "http://127.0.0.1:9", "--token", "x"], "does not answer"),
    ],
)
def test_what_work_needs(
    flags: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HANAMACHI_TOKEN", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(["work", "--lang", "en", *flags])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_another_process_thinks_for_a_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`hanamachi work` as it is started elsewhere; its token is in its environment. At home nobody thinks."""
    made = Server(Store(str(tmp_path / "house.db")), "127.0.0.1", None, Limits())
    monkeypatch.setattr(BotPool, "run", None)
    with served(app_of(made), lifespan="on") as here:
        work = [sys.executable, "-m", "hanamachi", "work", "--house", f"http://127.0.0.1:{here.port}"]

        def start(token: str) -> "subprocess.Popen[str]":
            told = {**os.environ, "HANAMACHI_TOKEN": token}
            return subprocess.Popen(
                [*work, "--thinkers", "1", "--lang", "en"], env=told, stderr=subprocess.PIPE, text=True
            )

        refused = start("x.y")
        assert "This token is not valid here" in refused.communicate()[1]
        assert refused.returncode == 2
        process = start(token_for(made))
        try:
            thought = asyncio.run_coroutine_threadsafe(ask(made), loop_of(made)).result(120)
        finally:
            process.kill()
            process.communicate()
        assert asyncio.run(closed_after("x" * 20_000, here.port, token_for(made))) == 1009
    assert 0 <= thought[0] < 12
    assert len(thought[1].chances) == 12


async def closed_after(said: str, port: int, token: str) -> int | None:
    """The code with which the house closes the line to who says this."""
    url = f"ws://127.0.0.1:{port}/work"
    async with connect(url, additional_headers=head(token), proxy=None) as socket:
        await socket.send(said)
        await socket.wait_closed()
        return socket.close_code


async def ask(house: Server) -> tuple[int, Opinion]:
    while not house.engines.remote.bot_pool:
        await asyncio.sleep(0.01)
    index = await house.engines.study.ask("mika", a_question(), "novice", 1)
    return index, await house.engines.study.judge("mika", a_question())


def loop_of(house: Server) -> asyncio.AbstractEventLoop:
    """Of a house in another thread, once it is open."""
    while not house.tasks:
        pass
    return next(iter(house.tasks)).get_loop()
