"""StateGroups: nodes in equal states, as one.

A cluster of thousands of nodes has few distinct states (an empty openb cluster of 1,213 nodes has 16), so the
cost of a decision follows the states that CHANGED since the last one for the same shape, not the nodes.
`born` is that change log: every group in order of birth; a ranking (ranking.py) remembers how far it has
read.
"""

from bisect import bisect_left, insort

from muster.cluster.errors import ClusterError
from muster.cluster.node import NodeState

_BORN_SLACK = 1024


class Group:
    """The nodes in one state, ids ascending. An empty group is dead and never revived."""

    __slots__ = ("node_ids", "serial", "state")

    def __init__(self, state: NodeState, serial: int) -> None:
        self.state = state
        self.serial = serial
        self.node_ids: list[str] = []


class StateGroups:
    """Groups by state, and the log of their births.

    Attributes:
        by_state: The living groups.
        born: All groups since the last compaction, oldest first, dead ones among them.
        epoch: Counts compactions; a ranking of an older epoch must start anew.
    """

    def __init__(self) -> None:
        self.by_state: dict[NodeState, Group] = {}
        self.born: list[Group] = []
        self.epoch = 0
        self._serial = 0

    def join(self, node_id: str, state: NodeState) -> None:
        """Put a node into the group of its state."""
        group = self.by_state.get(state)
        if group is None:
            self._compact_if_due()
            self._serial += 1
            group = self.by_state[state] = Group(state, self._serial)
            self.born.append(group)
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

    def restart(self) -> None:
        """Make every ranking start anew, as after a change of score or of typical workload."""
        self.born = list(self.by_state.values())
        self.epoch += 1

    def _compact_if_due(self) -> None:
        """Forget the dead once they outnumber the living, so that the log stays as small as the cluster."""
        if len(self.born) > 4 * len(self.by_state) + _BORN_SLACK:
            self.restart()
