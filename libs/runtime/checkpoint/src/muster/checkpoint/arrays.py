"""Arrays as files: numpy arrays as .npy, PyTorch tensors as the .npy of the same bits, bytes as they are.

Neither numpy nor PyTorch is imported before a job uses it.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import math
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

NUMPY, TORCH = "numpy", "torch"

_BITS: Final = {1: "uint8", 2: "int16", 4: "int32", 8: "int64"}
"""Types of numpy with the same size as types of tensors that numpy lacks."""

_PARSING: Final = threading.Lock()
"""numpy parses a header with `ast`, and CPython 3.11 counts the depth of that for all threads together: two
that parse at once can end in a SystemError (python/cpython#106905)."""


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of one file, in pieces."""

    pieces: tuple[bytes | memoryview, ...]

    @property
    def size_bytes(self) -> int:
        """Size of the content."""
        return sum(memoryview(piece).nbytes for piece in self.pieces)

    @property
    def sha256(self) -> str:
        """SHA-256 of the content, in hexadecimal; computed at each call."""
        digest = hashlib.sha256()
        for piece in self.pieces:
            digest.update(piece)
        return digest.hexdigest()

    def cut(self, size_bytes: int) -> list[Content]:
        """The same bytes as several files: the first has all pieces before the last, and its beginning.

        Args:
            size_bytes: Maximum bytes of the last piece in each file.
        """
        body = memoryview(self.pieces[-1])
        if body.nbytes <= size_bytes:
            return [self]
        flat = body.cast("B")
        parts = [flat[at : at + size_bytes] for at in range(0, flat.nbytes, size_bytes)]
        return [Content((*self.pieces[:-1], parts[0])), *(Content((part,)) for part in parts[1:])]

    def copied(self) -> Content:
        """The same bytes, whatever happens to the array afterwards."""
        return Content(tuple(bytes(piece) for piece in self.pieces))


def is_array(value: object) -> bool:
    """Whether it is an array or a scalar of numpy."""
    numpy = sys.modules.get(NUMPY)
    return numpy is not None and isinstance(value, numpy.ndarray | numpy.generic)


def is_scalar(value: object) -> bool:
    """Whether it is a scalar of numpy."""
    numpy = sys.modules.get(NUMPY)
    return numpy is not None and isinstance(value, numpy.generic)


def is_tensor(value: object) -> bool:
    """Whether it is a tensor of PyTorch."""
    torch = sys.modules.get(TORCH)
    return torch is not None and isinstance(value, torch.Tensor)


def array_content(value: Any) -> Content:
    """An array as .npy; its bytes are not copied when they lie in one piece.

    Raises:
        TypeError: it holds Python objects.
    """
    numpy: Any = importlib.import_module(NUMPY)
    array = numpy.asarray(value, order="C")
    if array.dtype.hasobject:
        raise TypeError(
            f"an array of dtype {array.dtype} holds Python objects; allowed: numbers, text, bytes"
        )
    head = io.BytesIO()
    form = numpy.lib.format
    form.write_array_header_1_0(head, form.header_data_from_array_1_0(array))
    body = array.reshape(-1).view(numpy.uint8).data if array.size else b""
    return Content((head.getvalue(), body))


def tensor_content(value: Any) -> tuple[Content, str]:
    """A tensor's bits as .npy, and the name of its type; one on a GPU is copied to memory."""
    tensor = value.detach().cpu().contiguous()
    try:
        array = tensor.numpy()
    except TypeError:  # numpy has no such type, bfloat16 for one
        torch: Any = importlib.import_module(TORCH)
        array = tensor.view(getattr(torch, _BITS[tensor.element_size()])).numpy()
    return array_content(array), str(tensor.dtype).removeprefix("torch.")


class SavedArray:
    """An array in one file or several.

    Args:
        files: In order; the first begins with the header.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        form = _numpy().lib.format
        with files[0].open("rb") as stream:
            form.read_magic(stream)
            with _PARSING:
                self._shape, _, self._dtype = form.read_array_header_1_0(stream)
            self._header_bytes = stream.tell()
        self._files = files

    def __len__(self) -> int:
        """Return the number of rows."""
        return int(self._shape[0])

    def whole(self) -> Any:
        """Return the whole array."""
        return self._read(self._shape, 0)

    def rows(self, first: int, end: int) -> Any:
        """The rows [first, end); only they are read."""
        row_bytes = math.prod(self._shape[1:]) * self._dtype.itemsize
        return self._read((end - first, *self._shape[1:]), first * row_bytes)

    def _read(self, shape: Sequence[int], from_byte: int) -> Any:
        numpy = _numpy()
        array = numpy.empty(shape, self._dtype)
        if not array.size:
            return array
        missing = memoryview(array.reshape(-1).view(numpy.uint8))
        skip = self._header_bytes + from_byte
        for file in self._files:
            size_bytes = file.stat().st_size
            if skip < size_bytes and missing.nbytes:
                with file.open("rb") as stream:
                    stream.seek(skip)
                    missing = missing[stream.readinto(missing[: size_bytes - skip]) :]  # type: ignore[attr-defined]
            skip = max(0, skip - size_bytes)
        if missing.nbytes:
            raise ValueError(f"{self._files[-1]}: {missing.nbytes} bytes of the array are missing")
        return array


def load_array(files: Sequence[Path], *, scalar: bool = False) -> Any:
    """Read an array."""
    array = SavedArray(files).whole()
    return array[()] if scalar else array


def load_tensor(files: Sequence[Path], dtype: str) -> Any:
    """Read a tensor, into memory."""
    return as_tensor(load_array(files), dtype)


def as_tensor(array: Any, dtype: str) -> Any:
    """A tensor of this type with the bits of an array."""
    torch: Any = importlib.import_module(TORCH)
    tensor = torch.from_numpy(array)
    wanted = getattr(torch, dtype)
    return tensor if tensor.dtype == wanted else tensor.view(wanted)


def rows_of(size: int, parts: int, part: int) -> tuple[int, int]:
    """Return a rank's rows of a split array: [first, end). The first size % parts ranks have one more."""
    each, more = divmod(size, parts)
    first = part * each + min(part, more)
    return first, first + each + (part < more)


def load_rows(pieces: Sequence[SavedArray], parts: int, part: int) -> Any:
    """Load one rank's rows of an array that was split along its first axis into these pieces, in order.

    Only the rows that are needed are read.
    """
    first, end = rows_of(sum(len(piece) for piece in pieces), parts, part)
    taken: list[Any] = []
    at = 0
    for piece in pieces:
        low, high = max(first - at, 0), min(end - at, len(piece))
        if low < high:
            taken.append(piece.rows(low, high))
        at += len(piece)
    return _numpy().concatenate(taken) if taken else pieces[0].rows(0, 0)


def _numpy() -> Any:
    return importlib.import_module(NUMPY)
