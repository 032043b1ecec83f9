"""Eligible and preferred nodes: labels, taints, the memory of GPUs, and spot nodes (ADR 24, 84).

    node_labels            the job is placed only on nodes that have all of these pairs
    taints                 the job must tolerate all taints of a node; a node without taints is open to all
    gpu_memory_mib_min     each GPU of a node must have at least this much memory
    sandbox                REQUIRED: the node must isolate jobs; an automatic label of such nodes
    spot                   jobs that serve or cannot save their work avoid spot nodes unless they opt in
    node_labels_preferred  nodes that also have these are tried first, then the other eligible nodes

The kernel keeps such nodes in separate pools (cluster/selection.py), so a job with few eligible nodes is
placed as fast as any other. Labels and taints change while jobs wait and run: running jobs stay, and a job
whose label no node has is not rejected but waits with that reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from muster.cluster import SANDBOXED, Tags, Where
from muster.events.job_events import PendingCode
from muster.jobs.values.quantities import format_memory
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Reason
from muster.scheduler.core.state.state import State

_SHOWN_MAX = 8
"""Names listed in a message."""

OFF_SPOT = "it avoids these"
"""Default explanation of why a job does not use spot nodes, for its pending reason."""


def admits(needs: PlacementClass, node: Node) -> bool:
    """Whether a node is eligible for a placement class."""
    return needs.where.admits(node.tags)


def bounded(state: State, job: Job, needs: PlacementClass) -> PlacementClass:
    """`needs` without nodes that close for maintenance before the job's estimated end (ADR 29)."""
    if state.windows.next_ms is None:
        return needs
    cut_ms = open_until_ms(state, job)
    return needs._replace(where=needs.where._replace(open_until_ms=cut_ms)) if cut_ms else needs


def open_until_ms(state: State, job: Job) -> int:
    """Time up to which closing nodes are not eligible for a job, ms since 1970 UTC; 0: no such nodes."""
    if state.windows.next_ms is None:
        return 0
    until_ms = NEVER_MS if job.bound_ms is None else state.now_ms + job.bound_ms
    return state.windows.cut_ms(until_ms)


def in_order(needs: PlacementClass) -> tuple[Where, ...]:
    """List where to search: first the preferred nodes, then all eligible ones."""
    if not needs.preferred:
        return (needs.where,)
    first = tuple(sorted({**dict(needs.preferred), **dict(needs.where.labels)}.items()))
    return (needs.where._replace(labels=first), needs.where)


def taints(state: State) -> tuple[str, ...]:
    """List the taints of all nodes, sorted, without those of reservations. O(nodes)."""
    return tuple(sorted({taint for node in state.nodes.values() for taint in node.announced_tags.taints}))


def gpu_memory_mib_max(state: State, needs: PlacementClass) -> int:
    """Largest GPU memory on nodes that have the required labels, MiB. O(nodes)."""
    labels = needs.where._replace(open_until_ms=0, gpu_memory_mib_min=0)
    every = (node.announced_tags for node in state.nodes.values())
    admitted = (each for each in every if labels._replace(tolerated=each.taints).admits(each))
    return max((each.gpu_memory_mib for each in admitted), default=0)


def everywhere(state: State) -> Where:
    """Select all known nodes, regardless of labels and taints. O(nodes)."""
    taints = {taint for node in state.nodes.values() for taint in node.tags.taints}
    return Where(tolerated=tuple(sorted(taints)))


def reason(state: State, needs: PlacementClass, off_spot: str = OFF_SPOT) -> Reason | None:
    """Return why no node is eligible; None: some node is, or there are no nodes.

    Args:
        state: The state.
        needs: The placement class.
        off_spot: Explanation of why it avoids spot nodes, if it does.
    """
    where = needs.where._replace(open_until_ms=0)
    if not state.nodes or state.cluster.nodes_in(where):
        return None
    if where.off_spot:
        where = where._replace(off_spot=False)
        if spot := state.cluster.nodes_in(where):
            message = f"every node that it could use is a spot node ({spot}), and {off_spot}"
            return Reason(PendingCode.SPOT_EXCLUDED, message, {"nodes_spot": spot}, state.now_ms)
    every = [node.announced_tags for node in state.nodes.values()]
    labels = where._replace(gpu_memory_mib_min=0)
    labelled = [each for each in every if labels._replace(tolerated=each.taints).admits(each)]
    counts = {"nodes": len(every), "nodes_labelled": len(labelled)}
    if not labelled and _only_sandbox_lacks(every, labels):
        message = "no node with the labels that it requires has a sandbox"
        return Reason(PendingCode.SANDBOX_ABSENT, message, counts, state.now_ms)
    if not labelled:
        message = f"none of {len(every)} nodes has {_pairs(where)}; known: {_known_values(every, where)}"
        return Reason(PendingCode.LABELS_ABSENT, message, counts, state.now_ms)
    which = f"nodes with {_pairs(where)}" if where.labels else "nodes"
    large = [each for each in labelled if each.gpu_memory_mib >= where.gpu_memory_mib_min]
    if not large:
        most_mib = max(each.gpu_memory_mib for each in labelled)
        least, most = format_memory(where.gpu_memory_mib_min), format_memory(most_mib)
        message = f"no GPU of {len(labelled)} {which} has {least} of memory; the largest has {most}"
        counts["gpu_memory_mib_max"] = most_mib
        return Reason(PendingCode.GPU_MEMORY_SHORT, message, counts, state.now_ms)
    taints = sorted({taint for each in large for taint in each.taints} - {*where.tolerated})
    said = _listed(taints) or "reserved for a queue"
    message = f"all {len(large)} {which} have taints that it does not tolerate: {said}"
    return Reason(PendingCode.TAINTS_UNTOLERATED, message, counts, state.now_ms)


def _only_sandbox_lacks(every: list[Tags], where: Where) -> bool:
    """Whether some node would be eligible if it had a sandbox."""
    others = tuple(pair for pair in where.labels if pair not in SANDBOXED.items())
    without = where._replace(labels=others)
    return any(without._replace(tolerated=each.taints).admits(each) for each in every)


def among(state: State, needs: PlacementClass) -> str:
    """Describe how many nodes are eligible, as part of a reason; empty: all are."""
    nodes = state.cluster.nodes_in(needs.where)
    return "" if nodes == len(state.nodes) else f"; {nodes} of {len(state.nodes)} nodes are eligible"


def _known_values(every: Iterable[Tags], where: Where) -> str:
    """The known values of the requested labels."""
    known: list[str] = []
    for key in (key for key, _ in where.labels if key not in SANDBOXED):
        values = sorted({each.labels[key] for each in every if key in each.labels})
        known.append(f"{key}={_listed(values)}" if values else f"no {key}")
    return ", ".join(known)


def _pairs(where: Where) -> str:
    return ", ".join("a sandbox" if key in SANDBOXED else f"{key}={value}" for key, value in where.labels)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN_MAX} more" if len(names) > _SHOWN_MAX else ""
    return " or ".join(names[:_SHOWN_MAX]) + more
