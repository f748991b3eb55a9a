"""Training by self-play. Needs the extra `train`; nothing here is imported when people play."""

TAUGHT = {  # the games that learn something, and what teaches it
    "hanamikoji": "hanamachi.train.run:train",
    "mai_star": "hanamachi.train.mai_star:train",
}
