"""Visitors of a house without a network: guests, tables opened in two steps, seats that play."""

from typing import Any

from starlette.testclient import TestClient

ME_AND_BOT = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
HOST = "http://localhost"  # a house is called by a name of its own


def guest(house: TestClient, name: str) -> dict[str, str]:
    """A new guest's headers."""
    house.cookies.clear()
    house.put("/api/me", json={"name": name})
    cookie = house.cookies["hanamachi"]
    house.cookies.clear()
    return {"cookie": f"hanamachi={cookie}"}


def open_table(house: TestClient, who: dict[str, str], **wish: Any) -> str:
    """A table, and the host's words for it once the commitment is known."""
    wish = {"game": "okiya", "seats": ME_AND_BOT} | wish
    answer = house.post("/api/tables", json=wish, headers=who)
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["id"])
    if not wish.get("lesson") and any(seat["kind"] in ("me", "shared") for seat in wish["seats"]):
        say(house, who, table, answer.json()["commitment"])
    return table


def say(house: TestClient, who: dict[str, str], table: str, commitment: str) -> Any:
    """Somebody's words for the shuffle."""
    body = {"words": "plum crane moon", "commitment": commitment}
    answer = house.post(f"/api/tables/{table}/words", json=body, headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()["table"]


def sit(house: TestClient, who: dict[str, str], table: str, seat: int, token: str = "") -> Any:
    """A seat and words for it; the table afterwards."""
    body = {"seat": seat, "token": token}
    answer = house.post(f"/api/tables/{table}/seats", json=body, headers=who)
    assert answer.status_code == 200, answer.text
    return say(house, who, table, answer.json()["table"]["commitment"])


def two_players(house: TestClient, **wish: Any) -> tuple[str, dict[str, str], dict[str, str]]:
    mika, rin = guest(house, "Mika"), guest(house, "Rin")
    table = open_table(house, mika, seats=[{"kind": "me"}, {"kind": "open"}], **wish)
    assert not house.get(f"/api/tables/{table}", headers=mika).json()["table"]["started"]
    assert sit(house, rin, table, 1)["started"]
    return table, mika, rin


def problem(answer: Any) -> tuple[int, str]:
    assert answer.json()["sentence"]
    return answer.status_code, answer.json()["reason"]


class Seat:
    """A browser at a table."""

    def __init__(
        self, socket: Any, table: str, seat: int | None, seq: int = 0, lang: str = "en", **how: Any
    ) -> None:
        self.socket, self.seat = socket, seat
        self.last: Any = None
        self.presence: Any = None
        self.notices: list[str] = []
        self.send(type="watch", table=table, seat=seat, seq=seq, lang=lang, **how)
        self.hear()

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)

    def hear(self) -> Any:
        """The next message that is news: no echo of the last, nobody who comes or goes."""
        while True:
            message = self.socket.receive_json()
            if message["type"] == "presence":
                self.presence = message
            elif message["type"] == "notice":
                self.notices.append(message["sentence"])
            elif message["type"] != "yours" and bare(message) != bare(self.last):
                self.last = message
                return message

    def until(self, done: Any) -> Any:
        while not done(self.last):
            self.hear()
        return self.last

    def see(self, done: Any) -> Any:
        """Who is here, once it is so."""
        while not (self.presence and done(self.presence)):
            message = self.socket.receive_json()
            if message["type"] == "presence":
                self.presence = message
        return self.presence

    def play(self) -> Any:
        """The first move there is; then the answer."""
        choice = self.last["choices"][0]["move"]
        self.send(type="submit", seat=self.seat, seq=self.last["seq"], move=choice)
        return self.hear()


def bare(message: Any) -> Any:
    """A message without the rows that were told before."""
    return message and {k: v for k, v in message.items() if k not in ("from_seq", "frames")}


def finish(one: Seat) -> Any:
    while not one.last["result"]:
        if one.last["choices"]:
            one.play()
        else:
            one.hear()
    return one.last
