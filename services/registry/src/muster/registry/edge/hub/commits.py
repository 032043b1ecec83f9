"""How files are to be sent, commits, and what was before.

1  the lines of the request are read and judged
2  the tree of the branch is changed by them
3  room is kept for what is new; small files and directories are put into the store
4  one command moves the branch; if it has moved meanwhile, and the client did not say where it must be,
   2 to 4 are done again
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from muster.api.problems import Problem, unavailable
from muster.cas.naming import digest_of
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    FileAdded,
    FileKind,
    MakeCommit,
    ModelCard,
    ObjectKind,
    RefKind,
    TreeAdded,
)
from muster.jobs.values.quantities import format_time
from muster.registry.core.commits import CHANGE_BYTES, COMMIT_BYTES_MAX, EMPTY_ROOT, TITLE_MAX, commit_bytes
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.cards import card_of
from muster.registry.core.repositories.names import HASH, look_alikes, wrong_path
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.edge.hub.asked import REPOSITORY, WEB_PREFIX, Ask, Asked, Types
from muster.registry.edge.hub.bodies import field_of, json_object, list_of, object_of, parsed_object
from muster.registry.edge.hub.errors import as_the_hub_says, bad_request, no_revision, refusal
from muster.registry.edge.hub.files import LARGE, git_oid, lfs_pointer
from muster.registry.edge.hub.storing import stored
from muster.registry.edge.lineage.running import made_by
from muster.registry.edge.reading import (
    CommitRow,
    RepositoryRow,
    XetFileRow,
    commits_from,
    logical_bytes_of,
    ref_of,
    referred,
    xet_files_with,
)
from muster.registry.edge.repacking.tables import repacked_files
from muster.store.trees import (
    Changed,
    Directory,
    File,
    InTheWay,
    NoSuchPath,
    Read,
    Step,
    change,
    entries_at,
)

INLINE_BYTES_MAX: Final = 2**20
"""Text up to here comes with its commit."""
BODY_BYTES_MAX: Final = 64 * 2**20
TRIES_MAX: Final = 8
PAGE: Final = 50
DIRECTORIES_MAX: Final = COMMIT_BYTES_MAX // CHANGE_BYTES
"""Of one commit; more weigh more than a commit may."""
BRANCH_S: Final = 120.0
"""How long a commit waits for those before it on its branch."""
_PREUPLOAD_MAX: Final = 1_000
_SHORT: Final = 7

router = APIRouter(include_in_schema=False)


class Uploaded(NamedTuple):
    """A file that was uploaded.

    Attributes:
        sha256: Of its bytes.
        size_bytes: Its size; None: as it is stored.
    """

    sha256: str
    size_bytes: int | None


Content: TypeAlias = bytes | Uploaded | File
"""A file of a commit: the bytes of a small one, one that was uploaded, or one that the organisation holds."""


@dataclass(slots=True)
class Wanted:
    """Changes that a request wants a branch to have.

    Attributes:
        title: First line.
        description: The rest.
        parent: Where the branch must be; None: anywhere.
        steps: Paths and their new content, in order; None deletes, a directory if the path ends with a slash.
    """

    title: str = ""
    description: str = ""
    parent: str | None = None
    steps: list[tuple[str, Content | None]] = field(default_factory=list[tuple[str, Content | None]])

    @property
    def deleted(self) -> list[str]:
        """Paths that a step deletes."""
        return [path for path, content in self.steps if content is None]


@router.post(REPOSITORY + "/preupload/{rest:path}")
async def preupload(  # noqa: PLR0917  (the path)
    types: Types, namespace: str, name: str, rest: str, ask: Ask, create_pr: str = ""
) -> dict[str, Any]:
    """Which files come with the commit, and what of them the branch has already."""
    del rest
    _no_pull_request(create_pr)
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    files = list_of(await json_object(ask.request, BODY_BYTES_MAX), "files", _PREUPLOAD_MAX)
    modes = {each["path"]: each for each in map(_mode, files)}
    head = await _head(ask, repository, ask.behind[5])
    for path, entry in (await ask.in_thread(entries_at, ask.reader(), head.root, modes)).items():
        if isinstance(entry, File):
            is_large = modes[path]["uploadMode"] == "lfs"
            modes[path]["oid"] = digest_of(entry.hash) if is_large and entry.kind in LARGE else entry.oid
    return {"files": list(modes.values())}


@router.post(REPOSITORY + "/commit/{rest:path}")
async def commit(  # noqa: PLR0917  (the path)
    types: Types, namespace: str, name: str, rest: str, ask: Ask, create_pr: str = ""
) -> dict[str, Any]:
    """A branch moves to a new commit; the same request again is the same commit."""
    del rest
    _no_pull_request(create_pr)
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    branch, body = ask.behind[5], await ask.request.body()
    made = await committed(ask, repository, branch, _wanted(body), hashlib.sha256(body).hexdigest())
    url = f"{ask.base_url}/{WEB_PREFIX[repository.type]}{repository.full_name}/commit/{made}"
    return {"success": True, "commitOid": made, "commitUrl": url, "hookOutput": ""}


async def committed(ask: Asked, repository: RepositoryRow, branch: str, wanted: Wanted, digest: str) -> str:
    """A branch has what is wanted; the id of the commit. Who commits to one branch takes turns.

    Args:
        ask: Who asks.
        repository: Where.
        branch: Of it.
        wanted: What is to be there.
        digest: Of what was asked: the same again is the same commit.

    Raises:
        Problem: it was refused, as clients of the Hub expect; 503 others commit to the branch for too long.
    """
    try:
        async with ask.hub.turns.of(f"{repository.repository}/{branch}", BRANCH_S):
            return await _made(ask, repository, branch, wanted, digest)
    except TimeoutError:
        raise unavailable(f"branch {branch}: others commit to it for {BRANCH_S:.0f} s; ask again") from None


async def _made(ask: Asked, repository: RepositoryRow, branch: str, wanted: Wanted, digest: str) -> str:
    """The id of the commit, made anew when another process has moved the branch meanwhile."""
    for number in range(TRIES_MAX):
        head = await _head(ask, repository, branch)
        try:
            return await _commit(ask, repository, branch, head, wanted, digest)
        except Problem as problem:
            is_lost = problem.code == "object-absent" and number == 0  # it was held a moment ago, perhaps
            if problem.code != "stale-base" and not is_lost:
                raise as_the_hub_says(problem) from None
    raise unavailable(f"branch {branch} moves faster than commits on it can be made; ask again")


@router.post(REPOSITORY + "/super-squash/{rest:path}")
async def squash(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> dict[str, Any]:
    """A branch has one commit with the files that it has; those before it are given up."""
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    message = field_of(await json_object(ask.request), "message", str, "").strip() or f"Squash {rest}"
    head = await _head(ask, repository, rest)
    entries = [("", Directory(head.root)), *await ask.entries(head)]
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
        files=tuple(_added(path, file) for path, file in files.items()),
        deleted=(),
        trees=await ask.in_thread(_trees, ask.reader(), sorted(listings)),
        card=None,
        proofs=(),
        logical_bytes=sum(file.size_bytes for file in files.values()),
        squash=True,
        **signature(ask.who),
    )
    await ask.ask(about_repository(command, ask.gateway.log.stamp()))
    return {}


def _trees(read: Read, listings: Sequence[str]) -> tuple[TreeAdded, ...]:
    return tuple(TreeAdded(hash=hash_, size_bytes=len(read(hash_))) for hash_ in listings)


@router.get(REPOSITORY + "/commits/{rest:path}")
async def history(  # noqa: PLR0917  (the path)
    types: Types,
    namespace: str,
    name: str,
    rest: str,
    ask: Ask,
    p: Annotated[int, Query(ge=0, le=100_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1_000)] = PAGE,
) -> Response:
    """A commit and those before it, the newest first."""
    del rest
    repository = await ask.repository(types, namespace, name, Level.READ)
    start = await ask.commit(repository, ask.behind[5])
    rows = await commits_from(ask.gateway.tables, repository.repository, start.commit, p * limit, limit + 1)
    answer = JSONResponse([_commit_said(row) for row in rows[:limit]])
    if len(rows) > limit:
        at = f"{ask.base_url}/api/{types}/{repository.full_name}/commits/{start.commit}"
        answer.headers["Link"] = f'<{at}?p={p + 1}&limit={limit}>; rel="next"'
    return answer


def _no_pull_request(create_pr: str) -> None:
    if create_pr in {"1", "true"}:
        raise bad_request("create_pr: pull requests are not kept here; commit to a branch")


async def _head(ask: Asked, repository: RepositoryRow, branch: str) -> CommitRow:
    if await ref_of(ask.gateway.tables, repository.repository, RefKind.BRANCH, branch) is None:
        raise no_revision(branch)
    return await ask.commit(repository, branch)


def _mode(given: Any) -> dict[str, Any]:
    """How a file is to be sent: text that is small comes with its commit."""
    match given:
        case {"path": str(path), "size": int(size)}:
            pass
        case _:
            raise bad_request(f"files has {str(given)[:120]}; allowed is a path and a size")
    sample = str(given.get("sample") or "")
    try:
        is_text = "\0" not in base64.b64decode(sample, validate=True)[:510].decode(errors="strict")
    except (binascii.Error, UnicodeDecodeError) as error:
        cut = isinstance(error, UnicodeDecodeError) and error.reason == "unexpected end of data"
        is_text = cut
    regular = size == 0 or (is_text and size <= INLINE_BYTES_MAX)
    return {"path": path, "uploadMode": "regular" if regular else "lfs", "shouldIgnore": False, "oid": None}


def _wanted(body: bytes) -> Wanted:
    """The lines of a request.

    Raises:
        Problem: 400 one is wrong, and which.
    """
    wanted = Wanted()
    for number, line in enumerate(body.splitlines(), start=1):
        if line.strip():
            said = parsed_object(line, f"line {number}")
            _take(wanted, field_of(said, "key", str), object_of(said, "value"))
    if not wanted.title:
        raise bad_request("the header has no summary; allowed is text")
    added = list(dict.fromkeys(path for path, content in wanted.steps if content is not None))
    weight = commit_bytes(added, wanted.deleted, _directories(added))
    if weight > COMMIT_BYTES_MAX:
        text = f"{len(wanted.steps)} changes are {weight} bytes; must be at most {COMMIT_BYTES_MAX}"
        raise refusal(413, f"{text}; make several commits")
    return wanted


def _directories(paths: Sequence[str]) -> int:
    """How many directories these paths lead through, each written anew; not much beyond what is allowed."""
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
                raise bad_request(f"oid is {oid[:80]!r}; allowed are 64 hexadecimal digits of sha256")
            size = field_of(value, "size", int) if value.get("size") is not None else None
            wanted.steps.append((_path(value), Uploaded(oid, size)))
        case "deletedFile":
            wanted.steps.append((_path(value), None))
        case "deletedFolder":
            folder = _path({"path": field_of(value, "path", str).rstrip("/")})
            wanted.steps.append((f"{folder}/", None))
        case other:
            allowed = "header, file, lfsFile, deletedFile and deletedFolder"
            raise bad_request(f"key is {other[:80]!r}; allowed are {allowed}")


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
        raise bad_request(f"content of {str(value.get('path'))[:200]}: no base64: {error}") from None


async def _commit(  # noqa: PLR0917  (what a commit is made of)
    ask: Asked, repository: RepositoryRow, branch: str, head: CommitRow, wanted: Wanted, digest: str
) -> str:
    """The id of the commit; that of the branch when the request changes nothing."""
    files = await _files(ask, repository, wanted.steps)
    changed = await _changed(ask, repository, head, files)
    parent = _parent(wanted.parent, head)
    if changed.root == head.root and parent in {None, head.commit}:
        return head.commit
    small = {
        file.hash: content
        for (_, content), (_, file) in zip(wanted.steps, files, strict=True)
        if isinstance(content, bytes) and file is not None
    }
    contents = {path: small[file.hash] for path, file in changed.added.items() if file.hash in small}
    blobs = {object_id(ObjectKind.INLINE, changed.added[path].hash): data for path, data in contents.items()}
    blobs |= {object_id(ObjectKind.TREE, hash_): listing for hash_, listing in changed.written.items()}
    command = MakeCommit(
        repository=repository.repository,
        branch=branch,
        base=head.commit,
        parent=parent,
        body_digest=digest,
        title=wanted.title,
        description=wanted.description,
        root=changed.root,
        files=tuple(_added(path, file) for path, file in changed.added.items()),
        deleted=tuple(wanted.deleted),
        trees=tuple(TreeAdded(hash=h, size_bytes=len(data)) for h, data in changed.written.items()),
        card=_card(contents),
        proofs=await stored(ask, repository, blobs),
        logical_bytes=await _logical_bytes(ask, repository, head) + changed.more_bytes,
        made_by=await made_by(ask.gateway.tables, ask.request.headers.get("user-agent", ""), ask.who.tenant),
        **signature(ask.who),
    )
    row = await ask.carry_out(about_repository(command, ask.gateway.log.stamp()))
    for hash_, listing in changed.written.items():
        ask.hub.content.remember(hash_, listing)
    return row.subject


async def _logical_bytes(ask: Asked, repository: RepositoryRow, commit: CommitRow) -> int:
    """What the files of a commit have, each as a whole copy; one that does not say it is added up once."""
    known = await logical_bytes_of(ask.gateway.tables, repository.repository, commit.commit)
    if known is not None:
        return known
    entries = await ask.entries(commit)
    return sum(entry.size_bytes for _, entry in entries if isinstance(entry, File))


def _parent(named: str | None, head: CommitRow) -> str | None:
    """What the client named, in full; a beginning of where the branch is, is that."""
    if named is not None and len(named) >= _SHORT and head.commit.startswith(named):
        return head.commit
    return named


def _small(repository: RepositoryRow, content: bytes) -> File:
    hash_ = repository.hash_of(hashlib.sha256(content).hexdigest())
    return File(kind="inline", hash=hash_, size_bytes=len(content), oid=git_oid(content))


async def _files(
    ask: Asked, repository: RepositoryRow, steps: Sequence[tuple[str, Content | None]]
) -> list[Step]:
    """Steps as trees take them."""
    uploads = [(path, content) for path, content in steps if isinstance(content, Uploaded)]
    uploaded = await _uploaded(ask, repository, uploads) if uploads else {}
    files: list[Step] = []
    for path, content in steps:
        match content:
            case Uploaded():
                files.append((path, uploaded[content]))
            case bytes():
                files.append((path, _small(repository, content)))
            case File() | None:
                files.append((path, content))
    return files


async def _uploaded(
    ask: Asked, repository: RepositoryRow, wanted: Sequence[tuple[str, Uploaded]]
) -> dict[Uploaded, File]:
    """Return files that were uploaded; a client that copies one within the repository names no size."""
    oids = [each.sha256 for _, each in wanted]
    in_xorbs = await xet_files_with(ask.gateway.tables, repository.repository, oids)
    unsized = [
        repository.object_of(ObjectKind.LFS, each.sha256) for _, each in wanted if each.size_bytes is None
    ]
    there = await referred(ask.gateway.tables, repository.repository, unsized) if unsized else {}
    repacked = await repacked_files(ask.gateway.tables, repository.repository, unsized) if unsized else {}
    files: dict[Uploaded, File] = {}
    for path, each in wanted:
        oid, size = each
        chunked = in_xorbs.get(oid)
        if chunked is not None and size in {None, chunked.size_bytes}:
            files[each] = _in_xorbs(chunked)
            continue
        object_ = repository.object_of(ObjectKind.LFS, oid)
        stored = there.get(object_) or repacked.get(object_)
        size_bytes = size if size is not None else stored.size_bytes if stored is not None else None
        if size_bytes is None:
            raise bad_request(f"{path}: {oid} is not stored; must be a file that was uploaded")
        pointer = git_oid(lfs_pointer(oid, size_bytes))
        files[each] = File(kind="lfs", hash=repository.hash_of(oid), size_bytes=size_bytes, oid=pointer)
    return files


def _in_xorbs(row: XetFileRow) -> File:
    pointer = git_oid(lfs_pointer(row.sha256, row.size_bytes))
    return File(
        kind="xet", hash=row.sha256, size_bytes=row.size_bytes, oid=pointer, found_by=(row.file, row.record)
    )


async def _changed(ask: Asked, repository: RepositoryRow, head: CommitRow, steps: Sequence[Step]) -> Changed:
    try:
        changed = await ask.in_thread(change, ask.reader(), head.root, steps, known_by=repository.hash_of)
    except NoSuchPath as error:
        raise bad_request(f"{error.args[0]}: allowed is to delete what the branch has") from None
    except InTheWay as error:
        raise bad_request(f"{error.args[0]}: a file is where a directory is to be, or the reverse") from None
    for path, entries in changed.directories.items():
        for one, other in islice(look_alikes(entries), 1):
            where = f" in {path}" if path else ""
            raise bad_request(
                f"{other!r} beside {one!r}{where}: some disks take them for the same; allowed are names that "
                "differ in more than case or form of letters"
            )
    return changed


def _added(path: str, file: File) -> FileAdded:
    hash_ = file.found_by[1] if file.kind == "xet" else file.hash
    return FileAdded(path=path, kind=FileKind(file.kind.upper()), hash=hash_, size_bytes=file.size_bytes)


def _card(inline: Mapping[str, bytes]) -> ModelCard | None:
    content = inline.get("README.md")
    return None if content is None else card_of(content.decode(errors="replace"))[0]


def _commit_said(row: CommitRow) -> dict[str, Any]:
    return {
        "id": row.commit,
        "title": row.title,
        "message": row.description,
        "date": format_time(row.at_ms),
        "authors": [{"user": row.author}],
    }
