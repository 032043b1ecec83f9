"""Why a job is where it is, and what the next best place is (ADR 22).

Both are rated as things stand, with the job lifted out in thought: what was free when it was bound is in the
log, not in the state. The runner-up is where it would go if its nodes were closed. Both are named by the same
kernel that decides, and everything is put back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from muster.cluster import Placement, Terms
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import Prediction
from muster.scheduler.core.move import elastic
from muster.scheduler.core.placement import search, topology
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State

RANKS_MAX: Final = 64
"""Of a larger gang no other place is looked for: it would take the leader too long."""


class Option(NamedTuple):
    """A place for all ranks.

    Attributes:
        node_ids: The nodes, each once, in rank order.
        terms: What the first rank's place costs, and why; None: it could not be given so now.
    """

    node_ids: tuple[str, ...]
    terms: Terms | None


@dataclass(frozen=True, slots=True)
class PlacementExplanation:
    """Where a job is.

    Attributes:
        attempt: Which.
        bound_at_ms: Since when.
        chosen: The place it has.
        unit: Which part of the network the ranks share, in words; empty for a single rank.
        sharing: With whom a fraction shares its GPU (state.gpu_sharing); empty: it shares none.
        looked: Whether another was looked for.
        runner_up: The best without these nodes; None: there is none now.
        left: How much longer it will run.
    """

    attempt: int
    bound_at_ms: int
    chosen: Option
    unit: str
    sharing: str
    looked: bool
    runner_up: Option | None
    left: Prediction


def explain_placement(state: State, job: Job, attempt: Attempt) -> PlacementExplanation:
    """Where a job is whose attempt holds places, and why there."""
    placements = elastic.placements_of(job)
    looked = len(placements) <= RANKS_MAX
    features = estimator.features_of(job.tenant, job.spec, attempt.pace_milli)
    return PlacementExplanation(
        attempt=attempt.number,
        bound_at_ms=attempt.bound_at_ms,
        chosen=_chosen(state, placements) if looked else Option(_nodes(placements), None),
        unit=topology.placement_reason(state, placements) if len(placements) > 1 else "",
        sharing=placements[0].shape.sharing,
        looked=looked,
        runner_up=_runner_up(state, job, placements) if looked else None,
        left=estimator.predict(state.durations, features, state.now_ms - attempt.bound_at_ms),
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
