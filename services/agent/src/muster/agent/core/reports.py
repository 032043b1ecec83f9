"""The envelopes of an agent's reports.

Event ids follow from what they report, not from chance: an event sent twice (after a restart between sending
and noting that it was sent) has the same id twice, and every reader drops the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, TypeVar, assert_never

from muster.events.log_events import (
    CheckpointDamaged,
    CheckpointRestored,
    LogChunkStored,
    LogClosed,
    ProgressRefused,
    TaskProgressed,
)
from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.task_events import (
    AgentStarted,
    CheckpointPartStored,
    CheckpointSaved,
    NodeFaultReported,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    NodeTested,
    OutputStored,
    TaskExited,
    TaskHeard,
    TaskPaced,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.events.wire.envelope import Envelope

P = TypeVar("P")

TaskReport: TypeAlias = (
    TaskStarted
    | TaskSuspected
    | TaskHeard
    | TaskPaced
    | TaskExited
    | TaskRefused
    | CheckpointPartStored
    | CheckpointSaved
    | OutputStored
)
LogReport: TypeAlias = (
    LogChunkStored | LogClosed | TaskProgressed | ProgressRefused | CheckpointRestored | CheckpointDamaged
)
NodeReport: TypeAlias = NodeReclaimAnnounced | NodeReclaimWithdrawn | NodeNoteReported


@dataclass(frozen=True, slots=True)
class Origin:
    """The order that a task's reports follow from.

    Attributes:
        correlation_id: Correlation id of the order's envelope; shared by everything about the job.
        causation_id: event_id of the order.
    """

    correlation_id: str
    causation_id: str


@dataclass(frozen=True, slots=True)
class Reporter:
    """Makes one node's envelopes."""

    node_id: str

    @property
    def producer(self) -> str:
        """The envelopes' producer."""
        return f"agent/{self.node_id}"

    def task(self, report: TaskReport, origin: Origin, now_ms: int) -> Envelope[TaskReport]:
        """The envelope of a report about a task, for task-events."""
        return self._about_task(self._task_id(report, now_ms), self.node_id, report, origin, now_ms)

    def log(self, report: LogReport, origin: Origin, now_ms: int) -> Envelope[LogReport]:
        """The envelope of a report about what a task writes, for log-events."""
        return self._about_task(self._log_id(report), report.job_id, report, origin, now_ms)

    def started(self, report: AgentStarted, now_ms: int) -> Envelope[AgentStarted]:
        """The envelope of the agent's start, for task-events."""
        event_id = f"{self.node_id}/{report.boot_id}/started"
        return self._own(event_id, report, now_ms)

    def node(self, report: NodeReport, boot_id: str, number: int, now_ms: int) -> Envelope[NodeReport]:
        """The envelope of a report about the node itself, numbered within this boot, for task-events."""
        return self._own(f"{self.node_id}/{boot_id}/node/{number}", report, now_ms)

    def fault(
        self, report: NodeFaultReported, boot_id: str, number: int, now_ms: int
    ) -> Envelope[NodeFaultReported]:
        """The envelope of a fault of the node, numbered within this boot, for task-events."""
        return self._own(f"{self.node_id}/{boot_id}/fault/{number}", report, now_ms)

    def tested(self, report: NodeTested, boot_id: str, number: int, now_ms: int) -> Envelope[NodeTested]:
        """The envelope of results of node tests, numbered within this boot, for task-events."""
        return self._own(f"{self.node_id}/{boot_id}/tested/{number}", report, now_ms)

    def heartbeat(self, beat: NodeHeartbeat, now_ms: int) -> Envelope[NodeHeartbeat]:
        """The envelope of a heartbeat, for node-heartbeats."""
        return self._own(f"{self.node_id}/{beat.boot_id}/{beat.beat}", beat, now_ms)

    def _task_id(self, report: TaskReport, now_ms: int) -> str:
        prefix = f"{self.node_id}/{report.job_id}/{report.attempt}"
        match report:
            case TaskStarted():
                return f"{prefix}/started"
            case TaskSuspected():
                return f"{prefix}/suspected/{now_ms}/{report.suspicion.lower()}"
            case TaskHeard():
                return f"{prefix}/heard/{now_ms}/{report.suspicion.lower()}"
            case TaskPaced():
                return f"{prefix}/paced/{now_ms}"
            case TaskExited():
                return f"{prefix}/exited"
            case TaskRefused():
                return f"{prefix}/refused/{report.epoch}.{report.order_seq}"
            case OutputStored():
                return f"{prefix}/output/{report.size_bytes}"
            case CheckpointPartStored():
                return f"{prefix}/part/{report.rank}/{report.step}/{report.part}/{report.sha256[:16]}"
            case CheckpointSaved():
                return f"{prefix}/checkpoint/{report.rank}/{report.sha256[:16]}/{report.file}"
            case _:
                assert_never(report)

    def _log_id(self, report: LogReport) -> str:
        prefix = f"{self.node_id}/{report.job_id}/{report.attempt}"
        match report:
            case LogChunkStored():
                return f"{prefix}/log/{report.rank}/{report.stream.lower()}/{report.chunk}"
            case LogClosed():
                return f"{prefix}/log-closed"
            case TaskProgressed():
                return f"{prefix}/progress/{report.rank}/{report.step}/{report.reported_at_ms}"
            case ProgressRefused():
                return f"{prefix}/progress-refused/{report.rank}"
            case CheckpointRestored():
                return f"{prefix}/restored/{report.rank}/{report.saved_by}/{report.file}"
            case CheckpointDamaged():
                return f"{prefix}/damaged/{report.rank}/{report.saved_by}/{report.file}"
            case _:
                assert_never(report)

    def _own(self, event_id: str, payload: P, now_ms: int) -> Envelope[P]:
        return Envelope(
            event_id=event_id,
            key=self.node_id,
            occurred_at_ms=now_ms,
            producer=self.producer,
            correlation_id=event_id,
            payload=payload,
        )

    def _about_task(self, event_id: str, key: str, payload: P, origin: Origin, now_ms: int) -> Envelope[P]:
        return Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=now_ms,
            producer=self.producer,
            correlation_id=origin.correlation_id,
            causation_id=origin.causation_id,
            payload=payload,
        )
