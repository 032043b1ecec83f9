"""The layout of a gang in the network: requests, weights, and reasons for people (ADR 17).

    tensor_parallel_ranks   this many consecutive ranks share an NVLink domain, whatever else is requested
    REQUIRED within LEAF    all ranks in one leaf, or the job waits (TOPOLOGY_SHORT)
    PREFERRED within LEAF   in one leaf if one has room now, else in the unit with the highest weight
    no request              in the unit with the highest weight: usually the smallest one with room
    spread over LEAF        evenly over leaves, for replicas that should not fail together

The kernel searches (cluster/gangs.py). The weights are policy: Policy.topology.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from muster.cluster import ANYWHERE, Layout, Level, Placement, Strictness, Weights, Where
from muster.events.job_events import PendingCode
from muster.events.node_heartbeats import Location
from muster.events.operator_commands import Policy
from muster.events.shared.command_answers import Violation
from muster.scheduler.core.placement import constraints, gpu_models
from muster.scheduler.core.state.job import PlacementClass
from muster.scheduler.core.state.pending import Reason
from muster.scheduler.core.state.state import State

_WORDS: Final = {
    Level.NODE: "node",
    Level.NVLINK_DOMAIN: "NVLink domain",
    Level.LEAF: "leaf",
    Level.SPINE: "spine",
    Level.CELL: "cell",
    Level.NETWORK: "network",
}


def weights(policy: Policy) -> Weights:
    """The weights of layouts under a policy."""
    worth = policy.topology
    return Weights(worth.nvlink, worth.leaf, worth.spine, worth.cell, worth.stranded_gpu)


def placement_reason(state: State, placements: Iterable[Placement]) -> str:
    """Why a gang was placed where it is, by the unit its ranks share; one sentence for GangBound."""
    node_ids = dict.fromkeys(placement.node_id for placement in placements)
    shared = _shared([state.nodes[node_id].joined.location for node_id in node_ids])
    if len(node_ids) == 1:
        return "all ranks on one node, with the least loss to other work"
    if shared is None:
        return f"{len(node_ids)} nodes: no smaller unit of the network had a better place"
    level, name = shared
    return f"all ranks in {_WORDS[level]} {name}: the smallest unit with room, and the fullest of those"


def is_demanding(needs: PlacementClass) -> bool:
    """Whether the layout may fail even when there is room for all ranks."""
    return needs.layout.strictness == Strictness.REQUIRED or needs.layout.group_ranks > 1


def reason(state: State, needs: PlacementClass) -> Reason | None:
    """Why a gang that has enough room cannot get its layout; None when it can."""
    ranks, layout, gpus = needs.ranks, needs.layout, max(1, needs.shape.gpu_count)
    shortages = [
        state.cluster.shortage(shape, ranks, layout, needs.where)
        for shape in gpu_models.in_order(state, needs)
    ]
    shortage = max(shortages, key=lambda each: each.ranks_now)
    if shortage.ranks_now >= ranks:
        return None
    unit = _WORDS[shortage.level]
    lacks = f"needs {ranks * gpus} {'GPUs' if needs.shape.gpu_count else 'ranks'}"
    has = f"{shortage.ranks_now * gpus} are free in that layout"
    if shortage.level != Level.NETWORK:
        lacks += f" within one {unit}"
        has = f"largest {unit} has {shortage.ranks_now * gpus} free"
    if layout.group_ranks > 1:
        lacks += f", by {layout.group_ranks * gpus} in one NVLink domain"
    if shortage.ranks_when_empty < ranks:
        has += f", and {shortage.ranks_when_empty * gpus} when empty"
    counts = {
        "ranks_wanted": ranks,
        "ranks_fit": shortage.ranks_now,
        "ranks_fit_when_empty": shortage.ranks_when_empty,
    }
    return Reason(PendingCode.TOPOLOGY_SHORT, f"{lacks}; {has}", counts, state.now_ms)


def never(state: State, needs: PlacementClass) -> tuple[Violation, ...]:
    """Violations by a group of ranks that no known NVLink domain, or node, could ever hold.

    A group that has to share one is checked like a single rank (admission). Larger units are not checked,
    because nodes join one by one and a leaf that is too small now may grow; nor are labels and taints, which
    change.
    """
    layout = needs.layout
    within_domain = layout.strictness == Strictness.REQUIRED and layout.within <= Level.NVLINK_DOMAIN
    if not state.nodes or not (within_domain or layout.group_ranks > 1):
        return ()
    ranks = needs.ranks if within_domain else layout.group_ranks
    level = layout.within if within_domain else Level.NVLINK_DOMAIN
    most = _most_when_empty(state, needs, ranks, level, ANYWHERE)
    if most < ranks:
        most = _most_when_empty(state, needs, ranks, level, constraints.everywhere(state))
    if most >= ranks:
        return ()
    field, value = ("within", level.name) if within_domain else ("tensor_parallel_ranks", str(ranks))
    largest = f"the largest known {_WORDS[level]}, when empty, has room for {most} such ranks"
    allowed = f"a larger unit for {ranks} ranks: {largest}" if within_domain else f"at most {most}: {largest}"
    return (Violation(field=f"topology.{field}", value=value, allowed=allowed),)


def _most_when_empty(state: State, needs: PlacementClass, ranks: int, level: Level, where: Where) -> int:
    """Number of ranks that the largest unit of a level holds when empty."""
    asked = Layout(level, Strictness.REQUIRED)
    return state.cluster.shortage(needs.shape, ranks, asked, where).ranks_when_empty


def _shared(locations: list[Location]) -> tuple[Level, str] | None:
    """The smallest named unit that contains all these locations, and its name."""
    for level, depth in ((Level.NVLINK_DOMAIN, 4), (Level.LEAF, 3), (Level.SPINE, 2), (Level.CELL, 1)):
        paths = {(at.cell, at.spine, at.leaf, at.nvlink_domain)[:depth] for at in locations}
        if len(paths) == 1 and (name := paths.pop()[-1]):
            return level, name
    return None
