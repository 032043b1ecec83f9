"""GPU sharing between jobs: isolation by trust (ADR 16).

A trust domain is a team of a tenant. How a fraction of a GPU is isolated from others on the same GPU:

    requested       tenant        tier           isolation
    any             untrusted     any            MIG: its own instance, next to those of any tenant
    MIG             trusted       any            MIG
    time slicing    trusted       interactive    time slicing with its team's time-sliced jobs
    MPS             trusted       any            MPS with its team's MPS jobs
    by trust        trusted       interactive    as time slicing
    by trust        trusted       other          as MPS

So two trust domains share a GPU only as MIG instances, and a GPU never mixes MPS with time slicing. The
kernel only sees one key (Shape.sharing): fractions share a GPU only if their keys are equal. Whole GPUs have
no key and are not shared.
"""

from __future__ import annotations

from functools import lru_cache

from muster.cluster import GPU_MILLI, MIG, MIG_MODELS, CapacityError, fixed_geometry
from muster.cluster.occupancy import MPS, TIME_SLICING, instances_of
from muster.events.job_commands import Isolation, JobSpec, Tier
from muster.events.node_commands import Sharing
from muster.events.operator_commands import MigGeometry, Policy
from muster.events.shared.command_answers import Violation

LEAST_LOSS = "least loss to other work, then the fullest node, then the lowest id"

_KEYS_REMEMBERED = 1_024
"""Number of keys whose mode is cached. It affects speed only."""

_SHARINGS = {MIG: Sharing.MIG, MPS: Sharing.MPS, TIME_SLICING: Sharing.TIME_SLICING}


@lru_cache(maxsize=_KEYS_REMEMBERED)
def sharing_of(key: str) -> Sharing:
    """Return the sharing mode that a key stands for."""
    return _SHARINGS.get(key.partition(":")[0], Sharing.EXCLUSIVE)


def placement_reason(key: str) -> str:
    """Explain why a rank was placed on its node, by its sharing key; for GangBound."""
    if key == MIG:
        return "the MIG instance that leaves most room for large ones, then the fullest card"
    if key:
        return (
            f"the fullest card that its team shares; an unshared one only if none has room, with {LEAST_LOSS}"
        )
    return LEAST_LOSS


def isolations(spec: JobSpec) -> tuple[Isolation, ...]:
    """List the isolations that a job may request; empty unless it requests a fraction of a GPU."""
    if not 0 < spec.resources.gpu_milli < GPU_MILLI:
        return ()
    sliced = (Isolation.TIME_SLICING,) if spec.tier is Tier.INTERACTIVE else ()
    return (Isolation.BY_TRUST, Isolation.MIG, Isolation.MPS, *sliced)


def untrusted_violations(tenant: str, spec: JobSpec, policy: Policy) -> tuple[Violation, ...]:
    """Return the violation if an untrusted tenant requests an isolation that needs trust; else empty."""
    asked = spec.resources.isolation
    if tenant not in policy.tenants_untrusted or asked in (Isolation.BY_TRUST, Isolation.MIG):
        return ()
    allowed = f"BY_TRUST or MIG: tenant {tenant} is not trusted"
    return (Violation(field="resources.isolation", value=asked, allowed=allowed),)


def geometry_violations(policy: Policy) -> tuple[Violation, ...]:
    """List violations in a policy's MIG geometries: unknown or repeated models, or impossible instances."""
    found: list[Violation] = []
    seen: dict[str, None] = {}
    for index, each in enumerate(policy.mig_geometries):
        field, model = f"policy.mig_geometries[{index}]", each.gpu_model
        if model in seen:
            found.append(Violation(field=f"{field}.gpu_model", value=model, allowed="each model once"))
        seen[model] = None
        found += _violations(field, each)
    return tuple(found)


def _violations(field: str, geometry: MigGeometry) -> list[Violation]:
    name = geometry.gpu_model
    if name not in MIG_MODELS:
        return [Violation(field=f"{field}.gpu_model", value=name, allowed=f"one of {', '.join(MIG_MODELS)}")]
    try:
        fixed_geometry(name, instances_of(geometry))
    except CapacityError as error:
        value, _, allowed = str(error).partition("; allowed: ")
        return [Violation(field=f"{field}.instances", value=value, allowed=allowed)]
    return []
