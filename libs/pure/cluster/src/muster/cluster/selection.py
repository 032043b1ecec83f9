"""Selection: a subset of a cluster's nodes, and all queries on it.

The cluster notifies its selections of changes; a selection has its own groups, rankings, parts and units of
the network, so the cost of a query does not depend on how many nodes are left out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from muster.cluster.diagnosis.diagnosis import Offer, diagnose
from muster.cluster.gangs.gang import Gang, Shortage
from muster.cluster.gangs.layout import Layout, Weights
from muster.cluster.gangs.topology import Topology
from muster.cluster.ledger import NodeLedger
from muster.cluster.measures.capacity import Capacities, Fit, ranks_in
from muster.cluster.measures.overview import Overview, holds
from muster.cluster.model.errors import CapacityError
from muster.cluster.model.mig_table import MigModel
from muster.cluster.model.node import NodeState, Placement, fits
from muster.cluster.model.shape import MIG, Shape, shared_by_any, whole_card
from muster.cluster.model.shortfall import Shortfall
from muster.cluster.parts import Part, Pool, Pools, card_of
from muster.cluster.ranking.finder import COMPILED_POLICY, Finder, load_compiled_ranking
from muster.cluster.ranking.groups import StateGroups
from muster.cluster.score.part import PartScore
from muster.cluster.score.score import Outlook
from muster.events.node_heartbeats import Location

SHORTFALLS_MAX = 4096
"""Answers to `shortfall` remembered between two changes. Only speed depends on it."""


@dataclass(slots=True)
class Rules:
    """Settings shared by all selections of a cluster.

    Attributes:
        policy: The score's name.
        compiled_from_nodes: Number of nodes from which compiled code is used.
        mig_models: Possible MIG partitionings of GPUs.
        part_score: Score of the free parts of reserved GPUs.
        outlook: The current outlook of the score.
    """

    policy: str
    compiled_from_nodes: int
    mig_models: Mapping[str, MigModel]
    part_score: PartScore
    outlook: Outlook


class Selection:
    """A subset of the nodes.

    Args:
        rules: The cluster's rules.
        ledgers: The cluster's ledgers, of all nodes.

    Attributes:
        node_ids: Ids of its nodes.
        opened: Groups of its open nodes.
    """

    def __init__(self, rules: Rules, ledgers: Mapping[str, NodeLedger]) -> None:
        self._rules = rules
        self._ledgers = ledgers
        self.node_ids: dict[str, None] = {}
        self.opened = StateGroups()
        self._closed = StateGroups()
        self._open_parts = Pools()
        self._closed_parts = Pools()
        self._topology = Topology()
        self._capacities = Capacities(rules.mig_models)
        self._shortfalls: dict[tuple[Shape, int, bool], Shortfall | None] = {}
        self._finder: Finder | None = None

    # -- which nodes, and what changes on them -------------------------------------------------------------

    def enter(self, ledger: NodeLedger, location: Location) -> None:
        """Add a node."""
        node_id = ledger.capacity.node_id
        self.node_ids[node_id] = None
        self._count_kind(ledger, +1)
        self._topology.add(node_id, ledger.capacity.empty_state())
        self._topology.relocate(node_id, location)
        groups, parts = self._side(ledger.schedulable)
        groups.join(node_id, ledger.state)
        parts.join(ledger.parts)
        if self._is_compiled():
            load_compiled_ranking()  # now, because a standby that takes over has no time for it

    def leave(self, ledger: NodeLedger) -> None:
        """Remove a node."""
        node_id = ledger.capacity.node_id
        groups, parts = self._side(ledger.schedulable)
        groups.leave(node_id, ledger.state)
        parts.leave(ledger.parts)
        self._topology.remove(node_id)
        del self.node_ids[node_id]
        self._count_kind(ledger, -1)

    def reopened(self, ledger: NodeLedger) -> None:
        """A node was opened to new work, or closed."""
        node_id = ledger.capacity.node_id
        groups, parts = self._side(not ledger.schedulable)
        groups.leave(node_id, ledger.state)
        parts.leave(ledger.parts)
        groups, parts = self._side(ledger.schedulable)
        groups.join(node_id, ledger.state)
        parts.join(ledger.parts)
        self._topology.touch(node_id)
        self._shortfalls.clear()

    def regrouped(self, ledger: NodeLedger, state: NodeState, parts: tuple[Part, ...]) -> None:
        """Update a node, from its previous state and parts."""
        node_id = ledger.capacity.node_id
        groups = self.opened if ledger.schedulable else self._closed
        groups.leave(node_id, state)
        groups.join(node_id, ledger.state)
        if parts or ledger.parts:
            pools = self._open_parts if ledger.schedulable else self._closed_parts
            pools.leave(parts)
            pools.join(ledger.parts)
        self._topology.touch(node_id)
        if self._shortfalls:
            self._shortfalls.clear()

    def relocated(self, node_id: str, location: Location) -> None:
        """Update a node's location in the network."""
        self._topology.relocate(node_id, location)

    def recut(self) -> None:
        """Apply changed MIG geometries."""
        self._capacities.mig_models = self._rules.mig_models
        self._open_parts.forget_rankings()
        self._closed_parts.forget_rankings()
        self._shortfalls.clear()

    def forget_finder(self) -> None:
        """Drop the finder, because the outlook has changed."""
        self._finder = None
        self.opened.attach(None)

    # -- where ---------------------------------------------------------------------------------------------

    def find(self, shape: Shape, near: Sequence[str] = ()) -> Placement | None:
        """The best placement for one rank now, or None; `near` breaks ties."""
        if shape.sharing:
            return self._find_shared(shape)
        best = (self._finder or self._new_finder()).best(shape)
        if best is None:
            return None
        group, card = best
        nearer = self._nearer(shape, near, group.state) if near else None
        return nearer or self._ledgers[group.node_ids[0]].place(shape, card)

    def find_on(self, ledger: NodeLedger, shape: Shape) -> Placement | None:
        """The best placement for one rank on one open node, or None."""
        if shape.sharing:
            return self._share_on(ledger, shape)
        if not fits(ledger.state, shape):
            return None
        finder = self._finder or self._new_finder()
        return ledger.place(shape, finder.card(shape, ledger.state))

    def find_gang(
        self, shape: Shape, ranks: int, layout: Layout, weights: Weights, near: Sequence[str]
    ) -> tuple[Placement, ...] | None:
        """Placements for all ranks of whole GPUs, or of none, in rank order; or None.

        Raises:
            CapacityError: ranks is no multiple of the layout's groups.
        """
        seats = self._gang(shape, ranks, layout, near).seats(self._topology, weights)
        if seats is None:
            return None
        return tuple(
            place
            for node_id, share in seats
            for place in self._ledgers[node_id].seat(shape, share, layout.group_ranks)
        )

    # -- why not, and how much -----------------------------------------------------------------------------

    def fits_ever(self, shape: Shape, ranks: int) -> Fit:
        """Whether the gang would fit if all nodes were open, healthy and empty."""
        return self._capacities.fit(shape, ranks)

    def fits_open(self, shape: Shape, ranks: int, without: Iterable[str]) -> bool:
        """Whether the gang would fit the open nodes, without these, if they were healthy and empty."""
        closed = [node_id for group in self._closed.by_state.values() for node_id in group.node_ids]
        left_out = dict.fromkeys([*closed, *(node_id for node_id in without if node_id in self.node_ids)])
        capacities = [self._ledgers[node_id].capacity for node_id in left_out]
        kinds = {capacity.kind: capacity for capacity in capacities}
        counts = Counter(capacity.kind for capacity in capacities)
        missing = sum(
            self._capacities.ranks_when_empty(kinds[kind].empty_state(), shape, ranks) * nodes
            for kind, nodes in counts.items()
        )
        return self._capacities.fit(shape, ranks).ranks_max - missing >= ranks

    def room(self, shape: Shape, ranks: int) -> int:
        """Return how many ranks fit now, counted up to `ranks`."""
        return self._ranks_now(shape, ranks, self.opened, self._open_parts)

    def shortfall(self, shape: Shape, ranks: int, *, opens: bool = True) -> Shortfall | None:
        """Why the gang does not fit now; None when it does. Remembered until something changes.

        `opens`: closed nodes with room may be opened, so it is for them that it does not fit.
        """
        key = (shape, ranks, opens)
        if key not in self._shortfalls:
            if len(self._shortfalls) >= SHORTFALLS_MAX:
                self._shortfalls.clear()
            self._shortfalls[key] = self._diagnose(shape, ranks, opens=opens)
        return self._shortfalls[key]

    def shortage(self, shape: Shape, ranks: int, layout: Layout) -> Shortage:
        """Return the room in the units of the network for a gang whose layout cannot be satisfied.

        Raises:
            CapacityError: ranks is no multiple of the layout's groups.
        """
        return self._gang(shape, ranks, layout).shortage(self._topology, self.opened.by_state)

    def empty_cut_gpus(self) -> list[tuple[str, int]]:
        """Available GPUs in MIG mode without an instance, as (node, index), sorted."""
        pool = self._open_parts.of(MIG)
        return pool.empty() if pool else []

    def location(self, node_id: str) -> Location:
        """The location of a node. Raises KeyError when it is not in the selection."""
        return self._topology.location(node_id)

    # -- inside --------------------------------------------------------------------------------------------

    def _count_kind(self, ledger: NodeLedger, nodes: int) -> None:
        self._shortfalls.clear()
        if self._capacities.change(ledger.capacity, nodes):
            self.forget_finder()

    def _side(self, schedulable: bool) -> tuple[StateGroups, Pools]:
        """Groups and pools of the open or the closed nodes."""
        return (self.opened, self._open_parts) if schedulable else (self._closed, self._closed_parts)

    def _find_shared(self, shape: Shape) -> Placement | None:
        """The best placement for a fraction with a key: a GPU shared under its key, else a whole one."""
        pool = self._open_parts.of(shape.sharing)
        card = pool.best(shape, self._rules.part_score) if pool else None
        if card is not None:
            node_id, index = card
            return self._ledgers[node_id].place_on(shape, index)
        opened = None if shape.sharing == MIG else self.find(whole_card(shape))
        return opened and opened._replace(shape=shape)

    def _share_on(self, ledger: NodeLedger, shape: Shape) -> Placement | None:
        """The same on one node."""
        rate, alone = self._rules.part_score.rater(shape), shared_by_any(shape)
        rated = [
            (rate(part.state), part)
            for part in ledger.parts
            if part.sharing == shape.sharing and fits(part.state, alone)
        ]
        if rated:
            return ledger.place_on(shape, card_of(min(rated)[1].card_id)[1])
        opened = None if shape.sharing == MIG else self.find_on(ledger, whole_card(shape))
        return opened and opened._replace(shape=shape)

    def _nearer(self, shape: Shape, near: Sequence[str], best: NodeState) -> Placement | None:
        """A placement on the first of these nodes that is as good as the best one; None when none is."""
        rate = (self._finder or self._new_finder()).rater(shape)
        least, _ = rate(best)
        for node_id in near:
            ledger = self._ledgers.get(node_id)
            if ledger and ledger.schedulable and node_id in self.node_ids and fits(ledger.state, shape):
                cost, card = rate(ledger.state)
                if cost == least:
                    return ledger.place(shape, card)
        return None

    def _gang(self, shape: Shape, ranks: int, layout: Layout, near: Sequence[str] = ()) -> Gang:
        """A gang to place, after updating the network."""
        if ranks % layout.group_ranks:
            raise CapacityError(f"group_ranks is {layout.group_ranks}; allowed: a divisor of {ranks}")
        self._topology.catch_up(self._open_state)
        finder = self._finder or self._new_finder()
        rate = finder.rater(shape)
        return Gang(
            shape,
            ranks,
            layout,
            cost=lambda state: rate(state)[0],
            best_node=lambda together: self._best_node(shape, together, near),
            near=frozenset(near),
        )

    def _best_node(self, shape: Shape, ranks: int, near: Sequence[str]) -> tuple[str, NodeState] | None:
        """The best node for this many ranks as one; None when they fit no node."""
        together = shape.times(ranks)
        place = together and self.find(together, near)
        return (place.node_id, self._ledgers[place.node_id].state) if place else None

    def _open_state(self, node_id: str) -> NodeState | None:
        ledger = self._ledgers[node_id]
        return ledger.state if ledger.schedulable else None

    def _ranks_now(self, shape: Shape, ranks: int, groups: StateGroups, pools: Pools) -> int:
        """Like `_count`, but nodes are counted only if one rank fits and more than one is wanted."""
        pool = pools.of(shape.sharing)
        on_parts = pool is not None and holds(self._overview_of(pool), shared_by_any(shape))
        fits_one = on_parts or holds(groups.overview(), shape)
        return self._count(shape, ranks, groups, pools) if fits_one and ranks > 1 else int(fits_one)

    def _count(self, shape: Shape, ranks: int, groups: StateGroups, pools: Pools) -> int:
        """Return how many ranks fit, counted up to `ranks`."""
        room = groups.room(shape, ranks)
        pool = pools.of(shape.sharing)
        for node_id in pool.node_ids() if pool and room < ranks else ():
            ledger = self._ledgers[node_id]
            room += ledger.ranks_in(shape, ranks) - ranks_in(ledger.state, shape, ranks)
        return min(room, ranks)

    def _diagnose(self, shape: Shape, ranks: int, *, opens: bool) -> Shortfall | None:
        room = self.room(shape, ranks)
        if room == ranks:
            return None
        closed = self._ranks_now(shape, ranks, self._closed, self._closed_parts) if opens else 0
        pool = self._open_parts.of(shape.sharing)
        parts: Mapping[str, Overview] = self._overview_of(pool) if pool else {}
        offer = Offer(self.opened.overview(), parts, self._closed.overview(), room, closed)
        return diagnose(shape, ranks, self._capacities, offer)

    def _overview_of(self, pool: Pool) -> Mapping[str, Overview]:
        return pool.overview(compiled=self._is_compiled())

    def _new_finder(self) -> Finder:
        """A finder for the present outlook and the present kinds of node."""
        kinds: Iterable[NodeState] | None = self._capacities.kinds if self._is_compiled() else None
        finder = self._finder = Finder(self._rules.policy, self._rules.outlook, kinds)
        self.opened.attach(finder.register)
        return finder

    def _is_compiled(self) -> bool:
        return self._rules.policy == COMPILED_POLICY and len(self.node_ids) >= self._rules.compiled_from_nodes
