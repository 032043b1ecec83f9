"""KernelLog: reports faults of the node that its kernel logs, such as Xids of GPUs (ADR 90).

Lines are matched against the failure rules that ship with this agent; only rules that blame the node are
reported. /dev/kmsg gives one record per read; any other file or pipe is read line by line. Lines from before
the agent's start are not reported: they may no longer hold.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

from muster.agent.core.lines import LineCutter
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.memory import Memory
from muster.events.task_events import NodeFaultReported
from muster.events.topics import TASK_EVENTS
from muster.failures.rules import NodeAction, Rule, Source
from muster.failures.scanning import Scanner, xid_in
from muster.failures.shipped import shipped_rules
from muster.journal import Clock

LOOK_S: Final = 0.5
BYTES_PER_READ: Final = 8 * 1024
"""A record of /dev/kmsg is never larger; a smaller buffer would lose it."""
READS_PER_LOOK: Final = 1_000
LATELY_MS: Final = 3_600_000
"""Time for which lines count for a rule that needs several."""
AGAIN_MS: Final = 60_000
"""Shortest time between reports of one fault of one GPU; lines in between are counted."""

_log = logging.getLogger(__name__)


class KernelLog:
    """Follows the kernel's log of this node. One thread runs it.

    Args:
        file: The kernel's log: /dev/kmsg, a growing file, or a pipe.
        memory: The outbox for reports.
        reporter: Makes envelopes.
        boot_id: Boot id of this agent.
        clock: The time.
    """

    def __init__(self, file: Path, memory: Memory, reporter: Reporter, boot_id: str, clock: Clock) -> None:
        self._file = file
        self._memory = memory
        self._reporter = reporter
        self._boot_id = boot_id
        self._clock = clock
        self._rules = shipped_rules()
        self._scanner = Scanner(self._rules, Source.KERNEL)
        self._cutter = LineCutter()
        self._descriptor: int | None = None
        self._at_end = True
        self._problem = ""
        self._number = 0
        self._flaps: dict[str, deque[int]] = {}
        """Times of recent lines, by rule that needs several."""
        self._told: dict[tuple[str, str], tuple[int, int]] = {}
        """Time of the last report and number of lines since, by rule and GPU."""

    def run(self, stopping: threading.Event) -> None:
        """Follow it until `stopping` is set."""
        try:
            while not stopping.is_set():
                self.look()
                stopping.wait(LOOK_S)
        finally:
            self._close()

    def look(self) -> None:
        """Read what is new."""
        try:
            if self._descriptor is None:
                self._open()
            for _ in range(READS_PER_LOOK):
                data = self._read()
                if not data:
                    break
                for line in self._cutter.take(data):
                    self._look_at(line.text)
            self._begin_again_if_replaced()
        except OSError as error:
            self._report_problem(
                f"{self._file}: {error.strerror}: faults reported by the kernel will be missed"
            )
            self._close()

    def _open(self) -> None:
        self._descriptor = os.open(self._file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._cutter = LineCutter()
        if self._at_end:
            with suppress(OSError):  # a pipe has no end to go to
                os.lseek(self._descriptor, 0, os.SEEK_END)
        self._at_end = False
        if self._problem:
            _log.info("%s can be read again", self._file)
            self._problem = ""

    def _read(self) -> bytes:
        """Read the next piece; empty: there is none now."""
        if self._descriptor is None:
            return b""
        try:
            return os.read(self._descriptor, BYTES_PER_READ)
        except BlockingIOError:
            return b""
        except BrokenPipeError:  # /dev/kmsg: records were overwritten before they were read
            return self._read()

    def _begin_again_if_replaced(self) -> None:
        """A file that was rotated is read from its beginning."""
        if self._descriptor is None:
            return
        opened, there = os.fstat(self._descriptor), self._file.stat()
        if not stat.S_ISREG(opened.st_mode):
            return
        shorter = there.st_size < os.lseek(self._descriptor, 0, os.SEEK_CUR)
        if shorter or there.st_ino != opened.st_ino:
            self._close()

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _report_problem(self, problem: str) -> None:
        if problem != self._problem:
            _log.info("%s", problem)
            self._problem = problem

    def _look_at(self, line: bytes) -> None:
        found = self._scanner.rules_in(line)
        if not found or self._rules.rule(found[0]).node_action is NodeAction.NONE:
            return
        xid, now_ms = xid_in(line), self._clock.monotonic_ms()
        if not self._often_enough(self._rules.rule(found[0]), now_ms):
            return
        key = found[0], xid.gpu if xid else ""
        told_ms, more = self._told.get(key, (None, 0))
        if told_ms is not None and now_ms < told_ms + AGAIN_MS:
            self._told[key] = told_ms, more + 1
            return
        self._told[key] = now_ms, 0
        self._report(
            NodeFaultReported(
                node_id=self._reporter.node_id,
                rule=found[0],
                rules_version=self._rules.version,
                xid=xid.number if xid else None,
                gpu=key[1],
                count=more + 1,
            )
        )

    def _often_enough(self, rule: Rule, now_ms: int) -> bool:
        """Whether there were as many lines lately as the rule takes; they count once."""
        if rule.lines_min == 1:
            return True
        lately = self._flaps.setdefault(rule.id, deque(maxlen=rule.lines_min))
        lately.append(now_ms)
        if len(lately) < rule.lines_min or now_ms - lately[0] > LATELY_MS:
            return False
        lately.clear()
        return True

    def _report(self, report: NodeFaultReported) -> None:
        self._number += 1
        envelope = self._reporter.fault(report, self._boot_id, self._number, self._clock.now_ms())
        with self._memory.transaction() as transaction:
            transaction.report(TASK_EVENTS, envelope, {})
        _log.error("the kernel reports a fault: %s", report)
