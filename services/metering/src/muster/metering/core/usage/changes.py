"""Translation of own facts into changes of nodes, inserted by their time. PURE.

A change that arrives late, in a window that is already recorded, is inserted at its time, and the windows
from there on are recomputed; the delta becomes a correction. So the order of arrival does not matter, and a
repeated change has no effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from muster.deciding import Changes, Entities
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    KeptKind,
    NodeChange,
    NodeChanged,
    NodesKept,
    StopOrdered,
    WorkSaved,
)
from muster.metering.core.meter import Change, Holder, Keeper, Node, Said, Window
from muster.metering.core.state import (
    BINDINGS,
    CHANGES,
    KEEPINGS,
    NODES,
    OPEN,
    PROGRESS,
    STARTS,
    WINDOW_MS,
    Metered,
    Progress,
    change_key,
    changes,
    keeping_key,
    open_key,
    window,
    window_key,
    window_of,
)

MeterFact = BindingOpened | BindingClosed | NodeChanged | NodesKept
"""Facts that change the owners of a node's GPUs."""


_SAYING: Final = (NodeChange.JOINED, NodeChange.TAGGED)
"""Changes that carry the purchase terms of a node."""


class Touched(NamedTuple):
    """Window of a node that is already recorded."""

    node_id: str
    starts_at_ms: int


def changes_of(state: Entities, fact: MeterFact) -> dict[str, list[Change]]:
    """Return the changes caused by a fact, by node; call before the fact is applied."""
    match fact:
        case NodeChanged():
            change = Change(
                node=fact.change,
                gpu_model=fact.gpu_model,
                gpu_count=fact.gpu_count,
                gpu_index=fact.gpu_index,
                said=Said(fact.commitment, fact.spot) if fact.change in _SAYING else None,
            )
            return {fact.node_id: [change]}
        case BindingOpened():
            return {node_id: [Change(bound=holder)] for node_id, holder in _holders(fact).items()}
        case BindingClosed():
            opened = state.get(BINDINGS, fact.job_id)
            ended = Change(ended=(fact.job_id, fact.attempt))
            return {} if opened is None else {part.node_id: [ended] for part in opened.parts}
        case NodesKept():
            return _keeper_changes(state, fact)


def insert(state: Changes, node_id: str, at_ms: int, change: Change, seq: int) -> None:
    """Insert a change at its time, and recompute what was recorded after it."""
    starts_at_ms = window_of(at_ms)
    metered = state.get(NODES, node_id)
    if metered is None:
        metered = Metered(starts_at_ms, Node())
        state.put(NODES, node_id, metered)
        state.put(OPEN, open_key(starts_at_ms, node_id), node_id)
    state.put(CHANGES, change_key(node_id, at_ms, seq), change)
    if starts_at_ms >= metered.starts_at_ms:
        return
    node = state.get(STARTS, window_key(node_id, starts_at_ms)) or Node()
    for at in range(starts_at_ms, metered.starts_at_ms, WINDOW_MS):
        state.put(STARTS, window_key(node_id, at), node)
        node = window(state, node_id, node, at).end
    state.put(NODES, node_id, replace(metered, node=node))


def touched(state: Entities, node_ids: Iterator[str], at_ms: int) -> dict[Touched, Window]:
    """Return the recorded windows affected by a change at `at_ms`, in their current state."""
    found: dict[Touched, Window] = {}
    for node_id in node_ids:
        metered = state.get(NODES, node_id)
        for at in range(window_of(at_ms), metered.starts_at_ms if metered else 0, WINDOW_MS):
            node = state.get(STARTS, window_key(node_id, at)) or Node()
            found[Touched(node_id, at)] = window(state, node_id, node, at)
    return found


def note(state: Changes, fact: MeterFact) -> None:
    """Store or remove a binding, or the nodes kept for a reservation or job."""
    match fact:
        case BindingOpened():
            state.put(BINDINGS, fact.job_id, fact)
        case BindingClosed():
            state.delete(BINDINGS, fact.job_id)
            state.delete(PROGRESS, fact.job_id)
        case NodesKept():
            key = keeping_key(fact.kind, fact.name, fact.payer.tenant)
            if fact.node_ids:
                state.put(KEEPINGS, key, fact)
            else:
                state.delete(KEEPINGS, key)
        case NodeChanged():
            pass


def note_progress(state: Changes, fact: WorkSaved | StopOrdered) -> None:
    """Store how far an attempt has saved its work, or why it stops."""
    before = state.get(PROGRESS, fact.job_id) or Progress()
    if isinstance(fact, WorkSaved):
        after = replace(before, saved_at_ms=max(before.saved_at_ms, fact.at_ms))
    else:
        after = replace(before, stopping=fact.loss)
    state.put(PROGRESS, fact.job_id, after)


def close(state: Changes, node_id: str, oldest_ms: int) -> None:
    """Open the window after a recorded one, and forget what can no longer be corrected."""
    metered = state.get(NODES, node_id)
    assert metered is not None  # noqa: S101  (its window was recorded)
    starts_at_ms, ends_at_ms = metered.starts_at_ms, metered.starts_at_ms + WINDOW_MS
    end = metered.node
    for _, change in changes(state, node_id, starts_at_ms, ends_at_ms):
        end = end.after(change)
    state.delete(OPEN, open_key(starts_at_ms, node_id))
    state.put(STARTS, window_key(node_id, starts_at_ms), metered.node)
    if end == Node() and not _changes_after(state, node_id, ends_at_ms):
        state.delete(NODES, node_id)
        oldest_ms = ends_at_ms  # the node is no longer metered
    else:
        state.put(NODES, node_id, Metered(ends_at_ms, end))
        state.put(OPEN, open_key(ends_at_ms, node_id), node_id)
        oldest_ms = min(oldest_ms, ends_at_ms)  # hours still to be recorded need their changes
    _forget(state, node_id, oldest_ms)


def _changes_after(state: Entities, node_id: str, at_ms: int) -> bool:
    first, until = change_key(node_id, at_ms, 0), f"{node_id}0"  # "0" follows "/"
    return any(True for _ in state.scan(CHANGES, first=first, until=until))


def _forget(state: Changes, node_id: str, oldest_ms: int) -> None:
    oldest_ms = max(0, oldest_ms)
    until = change_key(node_id, oldest_ms, 0)
    for key, _ in list(state.scan(CHANGES, prefix=f"{node_id}/", until=until)):
        state.delete(CHANGES, key)
    until = window_key(node_id, oldest_ms)
    for key, _ in list(state.scan(STARTS, prefix=f"{node_id}/", until=until)):
        state.delete(STARTS, key)


def _holders(opened: BindingOpened) -> dict[str, Holder]:
    gpus: dict[str, list[tuple[int, int]]] = {}
    for part in opened.parts:
        gpus.setdefault(part.node_id, []).extend((index, part.gpu_milli) for index in part.gpu_indices)
    return {
        node_id: Holder(opened.job_id, opened.attempt, opened.payer, tuple(held))
        for node_id, held in gpus.items()
    }


def _keeper_changes(state: Entities, fact: NodesKept) -> dict[str, list[Change]]:
    former: Any = state.get(KEEPINGS, keeping_key(fact.kind, fact.name, fact.payer.tenant))
    before: tuple[str, ...] = former.node_ids if former is not None and former.begins else ()
    after = fact.node_ids if fact.begins else ()
    keeper = Keeper(KeptKind(fact.kind), fact.name, fact.payer)
    freed = {node_id: [Change(freed=keeper)] for node_id in before if node_id not in after}
    return freed | {node_id: [Change(kept=keeper)] for node_id in after}
