"""A stream yields the same lines, with the same numbers and places, however it is cut into pieces."""

from hypothesis import given
from hypothesis import strategies as st
from muster.agent.core.lines import LINE_BYTES_MAX, Line, LineCutter

TEXTS = st.lists(st.sampled_from([b"\n", b"a", b"bc\r", b"\n\n", b"\xff"]), max_size=30).map(b"".join)


def cut(pieces: list[bytes]) -> list[Line]:
    cutter = LineCutter()
    lines = [line for piece in pieces for line in cutter.take(piece)]
    return [*lines, *cutter.last()]


@given(st.lists(TEXTS, max_size=6))
def test_lines_do_not_depend_on_the_pieces(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    lines = cut(pieces)
    assert [line.text for line in lines] == [text for text in whole.split(b"\n")[:-1]] + [
        text for text in whole.split(b"\n")[-1:] if text
    ]
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(whole[line.first_byte :].startswith(line.text) for line in lines)


def test_an_endless_line_is_kept_only_at_both_ends() -> None:
    cutter = LineCutter()
    assert list(cutter.take(b"begin")) == []
    for _ in range(10):
        assert list(cutter.take(b"x" * LINE_BYTES_MAX)) == []
    [line] = cutter.take(b"end\nnext")
    assert line.text.startswith(b"begin")
    assert line.text.endswith(b"end")
    assert len(line.text) < 2 * LINE_BYTES_MAX
    [last] = cutter.last()
    assert last == Line(b"next", 2, 5 + 10 * LINE_BYTES_MAX + 4)
