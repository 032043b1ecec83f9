"""Several tests at once: Holm's procedure (Scandinavian J. Statistics 6, 1979)."""

from __future__ import annotations

from muster.statistics.arrays import Numbers, numbers


def holm(p_values: Numbers) -> list[float]:
    """Return adjusted p-values in the order given; reject where they are at most alpha.

    Args:
        p_values: Of the tests, shape (m,), 0 to 1.

    Raises:
        ValueError: There is none, or one is not from 0 to 1.
    """
    raw = numbers("p_values", p_values, low=0, high=1).tolist()
    adjusted = [0.0] * len(raw)
    highest = 0.0
    for place, test in enumerate(sorted(range(len(raw)), key=raw.__getitem__)):
        highest = max(highest, min(1.0, (len(raw) - place) * raw[test]))
        adjusted[test] = highest
    return adjusted
