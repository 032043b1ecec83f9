"""Choice between spot and other nodes for a job: expected lost work against price (ADR 86).

A spot node costs less but may be reclaimed. The expected loss of a job, as a fraction of its work:

    lost = reclaims per node and time x nodes of the gang x (time between checkpoints / 2 + restart)

A job that saves loses half an interval on average; a job that cannot save loses half its run (of these, only
short ones and those that ask for it use spot nodes: cluster.occupancy.asked). Spot nodes are tried first if
weight x lost is less than the fraction of the price that they save, else the other nodes are; a job never
waits for either kind. If no node, or every node, is a spot node, there is nothing to decide.

The rate is learned from notices and losses (state.exposure). The prior is one reclaim of one node in
policy.spot_reclaim_prior_ms: that time and one reclaim are added to the observations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from muster.cluster import CAPACITY_TYPE, SPOT, Placement, Where
from muster.scheduler.core.limits import SPOT_INTERVAL_MS_UNKNOWN
from muster.scheduler.core.state.exposure import MILLI, Exposure
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.state import State

_PERCENT: Final = 100

LOST_MILLI_MAX: Final = MILLI
"""Upper bound of the expected loss: all of the work. Such a job would never finish on spot nodes."""


class Outlook(NamedTuple):
    """The trade-off of spot nodes for a job.

    Attributes:
        lost_milli: Expected loss by reclaims, thousandths of its work.
        saved_milli: Savings, thousandths of the price.
        first: Whether spot nodes are tried first.
    """

    lost_milli: int
    saved_milli: int
    first: bool


def outlook(state: State, job: Job, needs: PlacementClass) -> Outlook | None:
    """Weigh spot nodes for a job; None: there is no choice to make."""
    if not state.spot.exposed or state.cluster.spot_nodes == len(state.nodes) or _chosen(needs.where):
        return None
    found = [
        exposure
        for model, exposure in sorted(state.spot.by_model.items())
        if exposure.nodes and needs.shape.accepts(model)
    ]
    if not found:
        return None
    lost_milli = max(_lost_milli(state, job, needs, exposure) for exposure in found)
    default = state.policy.spot_price_percent
    percent = max(price or default for exposure in found for price in exposure.prices)
    saved_milli = (_PERCENT - percent) * MILLI // _PERCENT
    first = lost_milli * state.policy.spot_loss_weight < saved_milli
    return Outlook(lost_milli, saved_milli, first)


def in_order(where: Where, found: Outlook | None) -> tuple[Where, ...]:
    """List where to search: first the nodes of the better kind, then all eligible ones."""
    if found is None:
        return (where,)
    if not found.first:
        return (where._replace(off_spot=True), where)
    labels = tuple(sorted((*where.labels, (CAPACITY_TYPE, SPOT))))
    return (where._replace(labels=labels), where)


def tradeoff(state: State, found: Outlook, placements: Iterable[Placement]) -> str:
    """Describe the kind of nodes that a job got and the trade-off; part of the reason in GangBound."""
    kinds = {state.nodes[each.node_id].announced_tags.spot for each in placements}
    lies = "on and off spot nodes" if len(kinds) > 1 else f"{'on' if True in kinds else 'off'} spot nodes"
    forced = "" if kinds == {found.first} else ", because no others had room"
    lost, saved = found.lost_milli / 10, found.saved_milli / 10
    return f"{lies}{forced}: there it loses about {lost:g} % of its work, and saves {saved:g} % of the price"


def interval_ms(job: Job) -> int | None:
    """Most work that one interruption can cost, ms; None: unknown run time of a job that cannot save."""
    saving, run_ms = job.spec.checkpoint, job.bound_ms
    if not saving.enabled:
        return run_ms
    each_ms = saving.interval_ms or SPOT_INTERVAL_MS_UNKNOWN
    return each_ms if run_ms is None else min(each_ms, run_ms)


def _chosen(where: Where) -> bool:
    """Whether the job itself states which kind of nodes it uses."""
    return where.off_spot or any(key == CAPACITY_TYPE for key, _ in where.labels)


def _lost_milli(state: State, job: Job, needs: PlacementClass, exposure: Exposure) -> int:
    each_ms = interval_ms(job)
    if each_ms is None:
        return LOST_MILLI_MAX
    lost_ms = each_ms // 2 + state.policy.spot_restart_ms
    ends_milli, exposed_ms = exposure.believed(state.now_ms, state.policy.spot_reclaim_prior_ms)
    expected = ends_milli * _nodes(state, needs) * lost_ms // exposed_ms
    return min(LOST_MILLI_MAX, expected)


def _nodes(state: State, needs: PlacementClass) -> int:
    """Minimum number of nodes that a gang spans; losing any of them stops the whole gang."""
    each = needs.shape.gpu_count
    most = max((kind.gpu_count for kind in state.hardware if needs.shape.accepts(kind.gpu_model)), default=0)
    return needs.ranks if not each else -(-needs.ranks // max(1, most // each))
