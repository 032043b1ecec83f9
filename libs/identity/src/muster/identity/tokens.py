"""Bearer tokens (RFC 6750) that are JWTs, checked as RFC 8725 says.

The algorithm belongs to the key, never to the token: a token's `alg` is only compared with its key's, so
neither `none` nor an HMAC made with a public key can pass. Tenant, teams, roles and scopes come from here and
nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import jwt
from muster.identity.feed import MembershipFeed
from muster.identity.keys import Keys
from muster.identity.principal import ROLES, SCOPES, Principal
from muster.journal.errors import Unavailable

TOKEN_CHARS_MAX: Final = 8192

_WHO: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}")
_TENANT: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_ANY: Final = re.compile(r".{0,512}")


@dataclass(frozen=True, slots=True)
class AuthSettings:
    """Which tokens are good.

    Attributes:
        jwks_file: Public keys, a JSON Web Key Set; replaced whole to rotate them.
        issuer: Required `iss`.
        audience: Required in `aud`.
        leeway_s: Clock difference forgiven for `exp`, `nbf` and `iat`.
    """

    jwks_file: Path
    issuer: str
    audience: str
    leeway_s: int = 30


class InvalidToken(Exception):
    """A token that is not accepted; the text says why and holds nothing secret."""


class Verifier:
    """Checks tokens against one JWKS file, and against what the log says of memberships.

    Args:
        settings: Which tokens are good.
        feed: What was revoked; None: nothing ever is.
    """

    def __init__(self, settings: AuthSettings, feed: MembershipFeed | None = None) -> None:
        self._settings = settings
        self._keys = Keys(settings.jwks_file)
        self._feed = feed

    def verify(self, token: str) -> Principal:
        """Who the token stands for.

        Raises:
            InvalidToken: it is not good, and why.
            Unavailable: what was revoked is not known yet.
        """
        claims = self.claims(token)
        return self._current(principal_of(claims), _issued_at_ms(claims))

    def claims(self, token: str) -> Mapping[str, Any]:
        """What a good token says, whatever was revoked since.

        Raises:
            InvalidToken: it is not good, and why.
        """
        if len(token) > TOKEN_CHARS_MAX:
            raise InvalidToken(f"the token is longer than {TOKEN_CHARS_MAX} characters")
        try:
            header = jwt.get_unverified_header(token)
            return self._claims(token, str(header.get("kid", "")), header.get("alg"))
        except jwt.ExpiredSignatureError:
            raise InvalidToken("the token has expired") from None
        except jwt.PyJWTError as error:
            raise InvalidToken(f"the token is not valid: {error}") from None

    def _current(self, principal: Principal, issued_at_ms: int) -> Principal:
        """The principal as later facts changed it."""
        if self._feed is None:
            return principal
        known = self._feed.known
        if known is None:
            raise Unavailable(f"no token can be checked: {self._feed.problem}")
        tenant, subject = principal.tenant, principal.subject
        if refusal := known.refusal(tenant, subject, principal.token_id, issued_at_ms):
            raise InvalidToken(refusal)
        teams = known.teams(tenant, subject, principal.teams, issued_at_ms)
        team = principal.team if principal.team in teams else min(teams, default=subject)
        return replace(principal, team=team, teams=teams | {team})

    def _claims(self, token: str, kid: str, algorithm: object) -> Mapping[str, Any]:
        key = self._keys.key(kid)
        if key is None:
            raise InvalidToken("the token is signed with an unknown key")
        if algorithm != key.algorithm_name:
            raise InvalidToken("the token's algorithm is not its key's")
        return jwt.decode(
            token,
            key,
            algorithms=[key.algorithm_name],
            audience=self._settings.audience,
            issuer=self._settings.issuer,
            leeway=self._settings.leeway_s,
            options={"require": ["exp", "iss", "aud", "sub"], "strict_aud": False},
        )


def principal_of(claims: Mapping[str, Any]) -> Principal:
    """Who the claims of a verified token name.

    Raises:
        InvalidToken: a claim is absent or not what it must be.
    """
    subject = _text_claim(claims, "sub", _WHO)
    team = _text_claim(claims, "team", _WHO) if "team" in claims else None
    teams = frozenset(_names(claims, "teams", _WHO)) if "teams" in claims else frozenset[str]()
    primary = team or min(teams, default=subject)
    return Principal(
        subject=subject,
        tenant=_text_claim(claims, "tenant", _TENANT),
        roles=frozenset(_names(claims, "roles", _ANY)) & frozenset(ROLES),
        team=primary,
        teams=teams | {primary},
        scopes=_scopes(claims),
        token_id=_text_claim(claims, "jti", _ANY) if "jti" in claims else "",
    )


def _scopes(claims: Mapping[str, Any]) -> frozenset[str] | None:
    """The claim `scope` (RFC 8693: names between spaces); unknown ones are ignored."""
    if "scope" not in claims:
        return None
    return frozenset(_text_claim(claims, "scope", _ANY).split()) & frozenset(SCOPES)


def _issued_at_ms(claims: Mapping[str, Any]) -> int:
    """When it was issued; a token that does not say counts as the oldest."""
    issued_at_s = claims.get("iat", 0)
    return int(issued_at_s * 1000) if isinstance(issued_at_s, int | float) else 0


def _names(claims: Mapping[str, Any], name: str, allowed: re.Pattern[str]) -> list[str]:
    value = claims.get(name)
    if not isinstance(value, list):
        raise InvalidToken(f"claim {name}: allowed is a list of names")
    return [_text_claim({name: each}, name, allowed) for each in cast("list[object]", value)]


def _text_claim(claims: Mapping[str, Any], name: str, allowed: re.Pattern[str]) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not allowed.fullmatch(value):
        raise InvalidToken(f"claim {name}: allowed is {allowed.pattern}")
    return value
