"""Decide and evolve. PURE.

decide   1  hours that facts have passed end
         2  a fact of the scheduler becomes facts of this service (observed.py)
         3  one that comes late corrects the hours that are recorded already
due      4  hours that ended are recorded, node by node
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from muster.deciding import Changes, Decider, Entities, Fact, Happened, Input
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    JobAttributed,
    JobSettled,
    LateFactRefused,
    NodeChanged,
    NodesKept,
    UsageCorrected,
    UsageRecorded,
    UsageShare,
    WindowEnded,
)
from muster.metering.core.changes import MeterFact, Touched, changes_of, close, insert, note, touched
from muster.metering.core.meter import PLATFORM, Owner, Window, usage_id
from muster.metering.core.observed import OBSERVED, observed
from muster.metering.core.state import (
    ENDED,
    LATE_MS,
    NODES,
    OPEN,
    PAYERS,
    THE_CELL,
    WINDOW_MS,
    correctable_from_ms,
    open_key,
    window,
    window_of,
)

RECORDED_AT_ONCE: Final = 100
"""Most node hours in one batch: the log's record has to hold them."""

CONCERNS: Final = frozenset({*OBSERVED, Watermark})
"""The records of its inputs that this core decides."""


def decide(state: Entities, given: Input, at_ms: int) -> Iterator[Fact]:
    """What follows from a fact of the scheduler; its own time counts, and no other."""
    del at_ms
    yield from _ended(state, given.occurred_at_ms)
    if isinstance(given.payload, Watermark):
        return
    for fact in observed(state, given.payload, given.occurred_at_ms):
        if isinstance(fact.payload, JobAttributed | JobSettled):
            yield fact
        else:
            yield from _metered(state, fact, fact.payload, given)


def evolve(state: Changes, fact: Happened) -> None:
    """The state after a fact."""
    match fact.payload:
        case JobAttributed() as attributed:
            state.put(PAYERS, attributed.job_id, attributed.payer)
        case JobSettled() as settled:
            state.delete(PAYERS, settled.job_id)
        case BindingOpened() | BindingClosed() | NodeChanged() | NodesKept() as change:
            for node_id, changed in changes_of(state, change).items():
                for each in changed:
                    insert(state, node_id, change.at_ms, each, fact.seq)
            note(state, change)
        case WindowEnded() as ended:
            state.put(ENDED, THE_CELL, ended.ends_at_ms)
        case UsageRecorded() as recorded:
            close(state, recorded.node_id, correctable_from_ms(state))
        case UsageCorrected() | LateFactRefused():
            pass  # the change itself is in its place
        case other:
            raise TypeError(f"{type(other).__name__} is no fact of this service")


def _ended(state: Entities, at_ms: int) -> Iterator[Fact]:
    """Facts have reached this time: hours that ended before are over."""
    reached_ms = window_of(at_ms - LATE_MS)
    before_ms = state.get(ENDED, THE_CELL)
    if before_ms is None:
        before_ms = window_of(at_ms) - WINDOW_MS
        reached_ms = before_ms + WINDOW_MS
    if reached_ms > before_ms:
        yield Fact(WindowEnded(starts_at_ms=before_ms, ends_at_ms=reached_ms), THE_CELL)


def _metered(state: Entities, fact: Fact, change: MeterFact, given: Input) -> Iterator[Fact]:
    """A change, and what it corrects."""
    oldest_ms = correctable_from_ms(state)
    if change.at_ms < oldest_ms:
        yield _refused(fact, change, given, oldest_ms)
        return
    node_ids = changes_of(state, change)
    before = touched(state, iter(node_ids), change.at_ms)
    yield fact
    if before:
        after = touched(state, iter(node_ids), change.at_ms)
        for place, window_before in before.items():
            yield from _corrected(place, window_before, after[place], given)


def _corrected(place: Touched, before: Window, after: Window, given: Input) -> Iterator[Fact]:
    shares = tuple(
        _share(place, owner, before, after)
        for owner in sorted({**before.parts, **after.parts})
        if _gpu_us(after, owner) != _gpu_us(before, owner)
    )
    if shares:
        corrected = UsageCorrected(
            node_id=place.node_id,
            gpu_model=after.gpu_model or before.gpu_model,
            starts_at_ms=place.starts_at_ms,
            ends_at_ms=place.starts_at_ms + WINDOW_MS,
            gpu_us=after.gpu_us - before.gpu_us,
            cause=given.event_id,
            shares=shares,
        )
        yield Fact(corrected, place.node_id)


def _refused(fact: Fact, change: MeterFact, given: Input, oldest_ms: int) -> Fact:
    refused = LateFactRefused(
        about=fact.key,
        record=type(given.payload).__name__,
        event_id=given.event_id,
        at_ms=change.at_ms,
        correctable_from_ms=oldest_ms,
    )
    return Fact(refused, fact.key, fact.tenant)


def _record(state: Entities, at_ms: int) -> Iterator[Fact]:
    """Record hours that ended, the oldest first."""
    del at_ms
    for node_id in list(islice(_closable(state), RECORDED_AT_ONCE)):
        metered = state.get(NODES, node_id)
        assert metered is not None  # noqa: S101  (its window is open)
        place = Touched(node_id, metered.starts_at_ms)
        had = window(state, node_id, metered.node, metered.starts_at_ms)
        recorded = UsageRecorded(
            node_id=node_id,
            gpu_model=had.gpu_model,
            starts_at_ms=place.starts_at_ms,
            ends_at_ms=place.starts_at_ms + WINDOW_MS,
            gpu_us=had.gpu_us,
            shares=tuple(_share(place, owner, None, had) for owner in had.parts),
        )
        yield Fact(recorded, node_id)


def _closable(state: Entities) -> Iterator[str]:
    """Nodes with a window that ended, the oldest first."""
    ended_ms = state.get(ENDED, THE_CELL) or 0
    return (node_id for _, node_id in state.scan(OPEN, until=open_key(ended_ms, "")))


def _next_deadline_ms(state: Entities) -> int | None:
    """At once while an hour that ended is not recorded; else time alone changes nothing."""
    return 0 if next(_closable(state), None) is not None else None


def _share(place: Touched, owner: Owner, before: Window | None, after: Window) -> UsageShare:
    """What an owner has of a window, or has more than before."""
    payer = next((each.parts[owner][0] for each in (after, before) if each and owner in each.parts), PLATFORM)
    return UsageShare(
        usage_id=usage_id(owner, place.node_id, place.starts_at_ms),
        kind=owner.kind,
        reason=owner.reason,
        job_id=owner.job_id,
        attempt=owner.attempt,
        reservation=owner.reservation,
        payer=payer,
        gpu_us=_gpu_us(after, owner) - _gpu_us(before, owner),
    )


def _gpu_us(had: Window | None, owner: Owner) -> int:
    return had.parts[owner][1] if had is not None and owner in had.parts else 0


DECIDER: Final = Decider(decide=decide, evolve=evolve, due=_record, next_deadline_ms=_next_deadline_ms)
