"""Serve one WebSocket per browser tab: what it watches, what it asks for, and what it still has to hear.

A connection has three feeds (a table, the lobby, the user's tables). Each feed has a dirty flag instead of a
queue; when the socket is writable the newest state is rendered once.
"""
