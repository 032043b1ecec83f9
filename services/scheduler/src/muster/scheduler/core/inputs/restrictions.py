"""Restrictions of queues are made and lifted by command, and end when their time is over (ADR 112)."""

from __future__ import annotations

from muster.events.job_events import QueueRestricted, QueueRestrictionEnded
from muster.events.queue_commands import LiftRestriction, RestrictQueue
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.queues.restrictions import RESTRICTIONS_MAX, restriction_of, without
from muster.queues.tree import Queue
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.state import State


def restricted(state: State, queue: Queue, command: RestrictQueue) -> QueueRestricted | Refusal | None:
    """The fact that results from a command, or the refusal; None: it is restricted so already."""
    fact = QueueRestricted(
        queue=command.queue,
        tenant=command.tenant,
        restriction=command.restriction,
        tiers=command.tiers,
        until_ms=command.until_ms,
        reason=command.reason,
        requested_by=command.requested_by,
    )
    if restriction_of(fact) in queue.restrictions:
        return None
    if command.until_ms is not None and command.until_ms <= state.now_ms:
        return _invalid("until_ms", command.until_ms, f"later than now ({state.now_ms})")
    if len(without(queue.restrictions, command.restriction)) >= RESTRICTIONS_MAX:
        return _invalid("restriction", command.restriction, f"one of at most {RESTRICTIONS_MAX} in a queue")
    return fact


def lifted(queue: Queue, command: LiftRestriction) -> QueueRestrictionEnded | Refusal:
    """The fact that results from a command, or the refusal."""
    if all(each.name != command.restriction for each in queue.restrictions):
        text = f"queue {queue.key[1]!r} has no restriction {command.restriction!r}"
        return Refusal(RejectionCode.NOT_FOUND, text)
    return QueueRestrictionEnded(
        queue=command.queue,
        tenant=command.tenant,
        restriction=command.restriction,
        requested_by=command.requested_by,
    )


def end(batch: BatchContext) -> None:
    """End the restrictions that have expired."""
    for tenant, name in sorted(batch.state.queues.restricted):
        for each in batch.state.queues.by_key[tenant, name].restrictions:
            if each.until_ms is not None and batch.state.now_ms >= each.until_ms:
                batch.emit(QueueRestrictionEnded(queue=name, tenant=tenant, restriction=each.name))


def deadline_ms(state: State) -> int | None:
    """Time at which the next restriction expires, ms since 1970 UTC; None: none expires."""
    due = (each.until_ms for queue in state.queues.restricted.values() for each in queue.restrictions)
    return min((until_ms for until_ms in due if until_ms is not None), default=None)


def _invalid(field: str, value: object, allowed: str) -> Refusal:
    wrong = Violation(field=field, value=str(value), allowed=allowed)
    return Refusal(RejectionCode.INVALID, f"{field} is {value}; must be {allowed}", (wrong,))
