"""Serve HTTP and WebSocket: middleware, rate limits, static files, sockets.

Starlette and uvicorn are known here and in `app.py`. May import every package.
"""
