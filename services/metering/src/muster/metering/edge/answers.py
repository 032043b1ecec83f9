"""Answers of this API as JSON: money and GPU hours are exact text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from muster.events.metering_commands import RateCard
from muster.jobs import card_data
from muster.jobs.values.quantities import format_money, format_time
from muster.metering.core.advice import Used, advice
from muster.metering.core.reconciliation import Discrepancy
from muster.metering.edge.costs import CostRow, Question
from muster.metering.edge.efficiency import EfficiencyRow, JobRow
from muster.metering.edge.running import Running
from pydantic import Field
from typing_extensions import TypedDict

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"}, examples=["2026-11-21T00:00:00.000Z"])]
"""ISO 8601 in UTC."""

Money = Annotated[str, Field(description="An amount with two decimals.", examples=["812.40"])]

GPU_US_PER_HOUR: Final = 3_600_000_000


class CostAnswer(TypedDict):
    """A sum."""

    starts_at: Time
    key: Annotated[dict[str, str], Field(description="The dimensions; empty: a job without one, or no job.")]
    currency: Annotated[str, Field(description="ISO 4217; empty: no card of rates was in force.")]
    gpu_hours: Annotated[str, Field(description="With three decimals.", examples=["324.960"])]
    cost: Annotated[str, Field(description="Part of what the nodes cost.", examples=["812.40"])]
    charged: Annotated[
        str, Field(description="The cost x what its tier is charged in its hours.", examples=["812.40"])
    ]
    lost_gpu_hours: Annotated[str, Field(description="Of the GPU hours, for work that was lost.")]
    lost: Annotated[
        Money,
        Field(description="Of what is charged, for work that no checkpoint had when its attempt ended."),
    ]
    settled: Annotated[bool, Field(description="False: days in it are not charged yet; it may still grow.")]


class CostsAnswer(TypedDict):
    """Sums by period and dimensions, the largest first."""

    since: Time
    until: Time
    step: str
    by: list[str]
    items: list[CostAnswer]


class RateAnswer(TypedDict):
    """Price of a GPU hour."""

    gpu_model: str
    commitment: str
    spot: bool
    gpu_hour: str


class OffPeakAnswer(TypedDict):
    """Hours of the week, UTC, in which jobs are charged less."""

    days: Annotated[list[str], Field(description="Empty: each.", examples=[["saturday", "sunday"]])]
    from_hour: int
    until_hour: Annotated[int, Field(description="Where it ends.")]
    percent: Annotated[int, Field(description="What is then charged of what the tier is charged.")]


class CardAnswer(TypedDict):
    """A card of rates, and when it holds."""

    name: str
    currency: str
    default_gpu_hour: str
    rates: list[RateAnswer]
    tier_percent: dict[str, int]
    idle: Annotated[str, Field(description="Who is charged for idle GPUs.", examples=["platform"])]
    storage_gb_month: Annotated[
        str | None, Field(description="Of 10^9 bytes in the store for 30 days; null: they cost nothing.")
    ]
    prompt_token_weight: Annotated[int, Field(description="What a prompt token of a shared replica counts.")]
    output_token_weight: int
    off_peak: list[OffPeakAnswer]
    starts_at: Time
    ends_at: Annotated[Time | None, Field(description="null: no other follows yet.")]
    rerated: Annotated[bool, Field(description="It prices days that were over, in place of what did.")]
    requested_by: str
    decided_at: Time


class RatesAnswer(TypedDict):
    """Cards, the newest first; those that were replaced before they began are not among them."""

    cards: list[CardAnswer]


class DiscrepancyAnswer(TypedDict):
    """A node's day that does not add up."""

    node_id: str
    day: Time
    what: str


class ChargedAnswer(TypedDict):
    """Charges in one currency."""

    currency: str
    charged: Money
    gpu_hours: str


class RunningSumAnswer(TypedDict):
    """Costs so far of one value of the dimensions."""

    key: Annotated[dict[str, str], Field(description="The dimensions; empty: a job without one, or no job.")]
    currency: str
    gpu_hours: Annotated[str, Field(description="With three decimals.", examples=["324.960"])]
    cost: Annotated[str, Field(description="Part of what the nodes cost.", examples=["812.40"])]
    charged: Annotated[
        str, Field(description="The cost x what its tier is charged in its hours.", examples=["812.40"])
    ]
    today: Annotated[Money, Field(description="Of what is charged, since midnight, UTC.")]
    per_hour: Annotated[Money, Field(description="Charged for an hour of what is held now: the burn rate.")]


class RunningAnswer(TypedDict):
    """Costs that are not charged yet, as if their days ended now: an estimate, rounded as a bill is."""

    at: Time
    by: list[str]
    items: list[RunningSumAnswer]
    node_days: Annotated[
        int | None,
        Field(description="Days of nodes that were added up, of all tenants; null: no operator."),
    ]
    reconciled: Annotated[
        bool | None,
        Field(description="For every node and day it is GPU time x rate; null: no operator."),
    ]
    discrepancies: Annotated[list[DiscrepancyAnswer], Field(description="At most 100.")]


class ReconciliationAnswer(TypedDict):
    """Whether for every node and day charges are GPU time x rate, by the log."""

    reconciled: bool
    node_days: int
    position: Annotated[str, Field(description="How far the log was read; empty: nothing is on it.")]
    charged: list[ChargedAnswer]
    discrepancies: Annotated[list[DiscrepancyAnswer], Field(description="At most 100.")]


class EfficiencyAnswer(TypedDict):
    """Allocated GPU time, and how much of it was used as far as that was measured."""

    key: Annotated[dict[str, str], Field(description="The dimensions.")]
    currency: Annotated[str, Field(description="ISO 4217; empty: no card of rates was in force.")]
    gpu_hours: Annotated[str, Field(description="Allocated to jobs.", examples=["324.960"])]
    measured_gpu_hours: Annotated[str, Field(description="Of them measured.")]
    by_driver_gpu_hours: Annotated[str, Field(description="Measured by the driver alone: a hint.")]
    busy_gpu_hours: Annotated[str, Field(description="Of what was measured, busy.")]
    busy_percent: Annotated[str | None, Field(description="Of what was measured; null: nothing was.")]
    charged: Annotated[Money, Field(description="Of recorded hours, as they were priced then.")]
    idle_charged: Annotated[Money, Field(description="Of it for GPU time that was measured and not busy.")]
    charged_per_busy_gpu_hour: Annotated[
        str | None, Field(description="If the rest was as busy as what was measured; null: nothing was busy.")
    ]


class EfficienciesAnswer(TypedDict):
    """Sums, what idled most first."""

    since: Time
    until: Time
    by: list[str]
    items: list[EfficiencyAnswer]


class AdviceAnswer(TypedDict):
    """Effect of a smaller request."""

    message: str
    saved: Annotated[Money, Field(description="Less than was charged; memory has no price of its own.")]


class JobEfficiencyAnswer(EfficiencyAnswer):
    """A job, all its attempts together."""

    gpus: Annotated[int, Field(description="GPUs that an attempt held, at most.")]
    gpus_used: Annotated[int, Field(description="Of them busy for 5 % of any five minutes.")]
    memory_mib: Annotated[int, Field(description="That it was given on a node, at most; 0: without limit.")]
    memory_used_mib: int
    advice: AdviceAnswer | None


class JobEfficienciesAnswer(TypedDict):
    """At most 100 jobs of which something was measured, what idled most first."""

    since: Time
    until: Time
    items: list[JobEfficiencyAnswer]


def efficiencies_json(question: Question, rows: Sequence[EfficiencyRow]) -> EfficienciesAnswer:
    """Convert sums of efficiency."""
    return {
        "since": format_time(question.since_ms),
        "until": format_time(question.until_ms),
        "by": list(question.by),
        "items": [_efficiency(row, dict(zip(question.by, row.key, strict=True))) for row in rows],
    }


def job_efficiencies_json(question: Question, rows: Sequence[JobRow]) -> JobEfficienciesAnswer:
    """Convert efficiencies of jobs."""
    return {
        "since": format_time(question.since_ms),
        "until": format_time(question.until_ms),
        "items": [_job_efficiency(row) for row in rows],
    }


def _job_efficiency(row: JobRow) -> JobEfficiencyAnswer:
    used = Used(
        row.gpus,
        row.gpus_used,
        row.memory_mib,
        row.memory_used_mib,
        row.gpu_us // 1000,
        row.measured_ms,
        row.charged_cents,
    )
    found = advice(used)
    return {
        **_efficiency(row, {"job": row.job_id, "team": row.team, "user": row.user_name}),
        "gpus": row.gpus,
        "gpus_used": row.gpus_used,
        "memory_mib": row.memory_mib,
        "memory_used_mib": row.memory_used_mib,
        "advice": None if found is None else {"message": found.message, "saved": cents(found.saved_cents)},
    }


def _efficiency(row: EfficiencyRow | JobRow, key: dict[str, str]) -> EfficiencyAnswer:
    per_hour = None
    if row.busy_ms and row.gpu_us:
        exact = row.charged_cents * GPU_US_PER_HOUR * row.measured_ms / (row.gpu_us * row.busy_ms)
        per_hour = cents(round(exact))
    return {
        "key": key,
        "currency": row.currency,
        "gpu_hours": gpu_hours(row.gpu_us),
        "measured_gpu_hours": gpu_hours(row.measured_ms * 1000),
        "by_driver_gpu_hours": gpu_hours(row.by_driver_ms * 1000),
        "busy_gpu_hours": gpu_hours(row.busy_ms * 1000),
        "busy_percent": f"{100 * row.busy_ms / row.measured_ms:.1f}" if row.measured_ms else None,
        "charged": cents(row.charged_cents),
        "idle_charged": cents(row.idle_cents),
        "charged_per_busy_gpu_hour": per_hour,
    }


def costs_json(question: Question, rows: Sequence[CostRow]) -> CostsAnswer:
    """Return the answer to a cost query."""
    return {
        "since": format_time(question.since_ms),
        "until": format_time(question.until_ms),
        "step": question.step.value,
        "by": list(question.by),
        "items": [
            {
                "starts_at": format_time(row.starts_at_ms),
                "key": dict(zip(question.by, row.key, strict=True)),
                "currency": row.currency,
                "gpu_hours": thousandths(row.gpu_milli_hours),
                "cost": cents(row.cost_cents),
                "charged": cents(row.charged_cents),
                "lost_gpu_hours": thousandths(row.lost_gpu_milli_hours),
                "lost": cents(row.lost_cents),
                "settled": row.settled,
            }
            for row in rows
        ],
    }


def running_json(at_ms: int, by: Sequence[str], found: Running, *, checked: bool) -> RunningAnswer:
    """Convert costs so far; `checked`: include whether the days of all tenants' nodes add up."""
    return {
        "at": format_time(at_ms),
        "by": list(by),
        "items": [
            {
                "key": dict(zip(by, each.key, strict=True)),
                "currency": each.currency,
                "gpu_hours": thousandths(each.gpu_milli_hours),
                "cost": cents(each.cost_cents),
                "charged": cents(each.charged_cents),
                "today": cents(each.today_cents),
                "per_hour": cents(each.hourly_cents),
            }
            for each in found.sums
        ],
        "node_days": found.node_days if checked else None,
        "reconciled": not found.discrepancies if checked else None,
        "discrepancies": discrepancies_json(found.discrepancies) if checked else [],
    }


def discrepancies_json(found: Sequence[Discrepancy]) -> list[DiscrepancyAnswer]:
    """Convert the days that do not add up."""
    return [{"node_id": each.node_id, "day": format_time(each.day_ms), "what": each.what} for each in found]


def card_json(
    card: Mapping[str, Any], *, starts_at_ms: int, ends_at_ms: int | None, rerated: bool, by: str, at_ms: int
) -> CardAnswer:
    """Convert a card from its record in the tables to the user's form."""
    written = card_data(RateCard.from_datum(card))
    return {
        "name": written["name"],
        "currency": written["currency"],
        "default_gpu_hour": written["default_gpu_hour"],
        "rates": written["rates"],
        "tier_percent": written["tier_percent"],
        "idle": written["idle"],
        "storage_gb_month": written["storage_gb_month"],
        "prompt_token_weight": written["prompt_token_weight"],
        "output_token_weight": written["output_token_weight"],
        "off_peak": written["off_peak"],
        "starts_at": format_time(starts_at_ms),
        "ends_at": None if ends_at_ms is None else format_time(ends_at_ms),
        "rerated": rerated,
        "requested_by": by,
        "decided_at": format_time(at_ms),
    }


def cents(amount: int) -> str:
    """Format hundredths as an amount with two decimals."""
    return format_money(amount * 10_000)


def gpu_hours(gpu_us: int) -> str:
    """Format GPU hours with three decimals, rounded half away from zero."""
    milli = (2 * abs(gpu_us) * 1000 + GPU_US_PER_HOUR) // (2 * GPU_US_PER_HOUR)
    return thousandths(-milli if gpu_us < 0 else milli)


def thousandths(amount: int) -> str:
    """Format thousandths as an amount with three decimals."""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 1000}.{abs(amount) % 1000:03}"
