"""StateGroups: nodes in equal states, as one.

A cluster of thousands of nodes has few distinct states (an empty openb cluster of 1,213 nodes has 16), so the
cost of a decision depends on the states that CHANGED since the last one for the same shape, not on the nodes.
A register (the rankings) is notified when a group is created or dissolved.
"""

from bisect import bisect_left, insort
from collections.abc import Mapping
from typing import Protocol

from muster.cluster.measures.capacity import ranks_in
from muster.cluster.measures.overview import Overview, overview
from muster.cluster.model.errors import ClusterError
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import Shape


class Group:
    """The nodes in one state, ids ascending. An empty group is dead and never revived.

    Attributes:
        state: The state.
        serial: Number in order of birth.
        node_ids: The nodes.
        slot: Row in a table of state_table.py; 0: it has none.
    """

    __slots__ = ("node_ids", "serial", "slot", "state")

    def __init__(self, state: NodeState, serial: int, first_id: str) -> None:
        self.state = state
        self.serial = serial
        self.node_ids = [first_id]
        self.slot = 0


class Register(Protocol):
    """Receives notifications about groups."""

    def born(self, group: Group) -> None:
        """A group was created, or is announced for the first time; its serial is the highest so far."""
        ...

    def resized(self, group: Group) -> None:
        """A living group has more or fewer nodes than before."""
        ...

    def died(self, group: Group) -> None:
        """A group lost its last node."""
        ...

    def overview(self) -> Mapping[str, Overview] | None:
        """StateGroups.overview, if the register can compute it faster; else None."""
        ...

    def room(self, shape: Shape, most: int) -> int | None:
        """StateGroups.room, if the register can compute it faster; else None."""
        ...


class StateGroups:
    """The living groups.

    Attributes:
        by_state: By state, in order of birth.
    """

    def __init__(self) -> None:
        self.by_state: dict[NodeState, Group] = {}
        self._last_serial = 0
        self._register: Register | None = None
        self._overview: Mapping[str, Overview] | None = None

    def overview(self) -> Mapping[str, Overview]:
        """Return their free resources by GPU model; cached until a change. O(states)."""
        if self._overview is None and self._register is not None:
            self._overview = self._register.overview()
        if self._overview is None:
            self._overview = overview((state, len(group.node_ids)) for state, group in self.by_state.items())
        return self._overview

    def room(self, shape: Shape, most: int) -> int:
        """Return how many ranks of a shape fit on unshared GPUs, up to `most`. O(states)."""
        room = self._register.room(shape, most) if self._register is not None else None
        if room is not None:
            return room
        room = 0
        for state, group in self.by_state.items():
            room += ranks_in(state, shape, most) * len(group.node_ids)
            if room >= most:
                return most
        return room

    def attach(self, register: Register | None) -> None:
        """Notify this register, and no other, from here on; it first gets all existing groups."""
        self._register = register
        if register is not None:
            for group in self.by_state.values():
                register.born(group)

    def join(self, node_id: str, state: NodeState) -> None:
        """Add a node to the group of its state."""
        self._overview = None
        group = self.by_state.get(state)
        if group is None:
            self._last_serial += 1
            group = self.by_state[state] = Group(state, self._last_serial, node_id)
            if self._register is not None:
                self._register.born(group)
        else:
            insort(group.node_ids, node_id)
            if self._register is not None:
                self._register.resized(group)

    def leave(self, node_id: str, state: NodeState) -> None:
        """Remove a node from the group of its state.

        Raises:
            ClusterError: It is not in the group: ledger and groups disagree, which must never happen.
        """
        self._overview = None
        group = self.by_state.get(state)
        place = bisect_left(group.node_ids, node_id) if group else 0
        if group is None or place == len(group.node_ids) or group.node_ids[place] != node_id:
            raise ClusterError(f"{node_id} is not in the group of its state {state}")
        del group.node_ids[place]
        if not group.node_ids:
            del self.by_state[state]
            if self._register is not None:
                self._register.died(group)
        elif self._register is not None:
            self._register.resized(group)
