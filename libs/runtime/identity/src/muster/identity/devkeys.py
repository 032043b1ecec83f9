"""A developer's own keys and tokens: they replace production's identity provider in the local stack."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from muster.identity.principal import ROLES, SCOPES, SERVICE_ROLE
from muster.identity.signing import KeyPair, ensure_key_pair, load_key, signed
from muster.identity.tokens import repositories_named
from muster.journal.clock import Clock, SystemClock

ISSUER: Final = "muster-local"
AUDIENCE: Final = "muster"
TTL_S_MAX: Final = 366 * 86_400


def ensure_keys(home: Path) -> KeyPair:
    """The keys that people's tokens are signed with, under `home`/keys."""
    return ensure_key_pair(home / "keys" / "private.pem", home / "keys" / "jwks.json")


def ensure_node_keys(home: Path) -> KeyPair:
    """The keys that nodes' tokens are signed with, under `home`/keys: they open nothing of any tenant."""
    return ensure_key_pair(home / "keys" / "nodes.pem", home / "keys" / "nodes.json")


def mint(
    home: Path,
    *,
    subject: str,
    tenant: str,
    roles: Sequence[str],
    ttl_s: int,
    team: str | None = None,
    teams: Sequence[str] = (),
    scopes: Sequence[str] | None = None,
    repositories: Sequence[str] = (),
    issuer: str = ISSUER,
    audience: str = AUDIENCE,
    clock: Clock | None = None,
) -> str:
    """A signed token for `subject`, made with the key under `home`.

    Args:
        home: MUSTER_HOME; the keys are made when absent.
        subject: User.
        tenant: Tenant; the only place a tenant ever comes from.
        roles: Any of muster.identity.ROLES; or SERVICE_ROLE alone, for a service.
        ttl_s: Seconds until it expires, 1 to TTL_S_MAX.
        team: Team that pays when a job names none; absent: the first of `teams`, or the subject.
        teams: Every team of the user.
        scopes: Maximum scopes of the token; absent: all that its roles allow.
        repositories: Those that it is for, as NAMESPACE/NAME of a model or TYPE/NAMESPACE/NAME; it opens
            nothing else. None: it is not limited to some.
        issuer: Issuer that the services expect.
        audience: Audience that the services expect.
        clock: For the times in it.

    Raises:
        ValueError: ttl_s is out of range, a role or scope is unknown, or a repository's name is none; names
            what is allowed.
    """
    if not 1 <= ttl_s <= TTL_S_MAX:
        raise ValueError(f"ttl_s is {ttl_s}; allowed: 1 to {TTL_S_MAX}")
    known = (("role", roles, (*ROLES, SERVICE_ROLE)), ("scope", scopes or (), tuple(SCOPES)))
    for what, names, allowed in known:
        if unknown := [name for name in names if name not in allowed]:
            raise ValueError(f"{what} is {unknown[0]}; must be one of {', '.join(allowed)}")
    now_s = (clock or SystemClock()).now_ms() // 1000
    claims: dict[str, object] = {
        "iss": issuer,
        "aud": audience,
        "sub": subject,
        "tenant": tenant,
        "roles": list(roles),
        "iat": now_s,
        "jti": os.urandom(12).hex(),
        "exp": now_s + ttl_s,
    }
    if team is not None:
        claims["team"] = team
    if teams:
        claims["teams"] = list(teams)
    if scopes is not None:
        claims["scope"] = " ".join(scopes)
    if repositories:
        claims["repositories"] = repositories_named(repositories)
    return signed(load_key(ensure_keys(home).private_key_file), claims)
