"""Tokens for a test's own records: senders of commands and reports have to identify themselves.

The key pair is made once for each process and removed at its end; all times are the given clock's.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from muster.agent.edge.credential.node_api import FreshToken
from muster.events.topics import LOG_EVENTS, NODE_HEARTBEATS, TASK_EVENTS
from muster.identity import AuthSettings, ReportCheck, SenderCheck, Verifier
from muster.identity.devkeys import AUDIENCE, ISSUER, TTL_S_MAX, ensure_keys, ensure_node_keys, mint
from muster.identity.nodes import ENROLMENT_S_MAX, Enrolment, NodeIssuer, node_verifier
from muster.journal import Clock, SystemClock
from muster.scheduler.edge.validation import COMMAND_SCOPES

_OPERATORS: Final = "operators"
"""The tenant of commands that name none."""


_REPORTS: Final = frozenset(
    record for topic in (NODE_HEARTBEATS, TASK_EVENTS, LOG_EVENTS) for record in topic.payloads.values()
)


class Tokens:
    """Tokens of people, signed by one key pair, and of nodes, by another; valid for a year.

    Args:
        home: MUSTER_HOME with the key pairs; None: this process's own.
        clock: Clock for the times in tokens; None: the wall clock.
        cell: Cell in which nodes' tokens are valid.
    """

    def __init__(self, home: Path | None = None, clock: Clock | None = None, cell: str = "default") -> None:
        self._home = home or _own_home()
        self._clock = clock
        self._cell = cell
        self._of_nodes = ""
        self._minted: dict[tuple[str, str], str] = {}

    def authorization(self, tenant: str, subject: str) -> str:
        """Return the authorization of a user who may change what the tenant owns and what is shared."""
        held = self._minted.get((tenant, subject))
        if held is None:
            token = mint(
                self._home,
                subject=subject,
                tenant=tenant,
                roles=("submitter", "operator"),
                ttl_s=TTL_S_MAX,
                clock=self._clock,
            )
            held = self._minted[tenant, subject] = f"Bearer {token}"
        return held

    def of(self, command: Any) -> str:
        """Return the authorization of the sender that a command names; for a report, one for every node."""
        if type(command) in _REPORTS:
            self._of_nodes = self._of_nodes or self.node_authorization("*")
            return self._of_nodes
        user = getattr(getattr(command, "spec", None), "user", None)
        subject = getattr(command, "requested_by", user)
        return "" if subject is None else self.authorization(getattr(command, "tenant", _OPERATORS), subject)

    def node_authorization(self, *names: str, ttl_s: int | None = None) -> str:
        """Return the authorization of an agent's reports for these nodes; `ttl_s` shortens its life."""
        issuer = NodeIssuer(ensure_node_keys(self._home).private_key_file, self._cell, self._clock)
        verifier = node_verifier(ensure_node_keys(self._home).jwks_file, self._cell, clock=self._clock)
        enrolled = Enrolment.read(verifier.claims(issuer.enrol("test", names, ENROLMENT_S_MAX)))
        return f"Bearer {issuer.token(enrolled, ttl_s or ENROLMENT_S_MAX).token}"

    @property
    def node_jwks_file(self) -> Path:
        """The public keys by which these tokens of nodes are judged."""
        return ensure_node_keys(self._home).jwks_file

    def report_check(self) -> ReportCheck:
        """Return a check for these tokens of nodes."""
        return ReportCheck(node_verifier(self.node_jwks_file, self._cell, clock=self._clock))

    def sender_check(self, scopes: Mapping[type[Any], str] = COMMAND_SCOPES) -> SenderCheck:
        """Return a check for these tokens, by default with the scheduler's scopes."""
        auth = AuthSettings(jwks_file=ensure_keys(self._home).jwks_file, issuer=ISSUER, audience=AUDIENCE)
        return SenderCheck(Verifier(auth, clock=self._clock), scopes)


class TokensOfNode:
    """Source of an agent's tokens in a test without an API.

    Args:
        tokens: Signs them.
        names: Nodes that the tokens are for.
        ttl_s: Lifetime of each, seconds.
    """

    def __init__(self, tokens: Tokens, *names: str, ttl_s: int = TTL_S_MAX) -> None:
        self._tokens = tokens
        self._names = names
        self._ttl_s = ttl_s

    def token(self) -> FreshToken:
        """Return a new token."""
        shown = self._tokens.node_authorization(*self._names, ttl_s=self._ttl_s)
        return FreshToken(shown.removeprefix("Bearer "), self._ttl_s)

    def keep(self, file: Path) -> None:
        """Write a token to where an earlier agent would have, for an agent without an API."""
        fresh = self.token()
        expires_at_ms = SystemClock().now_ms() + fresh.expires_in_s * 1000
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(json.dumps({"token": fresh.token, "expires_at_ms": expires_at_ms}))


@cache
def _own_home() -> Path:
    home = Path(tempfile.mkdtemp(prefix="muster-tokens-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home
