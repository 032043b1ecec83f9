"""Checkpoint slots for jobs whose nodes are about to be reclaimed, so that as many as possible save in time.

The upload bandwidth of each node is limited, and so is that of the store. If all jobs saved at the same time,
they would share the store and perhaps none would finish in time. So each gets a slot at the full bandwidth of
its nodes:

1. Drop saves that cannot finish in time even alone, at the bandwidth of their nodes.
2. While the store cannot take the rest in time, drop the largest, so that as few jobs as possible lose work
   (Moore, "An n job, one machine sequencing algorithm for minimizing the number of late jobs", Management
   Science 15(1), 1968; the machine is the store).
3. Assign slots to the others, ordered by the latest possible start.
4. If slots at full bandwidth leave gaps that are too short for some save, start all at once instead and let
   them share the store, each with the bandwidth that it needs to meet its deadline.

Pure arithmetic; move.taken determines the saves.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

from muster.scheduler.core.state.uploads import Upload


class Save(NamedTuple):
    """A checkpoint that one job has to save.

    Attributes:
        job_id: The job.
        deadline_ms: Time by which it must be stored, ms since 1970 UTC.
        size_bytes: Its size.
        bytes_per_s: Bandwidth of the job's nodes, limited by that of the store.
    """

    job_id: str
    deadline_ms: int
    size_bytes: int
    bytes_per_s: int

    @property
    def lasts_ms(self) -> int:
        """Duration of the save, ms, rounded up."""
        return -(-self.size_bytes * 1_000 // self.bytes_per_s)


class Turn(NamedTuple):
    """The checkpoint slot of a job.

    Attributes:
        save: The save.
        starts_at_ms: Start of the slot, ms since 1970 UTC.
        ends_at_ms: End of the slot, when the save is stored, ms since 1970 UTC.
        bytes_per_s: Bandwidth in the slot.
    """

    save: Save
    starts_at_ms: int
    ends_at_ms: int
    bytes_per_s: int


class Turns(NamedTuple):
    """The slots of all saves, and the saves that get none.

    Attributes:
        turns: Slots, sorted by start.
        too_large: Saves that cannot be stored in time, with the bytes that could be, sorted by job.
    """

    turns: list[Turn]
    too_large: list[tuple[Save, int]]


def in_turns(saves: Sequence[Save], busy: Sequence[Upload], now_ms: int, store_bytes_per_s: int) -> Turns:
    """Assign a slot to each save.

    Args:
        saves: The saves, in any order.
        busy: Saves in progress.
        now_ms: Current time, ms since 1970 UTC.
        store_bytes_per_s: Total bandwidth of the store.
    """
    alone = [save for save in saves if now_ms + save.lasts_ms <= save.deadline_ms]
    fitting = _without_largest(alone, busy, now_ms, store_bytes_per_s)
    turns = _by_latest_start(fitting, busy, now_ms, store_bytes_per_s)
    if len(turns) < len(fitting):
        turns = _shared(fitting, busy, now_ms, store_bytes_per_s) or turns
    placed = {turn.save.job_id for turn in turns}
    taken = sum(turn.save.size_bytes for turn in turns)
    too_large = [
        (save, _fits_bytes(save, now_ms, store_bytes_per_s, taken))
        for save in sorted(saves)
        if save.job_id not in placed
    ]
    return Turns(turns, too_large)


def _without_largest(saves: Sequence[Save], busy: Sequence[Upload], now_ms: int, store: int) -> list[Save]:
    """Drop the largest saves until the store can take the rest in time (Moore's rule)."""
    taken = sum(max(0, each.until_ms - now_ms) * each.bytes_per_s // 1_000 for each in busy)
    kept: list[tuple[int, str, Save]] = []
    for save in sorted(saves, key=lambda save: (save.deadline_ms, save.size_bytes, save.job_id)):
        heapq.heappush(kept, (-save.size_bytes, save.job_id, save))
        taken += save.size_bytes
        if taken * 1_000 > (save.deadline_ms - now_ms) * store:
            taken -= heapq.heappop(kept)[2].size_bytes
    return [save for _, _, save in kept]


def _by_latest_start(saves: Sequence[Save], busy: Sequence[Upload], now_ms: int, store: int) -> list[Turn]:
    """Assign slots in the order of the latest possible start; omit saves that would still be late."""
    active = [(each.until_ms, each.bytes_per_s) for each in busy if each.until_ms > now_ms]
    heapq.heapify(active)
    free = store - sum(rate for _, rate in active)
    at_ms, turns = now_ms, list[Turn]()
    for save in sorted(saves, key=lambda save: (save.deadline_ms - save.lasts_ms, save.job_id)):
        while free < save.bytes_per_s and active:
            until_ms, rate = heapq.heappop(active)
            at_ms, free = max(at_ms, until_ms), free + rate
        ends_at_ms = at_ms + save.lasts_ms
        if ends_at_ms <= save.deadline_ms:
            turns.append(Turn(save, at_ms, ends_at_ms, save.bytes_per_s))
            heapq.heappush(active, (ends_at_ms, save.bytes_per_s))
            free -= save.bytes_per_s
    return turns


def _shared(saves: Sequence[Save], busy: Sequence[Upload], now_ms: int, store: int) -> list[Turn]:
    """Start all at once with the minimum bandwidth each needs; empty if the store does not have that much."""
    turns = [
        Turn(save, now_ms, save.deadline_ms, -(-save.size_bytes * 1_000 // max(1, save.deadline_ms - now_ms)))
        for save in sorted(saves)
    ]
    had = sum(each.bytes_per_s for each in busy if each.until_ms > now_ms)
    return turns if had + sum(turn.bytes_per_s for turn in turns) <= store else []


def _fits_bytes(save: Save, now_ms: int, store: int, taken_bytes: int) -> int:
    """Bytes of a save that could be stored by its deadline next to the others."""
    left_ms = max(0, save.deadline_ms - now_ms)
    return min(left_ms * save.bytes_per_s // 1_000, max(0, left_ms * store // 1_000 - taken_bytes))
