"""Guarantees of the cell's queues, day by day; idle GPUs may be charged by them. PURE (ADR 104).

The guarantees at the end of a day apply to all of it, and are kept as long as the day can be re-rated.
"""

from __future__ import annotations

from typing import Final

from muster.deciding import Changes, Entities, Kind
from muster.events.usage_events import QueuePlaced, WindowEnded
from muster.metering.core.budgets.entities import PARENTS, budget_key
from muster.metering.core.ledger import DAY_MS, Guarantee, Guaranteed
from muster.metering.core.state import NODES, changes, day_key, day_of, first_open_ms, reratable_from_ms

GUARANTEES: Final = Kind("queue_guarantee", int)
"""`budget_key` of a queue -> guarantee of it and those below it, thousandths of a GPU."""

GUARANTEED: Final = Kind("guaranteed_day", Guaranteed)
"""`day_key` -> guarantees at the end of that day; absent if there were none."""


def note_place(state: Changes, fact: QueuePlaced) -> None:
    """Store a queue's guarantee."""
    key = budget_key(fact.tenant, fact.queue)
    if fact.guarantee_gpu_milli:
        state.put(GUARANTEES, key, fact.guarantee_gpu_milli)
    else:
        state.delete(GUARANTEES, key)


def note_ended(state: Changes, fact: WindowEnded) -> None:
    """Store the guarantees at the end of a day; forget days that can no longer be re-rated."""
    last_ms, oldest_ms = day_of(fact.ends_at_ms), reratable_from_ms(state)
    held = _now(state, fact.ends_at_ms) if day_of(fact.starts_at_ms) < last_ms else None
    if held is not None:
        for day_ms in range(max(day_of(fact.starts_at_ms), oldest_ms), last_ms, DAY_MS):
            state.put(GUARANTEED, day_key(day_ms, ""), held)
    for key, _ in list(state.scan(GUARANTEED, until=day_key(oldest_ms, ""))):
        state.delete(GUARANTEED, key)


def guaranteed(state: Entities, starts_at_ms: int) -> Guaranteed | None:
    """Return the guarantees of a day, as of now if it has not ended; None: no queue has one."""
    open_ms = first_open_ms(state)
    if starts_at_ms >= day_of(open_ms):
        return _now(state, open_ms)
    return state.get(GUARANTEED, day_key(starts_at_ms, ""))


def _now(state: Entities, at_ms: int) -> Guaranteed | None:
    owed = dict(state.scan(GUARANTEES))
    if not owed:
        return None
    for key, gpu_milli in state.scan(GUARANTEES):  # a queue's guarantee is part of that of the queue above it
        above = budget_key(key.partition("/")[0], state.get(PARENTS, key) or "")
        if above in owed:
            owed[above] -= gpu_milli
    named = ((key.partition("/"), gpu_milli) for key, gpu_milli in owed.items() if gpu_milli > 0)
    queues = tuple(Guarantee(tenant, queue, gpu_milli) for (tenant, _, queue), gpu_milli in named)
    return Guaranteed(gpu_milli=_there_is(state, at_ms), queues=queues)


def _there_is(state: Entities, at_ms: int) -> int:
    """Return the thousandths of a GPU in the cell."""
    gpus = 0
    for node_id, last in state.scan(NODES):
        node = last.node
        for _, change in changes(state, node_id, last.starts_at_ms, at_ms):
            node = node.after(change)
        gpus += node.gpus
    return gpus * 1_000
