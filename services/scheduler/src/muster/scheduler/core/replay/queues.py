"""Queues with their accounts as plain data."""

from __future__ import annotations

from typing import Any, Final

from muster.events.job_commands import Tier
from muster.events.queue_commands import QueueSettings
from muster.queues.account import Account
from muster.queues.restrictions import Restriction
from muster.queues.tree import Queue, QueueKey
from muster.scheduler.core.replay.plain import Plain

_LATER: Final = ("suspended", "spot_percent_max")
"""Settings that are absent from hashes until a queue has them."""


def dump_queue(queue: Queue) -> Plain:
    """One queue; what it holds is derived."""
    account, settings = queue.account, queue.settings.to_datum()
    for name in _LATER:
        if settings[name] is None:
            del settings[name]
    restrictions = {"restrictions": [[*each] for each in queue.restrictions]} if queue.restrictions else {}
    return {
        "description": queue.description,
        "settings": settings,
        "account": [account.settled_ms, str(account.credit_milli_ms), _dump_sums(account.sums)],
        "measured_at_ms": queue.measured_at_ms,
        "measure_due": queue.measure_due,
        **restrictions,
    }


def load_queue(key: QueueKey, data: Plain) -> Queue:
    """Load a queue that was dumped."""
    restrictions = data.get("restrictions", ())
    settled_ms, credit, sums = data["account"]
    return Queue(
        key,
        data["description"],
        QueueSettings.from_datum({**dict.fromkeys(_LATER), **data["settings"]}),
        tuple(Restriction(name, tuple(map(Tier, tiers)), *rest) for name, tiers, *rest in restrictions),
        account=Account(settled_ms=settled_ms, credit_milli_ms=int(credit), sums=_load_sums(sums)),
        measured_at_ms=data["measured_at_ms"],
        measure_due=data["measure_due"],
    )


def _dump_sums(sums: dict[int, int]) -> list[tuple[int, str]]:
    """Usage by bucket; as text, because thousandths of GPUs times milliseconds may exceed 64 bits."""
    return [(number, str(amount)) for number, amount in sums.items()]


def _load_sums(data: list[Any]) -> dict[int, int]:
    return {number: int(amount) for number, amount in data}
