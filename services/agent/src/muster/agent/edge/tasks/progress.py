"""ProgressReader: reads how far ranks say they are, once a second; samples go to log-events.

A sample is reported when a rank first reports progress, then at most once in `interval_ms`, at its last step,
and when the task ends. A file that cannot be read is reported once, with the reason. While reports pile up
because the log is away, no samples are added: only the newest counts.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.checkpoint.progress import BYTES_MAX, FILE, BadProgress, Progress, progress_of
from muster.events.log_events import ProgressRefused, TaskProgressed
from muster.events.topics import LOG_EVENTS
from muster.journal import Clock

LOOK_S: Final = 1.0
WAITING_MAX: Final = 1_000
"""Progress is not reported while the outbox holds more reports than this."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RankProgress:
    """Latest progress of a rank.

    Attributes:
        progress: The progress as the rank reported it.
        changed_ms: When its step was last seen to change, by the agent's monotonic clock.
    """

    progress: Progress
    changed_ms: int


@dataclass
class _Rank:
    rank: int
    stamp: tuple[int, int] | None = None
    known: RankProgress | None = None
    problem: str = ""
    refused: bool = False
    told: Progress | None = None
    told_ms: int = 0


@dataclass
class _Followed:
    note: TaskNote
    ranks: list[_Rank] = field(default_factory=list[_Rank])


class ProgressReader:
    """Follows the progress of tasks. One thread runs it; any thread may call the rest."""

    def __init__(
        self, home: AgentHome, memory: Memory, reporter: Reporter, clock: Clock, *, interval_ms: int
    ) -> None:
        self._home = home
        self._memory = memory
        self._reporter = reporter
        self._clock = clock
        self._interval_ms = interval_ms
        self._lock = threading.Lock()
        self._followed: dict[TaskKey, _Followed] = {}

    def follow(self, note: TaskNote) -> None:
        """Read this task's progress from now on."""
        with self._lock:
            self._followed[note.key] = _Followed(note, [_Rank(rank.rank) for rank in note.start.ranks])

    def finish(self, key: TaskKey) -> None:
        """Report the last progress after the ranks have ended."""
        with self._lock:
            if followed := self._followed.pop(key, None):
                self._read(followed)
                self._tell(followed, last=True)

    def finished(self, key: TaskKey) -> bool:
        """Whether the last sample was reported."""
        with self._lock:
            return key not in self._followed

    def abandon(self) -> None:
        """Stop following all tasks."""
        with self._lock:
            self._followed.clear()

    def of(self, key: TaskKey) -> Mapping[int, RankProgress]:
        """Latest progress of each rank of a task; a rank that never reported any is absent."""
        with self._lock:
            followed = self._followed.get(key)
            return {each.rank: each.known for each in followed.ranks if each.known} if followed else {}

    def run(self, stopping: threading.Event) -> None:
        """Read until `stopping` is set."""
        while not stopping.is_set():
            self.look()
            stopping.wait(LOOK_S)

    def look(self) -> None:
        """Read what every rank wrote, and report what is due."""
        with self._lock:
            for followed in self._followed.values():
                self._read(followed)
                self._tell(followed)

    def _read(self, followed: _Followed) -> None:
        folder = self._home.task(followed.note.key)
        for rank in followed.ranks:
            try:
                found = _read(folder.progress(rank.rank) / FILE, rank.stamp)
                if found is None:
                    continue
                rank.stamp, data = found
                progress = progress_of(data)
            except BadProgress as error:
                rank.problem = rank.problem or str(error)
                continue
            stands = rank.known is not None and rank.known.progress.step == progress.step
            changed_ms = rank.known.changed_ms if stands and rank.known else self._clock.monotonic_ms()
            rank.known = RankProgress(progress, changed_ms)

    def _tell(self, followed: _Followed, *, last: bool = False) -> None:
        """Tell what is due, in one transaction."""
        note, now_ms = followed.note, self._clock.now_ms()
        due = [rank for rank in followed.ranks if last or self._is_due(rank)]
        reports = [report for rank in due for report in self._reports(note, rank, now_ms)]
        if not reports or self._memory.waiting() > WAITING_MAX:
            return
        with self._memory.transaction() as transaction:
            for report in reports:
                transaction.report(LOG_EVENTS, self._reporter.log(report, note.origin, now_ms), note.trace)
        for rank in due:
            if rank.problem and not rank.refused:
                _log.warning("progress of rank %s of %s/%s: %s", rank.rank, *note.key, rank.problem)
                rank.refused = True
            if rank.known:
                rank.told, rank.told_ms = rank.known.progress, self._clock.monotonic_ms()

    def _is_due(self, rank: _Rank) -> bool:
        if rank.problem and not rank.refused:
            return True
        if rank.known is None or rank.told == rank.known.progress:
            return False
        step, total = rank.known.progress.step, rank.known.progress.total
        is_last = step == total and (rank.told is None or rank.told.step != step)
        waited_ms = self._clock.monotonic_ms() - rank.told_ms
        return rank.told is None or is_last or waited_ms >= self._interval_ms

    def _reports(self, note: TaskNote, rank: _Rank, now_ms: int) -> list[TaskProgressed | ProgressRefused]:
        start = note.start
        about: dict[str, Any] = {
            "job_id": start.job_id,
            "tenant": start.tenant,
            "attempt": start.attempt,
            "rank": rank.rank,
            "node_id": start.node_id,
        }
        reports: list[TaskProgressed | ProgressRefused] = []
        if rank.known and rank.known.progress != rank.told:
            reports.append(_progressed(about, rank.known.progress, now_ms))
        if rank.problem and not rank.refused:
            reports.append(ProgressRefused(**about, message=rank.problem))
        return reports


def _progressed(about: Mapping[str, Any], said: Progress, now_ms: int) -> TaskProgressed:
    return TaskProgressed(
        **about,
        step=said.step,
        total=said.total,
        metrics=said.metrics,
        steps_per_s=said.steps_per_s,
        eta_ms=None if said.eta_s is None else round(said.eta_s * 1000),
        reported_at_ms=min(said.reported_at_ms, now_ms),  # a job may say any time
    )


def _read(file: Path, stamp: tuple[int, int] | None) -> tuple[tuple[int, int], bytes] | None:
    """Content and new stamp of a file that changed since `stamp`; None: nothing new.

    Raises:
        BadProgress: it is not a file that the agent reads for a job.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadProgress(f"the file cannot be opened: {error.strerror}; must be a plain file") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise BadProgress("the file is a pipe, folder or device; must be a plain file")
        found = (status.st_ino, status.st_mtime_ns)
        return None if found == stamp else (found, os.read(descriptor, BYTES_MAX + 1))
    finally:
        os.close(descriptor)
