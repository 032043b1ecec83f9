"""Form in which two answers are the same, however they are typed (docs/explanation/checks-before-a-judge.md).

Unicode: the Unicode Standard, section 3.11 (NFKC) and 3.13 (case folding); runs of marks are cut after 30,
as in the Stream-Safe Text Format (UAX 15), because Python sorts a run in quadratic time.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from muster.scoring.rubric.patterns import compiled

_MARKS_MAX: Final = 30
_LONG_RUN: Final = rf"[\p{{M}}\x{{FF9E}}\x{{FF9F}}]{{{_MARKS_MAX + 1}}}"
"""The two letters are the halfwidth voiced marks, which become marks under NFKC."""

_SAME: Final = str.maketrans({"\u2212": "-", "\u2019": "'", "\u2018": "'", "\u201b": "'", "\u02bc": "'"})
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_GROUPED: Final = re.compile(r"(?<![0-9,.])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])")
_SYMBOL: Final = re.compile(
    r"(?P<keep>(?<!\w)-(?=\.?[0-9])|(?<=[0-9])\.(?=[0-9])|(?<!\w)\.(?=[0-9]))|(?P<drop>(?<=\w)['.](?=\w))"
    r"|(?P<symbol>[^\w\s])"
)
_MEANT: Final = frozenset("#%&@/\\")
"""Punctuation that tells answers apart: C# is not C, 5 % is not 5."""

ARTICLES: Final = frozenset({"a", "an", "the"})


def normal_form(text: str, *, drop_articles: bool = True) -> str:
    """Return the normal form of a text.

    Args:
        text: Without lone surrogates.
        drop_articles: Remove "a", "an" and "the" where another word follows.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _cut_runs(text)).casefold())
    folded = _INVISIBLE.sub("", folded.translate(_SAME))
    folded = _GROUPED.sub(lambda found: found[0].replace(",", ""), folded)
    words = _SYMBOL.sub(_symbol, folded).split()
    if drop_articles and words:
        words = [word for word in words[:-1] if word not in ARTICLES] + words[-1:]
    return " ".join(words)


def composed(text: str) -> str:
    """Return a text in which letters and their marks are one character where Unicode has it (NFC).

    Args:
        text: Without lone surrogates.
    """
    return unicodedata.normalize("NFC", _cut_runs(text))


def _symbol(found: re.Match[str]) -> str:
    if found.lastgroup == "drop":
        return ""
    symbol = found[0]
    if found.lastgroup == "keep" or symbol in _MEANT or unicodedata.category(symbol)[0] != "P":
        return symbol
    return " "


def _cut_runs(text: str) -> str:
    if text.isascii() or not compiled(_LONG_RUN).found_in(text):
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if is_mark(character) else 0
        if run <= _MARKS_MAX:
            kept.append(character)
    return "".join(kept)


def is_mark(character: str) -> bool:
    """Return whether a character is a mark, or becomes one under NFKC."""
    return unicodedata.category(character)[0] == "M" or character in "\uff9e\uff9f"
