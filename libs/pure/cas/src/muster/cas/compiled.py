"""The loops over single bytes and over keys, as machine code by numba; none holds the interpreter's lock.

All of it is in this one file: numba keeps the machine code on disk and compiles again only when this file
is newer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import int64, njit, types, uint8, uint64, void  # pyright: ignore[reportUnknownVariableType]
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.uint64]
Integers = NDArray[np.int64]

_Function = TypeVar("_Function", bound=Callable[..., object])
_READ = types.Array(uint8, 1, "C", readonly=True)  # pyright: ignore
_NUMBERS = types.Array(uint64, 1, "C", readonly=True)  # pyright: ignore
_INTEGERS = types.Array(int64, 1, "C", readonly=True)  # pyright: ignore


def _compiled(*signature: object) -> Callable[[_Function], _Function]:
    """Compile a function to machine code at once, cached on disk."""
    return cast(
        "Callable[[_Function], _Function]",
        njit(*signature, cache=True, nogil=True, error_model="numpy"),  # pyright: ignore
    )


@_compiled(types.Tuple((int64, int64, uint64))(_READ, int64, uint64, _NUMBERS, _INTEGERS, int64[::1]))  # pyright: ignore
def cuts(  # noqa: PLR0917  (numba takes no keywords)
    data: Bytes, size: int, state: np.uint64, gear: Numbers, limits: Integers, ends: Integers
) -> tuple[int, int, np.uint64]:
    """Find the ends of chunks in the next bytes of a stream.

    Args:
        data: The next bytes.
        size: Bytes that the open chunk has already.
        state: The gear hash of its bytes, as far as they count.
        gear: Summand for each value of a byte.
        limits: The least and the most bytes of a chunk; bytes at its begin that are not hashed.
        ends: To be filled: after how many bytes of `data` a chunk ends. Room for one per `least` and for
            one more.

    Returns:
        How many ends there are, and size and state for the next call.
    """
    least, most, unhashed = limits[0], limits[1], limits[2]
    found, at, length = 0, 0, len(data)
    mask, one = np.uint64(0xFFFF000000000000), np.uint64(1)
    while at < length:
        if size < unhashed:
            skipped = min(unhashed - size, length - at)
            at += skipped
            size += skipped
            continue
        begin = at
        quiet = min(length, at + max(0, least - 1 - size))
        while at < quiet:
            early: int = data[at]
            state = (state << one) + gear[early]
            at += 1
        end = min(length, begin + most - size)
        is_cut = False
        while at < end and not is_cut:
            byte: int = data[at]
            state = (state << one) + gear[byte]
            at += 1
            is_cut = state & mask == 0
        size += at - begin
        if is_cut or size == most:
            ends[found] = at
            found += 1
            size, state = 0, np.uint64(0)
    return found, size, state


@_compiled(void(_READ, uint8[::1]))  # pyright: ignore
def spread(grouped: Bytes, raw: Bytes) -> None:
    """Undo byte grouping: four runs, of the bytes 0, 1, 2, 3 modulo 4, back into their places in `raw`."""
    length = len(grouped)
    quarter, rest = length // 4, length % 4
    second = quarter + min(rest, 1)
    third = second + quarter + min(max(rest - 1, 0), 1)
    fourth = third + quarter + min(max(rest - 2, 0), 1)
    for at in range(quarter):
        raw[4 * at] = grouped[at]
        raw[4 * at + 1] = grouped[second + at]
        raw[4 * at + 2] = grouped[third + at]
        raw[4 * at + 3] = grouped[fourth + at]
    if rest > 0:
        raw[4 * quarter] = grouped[quarter]
    if rest > 1:
        raw[4 * quarter + 1] = grouped[second + quarter]
    if rest > 2:
        raw[4 * quarter + 2] = grouped[third + quarter]


@_compiled(void(_NUMBERS, _NUMBERS, _INTEGERS, int64, int64[::1]))  # pyright: ignore
def find(asked: Numbers, keys: Numbers, fences: Integers, shift: int, places: Integers) -> None:
    """Find the first entry of each asked key among sorted keys; -1 if there is none.

    Args:
        asked: Keys.
        keys: All keys, ascending.
        fences: For each value of a key's first bits, how many keys are below it; one more at the end.
        shift: Number of bits by which a key is shifted to get these bits.
        places: To be filled, one for each asked key.
    """
    bits = np.uint64(shift)
    for at in range(len(asked)):
        key = asked[at]
        fence = np.int64(key >> bits)
        low, end = fences[fence], fences[fence + 1]
        high = end
        while low < high:
            middle = (low + high) >> 1
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        places[at] = low if low < end and keys[low] == key else -1
