"""Mai-Star learns a linear policy (docs/training.md)."""

from hanamachi.train import Course

COURSE = Course("hanamachi.train.mai_star:train", "hanamachi.train.leaning:Recipe", torch=False)
