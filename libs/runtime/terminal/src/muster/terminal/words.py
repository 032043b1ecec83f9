"""Plural forms and near misses."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def counted(count: int, noun: str, plural: str = "") -> str:
    """Format a count with its noun: 1 job, 2 jobs, 1,204 nodes.

    Args:
        count: The number.
        noun: Singular form.
        plural: Plural form, unless it is the noun and an s.
    """
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def agrees(count: int, one: str, several: str) -> str:
    """Return the form of a verb that agrees with a count: "runs" for 1, else "run"."""
    return one if count == 1 else several


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three known names that are spelled like an unknown one, the nearest first."""
    return difflib.get_close_matches(name, list(dict.fromkeys(known)), n=3, cutoff=0.6)


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return a hint for an unknown name: the nearest known names, or else a fixed hint.

    Args:
        name: Unknown name, as typed.
        known: All known names.
        otherwise: Hint if no name is near.
    """
    near = nearest(name, known)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
