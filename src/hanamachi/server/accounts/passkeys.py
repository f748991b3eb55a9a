"""Make and check passkeys (WebAuthn) with the library `webauthn`.

A challenge works once, at the worker that made it or at another. A passkey belongs to one host name; browsers
make them over https alone, and on localhost. The library is loaded at the first passkey: it would be a fourth
of what starting the server costs.
"""

import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.runtime.digests import digest
from hanamachi.server.runtime.origins import Site, in_digits

NAME = "Hanamachi"
LONGEST_ID = 1023  # bytes of a credential id (WebAuthn, 4)


class BadPasskey(Refusal):
    """The browser's answer does not fit the challenge, or the passkey is unknown."""

    def __init__(self) -> None:
        super().__init__("bad_passkey")


class Passkey(Struct, frozen=True):
    """A passkey as it is stored."""

    id: str
    guest: str
    site: str
    public_key: str
    uses: int
    device: str = ""
    made: float = 0.0
    used: float | None = None


def are_possible(site: Site) -> bool:
    """Return True if browsers make passkeys for this address."""
    return site.name == "localhost" or (site.scheme == "https" and not in_digits(site.name))


def origin(site: Site) -> str:
    return f"{site.scheme}://{site.host}"


def ask_to_make(site: Site, challenge: str, user: str, name: str, known: Sequence[Passkey]) -> Any:
    """Return what the browser is asked when a passkey is made. It is found without a name later."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name=NAME,
        user_id=bytes.fromhex(digest(f"passkey {user}")),
        user_name=name,
        user_display_name=name,
        challenge=_challenge(challenge),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=_descriptors(site, known),
    )
    return json.loads(webauthn.options_to_json(options))


def ask_to_use(site: Site, challenge: str, known: Sequence[Passkey] = ()) -> Any:
    """Return what the browser is asked when a passkey is used. `known`: those that may be."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=site.name,
        challenge=_challenge(challenge),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
        allow_credentials=_descriptors(site, known),
    )
    return json.loads(webauthn.options_to_json(options))


def made(site: Site, challenge: str, user: str, answer: dict[str, Any], device: str) -> Passkey:
    """Return the passkey that a browser made for this challenge. Raise `BadPasskey` if it did not."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        found = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=_challenge(challenge),
            expected_rp_id=site.name,
            expected_origin=origin(site),
            require_user_verification=True,
        )
    except Exception as error:  # the library reads nested formats, which fail in many ways
        raise BadPasskey from error
    if len(found.credential_id) > LONGEST_ID:
        raise BadPasskey
    name = bytes_to_base64url(found.credential_id)
    key = bytes_to_base64url(found.credential_public_key)
    return Passkey(name, user, site.name, key, found.sign_count, device)


def check_use(site: Site, challenge: str, passkey: Passkey | None, answer: dict[str, Any]) -> int:
    """Return how often a passkey was used, by its own count. Raise `BadPasskey` if it did not sign this."""
    if passkey is None or passkey.site != site.name:
        raise BadPasskey
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    try:
        found = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=_challenge(challenge),
            expected_rp_id=site.name,
            expected_origin=origin(site),
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
    except Exception as error:
        raise BadPasskey from error
    return found.new_sign_count


def _challenge(secret: str) -> bytes:
    return secret.encode("utf-8", "surrogatepass")


def _descriptors(site: Site, known: Sequence[Passkey]) -> list[Any]:
    """Return the passkeys of this address as the library names them."""
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    here = [each for each in known if each.site == site.name]
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in here]
