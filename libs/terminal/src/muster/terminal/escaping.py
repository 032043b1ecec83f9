"""Escape texts of models and their users for the place where they are shown. PURE.

Such a text may contain anything: terminal escape sequences, marks that reverse the writing direction, HTML,
links, mentions of people, the end of the document that quotes it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

TEXT_MAX: Final = 300
"""Maximum number of characters shown of a text."""

LINES_MAX: Final = 2_000
"""Maximum number of characters shown of a text of several lines."""

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of characters that are invisible or change those around them."""

_BACKTICKS: Final = re.compile("`+")


def visible(text: str) -> str:
    r"""Return a text as one line that shows every character, even \n, \x1b and \u202e; cut to TEXT_MAX."""
    cut = text if len(text) <= TEXT_MAX else text[: TEXT_MAX - 3] + "..."
    return "".join(_escaped(each) if unicodedata.category(each) in _INVISIBLE else each for each in cut)


def visible_lines(text: str) -> str:
    """Return a text line by line that shows every other character; cut to LINES_MAX."""
    cut = text if len(text) <= LINES_MAX else text[: LINES_MAX - 3] + "..."
    return "\n".join(
        "".join(_escaped(each) if unicodedata.category(each) in _INVISIBLE else each for each in line)
        for line in cut.split("\n")
    )


def code_span(text: str, *, in_table: bool = False) -> str:
    """Return a text as a code span of Markdown: nothing in it is a link, a mention, HTML or the end of a row.

    Source: CommonMark 0.31.2, section 6.1; in tables `|` is escaped even in code (GFM, section 4.10).
    """
    shown = visible(text).replace("|", "\\|") if in_table else visible(text)
    if not shown:
        return ""
    fence = "`" * (1 + max((len(each) for each in _BACKTICKS.findall(shown)), default=0))
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode()
