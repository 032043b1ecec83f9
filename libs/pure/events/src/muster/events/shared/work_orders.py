"""Orders for work that takes long, its leases and its ends, and what workers report.

Generated from schemas/work-orders.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias, final

from muster.events.wire.record import record


class WorkFact:
    """Base of the facts whose subject is 'work'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class WorkQueued(WorkFact):
    """Work waits for a worker.

    Attributes:
        work_id: Item of work.
        priority: Larger goes first; 0 to 999.
        body: The task, in a form agreed between the service and its workers.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkQueued"

    work_id: str
    priority: int
    body: bytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
            "priority": self.priority,
            "body": self.body,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkQueued:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
            priority=d["priority"],
            body=d["body"],
        )


@final
@record
class WorkOrdered(WorkFact):
    """A worker is to do this once; this record is the order.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        epoch: Epoch of the leader that ordered it; a worker that has seen a newer one refuses it.
        worker_id: Worker.
        incarnation: Incarnation of the worker; grows with every start.
        priority: Larger goes first.
        body: The task.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkOrdered"

    work_id: str
    attempt: int
    epoch: int
    worker_id: str
    incarnation: int
    priority: int
    body: bytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
            "attempt": self.attempt,
            "epoch": self.epoch,
            "worker_id": self.worker_id,
            "incarnation": self.incarnation,
            "priority": self.priority,
            "body": self.body,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkOrdered:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
            attempt=d["attempt"],
            epoch=d["epoch"],
            worker_id=d["worker_id"],
            incarnation=d["incarnation"],
            priority=d["priority"],
            body=d["body"],
        )


@final
@record
class WorkLost(WorkFact):
    """An attempt ended without a result; the work waits again, unless it is set aside.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        worker_id: Worker.
        reason: Reason, in words.
        died: Whether its own process died; false: its worker was lost, which need not be its fault.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkLost"

    work_id: str
    attempt: int
    worker_id: str
    reason: str
    died: bool = True

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
            "attempt": self.attempt,
            "worker_id": self.worker_id,
            "reason": self.reason,
            "died": self.died,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkLost:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
            attempt=d["attempt"],
            worker_id=d["worker_id"],
            reason=d["reason"],
            died=d.get("died", True),
        )


@final
@record
class WorkEnded(WorkFact):
    """The work is done.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        worker_id: Worker.
        result: Result, in a form agreed between the service and its workers.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkEnded"

    work_id: str
    attempt: int
    worker_id: str
    result: bytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
            "attempt": self.attempt,
            "worker_id": self.worker_id,
            "result": self.result,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkEnded:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
            attempt=d["attempt"],
            worker_id=d["worker_id"],
            result=d["result"],
        )


@final
@record
class WorkParked(WorkFact):
    """Work was set aside after too many attempts died; it waits for a person.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        reason: Reason why the last attempt died.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkParked"

    work_id: str
    attempt: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
            "attempt": self.attempt,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkParked:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
            attempt=d["attempt"],
            reason=d["reason"],
        )


@final
@record
class WorkReturned(WorkFact):
    """Work that was set aside waits for a worker again, as new.

    Attributes:
        work_id: Item of work.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkReturned"

    work_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkReturned:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
        )


@final
@record
class WorkerRenewed(WorkFact):
    """A worker is alive and takes orders.

    Attributes:
        worker_id: Worker.
        incarnation: Incarnation of the worker; grows with every start.
        slots: Number of items that it does at a time; 0: it takes no more.
        until_ms: End of its lease, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkerRenewed"

    worker_id: str
    incarnation: int
    slots: int
    until_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "worker_id": self.worker_id,
            "incarnation": self.incarnation,
            "slots": self.slots,
            "until_ms": self.until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkerRenewed:
        """The inverse."""
        return cls(
            worker_id=d["worker_id"],
            incarnation=d["incarnation"],
            slots=d["slots"],
            until_ms=d["until_ms"],
        )


@final
@record
class WorkerLost(WorkFact):
    """A worker's lease expired, or it started again.

    Attributes:
        worker_id: Worker.
        incarnation: Incarnation of the worker; grows with every start.
        reason: Reason, in words.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkerLost"

    worker_id: str
    incarnation: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "worker_id": self.worker_id,
            "incarnation": self.incarnation,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkerLost:
        """The inverse."""
        return cls(
            worker_id=d["worker_id"],
            incarnation=d["incarnation"],
            reason=d["reason"],
        )


@final
@record
class WorkerReported(WorkFact):
    """A worker reports that it is alive.

    Attributes:
        worker_id: Worker.
        incarnation: Incarnation of the worker; grows with every start.
        slots: Number of items that it does at a time; 0: it takes no more.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkerReported"

    worker_id: str
    incarnation: int
    slots: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "worker_id": self.worker_id,
            "incarnation": self.incarnation,
            "slots": self.slots,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkerReported:
        """The inverse."""
        return cls(
            worker_id=d["worker_id"],
            incarnation=d["incarnation"],
            slots=d["slots"],
        )


@final
@record
class WorkReported(WorkFact):
    """A worker reports how an attempt ended.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        worker_id: Worker.
        incarnation: Incarnation of the worker; grows with every start.
        died: Whether it ended without a result.
        result: Result; empty if it died.
        reason: Reason why it died; empty if it did not.
    """

    AVRO_NAME: ClassVar[str] = "muster.work_orders.WorkReported"

    work_id: str
    attempt: int
    worker_id: str
    incarnation: int
    died: bool
    result: bytes
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "work_id": self.work_id,
            "attempt": self.attempt,
            "worker_id": self.worker_id,
            "incarnation": self.incarnation,
            "died": self.died,
            "result": self.result,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkReported:
        """The inverse."""
        return cls(
            work_id=d["work_id"],
            attempt=d["attempt"],
            worker_id=d["worker_id"],
            incarnation=d["incarnation"],
            died=d["died"],
            result=d["result"],
            reason=d["reason"],
        )


WorkPayload: TypeAlias = (
    WorkQueued
    | WorkOrdered
    | WorkLost
    | WorkEnded
    | WorkParked
    | WorkReturned
    | WorkerRenewed
    | WorkerLost
    | WorkerReported
    | WorkReported
)
