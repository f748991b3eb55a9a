"""The arena on a local Ray cluster (make test-extras)."""

from collections.abc import Iterator

import pytest

from hanamachi.arena import on_ray
from hanamachi.arena.crew import Crew
from hanamachi.arena.on_ray import Batcher, RayCrew
from tests.arena.test_playing import a_contest, bare

pytestmark = [pytest.mark.extras, pytest.mark.filterwarnings("default")]


@pytest.fixture
def ray_crew() -> Iterator[RayCrew]:
    pytest.importorskip("ray")
    crew = RayCrew(a_contest("hanamikoji", "random novice broken=false"), "local")
    yield crew
    crew.close()


def test_a_cluster_plays_the_same_games(ray_crew: RayCrew) -> None:
    contest = a_contest("hanamikoji", "random novice broken=false")
    here = Crew(contest, 1)
    try:
        expected = sorted(map(bare, here.play(contest.fixtures(6))), key=repr)
    finally:
        here.close()
    assert sorted(map(bare, ray_crew.play(contest.fixtures(6))), key=repr) == expected


def test_a_batch_is_a_second_of_work_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = a_contest()
    monkeypatch.setattr(on_ray, "BATCH", 0.0)
    batcher = Batcher(contest)
    fixtures = list(contest.fixtures(5))
    try:
        assert [score.fixture for score in batcher.play(fixtures)] == fixtures[:1]
        monkeypatch.setattr(on_ray, "BATCH", 60.0)
        assert [score.fixture for score in batcher.play(fixtures)] == fixtures
    finally:
        batcher.crew.close()
