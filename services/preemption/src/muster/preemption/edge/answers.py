"""Plans and refusals as the API's JSON. Another tenant's data is visible to operators only."""

from __future__ import annotations

from typing import Annotated, Literal

from muster.api.document.answers import Rfc3339
from muster.events.preemption_events import PlannedVictim, PreemptionDeclined, PreemptionPlanned
from muster.identity import Principal
from muster.identity.principal import CLUSTER_WRITE
from muster.jobs.values.quantities import format_time
from muster.preemption.core.state import Answer
from pydantic import Field
from typing_extensions import TypedDict

MS_PER_HOUR = 3_600_000


class VictimAnswer(TypedDict):
    """A job that would yield."""

    job_id: Annotated[str | None, Field(description="Null: another tenant's.")]
    attempt: int
    tenant: str | None
    queue: str | None
    user: str | None
    ranks_kept: Annotated[int, Field(description="Ranks it goes on with; 0: it waits again.")]
    gpus_freed: float
    cost_gpu_hours: Annotated[float, Field(description="Its part of the price.")]
    lost_gpu_hours: Annotated[float, Field(description="Its work since the last checkpoint: what it loses.")]
    reason: str
    message: Annotated[str, Field(description="Message to its owner.")]


class PlaceAnswer(TypedDict):
    """Place of one rank of the requesting job."""

    rank: int
    node_id: str
    gpu_indices: list[int]


class PlanAnswer(TypedDict):
    """Victims of a job and their price, or the reason why there is no plan."""

    job_id: str
    tenant: str
    queue: str
    cause: Annotated[str, Field(description="What entitles the job: GUARANTEE, FAIRNESS or TIER.")]
    state: Annotated[
        Literal["DRY_RUN", "OPEN", "SETTLED", "DECLINED"],
        Field(description="OPEN: the scheduler may carry it out. SETTLED: `outcome` says how it ended."),
    ]
    outcome: str | None
    plan_id: str | None
    reason: Annotated[str | None, Field(description="Why there is no plan.")]
    message: str
    price_gpu_hours: Annotated[float, Field(description="Work lost, restarts and delays of all victims.")]
    price_gpu_hours_min: Annotated[float, Field(description="No set of the same kind costs less.")]
    gain_gpu_hours: float
    exact: Annotated[bool, Field(description="Whether no other set of victims is better.")]
    victims: list[VictimAnswer]
    placements: list[PlaceAnswer]
    as_of_seq: Annotated[int, Field(description="State of the scheduler's log that this is true of.")]
    answered_at: Rfc3339
    expires_at: Rfc3339 | None


def shown_to(caller: Principal, tenant: str) -> bool:
    """Whether a caller may see a tenant's data."""
    return caller.tenant == tenant or caller.allows(CLUSTER_WRITE)


def answer_json(answer: Answer, caller: Principal, *, dry_run: bool = False) -> PlanAnswer:
    """Convert an answer to JSON, hiding what this caller may not see."""
    if answer.planned is not None:
        return _planned(answer.planned, answer, caller, dry_run=dry_run)
    assert answer.declined is not None  # noqa: S101  (an answer is one of the two)
    return _declined(answer.declined, answer)


def _planned(plan: PreemptionPlanned, answer: Answer, caller: Principal, *, dry_run: bool) -> PlanAnswer:
    evicted = sum(1 for victim in plan.victims if not victim.ranks_kept)
    shrunk = len(plan.victims) - evicted
    ended = None if answer.outcome is None else answer.outcome.value
    return {
        "job_id": plan.job_id,
        "tenant": plan.tenant,
        "queue": plan.queue,
        "cause": plan.cause.value,
        "state": "DRY_RUN" if dry_run else "SETTLED" if ended else "OPEN",
        "outcome": ended,
        "plan_id": None if dry_run else plan.plan_id,
        "reason": None,
        "message": f"{evicted} jobs would stop and wait again, {shrunk} would go on with fewer ranks",
        "price_gpu_hours": _hours(plan.cost_gpu_ms),
        "price_gpu_hours_min": _hours(plan.cost_gpu_ms_min),
        "gain_gpu_hours": _hours(plan.gain_gpu_ms),
        "exact": plan.exact,
        "victims": [_victim(each, caller) for each in plan.victims],
        "placements": [
            {"rank": each.rank, "node_id": each.node_id, "gpu_indices": list(each.gpu_indices)}
            for each in plan.placements
        ],
        "as_of_seq": plan.as_of_seq,
        "answered_at": format_time(answer.at_ms),
        "expires_at": None if dry_run else format_time(plan.expires_at_ms),
    }


def _declined(declined: PreemptionDeclined, answer: Answer) -> PlanAnswer:
    return {
        "job_id": declined.job_id,
        "tenant": declined.tenant,
        "queue": declined.queue,
        "cause": declined.cause.value,
        "state": "DECLINED",
        "outcome": None,
        "plan_id": None,
        "reason": declined.reason.value,
        "message": declined.message,
        "price_gpu_hours": _hours(declined.cost_gpu_ms),
        "price_gpu_hours_min": 0.0,
        "gain_gpu_hours": _hours(declined.gain_gpu_ms),
        "exact": False,
        "victims": [],
        "placements": [],
        "as_of_seq": declined.as_of_seq,
        "answered_at": format_time(answer.at_ms),
        "expires_at": None,
    }


def _victim(victim: PlannedVictim, caller: Principal) -> VictimAnswer:
    known = shown_to(caller, victim.tenant)
    return {
        "job_id": victim.job_id if known else None,
        "attempt": victim.attempt,
        "tenant": victim.tenant if known else None,
        "queue": victim.queue if known else None,
        "user": victim.user if known else None,
        "ranks_kept": victim.ranks_kept,
        "gpus_freed": victim.gpu_milli_freed / 1000,
        "cost_gpu_hours": _hours(victim.cost_gpu_ms),
        "lost_gpu_hours": _hours(victim.lost_gpu_ms),
        "reason": victim.reason.value,
        "message": victim.message if known else "a job of another tenant",
    }


def _hours(gpu_ms: int) -> float:
    return round(gpu_ms / MS_PER_HOUR, 3)
