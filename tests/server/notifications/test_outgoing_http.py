"""What is posted to a stranger's address reaches nobody else: no machine of the host's, no redirect, no long wait."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from hanamachi.server.notifications import outgoing_http
from hanamachi.server.notifications.outgoing_http import Undelivered, is_public, is_web_address
from tests.server.support.notification_receiver import listening


def send(url: str, *, private: bool = False) -> int:
    return asyncio.run(outgoing_http.post(url, {"content-type": "text/plain"}, b"tea", private=private))


def resolving(patch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Every name has these addresses; which names were asked for."""
    asked: list[str] = []

    def resolved(host: str, _port: int) -> list[str]:
        asked.append(host)
        return list(addresses)

    patch.setattr(outgoing_http, "resolved", resolved)
    return asked


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1"),
        *("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:a00:1::", "::10.0.0.1"),
        *("fec0::1", "feff::1", "192.88.99.1", "192.0.0.8", "192.0.0.200", "3fff::1", "100::1", "5f00::1"),
    ],
)
def test_no_address_of_the_hosts_own_network(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_public(address)
    resolving(monkeypatch, "93.184.215.14", address)
    with pytest.raises(Undelivered, match="private_address"):
        send("https://push.example/x")


def test_addresses_out_there() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07::1")
    assert is_public("::ffff:93.184.215.14")


@pytest.mark.parametrize(
    "url",
    [
        *(
            "",
            "push.example",
            "http://push.example/",
            "ftp://push.example/",
            "file:///etc/passwd",
            "https://",
        ),
        *("https://me@push.example/", "https://a b/", "https://push.example:99999/", "https://pusż.example/"),
        *(
            "https://push.example/\r\nx: y",
            "https://push.example/#x",
            "https://[::1/",
            "https://push.example:0/",
        ),
    ],
)
def test_what_is_no_address_for_a_post(url: str) -> None:
    assert not is_web_address(url)
    with pytest.raises(Undelivered, match="bad_address"):
        send(url)


def test_the_line_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is resolved once: what it is later does not matter."""
    asked = resolving(monkeypatch, "127.0.0.1")
    with listening() as endpoint:
        url = endpoint.url.replace("127.0.0.1", "push.example")
        assert send(f"{url}?a=1", private=True) == 201
        headers, body = endpoint.next()
    assert asked == ["push.example"]
    assert headers["host"].startswith("push.example:")
    assert body == b"tea"


def test_a_redirect_is_not_followed() -> None:
    with listening(302) as endpoint:
        assert send(endpoint.url, private=True) == 302
        endpoint.next()
        assert endpoint.heard.empty()


def test_who_never_answers_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_http, "TIMEOUT_SECONDS", 0.05)
    assert talk(b"") == "slow"


def test_who_talks_nonsense_is_left() -> None:
    assert talk(b"tea?\r\n\r\n") == "unreachable"
    assert talk(b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 4000) == "unreachable"


def talk(said: bytes) -> str:
    """What comes of it if this is the answer, and then nothing."""

    async def story() -> str:
        over = asyncio.Event()

        async def answer(_reader: Any, writer: asyncio.StreamWriter) -> None:
            writer.write(said)
            await over.wait()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        try:
            await outgoing_http.post(f"http://127.0.0.1:{port}/", {}, b"tea", private=True)
        except Undelivered as reason:
            return str(reason)
        finally:
            over.set()
            server.close()
        return "answered"

    return asyncio.run(story())


def certificate(folder: Path, name: str) -> tuple[str, str]:
    """A key and what says that it is this name's, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    built = x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
    built = built.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(built.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return str(paths[0]), str(paths[1])


@pytest.mark.parametrize(
    ("name", "known", "comes"),
    [
        ("push.example", True, "201"),
        ("push.example", False, "unreachable"),
        ("a.example", True, "unreachable"),
    ],
)
def test_over_tls_it_is_the_one_by_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, known: bool, comes: str
) -> None:
    cert, key = certificate(tmp_path, name)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(cert, key)
    resolving(monkeypatch, "127.0.0.1")
    if known:
        monkeypatch.setattr(outgoing_http, "tls_context", lambda: ssl.create_default_context(cafile=cert))

    async def story() -> str:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"tea")
            writer.write(b"HTTP/1.1 201 Created\r\n\r\n")

        server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=tls)
        port = server.sockets[0].getsockname()[1]
        try:
            return str(await outgoing_http.post(f"https://push.example:{port}/", {}, b"tea", private=True))
        except Undelivered as reason:
            return str(reason)
        finally:
            server.close()

    assert asyncio.run(story()) == comes


def test_nobody_is_there() -> None:
    with listening() as endpoint:
        pass
    with pytest.raises(Undelivered, match="unreachable"):
        send(endpoint.url, private=True)
