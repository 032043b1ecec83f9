"""Shard uploads: verify the described files against the chunk lists of their xorbs, and register them.

A client that reads frames gets a progress frame every HEARTBEAT_S seconds; any other gets a single answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response, StreamingResponse
from muster.api.problems import Problem
from muster.cas import shards
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import is_key_chunk, to_hex
from muster.cas.shards import File
from muster.events.registry_commands import (
    KeyChunk,
    ObjectKind,
    RegisterFiles,
    XetFile,
)
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.core.storage.files import FILES_MAX, KEY_CHUNKS_MAX, XORBS_MAX
from muster.registry.core.storage.uploads import SIZE_BYTES_MAX
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.hub.errors import bad_request
from muster.registry.edge.hub.storing import stored
from muster.registry.edge.reading import RepositoryRow
from muster.registry.edge.xet.asked import PREFIX, RepositoryId, all_there, malformed
from muster.registry.edge.xet.kept import keys_of, object_of, record_of, xorbs_of

HEARTBEAT_S: Final = 10.0

TERMS_MAX: Final = 500_000
"""Maximum number of terms of one file: reading any part of it loads its whole record, up to 24 MB."""

router = APIRouter(include_in_schema=False)


@router.post(PREFIX + "/v2/shards")
async def take_telling(repository: RepositoryId, ask: Ask) -> Response:
    """A shard; frames say how far it is. The last one says what became of it, whatever the status."""
    found = await ask.repository_with_id(repository, Level.WRITE)
    body = await ask.request.body()
    return StreamingResponse(_frames(ask, found, body), media_type="application/x-ndjson")


@router.post(PREFIX + "/v1/shards")
async def take(repository: RepositoryId, ask: Ask) -> Response:
    """A shard, with one answer."""
    found = await ask.repository_with_id(repository, Level.WRITE)
    await _register(ask, found, await ask.request.body())
    return JSONResponse({"result": 1})


async def _frames(ask: Asked, repository: RepositoryRow, body: bytes) -> AsyncIterator[bytes]:
    working = asyncio.create_task(_register(ask, repository, body))
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


def _frame(said: dict[str, Any]) -> bytes:
    return json.dumps(said).encode() + b"\n"


async def _register(ask: Asked, repository: RepositoryRow, body: bytes) -> None:
    """Verify and register the files of a shard.

    Raises:
        Problem: 400 a file does not match its xorbs; 403 the quota is used up; 503 the store or the log does
            not answer.
    """
    try:
        told = await ask.in_thread(shards.decode, body)
        for files in _batches(told.files):
            held = await _held(ask, repository, files)
            await ask.in_thread(_prove, files, held)
            await _registered(ask, repository, files, held)
    except Malformed as error:
        raise malformed(error) from None


def _batches(files: Sequence[File]) -> Iterator[list[File]]:
    """Yield batches of files, one per command, within FILES_MAX and XORBS_MAX."""
    batch: dict[bytes, File] = {}
    xorbs = 0
    for file in files:
        if len(file.terms) > TERMS_MAX:
            text = f"file {to_hex(file.hash)} has {len(file.terms)} terms; allowed are {TERMS_MAX}"
            raise bad_request(text)
        if file.raw_bytes > SIZE_BYTES_MAX:
            text = f"file {to_hex(file.hash)} has {file.raw_bytes} bytes; allowed are {SIZE_BYTES_MAX}"
            raise bad_request(text)
        some = len(xorbs_of([file]))
        if some > XORBS_MAX:
            text = f"file {to_hex(file.hash)} lies in {some} xorbs; allowed are {XORBS_MAX}"
            raise bad_request(text)
        if batch and (len(batch) == FILES_MAX or xorbs + some > XORBS_MAX):
            yield list(batch.values())
            batch, xorbs = {}, 0
        batch[file.hash] = file
        xorbs += some
    if batch:
        yield list(batch.values())


async def _held(ask: Asked, repository: RepositoryRow, files: Sequence[File]) -> dict[bytes, ChunkList]:
    """Return the chunk lists of the xorbs of these files, as far as they are stored."""
    named = [object_of(xorb, repository.encryption_key) for xorb in xorbs_of(files)]
    there = await all_there(ask.gateway.tables, named)
    keys = keys_of({object_: row.object_key for object_, row in there.items()})
    return await ask.in_thread(ask.hub.kept.lists, keys)


def _prove(files: Sequence[File], held: dict[bytes, ChunkList]) -> None:
    for file in files:
        shards.prove(file, held)


async def _registered(
    ask: Asked, repository: RepositoryRow, files: Sequence[File], held: dict[bytes, ChunkList]
) -> None:
    """Store the records of these files, and register the files."""
    records: dict[str, tuple[File, bytes]] = {}
    for file in files:
        record = record_of(file)
        records[repository.hash_of(hashlib.sha256(record).hexdigest())] = (file, record)
    objects = {object_id(ObjectKind.FILE, record): data for record, (_, data) in records.items()}
    command = RegisterFiles(
        repository=repository.repository,
        files=tuple(_said(repository, record, file) for record, (file, _) in records.items()),
        key_chunks=tuple(_key_chunks(repository, records, held))[:KEY_CHUNKS_MAX],
        proofs=tuple((await stored(ask, repository, objects)).values()),
        **signature(ask.who),
    )
    await ask.ask(about_repository(command, ask.gateway.log.stamp()))


def _said(repository: RepositoryRow, record: str, file: File) -> XetFile:
    return XetFile(
        record=record,
        file=to_hex(file.hash),
        sha256=file.sha256 or "",
        size_bytes=file.raw_bytes,
        xorbs=tuple(repository.hash_of(to_hex(xorb)) for xorb in xorbs_of([file])),
    )


def _key_chunks(
    repository: RepositoryRow, records: dict[str, tuple[File, bytes]], held: dict[bytes, ChunkList]
) -> Iterator[KeyChunk]:
    """Yield the chunks that clients query: the first of each file, and those with a key-chunk hash."""
    for record, (file, _) in records.items():
        for number, term in enumerate(file.terms):
            chunks, xorb = held[term.xorb], repository.hash_of(to_hex(term.xorb))
            for place in range(term.start, term.end):
                chunk = chunks.chunk(place)
                if is_key_chunk(chunk) or (number == 0 and place == term.start):
                    yield KeyChunk(chunk=to_hex(chunk), xorb=xorb, record=record)
