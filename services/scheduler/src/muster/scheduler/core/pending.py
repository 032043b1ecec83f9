"""Waiting jobs in lines: one line for each (tier, kind), because such jobs are decided alike.

When the first of a line does not fit, none of the line does: the line is *blocked* and not tried again until
something it could use is freed or added. So the cost of a batch follows the kinds of jobs that wait, not
their number; 50,000 equal jobs cost as much as one. (Armada's "unfeasible scheduling keys", Kueue's
equivalence hashes.)

Everything here is a function of what was put in and what was learned of each line; never of the history of
calls.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass

from muster.events.job_events import PendingCode
from muster.scheduler.core.job import TIER_ORDER, TIER_RANK, Job, Kind

_FRONT_SLACK = 64


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


class Line:
    """Waiting jobs of one tier and kind, first come first.

    Attributes:
        tier_rank: Place of the tier, 0 for the highest.
        kind: Where they may go.
        blocked: Its first job is known not to fit.
        reason: Why, as last worked out.
        reason_stale: Something has changed since, too soon to work it out again.
        told_upto: Every job up to this place has been told the reason's code.
        counts_told: The counts that its first job was last told.
        counts_told_at_ms: When.
    """

    __slots__ = (
        "_front", "_job_ids", "_places", "blocked", "counts_told", "counts_told_at_ms", "kind", "reason",
        "reason_stale", "tier_rank", "told_upto",
    )  # fmt: skip

    def __init__(self, tier_rank: int, kind: Kind) -> None:
        self.tier_rank = tier_rank
        self.kind = kind
        self.blocked = False
        self.reason: Reason | None = None
        self.reason_stale = False
        self.told_upto = -1
        self.counts_told: dict[str, int] = {}
        self.counts_told_at_ms = 0
        self._places: list[int] = []
        self._front = 0
        self._job_ids: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._job_ids)

    def __contains__(self, place: object) -> bool:
        return place in self._job_ids

    @property
    def key(self) -> tuple[int, Kind]:
        """What its jobs have in common; lines sort by it."""
        return self.tier_rank, self.kind

    @property
    def first_place(self) -> int:
        """Place of the job whose turn it is."""
        return self._places[self._front]

    @property
    def first_job_id(self) -> str:
        """The job whose turn it is."""
        return self._job_ids[self.first_place]

    @property
    def untold(self) -> bool:
        """Whether somebody has yet to hear the reason."""
        return self.reason is not None and self._places[-1] > self.told_upto

    def insert(self, place: int, job_id: str) -> None:
        """Let a job wait at its place."""
        insort(self._places, place, lo=self._front)
        self._job_ids[place] = job_id
        self.told_upto = min(self.told_upto, place - 1)

    def remove(self, place: int) -> None:
        """Take a job out, wherever it stands."""
        del self._job_ids[place]
        if place == self._places[self._front]:
            self._front += 1
            if self._front > _FRONT_SLACK and self._front * 2 > len(self._places):
                del self._places[: self._front]
                self._front = 0
        else:
            del self._places[bisect_left(self._places, place, lo=self._front)]

    def after(self, place: int, limit: int) -> list[tuple[int, str]]:
        """The next jobs behind a place, at most `limit`."""
        start = max(self._front, bisect_right(self._places, place))
        return [(p, self._job_ids[p]) for p in self._places[start : start + limit]]


class Pending:
    """All waiting jobs.

    Attributes:
        delayed: Jobs that may not be tried yet: (not_before_ms, place, job_id), ascending.
        freed: GPU models of which something was freed or added since the last pass; "" for nodes without.
        size: Jobs waiting, delayed ones among them.
    """

    def __init__(self) -> None:
        self._tiers: tuple[dict[Kind, Line], ...] = tuple({} for _ in TIER_ORDER)
        self.delayed: list[tuple[int, int, str]] = []
        self.freed: dict[str, None] = {}
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
        lines, kind = self._tiers[TIER_RANK[job.spec.tier]], job.kind
        line = lines[kind]
        line.remove(job.place)
        if not line:
            del lines[kind]

    def due(self, now_ms: int) -> list[str]:
        """Delayed jobs whose time has come, in that order; the caller lets each `enter`."""
        return [job_id for not_before_ms, _, job_id in self.delayed if not_before_ms <= now_ms]

    def enter(self, job: Job) -> None:
        """Move a delayed job into its line."""
        self.delayed.remove((job.not_before_ms, job.place, job.job_id))
        self._enter(job)

    def line_of(self, job: Job) -> Line | None:
        """Where a job waits; None while it is delayed or does not wait."""
        line = self._tiers[TIER_RANK[job.spec.tier]].get(job.kind)
        return line if line is not None and job.place in line else None

    def lines(self, tier_rank: int | None = None) -> Iterator[Line]:
        """All lines, or one tier's; in no order that a decision may depend on."""
        if tier_rank is not None:
            yield from self._tiers[tier_rank].values()
            return
        for tier in self._tiers:
            yield from tier.values()

    def reopen(self) -> None:
        """Unblock every line that could use what was freed; called once a pass."""
        if not self.freed:
            return
        for line in self.lines():
            models = line.kind.shape.gpu_models
            if line.blocked and (not models or any(model in self.freed for model in models)):
                line.blocked = False
        self.freed.clear()

    def _enter(self, job: Job) -> None:
        lines, kind = self._tiers[TIER_RANK[job.spec.tier]], job.kind
        line = lines.get(kind)
        if line is None:
            line = lines[kind] = Line(TIER_RANK[job.spec.tier], kind)
        line.insert(job.place, job.job_id)
