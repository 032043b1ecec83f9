"""Which policies are allowed. PURE."""

from __future__ import annotations

from typing import Final

from muster.events.preemption_commands import PreemptionPolicy
from muster.events.shared.command_answers import Violation

_DAY_MS: Final = 86_400_000

ALLOWED: Final = {
    "ran_ms_min": (0, 30 * _DAY_MS),
    "evictions_per_job_day_max": (0, 1_000),
    "evictions_per_queue_hour_max": (0, 100_000),
    "evictions_per_user_hour_max": (0, 100_000),
    "restart_ms": (0, _DAY_MS),
    "delay_ms": (0, 30 * _DAY_MS),
    "wait_spared_ms": (0, 30 * _DAY_MS),
    "gain_percent_min": (0, 10_000),
    "plan_valid_ms": (1_000, 600_000),
    "plans_per_request_max": (1, 1_000),
    "pair_remembered_ms": (_DAY_MS, 30 * _DAY_MS),
}
"""Field -> least and most."""


def violations(policy: PreemptionPolicy) -> tuple[Violation, ...]:
    """What is wrong with a policy, field by field."""
    values = {name: getattr(policy, name) for name in ALLOWED}
    wrong = [
        Violation(
            field=f"policy.{name}", value=str(values[name]), allowed=f"a whole number from {least} to {most}"
        )
        for name, (least, most) in ALLOWED.items()
        if not least <= values[name] <= most
    ]
    if not policy.name:
        wrong.insert(0, Violation(field="policy.name", value="", allowed="a name"))
    return tuple(wrong)
