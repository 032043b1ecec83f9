"""Model files, sound or not, written field by field: safetensors and GGUF."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

DTYPES: Final = {"f8": "F64", "f4": "F32", "f2": "F16", "i1": "I8", "u1": "U8", "i4": "I32", "i8": "I64"}


def bf16(numbers: Array) -> NDArray[np.uint16]:
    """Numbers rounded to bfloat16, to even, as the bits of each."""
    bits = numbers.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def numbers_of(bits: NDArray[np.uint16]) -> NDArray[np.float32]:
    """bfloat16 as float32."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def model(tensors: Mapping[str, Array], metadata: Mapping[str, str] | None = None) -> bytes:
    """Return a sound safetensors file with tensors in this order. Arrays of uint16 are bfloat16."""
    header: dict[str, Any] = {} if metadata is None else {"__metadata__": dict(metadata)}
    begin = 0
    for name, array in tensors.items():
        dtype = "BF16" if array.dtype == np.uint16 else DTYPES[array.dtype.str[1:]]
        header[name] = entry(dtype, array.shape, begin, begin + array.nbytes)
        begin += array.nbytes
    return safetensors(header, b"".join(array.tobytes() for array in tensors.values()))


def entry(dtype: str, shape: Sequence[int], begin: int, end: int) -> dict[str, Any]:
    """A tensor of a safetensors header."""
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}


def safetensors(header: Mapping[str, Any] | bytes, data: bytes = b"", length: int | None = None) -> bytes:
    """Return a safetensors file with this header, as bytes or as JSON, valid or not."""
    text = header if isinstance(header, bytes) else _padded(json.dumps(header).encode(), 8, b" ")
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A tensor of a GGUF header. `dimensions` fastest first; `type` 0 is F32."""

    name: str
    dimensions: tuple[int, ...]
    type: int = 0
    offset: int = 0


def gguf(
    pairs: Sequence[bytes] = (),
    tensors: Sequence[Described] = (),
    data: bytes = b"",
    *,
    version: int = 3,
    tensor_count: int | None = None,
    pair_count: int | None = None,
    alignment: int = 32,
) -> bytes:
    """A GGUF file of these key-value pairs, tensors and bytes, whatever they say."""
    count = len(tensors) if tensor_count is None else tensor_count
    header = b"GGUF" + struct.pack("<IQQ", version, count, len(pairs) if pair_count is None else pair_count)
    header += b"".join(pairs) + b"".join(map(_described, tensors))
    return _padded(header, alignment, b"\0") + data


GGML_TYPES: Final = {"f4": 0, "f2": 1, "u2": 30}
"""GGML types of arrays; bfloat16 is stored as uint16."""


def gguf_model(tensors: Mapping[str, Array], metadata: Mapping[str, str] | None = None) -> bytes:
    """Return a sound GGUF file with tensors in this order, aligned to 32. Arrays of uint16 are bfloat16."""
    pairs = [pair(key, 8, text(value)) for key, value in (metadata or {}).items()]
    described: list[Described] = []
    data = bytearray()
    for name, values in tensors.items():
        kind, sizes = GGML_TYPES[values.dtype.str[1:]], tuple(reversed(values.shape))
        described.append(Described(name=name, dimensions=sizes, type=kind, offset=len(data)))
        data += _padded(values.tobytes(), 32, b"\0")
    return gguf(pairs, described, bytes(data))


def q8_0(numbers: Array) -> bytes:
    """Numbers as ggml's Q8_0: blocks of 32, each with a scale; `type` 8."""
    blocks = numbers.astype(np.float32).reshape(-1, 32)
    scales = np.abs(blocks).max(axis=1, keepdims=True) / 127
    whole = np.rint(blocks / np.where(scales == 0, 1, scales)).astype(np.int8)
    return np.hstack([scales.astype("<f2").view(np.uint8), whole.view(np.uint8)]).tobytes()


def q4_0(numbers: Array) -> bytes:
    """Numbers as ggml's Q4_0: blocks of 32 in halves of bytes, each block with a scale; `type` 2."""
    blocks = numbers.astype(np.float32).reshape(-1, 32)
    scales = np.abs(blocks).max(axis=1, keepdims=True) / 7
    whole = np.clip(np.rint(blocks / np.where(scales == 0, 1, scales)) + 8, 0, 15).astype(np.uint8)
    return np.hstack([scales.astype("<f2").view(np.uint8), whole[:, :16] | whole[:, 16:] << 4]).tobytes()


def text(content: str) -> bytes:
    """A string of GGUF."""
    return struct.pack("<Q", len(content.encode())) + content.encode()


def pair(key: str, kind: int, value: bytes) -> bytes:
    """A key-value pair of GGUF: 4 is UINT32, 8 STRING, 9 ARRAY."""
    return text(key) + struct.pack("<I", kind) + value


def array(kind: int, count: int, items: bytes = b"") -> bytes:
    """The value of an ARRAY."""
    return struct.pack("<IQ", kind, count) + items


def _described(tensor: Described) -> bytes:
    sizes = b"".join(struct.pack("<Q", size) for size in tensor.dimensions)
    head = text(tensor.name) + struct.pack("<I", len(tensor.dimensions)) + sizes
    return head + struct.pack("<IQ", tensor.type, tensor.offset)


def _padded(content: bytes, multiple: int, filler: bytes) -> bytes:
    return content + filler * (-len(content) % multiple)
