"""Let strangers meet: who is online, the lobby, the match queue, challenges.

Imports `live`; knows nothing of HTTP.
"""
