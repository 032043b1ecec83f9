"""Differences between two models, tensor by tensor: plain records for reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Final

import numpy as np
from muster.tensors.families.models import Held, Model
from muster.tensors.families.numbers import values_of
from muster.tensors.families.pairing import paired

PIECE_ITEMS: Final = 1 << 19


class State(StrEnum):
    """Fate of a tensor or a file."""

    ADDED = "added"
    REMOVED = "removed"
    EQUAL = "equal"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A tensor on one side of a comparison."""

    name: str
    file: str
    dtype: str
    shape: tuple[int, ...]
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Change of the numbers of a tensor. Packed numbers are compared byte by byte.

    Attributes:
        equal_share: Fraction of the numbers that are equal bit by bit; by value if the data type changed.
        relative_l2: Norm of the change relative to the former norm; infinite if that was zero.
        max_abs: Largest change of a number.
        not_finite: Numbers that are infinite or not a number on either side; they count only for equal_share.
    """

    equal_share: float
    relative_l2: float
    max_abs: float
    not_finite: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorDiff:
    """Difference of a tensor; `change` if both sides hold the same number of items."""

    state: State
    before: Side | None
    after: Side | None
    change: Change | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDiff:
    """Difference of a file: bytes of its tensors, and how many of them are in equal tensors."""

    file: str
    state: State
    size_bytes: int
    equal_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDiff:
    """The whole comparison.

    Attributes:
        tensors: By name: of the model after, then those removed.
        files: By key: of the model after, then those removed.
        counts: Number of tensors in each state.
        bytes_after: Bytes of all tensors after.
        equal_bytes: Bytes of these in equal tensors.
        relative_l2: Over all tensors whose numbers could be compared.
    """

    tensors: tuple[TensorDiff, ...]
    files: tuple[FileDiff, ...]
    counts: dict[State, int]
    bytes_after: int
    equal_bytes: int
    relative_l2: float


@dataclass(slots=True)
class _Sums:
    """Sums over the pieces of a tensor."""

    items: int = 0
    equal: int = 0
    not_finite: int = 0
    squares: float = 0.0
    change_squares: float = 0.0
    max_abs: float = 0.0

    def add(self, before: bytes, after: bytes, one: Held, other: Held) -> None:
        was, now = values_of(before, one.tensor.dtype), values_of(after, other.tensor.dtype)
        if one.tensor.dtype == other.tensor.dtype:
            width = one.tensor.dtype.item_bytes
            same = np.frombuffer(before, f"<u{width}") == np.frombuffer(after, f"<u{width}")
        else:
            same = was == now
        finite = np.isfinite(was) & np.isfinite(now)
        old = np.where(finite, was, 0).astype(np.float64)
        change = np.where(finite, now, 0).astype(np.float64) - old
        self.items += len(was)
        self.equal += int(np.count_nonzero(same))
        self.not_finite += len(was) - int(np.count_nonzero(finite))
        self.squares += float(old @ old)
        self.change_squares += float(change @ change)
        self.max_abs = max(self.max_abs, float(np.abs(change).max(initial=0.0)))

    @property
    def relative_l2(self) -> float:
        if self.change_squares == 0:
            return 0.0
        return sqrt(self.change_squares / self.squares) if self.squares else float("inf")


def compared(before: Model, after: Model) -> ModelDiff:
    """Compare every tensor of both models; counterparts by name, else by shape, data type and content.

    Reads what stands on both sides once; memory does not grow with it.
    """
    counterparts = _counterparts(before, after)
    total = _Sums()
    tensors: list[TensorDiff] = []
    for held in sorted(after.tensors, key=lambda each: each.name):
        other = counterparts.get(held.name)
        tensors.append(
            TensorDiff(state=State.ADDED, before=None, after=_side(held))
            if other is None
            else _compared(other, held, total)
        )
    kept = {other.name for other in counterparts.values()}
    gone = [held for held in sorted(before.tensors, key=lambda each: each.name) if held.name not in kept]
    tensors += [TensorDiff(state=State.REMOVED, before=_side(held), after=None) for held in gone]
    return ModelDiff(
        tensors=tuple(tensors),
        files=_files(before, after, tensors),
        counts={state: sum(each.state is state for each in tensors) for state in State},
        bytes_after=sum(held.tensor.size_bytes for held in after.tensors),
        equal_bytes=sum(map(_equal_bytes, tensors)),
        relative_l2=total.relative_l2,
    )


def _counterparts(before: Model, after: Model) -> dict[str, Held]:
    """Return the counterparts: by name, even if shape or data type changed; renamed ones by content."""
    found = {pair.target.name: pair.base for pair in paired(after, before)}
    named = {held.name: held for held in before.tensors}
    return {held.name: named[held.name] for held in after.tensors if held.name in named} | found


def _compared(before: Held, after: Held, total: _Sums) -> TensorDiff:
    was, now = _side(before), _side(after)
    if _values(before) != _values(after):
        return TensorDiff(state=State.CHANGED, before=was, after=now)
    sums = _Sums()
    for begin in range(0, _values(before), PIECE_ITEMS):
        end = min(_values(before), begin + PIECE_ITEMS)
        sums.add(_piece(before, begin, end), _piece(after, begin, end), before, after)
    total.squares += sums.squares
    total.change_squares += sums.change_squares
    unchanged = sums.equal == sums.items and before.alike(after)
    change = Change(
        equal_share=sums.equal / max(1, sums.items),
        relative_l2=sums.relative_l2,
        max_abs=sums.max_abs,
        not_finite=sums.not_finite,
    )
    state = State.EQUAL if unchanged else State.CHANGED
    return TensorDiff(state=state, before=was, after=now, change=change)


def _values(held: Held) -> int:
    return held.tensor.size_bytes // held.tensor.dtype.item_bytes


def _piece(held: Held, begin: int, end: int) -> bytes:
    width = held.tensor.dtype.item_bytes
    return held.read(begin * width, end * width)


def _side(held: Held) -> Side:
    tensor = held.tensor
    return Side(
        name=tensor.name,
        file=held.file.key,
        dtype=tensor.dtype.name,
        shape=tensor.shape,
        size_bytes=tensor.size_bytes,
    )


def _equal_bytes(diff: TensorDiff) -> int:
    return diff.after.size_bytes if diff.after is not None and diff.state is State.EQUAL else 0


def _files(before: Model, after: Model, tensors: list[TensorDiff]) -> tuple[FileDiff, ...]:
    old = {file.key: sum(tensor.size_bytes for tensor in file.layout.tensors) for file in before.files}
    new = {file.key: sum(tensor.size_bytes for tensor in file.layout.tensors) for file in after.files}
    files: list[FileDiff] = []
    for key in sorted(new):
        here = [each for each in tensors if each.after is not None and each.after.file == key]
        equal = all(each.state is State.EQUAL for each in here) and old.get(key) == new[key]
        state = State.ADDED if key not in old else State.EQUAL if equal else State.CHANGED
        files.append(
            FileDiff(file=key, state=state, size_bytes=new[key], equal_bytes=sum(map(_equal_bytes, here)))
        )
    gone = sorted(set(old) - set(new))
    return (*files, *(FileDiff(file=k, state=State.REMOVED, size_bytes=old[k], equal_bytes=0) for k in gone))
