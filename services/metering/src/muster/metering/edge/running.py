"""Costs not charged yet, and the current cost per hour, from a state of the log kept in memory.

The state is kept in a file, like that of the decider: it has entries for every job, including ended ones. The
first request reads all of `usage-events`; later ones continue from there. So an answer includes everything on
the log at the time of the request. These figures are for monitoring; none of them is billed.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from muster.deciding import EntityStore, Happened
from muster.deciding.core.entities import Overlay
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.topics import USAGE_EVENTS
from muster.events.usage_events import (
    ChargesCorrected,
    DayCharged,
    Payer,
    UsageCorrected,
    UsageRecorded,
)
from muster.events.wire.datum import Record
from muster.journal import Clock, Delivery, Journal
from muster.journal.errors import JournalError
from muster.journal.journal import Reader
from muster.metering.core.decisions import DECIDER
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.meter import MeteringError
from muster.metering.core.reconciliation import Discrepancy, Reconciliation
from muster.metering.core.running import BURNT_PER_MICRO, burning, running
from muster.metering.core.state import day_of
from muster.metering.core.sums import add_up
from muster.metering.edge.costs import GPU_US_PER_MILLI_HOUR, Sight
from muster.metering.edge.reconciling import DISCREPANCIES_MAX
from muster.telemetry import metrics
from muster.views.view import Unavailable

_log = logging.getLogger(__name__)

_MERGED_AT_ONCE: Final = 1_000
_LOOK_S: Final = 15.0
"""Interval of updating the metrics; a scraped value is at most this plus the scrape interval old."""

_BURNT_PER_CENT: Final = 10_000 * BURNT_PER_MICRO


@dataclass(frozen=True, slots=True)
class Spent:
    """Properties by which a part can be summed."""

    payer: Payer
    kind: str
    job_id: str


DIMENSIONS: Final[Mapping[str, Callable[[Spent], str]]] = {
    "team": lambda spent: spent.payer.team,
    "project": lambda spent: spent.payer.project,
    "user": lambda spent: spent.payer.user,
    "queue": lambda spent: spent.payer.queue,
    "tier": lambda spent: spent.payer.tier.lower().replace("_", "-"),
    "model": lambda spent: spent.payer.model_name,
    "kind": lambda spent: spent.kind.lower(),
    "job": lambda spent: spent.job_id,
}
"""Dimensions of the sums: names and values as in `costs`."""


@dataclass(frozen=True, slots=True)
class RunningSum:
    """Costs so far of one value of the dimensions.

    Attributes:
        key: Values of the dimensions.
        currency: ISO 4217.
        gpu_milli_hours: Thousandths of a GPU hour.
        cost_cents: Part of the cost of the nodes.
        charged_cents: Prospective charge for it.
        today_cents: Part of that since midnight, UTC.
        hourly_cents: Prospective charge per hour for the resources held now.
    """

    key: tuple[str, ...]
    currency: str
    gpu_milli_hours: int
    cost_cents: int
    charged_cents: int
    today_cents: int
    hourly_cents: int


@dataclass(frozen=True, slots=True)
class Running:
    """Costs that are not charged yet.

    Attributes:
        sums: Sums by the dimensions, largest first, of rows visible to the caller.
        node_days: Number of node days of all tenants.
        discrepancies: Node days whose charges are not GPU time x rate.
    """

    sums: Sequence[RunningSum]
    node_days: int
    discrepancies: Sequence[Discrepancy]


@dataclass(slots=True)
class _Amounts:
    gpu_us: int = 0
    cost_cents: int = 0
    charged_cents: int = 0
    today_cents: int = 0
    burnt: int = 0


class Live:
    """Maintains the state of `usage-events`, as far as it was read. Thread-safe.

    Args:
        journal: The log.
        clock: Clock for the time of a query.
        stop: Event that makes `run` return.
        store: Store for the state; its contents are cleared first.
    """

    def __init__(self, journal: Journal, clock: Clock, stop: threading.Event, store: EntityStore) -> None:
        self._journal = journal
        self._clock = clock
        self._stop = stop
        self._lock = threading.Lock()
        self._reader: Reader | None = None
        self._store = store
        store.clear()
        self._usage_us: dict[tuple[str, int], int] = defaultdict(int)

    def run(self) -> None:
        """Follow the log and set the metrics until stopped; they are unchanged while it cannot be read."""
        try:
            while not self._stop.is_set():
                try:
                    self.measure()
                except (Unavailable, MeteringError) as error:
                    metrics.LIVE_FAILURES.inc()
                    _log.warning("live costs are not brought up to date: %s", error)
                self._stop.wait(_LOOK_S)
        finally:
            self.close()

    def close(self) -> None:
        """Close the reader; the state read so far is kept."""
        with self._lock:
            if self._reader is not None:
                self._reader.close()
                self._reader = None

    def so_far(self, sight: Sight, by: Sequence[str], at_ms: int) -> Running:
        """Sum the costs that a caller sees since the last charged day.

        Raises:
            Unavailable: The log does not answer, or cannot be read.
            MeteringError: Facts contradict each other.
        """
        with self._lock:
            self._read_on()
            state = Overlay(self._store)
            ledger, days = Reconciliation(self._usage_us), list[DayCharged]()
            for fact in running(state, at_ms):
                ledger.apply(fact)
                if isinstance(fact, DayCharged):
                    days.append(fact)
            wrong = list(islice(ledger.discrepancies(), DISCREPANCIES_MAX))
            return Running(_sums(state, days, sight.sees, by, at_ms), len(days), wrong)

    def measure(self) -> None:
        """Set the metrics from the current end of the log.

        Raises:
            Unavailable: The log does not answer, or cannot be read.
            MeteringError: Facts contradict each other.
        """
        at_ms = self._clock.now_ms()
        with self._lock:
            self._read_on()
            state = Overlay(self._store)
            days = [fact for fact in running(state, at_ms) if isinstance(fact, DayCharged)]
            sums = _sums(state, days, lambda payer: True, ("team", "tier"), at_ms)
        metrics.BURN_RATE.clear()
        metrics.CHARGED_TODAY.clear()
        for each in sums:
            if each.currency:
                metrics.BURN_RATE.labels(each.currency, *each.key).set(each.hourly_cents / 100)
                metrics.CHARGED_TODAY.labels(each.currency, *each.key).set(each.today_cents / 100)

    def _read_on(self) -> None:
        """Read to the current end of the log; facts read count even if reading is cut short."""
        taken: list[Delivery[Record]] = []
        try:
            if self._reader is None:
                self._reader = self._journal.reader([USAGE_EVENTS], name="live-costs", on_poison="pass")
            for delivery in self._reader.read_to_end():
                taken.append(delivery)
                if len(taken) == _MERGED_AT_ONCE:
                    self._fold(taken)
                    taken = []
        except JournalError as error:
            raise Unavailable(f"live costs: {error}") from error
        finally:
            self._fold(taken)

    def _fold(self, taken: Iterable[Delivery[Record]]) -> None:
        state = Overlay(self._store)
        for delivery in taken:
            fact = delivery.envelope.payload
            if isinstance(fact, Watermark | CommandRejected | CommandRepeated):
                continue
            DECIDER.evolve(state, _happened(delivery))
            if isinstance(fact, UsageRecorded | UsageCorrected):
                self._usage_us[fact.node_id, day_of(fact.starts_at_ms)] += fact.gpu_us
            elif isinstance(fact, DayCharged | ChargesCorrected):
                self._usage_us.pop((fact.node_id, fact.starts_at_ms), None)
        self._store.merge(state.changes(), b"")


def _happened(delivery: Delivery[Record]) -> Happened[Any]:
    envelope = delivery.envelope
    return Happened(
        seq=envelope.seq or 0,
        at_ms=envelope.occurred_at_ms,
        event_id=envelope.event_id,
        key=envelope.key,
        tenant=envelope.tenant or "",
        cause=None,
        correlation_id=envelope.correlation_id,
        payload=envelope.payload,
    )


def _sums(
    state: Overlay, days: Sequence[DayCharged], sees: Callable[[Payer], bool], by: Sequence[str], at_ms: int
) -> list[RunningSum]:
    found: dict[tuple[tuple[str, ...], str], _Amounts] = defaultdict(_Amounts)
    today_ms = at_ms - at_ms % DAY_MS
    for day in days:
        for charge in day.charges:
            if sees(charge.payer):
                spent = Spent(charge.payer, charge.kind.value, charge.job_id)
                amounts = found[_key(spent, by), day.currency]
                amounts.gpu_us += charge.gpu_us
                amounts.cost_cents += charge.cost_cents
                amounts.charged_cents += charge.charged_cents
                amounts.today_cents += charge.charged_cents if day.starts_at_ms == today_ms else 0
    for each in burning(state, at_ms):
        if sees(each.payer):
            spent = Spent(each.payer, each.owner.kind.value, each.owner.job_id)
            found[_key(spent, by), each.currency].burnt += each.charged
    ordered = sorted(found.items(), key=lambda item: (-item[1].charged_cents, item[0]))
    currencies = [currency for (_, currency), _ in ordered]
    hours = add_up(currencies, [amounts.gpu_us for _, amounts in ordered], GPU_US_PER_MILLI_HOUR)
    hourly = add_up(currencies, [amounts.burnt for _, amounts in ordered], _BURNT_PER_CENT)
    return [
        RunningSum(
            *key,
            gpu_milli_hours=gpu_milli_hours,
            cost_cents=amounts.cost_cents,
            charged_cents=amounts.charged_cents,
            today_cents=amounts.today_cents,
            hourly_cents=hourly_cents,
        )
        for (key, amounts), gpu_milli_hours, hourly_cents in zip(ordered, hours, hourly, strict=True)
    ]


def _key(spent: Spent, by: Sequence[str]) -> tuple[str, ...]:
    return tuple(DIMENSIONS[name](spent) for name in by)
