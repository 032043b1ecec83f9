"""Writes objects that this API itself stores, and confirms proven copies to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Final

from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.events.registry_commands import (
    ConfirmUpload,
    ObjectKind,
    ObjectUpload,
    ReserveUploads,
    UploadProof,
)
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.storage.uploads import UPLOADS_MAX
from muster.registry.edge.content import Content
from muster.registry.edge.queries import RepositoryRow, UploadRow, uploads_made
from muster.registry.edge.requests.context import RequestContext

AT_ONCE: Final = 16
"""Objects of one request that are written concurrently."""
SHARE: Final = 16
"""Objects that a thread writes before others may use it."""


async def store_objects(
    context: RequestContext, repository: RepositoryRow, blobs: Mapping[str, bytes]
) -> dict[str, UploadProof]:
    """Store the objects that the organisation does not hold, and return proofs by object.

    Args:
        context: The request.
        repository: Repository of the objects.
        blobs: Bytes by object id, KIND/HASH, hashed by this process.

    Raises:
        Problem: The quota is used up, or the store or the log does not answer.
    """
    objects = list(blobs)
    batches = [objects[first : first + UPLOADS_MAX] for first in range(0, len(objects), UPLOADS_MAX)]
    reserved = await asyncio.gather(*(_reserved(context, repository, blobs, batch) for batch in batches))
    needed = [row for rows in reserved for row in rows]
    shares = iter([needed[first : first + SHARE] for first in range(0, len(needed), SHARE)])
    proofs: dict[str, UploadProof] = {}

    async def put_shares() -> None:
        for share in shares:
            proofs.update(await context.in_thread(_put, context.services.content, share, blobs))

    await asyncio.gather(*(put_shares() for _ in range(AT_ONCE)))
    return proofs


async def _reserved(
    context: RequestContext, repository: RepositoryRow, blobs: Mapping[str, bytes], objects: Sequence[str]
) -> Iterable[UploadRow]:
    """Reserve uploads for objects, and return those that the organisation does not hold."""
    wanted = [_upload(object_, blobs[object_]) for object_ in objects]
    command = ReserveUploads(
        repository=repository.repository, uploads=tuple(wanted), **signature(context.who)
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return (await uploads_made(context.gateway.tables, [each.upload for each in wanted])).values()


async def confirm(context: RequestContext, repository: RepositoryRow, upload: str, key: str) -> None:
    """Confirm a proven copy to the log.

    A refused copy is removed here: its reservation has ended, and with it the sweep that would have found it.

    Raises:
        Problem: It was refused, or the log does not answer.
    """
    command = ConfirmUpload(
        repository=repository.repository, upload=upload, object_key=key, **signature(context.who)
    )
    try:
        await context.submit(about_repository(command, context.gateway.log.stamp()))
    except Problem as problem:
        if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            await context.in_thread(context.services.content.discard, key)
        raise


def _upload(object_: str, data: bytes) -> ObjectUpload:
    kind, _, hash_ = object_.partition("/")
    return ObjectUpload(
        upload=minted("upload"), kind=ObjectKind(kind.upper()), hash=hash_, size_bytes=len(data)
    )


def _put(content: Content, rows: Sequence[UploadRow], blobs: Mapping[str, bytes]) -> dict[str, UploadProof]:
    """Store some objects, one after the other."""
    return {
        row.object: UploadProof(
            upload=row.upload, object_key=content.put(row.object, row.upload, blobs[row.object])
        )
        for row in rows
    }
