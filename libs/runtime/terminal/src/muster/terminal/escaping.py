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


def coloured(text: str) -> str:
    """Return a line with its colours, without any other control of the terminal.

    Sequences that move the cursor, clear the screen, set a title or the clipboard are removed; other control
    characters and marks that reverse the direction of writing are shown escaped, but for tabs.
    """
    if text.isprintable():
        return text
    kept = _SEQUENCE.sub(lambda found: found[0] if _COLOUR.fullmatch(found[0]) else "", text)
    parts = _COLOUR.split(kept)
    first, *others = [_CONTROL.sub(lambda found: _escaped(found[0]), part) for part in parts]
    colours = [found[0] for found in _COLOUR.finditer(kept)]
    coloured_parts = [colour + part for colour, part in zip(colours, others, strict=True)]
    return "".join([first, *coloured_parts, _PLAIN]) if colours else first


_PLAIN: Final = "\x1b[0m"
_COLOUR: Final = re.compile(r"\x1b\[[0-9;:]*m")
_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    r"|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-Z\\`-~]"  # others of two characters
)
"""Control sequences of terminals (ECMA-48, 5.4 and 5.6; OSC with BEL as xterm ends it)."""

_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


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
