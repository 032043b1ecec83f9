"""The plan for one request: who yields, what it costs, what it gains; or why nobody does. PURE.

1. The running jobs that may yield become candidates (candidates.py) with their costs (price.py).
2. The best set of them is searched: whole when few are in question (search.py), else node by node, the
   cheapest room first, and then trimmed (pricing.py).
3. Elastic victims keep as many ranks as the job that asks leaves them.
4. The plan is made when its gain pays for its price. Where time is shared the quantum has paid for it.

What time it is, is an argument; equal arguments give equal plans.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from muster.cluster import Placement
from muster.events.job_events import PreemptionCause, PreemptionRequested
from muster.events.preemption_events import DeclineReason
from muster.preemption.core import price, pricing
from muster.preemption.core.candidates import (
    Asker,
    Candidate,
    Hindrance,
    Yield,
    asker_of,
    candidate,
    hindrance,
)
from muster.preemption.core.history import Terms
from muster.preemption.core.order import Order
from muster.preemption.core.room import Room
from muster.preemption.core.search import Search
from muster.preemption.core.world import Run, World
from muster.queues.occupancy import LiveJob

SEARCHED_WHOLE_MAX: Final = 20
"""Candidates up to which all sets are searched; with more, nodes are priced."""


class Plan(NamedTuple):
    """Who yields to a job.

    Attributes:
        yields: By job id.
        placements: Where the job then fits, in rank order.
        cost_gpu_ms: The price.
        cost_gpu_ms_min: No set of the same kind costs less.
        gain_gpu_ms: What the job gains.
        exact: Whether no other set is better.
    """

    yields: tuple[Yield, ...]
    placements: tuple[Placement, ...]
    cost_gpu_ms: int
    cost_gpu_ms_min: int
    gain_gpu_ms: int
    exact: bool


class Refusal(NamedTuple):
    """Why there is no plan.

    Attributes:
        reason: Why.
        message: One sentence.
        cost_gpu_ms: Price of a plan that was not worth it; 0: there was none.
        gain_gpu_ms: Its gain.
    """

    reason: DeclineReason
    message: str
    cost_gpu_ms: int = 0
    gain_gpu_ms: int = 0


def plan_for(
    world: World, job: LiveJob, cause: PreemptionCause, terms: Terms, named: Sequence[str] = ()
) -> Plan | Refusal:
    """The plan for one waiting job; `named` are those that may yield where time is shared."""
    room = Room(world, job, terms.at_ms)
    if room.placements(()) is not None:
        return Refusal(DeclineReason.FITS_ALREADY, "the job fits without anyone yielding")
    asker = asker_of(world, job, cause, named)
    order = Order(world, terms, asker.asking)
    found = _best(world, asker, room, order, terms)
    if found is None:
        return _why_none(world, asker, room, terms)
    yields, least_gpu_ms, exact = found
    yields = _kept_large(room, yields)
    placements = room.placements(yields)
    assert placements is not None  # noqa: S101  (the search tried this set)
    cost, gain = sum(each.cost_gpu_ms for each in yields), price.gain_gpu_ms(job, terms.policy)
    if cause is not PreemptionCause.TIME_SHARED and gain * 100 < cost * terms.policy.gain_percent_min:
        message = f"{cost} GPU ms lost for {gain} gained; {terms.policy.gain_percent_min} % is the least"
        return Refusal(DeclineReason.NO_GAIN, message, cost, gain)
    return Plan(yields, placements, cost, least_gpu_ms, gain, exact)


def holders(world: World, request: PreemptionRequested, terms: Terms) -> tuple[Yield, ...]:
    """Those who hold nodes of a reservation that has begun, and may be asked to yield, by job id.

    The reservation names them, so there is nothing to choose; budgets and minimum run times do not count.
    """
    asker = Asker("", 0, None, request.cause)
    runs = [world.runs[job_id] for job_id in sorted(request.holders) if job_id in world.runs]
    may = [run for run in runs if not run.stopping and run.job_id not in terms.history.claimed]
    found = [candidate(world, run, asker, terms) for run in may]
    return tuple(Yield(each) for each in found if each.tier_rank > 0)


def _best(
    world: World, asker: Asker, room: Room, order: Order, terms: Terms
) -> tuple[tuple[Yield, ...], int, bool] | None:
    """The best set with a lower bound of its cost, and whether it is proven best; None: none was found."""
    runs = _runs(world, asker)
    if len(runs) > pricing.RUNS_LISTED_MAX:
        return pricing.cheapest(world, asker, terms, room, order)
    candidates = [
        candidate(world, run, asker, terms) for run in runs if hindrance(world, run, asker, terms) is None
    ]
    if len(candidates) > SEARCHED_WHOLE_MAX:
        return pricing.cheapest(world, asker, terms, room, order)
    return _searched(room, order, candidates)


def _runs(world: World, asker: Asker) -> Collection[Run]:
    """The attempts in question: those that the request names, where time is shared; else all."""
    if asker.cause is not PreemptionCause.TIME_SHARED:
        return world.runs.values()
    return [world.runs[job_id] for job_id in sorted(asker.named) if job_id in world.runs]


def _searched(
    room: Room, order: Order, candidates: Sequence[Candidate]
) -> tuple[tuple[Yield, ...], int, bool] | None:
    for shrink_only in (True, False):
        search = Search(room, order, candidates, shrink_only=shrink_only)
        found = search.run()
        if found is not None:
            cost = sum(each.cost_gpu_ms for each in found)
            return _by_id(found), cost if search.exact else 0, search.exact
    return None


def _kept_large(room: Room, yields: Sequence[Yield]) -> tuple[Yield, ...]:
    """Let those that shrink keep as many ranks as they can, the costliest first."""
    kept = list(yields)
    by_cost = sorted(range(len(kept)), key=lambda i: (-kept[i].cost_gpu_ms, kept[i].candidate.job_id))
    for index in by_cost:
        each = kept[index]
        if not each.ranks_kept:
            continue
        for size in reversed(each.candidate.sizes):
            kept[index] = Yield(each.candidate, size)
            if room.placements(kept) is not None:
                break
    return tuple(kept)


def _why_none(world: World, asker: Asker, room: Room, terms: Terms) -> Refusal:
    """Which rule keeps enough jobs from yielding; they are lifted one after the other."""
    found: dict[Hindrance | None, list[Yield]] = {}
    for run in _runs(world, asker):
        why = hindrance(world, run, asker, terms)
        if why is not Hindrance.PROTECTED and run.job_id not in terms.history.yielding:
            each = candidate(world, run, asker, terms)
            found.setdefault(why, []).append(Yield(each))
    order, lifted = Order(world, terms, asker.asking), list[Yield]()
    for why, reason, message in _REASONS:
        lifted += found.get(why, [])
        if room.placements(lifted) is not None:
            if why is None and not order.within_borrowed(lifted):
                continue  # nothing that was lent suffices; which of it does not is not searched
            return Refusal(reason, message)
    return Refusal(DeclineReason.NOTHING_SUFFICES, "even if all yielded that may, the job would not fit")


def _by_id(yields: Sequence[Yield]) -> tuple[Yield, ...]:
    return tuple(sorted(yields, key=lambda each: each.candidate.job_id))


_REASONS: Final = (
    (None, DeclineReason.BUDGET, "as many jobs as the budgets allow were evicted within the hour"),
    (Hindrance.TOO_YOUNG, DeclineReason.TOO_YOUNG, "those that would suffice were bound too recently"),
    (
        Hindrance.GUARANTEED,
        DeclineReason.TOO_YOUNG,
        "those that would suffice are guaranteed their GPUs for longer",
    ),
    (
        Hindrance.HYSTERESIS,
        DeclineReason.HYSTERESIS,
        "those that would suffice were evicted too often, or one of the pair was evicted for the other",
    ),
    (Hindrance.CLAIMED, DeclineReason.BUSY, "those that would suffice yield already"),
)
