"""Cluster: the placement kernel's one door. Queries change nothing; `take` and `give_back` do.

How a query works, top down:
1. nodes in equal states form one group (groups.py), so thousands of nodes are few candidates;
2. each shape keeps its groups ranked (finder.py), and a query scores only what changed since its last one
   (ranking.py; for large clusters compiled_ranking.py, which answers alike);
3. the score says how well a shape fits a state (score_*.py); ties pack, then the node id decides (ADR 5);
4. the ledger of the chosen node names the GPUs (ledger.py).

A gang is placed by the units of the network that have room for it (topology.py, gangs.py).
"""

from collections.abc import Mapping

from muster.cluster import snapshot
from muster.cluster.capacity import Capacities, Fit, ranks_in
from muster.cluster.diagnosis import Offer, diagnose
from muster.cluster.errors import CapacityError, ClusterError
from muster.cluster.finder import COMPILED_POLICY, Finder, load_compiled_ranking
from muster.cluster.fragmentation import Fragmentation
from muster.cluster.gangs import Gang, Shortage
from muster.cluster.groups import StateGroups
from muster.cluster.layout import ANYHOW, WEIGHTS, Layout, Weights
from muster.cluster.ledger import NodeLedger
from muster.cluster.mig import restricted
from muster.cluster.mig_table import MIG_MODELS, MigInstance, MigModel
from muster.cluster.node import NodeCapacity, NodeState, Placement, fits
from muster.cluster.overview import Overview, holds
from muster.cluster.parts import Pools, card_of
from muster.cluster.policies import policy_named
from muster.cluster.scarcity import scarcity_prices
from muster.cluster.score import Outlook
from muster.cluster.score_part import PartScore
from muster.cluster.shape import MIG, Shape, among_everybody, check_range, whole_card
from muster.cluster.shortfall import Shortfall
from muster.cluster.stranding import Stranding
from muster.cluster.topology import Topology
from muster.cluster.totals import Tally, Totals
from muster.cluster.workload import Workload
from muster.events.node_heartbeats import Location

RANKS_MAX = 1 << 16
"""Most ranks of one gang."""

COMPILED_FROM_NODES = 1_000
"""A smaller cluster is not worth what loading compiled code takes: 0.4 s and 135 MB (ADR 12)."""

SHORTFALLS_MAX = 4096
"""Answers to `shortfall` remembered between two changes of the cluster. Only speed depends on it."""


class Cluster:
    """Nodes, what is free on them, and where a shape should go.

    Args:
        policy: The score's name: "ours", "fgd" or "bestfit".
        workload: The typical workload to start from; learned from `observe` when absent.
        compiled_from_nodes: From so many nodes on, compiled code finds places. Only speed depends on it.

    Raises:
        CapacityError: The policy is unknown.

    Attributes:
        policy: As given.
        workload: The typical workload as it stands.
    """

    def __init__(
        self,
        policy: str = "ours",
        workload: Workload | None = None,
        compiled_from_nodes: int = COMPILED_FROM_NODES,
    ) -> None:
        policy_named(policy)
        self.policy = policy
        self._compiled_from_nodes = compiled_from_nodes
        self.workload = workload or Workload()
        self._ledgers: dict[str, NodeLedger] = {}
        self._open = StateGroups()
        self._closed = StateGroups()
        self._open_parts = Pools()
        self._closed_parts = Pools()
        self._topology = Topology()
        self._tally = Tally()
        self._mig_models: Mapping[str, MigModel] = MIG_MODELS
        self._capacities = Capacities(self._mig_models)
        self._shortfalls: dict[tuple[Shape, int], Shortfall | None] = {}
        self._measure = Fragmentation(self.workload.typical())
        self._finder: Finder | None = None
        self._part_score = PartScore(self._mig_models)

    # -- nodes ---------------------------------------------------------------------------------------------

    def add(self, capacity: NodeCapacity) -> None:
        """Add an empty, schedulable, healthy node. Raises ClusterError when its id is known."""
        if capacity.node_id in self._ledgers:
            raise ClusterError(f"node {capacity.node_id} is known already")
        mig = self._mig_models.get(capacity.gpu_model)
        ledger = self._ledgers[capacity.node_id] = NodeLedger(capacity, mig)
        self._count_kind(capacity, +1)
        self._tally.node(capacity, +1)
        self._topology.add(capacity.node_id, ledger.state)
        self._open.join(capacity.node_id, ledger.state)
        self._tally.free(capacity.gpu_model, ledger.state.gpu_free_milli)
        if self._is_compiled():
            load_compiled_ranking()  # now: a standby that took over has no time for it

    def remove(self, node_id: str) -> None:
        """Forget a node. Raises ClusterError when unknown, or while it holds placements."""
        ledger = self._ledger(node_id)
        if ledger.held:
            raise ClusterError(
                f"node {node_id} holds {sum(ledger.held.values())} placements; give them back first"
            )
        self.set_schedulable(node_id, False)
        self._closed.leave(node_id, ledger.state)
        self._closed_parts.leave(ledger.parts)
        self._topology.remove(node_id)
        self._tally.closed -= 1
        self._tally.node(ledger.capacity, -1)
        del self._ledgers[node_id]
        self._count_kind(ledger.capacity, -1)

    def set_schedulable(self, node_id: str, schedulable: bool) -> None:
        """Open or close a node to new work; what it holds stays. Raises ClusterError when unknown."""
        ledger = self._ledger(node_id)
        if ledger.schedulable == schedulable:
            return
        ledger.schedulable = schedulable
        source, target = (self._closed, self._open) if schedulable else (self._open, self._closed)
        source.leave(node_id, ledger.state)
        target.join(node_id, ledger.state)
        self._move_parts(ledger, schedulable)
        self._topology.touch(node_id)
        self._tally.closed += -1 if schedulable else 1
        free = ledger.state.gpu_free_milli
        self._tally.free(ledger.capacity.gpu_model, free if schedulable else -free)
        self._shortfalls.clear()

    def mark_gpu(self, node_id: str, index: int, healthy: bool) -> None:
        """Offer a GPU or not; what it holds stays. Raises ClusterError when node or index is unknown."""
        ledger = self._gpu(node_id, index)
        ledger.healthy[index] = healthy
        self._regroup(ledger)

    def cut(self, node_id: str, index: int, cut: bool) -> None:
        """Cut an empty GPU, so that it takes MIG instances and nothing else, or make it whole again.

        Raises:
            ClusterError: Node or index is unknown, the model has no MIG, or the GPU is so already or in use.
        """
        ledger = self._gpu(node_id, index)
        ledger.cut(index, cut)
        self._regroup(ledger)

    def fix_geometries(self, geometries: Mapping[str, tuple[MigInstance, ...]]) -> None:
        """Let cards of these GPU models be cut only so, from now on; others as their table says.

        Instances that exist stay.

        Raises:
            CapacityError: A model has no MIG, or a geometry is not valid for it. Nothing has changed then.
        """
        self._mig_models = restricted(geometries)
        self._capacities.mig_models = self._mig_models
        self._part_score = PartScore(self._mig_models)
        for ledger in self._ledgers.values():
            ledger.mig = self._mig_models.get(ledger.capacity.gpu_model)
            if ledger.geometries:
                self._regroup(ledger)
        self._open_parts.forget_rankings()
        self._closed_parts.forget_rankings()
        self._shortfalls.clear()

    def relocate(self, node_id: str, location: Location) -> None:
        """Tell where in the network a node is; what it holds stays. Raises ClusterError when unknown."""
        self._topology.relocate(self._ledger(node_id).capacity.node_id, location)

    # -- where ---------------------------------------------------------------------------------------------

    def observe(self, shape: Shape, ranks: int = 1) -> None:
        """Count a queued request towards the typical workload, whoever it shares with."""
        if self.workload.observe(among_everybody(shape), ranks):
            self._measure = Fragmentation(self.workload.typical())
            self._drop_finder()

    def find(self, shape: Shape) -> Placement | None:
        """The best place for one rank now, or None."""
        if shape.sharing:
            return self._find_shared(shape)
        best = self._current_finder().best(shape)
        if best is None:
            return None
        group, card = best
        return self._ledgers[group.node_ids[0]].place(shape, card)

    def find_on(self, node_id: str, shape: Shape) -> Placement | None:
        """The best place for one rank on this node, or None. Raises ClusterError when unknown."""
        ledger = self._ledger(node_id)
        if not ledger.schedulable:
            return None
        if shape.sharing:
            return self._share_on(ledger, shape)
        if not fits(ledger.state, shape):
            return None
        return ledger.place(shape, self._current_finder().card(shape, ledger.state))

    def find_gang(
        self, shape: Shape, ranks: int, layout: Layout = ANYHOW, weights: Weights = WEIGHTS
    ) -> tuple[Placement, ...] | None:
        """Places for all ranks at once, in rank order, or None. Ranks may share a node. Changes nothing.

        Ranks of whole GPUs, and those without, lie in the network as the layout says (gangs.py). It is
        found whenever there is one. Fractions, which no layout is asked of, go one by one.

        Raises:
            CapacityError: ranks is not in 1..RANKS_MAX, or no multiple of the layout's groups.
        """
        check_range("ranks", ranks, 1, RANKS_MAX)
        if shape.is_fraction or ranks == 1:
            return self._find_one_by_one(shape, ranks)
        seats = self._gang(shape, ranks, layout).seats(self._topology, weights)
        if seats is None:
            return None
        return tuple(
            place
            for node_id, share in seats
            for place in self._ledgers[node_id].seat(shape, share, layout.group_ranks)
        )

    def take(self, placement: Placement) -> None:
        """Hold a place. Raises ClusterError, changing nothing, when it is not free or malformed.

        A closed node or an unhealthy GPU may be taken: a rank found running there is a fact.
        """
        ledger = self._ledger(placement.node_id)
        ledger.take(placement)
        self._tally.held(ledger.capacity.gpu_model, placement.shape, +1)
        self._regroup(ledger)

    def give_back(self, placement: Placement) -> None:
        """Free a place. Raises ClusterError, changing nothing, when it is not held."""
        ledger = self._ledger(placement.node_id)
        ledger.give_back(placement)
        self._tally.held(ledger.capacity.gpu_model, placement.shape, -1)
        self._regroup(ledger)

    # -- why not, and how much -----------------------------------------------------------------------------

    def fits_ever(self, shape: Shape, ranks: int = 1) -> Fit:
        """Whether the gang would fit the known nodes, were all of them open, healthy and empty."""
        return self._capacities.fit(shape, ranks)

    def has_room(self, shape: Shape, ranks: int = 1) -> bool:
        """Whether the gang fits now: whether find_gang would find places, without looking for them.

        Raises:
            CapacityError: ranks is not in 1..RANKS_MAX.
        """
        check_range("ranks", ranks, 1, RANKS_MAX)
        return self._ranks_now(shape, ranks, self._open, self._open_parts) == ranks

    def shortfall(self, shape: Shape, ranks: int = 1) -> Shortfall | None:
        """Why the gang does not fit now; None when it does. Remembered until the cluster changes."""
        check_range("ranks", ranks, 1, RANKS_MAX)
        key = (shape, ranks)
        if key not in self._shortfalls:
            if len(self._shortfalls) >= SHORTFALLS_MAX:
                self._shortfalls.clear()
            self._shortfalls[key] = self._diagnose(shape, ranks)
        return self._shortfalls[key]

    def shortage(self, shape: Shape, ranks: int, layout: Layout) -> Shortage:
        """How much room the units of the network have for a gang whose layout cannot be had.

        Raises:
            CapacityError: ranks is no multiple of the layout's groups.
        """
        return self._gang(shape, ranks, layout).shortage(self._topology, self._open.by_state)

    def totals(self) -> Totals:
        """What the cluster has, held, free. O(models)."""
        return self._tally.totals()

    def fragmentation_milli(self) -> int:
        """Free GPU of open nodes that typical shapes cannot use, thousandths of GPU, rounded down.

        Without a typical workload nothing is a fragment. O(distinct states).
        """
        measure = self._measure
        weighted = sum(
            measure.of(state.gpu_model, state.gpus_free_milli, state.cpu_free_milli) * len(group.node_ids)
            for state, group in self._open.by_state.items()
        )
        return weighted // measure.weight_total if self.workload.picture else 0

    def whole_gpus(self, node_id: str) -> list[int]:
        """Healthy GPUs of a node that are empty and not cut, ascending. Raises ClusterError when unknown."""
        return self._ledger(node_id).whole_gpus()

    def empty_cut_gpus(self, node_id: str) -> list[int]:
        """Its healthy GPUs that are cut and hold no instance, ascending. Raises ClusterError when unknown."""
        return self._ledger(node_id).empty_cut_gpus()

    def nodes_with_empty_cut_gpus(self) -> list[str]:
        """The open nodes with GPUs that are cut and hold no instance, sorted."""
        pool = self._open_parts.of(MIG)
        return [node_id for node_id in pool.node_ids() if self.empty_cut_gpus(node_id)] if pool else []

    def fractions_per_gpu(self, gpu_model: str, shape: Shape) -> int:
        """How many ranks of a fraction one empty GPU of a model holds."""
        return self._capacities.fractions_per_gpu(gpu_model, shape)

    # -- snapshots -----------------------------------------------------------------------------------------

    def node_canonical(self, node_id: str) -> bytes:
        """One node's whole state as bytes: equal states, equal bytes, whatever the history."""
        return snapshot.encode(self._row(node_id))

    def canonical(self) -> bytes:
        """The whole state as bytes: policy, workload, and the nodes by id."""
        return snapshot.encode(self.dump())

    def dump(self) -> snapshot.ClusterData:
        """The whole state as plain JSON-able data, for a snapshot."""
        rows = [self._row(node_id) for node_id in sorted(self._ledgers)]
        return snapshot.cluster_data(self.policy, self.workload, rows)

    @classmethod
    def load(cls, data: snapshot.ClusterData) -> "Cluster":
        """The cluster that `dump` described.

        Raises:
            CapacityError: The data is of another version, or holds a value that none could mean.
            ClusterError: The placements contradict the nodes.
        """
        cluster = cls(data["policy"], snapshot.workload_of(data))
        for row in data["nodes"]:
            node = snapshot.node_of(row)
            cluster.add(node.capacity)
            for index in node.cut:
                cluster.cut(node.capacity.node_id, index, cut=True)
            cluster.relocate(node.capacity.node_id, node.location)
            for placement in node.placements:
                cluster.take(placement)
            for index in node.unhealthy:
                cluster.mark_gpu(node.capacity.node_id, index, healthy=False)
            cluster.set_schedulable(node.capacity.node_id, node.schedulable)
        return cluster

    # -- inside --------------------------------------------------------------------------------------------

    def _ledger(self, node_id: str) -> NodeLedger:
        ledger = self._ledgers.get(node_id)
        if ledger is None:
            raise ClusterError(f"node {node_id!r} is unknown")
        return ledger

    def _gpu(self, node_id: str, index: int) -> NodeLedger:
        ledger = self._ledger(node_id)
        if not 0 <= index < ledger.capacity.gpu_count:
            raise ClusterError(f"GPU {index} of {node_id}: allowed 0..{ledger.capacity.gpu_count - 1}")
        return ledger

    def _find_shared(self, shape: Shape) -> Placement | None:
        """The best place for a fraction with a key: a card set apart for it, else a whole one."""
        pool = self._open_parts.of(shape.sharing)
        card = pool.best(shape, self._part_score) if pool else None
        if card is not None:
            node_id, index = card
            return self._ledgers[node_id].place_on(shape, index)
        opened = None if shape.sharing == MIG else self.find(whole_card(shape))
        return opened and opened._replace(shape=shape)

    def _share_on(self, ledger: NodeLedger, shape: Shape) -> Placement | None:
        """The same on one node."""
        rate, alone = self._part_score.rater(shape), among_everybody(shape)
        rated = [
            (rate(part.state), part)
            for part in ledger.parts
            if part.sharing == shape.sharing and fits(part.state, alone)
        ]
        if rated:
            return ledger.place_on(shape, card_of(min(rated)[1].card_id)[1])
        opened = None if shape.sharing == MIG else self.find_on(ledger.capacity.node_id, whole_card(shape))
        return opened and opened._replace(shape=shape)

    def _row(self, node_id: str) -> snapshot.NodeRow:
        return snapshot.node_row(self._ledger(node_id), self._topology.location(node_id))

    def _gang(self, shape: Shape, ranks: int, layout: Layout) -> Gang:
        """A gang in search of its places, in a network that is up to date."""
        if ranks % layout.group_ranks:
            raise CapacityError(f"group_ranks is {layout.group_ranks}; allowed: a divisor of {ranks}")
        self._topology.catch_up(self._open_state)
        rate = self._current_finder().rater(shape)
        return Gang(
            shape,
            ranks,
            layout,
            cost=lambda state: rate(state)[0],
            best_node=lambda together: self._best_node(shape, together),
        )

    def _best_node(self, shape: Shape, ranks: int) -> tuple[str, NodeState] | None:
        """The node where so many ranks go best, as if they were one; None when they fit no node."""
        together = shape.times(ranks)
        best = together and self._current_finder().best(together)
        return (best[0].node_ids[0], best[0].state) if best else None

    def _open_state(self, node_id: str) -> NodeState | None:
        ledger = self._ledgers[node_id]
        return ledger.state if ledger.schedulable else None

    def _find_one_by_one(self, shape: Shape, ranks: int) -> tuple[Placement, ...] | None:
        """Each rank gets the best place that the ranks before it leave; None when they do not all fit.

        Equal ranks cannot block each other (capacity.ranks_in), so there is a place whenever there is room.
        """
        if self._room(shape, ranks, self._open, self._open_parts) < ranks:
            return None
        taken: list[Placement] = []
        try:
            for _ in range(ranks):
                place = self.find(shape)
                if place is None:
                    raise ClusterError(
                        f"room was counted for {ranks} ranks of {shape}, found for {len(taken)}"
                    )
                self.take(place)
                taken.append(place)
        finally:
            for place in reversed(taken):
                self.give_back(place)
        return tuple(taken)

    def _room(self, shape: Shape, ranks: int, groups: StateGroups, pools: Pools) -> int:
        """How many ranks fit now, counted no further than `ranks`."""
        room = 0
        for state, group in groups.by_state.items():
            room += ranks_in(state, shape, ranks) * len(group.node_ids)
            if room >= ranks:
                return ranks
        pool = pools.of(shape.sharing)
        for node_id in pool.node_ids() if pool else ():
            ledger = self._ledgers[node_id]
            room += ledger.ranks_in(shape, ranks) - ranks_in(ledger.state, shape, ranks)
        return min(room, ranks)

    def _ranks_now(self, shape: Shape, ranks: int, groups: StateGroups, pools: Pools) -> int:
        """As `_room`; but every node is looked at only if one rank fits and that does not say it already."""
        if pools.of(shape.sharing) is None:
            fits_one = holds(groups.overview(), shape)
            if ranks == 1 or not fits_one:
                return int(fits_one)
        return self._room(shape, ranks, groups, pools)

    def _diagnose(self, shape: Shape, ranks: int) -> Shortfall | None:
        room = self._ranks_now(shape, ranks, self._open, self._open_parts)
        if room == ranks:
            return None
        closed = self._ranks_now(shape, ranks, self._closed, self._closed_parts)
        pool = self._open_parts.of(shape.sharing)
        parts: Mapping[str, Overview] = pool.groups.overview() if pool else {}
        offer = Offer(self._open.overview(), parts, self._closed.overview(), room, closed)
        return diagnose(shape, ranks, self._capacities, offer)

    def _move_parts(self, ledger: NodeLedger, schedulable: bool) -> None:
        if not ledger.parts:
            return
        source, target = self._closed_parts, self._open_parts
        if not schedulable:
            source, target = target, source
        source.leave(ledger.parts)
        target.join(ledger.parts)

    def _regroup(self, ledger: NodeLedger) -> None:
        """Move a changed node to the group of its new state, and its parts to those of theirs."""
        before, parts = ledger.state, ledger.parts
        after = ledger.refresh()
        if after == before and ledger.parts == parts:
            return
        groups = self._open if ledger.schedulable else self._closed
        groups.leave(ledger.capacity.node_id, before)
        groups.join(ledger.capacity.node_id, after)
        self._topology.touch(ledger.capacity.node_id)
        if parts or ledger.parts:
            pools = self._open_parts if ledger.schedulable else self._closed_parts
            pools.leave(parts)
            pools.join(ledger.parts)
        if ledger.schedulable:
            self._tally.free(ledger.capacity.gpu_model, after.gpu_free_milli - before.gpu_free_milli)
        if self._shortfalls:
            self._shortfalls.clear()

    def _count_kind(self, capacity: NodeCapacity, nodes: int) -> None:
        self._shortfalls.clear()
        if self._capacities.change(capacity, nodes):
            self._drop_finder()

    def _current_finder(self) -> Finder:
        """The finder for the present picture of the workload and the present kinds of node."""
        if self._finder is None:
            prices = scarcity_prices(self.workload.picture, self._capacities.rounded())
            outlook = Outlook(self._measure, Stranding(self.workload.mix()), prices)
            kinds = self._capacities.kinds if self._is_compiled() else None
            self._finder = Finder(self.policy, outlook, kinds)
            self._open.tell(self._finder.register)
        return self._finder

    def _drop_finder(self) -> None:
        """The outlook has changed."""
        self._finder = None
        self._open.tell(None)

    def _is_compiled(self) -> bool:
        return self.policy == COMPILED_POLICY and len(self._ledgers) >= self._compiled_from_nodes
