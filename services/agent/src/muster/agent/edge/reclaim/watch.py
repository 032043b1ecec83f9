"""ReclaimWatch: reports that the node will be taken away, as long as a source or the file says so.

The reported state is stored on disk together with the report, so a restarted agent neither forgets to
withdraw a notice nor loses one. While a notice is in effect, it is reported every few seconds with the
remaining time, so a delayed report is corrected by the next one.

A notice that cannot be read, or a service that does not answer, changes nothing; it is logged once, and
reported as the node's note.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Final, NamedTuple

from muster.agent.core import notices
from muster.agent.core.notices import InvalidNotice, Notice
from muster.agent.core.reports import NodeReport, Reporter
from muster.agent.edge.disk.memory import Memory
from muster.agent.edge.reclaim.metadata import Said, Source, Unanswered
from muster.events.task_events import (
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    ReclaimSource,
)
from muster.events.topics import TASK_EVENTS
from muster.journal import Clock

AGAIN_MS: Final = 10_000
FILE_BYTES_MAX: Final = 4_096
NOTE_MAX: Final = 300

_NOTICE, _NOTE = "notice", "note"
_log = logging.getLogger(__name__)


class _Look(NamedTuple):
    """Combined answer of the sources: the notice in effect, the node's remaining time, the problems."""

    notice: Notice | None
    remaining_ms: int | None
    problem: str


class ReclaimFile:
    """A file that announces that the node will be taken away; without it, no notice is in effect."""

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file = file
        self._clock = clock

    def look(self) -> Said:
        """See metadata.Source."""
        try:
            with self._file.open("rb") as opened:
                text = opened.read(FILE_BYTES_MAX).decode("utf-8", "replace")
            since_ms = self._file.stat().st_mtime_ns // 1_000_000
        except FileNotFoundError:
            return Said(None, self._clock.now_ms())
        except OSError as error:
            raise Unanswered(f"{self._file}: {error.strerror}") from None
        try:
            notice = notices.own(text, ReclaimSource.FILE, since_ms)
        except InvalidNotice as error:
            raise InvalidNotice(f"{self._file}: {error}") from None
        return Said(notice, self._clock.now_ms())


class ReclaimWatch:
    """Queries sources and reports notices; one thread runs it.

    Args:
        sources: Sources to query; the earliest notice of all counts.
        memory: The outbox for reports, and the last state that was reported.
        reporter: Makes envelopes.
        boot_id: Boot id of this agent.
        clock: The time.
        poll_ms: Time between two looks.
    """

    def __init__(
        self,
        sources: tuple[Source, ...],
        memory: Memory,
        reporter: Reporter,
        boot_id: str,
        clock: Clock,
        *,
        poll_ms: int,
    ) -> None:
        self._sources = sources
        self._memory = memory
        self._reporter = reporter
        self._boot_id = boot_id
        self._clock = clock
        self._poll_ms = poll_ms
        self._number = 0
        self._again_ms = 0.0

    def run(self, stopping: threading.Event) -> None:
        """Query the sources until `stopping` is set."""
        while not stopping.wait(self._poll_ms / 1_000):
            self.look()

    def look(self) -> None:
        """Query the sources once, and report what changed."""
        found = self._ask()
        self._report_problem(found.problem)
        reported = self._memory.last_report(_NOTICE)
        if found.notice is None:
            if reported and not found.problem:  # a source that does not answer withdraws nothing
                _log.warning("the node will not be reclaimed: %s was withdrawn", reported)
                self._report(
                    NodeReclaimWithdrawn(node_id=self._reporter.node_id, notice_id=reported), _NOTICE, ""
                )
        elif found.notice.notice_id != reported or self._clock.monotonic_ms() >= self._again_ms:
            self._announce(found.notice, found.remaining_ms, again=found.notice.notice_id == reported)

    def _announce(self, notice: Notice, remaining_ms: int | None, *, again: bool) -> None:
        if not again:
            _log.warning("the node will be reclaimed: %s, in %s ms", notice.notice_id, remaining_ms)
        self._again_ms = self._clock.monotonic_ms() + AGAIN_MS
        announced = NodeReclaimAnnounced(
            node_id=self._reporter.node_id,
            notice_id=notice.notice_id,
            remaining_ms=remaining_ms,
            source=notice.source,
            message=notice.message,
        )
        self._report(announced, _NOTICE, notice.notice_id)

    def _ask(self) -> _Look:
        """Query all sources: a notice with a time wins over one without, then the earliest."""
        found: list[tuple[bool, int, Notice]] = []
        problems: list[str] = []
        for source in self._sources:
            try:
                answer = source.look()
            except (InvalidNotice, Unanswered) as error:
                problems.append(f"a reclaim notice cannot be read: {error}"[:NOTE_MAX])
                continue
            if answer.notice is not None:
                gone_ms = answer.notice.gone_at_ms
                left_ms = 0 if gone_ms is None else max(0, gone_ms - answer.now_ms)
                found.append((gone_ms is None, left_ms, answer.notice))
        problem = "; ".join(problems)
        if not found:
            return _Look(None, None, problem)
        at_risk, left_ms, notice = min(found)
        return _Look(notice, None if at_risk else left_ms, problem)

    def _report_problem(self, problem: str) -> None:
        """Report a problem, or its end, once."""
        if problem == self._memory.last_report(_NOTE):
            return
        if problem:
            _log.error("%s", problem)
        else:
            _log.info("reclaim notices can be read again")
        self._report(NodeNoteReported(node_id=self._reporter.node_id, note=problem), _NOTE, problem)

    def _report(self, report: NodeReport, what: str, text: str) -> None:
        self._number += 1
        envelope = self._reporter.node(report, self._boot_id, self._number, self._clock.now_ms())
        with self._memory.transaction() as transaction:
            transaction.tell(what, text)
            transaction.report(TASK_EVENTS, envelope, {})
