"""Issuer: records changes to tokens before they expire.

Used for people by `muster identity` on this machine and elsewhere by the bridge of an identity provider; for
nodes by the API. Every call is on the log before it returns; writing the same twice changes nothing.
"""

from __future__ import annotations

import hashlib
import os
from typing import Final

from muster.events.identity_events import (
    EnrolmentShown,
    MembershipGranted,
    MembershipRevoked,
    Payload,
    TokenRevoked,
)
from muster.events.topics import IDENTITY_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal.clock import Clock
from muster.journal.journal import Outgoing, Producer
from muster.journal.position import Position

WRITE_S: Final = 30.0


class Issuer:
    """Writes facts about members and tokens; Unavailable or TimeoutError if the log does not take one.

    Args:
        producer: Producer for the log.
        decided_by: Name of the decider in facts.
        clock: For when it happened.
    """

    def __init__(self, producer: Producer, decided_by: str, clock: Clock) -> None:
        self._producer = producer
        self._decided_by = decided_by
        self._clock = clock

    def grant(self, tenant: str, subject: str, team: str | None = None) -> Position:
        """Add a user to a tenant, or to a team of it; return the fact's position on the log."""
        fact = MembershipGranted(tenant=tenant, subject=subject, team=team, decided_by=self._decided_by)
        return self._write(_member(tenant, subject, team), tenant, fact)

    def revoke(self, tenant: str, subject: str, team: str | None = None, *, reason: str = "") -> Position:
        """Take a user out of a tenant, or out of a team of it: tokens issued until now no longer say so."""
        fact = MembershipRevoked(
            tenant=tenant, subject=subject, team=team, decided_by=self._decided_by, reason=reason
        )
        return self._write(_member(tenant, subject, team), tenant, fact)

    def revoke_token(self, tenant: str, token_id: str, expires_at_ms: int, *, reason: str = "") -> Position:
        """Refuse one token from now on."""
        fact = TokenRevoked(
            tenant=tenant,
            token_id=token_id,
            expires_at_ms=expires_at_ms,
            decided_by=self._decided_by,
            reason=reason,
        )
        return self._write(f"token/{token_id}", tenant, fact)

    def record_enrolment(self, enrolment: EnrolmentShown) -> Position:
        """Record that an agent presented an enrolment."""
        nodes = hashlib.sha256("\n".join(enrolment.nodes).encode()).hexdigest()[:16]
        return self._write(f"enrolment/{enrolment.subject}/{nodes}", enrolment.tenant, enrolment)

    def _write(self, key: str, tenant: str, fact: Payload) -> Position:
        event_id = f"identity-{os.urandom(12).hex()}"
        envelope = Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=self._clock.now_ms(),
            producer="identity",
            correlation_id=event_id,
            tenant=tenant,
            payload=fact,
        )
        return self._producer.send(Outgoing(IDENTITY_EVENTS, envelope)).result(WRITE_S)


def _member(tenant: str, subject: str, team: str | None) -> str:
    return f"{tenant}/{subject}" if team is None else f"{tenant}/{subject}/{team}"
