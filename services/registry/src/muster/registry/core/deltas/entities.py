"""Entities of xorbs stored as deltas, and limits of a delta. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.deciding import Kind

BASES_MAX: Final = 64
"""Maximum number of bases of a delta."""

SIZE_PERCENT_MAX: Final = 75
"""Maximum size of a delta, in percent of the xorb's own bytes; a larger one is not worth restoring."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A xorb that is stored as a delta from others.

    Attributes:
        delta: The object with the delta.
        bases: The xorbs that the delta is based on, as objects.
    """

    delta: str
    bases: tuple[str, ...]


DIFFERENCES: Final = Kind("difference", Difference)
"""xorb/HASH of a xorb stored as a delta -> delta and bases, while the xorb exists."""

LEANING: Final = Kind("leaning", int)
"""xorb/HASH -> number of xorbs stored as a delta from it; absent: 0."""
