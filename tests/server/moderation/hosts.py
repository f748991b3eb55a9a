"""Hosts of a house, and what they ask over REST; visitors with addresses of their own."""

from typing import Any

import sqlalchemy as sa
from msgspec import structs
from starlette.testclient import TestClient

from hanamachi.server.app import Server, app_of
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import HOSTS, SESSIONS
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.storage.store import Store
from tests.server.support.members import Headers, sign_up, user_id, write
from tests.server.support.talkers import FREE
from tests.server.support.visitors import HOST


class House:
    """One worker of a house, and clients of it at several addresses."""

    def __init__(self, database: str, *, proxies: tuple[str, ...] = (), **limits: Any) -> None:
        self.database = database
        self.server = Server(Store(database), "127.0.0.1", None, Limits(**{**FREE, **limits}))
        self.app = app_of(self.server, proxies)
        self.client = TestClient(self.app, base_url=HOST)

    def at(self, address: str) -> TestClient:
        """A client at an address. The server must be open already."""
        client = TestClient(self.app, base_url=HOST, client=(address, 5000))
        client.portal = self.client.portal
        return client


def make_host(house: House, name: str = "Haru") -> Headers:
    """A member who is a host and has just used a credential."""
    who = sign_up(house.client, house.database, name)
    values = {"guest": user_id(who), "since": timestamps.wall()}
    write(house.database, lambda db: db.execute(sa.insert(HOSTS).values(values)))
    now = house.server.moderation.now  # nobody granted it, so no worker has heard of it
    house.server.moderation.now = structs.replace(now, hosts=now.hosts | {user_id(who)})
    return who


def age_proof(database: str, who: Headers, seconds: float) -> None:
    """Have a credential been used so long ago."""
    mine = sa.update(SESSIONS).where(SESSIONS.c.guest == user_id(who))
    write(database, lambda db: db.execute(mine.values(proved=timestamps.wall() - seconds)))


class Desk:
    """A host at the page."""

    def __init__(self, house: House, who: Headers, client: TestClient | None = None) -> None:
        self.house, self.who = house, who
        self.client = client or house.client

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.client.request(method, f"/api/host{path}", headers=self.who, json=body)
        assert answer.status_code == status, (path, answer.text)
        return answer.json() if answer.content else None

    def get(self, path: str = "") -> Any:
        return self.ask("GET", path)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self.ask("POST", path, body, status)

    def put(self, path: str, status: int = 200, **body: Any) -> Any:
        return self.ask("PUT", path, body, status)

    def refused(self, method: str, path: str, **body: Any) -> tuple[int, str]:
        answer = self.client.request(method, f"/api/host{path}", headers=self.who, json=body)
        assert answer.json()["sentence"]
        return answer.status_code, answer.json()["reason"]

    def person(self, name: str) -> Any:
        found = [one for one in self.get(f"/people?name={name}") if one["person"]["name"] == name]
        assert len(found) == 1, found
        return found[0]

    def handle(self, name: str) -> str:
        return str(self.person(name)["person"]["handle"])

    def about(self, name: str, deed: str, /, **body: Any) -> Any:
        return self.post(f"/people/{self.handle(name)}/{deed}", **body)
