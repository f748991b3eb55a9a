"""The game server: tables, matchmaking, bots and accounts behind REST, WebSocket and the browser app's files.

Each package may import the ones before it in tests/test_architecture.py's list; `app.py` builds all of them.
"""
