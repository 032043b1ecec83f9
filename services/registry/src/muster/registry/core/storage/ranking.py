"""Which repositories are downloaded most: once a UTC day, if the rule of tiers says how many. PURE.

a day begins, or the rule is set -> DownloadsRanked   the CDN is told (edge/tiering/prewarming.py)
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Kind
from muster.events.registry_events import DownloadsRanked, RankedRepository, RegistryEvent, TierRuleSet
from muster.registry.core.state import DAY_MS, DAYS_KEPT, READ
from muster.registry.core.storage.tiering import rule_of

RANKED: Final = Kind("ranked-day", int)
"""The UTC day since 1970 that was ranked last."""

_ONE: Final = "one"


def due(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """The ranking of a day that has begun."""
    day, count = at_ms // DAY_MS, rule_of(state).prewarmed_max
    if count and _ranked_day(state) < day:
        ranked = nsmallest(count, _read(state, day), key=_order)
        yield Fact(DownloadsRanked(day=day, repositories=tuple(ranked)), str(day))


def next_deadline_ms(state: Entities) -> int | None:
    """When the next day begins; None: nothing is ranked."""
    return (_ranked_day(state) + 1) * DAY_MS if rule_of(state).prewarmed_max else None


def evolve(state: Changes, fact: DownloadsRanked | TierRuleSet) -> None:
    """The day is done, or is to be ranked by another rule."""
    state.put(RANKED, _ONE, fact.day if isinstance(fact, DownloadsRanked) else -1)


def _order(each: RankedRepository) -> tuple[int, str]:
    return -each.month_downloads, each.repository


def _ranked_day(state: Entities) -> int:
    day = state.get(RANKED, _ONE)
    return -1 if day is None else day


def _read(state: Entities, day: int) -> Iterator[RankedRepository]:
    """Those that were downloaded within the 30 days up to this one."""
    for repository, read in state.scan(READ):
        downloads = sum(number for of, number in read.days.numbers if day - DAYS_KEPT < of <= day)
        if downloads:
            yield RankedRepository(repository=repository, month_downloads=downloads)
