"""A branch moves to commits that requests want.

Requests of one caller for the same branch, which name no parent, are carried out together while they wait for
their turn: each has a commit of its own, and all of them take the two ways to the log that one takes.

1  the tree of the branch is changed by one request after the other
2  room is kept for what is new; small files and directories are put into the store
3  a command for each moves the branch, each behind the one before it; what was refused because the branch has
   moved meanwhile, is done again, alone
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
from muster.registry.core.repositories.cards import card_of
from muster.registry.core.repositories.names import look_alikes
from muster.registry.core.requests import about_repository, signature
from muster.registry.core.state import object_id
from muster.registry.edge.hub.asked import Asked
from muster.registry.edge.hub.errors import as_the_hub_says, bad_request, no_revision
from muster.registry.edge.hub.files import git_oid, lfs_pointer
from muster.registry.edge.hub.storing import stored
from muster.registry.edge.lineage.running import made_by
from muster.registry.edge.reading import (
    CommitRow,
    RepositoryRow,
    XetFileRow,
    logical_bytes_of,
    ref_of,
    referred,
    xet_files_with,
)
from muster.registry.edge.repacking.tables import repacked_files
from muster.store.trees import Changed, File, InTheWay, NoSuchPath, Read, Step, change

TRIES_MAX: Final = 8


BRANCH_S: Final = 120.0
"""How long a commit waits for those before it on its branch."""


_SHORT: Final = 7
TOGETHER_MAX: Final = 50
"""Commits that are made together."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """A request that waits for its turn.

    Attributes:
        ask: The request.
        wanted: Changes that it wants.
        digest: Of its body.
        made: The id of its commit, once it is made.
    """

    ask: Asked
    wanted: Wanted
    digest: str
    made: asyncio.Future[str]


@dataclass(frozen=True, slots=True)
class _Planned:
    """A commit as it will be.

    Attributes:
        waiting: The request.
        changed: The tree.
        contents: Small files that come with it, by path.
        logical_bytes: Of all its files, each as a whole copy.
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


async def committed(ask: Asked, repository: RepositoryRow, branch: str, wanted: Wanted, digest: str) -> str:
    """Have a branch changed; the id of the commit. Requests for one branch take turns.

    Args:
        ask: The request.
        repository: Where.
        branch: Of it.
        wanted: The changes.
        digest: Of the request: the same again is the same commit.

    Raises:
        Problem: it was refused, as clients of the Hub expect; 503 others commit to the branch for too long.
    """
    mine = Waiting(ask, wanted, digest, asyncio.get_running_loop().create_future())
    alone = "" if wanted.parent is None else digest
    line = ask.hub.waiting.setdefault((repository.repository, branch, ask.caller, alone), [])
    line.append(mine)
    try:
        async with ask.hub.turns.of(f"{repository.repository}/{branch}", BRANCH_S):
            if not mine.made.done():
                together = list(dict.fromkeys((mine, *line)))[:TOGETHER_MAX]
                line[:] = [each for each in line if each not in together]
                await _made_together(repository, branch, together)
    except TimeoutError:
        raise unavailable(f"branch {branch}: others commit to it for {BRANCH_S:.0f} s; ask again") from None
    finally:
        if mine in line:
            line.remove(mine)
        if not line:
            ask.hub.waiting.pop((repository.repository, branch, ask.caller, alone), None)
    return mine.made.result()


async def _made_together(repository: RepositoryRow, branch: str, together: Sequence[Waiting]) -> None:
    """Make the commits of several requests; those that cannot be made together are made alone."""
    if len(together) > 1:
        head = await head_of(together[0].ask, repository, branch)
        await _commit(repository, branch, head, together)
    for each in together:
        if not each.made.done():
            await _made(repository, branch, each)


async def _made(repository: RepositoryRow, branch: str, waiting: Waiting) -> None:
    """Make the commit of a request, again when another process has moved the branch meanwhile."""
    try:
        for number in range(TRIES_MAX):
            head = await head_of(waiting.ask, repository, branch)
            problem = await _commit(repository, branch, head, [waiting])
            if problem is None:
                return
            is_lost = problem.code == "object-absent" and number == 0  # it was held a moment ago, perhaps
            if problem.code != "stale-base" and not is_lost:
                raise as_the_hub_says(problem)
        raise unavailable(f"branch {branch} moves faster than commits on it can be made; ask again")
    except Problem as problem:
        waiting.made.set_exception(problem)


async def head_of(ask: Asked, repository: RepositoryRow, branch: str) -> CommitRow:
    """The commit at which a branch is.

    Raises:
        Problem: 404 there is no such branch.
    """
    if await ref_of(ask.gateway.tables, repository.repository, RefKind.BRANCH, branch) is None:
        raise no_revision(branch)
    return await ask.commit(repository, branch)


async def _commit(
    repository: RepositoryRow, branch: str, head: CommitRow, together: Sequence[Waiting]
) -> Problem | None:
    """Make commits, each behind the one before it; why one was not made, if it was not.

    A request that changes nothing has the commit before it.
    """
    planned, problem = await _planned(repository, head, together)
    blobs = {object_: data for each in planned for object_, data in each.blobs.items()}
    proofs = await stored(together[0].ask, repository, blobs)
    behind: list[tuple[_Planned, asyncio.Task[str]]] = []
    root, follows = head.root, ""
    sent = asyncio.create_task(_at(head))
    for each in planned:
        parent = _parent(each.waiting.wanted.parent, head)
        if each.changed.root != root or parent not in {None, head.commit}:
            own = tuple(proofs.pop(object_) for object_ in each.blobs if object_ in proofs)
            command = await _command(repository, branch, each, follows or head, own)
            sent = asyncio.create_task(_sent(each, command))
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


async def _planned(
    repository: RepositoryRow, head: CommitRow, together: Sequence[Waiting]
) -> tuple[list[_Planned], Problem | None]:
    """Plan commits on top of each other; what cannot be planned is left out, and why the first was."""
    written: dict[str, bytes] = {}
    stored_read = together[0].ask.reader()

    def read(hash_: str) -> bytes:
        return written[hash_] if hash_ in written else stored_read(hash_)

    root, logical_bytes = head.root, await _logical_bytes(together[0].ask, repository, head)
    planned: list[_Planned] = []
    problem: Problem | None = None
    for each in together:
        ask, wanted = each.ask, each.wanted
        try:
            files = await _files(ask, repository, wanted.steps)
            changed = await _changed(ask, repository, read, root, files)
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
    """The command of a commit.

    Args:
        repository: Where.
        branch: Of it.
        planned: The commit.
        base: The commit before it, or the digest of the request that makes that.
        proofs: Of what was stored for it.
    """
    ask, wanted, changed = planned.waiting.ask, planned.waiting.wanted, planned.changed
    agent = ask.request.headers.get("user-agent", "")
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
        trees=tuple(TreeAdded(hash=h, size_bytes=len(data)) for h, data in changed.written.items()),
        card=_card(planned.contents),
        proofs=proofs,
        logical_bytes=planned.logical_bytes,
        made_by=await made_by(ask.gateway.tables, agent, ask.who.tenant),
        **signature(ask.who),
    )


async def _at(head: CommitRow) -> str:
    return head.commit


async def _sent(planned: _Planned, command: MakeCommit) -> str:
    ask = planned.waiting.ask
    row = await ask.carry_out(about_repository(command, ask.gateway.log.stamp()))
    for hash_, listing in planned.changed.written.items():
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


async def _changed(
    ask: Asked, repository: RepositoryRow, read: Read, root: str, steps: Sequence[Step]
) -> Changed:
    try:
        changed = await ask.in_thread(change, read, root, steps, known_by=repository.hash_of)
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


def added(path: str, file: File) -> FileAdded:
    """A file of a tree as commands name it."""
    hash_ = file.found_by[1] if file.kind == "xet" else file.hash
    return FileAdded(path=path, kind=FileKind(file.kind.upper()), hash=hash_, size_bytes=file.size_bytes)


def _card(inline: Mapping[str, bytes]) -> ModelCard | None:
    content = inline.get("README.md")
    return None if content is None else card_of(content.decode(errors="replace"))[0]
