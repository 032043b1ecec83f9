"""FGD: fragmentation gradient descent (Weng et al., USENIX ATC'23). A baseline of the laboratory (ADR 5).

As FGDScore of hkust-adsl/kubernetes-scheduler-simulator: the score of a node is the sigmoid of the
fragmentation it loses, in GPUs, times 100, cut to an integer. So few points make many ties, and ties decide
up to 0.7 points of GPU allocated: the source breaks them by node name, this kernel packs first, then takes
the node id. `Cluster.find` with all nodes by name as `near` does as the source. State the ties beside any
figure.
"""

from bisect import bisect_right
from decimal import Decimal, localcontext

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.score.score import Outlook, Rater

_POINTS = 100


def _sigmoid_thresholds() -> tuple[int, ...]:
    """The loss, in millionths of a GPU, from which the score reaches 1, 2 .. 99 of 100 points.

    The sigmoid inverted, in decimal arithmetic: floating point may differ by a machine's last digit.
    """
    with localcontext(prec=30):
        return tuple(int((Decimal(points) / (_POINTS - points)).ln() * 10**6) for points in range(1, _POINTS))


_THRESHOLDS = _sigmoid_thresholds()


class FgdScore:
    """100 minus FGD's points."""

    def __init__(self, outlook: Outlook) -> None:
        self._measure = outlook.fragmentation

    def rater(self, shape: Shape) -> Rater:
        """Return a rater that prefers the card that adds the least fragmentation; of equals, the fullest."""
        measure = self._measure

        def rate(state: NodeState) -> tuple[int, int]:
            cards = measure.cards(state.gpu_model, state.gpus_free_milli)
            level = measure.level(state.cpu_free_milli - shape.cpu_milli)
            lost = cards.fragments[measure.level(state.cpu_free_milli)] - cards.fragments[level]
            return min(
                [
                    (_POINTS - _points(lost - change[level], measure.weight_total), card)
                    for card, change in measure.ways(cards, shape)
                ]
            )

        return rate


def _points(lost: int, weight_total: int) -> int:
    """100 times the sigmoid of the fragmentation lost, a weighted sum of thousandths of GPU."""
    return bisect_right(_THRESHOLDS, lost * (10**6 // GPU_MILLI) // weight_total)
