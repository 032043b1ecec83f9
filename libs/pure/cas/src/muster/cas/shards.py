"""Shards: an upload's description of its files and new xorbs, and answers to queries about chunks.

Behind a header of 48 bytes follow records of 48 bytes, each a hash of 32 and four numbers of 32 bits:

    files   file hash, flags, number of terms
              a term each: xorb's hash, flags, uncompressed bytes, first chunk, chunk behind the last
              if flag 31: for each term the proof of its range
              if flag 30: the SHA-256 of the file
    an end  hash of ones
    xorbs   xorb's hash, flags, number of chunks, uncompressed bytes, stored bytes
              a chunk each: its hash, where it begins uncompressed, its length, flags
    an end  hash of ones

An upload ends here; an answer has a footer of 200 bytes, whose lookup tables may be empty. Whatever an upload
says is a claim: `prove` holds its files against chunk lists that were made from verified bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from struct import Struct
from typing import Final

from muster.cas.chunk_lists import CHUNKS_MAX, XORB_MAX_BYTES, ChunkList
from muster.cas.chunking import CHUNK_MAX_BYTES
from muster.cas.errors import Malformed
from muster.cas.hashing import EMPTY_FILE, Tree, file_hash, from_hex, keyed, to_hex

SHARD_MAX_BYTES: Final = 64 * 1024 * 1024
"""Maximum bytes of an upload's shard: about 1,400,000 terms or chunks."""

TAG: Final = b"HFRepoMetaData\0" + bytes(
    (85, 105, 103, 69, 106, 123, 129, 87, 131, 165, 189, 217, 92, 205, 209, 74, 169)
)
VERSION: Final = 2
FOOTER_BYTES: Final = 200
FOOTER_VERSION: Final = 1

NO_KEY: Final = bytes(32)
"""Instead of a key for chunk hashes: they stand as they are."""

WITH_PROOFS: Final = 1 << 31
WITH_SHA256: Final = 1 << 30
"""Flags of a file."""

_FORM: Final = "shard"
_HEADER: Final = Struct("<32sQQ")
_RECORD: Final = Struct("<32sIIII")
_FOOTER: Final = Struct("<9Q32s2Q6Q4Q")
_END: Final = b"\xff" * 32
_FOREVER: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a file: chunks `start` up to, not with, `end` of a xorb.

    Attributes:
        xorb: The xorb's hash.
        start: The first chunk.
        end: The chunk behind the last.
        raw_bytes: Their bytes, uncompressed.
    """

    xorb: bytes
    start: int
    end: int
    raw_bytes: int


@dataclass(frozen=True, slots=True)
class File:
    """A file, as its uploader describes it.

    Attributes:
        hash: Name of the file in xet.
        terms: Parts of the file, in order; none if it is empty.
        proofs: For each term the hash over its chunks' hashes; none if the uploader gave none.
        sha256: SHA-256 of its bytes, 64 hexadecimal digits in the usual order; None: not stated.
    """

    hash: bytes
    terms: tuple[Term, ...]
    proofs: tuple[bytes, ...] = ()
    sha256: str | None = None

    @property
    def raw_bytes(self) -> int:
        """Length of the file."""
        return sum(term.raw_bytes for term in self.terms)


@dataclass(frozen=True, slots=True)
class Xorb:
    """A xorb as its uploader describes it.

    Attributes:
        hash: Name of the xorb.
        chunks: Hash and uncompressed length of each chunk.
    """

    hash: bytes
    chunks: tuple[tuple[bytes, int], ...]


@dataclass(frozen=True, slots=True)
class Shard:
    """Contents of an upload's shard.

    Attributes:
        files: Files that are complete with it.
        xorbs: New xorbs.
    """

    files: tuple[File, ...]
    xorbs: tuple[Xorb, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer about a stored chunk.

    Attributes:
        xorbs: The one with the chunk, and others.
        key: Their chunks' hashes are keyed by it; NO_KEY: they stand as they are.
    """

    xorbs: tuple[Xorb, ...]
    key: bytes


def decode(data: bytes) -> Shard:
    """An upload's shard; a footer is tolerated and not read.

    Raises:
        Malformed: It breaks the format or a limit. Whether it is true is checked by `prove`.
    """
    if not _HEADER.size <= len(data) <= SHARD_MAX_BYTES:
        raise Malformed(_FORM, 0, "length", len(data), f"{_HEADER.size} to {SHARD_MAX_BYTES} bytes")
    tag, version, footer = _HEADER.unpack_from(data)
    if tag != TAG:
        raise Malformed(_FORM, 0, "tag", tag[:16].hex(), f"{TAG[:16].hex()} ...")
    if version != VERSION:
        raise Malformed(_FORM, 32, "version", version, str(VERSION))
    if footer not in {0, FOOTER_BYTES}:
        raise Malformed(_FORM, 40, "footer's length", footer, f"0 or {FOOTER_BYTES}")
    records = _Records(data)
    files: list[File] = []
    while (header := records.next())[0] != _END:
        files.append(_file(records, *header))
    xorbs: list[Xorb] = []
    while (header := records.next())[0] != _END:
        xorbs.append(_xorb(records, *header))
    if not footer and records.offset != len(data):
        raise Malformed(_FORM, records.offset, "bytes behind the end", len(data) - records.offset, "none")
    return Shard(tuple(files), tuple(xorbs))


def encode(shard: Shard) -> bytes:
    """An upload's shard."""
    parts = [_HEADER.pack(TAG, VERSION, 0)]
    for file in shard.files:
        parts.extend(_file_records(file))
    parts.append(_RECORD.pack(_END, 0, 0, 0, 0))
    for xorb in shard.xorbs:
        parts.append(
            _RECORD.pack(xorb.hash, 0, len(xorb.chunks), sum(length for _, length in xorb.chunks), 0)
        )
        begin = 0
        for hash_, length in xorb.chunks:
            parts.append(_RECORD.pack(hash_, begin, length, 0, 0))
            begin += length
    parts.append(_RECORD.pack(_END, 0, 0, 0, 0))
    return b"".join(parts)


def answer(
    xorbs: Iterable[ChunkList], *, created_s: int, key: bytes = NO_KEY, expires_s: int = _FOREVER
) -> bytes:
    """Encode the answer to a query about a chunk: its place, and its neighbours.

    Args:
        xorbs: The one with the chunk, and others of the same upload.
        created_s: Now, seconds since 1970.
        key: Chunk hashes are keyed by it: only a client that has a chunk can recognise its hash.
        expires_s: End of the answer's validity, seconds since 1970.
    """
    header_bytes, record_bytes = _HEADER.size, _RECORD.size
    parts = [_RECORD.pack(_END, 0, 0, 0, 0)]
    raw_bytes = stored_bytes = 0
    for xorb in xorbs:
        raw_bytes += xorb.raw_bytes
        stored_bytes += xorb.stored_bytes
        parts.append(_RECORD.pack(xorb.xorb, 0, len(xorb), xorb.raw_bytes, xorb.stored_bytes))
        for place in range(len(xorb)):
            hash_ = xorb.chunk(place)
            known_as = hash_ if key == NO_KEY else keyed(hash_, key)
            length = xorb.raw_length(place, place + 1)
            parts.append(_RECORD.pack(known_as, xorb.raw_begin(place), length, 0, 0))
    parts.append(_RECORD.pack(_END, 0, 0, 0, 0))
    end = header_bytes + record_bytes * len(parts)
    sections = (header_bytes, header_bytes + record_bytes, end, 0, end, 0, end, 0)
    totals = (stored_bytes, raw_bytes, raw_bytes)
    footer = _FOOTER.pack(
        FOOTER_VERSION, *sections, key, created_s, expires_s, 0, 0, 0, 0, 0, 0, *totals, end
    )
    return b"".join((_HEADER.pack(TAG, VERSION, FOOTER_BYTES), *parts, footer))


def decode_answer(data: bytes) -> Answer:
    """The answer to a question about a chunk.

    Raises:
        Malformed: It breaks the format or a limit, or has no footer.
    """
    told = decode(data)
    if len(data) < _HEADER.size + FOOTER_BYTES or _HEADER.unpack_from(data)[2] != FOOTER_BYTES:
        raise Malformed(_FORM, 40, "footer's length", _HEADER.unpack_from(data)[2], str(FOOTER_BYTES))
    footer = _FOOTER.unpack_from(data, len(data) - FOOTER_BYTES)
    if footer[0] != FOOTER_VERSION:
        raise Malformed(_FORM, len(data) - FOOTER_BYTES, "footer's version", footer[0], str(FOOTER_VERSION))
    return Answer(told.xorbs, key=footer[9])


def prove(file: File, held: Mapping[bytes, ChunkList]) -> None:
    """Check a file against the contents of its xorbs.

    Args:
        file: The file as its uploader describes it.
        held: The chunk list of each xorb that is stored and verified.

    Raises:
        Malformed: A xorb is not in `held`, lacks a range, or a length, a proof or the file's hash differs;
            the offset is that in the file. The SHA-256 is not checked: this takes the file's bytes.
    """
    place = 0
    tree = Tree()
    if len(file.proofs) != len(file.terms):
        raise Malformed(
            "file", 0, "number of proofs", len(file.proofs), f"{len(file.terms)}, one for each term"
        )
    for term, proof in zip(file.terms, file.proofs, strict=True):
        chunks = held.get(term.xorb)
        if chunks is None:
            raise Malformed("file", place, "xorb", to_hex(term.xorb), "one that is stored")
        if term.end > len(chunks):
            raise Malformed("file", place, "chunk behind the last", term.end, f"up to {len(chunks)}")
        length = chunks.raw_length(term.start, term.end)
        if length != term.raw_bytes:
            raise Malformed("file", place, "bytes of a term", term.raw_bytes, str(length))
        if chunks.range_hash(term.start, term.end) != proof:
            raise Malformed(
                "file", place, "proof of a range", to_hex(proof), "the hash over its chunks' hashes"
            )
        for at in range(term.start, term.end):
            tree.add(chunks.chunk(at), chunks.raw_length(at, at + 1))
        place += length
    found = file_hash(tree.root())
    if found != file.hash:
        raise Malformed("file", 0, "hash", to_hex(file.hash), f"{to_hex(found)}, what its chunks give")


class _Records:
    """The records of a shard, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.offset = _HEADER.size

    def next(self) -> tuple[bytes, int, int, int, int]:
        """Return the next record."""
        left = len(self._data) - self.offset
        if left < _RECORD.size:
            raise Malformed(_FORM, self.offset, "bytes left", left, f"a record of {_RECORD.size}")
        record = _RECORD.unpack_from(self._data, self.offset)
        self.offset += _RECORD.size
        return record

    def require(self, count: int, field: str) -> None:
        """Check that `count` records are left."""
        left = (len(self._data) - self.offset) // _RECORD.size
        if count > left:
            raise Malformed(
                _FORM, self.offset - _RECORD.size, field, count, f"up to {left}, the records left"
            )

    def refused(self, field: str, value: object, allowed: str) -> Malformed:
        """Return an error about the last record read."""
        return Malformed(_FORM, self.offset - _RECORD.size, field, value, allowed)


def _file(records: _Records, hash_: bytes, flags: int, count: int, _low: int, _high: int) -> File:
    if flags & ~(WITH_PROOFS | WITH_SHA256):
        raise records.refused("flags of a file", f"{flags:#x}", "bits 30 and 31")
    has_proofs = bool(flags & WITH_PROOFS)
    records.require(count * (1 + has_proofs) + bool(flags & WITH_SHA256), "number of terms")
    terms = tuple(_term(records) for _ in range(count))
    proofs = tuple(records.next()[0] for _ in range(count * has_proofs))
    sha256 = to_hex(records.next()[0]) if flags & WITH_SHA256 else None
    if (hash_ == EMPTY_FILE) != (not terms):
        raise records.refused("number of terms", count, "none for the empty file, at least one for any other")
    return File(hash_, terms, proofs, sha256)


def _term(records: _Records) -> Term:
    xorb, _, raw_bytes, start, end = records.next()
    if not start < end <= CHUNKS_MAX:
        raise records.refused(
            "chunks of a term", f"{start} to {end}", f"an ascending range up to {CHUNKS_MAX}"
        )
    if not 0 < raw_bytes <= XORB_MAX_BYTES:
        raise records.refused("bytes of a term", raw_bytes, f"1 to {XORB_MAX_BYTES}")
    return Term(xorb, start, end, raw_bytes)


def _xorb(records: _Records, hash_: bytes, _flags: int, count: int, raw_bytes: int, _stored: int) -> Xorb:
    if not 0 < count <= CHUNKS_MAX:
        raise records.refused("number of chunks", count, f"1 to {CHUNKS_MAX}")
    records.require(count, "number of chunks")
    chunks: list[tuple[bytes, int]] = []
    begin = 0
    for _ in range(count):
        chunk, offset, length, _, _ = records.next()
        if offset != begin:
            raise records.refused("begin of a chunk", offset, f"{begin}, where the one before ends")
        if not 0 < length <= CHUNK_MAX_BYTES:
            raise records.refused("length of a chunk", length, f"1 to {CHUNK_MAX_BYTES}")
        chunks.append((chunk, length))
        begin += length
    if not begin == raw_bytes <= XORB_MAX_BYTES:
        allowed = f"{begin}, its chunks' sum, and at most {XORB_MAX_BYTES}"
        raise records.refused("bytes of a xorb", raw_bytes, allowed)
    return Xorb(hash_, tuple(chunks))


def _file_records(file: File) -> Iterable[bytes]:
    flags = WITH_PROOFS * bool(file.proofs) | WITH_SHA256 * (file.sha256 is not None)
    yield _RECORD.pack(file.hash, flags, len(file.terms), 0, 0)
    for term in file.terms:
        yield _RECORD.pack(term.xorb, 0, term.raw_bytes, term.start, term.end)
    for proof in file.proofs:
        yield _RECORD.pack(proof, 0, 0, 0, 0)
    if file.sha256 is not None:
        yield _RECORD.pack(from_hex(file.sha256), 0, 0, 0, 0)
