"""Who shares a GPU with whom, and how: isolation by trust (ADR 16).

A trust domain is a team of a tenant. How a fraction of a GPU is kept apart from others on the card:

    it asks for     its tenant    its tier       it gets
    any             untrusted     any            MIG: an instance of its own, beside anybody
    MIG             trusted       any            MIG
    time slicing    trusted       interactive    turns with others of its team that take turns
    MPS             trusted       any            MPS with others of its team
    by trust        trusted       interactive    as time slicing
    by trust        trusted       other          as MPS

So two trust domains meet on a card only as MIG instances, and one card never mixes MPS with turns. To the
kernel all this is one key (Shape.sharing): cards are shared among those of the same key. A key says nothing
about whole GPUs: they are shared with nobody.
"""

from __future__ import annotations

from muster.cluster import ANY_TENANT, GPU_MILLI, MIG, MIG_MODELS, CapacityError, fixed_geometry
from muster.cluster.occupancy import instances_of
from muster.events.job_commands import Isolation, JobSpec, Tier
from muster.events.node_commands import Sharing
from muster.events.operator_commands import MigGeometry, Policy
from muster.events.shared.command_answers import Violation

LEAST_LOSS = "least loss to other work, then the fullest node, then the lowest id"

_MPS = "mps"
_TIME_SLICING = "turns"
_SHARINGS = {MIG: Sharing.MIG, _MPS: Sharing.MPS, _TIME_SLICING: Sharing.TIME_SLICING}


def sharing_key(tenant: str, spec: JobSpec, policy: Policy) -> str:
    """With whom ranks of a job share their cards, as the kernel knows it."""
    if not 0 < spec.resources.gpu_milli < GPU_MILLI:
        return ANY_TENANT
    asked = spec.resources.isolation
    if asked is Isolation.MIG or tenant in policy.tenants_untrusted:
        return MIG
    by_tier = asked is Isolation.BY_TRUST and spec.tier is Tier.INTERACTIVE
    sliced = asked is Isolation.TIME_SLICING or by_tier
    return f"{_TIME_SLICING if sliced else _MPS}:{tenant}/{spec.team}"


def sharing_of(key: str) -> Sharing:
    """What a key means for whoever runs there."""
    return _SHARINGS.get(key.partition(":")[0], Sharing.EXCLUSIVE)


def placed_because(key: str) -> str:
    """Why a rank was placed where it was."""
    if key == MIG:
        return "the MIG instance that leaves most room for large ones, then the fullest card"
    if key:
        return f"the fullest card its team shares; a whole one only then, with {LEAST_LOSS}"
    return LEAST_LOSS


def isolations(spec: JobSpec) -> tuple[Isolation, ...]:
    """What the job may ask for; none unless it asks for a fraction of a GPU."""
    if not 0 < spec.resources.gpu_milli < GPU_MILLI:
        return ()
    sliced = (Isolation.TIME_SLICING,) if spec.tier is Tier.INTERACTIVE else ()
    return (Isolation.BY_TRUST, Isolation.MIG, Isolation.MPS, *sliced)


def untrusted_violations(tenant: str, spec: JobSpec, policy: Policy) -> tuple[Violation, ...]:
    """An isolation that trust does not allow; empty when there is none."""
    asked = spec.resources.isolation
    if tenant not in policy.tenants_untrusted or asked in (Isolation.BY_TRUST, Isolation.MIG):
        return ()
    allowed = f"BY_TRUST or MIG: tenant {tenant} is not trusted"
    return (Violation(field="resources.isolation", value=asked, allowed=allowed),)


def geometry_violations(policy: Policy) -> tuple[Violation, ...]:
    """What is wrong with a policy's geometries: an unknown model or profile, or no way to cut a card."""
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
