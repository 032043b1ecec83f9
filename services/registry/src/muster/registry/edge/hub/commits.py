"""Preupload (how to send each file), commits, squashing, and history.

This module parses and validates the lines of a request; making.py makes the commit.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from muster.cas.naming import digest_of
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    MakeCommit,
    TreeAdded,
)
from muster.jobs.values.quantities import format_time
from muster.registry.core.access import Level
from muster.registry.core.commits import CHANGE_BYTES, COMMIT_BYTES_MAX, TITLE_MAX, commit_bytes
from muster.registry.core.names import HASH, wrong_path
from muster.registry.core.references import EMPTY_ROOT
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.hub.files import LARGE
from muster.registry.edge.hub.making import Uploaded, Wanted, added, commit_changes, head_of
from muster.registry.edge.queries import (
    CommitRow,
    commits_from,
)
from muster.registry.edge.refusals import bad_request, refusal
from muster.registry.edge.requests.bodies import field_of, json_object, list_of, object_of, parsed_object
from muster.registry.edge.requests.context import REPOSITORY, WEB_PREFIX, Context, Types
from muster.store.trees import (
    Directory,
    File,
    entries_at,
)

INLINE_BYTES_MAX: Final = 2**20
"""Maximum size of a text file that is sent with its commit."""
BODY_BYTES_MAX: Final = 64 * 2**20
PAGE: Final = 50
DIRECTORIES_MAX: Final = COMMIT_BYTES_MAX // CHANGE_BYTES
"""Maximum number of directories of a commit; more would exceed COMMIT_BYTES_MAX."""
_PREUPLOAD_MAX: Final = 1_000

router = APIRouter(include_in_schema=False)


@router.post(REPOSITORY + "/preupload/{rest:path}")
async def preupload(  # noqa: PLR0917  (the path)
    types: Types, namespace: str, name: str, rest: str, context: Context, create_pr: str = ""
) -> dict[str, Any]:
    """Return how each file is to be sent, and the ids of those that the branch already has."""
    del rest
    _no_pull_request(create_pr)
    repository = await context.repository(types, namespace, name, Level.WRITE)
    files = list_of(await json_object(context.request, BODY_BYTES_MAX), "files", _PREUPLOAD_MAX)
    modes = {each["path"]: each for each in map(_mode, files)}
    head = await head_of(context, repository, context.path_parts[5])
    for path, entry in (await context.in_thread(entries_at, context.reader(), head.root, modes)).items():
        if isinstance(entry, File):
            is_large = modes[path]["uploadMode"] == "lfs"
            modes[path]["oid"] = digest_of(entry.hash) if is_large and entry.kind in LARGE else entry.oid
    return {"files": list(modes.values())}


@router.post(REPOSITORY + "/commit/{rest:path}")
async def commit(  # noqa: PLR0917  (the path)
    types: Types, namespace: str, name: str, rest: str, context: Context, create_pr: str = ""
) -> dict[str, Any]:
    """Commit changes to a branch; a repeated request returns the same commit."""
    del rest
    _no_pull_request(create_pr)
    repository = await context.repository(types, namespace, name, Level.WRITE)
    branch, body = context.path_parts[5], await context.request.body()
    made = await commit_changes(
        context, repository, branch, _parse_commit(body), hashlib.sha256(body).hexdigest()
    )
    url = f"{context.base_url}/{WEB_PREFIX[repository.type]}{repository.full_name}/commit/{made}"
    return {"success": True, "commitOid": made, "commitUrl": url, "hookOutput": ""}


@router.post(REPOSITORY + "/super-squash/{rest:path}")
async def squash(types: Types, namespace: str, name: str, rest: str, context: Context) -> dict[str, Any]:
    """Replace a branch's history by a single commit with its current files."""
    repository = await context.repository(types, namespace, name, Level.WRITE)
    message = field_of(await json_object(context.request), "message", str, "").strip() or f"Squash {rest}"
    head = await head_of(context, repository, rest)
    entries = [("", Directory(head.root)), *await context.entries(head)]
    files = {path: entry for path, entry in entries if isinstance(entry, File)}
    listings = {entry.hash for _, entry in entries if isinstance(entry, Directory)} - {EMPTY_ROOT}
    weight = commit_bytes([*files], [], len(listings))
    if weight > COMMIT_BYTES_MAX:
        text = f"{len(files)} files are {weight} bytes in one commit; must be at most {COMMIT_BYTES_MAX}"
        raise refusal(413, f"{text}; the history of {rest} stays")
    command = MakeCommit(
        repository=repository.repository,
        branch=rest,
        base=head.commit,
        parent=head.commit,
        body_digest=hashlib.sha256(f"squash {head.commit} {message}".encode()).hexdigest(),
        title=message[:TITLE_MAX],
        description="",
        root=head.root,
        files=tuple(added(path, file) for path, file in files.items()),
        deleted=(),
        trees=tuple(TreeAdded(hash=hash_) for hash_ in sorted(listings)),
        card=None,
        proofs=(),
        logical_bytes=sum(file.size_bytes for file in files.values()),
        squash=True,
        **signature(context.who),
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return {}


@router.get(REPOSITORY + "/commits/{rest:path}")
async def history(  # noqa: PLR0917  (the path)
    types: Types,
    namespace: str,
    name: str,
    rest: str,
    context: Context,
    p: Annotated[int, Query(ge=0, le=100_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1_000)] = PAGE,
) -> Response:
    """Return a page of a commit's history, newest first."""
    del rest
    repository = await context.repository(types, namespace, name, Level.READ)
    start = await context.commit(repository, context.path_parts[5])
    rows = await commits_from(
        context.gateway.tables, repository.repository, start.commit, p * limit, limit + 1
    )
    answer = JSONResponse([_commit_answer(row) for row in rows[:limit]])
    if len(rows) > limit:
        at = f"{context.base_url}/api/{types}/{repository.full_name}/commits/{start.commit}"
        answer.headers["Link"] = f'<{at}?p={p + 1}&limit={limit}>; rel="next"'
    return answer


def _no_pull_request(create_pr: str) -> None:
    if create_pr in {"1", "true"}:
        raise bad_request("create_pr: pull requests are not supported; commit to a branch")


def _mode(item: Any) -> dict[str, Any]:
    """Return the upload mode of a file: small text is sent with its commit, anything else by LFS."""
    match item:
        case {"path": str(path), "size": int(size)}:
            pass
        case _:
            raise bad_request(f"files has {str(item)[:120]}; must be an object with a path and a size")
    sample = str(item.get("sample") or "")
    try:
        is_text = "\0" not in base64.b64decode(sample, validate=True)[:510].decode(errors="strict")
    except (binascii.Error, UnicodeDecodeError) as error:
        cut = isinstance(error, UnicodeDecodeError) and error.reason == "unexpected end of data"
        is_text = cut
    regular = size == 0 or (is_text and size <= INLINE_BYTES_MAX)
    return {"path": path, "uploadMode": "regular" if regular else "lfs", "shouldIgnore": False, "oid": None}


def _parse_commit(body: bytes) -> Wanted:
    """Parse the lines of a commit request.

    Raises:
        Problem: 400 a line is invalid; 413 the commit is too large.
    """
    wanted = Wanted()
    for number, line in enumerate(body.splitlines(), start=1):
        if line.strip():
            operation = parsed_object(line, f"line {number}")
            _take(wanted, field_of(operation, "key", str), object_of(operation, "value"))
    if not wanted.title:
        raise bad_request("the header has no summary; must be text")
    added = list(dict.fromkeys(path for path, content in wanted.steps if content is not None))
    weight = commit_bytes(added, wanted.deleted, _directories(added))
    if weight > COMMIT_BYTES_MAX:
        text = f"{len(wanted.steps)} changes are {weight} bytes; must be at most {COMMIT_BYTES_MAX}"
        raise refusal(413, f"{text}; make several commits")
    return wanted


def _directories(paths: Sequence[str]) -> int:
    """Count the directories of these paths, each of which is rewritten; stops above DIRECTORIES_MAX."""
    found: set[str] = set()
    for path in paths:
        above = path.rpartition("/")[0]
        while above and above not in found:
            found.add(above)
            above = above.rpartition("/")[0]
        if len(found) > DIRECTORIES_MAX:
            break
    return len(found)


def _take(wanted: Wanted, key: str, value: dict[str, Any]) -> None:
    match key:
        case "header":
            wanted.title = field_of(value, "summary", str).strip()[:TITLE_MAX]
            wanted.description = field_of(value, "description", str, "").strip()
            wanted.parent = field_of(value, "parentCommit", str, "") or None
        case "file":
            wanted.steps.append((_path(value), _content(value)))
        case "lfsFile":
            oid = field_of(value, "oid", str)
            if not HASH.fullmatch(oid) or value.get("algo", "sha256") != "sha256":
                raise bad_request(f"oid is {oid[:80]!r}; must be 64 hexadecimal digits of SHA-256")
            size = field_of(value, "size", int) if value.get("size") is not None else None
            wanted.steps.append((_path(value), Uploaded(oid, size)))
        case "deletedFile":
            wanted.steps.append((_path(value), None))
        case "deletedFolder":
            folder = _path({"path": field_of(value, "path", str).rstrip("/")})
            wanted.steps.append((f"{folder}/", None))
        case other:
            allowed = "header, file, lfsFile, deletedFile or deletedFolder"
            raise bad_request(f"key is {other[:80]!r}; must be {allowed}")


def _path(value: dict[str, Any]) -> str:
    path = field_of(value, "path", str)
    for wrong in wrong_path(path):
        raise bad_request(must_be("path", wrong.value, wrong.allowed))
    return path


def _content(value: dict[str, Any]) -> bytes:
    content = field_of(value, "content", str)
    if field_of(value, "encoding", str, "utf-8") != "base64":
        return content.encode()
    try:
        return base64.b64decode(content, validate=True)
    except binascii.Error as error:
        raise bad_request(f"content of {str(value.get('path'))[:200]} is not base64: {error}") from None


def _commit_answer(row: CommitRow) -> dict[str, Any]:
    return {
        "id": row.commit,
        "title": row.title,
        "message": row.description,
        "date": format_time(row.at_ms),
        "authors": [{"user": row.author}],
    }
