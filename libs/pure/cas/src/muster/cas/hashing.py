"""The hashes of xet: all are BLAKE3 of 32 bytes, with a key for each kind of content.

A chunk's hash is that of its bytes. A node's is that of its children's lines, "hash : length"; nodes are
grouped again and again until one is left, the root. The root of a xorb's chunks is the xorb's name; a
file's name is the root of its chunks hashed once more, so that a file of one xorb is not called like it.
The hash over the chunk hashes of a range can be named only by a client that has these hashes: an upload
proves with it that it knows the chunks to which it refers.

In addresses and answers a hash is 64 hexadecimal digits: four little-endian integers of 64 bits, each
printed as a number. So the digits are not those of the bytes in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from struct import Struct
from typing import Final

from blake3 import blake3

HASH_BYTES: Final = 32

_DATA_KEY: Final = bytes.fromhex("6697f5775b9550de3135cbaca597181c9de421109beb2b58b4d0b04b93adf229")
_NODE_KEY: Final = bytes.fromhex("017ec5c7a5472996fd946666b48a02e65ddd536f37c76dd2f86352e64a53713f")
_RANGE_KEY: Final = bytes.fromhex("7f1857d6ce56ed66127ff913e7a5c3f3a4cd26d5b5db49e64124987f28fb94c3")
_FILE_KEY: Final = bytes(HASH_BYTES)

EMPTY_FILE: Final = bytes(HASH_BYTES)
"""The name of a file without bytes; also the root of no chunks."""

GROUP_MAX: Final = 9
"""Maximum children of one node; the minimum is two, but for the last of a row."""

_GROUP_SHORTEST: Final = 3
"""A group may end by its last child's hash from this many children on."""

_NUMBERS: Final = Struct("<4Q")
_HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def to_hex(hash_: bytes) -> str:
    """The 64 digits of a hash."""
    return "{:016x}{:016x}{:016x}{:016x}".format(*_NUMBERS.unpack(hash_))


def from_hex(digits: str) -> bytes:
    """The hash of 64 digits.

    Raises:
        ValueError: The text is not 64 lowercase hexadecimal digits.
    """
    if not _HEX.fullmatch(digits):
        raise ValueError(f"hash is {digits[:80]!r}; allowed: 64 lowercase hexadecimal digits")
    return _NUMBERS.pack(*(int(digits[at : at + 16], 16) for at in range(0, 64, 16)))


def chunk_hash(raw: bytes | memoryview) -> bytes:
    """A chunk's hash, of its uncompressed bytes."""
    return blake3(raw, key=_DATA_KEY).digest()


def range_hash(chunk_hashes: bytes | memoryview) -> bytes:
    """The proof of a range: of the hashes of its chunks, one after the other."""
    return blake3(chunk_hashes, key=_RANGE_KEY).digest()


def keyed(hash_: bytes, key: bytes) -> bytes:
    """Return a hash keyed by 32 bytes, which is comparable only with that key and the original hash."""
    return blake3(hash_, key=key).digest()


def is_key_chunk(hash_: bytes) -> bool:
    """Whether clients query this chunk at any position: its hash's last integer is 0 modulo 1024."""
    return hash_[24] == 0 and hash_[25] & 3 == 0


class Tree:
    """A Merkle tree that grows at its end; it keeps at most nine nodes of each row.

    A group ends with the first child, from the third on, whose hash is 0 modulo 4 in its last integer, or
    with the ninth, or with the row.
    """

    def __init__(self) -> None:
        self._rows: list[_Row] = []

    def add(self, hash_: bytes, length: int) -> None:
        """The next chunk: its hash, and its length in bytes."""
        self._add(0, hash_, length)

    def root(self) -> bytes:
        """Return the root over all nodes added, 32 zeros if none were; the tree cannot be used again."""
        row = 0
        while row < len(self._rows):
            nodes = self._rows[row]
            if nodes.count == 1 and row == len(self._rows) - 1:
                return nodes.last
            if nodes.lines:
                self._close(row)
            row += 1
        return EMPTY_FILE

    def _add(self, row: int, hash_: bytes, length: int) -> None:
        if row == len(self._rows):
            self._rows.append(_Row())
        nodes = self._rows[row]
        nodes.count += 1
        nodes.last = hash_
        nodes.lines.append(b"%b : %d\n" % (to_hex(hash_).encode(), length))
        nodes.length += length
        size = len(nodes.lines)
        if size == GROUP_MAX or (size >= _GROUP_SHORTEST and hash_[24] & 3 == 0):
            self._close(row)

    def _close(self, row: int) -> None:
        nodes = self._rows[row]
        lines, length = b"".join(nodes.lines), nodes.length
        nodes.lines, nodes.length = [], 0
        self._add(row + 1, blake3(lines, key=_NODE_KEY).digest(), length)


class _Row:
    """One row: its number of nodes, the last one's hash, the lines and bytes of the open group."""

    __slots__ = ("count", "last", "length", "lines")

    def __init__(self) -> None:
        self.count = 0
        self.last = EMPTY_FILE
        self.length = 0
        self.lines: list[bytes] = []


def xorb_hash(chunks: Iterable[tuple[bytes, int]]) -> bytes:
    """A xorb's name: the root of its chunks' hashes and lengths."""
    tree = Tree()
    for hash_, length in chunks:
        tree.add(hash_, length)
    return tree.root()


def file_hash(root: bytes) -> bytes:
    """A file's name, by the root of its chunks."""
    return EMPTY_FILE if root == EMPTY_FILE else blake3(root, key=_FILE_KEY).digest()
