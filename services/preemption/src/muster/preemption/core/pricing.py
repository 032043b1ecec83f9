"""Find the cheapest room on a large cluster: price nodes, use the cheapest, trim the victims. PURE.

1. Arrays give, for every node, a lower bound on the price of the first rank placed there, of the second, and
   so on: the jobs that are cheapest per GPU leave, the last one in part. A job that spans several nodes is
   charged a part on each: its cost divided by its nodes, or by the number of ranks to place if that is less.
2. Nodes are tried in the order of this bound. On each node a trial in the kernel shows which jobs have to
   leave for one more rank. A victim also frees room on its other nodes, so those are examined next.
3. If the layout must lie in one unit of the network, units are tried in the order of their summed bounds.
4. Victims that turn out to be unnecessary stay; the worst ones are spared first.

Better kinds of sets are searched first: no owners and only the lowest tier, then higher tiers, then with
owners. The sum of the smallest bounds is a lower bound on the cost of every set of that kind, so a plan can
state how far it may be from the cheapest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

import numpy as np
from muster.cluster import GPU_MILLI, MIG, MIG_MODELS, Level, Shape, Strictness, whole_card
from muster.events.job_events import PreemptionCause
from muster.preemption.core import price
from muster.preemption.core.candidates import (
    PREMIUM_TRAINING,
    Asker,
    Candidate,
    Yield,
    candidate,
    hindrance,
)
from muster.preemption.core.columns import Flags, Ints
from muster.preemption.core.history import Terms
from muster.preemption.core.order import Order, Rank
from muster.preemption.core.room import Room
from muster.preemption.core.world import World
from muster.queues import shares
from muster.queues.dues import Asking
from muster.queues.occupancy import Plan
from muster.queues.quotas import PRODUCTION
from muster.queues.tree import QueueKey

RUNS_LISTED_MAX: Final = 512
"""Maximum number of running jobs that are examined one by one to count those that may yield."""

UNITS_TRIED_MAX: Final = 8
"""Maximum number of network units tried for a layout that must lie in a single one."""

NEVER: Final = 1 << 62
"""Price of a rank that does not fit even if every job that may yield does."""


class Kind(NamedTuple):
    """A kind of victim set; better kinds are tried first.

    Attributes:
        owners: Whether the set may contain owners (see order.py).
        tier_least: Rank of the highest tier that victims may have.
    """

    owners: bool
    tier_least: int


@dataclass(frozen=True, slots=True)
class Prices:
    """Lower bounds on prices for one kind of set, GPU milliseconds.

    Attributes:
        may: Whether each job may yield; shape (jobs,), by entry.
        slots: Added cost of the first, second, ... rank on each node; shape (nodes, ranks per node).
        least: Sum of the smallest slot prices that cover all ranks.
    """

    may: Flags
    slots: Ints
    least: int


class _Asked(NamedTuple):
    """The unit of placement: resources placed together on one node.

    Attributes:
        shape: One rank, or all ranks that must share a node.
        times: Number of these units.
        level: Level of the network unit that must hold all of them; NETWORK: no restriction.
    """

    shape: Shape
    times: int
    level: Level


Found = tuple[tuple[Yield, ...], int, bool]
"""(victim set, lower bound on the cost of sets of its kind, whether the set is proven best)."""


def cheapest(world: World, asker: Asker, terms: Terms, room: Room, order: Order) -> Found | None:
    """Return the best set found; None: no set was found."""
    return _Pricing(world, asker, terms, room, order).run()


class _Way(NamedTuple):
    """A strategy for making room.

    Attributes:
        in_part: Whether a rank is charged only for the part of a victim's freed GPUs that it needs.
        quota_first: Whether full queues are relieved before searching for room instead of after.
    """

    in_part: bool
    quota_first: bool


_WAYS: Final = (_Way(True, False), _Way(False, False), _Way(True, True))
"""Strategies, tried in this order until a set costs no more than the bound."""


class _Pricing:
    """The computation of one plan."""

    def __init__(self, world: World, asker: Asker, terms: Terms, room: Room, order: Order) -> None:
        self.world, self._asker, self._terms = world, asker, terms
        self.room, self.order, self.job_id = room, order, asker.job_id
        self._candidates: dict[str, Candidate] = {}
        self.asked = _unit_of(room)
        self.costs = self._all_costs()
        self._may_ever = self._eligible()
        self._usable = self._usable_nodes()
        self._leaving = world.leaving_for(asker.job_id)

    def run(self) -> Found | None:
        """Return the best set found; None: no set was found."""
        shrunk = self._by_shrinking()
        if shrunk is not None:
            return shrunk, 0, False
        for kind in self._kinds():
            prices = self._prices(kind)
            if prices.least >= NEVER and not self.room.shape.is_fraction:
                continue  # not even all together would do
            units = self._units(prices)
            found = self._of_kind(kind, prices, units)
            if found is not None:
                return found, units[0][0], False
        return None

    # -- who may yield, and what it costs ------------------------------------------------------------------

    def _all_costs(self) -> Ints:
        """Cost of evicting each job, by entry (price.py); for an elastic job, the cost of shrinking it."""
        columns, policy = self.world.columns, self._terms.policy
        work_ms = np.maximum(0, self._terms.at_ms - columns.kept_until_ms)
        if self._asker.cause is PreemptionCause.TIME_SHARED:
            work_ms[:] = 0  # it saves before it stops
        saving_ms = np.minimum(columns.save_ms, self.world.queues.policy.checkpoint_grace_max_ms)
        restart_ms = np.maximum(policy.restart_ms, columns.start_ms)
        delay_ms = policy.delay_ms * (1000 + columns.priority) // 1000
        for job_id in self.world.avoids:
            if job_id in columns.jobs:
                job = self.world.queues.job(job_id)
                delay_ms[columns.jobs[job_id]] = price.delay_ms(self.world, job, policy)
        delay_ms[[columns.jobs[job_id] for job_id in self.world.elastic]] = 0  # it may only shrink
        lost_ms = work_ms + saving_ms + columns.grace_ms + restart_ms + delay_ms
        return np.maximum(1, columns.held_milli * lost_ms // 1000)

    def _eligible(self) -> Flags:
        columns, asker = self.world.columns, self._asker
        may = (columns.tier > 0) & ~columns.stopping
        may &= self._terms.at_ms - columns.bound_at_ms >= self._terms.policy.ran_ms_min
        if asker.heeds_guarantees:
            may &= self._terms.at_ms >= columns.guaranteed_until_ms
        if asker.cause is PreemptionCause.TIME_SHARED:
            named = np.zeros(len(may), dtype=np.bool_)
            named[[columns.jobs[job_id] for job_id in asker.named if job_id in columns.jobs]] = True
            may &= named
        elif asker.cause is PreemptionCause.TIER:
            may &= columns.tier > asker.tier_rank
        elif asker.asking is not None:
            may &= columns.tier >= asker.tier_rank
            may &= columns.held_milli <= self._beyond_due(asker.asking)[columns.queue]
        else:
            may &= ~self._by_queue(self._is_own)[columns.queue].astype(np.bool_)
        self._exclude_past(may)
        return may

    def _exclude_past(self, may: Flags) -> None:
        """Exclude jobs that earlier evictions or open plans protect."""
        history, jobs = self._terms.history, self.world.columns.jobs
        paired = (job_id for for_job_id, job_id in history.pairs if for_job_id == self._asker.job_id)
        worn = (job for job, n in history.by_job.items() if n >= self._terms.policy.evictions_per_job_day_max)
        for job_id in (*history.claimed, *paired, *worn):
            if job_id in jobs:
                may[jobs[job_id]] = False

    def _kinds(self) -> Iterator[Kind]:
        tiers = sorted({int(tier) for tier in self.world.columns.tier[self._may_ever]}, reverse=True)
        for owners in (False, True):
            for tier in tiers:
                yield Kind(owners, tier)

    def of(self, job_id: str) -> Candidate:
        found = self._candidates.get(job_id)
        if found is None:
            run = self.world.runs[job_id]
            found = self._candidates[job_id] = candidate(self.world, run, self._asker, self._terms)
        return found

    # -- bounds --------------------------------------------------------------------------------------------

    def _usable_nodes(self) -> Flags:
        columns, room = self.world.columns, self.room
        usable = np.zeros(len(columns.opened), dtype=np.bool_)
        nodes = columns.nodes
        eligible = self.world.queues.occupancy.cluster.node_ids_in(room.where)
        usable[[nodes[node_id] for node_id in eligible]] = True
        usable[[nodes[node_id] for node_id in room.shunned()]] = False
        opened = columns.opened.copy()
        if self.world.head_job_id == self._asker.job_id:
            opened[[nodes[node_id] for node_id in self.world.kept_nodes()]] = True
        accepted = np.zeros(max(1, len(columns.models)), dtype=np.bool_)
        for model, entry in columns.models.items():
            accepted[entry] = room.shape.accepts(model)
        return usable & opened & accepted[columns.model]

    def _prices(self, kind: Kind) -> Prices:
        """Compute lower bounds by node and rank; see the module docstring."""
        columns, asked = self.world.columns, self.asked
        may = self._may_ever & (columns.tier >= kind.tier_least)
        covered = self._covered()
        if not kind.owners:
            may &= covered
        else:
            may &= covered | (columns.tier > PREMIUM_TRAINING)
        each_milli = max(1, asked.shape.gpu_milli_total)
        free = columns.gpu_milli - columns.used_milli + columns.held_by(self._leaving)
        most = max(1, int(columns.gpu_milli.max()) // each_milli)
        used = columns.rows_used
        job, node, milli = columns.row_job[:used], columns.row_node[:used], columns.row_milli[:used]
        rows = np.flatnonzero((milli > 0) & may[job] & self._usable[node])
        job, node, milli = job[rows], node[rows], milli[rows]
        charge = self.costs[job] // np.minimum(columns.spans[job], asked.times)
        by_price = np.lexsort((charge / milli, node))
        node, milli, charge = node[by_price], milli[by_price], charge[by_price]
        summed = np.cumsum(milli)
        starts = np.searchsorted(node, node)  # first row of the same node
        before = summed - milli - np.where(starts > 0, summed[starts - 1], 0)
        freed = np.bincount(node, weights=milli, minlength=len(free)).astype(np.int64)
        slots = np.full((len(free), most), NEVER, dtype=np.int64)
        previous = np.zeros(len(free), dtype=np.int64)
        for rank in range(most):
            lacking = np.maximum(0, (rank + 1) * each_milli - free)
            taken = np.clip(lacking[node] - before, 0, milli)
            total = np.bincount(node, weights=charge * (taken / milli), minlength=len(free)).astype(np.int64)
            possible = self._usable & ((rank + 1) * each_milli <= free + freed)
            slots[possible, rank] = np.maximum(0, total - previous)[possible]
            previous = total
        return Prices(may, slots, _least(slots, asked.times))

    def _covered(self) -> Flags:
        """Whether the GPUs borrowed by a job's guarantor cover that job alone, by entry."""
        columns = self.world.columns
        return columns.held_milli <= self._by_queue(self._borrowed_milli)[columns.queue]

    def _beyond_due(self, asking: Asking) -> Ints:
        """GPU that each queue may yield to a queue claiming its fair share, thousandths, by queue entry."""
        keys, tree = self.world.columns.queue_keys, self.world.queues.tree
        found = np.zeros(max(1, len(keys)), dtype=np.int64)
        for key, entry in keys.items():
            queue = tree.by_key.get(key)
            bounds = asking.bounds(queue) if queue else None
            found[entry] = min(bounds.values()) if bounds else 0
        return found

    def _by_queue(self, of: Callable[[QueueKey | None], int]) -> Ints:
        """Apply `of` to the guarantor of each queue; by queue entry."""
        keys, tree = self.world.columns.queue_keys, self.world.queues.tree
        found = np.zeros(max(1, len(keys)), dtype=np.int64)
        for key, entry in keys.items():
            queue = tree.by_key.get(key)
            guarantor = shares.guarantor(queue) if queue else None
            found[entry] = of(guarantor.key if guarantor else None)
        return found

    def _borrowed_milli(self, guarantor: QueueKey | None) -> int:
        return NEVER if guarantor is None else self.order.borrowed(guarantor).total

    def _is_own(self, guarantor: QueueKey | None) -> int:
        return int(guarantor is not None and guarantor == self._asker.guarantor)

    # -- choosing ------------------------------------------------------------------------------------------

    def _by_shrinking(self) -> tuple[Yield, ...] | None:
        """Return the elastic jobs to shrink, if shrinking alone makes room; else None."""
        world, yields = self.world, list[Yield]()
        for job_id in world.elastic:
            why = hindrance(world, world.runs[job_id], self._asker, self._terms)
            each = self.of(job_id)
            if why is None and each.sizes:
                yields.append(Yield(each, each.sizes[0]))
        if not yields or self.room.placements(yields) is None:
            return None
        trimmed = self._trimmed(yields)
        return trimmed if self.order.allows(trimmed) else None

    def _of_kind(self, kind: Kind, prices: Prices, units: list[tuple[int, Ints]]) -> tuple[Yield, ...] | None:
        """Return the best of several attempts, over every network unit that may be the cheapest."""
        best: tuple[Rank, tuple[Yield, ...]] | None = None
        for tried, (least, nodes) in enumerate(units):
            if tried == UNITS_TRIED_MAX or (best and least >= best[0].cost_gpu_ms):
                break
            for way in _WAYS:
                if best is None or best[0].cost_gpu_ms > least:
                    found = self._attempt(_Taking(self, kind, prices, nodes, way))
                    best = found if found and (best is None or found < best) else best
        return best and best[1]

    def _attempt(self, taking: _Taking) -> tuple[Rank, tuple[Yield, ...]] | None:
        """Return a trimmed set that makes room, with its rank; None: no set was found."""
        yields = taking.run()
        if yields is None or self.room.placements(yields) is None:
            return None
        yields = self._shrunk(self._trimmed(yields))
        return (self.order.rank(yields), yields) if self.order.allows(yields) else None

    def _units(self, prices: Prices) -> list[tuple[int, Ints]]:
        """List the network units that may hold the gang, cheapest bound first, each with its nodes."""
        entries = np.flatnonzero(prices.slots[:, 0] < NEVER)
        if self.asked.level >= Level.NETWORK:
            return [(prices.least, entries)]
        units: dict[tuple[str, ...], list[int]] = {}
        nodes = self.world.queues.occupancy.nodes
        for entry in entries.tolist():
            location = nodes[self.world.columns.node_ids[entry]].joined.location
            path = (location.cell, location.spine, location.leaf, location.nvlink_domain)
            name = path[: Level.NETWORK - self.asked.level]
            if name[-1]:
                units.setdefault(name, []).append(entry)
        found = [
            (_least(prices.slots[members], self.asked.times), name, np.array(members))
            for name, members in units.items()
        ]
        return [
            (least, members)
            for least, _, members in sorted(found, key=lambda each: each[:2])
            if least < NEVER
        ]

    def _trimmed(self, yields: Sequence[Yield]) -> tuple[Yield, ...]:
        """Keep only the victims that the job needs; try to spare the worst ones first."""
        needed = list[Yield]()
        with self.room.without(yields) as plan:
            for each in sorted(yields, key=self._worst_first):
                plan.restore(each.candidate.job_id, each.ranks_kept)
                if self.room.now() is None:
                    plan.release(each.candidate.job_id, each.ranks_kept)
                    needed.append(each)
        return tuple(sorted(needed, key=lambda each: each.candidate.job_id))

    def _shrunk(self, yields: tuple[Yield, ...]) -> tuple[Yield, ...]:
        """Shrink elastic victims instead of evicting them where that is enough."""
        kept = list(yields)
        for index, each in enumerate(yields):
            if each.candidate.sizes:
                kept[index] = Yield(each.candidate, each.candidate.sizes[0])
                if self.room.placements(kept) is None:
                    kept[index] = each
        return tuple(kept)

    def _worst_first(self, each: Yield) -> tuple[int, int, int, str]:
        owner = self.order.owners([each])
        return -owner, each.candidate.tier_rank, -each.cost_gpu_ms, each.candidate.job_id


class _Taking:
    """Makes room for all ranks on some nodes, rank by rank, in a trial.

    Args:
        pricing: The computation that this belongs to.
        kind: The kind of victims allowed.
        prices: Lower bounds for this kind.
        nodes: Entries of the nodes to use.
        way: Strategy.
    """

    def __init__(self, pricing: _Pricing, kind: Kind, prices: Prices, nodes: Ints, way: _Way) -> None:
        self._way = way
        self._pricing, self._kind, self._prices = pricing, kind, prices
        self._cluster = pricing.world.queues.occupancy.cluster
        self._columns = pricing.world.columns
        self._yields: dict[str, Yield] = {}
        self._on: dict[int, int] = {}
        self._among = frozenset(nodes.tolist())
        self._queue = [
            (int(price), entry)
            for price, entry in zip(prices.slots[nodes, 0].tolist(), nodes.tolist(), strict=True)
        ]

    def run(self) -> tuple[Yield, ...] | None:
        """Return the victims; None: no room for all ranks was found."""
        asked, left = self._pricing.asked, self._pricing.asked.times
        heapify(self._queue)
        with self._pricing.room.without(()) as plan:
            if self._way.quota_first and not self._free_quota(plan):
                return None
            while left and self._queue:
                bound, entry = heappop(self._queue)
                if bound >= NEVER:
                    return None
                price, victims = self._price(entry, asked.shape, plan)
                if price >= NEVER:
                    continue
                if price > bound and self._queue and price > self._queue[0][0]:
                    heappush(self._queue, (price, entry))
                    continue
                self._take(entry, victims, plan)
                left -= 1
            if left or not self._free_quota(plan):
                return None
        return tuple(self._yields.values())

    def _free_quota(self, plan: Plan) -> bool:
        """Release jobs of full queues, cheapest per GPU first, until the quotas admit the job.

        Returns False if no job that may yield would help.
        """
        queues, columns = self._pricing.world.queues, self._columns
        while not self._pricing.room.shapes():
            short = queues.admission(self._pricing.job_id).short
            if short and short.resource == PRODUCTION:
                return False  # no job that may yield holds any of it
            below = [
                (int(self._pricing.costs[entry]) * 1000 // max(1, int(columns.held_milli[entry])), job_id)
                for job_id, entry in columns.jobs.items()
                if short
                and self._prices.may[entry]
                and job_id not in self._yields
                and (short.is_headroom or any(q.key == short.queue for q in queues.job(job_id).queue.path))
            ]
            victims = (Yield(self._pricing.of(job_id)) for _, job_id in sorted(below))
            victim = next((each for each in victims if self._allows([each])), None)
            if victim is None:
                return False
            self._release(victim, plan)
        return True

    def _price(self, entry: int, shape: Shape, plan: Plan) -> tuple[int, list[Yield]]:
        """Price one more rank on a node, divided like the bounds, and list the victims that it needs."""
        node_id = self._columns.node_ids[entry]
        if self._fits_on(node_id, shape):
            return 0, []
        leaving = list[Yield]()
        for victim in self._on_node(node_id):
            if not self._allows([*leaving, victim]):
                continue
            plan.release(victim.candidate.job_id)
            leaving.append(victim)
            if self._fits_on(node_id, shape):
                break
        else:
            self._restore(leaving, plan)
            return NEVER, []
        needed = list[Yield]()
        for victim in sorted(leaving, key=lambda each: (-each.cost_gpu_ms, each.candidate.job_id)):
            plan.restore(victim.candidate.job_id)
            if not self._fits_on(node_id, shape):
                plan.release(victim.candidate.job_id)
                needed.append(victim)
        self._restore(needed, plan)
        return sum(self._price_of(victim, node_id) for victim in needed), needed

    def _fits_on(self, node_id: str, shape: Shape) -> bool:
        """Whether one more fits on a node, enabling or disabling MIG on its empty GPUs if necessary."""
        if self._cluster.find_on(node_id, shape) is not None:
            return True
        with self._cluster.trial():
            changed = self._change_geometry(node_id, shape)
            return changed and self._cluster.find_on(node_id, shape) is not None

    def _change_geometry(self, node_id: str, shape: Shape) -> bool:
        """Enable MIG on an empty GPU of a node, or disable it on all empty ones; False: no GPU qualifies."""
        cluster, room = self._cluster, self._pricing.room
        if shape.sharing == MIG:
            whole = cluster.find_on(node_id, whole_card(shape))
            model = self._pricing.world.queues.occupancy.nodes[node_id].joined.gpu_model
            if whole is None or model not in MIG_MODELS:
                return False
            cluster.cut(node_id, whole.gpu_indices[0], cut=True)
            return True
        count = int(self._columns.gpu_milli[self._columns.nodes[node_id]]) // GPU_MILLI
        cut = [i for i in range(count) if cluster.is_cut(node_id, i) and room.thawed((node_id, i))]
        empty = [index for index in cut if cluster.is_empty(node_id, index)]
        for index in empty:
            cluster.cut(node_id, index, cut=False)
        return bool(empty)

    def _take(self, entry: int, victims: Sequence[Yield], plan: Plan) -> None:
        """Release the victims and place a rank instead."""
        node_id, asked = self._columns.node_ids[entry], self._pricing.asked
        for victim in victims:
            self._release(victim, plan)
        place = self._cluster.find_on(node_id, asked.shape)
        if place is None:
            self._change_geometry(node_id, asked.shape)
            place = self._cluster.find_on(node_id, asked.shape)
        assert place is not None  # noqa: S101  (it was priced with these victims gone)
        self._cluster.take(place)
        ranks = self._on[entry] = self._on.get(entry, 0) + 1
        slots = self._prices.slots[entry]
        if ranks < len(slots):
            heappush(self._queue, (int(slots[ranks]), entry))

    def _release(self, victim: Yield, plan: Plan) -> None:
        """Release a victim and queue all its nodes for another look, since they may have room now."""
        job_id = victim.candidate.job_id
        plan.release(job_id)
        self._yields[job_id] = victim
        for node_id in self._columns.nodes_of(job_id):
            entry = self._columns.nodes[node_id]
            if entry in self._among:
                heappush(self._queue, (0, entry))

    def _restore(self, victims: Sequence[Yield], plan: Plan) -> None:
        for victim in reversed(victims):
            plan.restore(victim.candidate.job_id)

    def _on_node(self, node_id: str) -> list[Yield]:
        """List the jobs on a node that may yield, cheapest per GPU first."""
        found = [
            Yield(self._pricing.of(job_id))
            for job_id in self._columns.jobs_on(node_id)
            if job_id not in self._yields and self._prices.may[self._columns.jobs[job_id]]
        ]
        return sorted(found, key=lambda each: (self._density(each, node_id), each.candidate.job_id))

    def _price_of(self, each: Yield, node_id: str) -> int:
        """Part of a victim's cost that is charged to one rank on a node, GPU milliseconds."""
        here, asked = _milli_on(each, node_id), self._pricing.asked.shape.gpu_milli_total
        charge = self._charge(each)
        return charge * asked // here if self._way.in_part and here > asked else charge

    def _density(self, each: Yield, node_id: str) -> int:
        return self._charge(each) * 1000 // max(1, _milli_on(each, node_id))

    def _charge(self, each: Yield) -> int:
        spans = int(self._columns.spans[self._columns.jobs[each.candidate.job_id]])
        return each.cost_gpu_ms // min(spans, self._pricing.asked.times)

    def _allows(self, more: Sequence[Yield]) -> bool:
        yields = [*self._yields.values(), *more]
        order = self._pricing.order
        return order.allows(yields) and (self._kind.owners or not order.owners(yields))


def _milli_on(each: Yield, node_id: str) -> int:
    """GPU that a victim holds on a node, thousandths."""
    here = (place for place in each.candidate.placements if place.node_id == node_id)
    return sum(place.shape.gpu_milli_total for place in here)


def _unit_of(room: Room) -> _Asked:
    """Derive the unit of placement, its count, and the network level that must hold all of it."""
    layout, shape, ranks = room.layout, room.shape, room.ranks
    level = layout.within if layout.strictness == Strictness.REQUIRED else Level.NETWORK
    together = ranks if level == Level.NODE else layout.group_ranks
    as_one = shape.times(together) if together > 1 and not shape.is_fraction else None
    if as_one is None:
        return _Asked(shape, ranks, level)
    return _Asked(as_one, ranks // together, Level.NETWORK if level == Level.NODE else level)


def _least(slots: Ints, count: int) -> int:
    """Sum the `count` smallest prices; NEVER: there is no room for that many ranks."""
    prices = slots[slots < NEVER]
    if len(prices) < count:
        return NEVER
    return int(np.partition(prices, count - 1)[:count].sum())
