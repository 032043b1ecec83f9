"""Restrictions of queues: jobs of some tiers do not start for a while (ADR 112).

They are separate from a queue's settings, so that restricting a queue overwrites nothing, and configuring it
lifts nothing. Each has a name of its own: two budgets may restrict one queue, and the end of one leaves the
other. Running jobs continue.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from muster.events.job_commands import Tier
from muster.events.job_events import QueueRestricted
from muster.jobs.values.quantities import format_time
from muster.jobs.values.rules import written

TIERS: Final = tuple(Tier)
"""The tiers, highest first: a tier's rank is its place."""

RESTRICTIONS_MAX: Final = 16
"""Maximum restrictions of one queue."""


class Restriction(NamedTuple):
    """Why jobs of some tiers do not start from a queue and those below it.

    Attributes:
        name: Unique in its queue.
        tiers: Jobs of these do not start.
        until_ms: End of the restriction, milliseconds since 1970 UTC; None: when it is lifted.
        reason: For those who wait.
        requested_by: User or service who asked.
    """

    name: str
    tiers: tuple[Tier, ...]
    until_ms: int | None
    reason: str
    requested_by: str

    @property
    def sentence(self) -> str:
        """Sentence with the tiers that do not start, the end of the restriction, and its reason."""
        tiers = ", ".join(written(tier) for tier in self.tiers)
        until = "it is lifted" if self.until_ms is None else format_time(self.until_ms)
        return f"no {tiers} work starts until {until}: {self.reason}"


def restriction_of(fact: QueueRestricted) -> Restriction:
    """Return the restriction in a fact."""
    return Restriction(fact.restriction, fact.tiers, fact.until_ms, fact.reason, fact.requested_by)


def with_one(restrictions: tuple[Restriction, ...], one: Restriction) -> tuple[Restriction, ...]:
    """Return a queue's restrictions with this one added or replaced, by name."""
    return tuple(sorted((*without(restrictions, one.name), one)))


def without(restrictions: tuple[Restriction, ...], name: str) -> tuple[Restriction, ...]:
    """Return a queue's restrictions without the one of this name."""
    return tuple(each for each in restrictions if each.name != name)
