"""Plural forms and near misses."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def counted(count: int, noun: str, plural: str = "") -> str:
    """1 job, 2 jobs, 1,204 nodes.

    Args:
        count: The number.
        noun: Singular form.
        plural: Plural form, unless it is the noun and an s.
    """
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def agrees(count: int, one: str, several: str) -> str:
    """The form of a verb that agrees with a count: for 1, "runs", "run" it is "runs"."""
    return one if count == 1 else several


def meant(given: str, known: Iterable[str], otherwise: str) -> str:
    """A hint for an unknown name: the nearest known names, or else where to find them.

    Args:
        given: What was typed.
        known: All known names.
        otherwise: The hint when no name is near.
    """
    near = difflib.get_close_matches(given, list(dict.fromkeys(known)), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
