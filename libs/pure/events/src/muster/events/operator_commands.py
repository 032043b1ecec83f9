"""A request about nodes or policy, with the sender's token in the header `authorization` (ADR 55).

Generated from schemas/operator-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class CordonNode:
    """Place nothing new on the node; its running jobs continue.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.CordonNode"

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
    def from_datum(cls, d: Mapping[str, Any]) -> CordonNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class UncordonNode:
    """Place work on the node again.

    Attributes:
        node_id: Node.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.UncordonNode"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UncordonNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class DrainNode:
    """Place nothing new on the node, and move its running jobs: they stop with their grace and wait again.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.DrainNode"

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
    def from_datum(cls, d: Mapping[str, Any]) -> DrainNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class UndrainNode:
    """Place work on the node again.

    Attributes:
        node_id: Node.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.UndrainNode"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UndrainNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class CheckNode:
    """Have the node's agent test it, as it tests a suspected one. If the test fails, the node is closed.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.CheckNode"

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
    def from_datum(cls, d: Mapping[str, Any]) -> CheckNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class ForgetNode:
    """Remove a lost node that holds nothing, with its marks; if it reports again, it joins as new.

    Attributes:
        node_id: Node.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.ForgetNode"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ForgetNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class TagNode:
    """Set or remove labels and taints of the node, beside those it announces.

    Attributes:
        node_id: Node.
        labels: Labels to set; they override announced ones.
        labels_removed: Labels to remove, set before, sorted.
        taints: Taints to set, sorted.
        taints_removed: Taints to remove, set before, sorted.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.TagNode"

    node_id: str
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    labels_removed: tuple[str, ...] = ()
    taints: tuple[str, ...] = ()
    taints_removed: tuple[str, ...] = ()
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "labels": dict(self.labels),
            "labels_removed": list(self.labels_removed),
            "taints": list(self.taints),
            "taints_removed": list(self.taints_removed),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TagNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            labels=dict(d.get("labels", {})),
            labels_removed=tuple(d.get("labels_removed", [])),
            taints=tuple(d.get("taints", [])),
            taints_removed=tuple(d.get("taints_removed", [])),
            requested_by=d["requested_by"],
        )


@final
@record
class ScheduleMaintenance:
    """Close the node for a time; replaces a window that has not begun.

    Attributes:
        node_id: Node.
        starts_at_ms: From when, milliseconds since 1970 UTC.
        ends_at_ms: Until when.
        requested_by: Operator.
        reason: Reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.ScheduleMaintenance"

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
    def from_datum(cls, d: Mapping[str, Any]) -> ScheduleMaintenance:
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
class CancelMaintenance:
    """Cancel the node's maintenance window, or end it.

    Attributes:
        node_id: Node.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.CancelMaintenance"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CancelMaintenance:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class ReclaimNode:
    """Treat the node as one that its provider reclaims; replaces an earlier announcement.

    Attributes:
        node_id: Node.
        remaining_ms: Time until the node is gone.
        requested_by: Operator.
        reason: Reason, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.ReclaimNode"

    node_id: str
    remaining_ms: int
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "remaining_ms": self.remaining_ms,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReclaimNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            remaining_ms=d["remaining_ms"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class SpareNode:
    """Cancel the reclaim of the node.

    Attributes:
        node_id: Node.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.SpareNode"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SpareNode:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@final
@record
class TopologyWeights:
    """Value of a gang's placement, per GPU of the gang, by the smallest unit that holds it.

    Attributes:
        nvlink: The gang shares an NVLink domain or a node.
        leaf: It shares a leaf.
        spine: It shares a spine.
        cell: It shares a cell.
        stranded_gpu: Penalty for each GPU left free beside it that no similar group can use.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.TopologyWeights"

    nvlink: int = 1000
    leaf: int = 400
    spine: int = 200
    cell: int = 100
    stranded_gpu: int = 100

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "nvlink": self.nvlink,
            "leaf": self.leaf,
            "spine": self.spine,
            "cell": self.cell,
            "stranded_gpu": self.stranded_gpu,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TopologyWeights:
        """The inverse."""
        return cls(
            nvlink=d.get("nvlink", 1000),
            leaf=d.get("leaf", 400),
            spine=d.get("spine", 200),
            cell=d.get("cell", 100),
            stranded_gpu=d.get("stranded_gpu", 100),
        )


@final
@record
class MigInstance:
    """One MIG instance.

    Attributes:
        profile: Profile, such as 2g.10gb.
        start: First memory slice.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.MigInstance"

    profile: str
    start: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "profile": self.profile,
            "start": self.start,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MigInstance:
        """The inverse."""
        return cls(
            profile=d["profile"],
            start=d["start"],
        )


@final
@record
class MigGeometry:
    """Fixed MIG geometry of a GPU model.

    Attributes:
        gpu_model: GPU model.
        instances: All instances that may exist on one GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.MigGeometry"

    gpu_model: str
    instances: tuple[MigInstance, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "gpu_model": self.gpu_model,
            "instances": [x.to_datum() for x in self.instances],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MigGeometry:
        """The inverse."""
        return cls(
            gpu_model=d["gpu_model"],
            instances=tuple(MigInstance.from_datum(x) for x in d["instances"]),
        )


@final
@record
class Policy:
    """Settings that change decisions; a change is an event, so it replays.

    Attributes:
        name: Name for people.
        head_patience_ms: Time for which others may freely pass a blocked head of line; then nodes
            are reserved for it.
        head_hold_ms: Time for which nodes stay reserved for it beyond its expected start.
        attempts_lost_max: Attempts lost with their nodes before the job fails.
        workload_shapes_max: Shapes remembered for the fragmentation score.
        jobs_ended_kept_max: Ended jobs remembered for deduplication.
        share_window_ms: Usage older than this is forgotten.
        share_half_life_ms: Usage this old counts half.
        share_history_percent: Weight of usage over time relative to usage now, 0 to 10000.
        credit_max_ms: Maximum burst credit: that of a guarantee unused for this long; 0 gives none.
        model_price_milli: Weight of an hour of a GPU model, thousandths; 1000 if absent.
        aging_step_ms: Wait after which a job goes with the next higher tier, and so on; 0: never.
        reclaim_interval_ms: Minimum time between two preemption requests for the same lent GPUs.
        time_level_gpu_ms: GPU time from which a job of a time-sharing queue is in the second level.
        time_level_factor: Factor by which the start of each further level grows.
        time_levels: Number of levels of time-sharing jobs.
        time_quantum_ms: Minimum run time of a time-sharing job before it yields to one of a lower
            level.
        time_cost_percent_max: Maximum cost of its stop and restart, as a percentage of the time
            that it then runs at least.
        time_promotion_ms: A waiting time-sharing job counts as one level lower after each such
            period.
        measure_interval_ms: Minimum time between two measurements of a queue that changed.
        resize_interval_ms: Minimum time between two resizes of an elastic job.
        defrag_interval_ms: Minimum time between two searches for moves that would make room for the
            head of line.
        defrag_benefit_percent: Moves are carried out if the GPU time gained is at least this
            percentage of the GPU time lost; 0: they are only proposed.
        fragmentation_percent_max: Percentage of all GPUs that may stay free but fragmented while
            jobs wait that need no more; beyond it, moves are planned for each of these jobs, not
            only for the head of line. 0: never.
        fragmentation_for_ms: Time for which that percentage must be exceeded.
        gap_drain_max_ms: Jobs that save and end within this time backfill nodes reserved for a
            gang, and leave when it fits without them, so it starts at most this much later. 0: none
            do.
        headroom_percent: By GPU model: percentage of its GPUs that jobs below premium training
            leave free when they exceed their queue's guarantee. Models that are not named: none.
        guaranteed_duration_ms: Jobs below premium training that exceed their queue's guarantee
            start only where the forecast demand of all other work does not need their GPUs for this
            long, and yield before that only to production inference. 0: nothing is forecast.
        production_borrows: Whether production inference may exceed its queue's guarantee while
            others are guaranteed any GPUs: nobody could reclaim them.
        search_work_per_pass_max: Work that one scheduling pass may spend on unsuccessful searches:
            1 for each, and 1 for every 8 ranks of a gang; the next pass continues.
        topology: Weights for the placement of gangs.
        tenants_untrusted: Tenants whose fractions of GPUs always get a MIG instance of their own.
        mig_change_interval_ms: Minimum time between two changes of a GPU's MIG mode.
        checkpoint_grace_max_ms: Maximum time for a checkpoint before a job is stopped, whatever the
            job requests.
        checkpoints_kept: Number of newest checkpoints of a job kept in the store, unless the job
            sets its own; 0: all.
        node_upload_bytes_per_s: Bandwidth of one node for storing checkpoints, bytes per second.
        job_upload_bytes_per_s: Maximum bandwidth of one job for storing checkpoints, bytes per
            second; a job whose nodes will be reclaimed has the full bandwidth of its nodes.
        store_upload_bytes_per_s: Bandwidth of the store for all jobs that stop, bytes per second:
            drains wait for their turn.
        background_upload_bytes_per_s: Maximum bandwidth of all running jobs for storing
            checkpoints, bytes per second, shared in proportion to what they hold of the cell; 0:
            only each job's own limit.
        reclaim_margin_ms: Ranks must have ended this long before their node is reclaimed.
        spot_price_percent: Price of a spot node as a percentage of another's, unless its label
            spot-price-percent states it.
        spot_loss_weight: A job prefers spot nodes if its expected share of lost work, times this,
            is below the share of the price that they save; 0: whatever it loses.
        spot_reclaim_prior_ms: Expected life of a spot node while little is known of its GPU model.
        node_loss_prior_ms: Expected life of a node that is no spot node while little is known of
            its GPU model.
        spot_restart_ms: Expected loss of a job at a reclaim beside its unsaved work: the time until
            it works again.
        fairness_threshold_percent: A queue that holds less than this percentage of its fair share
            may preempt others that hold more than theirs; 0: none may.
        preemption_ran_min_ms: Minimum run time of a job before it may be preempted.
        preemptions_per_job_day_max: Maximum number of preemptions of a job within 24 hours.
        preemption_hold_ms: Maximum time for which nodes freed by victims are held for the job they
            yield to, after their grace.
        wall_time_max_ms: Maximum time that an attempt of a job may hold its nodes, by tier, beside
            the job's own limit; tiers that are not named: none.
        retries_off: Whether failed attempts are not retried; lost or refused ones still are.
        nodes_lost_per_job_max: A job is suspended when this many nodes were lost soon after its
            attempts began there; 0: never.
        hang_after_ms: Silence of all ranks (no output, no step) after which a job of the tier
            counts as hanging; a job may set its own. Tiers that are not named: never.
        start_up_max_ms: The same for a job whose ranks were silent since their start and hardly use
            the CPU.
        hang_ends: Whether an attempt that hangs by these limits is ended, and retried as the job
            allows; otherwise its owner is notified.
        straggler_after_ms: By tier: period over which step times are measured; ranks whose steps
            take half as long again as the others' are reported; absent: none.
        straggler_ends: Whether an attempt with such a rank is ended, and retried elsewhere;
            otherwise it is reported.
        gpu_idle_max_ms: By tier: the owner is notified when all GPUs of a job were busy for less
            than 5 % of this time; absent: never.
        gpu_idle_ends_after_ms: A job whose GPUs, by their multiprocessors, are still idle this long
            after that notice is ended; 0: none is.
        jobs_failed_per_node_max: A node is suspected and tested when this many jobs failed there
            that it may be to blame for; 0: none is.
        faulty_nodes_max: Maximum number of nodes closed at once for faults that their kernels
            reported; 0: faults are reported and close no node.
        mig_geometries: GPU models with a fixed MIG geometry at this site; others are partitioned as
            jobs need it.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.Policy"

    name: str
    head_patience_ms: int
    head_hold_ms: int
    attempts_lost_max: int
    workload_shapes_max: int
    jobs_ended_kept_max: int
    share_window_ms: int = 2592000000
    share_half_life_ms: int = 604800000
    share_history_percent: int = 100
    credit_max_ms: int = 86400000
    model_price_milli: Mapping[str, int] = field(default_factory=dict[str, int])
    aging_step_ms: int = 86400000
    reclaim_interval_ms: int = 60000
    time_level_gpu_ms: int = 3600000
    time_level_factor: int = 8
    time_levels: int = 4
    time_quantum_ms: int = 300000
    time_cost_percent_max: int = 50
    time_promotion_ms: int = 86400000
    measure_interval_ms: int = 10000
    resize_interval_ms: int = 300000
    defrag_interval_ms: int = 300000
    defrag_benefit_percent: int = 300
    fragmentation_percent_max: int = 0
    fragmentation_for_ms: int = 600000
    gap_drain_max_ms: int = 0
    headroom_percent: Mapping[str, int] = field(default_factory=dict[str, int])
    guaranteed_duration_ms: int = 0
    production_borrows: bool = True
    search_work_per_pass_max: int = 2000
    topology: TopologyWeights = field(
        default_factory=lambda: TopologyWeights.from_datum(
            {"nvlink": 1000, "leaf": 400, "spine": 200, "cell": 100, "stranded_gpu": 100}
        )
    )
    tenants_untrusted: tuple[str, ...] = ()
    mig_change_interval_ms: int = 600000
    checkpoint_grace_max_ms: int = 600000
    checkpoints_kept: int = 0
    node_upload_bytes_per_s: int = 1000000000
    job_upload_bytes_per_s: int = 1000000000
    store_upload_bytes_per_s: int = 10000000000
    background_upload_bytes_per_s: int = 0
    reclaim_margin_ms: int = 5000
    spot_price_percent: int = 70
    spot_loss_weight: int = 6
    spot_reclaim_prior_ms: int = 86400000
    node_loss_prior_ms: int = 13291200000
    spot_restart_ms: int = 300000
    fairness_threshold_percent: int = 0
    preemption_ran_min_ms: int = 300000
    preemptions_per_job_day_max: int = 3
    preemption_hold_ms: int = 60000
    wall_time_max_ms: Mapping[str, int] = field(default_factory=dict[str, int])
    retries_off: bool = False
    nodes_lost_per_job_max: int = 0
    hang_after_ms: Mapping[str, int] = field(default_factory=dict[str, int])
    start_up_max_ms: Mapping[str, int] = field(default_factory=dict[str, int])
    hang_ends: bool = False
    straggler_after_ms: Mapping[str, int] = field(default_factory=dict[str, int])
    straggler_ends: bool = False
    gpu_idle_max_ms: Mapping[str, int] = field(default_factory=dict[str, int])
    gpu_idle_ends_after_ms: int = 0
    jobs_failed_per_node_max: int = 0
    faulty_nodes_max: int = 0
    mig_geometries: tuple[MigGeometry, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "head_patience_ms": self.head_patience_ms,
            "head_hold_ms": self.head_hold_ms,
            "attempts_lost_max": self.attempts_lost_max,
            "workload_shapes_max": self.workload_shapes_max,
            "jobs_ended_kept_max": self.jobs_ended_kept_max,
            "share_window_ms": self.share_window_ms,
            "share_half_life_ms": self.share_half_life_ms,
            "share_history_percent": self.share_history_percent,
            "credit_max_ms": self.credit_max_ms,
            "model_price_milli": dict(self.model_price_milli),
            "aging_step_ms": self.aging_step_ms,
            "reclaim_interval_ms": self.reclaim_interval_ms,
            "time_level_gpu_ms": self.time_level_gpu_ms,
            "time_level_factor": self.time_level_factor,
            "time_levels": self.time_levels,
            "time_quantum_ms": self.time_quantum_ms,
            "time_cost_percent_max": self.time_cost_percent_max,
            "time_promotion_ms": self.time_promotion_ms,
            "measure_interval_ms": self.measure_interval_ms,
            "resize_interval_ms": self.resize_interval_ms,
            "defrag_interval_ms": self.defrag_interval_ms,
            "defrag_benefit_percent": self.defrag_benefit_percent,
            "fragmentation_percent_max": self.fragmentation_percent_max,
            "fragmentation_for_ms": self.fragmentation_for_ms,
            "gap_drain_max_ms": self.gap_drain_max_ms,
            "headroom_percent": dict(self.headroom_percent),
            "guaranteed_duration_ms": self.guaranteed_duration_ms,
            "production_borrows": self.production_borrows,
            "search_work_per_pass_max": self.search_work_per_pass_max,
            "topology": self.topology.to_datum(),
            "tenants_untrusted": list(self.tenants_untrusted),
            "mig_change_interval_ms": self.mig_change_interval_ms,
            "checkpoint_grace_max_ms": self.checkpoint_grace_max_ms,
            "checkpoints_kept": self.checkpoints_kept,
            "node_upload_bytes_per_s": self.node_upload_bytes_per_s,
            "job_upload_bytes_per_s": self.job_upload_bytes_per_s,
            "store_upload_bytes_per_s": self.store_upload_bytes_per_s,
            "background_upload_bytes_per_s": self.background_upload_bytes_per_s,
            "reclaim_margin_ms": self.reclaim_margin_ms,
            "spot_price_percent": self.spot_price_percent,
            "spot_loss_weight": self.spot_loss_weight,
            "spot_reclaim_prior_ms": self.spot_reclaim_prior_ms,
            "node_loss_prior_ms": self.node_loss_prior_ms,
            "spot_restart_ms": self.spot_restart_ms,
            "fairness_threshold_percent": self.fairness_threshold_percent,
            "preemption_ran_min_ms": self.preemption_ran_min_ms,
            "preemptions_per_job_day_max": self.preemptions_per_job_day_max,
            "preemption_hold_ms": self.preemption_hold_ms,
            "wall_time_max_ms": dict(self.wall_time_max_ms),
            "retries_off": self.retries_off,
            "nodes_lost_per_job_max": self.nodes_lost_per_job_max,
            "hang_after_ms": dict(self.hang_after_ms),
            "start_up_max_ms": dict(self.start_up_max_ms),
            "hang_ends": self.hang_ends,
            "straggler_after_ms": dict(self.straggler_after_ms),
            "straggler_ends": self.straggler_ends,
            "gpu_idle_max_ms": dict(self.gpu_idle_max_ms),
            "gpu_idle_ends_after_ms": self.gpu_idle_ends_after_ms,
            "jobs_failed_per_node_max": self.jobs_failed_per_node_max,
            "faulty_nodes_max": self.faulty_nodes_max,
            "mig_geometries": [x.to_datum() for x in self.mig_geometries],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Policy:
        """The inverse."""
        return cls(
            name=d["name"],
            head_patience_ms=d["head_patience_ms"],
            head_hold_ms=d["head_hold_ms"],
            attempts_lost_max=d["attempts_lost_max"],
            workload_shapes_max=d["workload_shapes_max"],
            jobs_ended_kept_max=d["jobs_ended_kept_max"],
            share_window_ms=d.get("share_window_ms", 2592000000),
            share_half_life_ms=d.get("share_half_life_ms", 604800000),
            share_history_percent=d.get("share_history_percent", 100),
            credit_max_ms=d.get("credit_max_ms", 86400000),
            model_price_milli=dict(d.get("model_price_milli", {})),
            aging_step_ms=d.get("aging_step_ms", 86400000),
            reclaim_interval_ms=d.get("reclaim_interval_ms", 60000),
            time_level_gpu_ms=d.get("time_level_gpu_ms", 3600000),
            time_level_factor=d.get("time_level_factor", 8),
            time_levels=d.get("time_levels", 4),
            time_quantum_ms=d.get("time_quantum_ms", 300000),
            time_cost_percent_max=d.get("time_cost_percent_max", 50),
            time_promotion_ms=d.get("time_promotion_ms", 86400000),
            measure_interval_ms=d.get("measure_interval_ms", 10000),
            resize_interval_ms=d.get("resize_interval_ms", 300000),
            defrag_interval_ms=d.get("defrag_interval_ms", 300000),
            defrag_benefit_percent=d.get("defrag_benefit_percent", 300),
            fragmentation_percent_max=d.get("fragmentation_percent_max", 0),
            fragmentation_for_ms=d.get("fragmentation_for_ms", 600000),
            gap_drain_max_ms=d.get("gap_drain_max_ms", 0),
            headroom_percent=dict(d.get("headroom_percent", {})),
            guaranteed_duration_ms=d.get("guaranteed_duration_ms", 0),
            production_borrows=d.get("production_borrows", True),
            search_work_per_pass_max=d.get("search_work_per_pass_max", 2000),
            topology=TopologyWeights.from_datum(
                d.get(
                    "topology", {"nvlink": 1000, "leaf": 400, "spine": 200, "cell": 100, "stranded_gpu": 100}
                )
            ),
            tenants_untrusted=tuple(d.get("tenants_untrusted", [])),
            mig_change_interval_ms=d.get("mig_change_interval_ms", 600000),
            checkpoint_grace_max_ms=d.get("checkpoint_grace_max_ms", 600000),
            checkpoints_kept=d.get("checkpoints_kept", 0),
            node_upload_bytes_per_s=d.get("node_upload_bytes_per_s", 1000000000),
            job_upload_bytes_per_s=d.get("job_upload_bytes_per_s", 1000000000),
            store_upload_bytes_per_s=d.get("store_upload_bytes_per_s", 10000000000),
            background_upload_bytes_per_s=d.get("background_upload_bytes_per_s", 0),
            reclaim_margin_ms=d.get("reclaim_margin_ms", 5000),
            spot_price_percent=d.get("spot_price_percent", 70),
            spot_loss_weight=d.get("spot_loss_weight", 6),
            spot_reclaim_prior_ms=d.get("spot_reclaim_prior_ms", 86400000),
            node_loss_prior_ms=d.get("node_loss_prior_ms", 13291200000),
            spot_restart_ms=d.get("spot_restart_ms", 300000),
            fairness_threshold_percent=d.get("fairness_threshold_percent", 0),
            preemption_ran_min_ms=d.get("preemption_ran_min_ms", 300000),
            preemptions_per_job_day_max=d.get("preemptions_per_job_day_max", 3),
            preemption_hold_ms=d.get("preemption_hold_ms", 60000),
            wall_time_max_ms=dict(d.get("wall_time_max_ms", {})),
            retries_off=d.get("retries_off", False),
            nodes_lost_per_job_max=d.get("nodes_lost_per_job_max", 0),
            hang_after_ms=dict(d.get("hang_after_ms", {})),
            start_up_max_ms=dict(d.get("start_up_max_ms", {})),
            hang_ends=d.get("hang_ends", False),
            straggler_after_ms=dict(d.get("straggler_after_ms", {})),
            straggler_ends=d.get("straggler_ends", False),
            gpu_idle_max_ms=dict(d.get("gpu_idle_max_ms", {})),
            gpu_idle_ends_after_ms=d.get("gpu_idle_ends_after_ms", 0),
            jobs_failed_per_node_max=d.get("jobs_failed_per_node_max", 0),
            faulty_nodes_max=d.get("faulty_nodes_max", 0),
            mig_geometries=tuple(MigGeometry.from_datum(x) for x in d.get("mig_geometries", [])),
        )


@final
@record
class ActivatePolicy:
    """Decide by this policy from now on.

    Attributes:
        policy: The whole policy.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.ActivatePolicy"

    policy: Policy
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "policy": self.policy.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivatePolicy:
        """The inverse."""
        return cls(
            policy=Policy.from_datum(d["policy"]),
            requested_by=d["requested_by"],
        )


@final
@record
class ActivateFailureRules:
    """Judge failures by these rules from now on.

    Attributes:
        rules: The rules file, as `muster.failures` parses it; its version is higher than that in
            effect.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.operator_commands.ActivateFailureRules"

    rules: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rules": self.rules,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivateFailureRules:
        """The inverse."""
        return cls(
            rules=d["rules"],
            requested_by=d["requested_by"],
        )


OperatorCommand: TypeAlias = (
    CordonNode
    | UncordonNode
    | DrainNode
    | UndrainNode
    | CheckNode
    | ForgetNode
    | TagNode
    | ScheduleMaintenance
    | CancelMaintenance
    | ReclaimNode
    | SpareNode
    | ActivatePolicy
    | ActivateFailureRules
)

Payload: TypeAlias = OperatorCommand

PAYLOADS: Final[Table] = table_of(
    CordonNode,
    UncordonNode,
    DrainNode,
    UndrainNode,
    CheckNode,
    ForgetNode,
    TagNode,
    ScheduleMaintenance,
    CancelMaintenance,
    ReclaimNode,
    SpareNode,
    ActivatePolicy,
    ActivateFailureRules,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.operator_commands","d'
    'oc":"A request about nodes or policy, with the sender\'s token in the header '
    '`authorization` (ADR 55).","fields":[{"name":"event_id","type":"string","doc'
    '":"Unique for ever; the deduplication key."},{"name":"key","type":"string","'
    'doc":"Kafka key; records with the same key keep their order."},{"name":"occu'
    'rred_at_ms","type":"long","doc":"Time of the event according to the producer'
    ', milliseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"S'
    'ervice and instance that wrote the record."},{"name":"correlation_id","type"'
    ':"string","doc":"Shared by everything that follows from one request."},{"nam'
    'e":"causation_id","type":["null","string"],"doc":"event_id of the record thi'
    's one follows from.","default":null},{"name":"payload","type":[{"type":"reco'
    'rd","name":"CordonNode","doc":"Place nothing new on the node; its running jo'
    'bs continue.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."},{"name":"reason","typ'
    'e":"string","doc":"Reason.","default":""}],"namespace":"muster.operator_comm'
    'ands"},{"type":"record","name":"UncordonNode","doc":"Place work on the node '
    'again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":"string","doc":"Operator."}],"namespace":"muster.operat'
    'or_commands"},{"type":"record","name":"DrainNode","doc":"Place nothing new o'
    "n the node, and move its running jobs: they stop with their grace and wait a"
    'gain.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"r'
    'equested_by","type":"string","doc":"Operator."},{"name":"reason","type":"str'
    'ing","doc":"Reason.","default":""}],"namespace":"muster.operator_commands"},'
    '{"type":"record","name":"UndrainNode","doc":"Place work on the node again.",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requeste'
    'd_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comma'
    'nds"},{"type":"record","name":"CheckNode","doc":"Have the node\'s agent test '
    'it, as it tests a suspected one. If the test fails, the node is closed.","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_b'
    'y","type":"string","doc":"Operator."},{"name":"reason","type":"string","doc"'
    ':"Reason.","default":""}],"namespace":"muster.operator_commands"},{"type":"r'
    'ecord","name":"ForgetNode","doc":"Remove a lost node that holds nothing, wit'
    'h its marks; if it reports again, it joins as new.","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","d'
    'oc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","'
    'name":"TagNode","doc":"Set or remove labels and taints of the node, beside t'
    'hose it announces.","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels to'
    ' set; they override announced ones.","default":{}},{"name":"labels_removed",'
    '"type":{"type":"array","items":"string"},"doc":"Labels to remove, set before'
    ', sorted.","default":[]},{"name":"taints","type":{"type":"array","items":"st'
    'ring"},"doc":"Taints to set, sorted.","default":[]},{"name":"taints_removed"'
    ',"type":{"type":"array","items":"string"},"doc":"Taints to remove, set befor'
    'e, sorted.","default":[]},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Sc'
    'heduleMaintenance","doc":"Close the node for a time; replaces a window that '
    'has not begun.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"starts_at_ms","type":"long","doc":"From when, milliseconds since 197'
    '0 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"re'
    'quested_by","type":"string","doc":"Operator."},{"name":"reason","type":"stri'
    'ng","doc":"Reason.","default":""}],"namespace":"muster.operator_commands"},{'
    '"type":"record","name":"CancelMaintenance","doc":"Cancel the node\'s maintena'
    'nce window, or end it.","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace'
    '":"muster.operator_commands"},{"type":"record","name":"ReclaimNode","doc":"T'
    "reat the node as one that its provider reclaims; replaces an earlier announc"
    'ement.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'remaining_ms","type":"long","doc":"Time until the node is gone."},{"name":"r'
    'equested_by","type":"string","doc":"Operator."},{"name":"reason","type":"str'
    'ing","doc":"Reason, for people.","default":""}],"namespace":"muster.operator'
    '_commands"},{"type":"record","name":"SpareNode","doc":"Cancel the reclaim of'
    ' the node.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.op'
    'erator_commands"},{"type":"record","name":"ActivatePolicy","doc":"Decide by '
    'this policy from now on.","fields":[{"name":"policy","type":{"type":"record"'
    ',"name":"Policy","doc":"Settings that change decisions; a change is an event'
    ', so it replays.","fields":[{"name":"name","type":"string","doc":"Name for p'
    'eople."},{"name":"head_patience_ms","type":"long","doc":"Time for which othe'
    'rs may freely pass a blocked head of line; then nodes are reserved for it."}'
    ',{"name":"head_hold_ms","type":"long","doc":"Time for which nodes stay reser'
    'ved for it beyond its expected start."},{"name":"attempts_lost_max","type":"'
    'int","doc":"Attempts lost with their nodes before the job fails."},{"name":"'
    'workload_shapes_max","type":"int","doc":"Shapes remembered for the fragmenta'
    'tion score."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs r'
    'emembered for deduplication."},{"name":"share_window_ms","type":"long","doc"'
    ':"Usage older than this is forgotten.","default":2592000000},{"name":"share_'
    'half_life_ms","type":"long","doc":"Usage this old counts half.","default":60'
    '4800000},{"name":"share_history_percent","type":"int","doc":"Weight of usage'
    ' over time relative to usage now, 0 to 10000.","default":100},{"name":"credi'
    't_max_ms","type":"long","doc":"Maximum burst credit: that of a guarantee unu'
    'sed for this long; 0 gives none.","default":86400000},{"name":"model_price_m'
    'illi","type":{"type":"map","values":"long"},"doc":"Weight of an hour of a GP'
    'U model, thousandths; 1000 if absent.","default":{}},{"name":"aging_step_ms"'
    ',"type":"long","doc":"Wait after which a job goes with the next higher tier,'
    ' and so on; 0: never.","default":86400000},{"name":"reclaim_interval_ms","ty'
    'pe":"long","doc":"Minimum time between two preemption requests for the same '
    'lent GPUs.","default":60000},{"name":"time_level_gpu_ms","type":"long","doc"'
    ':"GPU time from which a job of a time-sharing queue is in the second level."'
    ',"default":3600000},{"name":"time_level_factor","type":"int","doc":"Factor b'
    'y which the start of each further level grows.","default":8},{"name":"time_l'
    'evels","type":"int","doc":"Number of levels of time-sharing jobs.","default"'
    ':4},{"name":"time_quantum_ms","type":"long","doc":"Minimum run time of a tim'
    'e-sharing job before it yields to one of a lower level.","default":300000},{'
    '"name":"time_cost_percent_max","type":"int","doc":"Maximum cost of its stop '
    'and restart, as a percentage of the time that it then runs at least.","defau'
    'lt":50},{"name":"time_promotion_ms","type":"long","doc":"A waiting time-shar'
    'ing job counts as one level lower after each such period.","default":8640000'
    '0},{"name":"measure_interval_ms","type":"long","doc":"Minimum time between t'
    'wo measurements of a queue that changed.","default":10000},{"name":"resize_i'
    'nterval_ms","type":"long","doc":"Minimum time between two resizes of an elas'
    'tic job.","default":300000},{"name":"defrag_interval_ms","type":"long","doc"'
    ':"Minimum time between two searches for moves that would make room for the h'
    'ead of line.","default":300000},{"name":"defrag_benefit_percent","type":"int'
    '","doc":"Moves are carried out if the GPU time gained is at least this perce'
    'ntage of the GPU time lost; 0: they are only proposed.","default":300},{"nam'
    'e":"fragmentation_percent_max","type":"int","doc":"Percentage of all GPUs th'
    "at may stay free but fragmented while jobs wait that need no more; beyond it"
    ", moves are planned for each of these jobs, not only for the head of line. 0"
    ': never.","default":0},{"name":"fragmentation_for_ms","type":"long","doc":"T'
    'ime for which that percentage must be exceeded.","default":600000},{"name":"'
    'gap_drain_max_ms","type":"long","doc":"Jobs that save and end within this ti'
    "me backfill nodes reserved for a gang, and leave when it fits without them, "
    'so it starts at most this much later. 0: none do.","default":0},{"name":"hea'
    'droom_percent","type":{"type":"map","values":"int"},"doc":"By GPU model: per'
    "centage of its GPUs that jobs below premium training leave free when they ex"
    'ceed their queue\'s guarantee. Models that are not named: none.","default":{}'
    '},{"name":"guaranteed_duration_ms","type":"long","doc":"Jobs below premium t'
    "raining that exceed their queue's guarantee start only where the forecast de"
    "mand of all other work does not need their GPUs for this long, and yield bef"
    'ore that only to production inference. 0: nothing is forecast.","default":0}'
    ',{"name":"production_borrows","type":"boolean","doc":"Whether production inf'
    "erence may exceed its queue's guarantee while others are guaranteed any GPUs"
    ': nobody could reclaim them.","default":true},{"name":"search_work_per_pass_'
    'max","type":"int","doc":"Work that one scheduling pass may spend on unsucces'
    "sful searches: 1 for each, and 1 for every 8 ranks of a gang; the next pass "
    'continues.","default":2000},{"name":"topology","type":{"type":"record","name'
    '":"TopologyWeights","doc":"Value of a gang\'s placement, per GPU of the gang,'
    ' by the smallest unit that holds it.","fields":[{"name":"nvlink","type":"int'
    '","doc":"The gang shares an NVLink domain or a node.","default":1000},{"name'
    '":"leaf","type":"int","doc":"It shares a leaf.","default":400},{"name":"spin'
    'e","type":"int","doc":"It shares a spine.","default":200},{"name":"cell","ty'
    'pe":"int","doc":"It shares a cell.","default":100},{"name":"stranded_gpu","t'
    'ype":"int","doc":"Penalty for each GPU left free beside it that no similar g'
    'roup can use.","default":100}],"namespace":"muster.operator_commands"},"doc"'
    ':"Weights for the placement of gangs.","default":{"nvlink":1000,"leaf":400,"'
    'spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted","type'
    '":{"type":"array","items":"string"},"doc":"Tenants whose fractions of GPUs a'
    'lways get a MIG instance of their own.","default":[]},{"name":"mig_change_in'
    'terval_ms","type":"long","doc":"Minimum time between two changes of a GPU\'s '
    'MIG mode.","default":600000},{"name":"checkpoint_grace_max_ms","type":"long"'
    ',"doc":"Maximum time for a checkpoint before a job is stopped, whatever the '
    'job requests.","default":600000},{"name":"checkpoints_kept","type":"int","do'
    'c":"Number of newest checkpoints of a job kept in the store, unless the job '
    'sets its own; 0: all.","default":0},{"name":"node_upload_bytes_per_s","type"'
    ':"long","doc":"Bandwidth of one node for storing checkpoints, bytes per seco'
    'nd.","default":1000000000},{"name":"job_upload_bytes_per_s","type":"long","d'
    'oc":"Maximum bandwidth of one job for storing checkpoints, bytes per second;'
    ' a job whose nodes will be reclaimed has the full bandwidth of its nodes.","'
    'default":1000000000},{"name":"store_upload_bytes_per_s","type":"long","doc":'
    '"Bandwidth of the store for all jobs that stop, bytes per second: drains wai'
    't for their turn.","default":10000000000},{"name":"background_upload_bytes_p'
    'er_s","type":"long","doc":"Maximum bandwidth of all running jobs for storing'
    " checkpoints, bytes per second, shared in proportion to what they hold of th"
    'e cell; 0: only each job\'s own limit.","default":0},{"name":"reclaim_margin_'
    'ms","type":"long","doc":"Ranks must have ended this long before their node i'
    's reclaimed.","default":5000},{"name":"spot_price_percent","type":"int","doc'
    '":"Price of a spot node as a percentage of another\'s, unless its label spot-'
    'price-percent states it.","default":70},{"name":"spot_loss_weight","type":"i'
    'nt","doc":"A job prefers spot nodes if its expected share of lost work, time'
    "s this, is below the share of the price that they save; 0: whatever it loses"
    '.","default":6},{"name":"spot_reclaim_prior_ms","type":"long","doc":"Expecte'
    'd life of a spot node while little is known of its GPU model.","default":864'
    '00000},{"name":"node_loss_prior_ms","type":"long","doc":"Expected life of a '
    'node that is no spot node while little is known of its GPU model.","default"'
    ':13291200000},{"name":"spot_restart_ms","type":"long","doc":"Expected loss o'
    "f a job at a reclaim beside its unsaved work: the time until it works again."
    '","default":300000},{"name":"fairness_threshold_percent","type":"int","doc":'
    '"A queue that holds less than this percentage of its fair share may preempt '
    'others that hold more than theirs; 0: none may.","default":0},{"name":"preem'
    'ption_ran_min_ms","type":"long","doc":"Minimum run time of a job before it m'
    'ay be preempted.","default":300000},{"name":"preemptions_per_job_day_max","t'
    'ype":"int","doc":"Maximum number of preemptions of a job within 24 hours.","'
    'default":3},{"name":"preemption_hold_ms","type":"long","doc":"Maximum time f'
    "or which nodes freed by victims are held for the job they yield to, after th"
    'eir grace.","default":60000},{"name":"wall_time_max_ms","type":{"type":"map"'
    ',"values":"long"},"doc":"Maximum time that an attempt of a job may hold its '
    "nodes, by tier, beside the job's own limit; tiers that are not named: none.\""
    ',"default":{}},{"name":"retries_off","type":"boolean","doc":"Whether failed '
    'attempts are not retried; lost or refused ones still are.","default":false},'
    '{"name":"nodes_lost_per_job_max","type":"int","doc":"A job is suspended when'
    ' this many nodes were lost soon after its attempts began there; 0: never.","'
    'default":0},{"name":"hang_after_ms","type":{"type":"map","values":"long"},"d'
    'oc":"Silence of all ranks (no output, no step) after which a job of the tier'
    ' counts as hanging; a job may set its own. Tiers that are not named: never."'
    ',"default":{}},{"name":"start_up_max_ms","type":{"type":"map","values":"long'
    '"},"doc":"The same for a job whose ranks were silent since their start and h'
    'ardly use the CPU.","default":{}},{"name":"hang_ends","type":"boolean","doc"'
    ':"Whether an attempt that hangs by these limits is ended, and retried as the'
    ' job allows; otherwise its owner is notified.","default":false},{"name":"str'
    'aggler_after_ms","type":{"type":"map","values":"long"},"doc":"By tier: perio'
    "d over which step times are measured; ranks whose steps take half as long ag"
    'ain as the others\' are reported; absent: none.","default":{}},{"name":"strag'
    'gler_ends","type":"boolean","doc":"Whether an attempt with such a rank is en'
    'ded, and retried elsewhere; otherwise it is reported.","default":false},{"na'
    'me":"gpu_idle_max_ms","type":{"type":"map","values":"long"},"doc":"By tier: '
    "the owner is notified when all GPUs of a job were busy for less than 5 % of "
    'this time; absent: never.","default":{}},{"name":"gpu_idle_ends_after_ms","t'
    'ype":"long","doc":"A job whose GPUs, by their multiprocessors, are still idl'
    'e this long after that notice is ended; 0: none is.","default":0},{"name":"j'
    'obs_failed_per_node_max","type":"int","doc":"A node is suspected and tested '
    'when this many jobs failed there that it may be to blame for; 0: none is.","'
    'default":0},{"name":"faulty_nodes_max","type":"int","doc":"Maximum number of'
    " nodes closed at once for faults that their kernels reported; 0: faults are "
    'reported and close no node.","default":0},{"name":"mig_geometries","type":{"'
    'type":"array","items":{"type":"record","name":"MigGeometry","doc":"Fixed MIG'
    ' geometry of a GPU model.","fields":[{"name":"gpu_model","type":"string","do'
    'c":"GPU model."},{"name":"instances","type":{"type":"array","items":{"type":'
    '"record","name":"MigInstance","doc":"One MIG instance.","fields":[{"name":"p'
    'rofile","type":"string","doc":"Profile, such as 2g.10gb."},{"name":"start","'
    'type":"int","doc":"First memory slice."}],"namespace":"muster.operator_comma'
    'nds"}},"doc":"All instances that may exist on one GPU."}],"namespace":"muste'
    'r.operator_commands"}},"doc":"GPU models with a fixed MIG geometry at this s'
    'ite; others are partitioned as jobs need it.","default":[]}],"namespace":"mu'
    'ster.operator_commands"},"doc":"The whole policy."},{"name":"requested_by","'
    'type":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{'
    '"type":"record","name":"ActivateFailureRules","doc":"Judge failures by these'
    ' rules from now on.","fields":[{"name":"rules","type":"string","doc":"The ru'
    "les file, as `muster.failures` parses it; its version is higher than that in"
    ' effect."},{"name":"requested_by","type":"string","doc":"Operator."}],"names'
    'pace":"muster.operator_commands"}],"doc":"What happened."}]}'
)
