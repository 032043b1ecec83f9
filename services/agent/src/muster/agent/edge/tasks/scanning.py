"""OutputScanner: looks for signs of failures in the output of ranks, while they write it (ADR 76).

It reads the files in a task's folder from their beginning, independently of the shipping to S3, and keeps no
state on disk: a restarted agent reads them again and reaches the same result. So nothing is lost or counted
twice. The cost is bounded: a limited amount per stream and round, then a pause as long as the round.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import Final

from muster.agent.core.ledger import TaskKey
from muster.agent.core.lines import Line, LineCutter
from muster.agent.core.scanned import Scanned, rule_findings
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import TaskNote
from muster.agent.edge.tasks.rules import CompiledRules, FailureRules, NoRules
from muster.events.log_events import LogStream
from muster.failures.scanning import Findings
from muster.journal import Clock

LOOK_S: Final = 0.25
BYTES_PER_LOOK: Final = 256 * 1024
"""Most bytes of one stream per look, so that a rank with much output does not delay the others."""
RULES_AGAIN_MS: Final = 5_000
"""Pause between two tries to get rules."""

_log = logging.getLogger(__name__)


@dataclass
class _Stream:
    """Scan position in one stream; `before`: bytes that existed before, written at an unknown time."""

    before: int
    cutter: LineCutter = field(default_factory=LineCutter)


@dataclass
class _Followed:
    note: TaskNote
    rules: CompiledRules | None = None
    why_not: str = "the task ended before the rules were read"
    ask_at_ms: int = 0
    ended: bool = False
    done: bool = False
    findings: dict[int, Findings] = field(default_factory=dict[int, Findings])
    streams: dict[tuple[int, LogStream], _Stream] = field(
        default_factory=dict[tuple[int, LogStream], _Stream]
    )


class OutputScanner:
    """Follows the output of tasks whose orders name rules. One thread runs it; any thread may call the rest.

    Args:
        home: Folder in which tasks write.
        rules: Source of rules.
        clock: Clock for the time of findings.
    """

    def __init__(self, home: AgentHome, rules: FailureRules, clock: Clock) -> None:
        self._home = home
        self._rules = rules
        self._clock = clock
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._followed: dict[TaskKey, _Followed] = {}

    def follow(self, note: TaskNote) -> None:
        """Scan this task's output, from its beginning."""
        if note.start.failure_rules_sha256 is None:
            return
        task = _Followed(note)
        for rank in note.start.ranks:
            for stream in LogStream:
                task.streams[rank.rank, stream] = _Stream(self._size(note.key, rank.rank, stream))
        with self._lock:
            self._followed[note.key] = task

    def finish(self, key: TaskKey) -> None:
        """Note that the ranks have ended, so no more output comes."""
        with self._lock:
            if key in self._followed and not self._followed[key].ended:
                self._followed[key].ended = True
                self._woken.set()

    def finished(self, key: TaskKey) -> bool:
        """Whether all output of a task was scanned, or none of it will be."""
        with self._lock:
            task = self._followed.get(key)
            return task is None or task.done

    def take(self, key: TaskKey) -> Scanned:
        """Return the findings so far and stop following the task."""
        with self._lock:
            task = self._followed.pop(key, None)
        return Scanned() if task is None else self._scanned(task)

    def abandon(self) -> None:
        """Stop following all tasks."""
        with self._lock:
            self._followed.clear()

    def run(self, stopping: threading.Event) -> None:
        """Scan until `stopping` is set."""
        while not stopping.is_set():
            began_ms = self._clock.monotonic_ms()
            more = self.look()
            spent_s = (self._clock.monotonic_ms() - began_ms) / 1000
            self._woken.wait(spent_s if more else max(LOOK_S, spent_s))
            self._woken.clear()

    def look(self) -> bool:
        """Scan some of what is new of every task; returns whether there is more."""
        with self._lock:
            tasks = [task for task in self._followed.values() if not task.done]
        return any([self._look_at(task) for task in tasks])

    def _look_at(self, task: _Followed) -> bool:
        """Scan some of a task's output; returns whether there is more."""
        ended = task.ended  # read before the files, so that output written before the end is seen below
        try:
            rules = task.rules = task.rules or self._rules_of(task)
            if rules is None:
                task.done = ended
                return False
            left = [self._scan(task, rules, rank, stream) for rank, stream in task.streams]
        except OSError as error:
            _log.warning("the output of %s/%s is no longer scanned: %s", *task.note.key, error)
            task.why_not, task.done = f"it could not be read: {error.strerror}", True
            return False
        if ended and not any(left):
            for (rank, name), stream in task.streams.items():
                for line in stream.cutter.last():
                    self._look_at_line(task, rules, rank, name, line)
            task.why_not, task.done = "", True
        return any(left)

    def _rules_of(self, task: _Followed) -> CompiledRules | None:
        now_ms = self._clock.monotonic_ms()
        if not task.ended and now_ms < task.ask_at_ms:
            return None
        try:
            rules = self._rules.of(str(task.note.start.failure_rules_sha256))
        except NoRules as error:
            task.why_not, task.ask_at_ms = str(error), now_ms + RULES_AGAIN_MS
            return None
        task.why_not = "not all of it was read in time"
        return rules

    def _scan(self, task: _Followed, rules: CompiledRules, rank: int, name: LogStream) -> bool:
        """Scan the next part of a stream; returns whether there is more."""
        cutter = task.streams[rank, name].cutter
        try:
            with self._home.task(task.note.key).output(rank, name.lower()).open("rb") as file:
                file.seek(cutter.bytes_taken)
                data = file.read(BYTES_PER_LOOK)
        except FileNotFoundError:
            return False  # the rank was never started
        for line in cutter.take(data):
            self._look_at_line(task, rules, rank, name, line)
        return len(data) == BYTES_PER_LOOK

    def _look_at_line(
        self, task: _Followed, rules: CompiledRules, rank: int, name: LogStream, line: Line
    ) -> None:
        at_ms = None if line.first_byte < task.streams[rank, name].before else self._clock.now_ms()
        found = task.findings.setdefault(rank, Findings(rules.scanner))
        found.look(line.text, line.number, at_ms, stream=name.lower(), first_byte=line.first_byte)

    def _size(self, key: TaskKey, rank: int, stream: LogStream) -> int:
        try:
            return self._home.task(key).output(rank, stream.lower()).stat().st_size
        except OSError:
            return 0

    def _scanned(self, task: _Followed) -> Scanned:
        if task.rules is None:
            return Scanned(unscanned=task.why_not)
        rules = task.rules.rules
        found = {rank: findings.found() for rank, findings in list(task.findings.items())}
        return Scanned(rule_findings(rules, found), rules.version, task.why_not)
