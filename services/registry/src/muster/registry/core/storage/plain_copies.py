"""Where copies of xorbs lie that are held as differences, and how long. PURE.

A copy belongs to a window of time: it may be given to readers in this window and the next. Their addresses
are good for less than an hour, and clocks differ by less than a day.
"""

from __future__ import annotations

from typing import Final

WINDOW_MS: Final = 24 * 3_600_000

COPIES: Final = "registry/plain/"
"""How the keys of all copies begin."""


def window_at(at_ms: int) -> int:
    """The window that a time is in."""
    return at_ms // WINDOW_MS


def copies_of(window: int, xorb: str) -> str:
    """How the keys of copies of a xorb begin; each has an end of its own, as two may make one at once."""
    return f"{COPIES}{window}/{xorb[:2]}/{xorb}/"


def is_over(key: str, at_ms: int) -> bool:
    """Whether nobody was given the address of a copy for a while."""
    window = key.removeprefix(COPIES).partition("/")[0]
    return window.isdigit() and int(window) < window_at(at_ms) - 1
