"""PolicyRequest: the scheduler's policy as people write it, and its conversion to the Policy record and back.

A policy is always given whole; a part of one is a merge patch (documents/patch.py) of the current policy.
Names are the record's without units (`knob`): a duration is written with its unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Annotated, Any, Final, TypeAlias, cast

from muster.events.job_commands import Tier
from muster.events.operator_commands import Policy
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.values.quantities import format_duration, from_milli, to_milli
from muster.jobs.values.rules import (
    GPU_MODEL_ALLOWED,
    QUEUE_ALLOWED,
    QUEUE_PATTERN,
    Allowed,
    Flag,
    GpuModel,
    Text,
    TierField,
    duration,
    number,
    whole,
    written,
)
from pydantic import Field

PRICE_MAX: Final = 1000
MODELS_MAX: Final = 64
WEIGHT_MAX: Final = 1_000_000
TENANTS_MAX: Final = 4096

Price: TypeAlias = Annotated[int | float, *number("", 0.001, PRICE_MAX, example=2.5)]
Weight: TypeAlias = Annotated[int, *whole(0, WEIGHT_MAX)]
Prices: TypeAlias = Annotated[
    dict[GpuModel, Price],
    Field(max_length=MODELS_MAX),
    Allowed(
        f"at most {MODELS_MAX} GPU models, each {GPU_MODEL_ALLOWED}, with a number from 0.001 to {PRICE_MAX} "
        "in steps of 0.001"
    ),
]

Tenants: TypeAlias = Annotated[
    tuple[Annotated[str, Field(pattern=QUEUE_PATTERN)], ...],
    Field(max_length=TENANTS_MAX),
    Allowed(f"a list of at most {TENANTS_MAX} tenants, each {QUEUE_ALLOWED}"),
]
Geometries: TypeAlias = Annotated[
    dict[GpuModel, tuple[Annotated[str, Field(pattern=r"^[1-9]g\.[0-9]{1,3}gb@[0-9]$")], ...]],
    Field(max_length=MODELS_MAX),
    Allowed(
        f"at most {MODELS_MAX} GPU models, each with its MIG instances as profile@start, such as 2g.10gb@4"
    ),
]


Headroom: TypeAlias = Annotated[
    dict[GpuModel, Annotated[int, *whole(0, 100)]],
    Field(max_length=MODELS_MAX),
    Allowed(f"at most {MODELS_MAX} GPU models, each {GPU_MODEL_ALLOWED}, with a whole number from 0 to 100"),
]
TierTimes: TypeAlias = Annotated[
    dict[TierField, Annotated[int, *duration("1s", "400d")]],
    Allowed("tiers, each with a duration from 1s to 400d, such as standard-training: 24h"),
]


class TopologyWeightsRequest(Form):
    """The value of a gang's placement, per GPU of the gang, by the smallest network unit that holds it."""

    nvlink: Weight = 1000
    """An NVLink domain, or a node."""
    leaf: Weight = 400
    """A leaf."""
    spine: Weight = 200
    """A spine."""
    cell: Weight = 100
    """A cell."""
    stranded_gpu: Weight = 100
    """Subtracted for each GPU left free next to it that no group of its kind can use."""


class PolicyRequest(Form):
    """Settings that change decisions."""

    name: Text
    """Name of the policy, for people."""
    head_patience: Annotated[int, *duration("0s", "30d")]
    """Time for which other jobs may pass a blocked head of line before nodes are reserved for it."""
    head_hold: Annotated[int, *duration("0s", "30d")]
    """Time for which the reservation is kept after the time at which the head should have started."""
    attempts_lost_max: Annotated[int, *whole(2, 1000)]
    """Number of attempts lost with their nodes after which the job fails."""
    workload_shapes_max: Annotated[int, *whole(1, 10_000)]
    """Number of shapes remembered for the fragmentation score."""
    jobs_ended_kept_max: Annotated[int, *whole(1_000, 10_000_000)]
    """Number of ended jobs remembered for deduplication."""
    share_window: Annotated[int, *duration("1m", "400d")]
    """Usage older than this is forgotten."""
    share_half_life: Annotated[int, *duration("1m", "400d")]
    """Age at which usage counts half."""
    share_history_percent: Annotated[int, *whole(0, 10_000)]
    """Weight of usage over time relative to current usage."""
    credit_max: Annotated[int, *duration("0s", "400d")]
    """Maximum burst credit: a guarantee unused for this long; 0s: no credit."""
    model_price: Prices
    """Price of an hour on a GPU model; 1 for models not listed."""
    aging_step: Annotated[int, *duration("0s", "400d")]
    """After each period of this length a waiting job counts as one tier higher; 0s: never."""
    reclaim_interval: Annotated[int, *duration("1s", "1d")]
    """Shortest time between two preemption requests for the same lent GPUs."""
    time_level_gpu: Annotated[int, *duration("1m", "400d")]
    """GPUs x time from which a job of a queue that shares time is in the second level: 1h is a GPU hour."""
    time_level_factor: Annotated[int, *whole(2, 100)]
    """Each further level begins at this multiple of the one before."""
    time_levels: Annotated[int, *whole(1, 8, "; 1: first come, first served")]
    """Levels of jobs that share time."""
    time_quantum: Annotated[int, *duration("1m", "30d")]
    """Minimum run time of a job that shares time before it yields to one of a lower level."""
    time_cost_percent_max: Annotated[int, *whole(1, 100)]
    """Maximum cost of a stop and a restart, as a percentage of a job's run time between them."""
    time_promotion: Annotated[int, *duration("1m", "400d")]
    """After each period of this length a waiting job that shares time counts as one level lower."""
    measure_interval: Annotated[int, *duration("100ms", "1d")]
    """Shortest time between two measurements of a queue."""
    resize_interval: Annotated[int, *duration("1s", "1d")]
    """Shortest time between two resizes of an elastic job."""
    defrag_interval: Annotated[int, *duration("1s", "1d")]
    """Shortest time between two searches for moves that make room for the head of line."""
    defrag_benefit_percent: Annotated[int, *whole(0, 1_000_000, "; 0 only proposes")]
    """Moves are carried out when the GPU time they win is at least this percentage of what they lose."""
    fragmentation_percent_max: Annotated[int, *whole(0, 100, "; 0: nobody looks")]
    """Percentage of all GPUs that may stay free but fragmented while jobs wait that need no more than these;
    beyond it moves are planned for each of these jobs, not for the head of line alone."""
    fragmentation_for: Annotated[int, *duration("1s", "1d")]
    """Time for which fragmentation has to exceed that percentage."""
    gap_drain_max: Annotated[int, *duration("0s", "10m")]
    """Jobs that can save and end within this time fill nodes that are reserved for a gang, and leave when
    it fits; 0s: no backfill."""
    headroom_percent: Headroom
    """By GPU model: percentage of its GPUs that jobs below premium training leave free when they exceed their
    queue's guarantee."""
    guaranteed_duration: Annotated[int, *duration("0s", "7d")]
    """Jobs below premium training that exceed their queue's guarantee start only if the forecast demand of
    others leaves them their GPUs for this long, and until then yield to production inference only; 0s: no
    forecast."""
    production_borrows: Flag
    """Whether production inference may exceed its queue's guarantee while other queues have guarantees: it
    cannot be preempted to give the GPUs back."""
    search_work_per_pass_max: Annotated[int, *whole(1, 1_000_000)]
    """Budget of one scheduling pass for failed searches: each costs 1, plus 1 for every 8 ranks; the next
    pass continues there."""
    topology: TopologyWeightsRequest
    """Weights of gang placements."""
    tenants_untrusted: Tenants
    """Tenants whose fractions of GPUs always get a MIG instance of their own."""
    mig_change_interval: Annotated[int, *duration("1s", "30d")]
    """Shortest time between two changes of a GPU's MIG partitioning."""
    checkpoint_grace_max: Annotated[int, *duration("1ms", "1d")]
    """Maximum time for a checkpoint before a job is stopped; overrides the job's own."""
    checkpoints_kept: Annotated[int, *whole(0, 64, "; 0: all stay")]
    """Number of a job's newest checkpoints to keep in the store, at least two; a job may set its own."""
    node_upload_bytes_per_s: Annotated[int, *whole(1_000_000, 10**15)]
    """Upload bandwidth of one node for checkpoints, bytes per second."""
    job_upload_bytes_per_s: Annotated[int, *whole(1_000_000, 10**15)]
    """Maximum upload bandwidth of one job for checkpoints, bytes per second; exceeded only for a reclaim."""
    store_upload_bytes_per_s: Annotated[int, *whole(1_000_000, 10**15)]
    """Upload bandwidth of the store for all jobs that stop, bytes per second; further drains wait."""
    background_upload_bytes_per_s: Annotated[int, *whole(0, 10**15, "; 0: each what one job may")]
    """Maximum upload bandwidth of all running jobs, bytes per second, split by their shares of the cell."""
    reclaim_margin: Annotated[int, *duration("0s", "10m")]
    """Time by which ranks end before their node is reclaimed."""
    spot_price_percent: Annotated[int, *whole(1, 100)]
    """Price of a spot node as a percentage of another's; its label spot-price-percent overrides this."""
    spot_loss_weight: Annotated[int, *whole(0, 1000, "; 0: whatever it loses")]
    """A job prefers spot nodes if its expected fraction of lost work, times this, is below the fraction of
    the price that they save."""
    spot_reclaim_prior: Annotated[int, *duration("1m", "400d")]
    """Assumed lifetime of a spot node while there is little data on its GPU model."""
    node_loss_prior: Annotated[int, *duration("1h", "3650d")]
    """Assumed time between failures of other nodes while there is little data on their GPU model."""
    spot_restart: Annotated[int, *duration("0s", "1d")]
    """Assumed loss of a job at a reclaim beside its unsaved work: the time until it works again."""
    fairness_threshold_percent: Annotated[int, *whole(0, 100, "; 0: no queue may")]
    """Queues that hold less than this percentage of their fair share may preempt those that hold more."""
    preemption_ran_min: Annotated[int, *duration("0s", "30d")]
    """A job that was bound more recently is not preempted."""
    preemptions_per_job_day_max: Annotated[int, *whole(0, 1000, "; 0 preempts no job")]
    """Maximum number of preemptions of a job within 24 hours."""
    preemption_hold: Annotated[int, *duration("1s", "1d")]
    """Maximum time for which GPUs freed by victims stay reserved for the preemptor, after their grace."""
    wall_time_max: TierTimes
    """Longest time for which an attempt may hold its nodes, by tier; tiers that are not named have none."""
    retries_off: Annotated[bool, Field(strict=True), Allowed("true or false")]
    """Disables retries of failed attempts; attempts lost with a node or refused by one are still retried."""
    nodes_lost_per_job_max: Annotated[int, *whole(0, 100, "; 0 quarantines no job")]
    """Number of nodes lost soon after a job's attempts began there at which the job is suspended."""
    hang_after: TierTimes
    """Silence of all ranks after which a job counts as hanging, by tier; a job may state its own."""
    start_up_max: TierTimes
    """The same for a job whose ranks have been silent since their start and hardly use the CPU, by tier."""
    hang_ends: Flag
    """Whether a hanging attempt is ended and retried as the job allows; otherwise it is only reported."""
    straggler_after: TierTimes
    """Time over which a rank's steps must take 1.5 times the others' for it to be reported, by tier."""
    straggler_ends: Flag
    """Whether an attempt with such a rank is ended, with a checkpoint, and retried elsewhere."""
    gpu_idle_max: TierTimes
    """Time over which all GPUs of a job must be busy below 5 % for its owner to be notified, by tier."""
    gpu_idle_ends_after: Annotated[int, *duration("0s", "30d")]
    """Time after that notification at which a job whose GPUs still idle is ended; only the activity of
    multiprocessors counts. 0s: never."""
    jobs_failed_per_node_max: Annotated[int, *whole(0, 1000, "; 0 suspects no node")]
    """Number of failed jobs that may be a node's fault at which the node is closed and tested."""
    faulty_nodes_max: Annotated[int, *whole(0, 100_000, "; 0 closes no node")]
    """Maximum number of nodes closed at the same time because of kernel messages; more are only reported."""
    mig_geometries: Geometries
    """Fixed MIG partitioning by GPU model; other models are partitioned as jobs need it."""


def to_policy(request: PolicyRequest) -> Policy:
    """The record for the log."""
    values = dict(request)
    return Policy.from_datum({name: _recorded(name, values[knob(name)]) for name in _RECORD_NAMES})


def from_policy(policy: Policy) -> PolicyRequest:
    """The equivalent request.

    Raises:
        InvalidDocument: the policy breaks a rule; fields are named as in Policy, below `policy`.
    """
    try:
        return filled(PolicyRequest, policy_data(policy))
    except InvalidDocument as error:
        raise InvalidDocument([as_recorded(v, _RECORD_NAMES) for v in error.violations]) from None


def policy_data(policy: Policy) -> dict[str, Any]:
    """A policy as people write it; not validated."""
    return {knob(name): _written(name, value) for name, value in policy.to_datum().items()}


def policy_violations(policy: Policy) -> tuple[Violation, ...]:
    """All violations of a policy."""
    try:
        from_policy(policy)
    except InvalidDocument as error:
        return error.violations
    return ()


_UNITS: Final = ("ms", "milli")

_BY_TIER: Final = frozenset(
    {"wall_time_max_ms", "hang_after_ms", "start_up_max_ms", "straggler_after_ms", "gpu_idle_max_ms"}
)
"""Durations of each tier."""

_RECORD_NAMES: Final = tuple(field.name for field in fields(Policy))


def knob(name: str) -> str:
    """Return the form's name of a field of a policy record: the record's without the unit."""
    return "_".join(word for word in name.split("_") if word not in _UNITS)


def as_recorded(violation: Violation, names: Sequence[str]) -> Violation:
    """A violation of a form as one of the policy record with fields of these names."""
    asked, dot, below = violation.field.partition(".")
    name = next((name for name in names if knob(name) == asked), asked)
    field = f"policy.{name}{dot}{below}"
    return Violation(field=field, value=violation.value, allowed=violation.allowed)


def _written(name: str, value: Any) -> Any:
    if name in _BY_TIER:
        times = cast("Mapping[str, int]", value)
        return {_tier(tier): format_duration(time_ms) for tier, time_ms in sorted(times.items())}
    if name.endswith("_ms"):
        return format_duration(value)
    if name.endswith("_milli"):
        prices = cast("Mapping[str, int]", value)
        return {model: from_milli(milli) for model, milli in sorted(prices.items())}
    if name == "mig_geometries":
        return {
            each["gpu_model"]: [f"{i['profile']}@{i['start']}" for i in each["instances"]] for each in value
        }
    return value


def _recorded(name: str, value: Any) -> Any:
    if name.endswith("_milli"):
        return {model: to_milli(price) for model, price in sorted(value.items())}
    if name == "mig_geometries":
        return [
            {"gpu_model": model, "instances": [_instance(text) for text in instances]}
            for model, instances in sorted(value.items())
        ]
    if name in _BY_TIER:
        return {tier.value: time_ms for tier, time_ms in sorted(value.items())}
    return dict(value) if isinstance(value, Form) else value


def _tier(name: str) -> str:
    """Return a tier as people write it; unknown names unchanged, so that the form's error names them."""
    return written(Tier(name)) if name in set(Tier) else name


def _instance(text: str) -> dict[str, Any]:
    profile, _, start = text.partition("@")
    return {"profile": profile, "start": int(start)}
