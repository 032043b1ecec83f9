"""Search for the least whole number at which a monotone figure reaches a target.

Limits are whole multiples of a small fraction. The answer does not depend on the way to it, so it is the same
on any CPU unless the figure meets the target within its last bits, and a higher target never gives a smaller
number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

_SECANTS_MAX: Final = 6


def least(figure: Callable[[int], float], target: float, *, guess: int, most: int, unit: int) -> int:
    """Return the least number from 1 to `most` with figure(number) >= target; `most` if there is none.

    Args:
        figure: Positive, does not fall as its argument grows; infinite is allowed.
        target: Wanted figure, above 0.
        guess: Where to begin.
        most: Largest number.
        unit: Number at which a limit is one standard deviation: there log figures grow by about the limit.
    """
    below, above = 0, most
    probe = min(max(guess, 1), most - 1)
    known = list[tuple[float, int, float]]()
    while above - below > 1:
        excess = math.log(figure(probe) / target)
        if excess >= 0:
            above = probe
        else:
            below = probe
        if math.isfinite(excess):
            known.append((abs(excess), probe, excess))
        suggested = _crossing(known, unit)
        if len(known) > _SECANTS_MAX or not below <= suggested <= above:
            suggested = (below + above) // 2
        probe = min(max(suggested, below + 1), above - 1)
    return above


def _crossing(known: list[tuple[float, int, float]], unit: int) -> int:
    """Return the number at which the two nearest figures cross the target; -1 if none is known."""
    if not known:
        return -1
    (_, nearest, excess), *others = sorted(known)
    slope = max(nearest, unit) / unit**2
    if others and others[0][1] != nearest and others[0][2] != excess:
        slope = (others[0][2] - excess) / (others[0][1] - nearest)
    return math.ceil(nearest - max(min(excess / slope, 1e6), -1e6))
