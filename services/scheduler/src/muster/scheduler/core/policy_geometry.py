"""When a GPU is cut into MIG instances, or made whole again (ADR 16).

Going into MIG mode and out of it needs a card on which nothing runs. So:
- a card changes only when it is empty: nobody is moved or stopped for it;
- only for a job that waits and would start at once thereby; nothing changes on speculation;
- at most once per policy.mig_change_interval_ms for each card; until then it is frozen. Demand that changes
  its mind faster than that does not make cards swing: it waits.
Within a card that is cut, instances come and go with their ranks; that is no change of geometry.

A card is cut where the kernel would open a whole card for the fraction. Cards are made whole all together,
as if, and those that the gang then does not use stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muster.cluster import MIG, MIG_MODELS, Placement, Shape, whole_card
from muster.events.job_events import GpuGeometryChanged
from muster.scheduler.core import policy_place
from muster.scheduler.core.job import Kind
from muster.scheduler.core.state import State
from muster.scheduler.core.turn import Turn

Card = tuple[str, int]
"""Node, and GPU index there."""


def renew(state: State) -> None:
    """Let lines try again that a frozen card kept waiting."""
    for (node_id, index), changed_at_ms in list(state.frozen.items()):
        if state.now_ms < changed_at_ms + state.policy.mig_change_interval_ms:
            break
        del state.frozen[node_id, index]
        state.pending.free_node(state.nodes[node_id].joined.gpu_model)


def deadline_ms(state: State) -> int | None:
    """When the next card thaws, if anybody waits."""
    if not state.pending.size:
        return None
    return next((at_ms + state.policy.mig_change_interval_ms for at_ms in state.frozen.values()), None)


def place(turn: Turn, kind: Kind, job_id: str) -> tuple[Placement, ...] | None:
    """Change the geometry of empty cards so that a waiting job fits; its places, or None and no change."""
    state = turn.state
    cut = kind.shape.sharing == MIG
    changed = _cut_for(state, kind) if cut else _made_whole_for(state, kind)
    for node_id, index in changed:
        turn.emit(GpuGeometryChanged(node_id=node_id, gpu_index=index, cut=cut, for_job_id=job_id))
    if not changed:
        return None
    state.pending.reopen()
    return policy_place.find(state, kind)


def frozen_for(state: State, kind: Kind) -> list[Card]:
    """Empty cards that could be changed for jobs of a kind, but for how lately they were."""
    of_use = state.cluster.whole_gpus if kind.shape.sharing == MIG else state.cluster.empty_cut_gpus
    return [
        (node_id, index)
        for node_id, index in state.frozen
        if kind.shape.accepts(state.nodes[node_id].joined.gpu_model) and index in of_use(node_id)
    ]


def _cut_for(state: State, kind: Kind) -> list[Card]:
    """Cards to cut, one at a time until the gang fits; none when it never does."""
    cluster, opened = state.cluster, _opened(state, kind.shape)
    if opened is None:
        return []
    cut: list[Card] = []
    closed: list[str] = []
    while (places := policy_place.find(state, kind)) is None:
        place = cluster.find(opened)
        if place is None:
            break
        card = _thawed(state, place.node_id)
        if card is None:
            closed.append(place.node_id)
            cluster.set_schedulable(place.node_id, False)
        else:
            cluster.cut(*card, cut=True)
            cut.append(card)
    for card in cut:
        cluster.cut(*card, cut=False)
    for node_id in closed:
        cluster.set_schedulable(node_id, True)
    return _used(cut, places)


def _made_whole_for(state: State, kind: Kind) -> list[Card]:
    """Cards to make whole so that the gang fits; none when that does not help."""
    if not kind.shape.gpu_count:
        return []
    cards = [
        card
        for node_id in state.cluster.nodes_with_empty_cut_gpus()
        if kind.shape.accepts(state.nodes[node_id].joined.gpu_model)
        for card in _thawed_cut(state, node_id)
    ]
    if not cards:
        return []
    for card in cards:
        state.cluster.cut(*card, cut=False)
    places = policy_place.find(state, kind)
    for card in cards:
        state.cluster.cut(*card, cut=True)
    return _used(cards, places)


def _opened(state: State, shape: Shape) -> Shape | None:
    """A whole card of a model that can be cut; None when there is no such."""
    models = {each.gpu_model for each in state.hardware if each.gpu_model in MIG_MODELS}
    accepted = tuple(sorted(model for model in models if shape.accepts(model)))
    return replace(whole_card(shape), gpu_models=accepted) if accepted else None


def _thawed(state: State, node_id: str) -> Card | None:
    """The first whole, empty card of a node that may be cut now."""
    cards = ((node_id, index) for index in state.cluster.whole_gpus(node_id))
    return next((card for card in cards if card not in state.frozen), None)


def _thawed_cut(state: State, node_id: str) -> Iterator[Card]:
    for index in state.cluster.empty_cut_gpus(node_id):
        if (node_id, index) not in state.frozen:
            yield node_id, index


def _used(cards: list[Card], places: tuple[Placement, ...] | None) -> list[Card]:
    """Of these, the ones that the gang is placed on."""
    taken = {(place.node_id, index) for place in places or () for index in place.gpu_indices}
    return [card for card in cards if card in taken]
