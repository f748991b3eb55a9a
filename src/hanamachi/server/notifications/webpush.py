"""Web Push: a message that only the right browser can read (RFC 8291), signed by this house (RFC 8292)."""

import base64
import binascii
import os
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from hanamachi.server.db import timestamps

CURVE = ec.SECP256R1()
RECORD, LAST = (4096).to_bytes(4), b"\x02"  # bytes of a record, and the sign that no other follows
SIGNED_FOR = 12 * 3600  # seconds
SECRET = 16  # bytes of a subscription's secret, and of a salt


def new_key() -> str:
    """A private key, as it is kept."""
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"


def key_of(snapshot: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int(snapshot, 16), CURVE)


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_subscription(p256dh: str, auth: str) -> bool:
    """Whether a browser can have made these: a point of the curve, and a secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(p256dh))
        return len(from_base64(auth)) == SECRET
    except (ValueError, binascii.Error):
        return False


def seal(
    text: bytes,
    p256dh: bytes,
    auth: bytes,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """For whoever has the other half of `p256dh`. `key` and `salt` are new each time, but for tests."""
    mine, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(SECRET)
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh))
    both = _derive(shared, auth, b"WebPush: info\0" + p256dh + public(mine), 32)
    content = _derive(both, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(both, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD + bytes([len(public(mine))]) + public(mine)
    return header + AESGCM(content).encrypt(nonce, text + LAST, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signature(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """The header that says which house sends this. `contact`: where its host can be reached."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(timestamps.wall()) + SIGNED_FOR,
        "sub": contact,
    }
    token = ".".join(
        to_base64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={token}.{to_base64(r.to_bytes(32) + s.to_bytes(32))}, k={to_base64(public(key))}"


def to_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
