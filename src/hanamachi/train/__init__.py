"""Training by self-play. Needs the extra `train`; nothing here is imported when people play."""

TAUGHT = {"hanamikoji": "hanamachi.train.run:train"}  # the games that have a network, and what teaches it
