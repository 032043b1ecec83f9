"""Who asks: bearer tokens (RFC 6750) that are JWTs, checked as RFC 8725 says.

The algorithm belongs to the key, never to the token: a token's `alg` is only compared with its key's, so
neither `none` nor an HMAC made with a public key can pass. Tenant and roles come from here and nowhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, cast

import jwt
from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from muster.api.problems import Problem

ALGORITHMS: Final = ("EdDSA", "ES256", "RS256")
ROLES: Final = ("viewer", "submitter", "operator")
TOKEN_CHARS_MAX: Final = 8192

_WHO: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}")
_TENANT: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks, as the token says.

    Attributes:
        subject: User.
        tenant: Tenant.
        roles: Of ROLES; others are ignored.
        team: Who pays when a request does not say.
    """

    subject: str
    tenant: str
    roles: frozenset[str]
    team: str


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


class Keys:
    """The keys of a JWKS file, read again when the file changes: rotation without a restart."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read_at: tuple[int, int] | None = None
        self._keys: Mapping[str, jwt.PyJWK] = {}

    def key(self, kid: str) -> jwt.PyJWK | None:
        """The key of that id.

        Raises:
            OSError: the file is gone.
            ValueError: it is not a JWKS.
        """
        status = self._file.stat()
        version = (status.st_mtime_ns, status.st_ino)
        if version != self._read_at:
            self._keys = read_jwks(self._file.read_bytes())
            self._read_at = version
        return self._keys.get(kid)


def read_jwks(content: bytes) -> Mapping[str, jwt.PyJWK]:
    """Signature keys by id; a key that is not for one of ALGORITHMS is left out.

    Raises:
        ValueError: it is not a JSON Web Key Set.
    """
    try:
        keys = cast("dict[str, Any]", json.loads(content))["keys"]
        found = [jwt.PyJWK.from_dict(k) for k in keys if k.get("alg") in ALGORITHMS and "kid" in k]
    except (ValueError, TypeError, KeyError, AttributeError, jwt.PyJWTError) as error:
        raise ValueError(f"not a JSON Web Key Set: {error}") from error
    return {cast("str", k.key_id): k for k in found}


class Verifier:
    """Checks tokens against one JWKS file."""

    def __init__(self, settings: AuthSettings) -> None:
        self._settings = settings
        self._keys = Keys(settings.jwks_file)

    def verify(self, token: str) -> Principal:
        """Who the token stands for.

        Raises:
            InvalidToken: it is not good, and why.
        """
        if len(token) > TOKEN_CHARS_MAX:
            raise InvalidToken(f"the token is longer than {TOKEN_CHARS_MAX} characters")
        try:
            header = jwt.get_unverified_header(token)
            claims = self._claims(token, str(header.get("kid", "")), header.get("alg"))
        except jwt.ExpiredSignatureError:
            raise InvalidToken("the token has expired") from None
        except jwt.PyJWTError as error:
            raise InvalidToken(f"the token is not valid: {error}") from None
        return principal_of(claims)

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
    roles = claims.get("roles")
    if not isinstance(roles, list):
        raise InvalidToken("claim roles: allowed is a list of names")
    subject = _text_claim(claims, "sub", _WHO)
    return Principal(
        subject=subject,
        tenant=_text_claim(claims, "tenant", _TENANT),
        roles=frozenset(str(r) for r in cast("list[object]", roles)) & frozenset(ROLES),
        team=_text_claim(claims, "team", _WHO) if "team" in claims else subject,
    )


def _text_claim(claims: Mapping[str, Any], name: str, allowed: re.Pattern[str]) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not allowed.fullmatch(value):
        raise InvalidToken(f"claim {name}: allowed is {allowed.pattern}")
    return value


_BEARER: Final = HTTPBearer(auto_error=False, bearerFormat="JWT", scheme_name="bearer")

Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


async def authenticate(request: Request, credentials: Bearer) -> Principal:
    """FastAPI dependency: the caller; a 401 problem with WWW-Authenticate when there is no good token."""
    if credentials is None or not credentials.credentials:
        raise _unauthorized("send a token: Authorization: Bearer TOKEN", "")
    verifier = cast("Verifier", request.app.state.verifier)
    try:
        return verifier.verify(credentials.credentials)
    except InvalidToken as error:
        raise _unauthorized(str(error), ', error="invalid_token"') from None


def _unauthorized(detail: str, error: str) -> Problem:
    headers = {"WWW-Authenticate": f'Bearer realm="muster"{error}'}
    return Problem(401, "unauthorized", "Not authenticated", detail, headers=headers)


Caller = Annotated[Principal, Depends(authenticate)]
"""Any caller with a good token."""


def require_role(*roles: str) -> Callable[[Principal], Awaitable[Principal]]:
    """A dependency that lets in callers with any of these roles; others get a 403 problem."""

    async def check(caller: Caller) -> Principal:
        if caller.roles.isdisjoint(roles):
            raise Problem(403, "forbidden", "Not allowed", f"needs the role {' or '.join(roles)}")
        return caller

    return check
