"""Results of a run that stopped early which count: those of whole clusters, in the order of the run. PURE.

A worker asks cases in the order of the run and stops before one that it cannot pay, so its results are the
first cases of the run. The last cluster among them may lack cases; it is left out, whether it does or not, so
that what counts does not depend on what anything costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.eval.core.gating.samples import Totals
from muster.events.eval_commands import GoldenTask
from muster.events.eval_results import CaseScore
from muster.events.refusal import must_be
from muster.statistics.seeds import seeded_order


def whole_clusters(run_id: str, results: Sequence[CaseScore]) -> list[CaseScore]:
    """Return the results of all clusters but the last.

    Args:
        run_id: Id of the run, which seeds the order of clusters.
        results: Of the first cases of the run, in its order.

    Raises:
        ValueError: Clusters are in another order than the run has.
    """
    order = list(dict.fromkeys(each.cluster for each in results))
    if order != seeded_order(run_id, order):
        raise ValueError(must_be("results", "of clusters in another order", "in the order of the run"))
    return [each for each in results if each.cluster != order[-1]]


def totals(tasks: Sequence[GoldenTask]) -> dict[str, Totals]:
    """Return the size of each task's plan.

    A set that does not record its largest cluster has one of at most the cases that the others leave.
    """
    return {
        each.task: Totals(each.cases, each.clusters, each.largest or each.cases - each.clusters + 1)
        for each in tasks
    }
