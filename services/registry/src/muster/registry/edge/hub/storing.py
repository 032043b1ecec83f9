"""Writes objects that this API itself stores, and confirms proven copies to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
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
from muster.registry.edge.hub.asked import Asked
from muster.registry.edge.reading import RepositoryRow, UploadRow, uploads_made

AT_ONCE: Final = 16
"""Objects of one request that are written concurrently."""


async def stored(ask: Asked, repository: RepositoryRow, blobs: Mapping[str, bytes]) -> dict[str, UploadProof]:
    """Store the objects that the organisation does not hold, and return proofs by object.

    Args:
        ask: The request.
        repository: Repository of the objects.
        blobs: Bytes by object id, KIND/HASH, hashed by this process.

    Raises:
        Problem: The quota is used up, or the store or the log does not answer.
    """
    proofs: dict[str, UploadProof] = {}
    objects = list(blobs)
    for first in range(0, len(objects), UPLOADS_MAX):
        wanted = [_upload(object_, blobs[object_]) for object_ in objects[first : first + UPLOADS_MAX]]
        command = ReserveUploads(
            repository=repository.repository, uploads=tuple(wanted), **signature(ask.who)
        )
        await ask.ask(about_repository(command, ask.gateway.log.stamp()))
        needed = list((await uploads_made(ask.gateway.tables, [each.upload for each in wanted])).values())
        for begin in range(0, len(needed), AT_ONCE):
            some = needed[begin : begin + AT_ONCE]
            put = await asyncio.gather(*(_put(ask, row, blobs[row.object]) for row in some))
            proofs |= {row.object: proof for row, proof in zip(some, put, strict=True)}
    return proofs


async def confirm(ask: Asked, repository: RepositoryRow, upload: str, key: str) -> None:
    """Confirm a proven copy to the log.

    A refused copy is removed here: its reservation has ended, and with it the sweep that would have found it.

    Raises:
        Problem: It was refused, or the log does not answer.
    """
    command = ConfirmUpload(
        repository=repository.repository, upload=upload, object_key=key, **signature(ask.who)
    )
    try:
        await ask.ask(about_repository(command, ask.gateway.log.stamp()))
    except Problem as problem:
        if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            await ask.in_thread(ask.hub.content.discard, key)
        raise


def _upload(object_: str, data: bytes) -> ObjectUpload:
    kind, _, hash_ = object_.partition("/")
    return ObjectUpload(
        upload=minted("upload"), kind=ObjectKind(kind.upper()), hash=hash_, size_bytes=len(data)
    )


async def _put(ask: Asked, row: UploadRow, data: bytes) -> UploadProof:
    key = await ask.in_thread(ask.hub.content.put, row.object, row.upload, data)
    return UploadProof(upload=row.upload, object_key=key)
