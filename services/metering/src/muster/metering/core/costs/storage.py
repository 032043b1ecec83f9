"""Storage used by checkpoints, output and repositories, by event time, and its daily charges. PURE.

Byte milliseconds of the day of a job or repository are its size at the start x the day, plus, for each
change, the bytes added x the time from then to the end of the day: exact integers, in whatever order changes
arrive. A day is charged once all its hours are recorded, by the card in force at its end; cents are rounded
once for at most AT_ONCE items, by largest remainder. A change to a charged day counts on the oldest uncharged
one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias, assert_never

from muster.deciding import Changes, Entities, Fact
from muster.events.job_events import CheckpointDeleted, CheckpointRecorded, OutputDeleted, OutputRecorded
from muster.events.registry_events import CommitMade, CommitReleased, KeptBytes, ObjectRepacked
from muster.events.usage_events import Payer, StorageChanged, StorageCharge, StorageCharged, StoredKind
from muster.metering.core.costs.prices import card_at
from muster.metering.core.ledger import DAY_MS, in_units
from muster.metering.core.meter import PLATFORM, nobody_of
from muster.metering.core.state import (
    OUTPUT,
    PAYERS,
    STORED,
    STORED_DAYS,
    Stored,
    StoredDay,
    day_key,
    day_of,
    first_open_ms,
    output_key,
    repository_key,
    task_key,
)

MONTH_MS: Final = 30 * DAY_MS
"""Length of a month of storage: fixed, so that a day costs the same in February."""

GB: Final = 1_000_000_000

STORAGE_CENT: Final = 10_000 * GB * MONTH_MS
"""A cent, in millionths of the currency times bytes times milliseconds for a month of 10^9 bytes."""

AT_ONCE: Final = 1_000
"""Maximum number of jobs and repositories in one fact: it has to fit into a record of the log."""

KeptFact: TypeAlias = CommitMade | ObjectRepacked | CommitReleased
"""Facts of the registry that change the storage of repositories."""

REPOSITORY: Final = "repository"
"""Label that identifies the repository of a cost."""

STORAGE: Final = "storage"
"""Key of storage charges."""


def change_checkpoints(
    state: Entities, fact: CheckpointRecorded | CheckpointDeleted, at_ms: int
) -> Iterator[Fact[StorageChanged]]:
    """Add a checkpoint's own bytes, or subtract those freed by a deleted one."""
    more = (
        fact.size_bytes - fact.unchanged_bytes if isinstance(fact, CheckpointRecorded) else -fact.freed_bytes
    )
    before = state.get(STORED, fact.job_id)
    if not more or (before is None and more < 0):
        return
    payer = before.payer if before is not None else state.get(PAYERS, fact.job_id) or PLATFORM
    changed = StorageChanged(job_id=fact.job_id, payer=payer, at_ms=at_ms, more_bytes=more)
    yield Fact(changed, fact.job_id, payer.tenant)


def change_output(
    state: Entities, fact: OutputRecorded | OutputDeleted, at_ms: int
) -> Iterator[Fact[StorageChanged]]:
    """Add the growth of an attempt's output on a node, or subtract all output of a job when it is deleted."""
    attempt, node_id = 0, ""
    if isinstance(fact, OutputDeleted):
        more = -sum(size_bytes for _, size_bytes in state.scan(OUTPUT, prefix=f"{fact.job_id}/"))
    else:
        attempt, node_id = fact.attempt, fact.node_id
        more = max(0, fact.size_bytes - (state.get(OUTPUT, task_key(fact.job_id, attempt, node_id)) or 0))
    if not more:
        return
    before = state.get(STORED, output_key(fact.job_id))
    payer = before.payer if before is not None else state.get(PAYERS, fact.job_id) or PLATFORM
    changed = StorageChanged(
        job_id=fact.job_id,
        payer=payer,
        at_ms=at_ms,
        more_bytes=more,
        kind=StoredKind.OUTPUT,
        attempt=attempt,
        node_id=node_id,
    )
    yield Fact(changed, fact.job_id, payer.tenant)


def change_repositories(state: Entities, fact: KeptFact, at_ms: int) -> Iterator[Fact[StorageChanged]]:
    """Change the storage of repositories, as reported by the registry; not before the open day."""
    since_ms = max(at_ms, day_of(first_open_ms(state)))
    for each in fact.changed:
        before = state.get(STORED, repository_key(each.repository))
        if before is None and (each.more_bytes < 0 or each.repository_type is None):
            continue  # uploaded before this was reported
        kind, payer = _owner(fact.tenant, each, before)
        changed = StorageChanged(
            job_id="",
            payer=payer,
            at_ms=since_ms,
            more_bytes=each.more_bytes,
            kind=kind,
            repository=each.repository,
        )
        yield Fact(changed, each.repository, fact.tenant)


def _owner(tenant: str, changed: KeptBytes, before: Stored | None) -> tuple[StoredKind, Payer]:
    """Return kind and payer of a repository; for a deleted one, those recorded before."""
    if changed.repository_type is None:
        assert before is not None  # noqa: S101  (else it is passed over)
        return before.kind, before.payer
    kind = StoredKind(changed.repository_type.value)
    name = f"{changed.namespace}/{changed.name}"
    payer = replace(
        nobody_of(tenant, ""),
        user=changed.namespace.partition(".")[2],
        model_name=name if kind is StoredKind.MODEL else "",
        labels={REPOSITORY: name},
    )
    return kind, payer


def note_stored(state: Changes, fact: StorageChanged) -> None:
    """Add a change to its day, or to its oldest uncharged one; a new entry begins on the open day."""
    if fact.kind is StoredKind.OUTPUT:
        _note_written(state, fact)
    day_ms, whose = day_of(fact.at_ms), _key_of(fact)
    before = state.get(STORED, whose)
    if before is None:
        before = Stored(fact.payer, 0, max(day_ms, day_of(first_open_ms(state))), kind=fact.kind)
    starts_at_ms = max(day_ms, before.day_ms)
    last_day_ms = max(starts_at_ms, before.last_day_ms)
    state.put(STORED, whose, replace(before, payer=fact.payer, last_day_ms=last_day_ms))
    key = day_key(starts_at_ms, whose)
    day = state.get(STORED_DAYS, key) or StoredDay()
    byte_ms = fact.more_bytes * (starts_at_ms + DAY_MS - fact.at_ms)
    state.put(STORED_DAYS, key, StoredDay(day.more_bytes + fact.more_bytes, day.byte_ms + byte_ms))


def _note_written(state: Changes, fact: StorageChanged) -> None:
    if fact.attempt:
        key = task_key(fact.job_id, fact.attempt, fact.node_id)
        state.put(OUTPUT, key, (state.get(OUTPUT, key) or 0) + fact.more_bytes)
        return
    for key, _ in list(state.scan(OUTPUT, prefix=f"{fact.job_id}/")):
        state.delete(OUTPUT, key)


def to_charge(state: Entities) -> bool:
    """Whether a day that has ended is not charged yet."""
    return any(True for _ in _over(state))


def charge(state: Entities) -> Iterator[Fact[StorageCharged]]:
    """Charge the oldest uncharged day that has ended, for at most AT_ONCE jobs and repositories."""
    found = list(islice(_over(state), AT_ONCE))
    oldest = day_key(starts_at_ms := int(found[0][0].partition("/")[0]), "")
    days = [(key.removeprefix(oldest), day) for key, day in found if key.startswith(oldest)]
    yield Fact(_charged(state, starts_at_ms, days), STORAGE)


def note_charged(state: Changes, fact: StorageCharged) -> None:
    """Advance these jobs and repositories to their next day."""
    for each in fact.charges:
        whose = _key_of(each)
        following = day_key(fact.ends_at_ms, whose)
        state.delete(STORED_DAYS, day_key(fact.starts_at_ms, whose))
        before = _stored(state, whose)
        if each.size_bytes or before.last_day_ms >= fact.ends_at_ms:
            after = replace(before, size_bytes=each.size_bytes, day_ms=fact.ends_at_ms)
            state.put(STORED, whose, after)
            state.put(STORED_DAYS, following, state.get(STORED_DAYS, following) or StoredDay())
        else:
            state.delete(STORED, whose)


def cents_of(fact: StorageCharged) -> int:
    """Return the cost of a day by its price, rounded once; consistency checks compare with it."""
    return in_units([whole_byte_ms(fact) * fact.gb_month_micros], STORAGE_CENT)[0]


def whole_byte_ms(of: StorageCharged | StorageCharge) -> int:
    """Return bytes x milliseconds."""
    return of.mean_bytes * DAY_MS + of.rest_byte_ms


def _over(state: Entities) -> Iterator[tuple[str, StoredDay]]:
    """Scan the uncharged days that have ended, oldest first."""
    return state.scan(STORED_DAYS, until=day_key(day_of(first_open_ms(state)), ""))


def _charged(state: Entities, starts_at_ms: int, days: Sequence[tuple[str, StoredDay]]) -> StorageCharged:
    ends_at_ms = starts_at_ms + DAY_MS
    _, card = card_at(state, ends_at_ms - 1)
    price = 0 if card is None else card.storage_gb_month_micros
    exact = [_stored(state, whose).size_bytes * DAY_MS + day.byte_ms for whose, day in days]
    cents = in_units([byte_ms * price for byte_ms in exact], STORAGE_CENT)
    mean_bytes, rest_byte_ms = divmod(sum(exact), DAY_MS)
    charges = (
        _charge(starts_at_ms, whose, _after(_stored(state, whose), day), byte_ms, amount)
        for (whose, day), byte_ms, amount in zip(days, exact, cents, strict=True)
    )
    return StorageCharged(
        starts_at_ms=starts_at_ms,
        ends_at_ms=ends_at_ms,
        card="" if card is None else card.name,
        currency="" if card is None else card.currency,
        gb_month_micros=price,
        mean_bytes=mean_bytes,
        rest_byte_ms=rest_byte_ms,
        cents=sum(cents),
        charges=tuple(charges),
    )


def _after(kept: Stored, day: StoredDay) -> Stored:
    return replace(kept, size_bytes=kept.size_bytes + day.more_bytes, day_ms=kept.day_ms + DAY_MS)


def _charge(starts_at_ms: int, whose: str, after: Stored, byte_ms: int, cents: int) -> StorageCharge:
    mean_bytes, rest_byte_ms = divmod(byte_ms, DAY_MS)
    job_id = repository = ""
    match after.kind:
        case StoredKind.CHECKPOINTS:
            job_id = whose
        case StoredKind.OUTPUT:
            job_id = whose.removeprefix(output_key(""))
        case StoredKind.MODEL | StoredKind.DATASET | StoredKind.SPACE | StoredKind.EXPERIMENT:
            repository = whose.removeprefix(repository_key(""))
        case _:
            assert_never(after.kind)
    return StorageCharge(
        charge_id=_charge_id(whose, starts_at_ms),
        job_id=job_id,
        payer=after.payer,
        mean_bytes=mean_bytes,
        rest_byte_ms=rest_byte_ms,
        size_bytes=after.size_bytes,
        cents=cents,
        kind=after.kind,
        repository=repository,
    )


def _key_of(fact: StorageChanged | StorageCharge) -> str:
    if fact.kind is StoredKind.OUTPUT:
        return output_key(fact.job_id)
    return fact.job_id or repository_key(fact.repository)


def _stored(state: Entities, whose: str) -> Stored:
    found = state.get(STORED, whose)
    assert found is not None  # noqa: S101  (it has a day)
    return found


def _charge_id(whose: str, starts_at_ms: int) -> str:
    text = json.dumps(["storage", whose, starts_at_ms])
    return hashlib.sha256(text.encode()).hexdigest()[:32]
