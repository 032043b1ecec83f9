"""StateGroups: nodes in equal states, as one.

A cluster of thousands of nodes has few distinct states (an empty openb cluster of 1,213 nodes has 16), so the
cost of a decision follows the states that CHANGED since the last one for the same shape, not the nodes. The
log of births is that list of changes; a ranking (ranking.py) remembers the serial up to which it has read.
"""

from bisect import bisect_left, bisect_right, insort

from muster.cluster.errors import ClusterError
from muster.cluster.node import NodeState

_DEAD_SLACK = 512


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


class StateGroups:
    """Groups by state, and the log of their births.

    Attributes:
        by_state: The living groups.
        last_serial: Serial of the youngest group; 0 before the first.
    """

    def __init__(self) -> None:
        self.by_state: dict[NodeState, Group] = {}
        self.last_serial = 0
        self._born: list[Group] = []
        self._serials: list[int] = []

    def born_after(self, serial: int) -> list[Group]:
        """The groups born after that serial, oldest first; the dead may be missing."""
        return self._born[bisect_right(self._serials, serial) :]

    def join(self, node_id: str, state: NodeState) -> None:
        """Put a node into the group of its state."""
        group = self.by_state.get(state)
        if group is None:
            self.last_serial += 1
            group = self.by_state[state] = Group(state, self.last_serial)
            self._born.append(group)
            self._serials.append(group.serial)
        insort(group.node_ids, node_id)

    def leave(self, node_id: str, state: NodeState) -> None:
        """Take a node out of the group of its state.

        Raises:
            ClusterError: It is not there: the ledger and the groups disagree, which must never happen.
        """
        group = self.by_state.get(state)
        place = bisect_left(group.node_ids, node_id) if group else 0
        if group is None or place == len(group.node_ids) or group.node_ids[place] != node_id:
            raise ClusterError(f"{node_id} is not in the group of its state {state}")
        del group.node_ids[place]
        if not group.node_ids:
            del self.by_state[state]
            self._bury_if_due()

    def _bury_if_due(self) -> None:
        """Forget the dead once they are a third, so that the log stays short and reading it cheap."""
        if 2 * len(self._born) > 3 * len(self.by_state) + _DEAD_SLACK:
            self._born = [group for group in self._born if group.node_ids]
            self._serials = [group.serial for group in self._born]
