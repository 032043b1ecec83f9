"""What a node shows: an enrolment, exchanged at the API for tokens that go with its reports on the log.

    enrolment   an operator gets it (`muster node enrol`); months; shown to the API, never on the log
    token       the API gives it for an enrolment; hours; goes with every heartbeat and report

Who reads the log sees tokens, so a token opens nothing but the log. Both are signed with a key of their own,
which opens nothing of any tenant, and are meant for one cell. A token has the id of its enrolment: revoking
the enrolment revokes it too (ADR 65).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from muster.identity.feed import MembershipFeed
from muster.identity.node_names import NodeNames
from muster.identity.principal import NODE_ENROL, NODE_REPORT, NODE_ROLE, Principal
from muster.identity.signing import load_key, signed
from muster.identity.tokens import AuthSettings, Verifier
from muster.journal.clock import Clock, SystemClock

ISSUER: Final = "muster-nodes"
ENROLMENT_S: Final = 90 * 86_400
"""How long an enrolment is good unless its operator says otherwise."""
ENROLMENT_S_MAX: Final = 366 * 86_400
TOKEN_S: Final = 12 * 3_600
"""How long a token is good: renewed after half of it, it outlives half a day without an API."""
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


def node_verifier(
    jwks_file: Path, cell: str, feed: MembershipFeed | None = None, clock: Clock | None = None
) -> Verifier:
    """Checks what nodes of a cell show.

    Args:
        jwks_file: The public keys of nodes' tokens.
        cell: The cell.
        feed: What was revoked; None: nothing ever is.
        clock: For the times in tokens.
    """
    auth = AuthSettings(jwks_file=jwks_file, issuer=ISSUER, audience=_audience(cell))
    return Verifier(auth, feed, clock, remembered_max=TOKENS_REMEMBERED_MAX)


def _audience(cell: str) -> str:
    return f"cell/{cell}"


class NodeIssuer:
    """Signs what nodes show.

    Args:
        key_file: The private key of nodes' tokens.
        cell: What is signed is good in this cell only.
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
            name: What it is called, as in `muster identity revoke NAME --tenant CELL`.
            nodes: Names of nodes, or patterns in which `*` stands for any characters.
            ttl_s: Seconds until it expires.

        Raises:
            ValueError: ttl_s or a name is not allowed; says what is.
        """
        if not 60 <= ttl_s <= ENROLMENT_S_MAX:
            raise ValueError(f"ttl_s is {ttl_s}; allowed: 60 to {ENROLMENT_S_MAX}")
        names = NodeNames(nodes).names
        if sum(map(len, names)) > _NAMES_CHARS_MAX:
            raise ValueError(
                f"{len(names)} names; allowed: {_NAMES_CHARS_MAX} characters in all; use patterns"
            )
        return self._signed(name, names, NODE_ENROL, os.urandom(12).hex(), ttl_s)

    def token(self, holder: Principal, left_s: int, ttl_s: int = TOKEN_S) -> NodeToken:
        """A token for the holder of an enrolment.

        Args:
            holder: Who shows the enrolment.
            left_s: How long the enrolment is still good, seconds; the token expires with it at the latest.
            ttl_s: Seconds until the token expires, otherwise.
        """
        ttl_s = min(ttl_s, left_s)
        names = holder.nodes.names if holder.nodes else ()
        return NodeToken(self._signed(holder.subject, names, NODE_REPORT, holder.token_id, ttl_s), ttl_s)

    def _signed(self, name: str, nodes: tuple[str, ...], scope: str, token_id: str, ttl_s: int) -> str:
        now_s = self._clock.now_ms() // 1000
        return signed(
            self._key,
            {
                "iss": ISSUER,
                "aud": _audience(self.cell),
                "sub": name,
                "tenant": self.cell,
                "roles": [NODE_ROLE],
                "scope": scope,
                "nodes": list(nodes),
                "iat": now_s,
                "jti": token_id,
                "exp": now_s + ttl_s,
            },
        )
