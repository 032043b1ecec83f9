"""Assembles a file from fixed chunks that are stored.

The file is read once, chunk by chunk, and chunked by content like files uploaded by xet: chunks that the
organisation has are referred to, the others go into new xorbs, each proven when it is stored. From then on a
fixed chunk is a range of the file; the bytes uploaded for it are removed when their reservation ends, 24 h
later.

If this stops before its last step, nothing refers to the file; a retry does not store the xorbs again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from muster.cas.chunk_lists import ChunkList
from muster.cas.cutting import Cut, NewXorb
from muster.cas.fixed import FIXED_BYTES, Manifest
from muster.cas.hashing import is_key_chunk, to_hex
from muster.cas.index import Place
from muster.cas.naming import encryption_key_of
from muster.cas.reconstructions import touched
from muster.cas.shards import File
from muster.events.registry_commands import KeyChunk, ObjectKind, RegisterFiles, XetFile
from muster.journal import SystemClock
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.core.storage.files import KEY_CHUNKS_MAX, XORBS_MAX
from muster.registry.core.storage.uploads import object_at
from muster.registry.edge.chunked.xorb_store import TERMS_MAX, keys_of, object_of, record_of, xorbs_of
from muster.registry.edge.fixed.tables import RangeRow, ranges_with, whole_with
from muster.registry.edge.queries import ObjectRow, RepositoryRow
from muster.registry.edge.refusals import bad_request, refusal
from muster.registry.edge.requests.context import RequestContext
from muster.registry.edge.requests.uploads import confirm, store_objects
from muster.registry.edge.xet.bridge import Bridge
from muster.registry.edge.xet.chunks import around
from muster.registry.edge.xet.lookup import all_there
from muster.registry.edge.xet.xorbs import reserve_xorb

_SHOWN_MAX: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDescription:
    """A file as its client describes it.

    Attributes:
        sha256: SHA-256 of the whole file.
        size_bytes: Size of the file.
        chunks: Its manifest: the SHA-256 of each fixed chunk, in order.
    """

    sha256: str
    size_bytes: int
    chunks: tuple[str, ...]


@dataclass(slots=True)
class Progress:
    """Number of bytes read so far."""

    done_bytes: int = 0


async def assemble(
    context: RequestContext, repository: RepositoryRow, description: FileDescription, progress: Progress
) -> XetFile:
    """Assemble and register a file; commits to the repository can refer to it then.

    Raises:
        Problem: 400 a chunk is missing, or the file's hash or size differs; 403 the quota is used up; 503 the
            store or the log does not answer.
    """
    opened = await _sources(context, repository, description)
    known = KnownChunks(_learner(context, repository))
    for source in opened:
        known.add(source.held)
    cut, manifest = Cut(known.find), Manifest()

    def pieces() -> Iterator[bytes]:
        for source in opened:
            for piece in source.pieces():
                manifest.feed(piece)
                progress.done_bytes += len(piece)
                yield piece

    new = cut.xorbs(pieces())
    while (xorb := await context.in_thread(next, new, None)) is not None:
        await _store(context, repository, xorb)
        known.add([xorb.held])
    file = cut.file()
    _require(description, file, manifest.chunks())
    return await _register(context, repository, cut, file, manifest.chunks())


class KnownChunks:
    """Places of the organisation's chunks, learned by querying key chunks as hf_xet clients do.

    Args:
        learn: Returns the chunk lists around a key chunk; empty if the organisation does not have it.
    """

    def __init__(self, learn: Callable[[bytes], Iterable[ChunkList]]) -> None:
        self._learn = learn
        self._places: dict[bytes, Place] = {}
        self._is_first = True

    def add(self, lists: Iterable[ChunkList]) -> None:
        """Add the chunks of xorbs that the organisation has."""
        for held in lists:
            for number in range(len(held)):
                self._places.setdefault(held.chunk(number), Place(held.xorb, number))

    def find(self, hashes: Sequence[bytes]) -> list[Place | None]:
        """Return the place of each of these chunks; None: not known."""
        for hash_ in hashes:
            if hash_ not in self._places and (self._is_first or is_key_chunk(hash_)):
                self.add(self._learn(hash_))
            self._is_first = False
        return [self._places.get(hash_) for hash_ in hashes]


@dataclass(frozen=True, slots=True)
class _Source:
    """Reader of one fixed chunk, and the chunk lists of the xorbs it is stored in."""

    pieces: Callable[[], Iterator[bytes]]
    held: Sequence[ChunkList] = field(default_factory=list[ChunkList])


async def _sources(
    context: RequestContext, repository: RepositoryRow, description: FileDescription
) -> list[_Source]:
    """Return one source for each fixed chunk, in order.

    Raises:
        Problem: 400 some chunks are missing; 503 some of their xorbs were removed meanwhile.
    """
    tables, tenant, chunks = (
        context.gateway.tables,
        repository.tenant,
        list(dict.fromkeys(description.chunks)),
    )
    within = context.dedup_within(repository)
    ranges = await ranges_with(tables, tenant, chunks, within)
    whole = await whole_with(tables, repository, chunks, SystemClock().now_ms(), within)
    absent = [sha256 for sha256 in chunks if sha256 not in ranges and sha256 not in whole]
    if absent:
        shown = ", ".join(absent[:_SHOWN_MAX])
        raise bad_request(f"{len(absent)} chunks are not stored: {shown}; upload them first")
    found = {
        sha256: _whole(context, whole[sha256]) if sha256 in whole else await _range(context, ranges[sha256])
        for sha256 in chunks
    }
    return [found[sha256] for sha256 in description.chunks]


def _whole(context: RequestContext, row: ObjectRow) -> _Source:
    return _Source(lambda: context.services.content.pieces(row.object_key))


async def _range(context: RequestContext, row: RangeRow) -> _Source:
    """Return a source that reads a range of a file in xorbs."""
    file = await context.in_thread(context.services.xorb_store.file, row.object_key)
    first = row.place * FIXED_BYTES
    end = min(first + FIXED_BYTES, row.size_bytes)
    begin, stop, place = touched(file.terms, first, end)
    terms = file.terms[begin:stop]
    key_name = encryption_key_of(object_at(row.object_key))
    named = list(dict.fromkeys(object_of(term.xorb, key_name) for term in terms))
    there = await all_there(context.gateway.tables, named)
    if len(there) < len(named):
        raise refusal(503, f"fixed chunk {row.sha256}: some of its xorbs were removed; retry")
    keys = keys_of({object_: each.object_key for object_, each in there.items()})
    found = await context.services.locator.locate(context.gateway.tables, keys)
    held = await context.in_thread(found.lists)
    bridge = Bridge(context.services.content, found.key, held)
    return _Source(lambda: bridge.pieces(terms, first - place, end - place), list(held.values()))


def _learner(context: RequestContext, repository: RepositoryRow) -> Callable[[bytes], Iterable[ChunkList]]:
    """Return a function that queries the tables from the chunking thread."""
    loop = asyncio.get_running_loop()

    def learn(chunk: bytes) -> Iterable[ChunkList]:
        return asyncio.run_coroutine_threadsafe(around(context, repository, chunk), loop).result().values()

    return learn


async def _store(context: RequestContext, repository: RepositoryRow, xorb: NewXorb) -> None:
    upload = await reserve_xorb(context, repository, xorb.held.xorb, len(xorb.data))
    if upload is not None:
        key = await context.in_thread(
            context.services.xorb_store.put, xorb.held, upload.object, upload.upload, xorb.data
        )
        await confirm(context, repository, upload.upload, key)


def _require(description: FileDescription, file: File, chunks: tuple[str, ...]) -> None:
    """Check that the assembled file matches its description and the limits for one file.

    Raises:
        Problem: 400 it does not.
    """
    read = (file.sha256, file.raw_bytes, chunks)
    if read != (description.sha256, description.size_bytes, description.chunks):
        text = f"the chunks together have {file.raw_bytes} bytes with SHA-256 {file.sha256}"
        raise bad_request(f"{text}; must be {description.size_bytes} bytes with SHA-256 {description.sha256}")
    xorbs, terms = len(xorbs_of([file])), len(file.terms)
    if xorbs > XORBS_MAX or terms > TERMS_MAX:
        text = f"the file would be stored in {xorbs} xorbs, {terms} ranges"
        raise bad_request(f"{text}; must be at most {XORBS_MAX} and {TERMS_MAX}")


async def _register(
    context: RequestContext, repository: RepositoryRow, cut: Cut, file: File, fixed: tuple[str, ...]
) -> XetFile:
    data = record_of(file)
    record = repository.hash_of(hashlib.sha256(data).hexdigest())
    registered = XetFile(
        record=record,
        file=to_hex(file.hash),
        sha256=cut.sha256,
        size_bytes=file.raw_bytes,
        xorbs=tuple(repository.hash_of(to_hex(xorb)) for xorb in xorbs_of([file])),
        fixed=fixed,
    )
    command = RegisterFiles(
        repository=repository.repository,
        files=(registered,),
        key_chunks=tuple(
            KeyChunk(chunk=chunk, xorb=repository.hash_of(xorb), record=record)
            for chunk, xorb in islice(dict.fromkeys(cut.key_chunks()), KEY_CHUNKS_MAX)
        ),
        proofs=tuple(
            (await store_objects(context, repository, {object_id(ObjectKind.FILE, record): data})).values()
        ),
        **signature(context.who),
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return registered
