"""Who is away is called when something waits for them, by push or by webhook, and told nothing hidden."""

import asyncio
import gc
import time
from collections.abc import Iterator
from queue import Queue
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hanamachi.games import GAMES
from hanamachi.server.app import Server, app_of, make_app
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.schema import migrate
from hanamachi.server.notifications import notifier, send_turns, subscriptions
from hanamachi.server.notifications.notifier import Notifier
from hanamachi.server.notifications.outgoing_http import Undelivered
from hanamachi.server.notifications.payload import payload
from hanamachi.server.notifications.recipients import recipients
from hanamachi.server.notifications.send_turns import SendTurns
from hanamachi.server.notifications.subscriptions import DeliveryPolicy
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.game_lists import Listed, one_of_mine
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import turn_of
from hanamachi.server.tables.changes import changes_lists
from hanamachi.server.tables.events import TableChanged
from hanamachi.server.tables.model import Playing
from hanamachi.server.tables.time_control import DAY
from tests.postgres import Postgres
from tests.server.live.test_leaks import paced_story, retelling, some_story
from tests.server.support.notification_receiver import Browser, Endpoint, listening
from tests.server.support.visitors import HOST, Seat, guest, open_table, problem, sit, two_players
from tests.server.support.wiretap import heard


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(notifier, "RETRY_SECONDS", 0.0)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with listening() as endpoint:
        yield endpoint


HOUSES: WeakKeyDictionary[TestClient, Server] = WeakKeyDictionary()


def opened(database: str, reach: DeliveryPolicy) -> TestClient:
    house = Server(Store(database), "127.0.0.1", None, Limits(), reach=reach)
    client = TestClient(app_of(house), base_url=HOST)
    HOUSES[client] = house
    return client


@pytest.fixture
def house(tmp_path: Any, endpoint: Endpoint) -> Iterator[TestClient]:
    with opened(str(tmp_path / "house.db"), DeliveryPolicy((endpoint.url,), private=True)) as client:
        yield client


def at_a_table(house: TestClient) -> tuple[str, list[dict[str, str]]]:
    """Two players whose game has begun, and nobody is about to be called for that."""
    table, *players = two_players(house)
    done(house)
    return table, players


def done(house: TestClient) -> None:
    while HOUSES[house].notifier.due:
        time.sleep(0.005)


def subscribe(house: TestClient, who: dict[str, str], endpoint: str, lang: str = "en") -> Browser:
    browser = Browser()
    body = browser.subscription(endpoint)
    answer = house.put(f"/api/me/push?lang={lang}", json=body, headers=who)
    assert answer.json()["push"], answer.text
    return browser


def hears(browser: Browser, endpoint: Endpoint) -> Any:
    headers, body = endpoint.next()
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    return browser.read(body)


def move_to(house: TestClient, table: str, players: list[dict[str, str]]) -> int:
    """Whoever is to move does so, alone at the table; whose turn it is then."""
    turn = next(n for n, who in enumerate(players) if my_table(house, who, table)["yours"])
    with house.websocket_connect("/ws", headers=players[turn]) as socket:
        Seat(socket, table, turn).play()
    return 1 - turn


def my_table(house: TestClient, who: dict[str, str], table: str) -> Any:
    tables = house.get("/api/me", headers=who).json()["tables"]
    return next(one for one in tables if one["id"] == table)


SAID = {
    "en": "Your turn: Okiya with {who}.",
    "fr": "À vous de jouer\N{NO-BREAK SPACE}: Okiya avec {who}.",
    "pl": "Twój ruch: Okiya ({who}).",
}


@pytest.mark.parametrize("lang", SAID)
def test_who_is_away_is_called_in_their_language(house: TestClient, endpoint: Endpoint, lang: str) -> None:
    table, players = at_a_table(house)
    browsers = [subscribe(house, who, f"{endpoint.url}/{n}", lang) for n, who in enumerate(players)]
    turn = move_to(house, table, players)
    call = hears(browsers[turn], endpoint)
    rival = ["Mika", "Rin"][1 - turn]
    assert call == {
        "kind": "turn",
        "table": table,
        "game": "okiya",
        "players": ["Mika", "Rin"],
        "sentence": SAID[lang].format(who=rival),
        "path": f"/t/{table}",
    }


def test_a_program_is_called_where_the_host_allows_it(house: TestClient, endpoint: Endpoint) -> None:
    table, players = at_a_table(house)
    for who in players:
        answer = house.put("/api/me/hook", json={"url": f"{endpoint.url}/mine"}, headers=who)
        assert answer.json()["hook"] == f"{endpoint.url}/mine"
    move_to(house, table, players)
    headers, body = endpoint.next()
    assert headers["content-type"] == "application/json"
    assert msgspec.json.decode(body)["kind"] == "turn"
    assert house.delete("/api/me/hook", headers=players[0]).json()["hook"] is None


@pytest.mark.parametrize("elsewhere", ["https://other.example/", "{}er", "not an address", "{}/../x\n"])
def test_no_program_is_called_elsewhere(house: TestClient, endpoint: Endpoint, elsewhere: str) -> None:
    mika = guest(house, "Mika")
    answer = house.put("/api/me/hook", json={"url": elsewhere.format(endpoint.url)}, headers=mika)
    assert problem(answer)[0] in (400, 409)
    assert house.get("/api/me/bells", headers=mika).json()["hook"] is None


CLIMBING = [
    *("/../admin", "/x/../../admin", "/..", "/./x", "/%2e%2e/admin", "/.%2E/admin", "/%252e%252e/admin"),
    *(
        "/..%2fadmin",
        "/x%2f..%2f..%2fadmin",
        "/%25252e%25252e/admin",
        "/x%2fy",
        "/.\\..\\admin",
        "/..%5cadmin",
    ),
    *("/..;/admin", "/..;x=1/admin", "/%2e%2e%3b/admin", "/x%0d%0ahost:y", "/%00", "/%2e%2e?x=1"),
]


@pytest.mark.parametrize("path", CLIMBING)
def test_no_webhook_climbs_out_of_the_folder_that_the_host_allows(
    house: TestClient, endpoint: Endpoint, path: str
) -> None:
    """However the other server may read the path. One that was kept by an older house is not called either."""
    mika = guest(house, "Mika")
    answer = house.put("/api/me/hook", json={"url": endpoint.url + path}, headers=mika)
    assert problem(answer)[1] == "hook_elsewhere"
    assert not DeliveryPolicy((endpoint.url,)).allows(endpoint.url + path)


@pytest.mark.parametrize("path", ["", "/", "/x", "/x/", "/a.b/..c", "/x%20y/%C5%BC", "/x?y=../z", "/100%"])
def test_a_webhook_below_the_address_is_taken_and_called_as_it_was_given(path: str) -> None:
    assert DeliveryPolicy(("http://hooks.example/tea",)).allows("http://hooks.example/tea" + path)


def test_a_house_that_allows_nothing(tmp_path: Any, endpoint: Endpoint) -> None:
    with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as house:
        mika = guest(house, "Mika")
        hook = house.put("/api/me/hook", json={"url": endpoint.url}, headers=mika)
        assert problem(hook) == (409, "no_hooks")
        push = house.put("/api/me/push", json=Browser().subscription(endpoint.url), headers=mika)
        assert problem(push) == (409, "bad_subscription")
        stranger = house.put("/api/me/push", json=Browser().subscription("https://push.example/"))
        assert problem(stranger) == (404, "no_name")


def test_a_clock_that_runs_down_is_told(house: TestClient, endpoint: Endpoint) -> None:
    """Of a game of days, wherever its player is; to who is not asked any more it is told no more."""
    table, players = at_a_table(house)
    browsers = [subscribe(house, who, f"{endpoint.url}/{n}") for n, who in enumerate(players)]
    turn = next(n for n, who in enumerate(players) if my_table(house, who, table)["yours"])
    assert house.portal
    for seat in (1 - turn, turn):
        name = players[seat]["cookie"].partition("=")[2].rpartition(".")[0]
        house.portal.call(HOUSES[house].notifier.notify, name, "tenth", table)
        done(house)
    call = hears(browsers[turn], endpoint)
    assert (call["kind"], call["sentence"][:33]) == ("tenth", "Little time left for your move: O")
    assert endpoint.heard.empty()


def test_a_game_of_days_calls_twice_across_a_restart(tmp_path: Any, endpoint: Endpoint) -> None:
    """At half of the time and in its last tenth, though nobody looks; a night in which the house is closed counts
    for nothing."""
    database, reach = str(tmp_path / "house.db"), DeliveryPolicy((endpoint.url,), private=True)
    with opened(database, reach) as house:
        table, *players = two_players(house, clock={"type": "days", "days": 2})
        turn = next(n for n, who in enumerate(players) if my_table(house, who, table)["yours"])
        done(house)
        browser = subscribe(house, players[turn], endpoint.url)
        pass_by(house, DAY + 60)
        assert hears(browser, endpoint)["kind"] == "half"
        assert my_table(house, players[turn], table)["hurry"] == 1
    with opened(database, reach) as house:
        assert DAY - 120 < my_table(house, players[turn], table)["left"] < DAY - 59
        pass_by(house, 0.9 * DAY)
        assert hears(browser, endpoint)["kind"] == "tenth"
        pass_by(house, 0.1 * DAY)
        assert hears(browser, endpoint)["kind"] == "flag"
        ended = my_table(house, players[1 - turn], table)
        assert (ended["result"], ended["reason"]) == ("won", "flagged")


def pass_by(house: TestClient, seconds: float) -> None:
    """So much of the house's time; then it looks at all deadlines."""
    inside = HOUSES[house]

    async def leap() -> None:
        inside.uptime.reached += seconds
        await inside.deadline_sweep.sweep()

    assert house.portal
    house.portal.call(leap)


def test_what_a_push_service_knows_no_more_is_forgotten(house: TestClient, endpoint: Endpoint) -> None:
    endpoint.statuses = [503, 410]
    table, players = at_a_table(house)
    browsers = [subscribe(house, who, f"{endpoint.url}/{n}") for n, who in enumerate(players)]
    turn = move_to(house, table, players)
    assert hears(browsers[turn], endpoint) == hears(
        browsers[turn], endpoint
    )  # it was busy, and is asked again
    while house.get("/api/me/bells", headers=players[turn]).json()["push"]:
        pass
    assert house.get("/api/me/bells", headers=players[1 - turn]).json()["push"]


def test_who_looks_on_is_not_called(house: TestClient, endpoint: Endpoint) -> None:
    """But the next one is, who does not."""
    table, players = at_a_table(house)
    browsers = [subscribe(house, who, f"{endpoint.url}/{n}") for n, who in enumerate(players)]
    with house.websocket_connect("/ws", headers=players[1]) as socket:
        rin = Seat(socket, table, 1)
        if not rin.last["choices"]:
            move_to(house, table, players)
            rin.until(lambda message: message["choices"])
        rin.play()
        assert hears(browsers[0], endpoint)["kind"] == "turn"
        done(house)
    assert endpoint.heard.empty()


def test_of_several_workers_one_calls(postgres: Postgres, endpoint: Endpoint) -> None:
    """Whoever kept the move, though the other one follows it."""
    reach = DeliveryPolicy((endpoint.url,), private=True)
    with (
        postgres.fresh("newest") as url,
        opened(url, reach) as here,
        opened(url, reach) as there,
    ):
        table, players = at_a_table(here)
        for n, who in enumerate(players):
            subscribe(here, who, f"{endpoint.url}/{n}")
        with there.websocket_connect("/ws") as socket:
            gallery = Seat(socket, table, None)
            asked = gallery.last["asked"]
            assert move_to(here, table, players) != asked
            gallery.until(lambda message: message["asked"] != asked)
            endpoint.next()
            done(here)
            done(there)
    assert endpoint.heard.empty()


def test_a_game_that_begins_and_a_rematch(house: TestClient, endpoint: Endpoint) -> None:
    mika = guest(house, "Mika")
    browser = subscribe(house, mika, endpoint.url)
    table, rin = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}]), guest(house, "Rin")
    sit(house, rin, table, 1)
    assert hears(browser, endpoint)["kind"] in ("began", "turn")
    with house.websocket_connect("/ws", headers=rin) as socket:
        seat = Seat(socket, table, 1)
        seat.send(type="resign", seat=1)
        seat.until(lambda message: message.get("result"))
        seat.send(type="rematch", seat=1)
        call = hears(browser, endpoint)
    assert (call["kind"], call["sentence"]) == ("challenge", "New challenge: Okiya with Rin.")


def test_of_many_browsers_the_newest_are_called(tmp_path: Any) -> None:
    engine = sa.create_engine(url_of(str(tmp_path / "house.db")))
    migrate(str(engine.url))
    with engine.begin() as db:
        for n in range(subscriptions.MOST_BROWSERS + 2):
            subscriptions.subscribe(
                db, subscriptions.PushSubscription("mika", f"s{n}", f"https://push.example/{n}", "", "", "en")
            )
        snapshot = {
            bell.session
            for bell in subscriptions.subscriptions_of(db, "mika")
            if isinstance(bell, subscriptions.PushSubscription)
        }
    engine.dispose()
    assert snapshot == {f"s{n}" for n in range(2, subscriptions.MOST_BROWSERS + 2)}


def test_the_key_of_the_house_stays(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    keys = set()
    for _ in range(2):
        with TestClient(make_app(str(tmp_path / "house.db")), base_url=HOST) as house:
            keys.add(house.get("/api/me/bells", headers=guest(house, "Mika")).json()["key"])
    assert len(keys) == 1
    assert caplog.text == ""


def listen_to(patch: pytest.MonkeyPatch, ears: int) -> list[bytes]:
    """Every signal to a guest, whether they look on or not, as it would be told."""
    calls: list[bytes] = []

    def table_changed(_notifier: Notifier, event: TableChanged) -> None:
        table, before, after = event.table, event.before, event.after
        for name, kind in recipients(before, after).items() if changes_lists(before, after) else ():
            assert isinstance(after, Playing)
            over = after.table.result is not None
            line = Listed(table, 1, after.setup, after.seats, over, True, turn_of(after), False)
            if name == f"guest{ears}":
                calls.append(encode(payload(kind, one_of_mine(line, name, "pl", 0.0), "pl")))

    patch.setattr(Notifier, "table_changed", table_changed)
    return calls


def signals(name: str, seats: int, moves: Any, ears: int, **how: Any) -> list[bytes]:
    with pytest.MonkeyPatch.context() as patch:
        calls = listen_to(patch, ears)
        heard(name, seats, moves, ears, **how)
    return calls


@pytest.mark.parametrize("name", GAMES)
def test_no_signal_tells_a_hidden_thing(name: str) -> None:
    """Which there are, when, and what they say is equal over retellings."""
    game: Any = GAMES[name]
    rng, seats, found = Random(3), game.seats[0], 0
    for _ in range(2):
        story, ears = some_story(game, seats, rng), rng.randrange(seats)
        calls = signals(name, seats, story.moves, ears)
        assert calls == signals(name, seats, retelling(story, ears, rng), ears)
        found += len(calls)
    assert found


def test_a_sealed_answer_calls_nobody() -> None:
    story = next(filter(None, map(paced_story, range(50))))
    for ears in range(2):
        plain, sealed = (signals("mai_star", 3, story.moves, ears, sealing=on) for on in (False, True))
        assert plain == sealed


class Carrier:
    """Stands for the network: some addresses answer at once, the others never."""

    def __init__(self) -> None:
        self.sent: Queue[str] = Queue()
        self.waiting = 0

    async def post(self, url: str, *_given: Any, **_how: Any) -> int:
        self.sent.put(url)
        if "tarpit" in url:
            self.waiting += 1
            await asyncio.sleep(3600)
        return 201


def began(house: TestClient, one: dict[str, str], other: dict[str, str]) -> None:
    """A game of two begins: both are told."""
    table = open_table(house, one, seats=[{"kind": "me"}, {"kind": "open"}])
    sit(house, other, table, 1)


def test_a_user_whose_address_never_answers_keeps_nobody_from_being_told(house: TestClient) -> None:
    herald, carrier = HOUSES[house].notifier, Carrier()
    herald.post = carrier.post
    mika, rin, emi = (guest(house, name) for name in ("Mika", "Rin", "Emi"))
    subscribe(house, mika, "https://tarpit.example/")
    for _ in range(12):  # more games than there are places
        began(house, mika, rin)
    assert carrier.sent.get(timeout=30) == "https://tarpit.example/"
    subscribe(house, emi, "https://push.example/")
    began(house, emi, rin)
    assert carrier.sent.get(timeout=30) == "https://push.example/"
    assert carrier.waiting == 1  # one at a time, however many are due


def test_no_user_has_more_than_some_notifications_due(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "GRACE_SECONDS", 3600.0)
    herald = HOUSES[house].notifier
    for number in range(2 * notifier.MOST_DUE_OF_USER):
        house.portal.call(herald.notify, "mika", "began", f"t{number}")  # type: ignore[union-attr]
    house.portal.call(herald.notify, "rin", "began", "t0")  # type: ignore[union-attr]
    assert len(herald.due) == notifier.MOST_DUE_OF_USER + 1


def nobody_there(herald: notifier.Notifier, reason: str = "slow") -> list[str]:
    """From now on no address answers; which were tried."""
    tried: list[str] = []

    async def post(url: str, *_given: Any, **_how: Any) -> int:
        tried.append(url)
        raise Undelivered(reason)

    herald.post = post
    return tried


def test_an_address_that_never_answers_is_dropped_and_its_user_is_told(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send_turns, "REST_SECONDS", 0.0)
    monkeypatch.setattr(subscriptions, "MOST_UNANSWERED", 3)
    with opened(database, DeliveryPolicy(("https://hooks.example",))) as house:
        mika, rin = guest(house, "Mika"), guest(house, "Rin")
        subscribe(house, mika, "https://push.example/")
        house.put("/api/me/hook", json={"url": "https://hooks.example/tea"}, headers=mika)
        tried = nobody_there(HOUSES[house].notifier)
        for _ in range(5):
            began(house, mika, rin)
            done(house)
        assert sorted(tried) == ["https://hooks.example/tea"] * 3 + ["https://push.example/"] * 3
        told = house.get("/api/me/bells", headers=mika).json()
        assert (told["push"], told["push_stopped"], told["hook_stopped"]) == (False, True, True)
        assert told["hook"] == "https://hooks.example/tea"
        subscribe(house, mika, "https://push.example/")  # asked for anew
        again = house.put("/api/me/hook", json={"url": "https://hooks.example/tea"}, headers=mika).json()
        assert (again["push"], again["push_stopped"], again["hook_stopped"]) == (True, False, False)


def test_one_answer_and_the_silences_before_it_do_not_count(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send_turns, "REST_SECONDS", 0.0)
    monkeypatch.setattr(subscriptions, "MOST_UNANSWERED", 3)
    with opened(database, DeliveryPolicy()) as house:
        mika, rin = guest(house, "Mika"), guest(house, "Rin")
        subscribe(house, mika, "https://push.example/")
        herald, carrier = HOUSES[house].notifier, Carrier()
        for _ in range(2):
            nobody_there(herald, "unreachable")
            for _ in range(2):
                began(house, mika, rin)
                done(house)
            herald.post = carrier.post
            began(house, mika, rin)
            done(house)
        assert carrier.sent.qsize() == 2
        assert not house.get("/api/me/bells", headers=mika).json()["push_stopped"]


def test_an_address_that_did_not_answer_rests(house: TestClient) -> None:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    subscribe(house, mika, "https://push.example/")
    tried = nobody_there(HOUSES[house].notifier)
    for _ in range(3):
        began(house, mika, rin)
        done(house)
    assert tried == ["https://push.example/"]


def test_hosts_that_do_not_answer_have_few_places() -> None:
    async def story() -> tuple[SendTurns, int]:
        turns, inside = SendTurns(), 0

        async def send(user: str, address: str) -> None:
            nonlocal inside
            async with turns.turn(user, address):
                inside += 1
                await asyncio.sleep(3600)

        turns.did_not_answer("https://tarpit.example/0")
        tasks = [asyncio.create_task(send(f"u{n}", f"https://tarpit.example/{n}")) for n in range(20)]
        tasks += [asyncio.create_task(send("rin", "https://push.example/"))]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return turns, inside

    turns, inside = asyncio.run(story())
    assert inside == send_turns.SLOW_SLOTS + 1
    gc.collect()
    assert not turns.users  # nothing is remembered of users who have nothing on its way


def test_what_is_remembered_of_addresses_is_bounded() -> None:
    turns = SendTurns()
    for n in range(3 * send_turns.REMEMBERED):
        turns.did_not_answer(f"https://h{n}.example/")
    assert len(turns.resting) == len(turns.silent) == send_turns.REMEMBERED
    turns.answered(f"https://h{n}.example/")
    assert len(turns.resting) == len(turns.silent) == send_turns.REMEMBERED - 1
