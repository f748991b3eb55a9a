"""Let strangers meet: the queue, pairing, the lobby and challenges.

Imports `live` and `cluster`.
"""
