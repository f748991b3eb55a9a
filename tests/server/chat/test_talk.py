"""Talk at a table: what may be said, and who hears whom and when."""

from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from starlette.testclient import TestClient

from hanamachi.server.chat import lines, service
from hanamachi.server.chat.phrases import PHRASES
from hanamachi.server.chat.service import ReadTalk
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.db.schema import TALK
from hanamachi.server.matchmaking.match_tables import table_of_match
from hanamachi.server.matchmaking.pairing import Match, MatchRequest, QueueEntry
from tests.server.support.members import rated_table, say, sign_up
from tests.server.support.once.in_turn import in_turn
from tests.server.support.talkers import Talker, ask, id_of, opened, talker
from tests.server.support.visitors import guest, open_table, sit, two_players

PAIR = [{"kind": "me"}, {"kind": "open"}]

# What may be said.


def test_a_phrase_travels_as_its_id(house: TestClient, at: Any) -> None:
    table, mika, rin = two_players(house)
    one, other = at(mika, table, 0), at(rin, table, 1)
    for name in PHRASES:
        assert one.phrase(name) == ""
    other.hears(*PHRASES)
    assert {(line["name"], line["seat"], line["text"], line["mine"]) for line in other.lines} == {
        ("Mika", 0, "", False)
    }
    assert one.phrase("buy my book") == "no_such_phrase"


def test_free_text_needs_a_host_who_allows_it(house: TestClient, at: Any) -> None:
    table, mika, _ = two_players(house)
    assert at(mika, table, 0).say("hello") == "phrases_only"
    table, mika, rin = two_players(house, talk="all")
    assert at(mika, table, 0).say("hello") == ""
    at(rin, table, 1).hears("hello")
    table, mika, _ = two_players(house, talk="off")
    assert at(mika, table, 0).phrase("hello") == "talk_off"
    assert house.get(f"/api/tables/{table}", headers=mika).json()["table"]["talk"] == "off"


def test_a_rated_table_and_a_quick_match_have_phrases_alone(
    house: TestClient, at: Any, database: str
) -> None:
    """Whatever the host of a rated table wants. A quick match has no host."""
    mika, sora = sign_up(house, database, "Mika"), sign_up(house, database, "Sora")
    table = rated_table(house, mika, sora, talk="all")
    for who, seat in ((mika, 0), (sora, 1), (guest(house, "Rin"), None)):
        assert at(who, table, seat).say("hello") == "phrases_only"
        assert at(who, table, seat).phrase("hello") == ""
    assert house.get(f"/api/tables/{table}", headers=mika).json()["table"]["talk"] == "phrases"
    two = MatchRequest("okiya", (2,))
    match = Match(two, tuple(QueueEntry(name, two, 0.0) for name in ("mika", "sora")))
    opened = table_of_match(match, {"mika": "Mika", "sora": "Sora"}, 60.0)
    assert replace(opened.setup, talk="all").may_be_said == "phrases"


def test_only_what_was_said_before_one_came_is_no_news(
    house: TestClient, at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser reads aloud what does not come `anew`: the first line of a table too."""
    readers, note = set(), ReadTalk.note_arrival

    def noted(talk: ReadTalk, user: str) -> None:
        note(talk, user)
        readers.add(user)

    monkeypatch.setattr(ReadTalk, "note_arrival", noted)
    table, mika, rin = two_players(house)
    one, early = at(mika, table, 0), at(rin, table, 1)
    while id_of(rin) not in readers:  # an empty talk is read, but not sent
        early.settle()
    one.phrase("hello")
    early.hears("hello")
    late = at(rin, table, 1)
    late.hears("hello")
    assert (early.anew, late.anew) == ([False], [True])


def test_an_unknown_policy_is_refused(house: TestClient) -> None:
    wish = {"game": "okiya", "seats": PAIR, "talk": "loud"}
    assert house.post("/api/tables", json=wish, headers=guest(house, "Mika")).status_code == 400


def test_a_lesson_has_no_talk(house: TestClient) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "me"}], lesson="first", talk="all")
    assert house.get(f"/api/tables/{table}", headers=mika).json()["table"]["talk"] == "off"


def test_talk_begins_with_the_game(house: TestClient, at: Any) -> None:
    mika = guest(house, "Mika")
    table = open_table(house, mika, seats=PAIR, talk="all")
    assert at(mika, table, 0).say("anybody there?") == "talk_before_game"


def test_markup_and_links_are_text_to_the_letter(house: TestClient, at: Any) -> None:
    table, mika, rin = two_players(house, talk="all")
    said = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) https://example.org "\\u202e" &amp;'
    assert at(mika, table, 0).say(said) == ""
    at(rin, table, 1).hears(said)


@in_turn("text", ["a\u202eb", "a\u200bb", "a\nb", "x" * 301, "a" + "\u0301" * 9, "🌸" * 300])
def test_what_is_not_plain_is_refused_and_not_saved(
    house: TestClient, at: Any, database: str, text: str
) -> None:
    table, mika, _ = two_players(house, talk="all")
    assert at(mika, table, 0).say(text) in ("bad_signs", "too_many_signs", "too_many_marks")
    assert ask(database, sa.select(TALK.c.text)) == []


def test_whoever_has_no_name_or_watches_nothing_says_nothing(house: TestClient) -> None:
    table, *_ = two_players(house, talk="all")
    house.cookies.clear()
    with house.websocket_connect("/ws") as socket:
        nobody = Talker(socket, table, None)
        assert nobody.phrase("hello") == "no_name"
        assert nobody.ask(type="report", side="players", number=1) == "no_name"
    with house.websocket_connect("/ws") as socket:
        socket.send_json({"type": "say", "id": 1, "phrase": "hello"})
        assert socket.receive_json()["reason"] == "watch_first"


def test_a_table_without_spectators_takes_no_word_of_them(house: TestClient) -> None:
    table, *_ = two_players(house, talk="all", spectators=False)
    with house.websocket_connect("/ws", headers=guest(house, "Aki")) as socket:
        for message in ({"type": "watch", "table": table}, {"type": "say", "id": 1, "text": "hello"}):
            socket.send_json(message)
        assert [socket.receive_json()["reason"] for _ in range(2)] == ["no_spectators", "watch_first"]


# Who hears whom.


def test_players_and_spectators_talk_apart_until_the_end(house: TestClient, at: Any) -> None:
    table, mika, rin = two_players(house, talk="all")
    aki, yuki = guest(house, "Aki"), guest(house, "Yuki")
    one, other, third, fourth = at(mika, table, 0), at(rin, table, 1), at(aki, table), at(yuki, table)
    assert third.say("Mika holds the fan") == ""
    fourth.hears("Mika holds the fan")
    assert one.say("good luck") == ""
    other.hears("good luck")
    for each, heard in ((one, ["good luck"]), (other, ["good luck"]), (third, ["Mika holds the fan"])):
        each.hears(*heard)
        each.settle()
        assert each.texts == heard
    one.resign()
    for each in (one, other, third, fourth):
        each.hears("Mika holds the fan", "good luck")
    assert [other.say("well played"), third.say("bravo")] == ["", ""]
    for each in (one, other, third, fourth):
        each.hears("Mika holds the fan", "good luck", "well played", "bravo")
    sides = [(line["side"], line["seat"]) for line in fourth.lines]
    assert sides == [("gallery", None), ("players", 0), ("players", 1), ("gallery", None)]


def test_no_path_leads_a_spectators_word_to_a_player_during_the_game(house: TestClient, at: Any) -> None:
    """A reload, a second tab without a seat, every page of the API: nothing says even that they talk."""
    table, mika, _ = two_players(house, talk="all", watching="seat")
    spy, one = at(guest(house, "Aki"), table), at(mika, table, 0)
    assert [spy.say("SECRET: fan"), one.say("hm")] == ["", ""]
    for seat in (0, None):  # a reload, and a tab that only looks on
        again = at(mika, table, seat)
        again.hears("hm")
        again.settle()
        assert again.texts == ["hm"]
        assert again.lines[0]["number"] == 1  # no gap tells how much the others talk
    assert at(mika, table, None).say("me, too") == ""  # said as a player, in whatever tab
    spy.settle()
    assert spy.texts == ["SECRET: fan"]
    paths = ["", "/replay", "/replay?eyes=open", "/record", "/advice?seq=1", "/review", "/talk"]
    answers = [house.get(f"/api/tables/{table}{path}", headers=mika).text for path in paths]
    answers += [
        house.get(f"/api/me{path}", headers=mika).text for path in ("", "/games", "/export", "/mutes")
    ]
    assert not [answer for answer in answers if "SECRET" in answer or '"gallery"' in answer]


def test_a_player_who_gave_up_is_silent_until_the_end(house: TestClient, at: Any) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = open_table(house, mika, game="mai_star", seats=seats, talk="all")
    sit(house, rin, table, 1)
    sit(house, aki, table, 2)
    gone, other = at(aki, table, 2), at(rin, table, 1)
    assert gone.say("still here") == ""
    gone.send(type="resign", seat=2)
    while not gone.gone:
        gone.hear()
    assert gone.say("Rin has the Ronin") == "gave_up"
    assert at(aki, table, None).say("from another tab") == "gave_up"
    other.hears("still here")
    other.settle()
    assert other.texts == ["still here"]


def test_whoever_left_before_the_game_is_a_spectator(house: TestClient, at: Any) -> None:
    mika, rin, aki = (guest(house, name) for name in ("Mika", "Rin", "Aki"))
    table = open_table(house, mika, seats=PAIR, talk="all", public=True)
    house.post(f"/api/tables/{table}/seats", json={"seat": 1}, headers=aki)
    left = at(aki, table, 1)
    house.post(f"/api/tables/{table}/stand-up", json={}, headers=aki)
    sit(house, rin, table, 1)
    one = at(mika, table, 0)
    left.settle()
    assert left.say("I was here") == ""
    one.settle()
    assert one.texts == []


def test_while_a_rematch_is_played_nobody_talks_at_the_table_before(house: TestClient, at: Any) -> None:
    """Its spectators would tell its players there what they see."""
    table, mika, rin = two_players(house, talk="all")
    one, spy = at(mika, table, 0), at(guest(house, "Aki"), table)
    one.resign()
    one.send(type="rematch", seat=0)
    while not (child := one.hear().get("table", {}).get("child")):
        pass
    assert spy.say("again?") == ""
    for who in (mika, rin):
        card = house.get(f"/api/tables/{child}", headers=who).json()["table"]
        body = {"words": "plum", "commitment": card["commitment"]}
        assert house.post(f"/api/tables/{child}/words", json=body, headers=who).status_code == 200
    assert spy.say("Mika has the fan") == "talk_at_rematch"
    assert house.get(f"/api/tables/{child}", headers=mika).json()["table"]["talk"] == "all"
    at(mika, child, 1).resign()
    assert spy.say("that was quick") == ""


def test_talk_is_neither_in_the_log_nor_in_the_record(house: TestClient, at: Any) -> None:
    table, mika, _ = two_players(house, talk="all")
    one = at(mika, table, 0)
    one.until(lambda me: me.seq)
    seq = one.seq
    assert one.say("SECRET") == ""
    one.settle()
    assert one.seq == seq
    one.resign()
    for path in ("/record", "/replay"):
        answer = house.get(f"/api/tables/{table}{path}", headers=mika)
        assert answer.status_code == 200
        assert "SECRET" not in answer.text


def test_talk_is_there_when_the_house_opens_again(database: str) -> None:
    with opened(database) as house:
        table, mika, rin = two_players(house, talk="all")
        with talker(house, mika, table, 0) as one:
            assert one.say("see you tomorrow") == ""
    with opened(database) as house, talker(house, rin, table, 1) as other:
        other.hears("see you tomorrow")


def test_a_name_is_the_present_one(house: TestClient, at: Any) -> None:
    table, *_ = two_players(house, talk="all")
    aki = guest(house, "Aki")
    assert at(aki, table).say("hello") == ""
    house.put("/api/me", json={"name": "Akiko"}, headers=aki)
    again = at(aki, table)
    again.hears("hello")
    assert again.lines[0]["name"] == "Akiko"


def test_a_guest_who_is_called_like_a_member_is_told_apart(house: TestClient, at: Any, database: str) -> None:
    """In talk and among those who are muted, so that nobody speaks under a member's name."""
    table, mika, _ = two_players(house, talk="all")
    other = guest(house, "sora")
    assert at(other, table).say("I am Sora") == ""
    sign_up(house, database, "Sora")
    looker = at(mika, table, 0)
    say(house, mika, table, 0, type="resign")
    looker.until(lambda me: me.lines)
    assert looker.lines[0]["name"] == "sora (guest)"
    assert looker.about("mute", "I am Sora") == ""
    looker.until(lambda me: me.muted)
    assert looker.muted[0]["name"] == "sora (guest)"
    told = house.get("/api/me/mutes?lang=pl", headers=mika).json()
    assert [each["name"] for each in told] == ["sora (gość)"]


def test_a_reading_that_fails_is_tried_again(
    house: TestClient, at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, mika, rin = two_players(house, talk="all")
    one, other = at(mika, table, 0), at(rin, table, 1)
    tries = []

    def failing(*given: Any, **more: Any) -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise NotSaved
        return lines.read_talk(*given, **more)

    monkeypatch.setattr(service, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(service, "read_talk", failing)
    assert one.say("hello") == ""
    other.hears("hello")
    while len(tries) < 3:  # if another reading, which had begun before, found the line
        other.settle()
