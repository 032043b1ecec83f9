"""The bill of a metered cell, folded from `usage-events`: by team and day, by state of GPUs, by budget."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.deciding import Happened
from muster.events.job_events import AttemptOutcome
from muster.events.usage_events import (
    BindingClosed,
    BudgetMeasured,
    BudgetReached,
    Charge,
    ChargeKind,
    UsageCorrected,
    UsageKind,
    UsageRecorded,
    UsageShare,
)
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.ledger import DAY_MS

HOUR_MS: Final = 3_600_000
GPU_HOUR_US: Final = 3_600_000_000
CENTS_MICROS: Final = 10_000
LOST: Final = (AttemptOutcome.STOPPED, AttemptOutcome.LOST)
"""Outcomes of attempts that were evicted, or whose node was lost."""

BUSY, NOT_BUSY = "busy", "allocated, not busy"
RESERVED, HELD, OVERHEAD, IDLE = "reserved, unused", "held for a job", "overhead", "idle"
STATES: Final = (BUSY, NOT_BUSY, RESERVED, HELD, OVERHEAD, IDLE)
"""States of a GPU; each GPU microsecond is in exactly one."""

_STATE_OF: Final = {
    UsageKind.RESERVED: RESERVED,
    UsageKind.HELD: HELD,
    UsageKind.OVERHEAD: OVERHEAD,
    UsageKind.IDLE: IDLE,
}
_UNOWNED: Final = {
    ChargeKind.RESERVED: RESERVED,
    ChargeKind.OVERHEAD: OVERHEAD,
    ChargeKind.IDLE: IDLE,
    ChargeKind.BALANCE: IDLE,
}

BusyPercent = Callable[[str], int]
"""Returns how much of a job's GPU time was busy, percent."""


@dataclass(frozen=True, slots=True)
class TeamBill:
    """Usage and cost of a team.

    Attributes:
        gpu_us: Allocated GPU time, microseconds.
        busy_us: Busy part of it, microseconds.
        job_cents: Cost of its jobs.
        cents: Cost of its jobs and of nodes that were reserved for them.
        lost_cents: Part of it spent on attempts that were evicted, or whose node was lost.
    """

    gpu_us: int
    busy_us: int
    job_cents: int
    cents: int
    lost_cents: int


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """Spending against a budget.

    Attributes:
        amount: Amount, in the currency.
        spent: Times of measurement, hours since the beginning, and the spending by then.
        reached: Times at which thresholds were reached, hours since the beginning, by percent.
    """

    amount: float
    spent: tuple[tuple[float, float], ...]
    reached: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Bill:
    """The whole bill.

    Attributes:
        starts_at_ms: Beginning of the bill, midnight UTC.
        days: Days.
        currency: ISO 4217.
        teams: By name, the largest first.
        daily_cents: By team, RESERVED, OVERHEAD and IDLE: cost by day.
        hourly_gpus: By state: GPUs in each hour.
        budgets: By name.
        node_days: Days of nodes that are charged.
        cents: Cost of nodes: GPU time x rate, rounded once a node and day.
        kind_cents: Charges by kind.
        discrepancies: Days of nodes that do not add up.
    """

    starts_at_ms: int
    days: int
    currency: str
    teams: Mapping[str, TeamBill]
    daily_cents: Mapping[str, Sequence[int]]
    hourly_gpus: Mapping[str, Sequence[float]]
    budgets: Mapping[str, BudgetLine]
    node_days: int
    cents: int
    kind_cents: Mapping[ChargeKind, int]
    discrepancies: int


class Billing:
    """Folds facts into a bill.

    Args:
        starts_at_ms: Beginning of the bill, midnight UTC.
        days: Days; facts of other times do not count.
        busy_percent: Busy part of jobs' GPU time.
    """

    def __init__(self, starts_at_ms: int, days: int, busy_percent: BusyPercent) -> None:
        self._starts_at_ms, self._days, self._busy_percent = starts_at_ms, days, busy_percent
        self._ledger = Reconciliation()
        self._hourly = {state: [0] * (24 * days) for state in STATES}
        self._allocated: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        self._outcomes: dict[tuple[str, int], AttemptOutcome] = {}
        self._spent: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self._amounts: dict[str, float] = {}
        self._reached: dict[str, dict[int, float]] = defaultdict(dict)

    def take(self, facts: Sequence[Happened[Any]]) -> None:
        """Facts of one batch, in order."""
        for fact in facts:
            self._ledger.apply(fact.payload)
            match fact.payload:
                case UsageRecorded() | UsageCorrected() as hour:
                    self._count(hour)
                case BindingClosed() as closed:
                    self._outcomes[closed.job_id, closed.attempt] = closed.outcome
                case BudgetMeasured() as measured:
                    self._amounts[measured.budget] = measured.amount_micros / 1e6
                    at_h = self._hour(measured.measured_until_ms)
                    self._spent[measured.budget].append((at_h, measured.spent_micros / 1e6))
                case BudgetReached() as reached:
                    at_h = self._hour(reached.measured_until_ms)
                    self._reached[reached.budget].setdefault(reached.threshold_percent, at_h)
                case _:
                    pass

    def bill(self) -> Bill:
        """The bill so far."""
        daily: dict[str, list[int]] = defaultdict(lambda: [0] * self._days)
        lost: dict[str, int] = defaultdict(int)
        of_jobs: dict[str, int] = defaultdict(int)
        kinds: dict[ChargeKind, int] = defaultdict(int)
        days = self._ledger.days.values()
        within = [day for day in days if 0 <= self._day(day.starts_at_ms) < self._days]
        for day in within:
            for charge in day.charges:
                daily[_row_of(charge)][self._day(day.starts_at_ms)] += charge.charged_cents
                kinds[charge.kind] += charge.cost_cents
                if charge.kind is ChargeKind.JOB:
                    of_jobs[charge.payer.team] += charge.charged_cents
                if self._outcomes.get((charge.job_id, charge.attempt)) in LOST:
                    lost[charge.payer.team] += charge.charged_cents
        cents = {team: sum(daily[team]) for team in self._allocated}
        teams = {
            team: TeamBill(*self._allocated[team], of_jobs[team], cents[team], lost[team])
            for team in sorted(cents, key=lambda team: (-cents[team], team))
        }
        return Bill(
            starts_at_ms=self._starts_at_ms,
            days=self._days,
            currency=within[0].currency if within else "",
            teams=teams,
            daily_cents=dict(daily),
            hourly_gpus={s: [us / GPU_HOUR_US for us in hours] for s, hours in self._hourly.items()},
            budgets={
                name: BudgetLine(self._amounts[name], tuple(spent), dict(self._reached[name]))
                for name, spent in self._spent.items()
            },
            node_days=len(within),
            cents=sum(day.cents for day in within),
            kind_cents=dict(kinds),
            discrepancies=len(list(self._ledger.discrepancies())),
        )

    def _count(self, hour: UsageRecorded | UsageCorrected) -> None:
        at = int(self._hour(hour.starts_at_ms))
        if not 0 <= at < 24 * self._days:
            return
        for share in hour.shares:
            if share.kind is UsageKind.JOB:
                self._count_job(at, share)
            else:
                self._hourly[_STATE_OF[share.kind]][at] += share.gpu_us

    def _count_job(self, at: int, share: UsageShare) -> None:
        busy_us = share.gpu_us * self._busy_percent(share.job_id) // 100
        self._hourly[BUSY][at] += busy_us
        self._hourly[NOT_BUSY][at] += share.gpu_us - busy_us
        allocated_us, before_us = self._allocated[share.payer.team]
        self._allocated[share.payer.team] = (allocated_us + share.gpu_us, before_us + busy_us)

    def _hour(self, at_ms: int) -> float:
        return (at_ms - self._starts_at_ms) / HOUR_MS

    def _day(self, at_ms: int) -> int:
        return (at_ms - self._starts_at_ms) // DAY_MS


def _row_of(charge: Charge) -> str:
    return _UNOWNED.get(charge.kind) or charge.payer.team or IDLE
