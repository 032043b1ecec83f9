"""Births: the log of new groups, which a ranking reads instead of scanning all groups.

The log is divided by the most that is free on one card, so a request for a whole card skips groups without
one. Dissolved groups are removed, so reading costs only the new and existing ones.
"""

from bisect import bisect_right
from collections.abc import Mapping

from muster.cluster.measures.overview import Overview
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.ranking.groups import Group

_PARTS_FROM_MILLI = (1, GPU_MILLI // 4, GPU_MILLI // 2, GPU_MILLI)
"""Free amounts at which parts of the log begin; before the first are the nodes without free GPUs."""


class BirthLog:
    """The existing groups in order of creation.

    Attributes:
        last_serial: Serial of the newest group; 0 before the first.
        living: Number of existing groups.
    """

    def __init__(self) -> None:
        self.last_serial = 0
        self.living = 0
        self._parts: list[dict[int, Group]] = [{} for _ in range(len(_PARTS_FROM_MILLI) + 1)]
        self._youngest = [0] * len(self._parts)

    def born(self, group: Group) -> None:
        """Add a new group."""
        part = _part(group)
        self.last_serial = self._youngest[part] = group.serial
        self._parts[part][group.serial] = group
        self.living += 1

    def resized(self, group: Group) -> None:
        """Do nothing: the ranking does not depend on a group's size."""

    def died(self, group: Group) -> None:
        """Remove a dissolved group."""
        del self._parts[_part(group)][group.serial]
        self.living -= 1

    def overview(self) -> Mapping[str, Overview] | None:
        """Return None: this log has no table."""
        return None  # mypyc compiles a body of nothing but a docstring into one that returns garbage

    def room(self, shape: Shape, most: int) -> None:
        """Return None: this log has no table."""

    def born_after(self, serial: int, card_milli: int) -> list[Group]:
        """The existing groups newer than that serial, including all that have a card with this much free.

        Newest first within a part.
        """
        born: list[Group] = []
        for part in range(bisect_right(_PARTS_FROM_MILLI, card_milli), len(self._parts)):
            if self._youngest[part] > serial:
                for group in reversed(self._parts[part].values()):
                    if group.serial <= serial:
                        break
                    born.append(group)
        return born


def _part(group: Group) -> int:
    gpus = group.state.gpus_free_milli
    return bisect_right(_PARTS_FROM_MILLI, gpus[-1]) if gpus else 0
