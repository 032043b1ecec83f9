"""Why a job is placed where it is, and the next best placement (ADR 22).

Both are rated in the present state, with the job removed in a trial: what was free when it was bound is in
the log, but not in the state. The runner-up is where the job would be placed if its nodes were closed. Both
are rated by the kernel that decides placements, and the trial is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from muster.cluster import Placement, Terms
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import Prediction
from muster.scheduler.core.placement import search, topology
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State

RANKS_MAX: Final = 64
"""For a larger gang no other placement is searched, because it would take the leader too long."""


class Option(NamedTuple):
    """A placement of all ranks.

    Attributes:
        node_ids: The nodes, each once, in rank order.
        terms: The score terms of the first rank's placement; None: it would not be possible now.
    """

    node_ids: tuple[str, ...]
    terms: Terms | None


@dataclass(frozen=True, slots=True)
class PlacementExplanation:
    """The placement of a job.

    Attributes:
        attempt: Number of the attempt.
        bound_at_ms: When it was bound, ms since 1970 UTC.
        chosen: Its placement.
        unit: The part of the network that the ranks share, in words; empty for a single rank.
        sharing: Sharing key of a fraction (state.gpu_sharing); empty: it has none.
        looked: Whether another placement was searched.
        runner_up: The best placement without these nodes; None: there is none now.
        left: Its estimated remaining run time.
        guaranteed_until_ms: Until when it is guaranteed its GPUs, ms since 1970 UTC; 0: it is not.
    """

    attempt: int
    bound_at_ms: int
    chosen: Option
    unit: str
    sharing: str
    looked: bool
    runner_up: Option | None
    left: Prediction
    guaranteed_until_ms: int = 0


def explain_placement(state: State, job: Job, attempt: Attempt) -> PlacementExplanation:
    """Explain the placement of a job with a live attempt."""
    placements = job.placements
    looked = len(placements) <= RANKS_MAX
    features = estimator.features_of(job.tenant, job.spec, attempt.pace_milli, policy=state.policy)
    return PlacementExplanation(
        attempt=attempt.number,
        bound_at_ms=attempt.bound_at_ms,
        chosen=_chosen(state, placements) if looked else Option(_nodes(placements), None),
        unit=topology.placement_reason(state, placements) if len(placements) > 1 else "",
        sharing=placements[0].shape.sharing,
        looked=looked,
        runner_up=_runner_up(state, job, placements) if looked else None,
        left=estimator.predict(state.durations, features, state.now_ms - attempt.bound_at_ms),
        guaranteed_until_ms=attempt.guaranteed_until_ms,
    )


def _chosen(state: State, placements: Sequence[Placement]) -> Option:
    with state.cluster.trial():
        for placement in placements:
            state.cluster.give_back(placement)
        return Option(_nodes(placements), state.cluster.terms(placements[0]))


def _runner_up(state: State, job: Job, placements: Sequence[Placement]) -> Option | None:
    with state.cluster.without(_nodes(placements)):
        for placement in placements:
            state.cluster.give_back(placement)
        found = search.find_for(state, job, job.placement_class._replace(ranks=len(placements)))
        return None if found is None else Option(_nodes(found), state.cluster.terms(found[0]))


def _nodes(placements: Sequence[Placement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(placement.node_id for placement in placements))
