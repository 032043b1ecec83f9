"""Queues with their accounts as plain data."""

from __future__ import annotations

from muster.events.queue_commands import QueueSettings
from muster.queues.account import Account
from muster.queues.tree import Queue, QueueKey
from muster.scheduler.core.replay.plain import Plain


def dump_queue(queue: Queue) -> Plain:
    """One queue; what it holds is derived."""
    account = queue.account
    return {
        "description": queue.description,
        "settings": queue.settings.to_datum(),
        "account": [account.settled_ms, account.credit_milli_ms, list(account.sums.items())],
        "measured_at_ms": queue.measured_at_ms,
        "measure_due": queue.measure_due,
    }


def load_queue(key: QueueKey, data: Plain) -> Queue:
    """Load a queue that was dumped."""
    settled_ms, credit, sums = data["account"]
    return Queue(
        key,
        data["description"],
        QueueSettings.from_datum(data["settings"]),
        account=Account(settled_ms=settled_ms, credit_milli_ms=credit, sums=dict(sums)),
        measured_at_ms=data["measured_at_ms"],
        measure_due=data["measure_due"],
    )
