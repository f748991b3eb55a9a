"""A client written from docs/protocol.md alone, against a real house: nothing of hanamachi is imported here."""

import hashlib
import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.real_server import running


class Client:
    """A guest of the house, and the table they play at."""

    def __init__(self, house: str, name: str) -> None:
        self.house, self.cookie, self.dice = house, "", random.Random(name)
        self.lines: dict[int, Any] = {}
        self.seq = 0
        self.call("PUT", "/api/me", {"name": name})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"content-type": "application/json"} if body is not None else {}
        data = None if body is None else json.dumps(body).encode()
        if self.cookie:
            headers["cookie"] = self.cookie
        request = urllib.request.Request(f"http://{self.house}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            for cookie in answer.headers.get_all("set-cookie") or []:
                self.cookie = cookie.partition(";")[0]
            return json.load(answer)

    def open_table(self, game: str, *seats: dict[str, str]) -> str:
        opened = self.call("POST", "/api/tables", {"game": game, "seats": [{"kind": "me"}, *seats]})
        self.give_words(opened["id"], opened["commitment"])
        return str(opened["id"])

    def sit(self, table: str, seat: int) -> None:
        card = self.call("POST", f"/api/tables/{table}/seats", {"seat": seat})
        self.give_words(table, card["table"]["commitment"])

    def give_words(self, table: str, commitment: str) -> None:
        words = {"words": secrets.token_hex(8), "commitment": commitment}
        self.call("POST", f"/api/tables/{table}/words", words)

    @contextmanager
    def watch(self, table: str, seat: int, seq: int) -> Iterator[ClientConnection]:
        with connect(f"ws://{self.house}/ws", additional_headers={"cookie": self.cookie}) as talk:
            talk.send(json.dumps({"type": "watch", "table": table, "seat": seat, "seq": seq}))
            yield talk

    def updates(self, talk: ClientConnection) -> Any:
        """The next updates; what else is said meanwhile changes nothing here."""
        while (told := json.loads(talk.recv(60)))["type"] != "updates":
            assert told["type"] in ("yours", "presence"), told
        for line in [seq for seq in self.lines if seq >= told["from_seq"]]:
            del self.lines[line]
        self.lines |= {frame["line"]["seq"]: frame["line"] for frame in told["frames"]}
        self.seq = told["seq"]
        return told

    def play(self, table: str, seat: int) -> Any:
        """Any legal move, until the game is over."""
        with self.watch(table, seat, 0) as talk:
            told = self.updates(talk)
            while not told["result"]:
                if told["choices"]:
                    talk.send(json.dumps(self.move(told, seat)))
                told = self.updates(talk)
        return told

    def move(self, told: Any, seat: int) -> dict[str, Any]:
        move = self.dice.choice(told["choices"])["move"]
        return {"type": "submit", "seat": seat, "seq": told["seq"], "move": move}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("house")) as address:
        yield address


def check_the_end(client: Client, table: str, told: Any) -> None:
    """All rows were heard, and the seed is the one that was sealed."""
    record = client.call("GET", f"/api/tables/{table}/record")
    assert sorted(client.lines) == list(range(len(record["log"]))) == list(range(client.seq))
    assert hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest() == told["table"]["commitment"]
    assert record["result"] == told["result"]


def test_a_whole_game_of_okiya_against_a_bot(house: str) -> None:
    mika = Client(house, "Mika")
    level = mika.call("GET", "/api/games")[0]["levels"][0]["name"]
    table = mika.open_table("okiya", {"kind": "bot", "level": level})
    check_the_end(mika, table, mika.play(table, 0))
    assert [mine["over"] for mine in mika.call("GET", "/api/me")["tables"]] == [True]


def test_a_whole_game_of_hanamikoji_between_two_such_clients(house: str) -> None:
    mika, rin = Client(house, "Mika"), Client(house, "Rin")
    table = mika.open_table("hanamikoji", {"kind": "open"})
    rin.sit(table, 1)
    with ThreadPoolExecutor(2) as both:
        ends = list(both.map(lambda seat: [mika, rin][seat].play(table, seat), range(2)))
    assert ends[0]["result"] == ends[1]["result"]
    for client, told in zip((mika, rin), ends, strict=True):
        check_the_end(client, table, told)


def test_a_move_whose_answer_was_lost_is_sent_again(house: str) -> None:
    """The connection breaks after each move: the same once more is played, or was played already."""
    mika = Client(house, "Mika")
    table = mika.open_table("okiya", {"kind": "bot", "level": "random"})
    again = set[str]()
    told = None
    while not (told and told["result"]):
        with mika.watch(table, 0, mika.seq) as talk:
            told = mika.updates(talk)
            while not told["choices"] and not told["result"]:
                told = mika.updates(talk)
            message = json.dumps(mika.move(told, 0)) if told["choices"] else ""
            talk.send(message or '{"type": "ping"}')
        if message:
            again.add(sent_again(mika, table, message))
    check_the_end(mika, table, told)
    assert again <= {"played", "already_played"}


def sent_again(mika: Client, table: str, message: str) -> str:
    """What the house says to a message that it may have heard before."""
    with mika.watch(table, 0, 0) as talk:
        talk.send(message)
        seqs = list[int]()
        while True:
            told = json.loads(talk.recv(60))
            if told["type"] == "declined":
                return str(told["reason"])
            if told["type"] == "updates":
                seqs.append(told["seq"])
                if len(seqs) > 1 and seqs[-1] > seqs[0]:
                    return "played"


def test_a_refusal_is_read_by_its_reason(house: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        Client(house, "x" * 41)
    assert refused.value.code == 400
    assert json.load(refused.value)["reason"] == "bad_name"


def test_the_page_knows_every_word_that_is_used_here() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    for word in (
        "PUT /api/me",
        "commitment",
        '"watch"',
        '"submit"',
        "`yours`",
        "`presence`",
        "already_played",
        "from_seq",
    ):
        assert word in page
