"""Caretaker: looks after accepted tasks and reports their outcome.

A task goes through: accepted -> started -> ended -> its checkpoints are in S3 -> reported -> its output is in
S3 -> forgotten. Each step is stored; a restarted agent continues where the last one was.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container
from dataclasses import replace
from typing import Protocol, assert_never

from muster.agent.core.ledger import TaskKey, grace_of, refusal_of
from muster.agent.core.outcome import exit_of
from muster.agent.core.reports import Reporter, TaskReport
from muster.agent.core.scanned import Scanned
from muster.agent.core.supervision import Grace
from muster.agent.edge.disk.ledger_store import LedgerStore
from muster.agent.edge.disk.memory import TaskNote
from muster.agent.edge.disk.task_dir import Ended
from muster.agent.edge.tasks.executor import NotBegun, Sight
from muster.events.task_events import RankExit, TaskExited, TaskRefused, TaskStarted
from muster.events.topics import TASK_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Clock
from muster.telemetry import logs, metrics

SCAN_WAIT_MS = 10_000
"""Longest wait of an exit's report for the end of the scan of the output."""

_log = logging.getLogger(__name__)


class TaskRunner(Protocol):
    """Runs tasks; ProcessExecutor runs them as processes of this machine. Every call may be repeated."""

    def accept(self, note: TaskNote) -> None:
        """Register a task; `begin_accepted` starts it."""
        ...

    def begin_accepted(self) -> None:
        """Start every accepted task that has not run yet and was not stopped."""
        ...

    def stop(self, key: TaskKey, grace: Grace) -> None:
        """End an accepted task; SIGKILL after the whole grace."""
        ...

    def look(self, key: TaskKey) -> Sight:
        """The observed state of an accepted task."""
        ...

    def forget(self, key: TaskKey) -> None:
        """Drop a task that ended and was reported."""
        ...

    def abandon(self) -> None:
        """Drop all tasks; none is being prepared when this returns."""
        ...


class TaskFollower(Protocol):
    """Follows what tasks write: CheckpointKeeper, ProgressReader, SilenceWatch."""

    def follow(self, note: TaskNote) -> None:
        """Store this task's files from now on."""
        ...

    def finish(self, key: TaskKey) -> None:
        """The task ended: no more files will come."""
        ...

    def finished(self, key: TaskKey) -> bool:
        """Whether all files of the task are stored."""
        ...

    def abandon(self) -> None:
        """Stop following all tasks."""
        ...


class OutputFollower(TaskFollower, Protocol):
    """Stores what ranks write to their output: LogShipper."""

    def written_bytes(self, key: TaskKey) -> int:
        """Bytes of output that a task has on this node, stored or not."""
        ...


class OutputScan(Protocol):
    """Looks for signs of failures in what ranks write; OutputScanner reads it."""

    def follow(self, note: TaskNote) -> None:
        """Scan this task's output from now on."""
        ...

    def finish(self, key: TaskKey) -> None:
        """The task ended: no more will come."""
        ...

    def finished(self, key: TaskKey) -> bool:
        """Whether nothing more will be found."""
        ...

    def take(self, key: TaskKey) -> Scanned:
        """Return the findings and stop following the task."""
        ...

    def abandon(self) -> None:
        """Stop following all tasks."""
        ...


class StrayTasks(Protocol):
    """Tasks that are not remembered; Strays finds them by their folders."""

    def gather(self, known: Container[TaskKey]) -> None:
        """Find the strays: tasks that are not in `known`."""
        ...

    def end(self) -> bool:
        """End the strays; returns whether none is left. Call again until True."""
        ...


class Caretaker:
    """The tasks of one node. Used by one thread.

    Args:
        store: The ledger and its copy on disk.
        executor: Runs tasks.
        logs: Stores their output.
        checkpoints: Stores their checkpoints.
        progress: Reads the ranks' progress.
        scanner: Looks for signs of failures in their output.
        silence: Notices silent ranks.
        idleness: Notices when their GPUs do nothing.
        lag: Measures how long their steps take.
        strays: Finds and ends tasks that are not remembered.
        remove: Removes a task's folder on this node; must not take long.
        reporter: Makes the envelopes of reports.
        clock: Clock for reports, and for how long an exit waits for checkpoints.
        checkpoint_wait_ms: Longest wait of an exit's report for the last checkpoint.
    """

    def __init__(
        self,
        *,
        store: LedgerStore,
        executor: TaskRunner,
        logs: OutputFollower,
        checkpoints: TaskFollower,
        progress: TaskFollower,
        scanner: OutputScan,
        silence: TaskFollower,
        idleness: TaskFollower,
        lag: TaskFollower,
        strays: StrayTasks,
        remove: Callable[[TaskKey], None],
        reporter: Reporter,
        clock: Clock,
        checkpoint_wait_ms: int,
    ) -> None:
        self._store = store
        self._executor = executor
        self._logs = logs
        self._checkpoints = checkpoints
        self._scanner = scanner
        self._followers = (logs, checkpoints, progress, silence, idleness, lag)
        self._reporter = reporter
        self._clock = clock
        self._checkpoint_wait_ms = checkpoint_wait_ms
        self._notes: dict[TaskKey, TaskNote] = {}
        self._reported_started: set[TaskKey] = set()
        self._ended_seen_ms: dict[TaskKey, int] = {}
        self._strays = strays
        self._remove = remove

    def recall(self) -> None:
        """Take over what an earlier agent left: live tasks, unsent output and strays."""
        for note in self._store.memory.tasks():
            if note.key in self._store.ledger.live:
                self.accept(note)
            else:
                self._follow(note)
                self._finish(note.key)
        for key, stop in self._store.ledger.stopping.items():
            self.stop(key, grace_of(stop))
        self._strays.gather(known=self._notes)

    def accept(self, note: TaskNote) -> None:
        """Look after a task from now on; `begin_accepted` starts it."""
        self._follow(note)
        self._scanner.follow(note)
        self._executor.accept(note)

    def begin_accepted(self) -> None:
        """Start accepted tasks; called after a batch of orders, so that a stop after a start counts."""
        self._executor.begin_accepted()

    def stop(self, key: TaskKey, grace: Grace) -> None:
        """End a live task; SIGKILL after the whole grace."""
        self._executor.stop(key, grace)

    def look(self) -> None:
        """Check every task once, and make the reports that follow."""
        metrics.AGENT_TASKS.set(len(self._store.ledger.live))
        for key in list(self._store.ledger.live):
            self._look_at(self._notes[key])
        for key in [key for key in self._notes if key not in self._store.ledger.live]:
            self._forget_when_stored(key)
        self._strays.end()

    def abandon(self) -> None:
        """Drop all tasks: `look` ends what runs, without reports."""
        for part in (self._executor, self._scanner, *self._followers):
            part.abandon()
        self._notes.clear()
        self._reported_started.clear()
        self._ended_seen_ms.clear()
        self._strays.gather(known=())

    def nothing_strays(self) -> bool:
        """End tasks that are not remembered; returns whether none is left."""
        return self._strays.end()

    def _look_at(self, note: TaskNote) -> None:
        sight = self._executor.look(note.key)
        if sight.started and note.key not in self._reported_started:
            self._report_started(note)
        match sight.end:
            case None:
                pass
            case NotBegun():
                report = refusal_of(note.start, sight.end.reason, sight.end.message)
                self._report_ended(note, report)
            case Ended():
                if self._all_is_known(note.key):
                    output_bytes = self._logs.written_bytes(note.key)
                    exited = _exit_of(note, sight.end, self._scanner.take(note.key))
                    self._report_ended(note, replace(exited, output_bytes=output_bytes))
            case _:
                assert_never(sight.end)

    def _all_is_known(self, key: TaskKey) -> bool:
        """Whether the exit may be reported: the next attempt begins from what is in S3 by then.

        The report includes the findings in the output; it waits for the end of the scan, but not for long.
        """
        now_ms = self._clock.monotonic_ms()
        waited_ms = now_ms - self._ended_seen_ms.setdefault(key, now_ms)
        self._checkpoints.finish(key)
        self._scanner.finish(key)
        saved = self._checkpoints.finished(key) or waited_ms >= self._checkpoint_wait_ms
        return saved and (self._scanner.finished(key) or waited_ms >= SCAN_WAIT_MS)

    def _report_started(self, note: TaskNote) -> None:
        ranks = tuple(sorted(rank.rank for rank in note.start.ranks))
        job_id, attempt = note.key
        report = TaskStarted(node_id=note.start.node_id, job_id=job_id, attempt=attempt, ranks=ranks)
        with self._store.entry() as entry:
            entry.transaction.report(TASK_EVENTS, self._envelope(note, report), note.trace)
        self._reported_started.add(note.key)

    def _report_ended(self, note: TaskNote, report: TaskExited | TaskRefused) -> None:
        with self._store.entry() as entry:
            entry.record(report)
            entry.transaction.report(TASK_EVENTS, self._envelope(note, report), note.trace)
        with logs.bound(job_id=note.key.job_id):
            _log.info("attempt %s: %s %s", note.key.attempt, type(report).__name__, report.message)
        self._executor.forget(note.key)
        self._scanner.take(note.key)
        self._reported_started.discard(note.key)
        self._ended_seen_ms.pop(note.key, None)
        self._finish(note.key)

    def _envelope(self, note: TaskNote, report: TaskReport) -> Envelope[TaskReport]:
        return self._reporter.task(report, note.origin, self._clock.now_ms())

    def _follow(self, note: TaskNote) -> None:
        self._notes[note.key] = note
        for follower in self._followers:
            follower.follow(note)

    def _finish(self, key: TaskKey) -> None:
        for follower in self._followers:
            follower.finish(key)

    def _forget_when_stored(self, key: TaskKey) -> None:
        if all(follower.finished(key) for follower in self._followers):
            with self._store.entry() as entry:
                entry.transaction.task_done(key)
            self._remove(key)
            del self._notes[key]


def _exit_of(note: TaskNote, ended: Ended, scanned: Scanned) -> TaskExited:
    exits = [
        RankExit(rank=end.rank, exit_code=end.exit_code, signal=end.signal, at_ms=end.at_ms)
        for end in ended.exits
    ]
    return exit_of(note.start, ended.cause, exits, ended.steps, scanned)
