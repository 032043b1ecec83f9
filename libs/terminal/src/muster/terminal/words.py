"""Plural forms and near misses."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def counted(count: int, noun: str, plural: str = "") -> str:
    """1 job, 2 jobs, 1,204 nodes.

    Args:
        count: How many.
        noun: The word for one.
        plural: The word for several, where it is not the noun and an s.
    """
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def agrees(count: int, one: str, several: str) -> str:
    """The verb that goes with a count: for 1, "runs", "run" it is "runs"."""
    return one if count == 1 else several


def meant(given: str, known: Iterable[str], otherwise: str) -> str:
    """A hint for a name that is unknown: the nearest known ones, or else where to find them.

    Args:
        given: What was typed.
        known: The names there are.
        otherwise: The hint when none is near.
    """
    near = difflib.get_close_matches(given, list(dict.fromkeys(known)), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
