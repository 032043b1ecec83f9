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
from muster.registry.core.access import Level
from muster.registry.core.names import HASH
from muster.registry.edge.fixed.assembly import FileDescription, Progress, assemble
from muster.registry.edge.fixed.tables import manifest_of, ranges_with
from muster.registry.edge.hub.files import LARGE, in_chunks
from muster.registry.edge.hub.lfs import to_upload
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.refusals import bad_request, no_entry, refusal
from muster.registry.edge.requests.bodies import field_of, json_object, list_of
from muster.registry.edge.requests.context import Context, RequestContext, Types
from muster.registry.edge.versions.guard import content_of, readable, root_of
from muster.store.trees import File

CHUNKS_MAX: Final = 800
"""Maximum number of chunks of a file or a request: 50 GB, also the limit of background chunking (ADR 120)."""

PROGRESS_S: Final = 2.0
WAIT_S: Final = 1_800.0
"""Time that a file waits for those ahead of it, in seconds; each process assembles one file at a time."""

_PATH: Final = "/v1/repositories/{types}/{namespace}/{name}"

router = APIRouter(include_in_schema=False)


@router.post(_PATH + "/fixed-chunks")
async def find(types: Types, namespace: str, name: str, context: Context) -> dict[str, Any]:
    """Report which of these chunks are held, and return upload addresses for the others."""
    repository = await context.repository(types, namespace, name, Level.WRITE)
    sizes = _sizes(list_of(await json_object(context.request), "chunks", CHUNKS_MAX))
    within = context.dedup_within(repository)
    held = await ranges_with(context.gateway.tables, repository.tenant, list(sizes), within)
    wanted = {sha256: size for sha256, size in sizes.items() if sha256 not in held}
    answers = await to_upload(context, repository, wanted, in_parts=False) if wanted else []
    actions = {each["oid"]: each.get("actions") for each in answers}
    return {"chunks": [_chunk_answer(sha256, size, actions.get(sha256)) for sha256, size in sizes.items()]}


@router.post(_PATH + "/fixed-files")
async def take(types: Types, namespace: str, name: str, context: Context) -> StreamingResponse:
    """Assemble a file from stored chunks; the answer is a stream of progress lines, then the result."""
    repository = await context.repository(types, namespace, name, Level.WRITE)
    wanted = _parse_file(await json_object(context.request))
    return StreamingResponse(_lines(context, repository, wanted), media_type="application/x-ndjson")


@router.get(_PATH + "/fixed-manifest")
async def read_manifest(  # noqa: PLR0917  (the path)
    types: Types,
    namespace: str,
    name: str,
    context: Context,
    path: Annotated[str, Query(min_length=1)],
    revision: str = "main",
) -> dict[str, Any]:
    """Return a file's manifest, if it was uploaded in fixed chunks or split in the background."""
    repository = await context.repository(types, namespace, name, Level.READ)
    commit = await context.commit(repository, revision)
    file = await context.entry(commit, path)
    if not isinstance(file, File):
        raise no_entry(path, commit.commit)
    await readable(context, repository, {content_of(file): path, root_of(commit.root): path})
    _, record = await in_chunks(context, repository, file)
    chunks = await manifest_of(context.gateway.tables, repository.tenant, record) if record else []
    if not chunks:
        why = "the registry has not read it in fixed chunks" if file.kind in LARGE else "the file is small"
        raise refusal(404, f"{path} has no manifest of {FIXED_BYTES}-byte chunks: {why}")
    return {
        "path": path,
        "sha256": digest_of(file.hash),
        "size_bytes": file.size_bytes,
        "chunk_bytes": FIXED_BYTES,
        "chunks": chunks,
    }


def _sizes(items: Sequence[Any]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for each in items:
        match each:
            case {"sha256": str(sha256), "size_bytes": int(size)} if (
                HASH.fullmatch(sha256) and 0 < size <= FIXED_BYTES
            ):
                sizes[sha256] = size
            case _:
                allowed = f"a sha256 of 64 hexadecimal digits and size_bytes of 1 to {FIXED_BYTES}"
                raise bad_request(f"chunks has {str(each)[:120]}; must be {allowed}")
    if not sizes:
        raise bad_request("chunks has no items; must be 1 or more")
    return sizes


def _chunk_answer(sha256: str, size: int, actions: Any) -> dict[str, Any]:
    answer: dict[str, Any] = {"sha256": sha256, "size_bytes": size, "state": "held"}
    if actions:
        answer |= {"state": "wanted", "put": actions["upload"]["href"], "verify": actions["verify"]["href"]}
    return answer


def _parse_file(body: dict[str, Any]) -> FileDescription:
    sha256, size_bytes = field_of(body, "sha256", str), field_of(body, "size_bytes", int)
    chunks = list_of(body, "chunks", CHUNKS_MAX)
    if not HASH.fullmatch(sha256):
        raise bad_request(f"sha256 is {sha256[:80]!r}; must be 64 hexadecimal digits")
    if not 0 < size_bytes <= CHUNKS_MAX * FIXED_BYTES:
        raise bad_request(f"size_bytes is {size_bytes}; must be 1 to {CHUNKS_MAX * FIXED_BYTES}")
    if len(chunks) != chunks_in(size_bytes):
        allowed = f"{chunks_in(size_bytes)}, one for each {FIXED_BYTES} bytes"
        raise bad_request(f"chunks has {len(chunks)} items; must be {allowed}")
    for each in chunks:
        if not isinstance(each, str) or not HASH.fullmatch(each):
            raise bad_request(f"chunks has {str(each)[:80]!r}; must be 64 hexadecimal digits each")
    return FileDescription(sha256=sha256, size_bytes=size_bytes, chunks=tuple(chunks))


async def _lines(
    context: RequestContext, repository: RepositoryRow, wanted: FileDescription
) -> AsyncIterator[bytes]:
    progress = Progress()
    working = asyncio.create_task(_assemble_in_turn(context, repository, wanted, progress))
    try:
        while not (await asyncio.wait([working], timeout=PROGRESS_S))[0]:
            yield _line(type="progress", done_bytes=progress.done_bytes, size_bytes=wanted.size_bytes)
        file = working.result()
        yield _line(type="result", sha256=file.sha256, size_bytes=file.size_bytes, xet_hash=file.file)
    except Problem as problem:
        is_retryable = problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        yield _line(type="error", message=problem.detail, retryable=is_retryable)
    finally:
        working.cancel()


async def _assemble_in_turn(
    context: RequestContext, repository: RepositoryRow, wanted: FileDescription, progress: Progress
) -> Any:
    try:
        async with context.services.turns.of("fixed-files", WAIT_S):
            return await assemble(context, repository, wanted, progress)
    except TimeoutError:
        raise unavailable(f"busy assembling other files for {WAIT_S:.0f} s; retry") from None


def _line(**fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"
