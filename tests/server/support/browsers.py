"""Browsers with cookies of their own, in front of a server without a network."""

from typing import Any

from starlette.testclient import TestClient

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36"


class Browser:
    """With a jar of its own."""

    def __init__(self, house: TestClient, agent: str = FIREFOX) -> None:
        self.house, self.agent = house, agent
        self.jar: dict[str, str] = {}

    @property
    def headers(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        return {"cookie": cookie, "user-agent": self.agent}

    def ask(self, method: str, path: str, **body: Any) -> Any:
        self.house.cookies.clear()
        given = None if method == "GET" else body
        answer = self.house.request(method, path, headers=self.headers, json=given)
        self.jar |= dict(answer.cookies)
        self.house.cookies.clear()
        return answer

    @property
    def name(self) -> str:
        return str(self.ask("GET", "/api/me").json().get("name", ""))

    def devices(self) -> list[Any]:
        return list(self.ask("GET", "/api/me/devices").json())

    def code(self, *, leave: bool = False) -> str:
        answer = self.ask("POST", "/api/me/devices/code", leave=leave)
        assert answer.status_code == 201, answer.text
        assert answer.json()["qr"].startswith("<svg")
        return str(answer.json()["addresses"][0].partition("/device#")[2])

    def sign_up(self, name: str, password: str = "four plum trees", **how: Any) -> list[str]:
        """Become a member; the recovery codes."""
        if not self.name:
            self.ask("PUT", "/api/me", name=f"{name} as guest")
        answer = self.ask("POST", "/api/account", name=name, password=password, **how)
        assert answer.status_code == 201, answer.text
        return list(answer.json()["codes"])

    def sign_in(self, **how: Any) -> Any:
        return self.ask("POST", "/api/session", **how)

    @property
    def account(self) -> Any:
        return self.ask("GET", "/api/account").json()
