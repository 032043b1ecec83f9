"""Frequency of Python's garbage collection in processes that make records by the thousand.

At its defaults the interpreter begins a search after every 700 new objects. Records have no cycles: they are
freed when the last reference goes, so nearly every search finds nothing, and some of them look at everything
that the process holds. That took a tenth of every decision, and a third of a projector's Python.
"""

from __future__ import annotations

import gc
from typing import Final

COLLECT_AFTER: Final = (200_000, 50, 100)
"""New objects before a search among them, and how many such searches before one among older objects."""


def collect_rarely() -> None:
    """Search for reference cycles rarely, in this whole process."""
    gc.set_threshold(*COLLECT_AFTER)
