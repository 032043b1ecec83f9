"""What became of jobs, nodes and queues: the scheduler's public facts.

Generated from schemas/job-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_commands import JobSpec
from muster.events.node_commands import Sharing
from muster.events.node_heartbeats import Enforced, Executor, Location, Sandbox
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


class JobFact:
    """Base of the facts whose subject is 'job'; as a pattern it matches all of them."""

    __slots__ = ()


class PlanFact:
    """Base of the facts whose subject is 'plan'; as a pattern it matches all of them."""

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
        holders: Jobs that still hold its nodes, sorted; never production inference.
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
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobStopping"

    job_id: str
    attempt: int
    reason: str
    requeues: bool = False

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reason": self.reason,
            "requeues": self.requeues,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobStopping:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            reason=d["reason"],
            requeues=d.get("requeues", False),
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
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobRequeued"

    job_id: str
    attempt_next: int
    reason: str
    not_before_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt_next": self.attempt_next,
            "reason": self.reason,
            "not_before_ms": self.not_before_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobRequeued:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt_next=d["attempt_next"],
            reason=d["reason"],
            not_before_ms=d["not_before_ms"],
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
    """The next attempt will start from this.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        rank: Rank that wrote it.
        file: File name.
        uri: Where.
        sha256: Of the bytes.
        size_bytes: Size.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CheckpointRecorded"

    job_id: str
    attempt: int
    rank: int
    file: str
    uri: str
    sha256: str
    size_bytes: int

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
        )


@final
@record
class NodeSuspected(NodeFact):
    """Two beats missed: nothing new goes there; what runs goes on.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last beat.
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
    """The node's heartbeats arrive again.

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


JobPayload: TypeAlias = (
    JobQueued
    | JobPending
    | GangBound
    | JobStarted
    | JobResizing
    | JobMoving
    | JobStopping
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
    ReservationMade | ReservationReleased | StartPredicted | DefragmentationProposed | PreemptionRequested
)

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
    | NodeRelocated
    | GpuUnhealthy
    | GpuRecovered
    | GpuGeometryChanged
)

QueuePayload: TypeAlias = QueueCreated | QueueConfigured | QueueMeasured | QueueDeleted

ReservationPayload: TypeAlias = (
    CapacityReserved | CapacityReassigned | CapacityReservationStarted | CapacityReservationEnded
)

PolicyPayload: TypeAlias = PolicyActivated | FailureRulesActivated

Payload: TypeAlias = (
    CommandRejected
    | CommandRepeated
    | JobQueued
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
    | JobStopping
    | AttemptEnded
    | JobRequeued
    | JobSucceeded
    | JobFailed
    | JobCancelled
    | JobSuspended
    | JobResumed
    | CheckpointRecorded
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
    | Watermark
)

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
    JobStopping,
    AttemptEnded,
    JobRequeued,
    JobSucceeded,
    JobFailed,
    JobCancelled,
    JobSuspended,
    JobResumed,
    CheckpointRecorded,
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
    'to; null: no tenant, as with nodes.","default":null},{"name":"payload","type'
    '":[{"type":"record","name":"CommandRejected","aliases":["muster.job_events.C'
    'ommandRejected"],"doc":"A command that will not be carried out, and why.","s'
    'ubject":"command","fields":[{"name":"command_id","type":"string","doc":"even'
    't_id of the command."},{"name":"command","type":"string","doc":"Its record n'
    'ame."},{"name":"subject","type":"string","doc":"What it was about: a job, qu'
    'eue, node, or another entity of the service."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionC'
    'ode","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, '
    'the same for all services; each has its HTTP status.","symbols":["INVALID","'
    'ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEU'
    'E","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FOR'
    'BIDDEN","namespace":"muster.command_answers"},"doc":"Kind of refusal."},{"na'
    'me":"detail_code","type":"string","doc":"The service\'s own, finer code; its '
    'README lists them. Empty: `code` says all.","default":""},{"name":"message",'
    '"type":"string","doc":"For people."},{"name":"violations","type":{"type":"ar'
    'ray","items":{"type":"record","name":"Violation","aliases":["muster.job_even'
    'ts.Violation"],"doc":"One thing wrong with a request.","fields":[{"name":"fi'
    'eld","type":"string","doc":"Path of the field."},{"name":"value","type":"str'
    'ing","doc":"What was given, shortened."},{"name":"allowed","type":"string","'
    'doc":"What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Fiel'
    'd by field.","default":[]}],"namespace":"muster.command_answers"},{"type":"r'
    'ecord","name":"CommandRepeated","aliases":["muster.job_events.CommandRepeate'
    'd"],"doc":"A command that was carried out before came again; nothing changed'
    '.","subject":"command","fields":[{"name":"command_id","type":"string","doc":'
    '"event_id of the command."},{"name":"command","type":"string","doc":"Its rec'
    'ord name."},{"name":"subject","type":"string","doc":"What it was about."}],"'
    'namespace":"muster.command_answers"},{"type":"record","name":"JobQueued","do'
    'c":"The job is accepted and waits.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"spec","type":{"type":"record","name":"JobSpec","doc":"A job '
    'as its owner describes it.","fields":[{"name":"name","type":"string","doc":"'
    'A name for people; not unique."},{"name":"team","type":"string","doc":"Who p'
    'ays."},{"name":"project","type":"string","doc":"What it is for."},{"name":"u'
    'ser","type":"string","doc":"Who asked."},{"name":"queue","type":"string","do'
    'c":"Queue the job waits in."},{"name":"tier","type":{"type":"enum","name":"T'
    'ier","doc":"Highest first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAIN'
    'ING","STANDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDAR'
    'D_TRAINING","namespace":"muster.job_commands"},"doc":"Which work goes first.'
    '"},{"name":"ranks","type":"int","doc":"Gang size: all ranks start together o'
    'r none does."},{"name":"resources","type":{"type":"record","name":"Resources'
    '","doc":"What one rank needs.","fields":[{"name":"gpu_count","type":"int","d'
    'oc":"GPUs per rank; 0 for CPU-only work."},{"name":"gpu_milli","type":"int",'
    '"doc":"Thousandths of each GPU: 1000 is a whole one; less only with gpu_coun'
    't 1."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"'
    'GPU models accepted, sorted; empty accepts any.","default":[]},{"name":"gpu_'
    'memory_mib_min","type":"long","doc":"Least memory of each GPU, MiB; of the w'
    'hole GPU, for a fraction too. 0 accepts any.","default":0},{"name":"cpu_mill'
    'i","type":"long","doc":"Thousandths of a CPU core per rank."},{"name":"memor'
    'y_mib","type":"long","doc":"Main memory per rank, MiB."},{"name":"isolation"'
    ',"type":{"type":"enum","name":"Isolation","doc":"How a fraction of a GPU is '
    'kept apart from others on it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLICI'
    'NG"],"default":"BY_TRUST","namespace":"muster.job_commands"},"doc":"Requeste'
    'd isolation; for a fraction of a GPU only.","default":"BY_TRUST"}],"namespac'
    'e":"muster.job_commands"},"doc":"Per rank."},{"name":"image","type":["null",'
    '"string"],"doc":"Container image; refused until nodes can run images.","defa'
    'ult":null},{"name":"command","type":{"type":"array","items":"string"},"doc":'
    '"Program and arguments, the same for every rank."},{"name":"env","type":{"ty'
    'pe":"map","values":"string"},"doc":"Environment added to every rank.","defau'
    'lt":{}},{"name":"files_sha256","type":["null","string"],"doc":"Working files'
    ': SHA-256 of a tar.gz already stored under files/ in S3.","default":null},{"'
    'name":"wall_time_max_ms","type":["null","long"],"doc":"The attempt is stoppe'
    'd after this long.","default":null},{"name":"duration_expected_ms","type":["'
    'null","long"],"doc":"The owner\'s estimate.","default":null},{"name":"grace_m'
    's","type":"long","doc":"Between SIGTERM and SIGKILL.","default":30000},{"nam'
    'e":"retry","type":{"type":"record","name":"RetryPolicy","doc":"When an attem'
    'pt fails by itself; attempts lost with a node never count.","fields":[{"name'
    '":"attempts_max","type":"int","doc":"Attempts allowed in all, 1 means no ret'
    'ry."},{"name":"backoff_ms","type":"long","doc":"Wait before the next attempt'
    ', doubled each time.","default":10000}],"namespace":"muster.job_commands"},"'
    'doc":"Retry policy."},{"name":"checkpoint","type":{"type":"record","name":"C'
    'heckpointPolicy","doc":"Whether the agent keeps what the job writes to MUSTE'
    'R_CHECKPOINT_DIR.","fields":[{"name":"enabled","type":"boolean","doc":"True:'
    ' files renamed into the directory are stored and given to the next attempt."'
    '},{"name":"interval_ms","type":"long","doc":"How often the job is expected t'
    'o write one; 0 when it decides itself.","default":0}],"namespace":"muster.jo'
    'b_commands"},"doc":"Checkpoint policy."},{"name":"labels","type":{"type":"ma'
    'p","values":"string"},"doc":"Free key/value pairs to filter by.","default":{'
    '}},{"name":"model_name","type":["null","string"],"doc":"Model this job train'
    's, for the registry.","default":null},{"name":"priority","type":"int","doc":'
    '"Higher goes first where the queue orders by priority; -1000 to 1000.","defa'
    'ult":0},{"name":"ranks_min","type":["null","int"],"doc":"Fewest ranks it run'
    's with; null: never other than `ranks`.","default":null},{"name":"world_size'
    's","type":{"type":"array","items":"int"},"doc":"Gang sizes it runs with, asc'
    'ending; empty: ranks_min, ranks and the powers of two between.","default":[]'
    '},{"name":"topology","type":["null",{"type":"record","name":"Topology","doc"'
    ':"How the ranks of a gang should lie in the network.","fields":[{"name":"wit'
    'hin","type":["null",{"type":"enum","name":"TopologyLevel","doc":"Units of th'
    'e network, smallest first.","symbols":["NODE","NVLINK_DOMAIN","LEAF","SPINE"'
    ',"CELL"],"default":"CELL","namespace":"muster.job_commands"}],"doc":"The uni'
    't that should hold all ranks; null: the best there is room in.","default":nu'
    'll},{"name":"strictness","type":{"type":"enum","name":"Strictness","doc":"Wh'
    'at a gang does when no unit of its level has room.","symbols":["REQUIRED","P'
    'REFERRED","BEST_EFFORT"],"default":"BEST_EFFORT","namespace":"muster.job_com'
    'mands"},"doc":"REQUIRED waits for such a unit, PREFERRED takes a larger one.'
    '","default":"BEST_EFFORT"},{"name":"tensor_parallel_ranks","type":"int","doc'
    '":"So many consecutive ranks share an NVLink domain, always.","default":1}],'
    '"namespace":"muster.job_commands"}],"doc":"How the ranks should lie; null: a'
    's near to each other as there is room.","default":null},{"name":"spread","ty'
    'pe":["null","muster.job_commands.TopologyLevel"],"doc":"Ranks go evenly over'
    ' units of this level instead.","default":null},{"name":"node_labels","type":'
    '{"type":"map","values":"string"},"doc":"Only nodes with all these labels.","'
    'default":{}},{"name":"node_labels_preferred","type":{"type":"map","values":"'
    'string"},"doc":"Nodes that have all these labels, too, go first.","default":'
    '{}},{"name":"tolerations","type":{"type":"array","items":"string"},"doc":"Ta'
    'ints of nodes that do not matter, sorted.","default":[]},{"name":"gpu_prefer'
    'ences","type":{"type":"array","items":{"type":"record","name":"GpuPreference'
    '","doc":"One GPU model, and how fast the job runs on it.","fields":[{"name":'
    '"model","type":"string","doc":"GPU model."},{"name":"throughput_milli","type'
    '":"int","doc":"Thousandths of a common unit of speed: twice as much ends in '
    'half the time."}],"namespace":"muster.job_commands"}},"doc":"GPU models with'
    " their speed; all ranks go to one of them. resources.gpu_models names the sa"
    'me.","default":[]},{"name":"caches","type":{"type":"array","items":"string"}'
    ',"doc":"Names of what its nodes keep for the next job: a model, a data set."'
    ',"default":[]},{"name":"sandbox","type":{"type":"enum","name":"SandboxNeed",'
    '"doc":"Whether a job needs to be kept apart from the rest of the machine.","'
    'symbols":["OPTIONAL","REQUIRED"],"default":"OPTIONAL","namespace":"muster.jo'
    'b_commands"},"doc":"REQUIRED: only nodes that have a sandbox.","default":"OP'
    'TIONAL"},{"name":"network","type":{"type":"enum","name":"NetworkAccess","doc'
    '":"Which network a job sees.","symbols":["HOST","NONE"],"default":"HOST","na'
    'mespace":"muster.job_commands"},"doc":"HOST: its node\'s. NONE: only a loopba'
    "ck of its own, which its ranks share; needs a sandbox, and all ranks on one "
    'node.","default":"HOST"}],"namespace":"muster.job_commands"},"doc":"As accep'
    'ted."},{"name":"predicted_p50_ms","type":["null","long"],"doc":"Predicted me'
    'dian run time of an attempt; null: unknown.","default":null},{"name":"predic'
    'ted_p90_ms","type":["null","long"],"doc":"Predicted 90th percentile of the r'
    'un time; null: unknown.","default":null}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobPending","doc":"Why the job is not placed; sent w'
    'hen the reason changes.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"code","type":{"type":"enum","name":"PendingCo'
    'de","doc":"Stable codes for why a job waits.","symbols":["NO_NODES","MODEL_A'
    'BSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTI'
    'ONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABS'
    'ENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","NODES_AVOIDED'
    '","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_R'
    'ESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT",'
    '"GEOMETRY_FROZEN"],"default":"QUEUED","namespace":"muster.job_events"},"doc"'
    ':"The one dominant reason."},{"name":"message","type":"string","doc":"One se'
    'ntence."},{"name":"counts","type":{"type":"map","values":"long"},"doc":"Numb'
    'ers behind it.","default":{}}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"ReservationMade","doc":"Nodes are kept for the job that heads t'
    'he line and does not fit; takes the place of its last one.","subject":"plan"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids"'
    ',"type":{"type":"array","items":"string"},"doc":"Reserved: other jobs may be'
    ' placed there only if they are predicted to end before starts_at_ms."},{"nam'
    'e":"starts_at_ms","type":["null","long"],"doc":"When the nodes are predicted'
    ' to have room for it; null: unknown.","default":null},{"name":"kept_until_ms'
    '","type":"long","doc":"When, the job not started, nodes are chosen anew."},{'
    '"name":"by_limits","type":"boolean","doc":"Whether only wall-time limits wer'
    'e used to predict, because an earlier reservation of the job was not kept.",'
    '"default":false}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'ReservationReleased","doc":"The nodes reserved for a job are released.","sub'
    'ject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"reason","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbol'
    's":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LO'
    'NGER_WAITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at'
    '_ms","type":["null","long"],"doc":"When nodes are kept for it again, as it s'
    'till heads the line; null: not for this reason.","default":null}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"StartPredicted","doc":"When '
    "a waiting job will start, predicted now and then so that the cell learns fro"
    'm what comes.","subject":"plan","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much longer it will '
    'wait, the best single estimate, milliseconds."},{"name":"wait_low_ms","type"'
    ':["null","long"],"doc":"Start of the range that is stated, milliseconds from'
    ' now; null: too little is learned for a range.","default":null},{"name":"wai'
    't_high_ms","type":["null","long"],"doc":"End of the range that is stated, mi'
    'lliseconds from now.","default":null},{"name":"signs","type":{"type":"array"'
    ',"items":"int"},"doc":"What it was computed from, as logarithms in 1/256 oct'
    "ave: one, the soonest start with its equals ahead only, the time waited, the"
    " number of waiting jobs, the amount requested, the position among its equals"
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"Defragmentati'
    'onProposed","doc":"Moves of running jobs that would let a job start that fre'
    'e GPUs in all suffice for.","subject":"plan","fields":[{"name":"job_id","typ'
    'e":"string","doc":"The job that would start."},{"name":"moves","type":{"type'
    '":"array","items":{"type":"record","name":"Move","doc":"One job that would g'
    'o on elsewhere.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"from_node_ids","type":{"type":"array","items":"string"},"doc":"Where '
    'it is, sorted."},{"name":"to_node_ids","type":{"type":"array","items":"strin'
    'g"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_ms","type":"long",'
    '"doc":"GPU milliseconds: its GPUs times what it ran since its last checkpoin'
    't, and a restart."}],"namespace":"muster.job_events"}},"doc":"By job."},{"na'
    'me":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves lose.'
    '"},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that the j'
    'ob would have sooner: its GPUs times the wait it is spared."},{"name":"carri'
    'ed_out","type":"boolean","doc":"The moves begin now."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"PreemptionRequested","doc":"A job or a'
    ' reservation is due GPUs that others hold; who yields is decided elsewhere."'
    ',"subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; emp'
    'ty where a reservation is due them."},{"name":"cause","type":{"type":"enum",'
    '"name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","T'
    'IER","RESERVATION"],"default":"TIER","namespace":"muster.job_events"},"doc":'
    '"What entitles it."},{"name":"queue","type":"string","doc":"Its queue."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"jobs","type":"int","'
    'doc":"Number of equal jobs of its queue, this one included, that are due the'
    ' resources they request.","default":1},{"name":"gpu_milli_missing","type":"l'
    'ong","doc":"Thousandths of GPU that they wait for."},{"name":"gpu_models","t'
    'ype":{"type":"array","items":"string"},"doc":"Models it accepts, sorted; emp'
    'ty for any.","default":[]},{"name":"borrowers","type":{"type":"array","items'
    '":{"type":"record","name":"Borrower","doc":"A queue beyond its guarantee.","'
    'fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","do'
    'c":"Beyond its guarantee, thousandths of GPU."}],"namespace":"muster.job_eve'
    'nts"}},"doc":"Queues that hold lent GPUs, most first.","default":[]},{"name"'
    ':"as_of_seq","type":"long","doc":"State of the log that this is true of."},{'
    '"name":"reservation","type":"string","doc":"Reservation that has begun; empt'
    'y where a job is due them.","default":""},{"name":"holders","type":{"type":"'
    'array","items":"string"},"doc":"Jobs that still hold its nodes, sorted; neve'
    'r production inference.","default":[]}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"GangBound","doc":"Every rank has its place; orders to '
    'start are in the same transaction.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt."},{"name":"placements","type":{"type":"array","items":{"type":"record","'
    'name":"RankPlacement","doc":"Where one rank runs.","fields":[{"name":"rank",'
    '"type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},'
    '{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"shar'
    'ing","type":{"type":"enum","name":"Sharing","doc":"How a rank shares its GPU'
    's: not; inside its team by MPS or in turns; by a MIG instance.","symbols":["'
    'EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"mu'
    'ster.node_commands"},"doc":"Who else may be on them.","default":"EXCLUSIVE"}'
    ',{"name":"mig_profile","type":["null","string"],"doc":"Profile of the MIG in'
    'stance it gets.","default":null},{"name":"mig_start","type":["null","int"],"'
    'doc":"First memory slice of that instance.","default":null}],"namespace":"mu'
    'ster.job_events"}},"doc":"One per rank."},{"name":"master_address","type":"s'
    'tring","doc":"Rank 0\'s address."},{"name":"master_port","type":"int","doc":"'
    'Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Since the job wa'
    's last queued."},{"name":"reason","type":"string","doc":"Why there.","defaul'
    't":""},{"name":"tenant","type":"string","doc":"Whose job it is.","default":"'
    '"},{"name":"queue","type":"string","doc":"The job\'s queue.","default":""},{"'
    'name":"each","type":["null",{"type":"record","name":"RankShape","doc":"What '
    'each rank of a gang holds on its node, besides the GPUs of its placement.","'
    'fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core.'
    '"},{"name":"memory_mib","type":"long","doc":"Host memory."},{"name":"gpu_mod'
    'els","type":{"type":"array","items":"string"},"doc":"GPU models it would acc'
    'ept, sorted; empty: any.","default":[]},{"name":"sharing_key","type":"string'
    '","doc":"Ranks with the same key share GPUs (a trust domain and a way of sha'
    'ring); `mig`: a MIG instance of its own; empty: not shared.","default":""}],'
    '"namespace":"muster.job_events"}],"doc":"What each rank holds; null: an earl'
    'ier version wrote it.","default":null}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"JobStarted","doc":"All ranks run.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"JobResizing","doc":"An elastic job stops, to go on at once with an'
    'other number of ranks.","subject":"job","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that '
    'stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"name":"rank'
    's_to","type":"int","doc":"Ranks of the next one, or fewer where they no long'
    'er fit."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"JobMoving","doc":"A job stops, to go'
    ' on at once on other nodes, so that another has room.","subject":"job","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type"'
    ':"int","doc":"The attempt that stops."},{"name":"placements","type":{"type":'
    '"array","items":"muster.job_events.RankPlacement"},"doc":"Where it is to go '
    'on, in rank order; elsewhere, where that is gone."},{"name":"reason","type":'
    '"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"JobStopping","doc":"Ranks have been ordered to stop.","subject":"job",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","'
    'type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."}'
    ',{"name":"requeues","type":"boolean","doc":"It waits again once it has stopp'
    'ed, and the attempt counts neither as failed nor as lost.","default":false}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"AttemptEnded","do'
    'c":"An attempt is over on every node and its GPUs are free.","subject":"job"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt."},{"name":"outcome","type":{"type":"enum","name'
    '":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","T'
    'IMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace":"muster.job_even'
    'ts"},"doc":"How."},{"name":"exit_code","type":["null","int"],"doc":"Of the f'
    'irst failing rank.","default":null},{"name":"signal","type":["null","int"],"'
    'doc":"Of the first failing rank.","default":null},{"name":"rank","type":["nu'
    'll","int"],"doc":"First failing rank.","default":null},{"name":"node_id","ty'
    'pe":["null","string"],"doc":"Its node.","default":null},{"name":"message","t'
    'ype":"string","doc":"For people.","default":""},{"name":"ran_ms","type":"lon'
    'g","doc":"From bind to end."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobRequeued","doc":"The job waits again.","subject":"job","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt_next","'
    'type":"int","doc":"Number of the next attempt."},{"name":"reason","type":"st'
    'ring","doc":"Why."},{"name":"not_before_ms","type":"long","doc":"Earliest ti'
    'me of the next attempt."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"JobSucceeded","doc":"Every rank ended with exit code 0.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"JobFailed","doc":"The job is over and did not succeed.","'
    'subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string'
    '","doc":"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the firs'
    't failing rank.","default":null}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"JobCancelled","doc":"The job was cancelled and nothing of it'
    ' runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"rea'
    'son","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"JobSuspended","doc":"The job was suspended and nothing of '
    'it runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"r'
    'eason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"JobResumed","doc":"A suspended job waits again.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"r'
    'equested_by","type":"string","doc":"Who asked."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"CheckpointRecorded","doc":"The next attempt '
    'will start from this.","subject":"job","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name"'
    ':"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"str'
    'ing","doc":"File name."},{"name":"uri","type":"string","doc":"Where."},{"nam'
    'e":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","typ'
    'e":"long","doc":"Size."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"NodeJoined","doc":"A node is known, or came back with other hardware'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"boot_id","type":"string","doc":"Boot of its agent."},{"name":"ad'
    'dress","type":"string","doc":"Address."},{"name":"port_first","type":"int","'
    'doc":"First rendezvous port."},{"name":"port_count","type":"int","doc":"How '
    'many."},{"name":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib"'
    ',"type":"long","doc":"Memory."},{"name":"gpu_model","type":"string","doc":"M'
    'odel."},{"name":"gpu_memory_mib","type":"long","doc":"Memory of each GPU, Mi'
    'B; 0 when unknown.","default":0},{"name":"gpu_count","type":"int","doc":"GPU'
    's."},{"name":"executor","type":{"type":"enum","name":"Executor","doc":"How r'
    'anks run.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespac'
    'e":"muster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","typ'
    'e":"long","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbe'
    'at interval."},{"name":"labels","type":{"type":"map","values":"string"},"doc'
    '":"Labels.","default":{}},{"name":"location","type":{"type":"record","name":'
    '"Location","doc":"A node\'s place in the network: each name is a unit within '
    'the next one; empty is unknown.","fields":[{"name":"nvlink_domain","type":"s'
    'tring","doc":"NVLink domain larger than the node; empty: the node is one by '
    'itself.","default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf'
    ' switch.","default":""},{"name":"spine","type":"string","doc":"Spine, or pod'
    ' of leaves.","default":""},{"name":"cell","type":"string","doc":"Part of the'
    ' network above the spines.","default":""}],"namespace":"muster.node_heartbea'
    'ts"},"doc":"Where it is in the network.","default":{"nvlink_domain":"","leaf'
    '":"","spine":"","cell":""}},{"name":"taints","type":{"type":"array","items":'
    '"string"},"doc":"Only jobs that tolerate all of them are placed here; sorted'
    '.","default":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","d'
    'oc":"What keeps jobs apart from the rest of a machine.","symbols":["NONE","N'
    'AMESPACES","BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeat'
    's"},"doc":"What keeps jobs apart there.","default":"NONE"},{"name":"enforces'
    '","type":{"type":"array","items":{"type":"enum","name":"Enforced","doc":"Wha'
    't a node holds jobs to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCES'
    'SES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"must'
    'er.node_heartbeats"}},"doc":"What it holds jobs to.","default":[]}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeSuspected","doc":"Two '
    'beats missed: nothing new goes there; what runs goes on.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms'
    '","type":"long","doc":"Time since its last beat."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"NodeRecovered","doc":"The node\'s heartbeat'
    's arrive again.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeLost","doc":"The lease ran out: its attempts are given up.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"sil'
    'ent_ms","type":"long","doc":"Time since its last beat."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"NodeForgotten","doc":"The node was l'
    "ost for so long that nothing is kept of it; if it is heard again, it joins a"
    'new.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"lost_ms","type":"long","doc":"Time since the leader knew it a'
    's lost."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRef'
    'used","doc":"Heartbeats that bear this name are invalid and are ignored. Sai'
    'd once by each leader.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"The name they bear; at most 128 characters, control characte'
    'rs escaped."},{"name":"message","type":"string","doc":"Field, value and what'
    ' is allowed."}],"namespace":"muster.job_events"},{"type":"record","name":"No'
    'deCordoned","doc":"Nothing new goes there.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"s'
    'tring","doc":"Who."},{"name":"reason","type":"string","doc":"Why."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"NodeUncordoned","doc":"Wo'
    'rk goes there again.","subject":"node","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"NodeDraining","doc'
    '":"Nothing new is placed on the node, and what runs there is moved.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":"'
    'string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"NodeUndrained","doc":"Work may be placed on the node again'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"NodeTagged","doc":"What operator'
    's say of the node, beside what it announces, from now on.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels",'
    '"type":{"type":"map","values":"string"},"doc":"Labels; they win over announc'
    'ed ones.","default":{}},{"name":"taints","type":{"type":"array","items":"str'
    'ing"},"doc":"Taints, sorted.","default":[]},{"name":"requested_by","type":"s'
    'tring","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"MaintenanceScheduled","doc":"The node will be closed for a time: on'
    'ly work that is predicted to end before is placed there.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at'
    '_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":'
    '"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","type'
    '":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.",'
    '"default":""}],"namespace":"muster.job_events"},{"type":"record","name":"Mai'
    'ntenanceStarted","doc":"The node\'s window has begun: it is closed, and what '
    'still runs there is moved.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"MaintenanceEnded","doc":"The node\'s window is over, or was called'
    ' off.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"requested_by","type":["null","string"],"doc":"Operator who c'
    'alled it off; null: its time was over.","default":null}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"NodeRelocated","doc":"The network aro'
    'und the node has changed; what runs there goes on.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"location","type'
    '":"muster.node_heartbeats.Location","doc":"Where it is now."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing ne'
    'w goes on this GPU.","subject":"node","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":'
    '"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"GpuRecovered","doc":"The GPU is healthy again.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to '
    'take MIG instances and nothing else, or made whole again.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_inde'
    'x","type":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MI'
    'G mode. False: whole."},{"name":"for_job_id","type":"string","doc":"The wait'
    'ing job that needed it."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"QueueCreated","doc":"A queue exists.","subject":"queue","fields":[{'
    '"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"description","type":"string","doc":"For people.'
    '"},{"name":"requested_by","type":"string","doc":"Who."},{"name":"settings","'
    'type":["null",{"type":"record","name":"QueueSettings","doc":"What a queue ma'
    'y use, and how it is shared.","fields":[{"name":"parent","type":["null","str'
    'ing"],"doc":"Queue above, of the same tenant; null for none.","default":null'
    '},{"name":"guarantee","type":["null",{"type":"record","name":"Quota","doc":"'
    'An amount of each resource; null says nothing of that resource.","fields":[{'
    '"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any mod'
    'el.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map","valu'
    'es":"long"},"doc":"Thousandths of GPU per model, beside the total.","default'
    '":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a CPU'
    ' core.","default":null},{"name":"memory_mib","type":["null","long"],"doc":"M'
    'ain memory, MiB.","default":null}],"namespace":"muster.queue_commands"}],"do'
    'c":"What its jobs may always have; unused, it is lent. Null guarantees nothi'
    'ng.","default":null},{"name":"maximum","type":["null","muster.queue_commands'
    '.Quota"],"doc":"What its jobs never exceed together. Null sets no bound.","d'
    'efault":null},{"name":"weight","type":"int","doc":"Its part of usage over ti'
    'me among the queues beside it, 1 to 1000000.","default":1},{"name":"over_quo'
    'ta_weight","type":"int","doc":"Its part of what is lent beyond guarantees, 0'
    ' to 1000000; 0 never borrows.","default":1},{"name":"order","type":{"type":"'
    'enum","name":"QueueOrder","doc":"Who goes first within a tier of one queue."'
    ',"symbols":["FIFO","PRIORITY","DRF"],"default":"FIFO","namespace":"muster.qu'
    'eue_commands"},"doc":"Who goes first within a tier.","default":"FIFO"},{"nam'
    'e":"jobs_running_max","type":["null","int"],"doc":"Jobs that may hold GPUs a'
    't once.","default":null},{"name":"jobs_pending_max","type":["null","int"],"d'
    'oc":"Jobs that may wait at once; more are rejected.","default":null},{"name"'
    ':"user_jobs_running_max","type":["null","int"],"doc":"As jobs_running_max, f'
    'or one user.","default":null},{"name":"user_jobs_pending_max","type":["null"'
    ',"int"],"doc":"As jobs_pending_max, for one user.","default":null}],"namespa'
    'ce":"muster.queue_commands"}],"doc":"Shares and limits; null for none.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"Queue'
    'Configured","doc":"A queue has other shares and limits.","subject":"queue","'
    'fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_comman'
    'ds.QueueSettings","doc":"All of them."},{"name":"requested_by","type":"strin'
    'g","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'QueueMeasured","doc":"What a queue and those below it use, and what is due t'
    'o it; sent when it changed, now and then.","subject":"queue","fields":[{"nam'
    'e":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"Held, thousand'
    'ths of GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"map","values'
    '":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type":"long","doc":"'
    'Held, thousandths of a core."},{"name":"memory_mib_used","type":"long","doc"'
    ':"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"Of what is '
    'used, beyond the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"'
    'Of the guarantee, unused: others may have it."},{"name":"share_ppm","type":"'
    'long","doc":"Dominant part of the cluster that it holds now, millionths."},{'
    '"name":"share_due_ppm","type":"long","doc":"Part of the cluster due to it by'
    ' weight among its busy neighbours, millionths."},{"name":"usage_gpu_ms","typ'
    'e":"long","doc":"Weighted usage over the window: GPU milliseconds at model p'
    'rice, decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, '
    'the same unit."},{"name":"jobs_running","type":"int","doc":"Jobs that hold G'
    'PUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that wait."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"QueueDeleted","doc":"A qu'
    'eue is gone.","subject":"queue","fields":[{"name":"queue","type":"string","d'
    'oc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requ'
    'ested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"CapacityReserved","doc":"Nodes are reserved for a que'
    'ue.","subject":"reservation","fields":[{"name":"reservation","type":"string"'
    ',"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"q'
    'ueue","type":"string","doc":"Whose jobs may be placed there, and those of th'
    'e queues below it."},{"name":"gpu_model","type":"string","doc":"GPU model of'
    ' the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of the nodes toge'
    'ther."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"S'
    "orted. Until it starts, other jobs are placed there only if they are predict"
    'ed to end before."},{"name":"starts_at_ms","type":"long","doc":"From when."}'
    ',{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_'
    'by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"CapacityReassigned","doc":"A reservation has other nodes: s'
    'ome of its own were closed or lost.","subject":"reservation","fields":[{"nam'
    'e":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"str'
    'ing","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may '
    'be placed there, and those of the queues below it."},{"name":"node_ids","typ'
    'e":{"type":"array","items":"string"},"doc":"All of them now, sorted."},{"nam'
    'e":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"CapacityReservationStarted","doc":"From now on only'
    ' jobs of the queue may be placed on the nodes.","subject":"reservation","fie'
    'lds":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whos'
    'e jobs may be placed there, and those of the queues below it."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"CapacityReservationEnded","do'
    'c":"The nodes are released.","subject":"reservation","fields":[{"name":"rese'
    'rvation","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be place'
    'd there, and those of the queues below it."},{"name":"reason","type":{"type"'
    ':"enum","name":"ReservationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],'
    '"default":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"name":"req'
    'uested_by","type":"string","doc":"Who cancelled it; empty when its time was '
    'over.","default":""}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"PolicyActivated","doc":"Decisions follow this policy from here on.","sub'
    'ject":"policy","fields":[{"name":"policy","type":{"type":"record","name":"Po'
    'licy","doc":"Knobs that change decisions; a change is an event, so it replay'
    's.","fields":[{"name":"name","type":"string","doc":"For people."},{"name":"h'
    'ead_patience_ms","type":"long","doc":"A blocked head of line is passed freel'
    'y for this long; then nodes are reserved for it."},{"name":"head_hold_ms","t'
    'ype":"long","doc":"Nodes reserved for it are kept this long beyond the time '
    'it should have started at."},{"name":"attempts_lost_max","type":"int","doc":'
    '"Attempts lost with their nodes before the job fails."},{"name":"workload_sh'
    'apes_max","type":"int","doc":"Shapes remembered for the fragmentation score.'
    '"},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered f'
    'or deduplication."},{"name":"share_window_ms","type":"long","doc":"Usage old'
    'er than this is forgotten.","default":2592000000},{"name":"share_half_life_m'
    's","type":"long","doc":"Usage this old counts half.","default":604800000},{"'
    'name":"share_history_percent","type":"int","doc":"Weight of usage over time '
    'beside usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type"'
    ':"long","doc":"Burst credit holds at most a guarantee unused for this long; '
    '0 gives none.","default":86400000},{"name":"model_price_milli","type":{"type'
    '":"map","values":"long"},"doc":"What an hour of a GPU model counts, thousand'
    'ths; 1000 where absent.","default":{}},{"name":"aging_step_ms","type":"long"'
    ',"doc":"A job that waited this long goes with the next higher tier, and so o'
    'n; 0 never.","default":86400000},{"name":"reclaim_interval_ms","type":"long"'
    ',"doc":"Shortest time between two preemption requests for the same lent GPUs'
    '.","default":60000},{"name":"measure_interval_ms","type":"long","doc":"A que'
    'ue that changed is measured at most this often.","default":10000},{"name":"r'
    'esize_interval_ms","type":"long","doc":"An elastic job is resized at most th'
    'is often.","default":300000},{"name":"defrag_interval_ms","type":"long","doc'
    '":"Moves that would make room for the head of line are looked for at most th'
    'is often.","default":300000},{"name":"defrag_benefit_percent","type":"int","'
    'doc":"They are carried out when the GPU time that is won is at least this pa'
    'rt of what is lost; 0 only proposes.","default":300},{"name":"search_work_pe'
    'r_pass_max","type":"int","doc":"Work that one scheduling pass may spend on s'
    "earches in vain: 1 for each, and 1 for every 8 ranks of a gang; the next pas"
    's goes on.","default":2000},{"name":"topology","type":{"type":"record","name'
    '":"TopologyWeights","doc":"What a gang\'s place is worth, per GPU of the gang'
    ', by the smallest unit that holds it.","fields":[{"name":"nvlink","type":"in'
    't","doc":"The gang shares an NVLink domain or a node.","default":1000},{"nam'
    'e":"leaf","type":"int","doc":"It shares a leaf.","default":400},{"name":"spi'
    'ne","type":"int","doc":"It shares a spine.","default":200},{"name":"cell","t'
    'ype":"int","doc":"It shares a cell.","default":100},{"name":"stranded_gpu","'
    'type":"int","doc":"Taken off for each GPU left free beside it that no group '
    'like its own can use.","default":100}],"namespace":"muster.operator_commands'
    '"},"doc":"How places of gangs are weighed.","default":{"nvlink":1000,"leaf":'
    '400,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted",'
    '"type":{"type":"array","items":"string"},"doc":"Tenants whose fractions of G'
    'PUs always get a MIG instance of their own.","default":[]},{"name":"mig_chan'
    'ge_interval_ms","type":"long","doc":"A GPU is cut into MIG instances, or mad'
    'e whole again, at most this often.","default":600000},{"name":"mig_geometrie'
    's","type":{"type":"array","items":{"type":"record","name":"MigGeometry","doc'
    '":"The only way GPUs of a model are cut.","fields":[{"name":"gpu_model","typ'
    'e":"string","doc":"GPU model."},{"name":"instances","type":{"type":"array","'
    'items":{"type":"record","name":"MigInstance","doc":"One instance.","fields":'
    '[{"name":"profile","type":"string","doc":"Profile, as in 2g.10gb."},{"name":'
    '"start","type":"int","doc":"First memory slice."}],"namespace":"muster.opera'
    'tor_commands"}},"doc":"All that may exist on one GPU."}],"namespace":"muster'
    '.operator_commands"}},"doc":"GPU models that a site cuts in one way only; ot'
    'hers as jobs need it.","default":[]}],"namespace":"muster.operator_commands"'
    '},"doc":"The whole policy."},{"name":"requested_by","type":"string","doc":"W'
    'ho."}],"namespace":"muster.job_events"},{"type":"record","name":"FailureRule'
    'sActivated","doc":"Failures are judged by these rules from here on.","subjec'
    't":"policy","fields":[{"name":"version","type":"int","doc":"Version of the r'
    'ules."},{"name":"sha256","type":"string","doc":"Of the text."},{"name":"rule'
    's","type":"string","doc":"The rules file."},{"name":"requested_by","type":"s'
    'tring","doc":"Operator, or the first leader."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"Watermark","doc":"Every fact of the topic with'
    ' this seq or a lower one precedes this record, in every partition.","subject'
    '":"log","fields":[{"name":"seq","type":"long","doc":"Of the newest input who'
    'se consequences are all written."},{"name":"at_ms","type":"long","doc":"Time'
    ' of the batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.w'
    'atermarks"}],"doc":"What happened."}]}'
)
