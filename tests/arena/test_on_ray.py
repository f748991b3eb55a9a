"""The arena on a local Ray cluster (make test-extras)."""

from collections.abc import Iterator

import pytest

from hanamachi.arena import on_ray
from hanamachi.arena.on_ray import Batcher, RayPool
from hanamachi.arena.process_pool import ProcessPool
from tests.arena.test_playing import a_contest, bare

pytestmark = [pytest.mark.extras, pytest.mark.filterwarnings("default")]


@pytest.fixture
def ray_pool() -> Iterator[RayPool]:
    pytest.importorskip("ray")
    pool = RayPool(a_contest("hanamikoji", "random novice broken=false"), "local")
    yield pool
    pool.close()


def test_a_cluster_plays_the_same_games(ray_pool: RayPool) -> None:
    contest = a_contest("hanamikoji", "random novice broken=false")
    here = ProcessPool(contest, 1)
    try:
        expected = sorted(map(bare, here.play(contest.fixtures(6))), key=repr)
    finally:
        here.close()
    assert sorted(map(bare, ray_pool.play(contest.fixtures(6))), key=repr) == expected


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
        batcher.pool.close()
