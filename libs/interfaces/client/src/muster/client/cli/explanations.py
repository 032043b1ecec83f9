"""Format an explanation as lines of text: the summary, then the details, part by part."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from muster.client.resources import Explanation
from muster.terminal.escaping import coloured

_TITLE_WIDTH: Final = 12


def lines(found: Explanation, width: int) -> Iterator[str]:
    """Yield the summary, then every part with its title before its first line.

    Args:
        found: The scheduler's answer.
        width: Maximum number of columns; longer words are not broken.
    """
    yield from page(f"{found.summary}.", found.parts, width)


def page(summary: str, parts: Sequence[tuple[str, Sequence[str]]], width: int) -> Iterator[str]:
    """Yield the summary, then every part that has lines, with its title before the first of them.

    Lines of jobs keep their colours and control nothing else.

    Args:
        summary: One sentence.
        parts: Titles, each with its lines.
        width: Maximum number of columns; longer words are not broken.
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
