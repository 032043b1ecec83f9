"""Signs of life of nodes, with their resources.

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
        index: Index on the node, from 0.
        healthy: False: nothing new is placed on it.
        reason: Reason why it is unhealthy.
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
    """Way of running ranks."""

    PROCESS = "PROCESS"
    SIMULATED = "SIMULATED"


@final
@record
class Location:
    """A node's place in the network: each name is a unit within the next one; empty: unknown.

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
class RankUsage:
    """Usage of the processes of one rank.

    Attributes:
        rank: Rank.
        gpu_indices: GPUs that it holds.
        cpu_busy_milli: CPU used by its processes since the last heartbeat, thousandths of a core.
        memory_used_mib: Memory resident in its processes now; shared pages count once for each
            process.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.RankUsage"

    rank: int
    gpu_indices: tuple[int, ...]
    cpu_busy_milli: int
    memory_used_mib: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "gpu_indices": list(self.gpu_indices),
            "cpu_busy_milli": self.cpu_busy_milli,
            "memory_used_mib": self.memory_used_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankUsage:
        """The inverse."""
        return cls(
            rank=d["rank"],
            gpu_indices=tuple(d["gpu_indices"]),
            cpu_busy_milli=d["cpu_busy_milli"],
            memory_used_mib=d["memory_used_mib"],
        )


@final
@record
class TaskUsage:
    """Usage of one task's processes.

    Attributes:
        job_id: Job.
        attempt: Attempt, 1-based.
        gpu_indices: GPUs that it holds, each once.
        gpu_milli: Thousandths of each GPU that it holds.
        cpu_busy_milli: CPU used by its processes since the last heartbeat, thousandths of a core.
        memory_mib: Memory limit; 0: unlimited.
        memory_used_mib: Memory used by its processes now.
        ranks: Its ranks, by rank; those without a process of their own session are left out.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_heartbeats.TaskUsage"

    job_id: str
    attempt: int
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    cpu_busy_milli: int
    memory_mib: int
    memory_used_mib: int
    ranks: tuple[RankUsage, ...] = ()

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
            "ranks": [x.to_datum() for x in self.ranks],
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
            ranks=tuple(RankUsage.from_datum(x) for x in d.get("ranks", [])),
        )


@final
@record
class NodeUsage:
    """Measured hardware usage of a node, whatever runs on it.

    Attributes:
        cpu_busy_milli: CPU used since the last heartbeat, thousandths of a core.
        memory_used_mib: Memory in use now.
        gpu_busy_percent: Percentage of recent time in which a kernel ran, by GPU; empty where not
            measured.
        gpu_sm_active_percent: Percentage of recent time in which multiprocessors were active, by
            GPU, from profiling counters (DCGM); empty where not measured.
        gpu_memory_used_mib: Memory of each GPU in use now, MiB; empty where not measured.
        tasks: Tasks that run here, except those whose figures are unavailable.
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
    """Isolation of jobs from the rest of a machine."""

    NONE = "NONE"
    NAMESPACES = "NAMESPACES"
    BUBBLEWRAP = "BUBBLEWRAP"


class Enforced(StrEnum):
    """Limit that a node enforces on jobs."""

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
    """Sent every interval_ms, jittered. Self-contained: no earlier heartbeat is needed.

    Attributes:
        node_id: Node.
        boot_id: Changes at every start of the agent.
        beat: Number within one boot: 1, 2, 3 ...
        interval_ms: Interval between heartbeats.
        lease_ms: Silence after which the node's work is given up.
        address: Address where ranks on other nodes reach this one.
        port_first: First port for rendezvous.
        port_count: Number of rendezvous ports.
        cpu_milli: CPU for jobs.
        memory_mib: Memory for jobs.
        gpu_model: GPU model; empty: none.
        gpu_memory_mib: Memory of each GPU, MiB; 0 when unknown.
        gpus: GPUs for jobs.
        executor: How ranks run here.
        agent_version: Version of the agent.
        labels: Free labels.
        location: The node's present place in the network.
        taints: Taints; only jobs that tolerate all of them are placed here; sorted.
        usage: Usage; null: not measured, as on simulated nodes.
        sandbox: How jobs are isolated here.
        enforces: Limits that it enforces on jobs. MEMORY_MEASURED: memory, measured only from time
            to time.
        machine_boot_id: Boot id of the machine, from its kernel; changes at each reboot; empty:
            unknown.
        order_seq_stored: Newest order_seq that its agent has stored; -1: none; null: not reported,
            as by earlier versions.
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
    order_seq_stored: int | None = None

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
            "order_seq_stored": self.order_seq_stored,
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
            order_seq_stored=d.get("order_seq_stored"),
        )


Payload: TypeAlias = NodeHeartbeat

PAYLOADS: Final[Table] = table_of(NodeHeartbeat)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.node_heartbeats","doc'
    '":"Signs of life of nodes, with their resources.","fields":[{"name":"event_i'
    'd","type":"string","doc":"Unique for ever; the deduplication key."},{"name":'
    '"key","type":"string","doc":"Kafka key; records with the same key keep their'
    ' order."},{"name":"occurred_at_ms","type":"long","doc":"Time of the event ac'
    'cording to the producer, milliseconds since 1970 UTC."},{"name":"producer","'
    'type":"string","doc":"Service and instance that wrote the record."},{"name":'
    '"correlation_id","type":"string","doc":"Shared by everything that follows fr'
    'om one request."},{"name":"causation_id","type":["null","string"],"doc":"eve'
    'nt_id of the record this one follows from.","default":null},{"name":"payload'
    '","type":[{"type":"record","name":"NodeHeartbeat","doc":"Sent every interval'
    '_ms, jittered. Self-contained: no earlier heartbeat is needed.","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"str'
    'ing","doc":"Changes at every start of the agent."},{"name":"beat","type":"lo'
    'ng","doc":"Number within one boot: 1, 2, 3 ..."},{"name":"interval_ms","type'
    '":"long","doc":"Interval between heartbeats."},{"name":"lease_ms","type":"lo'
    'ng","doc":"Silence after which the node\'s work is given up."},{"name":"addre'
    'ss","type":"string","doc":"Address where ranks on other nodes reach this one'
    '."},{"name":"port_first","type":"int","doc":"First port for rendezvous."},{"'
    'name":"port_count","type":"int","doc":"Number of rendezvous ports."},{"name"'
    ':"cpu_milli","type":"long","doc":"CPU for jobs."},{"name":"memory_mib","type'
    '":"long","doc":"Memory for jobs."},{"name":"gpu_model","type":"string","doc"'
    ':"GPU model; empty: none."},{"name":"gpu_memory_mib","type":"long","doc":"Me'
    'mory of each GPU, MiB; 0 when unknown.","default":0},{"name":"gpus","type":{'
    '"type":"array","items":{"type":"record","name":"GpuState","doc":"One GPU as '
    'its node sees it.","fields":[{"name":"index","type":"int","doc":"Index on th'
    'e node, from 0."},{"name":"healthy","type":"boolean","doc":"False: nothing n'
    'ew is placed on it."},{"name":"reason","type":"string","doc":"Reason why it '
    'is unhealthy.","default":""}],"namespace":"muster.node_heartbeats"}},"doc":"'
    'GPUs for jobs."},{"name":"executor","type":{"type":"enum","name":"Executor",'
    '"doc":"Way of running ranks.","symbols":["PROCESS","SIMULATED"],"default":"S'
    'IMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run here."}'
    ',{"name":"agent_version","type":"string","doc":"Version of the agent."},{"na'
    'me":"labels","type":{"type":"map","values":"string"},"doc":"Free labels.","d'
    'efault":{}},{"name":"location","type":{"type":"record","name":"Location","do'
    'c":"A node\'s place in the network: each name is a unit within the next one; '
    'empty: unknown.","fields":[{"name":"nvlink_domain","type":"string","doc":"NV'
    'Link domain larger than the node; empty: the node is one by itself.","defaul'
    't":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.","defau'
    'lt":""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves.","de'
    'fault":""},{"name":"cell","type":"string","doc":"Part of the network above t'
    'he spines.","default":""}],"namespace":"muster.node_heartbeats"},"doc":"The '
    'node\'s present place in the network.","default":{"nvlink_domain":"","leaf":"'
    '","spine":"","cell":""}},{"name":"taints","type":{"type":"array","items":"st'
    'ring"},"doc":"Taints; only jobs that tolerate all of them are placed here; s'
    'orted.","default":[]},{"name":"usage","type":["null",{"type":"record","name"'
    ':"NodeUsage","doc":"Measured hardware usage of a node, whatever runs on it."'
    ',"fields":[{"name":"cpu_busy_milli","type":"long","doc":"CPU used since the '
    'last heartbeat, thousandths of a core."},{"name":"memory_used_mib","type":"l'
    'ong","doc":"Memory in use now."},{"name":"gpu_busy_percent","type":{"type":"'
    'array","items":"int"},"doc":"Percentage of recent time in which a kernel ran'
    ', by GPU; empty where not measured.","default":[]},{"name":"gpu_sm_active_pe'
    'rcent","type":{"type":"array","items":"int"},"doc":"Percentage of recent tim'
    "e in which multiprocessors were active, by GPU, from profiling counters (DCG"
    'M); empty where not measured.","default":[]},{"name":"gpu_memory_used_mib","'
    'type":{"type":"array","items":"long"},"doc":"Memory of each GPU in use now, '
    'MiB; empty where not measured.","default":[]},{"name":"tasks","type":{"type"'
    ':"array","items":{"type":"record","name":"TaskUsage","doc":"Usage of one tas'
    'k\'s processes.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"gpu_indices"'
    ',"type":{"type":"array","items":"int"},"doc":"GPUs that it holds, each once.'
    '"},{"name":"gpu_milli","type":"int","doc":"Thousandths of each GPU that it h'
    'olds."},{"name":"cpu_busy_milli","type":"long","doc":"CPU used by its proces'
    'ses since the last heartbeat, thousandths of a core."},{"name":"memory_mib",'
    '"type":"long","doc":"Memory limit; 0: unlimited."},{"name":"memory_used_mib"'
    ',"type":"long","doc":"Memory used by its processes now."},{"name":"ranks","t'
    'ype":{"type":"array","items":{"type":"record","name":"RankUsage","doc":"Usag'
    'e of the processes of one rank.","fields":[{"name":"rank","type":"int","doc"'
    ':"Rank."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":'
    '"GPUs that it holds."},{"name":"cpu_busy_milli","type":"long","doc":"CPU use'
    'd by its processes since the last heartbeat, thousandths of a core."},{"name'
    '":"memory_used_mib","type":"long","doc":"Memory resident in its processes no'
    'w; shared pages count once for each process."}],"namespace":"muster.node_hea'
    'rtbeats"}},"doc":"Its ranks, by rank; those without a process of their own s'
    'ession are left out.","default":[]}],"namespace":"muster.node_heartbeats"}},'
    '"doc":"Tasks that run here, except those whose figures are unavailable.","de'
    'fault":[]}],"namespace":"muster.node_heartbeats"}],"doc":"Usage; null: not m'
    'easured, as on simulated nodes.","default":null},{"name":"sandbox","type":{"'
    'type":"enum","name":"Sandbox","doc":"Isolation of jobs from the rest of a ma'
    'chine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE","names'
    'pace":"muster.node_heartbeats"},"doc":"How jobs are isolated here.","default'
    '":"NONE"},{"name":"enforces","type":{"type":"array","items":{"type":"enum","'
    'name":"Enforced","doc":"Limit that a node enforces on jobs.","symbols":["MEM'
    'ORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"'
    'default":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"Limits that'
    " it enforces on jobs. MEMORY_MEASURED: memory, measured only from time to ti"
    'me.","default":[]},{"name":"machine_boot_id","type":"string","doc":"Boot id '
    'of the machine, from its kernel; changes at each reboot; empty: unknown.","d'
    'efault":""},{"name":"order_seq_stored","type":["null","long"],"doc":"Newest '
    "order_seq that its agent has stored; -1: none; null: not reported, as by ear"
    'lier versions.","default":null}],"namespace":"muster.node_heartbeats"}],"doc'
    '":"What happened."}]}'
)
