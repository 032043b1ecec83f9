"""Regular expressions of RE2: time linear in the text, whatever the pattern."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any, Final, cast

from muster.scoring.rubric.findings import InvalidCheck

PATTERN_CHARACTERS_MAX: Final = 4096
_PATTERNS_CACHED: Final = 256

_re2: Final = cast("Any", import_module("re2"))
"""RE2 comes without types."""


class Pattern:
    """A compiled pattern, in which `^` and `$` match at the ends of the text alone unless `(?m)` is set."""

    def __init__(self, pattern: str) -> None:
        options = _re2.Options()
        options.log_errors = False
        try:
            self._compiled = _re2.compile(pattern.encode(), options)
        except UnicodeEncodeError:
            raise InvalidCheck(f"pattern is {pattern!r}; must be without lone surrogates") from None
        except _re2.error as error:
            raise InvalidCheck(
                f"pattern is {pattern!r}; must be a pattern that RE2 accepts ({_text_of(error)})"
            ) from None

    def found_in(self, text: str) -> bool:
        """Return whether the pattern matches anywhere in a text without lone surrogates."""
        return self._compiled.search(text.encode()) is not None

    def matches(self, text: str) -> bool:
        """Return whether the pattern matches the whole text."""
        return self._compiled.fullmatch(text.encode()) is not None


@lru_cache(maxsize=_PATTERNS_CACHED)
def compiled(pattern: str) -> Pattern:
    """Return a compiled pattern.

    Raises:
        InvalidCheck: RE2 does not accept it.
    """
    return Pattern(pattern)


def _text_of(error: Exception) -> str:
    detail = error.args[0] if error.args else error
    return detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
