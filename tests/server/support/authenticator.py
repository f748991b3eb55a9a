"""An authenticator without a screen: makes passkeys for a site and signs what it is asked."""

import hashlib
import json
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


class Authenticator:
    """Holds one passkey. `origin` is what the browser would say it is at."""

    def __init__(self, origin: str = "http://localhost", site: str = "localhost") -> None:
        self.origin, self.site, self.uses = origin, site, 0
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(str(self.key.private_numbers().private_value).encode()).digest()

    def make(self, asked: Any) -> Any:
        """The answer to a `Ceremony` that asks for a new passkey."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        inside = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(cose)
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(WITH_KEY) + inside})
        answer = {
            "clientDataJSON": self._client("webauthn.create", asked),
            "attestationObject": encoded(told),
        }
        return self._answer(asked, answer)

    def use(self, asked: Any) -> Any:
        """The answer to a `Ceremony` that asks for its signature."""
        self.uses += 1
        data, client = self._data(), self._client("webauthn.get", asked)
        signed = data + hashlib.sha256(base64url_to_bytes(client)).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        answer = {
            "clientDataJSON": client,
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
        }
        return self._answer(asked, answer)

    def _data(self, flags: int = 0) -> bytes:
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([PRESENT_AND_VERIFIED | flags]) + struct.pack(">I", self.uses)

    def _client(self, kind: str, asked: Any) -> str:
        said = {"type": kind, "challenge": asked["options"]["challenge"], "origin": self.origin}
        return encoded(json.dumps(said).encode())

    def _answer(self, asked: Any, response: dict[str, str]) -> Any:
        name = encoded(self.id)
        credential = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return {"challenge": asked["challenge"], "credential": credential}


def encoded(data: bytes) -> str:
    return bytes_to_base64url(data)
