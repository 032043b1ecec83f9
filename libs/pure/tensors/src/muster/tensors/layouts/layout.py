"""Layout of one file's tensors: the result of reading a header of any format, once it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from typing import Final, TypeAlias

from muster.tensors.layouts.dtypes import Dtype
from muster.tensors.layouts.roles import Role, role_of

HEADER_BYTES_MAX: Final = 100_000_000
"""Largest header: the limit of safetensors' own reader; real ones are below 20 MB in both formats."""
TENSORS_MAX: Final = 262_144
"""Maximum tensors of one file. The largest mixtures of experts have about 92,000, in over a hundred files."""
PAIRS_MAX: Final = 65_536
"""Maximum keys of metadata; real files have below a hundred."""
NUMBER_MAX: Final = 2**64 - 1

Value: TypeAlias = str | int | float | bool | None
"""A value of the header's metadata; None where it is an array, which is checked and not kept."""


class Format(StrEnum):
    """A file format."""

    SAFETENSORS = "safetensors"
    GGUF = "gguf"


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor of a file.

    Attributes:
        name: Its name in the file.
        dtype: Data type of its items.
        shape: Slowest dimension first, in every format.
        begin: Offset of its first byte in the file.
        end: Offset behind its last byte.
    """

    name: str
    dtype: Dtype
    shape: tuple[int, ...]
    begin: int
    end: int

    @property
    def size_bytes(self) -> int:
        """Bytes that it occupies in the file."""
        return self.end - self.begin

    @property
    def role(self) -> Role:
        """Role that its name suggests."""
        return role_of(self.name)

    @property
    def items(self) -> int:
        """Number of items."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Layout:
    """The checked header of a file. Tensors follow each other without overlaps, and nothing follows the last.

    Attributes:
        format: The format.
        data_begin: Offset at which the header ends and the tensors begin.
        tensors: The tensors in the order of their bytes.
        metadata: The header's metadata.
    """

    format: Format
    data_begin: int
    tensors: tuple[Tensor, ...]
    metadata: Mapping[str, Value]

    @property
    def parameters(self) -> int:
        """Number of items of all tensors."""
        return sum(tensor.items for tensor in self.tensors)
