"""`hanamachi mcp`, driven by the SDK's own client: whole games, refusals, hints, secrets, a seat in a house."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from hanamachi.adapters.mcp.ending import describe_end
from hanamachi.adapters.mcp.local import LocalTable
from hanamachi.adapters.mcp.rulebook import rules
from hanamachi.games import GAMES
from tests.ports import free_port

ENDED = r"The game is over\. (You win|.+ wins|Shared victory: .+)\. \(Rule [OHGM]\d+\.\)"


class Model:
    """A client of the SDK that plays at random and keeps everything it reads."""

    def __init__(self, client: Any) -> None:
        self.client, self.read, self.rng = client, list[str](), Random(1)

    async def call(self, tool: str, **arguments: Any) -> str:
        answer = await self.client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content)
        self.read.append(text)
        assert "Error executing tool" not in text
        return f"refused: {text}" if answer.is_error else text

    async def play_out(self, table: str, most: int = 3000) -> str:
        """Random moves until the game is over; the last that was read."""
        text = ""
        for _ in range(most):
            moves = await self.call("legal_moves", table=table)
            if moves == "You have no decision to make now.":
                return text
            text = await self.call("play", table=table, move=self.rng.choice(moves.splitlines()))
            assert not text.startswith("refused"), text
        raise AssertionError("a game without an end")


def test_a_game_that_was_called_off_has_no_result() -> None:
    told = [describe_end([], reason, 0, ["Mika", "Rin"]) for reason in ("calledoff", "lapsed", "agreed")]
    assert told == [
        "The game is over. A player left, and the game was called off.",
        "The game is over. The first move was not made in time: the game was called off.",
        "The game is over. Nobody wins. The players agreed on a draw.",
    ]


async def in_process(script: Any) -> None:
    from mcp import Client

    from hanamachi.adapters.mcp.server import make_server

    async with Client(make_server()) as client:
        await script(Model(client))


async def over_stdio(script: Any) -> None:
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable, args=["-m", "hanamachi", "mcp"], env=dict(os.environ)
    )
    async with Client(stdio_client(server)) as client:
        await script(Model(client))


def test_a_whole_hanamikoji_game_over_standard_input_and_output() -> None:
    async def script(model: Model) -> None:
        names = {tool.name for tool in (await model.client.list_tools()).tools}
        assert names >= {
            "list_games",
            "rules",
            "start_table",
            "look",
            "legal_moves",
            "play",
            "hint",
            "review",
        }
        assert "hanamikoji: Hanamikoji, for 2." in await model.call("list_games")
        assert model.client.server_info.version == version("hanamachi")
        assert "(a program)" in await model.call("start_table", game="hanamikoji", seed=3)
        end = await model.play_out("1")
        assert re.search(ENDED, end), end
        assert re.search(ENDED, await model.call("look", table="1"))
        assert "The game is over" in await model.call("play", table="1", move="secret flute")

    asyncio.run(over_stdio(script))


def test_a_whole_mai_star_game() -> None:
    async def script(model: Model) -> None:
        await model.call("start_table", game="mai_star", seats=4, seat=2, opponent="random", seed=5)
        assert re.search(ENDED, await model.play_out("1"))

    asyncio.run(in_process(script))


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("play", {"table": "1"}, "The tool play needs the argument move."),
        ("play", {}, "The tool play needs the argument table. The tool play needs the argument move."),
        (
            "start_table",
            {"game": "okiya", "seat": "red"},
            "The argument seat of the tool start_table is wrong: input should be a valid integer, "
            "unable to parse string as an integer.",
        ),
        ("dance", {}, "Unknown tool: dance"),
        ("look", {"table": "7"}, "This table does not exist."),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(tool: str, arguments: dict[str, Any], words: str) -> None:
    async def script(model: Model) -> None:
        assert await model.call(tool, **arguments) == f"refused: {words}"

    asyncio.run(in_process(script))


def test_refusals_come_back_in_words_and_change_nothing() -> None:
    async def script(model: Model) -> None:
        for arguments, words in (
            ({"game": "go"}, "Unknown game: go"),
            ({"game": "okiya", "seats": 5}, "for 2 players, not 5"),
            ({"game": "okiya", "options": {"komi": 7}}, "no option komi"),
            ({"game": "okiya", "opponent": "dragon"}, "Unknown opponent: dragon"),
            ({"game": "okiya", "seat": 2}, "no seat 2"),
        ):
            assert words in await model.call("start_table", **arguments)
        await model.call("start_table", game="okiya", seed=4, options={"full_board": "draw"})
        before = await model.call("look", table="1")
        for move in ("b2", "c3", "z9", "dance"):
            assert (await model.call("play", table="1", move=move)).startswith("refused")
        assert await model.call("look", table="1") == before
        legal = {line.split(" ")[0] for line in (await model.call("legal_moves", table="1")).splitlines()}
        squares = {f"{column}{row}" for column in "abcd" for row in "1234"}
        refused = await model.call("play", table="1", move=sorted(squares - legal)[0])
        assert re.search(r"\(Rule O\d+\.\)", refused)
        assert "does not exist" in await model.call("look", table="9")

    asyncio.run(in_process(script))


def test_hints_only_where_the_table_allows_them_and_reviews_only_at_the_end() -> None:
    async def script(model: Model) -> None:
        await model.call("start_table", game="okiya", seed=1)
        assert "Hints are off" in await model.call("hint", table="1")
        await model.call("start_table", game="okiya", hints=True, seed=1, opponent="random")
        assert re.match(r"[a-d][1-4]: \d+ %", await model.call("hint", table="2"))
        assert "not over yet" in await model.call("review", table="2")
        await model.play_out("2")
        assert re.match(r"[a-d][1-4]: \d+ %", await model.call("review", table="2"))

    asyncio.run(in_process(script))


def test_rules_by_number() -> None:
    async def script(model: Model) -> None:
        assert (await model.call("rules", game="hanamikoji", number="h7")).startswith("H7: [S] Draw a card")
        assert "H16: " in await model.call("rules", game="hanamikoji")
        assert "no rule H99" in await model.call("rules", game="hanamikoji", number="H99")

    asyncio.run(in_process(script))


@pytest.mark.parametrize("name", sorted(GAMES.keys() & {"okiya", "hanamikoji", "geishas_road", "mai_star"}))
def test_every_rule_of_the_page_is_found(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    assert list(rules(name)) == re.findall(r"^- \*\*([A-Z]\d+)\*\*", page, re.M)
    assert len(rules(name)) > 10


@pytest.mark.parametrize(
    ("name", "options"),
    [("hanamikoji", {}), ("geishas_road", {"mode": "advanced"}), ("mai_star", {"management": True})],
)
def test_what_a_model_reads_is_the_same_whatever_is_hidden(name: str, options: dict[str, Any]) -> None:
    """The leak law: hidden cards are dealt anew behind the seat's back, and not a letter changes."""
    rng, different = Random(2), 0
    table = LocalTable(name, seats=None, seat=0, opponent="random", options=options, hints=False, seed=9)
    while table.state.actor is not None:
        true = table.state
        texts = asyncio.run(table.look()), asyncio.run(table.legal_moves())
        table.state = table.game.imagine(true.view(0), rng)
        different += table.state != true
        assert (asyncio.run(table.look()), asyncio.run(table.legal_moves())) == texts
        table.state = true
        heard = asyncio.run(table.play(table.game.text.write(rng.choice(true.moves()))))
        assert heard
    assert different > 5


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """The address of a running house."""
    port = free_port()
    command = [sys.executable, "-m", "hanamachi", "serve", "--port", str(port)]
    command += ["--database", str(tmp_path / "house.db")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield wait_for(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()


def wait_for(address: str) -> str:
    for _ in range(300):
        try:
            with urlopen(f"{address}/api/games", timeout=30):
                return address
        except (URLError, OSError):
            time.sleep(0.1)
    raise AssertionError("the house does not open")


def test_a_seat_in_a_running_house(house: str) -> None:
    from hanamachi.adapters.mcp.remote import House

    async def script(model: Model) -> None:
        host = House(house)
        await host.call("PUT", "/me", {"name": "Hana"})
        wish = {"game": "okiya", "seats": [{"kind": "open"}, {"kind": "bot", "level": "novice"}]}
        opened = await host.call("POST", "/tables", wish)
        assert "is not a link" in await model.call("join_table", link="okiya", name="Botan")
        link = f"{house}/t/{opened['id']}"
        assert not (await model.call("join_table", link=link, name="Botan")).startswith("refused")
        info = await host.call("GET", f"/tables/{opened['id']}")
        assert info["table"]["seats"][0]["name"] == "Botan (program)"
        assert "Hints are off" in await model.call("hint", table="1")
        assert (await model.call("play", table="1", move="z9")).startswith("refused")
        assert re.search(ENDED, await model.play_out("1"))
        assert re.search(ENDED, await model.call("look", table="1"))
        assert "No seat at this table is free" in await model.call("join_table", link=link, name="Kiku")

    asyncio.run(in_process(script))
