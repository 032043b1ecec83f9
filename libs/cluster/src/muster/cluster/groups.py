"""StateGroups: nodes in equal states, as one.

A cluster of thousands of nodes has few distinct states (an empty openb cluster of 1,213 nodes has 16), so the
cost of a decision follows the states that CHANGED since the last one for the same shape, not the nodes. The
log of births is that list of changes; a ranking (ranking.py) remembers the serial up to which it has read.
The log is kept in parts, by the most that is free on one card: whoever needs a whole card does not read of
the others.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping

from muster.cluster.errors import ClusterError
from muster.cluster.node import NodeState
from muster.cluster.overview import Overview, overview
from muster.cluster.shape import GPU_MILLI

_DEAD_SLACK = 512
_PARTS_FROM_MILLI = (1, GPU_MILLI // 4, GPU_MILLI // 2, GPU_MILLI)
"""Where a part of the log begins; before the first are the nodes with no GPU free."""


class Group:
    """The nodes in one state, ids ascending. An empty group is dead and never revived.

    Attributes:
        state: The state.
        serial: Its number in order of birth.
        node_ids: The nodes.
    """

    __slots__ = ("node_ids", "serial", "state")

    def __init__(self, state: NodeState, serial: int) -> None:
        self.state = state
        self.serial = serial
        self.node_ids: list[str] = []


class _Births:
    """One part of the log: groups in order of birth, and their serials for searching."""

    __slots__ = ("groups", "serials")

    def __init__(self, groups: list[Group]) -> None:
        self.groups = groups
        self.serials = [group.serial for group in groups]

    def without_the_dead(self) -> "_Births":
        return _Births([group for group in self.groups if group.node_ids])


class StateGroups:
    """Groups by state, and the log of their births.

    Attributes:
        by_state: The living groups.
        last_serial: Serial of the youngest group; 0 before the first.
    """

    def __init__(self) -> None:
        self.by_state: dict[NodeState, Group] = {}
        self.last_serial = 0
        self._parts = [_Births([]) for _ in range(len(_PARTS_FROM_MILLI) + 1)]
        self._logged = 0
        self._overview: Mapping[str, Overview] | None = None

    def overview(self) -> Mapping[str, Overview]:
        """What they have free, by GPU model; remembered until something changes. O(states)."""
        if self._overview is None:
            self._overview = overview((state, len(group.node_ids)) for state, group in self.by_state.items())
        return self._overview

    def born_after(self, serial: int, card_milli: int) -> list[Group]:
        """Groups born after that serial, all that have a card with this much free among them.

        Oldest first within a part of the log; the dead may be missing.
        """
        born: list[Group] = []
        for part in self._parts[bisect_right(_PARTS_FROM_MILLI, card_milli) :]:
            if part.serials and part.serials[-1] > serial:
                born += part.groups[bisect_right(part.serials, serial) :]
        return born

    def join(self, node_id: str, state: NodeState) -> None:
        """Put a node into the group of its state."""
        self._overview = None
        group = self.by_state.get(state)
        if group is None:
            group = self._bear(state)
        insort(group.node_ids, node_id)

    def leave(self, node_id: str, state: NodeState) -> None:
        """Take a node out of the group of its state.

        Raises:
            ClusterError: It is not there: the ledger and the groups disagree, which must never happen.
        """
        self._overview = None
        group = self.by_state.get(state)
        place = bisect_left(group.node_ids, node_id) if group else 0
        if group is None or place == len(group.node_ids) or group.node_ids[place] != node_id:
            raise ClusterError(f"{node_id} is not in the group of its state {state}")
        del group.node_ids[place]
        if not group.node_ids:
            del self.by_state[state]
            self._bury_if_due()

    def _bear(self, state: NodeState) -> Group:
        self.last_serial += 1
        group = self.by_state[state] = Group(state, self.last_serial)
        gpus = state.gpus_free_milli
        part = self._parts[bisect_right(_PARTS_FROM_MILLI, gpus[-1] if gpus else 0)]
        part.groups.append(group)
        part.serials.append(group.serial)
        self._logged += 1
        return group

    def _bury_if_due(self) -> None:
        """Forget the dead once they are a third, so that the log stays short and reading it cheap."""
        if 2 * self._logged > 3 * len(self.by_state) + _DEAD_SLACK:
            self._parts = [part.without_the_dead() for part in self._parts]
            self._logged = len(self.by_state)
