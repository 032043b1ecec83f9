"""Trees, paths and file downloads; download addresses are signed when they are requested."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final
from urllib.parse import parse_qs, quote

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from muster.cas.naming import digest_of
from muster.jobs.values.quantities import format_time
from muster.registry.core.access import Level
from muster.registry.edge.chunked.tables import repacked_of
from muster.registry.edge.hub.lfs import WebTypes
from muster.registry.edge.queries import CommitRow, RepositoryRow, commits_from, objects_there
from muster.registry.edge.refusals import bad_request, no_entry
from muster.registry.edge.requests.context import PAGE, REPOSITORY, TYPES, Context, RequestContext, Types
from muster.registry.edge.versions.guard import content_of, readable, root_of, security_answer
from muster.registry.edge.xet.bridge import put_together
from muster.store.trees import Directory, Entry, File, entries_at, last_changes

PATHS_MAX: Final = 1_000
EXPANDED_PAGE: Final = 1_000
"""Maximum number of entries of an answer that includes the last commit of each."""
HISTORY: Final = 100
"""Commits per step when searching for the last change of entries."""

LARGE: Final = {"lfs", "xet"}
"""Kinds of files that git stores as a pointer, and clients identify by SHA-256."""

router = APIRouter(include_in_schema=False)


@router.get(REPOSITORY + "/tree/{rest:path}")
async def tree(
    types: Types,
    namespace: str,
    name: str,
    rest: str,
    context: Context,
    *,
    recursive: bool = False,
    expand: bool = False,
    cursor: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """List a directory; further pages show the same commit."""
    del rest
    repository = await context.repository(types, namespace, name, Level.READ)
    revision, *parts = context.path_parts[5:]
    commit = await context.commit(repository, revision)
    under = "/".join(parts).strip("/")
    entries = await context.entries(commit, under, recursive=recursive)
    end = cursor + (EXPANDED_PAGE if expand else PAGE)
    page = entries[cursor:end]
    answer = JSONResponse(await _entry_answers(context, repository, commit, page, expand=expand))
    if end < len(entries):
        at = f"{context.base_url}/api/{types}/{repository.full_name}/tree/{commit.commit}/{quote(under)}"
        query = f"recursive={str(recursive).lower()}&expand={str(expand).lower()}&cursor={end}"
        answer.headers["Link"] = f'<{at.rstrip("/")}?{query}>; rel="next"'
    return answer


@router.post(REPOSITORY + "/paths-info/{rest:path}")
async def paths_info(types: Types, namespace: str, name: str, rest: str, context: Context) -> Response:
    """Describe these paths; those that do not exist are left out."""
    del rest
    repository = await context.repository(types, namespace, name, Level.READ)
    commit = await context.commit(repository, context.path_parts[5])
    form = await _form(context.request)
    paths, is_expanded = form.get("paths", []), form.get("expand", [""])[-1].lower() == "true"
    wanted = dict.fromkeys(path.strip("/") for path in paths)
    wanted.pop("", None)
    found = await context.in_thread(entries_at, context.reader(), commit.root, wanted)
    return JSONResponse(
        await _entry_answers(context, repository, commit, list(found.items()), expand=is_expanded)
    )


@router.head("/{namespace}/{name}/resolve/{rest:path}")
@router.head("/datasets/{namespace}/{name}/resolve/{rest:path}")
@router.head("/spaces/{namespace}/{name}/resolve/{rest:path}")
async def resolve_head(namespace: str, name: str, rest: str, types: WebTypes, context: Context) -> Response:
    """Describe a file, without an address: clients would reuse it for every retry, and it expires."""
    del rest
    repository = await context.repository(types, namespace, name, Level.READ)
    commit, file, path = await _file(context, repository, types)
    warnings = await readable(context, repository, {content_of(file): path, root_of(commit.root): path})
    xet = (await in_chunks(context, repository, file))[0]
    headers = {
        **_headers(context, repository, commit, file, xet),
        **warnings,
        "Content-Length": str(file.size_bytes),
    }
    return Response(status_code=200, headers=headers, media_type="application/octet-stream")


@router.get("/{namespace}/{name}/resolve/{rest:path}")
@router.get("/datasets/{namespace}/{name}/resolve/{rest:path}")
@router.get("/spaces/{namespace}/{name}/resolve/{rest:path}")
async def resolve(namespace: str, name: str, rest: str, types: WebTypes, context: Context) -> Response:
    """Redirect to a temporary address of a file, or send its bytes."""
    del rest
    repository = await context.repository(types, namespace, name, Level.READ)
    commit, file, path = await _file(context, repository, types)
    object_ = content_of(file)
    warnings = await readable(context, repository, {object_: path, root_of(commit.root): path})
    xet, record = await in_chunks(context, repository, file)
    headers = {**_headers(context, repository, commit, file, xet), **warnings}
    found = None
    if file.kind != "xet":
        found = (await objects_there(context.gateway.tables, [object_])).get(object_)
    await context.downloading(repository, object_, file.size_bytes)
    if found is not None:  # a repacked file remains stored whole for a while
        url = await context.read_address(found.object_key)
        return RedirectResponse(url, 302, headers=headers)
    if not record:
        raise no_entry(path, commit.commit)
    return await put_together(context, record, file.size_bytes, headers)


def entry_answer(path: str, entry: Entry) -> dict[str, Any]:
    """Return an entry of a tree in the Hub's format."""
    if isinstance(entry, Directory):
        return {"type": "directory", "oid": entry.hash[:40], "size": 0, "path": path}
    answer: dict[str, Any] = {"type": "file", "oid": entry.oid, "size": entry.size_bytes, "path": path}
    if entry.kind in LARGE:
        digest = digest_of(entry.hash)
        pointer_bytes = len(lfs_pointer(digest, entry.size_bytes))
        answer["lfs"] = {"oid": digest, "size": entry.size_bytes, "pointerSize": pointer_bytes}
    if entry.kind == "xet":
        answer["xetHash"] = entry.found_by[0]
    return answer


def etag_of(file: File) -> str:
    """Return the ETag of a file."""
    return f'"{digest_of(file.hash) if file.kind in LARGE else file.oid}"'


def lfs_pointer(hash_: str, size_bytes: int) -> bytes:
    """Return the git-lfs pointer of a large file."""
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{hash_}\nsize {size_bytes}\n".encode()


def git_oid(content: bytes) -> str:
    """Return the git blob id of a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


async def _file(
    context: RequestContext, repository: RepositoryRow, types: str
) -> tuple[CommitRow, File, str]:
    revision, *parts = context.path_parts[3 if types == "models" else 4 :]
    commit = await context.commit(repository, revision)
    path = "/".join(parts)
    entry = await context.entry(commit, path) if path else Directory(commit.root)
    if not isinstance(entry, File):
        raise no_entry(path, commit.commit)
    return commit, entry, path


async def in_chunks(context: RequestContext, repository: RepositoryRow, file: File) -> tuple[str, str]:
    """Return a file's xet hash and record, uploaded in chunks or repacked; empty: it is stored whole only."""
    if file.kind == "xet":
        return file.found_by[0], file.found_by[1]
    object_ = content_of(file)
    repacked = file.kind in LARGE and await repacked_of(context.gateway.tables, repository.tenant, object_)
    return (repacked.file, repacked.record) if repacked else ("", "")


def _headers(
    context: RequestContext, repository: RepositoryRow, commit: CommitRow, file: File, xet: str
) -> dict[str, str]:
    etag = etag_of(file)
    headers = {
        "X-Repo-Commit": commit.commit,
        "ETag": etag,
        "X-Linked-Etag": etag,
        "X-Linked-Size": str(file.size_bytes),
        "Accept-Ranges": "bytes",
        "Cache-Control": "no-store",
    }
    if xet:
        types = next(types for types, type_ in TYPES.items() if type_ is repository.type)
        tokens = f"{context.base_url}/api/{types}/{repository.full_name}/xet-read-token/{commit.commit}"
        headers |= {"X-Xet-Hash": xet, "Link": f'<{tokens}>; rel="xet-auth"'}
    return headers


async def _entry_answers(
    context: RequestContext,
    repository: RepositoryRow,
    commit: CommitRow,
    entries: Sequence[tuple[str, Entry]],
    *,
    expand: bool,
) -> list[dict[str, Any]]:
    """Return entries in the Hub's format; expanded ones include their last commit and scan results."""
    answers = [entry_answer(path, entry) for path, entry in entries]
    if expand:
        files = [entry for _, entry in entries if isinstance(entry, File)]
        security = await security_answer(context, repository, files)
        last = await _last_commits(context, repository, commit, dict(entries))
        for answer, (path, entry) in zip(answers, entries, strict=True):
            made = last[path]
            answer["lastCommit"] = {"id": made.commit, "title": made.title, "date": format_time(made.at_ms)}
            if isinstance(entry, File) and content_of(entry) in security:
                answer["securityFileStatus"] = security[content_of(entry)]
    return answers


async def _last_commits(
    context: RequestContext, repository: RepositoryRow, commit: CommitRow, entries: Mapping[str, Entry]
) -> dict[str, CommitRow]:
    """Return the commit that last changed each of these entries."""
    found: dict[str, CommitRow] = {}
    left, skip, read = dict(entries), 0, context.reader()
    while left:
        rows = await commits_from(
            context.gateway.tables, repository.repository, commit.commit, skip, HISTORY + 1
        )
        changed = await context.in_thread(last_changes, read, [row.root for row in rows], left)
        found |= {path: rows[index] for path, index in changed.items()}
        if len(rows) <= HISTORY:  # the first commit adds everything that is left
            return {path: found.get(path, rows[-1]) for path in entries}
        left = {path: entry for path, entry in left.items() if path not in changed}
        skip += HISTORY
    return found


async def _form(request: Request) -> dict[str, list[str]]:
    try:
        return parse_qs((await request.body()).decode(), max_num_fields=PATHS_MAX + 10)
    except ValueError as error:
        raise bad_request(f"the body must be a form of at most {PATHS_MAX} paths: {error}") from None
