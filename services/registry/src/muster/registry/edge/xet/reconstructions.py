"""Reconstructions: the places of a file's chunks, with a freshly signed address for each byte range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header
from fastapi.responses import JSONResponse, Response
from muster.api.problems import unavailable
from muster.cas import reconstructions
from muster.cas.hashing import to_hex
from muster.cas.naming import encryption_key_of
from muster.cas.reconstructions import Fetch, RangeNotSatisfiable, Reconstruction
from muster.registry.core.access import Level
from muster.registry.core.storage.uploads import object_at
from muster.registry.edge.chunked.xorb_store import keys_of, object_of
from muster.registry.edge.queries import xet_file
from muster.registry.edge.refusals import bad_request, refusal
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.versions.guard import damaged, readable
from muster.registry.edge.xet.lookup import PREFIX, RepositoryId, all_there, hash_of

TERMS_MAX: Final = 50_000
"""Maximum number of terms of an answer, 20 MB; clients request larger files in ranges."""

router = APIRouter(include_in_schema=False)

Range = Annotated[str | None, Header(alias="range")]
Format = Callable[[Reconstruction, Callable[[bytes, Fetch], str]], dict[str, Any]]


@router.get(PREFIX + "/v1/reconstructions/{digits}")
async def first_form(
    repository: RepositoryId, digits: str, context: Context, range_header: Range = None
) -> Response:
    """Return a reconstruction in the format of older clients."""
    return await _answer(context, repository, digits, range_header, reconstructions.v1)


@router.get(PREFIX + "/v2/reconstructions/{digits}")
async def second_form(
    repository: RepositoryId, digits: str, context: Context, range_header: Range = None
) -> Response:
    """Return a reconstruction in the format of newer clients."""
    return await _answer(context, repository, digits, range_header, reconstructions.v2)


async def _answer(
    context: RequestContext, repository: str, digits: str, range_header: str | None, format_: Format
) -> Response:
    found = await context.repository_with_id(repository, Level.READ)
    row = await xet_file(context.gateway.tables, found.repository, to_hex(hash_of(digits)))
    if row is None:
        raise refusal(404, f"file {digits} is not in this repository")
    await readable(context, found, {row.content: f"file {digits}"})
    file = await context.in_thread(context.services.xorb_store.file, row.object_key)
    try:
        first, end = reconstructions.parse_range(range_header, row.size_bytes)
    except RangeNotSatisfiable as error:
        raise refusal(416, str(error), Content_Range=f"bytes */{error.size}") from None
    await context.downloading(found, row.content, row.size_bytes)
    if first == end:
        return JSONResponse(format_(Reconstruction(0, (), {}), lambda _xorb, _fetch: ""))
    begin, stop, place = reconstructions.touched(file.terms, first, end)
    if stop - begin > TERMS_MAX:
        raise bad_request(
            f"the range has {stop - begin} terms; must be at most {TERMS_MAX}: request smaller ranges"
        )
    terms = file.terms[begin:stop]
    key_name = encryption_key_of(object_at(row.object_key))
    named = list(dict.fromkeys(object_of(term.xorb, key_name) for term in terms))
    there = await all_there(context.gateway.tables, named)
    keys = keys_of({object_: row.object_key for object_, row in there.items()})
    if any(term.xorb not in keys for term in terms):
        raise refusal(404, f"file {digits}: some of its chunks were removed")
    for object_, stored in there.items():
        if stored.damage is not None:
            raise unavailable(damaged(f"{object_} of file {digits}", stored.damage))
    found_xorbs = await context.services.locator.locate(context.gateway.tables, keys)
    held = await context.in_thread(found_xorbs.lists)
    plan = reconstructions.reconstruct(terms, held, first - place, end - place)
    places = await context.in_thread(found_xorbs.readable, plan.fetches)
    addresses = await context.read_addresses(places)
    return JSONResponse(format_(plan, lambda xorb, _fetch: addresses[xorb]))


@router.post(PREFIX + "/v1/telemetry")
async def telemetry(repository: RepositoryId, context: Context) -> dict[str, Any]:
    """Accept a client's report about its transfers, and discard it."""
    await context.repository_with_id(repository, Level.READ)
    return {}
