"""Keys and lifetimes of cached copies in the store. PURE.

plain   xorbs that are stored as deltas, in their original form (edge/deltas)
whole   files that are stored in chunks, each as one object (edge/chunked/whole_copies.py)

Time is counted in windows of a day, and clocks differ by less than one window. Addresses are valid for less
than an hour.

A plain copy belongs to a window: readers get it in this window and the next. A whole copy is large, so it is
not copied for each window; instead, each request puts a mark into the current window. Readers get the copy
while it has a mark of this window or the one before, and it is kept for one window more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

WINDOW_MS: Final = 24 * 3_600_000

PLAIN: Final = "registry/plain/"
"""Prefix of the keys of all plain copies."""

WHOLE: Final = "registry/whole/"
"""Prefix of the keys of all whole copies and of the marks of requests for them."""

WANTED: Final = "registry/wanted/"
"""Prefix of the keys of all marks that request a whole copy to be made of a file."""

_COPIES: Final = "copies"
_REQUESTED: Final = "asked"
"""Sorts before _COPIES: a listing shows the marks of a file before its copies."""


class WholeCopy(NamedTuple):
    """One whole copy.

    Attributes:
        record: Hash of the file's record.
        name: WINDOW-NONCE: the window in which it was begun, and a nonce that makes the name unique.
    """

    record: str
    name: str

    @property
    def key(self) -> str:
        """Key of the copy."""
        return f"{whole_of(self.record)}{_COPIES}/{self.name}"

    def mark(self, window: int) -> str:
        """Return the key of the mark for requests of the copy in a window."""
        return f"{whole_of(self.record)}{_REQUESTED}/{window}/{self.name}"


def window_at(at_ms: int) -> int:
    """Return the window that contains a time, in milliseconds since 1970 UTC."""
    return at_ms // WINDOW_MS


def plain_of(window: int, xorb: str) -> str:
    """Return the prefix of keys for plain copies of a xorb; concurrent copies have different suffixes."""
    return f"{PLAIN}{window}/{xorb[:2]}/{xorb}/"


def is_plain_over(key: str, at_ms: int) -> bool:
    """Whether a plain copy has expired: readers have got no address of it for a while."""
    window = key.removeprefix(PLAIN).partition("/")[0]
    return window.isdigit() and int(window) < window_at(at_ms) - 1


def whole_of(record: str) -> str:
    """Return the prefix of keys for whole copies of a file and for their marks."""
    return f"{WHOLE}{record[:2]}/{record}/"


def wanted_of(record: str) -> str:
    """Return the key of the mark that requests a whole copy of a file."""
    return f"{WANTED}{record[:2]}/{record}"


def current_copy(keys: Iterable[str], at_ms: int) -> WholeCopy | None:
    """Return the whole copy of a file that readers get now; None: there is none.

    Args:
        keys: All keys with the prefix `whole_of` the file's record.
        at_ms: The time, in milliseconds since 1970 UTC.
    """
    copies, requested = _parse_keys(keys)
    last = window_at(at_ms) - 1
    return next((copy for copy in copies if max(requested.get(copy, ()), default=-1) >= last), None)


def is_copy(key: str) -> bool:
    """Whether a key with the prefix WHOLE is that of a finished or unfinished copy; else it is a mark's."""
    return key.split("/")[-2:-1] == [_COPIES]


def whole_over(keys: Iterable[str], at_ms: int) -> list[str]:
    """Return the keys to delete: expired whole copies, unfinished ones, and old marks.

    Args:
        keys: All keys with the prefix WHOLE, in order.
        at_ms: The time, in milliseconds since 1970 UTC.
    """
    copies, requested = _parse_keys(keys)
    oldest = window_at(at_ms) - 2
    marks = [copy.mark(each) for copy, windows in requested.items() for each in windows if each < oldest]
    gone = [copy.key for copy in copies if max(_begun(copy), *requested.get(copy, ()), oldest - 1) < oldest]
    return [*marks, *gone]


def _parse_keys(keys: Iterable[str]) -> tuple[list[WholeCopy], dict[WholeCopy, list[int]]]:
    """Split keys into copies, and the windows in which each copy was requested."""
    copies: list[WholeCopy] = []
    requested: dict[WholeCopy, list[int]] = {}
    for key in keys:
        match key.removeprefix(WHOLE).split("/"):
            case [_, record, kind, name] if kind == _COPIES:
                copies.append(WholeCopy(record, name))
            case [_, record, kind, window, name] if kind == _REQUESTED and window.isdigit():
                requested.setdefault(WholeCopy(record, name), []).append(int(window))
            case _:
                pass
    return copies, requested


def _begun(copy: WholeCopy) -> int:
    """Return the window in which a copy was begun; -1: its name is invalid."""
    window = copy.name.partition("-")[0]
    return int(window) if window.isdigit() else -1
