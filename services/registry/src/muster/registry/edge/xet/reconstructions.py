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
from muster.registry.core.repositories.access import Level
from muster.registry.core.storage.uploads import object_at
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.hub.errors import bad_request, refusal
from muster.registry.edge.reading import xet_file
from muster.registry.edge.versions.guard import damaged, readable
from muster.registry.edge.xet.asked import PREFIX, RepositoryId, all_there, hash_of
from muster.registry.edge.xet.kept import keys_of, object_of
from muster.registry.edge.xet.plain import located

TERMS_MAX: Final = 50_000
"""Maximum number of terms of an answer, 20 MB; clients request larger files in ranges."""

router = APIRouter(include_in_schema=False)

Range = Annotated[str | None, Header(alias="range")]
Say = Callable[[Reconstruction, Callable[[bytes, Fetch], str]], dict[str, Any]]


@router.get(PREFIX + "/v1/reconstructions/{digits}")
async def first_form(repository: RepositoryId, digits: str, ask: Ask, asked_for: Range = None) -> Response:
    """As older clients read it."""
    return await _answer(ask, repository, digits, asked_for, reconstructions.v1)


@router.get(PREFIX + "/v2/reconstructions/{digits}")
async def second_form(repository: RepositoryId, digits: str, ask: Ask, asked_for: Range = None) -> Response:
    """As newer clients read it."""
    return await _answer(ask, repository, digits, asked_for, reconstructions.v2)


async def _answer(ask: Asked, repository: str, digits: str, asked_for: str | None, say: Say) -> Response:
    found = await ask.repository_with_id(repository, Level.READ)
    row = await xet_file(ask.gateway.tables, found.repository, to_hex(hash_of(digits)))
    if row is None:
        raise refusal(404, f"file {digits}: allowed is one of this repository")
    await readable(ask, found, {row.content: f"file {digits}"})
    file = await ask.in_thread(ask.hub.kept.file, row.object_key)
    try:
        first, end = reconstructions.parse_range(asked_for, row.size_bytes)
    except RangeNotSatisfiable as error:
        raise refusal(416, str(error), Content_Range=f"bytes */{error.size}") from None
    await ask.downloading(found, row.content, row.size_bytes)
    if first == end:
        return JSONResponse(say(Reconstruction(0, (), {}), lambda _xorb, _fetch: ""))
    begin, stop, place = reconstructions.touched(file.terms, first, end)
    if stop - begin > TERMS_MAX:
        raise bad_request(
            f"the range lies in {stop - begin} places; allowed are {TERMS_MAX}: ask for parts of it"
        )
    terms = file.terms[begin:stop]
    key_name = encryption_key_of(object_at(row.object_key))
    named = list(dict.fromkeys(object_of(term.xorb, key_name) for term in terms))
    there = await all_there(ask.gateway.tables, named)
    keys = keys_of({object_: row.object_key for object_, row in there.items()})
    if any(term.xorb not in keys for term in terms):
        raise refusal(404, f"file {digits}: some of its chunks were removed")
    for object_, lies in there.items():
        if lies.damage is not None:
            raise unavailable(damaged(f"{object_} of file {digits}", lies.damage))
    lying = await located(ask.gateway.tables, ask.hub.kept, ask.hub.plain, keys)
    held = await ask.in_thread(lying.lists)
    plan = reconstructions.reconstruct(terms, held, first - place, end - place)
    places = await ask.in_thread(lying.readable, plan.fetches)
    addresses = await ask.read_addresses(places)
    return JSONResponse(say(plan, lambda xorb, _fetch: addresses[xorb]))


@router.post(PREFIX + "/v1/telemetry")
async def telemetry(repository: RepositoryId, ask: Ask) -> dict[str, Any]:
    """What clients tell of their transfers is not kept."""
    await ask.repository_with_id(repository, Level.READ)
    return {}
