"""What is wrong with a whole command: the scheduler's door asks this of everything on the command topics."""

from __future__ import annotations

from typing import Final, assert_never

from muster.events import job_commands, operator_commands, queue_commands
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import Violation
from muster.events.operator_commands import ActivatePolicy, CordonNode, Policy, UncordonNode
from muster.events.queue_commands import ConfigureQueue, CreateQueue, DeleteQueue
from muster.jobs.ids import id_violations, text_violations
from muster.jobs.queues import map_violations, settings_violations
from muster.jobs.refusal import invalid
from muster.jobs.spec import violations

Command = job_commands.Payload | queue_commands.Payload | operator_commands.Payload

_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 86_400_000
_PRICE_MILLI: Final = (1, 1_000_000)
_POLICY_RANGES: Final = {
    "head_patience_ms": (0, 30 * _DAY_MS),
    "head_hold_ms": (0, 30 * _DAY_MS),
    "attempts_lost_max": (1, 1000),
    "workload_shapes_max": (1, 10_000),
    "jobs_ended_kept_max": (0, 10_000_000),
    "share_window_ms": (_MINUTE_MS, 400 * _DAY_MS),
    "share_half_life_ms": (_MINUTE_MS, 400 * _DAY_MS),
    "share_history_percent": (0, 10_000),
    "credit_max_ms": (0, 400 * _DAY_MS),
    "aging_step_ms": (0, 400 * _DAY_MS),
    "reclaim_interval_ms": (1_000, _DAY_MS),
    "measure_interval_ms": (100, _DAY_MS),
}


def command_violations(command: Command) -> tuple[Violation, ...]:
    """Everything wrong with a command by itself; what depends on the cluster is the core's to judge."""
    match command:
        case SubmitJob(job_id=job_id, tenant=tenant, spec=spec):
            within = tuple(
                Violation(field=f"spec.{v.field}", value=v.value, allowed=v.allowed) for v in violations(spec)
            )
            return id_violations(job_id=job_id, tenant=tenant) + within
        case CancelJob() | SuspendJob() | ResumeJob():
            names = id_violations(
                job_id=command.job_id, tenant=command.tenant, requested_by=command.requested_by
            )
            return names + text_violations(reason=command.reason)
        case CreateQueue():
            names = id_violations(
                queue=command.queue, tenant=command.tenant, requested_by=command.requested_by
            )
            settings = settings_violations(command.settings) if command.settings else ()
            return names + text_violations(description=command.description) + settings
        case ConfigureQueue():
            names = id_violations(
                queue=command.queue, tenant=command.tenant, requested_by=command.requested_by
            )
            return names + settings_violations(command.settings)
        case DeleteQueue():
            return id_violations(
                queue=command.queue, tenant=command.tenant, requested_by=command.requested_by
            )
        case CordonNode():
            names = id_violations(node_id=command.node_id, requested_by=command.requested_by)
            return names + text_violations(reason=command.reason)
        case UncordonNode():
            return id_violations(node_id=command.node_id, requested_by=command.requested_by)
        case ActivatePolicy(policy=policy, requested_by=requested_by):
            return id_violations(requested_by=requested_by) + _policy_violations(policy)
        case _:
            assert_never(command)


def _policy_violations(policy: Policy) -> tuple[Violation, ...]:
    values = policy.to_datum()
    wrong = tuple(
        invalid(f"policy.{field}", values[field], f"a whole number from {low} to {high}")
        for field, (low, high) in _POLICY_RANGES.items()
        if not low <= values[field] <= high
    )
    wrong += map_violations("policy.model_price_milli", policy.model_price_milli, *_PRICE_MILLI)
    return wrong + text_violations(**{"policy.name": policy.name})
