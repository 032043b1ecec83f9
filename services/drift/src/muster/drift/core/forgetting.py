"""Users who are forgotten. PURE.

ForgetUser -> UserForgotten; the reactor `bodies` deletes their texts in S3, the topic drops their samples by
its retention, and until then nobody may show or judge them.
"""

from __future__ import annotations

from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, Kind, refuse
from muster.drift.core.state import Inputs, Outputs
from muster.events.drift_commands import ForgetUser
from muster.events.drift_events import UserForgotten
from muster.events.shared.command_answers import RejectionCode
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.rules import matches

USER: Final = r"[0-9a-f]{32}"
"""Pattern of a keyed hash of a user."""

KEPT_MS: Final = 9 * 86_400_000
"""How long a user stays on the list: samples are kept for 7 days, and go with their segment, at most a day
and minutes later."""

FORGOTTEN: Final = Kind("forgotten", int)
"""`_key` -> time until which samples may be left, milliseconds since 1970 UTC."""


def forget(given: Input[Inputs], command: ForgetUser, at_ms: int) -> Facts[Outputs]:
    """Forget a user of the organisation; once more if the user was forgotten before."""
    if not matches(USER, command.user):
        wrong = invalid("user", command.user[:80], "the keyed hash of a user: 32 hexadecimal digits")
        yield refuse(given, RejectionCode.INVALID, (wrong,))
        return
    fact = UserForgotten(
        user=command.user,
        until_ms=at_ms + KEPT_MS,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(fact, command.user, command.tenant)


def evolve_forgotten(state: Changes, fact: UserForgotten) -> None:
    """Note the user, and drop users whose samples are all gone."""
    now_ms = fact.until_ms - KEPT_MS
    for key, until_ms in list(state.scan(FORGOTTEN)):
        if until_ms <= now_ms:
            state.delete(FORGOTTEN, key)
    state.put(FORGOTTEN, _key(fact.tenant, fact.user), fact.until_ms)


def forgotten_users(state: Entities, tenant: str, at_ms: int) -> tuple[str, ...]:
    """Return the keyed hashes of forgotten users of an organisation; nobody may show or judge their samples.

    It also holds for samples that come later: servers and the log hold some for a while.
    """
    prefix = _key(tenant, "")
    found = state.scan(FORGOTTEN, prefix=prefix)
    return tuple(key.removeprefix(prefix) for key, until_ms in found if until_ms > at_ms)


def _key(tenant: str, user: str) -> str:
    return f"{tenant}/{user}"
