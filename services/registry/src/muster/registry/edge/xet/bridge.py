"""Assembles files stored in xorbs for clients without hf_xet: browsers, git-lfs, mlflow.

Chunks are fetched, decompressed, hashed again and sent; corrupt ones abort the response and are never sent.
While one range of chunks is sent, the next one is fetched. Recently read ranges are cached on a local disk
(tiering/hot.py). A file that is sent often gets a whole copy (whole_copies.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import Final

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from muster.api.problems import unavailable
from muster.cas.chunk_lists import ChunkList
from muster.cas.chunked_file import fetch_part, parts_of
from muster.cas.errors import Malformed
from muster.cas.hashing import to_hex
from muster.cas.naming import encryption_key_of
from muster.cas.reconstructions import RangeNotSatisfiable, parse_range, reconstruct, touched
from muster.cas.shards import Term
from muster.events.registry_commands import ObjectKind
from muster.registry.core.access import Level
from muster.registry.core.state import object_id
from muster.registry.edge.chunked.located import Located
from muster.registry.edge.chunked.xorb_store import keys_of, object_of
from muster.registry.edge.content import Content
from muster.registry.edge.queries import xet_file
from muster.registry.edge.refusals import refusal
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.versions.guard import readable
from muster.registry.edge.xet.lookup import PREFIX, RepositoryId, all_there, hash_of
from muster.store import StoreUnavailable
from muster.store.sealed import key_in

SENT_BYTES: Final = 1024 * 1024
"""Minimum size of a piece of a response, except for the last."""

_AHEAD: Final = 2

_TERMS_AT_ONCE: Final = 256
"""Terms whose chunk lists are in memory at a time while a whole file is assembled."""

router = APIRouter(include_in_schema=False)


class Bridge:
    """Assembles files from xorbs.

    Args:
        content: The store.
        key_of: Returns the key where the bytes of a xorb can be read now.
        held: Chunk lists of the xorbs.
        hot: Local cache of recently read ranges; None: read everything from the store.
    """

    def __init__(
        self,
        content: Content,
        key_of: Callable[[bytes], str],
        held: Mapping[bytes, ChunkList],
        hot: HotFolder | None = None,
    ) -> None:
        self._content = content
        self._key_of = key_of
        self._held = held
        self._hot = hot

    def pieces(self, terms: Sequence[Term], first: int, end: int) -> Iterator[bytes]:
        """Yield the bytes from `first` up to, excluding, `end` of the concatenated terms.

        Raises:
            StoreUnavailable: the store does not answer, or returns corrupt bytes.
        """
        if first == end:
            return
        plan = reconstruct(terms, self._held, first, end)
        skipped, left = plan.skipped, end - first
        waiting: list[bytes] = []
        size = 0
        parts = [part for term in plan.terms for part in parts_of(term, self._held[term.xorb])]
        for chunk in self._chunks(parts):
            piece = chunk[skipped : skipped + left]
            skipped = 0
            left -= len(piece)
            size += len(piece)
            waiting.append(piece)
            if size >= SENT_BYTES:
                yield b"".join(waiting)
                waiting, size = [], 0
        if waiting:
            yield b"".join(waiting)

    def _chunks(self, parts: Sequence[Term]) -> Iterator[bytes]:
        """Yield the chunks of parts, in order; the next parts are fetched meanwhile."""
        with ThreadPoolExecutor(_AHEAD) as readers:
            coming = iter(parts)
            fetched: list[Future[list[bytes]]] = [
                readers.submit(self._fetch, part) for part in islice(coming, _AHEAD)
            ]
            try:
                while fetched:
                    chunks = fetched.pop(0).result()
                    fetched += [readers.submit(self._fetch, part) for part in islice(coming, 1)]
                    yield from chunks
            finally:
                for one in fetched:
                    one.cancel()

    def _fetch(self, part: Term) -> list[bytes]:
        held = self._held[part.xorb]
        if self._hot is not None and (chunks := self._cached(self._hot, held, part)) is not None:
            return chunks
        try:
            return fetch_part(self._stored, held, part)
        except Malformed as error:
            raise StoreUnavailable(
                f"the store returns corrupt bytes of {to_hex(part.xorb)}: {error}"
            ) from error

    def _cached(self, hot: HotFolder, held: ChunkList, part: Term) -> list[bytes] | None:
        """Return the chunks of a part from the local disk; None: not cached, or corrupt."""
        xorb, first, last = (
            to_hex(part.xorb),
            held.stored_begin(part.start),
            held.stored_ends[part.end - 1] - 1,
        )
        data = hot.read(xorb, first, last)
        if data is None:
            return None
        try:
            return fetch_part(lambda _xorb, _first, _last: [data], held, part)
        except Malformed:
            hot.forget(xorb)
            return None

    def _stored(self, xorb: bytes, first: int, last: int) -> Iterator[bytes]:
        pieces: list[bytes] = []
        key = self._key_of(xorb)
        for piece in self._content.pieces(key, first, last):
            pieces.append(piece)
            yield piece
        if self._hot is not None and not key_in(key):  # never cache encrypted content in the clear
            self._hot.keep(to_hex(xorb), first, last, b"".join(pieces))


def put_together_all(content: Content, found: Located, terms: Sequence[Term]) -> Iterator[bytes]:
    """Yield a whole file, with the chunk lists of only a few terms in memory at a time.

    Raises:
        StoreUnavailable: the store does not answer, or returns corrupt bytes.
    """
    for first in range(0, len(terms), _TERMS_AT_ONCE):
        some = terms[first : first + _TERMS_AT_ONCE]
        bridge = Bridge(content, found.key, found.lists({term.xorb for term in some}))
        yield from bridge.pieces(some, 0, sum(term.raw_bytes for term in some))


@router.get(PREFIX + "/files/{digits}")
async def whole(repository: RepositoryId, digits: str, context: Context) -> Response:
    """Send a file, found by its xet hash."""
    found = await context.repository_with_id(repository, Level.READ)
    row = await xet_file(context.gateway.tables, found.repository, to_hex(hash_of(digits)))
    if row is None:
        raise refusal(404, f"file {digits} is not in this repository")
    await readable(context, found, {row.content: f"file {digits}"})
    await context.downloading(found, row.content, row.size_bytes)
    return await put_together(context, row.record, row.size_bytes, {"Accept-Ranges": "bytes"})


async def put_together(
    context: RequestContext, record: str, size_bytes: int, headers: Mapping[str, str]
) -> Response:
    """Answer with a file or the requested range of it, or redirect to its whole copy.

    Args:
        context: The request.
        record: Hash of the record that lists the file's chunks.
        size_bytes: Size of the file.
        headers: Headers of the answer.

    Raises:
        Problem: 416 the range is not satisfiable; 503 the store does not answer, or has lost an object.
    """
    try:
        first, end = parse_range(context.request.headers.get("range"), size_bytes)
    except RangeNotSatisfiable as error:
        raise refusal(416, str(error), Content_Range=f"bytes */{error.size}") from None
    object_ = object_id(ObjectKind.FILE, record)
    there = await all_there(context.gateway.tables, [object_])
    if object_ not in there:
        raise unavailable(f"{object_} is not in the store")
    if copy := await context.whole_copy(record, size_bytes):
        return RedirectResponse(copy, 302, headers=dict(headers))
    file = await context.in_thread(context.services.xorb_store.file, there[object_].object_key)
    begin, stop, place = touched(file.terms, first, end) if first < end else (0, 0, 0)
    terms = file.terms[begin:stop]
    named = list(dict.fromkeys(object_of(term.xorb, encryption_key_of(record)) for term in terms))
    xorbs_there = await all_there(context.gateway.tables, named)
    if len(xorbs_there) < len(named):
        raise unavailable(f"some xorbs of {object_} are not in the store")
    keys = keys_of({name: row.object_key for name, row in xorbs_there.items()})
    found = await context.services.locator.locate(context.gateway.tables, keys)
    held = await context.in_thread(found.lists)
    answer_headers = {**headers, "Content-Length": str(end - first)}
    status = 200
    if end - first < size_bytes:
        answer_headers["Content-Range"] = f"bytes {first}-{end - 1}/{size_bytes}"
        status = 206
    bridge = Bridge(context.services.content, found.key, held, context.services.hot)
    pieces = bridge.pieces(terms, first - place, end - place)
    # An error in the first bytes becomes an error answer; a later one aborts the response.
    begun = await context.in_thread(next, pieces, b"")
    body = context.services.whole.counted(record, size_bytes, chain((begun,), pieces))
    return StreamingResponse(body, status, headers=answer_headers, media_type="application/octet-stream")
