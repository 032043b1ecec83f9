"""Reactor that deletes expired checkpoints from the store and reports it. For output: output/removal.py.

    CheckpointExpired -> files, then CheckpointRemoved on the log, then manifests, then the record

An interrupted removal is repeated with the same result: the objects to delete follow from the manifests,
which outlive the files and the report, and from the record, which is deleted last. If the record is gone, the
removal was already done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, Protocol

from muster.checkpoint.format import BadDocument, Record, manifest_of, record_of, sha256_of, step_of_record
from muster.events.checkpoint_events import CheckpointRemoved, Payload
from muster.events.job_events import CheckpointExpired
from muster.events.topics import CHECKPOINT_EVENTS, JOB_EVENTS
from muster.events.wire.datum import Record as Fact
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Outgoing, Start, SystemClock
from muster.reactors import Effect, Reactor, Undeliverable
from muster.reactors.reactor import Item
from muster.service import Context, Work
from muster.service.starting.reactor import react
from muster.store import NoSuchObject, ObjectStore
from muster.store.keys import RankObject, checkpoint_of
from muster.submit.config import Settings
from muster.submit.core.removal import Part, Saver, removable
from muster.submit.edge.checkpoint_places import CheckpointPlaces
from muster.submit.edge.output.removal import OutputRemover, is_of_output, output_effect

SIDE_BY_SIDE: Final = 16
"""Concurrent requests to the store: a checkpoint has a manifest for each rank."""
DAY_MS: Final = 86_400_000
_ANSWER_S: Final = 30.0


class Store(Protocol):
    """Operations required of the store."""

    def key(self, uri: str) -> str:
        """As ObjectStore.key."""
        ...

    def get(self, key: str) -> bytes:
        """As ObjectStore.get."""
        ...

    def keys(self, prefix: str) -> list[str]:
        """As ObjectStore.keys."""
        ...

    def delete(self, key: str) -> None:
        """As ObjectStore.delete."""
        ...


def start(context: Context[Settings]) -> Work:
    """Return the work of the role `removal`."""
    settings = context.settings
    producer = context.keep(context.journal(CHECKPOINT_EVENTS).producer("removal"))

    def tell(envelope: Envelope[Payload]) -> None:
        producer.send(Outgoing(CHECKPOINT_EVENTS, envelope)).result(_ANSWER_S)

    output = OutputRemover(ObjectStore(settings.store()), tell)
    kept_ms = round(settings.output_kept_days * DAY_MS)
    return react(context, removal(Remover(_store(settings), tell), output, output_kept_ms=kept_ms))


def _store(settings: Settings) -> Store:
    folder, objects = settings.checkpoint_folder(), ObjectStore(settings.store())
    return CheckpointPlaces(folder, objects) if folder is not None else objects


def removal(checkpoints: Remover, output: OutputRemover, *, output_kept_ms: int = 0) -> Reactor:
    """Return the reactor; on its first start it also removes what expired earlier.

    Args:
        checkpoints: Removes expired checkpoints.
        output: Removes the output of jobs that have ended.
        output_kept_ms: Retention of output after the end of its job, milliseconds; 0: forever.
    """

    def perform(item: Item) -> None:
        (output if is_of_output(item) else checkpoints)(item)

    return Reactor(
        name="checkpoint-removal",
        topics=[JOB_EVENTS],
        effects=partial(effects, output_kept_ms=output_kept_ms),
        perform=perform,
        begin=Start.BEGINNING,
    )


def effects(delivery: Delivery[Fact], *, output_kept_ms: int = 0) -> Iterable[Effect]:
    """Return the effects of a fact."""
    if output_kept_ms and (effect := output_effect(delivery, output_kept_ms)):
        return [effect]
    match delivery.envelope.payload:
        case CheckpointExpired() as expired:
            about = {"correlation_id": delivery.envelope.correlation_id, "expired": expired.to_datum()}
            return [Effect(label=f"remove {expired.uri}", payload=about)]
        case _:
            return []


class Remover:
    """Removes one checkpoint at a time. Safe to share between threads.

    Args:
        store: Store of the checkpoints.
        tell: Appends the report to the log; returns once it is written.
    """

    def __init__(self, store: Store, tell: Callable[[Envelope[Payload]], None]) -> None:
        self._store = store
        self._tell = tell

    def __call__(self, item: Item) -> None:
        """Remove the files that an expired checkpoint does not share with a kept one.

        Raises:
            Undeliverable: The fact names no checkpoint of the job, or its record cannot be read.
            StoreUnavailable, Unavailable: Retry.
        """
        expired = CheckpointExpired.from_datum(item.payload["expired"])
        key, named = self._key_of(expired)
        if expired.step is None:
            self._store.delete(key)
            self._report(item, expired, 1, expired.size_bytes)
            return
        try:
            document = self._store.get(key)
        except NoSuchObject:
            return  # the record goes last: all else was deleted and reported
        try:
            record = record_of(document)
        except BadDocument as error:
            raise Undeliverable(f"{expired.uri}: {error}") from error
        saver = Saver(named.job_id, named.attempt)
        manifests = saver.manifests_of(record)
        parts, size_bytes = self._parts(record, manifests)
        files = removable(saver.files_of(parts), self._retained(expired, saver, named.rank, record))
        self._delete(list(files))
        documents_bytes = size_bytes + len(document)
        self._report(item, expired, len(files) + len(manifests) + 1, sum(files.values()) + documents_bytes)
        self._delete(list(manifests))
        self._store.delete(key)

    def _key_of(self, expired: CheckpointExpired) -> tuple[str, RankObject]:
        try:
            key = self._store.key(expired.uri)
        except ValueError as error:
            raise Undeliverable(str(error)) from error
        named = checkpoint_of(key)
        if named is None or (named.job_id, named.attempt) != (expired.job_id, expired.attempt):
            allowed = f"a checkpoint of {expired.job_id}/{expired.attempt}"
            raise Undeliverable(f"{expired.uri}; allowed: {allowed}")
        return key, named

    def _retained(self, expired: CheckpointExpired, saver: Saver, rank: int, record: Record) -> set[str]:
        """Return the files of the kept checkpoint before, and of later ones up to the next complete one."""
        kept = set[str]()
        if expired.kept_before is not None:
            kept |= self._files_at(self._store.key(expired.kept_before), saver)[0]
        for key in self._later(saver, rank, record.step):
            files, is_whole = self._files_at(key, saver)
            kept |= files
            if is_whole:
                break
        return kept

    def _later(self, saver: Saver, rank: int, step: int) -> list[str]:
        """Return the keys of the attempt's records of later steps, in order."""
        prefix = f"checkpoints/{saver.job_id}/{saver.attempt}/{rank}/"
        found = {key: step_of_record(key.rpartition("/")[2]) for key in self._store.keys(prefix)}
        later = sorted((number, key) for key, number in found.items() if number is not None and number > step)
        return [key for _, key in later]

    def _files_at(self, key: str, saver: Saver) -> tuple[set[str], bool]:
        """Return the files of the checkpoint with this record, and whether all its parts exist."""
        try:
            record = record_of(self._store.get(key))
        except (NoSuchObject, BadDocument):
            return set(), False
        parts, _ = self._parts(record, saver.manifests_of(record))
        return set(saver.files_of(parts)), len(parts) == record.world_size

    def _parts(self, record: Record, manifests: dict[str, str]) -> tuple[list[Part], int]:
        """Return the parts whose manifests exist and are intact, and the total size of these manifests."""
        found, size_bytes = list[Part](), 0
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            read = pool.map(self._read, manifests)
            for entry, sha256, data in zip(record.manifests, manifests.values(), read, strict=True):
                if data is not None and sha256_of(data) == sha256:
                    found.append(Part(entry.home, manifest_of(data)))
                    size_bytes += len(data)
        return found, size_bytes

    def _read(self, key: str) -> bytes | None:
        try:
            return self._store.get(key)
        except NoSuchObject:
            return None

    def _delete(self, keys: Sequence[str]) -> None:
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            list(pool.map(self._store.delete, keys))

    def _report(self, item: Item, expired: CheckpointExpired, objects: int, freed_bytes: int) -> None:
        removed = CheckpointRemoved(
            job_id=expired.job_id, uri=expired.uri, objects=objects, freed_bytes=freed_bytes
        )
        self._tell(
            Envelope(
                event_id=f"{item.key}/removed",
                key=expired.job_id,
                occurred_at_ms=SystemClock().now_ms(),
                producer="submit/removal",
                correlation_id=str(item.payload["correlation_id"]),
                tenant=expired.tenant,
                payload=removed,
            )
        )
