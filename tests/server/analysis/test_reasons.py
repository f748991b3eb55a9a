"""Why another move was better: only what it gains, the largest gain first."""

from hanamachi.bots.judge import Opinion, Outlook
from hanamachi.games import GAMES
from hanamachi.server.analysis.reasons import Reason, reasons

WORDS = GAMES["hanamikoji"].text.words("en")
ROAD = GAMES["geishas_road"].text.words("en")


def opinion(chances: list[float], *outlooks: Outlook) -> Opinion:
    return Opinion(chances, outlooks=dict(enumerate(outlooks)))


def test_a_slip_is_explained_by_the_largest_gains() -> None:
    good = Outlook({"outlook.fan": 0.81, "outlook.lute": 0.5, "outlook.flower": 0.3, "outlook.scroll": 0.2})
    bad = Outlook({"outlook.fan": 0.54, "outlook.lute": 0.1, "outlook.flower": 0.18, "outlook.scroll": 0.75})
    told = reasons(opinion([0.7, 0.5], good, bad), 1, WORDS)
    assert told == [
        Reason("gets", "Chiharu (lute)", 0.5, 0.1),
        Reason("gets", "Iroha (fan)", 0.81, 0.54),
    ]


def test_points_are_told_as_they_are() -> None:
    good, bad = (Outlook(points={"outlook.lead": lead}) for lead in (3.1, -0.4))
    told = reasons(opinion([0.5, 0.7], bad, good), 0, ROAD)
    assert told == [Reason("points", "Lead in points after the round", 3.1, -0.4)]


def test_a_small_gain_beside_a_large_one_is_not_told() -> None:
    words = GAMES["mai_star"].text.words("en")
    good = Outlook(points={"outlook.points": 43.6, "outlook.lead": 7.4})
    bad = Outlook(points={"outlook.points": 43.0, "outlook.lead": 5.4})
    assert [each.best for each in reasons(opinion([0.8, 0.7], good, bad), 1, words)] == [7.4]


def test_geishas_are_told_before_points() -> None:
    good = Outlook({"geisha.pink": 0.7, "geisha.red": 0.5}, {"outlook.lead": 3.1})
    bad = Outlook({"geisha.pink": 0.4, "geisha.red": 0.45}, {"outlook.lead": -0.4})
    told = reasons(opinion([0.7, 0.5], good, bad), 1, ROAD)
    assert [each.label for each in told] == ["pink geisha", "Lead in points after the round"]


def test_what_hardly_differs_is_no_reason() -> None:
    good, bad = Outlook({"outlook.fan": 0.5}), Outlook({"outlook.fan": 0.45})
    assert reasons(opinion([0.7, 0.5], good, bad), 1, WORDS) == []


def test_a_good_move_needs_no_reason() -> None:
    good, other = Outlook({"outlook.fan": 0.9}), Outlook({"outlook.fan": 0.1})
    assert reasons(opinion([0.7, 0.68], good, other), 1, WORDS) == []
    assert reasons(opinion([0.7, 0.68], good, other), 0, WORDS) == []


def test_a_move_that_was_not_played_out_has_no_reason() -> None:
    assert reasons(opinion([0.7, 0.5], Outlook({"outlook.fan": 0.9})), 1, WORDS) == []
