"""Hanamikoji learns a network (docs/training.md)."""

from hanamachi.train import Course

COURSE = Course("hanamachi.train.hanamikoji:train", "hanamachi.train.ppo:Recipe", torch=True)
