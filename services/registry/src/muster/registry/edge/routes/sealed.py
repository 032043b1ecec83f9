"""Reads and writes of objects that this API decrypts and encrypts; a signed address replaces the token."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from muster.cas.reconstructions import RangeNotSatisfiable, parse_range
from muster.journal import SystemClock
from muster.registry.edge.addresses.sealed import OBJECTS, SIZE, UPLOADS
from muster.registry.edge.content import NotProven
from muster.registry.edge.refusals import bad_request, refusal
from muster.registry.edge.requests.services import Services
from muster.registry.edge.requests.threads import in_thread, in_thread_of

RECEIVED_BYTES: Final = 1024 * 1024
"""Minimum size of a piece that is passed to the encrypting thread, except for the last."""

SENT_BYTES: Final = 1024 * 1024
"""Minimum size of a piece of a response, except for the last."""

AT_ONCE: Final = 32
"""Concurrent uploads per process, each with a thread and two parts in memory; others wait."""

_THREADS: Final = ThreadPoolExecutor(AT_ONCE, "uploads")
"""A separate pool, so that slow uploads do not block reads."""

_RANGE: Final = re.compile(r"bytes=(\d+-\d*|-\d+)")

router = APIRouter(include_in_schema=False)


@router.head(OBJECTS + "/{key:path}")
@router.get(OBJECTS + "/{key:path}")
async def read(key: str, request: Request) -> Response:
    """Return an object, or a range of it."""
    services = _signed(request, f"{OBJECTS}/{key}")
    size = await in_thread(services.content.size_bytes, key)
    try:
        first, end = parse_range(request.headers.get("range"), size)
    except RangeNotSatisfiable as error:
        raise refusal(416, str(error), Content_Range=f"bytes */{error.size}") from None
    headers = {"Accept-Ranges": "bytes", "Content-Length": str(end - first), "Cache-Control": "no-store"}
    status = 200
    if _RANGE.fullmatch(request.headers.get("range", "").strip()):  # also a range of all of it
        headers["Content-Range"] = f"bytes {first}-{end - 1}/{size}"
        status = 206
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers, media_type="application/octet-stream")
    is_whole = end - first == size
    pieces = services.content.pieces(key) if is_whole else services.content.pieces(key, first, end - 1)
    # An error in the first bytes becomes an error answer; a later one aborts the response.
    begun = await in_thread(next, pieces, b"")
    return StreamingResponse(_all(begun, pieces), status, headers, "application/octet-stream")


@router.put(UPLOADS + "/{key:path}")
async def write(key: str, request: Request) -> Response:
    """Store an upload, encrypted as it arrives; the object appears once all its bytes have arrived."""
    services = _signed(request, f"{UPLOADS}/{key}")
    size_bytes = int(request.query_params[SIZE])
    length = request.headers.get("content-length")
    if length is not None and int(length) != size_bytes:
        raise bad_request(f"the body has {length} bytes; must be {size_bytes}, as announced")
    pieces = _received(request.stream(), asyncio.get_running_loop())
    try:
        await in_thread_of(_THREADS, services.content.stage, key, pieces, size_bytes)
    except NotProven as error:
        raise bad_request(str(error)) from None
    return Response(status_code=200)


def _signed(request: Request, path: str) -> Services:
    services: Services = request.app.state.services
    if not services.links.is_good(path, dict(request.query_params), SystemClock().now_ms()):
        raise refusal(403, "the address has expired or is invalid; request the file again")
    return services


def _all(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """Merge pieces into larger ones, because each is fetched by a thread."""
    waiting = bytearray(first)
    for piece in rest:
        waiting += piece
        if len(waiting) >= SENT_BYTES:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting)


def _received(stream: AsyncIterator[bytes], loop: asyncio.AbstractEventLoop) -> Iterator[bytes]:
    """Yield the request body in a thread; raises there if the client disconnects."""
    while piece := asyncio.run_coroutine_threadsafe(_piece(stream), loop).result():
        yield piece


async def _piece(stream: AsyncIterator[bytes]) -> bytes:
    """Return the next bytes, at least RECEIVED_BYTES except at the end; empty: no more."""
    waiting = bytearray()
    async for some in stream:
        waiting += some
        if len(waiting) >= RECEIVED_BYTES:
            break
    return bytes(waiting)
