"""PURE. Changes to tokens and enrolments since they were issued: a fold of identity-events.

A token speaks for the moment it was issued at; a later fact goes before it. The newest fact of each key is
enough, so the topic may be compacted: no fact changes what another key says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from muster.events.identity_events import (
    EnrolmentShown,
    MembershipGranted,
    MembershipRevoked,
    Payload,
    TokenRevoked,
)
from muster.identity.node_names import NodeNames

RECORDS_WAIT_MS: Final = 30 * 86_400_000
"""Time for which a record with a token may be on the log: the longest retention of those topics."""

_ENROLMENTS_KEPT_MIN: Final = 1_024


@dataclass(frozen=True, slots=True)
class _Standing:
    """The newest word about a user in a tenant or team."""

    member: bool
    since_ms: int


@dataclass(frozen=True, slots=True)
class _RevokedToken:
    """A token that does not count any more."""

    since_ms: int
    expires_at_ms: int


class Memberships:
    """Granted and revoked memberships and tokens. One thread applies facts, any thread may query."""

    def __init__(self) -> None:
        self._members: dict[tuple[str, str], dict[str | None, _Standing]] = {}
        self._tokens: dict[str, _RevokedToken] = {}
        self._enrolments: dict[tuple[str, str, tuple[str, ...]], EnrolmentShown] = {}
        self._forget_at = _ENROLMENTS_KEPT_MIN

    def apply(self, fact: Payload, occurred_at_ms: int) -> None:
        """Take in a fact, in the order of the log."""
        match fact:
            case MembershipGranted(tenant=tenant, subject=subject, team=team):
                self._stand(tenant, subject, team, _Standing(True, occurred_at_ms))
            case MembershipRevoked(tenant=tenant, subject=subject, team=team):
                self._stand(tenant, subject, team, _Standing(False, occurred_at_ms))
            case TokenRevoked(token_id=token_id, expires_at_ms=expires_at_ms):
                # A token past its time is refused anyway, once no record is left that was sent with it.
                since_ms = occurred_at_ms - RECORDS_WAIT_MS
                live = {other: each for other, each in self._tokens.items() if each.expires_at_ms >= since_ms}
                self._tokens = {**live, token_id: _RevokedToken(occurred_at_ms, expires_at_ms)}
            case EnrolmentShown(tenant=tenant, subject=subject, nodes=nodes):
                self._enrolments[tenant, subject, nodes] = fact
                self._forget_expired(occurred_at_ms)
            case _:
                assert_never(fact)

    def refusal(
        self, tenant: str, subject: str, token_id: str, issued_at_ms: int, as_of_ms: int | None = None
    ) -> str | None:
        """Why a token does not count any more; None: it does.

        Args:
            tenant: Tenant in the token.
            subject: Subject in the token.
            token_id: Id of the token; empty: it has none.
            issued_at_ms: Time at which the token was issued.
            as_of_ms: Time after which revocations do not count; None: all known ones count.
        """
        revoked = self._tokens.get(token_id) if token_id else None
        if revoked is not None and (as_of_ms is None or revoked.since_ms <= as_of_ms):
            return "the token was revoked"
        standing = self._members.get((tenant, subject), {}).get(None)
        if (
            standing is not None
            and not standing.member
            and issued_at_ms <= standing.since_ms
            and (as_of_ms is None or standing.since_ms <= as_of_ms)
        ):
            return f"{subject} was taken out of {tenant} after the token was issued"
        return None

    def teams(self, tenant: str, subject: str, said: frozenset[str], issued_at_ms: int) -> frozenset[str]:
        """Return the teams that a token stands for now: those it names, as changed by later facts."""
        later = {
            team: standing.member
            for team, standing in self._members.get((tenant, subject), {}).items()
            if team is not None and issued_at_ms <= standing.since_ms
        }
        joined = {team for team, member in later.items() if member}
        return frozenset(joined | {team for team in said if later.get(team, True)})

    def enrolment_of(self, tenant: str, subject: str, nodes: tuple[str, ...]) -> EnrolmentShown | None:
        """Return the newest enrolment of this name for these nodes that an agent presented; None: none."""
        return self._enrolments.get((tenant, subject, nodes))

    def enrolled_until_ms(self, cell: str, node_ids: Collection[str]) -> Mapping[str, int]:
        """Return the end of each node's enrolment, milliseconds since 1970 UTC; omits nodes without one.

        Args:
            cell: Cell of the nodes.
            node_ids: The nodes.
        """
        good = [
            shown
            for shown in list(self._enrolments.values())  # at once: another thread applies facts
            if shown.tenant == cell
            and not self.refusal(cell, shown.subject, shown.token_id, shown.issued_at_ms)
        ]
        until: dict[str, int] = {}
        for shown in good:
            for name in shown.nodes:
                until[name] = max(until.get(name, 0), shown.expires_at_ms)
        patterns = {name: NodeNames([name]) for name in until if "*" in name}
        found = {
            node_id: max(
                until.get(node_id, 0),
                *(until[name] for name, nodes in patterns.items() if node_id in nodes),
                0,
            )
            for node_id in node_ids
        }
        return {node_id: until_ms for node_id, until_ms in found.items() if until_ms}

    def _forget_expired(self, now_ms: int) -> None:
        """Forget expired enrolments whenever twice as many are known as after the last time."""
        if len(self._enrolments) >= self._forget_at:
            for key in [key for key, shown in self._enrolments.items() if shown.expires_at_ms < now_ms]:
                del self._enrolments[key]
            self._forget_at = max(_ENROLMENTS_KEPT_MIN, 2 * len(self._enrolments))

    def _stand(self, tenant: str, subject: str, team: str | None, standing: _Standing) -> None:
        # Replaced whole: another thread may be reading the one before.
        before = self._members.get((tenant, subject), {})
        self._members[tenant, subject] = {**before, team: standing}
