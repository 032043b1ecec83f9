"""The entities. PURE.

What is kept is bounded: open plans by how long a plan is valid, evictions by the budgets and by how long a
pair is remembered, answers by a day.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.deciding import Entities, Kind
from muster.events.preemption_commands import PreemptionPolicy
from muster.events.preemption_events import PlanOutcome, PreemptionDeclined, PreemptionPlanned
from muster.preemption.core.history import DAY_MS, Eviction, History

DEFAULT: Final = PreemptionPolicy(name="default")
"""The policy that a log begins with."""

THE_POLICY: Final = "policy"
"""Key of the one policy in force."""


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A plan that the scheduler may still carry out.

    Attributes:
        job_id: The job that it is made for; empty: a reservation.
        tenant: Tenant of the job or the reservation.
        victims: Jobs that are to yield.
        expires_at_ms: Void from then on, milliseconds since 1970 UTC.
        as_of_seq: What happened up to this seq of the scheduler's log, the plan knew.
        planned_at_ms: When it was made.
    """

    job_id: str
    tenant: str
    victims: tuple[str, ...]
    expires_at_ms: int
    as_of_seq: int = -1
    planned_at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of the newest request of a job, for people.

    Attributes:
        at_ms: When it was answered.
        planned: The plan; None: there was none.
        declined: Why there was none.
        outcome: How the plan ended; None: it is open.
    """

    at_ms: int
    planned: PreemptionPlanned | None = None
    declined: PreemptionDeclined | None = None
    outcome: PlanOutcome | None = None


POLICIES: Final = Kind("policy", PreemptionPolicy)
"""THE_POLICY -> the policy in force."""

PLANS: Final = Kind("plan", OpenPlan)
"""plan_id -> OpenPlan."""

AS_OF: Final = Kind("as-of", int)
"""THE_WORLD -> seq of the scheduler's log that the newest answer is true of."""

THE_WORLD: Final = "world"
"""Key of that seq."""

ANSWERS: Final = Kind("answer", Answer)
"""Job that asked -> Answer, for ANSWERS_KEPT_MS."""

ANSWERED: Final = Kind("answered", str)
"""`answered_key` -> job that asked, oldest first."""

ANSWERS_KEPT_MS: Final = DAY_MS
"""How long an answer can be asked for."""

PLAN_OF: Final = Kind("plan-of", str)
"""Job that asks, or that is to yield -> plan_id."""

EVICTIONS: Final = Kind("eviction", Eviction)
"""`eviction_key` -> Eviction, oldest first."""


def policy_of(state: Entities) -> PreemptionPolicy:
    """The policy in force."""
    return state.get(POLICIES, THE_POLICY) or DEFAULT


def as_of_seq(state: Entities) -> int:
    """The seq of the scheduler's log that the newest answer is true of; -1: there is none yet."""
    seq = state.get(AS_OF, THE_WORLD)
    return -1 if seq is None else seq


def history_of(state: Entities, at_ms: int) -> History:
    """Earlier evictions and claims at a time."""
    claimed = (job_id for _, plan in state.scan(PLANS) for job_id in plan.victims)
    return History.of((each for _, each in state.scan(EVICTIONS)), claimed, at_ms)


def answered_key(at_ms: int, job_id: str) -> str:
    """The key of an answer's time; keys sort by time."""
    return f"{at_ms:015}/{job_id}"


def eviction_key(at_ms: int, plan_id: str, job_id: str) -> str:
    """The key of an eviction; keys sort by time."""
    return f"{at_ms:015}/{plan_id}/{job_id}"
