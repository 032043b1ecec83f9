"""Counterparts of tensors in a base: by name, else by content, however files were split.

A name counts only if the content agrees: layers get dropped, repeated and renumbered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, takewhile
from typing import Final

import numpy as np
from muster.tensors.families.models import Held, Model
from muster.tensors.families.samples import Sample, bit_distance, mark_distances, sample_of
from numpy.typing import NDArray

RELATED_BITS_MAX: Final = 4.0
"""Maximum distance of tensors of one origin: 14 % of the weights' spread changed; unrelated ones: 5.4."""


class By(StrEnum):
    """Way in which a counterpart was found."""

    NAME = "name"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Pair:
    """A tensor and its counterpart in the base, of the same shape and data type.

    Attributes:
        target: The tensor.
        base: The counterpart.
        by: Way in which it was found.
        bits: Distance of the two by a sample: see bit_distance.
    """

    target: Held
    base: Held
    by: By
    bits: float


def paired(target: Model, base: Model) -> list[Pair]:
    """Counterparts, for those tensors that have one; a tensor of the base may have several."""
    groups = {key: _Group(held) for key, held in _groups(base.tensors)}
    return [
        pair for key, alike in _groups(target.tensors) if key in groups for pair in _pairs(alike, groups[key])
    ]


def _groups(held: list[Held]) -> Iterator[tuple[str, list[Held]]]:
    """Tensors of one shape and data type together."""

    def key(each: Held) -> str:
        return f"{each.tensor.dtype.name} {each.tensor.shape}"

    for name, group in groupby(sorted(held, key=key), key):
        yield name, list(group)


class _Group:
    """Tensors of a base with equal shape and data type, each sampled once, on demand."""

    def __init__(self, held: list[Held]) -> None:
        self.held = held
        self.by_name = {each.name: index for index, each in enumerate(held)}
        self._samples: dict[int, Sample] = {}
        self._marks: NDArray[np.uint8] | None = None

    def sample(self, index: int) -> Sample:
        if index not in self._samples:
            self._samples[index] = sample_of(self.held[index])
        return self._samples[index]

    def nearest(self, name: str, sample: Sample) -> int:
        """Return the most similar tensor; of equals the one whose name has the longest common ending."""
        if self._marks is None:
            self._marks = np.stack([self.sample(index).marks for index in range(len(self.held))])
        distances = mark_distances(sample, self._marks)
        near = [int(index) for index in np.flatnonzero(distances == distances.min())]
        return max(near, key=lambda index: _common_ending(name, self.held[index].name))


def _pairs(targets: list[Held], bases: _Group) -> Iterator[Pair]:
    for target in targets:
        sample = sample_of(target)
        named = bases.by_name.get(target.name)
        if named is not None:
            bits = bit_distance(sample, bases.sample(named))
            if bits <= RELATED_BITS_MAX:
                yield Pair(target, bases.held[named], By.NAME, bits)
                continue
        if sample.telling:
            best = bases.nearest(target.name, sample)
            bits = bit_distance(sample, bases.sample(best))
            if bits <= RELATED_BITS_MAX:
                yield Pair(target, bases.held[best], By.CONTENT, bits)


def _common_ending(one: str, other: str) -> int:
    backwards = zip(reversed(one), reversed(other), strict=False)
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], backwards))
