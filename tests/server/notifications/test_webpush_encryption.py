"""Web Push by the letter: the example of RFC 8291, and a signature that a push service can check."""

import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from hanamachi.server.notifications import webpush_encryption
from hanamachi.server.notifications.webpush_encryption import from_base64, to_base64
from tests.server.support.notification_receiver import SECRET, Browser

THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
    "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc() -> None:
    key = webpush_encryption.key_of(from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").hex())
    secret, salt = from_base64("BTBZMqHH6r4Tts7J_aSIgg"), from_base64("DGv6ra1nlYgDCS1FRnbzlw")
    text = b"When I grow up, I want to be a watermelon"
    assert to_base64(webpush_encryption.seal(text, from_base64(THEIRS), secret, key, salt)) == SEALED


def test_no_two_messages_are_sealed_alike() -> None:
    browser = Browser()
    one, other = (
        webpush_encryption.seal(b'"tea"', webpush_encryption.public(browser.key), SECRET) for _ in range(2)
    )
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]
    assert browser.read(one) == browser.read(other) == "tea"


def test_a_push_service_can_check_who_sends() -> None:
    key = webpush_encryption.key_of(webpush_encryption.new_key())
    header = webpush_encryption.signature("https://push.example:8443/a/b?c", key, "https://tea.example")
    token, public = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    assert from_base64(public) == webpush_encryption.public(key)
    signed, _, mark = token.rpartition(".")
    r, s = (int.from_bytes(from_base64(mark)[at : at + 32]) for at in (0, 32))
    key.public_key().verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = msgspec.json.decode(from_base64(signed.partition(".")[2]))
    assert (claims["aud"], claims["sub"]) == ("https://push.example:8443", "https://tea.example")


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", ""), ("x" * 87, "AAAAAAAAAAAAAAAAAAAAAA"), (THEIRS, "AAAA"), (THEIRS, "ż" * 22), ("ż", "ż")],
)
def test_what_no_browser_made_is_no_subscription(p256dh: str, auth: str) -> None:
    assert not webpush_encryption.is_subscription(p256dh, auth)
    assert webpush_encryption.is_subscription(THEIRS, "AAAAAAAAAAAAAAAAAAAAAA")
