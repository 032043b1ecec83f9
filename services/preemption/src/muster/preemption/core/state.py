"""The entities. PURE.

The state is bounded: open plans by their validity, evictions by the budgets and by how long a pair is
remembered, answers by one day.
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
        expires_at_ms: Expiry, milliseconds since 1970 UTC.
        as_of_seq: Seq of the scheduler's log up to which the plan takes facts into account.
        planned_at_ms: Time of the plan, milliseconds since 1970 UTC.
    """

    job_id: str
    tenant: str
    victims: tuple[str, ...]
    expires_at_ms: int
    as_of_seq: int = -1
    planned_at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a job's newest request, for people.

    Attributes:
        at_ms: Time of the answer, milliseconds since 1970 UTC.
        planned: The plan; None: the request was declined.
        declined: The refusal; None: there is a plan.
        outcome: Outcome of the plan; None: it is open.
    """

    at_ms: int
    planned: PreemptionPlanned | None = None
    declined: PreemptionDeclined | None = None
    outcome: PlanOutcome | None = None

    @property
    def fact(self) -> PreemptionPlanned | PreemptionDeclined:
        """The plan or the refusal."""
        found = self.planned or self.declined
        assert found is not None  # noqa: S101  (an answer is one of the two)
        return found

    @property
    def job_id(self) -> str:
        """The requesting job."""
        return self.fact.job_id

    @property
    def tenant(self) -> str:
        """Owner of the requesting job."""
        return self.fact.tenant


POLICIES: Final = Kind("policy", PreemptionPolicy)
"""THE_POLICY -> the policy in force."""

PLANS: Final = Kind("plan", OpenPlan)
"""plan_id -> OpenPlan."""

AS_OF: Final = Kind("as-of", int)
"""THE_WORLD -> seq of the scheduler's log as of which the newest answer was made."""

THE_WORLD: Final = "world"
"""Key of that seq."""

ANSWERS: Final = Kind("answer", Answer)
"""Requesting job -> Answer, kept for ANSWERS_KEPT_MS."""

ANSWERED: Final = Kind("answered", str)
"""`answered_key` -> requesting job, oldest first."""

ANSWERS_KEPT_MS: Final = DAY_MS
"""Milliseconds that an answer can be queried."""

PLAN_OF: Final = Kind("plan-of", str)
"""Requesting job or victim -> plan_id."""

EVICTIONS: Final = Kind("eviction", Eviction)
"""`eviction_key` -> Eviction, oldest first."""


def policy_of(state: Entities) -> PreemptionPolicy:
    """The policy in force."""
    return state.get(POLICIES, THE_POLICY) or DEFAULT


def as_of_seq(state: Entities) -> int:
    """Seq of the scheduler's log as of which the newest answer was made; -1: no answer yet."""
    seq = state.get(AS_OF, THE_WORLD)
    return -1 if seq is None else seq


def history_of(state: Entities, at_ms: int) -> History:
    """Return earlier evictions and claims as of `at_ms`, milliseconds since 1970 UTC."""
    claimed = (job_id for _, plan in state.scan(PLANS) for job_id in plan.victims)
    return History.of((each for _, each in state.scan(EVICTIONS)), claimed, at_ms)


def answered_key(at_ms: int, job_id: str) -> str:
    """Return the key of an answer; keys sort by time."""
    return f"{at_ms:015}/{job_id}"


def eviction_key(at_ms: int, plan_id: str, job_id: str) -> str:
    """Return the key of an eviction; keys sort by time."""
    return f"{at_ms:015}/{plan_id}/{job_id}"
