"""A few numbers of each tensor, always from the same places, and how far two samples are from one another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.tensors.families.models import Held
from muster.tensors.families.numbers import values_of
from muster.tensors.families.quantised import weights_of
from muster.tensors.layouts.dtypes import Dtype
from numpy.typing import NDArray

ITEMS: Final = 1024
PIECES: Final = 4
ALIGNED: Final = 256
"""Pieces begin at multiples of this, the longest block of a quantised type: the same places in every type."""
DISTINCT_MIN: Final = 16
"""Tensors of fewer distinct numbers, such as norms of ones, say nothing of where they come from."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Numbers from the same places of tensors of one shape, at most ITEMS.

    Attributes:
        halves: Each as bfloat16, cut off, as its bits.
        marks: Marks of the numbers above their median, packed: survive data types, noise and fine-tuning.
        telling: Whether they say anything of where the tensor comes from.
    """

    halves: NDArray[np.uint16]
    marks: NDArray[np.uint8]
    telling: bool


def sample_of(held: Held) -> Sample:
    """A sample: the whole of a small tensor, else PIECES of it, from its begin to its end."""
    dtype, items = held.tensor.dtype, held.tensor.items
    taken = min(items, ITEMS // PIECES)
    places = [n * (items - taken) // (PIECES - 1) // ALIGNED * ALIGNED for n in range(PIECES)]
    spans = [(_bytes(dtype, place), _bytes(dtype, place + taken)) for place in sorted(set(places))]
    content = b"".join(held.read(*span) for span in spans)
    weights = weights_of(content, dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        values = (values_of(content, dtype) if weights is None else weights).astype(np.float32)
    values = np.nan_to_num(values, nan=0.0)
    median = np.median(values) if len(values) else 0.0
    halves = (values.view(np.uint32) >> 16).astype(np.uint16)
    return Sample(halves, np.packbits(values > median), len(np.unique(halves)) >= DISTINCT_MIN)


def _bytes(dtype: Dtype, items: int) -> int:
    return items // dtype.block_items * dtype.block_bytes


def bit_distance(one: Sample, other: Sample) -> float:
    """Mean number of differing bits of a number, both taken as bfloat16: 0 to 16.

    After ZipLLM (arXiv 2505.06252), which compares bfloat16 models. Independent weights are 5.4 to 6.0 apart;
    a change by 1 % of the weights' spread makes 2.2, one by 10 % 3.8, in every data type.
    """
    if not len(one.halves):
        return 0.0
    return float(np.bitwise_count(one.halves ^ other.halves).mean())


def mark_distances(one: Sample, others: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Share of marks that differ from each of the others' (one row each): 0.5 for independent tensors."""
    return np.bitwise_count(others ^ one.marks).sum(axis=1, dtype=np.float64) / max(1, len(one.halves))
