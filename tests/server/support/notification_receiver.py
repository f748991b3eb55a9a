"""Somebody who can be called: an endpoint on this machine that writes down what is posted to it, and a subscription
made by hand, as a browser makes one, with which what was pushed can be read."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from hanamachi.server.notifications import webpush_encryption

SECRET = bytes(range(16))


class Endpoint:
    """`statuses`: what it answers, the last one for ever."""

    def __init__(self, port: int, *statuses: int) -> None:
        self.url = f"http://127.0.0.1:{port}/push"
        self.statuses = list(statuses) or [201]
        self.heard: Queue[tuple[dict[str, str], bytes]] = Queue()

    def next(self) -> tuple[dict[str, str], bytes]:
        return self.heard.get(timeout=30)

    def answer(self) -> int:
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def listening(*statuses: int) -> Iterator[Endpoint]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            endpoint.heard.put(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(endpoint.answer())
            self.send_header("location", endpoint.url)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint = Endpoint(server.server_port, *statuses)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield endpoint
        server.shutdown()
        thread.join()


class Browser:
    def __init__(self) -> None:
        self.key = ec.generate_private_key(webpush_encryption.CURVE)

    def subscription(self, endpoint: str) -> dict[str, str]:
        keys = (
            webpush_encryption.to_base64(webpush_encryption.public(self.key)),
            webpush_encryption.to_base64(SECRET),
        )
        return {"endpoint": endpoint, "p256dh": keys[0], "auth": keys[1]}

    def read(self, sealed: bytes) -> Any:
        """The other side of `webpush_encryption.seal`, from RFC 8188 and 8291."""
        salt, length = sealed[:16], sealed[20]
        theirs, text = sealed[21 : 21 + length], sealed[21 + length :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(webpush_encryption.CURVE, theirs)
        )
        info = b"WebPush: info\0" + webpush_encryption.public(self.key) + theirs
        both = webpush_encryption._derive(shared, SECRET, info, 32)
        content = webpush_encryption._derive(both, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = webpush_encryption._derive(both, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, text, None)
        assert plain[-1:] == b"\x02"
        return msgspec.json.decode(plain[:-1])
