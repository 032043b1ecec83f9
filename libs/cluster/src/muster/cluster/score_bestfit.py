"""Best fit: the node with the least left over. A baseline of the laboratory (ADR 5)."""

from muster.cluster.node import NodeState
from muster.cluster.shape import GPU_MILLI, Shape


class BestFitScore:
    """Least leftover, each resource in thousandths of one reference node; the fullest card for a fraction.

    As BestFitScore of hkust-adsl/kubernetes-scheduler-simulator: leftover CPU over the largest node's CPU plus
    leftover GPU over the largest node's GPUs.
    """

    name = "bestfit"

    def __init__(self, cpu_milli_max: int = 128_000, gpu_milli_max: int = 8 * GPU_MILLI) -> None:
        self._cpu_milli_max = cpu_milli_max
        self._gpu_milli_max = gpu_milli_max

    def choose(self, state: NodeState, shape: Shape) -> tuple[int, int]:
        """The leftover in millionths, and the fullest card that fits."""
        card = next((free for free in state.gpus_free_milli if free >= shape.gpu_milli), 0)
        if not shape.gpu_count:
            card = 0
        cpu_left = (state.cpu_free_milli - shape.cpu_milli) * 1_000_000 // self._cpu_milli_max
        gpu_left = (state.gpu_free_milli - shape.gpu_milli_total) * 1_000_000 // self._gpu_milli_max
        return cpu_left + gpu_left, GPU_MILLI if shape.gpu_milli == GPU_MILLI else card
