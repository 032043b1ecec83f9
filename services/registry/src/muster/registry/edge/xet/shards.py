"""Shard uploads: verify the described files against the chunk lists of their xorbs, and register them.

A client that reads frames gets a progress frame every HEARTBEAT_S seconds; any other gets a single answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from http import HTTPStatus
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response, StreamingResponse
from muster.api.problems import Problem
from muster.cas import shards
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import is_key_chunk, to_hex
from muster.cas.repeats import Replaced, moved
from muster.cas.shards import File, Xorb
from muster.events.registry_commands import (
    KeyChunk,
    ObjectKind,
    RegisterFiles,
    XetFile,
)
from muster.registry.core.access import Level
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.core.storage.files import FILES_MAX, KEY_CHUNKS_MAX, XORBS_MAX
from muster.registry.core.storage.uploads import SIZE_BYTES_MAX
from muster.registry.edge.chunked.xorb_store import keys_of, object_of, record_of, xorbs_of
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.refusals import bad_request
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.requests.uploads import store_objects
from muster.registry.edge.xet.lookup import PREFIX, RepositoryId, all_there, malformed
from muster.registry.edge.xet.repeats import replaced

HEARTBEAT_S: Final = 10.0

TERMS_MAX: Final = 500_000
"""Maximum number of terms of one file: reading any part of it loads its whole record, up to 24 MB."""

router = APIRouter(include_in_schema=False)


@router.post(PREFIX + "/v2/shards")
async def take_with_progress(repository: RepositoryId, context: Context) -> Response:
    """Register a shard, with progress frames; the last frame has the outcome, as the status is always 200."""
    found = await context.repository_with_id(repository, Level.WRITE)
    body = await context.request.body()
    return StreamingResponse(_frames(context, found, body), media_type="application/x-ndjson")


@router.post(PREFIX + "/v1/shards")
async def take(repository: RepositoryId, context: Context) -> Response:
    """Register a shard, with a single answer."""
    found = await context.repository_with_id(repository, Level.WRITE)
    await _register(context, found, await context.request.body())
    return JSONResponse({"result": 1})


async def _frames(context: RequestContext, repository: RepositoryRow, body: bytes) -> AsyncIterator[bytes]:
    working = asyncio.create_task(_register(context, repository, body))
    try:
        while not (await asyncio.wait([working], timeout=HEARTBEAT_S))[0]:
            yield _frame({"type": "committing", "stage": "syncing"})
        working.result()
        yield _frame({"type": "result"})
    except Problem as problem:
        retryable = problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        yield _frame({"type": "error", "message": problem.detail, "retryable": retryable})
    finally:
        working.cancel()


def _frame(frame: dict[str, Any]) -> bytes:
    return json.dumps(frame).encode() + b"\n"


async def _register(context: RequestContext, repository: RepositoryRow, body: bytes) -> None:
    """Verify and register the files of a shard.

    Raises:
        Problem: 400 a file does not match its xorbs; 403 the quota is used up; 503 the store or the log does
            not answer.
    """
    try:
        shard = await context.in_thread(shards.decode, body)
        for files in _batches(shard.files):
            gone = await replaced(context, repository, xorbs_of(files))
            named = dict.fromkeys(gone[xorb].stored if xorb in gone else xorb for xorb in xorbs_of(files))
            held = await _chunk_lists(context, repository, list(named))
            lying = await context.in_thread(_proven, files, gone, held)
            await _register_batch(context, repository, lying, gone, held)
    except Malformed as error:
        raise malformed(error) from None


def _batches(files: Sequence[File]) -> Iterator[list[File]]:
    """Yield batches of files, one per command, within FILES_MAX and XORBS_MAX."""
    batch: dict[bytes, File] = {}
    xorbs = 0
    for file in files:
        if len(file.terms) > TERMS_MAX:
            text = f"file {to_hex(file.hash)} has {len(file.terms)} terms; must be at most {TERMS_MAX}"
            raise bad_request(text)
        if file.raw_bytes > SIZE_BYTES_MAX:
            text = f"file {to_hex(file.hash)} has {file.raw_bytes} bytes; must be at most {SIZE_BYTES_MAX}"
            raise bad_request(text)
        some = len(xorbs_of([file]))
        if some > XORBS_MAX:
            text = f"file {to_hex(file.hash)} is stored in {some} xorbs; must be at most {XORBS_MAX}"
            raise bad_request(text)
        if batch and (len(batch) == FILES_MAX or xorbs + some > XORBS_MAX):
            yield list(batch.values())
            batch, xorbs = {}, 0
        batch[file.hash] = file
        xorbs += some
    if batch:
        yield list(batch.values())


async def _chunk_lists(
    context: RequestContext, repository: RepositoryRow, xorbs: Sequence[bytes]
) -> dict[bytes, ChunkList]:
    """Return the chunk lists of these xorbs, as far as they are stored."""
    named = [object_of(xorb, repository.encryption_key) for xorb in xorbs]
    there = await all_there(context.gateway.tables, named)
    keys = keys_of({object_: row.object_key for object_, row in there.items()})
    return await context.in_thread(context.services.xorb_store.lists, keys)


class _Lying(NamedTuple):
    """A file whose terms name stored xorbs only, and the xorbs not stored that its uploader named."""

    file: File
    gone: tuple[Xorb, ...]


def _proven(
    files: Sequence[File], gone: Mapping[bytes, Replaced], held: Mapping[bytes, ChunkList]
) -> list[_Lying]:
    """Move files to stored xorbs, and verify them; each xorb that is not stored goes with one file."""
    described: set[bytes] = set()
    lying: list[_Lying] = []
    for file in files:
        new = [xorb for xorb in xorbs_of([file]) if xorb in gone and xorb not in described]
        file_there = moved(file, gone, held)
        shards.prove(file_there, held)
        lying.append(_Lying(file_there, tuple(gone[xorb].xorb for xorb in new)))
        described.update(new)
    return lying


async def _register_batch(
    context: RequestContext,
    repository: RepositoryRow,
    files: Sequence[_Lying],
    gone: Mapping[bytes, Replaced],
    held: dict[bytes, ChunkList],
) -> None:
    """Store the records of these files, and register the files."""
    records: dict[str, tuple[_Lying, bytes]] = {}
    for lying in files:
        record = record_of(*lying)
        records[repository.hash_of(hashlib.sha256(record).hexdigest())] = (lying, record)
    objects = {object_id(ObjectKind.FILE, record): data for record, (_, data) in records.items()}
    of = {record: lying.file for record, (lying, _) in records.items()}
    former = (
        KeyChunk(
            chunk=to_hex(xorb.hash), xorb=repository.hash_of(to_hex(gone[xorb.hash].stored)), record=name
        )
        for name, (lying, _) in records.items()
        for xorb in lying.gone
    )
    command = RegisterFiles(
        repository=repository.repository,
        files=tuple(_xet_file(repository, record, file) for record, file in of.items()),
        key_chunks=tuple(islice(chain(former, _key_chunks(repository, of, held)), KEY_CHUNKS_MAX)),
        proofs=tuple((await store_objects(context, repository, objects)).values()),
        **signature(context.who),
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))


def _xet_file(repository: RepositoryRow, record: str, file: File) -> XetFile:
    return XetFile(
        record=record,
        file=to_hex(file.hash),
        sha256=file.sha256 or "",
        size_bytes=file.raw_bytes,
        xorbs=tuple(repository.hash_of(to_hex(xorb)) for xorb in xorbs_of([file])),
    )


def _key_chunks(
    repository: RepositoryRow, records: Mapping[str, File], held: dict[bytes, ChunkList]
) -> Iterator[KeyChunk]:
    """Yield the chunks that clients query: the first of each file, and those with a key-chunk hash."""
    for record, file in records.items():
        for number, term in enumerate(file.terms):
            chunks, xorb = held[term.xorb], repository.hash_of(to_hex(term.xorb))
            for place in range(term.start, term.end):
                chunk = chunks.chunk(place)
                if is_key_chunk(chunk) or (number == 0 and place == term.start):
                    yield KeyChunk(chunk=to_hex(chunk), xorb=xorb, record=record)
