"""Charging of a node's days, and correction of their charges. PURE.

A day is charged once facts have passed its end and all its hours are recorded. Later corrections of its
usage, and re-ratings, are charged as deltas, so that the facts of a node's day always add up to its cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact
from muster.events.usage_events import ChargesCorrected, DayCharged, UsageCorrected, UsageRecorded
from muster.metering.core.budgets.guarantees import guaranteed
from muster.metering.core.costs.prices import card_at, cards_of_day, rerating_of
from muster.metering.core.ledger import (
    DAY_MS,
    UNPRICED,
    Day,
    charge_day,
    corrected,
    difference,
    emptied,
)
from muster.metering.core.state import (
    CARDS,
    CHARGED,
    DAYS,
    OPEN,
    RERATINGS,
    UNCHARGED,
    card_key,
    day_key,
    day_of,
    first_open_ms,
    reratable_from_ms,
)

CHARGES_AT_ONCE: Final = 1_000
"""Maximum number of charges in one batch, not counting the last node's: a record of the log is limited."""

_NEVER_MS: Final = 1 << 62


def to_charge(state: Entities) -> bool:
    """Whether a day that has ended lacks its charge, or needs a new one."""
    return any(True for _ in _over(state))


def charge(state: Entities) -> Iterator[Fact[DayCharged | ChargesCorrected]]:
    """Charge days that have ended, oldest first."""
    charges = 0
    for key, cause in list(islice(_over(state), CHARGES_AT_ONCE)):
        fact = _charged(state, key, cause)
        yield Fact(fact, fact.node_id)
        charges += len(fact.charges)
        if charges >= CHARGES_AT_ONCE:
            return


def correct(
    state: Entities, node_days: Iterable[tuple[str, int]], cause: str
) -> Iterator[Fact[ChargesCorrected]]:
    """Correct the charges of days whose usage changed after they were charged.

    Args:
        state: State that contains the usage.
        node_days: (node, time within the day, milliseconds since 1970 UTC).
        cause: Id of the event that changed the usage.
    """
    for node_id, starts_at_ms in dict.fromkeys((node_id, day_of(at_ms)) for node_id, at_ms in node_days):
        before = state.get(CHARGED, day_key(starts_at_ms, node_id))
        if before is not None:
            after = _priced(state, node_id, starts_at_ms)
            yield Fact(difference(before, after or emptied(before), cause), node_id)


def note_usage(state: Changes, fact: UsageRecorded | UsageCorrected) -> None:
    """Add the usage, or the correction, of an hour to its day."""
    starts_at_ms = day_of(fact.starts_at_ms)
    key = day_key(starts_at_ms, fact.node_id)
    card_starts_at_ms, _ = card_at(state, fact.starts_at_ms)
    state.put(DAYS, key, (state.get(DAYS, key) or Day()).with_usage(fact, card_starts_at_ms))
    if card_starts_at_ms != UNPRICED or rerating_of(state, starts_at_ms) is not None:
        state.put(UNCHARGED, key, state.get(UNCHARGED, key) or "")


def note_charges(state: Changes, fact: DayCharged | ChargesCorrected) -> None:
    """Store the charges of a day."""
    key = day_key(fact.starts_at_ms, fact.node_id)
    if isinstance(fact, ChargesCorrected):
        before = state.get(CHARGED, key)
        assert before is not None  # noqa: S101  (it was charged)
        fact = corrected(before, fact)
    state.put(CHARGED, key, fact)
    state.delete(UNCHARGED, key)


def forget_days(state: Changes) -> None:
    """Forget days that can no longer be re-rated, and their prices; keep those still to be charged."""
    waiting = (*islice(state.scan(OPEN), 1), *islice(state.scan(UNCHARGED), 1))
    oldest_ms = min(day_of(int(key.partition("/")[0])) for key, _ in waiting) if waiting else _NEVER_MS
    oldest_ms = min(oldest_ms, reratable_from_ms(state))
    for key, _ in list(state.scan(DAYS, until=day_key(oldest_ms, ""))):
        state.delete(DAYS, key)
        state.delete(CHARGED, key)
    in_force_ms, _ = card_at(state, oldest_ms)
    for key, _ in list(state.scan(CARDS, until=card_key(max(0, in_force_ms)))):
        state.delete(CARDS, key)
    for key, rerated in list(state.scan(RERATINGS)):
        if rerated.ends_at_ms <= oldest_ms:
            state.delete(RERATINGS, key)


def _over(state: Entities) -> Iterator[tuple[str, str]]:
    """Scan the days to be charged whose end has passed, oldest first."""
    return state.scan(UNCHARGED, until=day_key(day_of(first_open_ms(state)), ""))


def _charged(state: Entities, key: str, cause: str) -> DayCharged | ChargesCorrected:
    day, _, node_id = key.partition("/")
    before, after = state.get(CHARGED, key), _priced(state, node_id, int(day))
    if before is None:
        return after or _free(node_id, int(day))
    return difference(before, after or emptied(before), cause)


def _priced(state: Entities, node_id: str, starts_at_ms: int) -> DayCharged | None:
    day = state.get(DAYS, day_key(starts_at_ms, node_id)) or Day()
    cards, owed = cards_of_day(state, starts_at_ms), guaranteed(state, starts_at_ms)
    return charge_day(node_id, starts_at_ms, day, cards, owed)


def _free(node_id: str, starts_at_ms: int) -> DayCharged:
    """Return an empty charge: the day's usage was corrected away before it was charged."""
    return DayCharged(
        node_id=node_id,
        starts_at_ms=starts_at_ms,
        ends_at_ms=starts_at_ms + DAY_MS,
        currency="",
        gpu_us=0,
        cents=0,
        rates=(),
        charges=(),
    )
