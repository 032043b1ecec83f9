"""Makes commits on a branch.

Requests of one caller for the same branch that name no parent are batched while they wait for their turn:
each gets its own commit, and the whole batch takes the two round trips to the log that a single one takes.

1  apply the requests to the branch's tree, one after the other
2  reserve new content; write small files and directories to the store
3  send one command per commit, each following the previous one; a commit that was refused because the branch
   has moved meanwhile is retried alone, with what was reserved and stored for it before
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from muster.api.problems import Problem, unavailable
from muster.events.registry_commands import (
    FileAdded,
    FileKind,
    MakeCommit,
    ModelCard,
    ObjectKind,
    RefKind,
    TreeAdded,
    UploadProof,
)
from muster.registry.core.commits import request_digest
from muster.registry.core.names import look_alikes
from muster.registry.core.repositories.cards import card_of
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.edge.chunked.tables import repacked_files
from muster.registry.edge.hub.files import git_oid, lfs_pointer
from muster.registry.edge.lineage.attempts import made_by
from muster.registry.edge.queries import (
    CommitRow,
    RepositoryRow,
    XetFileRow,
    logical_bytes_of,
    ref_of,
    referred,
    xet_files_with,
)
from muster.registry.edge.refusals import bad_request, in_hub_format, no_revision
from muster.registry.edge.requests.context import RequestContext
from muster.registry.edge.requests.uploads import store_objects
from muster.store.trees import Changed, File, InTheWay, NoSuchPath, Read, Step, change

TRIES_MAX: Final = 8


BRANCH_S: Final = 120.0
"""Time that a commit waits for those ahead of it on its branch, in seconds."""


_SHORT: Final = 7
TOGETHER_MAX: Final = 50
"""Maximum number of commits in a batch."""


class Uploaded(NamedTuple):
    """A file that was uploaded.

    Attributes:
        sha256: SHA-256 of its bytes.
        size_bytes: Its size; None: the stored size.
    """

    sha256: str
    size_bytes: int | None


Content: TypeAlias = bytes | Uploaded | File
"""A file of a commit: the bytes of a small one, an uploaded one, or one that the organisation holds."""


@dataclass(slots=True)
class Wanted:
    """Changes that a request makes to a branch.

    Attributes:
        title: First line of the commit message.
        description: Rest of the commit message.
        parent: Commit at which the branch must be; None: any.
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


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """A queued request.

    Attributes:
        context: The request.
        wanted: Its changes.
        digest: Digest of its body.
        made: Future of its commit's id.
        proofs: Proofs of the objects that were reserved and stored for it, by object; used by each attempt.
    """

    context: RequestContext
    wanted: Wanted
    digest: str
    made: asyncio.Future[str]
    proofs: dict[str, UploadProof] = field(default_factory=dict[str, UploadProof])


@dataclass(frozen=True, slots=True)
class _Planned:
    """A planned commit.

    Attributes:
        waiting: Its request.
        changed: Its tree.
        contents: Small files that are sent with it, by path.
        logical_bytes: Sum of the sizes of all its files.
    """

    waiting: Waiting
    changed: Changed
    contents: Mapping[str, bytes]
    logical_bytes: int

    @property
    def blobs(self) -> dict[str, bytes]:
        """Bytes to be stored, by object."""
        added, written = self.changed.added, self.changed.written
        small = {object_id(ObjectKind.INLINE, added[path].hash): data for path, data in self.contents.items()}
        return small | {object_id(ObjectKind.TREE, hash_): listing for hash_, listing in written.items()}


async def commit_changes(
    context: RequestContext, repository: RepositoryRow, branch: str, wanted: Wanted, digest: str
) -> str:
    """Commit changes to a branch and return the commit's id. Requests for one branch take turns.

    Args:
        context: The request.
        repository: The repository.
        branch: Name of the branch.
        wanted: The changes.
        digest: Digest of the request; a repeated request yields the same commit.

    Raises:
        Problem: it was refused, as Hub clients expect; 503 the branch was busy for BRANCH_S seconds.
    """
    mine = Waiting(context, wanted, digest, asyncio.get_running_loop().create_future())
    alone = "" if wanted.parent is None else digest
    line = context.services.waiting.setdefault((repository.repository, branch, context.caller, alone), [])
    line.append(mine)
    try:
        async with context.services.turns.of(f"{repository.repository}/{branch}", BRANCH_S):
            if not mine.made.done():
                together = list(dict.fromkeys((mine, *line)))[:TOGETHER_MAX]
                line[:] = [each for each in line if each not in together]
                await _make_batch(repository, branch, together)
    except TimeoutError:
        raise unavailable(f"branch {branch} has been busy for {BRANCH_S:.0f} s; retry") from None
    finally:
        if mine in line:
            line.remove(mine)
        if not line:
            context.services.waiting.pop((repository.repository, branch, context.caller, alone), None)
    return mine.made.result()


async def _make_batch(repository: RepositoryRow, branch: str, together: Sequence[Waiting]) -> None:
    """Make the commits of several requests; those that fail in the batch are retried alone."""
    if len(together) > 1:
        head = await head_of(together[0].context, repository, branch)
        await _commit(repository, branch, head, together)
    for each in together:
        if not each.made.done():
            await _make_alone(repository, branch, each)


async def _make_alone(repository: RepositoryRow, branch: str, waiting: Waiting) -> None:
    """Make the commit of a request; retry when another process has moved the branch meanwhile."""
    is_renewed = False
    try:
        for _ in range(TRIES_MAX):
            head = await head_of(waiting.context, repository, branch)
            problem = await _commit(repository, branch, head, [waiting])
            if problem is None:
                return
            is_lost = (
                problem.code == "object-absent" and not is_renewed
            )  # perhaps it was removed a moment ago
            if problem.code != "stale-base" and not is_lost:
                raise in_hub_format(problem)
            if is_lost:
                waiting.proofs.clear()
                is_renewed = True
        raise unavailable(f"branch {branch} keeps moving faster than this commit can be made; retry")
    except Problem as problem:
        waiting.made.set_exception(problem)


async def head_of(context: RequestContext, repository: RepositoryRow, branch: str) -> CommitRow:
    """Return the commit that a branch points to.

    Raises:
        Problem: 404 there is no such branch.
    """
    if await ref_of(context.gateway.tables, repository.repository, RefKind.BRANCH, branch) is None:
        raise no_revision(branch)
    return await context.commit(repository, branch)


async def _commit(
    repository: RepositoryRow, branch: str, head: CommitRow, together: Sequence[Waiting]
) -> Problem | None:
    """Make commits, each following the previous one, and return the first failure; None: all were made.

    A request that changes nothing gets the previous commit.
    """
    planned, problem = await _plan(repository, head, together)
    proofs = {object_: proof for each in planned for object_, proof in each.waiting.proofs.items()}
    blobs = {object_: data for each in planned for object_, data in each.blobs.items()}
    lacking = {object_: data for object_, data in blobs.items() if object_ not in proofs}
    proofs |= await store_objects(together[0].context, repository, lacking)
    behind: list[tuple[_Planned, asyncio.Task[str]]] = []
    root, follows = head.root, ""
    sent = asyncio.create_task(_at(head))
    for each in planned:
        parent = _parent(each.waiting.wanted.parent, head)
        if each.changed.root != root or parent not in {None, head.commit}:
            own = {object_: proofs.pop(object_) for object_ in each.blobs if object_ in proofs}
            each.waiting.proofs.update(own)
            command = await _command(repository, branch, each, follows or head, tuple(own.values()))
            sent = asyncio.create_task(_send(each, command))
            follows, root = request_digest(command), each.changed.root
        behind.append((each, sent))
    for each, sending in behind:
        try:
            made = await sending
        except Problem as refused:
            problem = problem or refused
        else:
            if not each.waiting.made.done():
                each.waiting.made.set_result(made)
    return problem


async def _plan(
    repository: RepositoryRow, head: CommitRow, together: Sequence[Waiting]
) -> tuple[list[_Planned], Problem | None]:
    """Plan commits on top of each other; return those that succeed, and the first problem, if any."""
    written: dict[str, bytes] = {}
    stored_read = together[0].context.reader()

    def read(hash_: str) -> bytes:
        return written[hash_] if hash_ in written else stored_read(hash_)

    root, logical_bytes = head.root, await _logical_bytes(together[0].context, repository, head)
    planned: list[_Planned] = []
    problem: Problem | None = None
    for each in together:
        context, wanted = each.context, each.wanted
        try:
            files = await _files(context, repository, wanted.steps)
            changed = await _change_tree(context, repository, read, root, files)
        except Problem as refused:
            problem = problem or refused
            continue
        small = {
            file.hash: content
            for (_, content), (_, file) in zip(wanted.steps, files, strict=True)
            if isinstance(content, bytes) and file is not None
        }
        contents = {path: small[file.hash] for path, file in changed.added.items() if file.hash in small}
        logical_bytes += changed.more_bytes
        planned.append(_Planned(each, changed, contents, logical_bytes))
        written |= changed.written
        root = changed.root
    return planned, problem


async def _command(
    repository: RepositoryRow,
    branch: str,
    planned: _Planned,
    base: CommitRow | str,
    proofs: tuple[UploadProof, ...],
) -> MakeCommit:
    """Build the command of a commit.

    Args:
        repository: The repository.
        branch: Name of the branch.
        planned: The commit.
        base: The previous commit, or the digest of the request that makes it.
        proofs: Proofs of the objects stored for it.
    """
    context, wanted, changed = planned.waiting.context, planned.waiting.wanted, planned.changed
    agent = context.request.headers.get("user-agent", "")
    return MakeCommit(
        repository=repository.repository,
        branch=branch,
        base="" if isinstance(base, str) else base.commit,
        follows=base if isinstance(base, str) else "",
        parent=wanted.parent if isinstance(base, str) else _parent(wanted.parent, base),
        body_digest=planned.waiting.digest,
        title=wanted.title,
        description=wanted.description,
        root=changed.root,
        files=tuple(added(path, file) for path, file in changed.added.items()),
        deleted=tuple(wanted.deleted),
        trees=tuple(TreeAdded(hash=hash_) for hash_ in changed.written),
        card=_card(planned.contents),
        proofs=proofs,
        logical_bytes=planned.logical_bytes,
        made_by=await made_by(context.gateway.tables, agent, context.who.tenant),
        **signature(context.who),
    )


async def _at(head: CommitRow) -> str:
    return head.commit


async def _send(planned: _Planned, command: MakeCommit) -> str:
    context = planned.waiting.context
    row = await context.carry_out(about_repository(command, context.gateway.log.stamp()))
    for hash_, listing in planned.changed.written.items():
        context.services.content.remember(hash_, listing)
    return row.subject


async def _logical_bytes(context: RequestContext, repository: RepositoryRow, commit: CommitRow) -> int:
    """Return the logical size of a commit, summed from its files if it is not recorded."""
    known = await logical_bytes_of(context.gateway.tables, repository.repository, commit.commit)
    if known is not None:
        return known
    entries = await context.entries(commit)
    return sum(entry.size_bytes for _, entry in entries if isinstance(entry, File))


def _parent(named: str | None, head: CommitRow) -> str | None:
    """Return the parent that a client named; a prefix of the branch's head is completed."""
    if named is not None and len(named) >= _SHORT and head.commit.startswith(named):
        return head.commit
    return named


def _small(repository: RepositoryRow, content: bytes) -> File:
    hash_ = repository.hash_of(hashlib.sha256(content).hexdigest())
    return File(kind="inline", hash=hash_, size_bytes=len(content), oid=git_oid(content))


async def _files(
    context: RequestContext, repository: RepositoryRow, steps: Sequence[tuple[str, Content | None]]
) -> list[Step]:
    """Convert the steps of a request to those of a tree."""
    uploads = [(path, content) for path, content in steps if isinstance(content, Uploaded)]
    uploaded = await _uploaded_files(context, repository, uploads) if uploads else {}
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


async def _uploaded_files(
    context: RequestContext, repository: RepositoryRow, wanted: Sequence[tuple[str, Uploaded]]
) -> dict[Uploaded, File]:
    """Return files that were uploaded; a client that copies one within the repository names no size."""
    oids = [each.sha256 for _, each in wanted]
    in_xorbs = await xet_files_with(context.gateway.tables, repository.repository, oids)
    unsized = [
        repository.object_of(ObjectKind.LFS, each.sha256) for _, each in wanted if each.size_bytes is None
    ]
    there = await referred(context.gateway.tables, repository.repository, unsized) if unsized else {}
    repacked = await repacked_files(context.gateway.tables, repository.repository, unsized) if unsized else {}
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


async def _change_tree(
    context: RequestContext, repository: RepositoryRow, read: Read, root: str, steps: Sequence[Step]
) -> Changed:
    try:
        changed = await context.in_thread(change, read, root, steps, known_by=repository.hash_of)
    except NoSuchPath as error:
        raise bad_request(f"{error.args[0]} is not on the branch, so it cannot be deleted") from None
    except InTheWay as error:
        raise bad_request(f"{error.args[0]} would be both a file and a directory") from None
    for path, entries in changed.directories.items():
        for one, other in islice(look_alikes(entries), 1):
            where = f" in {path}" if path else ""
            raise bad_request(
                f"{other!r} and {one!r}{where} are the same name on some disks; must differ in more than "
                "case or Unicode form"
            )
    return changed


def added(path: str, file: File) -> FileAdded:
    """Return a file of a tree in the form that commands use."""
    hash_ = file.found_by[1] if file.kind == "xet" else file.hash
    return FileAdded(path=path, kind=FileKind(file.kind.upper()), hash=hash_, size_bytes=file.size_bytes)


def _card(inline: Mapping[str, bytes]) -> ModelCard | None:
    content = inline.get("README.md")
    return None if content is None else card_of(content.decode(errors="replace"))[0]
