"""Train bots by self-play. Nothing here is imported when people play."""

from typing import NamedTuple


class Course(NamedTuple):
    """The import paths of a game's training function and recipe. Networks need PyTorch (the extra
    `train`)."""

    train: str
    recipe: str
    torch: bool


TAUGHT = {  # the games that have something to learn
    "hanamikoji": Course("hanamachi.train.hanamikoji:train", "hanamachi.train.ppo:Recipe", torch=True),
    "geishas_road": Course(
        "hanamachi.train.geishas_road:train", "hanamachi.train.geishas_road:Recipe", torch=False
    ),
    "mai_star": Course("hanamachi.train.mai_star:train", "hanamachi.train.leaning:Recipe", torch=False),
}
