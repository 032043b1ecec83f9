"""A model: the tensors of all its files. Into which files they were cut does not matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muster.tensors.layouts import Layout, Tensor, layout_of
from muster.tensors.sources import Source


@dataclass(frozen=True, slots=True)
class File:
    """A file of a model.

    Attributes:
        key: Name of the file, such as its path or its SHA-256.
        source: Bytes of the file.
        layout: Layout of its tensors.
    """

    key: str
    source: Source
    layout: Layout


@dataclass(frozen=True, slots=True)
class Held:
    """A tensor, and the file that holds it."""

    file: File
    tensor: Tensor

    @property
    def name(self) -> str:
        """The tensor's name."""
        return self.tensor.name

    def read(self, begin: int, end: int) -> bytes:
        """Bytes of the tensor, from its own begin."""
        return self.file.source.read(self.tensor.begin + begin, self.tensor.begin + end)

    def alike(self, other: Held) -> bool:
        """Whether both have the same shape and data type, so that either can be encoded against the other."""
        return (self.tensor.dtype, self.tensor.shape) == (other.tensor.dtype, other.tensor.shape)


@dataclass(frozen=True, slots=True)
class Model:
    """The files of a model, in an order of their own."""

    files: tuple[File, ...]

    @property
    def tensors(self) -> list[Held]:
        """All tensors."""
        return [Held(file, tensor) for file in self.files for tensor in file.layout.tensors]


def model_of(sources: Mapping[str, Source]) -> Model:
    """A model from its files.

    Raises:
        LayoutInvalid: The header of one is not to be trusted.
    """
    return Model(tuple(File(key, source, layout_of(source)) for key, source in sources.items()))
