"""Files of runs, logged models and versions, as the registry keeps them: read, stored, committed.

Everything that this package needs of commits, uploads, chunks and read access is here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import IO, Final, NamedTuple

from fastapi import Response
from fastapi.responses import RedirectResponse
from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.cas.naming import digest_of
from muster.events.registry_commands import CreateRef, ObjectKind, ObjectUpload, RefKind, ReserveUploads
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import signature
from muster.registry.core.storage.uploads import staging_key
from muster.registry.edge.content import PARTS_MAX, NotProven
from muster.registry.edge.hub.commits import INLINE_BYTES_MAX
from muster.registry.edge.hub.files import in_chunks
from muster.registry.edge.hub.making import Uploaded, Wanted, commit_changes
from muster.registry.edge.mlflow.errors import absent, invalid, refusal
from muster.registry.edge.mlflow.lookup import submit
from muster.registry.edge.queries import (
    CommitRow,
    RepositoryRow,
    UploadRow,
    commit_at,
    objects_there,
    ref_of,
    uploads_made,
)
from muster.registry.edge.requests.context import RequestContext
from muster.registry.edge.requests.uploads import confirm
from muster.registry.edge.versions.guard import content_of, readable, root_of
from muster.registry.edge.xet.bridge import put_together
from muster.store.trees import Directory, Entry, File

IN_MEMORY_BYTES: Final = INLINE_BYTES_MAX
"""Maximum size of a file that a commit carries; larger ones are uploads."""

KEPT: Final = ("README.md", ".gitattributes")
"""Files at a model's root that a new version keeps: the card, and git's attributes."""

NO_PARTS: Final = "Multipart upload is not supported for the current artifact repository"
"""Error message that clients recognise; they send the file whole then."""


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


class Address(NamedTuple):
    """Address of a file, and the headers to send there."""

    url: str
    headers: dict[str, str]


class Begun(NamedTuple):
    """A multipart upload: its id here, the store's id, and the addresses of its parts."""

    upload: str
    upload_id: str
    urls: Sequence[str]


async def entry_at(context: RequestContext, place: Place) -> Entry | None:
    """Return the file or directory at a place; None: there is none."""
    found = await _found(context, place)
    return None if found is None else found[1]


async def entries_at(context: RequestContext, place: Place) -> Sequence[tuple[str, Entry]]:
    """Return the content of a directory, or the file itself, with their paths."""
    found = await _found(context, place)
    if found is None:
        return []
    commit, entry = found
    if isinstance(entry, File):
        return [(place.path, entry)]
    return await context.entries(commit, place.path, recursive=False)


async def send(context: RequestContext, place: Place) -> Response:
    """Redirect to a temporary address of a file, or send its bytes."""
    file = await _file(context, place)
    address = await _address(context, file)
    await context.downloading(place.repository, content_of(file), file.size_bytes)
    if address is not None:
        return RedirectResponse(address, 302)
    record = (await in_chunks(context, place.repository, file))[1]
    if not record:
        raise absent("file", digest_of(file.hash))
    return await put_together(context, record, file.size_bytes, {"Accept-Ranges": "bytes"})


async def address_in_ranges(context: RequestContext, place: Place) -> tuple[Address, int]:
    """Return an address from which a client can read several ranges in parallel, and the file's size."""
    file = await _file(context, place)
    url = await _address(context, file)
    if url is None:
        xet, record = await in_chunks(context, place.repository, file)
        if not xet:
            raise absent("file", digest_of(file.hash))
        url = await context.whole_copy(record, file.size_bytes)
        if not url:
            through = f"{context.base_url}/xet/{place.repository.repository}/files/{xet}"
            return Address(through, {"Authorization": f"Bearer {context.caller.token}"}), file.size_bytes
    await context.downloading(place.repository, content_of(file), file.size_bytes)
    return Address(url, {}), file.size_bytes


async def store(context: RequestContext, place: Place, file: IO[bytes], digest: str, size: int) -> None:
    """Commit a file that was received: small ones within the commit, larger ones as uploads."""
    if size <= IN_MEMORY_BYTES:
        file.seek(0)
        await _commit(context, place, Wanted(steps=[(place.path, file.read())]))
        return
    upload = minted("upload")
    if (made := await _reserve(context, place, upload, digest, size)) is not None:
        key = await context.in_thread(context.services.content.put_file, made.object, upload, file)
        await confirm(context, place.repository, upload, key)
    await _commit(context, place, Wanted(steps=[(place.path, Uploaded(digest, size))]))


async def remove(context: RequestContext, place: Place, paths: Sequence[str]) -> None:
    """Commit the removal of these paths; a directory's path ends with a slash."""
    await _commit(context, place, Wanted(steps=[(path, None) for path in paths]))


async def begin_parts(context: RequestContext, place: Place, count: int) -> Begun:
    """Begin a multipart upload.

    Files that must be sealed are refused here, and the client sends them whole. The hash of the file is known
    only at the end; until then the upload is reserved as a placeholder object, so that everything uploaded is
    removed if the upload does not complete within a day.
    """
    if not 1 <= count <= PARTS_MAX:
        raise invalid("num_parts", str(count), f"1 to {PARTS_MAX}")
    upload, content = minted("upload"), context.services.content
    awaited = _awaited(place, upload)
    if not await context.in_thread(content.takes_parts, awaited, upload):
        raise refusal(501, "NOT_IMPLEMENTED", NO_PARTS)
    await _reserve(context, place, upload, digest_of(awaited), 0)
    parts = await context.in_thread(content.begin_parts, awaited, upload, count)
    return Begun(upload, parts.upload_id, parts.urls)


async def begun(context: RequestContext, place: Place, upload: str) -> UploadRow:
    """Return a multipart upload of the organisation that is under way."""
    made = (await uploads_made(context.gateway.tables, [upload])).get(upload)
    own = (place.repository.tenant, _awaited(place, upload))
    if made is None or (made.tenant, made.object) != own or made.state == "ended":
        raise absent("upload", upload)
    return made


async def end_parts(
    context: RequestContext, place: Place, upload: UploadRow, upload_id: str, etags: list[str]
) -> None:
    """Complete a multipart upload: join the parts, read the file back, hash it, and commit it."""
    content = context.services.content
    try:
        await context.in_thread(content.end_parts, upload.object, upload.upload, upload_id, etags)
        digest, size = await context.in_thread(content.hashed, upload.object, upload.upload)
        other, staged = minted("upload"), staging_key(upload.upload, upload.object)
        if (made := await _reserve(context, place, other, digest, size)) is not None:
            key = await context.in_thread(content.prove, made.object, other, size, staged)
            await confirm(context, place.repository, other, key)
    except NotProven as error:
        raise refusal(400, "INVALID_PARAMETER_VALUE", str(error)) from None
    await _commit(context, place, Wanted(steps=[(place.path, Uploaded(digest, size))]))


async def abort_parts(context: RequestContext, upload: UploadRow) -> None:
    """Abort a multipart upload."""
    await context.in_thread(context.services.content.abort_parts, upload.object, upload.upload)


async def register(
    context: RequestContext, model: RepositoryRow, source: str, files: Mapping[str, File]
) -> str:
    """Commit these files to the model's main branch, next to its card, and return the commit's id."""
    head = await context.commit(model, MAIN)
    at_root = await context.entries(head, recursive=False)
    gone = [
        path if isinstance(entry, File) else f"{path}/"
        for path, entry in at_root
        if path in files or path not in KEPT
    ]
    wanted = Wanted(
        title=f"Register {source}"[:200], steps=[*((path, None) for path in gone), *files.items()]
    )
    digest = hashlib.sha256(repr((source, sorted(files.items()))).encode()).hexdigest()
    return await commit_changes(context, model, MAIN, wanted, digest)


async def _found(context: RequestContext, place: Place) -> tuple[CommitRow, Entry] | None:
    commit = await commit_at(context.gateway.tables, place.repository.repository, place.revision)
    entry = None if commit is None else await _entry(context, commit, place.path)
    return None if commit is None or entry is None else (commit, entry)


async def _file(context: RequestContext, place: Place) -> File:
    """Return a file that the caller may read; content closed by scanners or reviewers is refused."""
    found = await _found(context, place)
    commit, entry = found or (None, None)
    if commit is None or not isinstance(entry, File):
        raise absent("file", f"{place.revision}/{place.path}")
    await readable(
        context, place.repository, {content_of(entry): place.path, root_of(commit.root): place.path}
    )
    return entry


async def _entry(context: RequestContext, commit: CommitRow, path: str) -> Entry | None:
    if not path:
        return Directory(commit.root)
    try:
        return await context.entry(commit, path)
    except Problem as problem:
        if problem.status == 404:
            return None
        raise


async def _address(context: RequestContext, file: File) -> str | None:
    """Return a read address of a file stored whole; None: it is stored in chunks, or missing."""
    if file.kind == "xet":
        return None
    object_ = content_of(file)
    found = (await objects_there(context.gateway.tables, [object_])).get(object_)
    if found is None:
        return None
    return await context.read_address(found.object_key)


def _awaited(place: Place, upload: str) -> str:
    """Return the placeholder object that a multipart upload is reserved as until its hash is known."""
    return place.repository.object_of(ObjectKind.LFS, hashlib.sha256(upload.encode()).hexdigest())


async def _reserve(
    context: RequestContext, place: Place, upload: str, digest: str, size: int
) -> UploadRow | None:
    """Reserve an upload for a file; None: the organisation already holds it."""
    hash_ = place.repository.hash_of(digest)
    each = ObjectUpload(upload=upload, kind=ObjectKind.LFS, hash=hash_, size_bytes=size)
    command = ReserveUploads(
        repository=place.repository.repository, uploads=(each,), **signature(context.who)
    )
    await submit(context, command)
    return (await uploads_made(context.gateway.tables, [upload])).get(upload)


async def _commit(context: RequestContext, place: Place, wanted: Wanted) -> None:
    """Commit changes to the branch of a run; the first file creates the branch."""
    wanted.title = f"Log {place.path}" if not wanted.deleted else f"Remove {place.path or 'everything'}"
    digest = hashlib.sha256(repr(wanted.steps).encode()).hexdigest()
    repository = place.repository.repository
    if await ref_of(context.gateway.tables, repository, RefKind.BRANCH, place.revision) is None:
        await _branch(context, place)
    await commit_changes(context, place.repository, place.revision, wanted, digest)


async def _branch(context: RequestContext, place: Place) -> None:
    first = await context.commit(place.repository, MAIN)
    command = CreateRef(
        repository=place.repository.repository,
        kind=RefKind.BRANCH,
        name=place.revision,
        commit=first.commit,
        message="",
        **signature(context.who),
    )
    try:
        await submit(context, command)
    except Problem as problem:
        if problem.code != "already-exists":  # by another request
            raise
