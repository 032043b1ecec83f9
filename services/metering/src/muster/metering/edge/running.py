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
from typing import Annotated, Any, Final

from muster.api.document.answers import Time
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
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.costs.sums import add_up
from muster.metering.core.decisions import DECIDER
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.meter import MeteringError
from muster.metering.core.running import BURNT_PER_MICRO, burning, running
from muster.metering.core.state import day_of
from muster.metering.edge.amounts import GpuHours, Money
from muster.metering.edge.costs import GPU_US_PER_MILLI_HOUR, Sight
from muster.metering.edge.reconciling import DISCREPANCIES_MAX, DiscrepancyAnswer, discrepancies
from muster.telemetry import metrics
from muster.views.view import Unavailable
from pydantic import Field
from typing_extensions import TypedDict

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


class RunningSumAnswer(TypedDict):
    """Costs so far of one value of the dimensions."""

    key: Annotated[
        dict[str, str],
        Field(description="Values of the dimensions; empty: the job has none, or there is no job."),
    ]
    currency: str
    gpu_hours: GpuHours
    cost: Annotated[Money, Field(description="Part of what the nodes cost.")]
    charged: Annotated[Money, Field(description="Cost x the percentage of its tier and hour.")]
    today: Annotated[Money, Field(description="Part of the charge since midnight, UTC.")]
    per_hour: Annotated[Money, Field(description="Charge for an hour of the GPUs held now: the burn rate.")]


class RunningAnswer(TypedDict):
    """Costs that are not charged yet, as if their days ended now: an estimate, rounded like a bill."""

    at: Time
    by: list[str]
    items: list[RunningSumAnswer]
    node_days: Annotated[
        int | None,
        Field(description="Number of node days, of all tenants; null: the caller is no operator."),
    ]
    reconciled: Annotated[
        bool | None,
        Field(description="Whether all charges are GPU time x rate; null: the caller is no operator."),
    ]
    discrepancies: Annotated[list[DiscrepancyAnswer], Field(description="At most 100.")]


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

    def so_far(
        self, sight: Sight, by: Sequence[str], at_ms: int, only: Mapping[str, str] | None = None
    ) -> RunningAnswer:
        """Sum the costs that a caller sees since the last charged day, the largest first.

        Args:
            sight: Rows visible to the caller.
            by: Dimensions of the sums, names of DIMENSIONS.
            at_ms: Time of the query, milliseconds since 1970 UTC.
            only: Values by dimension that parts must have; the check of the node days covers all parts.

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
            filters = [(DIMENSIONS[name], value) for name, value in (only or {}).items()]

            def counts(spent: Spent) -> bool:
                return sight.sees(spent.payer) and all(of(spent) == value for of, value in filters)

            return {
                "at": at_ms,
                "by": list(by),
                "items": _sums(state, days, counts, by, at_ms),
                "node_days": len(days) if sight.platform else None,
                "reconciled": not wrong if sight.platform else None,
                "discrepancies": discrepancies(wrong) if sight.platform else [],
            }

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
            sums = _sums(state, days, lambda spent: True, ("team", "tier"), at_ms)
        metrics.BURN_RATE.clear()
        metrics.CHARGED_TODAY.clear()
        for each in sums:
            if each["currency"]:
                labels = (each["currency"], *each["key"].values())
                metrics.BURN_RATE.labels(*labels).set(each["per_hour"] / 100)
                metrics.CHARGED_TODAY.labels(*labels).set(each["today"] / 100)

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
    state: Overlay, days: Sequence[DayCharged], counts: Callable[[Spent], bool], by: Sequence[str], at_ms: int
) -> list[RunningSumAnswer]:
    found: dict[tuple[tuple[str, ...], str], _Amounts] = defaultdict(_Amounts)
    today_ms = at_ms - at_ms % DAY_MS
    for day in days:
        for charge in day.charges:
            spent = Spent(charge.payer, charge.kind.value, charge.job_id)
            if counts(spent):
                amounts = found[_key(spent, by), day.currency]
                amounts.gpu_us += charge.gpu_us
                amounts.cost_cents += charge.cost_cents
                amounts.charged_cents += charge.charged_cents
                amounts.today_cents += charge.charged_cents if day.starts_at_ms == today_ms else 0
    for each in burning(state, at_ms):
        spent = Spent(each.payer, each.owner.kind.value, each.owner.job_id)
        if counts(spent):
            found[_key(spent, by), each.currency].burnt += each.charged
    ordered = sorted(found.items(), key=lambda item: (-item[1].charged_cents, item[0]))
    currencies = [currency for (_, currency), _ in ordered]
    hours = add_up(currencies, [amounts.gpu_us for _, amounts in ordered], GPU_US_PER_MILLI_HOUR)
    hourly = add_up(currencies, [amounts.burnt for _, amounts in ordered], _BURNT_PER_CENT)
    return [
        {
            "key": dict(zip(by, key, strict=True)),
            "currency": currency,
            "gpu_hours": milli_hours,
            "cost": amounts.cost_cents,
            "charged": amounts.charged_cents,
            "today": amounts.today_cents,
            "per_hour": hourly_cents,
        }
        for ((key, currency), amounts), milli_hours, hourly_cents in zip(ordered, hours, hourly, strict=True)
    ]


def _key(spent: Spent, by: Sequence[str]) -> tuple[str, ...]:
    return tuple(DIMENSIONS[name](spent) for name in by)
