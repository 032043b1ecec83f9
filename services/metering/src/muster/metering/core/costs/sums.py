"""Sums that add up to the same total, whatever the grouping. PURE.

The total of a period and currency is rounded once, and distributed to its sums by largest remainder. Sums
rounded one by one would give another total for each choice of dimensions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from muster.metering.core.ledger import in_units


def add_up(groups: Sequence[Hashable], exact: Sequence[int], unit: int) -> list[int]:
    """Round amounts to whole units; those of each group add up to its sum, which is rounded once.

    Args:
        groups: Group of each amount, such as its period and currency.
        exact: Amounts; they may be negative.
        unit: Size of a unit, in the unit of the amounts.
    """
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        places[group].append(place)
    found = [0] * len(exact)
    for of_group in places.values():
        for place, amount in zip(of_group, in_units([exact[n] for n in of_group], unit), strict=True):
            found[place] = amount
    return found
