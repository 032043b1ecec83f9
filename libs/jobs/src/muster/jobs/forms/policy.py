"""PolicyRequest: the scheduler's policy as people write it, and its conversion to the Policy record and back.

A policy is always given whole; a part of one is a merge patch (patch.py) of the policy that holds. Names are
the record's: `_ms` is left out, because a duration says its unit, and so is `_milli`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Final, TypeAlias, cast

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
    GpuModel,
    Text,
    duration,
    number,
    whole,
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


class TopologyWeightsRequest(Form):
    """What a gang's place is worth, for each GPU of the gang, by the smallest unit that holds it."""

    nvlink: Weight = 1000
    """An NVLink domain, or a node."""
    leaf: Weight = 400
    """A leaf."""
    spine: Weight = 200
    """A spine."""
    cell: Weight = 100
    """A cell."""
    stranded_gpu: Weight = 100
    """Taken off for each GPU left free beside it that no group like its own can use."""


class PolicyRequest(Form):
    """Knobs that change decisions."""

    name: Text
    """For people."""
    head_patience: Annotated[int, *duration("0s", "30d")]
    """A blocked head of line is passed freely for this long; then nodes are reserved for it."""
    head_hold: Annotated[int, *duration("0s", "30d")]
    """The reservation is kept this long beyond the time at which the head should have started."""
    attempts_lost_max: Annotated[int, *whole(1, 1000)]
    """Attempts lost with their nodes before the job fails."""
    workload_shapes_max: Annotated[int, *whole(1, 10_000)]
    """Shapes remembered for the fragmentation score."""
    jobs_ended_kept_max: Annotated[int, *whole(0, 10_000_000)]
    """Ended jobs remembered for deduplication."""
    share_window: Annotated[int, *duration("1m", "400d")]
    """Usage older than this is forgotten."""
    share_half_life: Annotated[int, *duration("1m", "400d")]
    """Usage this old counts half."""
    share_history_percent: Annotated[int, *whole(0, 10_000)]
    """Weight of usage over time beside usage now."""
    credit_max: Annotated[int, *duration("0s", "400d")]
    """Burst credit holds at most a guarantee unused for this long; 0s gives none."""
    model_price: Prices
    """What an hour of a GPU model counts; 1 where absent."""
    aging_step: Annotated[int, *duration("0s", "400d")]
    """A job that waited this long goes with the next higher tier, and so on; 0s never."""
    reclaim_interval: Annotated[int, *duration("1s", "1d")]
    """A wish for lent GPUs is repeated at most this often."""
    measure_interval: Annotated[int, *duration("100ms", "1d")]
    """A queue that changed is measured at most this often."""
    resize_interval: Annotated[int, *duration("1s", "1d")]
    """An elastic job is resized at most this often."""
    defrag_interval: Annotated[int, *duration("1s", "1d")]
    """Moves that would make room for the head of line are looked for at most this often."""
    defrag_benefit_percent: Annotated[int, *whole(0, 1_000_000, "; 0 only proposes")]
    """They are carried out when the GPU time that is won is at least this part of what is lost."""
    topology: TopologyWeightsRequest
    """How places of gangs are weighed."""
    tenants_untrusted: Tenants
    """Tenants whose fractions of GPUs always get a MIG instance of their own."""
    mig_change_interval: Annotated[int, *duration("1s", "30d")]
    """A GPU is cut into MIG instances, or made whole again, at most this often."""
    mig_geometries: Geometries
    """GPU models that a site cuts in one way only; others as jobs need it."""


def to_policy(request: PolicyRequest) -> Policy:
    """The record for the log."""
    values = dict(request)
    return Policy.from_datum({name: _recorded(name, values[_asked(name)]) for name in _RECORD_NAMES})


def from_policy(policy: Policy) -> PolicyRequest:
    """The request that says the same.

    Raises:
        InvalidDocument: no request can say it; fields are named as in Policy, below `policy`.
    """
    try:
        return filled(PolicyRequest, policy_data(policy))
    except InvalidDocument as error:
        raise InvalidDocument([_as_recorded(v) for v in error.violations]) from None


def policy_data(policy: Policy) -> dict[str, Any]:
    """A policy as people write it; whether they may is not asked."""
    return {_asked(name): _written(name, value) for name, value in policy.to_datum().items()}


def policy_violations(policy: Policy) -> tuple[Violation, ...]:
    """Everything wrong with a policy, wherever it came from."""
    try:
        from_policy(policy)
    except InvalidDocument as error:
        return error.violations
    return ()


_RECORD_NAMES: Final = tuple(field.name for field in fields(Policy))


def _asked(name: str) -> str:
    return name.removesuffix("_ms").removesuffix("_milli")


def _written(name: str, value: Any) -> Any:
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
    return dict(value) if isinstance(value, Form) else value


def _instance(text: str) -> dict[str, Any]:
    profile, _, start = text.partition("@")
    return {"profile": profile, "start": int(start)}


def _as_recorded(violation: Violation) -> Violation:
    asked, dot, below = violation.field.partition(".")
    name = next((name for name in _RECORD_NAMES if _asked(name) == asked), asked)
    field = f"policy.{name}{dot}{below}"
    return Violation(field=field, value=violation.value, allowed=violation.allowed)
