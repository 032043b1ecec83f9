"""Fixed chunks: what `split -b 64M` and `sha256sum` say."""

from __future__ import annotations

import hashlib

import pytest
from muster.cas import shards, xorbs
from muster.cas.fixed import FIXED_BYTES, chunks_in, manifest_of
from muster.cas.hashing import keyed


@pytest.mark.slow
def test_a_manifest_is_the_sha256_of_each_64_mib_however_the_stream_comes() -> None:
    tail = b"tail"
    pieces = [bytes(FIXED_BYTES - 10), bytes(10), bytes(FIXED_BYTES) + tail]
    full = hashlib.sha256(bytes(FIXED_BYTES)).hexdigest()
    assert manifest_of(pieces) == (full, full, hashlib.sha256(tail).hexdigest())
    assert manifest_of([bytes(FIXED_BYTES)]) == (full,)
    assert manifest_of([]) == ()
    sizes = (0, 1, FIXED_BYTES, FIXED_BYTES + 1, 3 * FIXED_BYTES)
    assert [chunks_in(size) for size in sizes] == [0, 1, 1, 2, 3]


def test_answers_about_chunks_are_decoded_as_encoded() -> None:
    _, held = xorbs.encode([b"a" * 9_000, b"b" * 10_000])
    key = bytes(range(32))
    told = shards.decode_answer(shards.answer([held], created_s=1, key=key, expires_s=2))
    assert told.key == key
    (xorb,) = told.xorbs
    assert xorb.hash == held.xorb
    assert [hash_ for hash_, _ in xorb.chunks] == [keyed(held.chunk(number), key) for number in range(2)]
