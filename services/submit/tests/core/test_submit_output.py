"""Chunks to lines: the lines are the stream's whatever the chunks, and a reader can stop anywhere."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.submit.core import output
from muster.submit.core.output import OutputPlace, Piece, carry_of, lines_of, rest_of

LIMIT = output.LINE_BYTES_MAX


def all_pieces(chunks: list[bytes]) -> list[Piece]:
    carry, found = b"", list[Piece]()
    for chunk in chunks:
        pieces, carry = lines_of(carry, chunk)
        found += pieces
    return found + rest_of(carry)


def all_lines(chunks: list[bytes]) -> list[str]:
    return [piece.text for piece in all_pieces(chunks)]


def test_lines_can_span_chunks() -> None:
    assert all_lines([b"one\ntw", b"o\n", b"three"]) == ["one", "two", "three"]


def test_empty_lines_are_lines() -> None:
    assert all_lines([b"\n\n", b"a\n", b"\n"]) == ["", "", "a", ""]


def test_carriage_returns_at_the_end_of_a_line_are_dropped() -> None:
    assert all_lines([b"a\r", b"\nb\r\nc\r"]) == ["a", "b", "c"]


def test_each_state_of_a_progress_bar_is_a_line() -> None:
    assert all_lines([b"\r 1%\r", b" 50%\r100%\n", b"done\n"]) == [" 1%", " 50%", "100%", "done"]


def test_invalid_utf_8_is_replaced() -> None:
    assert all_lines([b"\xff\xfe\n", "ü\n".encode()]) == ["��", "ü"]


def test_a_character_cut_between_chunks_stays_intact() -> None:
    umlaut = "ü\n".encode()
    assert all_lines([umlaut[:1], umlaut[1:]]) == ["ü"]


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_long_lines_are_sent_in_pieces(extra: int) -> None:
    line = b"x" * (2 * LIMIT + extra)
    parts = all_lines([line + b"\n"])
    assert "".join(parts).encode() == line
    assert max(map(len, parts)) == LIMIT
    assert all_lines([line[:10], line[10:LIMIT], line[LIMIT:], b"\n"]) == parts


@pytest.mark.parametrize("before", range(4))
def test_a_long_line_is_cut_between_characters_and_marked(before: int) -> None:
    line = "x" * (LIMIT - before) + "é€😀" * 20_000
    found = all_pieces([line.encode() + b"\n"])
    assert "".join(piece.text for piece in found) == line
    assert [piece.goes_on for piece in found] == [True] * (len(found) - 1) + [False]
    assert max(len(piece.text.encode()) for piece in found) <= LIMIT


def test_bytes_that_are_no_characters_can_be_cut() -> None:
    found = all_pieces([b"\x80" * (2 * LIMIT) + b"\n"])
    assert [len(piece.text) for piece in found] == [LIMIT, LIMIT]


pieces = st.lists(st.text("abé\r\n", max_size=12).map(str.encode), max_size=12)


@given(pieces)
def test_pieces_do_not_depend_on_the_chunks(chunks: list[bytes]) -> None:
    assert all_pieces(chunks) == all_pieces([b"".join(chunks)])


@given(st.text("abé\r\n", max_size=40), st.integers(1, 7))
def test_pieces_of_long_lines_do_not_depend_on_the_chunks(text: str, step: int) -> None:
    whole = text.encode()
    with patch.object(output, "LINE_BYTES_MAX", 4):
        chunks = [whole[start : start + step] for start in range(0, len(whole), step)]
        assert all_pieces(chunks) == all_pieces([whole])
        carry = b""
        for taken, chunk in enumerate(chunks, start=1):
            _, carry = lines_of(carry, chunk)
            assert carry_of(chunks[:taken]) == carry


@given(st.text("ab\n", max_size=40))
def test_lines_equal_those_of_the_text(text: str) -> None:
    lines = text.split("\n")[: -1 if text.endswith("\n") or not text else None]
    assert all_lines([text.encode()]) == lines


@given(pieces, st.integers(0, 12))
def test_the_carry_can_be_recomputed_from_earlier_chunks(chunks: list[bytes], taken: int) -> None:
    """A reader that resumes knows only the chunks before its place, and must arrive at the same carry."""
    carry = b""
    for chunk in chunks[:taken]:
        _, carry = lines_of(carry, chunk)
    assert carry_of(chunks[:taken]) == carry


@given(st.integers(0, 3 * LIMIT), st.integers(LIMIT // 50, LIMIT))
def test_the_carry_of_very_long_lines_can_be_recomputed(size: int, step: int) -> None:
    chunks = [b"x" * step] * (size // step)
    carry = b""
    for chunk in chunks:
        _, carry = lines_of(carry, chunk)
    assert carry_of(chunks) == carry


@given(st.integers(0, 99), st.integers(0, 2**40), st.integers(-1, 10**6))
def test_a_place_can_be_parsed_from_its_text(partition: int, offset: int, lines: int) -> None:
    place = OutputPlace(partition, offset, lines)
    assert OutputPlace.parse(str(place)) == place


def test_the_place_after_the_last_line_is_after_the_chunk() -> None:
    chunk = OutputPlace(2, 417, -1)
    assert [chunk.after_line(n, 3) for n in (1, 2, 3)] == [
        "log-events/2/417/1",
        "log-events/2/417/2",
        "log-events/2/417",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "log-events",
        "log-events/1",
        "job-events/1/2",
        "log-events/1/-2",
        "log-events/1/2/3/4",
        "log-events/1/٣",
    ],
)
def test_an_invalid_place_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a place"):
        OutputPlace.parse(text)
