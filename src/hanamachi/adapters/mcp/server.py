"""The MCP server: the tools that a language model may call. Every answer is plain text."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Protocol, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from hanamachi.adapters.mcp import remote, rulebook
from hanamachi.adapters.mcp.local import LocalTable
from hanamachi.adapters.setting import BadSetting, sentence
from hanamachi.bots import levels
from hanamachi.core.options import describe
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES

T = TypeVar("T")

ABOUT = """Four tabletop games of the geisha quarter. Call list_games, then start_table (against bots) or
join_table (by the link of a table in a running house). Then, until the game is over: look, legal_moves, play.
You hear what your seat may know and nothing else. A move is played as legal_moves writes it."""


class Table(Protocol):
    async def look(self) -> str: ...
    async def legal_moves(self) -> list[str]: ...
    async def play(self, text: str, /) -> str: ...
    async def hint(self) -> str: ...
    async def review(self) -> str: ...
    async def close(self) -> None: ...


class Desk:
    """The tools, and the tables of one model by number."""

    def __init__(self) -> None:
        self.tables: dict[str, tuple[str, Table]] = {}

    @asynccontextmanager
    async def open(self, _server: Any) -> AsyncIterator[None]:
        yield
        for _, table in self.tables.values():
            await table.close()

    def keep(self, game: str, table: Table) -> str:
        number = str(len(self.tables) + 1)
        self.tables[number] = game, table
        return number

    def find(self, number: str) -> Table:
        if number not in self.tables:
            raise ToolError(sentence(BadSetting("no_table")))
        return self.tables[number][1]

    async def told(self, asked: Awaitable[T], game: str | None = None) -> T:
        """Return an answer, or raise ToolError with the sentence of a refusal."""
        try:
            return await asked
        except Refusal as refusal:
            raise ToolError(sentence(refusal, game)) from refusal

    # -------------------------------------------------------------- the tools

    def list_games(self) -> str:
        """List every game: its name, the number of players, its options and the levels of its bots."""
        return "\n\n".join(card(name) for name in GAMES)

    def rules(self, game: str, number: str = "") -> str:
        """Return the rules of a game. With a number (such as H7) one rule, else all of them."""
        try:
            book = rulebook.rules(game)
            return rulebook.rule(game, number) if number else "\n".join(f"{n}: {t}" for n, t in book.items())
        except Refusal as refusal:
            raise ToolError(sentence(refusal)) from refusal

    async def start_table(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        opponent: str = "novice",
        options: dict[str, Any] | None = None,
        hints: bool = False,
        seed: int | None = None,
    ) -> str:
        """Start a table against bots. `seat` is yours, from 0. Returns the table and its number."""
        try:
            table = LocalTable(
                game, seats=seats, seat=seat, opponent=opponent, options=options or {}, hints=hints, seed=seed
            )
        except Refusal as refusal:
            known = game if game in GAMES else None
            raise ToolError(sentence(refusal, known)) from refusal
        return f"Table {self.keep(game, table)}.\n{await table.look()}"

    async def join_table(self, link: str, name: str) -> str:
        """Take a seat at a table of a running server by its link. Your name is marked as a program's."""
        table = await self.told(remote.join(link, name))
        return f"Table {self.keep('', table)}.\n{await self.told(table.look())}"

    async def look(self, table: str) -> str:
        """Return the table as your seat sees it, and the open question."""
        return await self.told(self.find(table).look())

    async def legal_moves(self, table: str) -> str:
        """List your legal moves, one per line: the move as it is written, and its meaning in brackets."""
        moves = await self.told(self.find(table).legal_moves())
        return "\n".join(moves) or "You have no decision to make now."

    async def play(self, table: str, move: str) -> str:
        """Play a move as it is written. Returns what your seat hears until it must decide again."""
        found = self.find(table)
        return await self.told(found.play(move.partition(" (")[0]), self.tables[table][0] or None)

    async def hint(self, table: str) -> str:
        """Return a strong player's best moves for your decision with their chances to win, if the table
        allows hints."""
        return await self.told(self.find(table).hint())

    async def review(self, table: str) -> str:
        """Return a strong player's opinion of each of your decisions in a finished game."""
        return await self.told(self.find(table).review())


def card(name: str) -> str:
    game = GAMES[name]
    words = game.text.words("en")
    seats = " or ".join(map(str, game.seats))
    options = [
        f"  {option.name}: {', '.join(option.fits())} (= {option.default})"
        for option in describe(game.options)
    ]
    head = [f"{name}: {words('name')}, for {seats}. {words('about')}", f"  bots: {', '.join(levels(name))}"]
    return "\n".join([*head, *options])


class Server(MCPServer):
    """The SDK's server, except that an error is told as our own sentence alone."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            raise ToolError(plainly(name, error)) from error.__cause__


def plainly(tool: str, error: ToolError) -> str:
    """Return the sentence in an error of the SDK."""
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        return " ".join(bad_argument(tool, each) for each in cause.errors())
    return str(cause if isinstance(cause, ToolError) else error)


def bad_argument(tool: str, found: Any) -> str:
    name = str(found["loc"][0])
    if found["type"] == "missing":
        return f"The tool {tool} needs the argument {name}."
    reason = found["msg"][:1].lower() + found["msg"][1:]
    return f"The argument {name} of the tool {tool} is wrong: {reason}."


def make_server() -> Any:
    """Return a server with its own tables."""
    desk = Desk()
    server = Server(
        "hanamachi",
        version=version("hanamachi"),
        instructions=ABOUT,
        log_level="WARNING",
        lifespan=desk.open,
    )
    tools = (desk.list_games, desk.rules, desk.start_table, desk.join_table, desk.look, desk.legal_moves)
    for tool in (*tools, desk.play, desk.hint, desk.review):
        server.add_tool(tool)
    return server
