"""Ours: the place whose use makes the least new fragment, coarsely; equal ones pack (ADR 5)."""

from muster.cluster.fragmentation import Fragmentation
from muster.cluster.node import NodeState
from muster.cluster.ranking import card_after
from muster.cluster.shape import GPU_MILLI, Shape

STEP_MILLI = 80
"""Differences in fragmentation below this are a tie, so that packing decides them. ADR 5 has the figures."""


class FragmentationScore:
    """Growth of the node's fragmentation in steps of STEP_MILLI thousandths of GPU."""

    name = "ours"

    def __init__(self, fragmentation: Fragmentation) -> None:
        self._fragmentation = fragmentation

    def choose(self, state: NodeState, shape: Shape) -> tuple[int, int]:
        """The least growth over the cards that fit; the fullest card of equals."""
        measure = self._fragmentation
        gpus, model = state.gpus_free_milli, state.gpu_model
        before = measure.of(model, gpus, state.cpu_free_milli)
        level = measure.cpu_level(state.cpu_free_milli - shape.cpu_milli)
        step = STEP_MILLI * measure.weight_total
        if not shape.is_fraction:
            card = GPU_MILLI if shape.gpu_count else 0
            after = measure.of_level(model, card_after(gpus, shape, card), level)
            return (after - before) // step, card
        return min(
            ((measure.of_level(model, card_after(gpus, shape, card), level) - before) // step, card)
            for card in sorted(set(gpus))
            if card >= shape.gpu_milli
        )
