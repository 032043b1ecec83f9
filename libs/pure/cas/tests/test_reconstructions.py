"""Reconstructions: whatever range is asked, what is fetched and unpacked is that range."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cas import xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.hashing import to_hex
from muster.cas.reconstructions import (
    Fetch,
    RangeNotSatisfiable,
    Reconstruction,
    parse_range,
    reconstruct,
    touched,
    v1,
    v2,
)
from muster.cas.shards import Term

RAW = [[hashlib.shake_128(b"%d %d" % (xorb, at)).digest(7 + 13 * at) for at in range(9)] for xorb in range(3)]
ENCODED = [xorbs.encode(chunks) for chunks in RAW]
OBJECTS: dict[bytes, bytes] = {held.xorb: data for data, held in ENCODED}
LISTS: dict[bytes, ChunkList] = {held.xorb: held for _, held in ENCODED}
CONTENT = {held.xorb: RAW[number] for number, (_, held) in enumerate(ENCODED)}


def term(number: int, start: int, count: int) -> Term:
    held = ENCODED[number][1]
    end = min(start + count, len(held))
    return Term(held.xorb, start, end, held.raw_length(start, end))


files = st.lists(
    st.builds(term, st.integers(0, 2), st.integers(0, 8), st.integers(1, 9)), min_size=1, max_size=8
)


def content(terms: list[Term]) -> bytes:
    return b"".join(b"".join(CONTENT[one.xorb][one.start : one.end]) for one in terms)


def put_together(plan: Reconstruction, size: int) -> bytes:
    """As a client does it: fetch each range once, unpack it, take what each term names."""
    chunks: dict[tuple[bytes, int], bytes] = {}
    for xorb, fetches in plan.fetches.items():
        for fetch in fetches:
            reader = xorbs.Reader(fetch.first)
            part = OBJECTS[xorb][fetch.first : fetch.last + 1]
            for at, chunk in enumerate(reader.feed(part)):
                assert (xorb, fetch.start + at) not in chunks, "fetched twice"
                chunks[xorb, fetch.start + at] = chunk.raw
            assert reader.finish() == fetch.last + 1
    whole = b"".join(chunks[one.xorb, place] for one in plan.terms for place in range(one.start, one.end))
    assert len(whole) == sum(one.raw_bytes for one in plan.terms)
    return whole[plan.skipped : plan.skipped + size]


@given(files, st.data())
def test_a_range_is_what_stands_there(terms: list[Term], data: st.DataObject) -> None:
    whole = content(terms)
    first = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(first + 1, len(whole)))
    plan = reconstruct(terms, LISTS, first, end)
    assert put_together(plan, end - first) == whole[first:end]
    assert plan.skipped < LISTS[plan.terms[0].xorb].raw_length(plan.terms[0].start, plan.terms[0].start + 1)
    assert plan.fetched_bytes <= sum(map(len, OBJECTS.values()))


@given(files, st.data())
def test_only_the_terms_that_a_range_touches_are_needed(terms: list[Term], data: st.DataObject) -> None:
    size = len(content(terms))
    first = data.draw(st.integers(0, size - 1))
    end = data.draw(st.integers(first + 1, size))
    begin, stop, place = touched(terms, first, end)
    assert reconstruct(terms[begin:stop], LISTS, first - place, end - place) == reconstruct(
        terms, LISTS, first, end
    )


def test_the_last_byte_of_a_chunk_needs_that_chunk_alone() -> None:
    plan = reconstruct([term(0, 0, 9)], LISTS, 26, 27)
    held = ENCODED[0][1]
    assert plan.terms == (Term(held.xorb, 1, 2, 20),)
    assert plan.skipped == 19
    assert plan.fetches == {held.xorb: (Fetch(1, 2, held.stored_begin(1), held.stored_ends[1] - 1),)}


def test_answers_have_the_fields_of_both_versions() -> None:
    plan = reconstruct([term(0, 0, 2), term(0, 4, 1)], LISTS, 0, 40)
    held = ENCODED[0][1]
    name = to_hex(held.xorb)
    urls = ["u0", "u4"]

    def address(_xorb: bytes, fetch: Fetch) -> str:
        return f"u{fetch.start}"

    one, two = v1(plan, address), v2(plan, address)
    assert one["terms"] == two["terms"]
    assert one["terms"] == [
        {"hash": name, "unpacked_length": 27, "range": {"start": 0, "end": 2}},
        {"hash": name, "unpacked_length": 59, "range": {"start": 4, "end": 5}},
    ]
    assert one["offset_into_first_range"] == two["offset_into_first_range"] == 0
    ranges = [(0, 2, 0, held.stored_ends[1] - 1), (4, 5, held.stored_begin(4), held.stored_ends[4] - 1)]
    assert one["fetch_info"] == {
        name: [
            {"range": {"start": start, "end": end}, "url": url, "url_range": {"start": first, "end": last}}
            for url, (start, end, first, last) in zip(urls, ranges, strict=True)
        ]
    }
    assert two["xorbs"] == {
        name: [
            {
                "url": url,
                "ranges": [{"chunks": {"start": start, "end": end}, "bytes": {"start": first, "end": last}}],
            }
            for url, (start, end, first, last) in zip(urls, ranges, strict=True)
        ]
    }


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        (None, (0, 100)),
        ("", (0, 100)),
        ("bytes=0-0", (0, 1)),
        ("bytes=10-19", (10, 20)),
        ("bytes=10-", (10, 100)),
        ("bytes=99-18446744073709551615", (99, 100)),
        ("bytes=-30", (70, 100)),
        ("bytes=-300", (0, 100)),
        ("bytes=9-3", (0, 100)),
        ("bytes=0-1,5-6", (0, 100)),
        ("lines=0-1", (0, 100)),
        ("bytes=٣-4", (0, 100)),
    ],
)
def test_a_range_header_is_read_as_rfc_9110_has_it(header: str | None, asked: tuple[int, int]) -> None:
    assert parse_range(header, 100) == asked


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_a_range_without_a_byte_of_the_file_is_not_satisfiable(header: str) -> None:
    with pytest.raises(RangeNotSatisfiable, match=f"Range is {header}; allowed: from 0 up to 99") as refusal:
        parse_range(header, 100)
    assert refusal.value.size == 100
