"""Geisha's Road learns what a lead after the first round is worth (docs/training.md)."""

from hanamachi.train import Course

COURSE = Course("hanamachi.train.geishas_road:train", "hanamachi.train.geishas_road:Recipe", torch=False)
