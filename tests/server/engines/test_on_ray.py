"""Actors of a Ray cluster: which tasks they get, what they are told, and that nobody waits for them in vain."""

import asyncio
import io
import logging
import pickle
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from hanamachi.bots.judge import Belief, Opinion
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.server.engines import on_ray
from hanamachi.server.engines.bot_pool import RAY_SHARE, BotPool
from hanamachi.server.engines.on_ray import RayPool
from hanamachi.server.engines.ray_connection import ActorFailed, BadCluster, ClusterLost
from hanamachi.server.engines.tasks import BotTask, Question, is_sound, question
from hanamachi.server.runtime import metrics, monotonic
from tests.server.support.fake_cluster import FakeConnection, Request

SEED = bytes(range(32))


def some_table(name: str) -> Table:
    game = GAMES[name]
    names = ["P"] * game.seats[0]
    return Table.begin(game, names, game.options(), SEED, [""] * len(names)).deal()


def a_question(name: str = "okiya") -> Question:
    table = some_table(name)
    return question(table, table.seq)


class Home(BotPool):
    """Answers -1 itself, and notes how long that might have taken."""

    def __init__(self, ray: RayPool, count: int = 2) -> None:
        super().__init__(count, ray=ray)
        self.asked: list[float] = []

    async def run(self, wanted: Any, *_given: Any, seconds: float | None = None) -> Any:
        self.asked.append(self.seconds if seconds is None else seconds)
        self.turns.give()
        return -1


class Hands:
    """The server's clock, moved by hand."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.time, self.sleepers = 0.0, list[tuple[float, asyncio.Event]]()
        patch.setattr(monotonic, "now", lambda: self.time)
        patch.setattr(monotonic, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        up = asyncio.Event()
        self.sleepers.append((self.time + seconds, up))
        await up.wait()

    async def pass_by(self, seconds: float) -> None:
        self.time += seconds
        for until, up in self.sleepers:
            if until <= self.time:
                up.set()
        await settle()


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    metrics.FAR.counts.clear()
    metrics.RAY_LOST.counts.clear()
    return Hands(monkeypatch)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Scene:
    """A server whose cluster is a fake one; `clusters` are those that it will find, one after the other."""

    def __init__(self, cores: int, slots: int) -> None:
        self.clusters: list[FakeConnection | Exception] = [FakeConnection(cores)]
        self.servers = 1
        self.ray = RayPool("ray://tea:10001", self.connect, lambda: self.servers)
        self.home = Home(self.ray, slots)
        self.study = Home(self.ray, slots)

    async def connect(self, address: str) -> FakeConnection:
        assert address == "ray://tea:10001"
        self.found = self.clusters.pop(0) if self.clusters else ClusterLost("nobody")
        if isinstance(self.found, Exception):
            raise self.found
        return self.found

    @property
    def cluster(self) -> FakeConnection:
        assert isinstance(self.found, FakeConnection)
        return self.found

    def begin(self, who: str = "mika", level: str = "novice") -> "asyncio.Task[int]":
        return asyncio.ensure_future(self.home.ask(who, a_question(), level, 7))

    async def next(self, wanted: str = "think") -> Request:
        """What an actor is asked and has not answered."""
        await settle()
        open_ = [each for each in self.cluster.requests if not each.answer.done()]
        assert [each.wanted for each in open_] == [wanted]
        return open_[0]

    async def prepared(self) -> None:
        """An actor has prepared the level, and nothing else has happened yet."""
        assert await self.begin() == -1
        (await self.next("prepare")).answer.set_result(None)
        await settle()
        self.home.asked.clear()
        metrics.FAR.counts.clear()


def story(scene: Callable[[Scene], Awaitable[None]], cores: int = 1, slots: int = 2) -> None:
    async def whole() -> None:
        set_ = Scene(cores, slots)
        living = asyncio.create_task(set_.ray.live_on())
        await settle()
        try:
            await scene(set_)
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
            set_.home.close()
            set_.study.close()

    asyncio.run(whole())


# What a node is told.

GIVEN = {  # everything that is named in the bytes that go to a node
    ("hanamachi.server.engines.tasks", "BotTask"),
    ("hanamachi.server.engines.tasks", "Question"),
    ("msgspec._core", "rebuild"),
}


class Named(pickle.Unpickler):
    """Notes which classes and functions a pickle names."""

    def __init__(self, sent: bytes) -> None:
        super().__init__(io.BytesIO(sent))
        self.names: set[tuple[str, str]] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.names.add((module, name))
        return super().find_class(module, name)


@pytest.mark.parametrize("name", GAMES)
def test_a_node_is_told_what_a_bot_is_asked_and_nothing_else(name: str) -> None:
    """The view, the moves and the story, byte by byte; no state is among them, and no seed."""
    table = some_table(name)
    asked = question(table, table.seq)
    for errand in (BotTask(asked, "novice", 7), BotTask(asked, played=0)):
        sent = pickle.dumps(errand)
        read = Named(sent)
        assert read.load() == errand
        assert read.names <= GIVEN
        assert asked.view == msgspec.json.encode(table.state.view(table.actor))
        assert asked.moves == msgspec.json.encode(table.state.moves())
        assert asked.story == msgspec.json.encode(table.story(table.actor, table.seq))
        for secret in (SEED, SEED.hex().encode(), b"sqlite", b"postgres", b"token=", b"seed"):
            assert secret not in sent


def test_all_that_is_sent_to_a_cluster_is_numbers_names_and_tasks(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        sent = list[tuple[str, tuple[Any, ...]]]()
        ask = set_.cluster.ask

        def note(wanted: str, *given: Any) -> "asyncio.Future[Any]":
            sent.append((wanted, given))
            return ask(wanted, *given)

        set_.cluster.ask = note  # type: ignore[method-assign]
        await set_.prepared()
        review = asyncio.ensure_future(set_.study.judge("mika", a_question()))
        await settle()
        review.cancel()
        answer = set_.begin()
        await hands.pass_by(on_ray.BEAT)
        answer.cancel()
        assert {wanted for wanted, _ in sent} >= {"cores", "prepare", "think"}
        kinds = {type(part) for _, given in sent for part in given}
        assert kinds <= {int, float, str, type(None), BotTask}

    story(scene, cores=2)


# Who thinks.


def test_an_actor_prepares_a_level_before_it_is_asked(hands: Hands) -> None:
    """Meanwhile a local process answers: nobody waits for a compiler."""

    async def scene(set_: Scene) -> None:
        assert await set_.begin() == -1
        prepare = await set_.next("prepare")
        assert prepare.given == (1, "okiya", "novice")
        assert not set_.ray.knows(("okiya", "novice"))
        assert await set_.begin() == -1
        prepare.answer.set_result(None)
        await settle()
        assert set_.ray.knows(("okiya", "novice"))
        answer = set_.begin()
        think = await set_.next()
        assert think.given == (1, BotTask(a_question(), "novice", 7), set_.home.seconds)
        think.answer.set_result(3)
        assert await answer == 3
        assert len(set_.home.asked) == 2
        assert metrics.FAR.counts == {"handed_out": 1, "answered": 1}

    story(scene)


def test_external_bots_stay_at_home(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        assert await set_.begin(level="mine") == -1
        assert not set_.cluster.requests

    story(scene)


def test_an_actor_that_cannot_prepare_a_level_is_not_asked_for_it_again(
    hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(set_: Scene) -> None:
        await set_.begin()
        (await set_.next("prepare")).answer.set_exception(ActorFailed("no compiler", gone=False))
        await settle()
        assert await set_.begin() == -1
        assert len(set_.cluster.requests) == 1
        assert set_.ray.ready == 1

    story(scene)
    assert "could not prepare okiya novice: no compiler" in caplog.text


def test_what_is_not_answered_in_time_is_answered_at_home_and_takes_no_longer(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        await set_.prepared()
        answer = set_.begin()
        think = await set_.next()
        await hands.pass_by(RAY_SHARE * set_.home.seconds)
        assert await answer == -1
        assert set_.home.asked == [pytest.approx((1 - RAY_SHARE) * set_.home.seconds)]
        assert not set_.ray.actors[1].free  # it still thinks
        think.answer.set_result(3)
        await settle()
        assert set_.ray.actors[1].free
        assert metrics.FAR.counts == {"handed_out": 1, "taken_back": 1, "late": 1}

    story(scene)


def test_an_actor_that_is_gone_is_waited_for_no_longer_and_replaced(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        await set_.prepared()
        answer = set_.begin()
        (await set_.next()).answer.set_exception(ActorFailed("the node died", gone=True))
        assert await answer == -1
        assert hands.time == 0.0
        assert not set_.ray.actors
        await hands.pass_by(on_ray.BEAT)
        assert list(set_.ray.actors) == [2]
        assert set_.ray.ready == 1

    story(scene)


def test_an_actor_whose_process_was_replaced_prepares_anew(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        await set_.prepared()
        answer = set_.begin()
        (await set_.next()).answer.set_exception(ActorFailed("too slow", gone=False))
        assert await answer == -1
        assert not set_.ray.knows(("okiya", "novice"))
        assert await set_.begin() == -1
        await set_.next("prepare")

    story(scene)


@pytest.mark.parametrize("wrong", [12, -1, "1", None, Opinion([0.5])])
def test_a_wrong_answer_is_refused(wrong: Any, hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        await set_.prepared()
        answer = set_.begin()
        (await set_.next()).answer.set_result(wrong)
        assert await answer == -1
        assert metrics.FAR.counts == {"handed_out": 1, "taken_back": 1, "refused": 1}

    story(scene)


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
    assert BotTask(a_question()).read(fine) is None
    assert BotTask(a_question()).read(3) is None


def test_tables_come_before_reviews(hands: Hands) -> None:
    """Whoever asked first: the actor that becomes free goes to a table."""

    async def scene(set_: Scene) -> None:
        await set_.prepared()
        for pool in (set_.home, set_.study):
            await pool.turns.take("somebody")  # who thinks at home for long
        first = set_.begin()
        await settle()
        review = asyncio.ensure_future(set_.study.ask("rin", a_question(), "novice", 8))
        await settle()
        table = set_.begin()
        await settle()
        for expected in (first, table, review):
            (await set_.next()).answer.set_result(5)
            assert await expected == 5

    story(scene, slots=1)


def test_who_gives_up_waiting_leaves_the_actor_to_others(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        await set_.prepared()
        actor = set_.ray.actors[1].take()
        await set_.home.turns.take("somebody")
        waiting = set_.begin()
        await settle()
        actor.give_back()
        assert not actor.free
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert actor.free
        assert [each.wanted for each in set_.cluster.requests] == ["prepare"]

    story(scene, slots=1)


# How many actors there are.


def test_server_processes_share_the_cores_of_a_cluster(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        assert set_.cluster.actors == {1, 2, 3, 4}
        set_.servers = 2
        await hands.pass_by(on_ray.BEAT)
        assert set_.cluster.actors == {3, 4}
        set_.servers = 9  # each has one at least; those without a core wait for one
        await hands.pass_by(on_ray.BEAT)
        assert set_.cluster.actors == {4}
        set_.servers, set_.cluster.cores = 1, 3  # a node has left
        await hands.pass_by(on_ray.BEAT)
        assert len(set_.cluster.actors) == set_.ray.ready == 3

    story(scene, cores=4)


def test_an_actor_that_cannot_start_is_tried_again(hands: Hands, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(set_: Scene) -> None:
        ask = set_.cluster.ask

        def fail(wanted: str, *given: Any) -> "asyncio.Future[Any]":
            answer = ask(wanted, *given)
            if wanted == "start":
                answer = asyncio.get_running_loop().create_future()
                answer.set_exception(ActorFailed("no room", gone=True))
            return answer

        set_.cluster.ask = fail  # type: ignore[method-assign]
        set_.cluster.cores = 2
        await hands.pass_by(on_ray.BEAT)
        assert list(set_.ray.actors) == [1]
        set_.cluster.ask = ask  # type: ignore[method-assign]
        await hands.pass_by(on_ray.BEAT)
        assert set_.ray.ready == 2

    story(scene)
    assert "could not start: no room" in caplog.text


def test_a_node_of_another_version_that_comes_later_is_not_used(
    hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(set_: Scene) -> None:
        set_.cluster.versions = msgspec.structs.replace(set_.cluster.versions, hanamachi="0.0.1")
        set_.cluster.cores = 2
        await hands.pass_by(on_ray.BEAT)
        await hands.pass_by(on_ray.BEAT)
        assert (set_.ray.ready, len(set_.ray.actors)) == (1, 2)

    story(scene)
    assert caplog.text.count("runs other versions: node_of_other_release") == 1


# A cluster that is lost.


def test_a_lost_cluster_costs_no_answer_and_is_found_again(
    hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def scene(set_: Scene) -> None:
        assert set_.ray.where() == "the Ray cluster at ray://tea:10001"
        await set_.prepared()
        lost, answer = set_.cluster, set_.begin()
        await settle()
        lost.lose()
        assert await answer == -1
        await settle()
        assert lost.closed
        assert set_.ray.where() == "local processes, the Ray cluster at ray://tea:10001 is lost"
        assert (set_.ray.ready, metrics.RAY_LOST.counts[""]) == (0, 1)
        assert await set_.begin() == -1
        for pause in on_ray.PAUSES:
            await hands.pass_by(pause)
        set_.clusters = [FakeConnection(3)]
        await hands.pass_by(on_ray.PAUSES[-1])
        assert set_.ray.where() == "the Ray cluster at ray://tea:10001"
        assert set_.ray.ready == 3

    story(scene)
    assert caplog.text.count("is lost, bots run in local processes") == 1
    assert caplog.text.count("bots run on the Ray cluster at ray://tea:10001") == 2


@pytest.mark.parametrize("how", ["silent", "failing"])
def test_a_cluster_that_does_not_answer_is_lost(how: str, hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        set_.cluster.cores = None
        await hands.pass_by(on_ray.BEAT)
        assert "lost" not in set_.ray.where()
        if how == "silent":
            await hands.pass_by(on_ray.SILENT)
        else:
            set_.cluster.requests[-1].answer.set_exception(ActorFailed("no", gone=True))
            await settle()
        assert set_.ray.where().endswith("is lost")
        assert set_.cluster.closed

    story(scene)


def test_a_cluster_of_other_versions_is_not_used_and_looked_at_again(hands: Hands) -> None:
    async def scene(set_: Scene) -> None:
        set_.clusters = [BadCluster("node_without_hanamachi", ours="1"), FakeConnection(1)]
        set_.cluster.lose()
        await hands.pass_by(on_ray.BEAT)
        await hands.pass_by(on_ray.PAUSES[0])
        assert set_.ray.where().endswith("is lost")
        await hands.pass_by(on_ray.PAUSES[1])
        assert set_.ray.ready == 1

    story(scene)


def test_without_an_address_nothing_is_connected() -> None:
    assert RayPool().where() == "local processes"
    assert RayPool("auto").where() == "local processes, the Ray cluster at auto is being connected"
    asyncio.run(RayPool().live_on())
