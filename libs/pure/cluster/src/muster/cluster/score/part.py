"""Choice of a card for a fraction, among those set apart for its key (ADR 16).

Among shared cards: the fullest that fits, which is NodeState's own order. Among MIG-enabled cards: the one
that loses the least room for the largest profile, then for the next (mig.room); the fullest of equals.
"""

from collections.abc import Mapping

from muster.cluster.model.mig import Mask, instance_for, room, slices_of
from muster.cluster.model.mig_table import MigModel
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import MIG, Shape
from muster.cluster.score.score import Rater


class PartScore:
    """The rule for parts of either kind.

    Args:
        models: MIG partitionings of cards, by the GPU model of their nodes.
    """

    def __init__(self, models: Mapping[str, MigModel]) -> None:
        self._models = models

    def rater(self, shape: Shape) -> Rater:
        """The loss of room on a cut card; none on a shared one."""

        def rate(state: NodeState) -> tuple[int, int]:
            card = state.gpus_free_milli[0]
            if shape.sharing != MIG:
                return 0, card
            return _room_lost(self._models[state.gpu_model], int(state.kind, 16), shape.gpu_milli), card

        return rate


def _room_lost(model: MigModel, occupied: Mask, gpu_milli: int) -> int:
    """The places lost per profile as one number, the largest profile's the highest digit."""
    instance = instance_for(model, occupied, gpu_milli)
    if instance is None:
        raise ValueError(f"no instance for {gpu_milli} of {model.name} beside slices {occupied:x}")
    after = occupied | slices_of(model.profiles[instance.profile], instance.start)
    lost = 0
    for before_count, after_count in zip(room(model, occupied), room(model, after), strict=True):
        lost = lost * 16 + before_count - after_count
    return lost
