"""Xorbs with repeated chunks: stored without their repeats under another hash, or not at all.

The registry compares a new xorb with itself, and with those that its repository got lately (recent_xorbs.py).
Large xorbs of a repository are compared one after the other, as one upload sends them at once.

Clients go on naming the xorb that they sent: in the shard of the same upload, and in later ones, as they
cache what they have sent for weeks. So it is registered as a file of its repository, whose record describes
its chunks. The record of the first file that used it also describes it, and is found by a key chunk with the
xorb's hash, for as long as a live commit has that file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from muster.api.problems import unavailable
from muster.cas.chunk_lists import ChunkList
from muster.cas.hashing import file_hash, from_hex, to_hex
from muster.cas.naming import digest_of
from muster.cas.repeats import Replaced, as_file, description, is_repetitive, without_repeats
from muster.events.registry_commands import ObjectKind, RegisterFiles, UploadProof, XetFile
from muster.journal import SystemClock
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.chunked.xorb_store import Arrived, object_of, record_of, xorbs_of
from muster.registry.edge.queries import RepositoryRow, UploadRow, records_with, xet_records
from muster.registry.edge.requests.context import RequestContext
from muster.registry.edge.requests.uploads import store_objects

COMPARED_BYTES_MIN: Final = 2**20
"""Size from which xorbs are compared."""
_PATIENCE_S: Final = 120.0


async def store_compared(
    context: RequestContext,
    repository: RepositoryRow,
    chunks: ChunkList,
    data: Callable[[], bytes],
    store: Callable[[], Awaitable[None]],
) -> bool:
    """Store a xorb, or only what of it is new; return whether it is stored as it is.

    Args:
        context: The request.
        repository: The repository.
        chunks: List of the xorb's chunks.
        data: Returns its bytes; called in a thread.
        store: Stores it as it is.

    Raises:
        Problem: 503 others have stored xorbs of the repository for _PATIENCE_S seconds; what `store` raises.
    """
    if chunks.stored_bytes < COMPARED_BYTES_MIN:
        await store()
        return True
    recent, name = context.services.recent, repository.repository
    try:
        async with context.services.turns.of(f"xorbs/{name}", _PATIENCE_S):
            now_ms = SystemClock().now_ms()
            held = recent.covering(name, chunks, now_ms)
            if held is None and not is_repetitive(chunks):
                await store()
                recent.put(name, chunks, now_ms)
                return True
            if held is None:
                held = await _stored_once(context, repository, chunks, await context.in_thread(data))
                recent.put(name, held, now_ms)
            else:
                await _register(context, repository, chunks, held, {})
            return False
    except TimeoutError:
        raise unavailable(f"repository {name}: other xorbs are being stored; retry") from None


async def remove_upload(context: RequestContext, upload: UploadRow, arrived: Arrived) -> None:
    """Remove the bytes of an upload that is replaced; any that stay are removed with its reservation."""
    await context.in_thread(context.services.content.discard, arrived.key)
    await context.in_thread(context.services.content.delete, staging_key(upload.upload, upload.object))


async def _stored_once(
    context: RequestContext, repository: RepositoryRow, chunks: ChunkList, data: bytes
) -> ChunkList:
    """Store the distinct chunks of a xorb, register what the xorb was, and return their list.

    Whatever ends this early, the bytes stored so far are removed with their upload reservations.
    """
    distinct, held = await context.in_thread(without_repeats, data, chunks)
    xorb = object_of(held.xorb, repository.encryption_key)
    proofs = await store_objects(context, repository, {xorb: distinct})
    if xorb in proofs:
        await context.in_thread(context.services.xorb_store.keep, proofs[xorb].object_key, held)
    await _register(context, repository, chunks, held, proofs)
    return held


async def _register(
    context: RequestContext,
    repository: RepositoryRow,
    chunks: ChunkList,
    held: ChunkList,
    proofs: Mapping[str, UploadProof],
) -> None:
    """Register a xorb that is not stored as a file in the stored one."""
    file = as_file(chunks, held)
    record = record_of(file, [description(chunks)])
    named = repository.hash_of(hashlib.sha256(record).hexdigest())
    of_record = await store_objects(context, repository, {object_id(ObjectKind.FILE, named): record})
    said = XetFile(
        record=named,
        file=to_hex(file.hash),
        sha256="",
        size_bytes=file.raw_bytes,
        xorbs=(repository.hash_of(to_hex(held.xorb)),),
    )
    command = RegisterFiles(
        repository=repository.repository,
        files=(said,),
        key_chunks=(),
        proofs=(*proofs.values(), *of_record.values()),
        **signature(context.who),
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))


async def replaced(
    context: RequestContext, repository: RepositoryRow, xorbs: Sequence[bytes]
) -> dict[bytes, Replaced]:
    """Return those of these xorbs that the organisation stores without repeats under another hash."""
    tables, kept = context.gateway.tables, context.services.xorb_store
    files = {to_hex(file_hash(xorb)): xorb for xorb in xorbs}
    found: dict[bytes, Replaced] = {}
    for row in await xet_records(tables, repository.repository, list(files)):
        record = await context.in_thread(kept.record, row.object_key)
        described = {xorb.hash: xorb for xorb in record.xorbs}
        xorb = files[row.file]
        if xorb in described:
            found[xorb] = Replaced(described[xorb], xorbs_of(record.files)[0])
    others = [to_hex(xorb) for xorb in xorbs if xorb not in found]
    within = context.dedup_within(repository)
    for digits, row in (await records_with(tables, repository.tenant, others, within)).items():
        record = await context.in_thread(kept.record, row.object_key)
        for xorb in record.xorbs:
            if to_hex(xorb.hash) == digits:
                found[xorb.hash] = Replaced(xorb, from_hex(digest_of(row.xorb)))
    return found
