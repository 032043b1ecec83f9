"""How facts about nodes teach what spot nodes are worth: how often they are taken away (state.spot)."""

from __future__ import annotations

from muster.cluster.occupancy import NodeHealth, StatusFact
from muster.events.job_events import NodeLost, NodeReclaiming
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.spot import PRICE_LABEL, Exposure, price_percent_of
from muster.scheduler.core.state.state import State


def note(state: State, node: Node, fact: StatusFact) -> None:
    """Count a reclaim, before the fact is applied: the first notice with a time, or a loss without one."""
    if not isinstance(fact, NodeLost | NodeReclaiming) or not node.announced_tags.spot:
        return
    if node.gone_at_ms is not None or (isinstance(fact, NodeReclaiming) and fact.deadline_ms is None):
        return
    model = node.joined.gpu_model
    _exposure(state, model).reclaimed(state.now_ms)
    state.dirty[f"spot/{model}"] = None


def watch(state: State, node_id: str) -> None:
    """Count the time of a node, or count it no longer, after something about it has changed."""
    before, after = state.spot.exposed.get(node_id), _exposed(state.nodes.get(node_id))
    if before == after:
        return
    if before is not None:
        _settled(state, before[0]).count(before[1], -1)
        del state.spot.exposed[node_id]
    if after is not None:
        _settled(state, after[0]).count(after[1], +1)
        state.spot.exposed[node_id] = after


def derive(state: State, node_id: str) -> None:
    """Count a node of a loaded snapshot; its time is settled already as the snapshot says."""
    exposed = _exposed(state.nodes[node_id])
    if exposed is not None:
        state.spot.exposed[node_id] = exposed
        _exposure(state, exposed[0]).count(exposed[1], +1)


def _exposed(node: Node | None) -> tuple[str, int] | None:
    """Model and price of a spot node that could be taken away any time; None: it is none."""
    if node is None or node.health is NodeHealth.LOST or node.reclaim is not None:
        return None
    tags = node.announced_tags
    return (node.joined.gpu_model, price_percent_of(tags.labels.get(PRICE_LABEL))) if tags.spot else None


def _settled(state: State, model: str) -> Exposure:
    found = _exposure(state, model)
    found.settle(state.now_ms)
    state.dirty[f"spot/{model}"] = None
    return found


def _exposure(state: State, model: str) -> Exposure:
    found = state.spot.by_model.get(model)
    if found is None:
        found = state.spot.by_model[model] = Exposure()
    return found
