"""An explanation as lines of text: the sentence, then what stands behind it, part by part."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from muster.client.resources import Explanation
from muster.terminal.escaping import coloured

_TITLE_WIDTH: Final = 12


def lines(found: Explanation, width: int) -> Iterator[str]:
    """The sentence; then every part, its title before its first line.

    Args:
        found: what a scheduler answered.
        width: columns at most; words longer than that stay whole.
    """
    yield from page(f"{found.summary}.", found.parts, width)


def page(summary: str, parts: Sequence[tuple[str, Sequence[str]]], width: int) -> Iterator[str]:
    """A sentence; then every part that has lines, its title before the first of them.

    Lines of jobs keep their colours and control nothing else.

    Args:
        summary: the sentence.
        parts: a title and lines each.
        width: columns at most; words longer than that stay whole.
    """
    yield from textwrap.wrap(summary, width, break_on_hyphens=False)
    yield ""
    for title, each in parts:
        for number, line in enumerate(each):
            yield from textwrap.wrap(
                coloured(line),
                width,
                initial_indent=("" if number else title).ljust(_TITLE_WIDTH),
                subsequent_indent=" " * (_TITLE_WIDTH + 2),
                break_on_hyphens=False,
            )
