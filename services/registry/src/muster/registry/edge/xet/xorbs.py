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
from muster.registry.core.access import Level
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.chunked.xorb_store import object_of
from muster.registry.edge.content import NotProven
from muster.registry.edge.queries import RepositoryRow, UploadRow, uploads_made
from muster.registry.edge.refusals import bad_request
from muster.registry.edge.requests.bodies import field_of, json_object
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.requests.uploads import confirm
from muster.registry.edge.xet.lookup import PREFIX, RepositoryId, hash_of, malformed
from muster.registry.edge.xet.repeats import remove_upload, replaced, store_compared
from muster.store.uses import ONCE

router = APIRouter(include_in_schema=False)

PREFIXES: Final = {"default", "default-merkledb"}


@router.post(PREFIX + "/v1/xorb-grants/{prefix}/{digits}")
async def grant(repository: RepositoryId, prefix: str, digits: str, context: Context) -> Response:
    """Return an upload address of the store for a xorb; 200 without an address: it is already stored."""
    found = await context.repository_with_id(repository, Level.WRITE)
    xorb = _xorb_hash(prefix, digits)
    length = field_of(await json_object(context.request), "length", int)
    if not 0 < length <= xorbs.STORED_MAX_BYTES:
        raise bad_request(f"length is {length}; must be 1 to {xorbs.STORED_MAX_BYTES} bytes")
    upload = await reserve_xorb(context, found, xorb, length)
    if upload is None:
        return JSONResponse({}, 200)
    url, headers = await _address(context, upload)
    return JSONResponse({"id": upload.upload, "method": "PUT", "url": url, "headers": headers}, 201)


@router.post(PREFIX + "/v1/xorb-commits/{prefix}/{digits}/grant/{upload}")
async def end_grant(
    repository: RepositoryId, prefix: str, digits: str, upload: str, context: Context
) -> dict[str, Any]:
    """Complete an upload to the store: read the bytes back and verify them, so that files can use them."""
    found = await context.repository_with_id(repository, Level.WRITE)
    xorb = _xorb_hash(prefix, digits)
    made = (await uploads_made(context.gateway.tables, [upload])).get(upload)
    own = (found.tenant, object_of(xorb, found.encryption_key))
    if made is None or (made.tenant, made.object) != own or made.state == "ended":
        raise bad_request(f"grant is {upload[:80]!r}; must be one that was issued for this xorb")
    if made.state == "proven" or await replaced(context, found, [xorb]):
        return {"was_inserted": False}
    try:
        arrived = await context.in_thread(
            context.services.xorb_store.prove, made.object, upload, made.size_bytes
        )
    except NotProven as error:
        raise bad_request(str(error)) from None
    content = context.services.content
    is_stored = await store_compared(
        context,
        found,
        arrived.chunks,
        lambda: b"".join(content.pieces(arrived.key)),
        lambda: confirm(context, found, upload, arrived.key),
    )
    if not is_stored:
        await remove_upload(context, made, arrived)
    return {"was_inserted": True}


@router.post(PREFIX + "/v1/xorbs/{prefix}/{digits}")
async def take(repository: RepositoryId, prefix: str, digits: str, context: Context) -> dict[str, Any]:
    """Store a xorb sent as the request body, by clients that do not support grants."""
    found = await context.repository_with_id(repository, Level.WRITE)
    xorb = _xorb_hash(prefix, digits)
    data = await context.request.body()
    try:
        held = await context.in_thread(xorbs.verify, [data], xorb)
    except Malformed as error:
        raise malformed(error) from None
    if await replaced(context, found, [xorb]):
        return {"was_inserted": False}
    is_new = True

    async def store() -> None:
        nonlocal is_new
        upload = await reserve_xorb(context, found, xorb, len(data))
        is_new = upload is not None
        if upload is not None:
            key = await context.in_thread(
                context.services.xorb_store.put, held, upload.object, upload.upload, data
            )
            await confirm(context, found, upload.upload, key)

    await store_compared(context, found, held, lambda: data, store)
    return {"was_inserted": is_new}


async def _address(context: RequestContext, upload: UploadRow) -> tuple[str, dict[str, str]]:
    """Return the address and the headers for an upload."""
    content, named = context.services.content, (upload.object, upload.upload)
    if await context.in_thread(content.is_put_once, *named):
        return await context.in_thread(content.write_once_address, *named), ONCE
    return await context.write_address(*named, upload.size_bytes), {}


def _xorb_hash(prefix: str, digits: str) -> bytes:
    if prefix not in PREFIXES:
        raise bad_request(f"prefix is {prefix[:80]!r}; must be one of {', '.join(sorted(PREFIXES))}")
    return hash_of(digits)


async def reserve_xorb(
    context: RequestContext, repository: RepositoryRow, xorb: bytes, length: int
) -> UploadRow | None:
    """Reserve an upload for a xorb; None: the organisation already has it."""
    upload, hash_ = minted("upload"), repository.hash_of(to_hex(xorb))
    wanted = ObjectUpload(upload=upload, kind=ObjectKind.XORB, hash=hash_, size_bytes=length)
    command = ReserveUploads(repository=repository.repository, uploads=(wanted,), **signature(context.who))
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return (await uploads_made(context.gateway.tables, [upload])).get(upload)
