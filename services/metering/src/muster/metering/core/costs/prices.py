"""Rate cards: validation of activations and re-ratings, and the card that prices an hour or a day. PURE.

Each card holds until the next begins. Recorded usage keeps its price; only a re-rating, which is a fact of
its own, changes the price of past days.
"""

from __future__ import annotations

from collections.abc import Iterator

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.metering_commands import ActivateRates, RateCard, RerateUsage
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.usage_events import RatesActivated, UsageRerated
from muster.jobs import rates_violations
from muster.jobs.values.off_peak import format_off_peak
from muster.jobs.values.quantities import format_time
from muster.metering.core.ledger import DAY_MS, UNPRICED, CardOf
from muster.metering.core.state import (
    CARDS,
    CHARGED,
    DAYS,
    RATES,
    RERATINGS,
    UNCHARGED,
    Outputs,
    card_key,
    day_key,
    day_of,
    first_open_ms,
    reratable_from_ms,
)


def activate(state: Entities, given: Input[object], command: ActivateRates) -> Facts[Outputs]:
    """Activate prices from a time on, or reject the command with violations."""
    starts_at_ms = first_open_ms(state) if command.starts_at_ms is None else command.starts_at_ms
    found = rates_violations(command) or tuple(_not_now(state, command.card, starts_at_ms))
    if found:
        yield refuse(given, RejectionCode.INVALID, found)
        return
    activated = RatesActivated(
        card=command.card, starts_at_ms=starts_at_ms, requested_by=command.requested_by
    )
    yield Fact(activated, RATES)


def rerate(state: Entities, given: Input[object], command: RerateUsage) -> Facts[Outputs]:
    """Re-rate past days, or reject the command with violations."""
    found = rates_violations(command) or tuple(_not_then(state, command))
    if found:
        yield refuse(given, RejectionCode.INVALID, found)
        return
    rerated = UsageRerated(
        rerating_id=given.event_id,
        card=command.card,
        starts_at_ms=command.starts_at_ms,
        ends_at_ms=command.ends_at_ms,
        requested_by=command.requested_by,
    )
    yield Fact(rerated, RATES)


def note_rerating(state: Changes, fact: UsageRerated, seq: int) -> None:
    """Store a re-rating, and mark its days for re-charging."""
    state.put(RERATINGS, card_key(seq), fact)
    first, until = day_key(fact.starts_at_ms, ""), day_key(fact.ends_at_ms, "")
    for key, _ in list(state.scan(DAYS, first=first, until=until)):
        state.put(UNCHARGED, key, fact.rerating_id)


def card_at(state: Entities, at_ms: int) -> tuple[int, RateCard | None]:
    """Return start and card of the prices in force at a time; UNPRICED and None: no card."""
    found: tuple[int, RateCard | None] = UNPRICED, None
    for key, card in state.scan(CARDS, until=card_key(at_ms + 1)):
        found = int(key), card
    return found


def cards_of_day(state: Entities, starts_at_ms: int) -> CardOf:
    """Return the lookup of prices for a day: its newest re-rating, else the cards that were in force."""
    rerated = rerating_of(state, starts_at_ms)
    if rerated is not None:
        return lambda card_starts_at_ms: rerated.card
    return lambda card_starts_at_ms: (
        None if card_starts_at_ms == UNPRICED else state.get(CARDS, card_key(card_starts_at_ms))
    )


def rerating_of(state: Entities, starts_at_ms: int) -> UsageRerated | None:
    """Return the newest re-rating of a day; None: it has none."""
    found = None
    for _, rerated in state.scan(RERATINGS):
        if rerated.starts_at_ms <= starts_at_ms < rerated.ends_at_ms:
            found = rerated
    return found


def _not_now(state: Entities, card: RateCard, starts_at_ms: int) -> Iterator[Violation]:
    """Check a card's activation against recorded hours and activated cards."""
    open_ms = first_open_ms(state)
    if starts_at_ms < open_ms:
        allowed = (
            f"{format_time(open_ms)} or later: earlier hours have ended and keep their price, "
            "unless whole days are re-rated"
        )
        yield Violation(field="starts_at_ms", value=format_time(starts_at_ms), allowed=allowed)
        return
    newest = [(int(key), each) for key, each in state.scan(CARDS)][-1:]
    for newest_ms, other in newest:
        if starts_at_ms < newest_ms or starts_at_ms == newest_ms < open_ms:
            allowed = f"after {format_time(newest_ms)}, where the period of {other.name} begins"
            yield Violation(field="starts_at_ms", value=format_time(starts_at_ms), allowed=allowed)
        if card.currency != other.currency and starts_at_ms % DAY_MS:
            allowed = f"{other.currency}, as before, or a start at midnight, UTC: a day has one currency"
            yield Violation(field="card.currency", value=card.currency, allowed=allowed)


def _not_then(state: Entities, command: RerateUsage) -> Iterator[Violation]:
    """Check a re-rating against the days that are still known and their charges."""
    oldest_ms, today_ms = reratable_from_ms(state), day_of(first_open_ms(state))
    if command.starts_at_ms < oldest_ms:
        allowed = f"{format_time(oldest_ms)} or later: the usage of earlier days is no longer stored"
        yield Violation(field="starts_at_ms", value=format_time(command.starts_at_ms), allowed=allowed)
    if command.ends_at_ms > today_ms:
        allowed = f"{format_time(today_ms)} or earlier: only past days can be re-rated"
        yield Violation(field="ends_at_ms", value=format_time(command.ends_at_ms), allowed=allowed)
    first, until = day_key(command.starts_at_ms, ""), day_key(command.ends_at_ms, "")
    for _, day in state.scan(CHARGED, first=first, until=until):
        if day.currency not in ("", command.card.currency):
            allowed = f"{day.currency}, in which {format_time(day.starts_at_ms)} was charged"
            yield Violation(field="card.currency", value=command.card.currency, allowed=allowed)
            return
    if command.card.off_peak:
        yield from _hours_unknown(state, command, first, until)


def _hours_unknown(state: Entities, command: RerateUsage, first: str, until: str) -> Iterator[Violation]:
    """Report days in [first, until) whose hourly usage by job is unknown."""
    unknown = [key for key, day in state.scan(DAYS, first=first, until=until) if not day.has_hours]
    if unknown:
        day = format_time(int(unknown[-1].partition("/")[0]))
        allowed = f"empty for days until {day}: their usage by hour was not stored"
        value = ", ".join(map(format_off_peak, command.card.off_peak))
        yield Violation(field="card.off_peak", value=value, allowed=allowed)
