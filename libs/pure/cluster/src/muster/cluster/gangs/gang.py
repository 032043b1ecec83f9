"""Gangs: which nodes a whole gang takes, and how many ranks each (ADR 17).

1. At every level of the network the tightest unit with room for the gang is found (`_offer`).
2. These offers are rated: bandwidth gained by the gang, minus the GPUs it strands; the best wins, among equal
   ones the smallest unit. The strictness determines the levels considered (`_rounds`).
3. In a unit the gang takes the fewest parts that hold it: the largest first, for the rest the tightest
   (`portion`). So gangs as large as units fill them, and the remainder goes where little else is free.
4. Ranks that should be spread go evenly over the units of their level instead (`evenly`).

A group of ranks that must share an NVLink domain is never divided among domains: rooms are counted in groups.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from muster.cluster.gangs.layout import Layout, Level, Strictness, Weights
from muster.cluster.gangs.topology import Group, Topology, Unit, room_of, whole
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import Shape


class Seat(NamedTuple):
    """Consecutive ranks on one node.

    Attributes:
        node_id: The node.
        ranks: Number of ranks.
    """

    node_id: str
    ranks: int


class Offer(NamedTuple):
    """A possible placement of a gang in one unit.

    Attributes:
        worth: Worth of the unit by the weights.
        seats: Seats in rank order.
    """

    worth: int
    seats: list[Seat]


class Shortage(NamedTuple):
    """Why a layout cannot be satisfied, though the cluster may have room.

    Attributes:
        level: Level of the units considered: the largest allowed.
        ranks_now: The most ranks of the gang that one unit holds now, in whole groups.
        ranks_when_empty: The same, if all nodes were open, healthy and empty.
    """

    level: Level
    ranks_now: int
    ranks_when_empty: int


class Run(NamedTuple):
    """Equivalent parts of a unit: nodes in one state, or one smaller unit.

    Attributes:
        room: Number of groups or ranks that each holds.
        order: Among runs with equal room the lower goes first.
        members: Node ids, or one Unit.
    """

    room: int
    order: tuple[Any, ...]
    members: Sequence[Any]


class Gang:
    """Finds the placement of one gang.

    Args:
        shape: Shape of each rank: whole GPUs or none.
        ranks: Number of ranks.
        layout: The requested layout.
        cost: The kernel's score for one rank on a node in a state where it fits.
        best_node: The node, and its state, that the kernel's score gives to this many ranks as one.
        near: Nodes that go first among nodes in equal states.
    """

    def __init__(
        self,
        shape: Shape,
        ranks: int,
        layout: Layout,
        *,
        cost: Callable[[NodeState], int],
        best_node: Callable[[int], tuple[str, NodeState] | None],
        near: frozenset[str] = frozenset(),
    ) -> None:
        self._shape = shape
        self._ranks = ranks
        self._layout = layout
        self._group = Group(shape, layout.group_ranks)
        self._groups = ranks // layout.group_ranks
        self._cost = cost
        self._best_node = best_node
        self._near = near
        self._known: dict[NodeState, int] = {}
        self._costs: dict[NodeState, int] = {}

    def seats(self, topology: Topology, weights: Weights) -> list[Seat] | None:
        """Return the seats of the ranks, in rank order; None when there is no room for the layout."""
        if self._layout.spread != Level.NETWORK:
            return self._spread(topology.root, self._layout.spread, self._ranks)
        for levels in self._rounds():
            best: Offer | None = None
            for level in levels:
                worth = weights.of(level) * self._ranks * max(1, self._shape.gpu_count)
                if best and worth <= best.worth:
                    continue
                offer = self._offer(topology, level, worth, weights.stranded_gpu)
                if offer and (best is None or offer.worth > best.worth):
                    best = offer
            if best:
                return best.seats
        return None

    def shortage(self, topology: Topology, states: Iterable[NodeState]) -> Shortage:
        """Return how far the layout is from being satisfied.

        Args:
            topology: Units.
            states: States of the open nodes, each at least once.
        """
        group, size, known = self._group, self._group.ranks, self._known
        required = self._layout.strictness == Strictness.REQUIRED
        level = self._layout.within if required else Level.NETWORK
        units = [unit for near in Level if near <= level for unit in topology.at(near)]
        now = [unit.room(group, known) * size for unit in units]
        empty = [unit.room_when_empty(group, known) * size for unit in units]
        now += [self._room(state) // size * size for state in states]
        empty += [self._room(kind) // size * size for kind in topology.kinds()]
        return Shortage(level, max(now, default=0), max(empty, default=0))

    def _rounds(self) -> Iterator[list[Level]]:
        """The levels to consider together, then those to consider when none of these has room."""
        within, strictness, _, _ = self._layout
        yield [level for level in Level if level <= within]
        if strictness == Strictness.PREFERRED:
            yield [level for level in Level if level > within]

    def _offer(self, topology: Topology, level: Level, worth: int, penalty: int) -> Offer | None:
        """Return a level's offer: its tightest unit that strands no GPUs, else its tightest unit.

        Args:
            topology: Units.
            level: The level.
            worth: Worth of a unit of this level that strands no GPU.
            penalty: Penalty for each stranded GPU.
        """
        if level == Level.NODE:
            taken = clean = self._one_node()
        else:
            taken = self._tightest(topology.at(level), self._group)
            clean = taken
            if taken and taken.stranded and penalty:
                clean = self._tightest(topology.at(level), self._group._replace(clean=True)) or taken
        return clean and Offer(worth - penalty * clean.stranded, clean.seats)

    def _one_node(self) -> "Taken | None":
        """The whole gang on the node that the kernel's score would give to one rank as large as it.

        The score accounts for stranding, so there is no second choice.
        """
        best = self._best_node(self._ranks)
        if best is None:
            return None
        node_id, state = best
        ranks = Group(self._shape, 1)
        return Taken([Seat(node_id, self._ranks)], ranks.stranded(self._room(state), whole(state)))

    def _tightest(self, units: Iterable[Unit], group: Group) -> "Taken | None":
        """The gang in the unit with the least spare room; ties go to the fullest, then the lowest path."""
        rooms = [(unit.room(group, self._known), unit) for unit in units]
        fitting = [
            (room, unit.gpu_free_milli, unit.path, unit) for room, unit in rooms if room >= self._groups
        ]
        return self._in_unit(min(fitting)[3], self._groups, group) if fitting else None

    def _in_unit(self, unit: Unit, groups: int, group: Group) -> "Taken":
        """Seats for this number of groups in a unit that has room for them."""
        if unit.level == Level.NVLINK_DOMAIN:
            return self._in_domain(unit, groups, group)
        taken = Taken([], 0)
        for member, share in portion(self._runs(unit, group), groups):
            if isinstance(member, Unit):
                taken = taken.and_(self._in_unit(member, share, group))
            else:
                node_id, state = member
                stranded = group.stranded(self._room(state) // group.ranks, whole(state))
                taken = taken.and_(Taken([Seat(node_id, share * group.ranks)], stranded))
        return taken

    def _in_domain(self, domain: Unit, groups: int, group: Group) -> "Taken":
        """Seats in one NVLink domain, on any of its nodes."""
        shares = portion(self._runs(domain, Group(self._shape, 1)), groups * group.ranks)
        gpus = sum(whole(state) * len(ids) for state, ids in domain.lone.items())
        stranded = group.stranded(domain.room(group, self._known), gpus)
        return Taken([Seat(node_id, share) for (node_id, _), share in shares], stranded)

    def _runs(self, unit: Unit, group: Group) -> list[Run]:
        """The parts of a unit that have room for a group."""
        runs: list[Run] = []
        for state, ids in unit.lone.items():
            room = group.groups_in(self._room(state), whole(state))
            if room:
                first = sorted(ids, key=self._is_far) if self._near else ids
                order = (0, *self._order(state), first[0])
                runs.append(Run(room, order, [(node_id, state) for node_id in first]))
        for child in unit.children.values():
            room = child.room(group, self._known)
            if room:
                runs.append(Run(room, (1, child.gpu_free_milli, child.path), [child]))
        return runs

    def _spread(self, unit: Unit, level: Level, ranks: int) -> list[Seat] | None:
        """Seats for this number of ranks, evenly over the parts of this level; None without room for all."""
        if unit.room(self._group, self._known) < ranks:
            return None
        seats: list[Seat] = []
        for member, share in evenly(list(self._parts(unit, level)), ranks):
            if isinstance(member, Unit):
                seats += self._spread(member, Level.NODE, share) or ()
            else:
                seats.append(Seat(member[0], share))
        return seats

    def _parts(self, unit: Unit, level: Level) -> Iterator[Run]:
        """The units of a level in a unit; nodes in none of them are parts by themselves."""
        for run in self._runs(unit, self._group):
            inner = run.members[0]
            if isinstance(inner, Unit) and inner.level > level:
                yield from self._parts(inner, level)
            else:
                yield run

    def _is_far(self, node_id: str) -> tuple[bool, str]:
        """Sort key for nodes in equal states: preferred nodes first, then by id."""
        return node_id not in self._near, node_id

    def _order(self, state: NodeState) -> tuple[int, NodeState]:
        """Return the sort key of nodes with equal room: lowest cost to other work first, then fullest."""
        cost = self._costs.get(state)
        if cost is None:
            cost = self._costs[state] = self._cost(state)
        return cost, state

    def _room(self, state: NodeState) -> int:
        return room_of(state, self._shape, self._known)


class Taken(NamedTuple):
    """Seats, and the GPUs that they strand."""

    seats: list[Seat]
    stranded: int

    def and_(self, more: "Taken") -> "Taken":
        """Both together."""
        return Taken(self.seats + more.seats, self.stranded + more.stranded)


def portion(runs: Sequence[Run], wanted: int) -> list[tuple[Any, int]]:
    """Choose the fewest parts that hold the wanted amount: the largest first, for the rest the tightest.

    Args:
        runs: Parts with room for at least 1 each; together for all that is wanted.
        wanted: At least 1.

    Returns:
        Members with how much each takes, largest parts first.
    """
    left = sorted(runs, key=lambda run: (-run.room, run.order))
    taken: list[tuple[Any, int]] = []
    first = used = 0
    while wanted > left[first].room:
        run = left[first]
        whole = min(len(run.members) - used, (wanted - 1) // run.room)
        taken += [(member, run.room) for member in run.members[used : used + whole]]
        wanted -= whole * run.room
        used += whole
        if used == len(run.members):
            first, used = first + 1, 0
    room = min(run.room for run in left[first:] if run.room >= wanted)
    index = next(i for i in range(first, len(left)) if left[i].room == room)
    taken.append((left[index].members[used if index == first else 0], wanted))
    return taken


def evenly(runs: Sequence[Run], wanted: int) -> list[tuple[Any, int]]:
    """Divide the wanted amount over all parts, as equally as their room allows.

    Args:
        runs: Parts with room for at least 1 each; together for all that is wanted.
        wanted: At least 1.

    Returns:
        Members with how much each takes, in the runs' order.
    """

    def filled_to(level: int) -> int:
        return sum(min(run.room, level) * len(run.members) for run in runs)

    level = bisect_left(range(wanted), wanted, key=filled_to)
    extra = wanted - filled_to(level - 1)
    taken: list[tuple[Any, int]] = []
    for run in sorted(runs, key=lambda run: run.order):
        for member in run.members:
            share = min(run.room, level - 1)
            if extra and run.room >= level:
                share, extra = share + 1, extra - 1
            if not share:
                break
            taken.append((member, share))
    return taken
