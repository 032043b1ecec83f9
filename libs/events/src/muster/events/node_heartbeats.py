"""A node says it is alive, and what it has.

Generated from schemas/node-heartbeats.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


@final
@record
class GpuState:
    """One GPU as its node sees it.

    Attributes:
        index: 0-based on the node.
        healthy: False: nothing new is placed on it.
        reason: Why it is unhealthy.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.GpuState"

    index: int
    healthy: bool
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "index": self.index,
            "healthy": self.healthy,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuState:
        """The inverse."""
        return cls(
            index=d["index"],
            healthy=d["healthy"],
            reason=d.get("reason", ""),
        )


class Executor(StrEnum):
    """How ranks run."""

    PROCESS = "PROCESS"
    SIMULATED = "SIMULATED"


@final
@record
class Location:
    """A node's place in the network: each name is a unit within the next one; empty is unknown.

    Attributes:
        nvlink_domain: NVLink domain larger than the node; empty: the node is one by itself.
        leaf: InfiniBand leaf switch.
        spine: Spine, or pod of leaves.
        cell: Part of the network above the spines.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.Location"

    nvlink_domain: str = ""
    leaf: str = ""
    spine: str = ""
    cell: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "nvlink_domain": self.nvlink_domain,
            "leaf": self.leaf,
            "spine": self.spine,
            "cell": self.cell,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Location:
        """The inverse."""
        return cls(
            nvlink_domain=d.get("nvlink_domain", ""),
            leaf=d.get("leaf", ""),
            spine=d.get("spine", ""),
            cell=d.get("cell", ""),
        )


@final
@record
class TaskUsage:
    """What the processes of one task do.

    Attributes:
        job_id: Job.
        attempt: Attempt, 1-based.
        gpu_indices: GPUs that it holds, each once.
        gpu_milli: Thousandths that it holds of each.
        cpu_busy_milli: CPU that its processes used since the last beat, thousandths of a core.
        memory_mib: Memory that it was given; 0: without limit.
        memory_used_mib: Memory that its processes use now.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.TaskUsage"

    job_id: str
    attempt: int
    gpu_indices: tuple[int, ...]
    gpu_milli: int
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
            "cpu_busy_milli": self.cpu_busy_milli,
            "memory_mib": self.memory_mib,
            "memory_used_mib": self.memory_used_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskUsage:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            gpu_indices=tuple(d["gpu_indices"]),
            gpu_milli=d["gpu_milli"],
            cpu_busy_milli=d["cpu_busy_milli"],
            memory_mib=d["memory_mib"],
            memory_used_mib=d["memory_used_mib"],
        )


@final
@record
class NodeUsage:
    """What the hardware of a node really does, by whoever runs on it.

    Attributes:
        cpu_busy_milli: CPU busy since the last beat, thousandths of a core.
        memory_used_mib: Memory in use now.
        gpu_busy_percent: Percentage of recent time in which a kernel ran, by GPU; empty where not
            measured.
        gpu_sm_active_percent: Percentage of recent time in which multiprocessors were active, by
            GPU, from profiling counters (DCGM); empty where not measured.
        gpu_memory_used_mib: Memory of each GPU in use now, MiB; empty where not measured.
        tasks: What runs here; one whose figures cannot be had is absent.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.NodeUsage"

    cpu_busy_milli: int
    memory_used_mib: int
    gpu_busy_percent: tuple[int, ...] = ()
    gpu_sm_active_percent: tuple[int, ...] = ()
    gpu_memory_used_mib: tuple[int, ...] = ()
    tasks: tuple[TaskUsage, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "cpu_busy_milli": self.cpu_busy_milli,
            "memory_used_mib": self.memory_used_mib,
            "gpu_busy_percent": list(self.gpu_busy_percent),
            "gpu_sm_active_percent": list(self.gpu_sm_active_percent),
            "gpu_memory_used_mib": list(self.gpu_memory_used_mib),
            "tasks": [x.to_datum() for x in self.tasks],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeUsage:
        """The inverse."""
        return cls(
            cpu_busy_milli=d["cpu_busy_milli"],
            memory_used_mib=d["memory_used_mib"],
            gpu_busy_percent=tuple(d.get("gpu_busy_percent", [])),
            gpu_sm_active_percent=tuple(d.get("gpu_sm_active_percent", [])),
            gpu_memory_used_mib=tuple(d.get("gpu_memory_used_mib", [])),
            tasks=tuple(TaskUsage.from_datum(x) for x in d.get("tasks", [])),
        )


class Sandbox(StrEnum):
    """What keeps jobs apart from the rest of a machine."""

    NONE = "NONE"
    NAMESPACES = "NAMESPACES"
    BUBBLEWRAP = "BUBBLEWRAP"


class Enforced(StrEnum):
    """What a node holds jobs to."""

    MEMORY = "MEMORY"
    MEMORY_MEASURED = "MEMORY_MEASURED"
    CPU = "CPU"
    PROCESSES = "PROCESSES"
    OPEN_FILES = "OPEN_FILES"
    DEVICES = "DEVICES"
    UNKNOWN = "UNKNOWN"


@final
@record
class NodeHeartbeat:
    """Sent every interval_ms, jittered. Complete: no earlier beat is needed to read it.

    Attributes:
        node_id: Node.
        boot_id: New for every start of the agent.
        beat: 1, 2, 3 ... within one boot.
        interval_ms: Beats are this far apart.
        lease_ms: Silence after which the node's work is given up.
        address: Where ranks on other nodes reach this one.
        port_first: First port for rendezvous.
        port_count: How many.
        cpu_milli: CPU to give out.
        memory_mib: Memory to give out.
        gpu_model: Empty when there is none.
        gpu_memory_mib: Memory of each GPU, MiB; 0 when unknown.
        gpus: GPUs to give out.
        executor: How ranks run here.
        agent_version: Version of the agent.
        labels: Free labels.
        location: Where the node is in the network, as it is now.
        taints: Only jobs that tolerate all of them are placed here; sorted.
        usage: Null where not measured, as on simulated nodes.
        sandbox: What keeps jobs apart here.
        enforces: What it holds jobs to. MEMORY_MEASURED: memory, seen only now and then.
        machine_boot_id: Boot of the machine, by its kernel: another one after each reboot; empty:
            unknown.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.NodeHeartbeat"

    node_id: str
    boot_id: str
    beat: int
    interval_ms: int
    lease_ms: int
    address: str
    port_first: int
    port_count: int
    cpu_milli: int
    memory_mib: int
    gpu_model: str
    gpu_memory_mib: int = 0
    gpus: tuple[GpuState, ...]
    executor: Executor
    agent_version: str
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    location: Location = field(
        default_factory=lambda: Location.from_datum(
            {"nvlink_domain": "", "leaf": "", "spine": "", "cell": ""}
        )
    )
    taints: tuple[str, ...] = ()
    usage: NodeUsage | None = None
    sandbox: Sandbox = Sandbox.NONE
    enforces: tuple[Enforced, ...] = ()
    machine_boot_id: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "boot_id": self.boot_id,
            "beat": self.beat,
            "interval_ms": self.interval_ms,
            "lease_ms": self.lease_ms,
            "address": self.address,
            "port_first": self.port_first,
            "port_count": self.port_count,
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
            "gpu_model": self.gpu_model,
            "gpu_memory_mib": self.gpu_memory_mib,
            "gpus": [x.to_datum() for x in self.gpus],
            "executor": self.executor,
            "agent_version": self.agent_version,
            "labels": dict(self.labels),
            "location": self.location.to_datum(),
            "taints": list(self.taints),
            "usage": None if self.usage is None else self.usage.to_datum(),
            "sandbox": self.sandbox,
            "enforces": list(self.enforces),
            "machine_boot_id": self.machine_boot_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeHeartbeat:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            boot_id=d["boot_id"],
            beat=d["beat"],
            interval_ms=d["interval_ms"],
            lease_ms=d["lease_ms"],
            address=d["address"],
            port_first=d["port_first"],
            port_count=d["port_count"],
            cpu_milli=d["cpu_milli"],
            memory_mib=d["memory_mib"],
            gpu_model=d["gpu_model"],
            gpu_memory_mib=d.get("gpu_memory_mib", 0),
            gpus=tuple(GpuState.from_datum(x) for x in d["gpus"]),
            executor=Executor(d["executor"]),
            agent_version=d["agent_version"],
            labels=dict(d.get("labels", {})),
            location=Location.from_datum(
                d.get("location", {"nvlink_domain": "", "leaf": "", "spine": "", "cell": ""})
            ),
            taints=tuple(d.get("taints", [])),
            usage=None if d.get("usage") is None else NodeUsage.from_datum(branch_of(d["usage"])),
            sandbox=Sandbox(d.get("sandbox", "NONE")),
            enforces=tuple(Enforced(x) for x in d.get("enforces", [])),
            machine_boot_id=d.get("machine_boot_id", ""),
        )


Payload: TypeAlias = NodeHeartbeat

PAYLOADS: Final[Table] = table_of(NodeHeartbeat)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.node_heartbeats","doc'
    '":"A node says it is alive, and what it has.","fields":[{"name":"event_id","'
    'type":"string","doc":"Unique for ever; the deduplication key."},{"name":"key'
    '","type":"string","doc":"The Kafka key: what this topic is ordered by."},{"n'
    'ame":"occurred_at_ms","type":"long","doc":"When the producer says it happene'
    'd, milliseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"'
    'Service and instance that wrote the record."},{"name":"correlation_id","type'
    '":"string","doc":"Shared by everything that follows from one request."},{"na'
    'me":"causation_id","type":["null","string"],"doc":"event_id of the record th'
    'is one follows from.","default":null},{"name":"payload","type":[{"type":"rec'
    'ord","name":"NodeHeartbeat","doc":"Sent every interval_ms, jittered. Complet'
    'e: no earlier beat is needed to read it.","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"New for ev'
    'ery start of the agent."},{"name":"beat","type":"long","doc":"1, 2, 3 ... wi'
    'thin one boot."},{"name":"interval_ms","type":"long","doc":"Beats are this f'
    'ar apart."},{"name":"lease_ms","type":"long","doc":"Silence after which the '
    'node\'s work is given up."},{"name":"address","type":"string","doc":"Where ra'
    'nks on other nodes reach this one."},{"name":"port_first","type":"int","doc"'
    ':"First port for rendezvous."},{"name":"port_count","type":"int","doc":"How '
    'many."},{"name":"cpu_milli","type":"long","doc":"CPU to give out."},{"name":'
    '"memory_mib","type":"long","doc":"Memory to give out."},{"name":"gpu_model",'
    '"type":"string","doc":"Empty when there is none."},{"name":"gpu_memory_mib",'
    '"type":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","default":0},'
    '{"name":"gpus","type":{"type":"array","items":{"type":"record","name":"GpuSt'
    'ate","doc":"One GPU as its node sees it.","fields":[{"name":"index","type":"'
    'int","doc":"0-based on the node."},{"name":"healthy","type":"boolean","doc":'
    '"False: nothing new is placed on it."},{"name":"reason","type":"string","doc'
    '":"Why it is unhealthy.","default":""}],"namespace":"muster.node_heartbeats"'
    '}},"doc":"GPUs to give out."},{"name":"executor","type":{"type":"enum","name'
    '":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"defau'
    'lt":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run h'
    'ere."},{"name":"agent_version","type":"string","doc":"Version of the agent."'
    '},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Free label'
    's.","default":{}},{"name":"location","type":{"type":"record","name":"Locatio'
    'n","doc":"A node\'s place in the network: each name is a unit within the next'
    ' one; empty is unknown.","fields":[{"name":"nvlink_domain","type":"string","'
    'doc":"NVLink domain larger than the node; empty: the node is one by itself."'
    ',"default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.'
    '","default":""},{"name":"spine","type":"string","doc":"Spine, or pod of leav'
    'es.","default":""},{"name":"cell","type":"string","doc":"Part of the network'
    ' above the spines.","default":""}],"namespace":"muster.node_heartbeats"},"do'
    'c":"Where the node is in the network, as it is now.","default":{"nvlink_doma'
    'in":"","leaf":"","spine":"","cell":""}},{"name":"taints","type":{"type":"arr'
    'ay","items":"string"},"doc":"Only jobs that tolerate all of them are placed '
    'here; sorted.","default":[]},{"name":"usage","type":["null",{"type":"record"'
    ',"name":"NodeUsage","doc":"What the hardware of a node really does, by whoev'
    'er runs on it.","fields":[{"name":"cpu_busy_milli","type":"long","doc":"CPU '
    'busy since the last beat, thousandths of a core."},{"name":"memory_used_mib"'
    ',"type":"long","doc":"Memory in use now."},{"name":"gpu_busy_percent","type"'
    ':{"type":"array","items":"int"},"doc":"Percentage of recent time in which a '
    'kernel ran, by GPU; empty where not measured.","default":[]},{"name":"gpu_sm'
    '_active_percent","type":{"type":"array","items":"int"},"doc":"Percentage of '
    "recent time in which multiprocessors were active, by GPU, from profiling cou"
    'nters (DCGM); empty where not measured.","default":[]},{"name":"gpu_memory_u'
    'sed_mib","type":{"type":"array","items":"long"},"doc":"Memory of each GPU in'
    ' use now, MiB; empty where not measured.","default":[]},{"name":"tasks","typ'
    'e":{"type":"array","items":{"type":"record","name":"TaskUsage","doc":"What t'
    'he processes of one task do.","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name"'
    ':"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs that it hol'
    'ds, each once."},{"name":"gpu_milli","type":"int","doc":"Thousandths that it'
    ' holds of each."},{"name":"cpu_busy_milli","type":"long","doc":"CPU that its'
    ' processes used since the last beat, thousandths of a core."},{"name":"memor'
    'y_mib","type":"long","doc":"Memory that it was given; 0: without limit."},{"'
    'name":"memory_used_mib","type":"long","doc":"Memory that its processes use n'
    'ow."}],"namespace":"muster.node_heartbeats"}},"doc":"What runs here; one who'
    'se figures cannot be had is absent.","default":[]}],"namespace":"muster.node'
    '_heartbeats"}],"doc":"Null where not measured, as on simulated nodes.","defa'
    'ult":null},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"W'
    'hat keeps jobs apart from the rest of a machine.","symbols":["NONE","NAMESPA'
    'CES","BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"d'
    'oc":"What keeps jobs apart here.","default":"NONE"},{"name":"enforces","type'
    '":{"type":"array","items":{"type":"enum","name":"Enforced","doc":"What a nod'
    'e holds jobs to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","O'
    'PEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.node'
    '_heartbeats"}},"doc":"What it holds jobs to. MEMORY_MEASURED: memory, seen o'
    'nly now and then.","default":[]},{"name":"machine_boot_id","type":"string","'
    'doc":"Boot of the machine, by its kernel: another one after each reboot; emp'
    'ty: unknown.","default":""}],"namespace":"muster.node_heartbeats"}],"doc":"W'
    'hat happened."}]}'
)
