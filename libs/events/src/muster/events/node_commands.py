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
    """How a rank shares its GPUs: not; inside its team by MPS or in turns; by a MIG instance."""

    EXCLUSIVE = "EXCLUSIVE"
    MPS = "MPS"
    TIME_SLICING = "TIME_SLICING"
    MIG = "MIG"


@final
@record
class RankAssignment:
    """What one rank gets on the node.

    Attributes:
        rank: Rank.
        gpu_indices: GPUs.
        gpu_milli: Thousandths of each.
        sharing: Who else may be on them.
        mig_profile: Profile of the MIG instance it gets.
        mig_start: First memory slice of that instance.
        cpu_milli: Thousandths of a CPU core it may use; 0: without limit.
        memory_mib: Main memory it may use, MiB; 0: without limit.
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
    """A checkpoint that is whole in the store.

    Attributes:
        uri: Of the one file that it is, or of the record of its parts.
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
        epoch: Leader's epoch; older than one already seen: refuse.
        order_seq: Position of the decision: seq of the input that caused it.
        job_id: Job.
        attempt: Attempt; started at most once.
        tenant: Tenant.
        job_name: Job's name.
        user: Job's user.
        ranks: Ranks on this node.
        world_size: Ranks in all.
        master_address: Address of rank 0.
        master_port: Rendezvous port on rank 0's node.
        image: Container image.
        command: Program and arguments.
        env: Environment.
        files_sha256: Working files.
        wall_time_max_ms: Stop after this long.
        hang_after_ms: Report ranks that say nothing for so long; null: do not.
        start_up_max_ms: The same from their start, while they hardly use the CPU; null: do not.
        gpu_idle_max_ms: Report when its GPUs did next to nothing for so long; null: do not.
        straggler_after_ms: Measure over so long how long the steps of each rank take, and report
            it; null: do not.
        grace_ms: Between SIGTERM and SIGKILL.
        checkpoint_enabled: Keep checkpoints.
        checkpoint_bytes_per_s: What the job may store of checkpoints, bytes per second; the node
            takes the part that its ranks are.
        mtbf_ms: How long the gang is believed to run until one of its nodes ends, by what the log
            says of such nodes; null: it keeps no checkpoints.
        checkpoint_uri: Newest checkpoint of an earlier attempt.
        checkpoint_sha256: Its hash.
        checkpoint_file: Its file name.
        checkpoints_earlier: Those before it, the newest first: each is tried when the one before it
            in this list is damaged.
        offline: Its ranks see no network but their own loopback.
        failure_rules_sha256: Rules of failures by which output is scanned; null: none are in
            effect.
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
    """Look whether the machine does what jobs need of it, and report it.

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
    """Stop this attempt's ranks; unknown attempt: nothing to do.

    Attributes:
        node_id: Node.
        epoch: Leader's epoch; older than one already seen: refuse.
        order_seq: Position of the decision: seq of the input that caused it.
        job_id: Job.
        attempt: Attempt; started at most once.
        grace_ms: Between SIGTERM and SIGKILL.
        checkpoint_grace_ms: Most time for a checkpoint before SIGTERM; 0: the ranks do not go on
            later.
        checkpoint_bytes_per_s: What the job may store of checkpoints from now on, bytes per second;
            the node takes the part that its ranks are; null: as before.
        reason: Why.
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
    'ng","doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred'
    '_at_ms","type":"long","doc":"When the producer says it happened, millisecond'
    's since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and in'
    'stance that wrote the record."},{"name":"correlation_id","type":"string","do'
    'c":"Shared by everything that follows from one request."},{"name":"causation'
    '_id","type":["null","string"],"doc":"event_id of the record this one follows'
    ' from.","default":null},{"name":"payload","type":[{"type":"record","name":"S'
    'tartTask","doc":"Start these ranks.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; old'
    'er than one already seen: refuse."},{"name":"order_seq","type":"long","doc":'
    '"Position of the decision: seq of the input that caused it."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt; started at most once."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"user","ty'
    'pe":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","it'
    'ems":{"type":"record","name":"RankAssignment","doc":"What one rank gets on t'
    'he node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_'
    'indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_m'
    'illi","type":"int","doc":"Thousandths of each."},{"name":"sharing","type":{"'
    'type":"enum","name":"Sharing","doc":"How a rank shares its GPUs: not; inside'
    ' its team by MPS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MP'
    'S","TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_comm'
    'ands"},"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_'
    'profile","type":["null","string"],"doc":"Profile of the MIG instance it gets'
    '.","default":null},{"name":"mig_start","type":["null","int"],"doc":"First me'
    'mory slice of that instance.","default":null},{"name":"cpu_milli","type":"lo'
    'ng","doc":"Thousandths of a CPU core it may use; 0: without limit.","default'
    '":0},{"name":"memory_mib","type":"long","doc":"Main memory it may use, MiB; '
    '0: without limit.","default":0}],"namespace":"muster.node_commands"}},"doc":'
    '"Ranks on this node."},{"name":"world_size","type":"int","doc":"Ranks in all'
    '."},{"name":"master_address","type":"string","doc":"Address of rank 0."},{"n'
    'ame":"master_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{'
    '"name":"image","type":["null","string"],"doc":"Container image.","default":n'
    'ull},{"name":"command","type":{"type":"array","items":"string"},"doc":"Progr'
    'am and arguments."},{"name":"env","type":{"type":"map","values":"string"},"d'
    'oc":"Environment.","default":{}},{"name":"files_sha256","type":["null","stri'
    'ng"],"doc":"Working files.","default":null},{"name":"wall_time_max_ms","type'
    '":["null","long"],"doc":"Stop after this long.","default":null},{"name":"han'
    'g_after_ms","type":["null","long"],"doc":"Report ranks that say nothing for '
    'so long; null: do not.","default":null},{"name":"start_up_max_ms","type":["n'
    'ull","long"],"doc":"The same from their start, while they hardly use the CPU'
    '; null: do not.","default":null},{"name":"gpu_idle_max_ms","type":["null","l'
    'ong"],"doc":"Report when its GPUs did next to nothing for so long; null: do '
    'not.","default":null},{"name":"straggler_after_ms","type":["null","long"],"d'
    'oc":"Measure over so long how long the steps of each rank take, and report i'
    't; null: do not.","default":null},{"name":"grace_ms","type":"long","doc":"Be'
    'tween SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","'
    'doc":"Keep checkpoints."},{"name":"checkpoint_bytes_per_s","type":"long","do'
    'c":"What the job may store of checkpoints, bytes per second; the node takes '
    'the part that its ranks are.","default":1000000000},{"name":"mtbf_ms","type"'
    ':["null","long"],"doc":"How long the gang is believed to run until one of it'
    "s nodes ends, by what the log says of such nodes; null: it keeps no checkpoi"
    'nts.","default":null},{"name":"checkpoint_uri","type":["null","string"],"doc'
    '":"Newest checkpoint of an earlier attempt.","default":null},{"name":"checkp'
    'oint_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"na'
    'me":"checkpoint_file","type":["null","string"],"doc":"Its file name.","defau'
    'lt":null},{"name":"checkpoints_earlier","type":{"type":"array","items":{"typ'
    'e":"record","name":"StoredCheckpoint","doc":"A checkpoint that is whole in t'
    'he store.","fields":[{"name":"uri","type":"string","doc":"Of the one file th'
    'at it is, or of the record of its parts."},{"name":"sha256","type":"string",'
    '"doc":"Its hash."},{"name":"file","type":"string","doc":"Its file name."}],"'
    'namespace":"muster.node_commands"}},"doc":"Those before it, the newest first'
    ': each is tried when the one before it in this list is damaged.","default":['
    ']},{"name":"offline","type":"boolean","doc":"Its ranks see no network but th'
    'eir own loopback.","default":false},{"name":"failure_rules_sha256","type":["'
    'null","string"],"doc":"Rules of failures by which output is scanned; null: n'
    'one are in effect.","default":null},{"name":"failure_rules_version","type":['
    '"null","int"],"doc":"Their version.","default":null}],"namespace":"muster.no'
    'de_commands"},{"type":"record","name":"TestNode","doc":"Look whether the mac'
    'hine does what jobs need of it, and report it.","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s'
    ' epoch."},{"name":"order_seq","type":"long","doc":"seq of the input that thi'
    's order follows from."},{"name":"reason","type":"string","doc":"Why, for peo'
    'ple."}],"namespace":"muster.node_commands"},{"type":"record","name":"StopTas'
    'k","doc":"Stop this attempt\'s ranks; unknown attempt: nothing to do.","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":'
    '"long","doc":"Leader\'s epoch; older than one already seen: refuse."},{"name"'
    ':"order_seq","type":"long","doc":"Position of the decision: seq of the input'
    ' that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt; started at most once."},{"name":"grace_'
    'ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_'
    'grace_ms","type":"long","doc":"Most time for a checkpoint before SIGTERM; 0:'
    ' the ranks do not go on later.","default":0},{"name":"checkpoint_bytes_per_s'
    '","type":["null","long"],"doc":"What the job may store of checkpoints from n'
    "ow on, bytes per second; the node takes the part that its ranks are; null: a"
    's before.","default":null},{"name":"reason","type":"string","doc":"Why."}],"'
    'namespace":"muster.node_commands"}],"doc":"What happened."}]}'
)
