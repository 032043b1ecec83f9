"""Copies that count as cache: where they lie, and how long. PURE.

plain   xorbs that are held as differences, as they came (edge/xet/plain.py)
whole   files that lie in chunks, each as one object (edge/xet/whole_copies.py)

Time is counted in windows of a day, and clocks differ by less than one. Addresses are good for less than an
hour.

A plain copy belongs to a window: it may be given to readers in this window and the next. A whole copy is
large, so it stays where it is, and what belongs to a window is a mark that somebody asked for it: it is
given to readers as long as it has a mark of this window or the one before, and stays for one window more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

WINDOW_MS: Final = 24 * 3_600_000

PLAIN: Final = "registry/plain/"
"""How the keys of all plain copies begin."""

WHOLE: Final = "registry/whole/"
"""How the keys of all whole copies, and of the marks that they were asked for, begin."""

WANTED: Final = "registry/wanted/"
"""How the keys of all marks begin that say that a file is to have a whole copy."""

_COPIES: Final = "copies"
_ASKED: Final = "asked"
"""Before it in the order of keys: a listing shows the marks of a file before its copies."""


class WholeCopy(NamedTuple):
    """One whole copy.

    Attributes:
        record: Hash of the record of the file.
        name: The window in which it was begun, and what tells it from others: WINDOW-NONCE.
    """

    record: str
    name: str

    @property
    def key(self) -> str:
        """Where it lies."""
        return f"{whole_of(self.record)}{_COPIES}/{self.name}"

    def mark(self, window: int) -> str:
        """The key of the mark that it was asked for in a window."""
        return f"{whole_of(self.record)}{_ASKED}/{window}/{self.name}"


def window_at(at_ms: int) -> int:
    """The window that a time is in."""
    return at_ms // WINDOW_MS


def plain_of(window: int, xorb: str) -> str:
    """How the keys of plain copies of a xorb begin, by its hash; two made at once have other ends."""
    return f"{PLAIN}{window}/{xorb[:2]}/{xorb}/"


def is_plain_over(key: str, at_ms: int) -> bool:
    """Whether nobody was given the address of a plain copy for a while."""
    window = key.removeprefix(PLAIN).partition("/")[0]
    return window.isdigit() and int(window) < window_at(at_ms) - 1


def whole_of(record: str) -> str:
    """How the keys of whole copies of a file, and of their marks, begin."""
    return f"{WHOLE}{record[:2]}/{record}/"


def wanted_of(record: str) -> str:
    """The key of the mark that a file is to have a whole copy."""
    return f"{WANTED}{record[:2]}/{record}"


def given_now(keys: Iterable[str], at_ms: int) -> WholeCopy | None:
    """The whole copy that readers of a file are given now; None: there is none.

    Args:
        keys: All that begin with `whole_of` its record.
        at_ms: The time.
    """
    copies, asked = _sorted_out(keys)
    last = window_at(at_ms) - 1
    return next((copy for copy in copies if max(asked.get(copy, ()), default=-1) >= last), None)


def is_copy(key: str) -> bool:
    """Whether a key that begins with WHOLE is one of a copy, or of what was begun as one; else of a mark."""
    return key.split("/")[-2:-1] == [_COPIES]


def whole_over(keys: Iterable[str], at_ms: int) -> list[str]:
    """What is to go: whole copies that nobody was given for a while, those never finished, and old marks.

    Args:
        keys: All that begin with WHOLE, in order.
        at_ms: The time.
    """
    copies, asked = _sorted_out(keys)
    oldest = window_at(at_ms) - 2
    marks = [copy.mark(each) for copy, windows in asked.items() for each in windows if each < oldest]
    gone = [copy.key for copy in copies if max(_begun(copy), *asked.get(copy, ()), oldest - 1) < oldest]
    return [*marks, *gone]


def _sorted_out(keys: Iterable[str]) -> tuple[list[WholeCopy], dict[WholeCopy, list[int]]]:
    """Copies, and the windows in which copies were asked for."""
    copies: list[WholeCopy] = []
    asked: dict[WholeCopy, list[int]] = {}
    for key in keys:
        match key.removeprefix(WHOLE).split("/"):
            case [_, record, kind, name] if kind == _COPIES:
                copies.append(WholeCopy(record, name))
            case [_, record, kind, window, name] if kind == _ASKED and window.isdigit():
                asked.setdefault(WholeCopy(record, name), []).append(int(window))
            case _:
                pass
    return copies, asked


def _begun(copy: WholeCopy) -> int:
    """The window in which it was begun."""
    window = copy.name.partition("-")[0]
    return int(window) if window.isdigit() else -1
