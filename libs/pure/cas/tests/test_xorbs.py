"""Xorbs: what is encoded is decoded; what is not what it says is refused, by the library's own error."""

import hashlib
import itertools
import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cas import chunk_lists, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.chunking import CHUNK_MAX_BYTES
from muster.cas.errors import Malformed
from muster.cas.hashing import chunk_hash, xorb_hash
from muster.testkit.laws import examples


def repeated(unit: bytes, times: int) -> bytes:
    return unit * times


def numbers(count: int) -> bytes:
    return struct.pack(f"<{count}f", *(1 + at / 1e5 for at in range(count)))


raw_chunks: st.SearchStrategy[bytes] = st.one_of(
    st.binary(min_size=1, max_size=300),
    st.builds(repeated, st.binary(min_size=1, max_size=9), st.integers(1, 2000)),
    st.builds(numbers, st.integers(1, 900)),
)
chunks = st.lists(raw_chunks, min_size=1, max_size=12)
XORB, HELD = xorbs.encode(
    [b"one" * 900, hashlib.shake_128(b"two").digest(700), b"\x00\x01\x02\x03" * 500, b"4"]
)


def header(stored: int, scheme: int, raw: int, version: int = 0) -> bytes:
    return struct.pack("<II", version | stored << 8, scheme | raw << 8)


def refused(data: bytes, words: str, expected: bytes = HELD.xorb) -> None:
    with pytest.raises(Malformed, match=re.escape(words)):
        xorbs.verify([data], expected)


@given(chunks, st.booleans())
def test_encoded_xorbs_are_decoded(raw: list[bytes], is_compressed: bool) -> None:
    data, held = xorbs.encode(raw, is_compressed=is_compressed)
    assert [chunk.raw for chunk in xorbs.Reader().feed(data)] == raw
    assert xorbs.verify([data], held.xorb) == held
    assert held.xorb == xorb_hash((chunk_hash(one), len(one)) for one in raw)
    assert (held.raw_bytes, held.stored_bytes) == (sum(map(len, raw)), len(data))


@given(chunks, st.lists(st.integers(0, 5000), max_size=6))
def test_a_xorb_that_comes_in_pieces_is_the_same(raw: list[bytes], splits: list[int]) -> None:
    data, held = xorbs.encode(raw)
    at = [0, *sorted(splits), len(data)]
    assert xorbs.verify([data[begin:end] for begin, end in itertools.pairwise(at)], held.xorb) == held


@given(chunks, st.data())
def test_a_part_that_begins_with_a_header_is_read_alone(raw: list[bytes], data: st.DataObject) -> None:
    stored, held = xorbs.encode(raw)
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start + 1, len(raw)))
    part = stored[held.stored_begin(start) : held.stored_ends[end - 1]]
    reader = xorbs.Reader(held.stored_begin(start))
    assert [chunk.raw for chunk in reader.feed(part)] == raw[start:end]
    assert reader.finish() == held.stored_ends[end - 1]


def test_every_changed_byte_is_refused_or_changes_no_chunk() -> None:
    whole = [chunk.raw for chunk in xorbs.Reader().feed(XORB)]
    harmless = 0
    for at in range(len(XORB)):
        for flipped in (1, 0x80, 0xFF):
            lie = XORB[:at] + bytes([XORB[at] ^ flipped]) + XORB[at + 1 :]
            try:
                xorbs.verify([lie], HELD.xorb)
            except Malformed:
                continue
            harmless += 1
            assert [chunk.raw for chunk in xorbs.Reader().feed(lie)] == whole
    assert harmless <= 3, "an LZ4 copy from another place with the same bytes"


@given(chunks, st.data())
def test_any_other_bytes_are_never_taken_for_it(raw: list[bytes], data: st.DataObject) -> None:
    stored, held = xorbs.encode(raw)
    at = data.draw(st.integers(0, len(stored) - 1))
    lie = stored[:at] + bytes([stored[at] ^ data.draw(st.integers(1, 255))]) + stored[at + 1 :]
    try:
        xorbs.verify([lie], held.xorb)
    except Malformed:
        return
    assert [chunk.raw for chunk in xorbs.Reader().feed(lie)] == raw


@given(st.integers(0, len(XORB) - 1))
def test_a_truncated_xorb_is_refused(size: int) -> None:
    with pytest.raises(Malformed):
        xorbs.verify([XORB[:size]], HELD.xorb)


def framed(stored: int, scheme: int, raw: int, rest: bytes, is_lz4: bool) -> bytes:
    return header(stored, scheme, raw) + b"\x04\x22\x4d\x18" * is_lz4 + rest


@examples(300)
@given(
    st.binary(max_size=200)
    | st.builds(
        framed,
        st.integers(0, 300),
        st.integers(0, 3),
        st.integers(0, 300),
        st.binary(max_size=300),
        st.booleans(),
    )
)
def test_arbitrary_bytes_end_in_the_library_s_error(data: bytes) -> None:
    with pytest.raises(Malformed):
        xorbs.verify([data], HELD.xorb)


def test_errors_name_the_place_and_the_valid_values() -> None:
    one = b"x" * 10
    refused(header(10, 0, 10, version=1) + one, "xorb, byte 0: version is 1; allowed: 0")
    refused(header(10, 3, 10) + one, "byte 4: scheme is 3; allowed: 0 (none), 1 (LZ4), 2")
    refused(header(10, 0, 0) + one, "byte 5: raw length is 0; allowed: 1 to 131072 bytes")
    refused(header(10, 1, CHUNK_MAX_BYTES + 1) + one, "raw length is 131073")
    refused(header(0, 1, 10), "byte 1: stored length is 0; allowed: 1 to 262144 bytes")
    refused(header(9, 0, 10) + one, "byte 1: stored length is 9; allowed: 10, the raw length")
    refused(header(10, 1, 10) + one, "byte 8: LZ4 frame is broken")
    refused(header(10, 0, 10) + one + b"abc", "byte 18: bytes left is 3; allowed: a whole chunk, or none")
    refused(b"", "number of chunks is 0; allowed: 1 to 8192")
    refused(header(10, 0, 10) + one, "its name")


def test_a_frame_that_unpacks_to_more_or_less_is_refused_without_unpacking_it() -> None:
    bomb = xorbs.encode([bytes(CHUNK_MAX_BYTES)])[0]
    frame = bomb[8:]
    refused(header(len(frame), 1, 10) + frame, "LZ4 frame is")
    refused(header(len(frame), 1, CHUNK_MAX_BYTES - 1) + frame, f"{CHUNK_MAX_BYTES - 1} bytes of")
    refused(header(len(frame) + 2, 1, CHUNK_MAX_BYTES) + frame + b"ab", "LZ4 frame is")
    huge = frame[:4] + bytes([frame[4] | 8]) + frame[5:6] + b"\xff" * 8 + frame[6:]
    refused(header(len(huge), 1, 10) + huge, "LZ4 frame is broken")


def test_more_chunks_or_bytes_than_a_xorb_holds_are_refused() -> None:
    tiny = header(1, 0, 1) + b"x"
    refused(tiny * 8193, "byte 73728: number of chunks is more; allowed: 8192")
    zeros = xorbs.encode([bytes(CHUNK_MAX_BYTES)])[0]
    refused(zeros * 513, "raw bytes of all chunks is more; allowed: 67108864")
    footer = chunk_lists.FOOTER_TAG + bytes(xorbs.STORED_MAX_BYTES)
    refused(tiny + footer, f"length is more; allowed: {xorbs.STORED_MAX_BYTES} bytes")


def test_a_writer_takes_what_fits() -> None:
    writer = xorbs.Writer()
    for _ in range(512):
        assert writer.has_room(CHUNK_MAX_BYTES)
        writer.add(bytes(CHUNK_MAX_BYTES))
    assert not writer.has_room(1)
    with pytest.raises(Malformed, match="raw bytes of all chunks"):
        writer.add(b"x")
    for bad in (b"", bytes(CHUNK_MAX_BYTES + 1)):
        with pytest.raises(Malformed, match="raw length"):
            xorbs.Writer().add(bad)
    with pytest.raises(Malformed, match="number of chunks is 0"):
        xorbs.Writer().finish()


@given(chunks)
def test_a_chunk_list_is_read_back_and_tolerated_as_a_footer(raw: list[bytes]) -> None:
    data, held = xorbs.encode(raw)
    written = chunk_lists.encode(held)
    assert chunk_lists.decode(written) == held
    assert xorbs.verify([data + written], held.xorb) == held


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_chunk_list_is_refused(at: int, flipped: int) -> None:
    written = bytearray(chunk_lists.encode(HELD))
    written[at % len(written)] ^= flipped
    try:
        found = chunk_lists.decode(bytes(written))
    except Malformed:
        return
    assert (found.xorb, found.hashes, found.raw_ends) == (HELD.xorb, HELD.hashes, HELD.raw_ends)


@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_no_chunk_list(data: bytes) -> None:
    with pytest.raises(Malformed):
        chunk_lists.decode(data)


def test_a_chunk_list_says_lengths_and_proofs_of_ranges() -> None:
    held: ChunkList = HELD
    assert held.raw_length(0, len(held)) == held.raw_bytes
    assert held.raw_length(1, 3) == 700 + 2000
    assert held.range_hash(0, 1) != held.range_hash(0, 2)


@given(chunks, st.data())
def test_any_bytes_of_a_xorb_without_compression_follow_from_its_chunks(
    raw: list[bytes], data: st.DataObject
) -> None:
    """However it is stored now."""
    stored, held = xorbs.encode(raw, is_compressed=False)
    assert chunk_lists.uncompressed(xorbs.encode(raw)[1]) == held
    first = data.draw(st.integers(0, len(stored) - 1))
    last = data.draw(st.integers(first, len(stored) - 1))
    content = b"".join(raw)
    found = xorbs.uncompressed(lambda begin, end: content[begin:end], held, first, last)
    assert found == stored[first : last + 1]
