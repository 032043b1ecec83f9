"""Seeded randomness, the same on any CPU and numpy version: an order of clusters, integers, coin tosses.

Both are hashes. numpy keeps the stream of a bit generator from version to version, not what its
`permutation` or `integers` make of it (NEP 19), and an audit draws again years later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b, shake_256

import numpy as np
import numpy.typing as npt
from muster.statistics.arrays import IntArray


def seeded_order(seed: str, ids: Sequence[str]) -> list[str]:
    """Return the ids in a random order that depends on the seed and on which ids they are, on nothing else.

    They are sorted by the BLAKE2b hash of seed and id. The order they come in is without influence, and
    without one of them the others keep their order.

    Args:
        seed: Such as the id of the run.
        ids: Of clusters; each once.

    Raises:
        ValueError: An id is there twice.
    """
    places: list[int] = seeded_positions(seed, ids).tolist()
    return [ids[place] for place in places]


def seeded_positions(seed: str, ids: Sequence[str]) -> IntArray:
    """Return the places of ids in the order of `seeded_order`, shape (n,).

    Raises:
        ValueError: An id is there twice.
    """
    if len(set(ids)) < len(ids):
        twice = next(each for each, times in Counter(ids).items() if times > 1)
        raise ValueError(f"ids is {twice!r} more than once; must be distinct")
    return _positions(seed, tuple(ids)).copy()


@lru_cache(4)
def _positions(seed: str, ids: tuple[str, ...]) -> IntArray:
    """Hash and sort the clusters of a run once: all its tasks mostly have the same, and so has every look."""
    key = _key(seed)
    hashes = b"".join(blake2b(each.encode(), digest_size=16, key=key).digest() for each in ids)
    halves = np.frombuffer(hashes, dtype=">u8").reshape(-1, 2).astype(np.uint64)
    return np.lexsort((halves[:, 1], halves[:, 0])).astype(np.int64)


def indices(seed: str, purpose: str, shape: tuple[int, int], below: int) -> IntArray:
    """Return uniform integers from 0 up to `below`, exclusive; probabilities are off by at most 2^-32."""
    words = np.frombuffer(_stream(seed, purpose, 4 * shape[0] * shape[1]), dtype="<u4").astype(np.uint64)
    return (words * np.uint64(below) >> np.uint64(32)).astype(np.int64).reshape(shape)


def coins(seed: str, purpose: str, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Return tosses of a fair coin."""
    row = -(-shape[1] // 8)
    drawn = np.frombuffer(_stream(seed, purpose, shape[0] * row), dtype=np.uint8)
    return np.unpackbits(drawn.reshape(shape[0], row), axis=1)[:, : shape[1]].astype(np.bool_)


def _stream(seed: str, purpose: str, length: int) -> bytes:
    return shake_256(_key(seed) + purpose.encode()).digest(length)


def _key(seed: str) -> bytes:
    return blake2b(seed.encode(), digest_size=32).digest()
