"""Shards: read back, refused when broken, and proven by what is stored or refused."""

import re
import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cas import shards, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import EMPTY_FILE, Tree, file_hash, keyed, to_hex
from muster.cas.shards import File, Shard, Term, Xorb
from muster.testkit.laws import examples

hashes = st.binary(min_size=32, max_size=32).filter(lambda hash_: hash_ not in {EMPTY_FILE, b"\xff" * 32})


def term(xorb: bytes, start: int, count: int, raw: int) -> Term:
    return Term(xorb, start, start + count, raw)


def file(hash_: bytes, parts: list[Term], proof: bytes, digest: bytes) -> File:
    return File(hash_, tuple(parts), (proof,) * len(parts), digest.hex() or None)


def new_xorb(hash_: bytes, chunks: list[tuple[bytes, int]]) -> Xorb:
    return Xorb(hash_, tuple(chunks))


def shard_of(files: list[File], new_xorbs: list[Xorb]) -> Shard:
    return Shard(tuple(files), tuple(new_xorbs))


terms = st.builds(term, hashes, st.integers(0, 4000), st.integers(1, 4000), st.integers(1, 1 << 26))
digests = st.just(b"") | st.binary(min_size=32, max_size=32)
some_files = st.lists(
    st.builds(file, hashes, st.lists(terms, min_size=1, max_size=4), hashes, digests), max_size=3
)
some_chunks = st.lists(st.tuples(hashes, st.integers(1, 1 << 17)), min_size=1, max_size=5)
whole = st.builds(shard_of, some_files, st.lists(st.builds(new_xorb, hashes, some_chunks), max_size=3))

_, ONE = xorbs.encode([b"a" * 100, b"b" * 200, b"c" * 300])
_, TWO = xorbs.encode([b"d" * 50, b"e" * 60])
HELD = {ONE.xorb: ONE, TWO.xorb: TWO}


def file_of(*ranges: tuple[ChunkList, int, int]) -> File:
    """Build a correct file of these ranges."""
    tree = Tree()
    for held, start, end in ranges:
        for place in range(start, end):
            tree.add(held.chunk(place), held.raw_length(place, place + 1))
    parts = tuple(Term(held.xorb, start, end, held.raw_length(start, end)) for held, start, end in ranges)
    return File(
        file_hash(tree.root()), parts, tuple(held.range_hash(start, end) for held, start, end in ranges)
    )


def words_of(value: object) -> str:
    return value if isinstance(value, str) else ""


FILE = file_of((ONE, 1, 3), (TWO, 0, 2), (ONE, 0, 1))
SHARD = shards.encode(Shard((FILE,), (Xorb(ONE.xorb, ((ONE.chunk(0), 100), (ONE.chunk(1), 200))),)))


@given(whole)
def test_encoded_shards_are_decoded(shard: Shard) -> None:
    assert shards.decode(shards.encode(shard)) == shard


@given(whole, st.data())
def test_a_truncated_shard_is_refused(shard: Shard, data: st.DataObject) -> None:
    written = shards.encode(shard)
    with pytest.raises(Malformed):
        shards.decode(written[: data.draw(st.integers(0, len(written) - 1))])


@examples(200)
@given(st.binary(max_size=500), st.booleans(), st.integers(0, len(SHARD)), st.integers(0, len(SHARD)))
def test_arbitrary_bytes_end_in_the_library_s_error_or_are_a_shard(
    data: bytes, is_near: bool, begin: int, end: int
) -> None:
    lie = SHARD[:begin] + data + SHARD[end:] if is_near else data
    try:
        shards.decode(lie)
    except Malformed:
        return
    assert is_near


def test_a_truthful_file_is_proven() -> None:
    shards.prove(FILE, HELD)
    shards.prove(File(EMPTY_FILE, ()), HELD)
    assert FILE.raw_bytes == 710


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (
            replace(FILE, hash=b"\1" * 32),
            f"byte 0: hash is {to_hex(bytes([1] * 32))}; allowed: {to_hex(FILE.hash)}",
        ),
        (replace(FILE, proofs=(FILE.proofs[0],) * 3), "byte 500: proof of a range"),
        (replace(FILE, proofs=()), "number of proofs is 0; allowed: 3, one for each term"),
        (
            replace(FILE, terms=(Term(ONE.xorb, 1, 3, 501), *FILE.terms[1:])),
            "bytes of a term is 501; allowed: 500",
        ),
        (
            replace(FILE, terms=(Term(ONE.xorb, 1, 4, 500), *FILE.terms[1:])),
            "behind the last is 4; allowed: up to 3",
        ),
        (replace(FILE, terms=(Term(b"\2" * 32, 1, 3, 500), *FILE.terms[1:])), "allowed: one that is stored"),
    ],
    ids=words_of,
)
def test_a_file_that_is_not_what_its_xorbs_hold_is_refused(lie: File, words: str) -> None:
    with pytest.raises(Malformed, match=re.escape(words)):
        shards.prove(lie, HELD)


def with_record(at: int, hash_: bytes, *numbers: int) -> bytes:
    """The shard with another record at a place."""
    offset = 48 * (1 + at)
    return SHARD[:offset] + struct.pack("<32sIIII", hash_, *numbers) + SHARD[offset + 48 :]


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (b"X" + SHARD[1:], "byte 0: tag is"),
        (SHARD[:32] + b"\3" + SHARD[33:], "byte 32: version is 3; allowed: 2"),
        (SHARD[:40] + b"\1" + SHARD[41:], "byte 40: footer's length is 1; allowed: 0 or 200"),
        (SHARD + b"x", f"byte {len(SHARD)}: bytes behind the end is 1; allowed: none"),
        (
            with_record(0, FILE.hash, 1 << 31, 1 << 31, 0, 0),
            "number of terms is 4294967296; allowed: up to 11",
        ),
        (with_record(0, FILE.hash, 1, 3, 0, 0), "flags of a file is 0x1; allowed: bits 30 and 31"),
        (
            with_record(0, EMPTY_FILE, 1 << 31, 3, 0, 0),
            "number of terms is 3; allowed: none for the empty file",
        ),
        (
            with_record(1, ONE.xorb, 0, 500, 3, 3),
            "byte 96: chunks of a term is 3 to 3; allowed: an ascending range",
        ),
        (with_record(1, ONE.xorb, 0, 500, 1, 8193), "chunks of a term is 1 to 8193"),
        (with_record(1, ONE.xorb, 0, 0, 1, 3), "bytes of a term is 0; allowed: 1 to 67108864"),
        (with_record(8, ONE.xorb, 0, 0, 300, 0), "number of chunks is 0; allowed: 1 to 8192"),
        (with_record(8, ONE.xorb, 0, 8000, 300, 0), "number of chunks is 8000; allowed: up to 3"),
        (with_record(8, ONE.xorb, 0, 2, 301, 0), "bytes of a xorb is 301; allowed: 300, its chunks' sum"),
        (with_record(10, ONE.xorb, 101, 200, 0, 0), "begin of a chunk is 101; allowed: 100"),
        (with_record(10, ONE.xorb, 100, 0, 0, 0), "length of a chunk is 0; allowed: 1 to 131072"),
    ],
    ids=words_of,
)
def test_errors_name_the_place_and_the_valid_values(lie: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=re.escape(words)):
        shards.decode(lie)


def test_a_shard_that_is_too_long_is_refused_unread() -> None:
    with pytest.raises(Malformed, match="48 to 67108864 bytes"):
        shards.decode(bytes(shards.SHARD_MAX_BYTES + 1))


def test_an_answer_is_a_shard_without_files_that_says_where_the_chunks_lie() -> None:
    answer = shards.answer([ONE, TWO], created_s=5)
    told_xorbs = shards.decode(answer).xorbs
    assert [(xorb.hash, [hash_ for hash_, _ in xorb.chunks]) for xorb in told_xorbs] == [
        (held.xorb, [held.chunk(place) for place in range(len(held))]) for held in (ONE, TWO)
    ]
    footer = struct.unpack("<9Q32s2Q6Q4Q", answer[-200:])
    assert footer[0] == 1
    assert footer[-1] == len(answer) - 200
    assert footer[10:12] == (5, (1 << 64) - 1)


def test_an_answer_is_readable_only_to_clients_that_have_the_chunk() -> None:
    key = bytes(range(32))
    (xorb, _) = shards.decode(shards.answer([ONE, TWO], created_s=5, key=key, expires_s=9)).xorbs
    assert [hash_ for hash_, _ in xorb.chunks] == [keyed(ONE.chunk(place), key) for place in range(3)]
