"""Topology: the units of the network as a tree, each with its open nodes and their free resources.

    node -> NVLink domain -> leaf -> spine -> cell -> the network

A name identifies a unit within its parent: two leaves of the same name under different spines are two leaves.
A unit without a name is unknown and left out: its nodes belong to the smallest known unit around them, and
each is a unit by itself below that. So everything known at one level is known at the levels above.

What a unit can hold is cached per shape until a node in it changes, so the cost of a query depends on the
changes since the last one for that shape, not on the number of nodes. Changed nodes are only marked (`touch`)
and counted when the next gang is placed (`catch_up`), so single ranks cost nothing here.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from typing import NamedTuple

from muster.cluster.gangs.layout import Level
from muster.cluster.measures.capacity import ranks_in
from muster.cluster.model.errors import ClusterError
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.events.node_heartbeats import Location

ROOMS_MAX = 64
"""Answers that one unit caches between two changes. Only speed depends on it."""

RANKS_UNBOUNDED = 1 << 20
"""Upper bound for room: any number of ranks that ask for nothing fits anywhere."""

UNKNOWN = Location()


class Group(NamedTuple):
    """The smallest part of a gang that must share an NVLink domain.

    Attributes:
        shape: Shape of one rank.
        ranks: Number of ranks.
        clean: Whether only domains count where it strands no GPU.
    """

    shape: Shape
    ranks: int
    clean: bool = False

    def groups_in(self, ranks: int, gpus: int) -> int:
        """Return the number of such groups that fit in one NVLink domain.

        Args:
            ranks: Ranks that fit into it.
            gpus: Wholly free GPUs in it.
        """
        groups = ranks // self.ranks
        return 0 if self.clean and self.stranded(groups, gpus) else groups

    def stranded(self, groups: int, gpus: int) -> int:
        """Free GPUs of a domain left unused when it holds as many groups as it can."""
        count = self.shape.gpu_count
        return max(0, gpus - groups * self.ranks * count) if count else 0


class Unit:
    """One unit of the network.

    Attributes:
        level: Level of the unit.
        path: The names of its ancestors and its own; units of a level sort by it.
        parent: Parent of the unit; None for the whole network.
        children: The units directly in it, by path.
        lone: Open nodes directly in it: ids, ascending, by state.
        kinds: All nodes directly in it, as empty states, and how many of each.
        gpu_free_milli: Free GPU on its open nodes, thousandths.
        nodes: Number of nodes in it, open or not.
    """

    __slots__ = (
        "_rooms", "_rooms_empty", "children", "gpu_free_milli", "kinds", "level", "lone", "nodes", "parent",
        "path",
    )  # fmt: skip

    def __init__(self, level: Level, path: tuple[str, ...], parent: "Unit | None") -> None:
        self.level = level
        self.path = path
        self.parent = parent
        self.children: dict[tuple[str, ...], Unit] = {}
        self.lone: dict[NodeState, list[str]] = {}
        self.kinds: dict[NodeState, int] = {}
        self.gpu_free_milli = 0
        self.nodes = 0
        self._rooms: dict[Group, int] = {}
        self._rooms_empty: dict[Group, int] = {}

    def room(self, group: Group, known: dict[NodeState, int]) -> int:
        """Return how many groups fit into it now, each within one NVLink domain.

        Args:
            group: The group.
            known: Cache of this query: ranks of the group's shape that fit into a state.
        """
        room = self._rooms.get(group)
        if room is None:
            lone = [(state, len(ids)) for state, ids in self.lone.items()]
            inside = sum([child.room(group, known) for child in self.children.values()])
            room = _remember(self._rooms, group, self._hold(group, lone, known) + inside)
        return room

    def room_when_empty(self, group: Group, known: dict[NodeState, int]) -> int:
        """Return how many groups would fit if all its nodes were open, healthy and empty."""
        room = self._rooms_empty.get(group)
        if room is None:
            inside = sum([child.room_when_empty(group, known) for child in self.children.values()])
            room = self._hold(group, self.kinds.items(), known) + inside
            _remember(self._rooms_empty, group, room)
        return room

    def changed(self, freed_milli: int) -> None:
        """Note a change in it: this much GPU was freed, thousandths, or a node was opened or closed."""
        self.gpu_free_milli += freed_milli
        self._rooms.clear()

    def counted(self, nodes: int) -> None:
        """Count added or (negative) removed nodes."""
        self.nodes += nodes
        self._rooms_empty.clear()

    def _hold(self, group: Group, nodes: Iterable[tuple[NodeState, int]], known: dict[NodeState, int]) -> int:
        """Return how many groups its direct nodes hold: together in an NVLink domain, else one by one."""
        rooms = [(room_of(state, group.shape, known), whole(state), count) for state, count in nodes]
        if self.level == Level.NVLINK_DOMAIN:
            ranks = sum([ranks * count for ranks, _, count in rooms])
            return group.groups_in(ranks, sum([gpus * count for _, gpus, count in rooms]))
        return sum([group.groups_in(ranks, gpus) * count for ranks, gpus, count in rooms])


def _remember(rooms: dict[Group, int], group: Group, room: int) -> int:
    if len(rooms) >= ROOMS_MAX:
        rooms.clear()
    rooms[group] = room
    return room


def room_of(state: NodeState, shape: Shape, known: dict[NodeState, int]) -> int:
    """Return how many ranks of a shape fit into a node in this state."""
    room = known.get(state)
    if room is None:
        room = known[state] = ranks_in(state, shape, RANKS_UNBOUNDED)
    return room


def whole(state: NodeState) -> int:
    """Number of wholly free GPUs of a node."""
    return state.gpus_free_milli.count(GPU_MILLI)


class _Place:
    """The unit of a node, and the state in which it is counted there; None while the node is closed."""

    __slots__ = ("kind", "location", "state", "unit")

    def __init__(self, kind: NodeState, unit: Unit) -> None:
        self.kind = kind
        self.location = UNKNOWN
        self.unit = unit
        self.state: NodeState | None = None

    def count(self, node_id: str, state: NodeState | None) -> int:
        """Count the node in its unit in this state, closed when None; the GPU that freed, thousandths."""
        before, lone = self.state, self.unit.lone
        if state == before:
            return 0
        self.state = state
        if before is not None:
            others = lone[before]
            if len(others) == 1:
                del lone[before]
            else:
                del others[bisect_left(others, node_id)]
        if state is not None:
            ids = lone.get(state)
            if ids is None:
                lone[state] = [node_id]
            else:
                insort(ids, node_id)
        return (state.gpu_free_milli if state else 0) - (before.gpu_free_milli if before else 0)


class Topology:
    """The tree.

    Attributes:
        root: The whole network.
    """

    def __init__(self) -> None:
        self.root = Unit(Level.NETWORK, (), None)
        self._units: dict[Level, dict[tuple[str, ...], Unit]] = {level: {} for level in _NAMED}
        self._places: dict[str, _Place] = {}
        self._touched: dict[str, None] = {}

    def add(self, node_id: str, kind: NodeState) -> None:
        """Add a node of unknown location; `kind` is its state when empty.

        Raises:
            ClusterError: The node has been added before.
        """
        if node_id in self._places:
            raise ClusterError(f"node {node_id} has a place already")
        place = self._places[node_id] = _Place(kind, self.root)
        _count(place, +1)
        self.touch(node_id)

    def remove(self, node_id: str) -> None:
        """Remove a node. Raises KeyError when it is unknown."""
        self._take_down(node_id, self._places.pop(node_id))
        self._touched.pop(node_id, None)

    def relocate(self, node_id: str, location: Location) -> None:
        """Move a node to another location. Raises KeyError when it is unknown."""
        place = self._places[node_id]
        if place.location == location:
            return
        self._take_down(node_id, place)
        place.location, place.unit = location, self._unit_at(location)
        _count(place, +1)
        self.touch(node_id)

    def at(self, level: Level) -> Iterable[Unit]:
        """The units of one level; none for single nodes."""
        if level == Level.NETWORK:
            return (self.root,)
        return self._units[level].values() if level in self._units else ()

    def kinds(self) -> Iterable[NodeState]:
        """The existing kinds of node, as empty states; some more than once."""
        yield from self.root.kinds
        for units in self._units.values():
            for unit in units.values():
                yield from unit.kinds

    def location(self, node_id: str) -> Location:
        """The location of a node. Raises KeyError when it is unknown."""
        return self._places[node_id].location

    def touch(self, node_id: str) -> None:
        """Mark a node whose free resources may have changed, or which may have been opened or closed."""
        self._touched[node_id] = None

    def catch_up(self, state_of: Callable[[str], NodeState | None]) -> None:
        """Update the counts of all marked nodes.

        Args:
            state_of: The state of an open node; None for a closed one.
        """
        freed: dict[Unit, int] = {}
        for node_id in self._touched:
            place = self._places[node_id]
            freed[place.unit] = freed.get(place.unit, 0) + place.count(node_id, state_of(node_id))
        self._touched.clear()
        for unit, milli in freed.items():
            _propagate(unit, milli)

    def _unit_at(self, location: Location) -> Unit:
        """The smallest known unit around a location; created if missing."""
        unit = self.root
        names = (location.cell, location.spine, location.leaf, location.nvlink_domain)
        for depth, (level, name) in enumerate(zip(_NAMED, names, strict=True), start=1):
            if name:
                path = names[:depth]
                below = unit.children.get(path)
                if below is None:
                    below = unit.children[path] = self._units[level][path] = Unit(level, path, unit)
                unit = below
        return unit

    def _take_down(self, node_id: str, place: _Place) -> None:
        """Subtract a node; a unit without nodes is removed."""
        _propagate(place.unit, place.count(node_id, None))
        _count(place, -1)
        for unit in _around(place.unit):
            if unit.parent is not None and not unit.nodes:
                del unit.parent.children[unit.path], self._units[unit.level][unit.path]


def _around(unit: Unit) -> Iterable[Unit]:
    """The unit and its ancestors, up to the whole network."""
    around: Unit | None = unit
    while around is not None:
        yield around
        around = around.parent


def _propagate(unit: Unit, freed_milli: int) -> None:
    """Note a change in a unit and in all its ancestors."""
    for around in _around(unit):
        around.changed(freed_milli)


def _count(place: _Place, nodes: int) -> None:
    """Count a node in (1) or out (-1)."""
    kinds = place.unit.kinds
    kinds[place.kind] = kinds.get(place.kind, 0) + nodes
    if not kinds[place.kind]:
        del kinds[place.kind]
    for unit in _around(place.unit):
        unit.counted(nodes)


_NAMED = (Level.CELL, Level.SPINE, Level.LEAF, Level.NVLINK_DOMAIN)
"""Levels whose units have names, outermost first."""
