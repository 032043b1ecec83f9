"""Living groups as rows of one array, which compiled code reads: StateTable of nodes, PartTable of parts.

compiled.py has the columns.
"""

from collections.abc import Iterable, Mapping
from struct import Struct

import numpy as np
from muster.cluster.measures.overview import Overview, Peak
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, MIG, Shape
from muster.cluster.ranking import compiled
from muster.cluster.ranking.compiled import Integers
from muster.cluster.ranking.groups import Group

_ROWS_MIN = 1024
_PEAKS_MIN = 32
_LOG_LENGTH = 1 << 16
"""Births remembered; a reader that is further behind reads all living groups."""


class _Rows:
    """A row for each living group; a freed row is used again. Row 0 is never used.

    Attributes:
        models: The GPU models, by number.
        cards_max: Maximum cards of one node.
        rows: The rows.
        groups: The group of each row.
    """

    def __init__(self, models: list[str], cards_max: int) -> None:
        self.models = models
        self._model_number = {model: number for number, model in enumerate(models)}
        self.cards_max = cards_max
        self.rows = np.zeros((_ROWS_MIN, compiled.FIRST_CARD + cards_max), np.int64)
        self._row = Struct(f"={compiled.FIRST_CARD + cards_max}q")
        self._bytes = self.rows.data.cast("B")
        self.groups: list[Group | None] = [None] * _ROWS_MIN
        self._free = list(range(1, _ROWS_MIN))

    def resized(self, group: Group) -> None:
        """Note how many nodes a group has."""
        self.rows[group.slot, compiled.NODES] = len(group.node_ids)

    def died(self, group: Group) -> None:
        """Free the row of a group."""
        self.rows[group.slot, compiled.BORN] = 0
        self.groups[group.slot] = None
        self._free.append(group.slot)

    def overview(self) -> Mapping[str, Overview]:
        """Free resources of the nodes, by GPU model."""
        peaks_max = _PEAKS_MIN
        while True:
            peaks = np.zeros((len(self.models), peaks_max, 3), np.int64)
            sums = np.zeros((len(self.models), 3), np.int64)
            if compiled.survey(self.rows, peaks, sums):
                break
            peaks_max *= 2
        return {
            model: Overview(nodes, free, tuple(sorted([Peak(*peak) for peak in best[:size]], reverse=True)))
            for model, best, (nodes, free, size) in zip(
                self.models, peaks.tolist(), sums.tolist(), strict=True
            )
            if nodes
        }

    def _write(self, group: Group, kind: int) -> None:
        if not self._free:
            self._lengthen()
        slot = group.slot = self._free.pop()
        gpu_free, cpu_free, memory_free, model, gpus, _ = group.state
        numbers = self._model_number[model], kind, len(gpus)
        absent = (-1,) * (self.cards_max - len(gpus))
        nodes = len(group.node_ids)
        row = (group.serial, nodes, gpu_free, cpu_free, memory_free, *numbers, *gpus, *absent)
        self._row.pack_into(self._bytes, slot * self._row.size, *row)
        self.groups[slot] = group

    def _lengthen(self) -> None:
        length = len(self.rows)
        self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
        self._bytes = self.rows.data.cast("B")
        self.groups += [None] * length
        self._free = list(range(length, 2 * length))


class StateTable(_Rows):
    """A register of the living groups of nodes. Models and kinds are numbered in their own order.

    Args:
        kinds: The kinds of node there are, as empty states. No group may be of another.

    Attributes:
        kinds: The kinds of node, sorted.
        log: The row of each birth, by its serial modulo the length.
        last_serial: Serial of the youngest group ever born.
    """

    def __init__(self, kinds: Iterable[NodeState]) -> None:
        states = list(kinds)
        cards_max = max([len(state.gpus_free_milli) for state in states], default=0)
        super().__init__(sorted({state.gpu_model for state in states}), cards_max)
        self.kinds = sorted({state.kind for state in states})
        self._kind_number = {kind: number for number, kind in enumerate(self.kinds)}
        self.log = np.zeros(_LOG_LENGTH, np.int64)
        self.last_serial = 0

    def born(self, group: Group) -> None:
        """Write the row of a group."""
        self._write(group, self._kind_number[group.state.kind])
        self.log[group.serial & (_LOG_LENGTH - 1)] = group.slot
        self.last_serial = group.serial

    def numbers_of(self, shape: Shape) -> tuple[Integers, Integers]:
        """Return a shape as compiled code reads it: the first four fields of compiled.Asked, and its last."""
        numbers = [shape.gpu_count, shape.gpu_milli, shape.cpu_milli, shape.memory_mib]
        return np.array(numbers, np.int64), np.array([shape.accepts(name) for name in self.models], np.int64)

    def room(self, shape: Shape, most: int) -> int:
        """Return how many ranks fit on GPUs that no sharing key holds, up to `most`."""
        if shape.sharing == MIG:
            return 0
        card_milli = GPU_MILLI if shape.sharing else shape.gpu_milli
        return compiled.room(self.rows, *self.numbers_of(shape), card_milli, most)


class PartTable(_Rows):
    """The living groups of parts of one sharing key, of any model; their kinds do not matter here."""

    def __init__(self) -> None:
        super().__init__([], cards_max=1)

    def born(self, group: Group) -> None:
        """Write the row of a group."""
        model = group.state.gpu_model
        if model not in self._model_number:
            self._model_number[model] = len(self.models)
            self.models.append(model)
        self._write(group, kind=0)

    def room(self, shape: Shape, most: int) -> int | None:
        """Return None: the ranks that fit are counted on the nodes."""
        return None  # as births.BirthLog.overview: mypyc needs it
