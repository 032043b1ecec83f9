"""Search for the least whole number at which a monotone figure reaches a target.

Limits are whole multiples of 1 / 1,024. The answer does not depend on the way to it, so it is the same on any
CPU unless the figure meets the target within its last bits, and a higher target never gives a smaller number.
"""

from __future__ import annotations

import math
from collections.abc import Callable


def least(figure: Callable[[int], float], target: float, *, guess: int, most: int) -> int:
    """Return the least number from 1 to `most` with figure(number) >= target; `most` if there is none.

    Args:
        figure: Positive, does not fall as its argument grows; infinite is allowed.
        target: Wanted figure, above 0.
        guess: Where to begin.
        most: Largest number.
    """
    below, above = (0, -math.inf), (most, math.inf)
    probe, wide = min(max(guess, 1), most - 1), 1
    while above[0] - below[0] > 1:
        found = math.log(figure(probe) / target)
        reached = found >= 0
        if reached:
            above = (probe, found)
        else:
            below = (probe, found)
        probe, wide = _next(below, above, wide, reached)
    return above[0]


def _next(
    below: tuple[int, float], above: tuple[int, float], wide: int, reached: bool
) -> tuple[int, int]:
    """Probe just beyond the crossing that both ends suggest, further each time the same end moves."""
    inside = (below[0] + 1, above[0] - 1)
    if math.isinf(below[1]) or math.isinf(above[1]):
        number, distance = above if reached else below
        # log figures grow about as the square of a limit: their slope is the limit itself
        slope = max(number, 1_024) / 1_024**2
        away = math.inf if math.isinf(distance) else abs(distance) / slope
        jump = wide + (math.ceil(away * 1.1) if away < number else number // 3 + 1)
        probe = number - jump if reached else number + jump
        return min(max(probe, inside[0]), inside[1]), 2 * wide
    if above[0] - below[0] <= 4:
        return (below[0] + above[0]) // 2, wide
    share = -below[1] / (above[1] - below[1])
    crossing = below[0] + share * (above[0] - below[0])
    probe = math.floor(crossing) - wide // 2 if reached else math.ceil(crossing) + wide // 2
    return min(max(probe, inside[0]), inside[1]), 2 * wide
