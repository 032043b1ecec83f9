"""The plan for one request: victims, cost and gain; or why there is no plan. PURE.

1. The running jobs that may yield become candidates (candidates.py) with their costs (price.py).
2. Find the best set: exhaustively if there are few candidates (search.py), else node by node, cheapest room
   first, then trimmed (pricing.py).
3. Elastic victims keep as many ranks as possible while the requesting job still fits.
4. A plan is made if its gain justifies its price. Time sharing is exempt: the quantum has paid for it.

The current time is an argument; equal arguments give equal plans.
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
"""Maximum number of candidates for the exhaustive search; with more, nodes are priced."""


class Plan(NamedTuple):
    """The victims that yield to a job, and the result.

    Attributes:
        yields: Victims, sorted by job id.
        placements: Placements that the job then gets, in rank order.
        cost_gpu_ms: Price, GPU milliseconds.
        cost_gpu_ms_min: Lower bound on the cost of any set of the same kind.
        gain_gpu_ms: Gain of the job, GPU milliseconds.
        exact: Whether no other set is better.
    """

    yields: tuple[Yield, ...]
    placements: tuple[Placement, ...]
    cost_gpu_ms: int
    cost_gpu_ms_min: int
    gain_gpu_ms: int
    exact: bool


class Refusal(NamedTuple):
    """The reason why there is no plan.

    Attributes:
        reason: Reason code.
        message: One sentence for people.
        cost_gpu_ms: Price of a plan that was not worth it, GPU milliseconds; 0: none was found.
        gain_gpu_ms: Gain of that plan.
    """

    reason: DeclineReason
    message: str
    cost_gpu_ms: int = 0
    gain_gpu_ms: int = 0


def plan_for(
    world: World, job: LiveJob, cause: PreemptionCause, terms: Terms, named: Sequence[str] = ()
) -> Plan | Refusal:
    """Plan for one pending job, or return why not; `named` jobs may yield under time sharing."""
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
    """List, by job id, the jobs on nodes of a reservation that has begun that may be made to yield.

    The request names them, so nothing is chosen; budgets and minimum run times do not apply.
    """
    asker = Asker("", 0, None, request.cause)
    runs = [world.runs[job_id] for job_id in sorted(request.holders) if job_id in world.runs]
    may = [run for run in runs if not run.stopping and run.job_id not in terms.history.claimed]
    found = [candidate(world, run, asker, terms) for run in may]
    return tuple(Yield(each) for each in found if each.tier_rank > 0)


def _best(
    world: World, asker: Asker, room: Room, order: Order, terms: Terms
) -> tuple[tuple[Yield, ...], int, bool] | None:
    """Return the best set, a lower bound on its cost, and whether it is proven best; None: none found."""
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
    """Return the attempts to consider: under time sharing those that the request names, else all."""
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
    """Let shrinking victims keep as many ranks as possible, the costliest first."""
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
    """Find the rule that keeps enough jobs from yielding, by lifting one rule after another."""
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
                continue  # the borrowed GPU does not suffice; the exact shortfall is not searched
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
