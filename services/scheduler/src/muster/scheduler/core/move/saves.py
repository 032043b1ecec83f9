"""In which order jobs save when their nodes will be taken away, so that most of it is stored in time.

A node stores so many bytes a second, and the store takes so many in all. If all saved at once, all would
share the store and perhaps none would be done in time. So each has its turn, with the bandwidth of its nodes:

1. What does not fit by itself, at the bandwidth of its nodes, is left out.
2. Where the store cannot take the rest in time, the largest is left out, again and again: as few jobs as
   possible lose work (Moore, "An n job, one machine sequencing algorithm for minimizing the number of late
   jobs", Management Science 15(1), 1968; the machine is the store).
3. The others have their turns by the latest time at which each could begin.
4. Where turns at full bandwidth would leave gaps that are too short for the last of them, all begin at once
   and share the store instead, each with what it needs to be done by its deadline.

Pure arithmetic; move.taken says who saves what.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

from muster.scheduler.core.state.uploads import Upload


class Save(NamedTuple):
    """What one job has to save.

    Attributes:
        job_id: The job.
        deadline_ms: When it must be stored, ms since 1970 UTC.
        size_bytes: How much it is.
        bytes_per_s: What its nodes store, at most what the store takes.
    """

    job_id: str
    deadline_ms: int
    size_bytes: int
    bytes_per_s: int

    @property
    def lasts_ms(self) -> int:
        """How long it takes, rounded up."""
        return -(-self.size_bytes * 1_000 // self.bytes_per_s)


class Turn(NamedTuple):
    """When a job saves.

    Attributes:
        save: What it saves.
        starts_at_ms: When it begins, ms since 1970 UTC.
        ends_at_ms: When it is stored.
        bytes_per_s: The bandwidth that it has meanwhile.
    """

    save: Save
    starts_at_ms: int
    ends_at_ms: int
    bytes_per_s: int


class Turns(NamedTuple):
    """Who saves when, and who cannot.

    Attributes:
        turns: By start.
        too_large: What cannot be stored in time, with the bytes that could be, by job.
    """

    turns: list[Turn]
    too_large: list[tuple[Save, int]]


def in_turns(saves: Sequence[Save], busy: Sequence[Upload], now_ms: int, store_bytes_per_s: int) -> Turns:
    """Give each save its turn.

    Args:
        saves: What has to be saved, in any order.
        busy: Saves under way.
        now_ms: Now, ms since 1970 UTC.
        store_bytes_per_s: What the store takes in all.
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
    """Those that the store can take in time: where it cannot, the largest is left out (Moore's rule)."""
    taken = sum(max(0, each.until_ms - now_ms) * each.bytes_per_s // 1_000 for each in busy)
    kept: list[tuple[int, str, Save]] = []
    for save in sorted(saves, key=lambda save: (save.deadline_ms, save.size_bytes, save.job_id)):
        heapq.heappush(kept, (-save.size_bytes, save.job_id, save))
        taken += save.size_bytes
        if taken * 1_000 > (save.deadline_ms - now_ms) * store:
            taken -= heapq.heappop(kept)[2].size_bytes
    return [save for _, _, save in kept]


def _by_latest_start(saves: Sequence[Save], busy: Sequence[Upload], now_ms: int, store: int) -> list[Turn]:
    """Turns by the latest possible start; one that would be late after all is left out."""
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
    """All at once, each with the least bandwidth that it needs; empty if the store does not have that."""
    turns = [
        Turn(save, now_ms, save.deadline_ms, -(-save.size_bytes * 1_000 // max(1, save.deadline_ms - now_ms)))
        for save in sorted(saves)
    ]
    had = sum(each.bytes_per_s for each in busy if each.until_ms > now_ms)
    return turns if had + sum(turn.bytes_per_s for turn in turns) <= store else []


def _fits_bytes(save: Save, now_ms: int, store: int, taken_bytes: int) -> int:
    """What of a save could be stored in its time beside the others."""
    left_ms = max(0, save.deadline_ms - now_ms)
    return min(left_ms * save.bytes_per_s // 1_000, max(0, left_ms * store // 1_000 - taken_bytes))
