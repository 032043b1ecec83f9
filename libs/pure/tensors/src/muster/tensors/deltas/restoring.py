"""Restores a file, or a range of it, from a container and its bases. Unchecked bytes are never served."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterable, Mapping
from hashlib import sha256
from zlib import crc32

import numpy as np
from muster.tensors.deltas.container import (
    BLOCK_HEAD,
    LENGTH,
    Block,
    DeltaInvalid,
    Index,
    blocks_of,
    frame_content,
    index_of,
)
from muster.tensors.deltas.encoding import base_bytes
from muster.tensors.deltas.transforms import Coding, Method, Planes, bytes_of
from muster.tensors.sources import Source


class Restored:
    """The file in a container, as a Source. Reads the index once, then only the requested ranges.

    Attributes:
        index: Index of the container.
    """

    def __init__(self, container: Source, bases: Mapping[str, Source]) -> None:
        """Opens a container.

        Raises:
            DeltaInvalid: The container is damaged, or a base is missing or has another size.
        """
        self.index: Index = index_of(container)
        self._container = container
        self._bases = [_base(base.key, base.size_bytes, bases) for base in self.index.bases]
        self._blocks = list(blocks_of(self.index))
        self._begins = [block.begin for block in self._blocks]

    @property
    def size_bytes(self) -> int:
        """Size of the file."""
        return self.index.size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end` of the file, each block checked by its CRC-32.

        Raises:
            DeltaInvalid: The container or a base is damaged.
        """
        first = max(0, bisect_right(self._begins, begin) - 1)
        pieces: list[bytes] = []
        for block in self._blocks[first:]:
            if block.begin >= end:
                break
            content = self._content(block)
            pieces.append(content[max(0, begin - block.begin) : end - block.begin])
        return b"".join(pieces)

    def whole(self) -> Generator[bytes]:
        """The whole file in pieces; nothing is to be published before the last came without an error.

        Raises:
            DeltaInvalid: The container or a base is damaged; at the latest at the end.
        """
        digest = sha256()
        for block in self._blocks:
            content = self._content(block)
            digest.update(content)
            yield content
        if digest.digest() != self.index.sha256:
            raise DeltaInvalid(f"SHA-256 is {digest.hexdigest()}; must be {self.index.sha256.hex()}")

    def _content(self, block: Block) -> bytes:
        where = f"block at {block.offset}"
        packed = self._container.read(block.offset, block.offset + block.length)
        method, checksum = BLOCK_HEAD.unpack_from(packed)
        base = base_bytes(block.segment, self._bases, block.begin, block.end - block.begin)
        content = _unpacked(method, packed[BLOCK_HEAD.size :], base, block, where)
        if len(content) != block.end - block.begin or crc32(content) != checksum:
            raise DeltaInvalid(f"{where}: the bytes restored do not have their CRC-32; is it another base?")
        return content


def restored(container: Source, bases: Mapping[str, Source]) -> Iterable[bytes]:
    """The whole file of a container, in pieces; see Restored."""
    return Restored(container, bases).whole()


def _base(key: str, size_bytes: int, bases: Mapping[str, Source]) -> Source:
    base = bases.get(key)
    if base is None:
        raise DeltaInvalid(f"base {key} is missing; must be the file that it was written against")
    if base.size_bytes != size_bytes:
        raise DeltaInvalid(f"base {key} has {base.size_bytes} bytes; must have {size_bytes}")
    return base


def _unpacked(method: int, payload: bytes, base: bytes, block: Block, where: str) -> bytes:
    match method:
        case Method.RAW:
            return payload
        case Method.SAME:
            return base
        case block.segment.method:
            return _joined(block.segment.coding, payload, base, (block.end - block.begin), where)
        case _:
            raise DeltaInvalid(f"{where}: method is {method}; must be RAW, SAME or its segment's")


def _joined(coding: Coding, payload: bytes, base: bytes, length: int, where: str) -> bytes:
    items, at = length // coding.width, LENGTH.size * coding.width
    if len(payload) < at:
        raise DeltaInvalid(
            f"{where} has {len(payload)} bytes; must have the lengths of {coding.width} planes"
        )
    planes: Planes = []
    for number in range(coding.width):
        (size,) = LENGTH.unpack_from(payload, LENGTH.size * number)
        plane = payload[at : at + size]
        at += size
        content = plane if size == items else frame_content(plane, items, f"{where}, plane {number}")
        if len(content) != items:
            raise DeltaInvalid(f"{where}: plane {number} has {len(content)} bytes; must have {items}")
        planes.append(np.frombuffer(content, dtype=np.uint8))
    return bytes_of(coding, planes, base)
