"""Digests: secrets of any characters can be hashed, signed and compared."""

from hanamachi.server.runtime.digests import digest, same, sign


def test_secrets_of_any_letters_can_be_compared() -> None:
    """M3: a seat token with a non-ASCII letter was a TypeError."""
    assert same("żółw", "żółw")
    assert not same("żółw", "zolw")
    assert not same("\ud800", "x")


def test_a_digest_is_the_one_that_older_servers_stored() -> None:
    assert digest("plum") == "0467255695084cc12ffe0c55105907f74a9c189314b9fe87b878eb6fee787b99"
    assert digest("\ud800") != digest("x")


def test_a_signature_depends_on_text_and_key() -> None:
    assert len(sign("mika", b"k" * 32)) == 32
    assert len({sign("mika", b"k" * 32), sign("rin", b"k" * 32), sign("mika", b"l" * 32)}) == 3
