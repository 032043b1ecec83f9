"""Bytes as text readers decode them: byte order marks, and declarations in the first lines."""

from __future__ import annotations

import codecs
import re
from typing import Final
from warnings import catch_warnings

_WIDE_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks of texts of two or four bytes a character, and their encodings; the longer marks first."""

_UNMARKED: Final = (
    (re.compile(rb"[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"[^\0]\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0[^\0]\0[^\0]"), "utf-16-be"),
)
"""As JSON is read (json.detect_encoding): its first characters are ASCII."""
_DECLARED: Final = re.compile(rb"""\A(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]+)["']""")
_PRINTED: Final = re.compile(r"[^\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ud800-\udfff]*")


def wide(content: bytes) -> str | None:
    """A text of two or four bytes a character; None: it is not one."""
    for mark, encoding in _WIDE_MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding)
    for form, encoding in _UNMARKED:
        if form.match(content):
            return _decoded(content, encoding)
    return None


def interleaved(content: bytes) -> str | None:
    """A text of two bytes a character, by the zeros between its letters; None: it is not one."""
    if max(content[1::2].count(0), content[::2].count(0)) <= len(content) // 4:
        return None
    return _decoded(content, "utf-16-le") or _decoded(content, "utf-16-be")


def plain(content: bytes) -> str:
    """A text of one or more bytes per character, as readers of JSON, YAML and templates decode it."""
    return content.decode("utf-8-sig", "replace")


def declared(content: bytes) -> str | None:
    """An XML document as its declaration has it read; None: it declares nothing, or what is not known."""
    found = _DECLARED.match(content)
    return by_name(content, found[1].decode()) if found is not None else None


def by_name(content: bytes, encoding: str) -> str | None:
    """A text in an encoding of Python; None: Python has none of this name, or cannot decode the text."""
    try:
        with catch_warnings(action="ignore"):  # about invalid escapes, which are left unchanged
            return None if codecs.lookup(encoding).name in SLOW else content.decode(encoding)
    except (LookupError, ValueError):
        return None


SLOW: Final = ("idna", "punycode")
"""Encodings of host names: they take quadratic time."""


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if _PRINTED.fullmatch(text) else None
