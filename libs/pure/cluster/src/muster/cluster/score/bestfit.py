"""Best fit: the node with the least left over. A baseline of the laboratory (ADR 5)."""

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.score.score import Outlook, Rater

_REFERENCE_CPU_MILLI = 128_000
_REFERENCE_GPU_MILLI = 8 * GPU_MILLI
"""The largest openb node, against which leftovers of CPU and GPU become comparable."""


class BestFitScore:
    """CPU and GPU left over, each as a part of a reference node; the fullest card for a fraction.

    As BestFitScore of hkust-adsl/kubernetes-scheduler-simulator, in integers (millionths).
    """

    def __init__(self, outlook: Outlook) -> None:
        """The rule looks at nothing but node and shape."""
        del outlook

    def rater(self, shape: Shape) -> Rater:
        """The leftover in millionths, and the fullest card that fits."""

        def rate(state: NodeState) -> tuple[int, int]:
            cpu_left = (state.cpu_free_milli - shape.cpu_milli) * 10**6 // _REFERENCE_CPU_MILLI
            gpu_left = (state.gpu_free_milli - shape.gpu_milli_total) * 10**6 // _REFERENCE_GPU_MILLI
            if not shape.is_fraction:
                return cpu_left + gpu_left, GPU_MILLI if shape.gpu_count else 0
            card = next(free for free in state.gpus_free_milli if free >= shape.gpu_milli)
            return cpu_left + gpu_left, card

        return rate
