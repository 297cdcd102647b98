"""Verifies a verdict.

The line itself is no proof: any program can write one. The proof is the ticket
inside, which only the holder of the key could sign. Everything that is used
afterwards is taken from the ticket.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

import jwt

from refusal import Refusal

# How far the two clocks may be apart. On one computer they are the same.
LEEWAY_SECONDS = 5


@dataclass(frozen=True)
class Expected:
    """The demands of this client on a ticket."""

    # The public keys, as an administrator stored them.
    jwks: dict
    # Our name: `gate.audience` of the configuration.
    audience: str
    # The value of this start; None if it has no nonce.
    nonce: str | None
    # Those that let a person in.
    outcomes: list[str]
    # How long ago the login may have been.
    max_age_seconds: int


@dataclass(frozen=True)
class Admitted:
    """The admitted user, the outcome, and the identifier of the ticket."""

    username: str
    outcome: str
    jti: str
    exp: float


def verify_verdict(line: str, expected: Expected) -> Admitted:
    """Verify all that can be told from the line alone."""
    verdict = _parse(line)
    if verdict.get("apiVersion") != "gatehouse/1":
        raise Refusal("the verdict is of an unknown version")
    if not isinstance(verdict.get("ticket"), str):
        raise Refusal("the verdict has no ticket")
    try:
        claims = _verify_ticket(verdict["ticket"], expected)
    except jwt.PyJWTError as error:
        raise Refusal(f"the ticket does not count: {error}") from error
    # Also checked if we expect no nonce: a ticket with one belongs to another start.
    if claims.get("nonce") != expected.nonce:
        raise Refusal("the ticket belongs to another start (nonce)")
    outcome, username, jti = claims["outcome"], claims["username"], claims["jti"]
    if outcome not in expected.outcomes:
        raise Refusal(f"this program does not accept the outcome {json.dumps(outcome)}")
    if outcome != verdict.get("outcome"):
        raise Refusal("verdict and ticket differ (outcome)")
    if not isinstance(username, str) or username == "":
        raise Refusal("the ticket names nobody")
    if username != verdict.get("username"):
        raise Refusal("verdict and ticket differ (username)")
    if not isinstance(jti, str) or jti == "":
        raise Refusal("the ticket has no identifier")
    return Admitted(username, outcome, jti, claims["exp"])


def _verify_ticket(ticket: str, expected: Expected) -> dict:
    """Verify the signature, the issuer, the audience and the times."""
    header = jwt.get_unverified_header(ticket)
    if header.get("typ") != "JWT":
        raise Refusal("the ticket is something else")
    if "crit" in header:
        raise Refusal("the ticket wants what we do not know (crit)")
    claims = jwt.decode(
        ticket,
        _key_of(header, expected.jwks),
        # The one algorithm, said here and never taken from the ticket: no
        # `none`, no HMAC with a public key.
        algorithms=["EdDSA"],
        issuer="gatehouse",
        audience=expected.audience,
        leeway=LEEWAY_SECONDS,
        options={
            "require": ["iss", "aud", "exp", "iat", "jti", "outcome", "username"],
            # One audience, not a list of them: a ticket for us is for us alone.
            "strict_aud": True,
        },
    )
    # The library takes texts for times as well, and knows no oldest time.
    times = [claims["exp"], claims["iat"], claims.get("nbf", 0)]
    if not all(type(each) in (int, float) for each in times):
        raise Refusal("the times of the ticket are none")
    if time.time() - claims["iat"] > expected.max_age_seconds + LEEWAY_SECONDS:
        raise Refusal("the ticket is too old")
    return claims


def _key_of(header: dict, jwks: dict) -> jwt.PyJWK:
    """Find the key that the ticket names, by its name and by its kind."""
    for key in jwt.PyJWKSet.from_dict(jwks).keys:
        # The library verifies by the kind of the key, so it must be the right one.
        if key.key_type == "OKP" and key.algorithm_name == "EdDSA" and key.key_id is not None:
            if key.key_id == header.get("kid"):
                return key
    raise Refusal("the ticket names no key of ours")


def _parse(line: str) -> dict:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Refusal("the verdict is not JSON") from error
    if not isinstance(value, dict):
        raise Refusal("the verdict is not an object")
    return value
