"""Cluster: the placement kernel's only entry point. Queries change nothing; `take` and `give_back` do.

What-if questions are asked in a `trial`, after which the cluster is unchanged.

How a query works, top down:
1. the eligible nodes form a selection (where.py, selection.py); most queries are about all nodes;
2. nodes in equal states form one group (groups.py), so thousands of nodes are few candidates;
3. each shape keeps its groups ranked (finder.py), and a query scores only what changed since its last one
   (heap_ranking.py; for large clusters compiled_ranking.py, which gives the same answers);
4. the score rates how well a shape fits a state (score/); ties pack, then the lowest node id wins (ADR 5);
5. the ledger of the chosen node names the GPUs (ledger.py).

A gang is placed in a unit of the network that has room for it (topology.py, gang.py).
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from muster.cluster import snapshot
from muster.cluster.gangs.gang import Shortage
from muster.cluster.gangs.layout import ANYHOW, WEIGHTS, Layout, Weights
from muster.cluster.gangs.topology import UNKNOWN
from muster.cluster.ledger import NodeLedger
from muster.cluster.measures.capacity import Capacities, Fit
from muster.cluster.measures.fragmentation import Fragmentation
from muster.cluster.measures.scarcity import scarcity_prices
from muster.cluster.measures.stranding import Stranding
from muster.cluster.measures.totals import Tally, Totals
from muster.cluster.model.errors import ClusterError
from muster.cluster.model.mig import restricted
from muster.cluster.model.mig_table import MIG_MODELS, MigInstance
from muster.cluster.model.node import NodeCapacity, Placement, fits
from muster.cluster.model.shape import Shape, check_range, shared_by_any
from muster.cluster.model.shortfall import Shortfall
from muster.cluster.model.where import ANYWHERE, PLAIN, Tags, Where
from muster.cluster.model.workload import Workload
from muster.cluster.score.part import PartScore
from muster.cluster.score.policies import policy_named
from muster.cluster.score.score import Outlook
from muster.cluster.score.terms import Terms, terms
from muster.cluster.selection import Rules, Selection
from muster.events.node_heartbeats import Location

RANKS_MAX = 1 << 16
"""Maximum ranks of one gang."""

COMPILED_FROM_NODES = 1_000
"""Smaller clusters do not load the compiled code, which takes 0.4 s and 135 MB (ADR 12)."""

SELECTIONS_MAX = 32
"""Selections kept besides that of all plain nodes; the least recently used one is dropped.

Only speed depends on it: each costs a few microseconds of every placement on one of its nodes.
"""


class Cluster:
    """Nodes, their free resources, and where a shape should go.

    Args:
        policy: The score's name: "ours", "fgd" or "bestfit".
        workload: The typical workload to start from; by default learned from `observe`.
        compiled_from_nodes: Number of nodes from which compiled code is used. Only speed depends on it.

    Raises:
        CapacityError: The policy is unknown.

    Attributes:
        policy: The score's name.
        workload: The current typical workload.
    """

    def __init__(
        self,
        policy: str = "ours",
        workload: Workload | None = None,
        compiled_from_nodes: int = COMPILED_FROM_NODES,
    ) -> None:
        policy_named(policy)
        self.policy = policy
        self.workload = workload or Workload()
        self._ledgers: dict[str, NodeLedger] = {}
        self._tags: dict[str, Tags] = {}
        self._spot: dict[str, None] = {}
        self._locations: dict[str, Location] = {}
        self._tally = Tally()
        self._capacities = Capacities(MIG_MODELS)
        self._measure = Fragmentation(self.workload.typical())
        self._rules = Rules(
            policy, compiled_from_nodes, MIG_MODELS, PartScore(MIG_MODELS), self._outlook_now()
        )
        self._outlook_is_old = False
        self._plain = Selection(self._rules, self._ledgers)
        self._selections = {ANYWHERE: self._plain}
        self._undo: list[Callable[[], None]] | None = None

    # -- nodes ---------------------------------------------------------------------------------------------

    def add(self, capacity: NodeCapacity) -> None:
        """Add an empty, schedulable, healthy, plain node. Raises ClusterError when its id is known."""
        self._check_no_trial("add")
        node_id = capacity.node_id
        if node_id in self._ledgers:
            raise ClusterError(f"node {node_id} is known already")
        mig = self._rules.mig_models.get(capacity.gpu_model)
        ledger = self._ledgers[node_id] = NodeLedger(capacity, mig)
        self._tags[node_id], self._locations[node_id] = PLAIN, UNKNOWN
        self._tally.node(capacity, +1)
        self._tally.free(capacity.gpu_model, ledger.state.gpu_free_milli)
        self._count_kind(capacity, +1)
        for where, selection in self._selections.items():
            if where.admits(PLAIN):
                selection.enter(ledger, UNKNOWN)

    def remove(self, node_id: str) -> None:
        """Forget a node. Raises ClusterError when unknown, or while it holds placements."""
        self._check_no_trial("remove")
        ledger = self._ledger(node_id)
        if ledger.held:
            raise ClusterError(
                f"node {node_id} holds {sum(ledger.held.values())} placements; give them back first"
            )
        self.set_schedulable(node_id, False)
        for selection in self._of(node_id):
            selection.leave(ledger)
        self._tally.closed -= 1
        self._tally.node(ledger.capacity, -1)
        del self._ledgers[node_id], self._tags[node_id], self._locations[node_id]
        self._spot.pop(node_id, None)
        self._count_kind(ledger.capacity, -1)

    def set_schedulable(self, node_id: str, schedulable: bool) -> None:
        """Open or close a node to new work; its work stays. Raises ClusterError when unknown."""
        ledger = self._ledger(node_id)
        if ledger.schedulable == schedulable:
            return
        ledger.schedulable = schedulable
        for selection in self._of(node_id):
            selection.reopened(ledger)
        self._tally.closed += -1 if schedulable else 1
        free = ledger.state.gpu_free_milli
        self._tally.free(ledger.capacity.gpu_model, free if schedulable else -free)
        if self._undo is not None:
            self._undo.append(partial(self.set_schedulable, node_id, not schedulable))

    def mark_gpu(self, node_id: str, index: int, healthy: bool) -> None:
        """Offer a GPU or not; its work stays. Raises ClusterError when node or index is unknown."""
        ledger = self._gpu(node_id, index)
        if ledger.healthy[index] == healthy:
            return
        ledger.healthy[index] = healthy
        self._regroup(ledger)
        if self._undo is not None:
            self._undo.append(partial(self.mark_gpu, node_id, index, not healthy))

    def cut(self, node_id: str, index: int, cut: bool) -> None:
        """Put an empty GPU into MIG mode, so that it takes only MIG instances, or make it whole again.

        Raises:
            ClusterError: Node or index is unknown, the model has no MIG, or the GPU is in this mode already
                or in use.
        """
        ledger = self._gpu(node_id, index)
        ledger.cut(index, cut)
        self._regroup(ledger)
        if self._undo is not None:
            self._undo.append(partial(self.cut, node_id, index, not cut))

    def fix_geometries(self, geometries: Mapping[str, tuple[MigInstance, ...]]) -> None:
        """Restrict these GPU models to these MIG geometries from now on; other models follow their table.

        Existing instances stay.

        Raises:
            CapacityError: A model has no MIG, or a geometry is invalid for it. Nothing has changed then.
        """
        self._check_no_trial("fix_geometries")
        models = self._rules.mig_models = self._capacities.mig_models = restricted(geometries)
        self._rules.part_score = PartScore(models)
        for ledger in self._ledgers.values():
            ledger.mig = models.get(ledger.capacity.gpu_model)
            if ledger.geometries:
                self._regroup(ledger)
        for selection in self._selections.values():
            selection.recut()

    def relocate(self, node_id: str, location: Location) -> None:
        """Set a node's location in the network; its work stays. Raises ClusterError when unknown."""
        self._check_no_trial("relocate")
        self._ledger(node_id)
        self._locations[node_id] = location
        for selection in self._of(node_id):
            selection.relocated(node_id, location)

    def tag(self, node_id: str, tags: Tags) -> None:
        """Set a node's labels and taints; its work stays. Raises ClusterError when unknown."""
        self._check_no_trial("tag")
        ledger = self._ledger(node_id)
        self._tags[node_id] = tags
        if tags.spot:
            self._spot[node_id] = None
        else:
            self._spot.pop(node_id, None)
        for where, selection in self._selections.items():
            admitted = where.admits(tags)
            if admitted and node_id not in selection.node_ids:
                selection.enter(ledger, self._locations[node_id])
            elif not admitted and node_id in selection.node_ids:
                selection.leave(ledger)

    # -- where ---------------------------------------------------------------------------------------------

    def observe(self, shape: Shape, ranks: int = 1) -> None:
        """Count a queued request towards the typical workload, ignoring its sharing key."""
        self._check_no_trial("observe")
        if self.workload.observe(shared_by_any(shape), ranks):
            self._measure = Fragmentation(self.workload.typical())
            self._drop_outlook()

    def find(self, shape: Shape, where: Where = ANYWHERE, near: Sequence[str] = ()) -> Placement | None:
        """The best placement for one rank now, or None.

        Args:
            shape: Shape of the rank.
            where: Eligible nodes.
            near: Nodes preferred among equal scores, in this order.
        """
        return self._selection(where).find(shape, near)

    def find_on(self, node_id: str, shape: Shape) -> Placement | None:
        """The best placement for one rank on this node, or None. Raises ClusterError when unknown."""
        ledger = self._ledger(node_id)
        return self._selection(ANYWHERE).find_on(ledger, shape) if ledger.schedulable else None

    def find_gang(
        self,
        shape: Shape,
        ranks: int,
        layout: Layout = ANYHOW,
        weights: Weights = WEIGHTS,
        where: Where = ANYWHERE,
        *,
        near: Sequence[str] = (),
    ) -> tuple[Placement, ...] | None:
        """Placements for all ranks at once, in rank order, or None. Ranks may share a node. Changes nothing.

        Ranks of whole GPUs, or without GPUs, follow the layout (gang.py); a solution is found whenever one
        exists. Fractions, which have no layout, are placed one by one.

        Raises:
            CapacityError: ranks is not in 1..RANKS_MAX, or not a multiple of the layout's group_ranks.
        """
        check_range("ranks", ranks, 1, RANKS_MAX)
        if shape.is_fraction or ranks == 1:
            return self._find_one_by_one(shape, ranks, where, near)
        return self._selection(where).find_gang(shape, ranks, layout, weights, near)

    def terms(self, placement: Placement) -> Terms | None:
        """The cost of a free placement by our own score, by term. Raises ClusterError: the node is unknown.

        None if it cannot be taken (a GPU is unhealthy or in use), or if the rank shares its GPU under a key,
        where the fullest GPU is taken first.
        """
        shape, ledger = placement.shape, self._ledger(placement.node_id)
        card_milli = ledger.free_on(placement.gpu_indices)
        if shape.sharing or card_milli is None or card_milli < shape.gpu_milli:
            return None
        return (
            terms(self._outlook_now(), ledger.state, shape, card_milli) if fits(ledger.state, shape) else None
        )

    def take(self, placement: Placement) -> None:
        """Take a placement. Raises ClusterError, changing nothing, when it is not free or malformed.

        A closed node or an unhealthy GPU may be taken, because a rank found running there is a fact.
        """
        ledger = self._ledger(placement.node_id)
        ledger.take(placement)
        self._tally.count_placement(ledger.capacity.gpu_model, placement.shape, +1)
        self._regroup(ledger)
        if self._undo is not None:
            self._undo.append(partial(self.give_back, placement))

    def give_back(self, placement: Placement) -> None:
        """Free a placement. Raises ClusterError, changing nothing, when it is not held."""
        ledger = self._ledger(placement.node_id)
        ledger.give_back(placement)
        self._tally.count_placement(ledger.capacity.gpu_model, placement.shape, -1)
        self._regroup(ledger)
        if self._undo is not None:
            self._undo.append(partial(self.take, placement))

    # -- what if -------------------------------------------------------------------------------------------

    @contextmanager
    def trial(self) -> Generator[None]:
        """A block whose changes (take, give back, cut, mark, open, close) are undone at its end.

        The cluster is restored however the block ends. Trials may be nested. Within a trial nodes cannot be
        added, removed, moved or tagged, and workload and geometries cannot be changed (ClusterError).
        """
        outer, self._undo = self._undo, []
        try:
            yield
        finally:
            steps, self._undo = self._undo, None
            for step in reversed(steps):
                step()
            self._undo = outer

    @contextmanager
    def without(self, node_ids: Iterable[str]) -> Generator[None]:
        """A trial in which these nodes are closed.

        Raises:
            ClusterError: A node is unknown.
        """
        with self.trial():
            for node_id in node_ids:
                self.set_schedulable(node_id, False)
            yield

    # -- why not, and how much -----------------------------------------------------------------------------

    @property
    def spot_nodes(self) -> int:
        """Number of spot nodes, open or not."""
        return len(self._spot)

    def is_spot(self, node_id: str) -> bool:
        """Whether a node is a spot node."""
        return node_id in self._spot

    def nodes_in(self, where: Where) -> int:
        """Number of eligible nodes, open or not."""
        return len(self._selection(where).node_ids)

    def node_ids_in(self, where: Where) -> Iterable[str]:
        """Ids of the eligible nodes, open or not, in an order that no decision may depend on."""
        return self._selection(where).node_ids

    def fits_ever(self, shape: Shape, ranks: int = 1, where: Where = ANYWHERE) -> Fit:
        """Whether the gang would fit the known nodes if all were open, healthy and empty."""
        return self._selection(where).fits_ever(shape, ranks)

    def fits_open(self, shape: Shape, ranks: int, where: Where, without: Iterable[str]) -> bool:
        """Whether the gang would fit the open nodes, without these, if they were healthy and empty."""
        return self._selection(where).fits_open(shape, ranks, without)

    def room(self, shape: Shape, ranks: int = 1, where: Where = ANYWHERE) -> int:
        """Return how many of these ranks fit now together, ignoring the layout.

        Raises:
            CapacityError: ranks is not in 1..RANKS_MAX.
        """
        check_range("ranks", ranks, 1, RANKS_MAX)
        return self._selection(where).room(shape, ranks)

    def shortfall(
        self, shape: Shape, ranks: int = 1, where: Where = ANYWHERE, *, opens: bool = True
    ) -> Shortfall | None:
        """Why the gang does not fit now; None when it does. Remembered until the cluster changes.

        `opens`: closed nodes with room may be opened, so it is for them that it does not fit.
        """
        check_range("ranks", ranks, 1, RANKS_MAX)
        return self._selection(where).shortfall(shape, ranks, opens=opens)

    def shortage(self, shape: Shape, ranks: int, layout: Layout, where: Where = ANYWHERE) -> Shortage:
        """Return the room in the units of the network for a gang whose layout cannot be satisfied.

        Raises:
            CapacityError: ranks is not a multiple of the layout's group_ranks.
        """
        return self._selection(where).shortage(shape, ranks, layout)

    def totals(self) -> Totals:
        """Return the capacity of the cluster: total, held and free. O(models)."""
        return self._tally.totals()

    def fragmentation_milli(self) -> int:
        """Free GPU of plain open nodes that typical shapes cannot use, thousandths of GPU, rounded down.

        Without a typical workload nothing is a fragment. O(distinct states).
        """
        measure = self._measure
        weighted = sum(
            measure.of(state.gpu_model, state.gpus_free_milli, state.cpu_free_milli) * len(group.node_ids)
            for state, group in self._plain.opened.by_state.items()
        )
        return weighted // measure.weight_total if self.workload.picture else 0

    def is_cut(self, node_id: str, index: int) -> bool:
        """Whether a GPU is in MIG mode. Raises ClusterError: the node is unknown."""
        return index in self._ledger(node_id).geometries

    def is_empty(self, node_id: str, index: int) -> bool:
        """Whether a GPU holds nothing. Raises ClusterError: node or index is unknown."""
        return self._gpu(node_id, index).is_empty(index)

    def empty_cut_gpus(self, where: Where = ANYWHERE) -> list[tuple[str, int]]:
        """Available GPUs in MIG mode without an instance, as (node, index), sorted."""
        return self._selection(where).empty_cut_gpus()

    def fractions_beside(self, gpu_model: str, shape: Shape, held: Sequence[Placement] = ()) -> int:
        """Return how many ranks of a fraction fit on a GPU of a model beside these, or on an empty one."""
        return self._capacities.fractions_beside(gpu_model, shape, held)

    # -- snapshots -----------------------------------------------------------------------------------------

    def node_canonical(self, node_id: str) -> bytes:
        """Return one node's whole state as bytes: equal states give equal bytes, whatever their history."""
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
            CapacityError: The data has another version, or an invalid value.
            ClusterError: The placements contradict the nodes.
        """
        cluster = cls(data["policy"], snapshot.workload_of(data))
        for row in data["nodes"]:
            node = snapshot.node_of(row)
            node_id = node.capacity.node_id
            cluster.add(node.capacity)
            cluster.relocate(node_id, node.location)
            cluster.tag(node_id, node.tags)
            for index in node.cut:
                cluster.cut(node_id, index, cut=True)
            for placement in node.placements:
                cluster.take(placement)
            for index in node.unhealthy:
                cluster.mark_gpu(node_id, index, healthy=False)
            cluster.set_schedulable(node_id, node.schedulable)
        return cluster

    # -- inside --------------------------------------------------------------------------------------------

    def _check_no_trial(self, change: str) -> None:
        if self._undo is not None:
            raise ClusterError(f"{change}: not in a trial; it could not be undone")

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

    def _row(self, node_id: str) -> snapshot.NodeRow:
        return snapshot.node_row(self._ledger(node_id), self._locations[node_id], self._tags[node_id])

    def _of(self, node_id: str) -> list[Selection]:
        """The selections that a node is in."""
        return [selection for selection in self._selections.values() if node_id in selection.node_ids]

    def _selection(self, where: Where) -> Selection:
        """Return the selection for these nodes and mark it as the most recently used.

        While no node is a spot node, work that stays off them shares the selection of all others.
        """
        if self._outlook_is_old:
            self._rules.outlook, self._outlook_is_old = self._outlook_now(), False
        if where.off_spot and not self._spot:
            where = where._replace(off_spot=False)
        if where == ANYWHERE:
            return self._plain
        selection = self._selections.pop(where, None)
        if selection is None:
            selection = self._select(where)
        self._selections[where] = selection
        return selection

    def _select(self, where: Where) -> Selection:
        if len(self._selections) > SELECTIONS_MAX:
            del self._selections[next(other for other in self._selections if other != ANYWHERE)]
        selection = Selection(self._rules, self._ledgers)
        for node_id, tags in self._tags.items():
            if where.admits(tags):
                selection.enter(self._ledgers[node_id], self._locations[node_id])
        return selection

    def _find_one_by_one(
        self, shape: Shape, ranks: int, where: Where, near: Sequence[str]
    ) -> tuple[Placement, ...] | None:
        """Give each rank the best placement left by the ranks before it; None when they do not all fit.

        Equal ranks cannot block each other (capacity.ranks_in), so there is a placement whenever there is
        room.
        """
        selection = self._selection(where)
        if selection.room(shape, ranks) < ranks:
            return None
        taken: list[Placement] = []
        with self.trial():
            for _ in range(ranks):
                place = selection.find(shape, near)
                if place is None:
                    raise ClusterError(
                        f"room was counted for {ranks} ranks of {shape}, found for {len(taken)}"
                    )
                self.take(place)
                taken.append(place)
        return tuple(taken)

    def _regroup(self, ledger: NodeLedger) -> None:
        """Update every selection of a node after a change on it."""
        state, parts = ledger.state, ledger.parts
        after = ledger.refresh()
        if after == state and ledger.parts == parts:
            return
        node_id = ledger.capacity.node_id
        for selection in self._selections.values():
            if node_id in selection.node_ids:
                selection.regrouped(ledger, state, parts)
        if ledger.schedulable:
            self._tally.free(ledger.capacity.gpu_model, after.gpu_free_milli - state.gpu_free_milli)

    def _count_kind(self, capacity: NodeCapacity, nodes: int) -> None:
        if self._capacities.change(capacity, nodes):
            self._drop_outlook()

    def _outlook_now(self) -> Outlook:
        """The outlook for the current workload and the current kinds of node."""
        prices = scarcity_prices(self.workload.picture, self._capacities.rounded())
        return Outlook(self._measure, Stranding(self.workload.mix()), prices)

    def _drop_outlook(self) -> None:
        self._outlook_is_old = True
        for selection in self._selections.values():
            selection.forget_finder()
