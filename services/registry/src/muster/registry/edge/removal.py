"""Removes from the store what the log declares unreferenced, and copies without recent requests.

ObjectDeleted -> the object and its chunk list; for a record, also whole copies of its file
ObjectsPlaced -> objects that were copied onto themselves while they were being removed
XorbRepacked  -> the xorb's own bytes, a day later; its chunk list stays as long as the xorb exists
UploadProven  -> the client's bytes: the proven copy replaces them
UploadEnded   -> the client's bytes, whole or as parts that were never completed, and every copy of them but
                 the object's own
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from typing import Final, Protocol

from muster.cas.naming import encryption_key_of
from muster.events.registry_commands import ObjectKind
from muster.events.registry_events import (
    ObjectDeleted,
    ObjectsPlaced,
    UploadEnded,
    UploadProven,
    XorbRepacked,
)
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Clock, Delivery, Start
from muster.reactors import Effect, Reactor, Undeliverable
from muster.reactors.reactor import Item
from muster.registry.core.state import object_id
from muster.registry.core.storage.cached_copies import PLAIN, WHOLE, is_plain_over, whole_of, whole_over
from muster.registry.core.storage.collecting import GRACE_MS
from muster.registry.core.storage.uploads import copies_prefix, staging_key
from muster.store import StoreUnavailable

OWN: Final = "registry/"
"""Prefix of all keys of this service; keys without it are never removed."""


class Store(Protocol):
    """Operations of the store that removal needs."""

    def keys(self, prefix: str) -> list[str]:
        """As ObjectStore.keys."""
        ...

    def delete(self, key: str) -> None:
        """As ObjectStore.delete."""
        ...

    def abort_parts(self, key: str) -> None:
        """As ObjectStore.abort_parts."""
        ...

    def parts_begun(self, prefix: str) -> list[str]:
        """As ObjectStore.parts_begun."""
        ...


_log = logging.getLogger(__name__)

_RECORDS: Final = object_id(ObjectKind.FILE, "")

SWEEP_S: Final = 3_600.0
"""Interval of sweeps through the copies, in seconds."""


def removal(store: Store) -> Reactor:
    """Return the reactor that removes unreferenced objects."""
    return Reactor(
        name="registry-removal",
        topics=[REGISTRY_EVENTS],
        effects=effects,
        perform=lambda item: remove(store, item),
        begin=Start.BEGINNING,
    )


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Return the removals that a fact requires. PURE."""
    match delivery.envelope.payload:
        case ObjectDeleted() as gone:
            swept = {"key": gone.object_key, "prefix": gone.object_key}
            if gone.object.startswith(_RECORDS):
                swept["copies"] = whole_of(gone.object.removeprefix(_RECORDS))
            return [Effect(label=gone.object_key, payload=swept)]
        case ObjectsPlaced() as placed:
            return [Effect(label=key, payload={"key": key, "prefix": key}) for key in placed.gone]
        case XorbRepacked() as repacked:
            not_before_ms = delivery.envelope.occurred_at_ms + GRACE_MS
            return [Effect(repacked.object_key, {"key": repacked.object_key}, not_before_ms)]
        case UploadProven() as proven:
            return [Effect(label=proven.upload, payload={"key": staging_key(proven.upload, proven.object)})]
        case UploadEnded() as ended:
            swept = {
                "key": staging_key(ended.upload, ended.object),
                "prefix": copies_prefix(ended.object, ended.upload),
                "kept": ended.kept_key,
                "in_parts": ended.object.startswith("lfs/") or bool(encryption_key_of(ended.object)),
            }
            return [Effect(label=ended.upload, payload=swept)]
        case _:
            return []


def remove(store: Store, item: Item) -> None:
    """Remove the keys of an item; missing ones are ignored.

    Raises:
        Undeliverable: a key does not belong to this service.
        StoreUnavailable: S3 does not answer.
    """
    key, prefix = str(item.payload["key"]), str(item.payload.get("prefix", ""))
    if not key.startswith(OWN) or not prefix.startswith((OWN, "")[not prefix]):
        raise Undeliverable(f"key is {key}; must begin with {OWN}")
    kept = item.payload.get("kept")
    copies = store.keys(prefix) if prefix else []
    for each in (key, *(copy for copy in copies if not kept or not copy.startswith(str(kept)))):
        store.delete(each)
    if item.payload.get("in_parts"):
        store.abort_parts(key)
    if "copies" in item.payload:
        for each in store.keys(str(item.payload["copies"])):
            store.delete(each)


def sweep(store: Store, at_ms: int) -> int:
    """Remove expired copies and unfinished uploads of copies, and return their number.

    Raises:
        StoreUnavailable: S3 does not answer.
    """
    begun = whole_over(store.parts_begun(WHOLE), at_ms)
    for key in begun:
        store.abort_parts(key)
    over = [key for key in store.keys(PLAIN) if is_plain_over(key, at_ms)]
    over += whole_over(store.keys(WHOLE), at_ms)
    for key in over:
        store.delete(key)
    return len(over) + len(begun)


def sweep_hourly(store: Store, clock: Clock, stop: threading.Event) -> None:
    """Sweep every SWEEP_S seconds until stopped; a failed sweep is retried at the next one."""
    while not stop.is_set():
        try:
            if count := sweep(store, clock.now_ms()):
                _log.info("%d expired copies and marks were removed", count)
        except StoreUnavailable as error:
            _log.warning("expired copies will be removed in an hour: %s", error)
        stop.wait(SWEEP_S)
