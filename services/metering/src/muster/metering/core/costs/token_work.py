"""Cost of a shared replica, split by the work done for its consumers. PURE.

Tokens are weighted by the card in force in their hour; the cost of an hour is split between its consumers by
their weighted tokens, or goes to NOBODY if no work is recorded for it. The hours together give the
proportions of the total, in cents by largest remainder: the parts add up to it, and the ratios to 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from muster.deciding import Entities, Fact, Facts, Input, refuse
from muster.events.metering_commands import RecordTokenWork
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.usage_events import TokenWorkRecorded
from muster.jobs import token_work_violations
from muster.jobs.values.quantities import format_time
from muster.metering.core.costs.prices import card_at
from muster.metering.core.ledger import split
from muster.metering.core.state import Outputs, first_open_ms

RATIO_UNITS: Final = 1_000_000
"""Ratios have six decimal places and add up to exactly 1."""

NOBODY: Final = ""
"""Consumer of a replica's cost in hours without recorded work."""


@dataclass(frozen=True, slots=True)
class Hour:
    """Cost of a replica in an hour, and its consumers' work.

    Attributes:
        cost: Exact cost, in any unit shared by all hours.
        work: Weighted tokens by consumer.
    """

    cost: int
    work: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class Part:
    """One consumer's part of the cost of a replica.

    Attributes:
        consumer: Consumer; NOBODY: hours without recorded work.
        ratio: Share of the whole, in RATIO_UNITS.
        cents: Part of the cost, in cents.
    """

    consumer: str
    ratio: int
    cents: int


def split_by_work(cents: int, hours: Sequence[Hour]) -> list[Part]:
    """Split the cost of a replica by consumer; empty if the hours cost nothing.

    Args:
        cents: Cost of all hours together.
        hours: The hours with their exact costs.
    """
    exact: dict[str, int] = defaultdict(int)
    for hour in hours:
        consumers = sorted(name for name, work in hour.work.items() if work)
        if not consumers:
            exact[NOBODY] += hour.cost
            continue
        parts = split(hour.cost, [hour.work[name] for name in consumers])
        for name, part in zip(consumers, parts, strict=True):
            exact[name] += part
    names = sorted(name for name in exact if exact[name])
    if not names:
        return []
    weights = [exact[name] for name in names]
    ratios, amounts = split(RATIO_UNITS, weights), split(cents, weights)
    return [Part(*each) for each in zip(names, ratios, amounts, strict=True)]


def record(state: Entities, given: Input[object], command: RecordTokenWork) -> Facts[Outputs]:
    """Record reported work, weighted by the card in force then, or reject the command with violations."""
    found = token_work_violations(command) or tuple(_not_yet(state, command))
    if found:
        yield refuse(given, RejectionCode.INVALID, found)
        return
    _, card = card_at(state, command.starts_at_ms)
    recorded = TokenWorkRecorded(
        job_id=command.job_id,
        tenant=command.tenant,
        starts_at_ms=command.starts_at_ms,
        consumers=command.consumers,
        prompt_weight=1 if card is None else card.prompt_token_weight,
        output_weight=1 if card is None else card.output_token_weight,
        requested_by=command.requested_by,
    )
    yield Fact(recorded, command.job_id, command.tenant)


def _not_yet(state: Entities, command: RecordTokenWork) -> Iterator[Violation]:
    open_ms = first_open_ms(state)
    if command.starts_at_ms > open_ms:
        allowed = f"{format_time(open_ms)}, the hour in progress, or earlier"
        yield Violation(field="starts_at_ms", value=format_time(command.starts_at_ms), allowed=allowed)
