"""Two workers of one house on one PostgreSQL: whoever is where, everybody plays at the same table."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hanamachi.server.app import Server, app_of
from hanamachi.server.cluster import follower
from hanamachi.server.cluster.worker import ClusterWorker
from hanamachi.server.db import leases, timestamps
from hanamachi.server.db.duties import takes_duty
from hanamachi.server.db.engine import url_of
from hanamachi.server.db.key_value import get_or_create
from hanamachi.server.db.schema import CLOCKS, FORGOTTEN, ROWS, TABLES, WORKERS
from hanamachi.server.matchmaking.queue_entries import REFUSED_SECONDS
from hanamachi.server.matchmaking.settlement import PAIRING_WORKER
from hanamachi.server.protocol.close_codes import SESSION_ENDED
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store
from tests.postgres import Postgres
from tests.server.accounts.test_sessions import code_of, second
from tests.server.support.browsers import Browser
from tests.server.support.visitors import HOST, Seat, finish, guest, open_table, say, sit, two_players

LONG = 30.0  # seconds after which what should happen will not happen any more


class Worker:
    """One process of the house, here in a thread of its own."""

    def __init__(self, url: str) -> None:
        self.house = Server(Store(url), "127.0.0.1", None, Limits())
        self.client = TestClient(app_of(self.house), base_url=HOST)

    @property
    def id(self) -> str:
        return self.house.store.worker

    @property
    def cluster(self) -> ClusterWorker:
        assert isinstance(self.house.cluster, ClusterWorker)
        return self.house.cluster

    @contextmanager
    def seat(self, who: dict[str, str], table: str, seat: int | None, **how: Any) -> Iterator[Seat]:
        with self.client.websocket_connect("/ws", headers=who) as socket:
            yield Seat(socket, table, seat, **how)


@contextmanager
def worker(url: str) -> Iterator[Worker]:
    made = Worker(url)
    with made.client:
        yield made


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    with postgres.fresh("newest") as url:
        yield url


@pytest.fixture
def two(url: str) -> Iterator[tuple[Worker, Worker]]:
    with worker(url) as one, worker(url) as other:
        yield one, other


def ask(url: str, query: sa.Select[Any]) -> list[Any]:
    engine = sa.create_engine(url_of(url), poolclass=sa.NullPool)
    with engine.connect() as db:
        return list(db.scalars(query))


def owner_of(url: str, table: str) -> str | None:
    found: str | None = ask(url, sa.select(TABLES.c.owner).where(TABLES.c.id == table))[0]
    return found


def until(done: Any) -> None:
    end = time.monotonic() + LONG
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_of_workers_that_open_a_new_house_at_once_all_have_the_first_ones_keys(url: str) -> None:
    """One of them died of it."""
    engine = sa.create_engine(url_of(url), poolclass=sa.NullPool)

    def late() -> str:
        with engine.begin() as other:
            assert get_or_create(other, "secret", lambda: "first") == "first"
        return "second"

    with engine.begin() as db:
        assert get_or_create(db, "secret", late) == "first"


def test_players_at_different_workers_hear_the_same_story(two: tuple[Worker, Worker]) -> None:
    one, other = two
    table, mika, rin = two_players(one.client)
    stranger = guest(other.client, "Aki")
    with (
        one.seat(mika, table, 0) as a,
        other.seat(rin, table, 1) as b,
        other.seat(stranger, table, None) as c,
    ):
        seats = [a, b]
        for _ in range(6):
            mover = next(seat for seat in seats if seat.last["choices"])
            seq = mover.last["seq"]
            mover.play()
            for each in (a, b, c):
                each.until(lambda told, seq=seq: told.get("seq", 0) > seq)
        told = [each.last["frames"][-1]["line"] for each in (a, b, c)]
        assert [line["seq"] for line in told] == [told[0]["seq"]] * 3
        assert [line["move"] for line in told] == [told[0]["move"]] * 3
        assert all(a.see(lambda told: all(told["here"]) and told["gallery"] == 1)["here"])


def test_a_move_at_another_worker_is_followed_without_a_query(
    two: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows come with the notice: they are heard though nothing can be read."""

    async def nothing(*_: Any) -> dict[str, Any]:
        return {}

    one, other = two
    table, mika, rin = two_players(one.client)
    with one.seat(mika, table, 0) as a, other.seat(rin, table, 1) as b:
        for each in (a, b):
            each.see(lambda told: all(told["here"]))
        monkeypatch.setattr(follower, "read_changes", nothing)
        for _ in range(6):
            mover = a if a.last["choices"] else b
            seq = mover.last["seq"]
            mover.play()
            for each in (a, b):
                each.until(lambda told, seq=seq: told.get("seq", 0) > seq)


def test_whoever_loses_a_race_catches_up_and_answers_as_if_it_had_known(two: tuple[Worker, Worker]) -> None:
    one, other = two
    table, mika, rin = two_players(one.client)
    with one.seat(mika, table, 0) as a, other.seat(rin, table, 1) as b:
        mover, here, who = (a, other, mika) if a.last["choices"] else (b, one, rin)
        with here.seat(who, table, mover.seat) as twin:
            moves = [choice["move"] for choice in mover.last["choices"]]
            for each, move in ((mover, moves[0]), (twin, moves[1])):
                each.send(type="submit", seat=mover.seat, seq=mover.last["seq"], move=move)
            seq = mover.last["seq"] + 1
            answers = [mover.hear(), twin.hear()]
            refused = [told["reason"] for told in answers if told["type"] == "declined"]
            assert refused in ([], ["stale"])  # the other one may have been told before it was refused
            for each in (a, b, twin):
                each.until(lambda told: told.get("seq") == seq)


def test_questions_between_players_go_from_worker_to_worker(two: tuple[Worker, Worker]) -> None:
    one, other = two
    table, mika, rin = two_players(one.client, takebacks=True)
    with one.seat(mika, table, 0) as a, other.seat(rin, table, 1) as b:
        mover, rival = (a, b) if a.last["choices"] else (b, a)
        seq = mover.last["seq"]
        mover.play()
        rival.until(lambda told: told.get("seq") == seq + 1)
        mover.send(type="asktakeback", seat=mover.seat)
        assert rival.until(lambda told: told.get("takeback") is not None)["takeback"] == mover.seat
        rival.send(type="answertakeback", seat=rival.seat, agree=True)
        for each in (a, b):
            assert each.until(lambda told: told.get("seq") == seq + 2)["takeback"] is None
            assert len(each.notices) == 1


def test_a_seat_that_is_taken_elsewhere_is_taken_and_words_begin_the_game(two: tuple[Worker, Worker]) -> None:
    one, other = two
    mika, rin = guest(one.client, "Mika"), guest(other.client, "Rin")
    table = open_table(one.client, mika, seats=[{"kind": "me"}, {"kind": "open"}])
    with one.seat(mika, table, 0) as a:
        sit(other.client, rin, table, 1)
        assert a.until(lambda told: told.get("seq"))["table"]["seats"][1]["name"] == "Rin"
    taken = one.client.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=guest(one.client, "Aki"))
    assert taken.json()["reason"] == "seat_taken"


def test_one_worker_asks_the_bot_and_another_takes_over_when_it_closes(url: str) -> None:
    with worker(url) as stays:
        with worker(url) as goes:
            mika = guest(goes.client, "Mika")
            table = open_table(goes.client, mika, options={"match": "points", "target": 100})
            with goes.seat(mika, table, 0) as a:
                for _ in range(4):
                    a.until(lambda told: told.get("choices"))
                    a.play()
                a.until(lambda told: told.get("choices"))
                assert owner_of(url, table) == goes.id
        with stays.seat(mika, table, 0) as a:
            a.until(lambda told: told.get("choices"))
            a.play()
            a.until(lambda told: told.get("choices"))
            assert owner_of(url, table) == stays.id


def test_a_worker_that_died_is_replaced_by_one_that_looks_on(two: tuple[Worker, Worker], url: str) -> None:
    """Nobody said that it went: its lease runs out by the database's clock."""
    one, other = two
    mika = guest(one.client, "Mika")
    table = open_table(one.client, mika, options={"match": "points", "target": 100})
    with one.seat(mika, table, 0) as a, other.seat(mika, table, 0) as b:
        a.until(lambda told: told.get("choices"))
        a.play()
        a.until(lambda told: told.get("choices"))
        dead = owner_of(url, table)
        left, stays = ((one, a), (other, b)) if dead == one.id else ((other, b), (one, a))
        left[0].cluster.leases.retired = True  # it says nothing
        until(lambda: len(left[0].cluster.tasks) == 1)  # it follows the others, but does not renew any more
        stays[1].until(lambda told: told.get("choices") and told["seq"] == a.last["seq"])
        until(lambda: dead not in stays[0].cluster.others)

        def took_over() -> bool:  # on a slow machine a renewal may still have been under way
            stays[1].play()
            stays[1].until(lambda told: told.get("choices"))
            return owner_of(url, table) == stays[0].id

        until(took_over)


def test_who_could_not_listen_for_a_while_reads_what_it_missed(
    two: tuple[Worker, Worker], postgres: Postgres
) -> None:
    one, other = two
    table, mika, rin = two_players(one.client)
    with one.seat(mika, table, 0) as a, other.seat(rin, table, 1) as b:
        for _ in range(3):
            mover, rival = (a, b) if a.last["choices"] else (b, a)
            seq = mover.last["seq"]
            assert (
                postgres.cut(least=4) >= 4
            )  # both listen and both write: after the last time they come back
            while mover.play()["type"] == "declined":  # its own line was cut, too
                assert mover.last["reason"] == "not_kept"
                mover.send(type="watch", table=table, seat=mover.seat, seq=seq)
                mover.until(lambda told: told.get("choices"))
            rival.until(lambda told, seq=seq: told.get("seq", 0) > seq)


def test_who_comes_from_another_worker_is_never_told_less(
    two: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by the storm: told 36 rows at one worker, and then only 33 at the other, which had not heard yet."""
    one, other = two
    monkeypatch.setattr(other.cluster, "on_notice", lambda _notice: None)  # it hears of nothing
    table, mika, rin = two_players(one.client)
    with other.seat(guest(other.client, "Aki"), table, None), one.seat(mika, table, 0) as a:
        with one.seat(rin, table, 1) as b:
            mover = a if a.last["choices"] else b
            seq = mover.play()["seq"]
        with other.seat(rin, table, 1, seq=seq) as back:
            assert back.last["seq"] == seq


def test_the_street_hears_of_a_table_at_another_worker(two: tuple[Worker, Worker]) -> None:
    one, other = two
    table, mika, rin = two_players(one.client)
    with other.client.websocket_connect("/ws", headers=mika) as street, one.seat(rin, table, 1) as b:
        street.send_json({"type": "street", "lang": "en"})
        assert [each["id"] for each in street.receive_json()["tables"]] == [table]
        b.send(type="resign", seat=1)
        (told,) = heard(street, lambda told: told["tables"][0]["result"])[
            "tables"
        ]  # its beginning may be late
        assert (told["id"], told["result"]) == (table, "won")
        new = open_table(one.client, mika)
        told = heard(street, lambda told: new in [each["id"] for each in told["tables"]])
        assert {each["id"] for each in told["tables"]} <= {table, new}  # the end may be told again, and late


def test_the_street_hears_that_a_table_was_called_off_at_another_worker(two: tuple[Worker, Worker]) -> None:
    """Whoever had it in a list sits nowhere at it any more."""
    one, other = two
    mika, rin = guest(one.client, "Mika"), guest(other.client, "Rin")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = open_table(one.client, mika, game="mai_star", seats=seats)
    sit(one.client, rin, table, 1)
    with (
        one.client.websocket_connect("/ws", headers=mika) as here,
        other.client.websocket_connect("/ws", headers=rin) as there,
    ):
        for street in (here, there):
            street.send_json({"type": "street", "lang": "en"})
            assert [each["id"] for each in street.receive_json()["tables"]] == [table]
        assert one.client.post(f"/api/tables/{table}/call-off", json={}, headers=mika).status_code == 200
        for street in (here, there):
            told = heard(street, lambda told: told["gone"])  # that Rin sat down may be told late
            assert told == {"type": "mytables", "tables": [], "gone": [table]}


def test_leases_are_by_the_databases_clock(two: tuple[Worker, Worker], url: str) -> None:
    one, other = two
    left = sa.select(WORKERS.c.until - timestamps.NOW).where(WORKERS.c.id.in_([one.id, other.id]))
    until(lambda: all(leases.LEASE - 2 < seconds <= leases.LEASE for seconds in ask(url, left)))


def test_a_game_with_bots_comes_to_its_end_whoever_looks_on_where(two: tuple[Worker, Worker]) -> None:
    one, other = two
    mika, aki = guest(one.client, "Mika"), guest(other.client, "Aki")
    table = open_table(one.client, mika)
    with other.seat(aki, table, None) as c, one.seat(mika, table, 0) as a:
        finish(a)
        told = c.until(lambda told: told.get("result"))
        assert told["seq"] == a.last["seq"]


def test_a_new_name_and_a_deletion_are_heard_at_every_worker(two: tuple[Worker, Worker], url: str) -> None:
    """Who looks on elsewhere hears both at once; who was forgotten is turned away there, too."""
    one, other = two
    table, mika, rin = two_players(one.client)
    with other.seat(rin, table, 1) as hers, other.client.websocket_connect("/ws", headers=mika) as socket:
        Seat(socket, table, 0)
        one.client.put("/api/me", json={"name": "Nao"}, headers=mika)
        heard = hers.until(lambda message: message["table"]["seats"][0]["name"] == "Nao")
        assert heard["from_seq"] == 0
        assert one.client.delete("/api/me", headers=mika).status_code == 204
        heard = hers.until(lambda message: message["result"])
        assert (heard["table"]["seats"][0]["name"], heard["result"]["winners"]) == ("Someone", [1])
        with pytest.raises(WebSocketDisconnect):
            listen(socket)


def listen(socket: Any) -> None:
    while True:
        socket.receive_json()


def test_a_deletion_at_two_workers_at_once(two: tuple[Worker, Worker], url: str) -> None:
    table, mika, _ = two_players(two[0].client)
    with ThreadPoolExecutor(2) as threads:
        answers = threads.map(lambda each: each.client.delete("/api/me", headers=mika).status_code, two)
        assert list(answers) == [204, 204]
    assert len(ask(url, sa.select(FORGOTTEN.c.digest))) == 1
    rows = ask(url, sa.select(ROWS.c.row).where(ROWS.c.table_id == table).order_by(ROWS.c.seq))
    assert [row for row in rows if "resigned" in row] == rows[-1:]


def test_clocks_are_the_same_at_every_worker_and_a_flag_falls_once(
    two: tuple[Worker, Worker], url: str
) -> None:
    one, other = two
    table, mika, rin = two_players(one.client, clock={"type": "days", "days": 3})
    with one.seat(mika, table, 0) as a, other.seat(rin, table, 1) as b:
        mover, rival = (a, b) if a.last["choices"] else (b, a)
        assert mover.last["clock"]["running"] == mover.seat
        seq = mover.last["seq"]
        mover.play()
        told = [each.until(lambda told: told.get("seq", 0) > seq) for each in (a, b)]
        assert {each["clock"]["running"] for each in told} == {rival.seat}
        assert {each["frames"][-1]["line"]["took"] is None for each in told} == {False}
    until(lambda: not one.house.rooms.rooms and not other.house.rooms.rooms)
    past = sa.update(CLOCKS).values(ends=CLOCKS.c.since, due=CLOCKS.c.since, signals=2)
    with sa.create_engine(url_of(url), poolclass=sa.NullPool).begin() as db:
        db.execute(past)
    for each in two:
        assert each.client.portal is not None
        each.client.portal.call(each.house.deadline_sweep.sweep)
    until(lambda: ask(url, sa.select(TABLES.c.finished).where(TABLES.c.id == table)) == [True])
    rows = ask(url, sa.select(ROWS.c.row).where(ROWS.c.table_id == table).order_by(ROWS.c.seq))
    assert [row for row in rows if "flagged" in row] == [rows[-1]]
    assert one.client.get("/api/me", headers=mika).json()["tables"][0]["reason"] == "flagged"


def test_the_houses_time_is_one_at_all_workers(two: tuple[Worker, Worker]) -> None:
    one, other = two
    assert one.client.portal is not None
    assert other.client.portal is not None
    one.house.uptime.reached += 1000
    one.client.portal.call(one.house.uptime.save)
    other.client.portal.call(other.house.uptime.save)
    assert other.house.uptime.now() >= 1000
    assert abs(other.house.uptime.now() - one.house.uptime.now()) < LONG


def test_strangers_at_different_workers_meet(
    two: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them pairs; both hear of the lobby, of their places and of the table; and that it is dead, when
    one confirmed it and the other would rather not."""
    monkeypatch.setattr("hanamachi.server.matchmaking.lobby_feed.READ_INTERVAL", 0.01)
    monkeypatch.setattr("hanamachi.server.storage.open_sockets.WRITE_INTERVAL", 0.01)
    one, other = two
    mika, rin = guest(one.client, "Mika"), guest(other.client, "Rin")
    with (
        one.client.websocket_connect("/ws", headers=mika) as a,
        other.client.websocket_connect("/ws", headers=rin) as b,
    ):
        for socket in (a, b):
            socket.send_json({"type": "lobby"})
        public = open_table(one.client, mika, seats=[{"kind": "me"}, {"kind": "open"}], public=True)
        told = heard(b, lambda told: told["type"] == "tonight" and told["waiting"] and told["people"] == 2)
        assert [table["id"] for table in told["waiting"]] == [public]
        a.send_json({"type": "queue", "game": "okiya"})
        heard(b, lambda told: told["type"] == "tonight" and told["queues"] == {"okiya": 1})
        b.send_json({"type": "queue", "game": "okiya"})
        in_vain = [heard(socket, lambda told: told.get("found"))["found"] for socket in (a, b)][1]
        say(other.client, rin, in_vain["table"], in_vain["commitment"])
        (seat,) = other.client.get(f"/api/tables/{in_vain['table']}", headers=rin).json()["mine"]
        with other.seat(rin, in_vain["table"], seat) as waits:
            a.send_json({"type": "leavequeue"})
            assert heard(b, lambda told: told.get("why"))["game"] == "okiya"
            waits.until(lambda told: told["table"]["seats"][0]["kind"] == "closed")
        monkeypatch.setattr("hanamachi.server.db.timestamps.now", ten_minutes_later())
        a.send_json({"type": "queue", "game": "okiya"})

        def anew(told: Any) -> bool:
            return bool(told.get("found")) and told["found"]["table"] != in_vain["table"]

        found = [heard(socket, anew)["found"] for socket in (a, b)]
        assert found[0]["table"] == found[1]["table"]
        say(one.client, mika, found[0]["table"], found[0]["commitment"])
        assert say(other.client, rin, found[0]["table"], found[0]["commitment"])["started"]
        for socket in (a, b):
            heard(socket, lambda told: told["type"] == "yourplace" and not told["game"])


def test_the_table_of_a_match_is_in_the_lists_at_every_worker(two: tuple[Worker, Worker]) -> None:
    """One worker opens it; the other hears of it by the notice of that transaction."""
    sockets = []
    with ExitStack() as stack:
        for name, each in zip(("Mika", "Rin"), two, strict=True):
            headers = guest(each.client, name)
            socket = stack.enter_context(each.client.websocket_connect("/ws", headers=headers))
            socket.send_json({"type": "street", "lang": "en"})
            assert socket.receive_json()["tables"] == []
            sockets.append(socket)
        for socket in sockets:
            socket.send_json({"type": "queue", "game": "okiya"})
        listed = [heard(socket, lambda told: told.get("tables"))["tables"] for socket in sockets]
        assert [each["id"] for each in listed[0]] == [each["id"] for each in listed[1]]


def test_a_browser_that_is_ended_hears_so_at_another_worker(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a hint: nobody looks around meanwhile."""
    monkeypatch.setattr("hanamachi.server.accounts.sessions.POLL_SECONDS", 10 * LONG)
    with worker(url) as one, worker(url) as other:
        mika = Browser(one.client)
        mika.ask("PUT", "/api/me", name="Mika")
        phone = second(mika)
        away = next(each["id"] for each in mika.devices() if not each["here"])
        with other.client.websocket_connect("/ws", headers=phone.headers) as socket:
            mika.ask("POST", "/api/me/devices/end", id=away)
            assert code_of(socket) == SESSION_ENDED


def test_another_worker_pairs_when_the_one_that_did_is_gone(url: str) -> None:
    with worker(url) as stays:
        with worker(url) as goes:
            until(lambda: paired_by(url, stays.house, goes.house))
        until(lambda: paired_by(url, stays.house))


def paired_by(url: str, *houses: Server) -> bool:
    """Whether exactly one of these may pair now."""
    engine = sa.create_engine(url_of(url), poolclass=sa.NullPool)
    with engine.begin() as db:
        return sum(takes_duty(db, PAIRING_WORKER, house.store.worker) for house in houses) == 1


def ten_minutes_later() -> Any:
    """Then two of whom one did not sit down are paired again."""
    then = timestamps.now
    return lambda db: then(db) + REFUSED_SECONDS + 1


def heard(socket: Any, done: Any) -> Any:
    while not done(told := socket.receive_json()):
        pass
    return told


def test_a_claim_and_a_move_at_two_workers_end_in_one_truth(two: tuple[Worker, Worker], url: str) -> None:
    """Rin comes back to another worker and moves at the moment at which Mika claims the win."""
    one, other = two
    table, mika, rin = two_players(one.client, clock={"type": "live", "base": 600}, patience=15)
    with one.seat(mika, table, 0) as a:
        with other.seat(rin, table, 1) as b:
            alternate(a, b)
            a.see(lambda told: all(told["here"]))
        a.see(lambda told: told["here"] == [True, False])
        room = one.house.rooms.rooms[table]
        room.audience.elsewhere.seen = dict.fromkeys(room.audience.elsewhere.seen, 0.0)  # long ago
        room.audience.begun = 0.0
        with other.seat(rin, table, 1) as b:
            b.until(lambda told: told["type"] == "updates")
            seq = b.last["seq"]
            b.send(type="submit", seat=1, seq=seq, move=b.last["choices"][0]["move"])
            a.send(type="claim", seat=0)
            rows = sa.select(ROWS.c.row).where(ROWS.c.table_id == table, ROWS.c.seq >= seq)
            until(lambda: ask(url, rows))
            heard(b.socket, lambda told: told["type"] in ("updates", "declined"))
            found = ask(url, rows.order_by(ROWS.c.seq))
    kinds = {"claimed" if '"claimed"' in row else "moved" for row in found}
    assert len(kinds) == 1
    over = ask(url, sa.select(TABLES.c.finished).where(TABLES.c.id == table))
    assert over == [kinds == {"claimed"}]


def alternate(a: Seat, b: Seat) -> None:
    """Both move, until each has moved and it is b's turn."""
    moved: set[int | None] = set()
    while True:
        for each in (a, b):
            each.until(lambda told: told["type"] == "updates")
        mover, rival = (a, b) if a.last["choices"] else (b, a)
        if mover is b and moved == {a.seat, b.seat}:
            return
        moved.add(mover.seat)
        seq = mover.last["seq"]
        mover.play()
        for each in (mover, rival):
            each.until(lambda told, seq=seq: told["type"] == "updates" and told["seq"] > seq)
