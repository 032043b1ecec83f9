"""Artifacts: list, read, write and remove the files of runs, of logged models, and of versions.

Small files pass through this API; clients upload large files straight to the store, in parts.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import Sequence
from typing import IO, Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Query, Response
from fastapi.responses import RedirectResponse
from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.cas.naming import digest_of
from muster.events.registry_commands import (
    CreateRef,
    ObjectKind,
    ObjectUpload,
    RefKind,
    ReserveUploads,
)
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.names import wrong_path
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import signature
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.content import PARTS_MAX, NotProven
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.hub.commits import INLINE_BYTES_MAX
from muster.registry.edge.hub.files import in_chunks
from muster.registry.edge.hub.making import Uploaded, Wanted, committed
from muster.registry.edge.hub.storing import confirm
from muster.registry.edge.mlflow.asked import API, body_of, items_of, run_of, text, told, whole
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid, refusal
from muster.registry.edge.mlflow.reading import run_with_id
from muster.registry.edge.mlflow.said import location
from muster.registry.edge.reading import (
    CommitRow,
    RepositoryRow,
    UploadRow,
    commit_at,
    objects_there,
    ref_of,
    uploads_made,
)
from muster.registry.edge.versions.guard import content_of, readable, root_of
from muster.registry.edge.xet.bridge import put_together
from muster.store.trees import Directory, Entry, File

ARTIFACTS: Final = "/api/2.0/mlflow-artifacts"
SENT_BYTES_MAX: Final = 2**30
"""Maximum body of one upload; larger files come in parts, which clients choose from 500 MB on."""
NO_PARTS: Final = "Multipart upload is not supported for the current artifact repository"
"""Error message that clients recognise; they send the file whole then."""
_IN_MEMORY_BYTES: Final = INLINE_BYTES_MAX

router = APIRouter(include_in_schema=False, route_class=MlflowRoute)


class Place(NamedTuple):
    """Target of an artifact address.

    Attributes:
        repository: The repository.
        revision: A run, a logged model, or a commit.
        path: Path within the revision; empty: its root.
    """

    repository: RepositoryRow
    revision: str
    path: str


@router.get(ARTIFACTS + "/artifacts")
async def listed(ask: Ask, path: Annotated[str, Query()] = "") -> dict[str, Any]:
    """What a directory holds; of a file, the file."""
    place = await _place(ask, path, Level.READ)
    return {"files": await _listed(ask, place)}


@router.get(f"{API}/artifacts/list")
async def listed_of_run(ask: Ask, run_id: str, path: str = "") -> dict[str, Any]:
    """The same of a run, with paths from there."""
    run = await run_of(ask, run_id, Level.READ)
    repository = await ask.repository_with_id(run.repository, Level.READ)
    files = await _listed(ask, Place(repository, run.run, path.strip("/")))
    under = f"{path.strip('/')}/" if path.strip("/") else ""
    named = [{**each, "path": f"{under}{each['path']}"} for each in files]
    return {"root_uri": location(run.repository, run.run), "files": named}


@router.get(ARTIFACTS + "/artifacts/{path:path}")
async def read(ask: Ask, path: str) -> Response:
    """To where the bytes can be read now."""
    place = await _place(ask, path, Level.READ)
    file = await _file(ask, place)
    address = await _address(ask, file)
    await ask.downloading(place.repository, content_of(file), file.size_bytes)
    if address is not None:
        return RedirectResponse(address, 302)
    record = (await in_chunks(ask, place.repository, file))[1]
    if not record:
        raise absent("file", digest_of(file.hash))
    return await put_together(ask, record, file.size_bytes, {"Accept-Ranges": "bytes"})


@router.get(ARTIFACTS + "/presigned/{path:path}")
async def presigned(ask: Ask, path: str) -> dict[str, Any]:
    """Where a client reads ranges, several at once."""
    place = await _place(ask, path, Level.READ)
    file = await _file(ask, place)
    address = await _address(ask, file)
    if address is not None:
        await ask.downloading(place.repository, content_of(file), file.size_bytes)
        return {"url": address, "headers": {}, "file_size": file.size_bytes}
    xet, record = await in_chunks(ask, place.repository, file)
    if not xet:
        raise absent("file", digest_of(file.hash))
    if copy := await ask.whole_copy(record, file.size_bytes):
        await ask.downloading(place.repository, content_of(file), file.size_bytes)
        return {"url": copy, "headers": {}, "file_size": file.size_bytes}
    url = f"{ask.base_url}/xet/{place.repository.repository}/files/{xet}"
    shown = {"Authorization": f"Bearer {ask.caller.token}"}
    return {"url": url, "headers": shown, "file_size": file.size_bytes}


@router.put(ARTIFACTS + "/artifacts/{path:path}")
async def write(ask: Ask, path: str) -> dict[str, Any]:
    """A file of a run; the same file again changes nothing."""
    place = await _written(ask, path)
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES) as file:
        digest, size = await _received(ask, file)
        if size <= INLINE_BYTES_MAX:
            file.seek(0)
            await _commit(ask, place, Wanted(steps=[(place.path, file.read())]))
            return {}
        await _keep(ask, place, digest, size, file)
    await _commit(ask, place, Wanted(steps=[(place.path, Uploaded(digest, size))]))
    return {}


@router.delete(ARTIFACTS + "/artifacts/{path:path}")
async def remove(ask: Ask, path: str) -> dict[str, Any]:
    """A file, or a directory with all that is in it; what is not there is no error."""
    place = await _place(ask, path, Level.WRITE)
    await _writable(ask, place)
    commit = await commit_at(ask.gateway.tables, place.repository.repository, place.revision)
    entry = None if commit is None else await _entry(ask, commit, place.path)
    if commit is None or entry is None:
        return {}
    if place.path:
        gone = [place.path if isinstance(entry, File) else f"{place.path}/"]
    else:
        at_root = await ask.entries(commit, recursive=False)
        gone = [name if isinstance(each, File) else f"{name}/" for name, each in at_root]
    if gone:
        await _commit(ask, place, Wanted(steps=[(name, None) for name in gone]))
    return {}


@router.post(ARTIFACTS + "/mpu/create/{path:path}")
async def begin_parts(ask: Ask, path: str) -> dict[str, Any]:
    """Where the parts go.

    What is to be sealed is sent whole. What the parts are is known at the end. Till then something is
    reserved under a name that the upload has for itself: if the end does not come within a day, everything of
    it is removed.
    """
    body = await body_of(ask)
    place, count = await _written(ask, _with_name(path, body)), whole(body, "num_parts")
    if not 1 <= count <= PARTS_MAX:
        raise invalid("num_parts", str(count), f"1 to {PARTS_MAX}")
    upload, content = minted("upload"), ask.hub.content
    awaited = _awaited(place, upload)
    if not await ask.in_thread(content.takes_parts, awaited, upload):
        raise refusal(501, "NOT_IMPLEMENTED", NO_PARTS)
    await _reserve(ask, place, upload, digest_of(awaited), 0)
    parts = await ask.in_thread(content.begin_parts, awaited, upload, count)
    credentials: list[dict[str, Any]] = [
        {"url": url, "part_number": number, "headers": {}} for number, url in enumerate(parts.urls, start=1)
    ]
    return {"upload_id": f"{upload}.{count}.{parts.upload_id}", "credentials": credentials}


@router.post(ARTIFACTS + "/mpu/complete/{path:path}")
async def end_parts(ask: Ask, path: str) -> dict[str, Any]:
    """The parts are put together, read back, hashed, and counted; then the run has the file."""
    body = await body_of(ask)
    place = await _written(ask, _with_name(path, body))
    begun, count, upload_id = await _begun(ask, place, body)
    etags = _etags(items_of(body, "parts"), count)
    content = ask.hub.content
    try:
        await ask.in_thread(content.end_parts, begun.object, begun.upload, upload_id, etags)
        digest, size = await ask.in_thread(content.hashed, begun.object, begun.upload)
        other, staged = minted("upload"), staging_key(begun.upload, begun.object)
        if (made := await _reserve(ask, place, other, digest, size)) is not None:
            key = await ask.in_thread(content.prove, made.object, other, size, staged)
            await confirm(ask, place.repository, other, key)
    except NotProven as error:
        raise refusal(400, "INVALID_PARAMETER_VALUE", str(error)) from None
    await _commit(ask, place, Wanted(steps=[(place.path, Uploaded(digest, size))]))
    return {}


@router.post(ARTIFACTS + "/mpu/abort/{path:path}")
async def abort_parts(ask: Ask, path: str) -> dict[str, Any]:
    """What was begun is given up."""
    body = await body_of(ask)
    place = await _written(ask, _with_name(path, body))
    begun, _, _ = await _begun(ask, place, body)
    await ask.in_thread(ask.hub.content.abort_parts, begun.object, begun.upload)
    return {}


async def _place(ask: Asked, path: str, needed: Level) -> Place:
    """Return the target of an artifact address, if the caller has the needed access level."""
    repository, _, rest = path.strip("/").partition("/")
    revision, _, below = rest.partition("/")
    if not revision:
        raise invalid("path", path, "REPOSITORY/REVISION, and perhaps a path below")
    return Place(await ask.repository_with_id(repository, needed), revision, below)


async def _written(ask: Asked, path: str) -> Place:
    """Return the target of a file to be written, if the caller may write it."""
    place = await _place(ask, path, Level.WRITE)
    for wrong in wrong_path(place.path):
        raise invalid("path", wrong.value, wrong.allowed)
    await _writable(ask, place)
    return place


async def _writable(ask: Asked, place: Place) -> None:
    """Check that the target is a run or a logged model: versions are immutable."""
    run = await run_with_id(ask.gateway.tables, place.revision)
    if run is None or run.repository != place.repository.repository or run.removed:
        raise absent("run", place.revision)


async def _listed(ask: Asked, place: Place) -> list[dict[str, Any]]:
    commit = await commit_at(ask.gateway.tables, place.repository.repository, place.revision)
    entry = None if commit is None else await _entry(ask, commit, place.path)
    if commit is None or entry is None:
        return []
    if isinstance(entry, File):
        return [_said(place.path, entry)]
    entries = await ask.entries(commit, place.path, recursive=False)
    return [_said(path, each) for path, each in entries]


async def _file(ask: Asked, place: Place) -> File:
    """Return a file that the caller may read; content closed by scanners or reviewers is refused."""
    commit = await commit_at(ask.gateway.tables, place.repository.repository, place.revision)
    entry = None if commit is None else await _entry(ask, commit, place.path)
    if commit is None or not isinstance(entry, File):
        raise absent("file", f"{place.revision}/{place.path}")
    await readable(ask, place.repository, {content_of(entry): place.path, root_of(commit.root): place.path})
    return entry


async def _entry(ask: Asked, commit: CommitRow, path: str) -> Entry | None:
    if not path:
        return Directory(commit.root)
    try:
        return await ask.entry(commit, path)
    except Problem as problem:
        if problem.status == 404:
            return None
        raise


async def _address(ask: Asked, file: File) -> str | None:
    """Return a read address of a file stored whole; None: it is stored in chunks, or missing."""
    if file.kind == "xet":
        return None
    object_ = content_of(file)
    found = (await objects_there(ask.gateway.tables, [object_])).get(object_)
    if found is None:
        return None
    return await ask.read_address(found.object_key)


async def _received(ask: Asked, file: IO[bytes]) -> tuple[str, int]:
    """Write the request body to a file, and return its SHA-256 and its size in bytes."""
    digest, size = hashlib.sha256(), 0
    async for piece in ask.request.stream():
        digest.update(piece)
        size += len(piece)
        await asyncio.to_thread(file.write, piece)
    return digest.hexdigest(), size


async def _keep(ask: Asked, place: Place, digest: str, size: int, file: IO[bytes]) -> None:
    """Store a received file, unless the organisation already holds it."""
    upload = minted("upload")
    if (made := await _reserve(ask, place, upload, digest, size)) is not None:
        key = await ask.in_thread(ask.hub.content.put_file, made.object, upload, file)
        await confirm(ask, place.repository, upload, key)


def _awaited(place: Place, upload: str) -> str:
    """Return the placeholder object that a multipart upload is reserved as until its hash is known."""
    return place.repository.object_of(ObjectKind.LFS, hashlib.sha256(upload.encode()).hexdigest())


async def _reserve(ask: Asked, place: Place, upload: str, digest: str, size: int) -> UploadRow | None:
    """Reserve an upload for a file; None: the organisation already holds it."""
    hash_ = place.repository.hash_of(digest)
    each = ObjectUpload(upload=upload, kind=ObjectKind.LFS, hash=hash_, size_bytes=size)
    command = ReserveUploads(repository=place.repository.repository, uploads=(each,), **signature(ask.who))
    await told(ask, command)
    return (await uploads_made(ask.gateway.tables, [upload])).get(upload)


async def _commit(ask: Asked, place: Place, wanted: Wanted) -> None:
    """Commit changes to the branch of a run; the first file creates the branch."""
    wanted.title = f"Log {place.path}" if not wanted.deleted else f"Remove {place.path or 'everything'}"
    digest = hashlib.sha256(repr(wanted.steps).encode()).hexdigest()
    repository = place.repository.repository
    if await ref_of(ask.gateway.tables, repository, RefKind.BRANCH, place.revision) is None:
        await _branch(ask, place)
    await committed(ask, place.repository, place.revision, wanted, digest)


async def _branch(ask: Asked, place: Place) -> None:
    first = await ask.commit(place.repository, MAIN)
    command = CreateRef(
        repository=place.repository.repository,
        kind=RefKind.BRANCH,
        name=place.revision,
        commit=first.commit,
        message="",
        **signature(ask.who),
    )
    try:
        await told(ask, command)
    except Problem as problem:
        if problem.code != "already-exists":  # by another request
            raise


async def _begun(ask: Asked, place: Place, body: dict[str, Any]) -> tuple[UploadRow, int, str]:
    """Return a multipart upload of the organisation, its number of parts, and the store's upload id."""
    upload, _, rest = text(body, "upload_id").partition(".")
    count, _, upload_id = rest.partition(".")
    made = (await uploads_made(ask.gateway.tables, [upload])).get(upload)
    own = (place.repository.tenant, _awaited(place, upload))
    if made is None or (made.tenant, made.object) != own or made.state == "ended":
        raise absent("upload", upload)
    if not count.isascii() or not count.isdigit():
        raise absent("upload", text(body, "upload_id"))
    return made, int(count[:5]), upload_id


def _etags(given: Sequence[Any], count: int) -> list[str]:
    """Return the ETag of every part, in order."""
    etags: dict[int, str] = {}
    for each in given:
        match each:
            case {"part_number": int(number), "etag": str(etag)}:
                etags[number] = etag
            case _:
                raise invalid("parts", str(each), "objects with a part_number and an etag")
    if sorted(etags) != list(range(1, count + 1)) or len(given) != count:
        raise invalid(
            "parts", f"{len(given)} of them", f"part_number 1 to {count} with their etag, each once"
        )
    return [etags[number] for number in range(1, count + 1)]


def _with_name(path: str, body: dict[str, Any]) -> str:
    """Return the address's directory joined with the base name of the client's local path."""
    name = text(body, "path").replace("\\", "/").rpartition("/")[2]
    return f"{path.strip('/')}/{name}"


def _said(path: str, entry: Entry) -> dict[str, Any]:
    said: dict[str, Any] = {"path": path.rpartition("/")[2], "is_dir": isinstance(entry, Directory)}
    return said if isinstance(entry, Directory) else {**said, "file_size": entry.size_bytes}
