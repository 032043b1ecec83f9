"""Large files: the git-lfs batch API, multipart uploads, and proof of uploaded bytes against their SHA-256.

A client uploads straight to the store. Anyone who holds the address can overwrite the bytes later, so the
registry proves, and refers to, a copy that no client can write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse
from muster.api.commands.log import minted
from muster.events.registry_commands import ObjectKind, ObjectUpload, ReserveUploads
from muster.journal import SystemClock
from muster.registry.core.access import Level
from muster.registry.core.names import HASH
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.core.storage.uploads import SIZE_BYTES_MAX
from muster.registry.edge.chunked.tables import RepackedRow, repacked_files
from muster.registry.edge.content import (
    PART_BYTES,
    PART_BYTES_MAX,
    PARTS_MAX,
    READ_S,
    WRITE_S,
    Content,
    NotProven,
)
from muster.registry.edge.queries import (
    RepositoryRow,
    UploadRow,
    XetFileRow,
    referred,
    uploads_made,
    xet_files_with,
)
from muster.registry.edge.refusals import bad_request, refusal
from muster.registry.edge.requests.bodies import field_of, json_object, list_of
from muster.registry.edge.requests.context import WEB_PREFIX, Context, RequestContext
from muster.registry.edge.requests.services import Services
from muster.registry.edge.requests.threads import in_thread
from muster.registry.edge.requests.uploads import confirm
from muster.registry.edge.versions.guard import why_closed

BATCH_MAX: Final = 1_000
MEDIA_TYPE: Final = "application/vnd.git-lfs+json"
BASIC_BYTES_MAX: Final = PART_BYTES
"""Largest file of a basic transfer; a batch with a larger one is multipart if the client supports that."""

router = APIRouter(include_in_schema=False)


def web_types(request: Request) -> str:
    """FastAPI dependency: the repository type in a web or git address."""
    first = request.url.path.removeprefix(str(request.scope.get("root_path", ""))).split("/", 2)[1]
    return first if first in {"datasets", "spaces"} else "models"


WebTypes = Annotated[str, Depends(web_types)]


@router.post("/{namespace}/{name}.git/info/lfs/objects/batch")
@router.post("/datasets/{namespace}/{name}.git/info/lfs/objects/batch")
@router.post("/spaces/{namespace}/{name}.git/info/lfs/objects/batch")
async def batch(namespace: str, name: str, types: WebTypes, context: Context) -> Response:
    """Return an upload or download address for each object; an object without actions needs no transfer."""
    body = await json_object(context.request)
    objects = _objects(list_of(body, "objects", BATCH_MAX))
    transfers = list_of({"transfers": ["basic"], **body}, "transfers", BATCH_MAX)
    transfer = "basic"
    match field_of(body, "operation", str):
        case "upload":
            repository = await context.repository(types, namespace, name, Level.WRITE)
            if "xet" in transfers:
                return _by_xet(objects)
            if "multipart" in transfers and max(objects.values()) > BASIC_BYTES_MAX:
                transfer = "multipart"
            answers = await to_upload(context, repository, objects, in_parts=transfer == "multipart")
            transfer = "multipart" if any(map(_is_in_parts, answers)) else "basic"
        case "download":
            repository = await context.repository(types, namespace, name, Level.READ)
            answers = await _to_download(context, repository, objects)
        case other:
            raise bad_request(f"operation is {other[:80]!r}; must be upload or download")
    answer = {"transfer": transfer, "objects": answers, "hash_algo": "sha256"}
    return JSONResponse(answer, media_type=MEDIA_TYPE)


@router.post("/{namespace}/{name}.git/info/lfs/verify/{upload}")
@router.post("/datasets/{namespace}/{name}.git/info/lfs/verify/{upload}")
@router.post("/spaces/{namespace}/{name}.git/info/lfs/verify/{upload}")
async def verify(namespace: str, name: str, upload: str, types: WebTypes, context: Context) -> Response:
    """Verify an upload: copy it, read the copy back and hash it."""
    repository = await context.repository(types, namespace, name, Level.WRITE)
    made = (await uploads_made(context.gateway.tables, [upload])).get(upload)
    if made is None or made.tenant != repository.tenant or made.state == "ended":
        raise refusal(404, f"upload {upload[:80]} does not exist, or was reserved more than a day ago")
    if made.state == "open":
        try:
            key = await context.in_thread(
                context.services.content.prove, made.object, upload, made.size_bytes
            )
        except NotProven as error:
            raise refusal(422, str(error)) from None
        await confirm(context, repository, upload, key)
    return JSONResponse({}, media_type=MEDIA_TYPE)


@router.post("/lfs-parts/{upload}")
async def complete(upload: str, request: Request) -> Response:
    """Complete a multipart upload. The signed address replaces the token."""
    services: Services = request.app.state.services
    query = dict(request.query_params)
    if not services.links.is_good(_parts_path(upload), query, SystemClock().now_ms()):
        raise refusal(403, "the address has expired or is invalid; request the upload again")
    body = await json_object(request)
    etags = _etags(list_of(body, "parts", PARTS_MAX), int(query["count"]))
    try:
        await in_thread(services.content.end_parts, query.get("object", ""), upload, query["id"], etags)
    except NotProven as error:
        raise refusal(404, str(error)) from None
    return JSONResponse({})


def _by_xet(objects: Mapping[str, int]) -> Response:
    """Return the answer that tells a capable client to upload by xet."""
    answers = [{"oid": oid, "size": size} for oid, size in objects.items()]
    return JSONResponse({"transfer": "xet", "objects": answers, "hash_algo": "sha256"}, media_type=MEDIA_TYPE)


async def to_upload(
    context: RequestContext, repository: RepositoryRow, objects: Mapping[str, int], *, in_parts: bool
) -> list[dict[str, Any]]:
    """Reserve objects that the organisation does not hold, and return upload actions; held ones have none.

    Args:
        context: The request.
        repository: The repository of the upload.
        objects: Sizes in bytes by SHA-256.
        in_parts: Use multipart uploads, unless the objects must be sealed: these pass whole through this API.
    """
    part_bytes = _part_bytes(objects.values()) if in_parts else 0
    uploads = {
        oid: ObjectUpload(
            upload=minted("upload"), kind=ObjectKind.LFS, hash=repository.hash_of(oid), size_bytes=size
        )
        for oid, size in objects.items()
    }
    command = ReserveUploads(
        repository=repository.repository, uploads=tuple(uploads.values()), **signature(context.who)
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    needed = await uploads_made(context.gateway.tables, [each.upload for each in uploads.values()])
    in_parts = in_parts and await context.in_thread(_take_parts, context.services.content, needed.values())
    web = f"{context.base_url}/{WEB_PREFIX[repository.type]}{repository.full_name}.git/info/lfs"
    answers: list[dict[str, Any]] = []
    for oid, each in uploads.items():
        answer: dict[str, Any] = {"oid": oid, "size": each.size_bytes}
        if (made := needed.get(each.upload)) is not None:
            verify_at = {"href": f"{web}/verify/{each.upload}", "expires_in": WRITE_S}
            put = await _parts(context, made, part_bytes) if in_parts else await _whole(context, made)
            answer["actions"] = {"upload": {**put, "expires_in": WRITE_S}, "verify": verify_at}
        answers.append(answer)
    return answers


def _take_parts(content: Content, uploads: Iterable[UploadRow]) -> bool:
    return all(content.takes_parts(each.object, each.upload) for each in uploads)


def _is_in_parts(answer: Mapping[str, Any]) -> bool:
    return "header" in answer.get("actions", {}).get("upload", {})


async def _whole(context: RequestContext, each: UploadRow) -> dict[str, Any]:
    return {"href": await context.write_address(each.object, each.upload, each.size_bytes)}


def _part_bytes(sizes: Iterable[int]) -> int:
    """Return a part size that limits an answer to about PARTS_MAX parts, as each has an address of its own.

    Raises:
        Problem: 413 the parts would be larger than the store accepts.
    """
    total = sum(sizes)
    part_bytes = max(PART_BYTES, -(-total // PARTS_MAX))
    if part_bytes > PART_BYTES_MAX:
        most = PARTS_MAX * PART_BYTES_MAX
        raise refusal(413, f"objects have {total} bytes together; must be at most {most} in one request")
    return part_bytes


async def _parts(context: RequestContext, each: UploadRow, part_bytes: int) -> dict[str, Any]:
    write = context.services.content.write_parts
    parts = await context.in_thread(write, each.object, each.upload, each.size_bytes, part_bytes)
    path = _parts_path(each.upload)
    values = {"object": each.object, "id": parts.upload_id, "count": str(len(parts.urls))}
    query = context.services.links.signed(path, values, SystemClock().now_ms() + WRITE_S * 1000)
    urls = {str(number): url for number, url in enumerate(parts.urls, start=1)}
    header = {"chunk_size": str(parts.part_bytes), **urls}
    return {"href": f"{context.base_url}{path}?{query}", "header": header}


async def _to_download(
    context: RequestContext, repository: RepositoryRow, objects: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return download actions; only objects that a commit of the repository refers to have one."""
    names = {oid: repository.object_of(ObjectKind.LFS, oid) for oid in objects}
    there = await referred(context.gateway.tables, repository.repository, list(names.values()))
    in_xorbs = await xet_files_with(context.gateway.tables, repository.repository, list(objects))
    in_chunks = {oid: object_id(ObjectKind.FILE, in_xorbs[oid].record) for oid in objects if oid in in_xorbs}
    repacked = await repacked_files(context.gateway.tables, repository.repository, list(names.values()))
    contents = {
        oid: name if name in there or name in repacked else in_chunks.get(oid, name)
        for oid, name in names.items()
    }
    closed = await why_closed(context, repository, {contents[oid]: oid for oid in objects})
    answers: list[dict[str, Any]] = []
    for oid, size in objects.items():
        found = there.get(names[oid])
        answer: dict[str, Any] = {"oid": oid, "size": size}
        chunked = repacked.get(names[oid]) or in_xorbs.get(oid)
        if contents[oid] in closed:
            answer["error"] = {"code": 403, "message": closed[contents[oid]]}
        elif found is None and chunked is not None:
            answer["actions"] = {"download": await _in_chunks(context, repository, contents[oid], chunked)}
        elif found is None:
            answer["error"] = {"code": 404, "message": "no commit of the repository refers to it"}
        else:
            await context.downloading(repository, names[oid], found.size_bytes)
            url = await context.read_address(found.object_key)
            answer["actions"] = {"download": {"href": url, "expires_in": READ_S}}
        answers.append(answer)
    return answers


async def _in_chunks(
    context: RequestContext, repository: RepositoryRow, content: str, file: XetFileRow | RepackedRow
) -> dict[str, Any]:
    """Return the download of a file stored in chunks: its whole copy, or this API, which assembles it."""
    copy = await context.whole_copy(file.record, file.size_bytes)
    if copy is not None:
        await context.downloading(repository, content, file.size_bytes)
        return {"href": copy, "expires_in": READ_S}
    shown = {"Authorization": f"Bearer {context.caller.token}"}
    return {"href": f"{context.base_url}/xet/{repository.repository}/files/{file.file}", "header": shown}


def _etags(items: Sequence[Any], count: int) -> list[str]:
    """Return the ETag of every part, in order."""
    etags: dict[int, str] = {}
    for each in items:
        match each:
            case {"partNumber": int(number), "etag": str(etag)}:
                etags[number] = etag
            case _:
                pass
    if sorted(etags) != list(range(1, count + 1)) or len(items) != count:
        raise bad_request(
            f"parts has {len(items)} items; must be partNumber 1 to {count}, each with its etag"
        )
    return [etags[number] for number in range(1, count + 1)]


def _parts_path(upload: str) -> str:
    return f"/lfs-parts/{upload}"


def _objects(items: Sequence[Any]) -> dict[str, int]:
    """Return sizes by hash; a repeated hash counts once."""
    if not items:
        raise bad_request("objects has no items; must be 1 or more")
    objects: dict[str, int] = {}
    for each in items:
        match each:
            case {"oid": str(oid), "size": int(size)} if HASH.fullmatch(oid) and 0 <= size <= SIZE_BYTES_MAX:
                objects[oid] = size
            case _:
                allowed = f"an oid of 64 hexadecimal digits and a size of 0 to {SIZE_BYTES_MAX}"
                raise bad_request(f"objects has {str(each)[:120]}; must be {allowed}")
    return objects
