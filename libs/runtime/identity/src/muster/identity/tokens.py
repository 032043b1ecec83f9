"""Bearer tokens (RFC 6750) that are JWTs, checked as RFC 8725 says.

The algorithm belongs to the key, never to the token: a token's `alg` is only compared with its key's, so
neither `none` nor an HMAC made with a public key can pass. Tenant, teams, roles and scopes come from here and
nowhere else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import jwt
from muster.identity.feed import MembershipFeed
from muster.identity.keys import Keys
from muster.identity.node_names import NodeNames
from muster.identity.principal import SCOPES, SCOPES_OF_ROLE, Principal
from muster.journal.clock import Clock, SystemClock
from muster.journal.errors import Unavailable

TOKEN_CHARS_MAX: Final = 8192
REPOSITORIES_MAX: Final = 50
"""That one token is for: every request and command carries the token."""

CHECKED_MAX: Final = 4096
"""Maximum number of cached valid tokens, some MB; the oldest one makes room."""

_WHO: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}")
_TENANT: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_ANY: Final = re.compile(r".{0,512}")
_REPOSITORY: Final = re.compile(r"(?:model|dataset|space|experiment)/[^/]{1,96}/.{1,256}", re.IGNORECASE)
_SHOWN_MAX: Final = 80


@dataclass(frozen=True, slots=True)
class AuthSettings:
    """Rules for valid tokens.

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


class _Checked(NamedTuple):
    """A token whose signature and claims are good; times in milliseconds since 1970 UTC."""

    principal: Principal
    issued_at_ms: int
    not_before_ms: int
    expires_at_ms: int


class Verifier:
    """Checks tokens against one JWKS file, and against the log's memberships.

    A token that was found good is remembered while the keys stay the same, so that who sends many requests
    with one token costs a look-up each.

    Args:
        settings: Rules for valid tokens.
        feed: Revocations; None: nothing is ever revoked.
        clock: For the times in tokens.
        remembered_max: Maximum number of cached valid tokens; the oldest one makes room.
    """

    def __init__(
        self,
        settings: AuthSettings,
        feed: MembershipFeed | None = None,
        clock: Clock | None = None,
        *,
        remembered_max: int = CHECKED_MAX,
    ) -> None:
        self._settings = settings
        self._feed = feed
        self._clock = clock or SystemClock()
        self._keys = Keys(settings.jwks_file, self._clock)
        self._checked: dict[str, _Checked] = {}
        self._checked_with = 0
        self._remembered_max = remembered_max

    def verify(self, token: str, at_ms: int | None = None, *, as_of: bool = False) -> Principal:
        """Return the principal that the token stands for.

        Args:
            token: The JWT.
            at_ms: Time at which it was presented, milliseconds since 1970 UTC, if earlier than now: a command
                that waited on the log was in time when it was appended. None: now.
            as_of: Whether only revocations until `at_ms` count, so that later readers of the log come to the
                same verdict.

        Raises:
            InvalidToken: it is not valid; the text says why.
            Unavailable: what was revoked is not known yet.
        """
        checked = self._check_cached(token)
        self._check_times(checked, self._clock.now_ms() if at_ms is None else at_ms)
        return self._current(checked.principal, checked.issued_at_ms, at_ms if as_of else None)

    def claims(self, token: str) -> Mapping[str, Any]:
        """Return the claims of a valid token, regardless of later revocations.

        Raises:
            InvalidToken: it is not valid; the text says why.
            Unavailable: there are no keys yet.
        """
        self._check_times(self._check_cached(token), self._clock.now_ms())
        return self._signed(token)

    def _check_cached(self, token: str) -> _Checked:
        """Return the token as checked before with these keys, or check it now; ignores its times."""
        if token not in self._checked or self._keys.due:
            self._keys.refresh()
            if self._checked_with != self._keys.version:
                self._checked.clear()
                self._checked_with = self._keys.version
        checked = self._checked.get(token)
        if checked is None:
            checked = _checked(token, self._signed(token))
            if len(self._checked) >= self._remembered_max:
                del self._checked[next(iter(self._checked))]
            self._checked[token] = checked
        return checked

    def _check_times(self, checked: _Checked, at_ms: int) -> None:
        leeway_ms = self._settings.leeway_s * 1000
        if checked.expires_at_ms <= at_ms - leeway_ms:
            raise InvalidToken("the token has expired")
        if checked.not_before_ms > at_ms + leeway_ms:
            raise InvalidToken("the token is not yet valid")

    def _signed(self, token: str) -> Mapping[str, Any]:
        """The claims of a token, its signature checked."""
        if len(token) > TOKEN_CHARS_MAX:
            raise InvalidToken(f"the token is longer than {TOKEN_CHARS_MAX} characters")
        try:
            header = jwt.get_unverified_header(token)
            return self._claims(token, str(header.get("kid", "")), header.get("alg"))
        except (jwt.PyJWTError, RecursionError) as error:  # a header nested too deep to be read
            raise InvalidToken(f"the token is not valid: {error}") from None

    def _current(self, principal: Principal, issued_at_ms: int, as_of_ms: int | None) -> Principal:
        """Return the principal as changed by later facts, up to `as_of_ms` if set."""
        if self._feed is None:
            return principal
        known = self._feed.known
        if known is None:
            raise Unavailable(f"no token can be checked: {self._feed.problem}")
        tenant, subject = principal.tenant, principal.subject
        if refusal := known.refusal(tenant, subject, principal.token_id, issued_at_ms, as_of_ms):
            raise InvalidToken(refusal)
        teams = known.teams(tenant, subject, principal.teams, issued_at_ms)
        if teams == principal.teams:
            return principal
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
            options={
                "require": ["exp", "iss", "aud", "sub"],
                "strict_aud": False,
                "verify_exp": False,  # times are compared with when the token was shown: `_check_times`
                "verify_nbf": False,
                "verify_iat": False,
            },
        )


def _checked(token: str, claims: Mapping[str, Any]) -> _Checked:
    issued_at_ms = _time_claim(claims, "iat") if "iat" in claims else 0  # it counts as the oldest
    not_before_ms = _time_claim(claims, "nbf") if "nbf" in claims else issued_at_ms
    return _Checked(
        principal_of(claims, token),
        issued_at_ms,
        max(issued_at_ms, not_before_ms),
        _time_claim(claims, "exp"),
    )


def principal_of(claims: Mapping[str, Any], token: str) -> Principal:
    """Return the principal that the claims of a verified token name.

    Raises:
        InvalidToken: a claim is missing or invalid.
    """
    subject = _text_claim(claims, "sub", _WHO)
    team = _text_claim(claims, "team", _WHO) if "team" in claims else None
    teams = frozenset(_names(claims, "teams", _WHO)) if "teams" in claims else frozenset[str]()
    primary = team or min(teams, default=subject)
    return Principal(
        subject=subject,
        tenant=_text_claim(claims, "tenant", _TENANT),
        roles=frozenset(_names(claims, "roles", _ANY)) & frozenset(SCOPES_OF_ROLE),
        team=primary,
        teams=teams | {primary},
        scopes=_scopes(claims),
        repositories=_repositories(claims),
        token_id=_text_claim(claims, "jti", _ANY) if "jti" in claims else "",
        nodes=_node_names(claims),
        token=token,
    )


def _node_names(claims: Mapping[str, Any]) -> NodeNames | None:
    """The claim `nodes`, which only nodes' credentials have."""
    if "nodes" not in claims:
        return None
    try:
        return NodeNames(_names(claims, "nodes", _ANY))
    except ValueError as error:
        raise InvalidToken(f"claim nodes: {error}") from None


def _scopes(claims: Mapping[str, Any]) -> frozenset[str] | None:
    """The claim `scope` (RFC 8693: names between spaces); unknown ones are ignored."""
    if "scope" not in claims:
        return None
    return frozenset(_text_claim(claims, "scope", _ANY).split()) & frozenset(SCOPES)


def repositories_named(names: Iterable[str]) -> list[str]:
    """Names of repositories as people give them, as the claim has them: NAMESPACE/NAME is a model's.

    Raises:
        ValueError: one is no name, or they are too many.
    """
    found: list[str] = []
    for name in names:
        full = name if name.count("/") > 1 else f"model/{name}"
        kind, _, rest = full.partition("/")
        full = f"{kind.removesuffix('s')}/{rest}".lower()
        if not _REPOSITORY.fullmatch(full):
            allowed = "NAMESPACE/NAME, or TYPE/NAMESPACE/NAME with model, dataset, space or experiment"
            raise ValueError(f"repository is {_excerpt(name)}; must be {allowed}")
        found.append(full)
    if len(found) > REPOSITORIES_MAX:
        raise ValueError(f"{len(found)} repositories; allowed: {REPOSITORIES_MAX}")
    return sorted(set(found))


def _repositories(claims: Mapping[str, Any]) -> frozenset[str] | None:
    """The claim `repositories`: names of which upper and lower case are one."""
    if "repositories" not in claims:
        return None
    names = _names(claims, "repositories", _REPOSITORY)
    if not 1 <= len(names) <= REPOSITORIES_MAX:
        raise InvalidToken(f"claim repositories has {len(names)} names; allowed: 1 to {REPOSITORIES_MAX}")
    return frozenset(name.lower() for name in names)


def _time_claim(claims: Mapping[str, Any], name: str) -> int:
    """A time, milliseconds since 1970 UTC."""
    time_s = claims[name]
    if not isinstance(time_s, int | float) or not math.isfinite(time_s):
        raise InvalidToken(f"claim {name} is {_excerpt(time_s)}; allowed: a number of seconds since 1970 UTC")
    return int(time_s * 1000)


def _names(claims: Mapping[str, Any], name: str, allowed: re.Pattern[str]) -> list[str]:
    value = claims.get(name)
    if not isinstance(value, list):
        raise InvalidToken(f"claim {name} is {_excerpt(value)}; allowed: a list of names")
    return [_text_claim({name: each}, name, allowed) for each in cast("list[object]", value)]


def _text_claim(claims: Mapping[str, Any], name: str, allowed: re.Pattern[str]) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not allowed.fullmatch(value):
        raise InvalidToken(f"claim {name} is {_excerpt(value)}; allowed: {allowed.pattern}")
    return value


def _excerpt(value: object) -> str:
    """Return the beginning of a claim's value for a message: its sender chooses its length."""
    return repr(value)[:_SHOWN_MAX]
