"""Births: the log of groups that came to be, which a ranking reads instead of looking at all of them.

The log is kept in parts, by the most that is free on one card: whoever needs a whole card does not read of
the others. The dead are taken out, so reading costs what is new and alive.
"""

from bisect import bisect_right

from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.ranking.groups import Group

_PARTS_FROM_MILLI = (1, GPU_MILLI // 4, GPU_MILLI // 2, GPU_MILLI)
"""Where a part of the log begins; before the first are the nodes with no GPU free."""


class BirthLog:
    """The living groups in order of birth.

    Attributes:
        last_serial: Serial of the youngest group ever born; 0 before the first.
        living: How many live.
    """

    def __init__(self) -> None:
        self.last_serial = 0
        self.living = 0
        self._parts: list[dict[int, Group]] = [{} for _ in range(len(_PARTS_FROM_MILLI) + 1)]
        self._youngest = [0] * len(self._parts)

    def born(self, group: Group) -> None:
        """Note a birth."""
        part = _part(group)
        self.last_serial = self._youngest[part] = group.serial
        self._parts[part][group.serial] = group
        self.living += 1

    def resized(self, group: Group) -> None:
        """Groups are ranked whatever their size."""

    def died(self, group: Group) -> None:
        """Forget a group."""
        del self._parts[_part(group)][group.serial]
        self.living -= 1

    def overview(self) -> None:
        """Not from here."""

    def room(self, shape: Shape, most: int) -> None:
        """Not from here."""

    def born_after(self, serial: int, card_milli: int) -> list[Group]:
        """The living born after that serial, all that have a card with this much free among them.

        Youngest first within a part.
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
