"""The entities. PURE.

What is kept is bounded: open plans by how long a plan is valid, evictions by the budgets and by how long a
pair is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.deciding import Entities, Kind
from muster.events.preemption_commands import PreemptionPolicy
from muster.preemption.core.history import Eviction, History

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
    """

    job_id: str
    tenant: str
    victims: tuple[str, ...]
    expires_at_ms: int


POLICIES: Final = Kind("policy", PreemptionPolicy)
"""THE_POLICY -> the policy in force."""

PLANS: Final = Kind("plan", OpenPlan)
"""plan_id -> OpenPlan."""

PLAN_OF: Final = Kind("plan-of", str)
"""Job that asks, or that is to yield -> plan_id."""

EVICTIONS: Final = Kind("eviction", Eviction)
"""`eviction_key` -> Eviction, oldest first."""


def policy_of(state: Entities) -> PreemptionPolicy:
    """The policy in force."""
    return state.get(POLICIES, THE_POLICY) or DEFAULT


def history_of(state: Entities, at_ms: int) -> History:
    """Earlier evictions and claims at a time."""
    claimed = (job_id for _, plan in state.scan(PLANS) for job_id in plan.victims)
    return History.of((each for _, each in state.scan(EVICTIONS)), claimed, at_ms)


def eviction_key(at_ms: int, plan_id: str, job_id: str) -> str:
    """The key of an eviction; keys sort by time."""
    return f"{at_ms:015}/{plan_id}/{job_id}"
