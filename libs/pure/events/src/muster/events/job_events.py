"""What happened to jobs, nodes and queues: the scheduler's public facts.

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
        spec: Specification as accepted.
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
    """Stable codes for the reason why a job waits."""

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
    WAITS_FOR_JOBS = "WAITS_FOR_JOBS"


@final
@record
class JobPending(JobFact):
    """Reason why the job is not placed; sent when the reason changes.

    Attributes:
        job_id: Job.
        code: The dominant reason.
        message: One sentence.
        counts: Figures behind the reason.
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
    """Nodes are reserved for the head of the line, which does not fit; replaces its last reservation.

    Attributes:
        job_id: Job.
        node_ids: Reserved nodes: other jobs may be placed there only if they are predicted to end
            before starts_at_ms.
        starts_at_ms: When the nodes are predicted to have room for it; null: unknown.
        kept_until_ms: When nodes are chosen again if the job has not started.
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
    """Reason for a release."""

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
        reason: Reason.
        again_at_ms: When nodes are reserved for it again, as it still heads the line; null: not for
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
    """Predicted start of a waiting job; made from time to time, so that the cell learns from the outcome.

    Attributes:
        job_id: Job.
        wait_ms: Best single estimate of the remaining wait, milliseconds.
        wait_low_ms: Start of the stated range, milliseconds from now; null: there is too little
            data for a range.
        wait_high_ms: End of the stated range, milliseconds from now.
        signs: Inputs of the estimate, as logarithms in 1/256 octave: one, the soonest start with
            only its equals ahead, the time waited, the number of waiting jobs, the amount
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
    """Move of one job to other nodes.

    Attributes:
        job_id: Job.
        from_node_ids: Its present nodes, sorted.
        to_node_ids: Its new nodes, sorted.
        lost_gpu_ms: GPU milliseconds: its GPUs times its run time since its last checkpoint and a
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
    """Moves of running jobs that would let a job start for which the free GPUs suffice in total.

    Attributes:
        job_id: The job that would start.
        moves: Moves by job.
        cost_gpu_ms: GPU milliseconds that all moves lose.
        benefit_gpu_ms: GPU milliseconds that the job would gain: its GPUs times the wait saved.
        carried_out: Whether the moves begin now.
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
    """A job or a reservation is entitled to GPUs that others hold; another service chooses the victims.

    Attributes:
        job_id: Job; empty: a reservation is entitled.
        cause: What entitles it.
        queue: Its queue.
        tenant: Tenant.
        jobs: Number of equal jobs in its queue, this one included, that are entitled to the
            resources they request.
        gpu_milli_missing: Thousandths of a GPU that they lack.
        gpu_models: GPU models that it accepts, sorted; empty: any.
        borrowers: Queues that hold lent GPUs, the largest amount first.
        as_of_seq: State of the log at which this holds.
        reservation: Reservation that has begun; empty: a job is entitled.
        holders: Jobs that may yield, if the request restricts them: those still on its nodes, or
            with more service; sorted; never production inference.
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
    """Placement of one rank.

    Attributes:
        rank: Rank.
        node_id: Node.
        gpu_indices: GPUs.
        gpu_milli: Thousandths of each GPU.
        sharing: Sharing of these GPUs with other ranks.
        mig_profile: Profile of its MIG instance.
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
    """Resources of each rank of a gang on its node, besides the GPUs of its placement.

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
    """Every rank has a place; the start orders are in the same transaction.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        placements: Placements, one per rank.
        master_address: Rank 0's address.
        master_port: Rendezvous port.
        waited_ms: Time since the job was last queued.
        reason: Reason for this placement.
        tenant: Tenant of the job.
        queue: The job's queue.
        each: Resources of each rank; null: written by an earlier version.
        gap_of: Job that these nodes are reserved for: this one backfills the gap, and yields when
            that one fits; empty: none.
        guaranteed_until_ms: Time before which it yields only to production inference, milliseconds
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
    """An elastic job stops, to continue at once with another number of ranks.

    Attributes:
        job_id: Job.
        attempt: The attempt that stops.
        ranks_from: Its number of ranks.
        ranks_to: Number of ranks of the next attempt, or fewer if they no longer fit.
        reason: Reason.
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
    """A job stops, to continue at once on other nodes, so that another job has room.

    Attributes:
        job_id: Job.
        attempt: The attempt that stops.
        placements: New placement, in rank order; other nodes if these are gone.
        reason: Reason.
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
    """Watchdogs, by what they observe."""

    WALL_TIME = "WALL_TIME"
    HANG = "HANG"
    START_UP = "START_UP"
    LOSS = "LOSS"
    IDLE_GPUS = "IDLE_GPUS"
    STRAGGLER = "STRAGGLER"


class WatchdogAction(StrEnum):
    """Consequence: none; the attempt ends, and the job's retries decide about another; the job ends."""

    TOLD = "TOLD"
    RETRIED = "RETRIED"
    ENDED = "ENDED"


@final
@record
class JobWarned(JobFact):
    """A watchdog found a problem with a running job; reported once per attempt and action.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        watchdog: The watchdog.
        action: Consequence.
        message: Finding, for people.
        node_id: Node; null: the whole gang.
        rank: Rank; null: all, or unknown.
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
    """Kind of event that stops a job."""

    UNSTATED = "UNSTATED"
    SPOT_RECLAIM = "SPOT_RECLAIM"


@final
@record
class JobStopping(JobFact):
    """Ranks have been ordered to stop.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        reason: Reason.
        requeues: Whether it waits again once it has stopped; the attempt then counts neither as
            failed nor as lost.
        plan_id: Preemption plan by which it yields; empty: it stops for another reason.
        yields_to: Job that it yields to; empty: none.
        cause: Kind of event that stopped it.
        save_bytes: Estimated bytes to save; null: unknown, or it is not asked to save.
        saves_until_ms: Estimated time by which they are stored, milliseconds since 1970 UTC; null:
            unknown, or it is not asked to save.
        save_bytes_per_s: Its share of the store's bandwidth until it has stopped, bytes per second;
            null: it is not asked to save.
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
    """A job cannot save its state before its node is reclaimed, and loses work.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        node_id: The node that goes first.
        save_bytes: Bytes to save.
        fits_bytes: Bytes that can be stored in the remaining time, beside the other jobs.
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
        ranks_kept: Ranks it continues with; 0: it waits again.
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
    """A preemption plan is carried out: victims stop, and nodes are held for the job.

    Attributes:
        plan_id: Plan.
        job_id: Job that the victims yield to; empty: a reservation.
        reservation: Capacity reservation whose nodes the victims leave; empty: they yield to a job.
        victims: Victims, by job id.
        placements: Intended placement of the job, in rank order; these nodes are held for it.
        held_until_ms: Latest end of the hold, milliseconds since 1970 UTC.
        cost_gpu_ms: Planned price, GPU milliseconds.
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
    """Reason for a refusal."""

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
    """A preemption plan is not carried out; no job stops because of it.

    Attributes:
        plan_id: Plan.
        job_id: Job that the victims would have yielded to; empty: a reservation.
        reservation: Capacity reservation whose nodes the victims leave; empty: they yield to a job.
        code: Reason, as a code.
        reason: Reason, for people.
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
    """Reason for releasing held nodes."""

    STARTED = "STARTED"
    NO_LONGER_WAITS = "NO_LONGER_WAITS"
    NO_ROOM = "NO_ROOM"
    EXPIRED = "EXPIRED"


@final
@record
class HoldReleased(PlanFact):
    """Nodes that victims of a preemption plan freed are no longer held for the job they yielded to.

    Attributes:
        plan_id: Plan.
        job_id: Job that they were held for.
        reason: STARTED: it was bound. NO_LONGER_WAITS: it was cancelled or suspended. NO_ROOM: all
            have yielded, and it still does not fit. EXPIRED: the victims took too long.
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
    """Other jobs move so that a waiting job fits; nodes are held for it until then.

    Attributes:
        plan_id: Plan.
        job_id: Job that the others make room for.
        victims: Jobs that move, by id; they keep their number of ranks.
        placements: Intended placement of the job, in rank order.
        node_ids: Held nodes, sorted: these, and those that the moving jobs go to.
        held_until_ms: Latest end of the hold, milliseconds since 1970 UTC.
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
    """GPUs stay free but fragmented while jobs wait that need no more: moves are planned for all of them.

    Attributes:
        job_id: The first of these jobs.
        since_ms: Since when, milliseconds since 1970 UTC.
        gpu_milli_scattered: Largest amount of GPU that is free but fragmented for one of these
            jobs, thousandths.
        gpu_milli_total: GPU of the cluster, thousandths.
        jobs: Number of such jobs.
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
    """The fragmentation that FragmentationSustained reported is over.

    Attributes:
        job_id: Job that was named in that report.
        since_ms: Start of the fragmentation, milliseconds since 1970 UTC.
        gpu_milli_scattered: GPU that is free but fragmented now, thousandths; within the policy's
            limit.
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
    """How much best-effort work may hold together: other work is not expected to need it soon.

    Attributes:
        duration_ms: The guaranteed duration, milliseconds.
        gpu_milli_total: GPU of the cluster, thousandths.
        gpu_milli_demand: GPU that all other work holds, or waits for and is owed, thousandths.
        gpu_milli_rise: Expected growth of that within the duration, thousandths: nine in ten rises
            at this hour of day were no larger.
        scale_percent: Share of the remainder that is given out; larger after days on which few
            guaranteed runs had to yield.
        gpu_milli_quota: GPU that best-effort work may hold together, thousandths.
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
    """Outcome of an attempt."""

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
        rank: Rank; null: its node was lost, or refused the order.
        node_id: Its node.
        rule: First rule that matched.
        followed: Whether it failed because another rank was gone, or waited for one that was.
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
    """Cause of an attempt's failure, by the rules in effect; rank and node are those of the fact.

    Attributes:
        rule: First rule that matched.
        rules_version: Version of the rules.
        category: Category of the failed part, as in the rule.
        subcategory: Subcategory.
        persistence: transient, permanent or unknown: whether the same attempt would fail again.
        action: What the rule demands for the job.
        node_action: What the rule advises for the node.
        sign: What it was recognised by: a line of the output, exit code 137.
        means: What happened, in the rule's words.
        hint: What to change, in the rule's words.
        line: Number of the line in the rank's stream, if it was a line.
        stream: Its stream: stdout or stderr.
        count: Number of matching lines; 0: it was no line.
        at_ms: Time of the line, or else of the rank's end, milliseconds since 1970 UTC.
        spared: Whether the attempt does not count among those that the user allowed.
        cause_seen: False: no rank shows a cause of its own; the failure began where nothing was
            seen.
        others: Other ranks that failed, by rank; the first of them.
        others_more: Number of further failed ranks.
        unscanned: Reason why output was not scanned, or not all of it; empty: it was.
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
    """An attempt has ended on every node, and its GPUs are free.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        outcome: Outcome of the attempt.
        exit_code: Exit code of the first failing rank.
        signal: Signal of the first failing rank.
        rank: First failing rank.
        node_id: Its node.
        message: Message for people.
        ran_ms: Time from bind to end.
        verdict: Cause of the failure; null: nothing failed, or no rules are in effect.
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
        reason: Reason.
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
    """The job has ended without success.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        reason: Reason.
        exit_code: Exit code of the first failing rank.
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
        requested_by: Sender of the request; empty: the scheduler, because a job that it was to
            start after ended otherwise than required.
        reason: Reason.
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
        requested_by: Sender of the request.
        reason: Reason.
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
        requested_by: Sender of the request.
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
    """A complete checkpoint is safe in the store; the next attempt begins from it.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        rank: Rank that wrote it.
        file: File name of the single file, or of the record of its parts.
        uri: URI.
        sha256: SHA-256 of that file.
        size_bytes: Total size of its files, of all ranks together.
        files: Number of files.
        unchanged_bytes: Part of that in unchanged files, which were already in the store.
        step: Step after which it was saved; null: it is a single file, which does not say.
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
    """A checkpoint has expired; it will be removed from the store.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that saved it.
        rank: Rank whose folder contained its file.
        file: File name of the single file, or of the record of its parts.
        uri: URI of that file.
        sha256: SHA-256 of that file.
        size_bytes: Total size of its files.
        step: Step after which it was saved; null: it is a single file.
        kept_before: URI of the record of the nearest kept checkpoint before it, of the same
            attempt: files that both name stay; null: none.
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
    """An expired checkpoint was removed from the store.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that saved it.
        rank: Rank whose folder contained its file.
        file: File name of the single file, or of the record of its parts.
        uri: URI of that file.
        objects: Number of objects removed; files that a kept checkpoint also names stay.
        freed_bytes: Bytes freed.
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
    """A node has joined, or came back with other hardware.

    Attributes:
        node_id: Node.
        boot_id: Boot id of its agent.
        address: Address.
        port_first: First rendezvous port.
        port_count: Number of rendezvous ports.
        cpu_milli: CPU.
        memory_mib: Memory.
        gpu_model: Model.
        gpu_memory_mib: Memory of each GPU, MiB; 0 when unknown.
        gpu_count: GPUs.
        executor: How it runs ranks.
        lease_ms: Lease.
        interval_ms: Heartbeat interval.
        labels: Labels.
        location: Where it is in the network.
        taints: Taints; only jobs that tolerate all of them are placed here; sorted.
        sandbox: How jobs are isolated there.
        enforces: Limits that it enforces on jobs.
        machine_boot_id: Boot id of the machine, from its kernel; changes at each reboot; empty:
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


class SilenceCause(StrEnum):
    """Silence of a node: no heartbeats, a stop order unanswered, or an order not stored, in time."""

    SILENT = "SILENT"
    STOP_UNANSWERED = "STOP_UNANSWERED"
    ORDER_NOT_STORED = "ORDER_NOT_STORED"


@final
@record
class NodeSuspected(NodeFact):
    """The node is silent, or does not take its orders: no new work is placed there; jobs continue.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last heartbeat, since its answer was due, or for which an order
            has waited.
        cause: Why it is suspected.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeSuspected"

    node_id: str
    silent_ms: int
    cause: SilenceCause = SilenceCause.SILENT

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "silent_ms": self.silent_ms,
            "cause": self.cause,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeSuspected:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            silent_ms=d["silent_ms"],
            cause=SilenceCause(d.get("cause", "SILENT")),
        )


@final
@record
class NodeRecovered(NodeFact):
    """The node's heartbeats arrive again, and it has stored its orders; no answer is overdue.

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
    """The lease expired, or an order was not stored for as long: the node's attempts are given up.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last heartbeat, or for which an order has waited.
        cause: Why it is lost.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeLost"

    node_id: str
    silent_ms: int
    cause: SilenceCause = SilenceCause.SILENT

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "silent_ms": self.silent_ms,
            "cause": self.cause,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeLost:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            silent_ms=d["silent_ms"],
            cause=SilenceCause(d.get("cause", "SILENT")),
        )


@final
@record
class NodeForgotten(NodeFact):
    """Lost for long (default: a day) or removed by an operator; if the node reports again, it is new.

    Attributes:
        node_id: Node.
        lost_ms: Time for which the leader has known it as lost; 0 if an operator removed it.
        requested_by: Operator who removed it; empty if it was lost for long.
        gpus_unhealthy: Its GPUs known as unhealthy, ascending; their state is forgotten as well.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeForgotten"

    node_id: str
    lost_ms: int
    requested_by: str = ""
    gpus_unhealthy: tuple[int, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "lost_ms": self.lost_ms,
            "requested_by": self.requested_by,
            "gpus_unhealthy": list(self.gpus_unhealthy),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeForgotten:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            lost_ms=d["lost_ms"],
            requested_by=d.get("requested_by", ""),
            gpus_unhealthy=tuple(d.get("gpus_unhealthy", [])),
        )


@final
@record
class NodeRefused(NodeFact):
    """Heartbeats under this name are invalid and ignored. Reported once by each leader.

    Attributes:
        node_id: The name; at most 128 characters, control characters escaped.
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
    """Nothing new is placed on the node.

    Attributes:
        node_id: Node.
        requested_by: Sender of the request.
        reason: Reason.
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
    """Work may be placed on the node again.

    Attributes:
        node_id: Node.
        requested_by: Sender of the request.
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
    """Nothing new is placed on the node, and its running jobs are moved.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Reason.
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
    """Labels and taints that operators set, beside what the node announces, from now on.

    Attributes:
        node_id: Node.
        labels: Labels; they override announced ones.
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
        reason: Reason.
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
    """The node's maintenance window has begun: it is closed, and jobs still running there are moved.

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
    """The node's maintenance window has ended, or was cancelled.

    Attributes:
        node_id: Node.
        requested_by: Operator who cancelled it; null: its time was over.
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
    """The node will be reclaimed: nothing new is placed there, and its running jobs save and leave.

    Attributes:
        node_id: Node.
        notice_id: Id of the announcement; a new one replaces the last.
        deadline_ms: When the node is gone, milliseconds since 1970 UTC; null: it is at risk, and
            its running jobs stay.
        source: Source of the announcement.
        requested_by: Operator; empty: the node's provider.
        reason: Reason, for people.
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
    """The node is not reclaimed after all, or is back: work may be placed on it.

    Attributes:
        node_id: Node.
        requested_by: Operator; empty: the node's provider.
        reason: Reason, for people.
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
    """The node's agent is ordered to test it; NodeNoted reports success, NodeFaulted what is wrong.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Reason.
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
    """A problem that the node reports, or the result of tests that it passed.

    Attributes:
        node_id: Node.
        note: One sentence; empty: the problem is gone.
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
    """The node's kernel reported a fault that matches a failure rule.

    Attributes:
        node_id: Node.
        rule: Rule.
        rules_version: Version of the rules in effect.
        xid: NVIDIA Xid; null: the fault has none.
        gpu: PCI address of the GPU; empty: none is named.
        node_action: What the rule demands for the node.
        strike: Number of the node's strike, from 1; 0: it does not count.
        closes: Whether the node is closed because of it.
        message: For people: what happened, what the node needs, and its earlier faults.
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
    """The network around the node has changed; its running jobs continue.

    Attributes:
        node_id: Node.
        location: New location.
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
    """Nothing new is placed on this GPU.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
        reason: Reason.
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
    """MIG was enabled on an empty GPU, which then takes only MIG instances, or disabled again.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
        cut: True: MIG enabled. False: MIG disabled.
        for_job_id: Waiting job that needed it.
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
        description: Description for people.
        requested_by: Sender of the request.
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
    """The shares and limits of a queue have changed.

    Attributes:
        queue: Name.
        tenant: Tenant.
        settings: The complete settings.
        requested_by: Sender of the request.
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
    """Usage of a queue and those below it, and its fair share; sent from time to time when it changed.

    Attributes:
        queue: Name.
        tenant: Tenant.
        gpu_milli_used: GPU in use, thousandths.
        gpu_milli_used_by_model: GPU in use per model, thousandths.
        cpu_milli_used: CPU in use, thousandths of a core.
        memory_mib_used: Memory in use, MiB.
        gpu_milli_borrowed: Part of the usage that is beyond the guarantee.
        gpu_milli_lent: Unused part of the guarantee, which others may have.
        share_ppm: Dominant share of the cluster that it holds now, millionths.
        share_due_ppm: Fair share of the cluster, by weight among its busy siblings, millionths.
        usage_gpu_ms: Weighted usage over the window: GPU milliseconds at model price, decayed.
        credit_gpu_ms: Burst credit, in the same unit.
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
    """A queue was deleted.

    Attributes:
        queue: Name.
        tenant: Tenant.
        requested_by: Sender of the request.
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
        queue: Queue whose jobs, with those of the queues below it, may be placed there.
        gpu_model: GPU model of the nodes.
        gpu_count: GPUs of the nodes, in total.
        node_ids: Nodes, sorted. Until it starts, other jobs are placed there only if they are
            predicted to end before.
        starts_at_ms: From when.
        ends_at_ms: Until when.
        requested_by: Sender of the request.
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
    """A reservation has other nodes: some of its nodes were closed or lost.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        queue: Queue whose jobs, with those of the queues below it, may be placed there.
        node_ids: All of its nodes now, sorted.
        reason: Reason.
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
        queue: Queue whose jobs, with those of the queues below it, may be placed there.
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
    """Reason for the end of a reservation."""

    OVER = "OVER"
    CANCELLED = "CANCELLED"


@final
@record
class CapacityReservationEnded(ReservationFact):
    """The nodes are released.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        queue: Queue whose jobs, with those of the queues below it, may be placed there.
        reason: Reason.
        requested_by: Sender of the cancellation; empty: its time was over.
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
    """Decisions follow this policy from now on.

    Attributes:
        policy: The whole policy.
        requested_by: Sender of the request.
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
    """Failures are judged by these rules from now on.

    Attributes:
        version: Version of the rules.
        sha256: SHA-256 of the text.
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
    """Jobs of some tiers do not start from a queue and those below it; running jobs continue.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Name of the restriction; unique in its queue.
        tiers: Jobs of these tiers do not start.
        until_ms: End, milliseconds since 1970 UTC; null: until it is lifted.
        reason: Reason, for the users whose jobs wait.
        requested_by: User or service that sent the request.
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
    """A restriction of a queue was lifted, or has expired.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Its name.
        requested_by: User or service that lifted it; null: it has expired.
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
    """Bytes that the output of an attempt's ranks on one node takes in the store.

    Attributes:
        job_id: Job.
        attempt: Attempt, 1-based.
        node_id: Node.
        size_bytes: Bytes so far, of all its ranks there; never decreases.
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
    """The output of an ended job was removed from the store completely.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        objects: Number of objects removed by the try that reports it.
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
    'at happened to jobs, nodes and queues: the scheduler\'s public facts.","field'
    's":[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplica'
    'tion key."},{"name":"key","type":"string","doc":"Kafka key; records with the'
    ' same key keep their order."},{"name":"occurred_at_ms","type":"long","doc":"'
    'Time of the event according to the producer, milliseconds since 1970 UTC."},'
    '{"name":"producer","type":"string","doc":"Service and instance that wrote th'
    'e record."},{"name":"correlation_id","type":"string","doc":"Shared by everyt'
    'hing that follows from one request."},{"name":"causation_id","type":["null",'
    '"string"],"doc":"event_id of the record this one follows from.","default":nu'
    'll},{"name":"seq","type":["null","long"],"doc":"seq of the input it follows '
    "from; facts of all partitions are ordered by seq, then index. Null: the writ"
    'er assigns no order.","default":null},{"name":"index","type":["null","int"],'
    '"doc":"Index among the consequences of that input, from 0; orders count as w'
    'ell.","default":null},{"name":"tenant","type":["null","string"],"doc":"The t'
    'enant it belongs to; null: no tenant, as with nodes.","default":null},{"name'
    '":"sender","type":["null","string"],"doc":"Authenticated sender of the comma'
    "nd it follows from, as TENANT/USER; null: it follows from no command, or is "
    'older than this field.","default":null},{"name":"payload","type":[{"type":"r'
    'ecord","name":"CommandRejected","aliases":["muster.job_events.CommandRejecte'
    'd"],"doc":"A command that is not carried out, and the reason.","subject":"co'
    'mmand","fields":[{"name":"command_id","type":"string","doc":"event_id of the'
    ' command."},{"name":"command","type":"string","doc":"Record name of the comm'
    'and."},{"name":"subject","type":"string","doc":"Its subject: a job, queue, n'
    'ode or other entity of the service."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","ali'
    'ases":["muster.job_events.RejectionCode"],"doc":"Kinds of rejection, common '
    'to all services; each has its HTTP status.","symbols":["INVALID","ALREADY_EX'
    'ISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_'
    'NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","n'
    'amespace":"muster.command_answers"},"doc":"Kind of rejection."},{"name":"det'
    'ail_code","type":"string","doc":"More specific code of the service; its READ'
    'ME lists them. Empty: `code` is specific enough.","default":""},{"name":"mes'
    'sage","type":"string","doc":"Message for people."},{"name":"violations","typ'
    'e":{"type":"array","items":{"type":"record","name":"Violation","aliases":["m'
    'uster.job_events.Violation"],"doc":"One violation in a request.","fields":[{'
    '"name":"field","type":"string","doc":"Path of the field."},{"name":"value","'
    'type":"string","doc":"The value as sent, shortened."},{"name":"allowed","typ'
    'e":"string","doc":"What is allowed."}],"namespace":"muster.command_answers"}'
    '},"doc":"Violations by field.","default":[]}],"namespace":"muster.command_an'
    'swers"},{"type":"record","name":"CommandRepeated","aliases":["muster.job_eve'
    'nts.CommandRepeated"],"doc":"A command that was already carried out came aga'
    'in; nothing changed.","subject":"command","fields":[{"name":"command_id","ty'
    'pe":"string","doc":"event_id of the command."},{"name":"command","type":"str'
    'ing","doc":"Record name of the command."},{"name":"subject","type":"string",'
    '"doc":"Its subject."}],"namespace":"muster.command_answers"},{"type":"record'
    '","name":"JobQueued","doc":"The job is accepted and waits.","subject":"job",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"spec","type":{"type":"record","name"'
    ':"JobSpec","doc":"A job as its owner describes it.","fields":[{"name":"name"'
    ',"type":"string","doc":"A name for people; not unique."},{"name":"team","typ'
    'e":"string","doc":"Team that pays."},{"name":"project","type":"string","doc"'
    ':"Project that it belongs to."},{"name":"user","type":"string","doc":"User w'
    'ho submitted it."},{"name":"queue","type":"string","doc":"Queue in which the'
    ' job waits."},{"name":"tier","type":{"type":"enum","name":"Tier","doc":"Tier'
    's, highest first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STA'
    'NDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRAININ'
    'G","namespace":"muster.job_commands"},"doc":"Tier; higher ones go first."},{'
    '"name":"ranks","type":"int","doc":"Gang size: all ranks start together or no'
    'ne does."},{"name":"resources","type":{"type":"record","name":"Resources","d'
    'oc":"Resources of one rank.","fields":[{"name":"gpu_count","type":"int","doc'
    '":"GPUs per rank; 0 for CPU-only work."},{"name":"gpu_milli","type":"int","d'
    'oc":"Thousandths of each GPU: 1000 is a whole one; less only with gpu_count '
    '1."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"GP'
    'U models accepted, sorted; empty accepts any.","default":[]},{"name":"gpu_me'
    'mory_mib_min","type":"long","doc":"Minimum memory of each GPU, MiB; for a fr'
    'action, that of the whole GPU. 0 accepts any.","default":0},{"name":"cpu_mil'
    'li","type":"long","doc":"Thousandths of a CPU core per rank."},{"name":"memo'
    'ry_mib","type":"long","doc":"Main memory per rank, MiB."},{"name":"isolation'
    '","type":{"type":"enum","name":"Isolation","doc":"Isolation of a fraction of'
    ' a GPU from others on it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLICING"]'
    ',"default":"BY_TRUST","namespace":"muster.job_commands"},"doc":"Requested is'
    'olation; only for a fraction of a GPU.","default":"BY_TRUST"}],"namespace":"'
    'muster.job_commands"},"doc":"Resources of each rank."},{"name":"image","type'
    '":["null","string"],"doc":"Container image; rejected until nodes can run ima'
    'ges.","default":null},{"name":"command","type":{"type":"array","items":"stri'
    'ng"},"doc":"Program and arguments, the same for every rank."},{"name":"env",'
    '"type":{"type":"map","values":"string"},"doc":"Environment added to every ra'
    'nk.","default":{}},{"name":"files_sha256","type":["null","string"],"doc":"Wo'
    'rking files: SHA-256 of a tar.gz already stored under files/ in S3.","defaul'
    't":null},{"name":"wall_time_max_ms","type":["null","long"],"doc":"Maximum ru'
    'n time of an attempt, after which it is stopped.","default":null},{"name":"h'
    'ang_after_ms","type":["null","long"],"doc":"Silence of all ranks (no output,'
    " no step) after which the attempt is ended as hanging; null: as the policy s"
    'ets.","default":null},{"name":"duration_expected_ms","type":["null","long"],'
    '"doc":"The owner\'s estimate of the run time.","default":null},{"name":"grace'
    '_ms","type":"long","doc":"Time between SIGTERM and SIGKILL.","default":30000'
    '},{"name":"retry","type":{"type":"record","name":"RetryPolicy","doc":"Retrie'
    "s of attempts that fail by themselves; attempts lost with a node never count"
    '.","fields":[{"name":"attempts_max","type":"int","doc":"Maximum number of at'
    'tempts; 1: no retry."},{"name":"backoff_ms","type":"long","doc":"Wait before'
    ' the next attempt, doubled each time.","default":10000},{"name":"memory_max_'
    'mib","type":["null","long"],"doc":"Maximum memory of each rank when it is ra'
    'ised after attempts that ran out of it, MiB; null: it is not raised.","defau'
    'lt":null}],"namespace":"muster.job_commands"},"doc":"Retry policy."},{"name"'
    ':"checkpoint","type":{"type":"record","name":"CheckpointPolicy","doc":"Wheth'
    'er the agent stores what the job writes to MUSTER_CHECKPOINT_DIR.","fields":'
    '[{"name":"enabled","type":"boolean","doc":"True: files renamed into the dire'
    'ctory are stored, and restored for the next attempt."},{"name":"interval_ms"'
    ',"type":"long","doc":"Expected interval between checkpoints; 0: the job deci'
    'des.","default":0},{"name":"grace_ms","type":"long","doc":"Maximum time for '
    'ranks that stop and continue later to save a checkpoint, before SIGTERM.","d'
    'efault":60000},{"name":"keep_last","type":["null","int"],"doc":"Number of ne'
    'west checkpoints kept in the store; null: as the policy sets.","default":nul'
    'l},{"name":"keep_every","type":"int","doc":"Also keep every Nth checkpoint; '
    '0: off.","default":0}],"namespace":"muster.job_commands"},"doc":"Checkpoint '
    'policy."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Fr'
    'ee key/value pairs to filter by.","default":{}},{"name":"model_name","type":'
    '["null","string"],"doc":"Model this job trains, for the registry.","default"'
    ':null},{"name":"priority","type":"int","doc":"Higher goes first where the qu'
    'eue orders by priority; -1000 to 1000.","default":0},{"name":"ranks_min","ty'
    'pe":["null","int"],"doc":"Minimum number of ranks; null: always `ranks`.","d'
    'efault":null},{"name":"world_sizes","type":{"type":"array","items":"int"},"d'
    'oc":"Possible gang sizes, ascending; empty: ranks_min, ranks and the powers '
    'of two between.","default":[]},{"name":"topology","type":["null",{"type":"re'
    'cord","name":"Topology","doc":"Placement of a gang\'s ranks in the network.",'
    '"fields":[{"name":"within","type":["null",{"type":"enum","name":"TopologyLev'
    'el","doc":"Units of the network, smallest first.","symbols":["NODE","NVLINK_'
    'DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":"muster.job_comm'
    'ands"}],"doc":"Unit that should hold all ranks; null: the best one with room'
    '.","default":null},{"name":"strictness","type":{"type":"enum","name":"Strict'
    'ness","doc":"What a gang does when no unit of its level has room.","symbols"'
    ':["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BEST_EFFORT","namespace":'
    '"muster.job_commands"},"doc":"REQUIRED waits for such a unit; PREFERRED acce'
    'pts a larger one.","default":"BEST_EFFORT"},{"name":"tensor_parallel_ranks",'
    '"type":"int","doc":"Number of consecutive ranks that always share an NVLink '
    'domain.","default":1}],"namespace":"muster.job_commands"}],"doc":"Placement '
    'of the ranks in the network; null: as close together as there is room.","def'
    'ault":null},{"name":"spread","type":["null","muster.job_commands.TopologyLev'
    'el"],"doc":"Spread the ranks evenly over units of this level instead.","defa'
    'ult":null},{"name":"node_labels","type":{"type":"map","values":"string"},"do'
    'c":"Use only nodes with all these labels.","default":{}},{"name":"node_label'
    's_preferred","type":{"type":"map","values":"string"},"doc":"Prefer nodes tha'
    't also have all these labels.","default":{}},{"name":"tolerations","type":{"'
    'type":"array","items":"string"},"doc":"Tolerated taints of nodes, sorted.","'
    'default":[]},{"name":"gpu_preferences","type":{"type":"array","items":{"type'
    '":"record","name":"GpuPreference","doc":"One GPU model, and the job\'s speed '
    'on it.","fields":[{"name":"model","type":"string","doc":"GPU model."},{"name'
    '":"throughput_milli","type":"int","doc":"Speed in thousandths of a common un'
    'it: twice the speed takes half the time."}],"namespace":"muster.job_commands'
    '"}},"doc":"GPU models with their relative speed; all ranks run on one of the'
    'm. resources.gpu_models lists the same models.","default":[]},{"name":"cache'
    's","type":{"type":"array","items":"string"},"doc":"Names of data that its no'
    'des keep for the next job: a model, a data set.","default":[]},{"name":"sand'
    'box","type":{"type":"enum","name":"SandboxNeed","doc":"Whether a job must be'
    ' isolated from the rest of the machine.","symbols":["OPTIONAL","REQUIRED"],"'
    'default":"OPTIONAL","namespace":"muster.job_commands"},"doc":"REQUIRED: only'
    ' nodes that have a sandbox.","default":"OPTIONAL"},{"name":"network","type":'
    '{"type":"enum","name":"NetworkAccess","doc":"Network that a job sees.","symb'
    'ols":["HOST","NONE"],"default":"HOST","namespace":"muster.job_commands"},"do'
    'c":"HOST: the node\'s network. NONE: only a loopback of its own, which its ra'
    'nks share; needs a sandbox, and all ranks on one node.","default":"HOST"},{"'
    'name":"spot","type":{"type":"enum","name":"SpotUse","doc":"Whether a job may'
    ' run on nodes that their provider may reclaim.","symbols":["BY_TIER","ALLOWE'
    'D","NEVER"],"default":"BY_TIER","namespace":"muster.job_commands"},"doc":"BY'
    "_TIER: for jobs that save checkpoints or end within an hour, unless they ser"
    've; others request such nodes by label or with ALLOWED.","default":"BY_TIER"'
    '},{"name":"after","type":{"type":"map","values":{"type":"enum","name":"Requi'
    'redEnd","doc":"How a job has to end before another starts; ANY: also cancell'
    'ed.","symbols":["OK","ANY","FAILED"],"default":"OK","namespace":"muster.job_'
    'commands"}},"doc":"Jobs of the tenant, by id, that have to end before it wai'
    'ts for resources. If one ends otherwise, it is cancelled.","default":{}}],"n'
    'amespace":"muster.job_commands"},"doc":"Specification as accepted."},{"name"'
    ':"predicted_p50_ms","type":["null","long"],"doc":"Predicted median run time '
    'of an attempt; null: unknown.","default":null},{"name":"predicted_p90_ms","t'
    'ype":["null","long"],"doc":"Predicted 90th percentile of the run time; null:'
    ' unknown.","default":null}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"JobPending","doc":"Reason why the job is not placed; sent when the'
    ' reason changes.","subject":"job","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"code","type":{"type":"enum","name":"PendingCode","do'
    'c":"Stable codes for the reason why a job waits.","symbols":["NO_NODES","MOD'
    'EL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FR'
    'ACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS'
    '_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_EXCL'
    'UDED","ROOM_ON_SPOT_ONLY","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","'
    'TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPENDED"'
    ',"QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED",'
    '"HEADROOM","DURATION_NOT_GUARANTEED","QUEUE_RESTRICTED","WAITS_FOR_JOBS"],"d'
    'efault":"QUEUED","namespace":"muster.job_events"},"doc":"The dominant reason'
    '."},{"name":"message","type":"string","doc":"One sentence."},{"name":"counts'
    '","type":{"type":"map","values":"long"},"doc":"Figures behind the reason.","'
    'default":{}}],"namespace":"muster.job_events"},{"type":"record","name":"Rese'
    'rvationMade","doc":"Nodes are reserved for the head of the line, which does '
    'not fit; replaces its last reservation.","subject":"plan","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"node_ids","type":{"type":"ar'
    'ray","items":"string"},"doc":"Reserved nodes: other jobs may be placed there'
    ' only if they are predicted to end before starts_at_ms."},{"name":"starts_at'
    '_ms","type":["null","long"],"doc":"When the nodes are predicted to have room'
    ' for it; null: unknown.","default":null},{"name":"kept_until_ms","type":"lon'
    'g","doc":"When nodes are chosen again if the job has not started."},{"name":'
    '"by_limits","type":"boolean","doc":"Whether only wall-time limits were used '
    'to predict, because an earlier reservation of the job was not kept.","defaul'
    't":false}],"namespace":"muster.job_events"},{"type":"record","name":"Reserva'
    'tionReleased","doc":"The nodes reserved for a job are released.","subject":"'
    'plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reas'
    'on","type":{"type":"enum","name":"ReleaseReason","doc":"Reason for a release'
    '.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"defau'
    'lt":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"Reason."},{"na'
    'me":"again_at_ms","type":["null","long"],"doc":"When nodes are reserved for '
    'it again, as it still heads the line; null: not for this reason.","default":'
    'null}],"namespace":"muster.job_events"},{"type":"record","name":"StartPredic'
    'ted","doc":"Predicted start of a waiting job; made from time to time, so tha'
    't the cell learns from the outcome.","subject":"plan","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"wait_ms","type":"long","doc":"Be'
    'st single estimate of the remaining wait, milliseconds."},{"name":"wait_low_'
    'ms","type":["null","long"],"doc":"Start of the stated range, milliseconds fr'
    'om now; null: there is too little data for a range.","default":null},{"name"'
    ':"wait_high_ms","type":["null","long"],"doc":"End of the stated range, milli'
    'seconds from now.","default":null},{"name":"signs","type":{"type":"array","i'
    'tems":"int"},"doc":"Inputs of the estimate, as logarithms in 1/256 octave: o'
    "ne, the soonest start with only its equals ahead, the time waited, the numbe"
    'r of waiting jobs, the amount requested, the position among its equals."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"DefragmentationProp'
    'osed","doc":"Moves of running jobs that would let a job start for which the '
    'free GPUs suffice in total.","subject":"plan","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"The job that would start."},{"name":"moves","type":{"typ'
    'e":"array","items":{"type":"record","name":"Move","doc":"Move of one job to '
    'other nodes.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"from_node_ids","type":{"type":"array","items":"string"},"doc":"Its prese'
    'nt nodes, sorted."},{"name":"to_node_ids","type":{"type":"array","items":"st'
    'ring"},"doc":"Its new nodes, sorted."},{"name":"lost_gpu_ms","type":"long","'
    'doc":"GPU milliseconds: its GPUs times its run time since its last checkpoin'
    't and a restart."}],"namespace":"muster.job_events"}},"doc":"Moves by job."}'
    ',{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves '
    'lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that '
    'the job would gain: its GPUs times the wait saved."},{"name":"carried_out","'
    'type":"boolean","doc":"Whether the moves begin now."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"PreemptionRequested","doc":"A job or a '
    "reservation is entitled to GPUs that others hold; another service chooses th"
    'e victims.","subject":"plan","fields":[{"name":"job_id","type":"string","doc'
    '":"Job; empty: a reservation is entitled."},{"name":"cause","type":{"type":"'
    'enum","name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANT'
    'EE","TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespa'
    'ce":"muster.job_events"},"doc":"What entitles it."},{"name":"queue","type":"'
    'string","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"jobs","type":"int","doc":"Number of equal jobs in its queue, this'
    ' one included, that are entitled to the resources they request.","default":1'
    '},{"name":"gpu_milli_missing","type":"long","doc":"Thousandths of a GPU that'
    ' they lack."},{"name":"gpu_models","type":{"type":"array","items":"string"},'
    '"doc":"GPU models that it accepts, sorted; empty: any.","default":[]},{"name'
    '":"borrowers","type":{"type":"array","items":{"type":"record","name":"Borrow'
    'er","doc":"A queue beyond its guarantee.","fields":[{"name":"queue","type":"'
    'string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"gpu_milli_borrowed","type":"long","doc":"Beyond its guarantee, thousan'
    'dths of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues that hold le'
    'nt GPUs, the largest amount first.","default":[]},{"name":"as_of_seq","type"'
    ':"long","doc":"State of the log at which this holds."},{"name":"reservation"'
    ',"type":"string","doc":"Reservation that has begun; empty: a job is entitled'
    '.","default":""},{"name":"holders","type":{"type":"array","items":"string"},'
    '"doc":"Jobs that may yield, if the request restricts them: those still on it'
    's nodes, or with more service; sorted; never production inference.","default'
    '":[]}],"namespace":"muster.job_events"},{"type":"record","name":"GangBound",'
    '"doc":"Every rank has a place; the start orders are in the same transaction.'
    '","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt."},{"name":"placements","type":'
    '{"type":"array","items":{"type":"record","name":"RankPlacement","doc":"Place'
    'ment of one rank.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"'
    'type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int"'
    ',"doc":"Thousandths of each GPU."},{"name":"sharing","type":{"type":"enum","'
    'name":"Sharing","doc":"How a rank shares its GPUs: not at all; within its te'
    'am by MPS or time slicing; by a MIG instance.","symbols":["EXCLUSIVE","MPS",'
    '"TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_command'
    's"},"doc":"Sharing of these GPUs with other ranks.","default":"EXCLUSIVE"},{'
    '"name":"mig_profile","type":["null","string"],"doc":"Profile of its MIG inst'
    'ance.","default":null},{"name":"mig_start","type":["null","int"],"doc":"Firs'
    't memory slice of that instance.","default":null}],"namespace":"muster.job_e'
    'vents"}},"doc":"Placements, one per rank."},{"name":"master_address","type":'
    '"string","doc":"Rank 0\'s address."},{"name":"master_port","type":"int","doc"'
    ':"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Time since the'
    ' job was last queued."},{"name":"reason","type":"string","doc":"Reason for t'
    'his placement.","default":""},{"name":"tenant","type":"string","doc":"Tenant'
    ' of the job.","default":""},{"name":"queue","type":"string","doc":"The job\'s'
    ' queue.","default":""},{"name":"each","type":["null",{"type":"record","name"'
    ':"RankShape","doc":"Resources of each rank of a gang on its node, besides th'
    'e GPUs of its placement.","fields":[{"name":"cpu_milli","type":"long","doc":'
    '"Thousandths of a CPU core."},{"name":"memory_mib","type":"long","doc":"Host'
    ' memory."},{"name":"gpu_models","type":{"type":"array","items":"string"},"do'
    'c":"GPU models it would accept, sorted; empty: any.","default":[]},{"name":"'
    'sharing_key","type":"string","doc":"Ranks with the same key share GPUs (a tr'
    "ust domain and a way of sharing); `mig`: a MIG instance of its own; empty: n"
    'ot shared.","default":""}],"namespace":"muster.job_events"}],"doc":"Resource'
    's of each rank; null: written by an earlier version.","default":null},{"name'
    '":"gap_of","type":"string","doc":"Job that these nodes are reserved for: thi'
    's one backfills the gap, and yields when that one fits; empty: none.","defau'
    'lt":""},{"name":"guaranteed_until_ms","type":["null","long"],"doc":"Time bef'
    "ore which it yields only to production inference, milliseconds since 1970 UT"
    'C; null: it is owed what it holds, or nothing is forecast.","default":null}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"JobStarted","doc"'
    ':"All ranks run.","subject":"job","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"JobResizing","doc":"An elasti'
    'c job stops, to continue at once with another number of ranks.","subject":"j'
    'ob","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"The attempt that stops."},{"name":"ranks_from","type"'
    ':"int","doc":"Its number of ranks."},{"name":"ranks_to","type":"int","doc":"'
    'Number of ranks of the next attempt, or fewer if they no longer fit."},{"nam'
    'e":"reason","type":"string","doc":"Reason."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobMoving","doc":"A job stops, to continue at on'
    'ce on other nodes, so that another job has room.","subject":"job","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"The attempt that stops."},{"name":"placements","type":{"type":"arra'
    'y","items":"muster.job_events.RankPlacement"},"doc":"New placement, in rank '
    'order; other nodes if these are gone."},{"name":"reason","type":"string","do'
    'c":"Reason."}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Warned","doc":"A watchdog found a problem with a running job; reported once '
    'per attempt and action.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"nam'
    'e":"watchdog","type":{"type":"enum","name":"Watchdog","doc":"Watchdogs, by w'
    'hat they observe.","symbols":["WALL_TIME","HANG","START_UP","LOSS","IDLE_GPU'
    'S","STRAGGLER"],"default":"WALL_TIME","namespace":"muster.job_events"},"doc"'
    ':"The watchdog."},{"name":"action","type":{"type":"enum","name":"WatchdogAct'
    'ion","doc":"Consequence: none; the attempt ends, and the job\'s retries decid'
    'e about another; the job ends.","symbols":["TOLD","RETRIED","ENDED"],"defaul'
    't":"TOLD","namespace":"muster.job_events"},"doc":"Consequence."},{"name":"me'
    'ssage","type":"string","doc":"Finding, for people."},{"name":"node_id","type'
    '":["null","string"],"doc":"Node; null: the whole gang.","default":null},{"na'
    'me":"rank","type":["null","int"],"doc":"Rank; null: all, or unknown.","defau'
    'lt":null},{"name":"tenant","type":"string","doc":"Tenant.","default":""},{"n'
    'ame":"team","type":"string","doc":"The job\'s team.","default":""}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"JobStopping","doc":"Ranks h'
    'ave been ordered to stop.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"n'
    'ame":"reason","type":"string","doc":"Reason."},{"name":"requeues","type":"bo'
    'olean","doc":"Whether it waits again once it has stopped; the attempt then c'
    'ounts neither as failed nor as lost.","default":false},{"name":"plan_id","ty'
    'pe":"string","doc":"Preemption plan by which it yields; empty: it stops for '
    'another reason.","default":""},{"name":"yields_to","type":"string","doc":"Jo'
    'b that it yields to; empty: none.","default":""},{"name":"cause","type":{"ty'
    'pe":"enum","name":"StopCause","doc":"Kind of event that stops a job.","symbo'
    'ls":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","namespace":"muster.job'
    '_events"},"doc":"Kind of event that stopped it.","default":"UNSTATED"},{"nam'
    'e":"save_bytes","type":["null","long"],"doc":"Estimated bytes to save; null:'
    ' unknown, or it is not asked to save.","default":null},{"name":"saves_until_'
    'ms","type":["null","long"],"doc":"Estimated time by which they are stored, m'
    'illiseconds since 1970 UTC; null: unknown, or it is not asked to save.","def'
    'ault":null},{"name":"save_bytes_per_s","type":["null","long"],"doc":"Its sha'
    "re of the store's bandwidth until it has stopped, bytes per second; null: it"
    ' is not asked to save.","default":null}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"SaveTooLarge","doc":"A job cannot save its state befo'
    're its node is reclaimed, and loses work.","subject":"job","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"Attempt."},{"name":"node_id","type":"string","doc":"The node that goes fir'
    'st."},{"name":"save_bytes","type":"long","doc":"Bytes to save."},{"name":"fi'
    'ts_bytes","type":"long","doc":"Bytes that can be stored in the remaining tim'
    'e, beside the other jobs."},{"name":"deadline_ms","type":"long","doc":"When '
    'the node is gone, milliseconds since 1970 UTC."},{"name":"lost_gpu_ms","type'
    '":"long","doc":"GPU milliseconds since its last checkpoint, or since its sta'
    'rt."}],"namespace":"muster.job_events"},{"type":"record","name":"PreemptionA'
    'ccepted","doc":"A preemption plan is carried out: victims stop, and nodes ar'
    'e held for the job.","subject":"plan","fields":[{"name":"plan_id","type":"st'
    'ring","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the vi'
    'ctims yield to; empty: a reservation."},{"name":"reservation","type":"string'
    '","doc":"Capacity reservation whose nodes the victims leave; empty: they yie'
    'ld to a job.","default":""},{"name":"victims","type":{"type":"array","items"'
    ':{"type":"record","name":"YieldingJob","doc":"A job that yields, whole or do'
    'wn to fewer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"The attempt that stops."},{"name":"ra'
    'nks_kept","type":"int","doc":"Ranks it continues with; 0: it waits again.","'
    'default":0}],"namespace":"muster.job_events"}},"doc":"Victims, by job id."},'
    '{"name":"placements","type":{"type":"array","items":"muster.job_events.RankP'
    'lacement"},"doc":"Intended placement of the job, in rank order; these nodes '
    'are held for it."},{"name":"held_until_ms","type":"long","doc":"Latest end o'
    'f the hold, milliseconds since 1970 UTC."},{"name":"cost_gpu_ms","type":"lon'
    'g","doc":"Planned price, GPU milliseconds."},{"name":"as_of_seq","type":"lon'
    'g","doc":"State of the scheduler\'s log that the plan was made from."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"PreemptionRefused","doc'
    '":"A preemption plan is not carried out; no job stops because of it.","subje'
    'ct":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name'
    '":"job_id","type":"string","doc":"Job that the victims would have yielded to'
    '; empty: a reservation."},{"name":"reservation","type":"string","doc":"Capac'
    'ity reservation whose nodes the victims leave; empty: they yield to a job.",'
    '"default":""},{"name":"code","type":{"type":"enum","name":"RefusalCode","doc'
    '":"Reason for a refusal.","symbols":["EXPIRED","INVALID","UNDER_WAY","NOT_WA'
    'ITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VICTIM_'
    'TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","namespace":'
    '"muster.job_events"},"doc":"Reason, as a code."},{"name":"reason","type":"st'
    'ring","doc":"Reason, for people."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"HoldReleased","doc":"Nodes that victims of a preemption pl'
    'an freed are no longer held for the job they yielded to.","subject":"plan","'
    'fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","'
    'type":"string","doc":"Job that they were held for."},{"name":"reason","type"'
    ':{"type":"enum","name":"HoldReleaseReason","doc":"Reason for releasing held '
    'nodes.","symbols":["STARTED","NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default'
    '":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"STARTED: it was '
    "bound. NO_LONGER_WAITS: it was cancelled or suspended. NO_ROOM: all have yie"
    'lded, and it still does not fit. EXPIRED: the victims took too long."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"HoldMade","subject":"p'
    'lan","doc":"Other jobs move so that a waiting job fits; nodes are held for i'
    't until then.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"'
    'name":"job_id","type":"string","doc":"Job that the others make room for."},{'
    '"name":"victims","type":{"type":"array","items":"muster.job_events.YieldingJ'
    'ob"},"doc":"Jobs that move, by id; they keep their number of ranks."},{"name'
    '":"placements","type":{"type":"array","items":"muster.job_events.RankPlaceme'
    'nt"},"doc":"Intended placement of the job, in rank order."},{"name":"node_id'
    's","type":{"type":"array","items":"string"},"doc":"Held nodes, sorted: these'
    ', and those that the moving jobs go to."},{"name":"held_until_ms","type":"lo'
    'ng","doc":"Latest end of the hold, milliseconds since 1970 UTC."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"FragmentationSustained","su'
    'bject":"plan","doc":"GPUs stay free but fragmented while jobs wait that need'
    ' no more: moves are planned for all of them.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"The first of these jobs."},{"name":"since_ms","type":"lo'
    'ng","doc":"Since when, milliseconds since 1970 UTC."},{"name":"gpu_milli_sca'
    'ttered","type":"long","doc":"Largest amount of GPU that is free but fragment'
    'ed for one of these jobs, thousandths."},{"name":"gpu_milli_total","type":"l'
    'ong","doc":"GPU of the cluster, thousandths."},{"name":"jobs","type":"int","'
    'doc":"Number of such jobs."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"FragmentationEased","subject":"plan","doc":"The fragmentation th'
    'at FragmentationSustained reported is over.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job that was named in that report."},{"name":"since_ms","'
    'type":"long","doc":"Start of the fragmentation, milliseconds since 1970 UTC.'
    '"},{"name":"gpu_milli_scattered","type":"long","doc":"GPU that is free but f'
    'ragmented now, thousandths; within the policy\'s limit."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"DemandForecast","subject":"plan","do'
    'c":"How much best-effort work may hold together: other work is not expected '
    'to need it soon.","fields":[{"name":"duration_ms","type":"long","doc":"The g'
    'uaranteed duration, milliseconds."},{"name":"gpu_milli_total","type":"long",'
    '"doc":"GPU of the cluster, thousandths."},{"name":"gpu_milli_demand","type":'
    '"long","doc":"GPU that all other work holds, or waits for and is owed, thous'
    'andths."},{"name":"gpu_milli_rise","type":"long","doc":"Expected growth of t'
    "hat within the duration, thousandths: nine in ten rises at this hour of day "
    'were no larger."},{"name":"scale_percent","type":"int","doc":"Share of the r'
    "emainder that is given out; larger after days on which few guaranteed runs h"
    'ad to yield."},{"name":"gpu_milli_quota","type":"long","doc":"GPU that best-'
    'effort work may hold together, thousandths."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"AttemptEnded","doc":"An attempt has ended on ev'
    'ery node, and its GPUs are free.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt'
    '."},{"name":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"O'
    'utcome of an attempt.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT"'
    ',"LOST","REFUSED"],"default":"REFUSED","namespace":"muster.job_events"},"doc'
    '":"Outcome of the attempt."},{"name":"exit_code","type":["null","int"],"doc"'
    ':"Exit code of the first failing rank.","default":null},{"name":"signal","ty'
    'pe":["null","int"],"doc":"Signal of the first failing rank.","default":null}'
    ',{"name":"rank","type":["null","int"],"doc":"First failing rank.","default":'
    'null},{"name":"node_id","type":["null","string"],"doc":"Its node.","default"'
    ':null},{"name":"message","type":"string","doc":"Message for people.","defaul'
    't":""},{"name":"ran_ms","type":"long","doc":"Time from bind to end."},{"name'
    '":"verdict","type":["null",{"type":"record","name":"FailureVerdict","doc":"C'
    "ause of an attempt's failure, by the rules in effect; rank and node are thos"
    'e of the fact.","fields":[{"name":"rule","type":"string","doc":"First rule t'
    'hat matched."},{"name":"rules_version","type":"int","doc":"Version of the ru'
    'les."},{"name":"category","type":"string","doc":"Category of the failed part'
    ', as in the rule."},{"name":"subcategory","type":"string","doc":"Subcategory'
    '."},{"name":"persistence","type":"string","doc":"transient, permanent or unk'
    'nown: whether the same attempt would fail again."},{"name":"action","type":"'
    'string","doc":"What the rule demands for the job."},{"name":"node_action","t'
    'ype":"string","doc":"What the rule advises for the node."},{"name":"sign","t'
    'ype":"string","doc":"What it was recognised by: a line of the output, exit c'
    'ode 137."},{"name":"means","type":"string","doc":"What happened, in the rule'
    '\'s words."},{"name":"hint","type":"string","doc":"What to change, in the rul'
    'e\'s words."},{"name":"line","type":["null","long"],"doc":"Number of the line'
    ' in the rank\'s stream, if it was a line.","default":null},{"name":"stream","'
    'type":"string","doc":"Its stream: stdout or stderr.","default":""},{"name":"'
    'count","type":"long","doc":"Number of matching lines; 0: it was no line.","d'
    'efault":0},{"name":"at_ms","type":["null","long"],"doc":"Time of the line, o'
    'r else of the rank\'s end, milliseconds since 1970 UTC.","default":null},{"na'
    'me":"spared","type":"boolean","doc":"Whether the attempt does not count amon'
    'g those that the user allowed.","default":false},{"name":"cause_seen","type"'
    ':"boolean","doc":"False: no rank shows a cause of its own; the failure began'
    ' where nothing was seen.","default":true},{"name":"others","type":{"type":"a'
    'rray","items":{"type":"record","name":"RankVerdict","doc":"Another rank that'
    ' failed.","fields":[{"name":"rank","type":["null","int"],"doc":"Rank; null: '
    'its node was lost, or refused the order.","default":null},{"name":"node_id",'
    '"type":"string","doc":"Its node."},{"name":"rule","type":"string","doc":"Fir'
    'st rule that matched."},{"name":"followed","type":"boolean","doc":"Whether i'
    't failed because another rank was gone, or waited for one that was."}],"name'
    'space":"muster.job_events"}},"doc":"Other ranks that failed, by rank; the fi'
    'rst of them.","default":[]},{"name":"others_more","type":"int","doc":"Number'
    ' of further failed ranks.","default":0},{"name":"unscanned","type":"string",'
    '"doc":"Reason why output was not scanned, or not all of it; empty: it was.",'
    '"default":""}],"namespace":"muster.job_events"}],"doc":"Cause of the failure'
    '; null: nothing failed, or no rules are in effect.","default":null}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"JobRequeued","doc":"The j'
    'ob waits again.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt_next","type":"int","doc":"Number of the next '
    'attempt."},{"name":"reason","type":"string","doc":"Reason."},{"name":"not_be'
    'fore_ms","type":"long","doc":"Earliest time of the next attempt."},{"name":"'
    'memory_mib","type":["null","long"],"doc":"Memory of each rank from the next '
    'attempt on, MiB; null: as before.","default":null}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"JobSucceeded","doc":"Every rank ended with'
    ' exit code 0.","subject":"job","fields":[{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"JobFailed","doc":"The job has en'
    'ded without success.","subject":"job","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":'
    '"reason","type":"string","doc":"Reason."},{"name":"exit_code","type":["null"'
    ',"int"],"doc":"Exit code of the first failing rank.","default":null}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"JobCancelled","doc":"The'
    ' job was cancelled and nothing of it runs.","subject":"job","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"stri'
    'ng","doc":"Sender of the request; empty: the scheduler, because a job that i'
    't was to start after ended otherwise than required."},{"name":"reason","type'
    '":"string","doc":"Reason."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobSuspended","doc":"The job was suspended and nothing of it runs'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"requested_by","type":"string","doc":"Sender of the request."},{"nam'
    'e":"reason","type":"string","doc":"Reason."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobResumed","doc":"A suspended job waits again."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"requested_by","type":"string","doc":"Sender of the request."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc'
    '":"A complete checkpoint is safe in the store; the next attempt begins from '
    'it.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"in'
    't","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File n'
    'ame of the single file, or of the record of its parts."},{"name":"uri","type'
    '":"string","doc":"URI."},{"name":"sha256","type":"string","doc":"SHA-256 of '
    'that file."},{"name":"size_bytes","type":"long","doc":"Total size of its fil'
    'es, of all ranks together."},{"name":"files","type":"int","doc":"Number of f'
    'iles.","default":1},{"name":"unchanged_bytes","type":"long","doc":"Part of t'
    'hat in unchanged files, which were already in the store.","default":0},{"nam'
    'e":"step","type":["null","long"],"doc":"Step after which it was saved; null:'
    ' it is a single file, which does not say.","default":null}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"CheckpointExpired","doc":"A checkp'
    'oint has expired; it will be removed from the store.","subject":"checkpoint"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attemp'
    't that saved it."},{"name":"rank","type":"int","doc":"Rank whose folder cont'
    'ained its file."},{"name":"file","type":"string","doc":"File name of the sin'
    'gle file, or of the record of its parts."},{"name":"uri","type":"string","do'
    'c":"URI of that file."},{"name":"sha256","type":"string","doc":"SHA-256 of t'
    'hat file."},{"name":"size_bytes","type":"long","doc":"Total size of its file'
    's."},{"name":"step","type":["null","long"],"doc":"Step after which it was sa'
    'ved; null: it is a single file.","default":null},{"name":"kept_before","type'
    '":["null","string"],"doc":"URI of the record of the nearest kept checkpoint '
    'before it, of the same attempt: files that both name stay; null: none.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"Check'
    'pointDeleted","doc":"An expired checkpoint was removed from the store.","sub'
    'ject":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attempt","type":"'
    'int","doc":"Attempt that saved it."},{"name":"rank","type":"int","doc":"Rank'
    ' whose folder contained its file."},{"name":"file","type":"string","doc":"Fi'
    'le name of the single file, or of the record of its parts."},{"name":"uri","'
    'type":"string","doc":"URI of that file."},{"name":"objects","type":"long","d'
    'oc":"Number of objects removed; files that a kept checkpoint also names stay'
    '."},{"name":"freed_bytes","type":"long","doc":"Bytes freed."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"NodeJoined","doc":"A node has j'
    'oined, or came back with other hardware.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string",'
    '"doc":"Boot id of its agent."},{"name":"address","type":"string","doc":"Addr'
    'ess."},{"name":"port_first","type":"int","doc":"First rendezvous port."},{"n'
    'ame":"port_count","type":"int","doc":"Number of rendezvous ports."},{"name":'
    '"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","'
    'doc":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":'
    '"gpu_memory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 when unknow'
    'n.","default":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"ex'
    'ecutor","type":{"type":"enum","name":"Executor","doc":"Way of running ranks.'
    '","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muste'
    'r.node_heartbeats"},"doc":"How it runs ranks."},{"name":"lease_ms","type":"l'
    'ong","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat in'
    'terval."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"La'
    'bels.","default":{}},{"name":"location","type":{"type":"record","name":"Loca'
    'tion","doc":"A node\'s place in the network: each name is a unit within the n'
    'ext one; empty: unknown.","fields":[{"name":"nvlink_domain","type":"string",'
    '"doc":"NVLink domain larger than the node; empty: the node is one by itself.'
    '","default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch'
    '.","default":""},{"name":"spine","type":"string","doc":"Spine, or pod of lea'
    'ves.","default":""},{"name":"cell","type":"string","doc":"Part of the networ'
    'k above the spines.","default":""}],"namespace":"muster.node_heartbeats"},"d'
    'oc":"Where it is in the network.","default":{"nvlink_domain":"","leaf":"","s'
    'pine":"","cell":""}},{"name":"taints","type":{"type":"array","items":"string'
    '"},"doc":"Taints; only jobs that tolerate all of them are placed here; sorte'
    'd.","default":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","'
    'doc":"Isolation of jobs from the rest of a machine.","symbols":["NONE","NAME'
    'SPACES","BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"}'
    ',"doc":"How jobs are isolated there.","default":"NONE"},{"name":"enforces","'
    'type":{"type":"array","items":{"type":"enum","name":"Enforced","doc":"Limit '
    'that a node enforces on jobs.","symbols":["MEMORY","MEMORY_MEASURED","CPU","'
    'PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace"'
    ':"muster.node_heartbeats"}},"doc":"Limits that it enforces on jobs.","defaul'
    't":[]},{"name":"machine_boot_id","type":"string","doc":"Boot id of the machi'
    'ne, from its kernel; changes at each reboot; empty: unknown.","default":""}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeSuspected","d'
    'oc":"The node is silent, or does not take its orders: no new work is placed '
    'there; jobs continue.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since i'
    "ts last heartbeat, since its answer was due, or for which an order has waite"
    'd."},{"name":"cause","type":{"type":"enum","name":"SilenceCause","doc":"Sile'
    "nce of a node: no heartbeats, a stop order unanswered, or an order not store"
    'd, in time.","symbols":["SILENT","STOP_UNANSWERED","ORDER_NOT_STORED"],"defa'
    'ult":"SILENT","namespace":"muster.job_events"},"doc":"Why it is suspected.",'
    '"default":"SILENT"}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"NodeRecovered","doc":"The node\'s heartbeats arrive again, and it has stor'
    'ed its orders; no answer is overdue.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"NodeLost","doc":"The lease expired, or an order was not'
    ' stored for as long: the node\'s attempts are given up.","subject":"node","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms",'
    '"type":"long","doc":"Time since its last heartbeat, or for which an order ha'
    's waited."},{"name":"cause","type":"muster.job_events.SilenceCause","doc":"W'
    'hy it is lost.","default":"SILENT"}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"NodeForgotten","doc":"Lost for long (default: a day) or r'
    'emoved by an operator; if the node reports again, it is new.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lost_'
    'ms","type":"long","doc":"Time for which the leader has known it as lost; 0 i'
    'f an operator removed it."},{"name":"requested_by","type":"string","doc":"Op'
    'erator who removed it; empty if it was lost for long.","default":""},{"name"'
    ':"gpus_unhealthy","type":{"type":"array","items":"int"},"doc":"Its GPUs know'
    'n as unhealthy, ascending; their state is forgotten as well.","default":[]}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeRefused","doc'
    '":"Heartbeats under this name are invalid and ignored. Reported once by each'
    ' leader.","subject":"node","fields":[{"name":"node_id","type":"string","doc"'
    ':"The name; at most 128 characters, control characters escaped."},{"name":"m'
    'essage","type":"string","doc":"Field, value and what is allowed."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeCordoned","doc":"Nothi'
    'ng new is placed on the node.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":'
    '"Sender of the request."},{"name":"reason","type":"string","doc":"Reason."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeUncordoned","'
    'doc":"Work may be placed on the node again.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"'
    'string","doc":"Sender of the request."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"NodeDraining","doc":"Nothing new is placed on the nod'
    'e, and its running jobs are moved.","subject":"node","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","'
    'doc":"Operator."},{"name":"reason","type":"string","doc":"Reason.","default"'
    ':""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeUndraine'
    'd","doc":"Work may be placed on the node again.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","typ'
    'e":"string","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"NodeTagged","doc":"Labels and taints that operators set, besid'
    'e what the node announces, from now on.","subject":"node","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"ma'
    'p","values":"string"},"doc":"Labels; they override announced ones.","default'
    '":{}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Taint'
    's, sorted.","default":[]},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."}],"namespace":"muster.job_events"},{"type":"record","name":"Maintenan'
    'ceScheduled","doc":"The node will be closed for a time: only work that is pr'
    'edicted to end before is placed there.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"long"'
    ',"doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type'
    '":"long","doc":"Until when."},{"name":"requested_by","type":"string","doc":"'
    'Operator."},{"name":"reason","type":"string","doc":"Reason.","default":""}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"MaintenanceStarted'
    '","doc":"The node\'s maintenance window has begun: it is closed, and jobs sti'
    'll running there are moved.","subject":"node","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"MaintenanceEnded","doc":"The node\'s maintenance window has ended'
    ', or was cancelled.","subject":"node","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"requested_by","type":["null","string"],"doc":"'
    'Operator who cancelled it; null: its time was over.","default":null}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"NodeReclaiming","doc":"T'
    "he node will be reclaimed: nothing new is placed there, and its running jobs"
    ' save and leave.","subject":"node","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"notice_id","type":"string","doc":"Id of the annou'
    'ncement; a new one replaces the last."},{"name":"deadline_ms","type":["null"'
    ',"long"],"doc":"When the node is gone, milliseconds since 1970 UTC; null: it'
    ' is at risk, and its running jobs stay.","default":null},{"name":"source","t'
    'ype":{"type":"enum","name":"ReclaimSource","doc":"Source of a reclaim announ'
    'cement.","symbols":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],'
    '"default":"UNKNOWN","namespace":"muster.task_events"},"doc":"Source of the a'
    'nnouncement."},{"name":"requested_by","type":"string","doc":"Operator; empty'
    ': the node\'s provider.","default":""},{"name":"reason","type":"string","doc"'
    ':"Reason, for people.","default":""}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"NodeSpared","doc":"The node is not reclaimed after all, '
    'or is back: work may be placed on it.","subject":"node","fields":[{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string'
    '","doc":"Operator; empty: the node\'s provider.","default":""},{"name":"reaso'
    'n","type":"string","doc":"Reason, for people.","default":""}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"NodeTesting","doc":"The node\'s a'
    "gent is ordered to test it; NodeNoted reports success, NodeFaulted what is w"
    'rong.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"re'
    'ason","type":"string","doc":"Reason.","default":""}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeNoted","doc":"A problem that the node'
    ' reports, or the result of tests that it passed.","subject":"node","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type":"str'
    'ing","doc":"One sentence; empty: the problem is gone."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"NodeFaulted","doc":"The node\'s kernel'
    ' reported a fault that matches a failure rule.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"rule","type":"strin'
    'g","doc":"Rule."},{"name":"rules_version","type":"int","doc":"Version of the'
    ' rules in effect."},{"name":"xid","type":["null","int"],"doc":"NVIDIA Xid; n'
    'ull: the fault has none.","default":null},{"name":"gpu","type":"string","doc'
    '":"PCI address of the GPU; empty: none is named.","default":""},{"name":"nod'
    'e_action","type":"string","doc":"What the rule demands for the node."},{"nam'
    'e":"strike","type":"int","doc":"Number of the node\'s strike, from 1; 0: it d'
    'oes not count.","default":0},{"name":"closes","type":"boolean","doc":"Whethe'
    'r the node is closed because of it.","default":false},{"name":"message","typ'
    'e":"string","doc":"For people: what happened, what the node needs, and its e'
    'arlier faults."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeRelocated","doc":"The network around the node has changed; its running j'
    'obs continue.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"location","type":"muster.node_heartbeats.Location","'
    'doc":"New location."}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"GpuUnhealthy","doc":"Nothing new is placed on this GPU.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_i'
    'ndex","type":"int","doc":"GPU."},{"name":"reason","type":"string","doc":"Rea'
    'son."}],"namespace":"muster.job_events"},{"type":"record","name":"GpuRecover'
    'ed","doc":"The GPU is healthy again.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc"'
    ':"GPU."}],"namespace":"muster.job_events"},{"type":"record","name":"GpuGeome'
    'tryChanged","doc":"MIG was enabled on an empty GPU, which then takes only MI'
    'G instances, or disabled again.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU'
    '."},{"name":"cut","type":"boolean","doc":"True: MIG enabled. False: MIG disa'
    'bled."},{"name":"for_job_id","type":"string","doc":"Waiting job that needed '
    'it."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueCreate'
    'd","doc":"A queue exists.","subject":"queue","fields":[{"name":"queue","type'
    '":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},'
    '{"name":"description","type":"string","doc":"Description for people."},{"nam'
    'e":"requested_by","type":"string","doc":"Sender of the request."},{"name":"s'
    'ettings","type":["null",{"type":"record","name":"QueueSettings","doc":"Guara'
    'ntee, limits and sharing of a queue.","fields":[{"name":"parent","type":["nu'
    'll","string"],"doc":"Queue above, of the same tenant; null: none.","default"'
    ':null},{"name":"guarantee","type":["null",{"type":"record","name":"Quota","d'
    'oc":"An amount of each resource; null: not set for that resource.","fields":'
    '[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any m'
    'odel.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map","va'
    'lues":"long"},"doc":"Thousandths of GPU per model, besides the total.","defa'
    'ult":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a '
    'CPU core.","default":null},{"name":"memory_mib","type":["null","long"],"doc"'
    ':"Main memory, MiB.","default":null}],"namespace":"muster.queue_commands"}],'
    '"doc":"Resources that its jobs may always have; unused ones are lent. Null: '
    'no guarantee.","default":null},{"name":"maximum","type":["null","muster.queu'
    'e_commands.Quota"],"doc":"Maximum that its jobs may hold together. Null: no '
    'limit.","default":null},{"name":"weight","type":"int","doc":"Its share of us'
    'age over time among its sibling queues, 1 to 1000000.","default":1},{"name":'
    '"over_quota_weight","type":"int","doc":"Its share of what is lent beyond gua'
    'rantees, 0 to 1000000; 0: it never borrows.","default":1},{"name":"order","t'
    'ype":{"type":"enum","name":"QueueOrder","doc":"Order of jobs within a tier o'
    'f one queue.","symbols":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"'
    'default":"FIFO","namespace":"muster.queue_commands"},"doc":"Order of jobs wi'
    'thin a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null","i'
    'nt"],"doc":"Maximum number of jobs that hold GPUs at once.","default":null},'
    '{"name":"jobs_pending_max","type":["null","int"],"doc":"Maximum number of jo'
    'bs that wait at once; more are rejected.","default":null},{"name":"user_jobs'
    '_running_max","type":["null","int"],"doc":"Like jobs_running_max, for one us'
    'er.","default":null},{"name":"user_jobs_pending_max","type":["null","int"],"'
    'doc":"Like jobs_pending_max, for one user.","default":null},{"name":"suspend'
    'ed","type":["null","string"],"doc":"Reason why nothing starts from it and th'
    'ose below it; null: it is not suspended.","default":null},{"name":"spot_perc'
    'ent_max","type":["null","int"],"doc":"Jobs are placed on spot nodes while at'
    " most this percentage of the GPUs held by the queue and those below it are s"
    'pot; null: no limit.","default":null}],"namespace":"muster.queue_commands"}]'
    ',"doc":"Shares and limits; null for none.","default":null}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"QueueConfigured","doc":"The shares'
    ' and limits of a queue have changed.","subject":"queue","fields":[{"name":"q'
    'ueue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSettings","'
    'doc":"The complete settings."},{"name":"requested_by","type":"string","doc":'
    '"Sender of the request."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"QueueMeasured","doc":"Usage of a queue and those below it, and its '
    'fair share; sent from time to time when it changed.","subject":"queue","fiel'
    'ds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"GPU '
    'in use, thousandths."},{"name":"gpu_milli_used_by_model","type":{"type":"map'
    '","values":"long"},"doc":"GPU in use per model, thousandths."},{"name":"cpu_'
    'milli_used","type":"long","doc":"CPU in use, thousandths of a core."},{"name'
    '":"memory_mib_used","type":"long","doc":"Memory in use, MiB."},{"name":"gpu_'
    'milli_borrowed","type":"long","doc":"Part of the usage that is beyond the gu'
    'arantee."},{"name":"gpu_milli_lent","type":"long","doc":"Unused part of the '
    'guarantee, which others may have."},{"name":"share_ppm","type":"long","doc":'
    '"Dominant share of the cluster that it holds now, millionths."},{"name":"sha'
    're_due_ppm","type":"long","doc":"Fair share of the cluster, by weight among '
    'its busy siblings, millionths."},{"name":"usage_gpu_ms","type":"long","doc":'
    '"Weighted usage over the window: GPU milliseconds at model price, decayed."}'
    ',{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, in the same unit'
    '."},{"name":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"name'
    '":"jobs_pending","type":"int","doc":"Jobs that wait."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"QueueDeleted","doc":"A queue was delet'
    'ed.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by"'
    ',"type":"string","doc":"Sender of the request."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"CapacityReserved","doc":"Nodes are reserved '
    'for a queue.","subject":"reservation","fields":[{"name":"reservation","type"'
    ':"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"queue","type":"string","doc":"Queue whose jobs, with those of the qu'
    'eues below it, may be placed there."},{"name":"gpu_model","type":"string","d'
    'oc":"GPU model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs '
    'of the nodes, in total."},{"name":"node_ids","type":{"type":"array","items":'
    '"string"},"doc":"Nodes, sorted. Until it starts, other jobs are placed there'
    ' only if they are predicted to end before."},{"name":"starts_at_ms","type":"'
    'long","doc":"From when."},{"name":"ends_at_ms","type":"long","doc":"Until wh'
    'en."},{"name":"requested_by","type":"string","doc":"Sender of the request."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReassign'
    'ed","doc":"A reservation has other nodes: some of its nodes were closed or l'
    'ost.","subject":"reservation","fields":[{"name":"reservation","type":"string'
    '","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'queue","type":"string","doc":"Queue whose jobs, with those of the queues bel'
    'ow it, may be placed there."},{"name":"node_ids","type":{"type":"array","ite'
    'ms":"string"},"doc":"All of its nodes now, sorted."},{"name":"reason","type"'
    ':"string","doc":"Reason."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"CapacityReservationStarted","doc":"From now on only jobs of the qu'
    'eue may be placed on the nodes.","subject":"reservation","fields":[{"name":"'
    'reservation","type":"string","doc":"Name."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue whose jobs, w'
    'ith those of the queues below it, may be placed there."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"CapacityReservationEnded","doc":"The'
    ' nodes are released.","subject":"reservation","fields":[{"name":"reservation'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"queue","type":"string","doc":"Queue whose jobs, with those o'
    'f the queues below it, may be placed there."},{"name":"reason","type":{"type'
    '":"enum","name":"ReservationEnd","doc":"Reason for the end of a reservation.'
    '","symbols":["OVER","CANCELLED"],"default":"OVER","namespace":"muster.job_ev'
    'ents"},"doc":"Reason."},{"name":"requested_by","type":"string","doc":"Sender'
    ' of the cancellation; empty: its time was over.","default":""}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"PolicyActivated","doc":"Decisi'
    'ons follow this policy from now on.","subject":"policy","fields":[{"name":"p'
    'olicy","type":{"type":"record","name":"Policy","doc":"Settings that change d'
    'ecisions; a change is an event, so it replays.","fields":[{"name":"name","ty'
    'pe":"string","doc":"Name for people."},{"name":"head_patience_ms","type":"lo'
    'ng","doc":"Time for which others may freely pass a blocked head of line; the'
    'n nodes are reserved for it."},{"name":"head_hold_ms","type":"long","doc":"T'
    'ime for which nodes stay reserved for it beyond its expected start."},{"name'
    '":"attempts_lost_max","type":"int","doc":"Attempts lost with their nodes bef'
    'ore the job fails."},{"name":"workload_shapes_max","type":"int","doc":"Shape'
    's remembered for the fragmentation score."},{"name":"jobs_ended_kept_max","t'
    'ype":"int","doc":"Ended jobs remembered for deduplication."},{"name":"share_'
    'window_ms","type":"long","doc":"Usage older than this is forgotten.","defaul'
    't":2592000000},{"name":"share_half_life_ms","type":"long","doc":"Usage this '
    'old counts half.","default":604800000},{"name":"share_history_percent","type'
    '":"int","doc":"Weight of usage over time relative to usage now, 0 to 10000."'
    ',"default":100},{"name":"credit_max_ms","type":"long","doc":"Maximum burst c'
    'redit: that of a guarantee unused for this long; 0 gives none.","default":86'
    '400000},{"name":"model_price_milli","type":{"type":"map","values":"long"},"d'
    'oc":"Weight of an hour of a GPU model, thousandths; 1000 if absent.","defaul'
    't":{}},{"name":"aging_step_ms","type":"long","doc":"Wait after which a job g'
    'oes with the next higher tier, and so on; 0: never.","default":86400000},{"n'
    'ame":"reclaim_interval_ms","type":"long","doc":"Minimum time between two pre'
    'emption requests for the same lent GPUs.","default":60000},{"name":"time_lev'
    'el_gpu_ms","type":"long","doc":"GPU time from which a job of a time-sharing '
    'queue is in the second level.","default":3600000},{"name":"time_level_factor'
    '","type":"int","doc":"Factor by which the start of each further level grows.'
    '","default":8},{"name":"time_levels","type":"int","doc":"Number of levels of'
    ' time-sharing jobs.","default":4},{"name":"time_quantum_ms","type":"long","d'
    'oc":"Minimum run time of a time-sharing job before it yields to one of a low'
    'er level.","default":300000},{"name":"time_cost_percent_max","type":"int","d'
    'oc":"Maximum cost of its stop and restart, as a percentage of the time that '
    'it then runs at least.","default":50},{"name":"time_promotion_ms","type":"lo'
    'ng","doc":"A waiting time-sharing job counts as one level lower after each s'
    'uch period.","default":86400000},{"name":"measure_interval_ms","type":"long"'
    ',"doc":"Minimum time between two measurements of a queue that changed.","def'
    'ault":10000},{"name":"resize_interval_ms","type":"long","doc":"Minimum time '
    'between two resizes of an elastic job.","default":300000},{"name":"defrag_in'
    'terval_ms","type":"long","doc":"Minimum time between two searches for moves '
    'that would make room for the head of line.","default":300000},{"name":"defra'
    'g_benefit_percent","type":"int","doc":"Moves are carried out if the GPU time'
    " gained is at least this percentage of the GPU time lost; 0: they are only p"
    'roposed.","default":300},{"name":"fragmentation_percent_max","type":"int","d'
    'oc":"Percentage of all GPUs that may stay free but fragmented while jobs wai'
    "t that need no more; beyond it, moves are planned for each of these jobs, no"
    't only for the head of line. 0: never.","default":0},{"name":"fragmentation_'
    'for_ms","type":"long","doc":"Time for which that percentage must be exceeded'
    '.","default":600000},{"name":"gap_drain_max_ms","type":"long","doc":"Jobs th'
    "at save and end within this time backfill nodes reserved for a gang, and lea"
    "ve when it fits without them, so it starts at most this much later. 0: none "
    'do.","default":0},{"name":"headroom_percent","type":{"type":"map","values":"'
    'int"},"doc":"By GPU model: percentage of its GPUs that jobs below premium tr'
    "aining leave free when they exceed their queue's guarantee. Models that are "
    'not named: none.","default":{}},{"name":"guaranteed_duration_ms","type":"lon'
    'g","doc":"Jobs below premium training that exceed their queue\'s guarantee st'
    "art only where the forecast demand of all other work does not need their GPU"
    "s for this long, and yield before that only to production inference. 0: noth"
    'ing is forecast.","default":0},{"name":"production_borrows","type":"boolean"'
    ',"doc":"Whether production inference may exceed its queue\'s guarantee while '
    'others are guaranteed any GPUs: nobody could reclaim them.","default":true},'
    '{"name":"search_work_per_pass_max","type":"int","doc":"Work that one schedul'
    "ing pass may spend on unsuccessful searches: 1 for each, and 1 for every 8 r"
    'anks of a gang; the next pass continues.","default":2000},{"name":"topology"'
    ',"type":{"type":"record","name":"TopologyWeights","doc":"Value of a gang\'s p'
    'lacement, per GPU of the gang, by the smallest unit that holds it.","fields"'
    ':[{"name":"nvlink","type":"int","doc":"The gang shares an NVLink domain or a'
    ' node.","default":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.'
    '","default":400},{"name":"spine","type":"int","doc":"It shares a spine.","de'
    'fault":200},{"name":"cell","type":"int","doc":"It shares a cell.","default":'
    '100},{"name":"stranded_gpu","type":"int","doc":"Penalty for each GPU left fr'
    'ee beside it that no similar group can use.","default":100}],"namespace":"mu'
    'ster.operator_commands"},"doc":"Weights for the placement of gangs.","defaul'
    't":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{"n'
    'ame":"tenants_untrusted","type":{"type":"array","items":"string"},"doc":"Ten'
    'ants whose fractions of GPUs always get a MIG instance of their own.","defau'
    'lt":[]},{"name":"mig_change_interval_ms","type":"long","doc":"Minimum time b'
    'etween two changes of a GPU\'s MIG mode.","default":600000},{"name":"checkpoi'
    'nt_grace_max_ms","type":"long","doc":"Maximum time for a checkpoint before a'
    ' job is stopped, whatever the job requests.","default":600000},{"name":"chec'
    'kpoints_kept","type":"int","doc":"Number of newest checkpoints of a job kept'
    ' in the store, unless the job sets its own; 0: all.","default":0},{"name":"n'
    'ode_upload_bytes_per_s","type":"long","doc":"Bandwidth of one node for stori'
    'ng checkpoints, bytes per second.","default":1000000000},{"name":"job_upload'
    '_bytes_per_s","type":"long","doc":"Maximum bandwidth of one job for storing '
    "checkpoints, bytes per second; a job whose nodes will be reclaimed has the f"
    'ull bandwidth of its nodes.","default":1000000000},{"name":"store_upload_byt'
    'es_per_s","type":"long","doc":"Bandwidth of the store for all jobs that stop'
    ', bytes per second: drains wait for their turn.","default":10000000000},{"na'
    'me":"background_upload_bytes_per_s","type":"long","doc":"Maximum bandwidth o'
    "f all running jobs for storing checkpoints, bytes per second, shared in prop"
    'ortion to what they hold of the cell; 0: only each job\'s own limit.","defaul'
    't":0},{"name":"reclaim_margin_ms","type":"long","doc":"Ranks must have ended'
    ' this long before their node is reclaimed.","default":5000},{"name":"spot_pr'
    'ice_percent","type":"int","doc":"Price of a spot node as a percentage of ano'
    'ther\'s, unless its label spot-price-percent states it.","default":70},{"name'
    '":"spot_loss_weight","type":"int","doc":"A job prefers spot nodes if its exp'
    "ected share of lost work, times this, is below the share of the price that t"
    'hey save; 0: whatever it loses.","default":6},{"name":"spot_reclaim_prior_ms'
    '","type":"long","doc":"Expected life of a spot node while little is known of'
    ' its GPU model.","default":86400000},{"name":"node_loss_prior_ms","type":"lo'
    'ng","doc":"Expected life of a node that is no spot node while little is know'
    'n of its GPU model.","default":13291200000},{"name":"spot_restart_ms","type"'
    ':"long","doc":"Expected loss of a job at a reclaim beside its unsaved work: '
    'the time until it works again.","default":300000},{"name":"fairness_threshol'
    'd_percent","type":"int","doc":"A queue that holds less than this percentage '
    "of its fair share may preempt others that hold more than theirs; 0: none may"
    '.","default":0},{"name":"preemption_ran_min_ms","type":"long","doc":"Minimum'
    ' run time of a job before it may be preempted.","default":300000},{"name":"p'
    'reemptions_per_job_day_max","type":"int","doc":"Maximum number of preemption'
    's of a job within 24 hours.","default":3},{"name":"preemption_hold_ms","type'
    '":"long","doc":"Maximum time for which nodes freed by victims are held for t'
    'he job they yield to, after their grace.","default":60000},{"name":"wall_tim'
    'e_max_ms","type":{"type":"map","values":"long"},"doc":"Maximum time that an '
    "attempt of a job may hold its nodes, by tier, beside the job's own limit; ti"
    'ers that are not named: none.","default":{}},{"name":"retries_off","type":"b'
    'oolean","doc":"Whether failed attempts are not retried; lost or refused ones'
    ' still are.","default":false},{"name":"nodes_lost_per_job_max","type":"int",'
    '"doc":"A job is suspended when this many nodes were lost soon after its atte'
    'mpts began there; 0: never.","default":0},{"name":"hang_after_ms","type":{"t'
    'ype":"map","values":"long"},"doc":"Silence of all ranks (no output, no step)'
    " after which a job of the tier counts as hanging; a job may set its own. Tie"
    'rs that are not named: never.","default":{}},{"name":"start_up_max_ms","type'
    '":{"type":"map","values":"long"},"doc":"The same for a job whose ranks were '
    'silent since their start and hardly use the CPU.","default":{}},{"name":"han'
    'g_ends","type":"boolean","doc":"Whether an attempt that hangs by these limit'
    's is ended, and retried as the job allows; otherwise its owner is notified."'
    ',"default":false},{"name":"straggler_after_ms","type":{"type":"map","values"'
    ':"long"},"doc":"By tier: period over which step times are measured; ranks wh'
    "ose steps take half as long again as the others' are reported; absent: none."
    '","default":{}},{"name":"straggler_ends","type":"boolean","doc":"Whether an '
    "attempt with such a rank is ended, and retried elsewhere; otherwise it is re"
    'ported.","default":false},{"name":"gpu_idle_max_ms","type":{"type":"map","va'
    'lues":"long"},"doc":"By tier: the owner is notified when all GPUs of a job w'
    'ere busy for less than 5 % of this time; absent: never.","default":{}},{"nam'
    'e":"gpu_idle_ends_after_ms","type":"long","doc":"A job whose GPUs, by their '
    "multiprocessors, are still idle this long after that notice is ended; 0: non"
    'e is.","default":0},{"name":"jobs_failed_per_node_max","type":"int","doc":"A'
    " node is suspected and tested when this many jobs failed there that it may b"
    'e to blame for; 0: none is.","default":0},{"name":"faulty_nodes_max","type":'
    '"int","doc":"Maximum number of nodes closed at once for faults that their ke'
    'rnels reported; 0: faults are reported and close no node.","default":0},{"na'
    'me":"mig_geometries","type":{"type":"array","items":{"type":"record","name":'
    '"MigGeometry","doc":"Fixed MIG geometry of a GPU model.","fields":[{"name":"'
    'gpu_model","type":"string","doc":"GPU model."},{"name":"instances","type":{"'
    'type":"array","items":{"type":"record","name":"MigInstance","doc":"One MIG i'
    'nstance.","fields":[{"name":"profile","type":"string","doc":"Profile, such a'
    's 2g.10gb."},{"name":"start","type":"int","doc":"First memory slice."}],"nam'
    'espace":"muster.operator_commands"}},"doc":"All instances that may exist on '
    'one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU models with '
    'a fixed MIG geometry at this site; others are partitioned as jobs need it.",'
    '"default":[]}],"namespace":"muster.operator_commands"},"doc":"The whole poli'
    'cy."},{"name":"requested_by","type":"string","doc":"Sender of the request."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"FailureRulesActi'
    'vated","doc":"Failures are judged by these rules from now on.","subject":"po'
    'licy","fields":[{"name":"version","type":"int","doc":"Version of the rules."'
    '},{"name":"sha256","type":"string","doc":"SHA-256 of the text."},{"name":"ru'
    'les","type":"string","doc":"The rules file."},{"name":"requested_by","type":'
    '"string","doc":"Operator, or the first leader."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"Watermark","doc":"Every fact of the topic wi'
    'th this seq or a lower one precedes this record, in every partition.","subje'
    'ct":"log","fields":[{"name":"seq","type":"long","doc":"seq of the newest inp'
    'ut whose consequences are all written."},{"name":"at_ms","type":"long","doc"'
    ':"Time of the batch it ends, milliseconds since 1970 UTC."}],"namespace":"mu'
    'ster.watermarks"},{"type":"record","name":"QueueRestricted","subject":"queue'
    '","doc":"Jobs of some tiers do not start from a queue and those below it; ru'
    'nning jobs continue.","fields":[{"name":"queue","type":"string","doc":"Name.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"restriction","'
    'type":"string","doc":"Name of the restriction; unique in its queue."},{"name'
    '":"tiers","type":{"type":"array","items":"muster.job_commands.Tier"},"doc":"'
    'Jobs of these tiers do not start."},{"name":"until_ms","type":["null","long"'
    '],"doc":"End, milliseconds since 1970 UTC; null: until it is lifted.","defau'
    'lt":null},{"name":"reason","type":"string","doc":"Reason, for the users whos'
    'e jobs wait."},{"name":"requested_by","type":"string","doc":"User or service'
    ' that sent the request."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"QueueRestrictionEnded","subject":"queue","doc":"A restriction of a '
    'queue was lifted, or has expired.","fields":[{"name":"queue","type":"string"'
    ',"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"r'
    'estriction","type":"string","doc":"Its name."},{"name":"requested_by","type"'
    ':["null","string"],"doc":"User or service that lifted it; null: it has expir'
    'ed.","default":null}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"OutputRecorded","doc":"Bytes that the output of an attempt\'s ranks on on'
    'e node takes in the store.","subject":"output","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1'
    '-based."},{"name":"node_id","type":"string","doc":"Node."},{"name":"size_byt'
    'es","type":"long","doc":"Bytes so far, of all its ranks there; never decreas'
    'es."}],"namespace":"muster.job_events"},{"type":"record","name":"OutputDelet'
    'ed","doc":"The output of an ended job was removed from the store completely.'
    '","subject":"output","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"objects","type"'
    ':"long","doc":"Number of objects removed by the try that reports it."}],"nam'
    'espace":"muster.job_events"}],"doc":"What happened."}]}'
)
