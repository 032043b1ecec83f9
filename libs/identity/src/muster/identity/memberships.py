"""PURE. What the log says about tokens that were issued before: a fold of identity-events.

A token speaks for the moment it was issued at; a later fact goes before it. The newest fact of each key is
enough, so the topic may be compacted: no fact changes what another key says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from muster.events.identity_events import MembershipGranted, MembershipRevoked, Payload, TokenRevoked

COMMANDS_WAIT_MS: Final = 7 * 86_400_000
"""How long a command may wait on the log for its reader: the retention of the command topics."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """The newest word about a user in a tenant or team."""

    member: bool
    since_ms: int


class Memberships:
    """What is granted and revoked. One thread applies facts, any may ask."""

    def __init__(self) -> None:
        self._members: dict[tuple[str, str], dict[str | None, _Standing]] = {}
        self._tokens: dict[str, int] = {}

    def apply(self, fact: Payload, occurred_at_ms: int) -> None:
        """Take in a fact, in the order of the log."""
        match fact:
            case MembershipGranted(tenant=tenant, subject=subject, team=team):
                self._stand(tenant, subject, team, _Standing(True, occurred_at_ms))
            case MembershipRevoked(tenant=tenant, subject=subject, team=team):
                self._stand(tenant, subject, team, _Standing(False, occurred_at_ms))
            case TokenRevoked(token_id=token_id, expires_at_ms=expires_at_ms):
                # A token past its time is refused anyway, once no command waits that was sent with it.
                since_ms = occurred_at_ms - COMMANDS_WAIT_MS
                live = {other: at_ms for other, at_ms in self._tokens.items() if at_ms >= since_ms}
                self._tokens = {**live, token_id: expires_at_ms}
            case _:
                assert_never(fact)

    def refusal(self, tenant: str, subject: str, token_id: str, issued_at_ms: int) -> str | None:
        """Why a token does not count any more; None: it does."""
        if token_id and token_id in self._tokens:
            return "the token was revoked"
        standing = self._members.get((tenant, subject), {}).get(None)
        if standing is not None and not standing.member and issued_at_ms <= standing.since_ms:
            return f"{subject} was taken out of {tenant} after the token was issued"
        return None

    def teams(self, tenant: str, subject: str, said: frozenset[str], issued_at_ms: int) -> frozenset[str]:
        """The teams a token stands for now: those it names, as later facts changed them."""
        later = {
            team: standing.member
            for team, standing in self._members.get((tenant, subject), {}).items()
            if team is not None and issued_at_ms <= standing.since_ms
        }
        joined = {team for team, member in later.items() if member}
        return frozenset(joined | {team for team in said if later.get(team, True)})

    def _stand(self, tenant: str, subject: str, team: str | None, standing: _Standing) -> None:
        # Replaced whole: another thread may be reading the one before.
        before = self._members.get((tenant, subject), {})
        self._members[tenant, subject] = {**before, team: standing}
