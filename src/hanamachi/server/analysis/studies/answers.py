"""Ask bots and judges about a moment of a study. Each knows what its own seat may know, and nothing else."""

import secrets
from collections import Counter, OrderedDict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.bots import UnknownLevel, ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Seat
from hanamachi.core.table import Refused, Table
from hanamachi.core.telling import called
from hanamachi.server.analysis.review import Advice, told
from hanamachi.server.analysis.studies.rendering import Look, decider, seen
from hanamachi.server.analysis.study_tree import tree
from hanamachi.server.analysis.study_tree.supposed import openly, supposed
from hanamachi.server.engines.bot_pool import BotPool, Question, TaskFailed, question
from hanamachi.server.protocol.messages import encode
from hanamachi.server.protocol.studies import AnswerShare
from hanamachi.server.runtime.ids import new_id

REMEMBERED = 500  # opinions and answers that are kept in memory, some kilobytes each


TIMES, SECONDS = 50, 1.5  # how often a bot is asked, unless it thinks longer than this


class Kept(Struct, frozen=True):
    """A bot's answer: the study, the moment, and the place of its move among the legal ones."""

    study: str
    at: int
    seat: Seat
    place: int


class Answers:
    """Opinions are kept by their question, which is all that they follow from."""

    def __init__(self, bots: BotPool) -> None:
        self.bots = bots
        self.opinions: OrderedDict[Question, Opinion] = OrderedDict()
        self.answers: OrderedDict[str, Kept] = OrderedDict()

    async def opinion(self, user: str, asked: Question) -> Opinion:
        """Return the judge's opinion of a decision."""
        if asked not in self.opinions:
            try:
                self.opinions[asked] = await self.bots.judge(user, asked)
            except TaskFailed as lost:
                raise Refused("no_hint_found") from lost
        forget_oldest(self.opinions)
        return self.opinions[asked]

    async def ask(self, user: str, asked: Question, level: str) -> list[int]:
        """Return what a bot answers, asked several times if it is quick: the places of its moves."""
        try:
            return await self.bots.ask_often(user, asked, level, secrets.randbits(32), TIMES, SECONDS)
        except TaskFailed as lost:
            raise Refused("no_answer_found") from lost

    def remember(self, answer: Kept) -> str:
        """Return the id by which an answer can be kept in its study."""
        key = new_id()
        self.answers[key] = answer
        forget_oldest(self.answers)
        return key

    def answer(self, key: str, study: str) -> Kept:
        found = self.answers.get(key)
        if found is None or found.study != study:
            raise Refused("answer_forgotten")
        return found


def forget_oldest(known: OrderedDict[str, Kept] | OrderedDict[Question, Opinion]) -> None:
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def grouped(places: Sequence[int], said: dict[int, str]) -> tuple[int, list[AnswerShare]]:
    """Return the most frequent answer, and how often each was given. Answers that sound alike are one."""
    heard = Counter(said[place] for place in places)
    shares = [AnswerShare(text, times) for text, times in heard.most_common()]
    alike = Counter(place for place in places if said[place] == shares[0].said)
    return alike.most_common(1)[0][0], shares


def check_level(game: str, level: str) -> None:
    if level not in ladder_of(game).names:
        raise UnknownLevel("unknown_level", level=level, known=tuple(ladder_of(game).names))


def asked_at(look: Look, at: int) -> tuple[Question, Seat]:
    """Return the question to the seat that decides at a moment."""
    table = decider(look, at)
    assert table.state.actor is not None
    return question(table, table.seq), table.state.actor


def judged_at(look: Look, at: int) -> tuple[Question, Seat]:
    """Return the question to a judge. It reveals cards of the seat that decides: only its eyes may ask.

    Through these eyes the judge counts on a card that was changed; with all cards open, on all of them.
    """
    here, (asked, seat) = seen(look), asked_at(look, at)
    if here.game.secrets and here.seat not in (None, seat):
        raise Refused("not_these_eyes")
    state = tree.fold(here.study, here.game, tree.line_to(here.study, at)).state
    known = openly(here.game, state, seat) if here.openly else supposed(here.study, here.game, at, seat)
    return replace(asked, lying=known), seat


def advice_at(look: Look, at: int, opinion: Opinion) -> bytes:
    """Return what a judge says of every move at a moment, in words."""
    table: Table = decider(look, at)
    here, seat = seen(look), table.state.actor
    assert seat is not None
    names = called(here.study.seats)
    shown = len(opinion.chances)
    found = told(table, table.seq, opinion, here.game.text.words(look.lang), names, shown)
    return encode(Advice(table.seq, seat, *found))
