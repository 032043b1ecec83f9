"""Xorb uploads: to an address of the store with a final commit request, or as the body of a request."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from muster.api.commands.log import minted
from muster.cas import xorbs
from muster.cas.errors import Malformed
from muster.cas.hashing import to_hex
from muster.events.registry_commands import ObjectKind, ObjectUpload, ReserveUploads
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.content import NotProven
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.hub.bodies import field_of, json_object
from muster.registry.edge.hub.errors import bad_request
from muster.registry.edge.hub.storing import confirm
from muster.registry.edge.reading import RepositoryRow, UploadRow, uploads_made
from muster.registry.edge.xet.asked import PREFIX, RepositoryId, hash_of, malformed
from muster.registry.edge.xet.kept import Kept, object_of
from muster.store.uses import ONCE

router = APIRouter(include_in_schema=False)

PREFIXES: Final = {"default", "default-merkledb"}


@router.post(PREFIX + "/v1/xorb-grants/{prefix}/{digits}")
async def grant(repository: RepositoryId, prefix: str, digits: str, ask: Ask) -> Response:
    """An address of the store for a xorb; 200 without one: it is there."""
    found = await ask.repository_with_id(repository, Level.WRITE)
    xorb = _named(prefix, digits)
    length = field_of(await json_object(ask.request), "length", int)
    if not 0 < length <= xorbs.STORED_MAX_BYTES:
        raise bad_request(f"length is {length}; allowed are 1 to {xorbs.STORED_MAX_BYTES} bytes")
    upload = await reserved(ask, found, xorb, length)
    if upload is None:
        return JSONResponse({}, 200)
    url, headers = await _address(ask, upload)
    return JSONResponse({"id": upload.upload, "method": "PUT", "url": url, "headers": headers}, 201)


@router.post(PREFIX + "/v1/xorb-commits/{prefix}/{digits}/grant/{upload}")
async def end_grant(
    repository: RepositoryId, prefix: str, digits: str, upload: str, ask: Ask
) -> dict[str, Any]:
    """The bytes are there: they are read back and verified before anybody may refer to them."""
    found = await ask.repository_with_id(repository, Level.WRITE)
    xorb = _named(prefix, digits)
    made = (await uploads_made(ask.gateway.tables, [upload])).get(upload)
    own = (found.tenant, object_of(xorb, found.encryption_key))
    if made is None or (made.tenant, made.object) != own or made.state == "ended":
        raise bad_request(f"grant {upload[:80]!r}: allowed is one that was given for this xorb")
    if made.state == "proven":
        return {"was_inserted": False}
    try:
        key = await ask.in_thread(ask.hub.kept.prove, made.object, upload, made.size_bytes)
    except NotProven as error:
        raise bad_request(str(error)) from None
    await confirm(ask, found, upload, key)
    return {"was_inserted": True}


@router.post(PREFIX + "/v1/xorbs/{prefix}/{digits}")
async def take(repository: RepositoryId, prefix: str, digits: str, ask: Ask) -> dict[str, Any]:
    """A xorb as the body, from clients that know no grants."""
    found = await ask.repository_with_id(repository, Level.WRITE)
    xorb = _named(prefix, digits)
    data = await ask.request.body()
    try:
        held = await ask.in_thread(xorbs.verify, [data], xorb)
    except Malformed as error:
        raise malformed(error) from None
    upload = await reserved(ask, found, xorb, len(data))
    if upload is None:
        return {"was_inserted": False}
    kept: Kept = ask.hub.kept
    key = await ask.in_thread(kept.put, held, upload.object, upload.upload, data)
    await confirm(ask, found, upload.upload, key)
    return {"was_inserted": True}


async def _address(ask: Asked, upload: UploadRow) -> tuple[str, dict[str, str]]:
    """Return the address and the headers for an upload."""
    content, named = ask.hub.content, (upload.object, upload.upload)
    if await ask.in_thread(content.is_put_once, *named):
        return await ask.in_thread(content.write_once_address, *named), ONCE
    return await ask.write_address(*named, upload.size_bytes), {}


def _named(prefix: str, digits: str) -> bytes:
    if prefix not in PREFIXES:
        raise bad_request(f"prefix is {prefix[:80]!r}; allowed are {', '.join(sorted(PREFIXES))}")
    return hash_of(digits)


async def reserved(ask: Asked, repository: RepositoryRow, xorb: bytes, length: int) -> UploadRow | None:
    """Reserve an upload for a xorb; None: the organisation already has it."""
    upload, hash_ = minted("upload"), repository.hash_of(to_hex(xorb))
    wanted = ObjectUpload(upload=upload, kind=ObjectKind.XORB, hash=hash_, size_bytes=length)
    command = ReserveUploads(repository=repository.repository, uploads=(wanted,), **signature(ask.who))
    await ask.ask(about_repository(command, ask.gateway.log.stamp()))
    return (await uploads_made(ask.gateway.tables, [upload])).get(upload)
