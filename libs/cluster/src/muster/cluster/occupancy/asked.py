"""What a job's spec asks of the kernel: shape with its sharing key, layout and eligible nodes.

Every planner places a job as the scheduler does because both read its spec here.
"""

from dataclasses import replace
from typing import Final

from muster.cluster.gangs.layout import ANYHOW, Layout, Level, Strictness
from muster.cluster.model.shape import ANY_TENANT, GPU_MILLI, MIG, Shape
from muster.cluster.model.where import ANYWHERE, CAPACITY_TYPE, SANDBOXED, SPOT, Where
from muster.cluster.occupancy.occupancy import shape_of
from muster.events.job_commands import Isolation, JobSpec, SandboxNeed, SpotUse, Tier
from muster.events.operator_commands import Policy

MPS: Final = "mps"
"""First part of the sharing key of fractions that share a GPU by MPS."""

TIME_SLICING: Final = "turns"
"""First part of the sharing key of fractions that share a GPU by time slicing."""


def sharing_key(tenant: str, spec: JobSpec, policy: Policy) -> str:
    """The kernel's sharing key for the ranks of a job; ANY_TENANT for whole GPUs."""
    if not 0 < spec.resources.gpu_milli < GPU_MILLI:
        return ANY_TENANT
    asked = spec.resources.isolation
    if asked is Isolation.MIG or tenant in policy.tenants_untrusted:
        return MIG
    by_tier = asked is Isolation.BY_TRUST and spec.tier is Tier.INTERACTIVE
    sliced = asked is Isolation.TIME_SLICING or by_tier
    return f"{TIME_SLICING if sliced else MPS}:{tenant}/{spec.team}"


def keyed_shape_of(tenant: str, spec: JobSpec, policy: Policy) -> Shape:
    """What one rank needs, with its sharing key.

    Raises:
        CapacityError: No node could have this.
    """
    key = sharing_key(tenant, spec, policy)
    shape = shape_of(spec.resources)
    return replace(shape, sharing=key) if key else shape


def layout_of(spec: JobSpec) -> Layout:
    """The layout that a job requests; ANYHOW for a job of one rank."""
    topology = spec.topology
    if spec.ranks == 1:
        return ANYHOW
    if spec.spread is not None:
        return ANYHOW._replace(spread=Level[spec.spread.name])
    if topology is None:
        return ANYHOW
    within = Level.NETWORK if topology.within is None else Level[topology.within.name]
    return Layout(within, Strictness[topology.strictness.name], topology.tensor_parallel_ranks)


def where_of(spec: JobSpec) -> Where:
    """The nodes that a job's labels, tolerations, least GPU memory, sandbox and use of spot make eligible."""
    memory_mib = spec.resources.gpu_memory_mib_min
    wanted = {**spec.node_labels, **SANDBOXED} if spec.sandbox is SandboxNeed.REQUIRED else spec.node_labels
    off_spot = stays_off_spot(spec)
    if not wanted and not spec.tolerations and not memory_mib and not off_spot:
        return ANYWHERE
    labels = tuple(sorted(wanted.items()))
    return Where(labels, spec.tolerations, gpu_memory_mib_min=memory_mib, off_spot=off_spot)


def stays_off_spot(spec: JobSpec) -> bool:
    """Whether a job stays off spot nodes: it says so, or it serves and does not say otherwise (ADR 86)."""
    if spec.spot is SpotUse.BY_TIER:
        return spec.tier is Tier.PRODUCTION_INFERENCE and spec.node_labels.get(CAPACITY_TYPE) != SPOT
    return spec.spot is SpotUse.NEVER
