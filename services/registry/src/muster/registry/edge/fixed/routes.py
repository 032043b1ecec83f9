"""Uploads in fixed chunks: find missing chunks, assemble a file, and read the manifest of a file.

1  POST fixed-chunks   the client sends hash and size of each chunk; chunks that the organisation has are
                       "held", the others get an upload address and one to prove the upload, as with git-lfs
2  POST fixed-files    the client sends the manifest; the answer streams progress lines, then the result
3  a commit names the file by its SHA-256, as with git-lfs

After an interruption, 1 reports chunks that were proven within the last 24 h as held.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from muster.api.problems import Problem, unavailable
from muster.cas.fixed import FIXED_BYTES, chunks_in
from muster.cas.naming import digest_of
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.names import HASH
from muster.registry.edge.fixed.assembling import Progress, Wanted, assembled
from muster.registry.edge.fixed.tables import manifest_of, ranges_with
from muster.registry.edge.hub.asked import Ask, Asked, Types
from muster.registry.edge.hub.bodies import field_of, json_object, list_of
from muster.registry.edge.hub.errors import bad_request, no_entry, refusal
from muster.registry.edge.hub.files import LARGE, in_chunks
from muster.registry.edge.hub.lfs import to_upload
from muster.registry.edge.reading import RepositoryRow
from muster.registry.edge.versions.guard import content_of, readable, root_of
from muster.store.trees import File

CHUNKS_MAX: Final = 800
"""Maximum number of chunks of a file or a request: 50 GB, also the limit of background chunking (ADR 120)."""

TOLD_EVERY_S: Final = 2.0
TURN_S: Final = 1_800.0
"""Time that a file waits for those ahead of it, in seconds; each process assembles one file at a time."""

_PATH: Final = "/v1/repositories/{types}/{namespace}/{name}"

router = APIRouter(include_in_schema=False)


@router.post(_PATH + "/fixed-chunks")
async def find(types: Types, namespace: str, name: str, ask: Ask) -> dict[str, Any]:
    """Which of these chunks are to be sent, and where to."""
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    sizes = _sizes(list_of(await json_object(ask.request), "chunks", CHUNKS_MAX))
    within = ask.dedup_within(repository)
    held = await ranges_with(ask.gateway.tables, repository.tenant, list(sizes), within)
    wanted = {sha256: size for sha256, size in sizes.items() if sha256 not in held}
    answers = await to_upload(ask, repository, wanted, in_parts=False) if wanted else []
    actions = {each["oid"]: each.get("actions") for each in answers}
    return {"chunks": [_told(sha256, size, actions.get(sha256)) for sha256, size in sizes.items()]}


@router.post(_PATH + "/fixed-files")
async def take(types: Types, namespace: str, name: str, ask: Ask) -> StreamingResponse:
    """A file of chunks that are there."""
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    wanted = _wanted(await json_object(ask.request))
    return StreamingResponse(_lines(ask, repository, wanted), media_type="application/x-ndjson")


@router.get(_PATH + "/fixed-manifest")
async def read_manifest(  # noqa: PLR0917  (the path)
    types: Types,
    namespace: str,
    name: str,
    ask: Ask,
    path: Annotated[str, Query(min_length=1)],
    revision: str = "main",
) -> dict[str, Any]:
    """The manifest of a file, if the registry has read it: it came so, or was cut in the background."""
    repository = await ask.repository(types, namespace, name, Level.READ)
    commit = await ask.commit(repository, revision)
    file = await ask.entry(commit, path)
    if not isinstance(file, File):
        raise no_entry(path, commit.commit)
    await readable(ask, repository, {content_of(file): path, root_of(commit.root): path})
    _, record = await in_chunks(ask, repository, file)
    chunks = await manifest_of(ask.gateway.tables, repository.tenant, record) if record else []
    if not chunks:
        known = "" if file.kind in LARGE else "; it is small"
        raise refusal(404, f"{path}: nobody has read it in chunks of {FIXED_BYTES} bytes{known}")
    return {
        "path": path,
        "sha256": digest_of(file.hash),
        "size_bytes": file.size_bytes,
        "chunk_bytes": FIXED_BYTES,
        "chunks": chunks,
    }


def _sizes(given: Sequence[Any]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for each in given:
        match each:
            case {"sha256": str(sha256), "size_bytes": int(size)} if (
                HASH.fullmatch(sha256) and 0 < size <= FIXED_BYTES
            ):
                sizes[sha256] = size
            case _:
                allowed = f"a sha256 of 64 hexadecimal digits and size_bytes of 1 to {FIXED_BYTES}"
                raise bad_request(f"chunks has {str(each)[:120]}; allowed is {allowed}")
    if not sizes:
        raise bad_request("chunks has no items; allowed are 1 or more")
    return sizes


def _told(sha256: str, size: int, actions: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"sha256": sha256, "size_bytes": size, "state": "held"}
    if actions:
        told |= {"state": "wanted", "put": actions["upload"]["href"], "verify": actions["verify"]["href"]}
    return told


def _wanted(body: dict[str, Any]) -> Wanted:
    sha256, size_bytes = field_of(body, "sha256", str), field_of(body, "size_bytes", int)
    chunks = list_of(body, "chunks", CHUNKS_MAX)
    if not HASH.fullmatch(sha256):
        raise bad_request(f"sha256 is {sha256[:80]!r}; allowed are 64 hexadecimal digits")
    if not 0 < size_bytes <= CHUNKS_MAX * FIXED_BYTES:
        raise bad_request(f"size_bytes is {size_bytes}; allowed are 1 to {CHUNKS_MAX * FIXED_BYTES}")
    if len(chunks) != chunks_in(size_bytes):
        allowed = f"{chunks_in(size_bytes)}, one for each {FIXED_BYTES} bytes"
        raise bad_request(f"chunks has {len(chunks)} items; allowed are {allowed}")
    for each in chunks:
        if not isinstance(each, str) or not HASH.fullmatch(each):
            raise bad_request(f"chunks has {str(each)[:80]!r}; allowed are 64 hexadecimal digits each")
    return Wanted(sha256=sha256, size_bytes=size_bytes, chunks=tuple(chunks))


async def _lines(ask: Asked, repository: RepositoryRow, wanted: Wanted) -> AsyncIterator[bytes]:
    progress = Progress()
    working = asyncio.create_task(_in_turn(ask, repository, wanted, progress))
    try:
        while not (await asyncio.wait([working], timeout=TOLD_EVERY_S))[0]:
            yield _line(type="progress", done_bytes=progress.done_bytes, size_bytes=wanted.size_bytes)
        file = working.result()
        yield _line(type="result", sha256=file.sha256, size_bytes=file.size_bytes, xet_hash=file.file)
    except Problem as problem:
        is_retryable = problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        yield _line(type="error", message=problem.detail, retryable=is_retryable)
    finally:
        working.cancel()


async def _in_turn(ask: Asked, repository: RepositoryRow, wanted: Wanted, progress: Progress) -> Any:
    try:
        async with ask.hub.turns.of("fixed-files", TURN_S):
            return await assembled(ask, repository, wanted, progress)
    except TimeoutError:
        raise unavailable(f"other files are put together for {TURN_S:.0f} s; ask again") from None


def _line(**said: Any) -> bytes:
    return json.dumps(said).encode() + b"\n"
