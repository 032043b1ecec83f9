"""Artifacts: list, read, write and remove the files of runs, of logged models, and of versions.

Small files pass through this API; clients upload large files straight to the store, in parts.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import Sequence
from typing import IO, Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from muster.registry.core.access import Level
from muster.registry.core.names import wrong_path
from muster.registry.edge.mlflow import files
from muster.registry.edge.mlflow.answers import location
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.files import Place
from muster.registry.edge.mlflow.lookup import API, body_of, items_of, run_of, text, whole
from muster.registry.edge.mlflow.queries import run_with_id
from muster.registry.edge.queries import UploadRow
from muster.registry.edge.requests.context import Context, RequestContext
from muster.store.trees import Directory, Entry, File

ARTIFACTS: Final = "/api/2.0/mlflow-artifacts"
SENT_BYTES_MAX: Final = 2**30
"""Maximum body of one upload; larger files come in parts, which clients choose from 500 MB on."""

router = APIRouter(include_in_schema=False, route_class=MlflowRoute)


@router.get(ARTIFACTS + "/artifacts")
async def listed(context: Context, path: Annotated[str, Query()] = "") -> dict[str, Any]:
    """List a directory; for a file, the file itself."""
    place = await _place(context, path, Level.READ)
    return {"files": await _listed(context, place)}


@router.get(f"{API}/artifacts/list")
async def listed_of_run(context: Context, run_id: str, path: str = "") -> dict[str, Any]:
    """List a directory of a run, with paths relative to the run."""
    run = await run_of(context, run_id, Level.READ)
    repository = await context.repository_with_id(run.repository, Level.READ)
    found = await _listed(context, Place(repository, run.run, path.strip("/")))
    under = f"{path.strip('/')}/" if path.strip("/") else ""
    named = [{**each, "path": f"{under}{each['path']}"} for each in found]
    return {"root_uri": location(run.repository, run.run), "files": named}


@router.get(ARTIFACTS + "/artifacts/{path:path}")
async def read(context: Context, path: str) -> Response:
    """Redirect to a temporary address of a file, or send its bytes."""
    return await files.send(context, await _place(context, path, Level.READ))


@router.get(ARTIFACTS + "/presigned/{path:path}")
async def presigned(context: Context, path: str) -> dict[str, Any]:
    """Return an address from which a client can read several ranges in parallel."""
    address, size = await files.address_in_ranges(context, await _place(context, path, Level.READ))
    return {"url": address.url, "headers": address.headers, "file_size": size}


@router.put(ARTIFACTS + "/artifacts/{path:path}")
async def write(context: Context, path: str) -> dict[str, Any]:
    """Store a file of a run; storing the same file again changes nothing."""
    place = await _written(context, path)
    with tempfile.SpooledTemporaryFile(max_size=files.IN_MEMORY_BYTES) as file:
        digest, size = await _received(context, file)
        await files.store(context, place, file, digest, size)
    return {}


@router.delete(ARTIFACTS + "/artifacts/{path:path}")
async def remove(context: Context, path: str) -> dict[str, Any]:
    """Remove a file, or a directory with its content; a missing path is no error."""
    place = await _place(context, path, Level.WRITE)
    await _writable(context, place)
    entry = await files.entry_at(context, place)
    if entry is None:
        return {}
    named = [(place.path, entry)] if place.path else await files.entries_at(context, place)
    if named:
        paths = [name if isinstance(each, File) else f"{name}/" for name, each in named]
        await files.remove(context, place, paths)
    return {}


@router.post(ARTIFACTS + "/mpu/create/{path:path}")
async def begin_parts(context: Context, path: str) -> dict[str, Any]:
    """Begin a multipart upload and return the addresses of its parts."""
    body = await body_of(context)
    place, count = await _written(context, _with_name(path, body)), whole(body, "num_parts")
    begun = await files.begin_parts(context, place, count)
    credentials: list[dict[str, Any]] = [
        {"url": url, "part_number": number, "headers": {}} for number, url in enumerate(begun.urls, start=1)
    ]
    return {"upload_id": f"{begun.upload}.{count}.{begun.upload_id}", "credentials": credentials}


@router.post(ARTIFACTS + "/mpu/complete/{path:path}")
async def end_parts(context: Context, path: str) -> dict[str, Any]:
    """Complete a multipart upload: join the parts, read the file back, hash it, and commit it to the run."""
    body = await body_of(context)
    place = await _written(context, _with_name(path, body))
    begun, count, upload_id = await _begun(context, place, body)
    etags = _etags(items_of(body, "parts"), count)
    await files.end_parts(context, place, begun, upload_id, etags)
    return {}


@router.post(ARTIFACTS + "/mpu/abort/{path:path}")
async def abort_parts(context: Context, path: str) -> dict[str, Any]:
    """Abort a multipart upload."""
    body = await body_of(context)
    place = await _written(context, _with_name(path, body))
    begun, _, _ = await _begun(context, place, body)
    await files.abort_parts(context, begun)
    return {}


async def _place(context: RequestContext, path: str, needed: Level) -> Place:
    """Return the target of an artifact address, if the caller has the needed access level."""
    repository, _, rest = path.strip("/").partition("/")
    revision, _, below = rest.partition("/")
    if not revision:
        raise invalid("path", path, "REPOSITORY/REVISION or REPOSITORY/REVISION/PATH")
    return Place(await context.repository_with_id(repository, needed), revision, below)


async def _written(context: RequestContext, path: str) -> Place:
    """Return the target of a file to be written, if the caller may write it."""
    place = await _place(context, path, Level.WRITE)
    for wrong in wrong_path(place.path):
        raise invalid("path", wrong.value, wrong.allowed)
    await _writable(context, place)
    return place


async def _writable(context: RequestContext, place: Place) -> None:
    """Check that the target is a run or a logged model: versions are immutable."""
    run = await run_with_id(context.gateway.tables, place.revision)
    if run is None or run.repository != place.repository.repository or run.removed:
        raise absent("run", place.revision)


async def _listed(context: RequestContext, place: Place) -> list[dict[str, Any]]:
    return [_entry_answer(path, each) for path, each in await files.entries_at(context, place)]


async def _received(context: RequestContext, file: IO[bytes]) -> tuple[str, int]:
    """Write the request body to a file, and return its SHA-256 and its size in bytes."""
    digest, size = hashlib.sha256(), 0
    async for piece in context.request.stream():
        digest.update(piece)
        size += len(piece)
        await asyncio.to_thread(file.write, piece)
    return digest.hexdigest(), size


async def _begun(context: RequestContext, place: Place, body: dict[str, Any]) -> tuple[UploadRow, int, str]:
    """Return a multipart upload of the organisation, its number of parts, and the store's upload id."""
    upload, _, rest = text(body, "upload_id").partition(".")
    count, _, upload_id = rest.partition(".")
    begun = await files.begun(context, place, upload)
    if not count.isascii() or not count.isdigit():
        raise absent("upload", text(body, "upload_id"))
    return begun, int(count[:5]), upload_id


def _etags(parts: Sequence[Any], count: int) -> list[str]:
    """Return the ETag of every part, in order."""
    etags: dict[int, str] = {}
    for each in parts:
        match each:
            case {"part_number": int(number), "etag": str(etag)}:
                etags[number] = etag
            case _:
                raise invalid("parts", str(each), "objects with a part_number and an etag")
    if sorted(etags) != list(range(1, count + 1)) or len(parts) != count:
        raise invalid("parts", f"{len(parts)} items", f"part_number 1 to {count} with their etag, each once")
    return [etags[number] for number in range(1, count + 1)]


def _with_name(path: str, body: dict[str, Any]) -> str:
    """Return the address's directory joined with the base name of the client's local path."""
    name = text(body, "path").replace("\\", "/").rpartition("/")[2]
    return f"{path.strip('/')}/{name}"


def _entry_answer(path: str, entry: Entry) -> dict[str, Any]:
    answer: dict[str, Any] = {"path": path.rpartition("/")[2], "is_dir": isinstance(entry, Directory)}
    return answer if isinstance(entry, Directory) else {**answer, "file_size": entry.size_bytes}
