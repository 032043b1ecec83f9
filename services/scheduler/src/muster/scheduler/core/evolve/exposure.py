"""Learns the rates at which nodes are lost or reclaimed from facts about them (state.exposure)."""

from __future__ import annotations

from muster.cluster.occupancy import NodeHealth, StatusFact
from muster.events.job_events import NodeLost, NodeReclaiming
from muster.scheduler.core.state.exposure import PRICE_LABEL, Exposure, Exposures, price_percent_of
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State


def note(state: State, node: Node, fact: StatusFact) -> None:
    """Count the end of a node before the fact is applied: the first notice with a time, or a loss without."""
    if not isinstance(fact, NodeLost | NodeReclaiming):
        return
    if isinstance(fact, NodeLost) and node.health is NodeHealth.LOST:
        return  # it took no orders before, and now sends no heartbeats either
    spot = node.announced_tags.spot
    if not spot and _is_closed(node):
        return
    if node.gone_at_ms is not None or (isinstance(fact, NodeReclaiming) and fact.deadline_ms is None):
        return
    _settled(state, spot, node.joined.gpu_model).reclaimed(state.now_ms)


def watch(state: State, node_id: str) -> None:
    """Count the time of a node, or count it no longer, after something about it has changed."""
    node = state.nodes.get(node_id)
    for spot in (True, False):
        exposed = _kind(state, spot).exposed
        before, after = exposed.get(node_id), _exposed(node, spot)
        if before == after:
            continue
        if before is not None:
            _settled(state, spot, before[0]).count(before[1], -1)
            del exposed[node_id]
        if after is not None:
            _settled(state, spot, after[0]).count(after[1], +1)
            exposed[node_id] = after


def derive(state: State, node_id: str) -> None:
    """Count a node of a loaded snapshot; its time is settled already as the snapshot says."""
    for spot in (True, False):
        exposed = _exposed(state.nodes[node_id], spot)
        if exposed is not None:
            _kind(state, spot).exposed[node_id] = exposed
            _exposure(state, spot, exposed[0]).count(exposed[1], +1)


def _exposed(node: Node | None, spot: bool) -> tuple[str, int] | None:
    """Model and price of a node of this kind that could end any time; None: it is none."""
    if node is None or node.health is NodeHealth.LOST or node.reclaim is not None:
        return None
    tags = node.announced_tags
    if tags.spot is not spot or (not spot and _is_closed(node)):
        return None
    return node.joined.gpu_model, price_percent_of(tags.labels.get(PRICE_LABEL)) if spot else 0


def _is_closed(node: Node) -> bool:
    """Whether an operator has closed a node: it may be switched off at any time without counting as lost."""
    return node.cordoned or node.leaving


def _kind(state: State, spot: bool) -> Exposures:
    return state.spot if spot else state.steady


def _settled(state: State, spot: bool, model: str) -> Exposure:
    found = _exposure(state, spot, model)
    found.settle(state.now_ms)
    state.dirty[f"{'spot' if spot else 'steady'}/{model}"] = None
    return found


def _exposure(state: State, spot: bool, model: str) -> Exposure:
    by_model = _kind(state, spot).by_model
    found = by_model.get(model)
    if found is None:
        found = by_model[model] = Exposure()
    return found
