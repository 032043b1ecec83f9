"""Texts that are not UTF-8: those of other systems, and of years before it."""

from __future__ import annotations

import re
from typing import Final

from muster.scanning.formats import texts

_DECLARED: Final = re.compile(rb"\A(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
"""As Python reads it (PEP 263): in one of the first two lines."""
_PRINTED: Final = re.compile(r"[^\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]*")
_OLD: Final = ("cp1252", "shift_jis", "gb18030", "euc_kr", "big5", "koi8_r", "latin_1")
"""Encodings in which each byte below 0x80 is the letter that it is in ASCII, or part of a longer letter."""
_LETTERS: Final = re.compile(r"[\w\s]")
_MOST: Final = 0.6
"""Share of letters and blanks in a text; bytes that mean no text have less when they are read as one."""


def text_of(content: bytes) -> str | None:
    """A text in an encoding other than UTF-8; None: it is not one.

    The encoding follows from a byte order mark, from zeros between letters, or from a declaration as in
    Python. Without these it is a text if one of the legacy encodings reads all of it as printable letters.
    """
    wide = texts.wide(content) or texts.interleaved(content)
    if wide is not None:
        return wide if _PRINTED.fullmatch(wide) else None
    declared = _DECLARED.match(content)
    if declared is not None:
        name = declared[1].decode().lower().replace("-", "_")
        return _decoded(content, name) if name in (*_OLD, "iso_8859_1", "iso_8859_15", "latin1") else None
    for encoding in _OLD:
        text = _decoded(content, encoding)
        if text is not None and len(_LETTERS.findall(text)) >= _MOST * len(text):
            return text
    return None


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        text = content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
    return text if text and _PRINTED.fullmatch(text) else None
