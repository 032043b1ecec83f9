"""Which nodes a job may use at all, and which go first: labels and taints (ADR 24).

    node_labels            the node has all of these pairs, or the job is not placed there
    taints                 the job tolerates all that the node has; a node without any is open to all
    node_labels_preferred  nodes that have all of these, too, go first; others when none of them has room

The kernel keeps such nodes apart (cluster/selection.py), so a job that may use few is placed as fast as any.
Labels and taints change while jobs wait and run: what runs stays, and who waits for a label is not refused
but told so.
"""

from __future__ import annotations

from collections.abc import Iterable

from muster.cluster import Tags, Where
from muster.events.job_events import PendingCode
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Reason
from muster.scheduler.core.state.state import State

_SHOWN_MAX = 8
"""Names listed to people."""


def admits(needs: PlacementClass, node: Node) -> bool:
    """Whether a node will do for jobs of a kind."""
    return needs.where.admits(node.tags)


def bounded(state: State, job: Job, needs: PlacementClass) -> PlacementClass:
    """A kind of job, kept off nodes that close before this job is believed to have ended (ADR 29)."""
    until_ms = NEVER_MS if job.bound_ms is None else state.now_ms + job.bound_ms
    cut_ms = state.windows.cut_ms(until_ms)
    return needs._replace(where=needs.where._replace(open_until_ms=cut_ms)) if cut_ms else needs


def in_order(needs: PlacementClass) -> tuple[Where, ...]:
    """Where to look: first on preferred nodes, then on all that will do."""
    if not needs.preferred:
        return (needs.where,)
    first = tuple(sorted({**dict(needs.preferred), **dict(needs.where.labels)}.items()))
    return (needs.where._replace(labels=first), needs.where)


def taints(state: State) -> tuple[str, ...]:
    """The taints that nodes have, sorted; reservations are none. O(nodes)."""
    return tuple(sorted({taint for node in state.nodes.values() for taint in node.announced_tags.taints}))


def everywhere(state: State) -> Where:
    """All known nodes, whatever they say of themselves. O(nodes)."""
    taints = {taint for node in state.nodes.values() for taint in node.tags.taints}
    return Where(tolerated=tuple(sorted(taints)))


def reason(state: State, needs: PlacementClass) -> Reason | None:
    """Why no node will do, though there are some; None when some will."""
    where = needs.where._replace(open_until_ms=0)
    if not state.nodes or state.cluster.nodes_in(where):
        return None
    every = [node.announced_tags for node in state.nodes.values()]
    labelled = [each for each in every if where._replace(tolerated=each.taints).admits(each)]
    counts = {"nodes": len(every), "nodes_labelled": len(labelled)}
    if not labelled:
        message = f"none of {len(every)} nodes has {_pairs(where)}; known: {_known(every, where)}"
        return Reason(PendingCode.LABELS_ABSENT, message, counts, state.now_ms)
    taints = sorted({taint for each in labelled for taint in each.taints} - {*where.tolerated})
    which = f"nodes with {_pairs(where)}" if where.labels else "nodes"
    said = _listed(taints) or "reserved for a queue"
    message = f"all {len(labelled)} {which} have taints that it does not tolerate: {said}"
    return Reason(PendingCode.TAINTS_UNTOLERATED, message, counts, state.now_ms)


def among(state: State, needs: PlacementClass) -> str:
    """How a reason to wait mentions that not every node would do; empty when every one would."""
    nodes = state.cluster.nodes_in(needs.where)
    return "" if nodes == len(state.nodes) else f"; {nodes} of {len(state.nodes)} nodes will do"


def _known(every: Iterable[Tags], where: Where) -> str:
    """What nodes have under the labels that were asked for."""
    said: list[str] = []
    for key, _ in where.labels:
        values = sorted({each.labels[key] for each in every if key in each.labels})
        said.append(f"{key}={_listed(values)}" if values else f"no {key}")
    return ", ".join(said)


def _pairs(where: Where) -> str:
    return ", ".join(f"{key}={value}" for key, value in where.labels)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN_MAX} more" if len(names) > _SHOWN_MAX else ""
    return " or ".join(names[:_SHOWN_MAX]) + more
