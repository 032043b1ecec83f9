"""An explanation as lines of text: the sentence, then what stands behind it, part by part."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from muster.client.resources import Explanation

_TITLE_WIDTH: Final = 12


def lines(found: Explanation, width: int) -> Iterator[str]:
    """The sentence; then every part, its title before its first line.

    Args:
        found: what a scheduler answered.
        width: columns at most; words longer than that stay whole.
    """
    yield from textwrap.wrap(f"{found.summary}.", width, break_on_hyphens=False)
    yield ""
    for title, each in found.parts:
        for number, line in enumerate(each):
            yield from textwrap.wrap(
                line,
                width,
                initial_indent=("" if number else title).ljust(_TITLE_WIDTH),
                subsequent_indent=" " * (_TITLE_WIDTH + 2),
                break_on_hyphens=False,
            )
