"""Credentials of a node: an enrolment, exchanged at the API for tokens that go with its reports on the log.

    enrolment   created by an operator (`muster node enrol`); valid for months; for the API, never on the log
    token       issued by the API for an enrolment; valid for hours; goes with every heartbeat and report

When two thirds of an enrolment's life are over, the API returns a renewed one along with a token. It keeps
the id and the time of issue, so revoking the first revokes all renewals.

Who reads the log sees tokens, so a token opens nothing but the log. Both are signed with a key of their own,
which opens nothing of any tenant, and are meant for one cell. A token has the id of its enrolment: revoking
the enrolment revokes it too (ADR 65).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from muster.identity.feed import MembershipFeed
from muster.identity.node_names import NodeNames
from muster.identity.principal import NODE_ENROL, NODE_REPORT, NODE_ROLE
from muster.identity.signing import load_key, signed
from muster.identity.tokens import AuthSettings, Verifier
from muster.journal.clock import Clock, SystemClock

ISSUER: Final = "muster-nodes"
ENROLMENT_S: Final = 90 * 86_400
"""Default lifetime of an enrolment, seconds."""
ENROLMENT_S_MIN: Final = 60
ENROLMENT_S_MAX: Final = 366 * 86_400
TOKEN_S: Final = 12 * 3_600
"""Lifetime of a token, seconds: renewed after half of it, it survives half a day without an API."""
TOKENS_REMEMBERED_MAX: Final = 32_768
"""Tokens of nodes that a verifier remembers: about 2 KiB each."""
_NAMES_CHARS_MAX: Final = 4_096
"""A token is a header of every report."""


class NodeToken(NamedTuple):
    """A token for reports.

    Attributes:
        token: The JWT.
        expires_in_s: Seconds until it expires.
    """

    token: str
    expires_in_s: int


class Enrolment(NamedTuple):
    """Contents of a valid enrolment.

    Attributes:
        name: Name of the enrolment.
        nodes: Names and patterns.
        token_id: Id of the enrolment, kept when it is renewed.
        issued_at_s: Time at which an operator made it, seconds since 1970 UTC.
        expires_at_s: Time at which it expires, seconds since 1970 UTC.
        life_s: Seconds from when it was made, or renewed, until it expires.
    """

    name: str
    nodes: tuple[str, ...]
    token_id: str
    issued_at_s: int
    expires_at_s: int
    life_s: int

    @classmethod
    def read(cls, claims: Mapping[str, Any]) -> Enrolment:
        """The claims of an enrolment that was verified."""
        issued_at_s, expires_at_s = int(claims["iat"]), int(claims["exp"])
        return cls(
            name=str(claims["sub"]),
            nodes=tuple(map(str, claims["nodes"])),
            token_id=str(claims["jti"]),
            issued_at_s=issued_at_s,
            expires_at_s=expires_at_s,
            life_s=int(claims["life"]),
        )


def node_verifier(
    jwks_file: Path, cell: str, feed: MembershipFeed | None = None, clock: Clock | None = None
) -> Verifier:
    """Return the verifier of credentials of a cell's nodes.

    Args:
        jwks_file: The public keys of nodes' tokens.
        cell: The cell.
        feed: Revocations; None: nothing is ever revoked.
        clock: For the times in tokens.
    """
    auth = AuthSettings(jwks_file=jwks_file, issuer=ISSUER, audience=_audience(cell))
    return Verifier(auth, feed, clock, remembered_max=TOKENS_REMEMBERED_MAX)


def _audience(cell: str) -> str:
    return f"cell/{cell}"


class NodeIssuer:
    """Signs credentials of nodes.

    Args:
        key_file: The private key of nodes' tokens.
        cell: Cell in which the credentials are valid.
        clock: For the times in it.

    Raises:
        OSError, ValueError: there is no such key.

    Attributes:
        cell: The same.
    """

    def __init__(self, key_file: Path, cell: str, clock: Clock | None = None) -> None:
        self._key = load_key(key_file)
        self.cell = cell
        self._clock = clock or SystemClock()

    def enrol(self, name: str, nodes: Iterable[str], ttl_s: int = ENROLMENT_S) -> str:
        """An enrolment.

        Args:
            name: Name of the enrolment, as in `muster node revoke NAME`.
            nodes: Names of nodes, or patterns in which `*` stands for any characters.
            ttl_s: Seconds until it expires.

        Raises:
            ValueError: ttl_s or a name is not allowed; says what is.
        """
        if not ENROLMENT_S_MIN <= ttl_s <= ENROLMENT_S_MAX:
            raise ValueError(f"ttl_s is {ttl_s}; allowed: {ENROLMENT_S_MIN} to {ENROLMENT_S_MAX}")
        names = NodeNames(nodes).names
        if sum(map(len, names)) > _NAMES_CHARS_MAX:
            raise ValueError(
                f"{len(names)} names; allowed: {_NAMES_CHARS_MAX} characters in all; use patterns"
            )
        now_s = self._now_s()
        made = Enrolment(name, names, os.urandom(12).hex(), now_s, now_s + ttl_s, ttl_s)
        return self._signed(made, NODE_ENROL, made.expires_at_s)

    def renewed(self, shown: Enrolment) -> str | None:
        """The same enrolment with a new life; None: less than two thirds of its life are over."""
        now_s = self._now_s()
        if 3 * (shown.expires_at_s - now_s) > shown.life_s:
            return None
        return self._signed(shown, NODE_ENROL, now_s + shown.life_s)

    def token(self, shown: Enrolment, ttl_s: int = TOKEN_S) -> NodeToken:
        """A token for the holder of an enrolment.

        Args:
            shown: The enrolment; the token expires with it at the latest.
            ttl_s: Seconds until the token expires, otherwise.
        """
        now_s = self._now_s()
        expires_at_s = min(now_s + ttl_s, shown.expires_at_s)
        return NodeToken(self._signed(shown, NODE_REPORT, expires_at_s), max(0, expires_at_s - now_s))

    def _now_s(self) -> int:
        return self._clock.now_ms() // 1000

    def _signed(self, enrolment: Enrolment, scope: str, expires_at_s: int) -> str:
        """An enrolment, or a token for it: both were issued when the operator made the enrolment.

        So a revocation counts for what an API issues that has not read it yet.
        """
        return signed(
            self._key,
            {
                "iss": ISSUER,
                "aud": _audience(self.cell),
                "sub": enrolment.name,
                "tenant": self.cell,
                "roles": [NODE_ROLE],
                "scope": scope,
                "nodes": list(enrolment.nodes),
                "iat": enrolment.issued_at_s,
                "jti": enrolment.token_id,
                "exp": expires_at_s,
                "life": enrolment.life_s,
            },
        )
