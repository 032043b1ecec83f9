"""Waiting jobs in lines: one line for each LineKey, because such jobs are decided alike.

When the first of a line does not fit, none of the line does: the line is *blocked*, and asleep until
something it waits on is freed: a GPU model, or a queue's quota. So the cost of a batch follows the kinds of
jobs that could start, not the number that wait; 50,000 equal jobs cost as much as one. (Armada's "unfeasible
scheduling keys", Kueue's equivalence hashes.)

Everything here is a function of what was put in and what was learned of each line; never of the history of
calls.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from muster.events.job_events import PendingCode
from muster.scheduler.core.durations.histogram import LEAF_BITS, position_of, value_at
from muster.scheduler.core.state.job import Job, Kind, LineKey

_FRONT_SLACK = 64

Token = str | tuple[str, str]
"""What a blocked line waits on: a GPU model, ANY_NODE, or the key of a queue whose quota is used up."""

ANY_NODE = ""
"""Whatever is freed on any node may help."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the jobs of a line wait.

    Attributes:
        code: The one dominant reason.
        message: One sentence.
        counts: The numbers behind it.
        found_at_ms: When it was worked out.
    """

    code: PendingCode
    message: str
    counts: dict[str, int]
    found_at_ms: int


class _Places:
    """Places, ascending; taking the first costs nothing."""

    __slots__ = ("_front", "_places")

    def __init__(self) -> None:
        self._places: list[int] = []
        self._front = 0

    def __iter__(self) -> Iterator[int]:
        places = self._places
        return (places[index] for index in range(self._front, len(places)))

    def __bool__(self) -> bool:
        return self._front < len(self._places)

    @property
    def first(self) -> int:
        """The lowest."""
        return self._places[self._front]

    @property
    def last(self) -> int:
        """The highest."""
        return self._places[-1]

    def insert(self, place: int) -> None:
        """Add a place."""
        insort(self._places, place, lo=self._front)

    def remove(self, place: int) -> None:
        """Take a place out, wherever it stands."""
        if place != self._places[self._front]:
            del self._places[bisect_left(self._places, place, lo=self._front)]
            return
        self._front += 1
        if self._front > _FRONT_SLACK and self._front * 2 > len(self._places):
            del self._places[: self._front]
            self._front = 0

    def after(self, place: int, limit: int) -> list[int]:
        """The next behind a place, at most `limit`."""
        start = max(self._front, bisect_right(self._places, place))
        return self._places[start : start + limit]


class Line:
    """Waiting jobs that are decided alike, first come first.

    Attributes:
        key: What they have in common.
        blocked: Its first job is known not to fit; changed by Pending alone.
        wakes_on: What it waits on while blocked.
        reason: Why, as last worked out.
        reason_stale: Something has changed since, too soon to work it out again.
        told_upto: Every job up to this place has been told the reason's code.
        counts_told: The counts that its first job was last told.
        counts_told_at_ms: When.
        wished_at_ms: When GPUs were last asked back for its first jobs.
        wishes: How often they were since one of its jobs last started or was taken away.
    """

    __slots__ = (
        "_by_p90", "_job_ids", "_p90_leaf", "_places", "blocked", "counts_told", "counts_told_at_ms", "key",
        "reason", "reason_stale", "told_upto", "wakes_on", "wished_at_ms",
        "wishes",
    )  # fmt: skip

    def __init__(self, key: LineKey) -> None:
        self.key = key
        self.blocked = False
        self.wakes_on: tuple[Token, ...] = ()
        self.reason: Reason | None = None
        self.reason_stale = False
        self.told_upto = -1
        self.counts_told: dict[str, int] = {}
        self.counts_told_at_ms = 0
        self.wished_at_ms = 0
        self.wishes = 0
        self._places = _Places()
        self._job_ids: dict[int, str] = {}
        self._by_p90: dict[int, _Places] = {}
        self._p90_leaf: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._job_ids)

    def __contains__(self, place: object) -> bool:
        return place in self._job_ids

    @property
    def kind(self) -> Kind:
        """Where they may go."""
        return self.key.kind

    @property
    def tier_rank(self) -> int:
        """Place of their tier."""
        return self.key.tier_rank

    @property
    def first_place(self) -> int:
        """Place of the job whose turn it is."""
        return self._places.first

    @property
    def first_job_id(self) -> str:
        """The job whose turn it is."""
        return self._job_ids[self.first_place]

    @property
    def untold(self) -> bool:
        """Whether somebody has yet to hear the reason."""
        return self.reason is not None and self._places.last > self.told_upto

    @property
    def has_bounded(self) -> bool:
        """Whether something is known of how long one of its jobs runs at most."""
        return bool(self._p90_leaf)

    def insert(self, place: int, job_id: str, p90_ms: int | None = None) -> None:
        """Let a job wait at its place."""
        self._places.insert(place)
        self._job_ids[place] = job_id
        self.told_upto = min(self.told_upto, place - 1)
        if p90_ms is not None:
            leaf = self._p90_leaf[place] = position_of(p90_ms) >> LEAF_BITS
            self._by_p90.setdefault(leaf, _Places()).insert(place)

    def remove(self, place: int) -> None:
        """Take a job out, wherever it stands."""
        del self._job_ids[place]
        self._places.remove(place)
        self.wishes = 0
        leaf = self._p90_leaf.pop(place, None)
        if leaf is not None:
            self._by_p90[leaf].remove(place)
            if not self._by_p90[leaf]:
                del self._by_p90[leaf]

    def head(self, limit: int) -> Line:
        """A line of its first jobs, to try out what would become of them."""
        copy = Line(self.key)
        for place in islice(self._places, limit):
            copy.insert(place, self._job_ids[place])
        return copy

    def places(self) -> list[int]:
        """The places of its jobs, ascending."""
        return list(self._places)

    def after(self, place: int, limit: int) -> list[tuple[int, str]]:
        """The next jobs behind a place, at most `limit`."""
        return [(p, self._job_ids[p]) for p in self._places.after(place, limit)]

    def within(self, window_ms: int) -> Iterator[str]:
        """Jobs believed to end within a time, first come first; to the eighth of an octave."""
        short = [
            places for leaf, places in self._by_p90.items() if value_at((leaf + 1) << LEAF_BITS) <= window_ms
        ]
        return (self._job_ids[place] for place in merge(*short))


class Pending:
    """All waiting jobs.

    Attributes:
        delayed: Jobs that may not be tried yet: (not_before_ms, place, job_id), ascending.
        freed: What was freed or added since the last pass.
        nodes_freed: How often something was freed or added on a node; derived, and only ever compared.
        stirred: A line was blocked, or a kept node closed, since the head of line was last looked for.
        size: Jobs waiting, delayed ones among them.
    """

    def __init__(self) -> None:
        self._lines: dict[LineKey, Line] = {}
        self._open: dict[Line, None] = {}
        self._asleep: dict[Token, dict[Line, None]] = {}
        self._untried: dict[Line, None] = {}
        self.delayed: list[tuple[int, int, str]] = []
        self.freed: dict[Token, None] = {}
        self.nodes_freed = 0
        self.stirred = False
        self.size = 0

    def add(self, job: Job, now_ms: int) -> None:
        """Let a job wait: in its line, or aside until it may be tried."""
        self.size += 1
        if job.not_before_ms > now_ms:
            insort(self.delayed, (job.not_before_ms, job.place, job.job_id))
        else:
            self._enter(job)

    def remove(self, job: Job) -> None:
        """Take a job out: it is bound, suspended or cancelled."""
        self.size -= 1
        delayed = (job.not_before_ms, job.place, job.job_id)
        index = bisect_left(self.delayed, delayed)
        if index < len(self.delayed) and self.delayed[index] == delayed:
            del self.delayed[index]
            return
        line = self._lines[_key(job)]
        line.remove(job.place)
        if not line.has_bounded:
            self._untried.pop(line, None)
        if not line:
            if line.blocked:
                self.unblock(line)
            del self._lines[line.key], self._open[line]

    def holds(self, job: Job) -> bool:
        """Whether a job waits."""
        delayed = (job.not_before_ms, job.place, job.job_id)
        index = bisect_left(self.delayed, delayed)
        return self.line_of(job) is not None or self.delayed[index : index + 1] == [delayed]

    def due(self, now_ms: int) -> list[str]:
        """Delayed jobs whose time has come, in that order; the caller lets each `enter`."""
        return [job_id for not_before_ms, _, job_id in self.delayed if not_before_ms <= now_ms]

    def enter(self, job: Job) -> None:
        """Move a delayed job into its line."""
        self.delayed.remove((job.not_before_ms, job.place, job.job_id))
        self._enter(job)

    def line_of(self, job: Job) -> Line | None:
        """Where a job waits; None while it is delayed or does not wait."""
        line = self._lines.get(job.line_key) if job.line_key else None
        return line if line is not None and job.place in line else None

    def lines(self) -> Iterator[Line]:
        """All lines, in no order that a decision may depend on."""
        yield from self._lines.values()

    def open_lines(self) -> Iterator[Line]:
        """Lines whose first job has not been found not to fit, in no order that a decision may depend on."""
        yield from self._open

    def waited_for(self, gpu_models: tuple[str, ...]) -> bool:
        """Whether somebody waits who could use what a job on one of these models (empty: any) would take."""
        if self._open or ANY_NODE in self._asleep:
            return True
        if not gpu_models:
            return bool(self._asleep)
        return any(model in self._asleep for model in gpu_models)

    def asleep_on(self, token: Token) -> Iterator[Line]:
        """Blocked lines that wait on this, in no order that a decision may depend on."""
        yield from self._asleep.get(token, ())

    def block(self, line: Line, wakes_on: tuple[Token, ...]) -> None:
        """Let a line sleep until one of these is freed."""
        line.blocked, line.wakes_on = True, wakes_on
        self.stirred = True
        self._open.pop(line, None)
        self._may_run_ahead(line)
        for token in wakes_on:
            self._asleep.setdefault(token, {})[line] = None

    def unblock(self, line: Line) -> None:
        """Let a line be tried again."""
        for token in line.wakes_on:
            sleepers = self._asleep[token]
            del sleepers[line]
            if not sleepers:
                del self._asleep[token]
        line.blocked, line.wakes_on = False, ()
        self._open[line] = None
        self._untried.pop(line, None)

    def untried_ahead(self) -> list[Line]:
        """Blocked lines of which nobody has been tried on kept nodes since they were blocked; in no order."""
        return list(self._untried)

    def is_untried_ahead(self, line: Line) -> bool:
        """Whether a line is among them."""
        return line in self._untried

    def tried_ahead(self, line: Line) -> None:
        """Nobody of a blocked line can go ahead on kept nodes until something changes."""
        self._untried.pop(line, None)

    def retry_ahead(self) -> None:
        """Other nodes are kept: everybody who is blocked may be tried on them."""
        for line in self._lines.values():
            if line.blocked:
                self._may_run_ahead(line)

    def free_node(self, gpu_model: str) -> None:
        """Something was freed or added on a node of this model; empty for one without GPUs."""
        self.freed[gpu_model] = self.freed[ANY_NODE] = None
        self.nodes_freed += 1

    def free_avoiding(self) -> None:
        """A node was closed: who avoids others may be left with those."""
        for line in self._lines.values():
            if line.kind.avoids:
                self.freed.update(dict.fromkeys(line.wakes_on))

    def reopen(self) -> list[Line]:
        """Wake every line that waits on what was freed; which these are, in no order."""
        woken = [line for token in self.freed for line in self._wake(token)]
        self.freed.clear()
        return woken

    def _wake(self, token: Token) -> list[Line]:
        lines = list(self._asleep.get(token, ()))
        for line in lines:
            self.unblock(line)
        return lines

    def _enter(self, job: Job) -> None:
        key = _key(job)
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = Line(key)
            self._open[line] = None
        line.insert(job.place, job.job_id, job.bound_ms)
        job.line_key = line.key  # one for all of them
        if line.blocked:
            self._may_run_ahead(line)

    def _may_run_ahead(self, line: Line) -> None:
        if line.has_bounded:
            self._untried[line] = None


def _key(job: Job) -> LineKey:
    assert job.line_key is not None, f"{job.job_id} waits in no line"  # noqa: S101  (set when it begins to)
    return job.line_key
