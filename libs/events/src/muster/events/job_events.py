"""What became of jobs, nodes and queues: the scheduler's public facts.

Generated from schemas/job-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_commands import JobSpec, Tier
from muster.events.node_commands import Sharing
from muster.events.node_heartbeats import Enforced, Executor, Location, Sandbox
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.task_events import ReclaimSource
from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


class JobFact:
    """Base of the facts whose subject is 'job'; as a pattern it matches all of them."""

    __slots__ = ()


class PlanFact:
    """Base of the facts whose subject is 'plan'; as a pattern it matches all of them."""

    __slots__ = ()


class CheckpointFact:
    """Base of the facts whose subject is 'checkpoint'; as a pattern it matches all of them."""

    __slots__ = ()


class NodeFact:
    """Base of the facts whose subject is 'node'; as a pattern it matches all of them."""

    __slots__ = ()


class QueueFact:
    """Base of the facts whose subject is 'queue'; as a pattern it matches all of them."""

    __slots__ = ()


class ReservationFact:
    """Base of the facts whose subject is 'reservation'; as a pattern it matches all of them."""

    __slots__ = ()


class PolicyFact:
    """Base of the facts whose subject is 'policy'; as a pattern it matches all of them."""

    __slots__ = ()


class OutputFact:
    """Base of the facts whose subject is 'output'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class JobQueued(JobFact):
    """The job is accepted and waits.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        spec: As accepted.
        predicted_p50_ms: Predicted median run time of an attempt; null: unknown.
        predicted_p90_ms: Predicted 90th percentile of the run time; null: unknown.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobQueued"

    job_id: str
    tenant: str
    spec: JobSpec
    predicted_p50_ms: int | None = None
    predicted_p90_ms: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "spec": self.spec.to_datum(),
            "predicted_p50_ms": self.predicted_p50_ms,
            "predicted_p90_ms": self.predicted_p90_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobQueued:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            spec=JobSpec.from_datum(d["spec"]),
            predicted_p50_ms=d.get("predicted_p50_ms"),
            predicted_p90_ms=d.get("predicted_p90_ms"),
        )


class PendingCode(StrEnum):
    """Stable codes for why a job waits."""

    NO_NODES = "NO_NODES"
    MODEL_ABSENT = "MODEL_ABSENT"
    TOO_LARGE = "TOO_LARGE"
    CLUSTER_TOO_SMALL = "CLUSTER_TOO_SMALL"
    GPUS_BUSY = "GPUS_BUSY"
    GPUS_FRAGMENTED = "GPUS_FRAGMENTED"
    FRACTIONS_FRAGMENTED = "FRACTIONS_FRAGMENTED"
    CPU_SHORT = "CPU_SHORT"
    MEMORY_SHORT = "MEMORY_SHORT"
    NODES_UNSCHEDULABLE = "NODES_UNSCHEDULABLE"
    LABELS_ABSENT = "LABELS_ABSENT"
    TAINTS_UNTOLERATED = "TAINTS_UNTOLERATED"
    GPU_MEMORY_SHORT = "GPU_MEMORY_SHORT"
    SANDBOX_ABSENT = "SANDBOX_ABSENT"
    SPOT_EXCLUDED = "SPOT_EXCLUDED"
    ROOM_ON_SPOT_ONLY = "ROOM_ON_SPOT_ONLY"
    NODES_AVOIDED = "NODES_AVOIDED"
    MAINTENANCE_AHEAD = "MAINTENANCE_AHEAD"
    GANG_SHORT = "GANG_SHORT"
    TOPOLOGY_SHORT = "TOPOLOGY_SHORT"
    HELD_FOR_HEAD = "HELD_FOR_HEAD"
    NODES_RESERVED = "NODES_RESERVED"
    RETRY_BACKOFF = "RETRY_BACKOFF"
    SUSPENDED = "SUSPENDED"
    QUEUED = "QUEUED"
    QUOTA_EXHAUSTED = "QUOTA_EXHAUSTED"
    JOB_LIMIT = "JOB_LIMIT"
    GEOMETRY_FROZEN = "GEOMETRY_FROZEN"
    QUEUE_SUSPENDED = "QUEUE_SUSPENDED"
    HEADROOM = "HEADROOM"
    DURATION_NOT_GUARANTEED = "DURATION_NOT_GUARANTEED"
    QUEUE_RESTRICTED = "QUEUE_RESTRICTED"


@final
@record
class JobPending(JobFact):
    """Why the job is not placed; sent when the reason changes.

    Attributes:
        job_id: Job.
        code: The one dominant reason.
        message: One sentence.
        counts: Numbers behind it.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobPending"

    job_id: str
    code: PendingCode
    message: str
    counts: Mapping[str, int] = field(default_factory=dict[str, int])

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "code": self.code,
            "message": self.message,
            "counts": dict(self.counts),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobPending:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            code=PendingCode(d["code"]),
            message=d["message"],
            counts=dict(d.get("counts", {})),
        )


@final
@record
class ReservationMade(PlanFact):
    """Nodes are kept for the job that heads the line and does not fit; takes the place of its last one.

    Attributes:
        job_id: Job.
        node_ids: Reserved: other jobs may be placed there only if they are predicted to end before
            starts_at_ms.
        starts_at_ms: When the nodes are predicted to have room for it; null: unknown.
        kept_until_ms: When, the job not started, nodes are chosen anew.
        by_limits: Whether only wall-time limits were used to predict, because an earlier
            reservation of the job was not kept.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.ReservationMade"

    job_id: str
    node_ids: tuple[str, ...]
    starts_at_ms: int | None = None
    kept_until_ms: int
    by_limits: bool = False

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "node_ids": list(self.node_ids),
            "starts_at_ms": self.starts_at_ms,
            "kept_until_ms": self.kept_until_ms,
            "by_limits": self.by_limits,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReservationMade:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            node_ids=tuple(d["node_ids"]),
            starts_at_ms=d.get("starts_at_ms"),
            kept_until_ms=d["kept_until_ms"],
            by_limits=d.get("by_limits", False),
        )


class ReleaseReason(StrEnum):
    """Why."""

    STARTED = "STARTED"
    NO_LONGER_WAITS = "NO_LONGER_WAITS"
    NO_LONGER_HEAD = "NO_LONGER_HEAD"
    IN_VAIN = "IN_VAIN"


@final
@record
class ReservationReleased(PlanFact):
    """The nodes reserved for a job are released.

    Attributes:
        job_id: Job.
        reason: Why.
        again_at_ms: When nodes are kept for it again, as it still heads the line; null: not for
            this reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.ReservationReleased"

    job_id: str
    reason: ReleaseReason
    again_at_ms: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "reason": self.reason,
            "again_at_ms": self.again_at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReservationReleased:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            reason=ReleaseReason(d["reason"]),
            again_at_ms=d.get("again_at_ms"),
        )


@final
@record
class StartPredicted(PlanFact):
    """When a waiting job will start, predicted now and then so that the cell learns from what comes.

    Attributes:
        job_id: Job.
        wait_ms: How much longer it will wait, the best single estimate, milliseconds.
        wait_low_ms: Start of the range that is stated, milliseconds from now; null: too little is
            learned for a range.
        wait_high_ms: End of the range that is stated, milliseconds from now.
        signs: What it was computed from, as logarithms in 1/256 octave: one, the soonest start with
            its equals ahead only, the time waited, the number of waiting jobs, the amount
            requested, the position among its equals.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.StartPredicted"

    job_id: str
    wait_ms: int
    wait_low_ms: int | None = None
    wait_high_ms: int | None = None
    signs: tuple[int, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "wait_ms": self.wait_ms,
            "wait_low_ms": self.wait_low_ms,
            "wait_high_ms": self.wait_high_ms,
            "signs": list(self.signs),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StartPredicted:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            wait_ms=d["wait_ms"],
            wait_low_ms=d.get("wait_low_ms"),
            wait_high_ms=d.get("wait_high_ms"),
            signs=tuple(d["signs"]),
        )


@final
@record
class Move:
    """One job that would go on elsewhere.

    Attributes:
        job_id: Job.
        from_node_ids: Where it is, sorted.
        to_node_ids: Where it would go, sorted.
        lost_gpu_ms: GPU milliseconds: its GPUs times what it ran since its last checkpoint, and a
            restart.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.Move"

    job_id: str
    from_node_ids: tuple[str, ...]
    to_node_ids: tuple[str, ...]
    lost_gpu_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "from_node_ids": list(self.from_node_ids),
            "to_node_ids": list(self.to_node_ids),
            "lost_gpu_ms": self.lost_gpu_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Move:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            from_node_ids=tuple(d["from_node_ids"]),
            to_node_ids=tuple(d["to_node_ids"]),
            lost_gpu_ms=d["lost_gpu_ms"],
        )


@final
@record
class DefragmentationProposed(PlanFact):
    """Moves of running jobs that would let a job start that free GPUs in all suffice for.

    Attributes:
        job_id: The job that would start.
        moves: By job.
        cost_gpu_ms: GPU milliseconds that all moves lose.
        benefit_gpu_ms: GPU milliseconds that the job would have sooner: its GPUs times the wait it
            is spared.
        carried_out: The moves begin now.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.DefragmentationProposed"

    job_id: str
    moves: tuple[Move, ...]
    cost_gpu_ms: int
    benefit_gpu_ms: int
    carried_out: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "moves": [x.to_datum() for x in self.moves],
            "cost_gpu_ms": self.cost_gpu_ms,
            "benefit_gpu_ms": self.benefit_gpu_ms,
            "carried_out": self.carried_out,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DefragmentationProposed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            moves=tuple(Move.from_datum(x) for x in d["moves"]),
            cost_gpu_ms=d["cost_gpu_ms"],
            benefit_gpu_ms=d["benefit_gpu_ms"],
            carried_out=d["carried_out"],
        )


class PreemptionCause(StrEnum):
    """What entitles it."""

    GUARANTEE = "GUARANTEE"
    TIER = "TIER"
    RESERVATION = "RESERVATION"
    TIME_SHARED = "TIME_SHARED"
    FAIRNESS = "FAIRNESS"


@final
@record
class Borrower:
    """A queue beyond its guarantee.

    Attributes:
        queue: Name.
        tenant: Tenant.
        gpu_milli_borrowed: Beyond its guarantee, thousandths of GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.Borrower"

    queue: str
    tenant: str
    gpu_milli_borrowed: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "gpu_milli_borrowed": self.gpu_milli_borrowed,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Borrower:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            gpu_milli_borrowed=d["gpu_milli_borrowed"],
        )


@final
@record
class PreemptionRequested(PlanFact):
    """A job or a reservation is due GPUs that others hold; who yields is decided elsewhere.

    Attributes:
        job_id: Job; empty where a reservation is due them.
        cause: What entitles it.
        queue: Its queue.
        tenant: Tenant.
        jobs: Number of equal jobs of its queue, this one included, that are due the resources they
            request.
        gpu_milli_missing: Thousandths of GPU that they wait for.
        gpu_models: Models it accepts, sorted; empty for any.
        borrowers: Queues that hold lent GPUs, most first.
        as_of_seq: State of the log that this is true of.
        reservation: Reservation that has begun; empty where a job is due them.
        holders: Jobs that may yield, where the request says which: those that still hold its nodes,
            or have had more service; sorted; never production inference.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.PreemptionRequested"

    job_id: str
    cause: PreemptionCause
    queue: str
    tenant: str
    jobs: int = 1
    gpu_milli_missing: int
    gpu_models: tuple[str, ...] = ()
    borrowers: tuple[Borrower, ...] = ()
    as_of_seq: int
    reservation: str = ""
    holders: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "cause": self.cause,
            "queue": self.queue,
            "tenant": self.tenant,
            "jobs": self.jobs,
            "gpu_milli_missing": self.gpu_milli_missing,
            "gpu_models": list(self.gpu_models),
            "borrowers": [x.to_datum() for x in self.borrowers],
            "as_of_seq": self.as_of_seq,
            "reservation": self.reservation,
            "holders": list(self.holders),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionRequested:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            cause=PreemptionCause(d["cause"]),
            queue=d["queue"],
            tenant=d["tenant"],
            jobs=d.get("jobs", 1),
            gpu_milli_missing=d["gpu_milli_missing"],
            gpu_models=tuple(d.get("gpu_models", [])),
            borrowers=tuple(Borrower.from_datum(x) for x in d.get("borrowers", [])),
            as_of_seq=d["as_of_seq"],
            reservation=d.get("reservation", ""),
            holders=tuple(d.get("holders", [])),
        )


@final
@record
class RankPlacement:
    """Where one rank runs.

    Attributes:
        rank: Rank.
        node_id: Node.
        gpu_indices: GPUs.
        gpu_milli: Thousandths of each.
        sharing: Who else may be on them.
        mig_profile: Profile of the MIG instance it gets.
        mig_start: First memory slice of that instance.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.RankPlacement"

    rank: int
    node_id: str
    gpu_indices: tuple[int, ...]
    gpu_milli: int
    sharing: Sharing = Sharing.EXCLUSIVE
    mig_profile: str | None = None
    mig_start: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "node_id": self.node_id,
            "gpu_indices": list(self.gpu_indices),
            "gpu_milli": self.gpu_milli,
            "sharing": self.sharing,
            "mig_profile": self.mig_profile,
            "mig_start": self.mig_start,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankPlacement:
        """The inverse."""
        return cls(
            rank=d["rank"],
            node_id=d["node_id"],
            gpu_indices=tuple(d["gpu_indices"]),
            gpu_milli=d["gpu_milli"],
            sharing=Sharing(d.get("sharing", "EXCLUSIVE")),
            mig_profile=d.get("mig_profile"),
            mig_start=d.get("mig_start"),
        )


@final
@record
class RankShape:
    """What each rank of a gang holds on its node, besides the GPUs of its placement.

    Attributes:
        cpu_milli: Thousandths of a CPU core.
        memory_mib: Host memory.
        gpu_models: GPU models it would accept, sorted; empty: any.
        sharing_key: Ranks with the same key share GPUs (a trust domain and a way of sharing);
            `mig`: a MIG instance of its own; empty: not shared.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.RankShape"

    cpu_milli: int
    memory_mib: int
    gpu_models: tuple[str, ...] = ()
    sharing_key: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
            "gpu_models": list(self.gpu_models),
            "sharing_key": self.sharing_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankShape:
        """The inverse."""
        return cls(
            cpu_milli=d["cpu_milli"],
            memory_mib=d["memory_mib"],
            gpu_models=tuple(d.get("gpu_models", [])),
            sharing_key=d.get("sharing_key", ""),
        )


@final
@record
class GangBound(JobFact):
    """Every rank has its place; orders to start are in the same transaction.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        placements: One per rank.
        master_address: Rank 0's address.
        master_port: Rendezvous port.
        waited_ms: Since the job was last queued.
        reason: Why there.
        tenant: Whose job it is.
        queue: The job's queue.
        each: What each rank holds; null: an earlier version wrote it.
        gap_of: Job that these nodes are kept for: this one fills the gap, and yields when that
            fits; empty: none.
        guaranteed_until_ms: It does not yield before but to production inference, milliseconds
            since 1970 UTC; null: it is owed what it holds, or nothing is forecast.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GangBound"

    job_id: str
    attempt: int
    placements: tuple[RankPlacement, ...]
    master_address: str
    master_port: int
    waited_ms: int
    reason: str = ""
    tenant: str = ""
    queue: str = ""
    each: RankShape | None = None
    gap_of: str = ""
    guaranteed_until_ms: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "placements": [x.to_datum() for x in self.placements],
            "master_address": self.master_address,
            "master_port": self.master_port,
            "waited_ms": self.waited_ms,
            "reason": self.reason,
            "tenant": self.tenant,
            "queue": self.queue,
            "each": None if self.each is None else self.each.to_datum(),
            "gap_of": self.gap_of,
            "guaranteed_until_ms": self.guaranteed_until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GangBound:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            placements=tuple(RankPlacement.from_datum(x) for x in d["placements"]),
            master_address=d["master_address"],
            master_port=d["master_port"],
            waited_ms=d["waited_ms"],
            reason=d.get("reason", ""),
            tenant=d.get("tenant", ""),
            queue=d.get("queue", ""),
            each=None if d.get("each") is None else RankShape.from_datum(branch_of(d["each"])),
            gap_of=d.get("gap_of", ""),
            guaranteed_until_ms=d.get("guaranteed_until_ms"),
        )


@final
@record
class JobStarted(JobFact):
    """All ranks run.

    Attributes:
        job_id: Job.
        attempt: Attempt.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobStarted"

    job_id: str
    attempt: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobStarted:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
        )


@final
@record
class JobResizing(JobFact):
    """An elastic job stops, to go on at once with another number of ranks.

    Attributes:
        job_id: Job.
        attempt: The attempt that stops.
        ranks_from: Its ranks.
        ranks_to: Ranks of the next one, or fewer where they no longer fit.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobResizing"

    job_id: str
    attempt: int
    ranks_from: int
    ranks_to: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "ranks_from": self.ranks_from,
            "ranks_to": self.ranks_to,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobResizing:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            ranks_from=d["ranks_from"],
            ranks_to=d["ranks_to"],
            reason=d["reason"],
        )


@final
@record
class JobMoving(JobFact):
    """A job stops, to go on at once on other nodes, so that another has room.

    Attributes:
        job_id: Job.
        attempt: The attempt that stops.
        placements: Where it is to go on, in rank order; elsewhere, where that is gone.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobMoving"

    job_id: str
    attempt: int
    placements: tuple[RankPlacement, ...]
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "placements": [x.to_datum() for x in self.placements],
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobMoving:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            placements=tuple(RankPlacement.from_datum(x) for x in d["placements"]),
            reason=d["reason"],
        )


class Watchdog(StrEnum):
    """What is watched."""

    WALL_TIME = "WALL_TIME"
    HANG = "HANG"
    START_UP = "START_UP"
    LOSS = "LOSS"
    IDLE_GPUS = "IDLE_GPUS"
    STRAGGLER = "STRAGGLER"


class WatchdogAction(StrEnum):
    """What follows: nothing; the attempt ends, and another is a matter of the job's retries; the job ends."""

    TOLD = "TOLD"
    RETRIED = "RETRIED"
    ENDED = "ENDED"


@final
@record
class JobWarned(JobFact):
    """A watchdog has found something about a running job; told once an attempt for each action.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        watchdog: Which one.
        action: What follows.
        message: What was found, for people.
        node_id: Where; null: the whole gang.
        rank: Which rank; null: all, or unknown.
        tenant: Tenant.
        team: The job's team.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobWarned"

    job_id: str
    attempt: int
    watchdog: Watchdog
    action: WatchdogAction
    message: str
    node_id: str | None = None
    rank: int | None = None
    tenant: str = ""
    team: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "watchdog": self.watchdog,
            "action": self.action,
            "message": self.message,
            "node_id": self.node_id,
            "rank": self.rank,
            "tenant": self.tenant,
            "team": self.team,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobWarned:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            watchdog=Watchdog(d["watchdog"]),
            action=WatchdogAction(d["action"]),
            message=d["message"],
            node_id=d.get("node_id"),
            rank=d.get("rank"),
            tenant=d.get("tenant", ""),
            team=d.get("team", ""),
        )


class StopCause(StrEnum):
    """What kind of event stopped it."""

    UNSTATED = "UNSTATED"
    SPOT_RECLAIM = "SPOT_RECLAIM"


@final
@record
class JobStopping(JobFact):
    """Ranks have been ordered to stop.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        reason: Why.
        requeues: It waits again once it has stopped, and the attempt counts neither as failed nor
            as lost.
        plan_id: The preemption plan that it yields by; empty: it stops for another reason.
        yields_to: The job that it yields to; empty: none.
        cause: What kind of event stopped it.
        save_bytes: What it is believed to have to save, bytes; null: not known, or not asked.
        saves_until_ms: When that is believed to be stored, milliseconds since 1970 UTC; null: not
            known, or it is not asked to save.
        save_bytes_per_s: What it has of the store's bandwidth until it has stopped, bytes per
            second; null: it is not asked to save.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobStopping"

    job_id: str
    attempt: int
    reason: str
    requeues: bool = False
    plan_id: str = ""
    yields_to: str = ""
    cause: StopCause = StopCause.UNSTATED
    save_bytes: int | None = None
    saves_until_ms: int | None = None
    save_bytes_per_s: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reason": self.reason,
            "requeues": self.requeues,
            "plan_id": self.plan_id,
            "yields_to": self.yields_to,
            "cause": self.cause,
            "save_bytes": self.save_bytes,
            "saves_until_ms": self.saves_until_ms,
            "save_bytes_per_s": self.save_bytes_per_s,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobStopping:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            reason=d["reason"],
            requeues=d.get("requeues", False),
            plan_id=d.get("plan_id", ""),
            yields_to=d.get("yields_to", ""),
            cause=StopCause(d.get("cause", "UNSTATED")),
            save_bytes=d.get("save_bytes"),
            saves_until_ms=d.get("saves_until_ms"),
            save_bytes_per_s=d.get("save_bytes_per_s"),
        )


@final
@record
class SaveTooLarge(JobFact):
    """A job cannot store its state before its node is taken away, and loses work.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        node_id: The node that goes first.
        save_bytes: What it has to save, bytes.
        fits_bytes: What can be stored in the time that is left beside the others, bytes.
        deadline_ms: When the node is gone, milliseconds since 1970 UTC.
        lost_gpu_ms: GPU milliseconds since its last checkpoint, or since its start.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.SaveTooLarge"

    job_id: str
    attempt: int
    node_id: str
    save_bytes: int
    fits_bytes: int
    deadline_ms: int
    lost_gpu_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "node_id": self.node_id,
            "save_bytes": self.save_bytes,
            "fits_bytes": self.fits_bytes,
            "deadline_ms": self.deadline_ms,
            "lost_gpu_ms": self.lost_gpu_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SaveTooLarge:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            node_id=d["node_id"],
            save_bytes=d["save_bytes"],
            fits_bytes=d["fits_bytes"],
            deadline_ms=d["deadline_ms"],
            lost_gpu_ms=d["lost_gpu_ms"],
        )


@final
@record
class YieldingJob:
    """A job that yields, whole or down to fewer ranks.

    Attributes:
        job_id: Job.
        attempt: The attempt that stops.
        ranks_kept: Ranks it goes on with; 0: it waits again.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.YieldingJob"

    job_id: str
    attempt: int
    ranks_kept: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "ranks_kept": self.ranks_kept,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> YieldingJob:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            ranks_kept=d.get("ranks_kept", 0),
        )


@final
@record
class PreemptionAccepted(PlanFact):
    """A preemption plan is carried out: victims stop, nodes are held for the job.

    Attributes:
        plan_id: Plan.
        job_id: Job that the victims yield to; empty: a reservation.
        reservation: Capacity reservation whose nodes the victims leave; empty: they yield to a job.
        victims: By job id.
        placements: Where the job is to go, in rank order; these nodes are held for it.
        held_until_ms: They are held at most until then, milliseconds since 1970 UTC.
        cost_gpu_ms: Price as planned, GPU milliseconds.
        as_of_seq: State of the scheduler's log that the plan was made from.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.PreemptionAccepted"

    plan_id: str
    job_id: str
    reservation: str = ""
    victims: tuple[YieldingJob, ...]
    placements: tuple[RankPlacement, ...]
    held_until_ms: int
    cost_gpu_ms: int
    as_of_seq: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "plan_id": self.plan_id,
            "job_id": self.job_id,
            "reservation": self.reservation,
            "victims": [x.to_datum() for x in self.victims],
            "placements": [x.to_datum() for x in self.placements],
            "held_until_ms": self.held_until_ms,
            "cost_gpu_ms": self.cost_gpu_ms,
            "as_of_seq": self.as_of_seq,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionAccepted:
        """The inverse."""
        return cls(
            plan_id=d["plan_id"],
            job_id=d["job_id"],
            reservation=d.get("reservation", ""),
            victims=tuple(YieldingJob.from_datum(x) for x in d["victims"]),
            placements=tuple(RankPlacement.from_datum(x) for x in d["placements"]),
            held_until_ms=d["held_until_ms"],
            cost_gpu_ms=d["cost_gpu_ms"],
            as_of_seq=d["as_of_seq"],
        )


class RefusalCode(StrEnum):
    """Why."""

    EXPIRED = "EXPIRED"
    INVALID = "INVALID"
    UNDER_WAY = "UNDER_WAY"
    NOT_WAITING = "NOT_WAITING"
    NOT_ENTITLED = "NOT_ENTITLED"
    NOT_NEEDED = "NOT_NEEDED"
    VICTIM_GONE = "VICTIM_GONE"
    VICTIM_PROTECTED = "VICTIM_PROTECTED"
    VICTIM_TOO_YOUNG = "VICTIM_TOO_YOUNG"
    VICTIM_LIMIT = "VICTIM_LIMIT"
    PAIR = "PAIR"
    NO_ROOM = "NO_ROOM"


@final
@record
class PreemptionRefused(PlanFact):
    """A preemption plan is not carried out; nobody stops because of it.

    Attributes:
        plan_id: Plan.
        job_id: Job that the victims would have yielded to; empty: a reservation.
        reservation: Capacity reservation whose nodes the victims leave; empty: they yield to a job.
        code: Why.
        reason: For people.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.PreemptionRefused"

    plan_id: str
    job_id: str
    reservation: str = ""
    code: RefusalCode
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "plan_id": self.plan_id,
            "job_id": self.job_id,
            "reservation": self.reservation,
            "code": self.code,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionRefused:
        """The inverse."""
        return cls(
            plan_id=d["plan_id"],
            job_id=d["job_id"],
            reservation=d.get("reservation", ""),
            code=RefusalCode(d["code"]),
            reason=d["reason"],
        )


class HoldReleaseReason(StrEnum):
    """Why."""

    STARTED = "STARTED"
    NO_LONGER_WAITS = "NO_LONGER_WAITS"
    NO_ROOM = "NO_ROOM"
    EXPIRED = "EXPIRED"


@final
@record
class HoldReleased(PlanFact):
    """What victims of a preemption plan freed is no longer held for the job they yielded to.

    Attributes:
        plan_id: Plan.
        job_id: Job that it was held for.
        reason: STARTED: it was bound. NO_LONGER_WAITS: it was cancelled or suspended. NO_ROOM: all
            have yielded, and it still does not fit. EXPIRED: they took too long.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.HoldReleased"

    plan_id: str
    job_id: str
    reason: HoldReleaseReason

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "plan_id": self.plan_id,
            "job_id": self.job_id,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> HoldReleased:
        """The inverse."""
        return cls(
            plan_id=d["plan_id"],
            job_id=d["job_id"],
            reason=HoldReleaseReason(d["reason"]),
        )


@final
@record
class HoldMade(PlanFact):
    """Others move so that a waiting job fits; nodes are held for it until then.

    Attributes:
        plan_id: Plan.
        job_id: Job that the others make room for.
        victims: Jobs that move, by id; they go on with as many ranks as they have.
        placements: Where the job is to go, in rank order.
        node_ids: The nodes that are held, sorted: these, and those that the others go to.
        held_until_ms: They are held at most until then, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.HoldMade"

    plan_id: str
    job_id: str
    victims: tuple[YieldingJob, ...]
    placements: tuple[RankPlacement, ...]
    node_ids: tuple[str, ...]
    held_until_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "plan_id": self.plan_id,
            "job_id": self.job_id,
            "victims": [x.to_datum() for x in self.victims],
            "placements": [x.to_datum() for x in self.placements],
            "node_ids": list(self.node_ids),
            "held_until_ms": self.held_until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> HoldMade:
        """The inverse."""
        return cls(
            plan_id=d["plan_id"],
            job_id=d["job_id"],
            victims=tuple(YieldingJob.from_datum(x) for x in d["victims"]),
            placements=tuple(RankPlacement.from_datum(x) for x in d["placements"]),
            node_ids=tuple(d["node_ids"]),
            held_until_ms=d["held_until_ms"],
        )


@final
@record
class FragmentationSustained(PlanFact):
    """GPU stays free and scattered while jobs wait that need no more: moves are planned for all these.

    Attributes:
        job_id: The first of these jobs.
        since_ms: Since when, milliseconds since 1970 UTC.
        gpu_milli_scattered: Most GPU that is free for one of these jobs, thousandths.
        gpu_milli_total: GPU of the cluster, thousandths.
        jobs: How many jobs wait so.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.FragmentationSustained"

    job_id: str
    since_ms: int
    gpu_milli_scattered: int
    gpu_milli_total: int
    jobs: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "since_ms": self.since_ms,
            "gpu_milli_scattered": self.gpu_milli_scattered,
            "gpu_milli_total": self.gpu_milli_total,
            "jobs": self.jobs,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FragmentationSustained:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            since_ms=d["since_ms"],
            gpu_milli_scattered=d["gpu_milli_scattered"],
            gpu_milli_total=d["gpu_milli_total"],
            jobs=d["jobs"],
        )


@final
@record
class FragmentationEased(PlanFact):
    """What was told by FragmentationSustained is over.

    Attributes:
        job_id: The job that was named then.
        since_ms: Since when it was so, milliseconds since 1970 UTC.
        gpu_milli_scattered: What is free and scattered now, thousandths of GPU; not beyond the
            policy's bound.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.FragmentationEased"

    job_id: str
    since_ms: int
    gpu_milli_scattered: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "since_ms": self.since_ms,
            "gpu_milli_scattered": self.gpu_milli_scattered,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FragmentationEased:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            since_ms=d["since_ms"],
            gpu_milli_scattered=d["gpu_milli_scattered"],
        )


@final
@record
class DemandForecast(PlanFact):
    """How much best-effort work may hold together: others are believed not to need it soon.

    Attributes:
        duration_ms: The guaranteed duration, milliseconds.
        gpu_milli_total: GPU of the cluster, thousandths.
        gpu_milli_demand: GPU that all other work holds, and waits for as far as it is owed,
            thousandths.
        gpu_milli_rise: By how much that is believed to grow within the duration, thousandths: what
            nine in ten rises at this hour of day did not exceed.
        scale_percent: How much of what is left is given out: more after days on which few
            guaranteed runs had to yield.
        gpu_milli_quota: What best-effort work may hold together, thousandths of GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.DemandForecast"

    duration_ms: int
    gpu_milli_total: int
    gpu_milli_demand: int
    gpu_milli_rise: int
    scale_percent: int
    gpu_milli_quota: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "duration_ms": self.duration_ms,
            "gpu_milli_total": self.gpu_milli_total,
            "gpu_milli_demand": self.gpu_milli_demand,
            "gpu_milli_rise": self.gpu_milli_rise,
            "scale_percent": self.scale_percent,
            "gpu_milli_quota": self.gpu_milli_quota,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DemandForecast:
        """The inverse."""
        return cls(
            duration_ms=d["duration_ms"],
            gpu_milli_total=d["gpu_milli_total"],
            gpu_milli_demand=d["gpu_milli_demand"],
            gpu_milli_rise=d["gpu_milli_rise"],
            scale_percent=d["scale_percent"],
            gpu_milli_quota=d["gpu_milli_quota"],
        )


class AttemptOutcome(StrEnum):
    """How."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    STOPPED = "STOPPED"
    TIMED_OUT = "TIMED_OUT"
    LOST = "LOST"
    REFUSED = "REFUSED"


@final
@record
class RankVerdict:
    """Another rank that failed.

    Attributes:
        rank: Rank; null: its node was lost, or refused.
        node_id: Its node.
        rule: The first rule with a sign.
        followed: It failed because another rank had gone, or waited for one that had.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.RankVerdict"

    rank: int | None = None
    node_id: str
    rule: str
    followed: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "node_id": self.node_id,
            "rule": self.rule,
            "followed": self.followed,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankVerdict:
        """The inverse."""
        return cls(
            rank=d.get("rank"),
            node_id=d["node_id"],
            rule=d["rule"],
            followed=d["followed"],
        )


@final
@record
class FailureVerdict:
    """Why an attempt failed, by the rules in effect; rank and node are those of its fact.

    Attributes:
        rule: The first rule with a sign.
        rules_version: Version of the rules.
        category: Whose part failed, as in the rule.
        subcategory: What of it.
        persistence: transient, permanent or unknown: whether the same attempt would fail again.
        action: What the rule demands for the job.
        node_action: What the rule advises for the node.
        sign: By what it was recognised: a line of the output, exit code 137.
        means: What happened, in the rule's words.
        hint: What to change, in the rule's words.
        line: Number of the line in the rank's stream, when it was a line.
        stream: Its stream: stdout or stderr.
        count: Lines with such a sign; 0: it was no line.
        at_ms: When: of the line, else of the rank's end, milliseconds since 1970 UTC.
        spared: The attempt does not count among those that the user granted.
        cause_seen: False: no rank shows a cause of its own; it began where nothing was seen.
        others: Other ranks that failed, by rank, the first of them.
        others_more: How many more than these.
        unscanned: Why output was not scanned, or not all of it; empty: it was.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.FailureVerdict"

    rule: str
    rules_version: int
    category: str
    subcategory: str
    persistence: str
    action: str
    node_action: str
    sign: str
    means: str
    hint: str
    line: int | None = None
    stream: str = ""
    count: int = 0
    at_ms: int | None = None
    spared: bool = False
    cause_seen: bool = True
    others: tuple[RankVerdict, ...] = ()
    others_more: int = 0
    unscanned: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rule": self.rule,
            "rules_version": self.rules_version,
            "category": self.category,
            "subcategory": self.subcategory,
            "persistence": self.persistence,
            "action": self.action,
            "node_action": self.node_action,
            "sign": self.sign,
            "means": self.means,
            "hint": self.hint,
            "line": self.line,
            "stream": self.stream,
            "count": self.count,
            "at_ms": self.at_ms,
            "spared": self.spared,
            "cause_seen": self.cause_seen,
            "others": [x.to_datum() for x in self.others],
            "others_more": self.others_more,
            "unscanned": self.unscanned,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FailureVerdict:
        """The inverse."""
        return cls(
            rule=d["rule"],
            rules_version=d["rules_version"],
            category=d["category"],
            subcategory=d["subcategory"],
            persistence=d["persistence"],
            action=d["action"],
            node_action=d["node_action"],
            sign=d["sign"],
            means=d["means"],
            hint=d["hint"],
            line=d.get("line"),
            stream=d.get("stream", ""),
            count=d.get("count", 0),
            at_ms=d.get("at_ms"),
            spared=d.get("spared", False),
            cause_seen=d.get("cause_seen", True),
            others=tuple(RankVerdict.from_datum(x) for x in d.get("others", [])),
            others_more=d.get("others_more", 0),
            unscanned=d.get("unscanned", ""),
        )


@final
@record
class AttemptEnded(JobFact):
    """An attempt is over on every node and its GPUs are free.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        outcome: How.
        exit_code: Of the first failing rank.
        signal: Of the first failing rank.
        rank: First failing rank.
        node_id: Its node.
        message: For people.
        ran_ms: From bind to end.
        verdict: Why; null: nothing failed, or no rules are in effect.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.AttemptEnded"

    job_id: str
    attempt: int
    outcome: AttemptOutcome
    exit_code: int | None = None
    signal: int | None = None
    rank: int | None = None
    node_id: str | None = None
    message: str = ""
    ran_ms: int
    verdict: FailureVerdict | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "outcome": self.outcome,
            "exit_code": self.exit_code,
            "signal": self.signal,
            "rank": self.rank,
            "node_id": self.node_id,
            "message": self.message,
            "ran_ms": self.ran_ms,
            "verdict": None if self.verdict is None else self.verdict.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AttemptEnded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            outcome=AttemptOutcome(d["outcome"]),
            exit_code=d.get("exit_code"),
            signal=d.get("signal"),
            rank=d.get("rank"),
            node_id=d.get("node_id"),
            message=d.get("message", ""),
            ran_ms=d["ran_ms"],
            verdict=None if d.get("verdict") is None else FailureVerdict.from_datum(branch_of(d["verdict"])),
        )


@final
@record
class JobRequeued(JobFact):
    """The job waits again.

    Attributes:
        job_id: Job.
        attempt_next: Number of the next attempt.
        reason: Why.
        not_before_ms: Earliest time of the next attempt.
        memory_mib: Memory of each rank from the next attempt on, MiB; null: as before.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobRequeued"

    job_id: str
    attempt_next: int
    reason: str
    not_before_ms: int
    memory_mib: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt_next": self.attempt_next,
            "reason": self.reason,
            "not_before_ms": self.not_before_ms,
            "memory_mib": self.memory_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobRequeued:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt_next=d["attempt_next"],
            reason=d["reason"],
            not_before_ms=d["not_before_ms"],
            memory_mib=d.get("memory_mib"),
        )


@final
@record
class JobSucceeded(JobFact):
    """Every rank ended with exit code 0.

    Attributes:
        job_id: Job.
        attempt: Attempt.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobSucceeded"

    job_id: str
    attempt: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobSucceeded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
        )


@final
@record
class JobFailed(JobFact):
    """The job is over and did not succeed.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        reason: Why.
        exit_code: Of the first failing rank.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobFailed"

    job_id: str
    attempt: int
    reason: str
    exit_code: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reason": self.reason,
            "exit_code": self.exit_code,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobFailed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            reason=d["reason"],
            exit_code=d.get("exit_code"),
        )


@final
@record
class JobCancelled(JobFact):
    """The job was cancelled and nothing of it runs.

    Attributes:
        job_id: Job.
        requested_by: Who asked.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobCancelled"

    job_id: str
    requested_by: str
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobCancelled:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            requested_by=d["requested_by"],
            reason=d["reason"],
        )


@final
@record
class JobSuspended(JobFact):
    """The job was suspended and nothing of it runs.

    Attributes:
        job_id: Job.
        requested_by: Who asked.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobSuspended"

    job_id: str
    requested_by: str
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobSuspended:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            requested_by=d["requested_by"],
            reason=d["reason"],
        )


@final
@record
class JobResumed(JobFact):
    """A suspended job waits again.

    Attributes:
        job_id: Job.
        requested_by: Who asked.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobResumed"

    job_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobResumed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class CheckpointRecorded(JobFact):
    """All of a checkpoint is safe in the store; the next attempt begins from it.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        rank: Rank that wrote it.
        file: File name: the one file that it is, or the record of its parts.
        uri: Where.
        sha256: Of that file.
        size_bytes: Of all its files, of all ranks together.
        files: So many files.
        unchanged_bytes: Of these, in files that had not changed and were in the store before.
        step: Step after which it was saved; null: it is one file, which does not say.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CheckpointRecorded"

    job_id: str
    attempt: int
    rank: int
    file: str
    uri: str
    sha256: str
    size_bytes: int
    files: int = 1
    unchanged_bytes: int = 0
    step: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "rank": self.rank,
            "file": self.file,
            "uri": self.uri,
            "sha256": self.sha256,
            "size_bytes": self.size_bytes,
            "files": self.files,
            "unchanged_bytes": self.unchanged_bytes,
            "step": self.step,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointRecorded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            rank=d["rank"],
            file=d["file"],
            uri=d["uri"],
            sha256=d["sha256"],
            size_bytes=d["size_bytes"],
            files=d.get("files", 1),
            unchanged_bytes=d.get("unchanged_bytes", 0),
            step=d.get("step"),
        )


@final
@record
class CheckpointExpired(CheckpointFact):
    """A checkpoint is kept no longer; it is to be removed from the store.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that saved it.
        rank: Rank in whose folder its file lay.
        file: File name: the one file that it is, or the record of its parts.
        uri: Of that file.
        sha256: Of that file.
        size_bytes: Of all its files.
        step: Step after which it was saved; null: it is one file.
        kept_before: Address of the record of the nearest one before it, of the same attempt, that
            is kept: what both name stays; null: there is none.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CheckpointExpired"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    file: str
    uri: str
    sha256: str
    size_bytes: int
    step: int | None = None
    kept_before: str | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "file": self.file,
            "uri": self.uri,
            "sha256": self.sha256,
            "size_bytes": self.size_bytes,
            "step": self.step,
            "kept_before": self.kept_before,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointExpired:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            file=d["file"],
            uri=d["uri"],
            sha256=d["sha256"],
            size_bytes=d["size_bytes"],
            step=d.get("step"),
            kept_before=d.get("kept_before"),
        )


@final
@record
class CheckpointDeleted(CheckpointFact):
    """A checkpoint that had expired is removed from the store.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that saved it.
        rank: Rank in whose folder its file lay.
        file: File name: the one file that it was, or the record of its parts.
        uri: Of that file.
        objects: So many objects were removed; files that a kept checkpoint names, too, stay.
        freed_bytes: Bytes that they had.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CheckpointDeleted"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    file: str
    uri: str
    objects: int
    freed_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "file": self.file,
            "uri": self.uri,
            "objects": self.objects,
            "freed_bytes": self.freed_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointDeleted:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            file=d["file"],
            uri=d["uri"],
            objects=d["objects"],
            freed_bytes=d["freed_bytes"],
        )


@final
@record
class NodeJoined(NodeFact):
    """A node is known, or came back with other hardware.

    Attributes:
        node_id: Node.
        boot_id: Boot of its agent.
        address: Address.
        port_first: First rendezvous port.
        port_count: How many.
        cpu_milli: CPU.
        memory_mib: Memory.
        gpu_model: Model.
        gpu_memory_mib: Memory of each GPU, MiB; 0 when unknown.
        gpu_count: GPUs.
        executor: How ranks run.
        lease_ms: Lease.
        interval_ms: Heartbeat interval.
        labels: Labels.
        location: Where it is in the network.
        taints: Only jobs that tolerate all of them are placed here; sorted.
        sandbox: What keeps jobs apart there.
        enforces: What it holds jobs to.
        machine_boot_id: Boot of the machine, by its kernel: another one after each reboot; empty:
            unknown.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeJoined"

    node_id: str
    boot_id: str
    address: str
    port_first: int
    port_count: int
    cpu_milli: int
    memory_mib: int
    gpu_model: str
    gpu_memory_mib: int = 0
    gpu_count: int
    executor: Executor
    lease_ms: int
    interval_ms: int
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    location: Location = field(
        default_factory=lambda: Location.from_datum(
            {"nvlink_domain": "", "leaf": "", "spine": "", "cell": ""}
        )
    )
    taints: tuple[str, ...] = ()
    sandbox: Sandbox = Sandbox.NONE
    enforces: tuple[Enforced, ...] = ()
    machine_boot_id: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "boot_id": self.boot_id,
            "address": self.address,
            "port_first": self.port_first,
            "port_count": self.port_count,
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
            "gpu_model": self.gpu_model,
            "gpu_memory_mib": self.gpu_memory_mib,
            "gpu_count": self.gpu_count,
            "executor": self.executor,
            "lease_ms": self.lease_ms,
            "interval_ms": self.interval_ms,
            "labels": dict(self.labels),
            "location": self.location.to_datum(),
            "taints": list(self.taints),
            "sandbox": self.sandbox,
            "enforces": list(self.enforces),
            "machine_boot_id": self.machine_boot_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeJoined:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            boot_id=d["boot_id"],
            address=d["address"],
            port_first=d["port_first"],
            port_count=d["port_count"],
            cpu_milli=d["cpu_milli"],
            memory_mib=d["memory_mib"],
            gpu_model=d["gpu_model"],
            gpu_memory_mib=d.get("gpu_memory_mib", 0),
            gpu_count=d["gpu_count"],
            executor=Executor(d["executor"]),
            lease_ms=d["lease_ms"],
            interval_ms=d["interval_ms"],
            labels=dict(d.get("labels", {})),
            location=Location.from_datum(
                d.get("location", {"nvlink_domain": "", "leaf": "", "spine": "", "cell": ""})
            ),
            taints=tuple(d.get("taints", [])),
            sandbox=Sandbox(d.get("sandbox", "NONE")),
            enforces=tuple(Enforced(x) for x in d.get("enforces", [])),
            machine_boot_id=d.get("machine_boot_id", ""),
        )


@final
@record
class NodeSuspected(NodeFact):
    """Two beats missed, or an order to stop unanswered: nothing new goes there; what runs goes on.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last beat, or since its answer was due.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeSuspected"

    node_id: str
    silent_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "silent_ms": self.silent_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeSuspected:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            silent_ms=d["silent_ms"],
        )


@final
@record
class NodeRecovered(NodeFact):
    """The node's heartbeats arrive again, and it owes no answer.

    Attributes:
        node_id: Node.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeRecovered"

    node_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeRecovered:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
        )


@final
@record
class NodeLost(NodeFact):
    """The lease ran out: its attempts are given up.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last beat.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeLost"

    node_id: str
    silent_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "silent_ms": self.silent_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeLost:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            silent_ms=d["silent_ms"],
        )


@final
@record
class NodeForgotten(NodeFact):
    """The node was lost for so long that nothing is kept of it; if it is heard again, it joins anew.

    Attributes:
        node_id: Node.
        lost_ms: Time since the leader knew it as lost.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeForgotten"

    node_id: str
    lost_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "lost_ms": self.lost_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeForgotten:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            lost_ms=d["lost_ms"],
        )


@final
@record
class NodeRefused(NodeFact):
    """Heartbeats that bear this name are invalid and are ignored. Said once by each leader.

    Attributes:
        node_id: The name they bear; at most 128 characters, control characters escaped.
        message: Field, value and what is allowed.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeRefused"

    node_id: str
    message: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeRefused:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            message=d["message"],
        )


@final
@record
class NodeCordoned(NodeFact):
    """Nothing new goes there.

    Attributes:
        node_id: Node.
        requested_by: Who.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeCordoned"

    node_id: str
    requested_by: str
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeCordoned:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d["reason"],
        )


@final
@record
class NodeUncordoned(NodeFact):
    """Work goes there again.

    Attributes:
        node_id: Node.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeUncordoned"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeUncordoned:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class NodeDraining(NodeFact):
    """Nothing new is placed on the node, and what runs there is moved.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeDraining"

    node_id: str
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeDraining:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class NodeUndrained(NodeFact):
    """Work may be placed on the node again.

    Attributes:
        node_id: Node.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeUndrained"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeUndrained:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class NodeTagged(NodeFact):
    """What operators say of the node, beside what it announces, from now on.

    Attributes:
        node_id: Node.
        labels: Labels; they win over announced ones.
        taints: Taints, sorted.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeTagged"

    node_id: str
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    taints: tuple[str, ...] = ()
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "labels": dict(self.labels),
            "taints": list(self.taints),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeTagged:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            labels=dict(d.get("labels", {})),
            taints=tuple(d.get("taints", [])),
            requested_by=d["requested_by"],
        )


@final
@record
class MaintenanceScheduled(NodeFact):
    """The node will be closed for a time: only work that is predicted to end before is placed there.

    Attributes:
        node_id: Node.
        starts_at_ms: From when, milliseconds since 1970 UTC.
        ends_at_ms: Until when.
        requested_by: Operator.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.MaintenanceScheduled"

    node_id: str
    starts_at_ms: int
    ends_at_ms: int
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MaintenanceScheduled:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class MaintenanceStarted(NodeFact):
    """The node's window has begun: it is closed, and what still runs there is moved.

    Attributes:
        node_id: Node.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.MaintenanceStarted"

    node_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MaintenanceStarted:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
        )


@final
@record
class MaintenanceEnded(NodeFact):
    """The node's window is over, or was called off.

    Attributes:
        node_id: Node.
        requested_by: Operator who called it off; null: its time was over.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.MaintenanceEnded"

    node_id: str
    requested_by: str | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MaintenanceEnded:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d.get("requested_by"),
        )


@final
@record
class NodeReclaiming(NodeFact):
    """The node will be taken away: nothing new is placed there, and what runs there saves and leaves.

    Attributes:
        node_id: Node.
        notice_id: Which announcement; another one takes the place of the last.
        deadline_ms: When it is gone, milliseconds since 1970 UTC; null: it is at risk, and what
            runs there stays.
        source: Who announced it.
        requested_by: Operator; empty: the node's provider.
        reason: For people.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeReclaiming"

    node_id: str
    notice_id: str
    deadline_ms: int | None = None
    source: ReclaimSource
    requested_by: str = ""
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "notice_id": self.notice_id,
            "deadline_ms": self.deadline_ms,
            "source": self.source,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeReclaiming:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            notice_id=d["notice_id"],
            deadline_ms=d.get("deadline_ms"),
            source=ReclaimSource(d["source"]),
            requested_by=d.get("requested_by", ""),
            reason=d.get("reason", ""),
        )


@final
@record
class NodeSpared(NodeFact):
    """The node is not taken away after all, or is there again: work may be placed on it.

    Attributes:
        node_id: Node.
        requested_by: Operator; empty: the node's provider.
        reason: For people.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeSpared"

    node_id: str
    requested_by: str = ""
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeSpared:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d.get("requested_by", ""),
            reason=d.get("reason", ""),
        )


@final
@record
class NodeTesting(NodeFact):
    """The node's agent is told to test it; NodeNoted says that it passed, NodeFaulted what is wrong.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeTesting"

    node_id: str
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeTesting:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class NodeNoted(NodeFact):
    """What is wrong with the node by its own account, or what its tests found that it passed.

    Attributes:
        node_id: Node.
        note: One sentence; empty: nothing any more.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeNoted"

    node_id: str
    note: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "note": self.note,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeNoted:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            note=d["note"],
        )


@final
@record
class NodeFaulted(NodeFact):
    """The node's kernel reported a fault that a rule of failures knows.

    Attributes:
        node_id: Node.
        rule: Rule.
        rules_version: Version of the rules in effect.
        xid: Number of NVIDIA's Xid; null: it is none.
        gpu: PCI address of the GPU; empty: none is named.
        node_action: What the rule demands for the node.
        strike: Which strike of the node it is, from 1; 0: it does not count.
        closes: Whether the node is closed for it.
        message: For people: what happened, what the node needs, and what it had before.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeFaulted"

    node_id: str
    rule: str
    rules_version: int
    xid: int | None = None
    gpu: str = ""
    node_action: str
    strike: int = 0
    closes: bool = False
    message: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "rule": self.rule,
            "rules_version": self.rules_version,
            "xid": self.xid,
            "gpu": self.gpu,
            "node_action": self.node_action,
            "strike": self.strike,
            "closes": self.closes,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeFaulted:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            rule=d["rule"],
            rules_version=d["rules_version"],
            xid=d.get("xid"),
            gpu=d.get("gpu", ""),
            node_action=d["node_action"],
            strike=d.get("strike", 0),
            closes=d.get("closes", False),
            message=d["message"],
        )


@final
@record
class NodeRelocated(NodeFact):
    """The network around the node has changed; what runs there goes on.

    Attributes:
        node_id: Node.
        location: Where it is now.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeRelocated"

    node_id: str
    location: Location

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "location": self.location.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeRelocated:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            location=Location.from_datum(d["location"]),
        )


@final
@record
class GpuUnhealthy(NodeFact):
    """Nothing new goes on this GPU.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GpuUnhealthy"

    node_id: str
    gpu_index: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_index": self.gpu_index,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuUnhealthy:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_index=d["gpu_index"],
            reason=d["reason"],
        )


@final
@record
class GpuRecovered(NodeFact):
    """The GPU is healthy again.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GpuRecovered"

    node_id: str
    gpu_index: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_index": self.gpu_index,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuRecovered:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_index=d["gpu_index"],
        )


@final
@record
class GpuGeometryChanged(NodeFact):
    """An empty GPU was cut, to take MIG instances and nothing else, or made whole again.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
        cut: True: MIG mode. False: whole.
        for_job_id: The waiting job that needed it.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GpuGeometryChanged"

    node_id: str
    gpu_index: int
    cut: bool
    for_job_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_index": self.gpu_index,
            "cut": self.cut,
            "for_job_id": self.for_job_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuGeometryChanged:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_index=d["gpu_index"],
            cut=d["cut"],
            for_job_id=d["for_job_id"],
        )


@final
@record
class QueueCreated(QueueFact):
    """A queue exists.

    Attributes:
        queue: Name.
        tenant: Tenant.
        description: For people.
        requested_by: Who.
        settings: Shares and limits; null for none.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueCreated"

    queue: str
    tenant: str
    description: str
    requested_by: str
    settings: QueueSettings | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "description": self.description,
            "requested_by": self.requested_by,
            "settings": None if self.settings is None else self.settings.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueCreated:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            description=d["description"],
            requested_by=d["requested_by"],
            settings=None
            if d.get("settings") is None
            else QueueSettings.from_datum(branch_of(d["settings"])),
        )


@final
@record
class QueueConfigured(QueueFact):
    """A queue has other shares and limits.

    Attributes:
        queue: Name.
        tenant: Tenant.
        settings: All of them.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueConfigured"

    queue: str
    tenant: str
    settings: QueueSettings
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "settings": self.settings.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueConfigured:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            settings=QueueSettings.from_datum(d["settings"]),
            requested_by=d["requested_by"],
        )


@final
@record
class QueueMeasured(QueueFact):
    """What a queue and those below it use, and what is due to it; sent when it changed, now and then.

    Attributes:
        queue: Name.
        tenant: Tenant.
        gpu_milli_used: Held, thousandths of GPU.
        gpu_milli_used_by_model: Per model.
        cpu_milli_used: Held, thousandths of a core.
        memory_mib_used: Held, MiB.
        gpu_milli_borrowed: Of what is used, beyond the guarantee.
        gpu_milli_lent: Of the guarantee, unused: others may have it.
        share_ppm: Dominant part of the cluster that it holds now, millionths.
        share_due_ppm: Part of the cluster due to it by weight among its busy neighbours,
            millionths.
        usage_gpu_ms: Weighted usage over the window: GPU milliseconds at model price, decayed.
        credit_gpu_ms: Burst credit, the same unit.
        jobs_running: Jobs that hold GPUs.
        jobs_pending: Jobs that wait.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueMeasured"

    queue: str
    tenant: str
    gpu_milli_used: int
    gpu_milli_used_by_model: Mapping[str, int]
    cpu_milli_used: int
    memory_mib_used: int
    gpu_milli_borrowed: int
    gpu_milli_lent: int
    share_ppm: int
    share_due_ppm: int
    usage_gpu_ms: int
    credit_gpu_ms: int
    jobs_running: int
    jobs_pending: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "gpu_milli_used": self.gpu_milli_used,
            "gpu_milli_used_by_model": dict(self.gpu_milli_used_by_model),
            "cpu_milli_used": self.cpu_milli_used,
            "memory_mib_used": self.memory_mib_used,
            "gpu_milli_borrowed": self.gpu_milli_borrowed,
            "gpu_milli_lent": self.gpu_milli_lent,
            "share_ppm": self.share_ppm,
            "share_due_ppm": self.share_due_ppm,
            "usage_gpu_ms": self.usage_gpu_ms,
            "credit_gpu_ms": self.credit_gpu_ms,
            "jobs_running": self.jobs_running,
            "jobs_pending": self.jobs_pending,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueMeasured:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            gpu_milli_used=d["gpu_milli_used"],
            gpu_milli_used_by_model=dict(d["gpu_milli_used_by_model"]),
            cpu_milli_used=d["cpu_milli_used"],
            memory_mib_used=d["memory_mib_used"],
            gpu_milli_borrowed=d["gpu_milli_borrowed"],
            gpu_milli_lent=d["gpu_milli_lent"],
            share_ppm=d["share_ppm"],
            share_due_ppm=d["share_due_ppm"],
            usage_gpu_ms=d["usage_gpu_ms"],
            credit_gpu_ms=d["credit_gpu_ms"],
            jobs_running=d["jobs_running"],
            jobs_pending=d["jobs_pending"],
        )


@final
@record
class QueueDeleted(QueueFact):
    """A queue is gone.

    Attributes:
        queue: Name.
        tenant: Tenant.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueDeleted"

    queue: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueDeleted:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class CapacityReserved(ReservationFact):
    """Nodes are reserved for a queue.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        queue: Whose jobs may be placed there, and those of the queues below it.
        gpu_model: GPU model of the nodes.
        gpu_count: GPUs of the nodes together.
        node_ids: Sorted. Until it starts, other jobs are placed there only if they are predicted to
            end before.
        starts_at_ms: From when.
        ends_at_ms: Until when.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CapacityReserved"

    reservation: str
    tenant: str
    queue: str
    gpu_model: str
    gpu_count: int
    node_ids: tuple[str, ...]
    starts_at_ms: int
    ends_at_ms: int
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reservation": self.reservation,
            "tenant": self.tenant,
            "queue": self.queue,
            "gpu_model": self.gpu_model,
            "gpu_count": self.gpu_count,
            "node_ids": list(self.node_ids),
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CapacityReserved:
        """The inverse."""
        return cls(
            reservation=d["reservation"],
            tenant=d["tenant"],
            queue=d["queue"],
            gpu_model=d["gpu_model"],
            gpu_count=d["gpu_count"],
            node_ids=tuple(d["node_ids"]),
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            requested_by=d["requested_by"],
        )


@final
@record
class CapacityReassigned(ReservationFact):
    """A reservation has other nodes: some of its own were closed or lost.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        queue: Whose jobs may be placed there, and those of the queues below it.
        node_ids: All of them now, sorted.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CapacityReassigned"

    reservation: str
    tenant: str
    queue: str
    node_ids: tuple[str, ...]
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reservation": self.reservation,
            "tenant": self.tenant,
            "queue": self.queue,
            "node_ids": list(self.node_ids),
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CapacityReassigned:
        """The inverse."""
        return cls(
            reservation=d["reservation"],
            tenant=d["tenant"],
            queue=d["queue"],
            node_ids=tuple(d["node_ids"]),
            reason=d["reason"],
        )


@final
@record
class CapacityReservationStarted(ReservationFact):
    """From now on only jobs of the queue may be placed on the nodes.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        queue: Whose jobs may be placed there, and those of the queues below it.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CapacityReservationStarted"

    reservation: str
    tenant: str
    queue: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reservation": self.reservation,
            "tenant": self.tenant,
            "queue": self.queue,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CapacityReservationStarted:
        """The inverse."""
        return cls(
            reservation=d["reservation"],
            tenant=d["tenant"],
            queue=d["queue"],
        )


class ReservationEnd(StrEnum):
    """Why."""

    OVER = "OVER"
    CANCELLED = "CANCELLED"


@final
@record
class CapacityReservationEnded(ReservationFact):
    """The nodes are released.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        queue: Whose jobs may be placed there, and those of the queues below it.
        reason: Why.
        requested_by: Who cancelled it; empty when its time was over.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CapacityReservationEnded"

    reservation: str
    tenant: str
    queue: str
    reason: ReservationEnd
    requested_by: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reservation": self.reservation,
            "tenant": self.tenant,
            "queue": self.queue,
            "reason": self.reason,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CapacityReservationEnded:
        """The inverse."""
        return cls(
            reservation=d["reservation"],
            tenant=d["tenant"],
            queue=d["queue"],
            reason=ReservationEnd(d["reason"]),
            requested_by=d.get("requested_by", ""),
        )


@final
@record
class PolicyActivated(PolicyFact):
    """Decisions follow this policy from here on.

    Attributes:
        policy: The whole policy.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.PolicyActivated"

    policy: Policy
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "policy": self.policy.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PolicyActivated:
        """The inverse."""
        return cls(
            policy=Policy.from_datum(d["policy"]),
            requested_by=d["requested_by"],
        )


@final
@record
class FailureRulesActivated(PolicyFact):
    """Failures are judged by these rules from here on.

    Attributes:
        version: Version of the rules.
        sha256: Of the text.
        rules: The rules file.
        requested_by: Operator, or the first leader.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.FailureRulesActivated"

    version: int
    sha256: str
    rules: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "version": self.version,
            "sha256": self.sha256,
            "rules": self.rules,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FailureRulesActivated:
        """The inverse."""
        return cls(
            version=d["version"],
            sha256=d["sha256"],
            rules=d["rules"],
            requested_by=d["requested_by"],
        )


@final
@record
class QueueRestricted(QueueFact):
    """Jobs of some tiers do not start from a queue and those below it; what runs goes on.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Its name; unique in its queue.
        tiers: Jobs of these tiers do not start.
        until_ms: It ends then, milliseconds since 1970 UTC; null: when it is lifted.
        reason: Why, for those who wait.
        requested_by: User or service who asked.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueRestricted"

    queue: str
    tenant: str
    restriction: str
    tiers: tuple[Tier, ...]
    until_ms: int | None = None
    reason: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "restriction": self.restriction,
            "tiers": list(self.tiers),
            "until_ms": self.until_ms,
            "reason": self.reason,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueRestricted:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            restriction=d["restriction"],
            tiers=tuple(Tier(x) for x in d["tiers"]),
            until_ms=d.get("until_ms"),
            reason=d["reason"],
            requested_by=d["requested_by"],
        )


@final
@record
class QueueRestrictionEnded(QueueFact):
    """A restriction of a queue was lifted, or its time is over.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Its name.
        requested_by: User or service who lifted it; null: its time is over.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueRestrictionEnded"

    queue: str
    tenant: str
    restriction: str
    requested_by: str | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "restriction": self.restriction,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueRestrictionEnded:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            restriction=d["restriction"],
            requested_by=d.get("requested_by"),
        )


@final
@record
class OutputRecorded(OutputFact):
    """What an attempt's ranks on one node have written takes so many bytes of the store.

    Attributes:
        job_id: Job.
        attempt: Attempt, 1-based.
        node_id: Node.
        size_bytes: Bytes so far, of all its ranks there; never less than before.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.OutputRecorded"

    job_id: str
    attempt: int
    node_id: str
    size_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "node_id": self.node_id,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> OutputRecorded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            node_id=d["node_id"],
            size_bytes=d["size_bytes"],
        )


@final
@record
class OutputDeleted(OutputFact):
    """The output of a job that is over is removed from the store, all of it.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        objects: So many objects were removed by the try that tells it.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.OutputDeleted"

    job_id: str
    tenant: str
    objects: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "objects": self.objects,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> OutputDeleted:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            objects=d["objects"],
        )


JobPayload: TypeAlias = (
    JobQueued
    | JobPending
    | GangBound
    | JobStarted
    | JobResizing
    | JobMoving
    | JobWarned
    | JobStopping
    | SaveTooLarge
    | AttemptEnded
    | JobRequeued
    | JobSucceeded
    | JobFailed
    | JobCancelled
    | JobSuspended
    | JobResumed
    | CheckpointRecorded
)

PlanPayload: TypeAlias = (
    ReservationMade
    | ReservationReleased
    | StartPredicted
    | DefragmentationProposed
    | PreemptionRequested
    | PreemptionAccepted
    | PreemptionRefused
    | HoldReleased
    | HoldMade
    | FragmentationSustained
    | FragmentationEased
    | DemandForecast
)

CheckpointPayload: TypeAlias = CheckpointExpired | CheckpointDeleted

NodePayload: TypeAlias = (
    NodeJoined
    | NodeSuspected
    | NodeRecovered
    | NodeLost
    | NodeForgotten
    | NodeRefused
    | NodeCordoned
    | NodeUncordoned
    | NodeDraining
    | NodeUndrained
    | NodeTagged
    | MaintenanceScheduled
    | MaintenanceStarted
    | MaintenanceEnded
    | NodeReclaiming
    | NodeSpared
    | NodeTesting
    | NodeNoted
    | NodeFaulted
    | NodeRelocated
    | GpuUnhealthy
    | GpuRecovered
    | GpuGeometryChanged
)

QueuePayload: TypeAlias = (
    QueueCreated | QueueConfigured | QueueMeasured | QueueDeleted | QueueRestricted | QueueRestrictionEnded
)

ReservationPayload: TypeAlias = (
    CapacityReserved | CapacityReassigned | CapacityReservationStarted | CapacityReservationEnded
)

PolicyPayload: TypeAlias = PolicyActivated | FailureRulesActivated

OutputPayload: TypeAlias = OutputRecorded | OutputDeleted

JobEvent: TypeAlias = (
    JobQueued
    | JobPending
    | ReservationMade
    | ReservationReleased
    | StartPredicted
    | DefragmentationProposed
    | PreemptionRequested
    | GangBound
    | JobStarted
    | JobResizing
    | JobMoving
    | JobWarned
    | JobStopping
    | SaveTooLarge
    | PreemptionAccepted
    | PreemptionRefused
    | HoldReleased
    | HoldMade
    | FragmentationSustained
    | FragmentationEased
    | DemandForecast
    | AttemptEnded
    | JobRequeued
    | JobSucceeded
    | JobFailed
    | JobCancelled
    | JobSuspended
    | JobResumed
    | CheckpointRecorded
    | CheckpointExpired
    | CheckpointDeleted
    | NodeJoined
    | NodeSuspected
    | NodeRecovered
    | NodeLost
    | NodeForgotten
    | NodeRefused
    | NodeCordoned
    | NodeUncordoned
    | NodeDraining
    | NodeUndrained
    | NodeTagged
    | MaintenanceScheduled
    | MaintenanceStarted
    | MaintenanceEnded
    | NodeReclaiming
    | NodeSpared
    | NodeTesting
    | NodeNoted
    | NodeFaulted
    | NodeRelocated
    | GpuUnhealthy
    | GpuRecovered
    | GpuGeometryChanged
    | QueueCreated
    | QueueConfigured
    | QueueMeasured
    | QueueDeleted
    | CapacityReserved
    | CapacityReassigned
    | CapacityReservationStarted
    | CapacityReservationEnded
    | PolicyActivated
    | FailureRulesActivated
    | QueueRestricted
    | QueueRestrictionEnded
    | OutputRecorded
    | OutputDeleted
)

Payload: TypeAlias = JobEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    JobQueued,
    JobPending,
    ReservationMade,
    ReservationReleased,
    StartPredicted,
    DefragmentationProposed,
    PreemptionRequested,
    GangBound,
    JobStarted,
    JobResizing,
    JobMoving,
    JobWarned,
    JobStopping,
    SaveTooLarge,
    PreemptionAccepted,
    PreemptionRefused,
    HoldReleased,
    HoldMade,
    FragmentationSustained,
    FragmentationEased,
    DemandForecast,
    AttemptEnded,
    JobRequeued,
    JobSucceeded,
    JobFailed,
    JobCancelled,
    JobSuspended,
    JobResumed,
    CheckpointRecorded,
    CheckpointExpired,
    CheckpointDeleted,
    NodeJoined,
    NodeSuspected,
    NodeRecovered,
    NodeLost,
    NodeForgotten,
    NodeRefused,
    NodeCordoned,
    NodeUncordoned,
    NodeDraining,
    NodeUndrained,
    NodeTagged,
    MaintenanceScheduled,
    MaintenanceStarted,
    MaintenanceEnded,
    NodeReclaiming,
    NodeSpared,
    NodeTesting,
    NodeNoted,
    NodeFaulted,
    NodeRelocated,
    GpuUnhealthy,
    GpuRecovered,
    GpuGeometryChanged,
    QueueCreated,
    QueueConfigured,
    QueueMeasured,
    QueueDeleted,
    CapacityReserved,
    CapacityReassigned,
    CapacityReservationStarted,
    CapacityReservationEnded,
    PolicyActivated,
    FailureRulesActivated,
    Watermark,
    QueueRestricted,
    QueueRestrictionEnded,
    OutputRecorded,
    OutputDeleted,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.job_events","doc":"Wh'
    'at became of jobs, nodes and queues: the scheduler\'s public facts.","fields"'
    ':[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplicati'
    'on key."},{"name":"key","type":"string","doc":"The Kafka key: what this topi'
    'c is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the pr'
    'oducer says it happened, milliseconds since 1970 UTC."},{"name":"producer","'
    'type":"string","doc":"Service and instance that wrote the record."},{"name":'
    '"correlation_id","type":"string","doc":"Shared by everything that follows fr'
    'om one request."},{"name":"causation_id","type":["null","string"],"doc":"eve'
    'nt_id of the record this one follows from.","default":null},{"name":"seq","t'
    'ype":["null","long"],"doc":"seq of the input it follows from: facts of all p'
    "artitions are ordered by seq, then index. Null: its writer has no such order"
    '.","default":null},{"name":"index","type":["null","int"],"doc":"Which of tha'
    't input\'s consequences it is, rising from 0; orders count, too.","default":n'
    'ull},{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs '
    'to; null: no tenant, as with nodes.","default":null},{"name":"sender","type"'
    ':["null","string"],"doc":"The judged sender of the command that it follows f'
    "rom, as TENANT/USER; null: it follows from none, or the record is older than"
    ' this field.","default":null},{"name":"payload","type":[{"type":"record","na'
    'me":"CommandRejected","aliases":["muster.job_events.CommandRejected"],"doc":'
    '"A command that will not be carried out, and why.","subject":"command","fiel'
    'ds":[{"name":"command_id","type":"string","doc":"event_id of the command."},'
    '{"name":"command","type":"string","doc":"Its record name."},{"name":"subject'
    '","type":"string","doc":"What it was about: a job, queue, node, or another e'
    'ntity of the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"code","type":{"type":"enum","name":"RejectionCode","aliases":["muster'
    '.job_events.RejectionCode"],"doc":"Kinds of refusal, the same for all servic'
    'es; each has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FO'
    'UND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","F'
    'ORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"mu'
    'ster.command_answers"},"doc":"Kind of refusal."},{"name":"detail_code","type'
    '":"string","doc":"The service\'s own, finer code; its README lists them. Empt'
    'y: `code` says all.","default":""},{"name":"message","type":"string","doc":"'
    'For people."},{"name":"violations","type":{"type":"array","items":{"type":"r'
    'ecord","name":"Violation","aliases":["muster.job_events.Violation"],"doc":"O'
    'ne thing wrong with a request.","fields":[{"name":"field","type":"string","d'
    'oc":"Path of the field."},{"name":"value","type":"string","doc":"What was gi'
    'ven, shortened."},{"name":"allowed","type":"string","doc":"What is allowed."'
    '}],"namespace":"muster.command_answers"}},"doc":"Field by field.","default":'
    '[]}],"namespace":"muster.command_answers"},{"type":"record","name":"CommandR'
    'epeated","aliases":["muster.job_events.CommandRepeated"],"doc":"A command th'
    'at was carried out before came again; nothing changed.","subject":"command",'
    '"fields":[{"name":"command_id","type":"string","doc":"event_id of the comman'
    'd."},{"name":"command","type":"string","doc":"Its record name."},{"name":"su'
    'bject","type":"string","doc":"What it was about."}],"namespace":"muster.comm'
    'and_answers"},{"type":"record","name":"JobQueued","doc":"The job is accepted'
    ' and waits.","subject":"job","fields":[{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","'
    'type":{"type":"record","name":"JobSpec","doc":"A job as its owner describes '
    'it.","fields":[{"name":"name","type":"string","doc":"A name for people; not '
    'unique."},{"name":"team","type":"string","doc":"Who pays."},{"name":"project'
    '","type":"string","doc":"What it is for."},{"name":"user","type":"string","d'
    'oc":"Who asked."},{"name":"queue","type":"string","doc":"Queue the job waits'
    ' in."},{"name":"tier","type":{"type":"enum","name":"Tier","doc":"Highest fir'
    'st.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRAINING'
    '","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRAINING","namespace"'
    ':"muster.job_commands"},"doc":"Which work goes first."},{"name":"ranks","typ'
    'e":"int","doc":"Gang size: all ranks start together or none does."},{"name":'
    '"resources","type":{"type":"record","name":"Resources","doc":"What one rank '
    'needs.","fields":[{"name":"gpu_count","type":"int","doc":"GPUs per rank; 0 f'
    'or CPU-only work."},{"name":"gpu_milli","type":"int","doc":"Thousandths of e'
    'ach GPU: 1000 is a whole one; less only with gpu_count 1."},{"name":"gpu_mod'
    'els","type":{"type":"array","items":"string"},"doc":"GPU models accepted, so'
    'rted; empty accepts any.","default":[]},{"name":"gpu_memory_mib_min","type":'
    '"long","doc":"Least memory of each GPU, MiB; of the whole GPU, for a fractio'
    'n too. 0 accepts any.","default":0},{"name":"cpu_milli","type":"long","doc":'
    '"Thousandths of a CPU core per rank."},{"name":"memory_mib","type":"long","d'
    'oc":"Main memory per rank, MiB."},{"name":"isolation","type":{"type":"enum",'
    '"name":"Isolation","doc":"How a fraction of a GPU is kept apart from others '
    'on it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLICING"],"default":"BY_TRUS'
    'T","namespace":"muster.job_commands"},"doc":"Requested isolation; for a frac'
    'tion of a GPU only.","default":"BY_TRUST"}],"namespace":"muster.job_commands'
    '"},"doc":"Per rank."},{"name":"image","type":["null","string"],"doc":"Contai'
    'ner image; refused until nodes can run images.","default":null},{"name":"com'
    'mand","type":{"type":"array","items":"string"},"doc":"Program and arguments,'
    ' the same for every rank."},{"name":"env","type":{"type":"map","values":"str'
    'ing"},"doc":"Environment added to every rank.","default":{}},{"name":"files_'
    'sha256","type":["null","string"],"doc":"Working files: SHA-256 of a tar.gz a'
    'lready stored under files/ in S3.","default":null},{"name":"wall_time_max_ms'
    '","type":["null","long"],"doc":"The attempt is stopped after this long.","de'
    'fault":null},{"name":"hang_after_ms","type":["null","long"],"doc":"Silence o'
    "f all ranks (no output, no step) after which the attempt is ended as hanging"
    '; null: as the policy says.","default":null},{"name":"duration_expected_ms",'
    '"type":["null","long"],"doc":"The owner\'s estimate.","default":null},{"name"'
    ':"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL.","default":300'
    '00},{"name":"retry","type":{"type":"record","name":"RetryPolicy","doc":"When'
    ' an attempt fails by itself; attempts lost with a node never count.","fields'
    '":[{"name":"attempts_max","type":"int","doc":"Attempts allowed in all, 1 mea'
    'ns no retry."},{"name":"backoff_ms","type":"long","doc":"Wait before the nex'
    't attempt, doubled each time.","default":10000},{"name":"memory_max_mib","ty'
    'pe":["null","long"],"doc":"Most memory of each rank after attempts that had '
    'too little, MiB; null: it stays as asked for.","default":null}],"namespace":'
    '"muster.job_commands"},"doc":"Retry policy."},{"name":"checkpoint","type":{"'
    'type":"record","name":"CheckpointPolicy","doc":"Whether the agent keeps what'
    ' the job writes to MUSTER_CHECKPOINT_DIR.","fields":[{"name":"enabled","type'
    '":"boolean","doc":"True: files renamed into the directory are stored and giv'
    'en to the next attempt."},{"name":"interval_ms","type":"long","doc":"How oft'
    'en the job is expected to write one; 0 when it decides itself.","default":0}'
    ',{"name":"grace_ms","type":"long","doc":"How long ranks that have to stop an'
    'd will go on later may take to save one, before SIGTERM.","default":60000},{'
    '"name":"keep_last","type":["null","int"],"doc":"So many of the newest stay i'
    'n the store; null: as the policy says.","default":null},{"name":"keep_every"'
    ',"type":"int","doc":"Each so-manieth stays as well; 0: none for this reason.'
    '","default":0}],"namespace":"muster.job_commands"},"doc":"Checkpoint policy.'
    '"},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Free key/'
    'value pairs to filter by.","default":{}},{"name":"model_name","type":["null"'
    ',"string"],"doc":"Model this job trains, for the registry.","default":null},'
    '{"name":"priority","type":"int","doc":"Higher goes first where the queue ord'
    'ers by priority; -1000 to 1000.","default":0},{"name":"ranks_min","type":["n'
    'ull","int"],"doc":"Fewest ranks it runs with; null: never other than `ranks`'
    '.","default":null},{"name":"world_sizes","type":{"type":"array","items":"int'
    '"},"doc":"Gang sizes it runs with, ascending; empty: ranks_min, ranks and th'
    'e powers of two between.","default":[]},{"name":"topology","type":["null",{"'
    'type":"record","name":"Topology","doc":"How the ranks of a gang should lie i'
    'n the network.","fields":[{"name":"within","type":["null",{"type":"enum","na'
    'me":"TopologyLevel","doc":"Units of the network, smallest first.","symbols":'
    '["NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":'
    '"muster.job_commands"}],"doc":"The unit that should hold all ranks; null: th'
    'e best there is room in.","default":null},{"name":"strictness","type":{"type'
    '":"enum","name":"Strictness","doc":"What a gang does when no unit of its lev'
    'el has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BE'
    'ST_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIRED waits for such'
    ' a unit, PREFERRED takes a larger one.","default":"BEST_EFFORT"},{"name":"te'
    'nsor_parallel_ranks","type":"int","doc":"So many consecutive ranks share an '
    'NVLink domain, always.","default":1}],"namespace":"muster.job_commands"}],"d'
    'oc":"How the ranks should lie; null: as near to each other as there is room.'
    '","default":null},{"name":"spread","type":["null","muster.job_commands.Topol'
    'ogyLevel"],"doc":"Ranks go evenly over units of this level instead.","defaul'
    't":null},{"name":"node_labels","type":{"type":"map","values":"string"},"doc"'
    ':"Only nodes with all these labels.","default":{}},{"name":"node_labels_pref'
    'erred","type":{"type":"map","values":"string"},"doc":"Nodes that have all th'
    'ese labels, too, go first.","default":{}},{"name":"tolerations","type":{"typ'
    'e":"array","items":"string"},"doc":"Taints of nodes that do not matter, sort'
    'ed.","default":[]},{"name":"gpu_preferences","type":{"type":"array","items":'
    '{"type":"record","name":"GpuPreference","doc":"One GPU model, and how fast t'
    'he job runs on it.","fields":[{"name":"model","type":"string","doc":"GPU mod'
    'el."},{"name":"throughput_milli","type":"int","doc":"Thousandths of a common'
    ' unit of speed: twice as much ends in half the time."}],"namespace":"muster.'
    'job_commands"}},"doc":"GPU models with their speed; all ranks go to one of t'
    'hem. resources.gpu_models names the same.","default":[]},{"name":"caches","t'
    'ype":{"type":"array","items":"string"},"doc":"Names of what its nodes keep f'
    'or the next job: a model, a data set.","default":[]},{"name":"sandbox","type'
    '":{"type":"enum","name":"SandboxNeed","doc":"Whether a job needs to be kept '
    'apart from the rest of the machine.","symbols":["OPTIONAL","REQUIRED"],"defa'
    'ult":"OPTIONAL","namespace":"muster.job_commands"},"doc":"REQUIRED: only nod'
    'es that have a sandbox.","default":"OPTIONAL"},{"name":"network","type":{"ty'
    'pe":"enum","name":"NetworkAccess","doc":"Which network a job sees.","symbols'
    '":["HOST","NONE"],"default":"HOST","namespace":"muster.job_commands"},"doc":'
    "\"HOST: its node's. NONE: only a loopback of its own, which its ranks share; "
    'needs a sandbox, and all ranks on one node.","default":"HOST"},{"name":"spot'
    '","type":{"type":"enum","name":"SpotUse","doc":"Whether a job may run on nod'
    'es that their provider may take back.","symbols":["BY_TIER","ALLOWED","NEVER'
    '"],"default":"BY_TIER","namespace":"muster.job_commands"},"doc":"BY_TIER: wh'
    "o saves checkpoints or ends within an hour, but not who serves; others ask f"
    'or such nodes by their label or with ALLOWED.","default":"BY_TIER"}],"namesp'
    'ace":"muster.job_commands"},"doc":"As accepted."},{"name":"predicted_p50_ms"'
    ',"type":["null","long"],"doc":"Predicted median run time of an attempt; null'
    ': unknown.","default":null},{"name":"predicted_p90_ms","type":["null","long"'
    '],"doc":"Predicted 90th percentile of the run time; null: unknown.","default'
    '":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobPendin'
    'g","doc":"Why the job is not placed; sent when the reason changes.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"co'
    'de","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for why a'
    ' job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_S'
    'MALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMO'
    'RY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_ME'
    'MORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODES_AVOI'
    'DED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODE'
    'S_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMI'
    'T","GEOMETRY_FROZEN","QUEUE_SUSPENDED","HEADROOM","DURATION_NOT_GUARANTEED",'
    '"QUEUE_RESTRICTED"],"default":"QUEUED","namespace":"muster.job_events"},"doc'
    '":"The one dominant reason."},{"name":"message","type":"string","doc":"One s'
    'entence."},{"name":"counts","type":{"type":"map","values":"long"},"doc":"Num'
    'bers behind it.","default":{}}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"ReservationMade","doc":"Nodes are kept for the job that heads '
    'the line and does not fit; takes the place of its last one.","subject":"plan'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids'
    '","type":{"type":"array","items":"string"},"doc":"Reserved: other jobs may b'
    'e placed there only if they are predicted to end before starts_at_ms."},{"na'
    'me":"starts_at_ms","type":["null","long"],"doc":"When the nodes are predicte'
    'd to have room for it; null: unknown.","default":null},{"name":"kept_until_m'
    's","type":"long","doc":"When, the job not started, nodes are chosen anew."},'
    '{"name":"by_limits","type":"boolean","doc":"Whether only wall-time limits we'
    're used to predict, because an earlier reservation of the job was not kept."'
    ',"default":false}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"ReservationReleased","doc":"The nodes reserved for a job are released.","su'
    'bject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"reason","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbo'
    'ls":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_L'
    'ONGER_WAITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_a'
    't_ms","type":["null","long"],"doc":"When nodes are kept for it again, as it '
    'still heads the line; null: not for this reason.","default":null}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"StartPredicted","doc":"When'
    " a waiting job will start, predicted now and then so that the cell learns fr"
    'om what comes.","subject":"plan","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much longer it will'
    ' wait, the best single estimate, milliseconds."},{"name":"wait_low_ms","type'
    '":["null","long"],"doc":"Start of the range that is stated, milliseconds fro'
    'm now; null: too little is learned for a range.","default":null},{"name":"wa'
    'it_high_ms","type":["null","long"],"doc":"End of the range that is stated, m'
    'illiseconds from now.","default":null},{"name":"signs","type":{"type":"array'
    '","items":"int"},"doc":"What it was computed from, as logarithms in 1/256 oc'
    "tave: one, the soonest start with its equals ahead only, the time waited, th"
    "e number of waiting jobs, the amount requested, the position among its equal"
    's."}],"namespace":"muster.job_events"},{"type":"record","name":"Defragmentat'
    'ionProposed","doc":"Moves of running jobs that would let a job start that fr'
    'ee GPUs in all suffice for.","subject":"plan","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"The job that would start."},{"name":"moves","type":{"typ'
    'e":"array","items":{"type":"record","name":"Move","doc":"One job that would '
    'go on elsewhere.","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"from_node_ids","type":{"type":"array","items":"string"},"doc":"Where'
    ' it is, sorted."},{"name":"to_node_ids","type":{"type":"array","items":"stri'
    'ng"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_ms","type":"long"'
    ',"doc":"GPU milliseconds: its GPUs times what it ran since its last checkpoi'
    'nt, and a restart."}],"namespace":"muster.job_events"}},"doc":"By job."},{"n'
    'ame":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves lose'
    '."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that the '
    'job would have sooner: its GPUs times the wait it is spared."},{"name":"carr'
    'ied_out","type":"boolean","doc":"The moves begin now."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"PreemptionRequested","doc":"A job or '
    "a reservation is due GPUs that others hold; who yields is decided elsewhere."
    '","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; em'
    'pty where a reservation is due them."},{"name":"cause","type":{"type":"enum"'
    ',"name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","'
    'TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespace":"'
    'muster.job_events"},"doc":"What entitles it."},{"name":"queue","type":"strin'
    'g","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"jobs","type":"int","doc":"Number of equal jobs of its queue, this one '
    'included, that are due the resources they request.","default":1},{"name":"gp'
    'u_milli_missing","type":"long","doc":"Thousandths of GPU that they wait for.'
    '"},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"Mode'
    'ls it accepts, sorted; empty for any.","default":[]},{"name":"borrowers","ty'
    'pe":{"type":"array","items":{"type":"record","name":"Borrower","doc":"A queu'
    'e beyond its guarantee.","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_b'
    'orrowed","type":"long","doc":"Beyond its guarantee, thousandths of GPU."}],"'
    'namespace":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most fir'
    'st.","default":[]},{"name":"as_of_seq","type":"long","doc":"State of the log'
    ' that this is true of."},{"name":"reservation","type":"string","doc":"Reserv'
    'ation that has begun; empty where a job is due them.","default":""},{"name":'
    '"holders","type":{"type":"array","items":"string"},"doc":"Jobs that may yiel'
    "d, where the request says which: those that still hold its nodes, or have ha"
    'd more service; sorted; never production inference.","default":[]}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"GangBound","doc":"Every ra'
    'nk has its place; orders to start are in the same transaction.","subject":"j'
    'ob","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"Attempt."},{"name":"placements","type":{"type":"array'
    '","items":{"type":"record","name":"RankPlacement","doc":"Where one rank runs'
    '.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","i'
    'tems":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousand'
    'ths of each."},{"name":"sharing","type":{"type":"enum","name":"Sharing","doc'
    '":"How a rank shares its GPUs: not; inside its team by MPS or in turns; by a'
    ' MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default"'
    ':"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Who else may be on t'
    'hem.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],'
    '"doc":"Profile of the MIG instance it gets.","default":null},{"name":"mig_st'
    'art","type":["null","int"],"doc":"First memory slice of that instance.","def'
    'ault":null}],"namespace":"muster.job_events"}},"doc":"One per rank."},{"name'
    '":"master_address","type":"string","doc":"Rank 0\'s address."},{"name":"maste'
    'r_port","type":"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"l'
    'ong","doc":"Since the job was last queued."},{"name":"reason","type":"string'
    '","doc":"Why there.","default":""},{"name":"tenant","type":"string","doc":"W'
    'hose job it is.","default":""},{"name":"queue","type":"string","doc":"The jo'
    'b\'s queue.","default":""},{"name":"each","type":["null",{"type":"record","na'
    'me":"RankShape","doc":"What each rank of a gang holds on its node, besides t'
    'he GPUs of its placement.","fields":[{"name":"cpu_milli","type":"long","doc"'
    ':"Thousandths of a CPU core."},{"name":"memory_mib","type":"long","doc":"Hos'
    't memory."},{"name":"gpu_models","type":{"type":"array","items":"string"},"d'
    'oc":"GPU models it would accept, sorted; empty: any.","default":[]},{"name":'
    '"sharing_key","type":"string","doc":"Ranks with the same key share GPUs (a t'
    "rust domain and a way of sharing); `mig`: a MIG instance of its own; empty: "
    'not shared.","default":""}],"namespace":"muster.job_events"}],"doc":"What ea'
    'ch rank holds; null: an earlier version wrote it.","default":null},{"name":"'
    'gap_of","type":"string","doc":"Job that these nodes are kept for: this one f'
    'ills the gap, and yields when that fits; empty: none.","default":""},{"name"'
    ':"guaranteed_until_ms","type":["null","long"],"doc":"It does not yield befor'
    "e but to production inference, milliseconds since 1970 UTC; null: it is owed"
    ' what it holds, or nothing is forecast.","default":null}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"JobStarted","doc":"All ranks run.","'
    'subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobResizing","doc":"An elastic job stops, to go '
    'on at once with another number of ranks.","subject":"job","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"The attempt that stops."},{"name":"ranks_from","type":"int","doc":"Its rank'
    's."},{"name":"ranks_to","type":"int","doc":"Ranks of the next one, or fewer '
    'where they no longer fit."},{"name":"reason","type":"string","doc":"Why."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"JobMoving","doc":"'
    'A job stops, to go on at once on other nodes, so that another has room.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"The attempt that stops."},{"name":"placement'
    's","type":{"type":"array","items":"muster.job_events.RankPlacement"},"doc":"'
    'Where it is to go on, in rank order; elsewhere, where that is gone."},{"name'
    '":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobWarned","doc":"A watchdog has found something abo'
    'ut a running job; told once an attempt for each action.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"Attempt."},{"name":"watchdog","type":{"type":"enum","name":"'
    'Watchdog","doc":"What is watched.","symbols":["WALL_TIME","HANG","START_UP",'
    '"LOSS","IDLE_GPUS","STRAGGLER"],"default":"WALL_TIME","namespace":"muster.jo'
    'b_events"},"doc":"Which one."},{"name":"action","type":{"type":"enum","name"'
    ':"WatchdogAction","doc":"What follows: nothing; the attempt ends, and anothe'
    'r is a matter of the job\'s retries; the job ends.","symbols":["TOLD","RETRIE'
    'D","ENDED"],"default":"TOLD","namespace":"muster.job_events"},"doc":"What fo'
    'llows."},{"name":"message","type":"string","doc":"What was found, for people'
    '."},{"name":"node_id","type":["null","string"],"doc":"Where; null: the whole'
    ' gang.","default":null},{"name":"rank","type":["null","int"],"doc":"Which ra'
    'nk; null: all, or unknown.","default":null},{"name":"tenant","type":"string"'
    ',"doc":"Tenant.","default":""},{"name":"team","type":"string","doc":"The job'
    '\'s team.","default":""}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"JobStopping","doc":"Ranks have been ordered to stop.","subject":"job"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."'
    '},{"name":"requeues","type":"boolean","doc":"It waits again once it has stop'
    'ped, and the attempt counts neither as failed nor as lost.","default":false}'
    ',{"name":"plan_id","type":"string","doc":"The preemption plan that it yields'
    ' by; empty: it stops for another reason.","default":""},{"name":"yields_to",'
    '"type":"string","doc":"The job that it yields to; empty: none.","default":""'
    '},{"name":"cause","type":{"type":"enum","name":"StopCause","doc":"What kind '
    'of event stopped it.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTA'
    'TED","namespace":"muster.job_events"},"doc":"What kind of event stopped it."'
    ',"default":"UNSTATED"},{"name":"save_bytes","type":["null","long"],"doc":"Wh'
    'at it is believed to have to save, bytes; null: not known, or not asked.","d'
    'efault":null},{"name":"saves_until_ms","type":["null","long"],"doc":"When th'
    "at is believed to be stored, milliseconds since 1970 UTC; null: not known, o"
    'r it is not asked to save.","default":null},{"name":"save_bytes_per_s","type'
    '":["null","long"],"doc":"What it has of the store\'s bandwidth until it has s'
    'topped, bytes per second; null: it is not asked to save.","default":null}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"SaveTooLarge","doc"'
    ':"A job cannot store its state before its node is taken away, and loses work'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"s'
    'tring","doc":"The node that goes first."},{"name":"save_bytes","type":"long"'
    ',"doc":"What it has to save, bytes."},{"name":"fits_bytes","type":"long","do'
    'c":"What can be stored in the time that is left beside the others, bytes."},'
    '{"name":"deadline_ms","type":"long","doc":"When the node is gone, millisecon'
    'ds since 1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU millisec'
    'onds since its last checkpoint, or since its start."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"PreemptionAccepted","doc":"A preemption'
    ' plan is carried out: victims stop, nodes are held for the job.","subject":"'
    'plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"jo'
    'b_id","type":"string","doc":"Job that the victims yield to; empty: a reserva'
    'tion."},{"name":"reservation","type":"string","doc":"Capacity reservation wh'
    'ose nodes the victims leave; empty: they yield to a job.","default":""},{"na'
    'me":"victims","type":{"type":"array","items":{"type":"record","name":"Yieldi'
    'ngJob","doc":"A job that yields, whole or down to fewer ranks.","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"The attempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ra'
    'nks it goes on with; 0: it waits again.","default":0}],"namespace":"muster.j'
    'ob_events"}},"doc":"By job id."},{"name":"placements","type":{"type":"array"'
    ',"items":"muster.job_events.RankPlacement"},"doc":"Where the job is to go, i'
    'n rank order; these nodes are held for it."},{"name":"held_until_ms","type":'
    '"long","doc":"They are held at most until then, milliseconds since 1970 UTC.'
    '"},{"name":"cost_gpu_ms","type":"long","doc":"Price as planned, GPU millisec'
    'onds."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s lo'
    'g that the plan was made from."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"PreemptionRefused","doc":"A preemption plan is not carried o'
    'ut; nobody stops because of it.","subject":"plan","fields":[{"name":"plan_id'
    '","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job'
    ' that the victims would have yielded to; empty: a reservation."},{"name":"re'
    'servation","type":"string","doc":"Capacity reservation whose nodes the victi'
    'ms leave; empty: they yield to a job.","default":""},{"name":"code","type":{'
    '"type":"enum","name":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALI'
    'D","UNDER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICT'
    'IM_PROTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":'
    '"INVALID","namespace":"muster.job_events"},"doc":"Why."},{"name":"reason","t'
    'ype":"string","doc":"For people."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"HoldReleased","doc":"What victims of a preemption plan fre'
    'ed is no longer held for the job they yielded to.","subject":"plan","fields"'
    ':[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"'
    'string","doc":"Job that it was held for."},{"name":"reason","type":{"type":"'
    'enum","name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGE'
    'R_WAITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muste'
    'r.job_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancell'
    "ed or suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIR"
    'ED: they took too long."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"HoldMade","subject":"plan","doc":"Others move so that a waiting job'
    ' fits; nodes are held for it until then.","fields":[{"name":"plan_id","type"'
    ':"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that th'
    'e others make room for."},{"name":"victims","type":{"type":"array","items":"'
    'muster.job_events.YieldingJob"},"doc":"Jobs that move, by id; they go on wit'
    'h as many ranks as they have."},{"name":"placements","type":{"type":"array",'
    '"items":"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in'
    ' rank order."},{"name":"node_ids","type":{"type":"array","items":"string"},"'
    'doc":"The nodes that are held, sorted: these, and those that the others go t'
    'o."},{"name":"held_until_ms","type":"long","doc":"They are held at most unti'
    'l then, milliseconds since 1970 UTC."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"FragmentationSustained","subject":"plan","doc":"GPU st'
    "ays free and scattered while jobs wait that need no more: moves are planned "
    'for all these.","fields":[{"name":"job_id","type":"string","doc":"The first '
    'of these jobs."},{"name":"since_ms","type":"long","doc":"Since when, millise'
    'conds since 1970 UTC."},{"name":"gpu_milli_scattered","type":"long","doc":"M'
    'ost GPU that is free for one of these jobs, thousandths."},{"name":"gpu_mill'
    'i_total","type":"long","doc":"GPU of the cluster, thousandths."},{"name":"jo'
    'bs","type":"int","doc":"How many jobs wait so."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"FragmentationEased","subject":"plan","doc":"'
    'What was told by FragmentationSustained is over.","fields":[{"name":"job_id"'
    ',"type":"string","doc":"The job that was named then."},{"name":"since_ms","t'
    'ype":"long","doc":"Since when it was so, milliseconds since 1970 UTC."},{"na'
    'me":"gpu_milli_scattered","type":"long","doc":"What is free and scattered no'
    'w, thousandths of GPU; not beyond the policy\'s bound."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"DemandForecast","subject":"plan","doc'
    '":"How much best-effort work may hold together: others are believed not to n'
    'eed it soon.","fields":[{"name":"duration_ms","type":"long","doc":"The guara'
    'nteed duration, milliseconds."},{"name":"gpu_milli_total","type":"long","doc'
    '":"GPU of the cluster, thousandths."},{"name":"gpu_milli_demand","type":"lon'
    'g","doc":"GPU that all other work holds, and waits for as far as it is owed,'
    ' thousandths."},{"name":"gpu_milli_rise","type":"long","doc":"By how much th'
    "at is believed to grow within the duration, thousandths: what nine in ten ri"
    'ses at this hour of day did not exceed."},{"name":"scale_percent","type":"in'
    't","doc":"How much of what is left is given out: more after days on which fe'
    'w guaranteed runs had to yield."},{"name":"gpu_milli_quota","type":"long","d'
    'oc":"What best-effort work may hold together, thousandths of GPU."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"AttemptEnded","doc":"An a'
    'ttempt is over on every node and its GPUs are free.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt."},{"name":"outcome","type":{"type":"enum","name":"Attem'
    'ptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT'
    '","LOST","REFUSED"],"default":"REFUSED","namespace":"muster.job_events"},"do'
    'c":"How."},{"name":"exit_code","type":["null","int"],"doc":"Of the first fai'
    'ling rank.","default":null},{"name":"signal","type":["null","int"],"doc":"Of'
    ' the first failing rank.","default":null},{"name":"rank","type":["null","int'
    '"],"doc":"First failing rank.","default":null},{"name":"node_id","type":["nu'
    'll","string"],"doc":"Its node.","default":null},{"name":"message","type":"st'
    'ring","doc":"For people.","default":""},{"name":"ran_ms","type":"long","doc"'
    ':"From bind to end."},{"name":"verdict","type":["null",{"type":"record","nam'
    'e":"FailureVerdict","doc":"Why an attempt failed, by the rules in effect; ra'
    'nk and node are those of its fact.","fields":[{"name":"rule","type":"string"'
    ',"doc":"The first rule with a sign."},{"name":"rules_version","type":"int","'
    'doc":"Version of the rules."},{"name":"category","type":"string","doc":"Whos'
    'e part failed, as in the rule."},{"name":"subcategory","type":"string","doc"'
    ':"What of it."},{"name":"persistence","type":"string","doc":"transient, perm'
    'anent or unknown: whether the same attempt would fail again."},{"name":"acti'
    'on","type":"string","doc":"What the rule demands for the job."},{"name":"nod'
    'e_action","type":"string","doc":"What the rule advises for the node."},{"nam'
    'e":"sign","type":"string","doc":"By what it was recognised: a line of the ou'
    'tput, exit code 137."},{"name":"means","type":"string","doc":"What happened,'
    ' in the rule\'s words."},{"name":"hint","type":"string","doc":"What to change'
    ', in the rule\'s words."},{"name":"line","type":["null","long"],"doc":"Number'
    ' of the line in the rank\'s stream, when it was a line.","default":null},{"na'
    'me":"stream","type":"string","doc":"Its stream: stdout or stderr.","default"'
    ':""},{"name":"count","type":"long","doc":"Lines with such a sign; 0: it was '
    'no line.","default":0},{"name":"at_ms","type":["null","long"],"doc":"When: o'
    'f the line, else of the rank\'s end, milliseconds since 1970 UTC.","default":'
    'null},{"name":"spared","type":"boolean","doc":"The attempt does not count am'
    'ong those that the user granted.","default":false},{"name":"cause_seen","typ'
    'e":"boolean","doc":"False: no rank shows a cause of its own; it began where '
    'nothing was seen.","default":true},{"name":"others","type":{"type":"array","'
    'items":{"type":"record","name":"RankVerdict","doc":"Another rank that failed'
    '.","fields":[{"name":"rank","type":["null","int"],"doc":"Rank; null: its nod'
    'e was lost, or refused.","default":null},{"name":"node_id","type":"string","'
    'doc":"Its node."},{"name":"rule","type":"string","doc":"The first rule with '
    'a sign."},{"name":"followed","type":"boolean","doc":"It failed because anoth'
    'er rank had gone, or waited for one that had."}],"namespace":"muster.job_eve'
    'nts"}},"doc":"Other ranks that failed, by rank, the first of them.","default'
    '":[]},{"name":"others_more","type":"int","doc":"How many more than these.","'
    'default":0},{"name":"unscanned","type":"string","doc":"Why output was not sc'
    'anned, or not all of it; empty: it was.","default":""}],"namespace":"muster.'
    'job_events"}],"doc":"Why; null: nothing failed, or no rules are in effect.",'
    '"default":null}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obRequeued","doc":"The job waits again.","subject":"job","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt_next","type":"int","d'
    'oc":"Number of the next attempt."},{"name":"reason","type":"string","doc":"W'
    'hy."},{"name":"not_before_ms","type":"long","doc":"Earliest time of the next'
    ' attempt."},{"name":"memory_mib","type":["null","long"],"doc":"Memory of eac'
    'h rank from the next attempt on, MiB; null: as before.","default":null}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobSucceeded","doc":"'
    'Every rank ended with exit code 0.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobFailed",'
    '"doc":"The job is over and did not succeed.","subject":"job","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"exit_'
    'code","type":["null","int"],"doc":"Of the first failing rank.","default":nul'
    'l}],"namespace":"muster.job_events"},{"type":"record","name":"JobCancelled",'
    '"doc":"The job was cancelled and nothing of it runs.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","t'
    'ype":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"Wh'
    'y."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspended'
    '","doc":"The job was suspended and nothing of it runs.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by",'
    '"type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"'
    'Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResumed'
    '","doc":"A suspended job waits again.","subject":"job","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"requested_by","type":"string","'
    'doc":"Who asked."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"CheckpointRecorded","doc":"All of a checkpoint is safe in the store; the n'
    'ext attempt begins from it.","subject":"job","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{'
    '"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type'
    '":"string","doc":"File name: the one file that it is, or the record of its p'
    'arts."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha256","type'
    '":"string","doc":"Of that file."},{"name":"size_bytes","type":"long","doc":"'
    'Of all its files, of all ranks together."},{"name":"files","type":"int","doc'
    '":"So many files.","default":1},{"name":"unchanged_bytes","type":"long","doc'
    '":"Of these, in files that had not changed and were in the store before.","d'
    'efault":0},{"name":"step","type":["null","long"],"doc":"Step after which it '
    'was saved; null: it is one file, which does not say.","default":null}],"name'
    'space":"muster.job_events"},{"type":"record","name":"CheckpointExpired","doc'
    '":"A checkpoint is kept no longer; it is to be removed from the store.","sub'
    'ject":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attempt","type":"'
    'int","doc":"Attempt that saved it."},{"name":"rank","type":"int","doc":"Rank'
    ' in whose folder its file lay."},{"name":"file","type":"string","doc":"File '
    'name: the one file that it is, or the record of its parts."},{"name":"uri","'
    'type":"string","doc":"Of that file."},{"name":"sha256","type":"string","doc"'
    ':"Of that file."},{"name":"size_bytes","type":"long","doc":"Of all its files'
    '."},{"name":"step","type":["null","long"],"doc":"Step after which it was sav'
    'ed; null: it is one file.","default":null},{"name":"kept_before","type":["nu'
    'll","string"],"doc":"Address of the record of the nearest one before it, of '
    'the same attempt, that is kept: what both name stays; null: there is none.",'
    '"default":null}],"namespace":"muster.job_events"},{"type":"record","name":"C'
    'heckpointDeleted","doc":"A checkpoint that had expired is removed from the s'
    'tore.","subject":"checkpoint","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attemp'
    't","type":"int","doc":"Attempt that saved it."},{"name":"rank","type":"int",'
    '"doc":"Rank in whose folder its file lay."},{"name":"file","type":"string","'
    'doc":"File name: the one file that it was, or the record of its parts."},{"n'
    'ame":"uri","type":"string","doc":"Of that file."},{"name":"objects","type":"'
    'long","doc":"So many objects were removed; files that a kept checkpoint name'
    's, too, stay."},{"name":"freed_bytes","type":"long","doc":"Bytes that they h'
    'ad."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeJoined"'
    ',"doc":"A node is known, or came back with other hardware.","subject":"node"'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id'
    '","type":"string","doc":"Boot of its agent."},{"name":"address","type":"stri'
    'ng","doc":"Address."},{"name":"port_first","type":"int","doc":"First rendezv'
    'ous port."},{"name":"port_count","type":"int","doc":"How many."},{"name":"cp'
    'u_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc'
    '":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"gp'
    'u_memory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 when unknown."'
    ',"default":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"execu'
    'tor","type":{"type":"enum","name":"Executor","doc":"How ranks run.","symbols'
    '":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muster.node_hea'
    'rtbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"long","doc":"Le'
    'ase."},{"name":"interval_ms","type":"long","doc":"Heartbeat interval."},{"na'
    'me":"labels","type":{"type":"map","values":"string"},"doc":"Labels.","defaul'
    't":{}},{"name":"location","type":{"type":"record","name":"Location","doc":"A'
    " node's place in the network: each name is a unit within the next one; empty"
    ' is unknown.","fields":[{"name":"nvlink_domain","type":"string","doc":"NVLin'
    'k domain larger than the node; empty: the node is one by itself.","default":'
    '""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.","default"'
    ':""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves.","defau'
    'lt":""},{"name":"cell","type":"string","doc":"Part of the network above the '
    'spines.","default":""}],"namespace":"muster.node_heartbeats"},"doc":"Where i'
    't is in the network.","default":{"nvlink_domain":"","leaf":"","spine":"","ce'
    'll":""}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"On'
    'ly jobs that tolerate all of them are placed here; sorted.","default":[]},{"'
    'name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"What keeps job'
    's apart from the rest of a machine.","symbols":["NONE","NAMESPACES","BUBBLEW'
    'RAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"doc":"What kee'
    'ps jobs apart there.","default":"NONE"},{"name":"enforces","type":{"type":"a'
    'rray","items":{"type":"enum","name":"Enforced","doc":"What a node holds jobs'
    ' to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","'
    'DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.node_heartbeats"'
    '}},"doc":"What it holds jobs to.","default":[]},{"name":"machine_boot_id","t'
    'ype":"string","doc":"Boot of the machine, by its kernel: another one after e'
    'ach reboot; empty: unknown.","default":""}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeSuspected","doc":"Two beats missed, or an orde'
    'r to stop unanswered: nothing new goes there; what runs goes on.","subject":'
    '"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"s'
    'ilent_ms","type":"long","doc":"Time since its last beat, or since its answer'
    ' was due."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeR'
    'ecovered","doc":"The node\'s heartbeats arrive again, and it owes no answer."'
    ',"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"NodeLost","doc":'
    '"The lease ran out: its attempts are given up.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"'
    'long","doc":"Time since its last beat."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"NodeForgotten","doc":"The node was lost for so long '
    'that nothing is kept of it; if it is heard again, it joins anew.","subject":'
    '"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"l'
    'ost_ms","type":"long","doc":"Time since the leader knew it as lost."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"NodeRefused","doc":"Hea'
    "rtbeats that bear this name are invalid and are ignored. Said once by each l"
    'eader.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'The name they bear; at most 128 characters, control characters escaped."},{"'
    'name":"message","type":"string","doc":"Field, value and what is allowed."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"NodeCordoned","doc'
    '":"Nothing new goes there.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Wh'
    'o."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeUncordoned","doc":"Work goes there ag'
    'ain.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeDraining","doc":"Nothing new i'
    's placed on the node, and what runs there is moved.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by",'
    '"type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"W'
    'hy.","default":""}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"NodeUndrained","doc":"Work may be placed on the node again.","subject":"no'
    'de","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"NodeTagged","doc":"What operators say of the nod'
    'e, beside what it announces, from now on.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"'
    'map","values":"string"},"doc":"Labels; they win over announced ones.","defau'
    'lt":{}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Tai'
    'nts, sorted.","default":[]},{"name":"requested_by","type":"string","doc":"Op'
    'erator."}],"namespace":"muster.job_events"},{"type":"record","name":"Mainten'
    'anceScheduled","doc":"The node will be closed for a time: only work that is '
    'predicted to end before is placed there.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"lon'
    'g","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","ty'
    'pe":"long","doc":"Until when."},{"name":"requested_by","type":"string","doc"'
    ':"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"MaintenanceStarted"'
    ',"doc":"The node\'s window has begun: it is closed, and what still runs there'
    ' is moved.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"Maint'
    'enanceEnded","doc":"The node\'s window is over, or was called off.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":["null","string"],"doc":"Operator who called it off; nu'
    'll: its time was over.","default":null}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"NodeReclaiming","doc":"The node will be taken away: n'
    'othing new is placed there, and what runs there saves and leaves.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'notice_id","type":"string","doc":"Which announcement; another one takes the '
    'place of the last."},{"name":"deadline_ms","type":["null","long"],"doc":"Whe'
    "n it is gone, milliseconds since 1970 UTC; null: it is at risk, and what run"
    's there stays.","default":null},{"name":"source","type":{"type":"enum","name'
    '":"ReclaimSource","doc":"Who announced it.","symbols":["UNKNOWN","FILE","HTT'
    'P","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNOWN","namespace":"muster.t'
    'ask_events"},"doc":"Who announced it."},{"name":"requested_by","type":"strin'
    'g","doc":"Operator; empty: the node\'s provider.","default":""},{"name":"reas'
    'on","type":"string","doc":"For people.","default":""}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"NodeSpared","doc":"The node is not take'
    'n away after all, or is there again: work may be placed on it.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"req'
    'uested_by","type":"string","doc":"Operator; empty: the node\'s provider.","de'
    'fault":""},{"name":"reason","type":"string","doc":"For people.","default":""'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"NodeTesting","d'
    'oc":"The node\'s agent is told to test it; NodeNoted says that it passed, Nod'
    'eFaulted what is wrong.","subject":"node","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Opera'
    'tor."},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeNoted","doc":"What is '
    "wrong with the node by its own account, or what its tests found that it pass"
    'ed.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"note","type":"string","doc":"One sentence; empty: nothing any '
    'more."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeFault'
    'ed","doc":"The node\'s kernel reported a fault that a rule of failures knows.'
    '","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"rule","type":"string","doc":"Rule."},{"name":"rules_version","typ'
    'e":"int","doc":"Version of the rules in effect."},{"name":"xid","type":["nul'
    'l","int"],"doc":"Number of NVIDIA\'s Xid; null: it is none.","default":null},'
    '{"name":"gpu","type":"string","doc":"PCI address of the GPU; empty: none is '
    'named.","default":""},{"name":"node_action","type":"string","doc":"What the '
    'rule demands for the node."},{"name":"strike","type":"int","doc":"Which stri'
    'ke of the node it is, from 1; 0: it does not count.","default":0},{"name":"c'
    'loses","type":"boolean","doc":"Whether the node is closed for it.","default"'
    ':false},{"name":"message","type":"string","doc":"For people: what happened, '
    'what the node needs, and what it had before."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"NodeRelocated","doc":"The network around the n'
    'ode has changed; what runs there goes on.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"location","type":"muster'
    '.node_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on'
    ' this GPU.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason",'
    '"type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_in'
    'dex","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take MIG '
    'instances and nothing else, or made whole again.","subject":"node","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type"'
    ':"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode. F'
    'alse: whole."},{"name":"for_job_id","type":"string","doc":"The waiting job t'
    'hat needed it."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'QueueCreated","doc":"A queue exists.","subject":"queue","fields":[{"name":"q'
    'ueue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"description","type":"string","doc":"For people."},{"name'
    '":"requested_by","type":"string","doc":"Who."},{"name":"settings","type":["n'
    'ull",{"type":"record","name":"QueueSettings","doc":"What a queue may use, an'
    'd how it is shared.","fields":[{"name":"parent","type":["null","string"],"do'
    'c":"Queue above, of the same tenant; null for none.","default":null},{"name"'
    ':"guarantee","type":["null",{"type":"record","name":"Quota","doc":"An amount'
    ' of each resource; null says nothing of that resource.","fields":[{"name":"g'
    'pu_milli","type":["null","long"],"doc":"Thousandths of GPU, any model.","def'
    'ault":null},{"name":"gpu_milli_by_model","type":{"type":"map","values":"long'
    '"},"doc":"Thousandths of GPU per model, beside the total.","default":{}},{"n'
    'ame":"cpu_milli","type":["null","long"],"doc":"Thousandths of a CPU core.","'
    'default":null},{"name":"memory_mib","type":["null","long"],"doc":"Main memor'
    'y, MiB.","default":null}],"namespace":"muster.queue_commands"}],"doc":"What '
    'its jobs may always have; unused, it is lent. Null guarantees nothing.","def'
    'ault":null},{"name":"maximum","type":["null","muster.queue_commands.Quota"],'
    '"doc":"What its jobs never exceed together. Null sets no bound.","default":n'
    'ull},{"name":"weight","type":"int","doc":"Its part of usage over time among '
    'the queues beside it, 1 to 1000000.","default":1},{"name":"over_quota_weight'
    '","type":"int","doc":"Its part of what is lent beyond guarantees, 0 to 10000'
    '00; 0 never borrows.","default":1},{"name":"order","type":{"type":"enum","na'
    'me":"QueueOrder","doc":"Who goes first within a tier of one queue.","symbols'
    '":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"default":"FIFO","names'
    'pace":"muster.queue_commands"},"doc":"Who goes first within a tier.","defaul'
    't":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc":"Jobs that'
    ' may hold GPUs at once.","default":null},{"name":"jobs_pending_max","type":['
    '"null","int"],"doc":"Jobs that may wait at once; more are rejected.","defaul'
    't":null},{"name":"user_jobs_running_max","type":["null","int"],"doc":"As job'
    's_running_max, for one user.","default":null},{"name":"user_jobs_pending_max'
    '","type":["null","int"],"doc":"As jobs_pending_max, for one user.","default"'
    ':null},{"name":"suspended","type":["null","string"],"doc":"Why nothing of it'
    ' and of those below it starts; null: it is not suspended.","default":null},{'
    '"name":"spot_percent_max","type":["null","int"],"doc":"Jobs are placed on sp'
    "ot nodes while at most this part of the GPUs that the queue and those below "
    'it hold is there, percent; null: any part.","default":null}],"namespace":"mu'
    'ster.queue_commands"}],"doc":"Shares and limits; null for none.","default":n'
    'ull}],"namespace":"muster.job_events"},{"type":"record","name":"QueueConfigu'
    'red","doc":"A queue has other shares and limits.","subject":"queue","fields"'
    ':[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"st'
    'ring","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.Queu'
    'eSettings","doc":"All of them."},{"name":"requested_by","type":"string","doc'
    '":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueMe'
    'asured","doc":"What a queue and those below it use, and what is due to it; s'
    'ent when it changed, now and then.","subject":"queue","fields":[{"name":"que'
    'ue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"gpu_milli_used","type":"long","doc":"Held, thousandths of '
    'GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"map","values":"long'
    '"},"doc":"Per model."},{"name":"cpu_milli_used","type":"long","doc":"Held, t'
    'housandths of a core."},{"name":"memory_mib_used","type":"long","doc":"Held,'
    ' MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"Of what is used, b'
    'eyond the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"Of the '
    'guarantee, unused: others may have it."},{"name":"share_ppm","type":"long","'
    'doc":"Dominant part of the cluster that it holds now, millionths."},{"name":'
    '"share_due_ppm","type":"long","doc":"Part of the cluster due to it by weight'
    ' among its busy neighbours, millionths."},{"name":"usage_gpu_ms","type":"lon'
    'g","doc":"Weighted usage over the window: GPU milliseconds at model price, d'
    'ecayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, the sam'
    'e unit."},{"name":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},'
    '{"name":"jobs_pending","type":"int","doc":"Jobs that wait."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"QueueDeleted","doc":"A queue is '
    'gone.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_b'
    'y","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"CapacityReserved","doc":"Nodes are reserved for a queue.","s'
    'ubject":"reservation","fields":[{"name":"reservation","type":"string","doc":'
    '"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","'
    'type":"string","doc":"Whose jobs may be placed there, and those of the queue'
    's below it."},{"name":"gpu_model","type":"string","doc":"GPU model of the no'
    'des."},{"name":"gpu_count","type":"int","doc":"GPUs of the nodes together."}'
    ',{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"Sorted. '
    "Until it starts, other jobs are placed there only if they are predicted to e"
    'nd before."},{"name":"starts_at_ms","type":"long","doc":"From when."},{"name'
    '":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","ty'
    'pe":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"CapacityReassigned","doc":"A reservation has other nodes: some of '
    'its own were closed or lost.","subject":"reservation","fields":[{"name":"res'
    'ervation","type":"string","doc":"Name."},{"name":"tenant","type":"string","d'
    'oc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be plac'
    'ed there, and those of the queues below it."},{"name":"node_ids","type":{"ty'
    'pe":"array","items":"string"},"doc":"All of them now, sorted."},{"name":"rea'
    'son","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"CapacityReservationStarted","doc":"From now on only jobs o'
    'f the queue may be placed on the nodes.","subject":"reservation","fields":[{'
    '"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs '
    'may be placed there, and those of the queues below it."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"CapacityReservationEnded","doc":"The'
    ' nodes are released.","subject":"reservation","fields":[{"name":"reservation'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there'
    ', and those of the queues below it."},{"name":"reason","type":{"type":"enum"'
    ',"name":"ReservationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"defaul'
    't":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"name":"requested_'
    'by","type":"string","doc":"Who cancelled it; empty when its time was over.",'
    '"default":""}],"namespace":"muster.job_events"},{"type":"record","name":"Pol'
    'icyActivated","doc":"Decisions follow this policy from here on.","subject":"'
    'policy","fields":[{"name":"policy","type":{"type":"record","name":"Policy","'
    'doc":"Knobs that change decisions; a change is an event, so it replays.","fi'
    'elds":[{"name":"name","type":"string","doc":"For people."},{"name":"head_pat'
    'ience_ms","type":"long","doc":"A blocked head of line is passed freely for t'
    'his long; then nodes are reserved for it."},{"name":"head_hold_ms","type":"l'
    'ong","doc":"Nodes reserved for it are kept this long beyond the time it shou'
    'ld have started at."},{"name":"attempts_lost_max","type":"int","doc":"Attemp'
    'ts lost with their nodes before the job fails."},{"name":"workload_shapes_ma'
    'x","type":"int","doc":"Shapes remembered for the fragmentation score."},{"na'
    'me":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for dedu'
    'plication."},{"name":"share_window_ms","type":"long","doc":"Usage older than'
    ' this is forgotten.","default":2592000000},{"name":"share_half_life_ms","typ'
    'e":"long","doc":"Usage this old counts half.","default":604800000},{"name":"'
    'share_history_percent","type":"int","doc":"Weight of usage over time beside '
    'usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"long"'
    ',"doc":"Burst credit holds at most a guarantee unused for this long; 0 gives'
    ' none.","default":86400000},{"name":"model_price_milli","type":{"type":"map"'
    ',"values":"long"},"doc":"What an hour of a GPU model counts, thousandths; 10'
    '00 where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc":'
    '"A job that waited this long goes with the next higher tier, and so on; 0 ne'
    'ver.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc":'
    '"Shortest time between two preemption requests for the same lent GPUs.","def'
    'ault":60000},{"name":"time_level_gpu_ms","type":"long","doc":"GPUs times tim'
    'e from which a job of a queue that shares time is in the second level.","def'
    'ault":3600000},{"name":"time_level_factor","type":"int","doc":"Each further '
    'level begins at so many times as much.","default":8},{"name":"time_levels","'
    'type":"int","doc":"Levels of jobs that share time.","default":4},{"name":"ti'
    'me_quantum_ms","type":"long","doc":"A job that shares time runs at least so '
    'long before it yields to one of a lower level.","default":300000},{"name":"t'
    'ime_cost_percent_max","type":"int","doc":"Its stop and its restart cost at m'
    'ost this part of the time that it then runs at least.","default":50},{"name"'
    ':"time_promotion_ms","type":"long","doc":"A waiting job that shares time cou'
    'nts as one level lower after each such period.","default":86400000},{"name":'
    '"measure_interval_ms","type":"long","doc":"A queue that changed is measured '
    'at most this often.","default":10000},{"name":"resize_interval_ms","type":"l'
    'ong","doc":"An elastic job is resized at most this often.","default":300000}'
    ',{"name":"defrag_interval_ms","type":"long","doc":"Moves that would make roo'
    'm for the head of line are looked for at most this often.","default":300000}'
    ',{"name":"defrag_benefit_percent","type":"int","doc":"They are carried out w'
    "hen the GPU time that is won is at least this part of what is lost; 0 only p"
    'roposes.","default":300},{"name":"fragmentation_percent_max","type":"int","d'
    'oc":"Part of all GPU that may stay free and scattered while jobs wait that n'
    "eed no more; beyond it moves are planned for each of them, not for the head "
    'of line alone. 0: nobody looks.","default":0},{"name":"fragmentation_for_ms"'
    ',"type":"long","doc":"How long it has to be more than that.","default":60000'
    '0},{"name":"gap_drain_max_ms","type":"long","doc":"Jobs that save and end wi'
    "thin so long fill nodes that are kept for a gang, and leave when it fits wit"
    'hout them, so that it starts at most so much later. 0: none does.","default"'
    ':0},{"name":"headroom_percent","type":{"type":"map","values":"int"},"doc":"B'
    "y GPU model: the part of its GPUs that jobs below premium training leave fre"
    "e where they go beyond what is guaranteed to their queue. Models that are no"
    't named have none.","default":{}},{"name":"guaranteed_duration_ms","type":"l'
    'ong","doc":"Jobs below premium training that go beyond what is guaranteed to'
    " their queue start only where forecast demand of all other work is believed "
    "not to need their GPUs for so long, and do not yield before that but to prod"
    'uction inference. 0: nothing is forecast.","default":0},{"name":"production_'
    'borrows","type":"boolean","doc":"Whether production inference may take GPUs '
    "beyond what is guaranteed to its queue while others are guaranteed any: nobo"
    'dy could ask them back.","default":true},{"name":"search_work_per_pass_max",'
    '"type":"int","doc":"Work that one scheduling pass may spend on searches in v'
    'ain: 1 for each, and 1 for every 8 ranks of a gang; the next pass goes on.",'
    '"default":2000},{"name":"topology","type":{"type":"record","name":"TopologyW'
    'eights","doc":"What a gang\'s place is worth, per GPU of the gang, by the sma'
    'llest unit that holds it.","fields":[{"name":"nvlink","type":"int","doc":"Th'
    'e gang shares an NVLink domain or a node.","default":1000},{"name":"leaf","t'
    'ype":"int","doc":"It shares a leaf.","default":400},{"name":"spine","type":"'
    'int","doc":"It shares a spine.","default":200},{"name":"cell","type":"int","'
    'doc":"It shares a cell.","default":100},{"name":"stranded_gpu","type":"int",'
    '"doc":"Taken off for each GPU left free beside it that no group like its own'
    ' can use.","default":100}],"namespace":"muster.operator_commands"},"doc":"Ho'
    'w places of gangs are weighed.","default":{"nvlink":1000,"leaf":400,"spine":'
    '200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted","type":{"typ'
    'e":"array","items":"string"},"doc":"Tenants whose fractions of GPUs always g'
    'et a MIG instance of their own.","default":[]},{"name":"mig_change_interval_'
    'ms","type":"long","doc":"A GPU is cut into MIG instances, or made whole agai'
    'n, at most this often.","default":600000},{"name":"checkpoint_grace_max_ms",'
    '"type":"long","doc":"Most time for a checkpoint before a job is stopped, wha'
    'tever the job asks for.","default":600000},{"name":"checkpoints_kept","type"'
    ':"int","doc":"So many of the newest checkpoints of a job stay in the store, '
    'unless it states another number; 0: all.","default":0},{"name":"node_upload_'
    'bytes_per_s","type":"long","doc":"What one node stores of checkpoints, bytes'
    ' per second.","default":1000000000},{"name":"job_upload_bytes_per_s","type":'
    '"long","doc":"What one job stores of checkpoints at most, bytes per second; '
    'only one whose nodes will be taken away has all that its nodes store.","defa'
    'ult":1000000000},{"name":"store_upload_bytes_per_s","type":"long","doc":"Wha'
    "t the store takes of all jobs that stop, bytes per second: drains wait for t"
    'heir turn.","default":10000000000},{"name":"background_upload_bytes_per_s","'
    'type":"long","doc":"What all jobs that run store of checkpoints at most, byt'
    "es per second, each the part of it that it holds of the cell; 0: each what a"
    ' job may.","default":0},{"name":"reclaim_margin_ms","type":"long","doc":"Ran'
    'ks have ended this long before their node is taken away.","default":5000},{"'
    'name":"spot_price_percent","type":"int","doc":"What a spot node costs of the'
    ' price of another, where its label spot-price-percent does not say.","defaul'
    't":70},{"name":"spot_loss_weight","type":"int","doc":"A job goes to spot nod'
    "es first if its expected part of lost work, times this, is less than the par"
    't of the price that they save; 0: whatever it loses.","default":6},{"name":"'
    'spot_reclaim_prior_ms","type":"long","doc":"How long a spot node is believed'
    ' to stay while little is known of its GPU model.","default":86400000},{"name'
    '":"node_loss_prior_ms","type":"long","doc":"How long a node that is no spot '
    'node is believed to last while little is known of its GPU model.","default":'
    '13291200000},{"name":"spot_restart_ms","type":"long","doc":"What a job is be'
    'lieved to lose at a reclaim beside its unsaved work: until it works again.",'
    '"default":300000},{"name":"fairness_threshold_percent","type":"int","doc":"A'
    " queue that holds less than this part of its due may have others yield that "
    'hold more than theirs; 0: none may.","default":0},{"name":"preemption_ran_mi'
    'n_ms","type":"long","doc":"A job that was bound more recently is not preempt'
    'ed.","default":300000},{"name":"preemptions_per_job_day_max","type":"int","d'
    'oc":"How often a job is preempted within 24 hours at most.","default":3},{"n'
    'ame":"preemption_hold_ms","type":"long","doc":"What victims free is held for'
    ' the job they yield to for at most so long after their grace.","default":600'
    '00},{"name":"wall_time_max_ms","type":{"type":"map","values":"long"},"doc":"'
    "Longest time that an attempt of a job may hold its nodes, by tier, beside th"
    'e job\'s own limit; tiers that are not named have none.","default":{}},{"name'
    '":"retries_off","type":"boolean","doc":"No attempt that failed is retried; t'
    'hose that were lost or refused are.","default":false},{"name":"nodes_lost_pe'
    'r_job_max","type":"int","doc":"A job is suspended once so many nodes were lo'
    'st soon after attempts of it began there; 0 never.","default":0},{"name":"ha'
    'ng_after_ms","type":{"type":"map","values":"long"},"doc":"Silence of all ran'
    "ks (no output, no step) after which a job of the tier counts as hanging; a j"
    'ob may state its own. Tiers that are not named: never.","default":{}},{"name'
    '":"start_up_max_ms","type":{"type":"map","values":"long"},"doc":"The same fo'
    'r a job whose ranks said nothing since their start and hardly use the CPU.",'
    '"default":{}},{"name":"hang_ends","type":"boolean","doc":"An attempt that ha'
    "ngs by these is ended, and retried as the job allows; else its owner is told"
    '.","default":false},{"name":"straggler_after_ms","type":{"type":"map","value'
    's":"long"},"doc":"By tier: ranks whose steps take half as long again as the '
    'others\' are told, measured over so long; absent: not.","default":{}},{"name"'
    ':"straggler_ends","type":"boolean","doc":"An attempt with such a rank is end'
    'ed, and retried elsewhere; else it is told.","default":false},{"name":"gpu_i'
    'dle_max_ms","type":{"type":"map","values":"long"},"doc":"By tier: an owner i'
    "s told when all GPUs of a job were busy for less than 5 % of so long; absent"
    ': not.","default":{}},{"name":"gpu_idle_ends_after_ms","type":"long","doc":"'
    "A job whose GPUs still idle so long after that was told, by their multiproce"
    'ssors, is ended; 0: none is.","default":0},{"name":"jobs_failed_per_node_max'
    '","type":"int","doc":"A node is suspected and tested once so many jobs faile'
    'd there that it may be to blame for; 0: none is.","default":0},{"name":"faul'
    'ty_nodes_max","type":"int","doc":"At most so many nodes are closed for fault'
    's that their kernels reported at once; 0: faults are told and close none.","'
    'default":0},{"name":"mig_geometries","type":{"type":"array","items":{"type":'
    '"record","name":"MigGeometry","doc":"The only way GPUs of a model are cut.",'
    '"fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"name":"i'
    'nstances","type":{"type":"array","items":{"type":"record","name":"MigInstanc'
    'e","doc":"One instance.","fields":[{"name":"profile","type":"string","doc":"'
    'Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First memory s'
    'lice."}],"namespace":"muster.operator_commands"}},"doc":"All that may exist '
    'on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU models th'
    'at a site cuts in one way only; others as jobs need it.","default":[]}],"nam'
    'espace":"muster.operator_commands"},"doc":"The whole policy."},{"name":"requ'
    'ested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"FailureRulesActivated","doc":"Failures are judged by '
    'these rules from here on.","subject":"policy","fields":[{"name":"version","t'
    'ype":"int","doc":"Version of the rules."},{"name":"sha256","type":"string","'
    'doc":"Of the text."},{"name":"rules","type":"string","doc":"The rules file."'
    '},{"name":"requested_by","type":"string","doc":"Operator, or the first leade'
    'r."}],"namespace":"muster.job_events"},{"type":"record","name":"Watermark","'
    'doc":"Every fact of the topic with this seq or a lower one precedes this rec'
    'ord, in every partition.","subject":"log","fields":[{"name":"seq","type":"lo'
    'ng","doc":"Of the newest input whose consequences are all written."},{"name"'
    ':"at_ms","type":"long","doc":"Time of the batch it ends, milliseconds since '
    '1970 UTC."}],"namespace":"muster.watermarks"},{"type":"record","name":"Queue'
    'Restricted","subject":"queue","doc":"Jobs of some tiers do not start from a '
    'queue and those below it; what runs goes on.","fields":[{"name":"queue","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"restriction","type":"string","doc":"Its name; unique in its queue.'
    '"},{"name":"tiers","type":{"type":"array","items":"muster.job_commands.Tier"'
    '},"doc":"Jobs of these tiers do not start."},{"name":"until_ms","type":["nul'
    'l","long"],"doc":"It ends then, milliseconds since 1970 UTC; null: when it i'
    's lifted.","default":null},{"name":"reason","type":"string","doc":"Why, for '
    'those who wait."},{"name":"requested_by","type":"string","doc":"User or serv'
    'ice who asked."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'QueueRestrictionEnded","subject":"queue","doc":"A restriction of a queue was'
    ' lifted, or its time is over.","fields":[{"name":"queue","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"restr'
    'iction","type":"string","doc":"Its name."},{"name":"requested_by","type":["n'
    'ull","string"],"doc":"User or service who lifted it; null: its time is over.'
    '","default":null}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"OutputRecorded","doc":"What an attempt\'s ranks on one node have written tak'
    'es so many bytes of the store.","subject":"output","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't, 1-based."},{"name":"node_id","type":"string","doc":"Node."},{"name":"size'
    '_bytes","type":"long","doc":"Bytes so far, of all its ranks there; never les'
    's than before."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'OutputDeleted","doc":"The output of a job that is over is removed from the s'
    'tore, all of it.","subject":"output","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"objects","type":"long","doc":"So many objects were removed by the try that '
    'tells it."}],"namespace":"muster.job_events"}],"doc":"What happened."}]}'
)
