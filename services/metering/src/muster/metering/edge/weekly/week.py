"""Conversion of API answers to a team's weekly report. Pure: money is Decimal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final

from muster.metering.edge.amounts import gpu_hours
from muster.metering.edge.budgets import BudgetAnswer
from muster.metering.edge.costs import CostAnswer
from muster.metering.edge.efficiency import EfficiencyAnswer, JobEfficiencyAnswer
from muster.terminal.losses import LOSSES

DAYS: Final = 7
WEEKS_BEFORE: Final = 4
"""Number of previous weeks read, for comparison and for the outlook."""
MOST: Final = 8
"""Rows of a table; further ones are merged into one row."""
IDLE_MOST: Final = 10
"""Maximum number of idle jobs listed."""
OTHERS: Final = "others"
NOTHING: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Row:
    """Costs of one project, model or user.

    Attributes:
        name: Its name; "-": unnamed.
        gpu_hours: GPU hours.
        charged: Charge.
    """

    name: str
    gpu_hours: Decimal
    charged: Decimal


@dataclass(frozen=True, slots=True)
class Use:
    """Use of the allocated GPU time, as far as it was measured.

    Attributes:
        measured: Measured GPU hours.
        busy: Busy part of them.
        idle_charged: Charge of the idle part.
    """

    measured: Decimal
    busy: Decimal
    idle_charged: Decimal


@dataclass(frozen=True, slots=True)
class IdleJob:
    """A job that idled.

    Attributes:
        job_id: Job.
        user: Owner of the job.
        gpus: GPUs held.
        gpus_used: GPUs used.
        busy_percent: Busy percentage of its measured time.
        idle_charged: Charge of its idle time.
        advice: Advice for the next request; empty: none.
        saved: Savings that would have brought.
    """

    job_id: str
    user: str
    gpus: int
    gpus_used: int
    busy_percent: str
    idle_charged: Decimal
    advice: str
    saved: Decimal


@dataclass(frozen=True, slots=True)
class BudgetState:
    """A budget of the team.

    Attributes:
        name: Its name.
        unit: Currency, or GPU hours.
        amount: Amount.
        spent: Spent so far.
        percent: Spent so far, in percent of the amount.
        at_pace: Projected spending at the end of the month at this week's daily rate; None: the period
            rolls, or has ended.
        ends: Last day of its month.
    """

    name: str
    unit: str
    amount: Decimal
    spent: Decimal
    percent: int
    at_pace: Decimal | None
    ends: date | None


@dataclass(frozen=True, slots=True)
class Week:
    """Weekly report of a team.

    Attributes:
        team: Team.
        first: Monday of the week.
        currency: Currency of all amounts, the most frequent one; empty: nothing was charged.
        gpu_hours: Allocated GPU hours.
        days: Charge of each day; None: nothing was recorded.
        charged: Sum of the days.
        before: Names and charges of previous weeks, latest first; weeks without charges are left out.
        settled: Whether no charge of it can still grow.
        tables: Projects, models and users.
        losses: Reasons for the loss of unsaved work, with its charges.
        use: Use of GPU time; None: nothing was measured.
        idle: Jobs with the most idle time.
        budgets: Budgets of the team.
    """

    team: str
    first: date
    currency: str
    gpu_hours: Decimal
    days: tuple[Decimal | None, ...]
    charged: Decimal
    before: tuple[tuple[str, Decimal], ...]
    settled: bool
    tables: Mapping[str, Sequence[Row]]
    losses: tuple[tuple[str, Decimal], ...]
    use: Use | None
    idle: Sequence[IdleJob]
    budgets: Sequence[BudgetState]

    @property
    def last(self) -> date:
        """Sunday of the week."""
        return self.first + timedelta(days=DAYS - 1)

    @property
    def name(self) -> str:
        """Name of the week by ISO 8601, like 2026-W47."""
        return f"{self.first:%G-W%V}"

    @property
    def outlook(self) -> tuple[Decimal, Decimal] | None:
        """Range of the charges of this and previous weeks; None: fewer than two, or not settled."""
        weeks = (self.charged, *(charged for _, charged in self.before))
        return (min(weeks), max(weeks)) if self.settled and len(weeks) > 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Answers of the API's other routes.

    Attributes:
        projects: Costs by project and day, of this and previous weeks.
        models: Costs by model.
        users: Costs by user.
        losses: Costs by the reason work was lost.
        efficiency: Efficiency by team.
        idle_jobs: Jobs with the most idle time.
        budgets: All budgets visible to the caller.
    """

    projects: Sequence[CostAnswer]
    models: Sequence[CostAnswer]
    users: Sequence[CostAnswer]
    losses: Sequence[CostAnswer]
    efficiency: Sequence[EfficiencyAnswer]
    idle_jobs: Sequence[JobEfficiencyAnswer]
    budgets: Sequence[BudgetAnswer]


def week_of(team: str, first: date, replies: Answers) -> Week:
    """Build a team's week from the API's answers."""
    currency = _most_common(replies.projects)
    items = [item for item in replies.projects if item["currency"] == currency]
    mine = [item for item in items if _day(item) >= first]
    days = {
        day: sum((_money(item["charged"]) for item in mine if _day(item) == day), NOTHING)
        for day in {_day(item) for item in mine}
    }
    charged = sum(days.values(), NOTHING)
    return Week(
        team=team,
        first=first,
        currency=currency,
        gpu_hours=sum((_hours(item["gpu_hours"]) for item in mine), NOTHING),
        days=tuple(days.get(first + timedelta(days=n)) for n in range(DAYS)),
        charged=charged,
        before=tuple(_before(items, first)),
        settled=bool(mine) and all(item["settled"] for item in mine),
        tables={
            "project": _most(_rows(mine, currency)),
            "model": _most(_rows(replies.models, currency)),
            "user": _most(_rows(replies.users, currency)),
        },
        losses=tuple(_losses(replies.losses, currency)),
        use=_use(replies.efficiency),
        idle=[_idle_job(item) for item in replies.idle_jobs if item["currency"] == currency],
        budgets=[
            _budget(item, charged / DAYS, currency)
            for item in replies.budgets
            if item["scope"] == "team" and item["of"] == team
        ],
    )


def _most_common(items: Iterable[CostAnswer]) -> str:
    amounts: dict[str, Decimal] = {}
    for item in items:
        amounts[item["currency"]] = amounts.get(item["currency"], NOTHING) + _money(item["charged"])
    return max(amounts, key=lambda currency: (amounts[currency], currency), default="")


def _day(item: CostAnswer) -> date:
    return _moment(item["starts_at"]).date()


def _before(items: Sequence[CostAnswer], first: date) -> Iterable[tuple[str, Decimal]]:
    for n in range(1, WEEKS_BEFORE + 1):
        since = first - timedelta(days=DAYS * n)
        until = since + timedelta(days=DAYS)
        charged = sum((_money(item["charged"]) for item in items if since <= _day(item) < until), NOTHING)
        if charged:
            yield f"{since:W%V}", charged


def _rows(items: Iterable[CostAnswer], currency: str) -> list[Row]:
    """Sums by the only dimension, the largest first."""
    found: dict[str, Row] = {}
    for item in items:
        if item["currency"] == currency:
            (name,) = item["key"].values()
            so_far = found.get(name) or Row(name or "-", NOTHING, NOTHING)
            found[name] = Row(
                so_far.name,
                so_far.gpu_hours + _hours(item["gpu_hours"]),
                so_far.charged + _money(item["charged"]),
            )
    return sorted(found.values(), key=lambda row: (-row.charged, row.name))


def _most(rows: Sequence[Row]) -> list[Row]:
    if len(rows) <= MOST:
        return list(rows)
    rest = rows[MOST - 1 :]
    hours = sum((row.gpu_hours for row in rest), NOTHING)
    return [*rows[: MOST - 1], Row(OTHERS, hours, sum((row.charged for row in rest), NOTHING))]


def _losses(items: Iterable[CostAnswer], currency: str) -> list[tuple[str, Decimal]]:
    """Why work was lost, as people read it, and what it was charged, the costliest first."""
    found: dict[str, Decimal] = {}
    for item in items:
        why, lost = item["key"]["loss"], _money(item["lost"])
        if item["currency"] == currency and lost:
            found[why] = found.get(why, NOTHING) + lost
    return [(LOSSES.get(why, why), found[why]) for why in sorted(found, key=lambda why: (-found[why], why))]


def _use(items: Sequence[EfficiencyAnswer]) -> Use | None:
    measured = sum((Decimal(gpu_hours(item["measured_gpu_hours"])) for item in items), NOTHING)
    if not measured:
        return None
    busy = sum((Decimal(gpu_hours(item["busy_gpu_hours"])) for item in items), NOTHING)
    return Use(measured, busy, sum((_money(item["idle_charged"]) for item in items), NOTHING))


def _idle_job(item: JobEfficiencyAnswer) -> IdleJob:
    advice = item["advice"]
    return IdleJob(
        job_id=item["key"]["job"],
        user=item["key"]["user"],
        gpus=item["gpus"],
        gpus_used=item["gpus_used"],
        busy_percent=item["busy_percent"] or "-",
        idle_charged=_money(item["idle_charged"]),
        advice=advice["message"] if advice else "",
        saved=_money(advice["saved"]) if advice else NOTHING,
    )


def _budget(item: BudgetAnswer, a_day: Decimal, currency: str) -> BudgetState:
    amount, spent = Decimal(item["amount"]), Decimal(item["spent"])
    at_pace = ends = None
    if item["rolling_days"] is None and item["ends_at"] and item["measured_until"]:
        end, until = _moment(item["ends_at"]), _moment(item["measured_until"])
        ends = (end - timedelta(days=1)).date()
        if until < end and item["unit"] == currency:
            at_pace = spent + a_day * Decimal((end - until).total_seconds()) / 86_400
    return BudgetState(item["name"], item["unit"], amount, spent, item["percent"], at_pace, ends)


def _money(cents: int) -> Decimal:
    return Decimal(cents) / 100


def _hours(milli_hours: int) -> Decimal:
    return Decimal(milli_hours) / 1000


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)
