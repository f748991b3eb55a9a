"""The command line as people use it: words in, words out, exit codes."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from hanamachi.bots import ladders
from hanamachi.cli import COMMANDS, language, main
from hanamachi.cli.support.terminal import between_words
from hanamachi.core import record
from hanamachi.core.conformance import shapes
from hanamachi.core.game import NATURE
from hanamachi.core.log import CalledOff, Claimed, Lapsed, Played, Result
from hanamachi.core.words import Reader
from hanamachi.games import GAMES
from hanamachi.games.geishas_road.moves import Resolve
from hanamachi.games.okiya import layout
from hanamachi.games.okiya.solver import solve
from hanamachi.locales import catalogue
from tests import interrupts
from tests.cli.nim import LADDER, NIM
from tests.games.okiya.garden import laid

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line with typed lines; gives exit code, output, errors."""

    def go(command: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(command.split())
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return go


def typed(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def numbers(count: int = 40) -> str:
    """Always the first legal move."""
    return typed(*["1"] * count)


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_a_whole_game_in_every_language(run: Run, lang: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    code, out, err = run(f"play okiya --seed spring --lang {lang} --save {path}", numbers())
    words = catalogue("house")(lang)
    assert (code, err) == (0, "")
    assert re.search(words("result.win", who=".*"), out)
    snapshot = record.read(path.read_bytes(), GAMES)
    assert snapshot.result is not None
    assert snapshot.fairness.seed
    code, out, _ = run(f"verify {path} --lang {lang}")
    assert code == 0
    assert out.strip().startswith("Okiya")
    code, out, _ = run(f"replay {path} --view gallery --lang {lang}")
    assert code == 0
    assert GAMES["okiya"].text.words(lang)("house.red").upper() in out


def test_all_commands_and_words_at_the_prompt(run: Run) -> None:
    lines = typed(
        "?",
        "help",
        "help O6",
        "help maple",
        "help me",
        "table",
        "b2",
        "nonsense",
        "99",
        "undo",
        "maple sun",
        "undo",
        "a1",
        "quit",
    )
    code, out, _ = run("play okiya --seed 1 --against novice --name Mika", lines)
    assert code == 0
    for said in (
        "Take any tile on the border.",
        "  1  a1 pine sun",
        "O11 ",
        "Your tile must have the same plant",
        "maple is a plant",
        "There is no help on me.",
        "b2 is in the centre",
        "“nonsense” is neither a square nor a tile",
        "“99” is neither a square nor a tile",
        "Nothing can be taken back",
        "You take a3.",
        "Taken back.",
        "You take a1.",
        "It was not saved",
    ):
        assert said in out, said


def test_localized_commands_and_names(run: Run) -> None:
    _, out, _ = run("play okiya --seed 1 --lang pl", typed("pomoc O4", "klon słońce", "cofnij", "wyjdź"))
    assert "Pierwszy kafelek rundy" in out
    assert "Zabierasz a3" in out
    assert "Cofnięto." in out
    lines = typed("aide O4", "erable soleil", "abandonner", "oui")
    _, out, _ = run("play okiya --seed 1 --lang fr", lines)
    assert "Vous prenez a3" in out
    assert "L’autre camp a abandonné." in out


def test_resigning(run: Run) -> None:
    """In two steps; and at the end nobody is asked any more."""
    code, out, _ = run("play hanamikoji --seed 1 --seat 1", typed("resign", "no", "resign", "YES"))
    assert code == 0
    assert out.count("Really resign? Type yes; anything else continues the game.") == 2
    assert "Novice wins.\nThe other side resigned." in out
    assert "To move:" in out
    assert "To move:" not in out.rpartition("Type yes")[2]
    _, out, _ = run("play mai_star --seed 1", typed("resign", "yes"))
    assert "’s turn." not in out.rpartition("Type yes")[2]


def test_help_by_the_number_alone(run: Run) -> None:
    _, out, _ = run("play okiya --seed 1", typed("help 7", "help o8", "help 77", "quit"))
    assert "Four geishas of one house in a row, a column or a long diagonal win the round." in out
    assert "Four geishas of one house in a two by two square win the round." in out
    assert "There is no help on 77." in out


def test_help_follows_the_options(run: Run) -> None:
    _, out, _ = run("play hanamikoji --box small --seed 1", typed("help", "help flower", "table", "quit"))
    assert "compete for three geishas" in out
    assert "Three geishas are worth 2, 3 and 4 art points" in out
    assert "Seven" not in out
    assert "H18" not in out
    assert "There is no help on flower." in out
    assert out.count("Option: what is played with – a small practice box") == 2


def test_a_move_typed_as_it_is_listed(run: Run) -> None:
    """Also where another one has all its words: Counteroffer, and Counteroffer with Hidden offer."""
    for lang, label in (("en", "Counteroffer"), ("fr", "Contre-offre"), ("pl", "Kontroferta")):
        command = f"play geishas_road --mode advanced --starter second --seed 8 --lang {lang}"
        _, out, _ = run(command, typed(*["?", label] * 6, "quit"))
        listed = re.search(rf"^ +\d+  {label}$", out, re.M)
        assert listed
        words = GAMES["geishas_road"].text.words(lang)
        answered = words("tell.Counter", who=Reader("Ola"), counter=label)
        assert answered in out


def test_several_answers_in_one_line(run: Run) -> None:
    """They are given one after the other, as long as nothing happens that was not foreseen."""
    command = "play geishas_road --starter first --seed 5"
    _, out, _ = run(command, typed("gift; 1;; 1 ; 1; 1", "reveal; nonsense; 1; 2", "quit"))
    assert out.count("> 1\n") == 3
    assert "Not played: 1.\n" in out
    assert "“nonsense” is not a move of this game.\nNot played: 1; 2.\n" in out


def test_the_next_at_the_screen_does_not_see_what_the_last_one_typed_too_much(run: Run) -> None:
    """It is told before the screen is handed over, and played for nobody."""
    command = "play geishas_road --starter first --seed 5 --against human"
    _, out, _ = run(command, typed("", "gift; 1; 1; 1; secret plan", "", "quit"))
    before, _, after = out.rpartition("\n" * 40)
    assert "secret plan" in before
    assert "secret plan" not in after


def test_the_example_after_bad_input_fits_the_question(run: Run) -> None:
    typing = typed("", "nonsense", "introduce", "exchange 1", "undo", "quit")
    _, out, _ = run("play mai_star --seed 1 --against human", typing)
    assert "“nonsense” is not a move.\nFor example: choose " in out
    assert "“” is not a card." in out
    assert "You cannot do that now (M5).\nFor example: choose " in out
    assert out.count("For example: choose ") == 3  # not after what is no move at all


def test_the_terminal_tells_what_effects_did(run: Run, tmp_path: Path) -> None:
    """In the same words as the house, in the game and in its replay."""
    path = tmp_path / "festival.json"
    run(f"play mai_star --seed 3 --pace 0 --save {path}", numbers(400))
    _, out, _ = run(f"replay {path}")
    assert re.search(
        r"The festival is over and is scored\. .*: \d+ \(income \d+, left in hand: \d cards?\)", out
    )
    assert re.search(r"loses an? (guest|advertiser): |takes an? (guest|advertiser) from ", out)


def test_options_in_force_are_shown(run: Run) -> None:
    command = "play mai_star --seats 6 --management True --last-lap False --limited-guests at_once --seed 1"
    _, out, _ = run(command, typed("table", "quit"))
    for line in (
        "Option: Management mode: geishas are chosen again each round, after the deal.",
        "Off: six players: when the deck is empty, everybody has one more turn.",
        "Option: limit on guests (the number of cards dealt) – going over it ends the round at once.",
    ):
        assert out.count(line) == 2, line


def test_headings_of_help_in_every_language(run: Run) -> None:
    _, out, _ = run("play mai_star --help --lang fr")
    assert out.startswith("usage : ")
    assert "\noptions :\n" in out
    assert "\nMai-Star :\n" in out
    assert "par défaut : false" in " ".join(out.split())
    assert not re.search(r"\w[:;] ", out)
    _, out, _ = run("play mai_star --help --lang pl")
    assert out.startswith("użycie: ")


def test_a_stopped_game_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    code, out, _ = run(f"play okiya --seed 4 --save {path}", typed("1", "1"))
    assert code == 0
    assert f"--resume {path}" in out
    before = record.read(path.read_bytes(), GAMES)
    assert before.result is None
    code, out, _ = run(f"play --resume {path}", numbers())
    after = record.read(path.read_bytes(), GAMES)
    assert code == 0
    assert after.log[: len(before.log)] == before.log
    assert after.result is not None
    code, _, err = run(f"play --resume {path}")
    assert (code, err) == (2, f"This game is over. To watch it: hanamachi replay {path}\n")


def test_control_c_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    command = [sys.executable, "-m", "hanamachi", "play", "okiya", "--seed", "4", "--save", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, preexec_fn=interrupts.heeded
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("1\n")
        game.stdin.flush()
        while "takes" not in game.stdout.readline():
            pass
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=120)
    assert game.returncode == 130
    assert "Traceback" not in err
    assert str(path) in out
    snapshot = record.read(path.read_bytes(), GAMES)
    assert any(isinstance(row, Played) and row.seat != NATURE for row in snapshot.log)


def test_a_full_disk_is_told_and_the_game_goes_on(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(f"play okiya --seed 4 --save {tmp_path}/missing/game.json", numbers())
    assert code == 0
    assert "The game could not be saved: No such file or directory." in out
    assert "wins." in out


def test_the_same_words_give_the_same_deal(run: Run) -> None:
    first = run("play okiya --seed plum", typed("quit"))
    assert run("play okiya --seed plum", typed("quit")) == first
    assert run("play okiya --seed pine", typed("quit")) != first
    assert run("play okiya", typed("quit")) != run("play okiya", typed("quit"))


def test_two_people_share_a_screen_without_a_curtain(run: Run) -> None:
    """Okiya has no secrets: nothing to hide between turns, and no undo among people."""
    code, out, _ = run("play okiya --seed 3 --against human", typed("1", "undo", *["1"] * 20))
    assert code == 0
    assert "You can undo only in games against bots." in out
    assert "Press Enter" not in out


def test_every_seat_can_be_yours(run: Run) -> None:
    for seat in (1, 2):
        code, out, _ = run(f"play okiya --seed 3 --seat {seat} --name Mika", typed("quit"))
        assert code == 0
        assert ("Red: Mika", "Black: Mika")[seat - 1] in out


def test_options_are_flags(run: Run) -> None:
    _, out, _ = run("play okiya --seed 3 --match points --target 5 --full-board draw", typed("quit"))
    assert "First to 5." in out
    code, out, _ = run("play okiya --help")
    assert code == 0
    assert "--full-board last_mover|draw" in out


CODE = "5XH9C164Q"


def test_solve_in_words_and_in_json(run: Run) -> None:
    code, out, _ = run(f"solve okiya --layout {CODE} --moves a1,b2,d3,b1,d1,a4,c3")
    assert code == 0
    assert re.search(r"black to move: (wins|loses) in \d+ moves?\.", out)
    assert "Red: red" not in out
    _, out, _ = run(f"solve okiya --layout {CODE} --moves a1,b2,d3,b1,d1,a4,c3 --lang fr")
    assert re.search(r"^  \w\d \w+ [\w ]+ : ", out, re.M)
    code, out, _ = run(f"solve okiya --layout {CODE} --moves a1,b2,d3,b1,d1,a4,c3 --json --match points")
    answer = json.loads(out)
    assert answer["layout"] == CODE
    assert (answer["game"], answer["seat"]) == ("okiya", 1)
    assert answer["best"]["result"] in ("win", "loss")
    assert all(value["points"] is not None for value in answer["moves"].values())
    _, out, _ = run(f"solve okiya --layout {CODE} --moves a1 --json --full-board draw")
    assert "points" in json.loads(out)["best"]


def test_solve_agrees_with_the_solver(run: Run) -> None:
    tiles = tuple(Random(9).sample(range(16), 16))
    _, out, _ = run(f"solve okiya --layout {layout.encode(tiles)} --json")
    solution = solve(laid(tiles))
    assert json.loads(out)["best"]["plies"] == solution.best.plies
    assert len(json.loads(out)["moves"]) == 12


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "nim", NIM)
    monkeypatch.setitem(ladders(), "nim", LADDER)


@pytest.mark.usefixtures("nim")
def test_any_game_with_an_exact_judge_is_solved(run: Run) -> None:
    """Without layouts it begins as it begins, and seats without names are counted."""
    code, out, _ = run("solve nim --moves 1,1")
    assert code == 0
    assert out.splitlines() == [
        "Player 1, Player 2: 5",
        "Player 1 to move: wins in 3 moves.",
        "  1: wins in 3 moves",
        "  2: loses in 2 moves",
        "  3: loses in 2 moves",
    ]
    answer = json.loads(run("solve nim --moves 1,1 --json")[1])
    assert (answer["game"], answer["layout"], answer["seat"]) == ("nim", None, 0)
    assert answer["moves"]["1"] == answer["best"] == {"result": "win", "plies": 3, "points": None}
    assert "Move 3, 3: There are only 1 left (N1)." in run("solve nim --moves 3,3,3")[2]
    assert "This game cannot start from a layout code." in run("solve nim --layout 5XH9C164Q")[2]
    assert "There is nothing to solve" in run("solve nim --moves 3,3,1")[2]
    assert "only for: okiya, nim." in run("solve tsukimi")[2]


@pytest.fixture
def saved(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    run(f"play okiya --seed 6 --match series --save {path}", numbers(200))
    return path


def test_replay_at_any_row_from_any_seat(run: Run, saved: Path) -> None:
    code, out, _ = run(f"replay {saved}")
    assert code == 0
    assert out.count("takes") > 20
    _, out, _ = run(f"replay {saved} --at 3 --view 1")
    assert "takes" not in out
    _, out, _ = run(f"replay {saved} --at 30 --view 2 --json")
    told = json.loads(out)
    assert (told["game"], told["view"]["seat"]) == ("okiya", 1)
    assert told["story"][-1]["move"]["type"] in ("Take", "Score", "Lay")
    _, out, _ = run(f"verify {saved} --json")
    assert json.loads(out)["verified"] is True


WINNER = {"en": "Mika wins.", "fr": "Victoire : Mika.", "pl": "Wygrywa Mika."}
LEFT_EARLY: list[tuple[Claimed | CalledOff | Lapsed, dict[str, str]]] = [
    (
        Claimed(0),
        {
            "en": "The other player left.",
            "fr": "L’autre joueur est parti.",
            "pl": "Drugi gracz odszedł.",
        },
    ),
    (
        CalledOff(),
        {
            "en": "A player left, and the game was called off.",
            "fr": "Un joueur est parti, et la partie a été annulée.",
            "pl": "Jeden z graczy odszedł i grę odwołano.",
        },
    ),
    (
        Lapsed(1),
        {
            "en": "The first move was not made in time: the game was called off.",
            "fr": "Le premier coup n’a pas été joué à temps : la partie a été annulée.",
            "pl": "Pierwszego ruchu nie wykonano na czas: grę odwołano.",
        },
    ),
]


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
@pytest.mark.parametrize(("row", "why"), LEFT_EARLY)
def test_a_replay_says_how_a_game_ended_that_a_player_left(
    run: Run, saved: Path, row: Claimed | CalledOff | Lapsed, why: dict[str, str], lang: str
) -> None:
    snapshot = record.read(saved.read_bytes(), GAMES)
    log, won = (*snapshot.log[:12], row), isinstance(row, Claimed)
    ranks, winners = ((1, 2), (0,)) if won else ((1, 1), ())
    result = Result((0, 0), ranks, winners, type(row).__name__.lower())
    saved.write_bytes(record.write(replace(snapshot, seats=("Mika", "Rin"), log=log, result=result)))
    code, out, _ = run(f"--lang {lang} replay {saved}")
    assert code == 0
    assert out.replace("\xa0", " ").splitlines()[-1 - won :] == [*[WINNER[lang]] * won, why[lang]]
    assert why[lang] not in run(f"--lang {lang} replay {saved} --at 12")[1]
    assert run(f"verify {saved}")[0] == 0


def test_two_of_one_name_are_told_apart(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamachi.cli.commands.play.name_of", lambda *_: "Hina")
    run(f"play okiya --seed 6 --save {tmp_path / 'alike.json'}", numbers(200))
    _, out, _ = run(f"replay {tmp_path / 'alike.json'}")
    assert "Hina takes" in out
    assert "Hina 2 takes" in out


def damaged(path: Path, change: Callable[[bytes], bytes]) -> Path:
    broken = path.with_name("broken.json")
    broken.write_bytes(change(path.read_bytes()))
    return broken


def test_an_unfinished_game_keeps_its_cards_closed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    run(f"play okiya --seed 6 --save {path}", typed("1"))
    assert run(f"replay {path}")[::2] == (
        2,
        "This game is not over: watch it from a seat or as a spectator (gallery).\n",
    )
    assert run(f"replay {path} --view gallery")[0] == 0


def test_an_older_record_is_told_as_todays(run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "okiya", replace(GAMES["okiya"], version=2))
    code, out, err = run(f"replay {saved}")
    assert (code, err) == (0, "")
    assert "takes" in out


def test_damaged_records(run: Run, saved: Path) -> None:
    cut = damaged(saved, lambda data: data[: len(data) // 2])
    code, out, err = run(f"verify {cut}")
    assert (code, out) == (2, "")
    assert err.startswith("This file is damaged or not a record")
    tampered = damaged(saved, lambda data: data.replace(b'"Player 1"', b'"Player X"', 1))
    assert (
        run(f"replay {tampered}")[2]
        == "The seal of this record is broken: the file was changed or damaged.\n"
    )
    assert run("verify nowhere.json")[2] == "nowhere.json cannot be read: No such file or directory.\n"
    foreign = damaged(saved, lambda _data: b'{"name": "x"}')
    assert run(f"verify {foreign}")[2].startswith("This file is not a record of a game")


BAD = {
    "dance": "Unknown command: dance. Choose one of: play, puzzle, serve, arena, solve, replay, verify, train, warm, export, mcp, puzzles, explorer, backup, restore, forgotten, check, prune, service, recover, ratings, host.",
    "play chess": "Unknown game: chess.",
    "play okiya --seat 3": "There is no seat 3: choose 1 to 2.",
    "play okiya --seats 4": "This game is for 2 players, not 4.",
    "play mai_star --seats 2": "This game is for 3–6 players, not 2.",
    "play okiya --against god": "Unknown opponent: god. Choose one of: random, novice, apprentice",
    "play okiya --match best": "best is not a value of match.",
    "play okiya --target 0 --match points": "0 is not a value of target. Choose one of: 1..1000.",
    "play okiya --target 15": "A target is only for a match for points.",
    "play okiya --lang de": "'de' does not fit --lang",
    "play okiya --speed fast": "unknown: --speed fast",
    "solve": "missing: game",
    "solve okiya": "missing: --layout",
    "solve okiya --layout": "--layout needs a value",
    "solve tsukimi --layout 0": "There is no perfect play for tsukimi, only for: okiya.",
    "solve hanamikoji": "There is no perfect play for hanamikoji, only for: okiya.",
    "solve okiya --layout 12": "“12” is not a layout code: a code has nine letters and digits.",
    "solve okiya --layout ZZZZZZZZZ": "“ZZZZZZZZZ” is not a layout code: the last one is K0XVQAZZZ.",
    f"solve okiya --layout {CODE} --moves b2": "Move 1, b2: b2 is in the centre",
    f"solve okiya --layout {CODE} --moves a1,q9": "“q9” is neither a square nor a tile",
    "serve --limit chairs=3": "Unknown limit: chairs. Choose one of: body, record_body,",
    "serve --limit body=much": "“much” does not fit the limit body: write it like body=16384.",
    "serve --limit tables=5": "“5” does not fit the limit tables: write it like tables=30/10.",
    "serve --hook-to hooks.example": "hooks.example is not an address for webhooks",
    "serve --hook-to http://hooks.example/../tea": "is not an address for webhooks",
    "serve --proxy nginx": "nginx is not a numeric address of a web server",
    "serve --public-url tea.example": "tea.example is not an address such as https://tea.example.",
    "serve --port 99999": "Port 99999 is taken",
    "serve --port 0 --metrics-port 99999": "Port 99999 is taken",
    "verify": "missing: record",
    "replay x.json --at ten": "'ten' does not fit --at",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_gets_a_sentence_and_exit_code_two(run: Run, command: str) -> None:
    code, out, err = run(command)
    assert (code, out) == (2, "")
    assert BAD[command] in err
    assert err.count("\n") == 1


def test_bad_rows_and_views_of_a_record(run: Run, saved: Path) -> None:
    assert "There is no row 999" in run(f"replay {saved} --at 999")[2]
    assert "3 is not a view: choose a seat from 1 to 2" in run(f"replay {saved} --view 3")[2]


def test_a_position_that_is_over_cannot_be_solved(run: Run) -> None:
    state, taken = laid(layout.decode(CODE)), list[str]()
    while hasattr(state.todo[0], "seat") and state.todo[0].seat != NATURE:
        move = state.moves()[0]
        taken.append(GAMES["okiya"].text.write(move))
        state = state.play(move)
    code, _, err = run(f"solve okiya --layout {CODE} --moves {','.join(taken)}")
    assert (code, err) == (2, "There is nothing to solve: it is nobody’s turn.\n")


def test_help_lists_the_commands(run: Run) -> None:
    """Without a command and without a terminal it is bad input, so scripts notice."""
    for command in ("", "--help", "-h", "--lang pl"):
        code, out, _ = run(command)
        assert code == (0 if "h" in command else 2)
        assert all(f"  {name} " in out for name in COMMANDS)


def test_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language([]) == "en"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert language([]) == "pl"
    assert language(["--lang", "fr"]) == language(["--lang=fr"]) == "fr"
    monkeypatch.setenv("LANG", "de_DE")
    assert language(["--lang"]) == "en"


def test_the_house_catalogues_agree() -> None:
    books = [catalogue("house")(lang).phrases for lang in ("en", "fr", "pl")]
    assert shapes(books[0]) == shapes(books[1]) == shapes(books[2])


def test_the_fifth_game_plays_through_the_generic_table(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "moon.json"
    code, out, _ = run(f"play tsukimi --seed 2 --seats 3 --save {path}", numbers())
    assert code == 0
    assert "Your hand:" in out
    assert "wins." in out or "Shared victory" in out
    assert run(f"verify {path}")[0] == 0
    assert run(f"replay {path} --view 2")[0] == 0


def test_a_curtain_hides_the_last_hand(run: Run) -> None:
    _, out, _ = run("play tsukimi --seed 2 --against human", typed("", "1", "", "1", "quit"))
    pages = out.split("\n" * 30)
    assert len(pages) >= 4
    assert "Press Enter when nobody else is looking" in out
    asked = [set(re.findall(r"^(Player \d): .*\?$", page, re.M)) for page in pages if "Your hand" in page]
    assert asked == [{"Player 1"}, {"Player 2"}]


def test_a_pipe_that_closes_early_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m hanamachi play okiya --seed 1 </dev/null | head -1"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, env={**os.environ, "LANG": "C"})
    assert run.returncode == 0
    assert "Traceback" not in run.stderr


def test_help_knows_how_many_play_and_how_many_copies_there_are(run: Run) -> None:
    _, six, _ = run("play mai_star --seats 6 --seed 1", typed("help M28", "help citizen", "quit"))
    assert "last lap comes first (M29)" in " ".join(six.split())
    assert "(2 in each colour)" in " ".join(six.split())
    _, three, _ = run("play mai_star --seats 3 --seed 1", typed("help M28", "help M29", "quit"))
    assert "last lap comes first" not in " ".join(three.split())
    assert "There is no help on M29." in three


HARDER = "play geishas_road --mode harder --starter second --against random"


def test_an_order_that_cannot_matter_is_not_asked_for(run: Run, tmp_path: Path) -> None:
    path, game = tmp_path / "game.json", GAMES["geishas_road"]
    _, out, _ = run(f"{HARDER} --seed 2 --save {path}", numbers(80))
    log = record.replay(record.read(path.read_bytes(), GAMES), game)
    rows = [row if isinstance(row, Played) and row.seat == 0 else None for row in log.rows]
    orders = [seq for seq, row in enumerate(rows) if row and isinstance(row.move, Resolve)]
    moot = [game.moot(log.states[seq].view(0)) for seq in orders]
    assert (True in moot, False in moot) == (True, True)
    assert out.count("Which card do you resolve first") == moot.count(False)
    assert out.count("You resolve first") == len(orders)


def test_an_order_that_cannot_matter_may_be_typed_all_the_same(run: Run) -> None:
    _, out, _ = run(f"{HARDER} --seed 8", typed(*["1"] * 3, "1; 2", "quit"))
    assert "> 2\nYou resolve first: green 1.\n" in out


def test_undo_leads_back_to_what_a_person_was_asked(run: Run) -> None:
    _, out, _ = run(f"{HARDER} --seed 8", typed(*["1"] * 4, "undo", "quit"))
    assert "The choice: pink 1 + green 1.\nYou resolve first: pink 1.\n" in out
    assert out.count("Which pair do you take?") == 2


def test_a_terminal_breaks_long_lines_between_words() -> None:
    assert between_words("geishas: 0, art points: 0", 25) == ["geishas: 0, art points: 0"]
    assert between_words("geishas: 0, art points: 0", 18) == ["geishas: 0, art", "  points: 0"]
    assert between_words("1  a4   b4", 8) == ["1  a4", "  b4"]
