"""Xorbs that hold chunks several times: the distinct chunks, and files moved to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from muster.cas import shards, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import Tree, chunk_hash, file_hash
from muster.cas.repeats import (
    Replaced,
    as_file,
    description,
    is_covered,
    is_repetitive,
    moved,
    without_repeats,
)
from muster.cas.shards import File, Term

DRAWN = random.Random(5)
ONE, TWO, THREE = (DRAWN.randbytes(9_000 + 1_000 * number) for number in range(3))


def file_in(held: ChunkList, chunks: Sequence[bytes], *ranges: tuple[int, int]) -> File:
    """A file of these chunks, in these ranges of a xorb."""
    tree = Tree()
    for chunk in chunks:
        tree.add(chunk_hash(chunk), len(chunk))
    terms = tuple(Term(held.xorb, start, end, held.raw_length(start, end)) for start, end in ranges)
    proofs = tuple(held.range_hash(start, end) for start, end in ranges)
    return File(file_hash(tree.root()), terms, proofs, "ab" * 32)


def test_each_chunk_is_kept_once_at_its_first_place() -> None:
    data, held = xorbs.encode([ONE, TWO, ONE, THREE, TWO, ONE])
    distinct, stored = without_repeats(data, held)
    assert (distinct, stored) == xorbs.encode([ONE, TWO, THREE])


def test_few_repeats_are_left_alone() -> None:
    chunks = [DRAWN.randbytes(9_000) for _ in range(10)]
    assert not is_repetitive(xorbs.encode(chunks)[1])
    assert not is_repetitive(xorbs.encode([*chunks, chunks[0][:8_000], chunks[1][:8_000]])[1])
    assert not is_repetitive(xorbs.encode([*chunks, chunks[0]])[1])
    assert is_repetitive(xorbs.encode([*chunks, chunks[0], chunks[1]])[1])


def test_a_xorb_is_covered_by_one_with_all_its_chunks() -> None:
    of, by = xorbs.encode([TWO, ONE, TWO])[1], xorbs.encode([ONE, THREE, TWO])[1]
    assert is_covered(of, by)
    assert not is_covered(by, of)


def test_files_are_moved_to_the_distinct_chunks_and_stay_what_they_were() -> None:
    chunks = [ONE, TWO, ONE, TWO, ONE, THREE]
    data, held = xorbs.encode(chunks)
    _, stored = without_repeats(data, held)
    gone, lists = {held.xorb: Replaced(description(held), stored.xorb)}, {stored.xorb: stored}
    same = moved(file_in(held, [ONE, TWO], (2, 4)), gone, lists)
    assert [(term.xorb, term.start, term.end) for term in same.terms] == [(stored.xorb, 0, 2)]
    whole = moved(file_in(held, chunks, (0, 6)), gone, lists)
    assert [(term.start, term.end) for term in whole.terms] == [(0, 2), (0, 2), (0, 1), (2, 3)]
    parts = moved(file_in(held, [*chunks[4:], *chunks[:1]], (4, 6), (0, 1)), gone, lists)
    for file in (same, whole, parts):
        shards.prove(file, lists)
        assert file.sha256 == "ab" * 32
    assert as_file(held, stored) == replace(whole, sha256=None)


def test_a_file_elsewhere_is_not_moved() -> None:
    _, held = xorbs.encode([ONE, TWO])
    file = file_in(held, [ONE], (0, 1))
    assert moved(file, {}, {held.xorb: held}) is file


@pytest.mark.parametrize(
    ("changed", "words"), [({"end": 9}, "chunk behind the last is 9"), ({"start": 1}, "proof of a range")]
)
def test_a_client_proves_that_it_knows_the_chunks_of_a_xorb_that_is_not_stored(
    changed: dict[str, int], words: str
) -> None:
    data, held = xorbs.encode([ONE, TWO, ONE])
    _, stored = without_repeats(data, held)
    file = file_in(held, [ONE, TWO], (0, 2))
    lie = replace(file, terms=(replace(file.terms[0], **changed),))
    with pytest.raises(Malformed, match=words):
        moved(lie, {held.xorb: Replaced(description(held), stored.xorb)}, {stored.xorb: stored})
