"""When a GPU is cut into MIG instances, or made whole again (ADR 16).

Going into MIG mode and out of it needs a card on which nothing runs. So:
- a card changes only when it is empty: nobody is moved or stopped for it;
- only for a job that waits and would start at once thereby; nothing changes on speculation;
- at most once per policy.mig_change_interval_ms for each card; until then it is frozen. Demand that changes
  its mind faster than that does not make cards swing: it waits.
Within a card that is cut, instances come and go with their ranks; that is no change of geometry.

A card is cut where the kernel would open a whole card for the fraction. Cards are made whole all together,
as if, and those that the gang then does not use stay as they are. On nodes kept for the head of line cards
change for that head alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from muster.cluster import MIG, MIG_MODELS, Shape, whole_card
from muster.scheduler.core.placement import avoidance, gpu_models, search
from muster.scheduler.core.state.job import PlacementClass
from muster.scheduler.core.state.state import State

Card = tuple[str, int]
"""Node, and GPU index there."""


def renew(state: State) -> None:
    """Let lines try again that a frozen card kept waiting."""
    for node_id, index in list(state.frozen):
        if state.now_ms < thaws_at_ms(state, (node_id, index)):
            break
        del state.frozen[node_id, index]
        state.pending.free_node(state.nodes[node_id].joined.gpu_model)


def deadline_ms(state: State) -> int | None:
    """When the next card thaws, if anybody waits."""
    if not state.pending.size:
        return None
    return next((thaws_at_ms(state, card) for card in state.frozen), None)


def thaws_at_ms(state: State, card: Card) -> int:
    """When a card may change its geometry again; 0: now."""
    changed_at_ms = state.frozen.get(card)
    return 0 if changed_at_ms is None else changed_at_ms + state.policy.mig_change_interval_ms


def fits(state: State, needs: PlacementClass) -> bool:
    """Whether a gang would be placed now, were geometries changed for it or not."""
    return search.fits(state, needs) or bool(changes(state, needs))


def changes(state: State, needs: PlacementClass, *, thawed: bool = False) -> list[Card]:
    """The empty cards that have to change for a gang that does not fit; none when that does not help.

    Args:
        state: Everything known.
        needs: The gang's.
        thawed: As if no card were frozen.
    """
    if not needs.shape.gpu_count:
        return []
    frozen = {} if thawed else state.frozen
    cut = needs.shape.sharing == MIG
    for shape in gpu_models.in_order(state, needs):
        alike = needs._replace(shape=shape)
        with state.cluster.without(avoidance.avoided(state, needs)):
            cards = _to_cut(state, alike, frozen) if cut else _to_make_whole(state, alike, frozen)
        used = _used(state, alike, cards, cut=cut) if cards else []
        if used:
            return used
    return []


def frozen_for(state: State, needs: PlacementClass) -> list[Card]:
    """The cards that keep a gang waiting only because they changed lately."""
    if not state.frozen:
        return []
    return [card for card in changes(state, needs, thawed=True) if card in state.frozen]


def _to_cut(state: State, needs: PlacementClass, frozen: Mapping[Card, int]) -> list[Card]:
    """The cards that ranks would open that find no instance."""
    opened = _opened(state, needs.shape)
    if opened is None or not _might_fit(state, needs, opened):
        return []
    with state.cluster.trial():
        for card in frozen:
            if not state.cluster.is_cut(*card):
                state.cluster.mark_gpu(*card, healthy=False)
        return _cut_one_by_one(state, needs, opened)


def _to_make_whole(state: State, needs: PlacementClass, frozen: Mapping[Card, int]) -> list[Card]:
    """All cut cards that are empty."""
    return [
        card
        for card in state.cluster.empty_cut_gpus(needs.where)
        if card not in frozen and needs.shape.accepts(state.nodes[card[0]].joined.gpu_model)
    ]


def _opened(state: State, shape: Shape) -> Shape | None:
    """A whole card of a model that can be cut; None when there is no such."""
    models = {each.gpu_model for each in state.hardware if each.gpu_model in MIG_MODELS}
    accepted = tuple(sorted(model for model in models if shape.accepts(model)))
    return replace(whole_card(shape), gpu_models=accepted) if accepted else None


def _might_fit(state: State, needs: PlacementClass, opened: Shape) -> bool:
    """Whether the whole cards there are would do if each were as good as the best; cheap to see."""
    cluster = state.cluster
    per_card = max(cluster.fractions_beside(model, needs.shape) for model in opened.gpu_models)
    missing = needs.ranks - cluster.room(needs.shape, needs.ranks, needs.where)
    return cluster.room(opened, needs.ranks, needs.where) * per_card >= missing


def _cut_one_by_one(state: State, needs: PlacementClass, opened: Shape) -> list[Card]:
    """The cards that ranks open when they are placed one after the other, on instances first; in a trial."""
    cluster, cards = state.cluster, list[Card]()
    for _ in range(needs.ranks):
        placement = cluster.find(needs.shape, needs.where)
        if placement is None:
            whole = cluster.find(opened, needs.where)
            if whole is None:
                break
            cards.append((whole.node_id, whole.gpu_indices[0]))
            cluster.cut(*cards[-1], cut=True)
            placement = cluster.find(needs.shape, needs.where)
        if placement is None:
            break
        cluster.take(placement)
    return cards


def _used(state: State, needs: PlacementClass, cards: Sequence[Card], *, cut: bool) -> list[Card]:
    """Of these, were all of them changed, the ones that the gang would be placed on."""
    with state.cluster.trial():
        for card in cards:
            state.cluster.cut(*card, cut=cut)
        placements = search.find(state, needs)
    taken = {(placement.node_id, index) for placement in placements or () for index in placement.gpu_indices}
    return [card for card in cards if card in taken]
