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
        body: What to do, as the service and its workers have agreed.
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
    """A worker is to do this, once; the order itself.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        epoch: Epoch of the leader that ordered it; a worker refuses an older one than it has seen.
        worker_id: Worker.
        incarnation: Which start of the worker; grows with every start.
        priority: Larger goes first.
        body: What to do.
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
    """An attempt ended without a result; the work waits again, unless it is parked.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        worker_id: Worker.
        reason: Why, in words.
        died: Its own process died; false: its worker was lost, which need not be its fault.
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
        result: What came of it, as the service and its workers have agreed.
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
    """Too many attempts died; the work waits for a person.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        reason: Why the last attempt died.
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
    """Parked work waits for a worker again, as new.

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
    """A worker lives and takes orders.

    Attributes:
        worker_id: Worker.
        incarnation: Which start of the worker; grows with every start.
        slots: Items that it does at a time; 0: it takes no more.
        until_ms: Its lease ends then, milliseconds since 1970 UTC.
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
    """A worker's lease ended, or it started again.

    Attributes:
        worker_id: Worker.
        incarnation: Which start of the worker; grows with every start.
        reason: Why, in words.
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
    """A worker says that it lives.

    Attributes:
        worker_id: Worker.
        incarnation: Which start of the worker; grows with every start.
        slots: Items that it does at a time; 0: it takes no more.
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
    """A worker says how an attempt ended.

    Attributes:
        work_id: Item of work.
        attempt: Which attempt, from 1.
        worker_id: Worker.
        incarnation: Which start of the worker; grows with every start.
        died: Whether it ended without a result.
        result: What came of it; empty when it died.
        reason: Why it died; empty when it did not.
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
