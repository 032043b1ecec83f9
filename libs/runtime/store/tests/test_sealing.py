"""Laws of sealed objects: every range comes back, and nothing that was not sealed does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from muster.store.sealed.sealing import (
    HEADER_BYTES,
    MAGIC,
    SALT_BYTES,
    SECRET_BYTES,
    SEGMENT_BYTES,
    TAG_BYTES,
    Damaged,
    ObjectKey,
    OtherSecret,
    OutsideObject,
    Span,
    key_of,
    opened,
    opened_bytes,
    sealed,
    sealed_bytes,
    span,
)

STORED = SEGMENT_BYTES + TAG_BYTES
SECRET, SALT = bytes(range(SECRET_BYTES)), bytes(range(100, 100 + SALT_BYTES))
EDGES = (0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 2 * SEGMENT_BYTES, 3 * SEGMENT_BYTES + 7)
SIZES = st.sampled_from(EDGES) | st.integers(0, 4 * SEGMENT_BYTES)
FEW = settings(max_examples=60, deadline=None)


def _bytes(size: int) -> bytes:
    return random.Random(size).randbytes(size)


def _sealed(data: bytes, *, secret: bytes = SECRET, salt: bytes = SALT) -> bytes:
    return b"".join(sealed([data], ObjectKey(secret, salt)))


def _opened(stored: bytes, first: int = 0, end: int | None = None, secret: bytes = SECRET) -> bytes:
    """As a reader does: the size from the store, the header, then the segments of the range."""
    size = opened_bytes(len(stored))
    wanted = span(first, size if end is None else end, size)
    key = key_of(stored[:HEADER_BYTES], secret)
    return b"".join(opened([stored[wanted.stored_first : wanted.stored_end(size)]], key, wanted))


def _cut(data: bytes, steps: Sequence[int]) -> Iterator[bytes]:
    begin = 0
    for step in steps:
        yield data[begin : begin + step]
        begin += step
    yield data[begin:]


STEPS = st.lists(st.integers(0, 2 * SEGMENT_BYTES), max_size=6)


@FEW
@given(SIZES, STEPS, STEPS)
def test_sealed_bytes_are_recovered_however_they_are_cut(
    size: int, in_steps: list[int], out_steps: list[int]
) -> None:
    data = _bytes(size)
    stored = b"".join(sealed(_cut(data, in_steps), ObjectKey(SECRET, SALT)))
    assert stored == _sealed(data)
    assert (len(stored), opened_bytes(len(stored))) == (sealed_bytes(size), size)
    wanted = span(0, size, size)
    pieces = _cut(stored[wanted.stored_first :], out_steps)
    assert b"".join(opened(pieces, key_of(stored[:HEADER_BYTES], SECRET), wanted)) == data


@FEW
@given(st.data(), SIZES.filter(bool))
def test_every_range_is_read_from_its_segments_alone(data: st.DataObject, size: int) -> None:
    first = data.draw(st.integers(0, size - 1))
    end = data.draw(st.integers(first + 1, size))
    assert _opened(_sealed(_bytes(size)), first, end) == _bytes(size)[first:end]
    wanted = span(first, end, size)
    assert wanted.stored_end(size) - wanted.stored_first <= (end - first) + 2 * STORED


@FEW
@given(st.data(), SIZES)
def test_every_bit_that_flips_is_noticed_and_nothing_of_its_segment_is_given(
    data: st.DataObject, size: int
) -> None:
    stored = bytearray(_sealed(_bytes(size)))
    at = data.draw(st.integers(0, len(stored) - 1))
    stored[at] ^= 1 << data.draw(st.integers(0, 7))
    got: list[bytes] = []
    with pytest.raises(Damaged):
        key = key_of(bytes(stored[:HEADER_BYTES]), SECRET)
        for piece in opened([bytes(stored[HEADER_BYTES:])], key, span(0, size, size)):
            got.append(piece)
    before = max(at - HEADER_BYTES, 0) // STORED * SEGMENT_BYTES
    assert b"".join(got) == _bytes(size)[:before]


@FEW
@given(st.data(), SIZES)
def test_truncated_objects_are_noticed(data: st.DataObject, size: int) -> None:
    """At any point, even at the end of a segment, where the remainder is well-formed."""
    stored = _sealed(_bytes(size))
    cuts = [HEADER_BYTES + number * STORED for number in range(size // SEGMENT_BYTES + 1)]
    end = data.draw(st.sampled_from(cuts) | st.integers(0, len(stored) - 1))
    if end < len(stored):
        with pytest.raises(Damaged):
            _opened(stored[:end])


@FEW
@given(st.data(), st.integers(2, 4), st.integers(1, SEGMENT_BYTES))
def test_segments_that_change_places_are_noticed(data: st.DataObject, count: int, last: int) -> None:
    stored = _sealed(_bytes((count - 1) * SEGMENT_BYTES + last))
    segments = [stored[begin : begin + STORED] for begin in range(HEADER_BYTES, len(stored), STORED)]
    order = data.draw(st.permutations(range(count)).filter(lambda order: order != list(range(count))))
    with pytest.raises(Damaged):
        _opened(stored[:HEADER_BYTES] + b"".join(segments[number] for number in order))
    missing = data.draw(st.integers(0, count - 1))
    with pytest.raises(Damaged):
        _opened(stored[:HEADER_BYTES] + b"".join(segments[:missing] + segments[missing + 1 :]))
    twice = data.draw(st.integers(0, count - 1))
    with pytest.raises(Damaged):
        _opened(stored[:HEADER_BYTES] + b"".join([*segments[: twice + 1], *segments[twice:]]))


@FEW
@given(SIZES, st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES).filter(lambda other: other != SECRET))
def test_another_secret_opens_nothing_and_is_distinguished_from_damage(size: int, other: bytes) -> None:
    with pytest.raises(OtherSecret, match="another secret"):
        _opened(_sealed(_bytes(size)), secret=other)


def test_a_segment_of_another_object_under_the_same_secret_is_noticed() -> None:
    one, other = _sealed(_bytes(SEGMENT_BYTES + 1)), _sealed(_bytes(SEGMENT_BYTES + 1), salt=bytes(32))
    with pytest.raises(Damaged, match="segment 0 is not what was sealed"):
        _opened(one[:HEADER_BYTES] + other[HEADER_BYTES:])


def test_bytes_after_an_object_are_noticed() -> None:
    stored = _sealed(b"")
    key = key_of(stored[:HEADER_BYTES], SECRET)
    with pytest.raises(Damaged):
        list(opened([stored[HEADER_BYTES:] + b"\0"], key, span(0, 0, 0)))
    full = _sealed(_bytes(SEGMENT_BYTES))
    with pytest.raises(Damaged, match="something follows it"):
        list(opened([full[HEADER_BYTES:] + b"\0"], key, span(0, SEGMENT_BYTES, SEGMENT_BYTES)))


def test_bytes_that_were_never_sealed_are_refused() -> None:
    with pytest.raises(Damaged, match="does not begin as a sealed object does"):
        key_of(b"plain" * 20, SECRET)
    with pytest.raises(Damaged, match="does not begin"):
        key_of(MAGIC, SECRET)
    with pytest.raises(OtherSecret):
        key_of(MAGIC + bytes(HEADER_BYTES - len(MAGIC)), SECRET)


@pytest.mark.parametrize(
    ("first", "end", "size"), [(0, 0, 1), (1, 1, 3), (2, 1, 3), (-1, 1, 3), (0, 4, 3), (0, 1, 0)]
)
def test_invalid_ranges_are_refused(first: int, end: int, size: int) -> None:
    with pytest.raises(OutsideObject, match=f"must be non-empty and within 0 to {size}"):
        span(first, end, size)


def test_secrets_and_salts_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="secret has 31 bytes; must have 32"):
        ObjectKey(bytes(31), SALT)
    with pytest.raises(ValueError, match="salt has 0 bytes; must have 32"):
        ObjectKey(SECRET, b"")


def test_the_form_is_what_it_was() -> None:
    """Computed once with `cryptography` alone: what is stored today is read by every later version."""
    stored = _sealed(b"muster")
    assert stored.hex() == (
        "4d5345414c4544016465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f80818283"
        "8041a4b53f6601dff6e3cf226c68e629a5a0a3003ed6ee3c373d6f1823e709b73d85fa137f46"
    )
    assert Span(0, 1, 0, 6, ends=True) == span(0, 6, 6)


def test_a_key_shows_nothing_of_itself() -> None:
    assert SECRET.hex() not in repr(ObjectKey(SECRET, SALT)) + str(vars(ObjectKey(SECRET, SALT)))
