"""Play a whole game over TLS and a WebSocket, as a browser would: `python -m tools.quality.behind_proxy URL`.

Tries what stands in front of a server: nginx, Caddy, a container. `--ca FILE` trusts your own certificate,
and `--at ADDRESS` goes there instead of where the name leads.
"""

import argparse
import json
import ssl
import time
from http.client import HTTPResponse, HTTPSConnection
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]


class Visitor:
    """A guest who speaks HTTP and WebSocket over TLS."""

    def __init__(self, url: str, ca: str | None, at: str | None) -> None:
        parts = urlsplit(url)
        self.url, self.name, self.port = url.rstrip("/"), parts.hostname or "", parts.port or 443
        self.at, self.tls, self.cookie = at or self.name, ssl.create_default_context(cafile=ca), ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the JSON of an answer. Keep the cookie that comes with it."""
        connection = HTTPSConnection(self.name, self.port, timeout=60)
        connection.sock = self.tls.wrap_socket(
            create_connection((self.at, self.port), 60), server_hostname=self.name
        )
        headers = {"content-type": "application/json", "cookie": self.cookie, "origin": self.url}
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer: HTTPResponse = connection.getresponse()
        data = answer.read()
        assert answer.status < 400, (path, answer.status, data[:300])
        if given := answer.getheader("set-cookie"):
            assert "Secure" in given, "behind TLS cookies are secure"
            self.cookie = given.partition(";")[0]
        connection.close()
        return json.loads(data) if data[:1] in (b"{", b"[") else data

    def play(self) -> dict[str, Any]:
        """Play Okiya against a bot to its end. Return the result."""
        self.ask("PUT", "/api/me", {"name": "Mika"})
        opened = self.ask("POST", "/api/tables", {"game": "okiya", "seats": SEATS})
        table = opened["id"]
        words = {"words": "plum crane moon", "commitment": opened["commitment"]}
        self.ask("POST", f"/api/tables/{table}/words", words)
        moves = 0
        with connect(
            f"{self.url.replace('https', 'wss', 1)}/ws",
            sock=create_connection((self.at, self.port), 60),
            ssl=self.tls,
            server_hostname=self.name,
            origin=self.url,  # type: ignore[arg-type]
            additional_headers={"cookie": self.cookie},
            user_agent_header=None,
        ) as socket:
            socket.send(json.dumps({"type": "watch", "table": table, "seat": 0, "seq": 0, "lang": "en"}))
            while True:
                told = json.loads(socket.recv(timeout=120))
                if told.get("result"):
                    return {"table": table, "moves": moves, "result": told["result"]}
                if told.get("choices"):
                    moves += 1
                    move = {"seat": 0, "seq": told["seq"], "move": told["choices"][0]["move"]}
                    socket.send(json.dumps({"type": "submit", **move}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--ca")
    parser.add_argument("--at")
    given = parser.parse_args()
    visitor, began = Visitor(given.url, given.ca, given.at), time.monotonic()
    page = visitor.ask("GET", "/")
    assert b"<title>" in page
    print(json.dumps({"page": len(page), **visitor.play(), "seconds": round(time.monotonic() - began, 1)}))


if __name__ == "__main__":
    main()
