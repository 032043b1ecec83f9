"""/v1/files: upload of jobs' working files to S3, and /v1/schemas: schemas of jobs, queues and policies.

A file is stored under the SHA-256 given by the caller. Both the hash and the archive are checked here, the
latter by the rules of the agents, so that every stored archive can be unpacked. The name is derived from the
content, so storing it again changes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from typing import Annotated, Any, BinaryIO, Final, Literal, TypeAlias, cast

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from muster.api import Submitter, invalid_request, unavailable
from muster.api.document.answers import answers
from muster.jobs import json_schemas
from muster.jobs.documents.refusal import invalid
from muster.store import StoreUnavailable
from muster.store.archives import ALLOWED, BadArchive, check
from muster.store.keys import files_key
from muster.submit.edge.service import Here
from pydantic import Field
from typing_extensions import TypedDict

_MEMORY_BYTES_MAX: Final = 1 << 20
SpooledFile: TypeAlias = "tempfile.SpooledTemporaryFile[bytes]"

router = APIRouter()
Sha256 = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of the body, lower-case hex.")]
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/gzip": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class StoredFiles(TypedDict):
    """Working files that jobs can name."""

    files_sha256: Annotated[str, Field(description="For `files_sha256` of a job.")]
    size_bytes: int


@router.put(
    "/v1/files/{sha256}",
    status_code=201,
    tags=["files"],
    summary="Store working files",
    openapi_extra=_BODY,
    responses=answers({201: StoredFiles}, 403),
)
async def store_files(sha256: Sha256, request: Request, caller: Submitter, service: Here) -> JSONResponse:
    """A tar.gz of at most 64 MiB, 10,000 entries and 1 GiB unpacked; every entry lies within its folder."""
    with tempfile.SpooledTemporaryFile(_MEMORY_BYTES_MAX) as held:
        size_bytes, digest = await _receive(request, held)
        if digest != sha256:
            raise invalid_request([invalid("sha256", sha256, f"the SHA-256 of the body: {digest}")])
        archive = cast("BinaryIO", held)
        try:
            archive.seek(0)
            await asyncio.to_thread(check, archive)
            archive.seek(0)
            await asyncio.to_thread(service.store.put_stream, files_key(sha256), archive)
        except BadArchive as error:
            raise invalid_request([invalid("(body)", str(error), ALLOWED)]) from None
        except StoreUnavailable as error:
            raise unavailable("S3 does not answer") from error
    stored: StoredFiles = {"files_sha256": sha256, "size_bytes": size_bytes}
    return JSONResponse(stored, 201)


async def _receive(request: Request, held: SpooledFile) -> tuple[int, str]:
    """Store the body; return its size in bytes and its SHA-256."""
    hashed, size_bytes = hashlib.sha256(), 0
    async for piece in request.stream():
        hashed.update(piece)
        size_bytes += len(piece)
        held.write(piece)
    return size_bytes, hashed.hexdigest()


_SCHEMAS: Final = json_schemas()
SchemaName = Literal[
    "job", "queue", "queue-settings", "queues", "reservation", "node-tags", "maintenance", "policy"
]


class SchemaResponse(JSONResponse):
    """A JSON Schema."""

    media_type = "application/schema+json"


@router.get(
    "/v1/schemas/{name}.json",
    tags=["schemas"],
    summary="Read the JSON Schema of what people write",
    response_class=SchemaResponse,
    responses={200: {"content": {"application/schema+json": {"schema": {"type": "object"}}}}},
)
async def read_schema(name: SchemaName) -> JSONResponse:
    """For editors: needs no token."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return SchemaResponse(_SCHEMAS[name], headers=headers)
