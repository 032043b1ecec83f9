"""Check of the log: for every node and day, the charges equal the cost. PURE.

Computed from `usage-events` alone: hours and their corrections, charged days and theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from muster.events.usage_events import (
    ChargesCorrected,
    DayCharged,
    EvalsCharged,
    StorageCharged,
    UsageCorrected,
    UsageRecorded,
)
from muster.events.wire.datum import Record
from muster.metering.core.costs import evaluations, storage
from muster.metering.core.ledger import cents_of, corrected
from muster.metering.core.state import day_of

STORE: Final = "the store"
"""Reported instead of a node if storage charges do not add up."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of the rows of a node's day."""

    gpu_us: int = 0
    cost_cents: int = 0
    charged_cents: int = 0


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A node's day that does not add up.

    Attributes:
        node_id: Node, STORE or EVALUATIONS.
        day_ms: Start of the day, milliseconds since 1970 UTC.
        what: Description of the discrepancy.
    """

    node_id: str
    day_ms: int
    what: str


class Reconciliation:
    """Accumulates `usage-events`.

    Args:
        usage_us: GPU microseconds by node and day, of hours accumulated before.

    Attributes:
        days: Charges of each node's day, with corrections.
        storage: Storage charges, by the start of the day.
        evaluations: Evaluation charges, by the start of the day.
    """

    def __init__(self, usage_us: Mapping[tuple[str, int], int] | None = None) -> None:
        self.days: dict[tuple[str, int], DayCharged] = {}
        self.storage: dict[int, Sums] = {}
        self.evaluations: dict[int, Sums] = {}
        self._stored_otherwise: list[Discrepancy] = []
        self._usage_us: dict[tuple[str, int], int] = defaultdict(int, usage_us or {})

    def apply(self, fact: Record) -> None:
        """Apply one fact; facts must come in the order of the log."""
        match fact:
            case UsageRecorded() | UsageCorrected():
                self._usage_us[fact.node_id, day_of(fact.starts_at_ms)] += fact.gpu_us
            case DayCharged():
                self.days[fact.node_id, fact.starts_at_ms] = fact
            case ChargesCorrected():
                place = fact.node_id, fact.starts_at_ms
                self.days[place] = corrected(self.days[place], fact)
            case StorageCharged():
                self._apply_storage(fact)
            case EvalsCharged():
                self._apply_evaluations(fact)
            case _:
                pass

    def discrepancies(self) -> Iterator[Discrepancy]:
        """Yield days that do not add up: storage and evaluations, then nodes by time and name."""
        yield from self._stored_otherwise
        for node_id, day_ms in sorted(self.days, key=lambda place: (place[1], place[0])):
            for what in self._wrong(node_id, day_ms):
                yield Discrepancy(node_id, day_ms, what)

    def _apply_storage(self, fact: StorageCharged) -> None:
        cents = sum(charge.cents for charge in fact.charges)
        before = self.storage.get(fact.starts_at_ms, Sums())
        so_far = Sums(0, before.cost_cents + cents, before.charged_cents + cents)
        self.storage[fact.starts_at_ms] = so_far
        if cents != (due := storage.cents_of(fact)):
            what = f"{cents} cents are charged for the store; bytes x time x price is {due}"
            self._stored_otherwise.append(Discrepancy(STORE, fact.starts_at_ms, what))
        if sum(map(storage.whole_byte_ms, fact.charges)) != storage.whole_byte_ms(fact):
            what = "the byte milliseconds of its parts do not add up to the priced total"
            self._stored_otherwise.append(Discrepancy(STORE, fact.starts_at_ms, what))

    def _apply_evaluations(self, fact: EvalsCharged) -> None:
        cents = sum(charge.cents for charge in fact.charges)
        before = self.evaluations.get(fact.starts_at_ms, Sums())
        so_far = Sums(0, before.cost_cents + cents, before.charged_cents + cents)
        self.evaluations[fact.starts_at_ms] = so_far
        if cents != (due := evaluations.cents_of(fact)):
            what = f"{cents} cents are charged for evaluations; they paid {due}"
            self._stored_otherwise.append(Discrepancy(evaluations.EVALUATIONS, fact.starts_at_ms, what))

    def sums(self, node_id: str, day_ms: int) -> Sums:
        """Return the sums charged for a node's day according to the log."""
        charges = self.days[node_id, day_ms].charges
        return Sums(
            sum(charge.gpu_us for charge in charges),
            sum(charge.cost_cents for charge in charges),
            sum(charge.charged_cents for charge in charges),
        )

    def _wrong(self, node_id: str, day_ms: int) -> Iterator[str]:
        day, used_us = self.days[node_id, day_ms], self._usage_us[node_id, day_ms]
        sums = self.sums(node_id, day_ms)
        due = cents_of(day.rates)
        if sums.gpu_us != used_us:
            yield f"{sums.gpu_us} GPU microseconds are charged; its hours have {used_us}"
        if sum(rate.gpu_us for rate in day.rates) != sums.gpu_us:
            yield f"the priced GPU microseconds are not the {sums.gpu_us} that are charged"
        if sums.cost_cents != due:
            yield f"costs are {sums.cost_cents} cents; GPU time x rate is {due}"
        if sums.charged_cents != due:
            yield f"charges are {sums.charged_cents} cents; GPU time x rate is {due}"
