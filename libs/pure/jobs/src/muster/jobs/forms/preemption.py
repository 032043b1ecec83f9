"""PreemptionPolicyRequest: the policy of preemption as people write it, with its conversion to the record.

Names and durations are as in forms/policy.py.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Final

from muster.events.preemption_commands import PreemptionPolicy
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.forms.policy import as_recorded, knob
from muster.jobs.values.quantities import format_duration
from muster.jobs.values.rules import Text, duration, whole


class PreemptionPolicyRequest(Form):
    """Settings of preemption: which jobs yield, and when."""

    name: Text
    """Name of the policy, for people."""
    ran_min: Annotated[int, *duration("0s", "30d")]
    """Jobs bound more recently do not yield; the scheduler's preemption_ran_min applies as well."""
    evictions_per_job_day_max: Annotated[int, *whole(0, 1_000)]
    """Maximum number of evictions of a job within 24 hours."""
    evictions_per_queue_hour_max: Annotated[int, *whole(0, 100_000)]
    """Maximum number of evictions in a queue within an hour."""
    evictions_per_user_hour_max: Annotated[int, *whole(0, 100_000)]
    """Maximum number of evictions of a user's jobs within an hour."""
    restart: Annotated[int, *duration("0s", "1d")]
    """Minimum cost of a restart; if a job's last start took longer, that time counts."""
    delay: Annotated[int, *duration("0s", "30d")]
    """Expected wait of an evicted job of priority 0."""
    wait_spared: Annotated[int, *duration("0s", "30d")]
    """Wait that a plan is expected to save a job of priority 0 for which it is made."""
    gain_percent_min: Annotated[int, *whole(0, 10_000)]
    """Minimum gain of a plan, as a percentage of its price."""
    plan_valid: Annotated[int, *duration("1s", "10m")]
    """A plan that is not carried out within this time is void."""
    plans_per_request_max: Annotated[int, *whole(1, 1_000)]
    """Maximum number of plans for the equal jobs of one request."""
    pair_remembered: Annotated[int, *duration("1d", "30d")]
    """Time for which two jobs, one evicted for the other, cannot evict each other again."""


def to_preemption_policy(request: PreemptionPolicyRequest) -> PreemptionPolicy:
    """The record for the log."""
    values = dict(request)
    return PreemptionPolicy.from_datum({name: values[knob(name)] for name in _RECORD_NAMES})


def preemption_policy_data(policy: PreemptionPolicy) -> dict[str, Any]:
    """A policy as people write it; not validated."""
    return {
        knob(name): value if knob(name) == name else format_duration(value)
        for name, value in policy.to_datum().items()
    }


def preemption_policy_violations(policy: PreemptionPolicy) -> tuple[Violation, ...]:
    """All violations of a policy; fields are named as in PreemptionPolicy, below `policy`."""
    try:
        filled(PreemptionPolicyRequest, preemption_policy_data(policy))
    except InvalidDocument as error:
        return tuple(as_recorded(violation, _RECORD_NAMES) for violation in error.violations)
    return ()


_RECORD_NAMES: Final = tuple(field.name for field in fields(PreemptionPolicy))
