"""Licences recognised in a text by its words, and what the text forbids, whatever it calls itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muster.scanning.licences.catalogue import catalogue

TEXT_CHARS_MAX: Final = 256 << 10
"""The longest licence of SPDX' list has 100,000 characters."""
_ANYWHERE_MIN: Final = 300
"""Fewest characters of a licence's text that count; fewer are a mention of it, such as a link."""
_NAMES: Final = re.compile(r"(?:.*[-_.])?(?:LICEN[CS]E|COPYING|UNLICENSE)(?:[-_.].*)?", re.IGNORECASE)
_NO_TEXT: Final = re.compile(r".*\.(?:py|json|yaml|yml|csv|toml|lock|js|ts|html)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """Licences and terms recognised in a text.

    Attributes:
        ids: Licences that it contains in full, or is by words that only they have; in order, each once.
        terms: Terms that it states itself, each with the words that say so.
    """

    ids: tuple[str, ...]
    terms: tuple[tuple[str, str], ...]


def is_licence_file(path: str) -> bool:
    """Whether a file is named as the text of a licence: LICENSE, COPYING, model-license.md."""
    name = path.rpartition("/")[2]
    return bool(_NAMES.fullmatch(name)) and not _NO_TEXT.fullmatch(name)


def text_of(text: str) -> Text:
    """Recognise licences and terms in a text."""
    from licenseclassifier import identify_license  # noqa: PLC0415  (its data take a moment to load)

    text = text[:TEXT_CHARS_MAX]
    found = [each.id for each in identify_license(text) if each.end - each.start >= _ANYWHERE_MIN]
    ids = dict.fromkeys([*_of_models(text), *found])
    return Text(tuple(ids), terms_in(text))


def terms_in(text: str) -> tuple[tuple[str, str], ...]:
    """Find terms by which a text forbids something, each with the words that say so."""
    line = _line(text[:TEXT_CHARS_MAX])
    found: list[tuple[str, str]] = []
    for term, forms in catalogue().words.items():
        match = next((match for form in forms if (match := form.search(line))), None)
        if match is not None:
            found.append((term, match[0]))
    return tuple(found)


def _of_models(text: str) -> list[str]:
    """The model licence that a text begins with; the one with the longest words, if several match."""
    begin = _line(text[:4_000]).lower()
    return next(([id] for words, id in catalogue().texts if words in begin), list[str]())


def _line(text: str) -> str:
    return re.sub(r"[\s*_#>]+", " ", text)
