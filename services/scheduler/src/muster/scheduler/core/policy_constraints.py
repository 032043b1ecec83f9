"""Which nodes a job may use at all: labels it asks for, taints it tolerates (ADR 18).

    node_labels    the node has all of these pairs
    taints         the job tolerates all that the node has; a node without any is everybody's

The kernel keeps such nodes apart (cluster/selection.py), so a job that may use few is placed as fast as any.
Both may change while jobs run; what runs stays.
"""

from __future__ import annotations

from muster.cluster import Tags, Where
from muster.events.job_events import NodeJoined, PendingCode, Violation
from muster.scheduler.core.job import Kind
from muster.scheduler.core.pending import Reason
from muster.scheduler.core.state import State

_SHOWN_MAX = 8
"""Names listed to people."""


def tags(joined: NodeJoined) -> Tags:
    """What decides who may use a node."""
    return Tags(joined.labels, joined.taints)


def reason(state: State, kind: Kind) -> Reason | None:
    """Why no node will do, though there are some; None when some will."""
    if not state.nodes or state.cluster.nodes_in(kind.where):
        return None
    [violation, *_] = _unmet(state, kind.where)
    message = f"none of {len(state.nodes)} nodes will do: {violation.field} is {violation.value or 'empty'}"
    counts = {"nodes": len(state.nodes), "nodes_allowed": 0}
    return Reason(
        PendingCode.NODES_EXCLUDED, f"{message}; there is {violation.allowed}", counts, state.now_ms
    )


def never(state: State, kind: Kind) -> tuple[Violation, ...]:
    """What keeps a job off every known node, or off all that could hold one of its ranks."""
    where = kind.where
    if not state.nodes:
        return ()
    nodes = state.cluster.nodes_in(where)
    if not nodes:
        return _unmet(state, where)
    fit = state.cluster.fits_ever(kind.shape, 1, where)
    if fit.fits:
        return ()
    has = f"{fit.gpu_count_max} GPUs, {fit.cpu_milli_max} cpu_milli, {fit.memory_mib_max} memory_mib"
    allowed = f"resources of one of the {nodes} nodes that will do; of accepted models the most is {has}"
    if where.labels:
        return (Violation(field="node_labels", value=_pairs(where.labels), allowed=allowed),)
    return (Violation(field="tolerations", value=", ".join(where.tolerated), allowed=allowed),)


def among(state: State, where: Where) -> str:
    """How a reason to wait mentions that not every node would do; empty when every one would."""
    nodes = state.cluster.nodes_in(where)
    return "" if nodes == len(state.nodes) else f"; {nodes} of {len(state.nodes)} nodes will do"


def _unmet(state: State, where: Where) -> tuple[Violation, ...]:
    """Which demand no known node meets."""
    labelled = [
        node.joined
        for node in state.nodes.values()
        if where._replace(tolerated=node.joined.taints).admits(tags(node.joined))
    ]
    if labelled:
        taints = sorted({taint for joined in labelled for taint in joined.taints} - {*where.tolerated})
        allowed = f"toleration of {_listed(taints)}, which such nodes have"
        return (Violation(field="tolerations", value=", ".join(where.tolerated), allowed=allowed),)
    known = {key: _values(state, key) for key, _ in where.labels}
    found = [f"{key}={'|'.join(values[:_SHOWN_MAX])}" for key, values in known.items() if values]
    absent = [f"no node with {key}" for key, values in known.items() if not values]
    allowed = f"a node with all of them together; known: {', '.join([*found, *absent])}"
    return (Violation(field="node_labels", value=_pairs(where.labels), allowed=allowed),)


def _values(state: State, key: str) -> list[str]:
    """What known nodes have under a label, sorted."""
    return sorted({node.joined.labels[key] for node in state.nodes.values() if key in node.joined.labels})


def _pairs(labels: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{key}={value}" for key, value in labels)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN_MAX} more" if len(names) > _SHOWN_MAX else ""
    return ", ".join(names[:_SHOWN_MAX]) + more
