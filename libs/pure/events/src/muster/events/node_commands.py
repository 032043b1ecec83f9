"""An order to one node's agent.

Generated from schemas/node-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class Sharing(StrEnum):
    """How a rank shares its GPUs: not at all; within its team by MPS or time slicing; by a MIG instance."""

    EXCLUSIVE = "EXCLUSIVE"
    MPS = "MPS"
    TIME_SLICING = "TIME_SLICING"
    MIG = "MIG"


@final
@record
class RankAssignment:
    """Resources of one rank on the node.

    Attributes:
        rank: Rank.
        gpu_indices: GPUs.
        gpu_milli: Thousandths of each GPU.
        sharing: Sharing of these GPUs with other ranks.
        mig_profile: Profile of its MIG instance.
        mig_start: First memory slice of that instance.
        cpu_milli: Thousandths of a CPU core it may use; 0: unlimited.
        memory_mib: Main memory it may use, MiB; 0: unlimited.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_commands.RankAssignment"

    rank: int
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    sharing: Sharing = Sharing.EXCLUSIVE
    mig_profile: str | None = None
    mig_start: int | None = None
    cpu_milli: int = 0
    memory_mib: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "gpu_indices": list(self.gpu_indices),
            "gpu_milli": self.gpu_milli,
            "sharing": self.sharing,
            "mig_profile": self.mig_profile,
            "mig_start": self.mig_start,
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankAssignment:
        """The inverse."""
        return cls(
            rank=d["rank"],
            gpu_indices=tuple(d["gpu_indices"]),
            gpu_milli=d["gpu_milli"],
            sharing=Sharing(d.get("sharing", "EXCLUSIVE")),
            mig_profile=d.get("mig_profile"),
            mig_start=d.get("mig_start"),
            cpu_milli=d.get("cpu_milli", 0),
            memory_mib=d.get("memory_mib", 0),
        )


@final
@record
class StoredCheckpoint:
    """A complete checkpoint in the store.

    Attributes:
        uri: URI of its single file, or of the record of its parts.
        sha256: Its hash.
        file: Its file name.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_commands.StoredCheckpoint"

    uri: str
    sha256: str
    file: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "uri": self.uri,
            "sha256": self.sha256,
            "file": self.file,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StoredCheckpoint:
        """The inverse."""
        return cls(
            uri=d["uri"],
            sha256=d["sha256"],
            file=d["file"],
        )


@final
@record
class StartTask:
    """Start these ranks.

    Attributes:
        node_id: Node.
        epoch: Leader's epoch; an agent that has seen a newer one refuses the order.
        order_seq: Position of the decision: seq of the input that caused it.
        job_id: Job.
        attempt: Attempt; started at most once.
        tenant: Tenant.
        job_name: Job's name.
        user: Job's user.
        ranks: Ranks on this node.
        world_size: Total number of ranks.
        master_address: Address of rank 0.
        master_port: Rendezvous port on rank 0's node.
        image: Container image.
        command: Program and arguments.
        env: Environment.
        files_sha256: Working files.
        wall_time_max_ms: Stop after this long.
        hang_after_ms: Report ranks that are silent for this long; null: do not.
        start_up_max_ms: The same from their start, for ranks that hardly use the CPU; null: do not.
        gpu_idle_max_ms: Report when its GPUs were almost idle for this long; null: do not.
        straggler_after_ms: Period over which to measure and report the step times of each rank;
            null: do not.
        grace_ms: Time between SIGTERM and SIGKILL.
        checkpoint_enabled: Whether to keep checkpoints.
        checkpoint_bytes_per_s: Bandwidth of the job for storing checkpoints, bytes per second; the
            node uses the share of its ranks.
        mtbf_ms: Expected run time of the gang until one of its nodes fails, by the log's record of
            such nodes; null: it keeps no checkpoints.
        checkpoint_uri: Newest checkpoint of an earlier attempt.
        checkpoint_sha256: Its hash.
        checkpoint_file: Its file name.
        checkpoints_earlier: Earlier checkpoints, newest first: each is tried if the one before it
            in this list is damaged.
        offline: Whether its ranks see no network but their own loopback.
        failure_rules_sha256: Failure rules by which output is scanned; null: none are in effect.
        failure_rules_version: Their version.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_commands.StartTask"

    node_id: str
    epoch: int
    order_seq: int
    job_id: str
    attempt: int
    tenant: str
    job_name: str
    user: str
    ranks: tuple[RankAssignment, ...]
    world_size: int
    master_address: str
    master_port: int
    image: str | None = None
    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    files_sha256: str | None = None
    wall_time_max_ms: int | None = None
    hang_after_ms: int | None = None
    start_up_max_ms: int | None = None
    gpu_idle_max_ms: int | None = None
    straggler_after_ms: int | None = None
    grace_ms: int
    checkpoint_enabled: bool
    checkpoint_bytes_per_s: int = 1000000000
    mtbf_ms: int | None = None
    checkpoint_uri: str | None = None
    checkpoint_sha256: str | None = None
    checkpoint_file: str | None = None
    checkpoints_earlier: tuple[StoredCheckpoint, ...] = ()
    offline: bool = False
    failure_rules_sha256: str | None = None
    failure_rules_version: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "epoch": self.epoch,
            "order_seq": self.order_seq,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "tenant": self.tenant,
            "job_name": self.job_name,
            "user": self.user,
            "ranks": [x.to_datum() for x in self.ranks],
            "world_size": self.world_size,
            "master_address": self.master_address,
            "master_port": self.master_port,
            "image": self.image,
            "command": list(self.command),
            "env": dict(self.env),
            "files_sha256": self.files_sha256,
            "wall_time_max_ms": self.wall_time_max_ms,
            "hang_after_ms": self.hang_after_ms,
            "start_up_max_ms": self.start_up_max_ms,
            "gpu_idle_max_ms": self.gpu_idle_max_ms,
            "straggler_after_ms": self.straggler_after_ms,
            "grace_ms": self.grace_ms,
            "checkpoint_enabled": self.checkpoint_enabled,
            "checkpoint_bytes_per_s": self.checkpoint_bytes_per_s,
            "mtbf_ms": self.mtbf_ms,
            "checkpoint_uri": self.checkpoint_uri,
            "checkpoint_sha256": self.checkpoint_sha256,
            "checkpoint_file": self.checkpoint_file,
            "checkpoints_earlier": [x.to_datum() for x in self.checkpoints_earlier],
            "offline": self.offline,
            "failure_rules_sha256": self.failure_rules_sha256,
            "failure_rules_version": self.failure_rules_version,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StartTask:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            epoch=d["epoch"],
            order_seq=d["order_seq"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            tenant=d["tenant"],
            job_name=d["job_name"],
            user=d["user"],
            ranks=tuple(RankAssignment.from_datum(x) for x in d["ranks"]),
            world_size=d["world_size"],
            master_address=d["master_address"],
            master_port=d["master_port"],
            image=d.get("image"),
            command=tuple(d["command"]),
            env=dict(d.get("env", {})),
            files_sha256=d.get("files_sha256"),
            wall_time_max_ms=d.get("wall_time_max_ms"),
            hang_after_ms=d.get("hang_after_ms"),
            start_up_max_ms=d.get("start_up_max_ms"),
            gpu_idle_max_ms=d.get("gpu_idle_max_ms"),
            straggler_after_ms=d.get("straggler_after_ms"),
            grace_ms=d["grace_ms"],
            checkpoint_enabled=d["checkpoint_enabled"],
            checkpoint_bytes_per_s=d.get("checkpoint_bytes_per_s", 1000000000),
            mtbf_ms=d.get("mtbf_ms"),
            checkpoint_uri=d.get("checkpoint_uri"),
            checkpoint_sha256=d.get("checkpoint_sha256"),
            checkpoint_file=d.get("checkpoint_file"),
            checkpoints_earlier=tuple(
                StoredCheckpoint.from_datum(x) for x in d.get("checkpoints_earlier", [])
            ),
            offline=d.get("offline", False),
            failure_rules_sha256=d.get("failure_rules_sha256"),
            failure_rules_version=d.get("failure_rules_version"),
        )


@final
@record
class TestNode:
    """Check whether the machine does what jobs need of it, and report the result.

    Attributes:
        node_id: Node.
        epoch: Leader's epoch.
        order_seq: seq of the input that this order follows from.
        reason: Why, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_commands.TestNode"

    node_id: str
    epoch: int
    order_seq: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "epoch": self.epoch,
            "order_seq": self.order_seq,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TestNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            epoch=d["epoch"],
            order_seq=d["order_seq"],
            reason=d["reason"],
        )


@final
@record
class StopTask:
    """Stop this attempt's ranks; if the attempt is unknown, there is nothing to do.

    Attributes:
        node_id: Node.
        epoch: Leader's epoch; an agent that has seen a newer one refuses the order.
        order_seq: Position of the decision: seq of the input that caused it.
        job_id: Job.
        attempt: Attempt; started at most once.
        grace_ms: Time between SIGTERM and SIGKILL.
        checkpoint_grace_ms: Maximum time for a checkpoint before SIGTERM; 0: the ranks do not
            continue later.
        checkpoint_bytes_per_s: Bandwidth of the job for storing checkpoints from now on, bytes per
            second; the node uses the share of its ranks; null: unchanged.
        reason: Reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.node_commands.StopTask"

    node_id: str
    epoch: int
    order_seq: int
    job_id: str
    attempt: int
    grace_ms: int
    checkpoint_grace_ms: int = 0
    checkpoint_bytes_per_s: int | None = None
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "epoch": self.epoch,
            "order_seq": self.order_seq,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "grace_ms": self.grace_ms,
            "checkpoint_grace_ms": self.checkpoint_grace_ms,
            "checkpoint_bytes_per_s": self.checkpoint_bytes_per_s,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StopTask:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            epoch=d["epoch"],
            order_seq=d["order_seq"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            grace_ms=d["grace_ms"],
            checkpoint_grace_ms=d.get("checkpoint_grace_ms", 0),
            checkpoint_bytes_per_s=d.get("checkpoint_bytes_per_s"),
            reason=d["reason"],
        )


NodeCommand: TypeAlias = StartTask | TestNode | StopTask

Payload: TypeAlias = NodeCommand

PAYLOADS: Final[Table] = table_of(StartTask, TestNode, StopTask)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.node_commands","doc":'
    '"An order to one node\'s agent.","fields":[{"name":"event_id","type":"string"'
    ',"doc":"Unique for ever; the deduplication key."},{"name":"key","type":"stri'
    'ng","doc":"Kafka key; records with the same key keep their order."},{"name":'
    '"occurred_at_ms","type":"long","doc":"Time of the event according to the pro'
    'ducer, milliseconds since 1970 UTC."},{"name":"producer","type":"string","do'
    'c":"Service and instance that wrote the record."},{"name":"correlation_id","'
    'type":"string","doc":"Shared by everything that follows from one request."},'
    '{"name":"causation_id","type":["null","string"],"doc":"event_id of the recor'
    'd this one follows from.","default":null},{"name":"payload","type":[{"type":'
    '"record","name":"StartTask","doc":"Start these ranks.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"L'
    'eader\'s epoch; an agent that has seen a newer one refuses the order."},{"nam'
    'e":"order_seq","type":"long","doc":"Position of the decision: seq of the inp'
    'ut that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt; started at most once."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"job_name","type":"string","doc'
    '":"Job\'s name."},{"name":"user","type":"string","doc":"Job\'s user."},{"name"'
    ':"ranks","type":{"type":"array","items":{"type":"record","name":"RankAssignm'
    'ent","doc":"Resources of one rank on the node.","fields":[{"name":"rank","ty'
    'pe":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"array","items'
    '":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths '
    'of each GPU."},{"name":"sharing","type":{"type":"enum","name":"Sharing","doc'
    '":"How a rank shares its GPUs: not at all; within its team by MPS or time sl'
    'icing; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"'
    '],"default":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Sharing o'
    'f these GPUs with other ranks.","default":"EXCLUSIVE"},{"name":"mig_profile"'
    ',"type":["null","string"],"doc":"Profile of its MIG instance.","default":nul'
    'l},{"name":"mig_start","type":["null","int"],"doc":"First memory slice of th'
    'at instance.","default":null},{"name":"cpu_milli","type":"long","doc":"Thous'
    'andths of a CPU core it may use; 0: unlimited.","default":0},{"name":"memory'
    '_mib","type":"long","doc":"Main memory it may use, MiB; 0: unlimited.","defa'
    'ult":0}],"namespace":"muster.node_commands"}},"doc":"Ranks on this node."},{'
    '"name":"world_size","type":"int","doc":"Total number of ranks."},{"name":"ma'
    'ster_address","type":"string","doc":"Address of rank 0."},{"name":"master_po'
    'rt","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"name":"image",'
    '"type":["null","string"],"doc":"Container image.","default":null},{"name":"c'
    'ommand","type":{"type":"array","items":"string"},"doc":"Program and argument'
    's."},{"name":"env","type":{"type":"map","values":"string"},"doc":"Environmen'
    't.","default":{}},{"name":"files_sha256","type":["null","string"],"doc":"Wor'
    'king files.","default":null},{"name":"wall_time_max_ms","type":["null","long'
    '"],"doc":"Stop after this long.","default":null},{"name":"hang_after_ms","ty'
    'pe":["null","long"],"doc":"Report ranks that are silent for this long; null:'
    ' do not.","default":null},{"name":"start_up_max_ms","type":["null","long"],"'
    'doc":"The same from their start, for ranks that hardly use the CPU; null: do'
    ' not.","default":null},{"name":"gpu_idle_max_ms","type":["null","long"],"doc'
    '":"Report when its GPUs were almost idle for this long; null: do not.","defa'
    'ult":null},{"name":"straggler_after_ms","type":["null","long"],"doc":"Period'
    " over which to measure and report the step times of each rank; null: do not."
    '","default":null},{"name":"grace_ms","type":"long","doc":"Time between SIGTE'
    'RM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc":"Wheth'
    'er to keep checkpoints."},{"name":"checkpoint_bytes_per_s","type":"long","do'
    'c":"Bandwidth of the job for storing checkpoints, bytes per second; the node'
    ' uses the share of its ranks.","default":1000000000},{"name":"mtbf_ms","type'
    '":["null","long"],"doc":"Expected run time of the gang until one of its node'
    "s fails, by the log's record of such nodes; null: it keeps no checkpoints.\","
    '"default":null},{"name":"checkpoint_uri","type":["null","string"],"doc":"New'
    'est checkpoint of an earlier attempt.","default":null},{"name":"checkpoint_s'
    'ha256","type":["null","string"],"doc":"Its hash.","default":null},{"name":"c'
    'heckpoint_file","type":["null","string"],"doc":"Its file name.","default":nu'
    'll},{"name":"checkpoints_earlier","type":{"type":"array","items":{"type":"re'
    'cord","name":"StoredCheckpoint","doc":"A complete checkpoint in the store.",'
    '"fields":[{"name":"uri","type":"string","doc":"URI of its single file, or of'
    ' the record of its parts."},{"name":"sha256","type":"string","doc":"Its hash'
    '."},{"name":"file","type":"string","doc":"Its file name."}],"namespace":"mus'
    'ter.node_commands"}},"doc":"Earlier checkpoints, newest first: each is tried'
    ' if the one before it in this list is damaged.","default":[]},{"name":"offli'
    'ne","type":"boolean","doc":"Whether its ranks see no network but their own l'
    'oopback.","default":false},{"name":"failure_rules_sha256","type":["null","st'
    'ring"],"doc":"Failure rules by which output is scanned; null: none are in ef'
    'fect.","default":null},{"name":"failure_rules_version","type":["null","int"]'
    ',"doc":"Their version.","default":null}],"namespace":"muster.node_commands"}'
    ',{"type":"record","name":"TestNode","doc":"Check whether the machine does wh'
    'at jobs need of it, and report the result.","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epo'
    'ch."},{"name":"order_seq","type":"long","doc":"seq of the input that this or'
    'der follows from."},{"name":"reason","type":"string","doc":"Why, for people.'
    '"}],"namespace":"muster.node_commands"},{"type":"record","name":"StopTask","'
    'doc":"Stop this attempt\'s ranks; if the attempt is unknown, there is nothing'
    ' to do.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"epoch","type":"long","doc":"Leader\'s epoch; an agent that has seen a newer '
    'one refuses the order."},{"name":"order_seq","type":"long","doc":"Position o'
    'f the decision: seq of the input that caused it."},{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started'
    ' at most once."},{"name":"grace_ms","type":"long","doc":"Time between SIGTER'
    'M and SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Maximum '
    'time for a checkpoint before SIGTERM; 0: the ranks do not continue later.","'
    'default":0},{"name":"checkpoint_bytes_per_s","type":["null","long"],"doc":"B'
    "andwidth of the job for storing checkpoints from now on, bytes per second; t"
    'he node uses the share of its ranks; null: unchanged.","default":null},{"nam'
    'e":"reason","type":"string","doc":"Reason."}],"namespace":"muster.node_comma'
    'nds"}],"doc":"What happened."}]}'
)
