"""The reactor that removes from the store what the log says nothing refers to.

ObjectDeleted -> its key, and the list of its chunks beside it
ObjectsPlaced -> what was copied onto itself while it was removed
UploadProven  -> what the client put: its copy is what counts
UploadEnded   -> what the client put, whole or in parts that it never put together, and every copy of it but
                 the one that the object lies at
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from muster.events.registry_events import ObjectDeleted, ObjectsPlaced, UploadEnded, UploadProven
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery, Start
from muster.reactors import Effect, Reactor, Undeliverable
from muster.reactors.reactor import Item
from muster.registry.core.storage.uploads import copies_prefix, staging_key

OWN: Final = "registry/"
"""All keys of this service begin so; no other is removed."""


class Store(Protocol):
    """What is asked of the store."""

    def keys(self, prefix: str) -> list[str]:
        """As ObjectStore.keys."""
        ...

    def delete(self, key: str) -> None:
        """As ObjectStore.delete."""
        ...

    def abort_parts(self, key: str) -> None:
        """As ObjectStore.abort_parts."""
        ...


def removal(store: Store) -> Reactor:
    """The reactor."""
    return Reactor(
        name="registry-removal",
        topics=[REGISTRY_EVENTS],
        effects=effects,
        perform=lambda item: remove(store, item),
        begin=Start.BEGINNING,
    )


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """What one fact asks for. PURE."""
    match delivery.envelope.payload:
        case ObjectDeleted() as gone:
            swept = {"key": gone.object_key, "prefix": gone.object_key}
            return [Effect(label=gone.object_key, payload=swept)]
        case ObjectsPlaced() as placed:
            return [Effect(label=key, payload={"key": key, "prefix": key}) for key in placed.gone]
        case UploadProven() as proven:
            return [Effect(label=proven.upload, payload={"key": staging_key(proven.upload)})]
        case UploadEnded() as ended:
            swept = {
                "key": staging_key(ended.upload),
                "prefix": copies_prefix(ended.object, ended.upload),
                "kept": ended.kept_key,
                "in_parts": ended.object.startswith("lfs/"),
            }
            return [Effect(label=ended.upload, payload=swept)]
        case _:
            return []


def remove(store: Store, item: Item) -> None:
    """Remove it; what is not there is no error.

    Raises:
        Undeliverable: it is not this service's.
        StoreUnavailable: S3 does not answer.
    """
    key, prefix = str(item.payload["key"]), str(item.payload.get("prefix", ""))
    if not key.startswith(OWN) or not prefix.startswith((OWN, "")[not prefix]):
        raise Undeliverable(f"{key}: allowed are keys that begin with {OWN}")
    kept = item.payload.get("kept")
    copies = store.keys(prefix) if prefix else []
    for each in (key, *(copy for copy in copies if not kept or not copy.startswith(str(kept)))):
        store.delete(each)
    if item.payload.get("in_parts"):
        store.abort_parts(key)
