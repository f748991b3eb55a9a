"""Training by self-play. Needs the extra `train`; nothing here is imported when people play."""
