"""How long ago objects were read says in which tier they are: hot, warm, cold. PURE.

SetTierRule      -> TierRuleSet     days without a read until an object is warm, until it is cold
so many days     -> ObjectsTiered   WARM: local caches forget it; COLD: the store moves it to its cold class
RecordDownloads  -> ObjectsTiered   HOT: read again
RecordPlacement  -> ObjectsPlaced   in which class of the store objects lie now, as the store says

A file in chunks is read by reading its xorbs. Days are UTC days, counted from the end of the one on which an
object was stored or read last. Small objects (directories, records) stay where they are.
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
from muster.registry.core.repositories.access import sender_of
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
"""Objects of one fact, and of one command."""

SIZE_BYTES_MIN: Final = 128 * 1024
"""What is smaller costs more in a cold class than it saves: stores bill it as if it were so large."""

DAYS_MAX: Final = 3_650

PREWARMED_MAX: Final = 1_000
"""Repositories of which a CDN is told in a day."""

_TIERED: Final = (object_id(ObjectKind.XORB, ""), object_id(ObjectKind.LFS, ""))
_ONE: Final = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class TierRule:
    """When an object changes its tier, and of how many repositories the CDN is told.

    Attributes:
        warm_after_days: Days without a read.
        cold_after_days: The same.
        prewarmed_max: Those that are downloaded most, each day; 0: none.
    """

    warm_after_days: int = 7
    cold_after_days: int = 90
    prewarmed_max: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiered:
    """Where an object is.

    Attributes:
        tier: Its tier.
        read_day: UTC day since 1970 on which it was stored or read last.
    """

    tier: Tier
    read_day: int


TIERS: Final = Kind("tier", Tiered)
"""KIND/HASH -> where it is."""

HOT_BY_TIME: Final = ByTime("hot-by-time", separator=" ")
"""KIND/HASH of what is hot, by the end of the day of its last read."""

WARM_BY_TIME: Final = ByTime("warm-by-time", separator=" ")
"""The same of what is warm."""

TIER_RULE: Final = Kind("tier-rule", TierRule)

_FILED: Final = {Tier.HOT: HOT_BY_TIME, Tier.WARM: WARM_BY_TIME}


def decide(state: Entities, given: Input[object], command: Command) -> Facts[RegistryEvent]:
    """What follows from a command."""
    if isinstance(command, SetTierRule):
        yield _ruled(given, command)
    else:
        yield _placed(state, given, command)


def due(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Objects that were not read for so long."""
    for kind, days, tier in _ages(state):
        yield from _tiered(state, tier, islice(kind.until(state, at_ms - days * DAY_MS), AT_ONCE))


def next_deadline_ms(state: Entities) -> int | None:
    """When the next object has not been read for so long."""
    found = ((kind.first_ms(state), days) for kind, days, _ in _ages(state))
    return min((first_ms + days * DAY_MS for first_ms, days in found if first_ms is not None), default=None)


def rule_of(state: Entities) -> TierRule:
    """The rule as it is."""
    return state.get(TIER_RULE, _ONE) or TierRule()


def read_first(state: Entities, repository: str, contents: Iterable[str], day: int) -> tuple[str, ...]:
    """Those of these files that were neither stored nor read on this day before."""
    return tuple(
        content
        for content in dict.fromkeys(contents)
        if any(
            known is None or known.read_day < day
            for known in (state.get(TIERS, each) for each in _objects(state, repository, content))
        )
    )


def read_again(state: Entities, fact: DownloadsRecorded) -> Facts[RegistryEvent]:
    """What was read and is not hot."""
    yield from _tiered(state, Tier.HOT, (each for each in _read(state, fact) if _is_cooler(state, each)))


def evolve_read(state: Changes, fact: DownloadsRecorded) -> None:
    """They were read on this day."""
    for object_ in _read(state, fact):
        known = state.get(TIERS, object_) or Tiered(tier=Tier.HOT, read_day=fact.day)
        _file(state, object_, replace(known, read_day=max(known.read_day, fact.day)))


def evolve_stored(state: Changes, object_: str, size_bytes: int, at_ms: int) -> None:
    """An object is stored; one that was stored before is where it was."""
    if state.get(TIERS, object_) is None and _is_tiered(object_, size_bytes):
        _file(state, object_, Tiered(tier=Tier.HOT, read_day=at_ms // DAY_MS))


def evolve_deleted(state: Changes, object_: str) -> None:
    """It is gone."""
    before = state.get(TIERS, object_)
    if before is not None:
        _unfile(state, object_, before)
        state.delete(TIERS, object_)


def evolve(state: Changes, fact: TierRuleSet | ObjectsTiered) -> None:
    """The rule, or where objects are from now on."""
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
    """Facts of at most AT_ONCE objects each."""
    found = list(objects)
    for first in range(0, len(found), AT_ONCE):
        there = ((each, state.get(OBJECTS, each)) for each in found[first : first + AT_ONCE])
        named = tuple(
            TieredObject(object=each, object_key="" if stored is None else stored.key)
            for each, stored in there
        )
        yield Fact(ObjectsTiered(tier=tier, objects=named), named[0].object)


def _read(state: Entities, fact: DownloadsRecorded) -> list[str]:
    """The objects of files that were read, each once."""
    found = (
        object_
        for each in fact.downloads
        for content in each.contents
        for object_ in _objects(state, each.repository, content)
    )
    return list(dict.fromkeys(found))


def _objects(state: Entities, repository: str, content: str) -> Sequence[str]:
    """Of which a file consists, those that have a tier."""
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
        return Violation(field="placed", value=f"{len(placed)} of them", allowed=f"1 to {AT_ONCE}")
    for each in placed:
        if not each.object_key.startswith(copies_of(each.object)):
            allowed = f"a key that begins with {copies_of(each.object)}"
            return Violation(field="object_key", value=each.object_key[:200], allowed=allowed)
    return None
