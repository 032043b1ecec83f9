"""Request of a job's spec in the kernel's terms: shape with its sharing key, layout, eligible nodes.

Every planner places a job as the scheduler does because both read its spec here.
"""

from dataclasses import replace
from enum import Enum, auto
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

UNSAVED_MS_MAX: Final = 3_600_000
"""Work that a job may lose on a spot node without opting in, milliseconds."""


class OffSpot(Enum):
    """Why a job stays off spot nodes."""

    SAYS_SO = auto()
    SERVES = auto()
    CANNOT_SAVE = auto()


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
    """Return the needs of one rank, with its sharing key.

    Raises:
        CapacityError: No node could have this.
    """
    key = sharing_key(tenant, spec, policy)
    shape = shape_of(spec.resources)
    return replace(shape, sharing=key) if key else shape


def layout_of(spec: JobSpec) -> Layout:
    """Return the layout that a job requests; ANYHOW for a job of one rank."""
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
    off_spot = why_off_spot(spec) is not None
    if not wanted and not spec.tolerations and not memory_mib and not off_spot:
        return ANYWHERE
    labels = tuple(sorted(wanted.items()))
    return Where(labels, spec.tolerations, gpu_memory_mib_min=memory_mib, off_spot=off_spot)


def why_off_spot(spec: JobSpec) -> OffSpot | None:
    """Why a job stays off spot nodes; None: it may go there (ADR 86).

    A job that says nothing stays off where it serves, and where it could lose more than UNSAVED_MS_MAX of
    work: it saves none, and states no shorter limit to its wall time.
    """
    if spec.spot is SpotUse.NEVER:
        return OffSpot.SAYS_SO
    if spec.spot is SpotUse.ALLOWED or spec.node_labels.get(CAPACITY_TYPE) == SPOT:
        return None
    if spec.tier is Tier.PRODUCTION_INFERENCE:
        return OffSpot.SERVES
    short = spec.wall_time_max_ms is not None and spec.wall_time_max_ms <= UNSAVED_MS_MAX
    return None if spec.checkpoint.enabled or short else OffSpot.CANNOT_SAVE
