"""Blocks of quantised weights as numbers: types of ggml that have one scale for each block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from muster.tensors.layouts.dtypes import Dtype
from numpy.typing import NDArray


def weights_of(content: bytes, dtype: Dtype) -> NDArray[np.float32] | None:
    """The weights in these whole blocks; None for types that are not read here."""
    read = _TYPES.get(dtype.name)
    return None if read is None else read(np.frombuffer(content, np.uint8).reshape(-1, dtype.block_bytes))


def _scales(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)


def _q8_0(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    return (_scales(blocks) * blocks[:, 2:].view(np.int8)).ravel()


def _q4_0(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Low halves of the bytes are items 0 to 15, high halves items 16 to 31; 8 is zero."""
    halves = np.hstack([blocks[:, 2:] & 15, blocks[:, 2:] >> 4])
    return (_scales(blocks) * (halves.astype(np.float32) - 8)).ravel()


_TYPES: Final[Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.float32]]]] = {
    "Q8_0": _q8_0,
    "Q4_0": _q4_0,
}
