"""Daily ranking of the most downloaded repositories, if the tier rule asks for one. PURE.

a UTC day begins, or the rule is set -> DownloadsRanked   reported to the CDN (edge/prewarming)
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
"""The day that was ranked last, in UTC days since 1970."""

_ONE: Final = "one"


def due(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Rank the repositories when a new day has begun."""
    day, count = at_ms // DAY_MS, rule_of(state).prewarmed_max
    if count and _ranked_day(state) < day:
        ranked = nsmallest(count, _read(state, day), key=_order)
        yield Fact(DownloadsRanked(day=day, repositories=tuple(ranked)), str(day))


def next_deadline_ms(state: Entities) -> int | None:
    """Return the start of the next day to rank; None: the rule asks for no ranking."""
    return (_ranked_day(state) + 1) * DAY_MS if rule_of(state).prewarmed_max else None


def evolve(state: Changes, fact: DownloadsRanked | TierRuleSet) -> None:
    """Mark the day as ranked; a new rule makes it due again."""
    state.put(RANKED, _ONE, fact.day if isinstance(fact, DownloadsRanked) else -1)


def _order(each: RankedRepository) -> tuple[int, str]:
    return -each.month_downloads, each.repository


def _ranked_day(state: Entities) -> int:
    day = state.get(RANKED, _ONE)
    return -1 if day is None else day


def _read(state: Entities, day: int) -> Iterator[RankedRepository]:
    """Yield the repositories downloaded within the 30 days up to this one."""
    for repository, read in state.scan(READ):
        downloads = sum(number for of, number in read.days.numbers if day - DAYS_KEPT < of <= day)
        if downloads:
            yield RankedRepository(repository=repository, month_downloads=downloads)
