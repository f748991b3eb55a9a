"""Training by self-play. Nothing here is imported when people play."""

from typing import NamedTuple


class Course(NamedTuple):
    """Where a game's teaching and its recipe are; a network needs PyTorch, the extra `train`."""

    train: str
    recipe: str
    torch: bool


TAUGHT = {  # the games that learn something
    "hanamikoji": Course("hanamachi.train.hanamikoji:train", "hanamachi.train.ppo:Recipe", torch=True),
    "geishas_road": Course(
        "hanamachi.train.geishas_road:train", "hanamachi.train.geishas_road:Recipe", torch=False
    ),
    "mai_star": Course("hanamachi.train.mai_star:train", "hanamachi.train.leaning:Recipe", torch=False),
}
