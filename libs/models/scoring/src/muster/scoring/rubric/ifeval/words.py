"""Words, capitalised words and sentences by simple rules."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"\w+")
_BETWEEN_TOKENS: Final = re.compile(
    r"[\s\"`;@#$%&?!*()\[\]{}<>\u00ab\u00bb\u2012-\u2015\u2018\u2019\u201c-\u201e]|--|''|\.{2,}|[:,](?!\d)"
)
_SHORT_FORM: Final = re.compile(r"(?<!')(?:'(?:[SMD]|LL|RE|VE)|N'T)\.?\Z", re.IGNORECASE)
"""The end of a token that is one of its own: IT'S is IT and 'S."""

_END: Final = re.compile(
    r"(?<![.!?\u2026\u3002\uff01\uff1f\u0964])[.!?\u2026]++[\"'\u201d\u2019)\]*_]*+(?=\s|\Z)"
    r"|[\u3002\uff01\uff1f\u0964]"
)
"""Points of Latin scripts before a blank; those of Chinese and of Devanagari anywhere."""

_BEFORE_CHARACTERS: Final = 12
_LAST_WORD: Final = re.compile(r"(?:\w|\w\.)+$")
_ABBREVIATIONS: Final = frozenset(
    {
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "sr",
        "jr",
        "st",
        "mt",
        "vs",
        "etc",
        "e.g",
        "i.e",
        "cf",
        "no",
        "vol",
        "fig",
        "al",
        "inc",
        "ltd",
        "co",
        "corp",
        "dept",
        "gen",
        "col",
        "capt",
        "lt",
        "sgt",
        "rev",
        "hon",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "approx",
        "ca",
        "p.s",
        "p.p.s",
    }
)


def word_count(text: str) -> int:
    """Return the number of words: runs of letters, digits and underscores, so that "don't" is two."""
    return sum(1 for _ in _WORD.finditer(text))


def capital_word_count(text: str) -> int:
    """Return the number of tokens without a lowercase letter that have an uppercase one.

    Tokens are those of the Penn Treebank's convention: blanks, quotes, brackets and punctuation end them,
    hyphens, slashes and single points do not, and a short form is a token of its own (IT'S is two).
    """
    return sum(_capital_count(token) for token in _BETWEEN_TOKENS.split(text))


def _capital_count(token: str) -> int:
    short = _SHORT_FORM.search(token, 1)
    place = len(token) if short is None else short.start()
    return token[:place].isupper() + token[place:].isupper()


def sentence_count(text: str) -> int:
    """Return the number of sentences.

    A sentence ends at a run of . ! ? or the like before a blank or the end; not at a point after an
    abbreviation, an initial or the number that begins a line, nor at several points, or one after a word with
    points inside (p.m.), before a lowercase letter. Line breaks do not end it. What follows the last end
    counts if it has a word.
    """
    count, start = 0, 0
    for found in _END.finditer(text):
        if not found[0].strip(".\u2026") and _goes_on(text, found.start(), found.end()):
            continue
        if _WORD.search(text, start, found.start()):
            count += 1
        start = found.end()
    return count + (_WORD.search(text, start) is not None)


def _goes_on(text: str, point: int, end: int) -> bool:
    """Whether the sentence goes on after the points from `point` to `end`."""
    before_lowercase = text[end : end + 2].strip()[:1].islower()
    if end - point > 1 or text[point] != ".":
        return before_lowercase
    first = max(0, point - _BEFORE_CHARACTERS)
    found = _LAST_WORD.search(text[first:point])
    if found is None:
        return False
    word, lead = found[0], text[first : first + found.start()]
    if word.isdigit():
        before = lead.rpartition("\n")[2]
        return not before.strip() and (len(before) < len(lead) or first == 0)
    if len(word) == 1:
        return word.isupper() and (lead[-1:].isspace() or lead == "")
    return word.casefold() in _ABBREVIATIONS or ("." in word and before_lowercase)
