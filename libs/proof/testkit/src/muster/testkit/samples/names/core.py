"""The core of the names service. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, assert_never

from muster.deciding import ByTime, Changes, Decider, Entities, Fact, Happened, Input, Kind
from muster.testkit.samples.names.records import (
    LeavingBegun,
    LeavingEnded,
    NameCommandRepeated,
    NameRefused,
    NameReleased,
    NamesEvent,
    NamesGiven,
    NameTaken,
    OrganisationLeft,
    QuotaSet,
    ReleaseName,
    SetQuota,
    TakeName,
)

NAMES_AT_ONCE: Final = 3
"""Names released in one batch when an organisation leaves."""


@dataclass(frozen=True, slots=True)
class Organisation:
    """An organisation's quota and names."""

    names_max: int
    names: int = 0
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """The owner of a name and its expiry; 0: never."""

    organisation: str
    expires_at_ms: int


ORGANISATIONS: Final = Kind("organisation", Organisation)
NAMES: Final = Kind("name", Name)
OWNED: Final = Kind("owned", str)
"""organisation/name -> name: an organisation's names are scanned."""
EXPIRIES: Final = ByTime("expiry")
"""Names by the time at which they expire."""
LEAVING: Final = Kind("leaving", str)


def decide(state: Entities, given: Input[NamesGiven], at_ms: int) -> Iterator[Fact[NamesEvent]]:
    """Decide the facts that follow from a command or a fact."""
    payload = given.payload
    match payload:
        case SetQuota():
            yield _fact(QuotaSet(organisation=payload.organisation, names_max=payload.names_max), payload)
        case TakeName():
            reason = _refusal(state, payload)
            expires_at_ms = at_ms + payload.keep_ms if payload.keep_ms else 0
            yield _fact(
                NameRefused(name=payload.name, organisation=payload.organisation, reason=reason)
                if reason
                else NameTaken(
                    name=payload.name, organisation=payload.organisation, expires_at_ms=expires_at_ms
                ),
                payload,
            )
        case ReleaseName():
            yield _release(state, payload)
        case OrganisationLeft():
            if state.get(ORGANISATIONS, payload.organisation) is not None:
                yield _fact(LeavingBegun(organisation=payload.organisation), payload)
        case _:
            assert_never(payload)


def due(state: Entities, at_ms: int) -> Iterator[Fact[NamesEvent]]:
    """Names that expire, and some names of organisations that leave."""
    for name in EXPIRIES.until(state, at_ms):
        taken = state.get(NAMES, name)
        if taken is not None:
            yield _released(name, taken.organisation, "expired")
    for organisation, _ in state.scan(LEAVING):
        names = list(islice(state.scan(OWNED, prefix=f"{organisation}/"), NAMES_AT_ONCE))
        for _, name in names:
            yield _released(name, organisation, "left")
        if not names:
            yield Fact(LeavingEnded(organisation=organisation), organisation, organisation)


def next_deadline_ms(state: Entities) -> int | None:
    """The first expiry; at once while an organisation leaves."""
    if next(state.scan(LEAVING), None) is not None:
        return 0
    return EXPIRIES.first_ms(state)


def evolve(state: Changes, fact: Happened[NamesEvent]) -> None:
    """The state after a fact."""
    payload = fact.payload
    match payload:
        case QuotaSet():
            before = state.get(ORGANISATIONS, payload.organisation) or Organisation(0)
            state.put(ORGANISATIONS, payload.organisation, replace(before, names_max=payload.names_max))
        case NameTaken():
            organisation = state.get(ORGANISATIONS, payload.organisation) or Organisation(0)
            state.put(NAMES, payload.name, Name(payload.organisation, payload.expires_at_ms))
            state.put(OWNED, f"{payload.organisation}/{payload.name}", payload.name)
            state.put(
                ORGANISATIONS, payload.organisation, replace(organisation, names=organisation.names + 1)
            )
            if payload.expires_at_ms:
                EXPIRIES.file(state, payload.expires_at_ms, payload.name)
        case NameReleased():
            _forget(state, payload)
        case LeavingBegun():
            before = state.get(ORGANISATIONS, payload.organisation) or Organisation(0)
            state.put(ORGANISATIONS, payload.organisation, replace(before, leaving=True))
            state.put(LEAVING, payload.organisation, payload.organisation)
        case LeavingEnded():
            state.delete(ORGANISATIONS, payload.organisation)
            state.delete(LEAVING, payload.organisation)
        case NameRefused() | NameCommandRepeated():
            pass
        case _:
            assert_never(payload)


def repeated(given: Input[NamesGiven]) -> Iterator[Fact[NamesEvent]]:
    """A repeated command gets an answer; another service's repeated fact does not."""
    if not isinstance(given.payload, OrganisationLeft):
        yield _fact(NameCommandRepeated(command_id=given.event_id), given.payload)


DECIDER: Final = Decider(
    decisions_version=1,
    decide=decide,
    evolve=evolve,
    due=due,
    next_deadline_ms=next_deadline_ms,
    repeated=repeated,
)


def _refusal(state: Entities, command: TakeName) -> str:
    organisation = state.get(ORGANISATIONS, command.organisation)
    if organisation is None or organisation.leaving:
        return "no such organisation"
    taken = state.get(NAMES, command.name)
    if taken is not None:
        return f"taken by {taken.organisation}"
    if organisation.names >= organisation.names_max:
        return f"quota of {organisation.names_max} reached"
    return ""


def _release(state: Entities, command: ReleaseName) -> Fact[NamesEvent]:
    taken = state.get(NAMES, command.name)
    if taken is None or taken.organisation != command.organisation:
        refused = NameRefused(name=command.name, organisation=command.organisation, reason="not yours")
        return _fact(refused, command)
    return _released(command.name, command.organisation, "asked for")


def _released(name: str, organisation: str, reason: str) -> Fact[NamesEvent]:
    return Fact(NameReleased(name=name, organisation=organisation, reason=reason), name, organisation)


def _forget(state: Changes, released: NameReleased) -> None:
    taken = state.get(NAMES, released.name)
    organisation = state.get(ORGANISATIONS, released.organisation)
    if taken is not None and taken.expires_at_ms:
        EXPIRIES.remove(state, taken.expires_at_ms, released.name)
    if organisation is not None:
        fewer = replace(organisation, names=organisation.names - 1)
        state.put(ORGANISATIONS, released.organisation, fewer)
    state.delete(NAMES, released.name)
    state.delete(OWNED, f"{released.organisation}/{released.name}")


def _fact(payload: NamesEvent, asked: NamesGiven) -> Fact[NamesEvent]:
    key = asked.name if isinstance(asked, TakeName | ReleaseName) else asked.organisation
    return Fact(payload, key, asked.organisation)
