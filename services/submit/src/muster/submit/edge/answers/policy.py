"""The policy as JSON."""

from __future__ import annotations

from typing import cast

from muster.api.etags import etag
from muster.events.operator_commands import Policy
from muster.jobs import policy_data
from muster.submit.core.read_model import PolicyRow
from muster.submit.edge.answers.times import Time, iso
from typing_extensions import TypedDict


class PolicySettings(TypedDict):
    """The settings that change the scheduler's decisions; see PolicyRequest for what each means."""

    name: str
    head_patience: str
    head_hold: str
    attempts_lost_max: int
    workload_shapes_max: int
    jobs_ended_kept_max: int
    share_window: str
    share_half_life: str
    share_history_percent: int
    credit_max: str
    model_price: dict[str, float]
    aging_step: str
    reclaim_interval: str
    time_level_gpu: str
    time_level_factor: int
    time_levels: int
    time_quantum: str
    time_cost_percent_max: int
    time_promotion: str
    measure_interval: str
    resize_interval: str
    defrag_interval: str
    defrag_benefit_percent: int
    fragmentation_percent_max: int
    fragmentation_for: str
    gap_drain_max: str
    headroom_percent: dict[str, int]
    guaranteed_duration: str
    production_borrows: bool
    search_work_per_pass_max: int
    topology: dict[str, int]
    tenants_untrusted: list[str]
    mig_change_interval: str
    checkpoint_grace_max: str
    checkpoints_kept: int
    node_upload_bytes_per_s: int
    job_upload_bytes_per_s: int
    store_upload_bytes_per_s: int
    background_upload_bytes_per_s: int
    reclaim_margin: str
    spot_price_percent: int
    spot_loss_weight: int
    spot_reclaim_prior: str
    node_loss_prior: str
    spot_restart: str
    fairness_threshold_percent: int
    preemption_ran_min: str
    preemptions_per_job_day_max: int
    preemption_hold: str
    wall_time_max: dict[str, str]
    retries_off: bool
    nodes_lost_per_job_max: int
    hang_after: dict[str, str]
    start_up_max: dict[str, str]
    hang_ends: bool
    straggler_after: dict[str, str]
    straggler_ends: bool
    gpu_idle_max: dict[str, str]
    gpu_idle_ends_after: str
    jobs_failed_per_node_max: int
    faulty_nodes_max: int
    mig_geometries: dict[str, list[str]]


class PolicyAnswer(PolicySettings):
    """The policy in effect, and who activated it when."""

    activated_by: str
    activated_at: Time | None
    etag: str


def policy_json(policy: PolicyRow) -> PolicyAnswer:
    """Convert a policy to the user's form, with the user and time of its activation."""
    return {
        **policy_fields_json(policy),
        "activated_by": policy.activated_by,
        "activated_at": iso(policy.activated_at_ms),
        "etag": policy_etag(policy),
    }


def policy_fields_json(policy: PolicyRow) -> PolicySettings:
    """Convert the settings of a policy."""
    return cast("PolicySettings", policy_data(Policy.from_datum(policy.policy)))


def policy_etag(policy: PolicyRow) -> str:
    """Return the ETag of a policy: the position of its event."""
    return etag(policy.event_partition, policy.event_offset)
