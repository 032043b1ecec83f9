"""Data types of tensors, by the names of safetensors and of ggml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Number(StrEnum):
    """Meaning of the bits of an item."""

    FLOAT = "float"
    WHOLE = "whole"
    PACKED = "packed"
    """Several items share bytes: sub-byte numbers, quantised blocks."""


@dataclass(frozen=True, slots=True)
class Dtype:
    """A data type.

    Attributes:
        name: Name in its format.
        block_items: Items that are stored together; 1 but for packed types.
        block_bytes: Bytes of a block.
        number: Meaning of the bits.
        exponent_bits: Width of a float's exponent; 0 for other numbers.
        mantissa_bits: Width of a float's mantissa, below the exponent.
    """

    name: str
    block_items: int
    block_bytes: int
    number: Number = Number.PACKED
    exponent_bits: int = 0
    mantissa_bits: int = 0

    @property
    def item_bytes(self) -> int:
        """Bytes of one item; 1 for packed types, whose bytes are taken one by one."""
        return 1 if self.number is Number.PACKED else self.block_bytes


def _float(name: str, size_bytes: int, exponent_bits: int, mantissa_bits: int) -> Dtype:
    return Dtype(name, 1, size_bytes, Number.FLOAT, exponent_bits, mantissa_bits)


def _whole(name: str, size_bytes: int) -> Dtype:
    return Dtype(name, 1, size_bytes, Number.WHOLE)


F64: Final = _float("F64", 8, 11, 52)
F32: Final = _float("F32", 4, 8, 23)
F16: Final = _float("F16", 2, 5, 10)
BF16: Final = _float("BF16", 2, 8, 7)

SAFETENSORS: Final[Mapping[str, Dtype]] = {
    dtype.name: dtype
    for dtype in (
        F64,
        F32,
        F16,
        BF16,
        _float("F8_E4M3", 1, 4, 3),
        _float("F8_E5M2", 1, 5, 2),
        _float("F8_E4M3FNUZ", 1, 4, 3),
        _float("F8_E5M2FNUZ", 1, 5, 2),
        _whole("F8_E8M0", 1),  # only an exponent: scales of blocks
        Dtype("F6_E2M3", 4, 3),
        Dtype("F6_E3M2", 4, 3),
        Dtype("F4", 2, 1),
        Dtype("C64", 1, 8),  # two F32; numbers of four bytes that no plane of eight would suit
        _whole("BOOL", 1),
        *(_whole(f"{sign}{8 * size}", size) for sign in "UI" for size in (1, 2, 4, 8)),
    )
}
"""`Dtype` of safetensors 0.7, little-endian."""

GGML: Final[Mapping[int, Dtype]] = {
    0: F32,
    1: F16,
    2: Dtype("Q4_0", 32, 18),
    3: Dtype("Q4_1", 32, 20),
    6: Dtype("Q5_0", 32, 22),
    7: Dtype("Q5_1", 32, 24),
    8: Dtype("Q8_0", 32, 34),
    9: Dtype("Q8_1", 32, 40),
    10: Dtype("Q2_K", 256, 84),
    11: Dtype("Q3_K", 256, 110),
    12: Dtype("Q4_K", 256, 144),
    13: Dtype("Q5_K", 256, 176),
    14: Dtype("Q6_K", 256, 210),
    15: Dtype("Q8_K", 256, 292),
    16: Dtype("IQ2_XXS", 256, 66),
    17: Dtype("IQ2_XS", 256, 74),
    18: Dtype("IQ3_XXS", 256, 98),
    19: Dtype("IQ1_S", 256, 50),
    20: Dtype("IQ4_NL", 32, 18),
    21: Dtype("IQ3_S", 256, 110),
    22: Dtype("IQ2_S", 256, 82),
    23: Dtype("IQ4_XS", 256, 136),
    24: _whole("I8", 1),
    25: _whole("I16", 2),
    26: _whole("I32", 4),
    27: _whole("I64", 8),
    28: F64,
    29: Dtype("IQ1_M", 256, 56),
    30: BF16,
    34: Dtype("TQ1_0", 256, 54),
    35: Dtype("TQ2_0", 256, 66),
    39: Dtype("MXFP4", 32, 17),
    40: Dtype("NVFP4", 64, 36),
    41: Dtype("Q1_0", 128, 18),
    42: Dtype("Q2_0", 64, 18),
}
"""`ggml_type` to its block: ggml's `GGML_QUANT_SIZES`. Numbers that are missing were withdrawn."""
