"""Encrypt a Web Push message for one browser (RFC 8291), and sign it as this server (RFC 8292)."""

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
RECORD_SIZE, LAST_RECORD = (4096).to_bytes(4), b"\x02"  # RFC 8188: header field, and padding delimiter
SIGNATURE_SECONDS = 12 * 3600  # for which a signature is valid
SECRET_BYTES = 16  # of a subscription's secret, and of a salt


def new_key() -> str:
    """Return a new private key as text."""
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key of a text made by `new_key`."""
    return ec.derive_private_key(int(text, 16), CURVE)


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_subscription(p256dh: str, auth: str) -> bool:
    """Return True if a browser can have made these: a point of the curve, and a secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(p256dh))
        return len(from_base64(auth)) == SECRET_BYTES
    except (ValueError, binascii.Error):
        return False


def seal(
    text: bytes,
    p256dh: bytes,
    auth: bytes,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a text for the owner of the private key of `p256dh`. Only tests give `key` and `salt`."""
    mine, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(SECRET_BYTES)
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh))
    both = _derive(shared, auth, b"WebPush: info\0" + p256dh + public(mine), 32)
    content = _derive(both, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(both, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE + bytes([len(public(mine))]) + public(mine)
    return header + AESGCM(content).encrypt(nonce, text + LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signature(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """Return the Authorization header. `contact`: where a push service can reach the operator."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(timestamps.wall()) + SIGNATURE_SECONDS,
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
