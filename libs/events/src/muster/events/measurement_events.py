"""What GPUs really did, node by node, every five minutes.

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
    """Of so much GPU time that was measured, how much was busy.

    Attributes:
        measured_ms: GPU time that was measured, milliseconds.
        busy_ms: Of it busy, milliseconds.
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
        kernel: Busy: a kernel ran, as the driver reports it. It says little: one small kernel
            counts like a thousand. Null: not measured.
        sm_active: Busy: multiprocessors were active, by profiling counters. Null: not measured.
        memory_used_mib: Most memory in use at a beat; 0: not measured.
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
    """What the processes of one task did in one window.

    Attributes:
        job_id: Job.
        attempt: Attempt, 1-based.
        gpu_indices: GPUs that it held, each once.
        gpu_milli: Thousandths that it held of each.
        measured_ms: For how long beats say something about it, milliseconds.
        kernel: As of its GPUs; of one that several share, in proportion to what it holds.
        sm_active: As of its GPUs; of one that several share, in proportion to what it holds.
        cpu_busy_milli: CPU that it used on average, thousandths of a core.
        memory_mib: Memory that it was given; 0: without limit.
        memory_used_mib: Most memory that it used at a beat.
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
    """What a node's hardware did in one window. Told once; its event_id follows from both.

    Attributes:
        node_id: Node.
        starts_at_ms: Start of the window, by the node's clock, milliseconds since 1970 UTC.
        ends_at_ms: End, exclusive.
        gpu_model: Model of its GPUs; empty when it has none.
        measured_ms: For how long of the window beats stand; less than all of it: beats are missing.
        cpu_busy_milli: CPU busy on average, thousandths of a core.
        memory_used_mib: Most memory in use at a beat.
        gpus: GPUs that were measured.
        tasks: Tasks of which beats say something.
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
    'doc":"What GPUs really did, node by node, every five minutes.","fields":[{"n'
    'ame":"event_id","type":"string","doc":"Unique for ever; the deduplication ke'
    'y."},{"name":"key","type":"string","doc":"The Kafka key: what this topic is '
    'ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the produce'
    'r says it happened, milliseconds since 1970 UTC."},{"name":"producer","type"'
    ':"string","doc":"Service and instance that wrote the record."},{"name":"corr'
    'elation_id","type":"string","doc":"Shared by everything that follows from on'
    'e request."},{"name":"causation_id","type":["null","string"],"doc":"event_id'
    ' of the record this one follows from.","default":null},{"name":"seq","type":'
    '["null","long"],"doc":"seq of the input it follows from: facts of all partit'
    'ions are ordered by seq, then index. Null: its writer has no such order.","d'
    'efault":null},{"name":"index","type":["null","int"],"doc":"Which of that inp'
    'ut\'s consequences it is, rising from 0; orders count, too.","default":null},'
    '{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs to.",'
    '"default":null},{"name":"payload","type":[{"type":"record","name":"UsageMeas'
    'ured","doc":"What a node\'s hardware did in one window. Told once; its event_'
    'id follows from both.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"Start of '
    'the window, by the node\'s clock, milliseconds since 1970 UTC."},{"name":"end'
    's_at_ms","type":"long","doc":"End, exclusive."},{"name":"gpu_model","type":"'
    'string","doc":"Model of its GPUs; empty when it has none."},{"name":"measure'
    'd_ms","type":"long","doc":"For how long of the window beats stand; less than'
    ' all of it: beats are missing."},{"name":"cpu_busy_milli","type":"long","doc'
    '":"CPU busy on average, thousandths of a core."},{"name":"memory_used_mib","'
    'type":"long","doc":"Most memory in use at a beat."},{"name":"gpus","type":{"'
    'type":"array","items":{"type":"record","name":"GpuMeasured","doc":"One GPU o'
    'f a node in one window.","fields":[{"name":"index","type":"int","doc":"GPU."'
    '},{"name":"kernel","type":["null",{"type":"record","name":"BusyTime","doc":"'
    'Of so much GPU time that was measured, how much was busy.","fields":[{"name"'
    ':"measured_ms","type":"long","doc":"GPU time that was measured, milliseconds'
    '."},{"name":"busy_ms","type":"long","doc":"Of it busy, milliseconds."}],"nam'
    'espace":"muster.measurement_events"}],"doc":"Busy: a kernel ran, as the driv'
    "er reports it. It says little: one small kernel counts like a thousand. Null"
    ': not measured.","default":null},{"name":"sm_active","type":["null","muster.'
    'measurement_events.BusyTime"],"doc":"Busy: multiprocessors were active, by p'
    'rofiling counters. Null: not measured.","default":null},{"name":"memory_used'
    '_mib","type":"long","doc":"Most memory in use at a beat; 0: not measured."}]'
    ',"namespace":"muster.measurement_events"}},"doc":"GPUs that were measured."}'
    ',{"name":"tasks","type":{"type":"array","items":{"type":"record","name":"Tas'
    'kMeasured","doc":"What the processes of one task did in one window.","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt, 1-based."},{"name":"gpu_indices","type":{"type":"array"'
    ',"items":"int"},"doc":"GPUs that it held, each once."},{"name":"gpu_milli","'
    'type":"int","doc":"Thousandths that it held of each."},{"name":"measured_ms"'
    ',"type":"long","doc":"For how long beats say something about it, millisecond'
    's."},{"name":"kernel","type":["null","muster.measurement_events.BusyTime"],"'
    'doc":"As of its GPUs; of one that several share, in proportion to what it ho'
    'lds.","default":null},{"name":"sm_active","type":["null","muster.measurement'
    '_events.BusyTime"],"doc":"As of its GPUs; of one that several share, in prop'
    'ortion to what it holds.","default":null},{"name":"cpu_busy_milli","type":"l'
    'ong","doc":"CPU that it used on average, thousandths of a core."},{"name":"m'
    'emory_mib","type":"long","doc":"Memory that it was given; 0: without limit."'
    '},{"name":"memory_used_mib","type":"long","doc":"Most memory that it used at'
    ' a beat."}],"namespace":"muster.measurement_events"}},"doc":"Tasks of which '
    'beats say something."}],"namespace":"muster.measurement_events"}],"doc":"Wha'
    't happened."}]}'
)
