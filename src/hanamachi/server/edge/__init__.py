"""Serve HTTP and WebSocket: middleware, rate limits, static files, sockets.

The only package that knows Starlette and uvicorn. Imports all others.
"""
