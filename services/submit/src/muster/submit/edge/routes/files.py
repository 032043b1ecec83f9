"""/v1/files: upload of jobs' working files to S3, and /v1/schemas: schemas of jobs, queues and policies.

Working files are archives, or an index of archives that are stored already. Both are stored under the SHA-256
given by the caller. The hash and the content are checked here, an archive by the rules of the agents, so that
every stored archive can be unpacked. The name follows from the content, so storing it again changes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from typing import Annotated, Any, BinaryIO, Final, Literal, TypeAlias, cast

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from muster.api import Submitter, invalid_request, unavailable
from muster.api.commands.bodies import read_body, read_form
from muster.api.document.answers import answers
from muster.api.document.bodies import described
from muster.jobs import json_schemas
from muster.jobs.documents.refusal import invalid
from muster.jobs.forms.form import Form
from muster.jobs.values.file_index import ALLOWED as INDEX_ALLOWED
from muster.jobs.values.file_index import (
    ARCHIVES_MAX,
    INDEX_BYTES_MAX,
    INDEX_TYPE,
    BadIndex,
    archives_in,
    is_index,
)
from muster.jobs.values.rules import Allowed
from muster.store import StoreUnavailable
from muster.store.archives import ALLOWED, BadArchive, check
from muster.store.keys import files_key
from muster.submit.edge.intake import VIOLATIONS_MAX
from muster.submit.edge.service import Here, Service
from muster.submit.edge.working_files import absent_files
from pydantic import Field
from typing_extensions import TypedDict

_MEMORY_BYTES_MAX: Final = 1 << 20
SpooledFile: TypeAlias = "tempfile.SpooledTemporaryFile[bytes]"

router = APIRouter()
Sha256 = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of the body, lower-case hex.")]
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/gzip": {"schema": {"type": "string", "format": "binary"}},
            INDEX_TYPE: {
                "schema": {
                    "type": "object",
                    "required": ["archives"],
                    "additionalProperties": False,
                    "properties": {
                        "archives": {
                            "type": "array",
                            "description": "SHA-256 of stored archives, unpacked in this order.",
                            "items": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                            "minItems": 1,
                            "maxItems": ARCHIVES_MAX,
                        }
                    },
                }
            },
        },
    }
}


class FilesNamed(Form):
    """Working files, by their hashes."""

    sha256: Annotated[
        tuple[Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")], ...],
        Field(min_length=1, max_length=ARCHIVES_MAX),
        Allowed(f"1 to {ARCHIVES_MAX} SHA-256 hashes in lower-case hex"),
    ]
    """SHA-256 of each archive or index."""


class AbsentFiles(TypedDict):
    """Working files that have to be uploaded before a job can use them."""

    absent: Annotated[list[str], Field(description="In the order of the request.")]


class StoredFiles(TypedDict):
    """Stored working files."""

    files_sha256: Annotated[str, Field(description="The value for `files_sha256` of a job.")]
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
    """Store a tar.gz of at most 64 MiB, or an index of several that are stored already.

    Together they unpack to at most 10,000 entries and 1 GiB; no entry may lead outside.
    """
    with tempfile.SpooledTemporaryFile(_MEMORY_BYTES_MAX) as held:
        size_bytes, digest = await _receive(request, held)
        if digest != sha256:
            raise invalid_request([invalid("sha256", sha256, f"the SHA-256 of the body: {digest}")])
        body = cast("BinaryIO", held)
        try:
            body.seek(0)
            if is_index(body.read(1)):
                await _check_index(service, body)
            else:
                body.seek(0)
                await asyncio.to_thread(check, body)
            body.seek(0)
            await asyncio.to_thread(service.store.put_stream, files_key(sha256), body)
        except BadArchive as error:
            raise invalid_request([invalid("(body)", str(error), ALLOWED)]) from None
        except StoreUnavailable as error:
            raise unavailable("S3 does not answer") from error
    stored: StoredFiles = {"files_sha256": sha256, "size_bytes": size_bytes}
    return JSONResponse(stored, 201)


async def _check_index(service: Service, body: BinaryIO) -> None:
    """Check that the body is an index of stored archives.

    Raises:
        Problem: 422 it is none, or archives are absent.
        StoreUnavailable: S3 does not answer.
    """
    body.seek(0)
    try:
        archives = archives_in(body.read(INDEX_BYTES_MAX + 1))
    except BadIndex as error:
        raise invalid_request([invalid("(body)", str(error), INDEX_ALLOWED)]) from None
    absent = await absent_files(service.store, archives)
    if absent:
        allowed = "the SHA-256 of a stored archive: PUT /v1/files/{sha256}"
        raise invalid_request([invalid("archives", sha256, allowed) for sha256 in absent[:VIOLATIONS_MAX]])


@router.post(
    "/v1/files:absent",
    tags=["files"],
    summary="Find out which working files are not stored",
    responses=answers({200: AbsentFiles}, 403),
    openapi_extra=described(FilesNamed),
)
async def read_absent_files(request: Request, caller: Submitter, service: Here) -> JSONResponse:
    """Ask before uploading: what is stored, by whomever, need not be sent again."""
    named = read_form(FilesNamed, await read_body(request))
    try:
        absent = await absent_files(service.store, named.sha256)
    except StoreUnavailable as error:
        raise unavailable("S3 does not answer") from error
    answer: AbsentFiles = {"absent": list(absent)}
    return JSONResponse(answer)


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
    summary="Read the JSON Schema of a job, queue or policy file",
    response_class=SchemaResponse,
    responses={200: {"content": {"application/schema+json": {"schema": {"type": "object"}}}}},
)
async def read_schema(name: SchemaName) -> JSONResponse:
    """Return a schema for editors; no token is needed."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return SchemaResponse(_SCHEMAS[name], headers=headers)
