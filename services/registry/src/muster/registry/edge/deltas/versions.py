"""Files of a version that are stored in chunks, uploaded so or repacked."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from muster.cas.shards import File as Chunked
from muster.events.registry_commands import ObjectKind
from muster.registry.core.state import object_id
from muster.registry.edge.chunked.tables import repacked_of
from muster.registry.edge.chunked.xorb_store import XorbStore
from muster.registry.edge.queries import commit_at, objects_there
from muster.store import NoSuchObject
from muster.store.trees import File, walk
from muster.views.reading.tables import Tables


class VersionFile(NamedTuple):
    """A file of a version, and the places of its chunks."""

    path: str
    file: Chunked


async def files_of(
    tables: Tables, xorb_store: XorbStore, tenant: str, repository: str, commit: str
) -> tuple[list[VersionFile], list[tuple[str, int]]]:
    """Return the files of a version that are stored in chunks, and paths and sizes of those stored whole.

    Raises:
        StoreUnavailable, NoSuchObject: the store does not answer, or an object is gone.
    """
    row = await commit_at(tables, repository, commit)
    if row is None:
        return [], []
    loop = asyncio.get_running_loop()

    def key_of(hash_: str) -> str:
        tree = object_id(ObjectKind.TREE, hash_)
        return asyncio.run_coroutine_threadsafe(_key(tables, tree), loop).result()

    def read(hash_: str) -> bytes:
        return xorb_store.content.listing(hash_, lambda: key_of(hash_))

    entries = await asyncio.to_thread(lambda: list(walk(read, row.root)))
    found: list[VersionFile] = []
    whole: list[tuple[str, int]] = []
    for path, entry in entries:
        if isinstance(entry, File) and entry.kind in {"xet", "lfs"}:
            record = await _record(tables, tenant, entry)
            if record:
                key = await _key(tables, object_id(ObjectKind.FILE, record))
                found.append(VersionFile(path, await asyncio.to_thread(xorb_store.file, key)))
            else:
                whole.append((path, entry.size_bytes))
    return found, whole


async def _record(tables: Tables, tenant: str, file: File) -> str:
    """Return the hash of a file's record; empty: the file is stored whole."""
    if file.kind == "xet":
        return file.found_by[1]
    repacked = await repacked_of(tables, tenant, object_id(ObjectKind.LFS, file.hash))
    return "" if repacked is None else repacked.record


async def _key(tables: Tables, object_: str) -> str:
    row = (await objects_there(tables, [object_])).get(object_)
    if row is None:
        raise NoSuchObject(object_)
    return row.object_key
