"""Storage tiers of objects (hot, warm, cold), by the time since their last read. PURE.

SetTierRule      -> TierRuleSet     days without a read until an object is warm, and until it is cold
days have passed -> ObjectsTiered   WARM: local caches drop it; COLD: the store moves it to its cold class
RecordDownloads  -> ObjectsTiered   HOT: read again
RecordPlacement  -> ObjectsPlaced   the storage class of objects, as reported by the store

Reading a chunked file reads its xorbs. Days are UTC days, counted from the end of the day on which an object
was stored or last read. Small objects (directories, records) have no tier.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from muster.deciding import ByTime, Changes, Entities, Fact, Facts, Input, Kind, refuse
from muster.events.registry_commands import ObjectKind, Placement, RecordPlacement, SetTierRule
from muster.events.registry_events import (
    DownloadsRecorded,
    ObjectsPlaced,
    ObjectsTiered,
    RegistryEvent,
    Tier,
    TieredObject,
    TierRuleSet,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import sender_of
from muster.registry.core.state import (
    DAY_MS,
    FILES,
    OBJECTS,
    REPACKED,
    REPOSITORIES,
    StoredObject,
    copies_of,
    held_key,
    object_id,
)

Command = SetTierRule | RecordPlacement

AT_ONCE: Final = 100
"""Maximum number of objects in one fact, and in one command."""

SIZE_BYTES_MIN: Final = 128 * 1024
"""Smallest object that gets a tier: stores bill smaller objects in a cold class as if they had this size."""

DAYS_MAX: Final = 3_650

PREWARMED_MAX: Final = 1_000
"""Maximum number of repositories reported to a CDN in a day."""

_TIERED: Final = (object_id(ObjectKind.XORB, ""), object_id(ObjectKind.LFS, ""))
_ONE: Final = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class TierRule:
    """When objects change their tier, and how many repositories are reported to the CDN.

    Attributes:
        warm_after_days: Days without a read after which an object is warm.
        cold_after_days: Days without a read after which an object is cold.
        prewarmed_max: How many of the most downloaded repositories to report each day; 0: none.
    """

    warm_after_days: int = 7
    cold_after_days: int = 90
    prewarmed_max: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiered:
    """Tier of an object.

    Attributes:
        tier: Its tier.
        read_day: The day on which it was stored or last read, in UTC days since 1970.
    """

    tier: Tier
    read_day: int


TIERS: Final = Kind("tier", Tiered)
"""KIND/HASH -> tier of the object."""

HOT_BY_TIME: Final = ByTime("hot-by-time", separator=" ")
"""KIND/HASH of hot objects, by the end of the day of their last read."""

WARM_BY_TIME: Final = ByTime("warm-by-time", separator=" ")
"""KIND/HASH of warm objects, by the end of the day of their last read."""

TIER_RULE: Final = Kind("tier-rule", TierRule)

_FILED: Final = {Tier.HOT: HOT_BY_TIME, Tier.WARM: WARM_BY_TIME}


def decide(state: Entities, given: Input[object], command: Command) -> Facts[RegistryEvent]:
    """Decide a command: set the tier rule, or record where objects are stored."""
    if isinstance(command, SetTierRule):
        yield _ruled(given, command)
    else:
        yield _placed(state, given, command)


def due(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Move objects to the warm or cold tier that were not read for the rule's number of days."""
    for kind, days, tier in _ages(state):
        yield from _tiered(state, tier, islice(kind.until(state, at_ms - days * DAY_MS), AT_ONCE))


def next_deadline_ms(state: Entities) -> int | None:
    """Return the time at which the next object is due for another tier; None: no object ever is."""
    found = ((kind.first_ms(state), days) for kind, days, _ in _ages(state))
    return min((first_ms + days * DAY_MS for first_ms, days in found if first_ms is not None), default=None)


def rule_of(state: Entities) -> TierRule:
    """Return the current rule."""
    return state.get(TIER_RULE, _ONE) or TierRule()


def read_first(state: Entities, repository: str, contents: Iterable[str], day: int) -> tuple[str, ...]:
    """Return the files of which a tiered object is new, or was neither stored nor read yet on this day."""
    return tuple(
        content
        for content in dict.fromkeys(contents)
        if any(
            known is None or known.read_day < day
            for known in (state.get(TIERS, each) for each in _objects(state, repository, content))
        )
    )


def read_again(state: Entities, fact: DownloadsRecorded) -> Facts[RegistryEvent]:
    """Move objects to the hot tier that were read and are not hot."""
    yield from _tiered(state, Tier.HOT, (each for each in _read(state, fact) if _is_cooler(state, each)))


def evolve_read(state: Changes, fact: DownloadsRecorded) -> None:
    """Set the last read of the downloaded objects to the fact's day."""
    for object_ in _read(state, fact):
        known = state.get(TIERS, object_) or Tiered(tier=Tier.HOT, read_day=fact.day)
        _file(state, object_, replace(known, read_day=max(known.read_day, fact.day)))


def evolve_stored(state: Changes, object_: str, size_bytes: int, at_ms: int) -> None:
    """Put a new object into the hot tier; one that has a tier keeps it."""
    if state.get(TIERS, object_) is None and _is_tiered(object_, size_bytes):
        _file(state, object_, Tiered(tier=Tier.HOT, read_day=at_ms // DAY_MS))


def evolve_deleted(state: Changes, object_: str) -> None:
    """Remove a deleted object from its tier."""
    before = state.get(TIERS, object_)
    if before is not None:
        _unfile(state, object_, before)
        state.delete(TIERS, object_)


def evolve(state: Changes, fact: TierRuleSet | ObjectsTiered) -> None:
    """Set the rule, or the tier of objects."""
    if isinstance(fact, TierRuleSet):
        rule = TierRule(
            warm_after_days=fact.warm_after_days,
            cold_after_days=fact.cold_after_days,
            prewarmed_max=fact.prewarmed_max,
        )
        state.put(TIER_RULE, _ONE, rule)
        return
    for each in fact.objects:
        known = state.get(TIERS, each.object)
        if known is not None:
            _file(state, each.object, replace(known, tier=fact.tier))


def _ages(state: Entities) -> tuple[tuple[ByTime, int, Tier], ...]:
    rule = rule_of(state)
    return (HOT_BY_TIME, rule.warm_after_days, Tier.WARM), (WARM_BY_TIME, rule.cold_after_days, Tier.COLD)


def _tiered(state: Entities, tier: Tier, objects: Iterable[str]) -> Facts[RegistryEvent]:
    """Yield facts with at most AT_ONCE objects each."""
    found = list(objects)
    for first in range(0, len(found), AT_ONCE):
        there = ((each, state.get(OBJECTS, each)) for each in found[first : first + AT_ONCE])
        named = tuple(
            TieredObject(object=each, object_key="" if stored is None else stored.key)
            for each, stored in there
        )
        yield Fact(ObjectsTiered(tier=tier, objects=named), named[0].object)


def _read(state: Entities, fact: DownloadsRecorded) -> list[str]:
    """Return the objects of the files that were read, each once."""
    found = (
        object_
        for each in fact.downloads
        for content in each.contents
        for object_ in _objects(state, each.repository, content)
    )
    return list(dict.fromkeys(found))


def _objects(state: Entities, repository: str, content: str) -> Sequence[str]:
    """Return those of a file's objects that have a tier."""
    known = state.get(REPOSITORIES, repository)
    file = state.get(FILES, content)
    if file is None and known is not None:
        file = state.get(REPACKED, held_key(known.tenant, content))
    objects = (content,) if file is None else file.objects
    stored = ((each, state.get(OBJECTS, each)) for each in objects)
    return [each for each, there in stored if there is not None and _is_tiered(each, there.size_bytes)]


def _is_tiered(object_: str, size_bytes: int) -> bool:
    return size_bytes >= SIZE_BYTES_MIN and object_.startswith(_TIERED)


def _is_cooler(state: Entities, object_: str) -> bool:
    known = state.get(TIERS, object_)
    return known is not None and known.tier is not Tier.HOT


def _file(state: Changes, object_: str, tiered: Tiered) -> None:
    before = state.get(TIERS, object_)
    if before is not None:
        _unfile(state, object_, before)
    if tiered.tier in _FILED:
        _FILED[tiered.tier].file(state, _end_of_day_ms(tiered), object_)
    state.put(TIERS, object_, tiered)


def _unfile(state: Changes, object_: str, tiered: Tiered) -> None:
    if tiered.tier in _FILED:
        _FILED[tiered.tier].remove(state, _end_of_day_ms(tiered), object_)


def _end_of_day_ms(tiered: Tiered) -> int:
    return (tiered.read_day + 1) * DAY_MS


def _ruled(given: Input[object], command: SetTierRule) -> Fact[TierRuleSet | CommandRejected]:
    warm, cold = command.warm_after_days, command.cold_after_days
    if not 1 <= warm < cold <= DAYS_MAX:
        allowed = f"1 <= warm_after_days < cold_after_days <= {DAYS_MAX}"
        wrong = Violation(field="rule", value=f"{warm}, {cold}", allowed=allowed)
        return refuse(given, RejectionCode.INVALID, [wrong])
    if not 0 <= (count := command.prewarmed_max) <= PREWARMED_MAX:
        allowed = f"0 to {PREWARMED_MAX}"
        wrong = Violation(field="prewarmed_max", value=str(count), allowed=allowed)
        return refuse(given, RejectionCode.INVALID, [wrong])
    ruled = TierRuleSet(
        warm_after_days=warm,
        cold_after_days=cold,
        prewarmed_max=count,
        tenant=command.tenant,
        requested_by=sender_of(command).name,
    )
    return Fact(ruled, command.tenant, command.tenant)


def _placed(
    state: Entities, given: Input[object], command: RecordPlacement
) -> Fact[ObjectsPlaced | CommandRejected]:
    if wrong := _wrong(command.placed):
        return refuse(given, RejectionCode.INVALID, [wrong])
    there = tuple(each for each in command.placed if _lies_at(state.get(OBJECTS, each.object), each))
    fact = ObjectsPlaced(
        placed=there,
        gone=tuple(each.object_key for each in command.placed if each not in there),
        tenant=command.tenant,
        requested_by=command.requested_by,
    )
    return Fact(fact, command.placed[0].object, command.tenant)


def _lies_at(stored: StoredObject | None, placement: Placement) -> bool:
    return stored is not None and stored.key == placement.object_key


def _wrong(placed: Sequence[Placement]) -> Violation | None:
    if not 1 <= len(placed) <= AT_ONCE:
        return Violation(field="placed", value=f"{len(placed)} items", allowed=f"1 to {AT_ONCE}")
    for each in placed:
        if not each.object_key.startswith(copies_of(each.object)):
            allowed = f"a key that begins with {copies_of(each.object)}"
            return Violation(field="object_key", value=each.object_key[:200], allowed=allowed)
    return None
