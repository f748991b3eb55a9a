"""Prove what is sure in Geisha's Road, under these options."""

from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.bots.geishas_road.student import student

LOOKOUT, FROZEN = RoadLookout(), student
OPTIONS = [{"mode": mode} for mode in ("basic", "harder", "advanced")]
