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
    """Place nothing new on the node; what runs goes on.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Why.
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
    """Place nothing new on the node, and move what runs there: it stops with its grace and waits again.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Why.
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
    """Have the node's agent test it, as it tests a suspected one. Where it fails, the node is closed.

    Attributes:
        node_id: Node.
        requested_by: Operator.
        reason: Why.
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
class TagNode:
    """Give the node labels and taints beside those it announces, or take such away.

    Attributes:
        node_id: Node.
        labels: Labels to set; they win over announced ones.
        labels_removed: Labels set before that no longer hold, sorted.
        taints: Taints to set, sorted.
        taints_removed: Taints set before that no longer hold, sorted.
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
    """Close the node for a time; takes the place of a window that has not begun.

    Attributes:
        node_id: Node.
        starts_at_ms: From when, milliseconds since 1970 UTC.
        ends_at_ms: Until when.
        requested_by: Operator.
        reason: Why.
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
    """Call the node's window off, or end it.

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
    """Treat the node as one that its provider takes away; takes the place of what was announced before.

    Attributes:
        node_id: Node.
        remaining_ms: In how long it is gone.
        requested_by: Operator.
        reason: For people.
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
    """The node is not taken away after all.

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
    """What a gang's place is worth, per GPU of the gang, by the smallest unit that holds it.

    Attributes:
        nvlink: The gang shares an NVLink domain or a node.
        leaf: It shares a leaf.
        spine: It shares a spine.
        cell: It shares a cell.
        stranded_gpu: Taken off for each GPU left free beside it that no group like its own can use.
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
    """One instance.

    Attributes:
        profile: Profile, as in 2g.10gb.
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
    """The only way GPUs of a model are cut.

    Attributes:
        gpu_model: GPU model.
        instances: All that may exist on one GPU.
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
    """Knobs that change decisions; a change is an event, so it replays.

    Attributes:
        name: For people.
        head_patience_ms: A blocked head of line is passed freely for this long; then nodes are
            reserved for it.
        head_hold_ms: Nodes reserved for it are kept this long beyond the time it should have
            started at.
        attempts_lost_max: Attempts lost with their nodes before the job fails.
        workload_shapes_max: Shapes remembered for the fragmentation score.
        jobs_ended_kept_max: Ended jobs remembered for deduplication.
        share_window_ms: Usage older than this is forgotten.
        share_half_life_ms: Usage this old counts half.
        share_history_percent: Weight of usage over time beside usage now, 0 to 10000.
        credit_max_ms: Burst credit holds at most a guarantee unused for this long; 0 gives none.
        model_price_milli: What an hour of a GPU model counts, thousandths; 1000 where absent.
        aging_step_ms: A job that waited this long goes with the next higher tier, and so on; 0
            never.
        reclaim_interval_ms: Shortest time between two preemption requests for the same lent GPUs.
        time_level_gpu_ms: GPUs times time from which a job of a queue that shares time is in the
            second level.
        time_level_factor: Each further level begins at so many times as much.
        time_levels: Levels of jobs that share time.
        time_quantum_ms: A job that shares time runs at least so long before it yields to one of a
            lower level.
        time_cost_percent_max: Its stop and its restart cost at most this part of the time that it
            then runs at least.
        time_promotion_ms: A waiting job that shares time counts as one level lower after each such
            period.
        measure_interval_ms: A queue that changed is measured at most this often.
        resize_interval_ms: An elastic job is resized at most this often.
        defrag_interval_ms: Moves that would make room for the head of line are looked for at most
            this often.
        defrag_benefit_percent: They are carried out when the GPU time that is won is at least this
            part of what is lost; 0 only proposes.
        fragmentation_percent_max: Part of all GPU that may stay free and scattered while jobs wait
            that need no more; beyond it moves are planned for each of them, not for the head of
            line alone. 0: nobody looks.
        fragmentation_for_ms: How long it has to be more than that.
        gap_drain_max_ms: Jobs that save and end within so long fill nodes that are kept for a gang,
            and leave when it fits without them, so that it starts at most so much later. 0: none
            does.
        headroom_percent: By GPU model: the part of its GPUs that jobs below premium training leave
            free where they go beyond what is guaranteed to their queue. Models that are not named
            have none.
        guaranteed_duration_ms: Jobs below premium training that go beyond what is guaranteed to
            their queue start only where forecast demand of all other work is believed not to need
            their GPUs for so long, and do not yield before that but to production inference. 0:
            nothing is forecast.
        production_borrows: Whether production inference may take GPUs beyond what is guaranteed to
            its queue while others are guaranteed any: nobody could ask them back.
        search_work_per_pass_max: Work that one scheduling pass may spend on searches in vain: 1 for
            each, and 1 for every 8 ranks of a gang; the next pass goes on.
        topology: How places of gangs are weighed.
        tenants_untrusted: Tenants whose fractions of GPUs always get a MIG instance of their own.
        mig_change_interval_ms: A GPU is cut into MIG instances, or made whole again, at most this
            often.
        checkpoint_grace_max_ms: Most time for a checkpoint before a job is stopped, whatever the
            job asks for.
        checkpoints_kept: So many of the newest checkpoints of a job stay in the store, unless it
            states another number; 0: all.
        node_upload_bytes_per_s: What one node stores of checkpoints, bytes per second.
        job_upload_bytes_per_s: What one job stores of checkpoints at most, bytes per second; only
            one whose nodes will be taken away has all that its nodes store.
        store_upload_bytes_per_s: What the store takes of all jobs that stop, bytes per second:
            drains wait for their turn.
        background_upload_bytes_per_s: What all jobs that run store of checkpoints at most, bytes
            per second, each the part of it that it holds of the cell; 0: each what a job may.
        reclaim_margin_ms: Ranks have ended this long before their node is taken away.
        spot_price_percent: What a spot node costs of the price of another, where its label spot-
            price-percent does not say.
        spot_loss_weight: A job goes to spot nodes first if its expected part of lost work, times
            this, is less than the part of the price that they save; 0: whatever it loses.
        spot_reclaim_prior_ms: How long a spot node is believed to stay while little is known of its
            GPU model.
        node_loss_prior_ms: How long a node that is no spot node is believed to last while little is
            known of its GPU model.
        spot_restart_ms: What a job is believed to lose at a reclaim beside its unsaved work: until
            it works again.
        fairness_threshold_percent: A queue that holds less than this part of its due may have
            others yield that hold more than theirs; 0: none may.
        preemption_ran_min_ms: A job that was bound more recently is not preempted.
        preemptions_per_job_day_max: How often a job is preempted within 24 hours at most.
        preemption_hold_ms: What victims free is held for the job they yield to for at most so long
            after their grace.
        wall_time_max_ms: Longest time that an attempt of a job may hold its nodes, by tier, beside
            the job's own limit; tiers that are not named have none.
        retries_off: No attempt that failed is retried; those that were lost or refused are.
        nodes_lost_per_job_max: A job is suspended once so many nodes were lost soon after attempts
            of it began there; 0 never.
        hang_after_ms: Silence of all ranks (no output, no step) after which a job of the tier
            counts as hanging; a job may state its own. Tiers that are not named: never.
        start_up_max_ms: The same for a job whose ranks said nothing since their start and hardly
            use the CPU.
        hang_ends: An attempt that hangs by these is ended, and retried as the job allows; else its
            owner is told.
        straggler_after_ms: By tier: ranks whose steps take half as long again as the others' are
            told, measured over so long; absent: not.
        straggler_ends: An attempt with such a rank is ended, and retried elsewhere; else it is
            told.
        gpu_idle_max_ms: By tier: an owner is told when all GPUs of a job were busy for less than 5
            % of so long; absent: not.
        gpu_idle_ends_after_ms: A job whose GPUs still idle so long after that was told, by their
            multiprocessors, is ended; 0: none is.
        jobs_failed_per_node_max: A node is suspected and tested once so many jobs failed there that
            it may be to blame for; 0: none is.
        faulty_nodes_max: At most so many nodes are closed for faults that their kernels reported at
            once; 0: faults are told and close none.
        mig_geometries: GPU models that a site cuts in one way only; others as jobs need it.
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
        rules: The rules file, as libs/failures parses it; its version is higher than that in
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
    'doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_at_m'
    's","type":"long","doc":"When the producer says it happened, milliseconds sin'
    'ce 1970 UTC."},{"name":"producer","type":"string","doc":"Service and instanc'
    'e that wrote the record."},{"name":"correlation_id","type":"string","doc":"S'
    'hared by everything that follows from one request."},{"name":"causation_id",'
    '"type":["null","string"],"doc":"event_id of the record this one follows from'
    '.","default":null},{"name":"payload","type":[{"type":"record","name":"Cordon'
    'Node","doc":"Place nothing new on the node; what runs goes on.","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type"'
    ':"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","'
    'default":""}],"namespace":"muster.operator_commands"},{"type":"record","name'
    '":"UncordonNode","doc":"Place work on the node again.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string"'
    ',"doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record'
    '","name":"DrainNode","doc":"Place nothing new on the node, and move what run'
    's there: it stops with its grace and waits again.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"requested_by","type":"string","do'
    'c":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}]'
    ',"namespace":"muster.operator_commands"},{"type":"record","name":"UndrainNod'
    'e","doc":"Place work on the node again.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operat'
    'or."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Chec'
    'kNode","doc":"Have the node\'s agent test it, as it tests a suspected one. Wh'
    'ere it fails, the node is closed.","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},'
    '{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"mu'
    'ster.operator_commands"},{"type":"record","name":"TagNode","doc":"Give the n'
    'ode labels and taints beside those it announces, or take such away.","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","type":'
    '{"type":"map","values":"string"},"doc":"Labels to set; they win over announc'
    'ed ones.","default":{}},{"name":"labels_removed","type":{"type":"array","ite'
    'ms":"string"},"doc":"Labels set before that no longer hold, sorted.","defaul'
    't":[]},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Tain'
    'ts to set, sorted.","default":[]},{"name":"taints_removed","type":{"type":"a'
    'rray","items":"string"},"doc":"Taints set before that no longer hold, sorted'
    '.","default":[]},{"name":"requested_by","type":"string","doc":"Operator."}],'
    '"namespace":"muster.operator_commands"},{"type":"record","name":"ScheduleMai'
    'ntenance","doc":"Close the node for a time; takes the place of a window that'
    ' has not begun.","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds since 19'
    '70 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"r'
    'equested_by","type":"string","doc":"Operator."},{"name":"reason","type":"str'
    'ing","doc":"Why.","default":""}],"namespace":"muster.operator_commands"},{"t'
    'ype":"record","name":"CancelMaintenance","doc":"Call the node\'s window off, '
    'or end it.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.op'
    'erator_commands"},{"type":"record","name":"ReclaimNode","doc":"Treat the nod'
    "e as one that its provider takes away; takes the place of what was announced"
    ' before.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"remaining_ms","type":"long","doc":"In how long it is gone."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."},{"name":"reason","type":"string'
    '","doc":"For people.","default":""}],"namespace":"muster.operator_commands"}'
    ',{"type":"record","name":"SpareNode","doc":"The node is not taken away after'
    ' all.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"r'
    'equested_by","type":"string","doc":"Operator."}],"namespace":"muster.operato'
    'r_commands"},{"type":"record","name":"ActivatePolicy","doc":"Decide by this '
    'policy from now on.","fields":[{"name":"policy","type":{"type":"record","nam'
    'e":"Policy","doc":"Knobs that change decisions; a change is an event, so it '
    'replays.","fields":[{"name":"name","type":"string","doc":"For people."},{"na'
    'me":"head_patience_ms","type":"long","doc":"A blocked head of line is passed'
    ' freely for this long; then nodes are reserved for it."},{"name":"head_hold_'
    'ms","type":"long","doc":"Nodes reserved for it are kept this long beyond the'
    ' time it should have started at."},{"name":"attempts_lost_max","type":"int",'
    '"doc":"Attempts lost with their nodes before the job fails."},{"name":"workl'
    'oad_shapes_max","type":"int","doc":"Shapes remembered for the fragmentation '
    'score."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs rememb'
    'ered for deduplication."},{"name":"share_window_ms","type":"long","doc":"Usa'
    'ge older than this is forgotten.","default":2592000000},{"name":"share_half_'
    'life_ms","type":"long","doc":"Usage this old counts half.","default":6048000'
    '00},{"name":"share_history_percent","type":"int","doc":"Weight of usage over'
    ' time beside usage now, 0 to 10000.","default":100},{"name":"credit_max_ms",'
    '"type":"long","doc":"Burst credit holds at most a guarantee unused for this '
    'long; 0 gives none.","default":86400000},{"name":"model_price_milli","type":'
    '{"type":"map","values":"long"},"doc":"What an hour of a GPU model counts, th'
    'ousandths; 1000 where absent.","default":{}},{"name":"aging_step_ms","type":'
    '"long","doc":"A job that waited this long goes with the next higher tier, an'
    'd so on; 0 never.","default":86400000},{"name":"reclaim_interval_ms","type":'
    '"long","doc":"Shortest time between two preemption requests for the same len'
    't GPUs.","default":60000},{"name":"time_level_gpu_ms","type":"long","doc":"G'
    "PUs times time from which a job of a queue that shares time is in the second"
    ' level.","default":3600000},{"name":"time_level_factor","type":"int","doc":"'
    'Each further level begins at so many times as much.","default":8},{"name":"t'
    'ime_levels","type":"int","doc":"Levels of jobs that share time.","default":4'
    '},{"name":"time_quantum_ms","type":"long","doc":"A job that shares time runs'
    ' at least so long before it yields to one of a lower level.","default":30000'
    '0},{"name":"time_cost_percent_max","type":"int","doc":"Its stop and its rest'
    'art cost at most this part of the time that it then runs at least.","default'
    '":50},{"name":"time_promotion_ms","type":"long","doc":"A waiting job that sh'
    'ares time counts as one level lower after each such period.","default":86400'
    '000},{"name":"measure_interval_ms","type":"long","doc":"A queue that changed'
    ' is measured at most this often.","default":10000},{"name":"resize_interval_'
    'ms","type":"long","doc":"An elastic job is resized at most this often.","def'
    'ault":300000},{"name":"defrag_interval_ms","type":"long","doc":"Moves that w'
    'ould make room for the head of line are looked for at most this often.","def'
    'ault":300000},{"name":"defrag_benefit_percent","type":"int","doc":"They are '
    "carried out when the GPU time that is won is at least this part of what is l"
    'ost; 0 only proposes.","default":300},{"name":"fragmentation_percent_max","t'
    'ype":"int","doc":"Part of all GPU that may stay free and scattered while job'
    "s wait that need no more; beyond it moves are planned for each of them, not "
    'for the head of line alone. 0: nobody looks.","default":0},{"name":"fragment'
    'ation_for_ms","type":"long","doc":"How long it has to be more than that.","d'
    'efault":600000},{"name":"gap_drain_max_ms","type":"long","doc":"Jobs that sa'
    "ve and end within so long fill nodes that are kept for a gang, and leave whe"
    "n it fits without them, so that it starts at most so much later. 0: none doe"
    's.","default":0},{"name":"headroom_percent","type":{"type":"map","values":"i'
    'nt"},"doc":"By GPU model: the part of its GPUs that jobs below premium train'
    "ing leave free where they go beyond what is guaranteed to their queue. Model"
    's that are not named have none.","default":{}},{"name":"guaranteed_duration_'
    'ms","type":"long","doc":"Jobs below premium training that go beyond what is '
    "guaranteed to their queue start only where forecast demand of all other work"
    " is believed not to need their GPUs for so long, and do not yield before tha"
    't but to production inference. 0: nothing is forecast.","default":0},{"name"'
    ':"production_borrows","type":"boolean","doc":"Whether production inference m'
    "ay take GPUs beyond what is guaranteed to its queue while others are guarant"
    'eed any: nobody could ask them back.","default":true},{"name":"search_work_p'
    'er_pass_max","type":"int","doc":"Work that one scheduling pass may spend on '
    "searches in vain: 1 for each, and 1 for every 8 ranks of a gang; the next pa"
    'ss goes on.","default":2000},{"name":"topology","type":{"type":"record","nam'
    'e":"TopologyWeights","doc":"What a gang\'s place is worth, per GPU of the gan'
    'g, by the smallest unit that holds it.","fields":[{"name":"nvlink","type":"i'
    'nt","doc":"The gang shares an NVLink domain or a node.","default":1000},{"na'
    'me":"leaf","type":"int","doc":"It shares a leaf.","default":400},{"name":"sp'
    'ine","type":"int","doc":"It shares a spine.","default":200},{"name":"cell","'
    'type":"int","doc":"It shares a cell.","default":100},{"name":"stranded_gpu",'
    '"type":"int","doc":"Taken off for each GPU left free beside it that no group'
    ' like its own can use.","default":100}],"namespace":"muster.operator_command'
    's"},"doc":"How places of gangs are weighed.","default":{"nvlink":1000,"leaf"'
    ':400,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted"'
    ',"type":{"type":"array","items":"string"},"doc":"Tenants whose fractions of '
    'GPUs always get a MIG instance of their own.","default":[]},{"name":"mig_cha'
    'nge_interval_ms","type":"long","doc":"A GPU is cut into MIG instances, or ma'
    'de whole again, at most this often.","default":600000},{"name":"checkpoint_g'
    'race_max_ms","type":"long","doc":"Most time for a checkpoint before a job is'
    ' stopped, whatever the job asks for.","default":600000},{"name":"checkpoints'
    '_kept","type":"int","doc":"So many of the newest checkpoints of a job stay i'
    'n the store, unless it states another number; 0: all.","default":0},{"name":'
    '"node_upload_bytes_per_s","type":"long","doc":"What one node stores of check'
    'points, bytes per second.","default":1000000000},{"name":"job_upload_bytes_p'
    'er_s","type":"long","doc":"What one job stores of checkpoints at most, bytes'
    " per second; only one whose nodes will be taken away has all that its nodes "
    'store.","default":1000000000},{"name":"store_upload_bytes_per_s","type":"lon'
    'g","doc":"What the store takes of all jobs that stop, bytes per second: drai'
    'ns wait for their turn.","default":10000000000},{"name":"background_upload_b'
    'ytes_per_s","type":"long","doc":"What all jobs that run store of checkpoints'
    " at most, bytes per second, each the part of it that it holds of the cell; 0"
    ': each what a job may.","default":0},{"name":"reclaim_margin_ms","type":"lon'
    'g","doc":"Ranks have ended this long before their node is taken away.","defa'
    'ult":5000},{"name":"spot_price_percent","type":"int","doc":"What a spot node'
    " costs of the price of another, where its label spot-price-percent does not "
    'say.","default":70},{"name":"spot_loss_weight","type":"int","doc":"A job goe'
    "s to spot nodes first if its expected part of lost work, times this, is less"
    ' than the part of the price that they save; 0: whatever it loses.","default"'
    ':6},{"name":"spot_reclaim_prior_ms","type":"long","doc":"How long a spot nod'
    'e is believed to stay while little is known of its GPU model.","default":864'
    '00000},{"name":"node_loss_prior_ms","type":"long","doc":"How long a node tha'
    "t is no spot node is believed to last while little is known of its GPU model"
    '.","default":13291200000},{"name":"spot_restart_ms","type":"long","doc":"Wha'
    "t a job is believed to lose at a reclaim beside its unsaved work: until it w"
    'orks again.","default":300000},{"name":"fairness_threshold_percent","type":"'
    'int","doc":"A queue that holds less than this part of its due may have other'
    's yield that hold more than theirs; 0: none may.","default":0},{"name":"pree'
    'mption_ran_min_ms","type":"long","doc":"A job that was bound more recently i'
    's not preempted.","default":300000},{"name":"preemptions_per_job_day_max","t'
    'ype":"int","doc":"How often a job is preempted within 24 hours at most.","de'
    'fault":3},{"name":"preemption_hold_ms","type":"long","doc":"What victims fre'
    'e is held for the job they yield to for at most so long after their grace.",'
    '"default":60000},{"name":"wall_time_max_ms","type":{"type":"map","values":"l'
    'ong"},"doc":"Longest time that an attempt of a job may hold its nodes, by ti'
    'er, beside the job\'s own limit; tiers that are not named have none.","defaul'
    't":{}},{"name":"retries_off","type":"boolean","doc":"No attempt that failed '
    'is retried; those that were lost or refused are.","default":false},{"name":"'
    'nodes_lost_per_job_max","type":"int","doc":"A job is suspended once so many '
    'nodes were lost soon after attempts of it began there; 0 never.","default":0'
    '},{"name":"hang_after_ms","type":{"type":"map","values":"long"},"doc":"Silen'
    "ce of all ranks (no output, no step) after which a job of the tier counts as"
    ' hanging; a job may state its own. Tiers that are not named: never.","defaul'
    't":{}},{"name":"start_up_max_ms","type":{"type":"map","values":"long"},"doc"'
    ':"The same for a job whose ranks said nothing since their start and hardly u'
    'se the CPU.","default":{}},{"name":"hang_ends","type":"boolean","doc":"An at'
    "tempt that hangs by these is ended, and retried as the job allows; else its "
    'owner is told.","default":false},{"name":"straggler_after_ms","type":{"type"'
    ':"map","values":"long"},"doc":"By tier: ranks whose steps take half as long '
    'again as the others\' are told, measured over so long; absent: not.","default'
    '":{}},{"name":"straggler_ends","type":"boolean","doc":"An attempt with such '
    'a rank is ended, and retried elsewhere; else it is told.","default":false},{'
    '"name":"gpu_idle_max_ms","type":{"type":"map","values":"long"},"doc":"By tie'
    "r: an owner is told when all GPUs of a job were busy for less than 5 % of so"
    ' long; absent: not.","default":{}},{"name":"gpu_idle_ends_after_ms","type":"'
    'long","doc":"A job whose GPUs still idle so long after that was told, by the'
    'ir multiprocessors, is ended; 0: none is.","default":0},{"name":"jobs_failed'
    '_per_node_max","type":"int","doc":"A node is suspected and tested once so ma'
    'ny jobs failed there that it may be to blame for; 0: none is.","default":0},'
    '{"name":"faulty_nodes_max","type":"int","doc":"At most so many nodes are clo'
    "sed for faults that their kernels reported at once; 0: faults are told and c"
    'lose none.","default":0},{"name":"mig_geometries","type":{"type":"array","it'
    'ems":{"type":"record","name":"MigGeometry","doc":"The only way GPUs of a mod'
    'el are cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model.'
    '"},{"name":"instances","type":{"type":"array","items":{"type":"record","name'
    '":"MigInstance","doc":"One instance.","fields":[{"name":"profile","type":"st'
    'ring","doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"F'
    'irst memory slice."}],"namespace":"muster.operator_commands"}},"doc":"All th'
    'at may exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"'
    'GPU models that a site cuts in one way only; others as jobs need it.","defau'
    'lt":[]}],"namespace":"muster.operator_commands"},"doc":"The whole policy."},'
    '{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"must'
    'er.operator_commands"},{"type":"record","name":"ActivateFailureRules","doc":'
    '"Judge failures by these rules from now on.","fields":[{"name":"rules","type'
    '":"string","doc":"The rules file, as libs/failures parses it; its version is'
    ' higher than that in effect."},{"name":"requested_by","type":"string","doc":'
    '"Operator."}],"namespace":"muster.operator_commands"}],"doc":"What happened.'
    '"}]}'
)
