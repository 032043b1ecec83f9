"""Bytes of a tensor as numbers that can be compared, whatever its data type."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from muster.tensors.layouts.dtypes import Dtype, Number
from numpy.typing import NDArray

_BIASES: Final = {"F8_E4M3": 7, "F8_E5M2": 15, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 16}
_PLAIN: Final = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}


def values_of(content: bytes, dtype: Dtype) -> NDArray[np.floating]:
    """The numbers in these bytes: float64 for F64 and whole numbers of 4 bytes and more, else float32.

    Packed types are not unpacked: their bytes are the numbers.
    """
    if dtype.name in _PLAIN:
        values = np.frombuffer(content, _PLAIN[dtype.name])
        return values.astype(np.float32) if dtype.name == "F16" else values
    if dtype.name == "BF16":
        return (np.frombuffer(content, "<u2").astype(np.uint32) << 16).view(np.float32)
    if dtype.name in _BIASES:
        return _small_floats(dtype)[np.frombuffer(content, np.uint8)]
    sign = "i" if dtype.name.startswith("I") and dtype.number is Number.WHOLE else "u"
    wide = np.float64 if dtype.item_bytes >= 4 else np.float32
    return np.frombuffer(content, f"<{sign}{dtype.item_bytes}").astype(wide)


@cache
def _small_floats(dtype: Dtype) -> NDArray[np.float32]:
    """Return all 256 values of an 8-bit float (arXiv 2209.05433; FNUZ: no infinities, no negative zero)."""
    codes = np.arange(256)
    mantissa = codes & ((1 << dtype.mantissa_bits) - 1)
    exponent = (codes >> dtype.mantissa_bits) & ((1 << dtype.exponent_bits) - 1)
    sign = np.where(codes & 0x80, -1.0, 1.0)
    fraction = mantissa / (1 << dtype.mantissa_bits) + (exponent > 0)
    values = sign * fraction * 2.0 ** (np.maximum(exponent, 1) - _BIASES[dtype.name])
    if dtype.name.endswith("FNUZ"):
        values[0x80] = np.nan
    elif dtype.name == "F8_E4M3":
        values[[0x7F, 0xFF]] = np.nan
    else:
        top = exponent == 31
        values[top] = np.where(mantissa[top] == 0, sign[top] * np.inf, np.nan)
    return values.astype(np.float32)
