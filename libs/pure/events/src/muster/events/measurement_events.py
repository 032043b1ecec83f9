"""Measured usage of GPUs, node by node, every five minutes.

Generated from schemas/measurement-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


class NodeFact:
    """Base of the facts whose subject is 'node'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class BusyTime:
    """Measured GPU time, and the busy part of it.

    Attributes:
        measured_ms: Measured GPU time, milliseconds.
        busy_ms: Busy part of it, milliseconds.
    """

    AVRO_NAME: ClassVar[str] = "muster.measurement_events.BusyTime"

    measured_ms: int
    busy_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "measured_ms": self.measured_ms,
            "busy_ms": self.busy_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BusyTime:
        """The inverse."""
        return cls(
            measured_ms=d["measured_ms"],
            busy_ms=d["busy_ms"],
        )


@final
@record
class GpuMeasured:
    """One GPU of a node in one window.

    Attributes:
        index: GPU.
        kernel: Time in which a kernel ran, as the driver reports it. It says little: one small
            kernel counts like a thousand. Null: not measured.
        sm_active: Time in which multiprocessors were active, by profiling counters. Null: not
            measured.
        memory_used_mib: Peak memory in use at a heartbeat; 0: not measured.
    """

    AVRO_NAME: ClassVar[str] = "muster.measurement_events.GpuMeasured"

    index: int
    kernel: BusyTime | None = None
    sm_active: BusyTime | None = None
    memory_used_mib: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "index": self.index,
            "kernel": None if self.kernel is None else self.kernel.to_datum(),
            "sm_active": None if self.sm_active is None else self.sm_active.to_datum(),
            "memory_used_mib": self.memory_used_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuMeasured:
        """The inverse."""
        return cls(
            index=d["index"],
            kernel=None if d.get("kernel") is None else BusyTime.from_datum(branch_of(d["kernel"])),
            sm_active=None if d.get("sm_active") is None else BusyTime.from_datum(branch_of(d["sm_active"])),
            memory_used_mib=d["memory_used_mib"],
        )


@final
@record
class TaskMeasured:
    """Usage of one task's processes in one window.

    Attributes:
        job_id: Job.
        attempt: Attempt, 1-based.
        gpu_indices: GPUs that it held, each once.
        gpu_milli: Thousandths of each GPU that it held.
        measured_ms: Time covered by heartbeats with its figures, milliseconds.
        kernel: Busy time of its GPUs; of a shared GPU, in proportion to its fraction.
        sm_active: Busy time of its GPUs; of a shared GPU, in proportion to its fraction.
        cpu_busy_milli: Its average CPU usage, thousandths of a core.
        memory_mib: Memory limit; 0: unlimited.
        memory_used_mib: Peak memory that it used at a heartbeat.
    """

    AVRO_NAME: ClassVar[str] = "muster.measurement_events.TaskMeasured"

    job_id: str
    attempt: int
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    measured_ms: int
    kernel: BusyTime | None = None
    sm_active: BusyTime | None = None
    cpu_busy_milli: int
    memory_mib: int
    memory_used_mib: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "gpu_indices": list(self.gpu_indices),
            "gpu_milli": self.gpu_milli,
            "measured_ms": self.measured_ms,
            "kernel": None if self.kernel is None else self.kernel.to_datum(),
            "sm_active": None if self.sm_active is None else self.sm_active.to_datum(),
            "cpu_busy_milli": self.cpu_busy_milli,
            "memory_mib": self.memory_mib,
            "memory_used_mib": self.memory_used_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskMeasured:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            gpu_indices=tuple(d["gpu_indices"]),
            gpu_milli=d["gpu_milli"],
            measured_ms=d["measured_ms"],
            kernel=None if d.get("kernel") is None else BusyTime.from_datum(branch_of(d["kernel"])),
            sm_active=None if d.get("sm_active") is None else BusyTime.from_datum(branch_of(d["sm_active"])),
            cpu_busy_milli=d["cpu_busy_milli"],
            memory_mib=d["memory_mib"],
            memory_used_mib=d["memory_used_mib"],
        )


@final
@record
class UsageMeasured(NodeFact):
    """Hardware usage of a node in one window. Reported once; its event_id follows from both.

    Attributes:
        node_id: Node.
        starts_at_ms: Start of the window, by the node's clock, milliseconds since 1970 UTC.
        ends_at_ms: End, exclusive.
        gpu_model: Model of its GPUs; empty when it has none.
        measured_ms: Part of the window covered by heartbeats; if it is not all of it, heartbeats
            are missing.
        cpu_busy_milli: Average CPU usage, thousandths of a core.
        memory_used_mib: Peak memory in use at a heartbeat.
        gpus: GPUs that were measured.
        tasks: Tasks with figures in heartbeats.
    """

    AVRO_NAME: ClassVar[str] = "muster.measurement_events.UsageMeasured"

    node_id: str
    starts_at_ms: int
    ends_at_ms: int
    gpu_model: str
    measured_ms: int
    cpu_busy_milli: int
    memory_used_mib: int
    gpus: tuple[GpuMeasured, ...]
    tasks: tuple[TaskMeasured, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "gpu_model": self.gpu_model,
            "measured_ms": self.measured_ms,
            "cpu_busy_milli": self.cpu_busy_milli,
            "memory_used_mib": self.memory_used_mib,
            "gpus": [x.to_datum() for x in self.gpus],
            "tasks": [x.to_datum() for x in self.tasks],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UsageMeasured:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            gpu_model=d["gpu_model"],
            measured_ms=d["measured_ms"],
            cpu_busy_milli=d["cpu_busy_milli"],
            memory_used_mib=d["memory_used_mib"],
            gpus=tuple(GpuMeasured.from_datum(x) for x in d["gpus"]),
            tasks=tuple(TaskMeasured.from_datum(x) for x in d["tasks"]),
        )


NodePayload: TypeAlias = UsageMeasured

MeasurementEvent: TypeAlias = UsageMeasured

Payload: TypeAlias = MeasurementEvent

PAYLOADS: Final[Table] = table_of(UsageMeasured)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.measurement_events","'
    'doc":"Measured usage of GPUs, node by node, every five minutes.","fields":[{'
    '"name":"event_id","type":"string","doc":"Unique for ever; the deduplication '
    'key."},{"name":"key","type":"string","doc":"Kafka key; records with the same'
    ' key keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time '
    'of the event according to the producer, milliseconds since 1970 UTC."},{"nam'
    'e":"producer","type":"string","doc":"Service and instance that wrote the rec'
    'ord."},{"name":"correlation_id","type":"string","doc":"Shared by everything '
    'that follows from one request."},{"name":"causation_id","type":["null","stri'
    'ng"],"doc":"event_id of the record this one follows from.","default":null},{'
    '"name":"seq","type":["null","long"],"doc":"seq of the input it follows from;'
    " facts of all partitions are ordered by seq, then index. Null: the writer as"
    'signs no order.","default":null},{"name":"index","type":["null","int"],"doc"'
    ':"Index among the consequences of that input, from 0; orders count as well."'
    ',"default":null},{"name":"tenant","type":["null","string"],"doc":"The tenant'
    ' it belongs to.","default":null},{"name":"payload","type":[{"type":"record",'
    '"name":"UsageMeasured","doc":"Hardware usage of a node in one window. Report'
    'ed once; its event_id follows from both.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"lon'
    'g","doc":"Start of the window, by the node\'s clock, milliseconds since 1970 '
    'UTC."},{"name":"ends_at_ms","type":"long","doc":"End, exclusive."},{"name":"'
    'gpu_model","type":"string","doc":"Model of its GPUs; empty when it has none.'
    '"},{"name":"measured_ms","type":"long","doc":"Part of the window covered by '
    'heartbeats; if it is not all of it, heartbeats are missing."},{"name":"cpu_b'
    'usy_milli","type":"long","doc":"Average CPU usage, thousandths of a core."},'
    '{"name":"memory_used_mib","type":"long","doc":"Peak memory in use at a heart'
    'beat."},{"name":"gpus","type":{"type":"array","items":{"type":"record","name'
    '":"GpuMeasured","doc":"One GPU of a node in one window.","fields":[{"name":"'
    'index","type":"int","doc":"GPU."},{"name":"kernel","type":["null",{"type":"r'
    'ecord","name":"BusyTime","doc":"Measured GPU time, and the busy part of it."'
    ',"fields":[{"name":"measured_ms","type":"long","doc":"Measured GPU time, mil'
    'liseconds."},{"name":"busy_ms","type":"long","doc":"Busy part of it, millise'
    'conds."}],"namespace":"muster.measurement_events"}],"doc":"Time in which a k'
    "ernel ran, as the driver reports it. It says little: one small kernel counts"
    ' like a thousand. Null: not measured.","default":null},{"name":"sm_active","'
    'type":["null","muster.measurement_events.BusyTime"],"doc":"Time in which mul'
    'tiprocessors were active, by profiling counters. Null: not measured.","defau'
    'lt":null},{"name":"memory_used_mib","type":"long","doc":"Peak memory in use '
    'at a heartbeat; 0: not measured."}],"namespace":"muster.measurement_events"}'
    '},"doc":"GPUs that were measured."},{"name":"tasks","type":{"type":"array","'
    'items":{"type":"record","name":"TaskMeasured","doc":"Usage of one task\'s pro'
    'cesses in one window.","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"gpu_i'
    'ndices","type":{"type":"array","items":"int"},"doc":"GPUs that it held, each'
    ' once."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each GPU tha'
    't it held."},{"name":"measured_ms","type":"long","doc":"Time covered by hear'
    'tbeats with its figures, milliseconds."},{"name":"kernel","type":["null","mu'
    'ster.measurement_events.BusyTime"],"doc":"Busy time of its GPUs; of a shared'
    ' GPU, in proportion to its fraction.","default":null},{"name":"sm_active","t'
    'ype":["null","muster.measurement_events.BusyTime"],"doc":"Busy time of its G'
    'PUs; of a shared GPU, in proportion to its fraction.","default":null},{"name'
    '":"cpu_busy_milli","type":"long","doc":"Its average CPU usage, thousandths o'
    'f a core."},{"name":"memory_mib","type":"long","doc":"Memory limit; 0: unlim'
    'ited."},{"name":"memory_used_mib","type":"long","doc":"Peak memory that it u'
    'sed at a heartbeat."}],"namespace":"muster.measurement_events"}},"doc":"Task'
    's with figures in heartbeats."}],"namespace":"muster.measurement_events"}],"'
    'doc":"What happened."}]}'
)
