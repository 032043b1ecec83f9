"""Changes of GPU geometry: enabling and disabling MIG on GPUs (ADR 16).

MIG can only be enabled or disabled on an idle GPU. So:
- a GPU changes only while it is empty: no job is moved or stopped for it;
- it changes only for a waiting job that starts immediately because of it, never on speculation;
- it changes at most once per policy.mig_change_interval_ms and is frozen in between. Demand that alternates
  faster than that waits instead of making GPUs alternate.
While MIG is enabled, instances are created and removed with their ranks; that does not change the geometry.

MIG is enabled on the empty GPU that the kernel would choose for the fraction. To find GPUs to disable MIG on,
it is disabled on all empty GPUs in a trial; those that the gang then does not use keep it enabled. On nodes
reserved for the head of queue, GPUs change only for that head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from muster.cluster import MIG, MIG_MODELS, Shape, whole_card
from muster.scheduler.core.placement import avoidance, gpu_models, search
from muster.scheduler.core.state.job import PlacementClass
from muster.scheduler.core.state.state import State

Card = tuple[str, int]
"""(node_id, GPU index)."""


def renew(state: State) -> None:
    """Release GPUs whose freeze is over, so that blocked groups try them again."""
    for node_id, index in list(state.frozen):
        if state.now_ms < thaws_at_ms(state, (node_id, index)):
            break
        del state.frozen[node_id, index]
        state.pending.free_node(state.nodes[node_id].joined.gpu_model)


def deadline_ms(state: State) -> int | None:
    """When the next GPU thaws, if any job waits; else None."""
    if not state.pending.size:
        return None
    return next((thaws_at_ms(state, card) for card in state.frozen), None)


def thaws_at_ms(state: State, card: Card) -> int:
    """When a GPU may change its geometry again, ms since 1970 UTC; 0: now."""
    changed_at_ms = state.frozen.get(card)
    return 0 if changed_at_ms is None else changed_at_ms + state.policy.mig_change_interval_ms


def fits(state: State, needs: PlacementClass) -> bool:
    """Whether a gang can be placed now, with or without changes of geometry."""
    return search.fits(state, needs) or bool(changes(state, needs))


def changes(state: State, needs: PlacementClass, *, thawed: bool = False) -> list[Card]:
    """The empty GPUs that have to change for a gang that does not fit; empty when that does not help.

    Args:
        state: The state.
        needs: The gang's placement class.
        thawed: Whether to ignore that GPUs are frozen.
    """
    if not needs.shape.gpu_count:
        return []
    frozen = {} if thawed else state.frozen
    cut = needs.shape.sharing == MIG
    if not cut and not state.cluster.empty_cut_gpus(needs.where):
        return []
    for shape in gpu_models.in_order(state, needs):
        narrowed = needs._replace(shape=shape)
        with state.cluster.without(avoidance.avoided(state, needs)):
            cards = _to_cut(state, narrowed, frozen) if cut else _to_make_whole(state, narrowed, frozen)
        used = _used(state, narrowed, cards, cut=cut) if cards else []
        if used:
            return used
    return []


def frozen_for(state: State, needs: PlacementClass) -> list[Card]:
    """The GPUs that keep a gang waiting only because they are frozen."""
    if not state.frozen:
        return []
    return [card for card in changes(state, needs, thawed=True) if card in state.frozen]


def _to_cut(state: State, needs: PlacementClass, frozen: Mapping[Card, int]) -> list[Card]:
    """The GPUs to cut for ranks that find no instance."""
    opened = _opened(state, needs.shape)
    if opened is None or not _might_fit(state, needs, opened):
        return []
    with state.cluster.trial():
        for card in frozen:
            if not state.cluster.is_cut(*card):
                state.cluster.mark_gpu(*card, healthy=False)
        return _cut_one_by_one(state, needs, opened)


def _to_make_whole(state: State, needs: PlacementClass, frozen: Mapping[Card, int]) -> list[Card]:
    """All empty cut GPUs that may change."""
    return [
        card
        for card in state.cluster.empty_cut_gpus(needs.where)
        if card not in frozen and needs.shape.accepts(state.nodes[card[0]].joined.gpu_model)
    ]


def _opened(state: State, shape: Shape) -> Shape | None:
    """The shape of a whole GPU of an accepted model that supports MIG; None when there is none."""
    models = {each.gpu_model for each in state.hardware if each.gpu_model in MIG_MODELS}
    accepted = tuple(sorted(model for model in models if shape.accepts(model)))
    return replace(whole_card(shape), gpu_models=accepted) if accepted else None


def _might_fit(state: State, needs: PlacementClass, opened: Shape) -> bool:
    """A cheap upper bound: whether the whole GPUs would suffice if each held as many ranks as the best."""
    cluster = state.cluster
    per_card = max(cluster.fractions_beside(model, needs.shape) for model in opened.gpu_models)
    missing = needs.ranks - cluster.room(needs.shape, needs.ranks, needs.where)
    return cluster.room(opened, needs.ranks, needs.where) * per_card >= missing


def _cut_one_by_one(state: State, needs: PlacementClass, opened: Shape) -> list[Card]:
    """The GPUs to cut when ranks are placed one by one, on existing instances first; run in a trial."""
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
    """Those of the GPUs on which the gang would be placed if all of them were changed."""
    with state.cluster.trial():
        for card in cards:
            state.cluster.cut(*card, cut=cut)
        placements = search.find(state, needs)
    taken = {(placement.node_id, index) for placement in placements or () for index in placement.gpu_indices}
    return [card for card in cards if card in taken]
