"""Make commits on branches, and release unreachable commits piece by piece. PURE.

A commit refers to the objects that it adds: new files and the directories that it writes. Everything readable
in a commit was added by it or by one of its ancestors, and these are live as long as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.events.refusal import must_be
from muster.events.registry_commands import MakeCommit, ObjectKind, RefKind
from muster.events.registry_events import CommitMade, CommitReleased, ProvenObject, RegistryEvent
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import named_by, sender_of
from muster.registry.core.names import wrong_path
from muster.registry.core.references import EMPTY_ROOT, OBJECT_OF_FILE, commit_id, drop_use, objects_of_file
from muster.registry.core.state import (
    COMMIT_OBJECTS,
    COMMITS,
    FILES,
    MADE,
    MADE_BY_TIME,
    PIECE,
    REFS,
    RELEASES,
    REPACKED,
    Commit,
    Made,
    commit_key,
    held_key,
    object_id,
    organisation,
    piece_key,
    ref_key,
)
from muster.registry.core.storage.encryption import wrong_hash
from muster.registry.core.storage.holding import (
    changed_by,
    hold,
    is_last_of_repacked,
    kept_with,
    kept_without,
    release,
    size_bytes_of,
)
from muster.registry.core.storage.uploads import OBJECT_ABSENT, count, evolve_proven, is_available, proven_by

AGAIN_MS: Final = 10 * 60_000
"""How long a repeated request returns the same commit: clients retry when they get no answer."""

COMMIT_BYTES_MAX: Final = 4 * 2**20
"""Maximum size of a commit's changes: its fact and others of its batch share a record of at most 8 MiB."""

TITLE_MAX: Final = 1_024
DESCRIPTION_MAX: Final = 65_536

STALE_PARENT: Final = "STALE_PARENT"
"""The branch is not at the parent that the client named."""
STALE_BASE: Final = "STALE_BASE"
"""The branch has moved since the tree was built; build it again and retry."""
NO_REVISION: Final = "NO_REVISION"
"""The branch does not exist."""

CHANGE_BYTES: Final = 160
"""Bytes of a change on the log besides its path: its hashes, written twice."""

_FORGOTTEN_AT_ONCE: Final = 100
_RELEASED_AT_ONCE: Final = 20
_SHOWN_MAX: Final = 10


def objects_of(state: Entities, command: MakeCommit) -> tuple[str, ...]:
    """Return the objects that a commit refers to, each once."""
    files = (object_ for file in command.files for object_ in objects_of_file(state, file))
    trees = (object_id(ObjectKind.TREE, tree.hash) for tree in command.trees)
    return tuple(dict.fromkeys((*files, *trees)))


def make(
    state: Entities, given: Input[object], command: MakeCommit, tenant: str, at_ms: int
) -> Facts[RegistryEvent]:
    """Make a commit on a branch; the caller has already checked write access."""
    digest, base = request_digest(command), _base(state, command)
    head = state.get(REFS, ref_key(command.repository, RefKind.BRANCH, command.branch))
    made = state.get(MADE, digest)
    if made is not None and at_ms - made.at_ms <= AGAIN_MS and (command.parent or made.commit == head):
        yield repeated(given, subject=made.commit)
        return
    refusal = _stale(given, command, base, head) or _wrong(state, given, command, tenant)
    objects, proven = objects_of(state, command), proven_by(state, command.proofs, tenant)
    refusal = refusal or _absent(state, given, command, tenant, objects, proven=proven)
    if refusal is not None:
        yield refusal
        return
    message = f"{command.title}\n\n{command.description}" if command.description else command.title
    author, parent = sender_of(command).name, "" if command.squash else base
    stored = kept_with(state, tenant, objects, proven)
    more_bytes = stored.unique_bytes - organisation(state, tenant).unique_bytes
    fact = CommitMade(
        repository=command.repository,
        branch=command.branch,
        commit=commit_id(command.root, parent, author, at_ms, message),
        parent=parent,
        request_digest=digest,
        title=command.title,
        description=command.description,
        root=command.root,
        files=command.files,
        deleted=command.deleted,
        objects=objects,
        card=command.card,
        at_ms=at_ms,
        tenant=tenant,
        requested_by=author,
        stored=stored,
        proven=tuple(proven.values()),
        changed=changed_by(state, command.repository, more_bytes),
        logical_bytes=command.logical_bytes,
    )
    yield Fact(fact, command.repository, tenant)


def commit_bytes(added: Sequence[str], deleted: Sequence[str], trees: int) -> int:
    """Estimate the bytes that a commit's changes take on the log."""
    paths = sum(len(path.encode(errors="replace")) for path in (*added, *deleted))
    return paths + CHANGE_BYTES * (len(added) + trees)


def release_commits(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Release the object references of unreachable commits, at most _RELEASED_AT_ONCE pieces of them."""
    del at_ms
    for _ in range(_RELEASED_AT_ONCE):
        found = next(state.scan(RELEASES), None)
        if found is None:
            return
        (repository, _, commit), tenant = found[0].partition("/"), found[1]
        pieces = list(islice(state.scan(COMMIT_OBJECTS, prefix=f"{repository}/{commit}/"), 2))
        objects = pieces[0][1] if pieces else ()
        stored, changed = kept_without(state, tenant, objects)
        fact = CommitReleased(
            repository=repository,
            commit=commit,
            objects=objects,
            ended=len(pieces) <= 1,
            tenant=tenant,
            stored=stored,
            chunks_of=tuple(each for each in objects if is_last_of_repacked(state, tenant, each)),
            changed=changed,
        )
        yield Fact(fact, repository, tenant)


def evolve_made(state: Changes, fact: CommitMade) -> None:
    """Move the branch to the commit; hold its objects, and drop the claims on them."""
    for each in fact.proven:
        evolve_proven(state, each, fact.at_ms)
    # the parent loses the branch and gains a child: its uses do not change; without a parent, the old head
    # loses a use
    commit, branch = Commit(parent=fact.parent, uses=1), ref_key(fact.repository, RefKind.BRANCH, fact.branch)
    state.put(COMMITS, commit_key(fact.repository, fact.commit), commit)
    former = state.get(REFS, branch)
    state.put(REFS, branch, fact.commit)
    if not fact.parent and former is not None:
        drop_use(state, fact.repository, former, fact.tenant)
    for number, first in enumerate(range(0, len(fact.objects), PIECE)):
        piece = fact.objects[first : first + PIECE]
        state.put(COMMIT_OBJECTS, piece_key(fact.repository, fact.commit, number), piece)
    for object_ in fact.objects:
        hold(state, fact.tenant, object_, fact.at_ms, fact.repository)
    count(state, fact.tenant, fact.stored)
    for digest in list(islice(MADE_BY_TIME.until(state, fact.at_ms - AGAIN_MS - 1), _FORGOTTEN_AT_ONCE)):
        _forget(state, digest)
    _forget(state, fact.request_digest)
    state.put(MADE, fact.request_digest, Made(commit=fact.commit, at_ms=fact.at_ms))
    MADE_BY_TIME.file(state, fact.at_ms, fact.request_digest)


def evolve_released(state: Changes, fact: CommitReleased, at_ms: int) -> None:
    """Release references; with the last, delete the commit and count one use of its parent less."""
    key = commit_key(fact.repository, fact.commit)
    if fact.objects:
        piece = next(state.scan(COMMIT_OBJECTS, prefix=f"{key}/"))
        state.delete(COMMIT_OBJECTS, piece[0])
    for object_ in fact.objects:
        release(state, fact.tenant, object_, at_ms)
    count(state, fact.tenant, fact.stored)
    commit = state.get(COMMITS, key)
    if fact.ended and commit is not None:
        state.delete(RELEASES, key)
        state.delete(COMMITS, key)
        drop_use(state, fact.repository, commit.parent, fact.tenant)


def request_digest(command: MakeCommit) -> str:
    """Return the SHA-256 by which a repeated request is recognised."""
    request = (
        command.tenant,
        command.requested_by,
        command.repository,
        command.branch,
        command.parent,
        command.body_digest,
    )
    return hashlib.sha256(json.dumps(request).encode()).hexdigest()


def _base(state: Entities, command: MakeCommit) -> str:
    """Return the commit that a request builds on; empty: the request that it follows was not made."""
    if not command.follows:
        return command.base
    before = state.get(MADE, command.follows)
    return "" if before is None else before.commit


def _stale(
    given: Input[object], command: MakeCommit, base: str, head: str | None
) -> Fact[CommandRejected] | None:
    if head is None:
        text = must_be("branch", command.branch, "one that the repository has")
        return refuse(given, RejectionCode.NOT_FOUND, text, detail_code=NO_REVISION)
    if command.parent is not None and command.parent != head:
        text = must_be("parent", command.parent, f"{head}, where the branch {command.branch} is")
        return refuse(given, RejectionCode.WRONG_STATE, text, detail_code=STALE_PARENT)
    if base != head:
        text = must_be("base", base, f"{head}, where the branch {command.branch} is")
        return refuse(given, RejectionCode.WRONG_STATE, text, detail_code=STALE_BASE)
    return None


def _wrong(
    state: Entities, given: Input[object], command: MakeCommit, tenant: str
) -> Fact[CommandRejected] | None:
    found = tuple(islice(_violations(state, command, tenant), _SHOWN_MAX))
    if not found:
        return None
    return refuse(given, RejectionCode.INVALID, found)


def _violations(state: Entities, command: MakeCommit, tenant: str) -> Iterator[Violation]:
    weight = commit_bytes([file.path for file in command.files], command.deleted, len(command.trees))
    if weight > COMMIT_BYTES_MAX:
        changes = len(command.files) + len(command.deleted) + len(command.trees)
        allowed = f"at most {COMMIT_BYTES_MAX} bytes of changes: several commits"
        yield Violation(field="files", value=f"{changes} changes, {weight} bytes", allowed=allowed)
    for field, text, longest in (
        ("title", command.title, TITLE_MAX),
        ("description", command.description, DESCRIPTION_MAX),
    ):
        if len(text) > longest:
            yield Violation(field=field, value=f"{text[:40]}...", allowed=f"at most {longest} characters")
    if command.logical_bytes is not None and command.logical_bytes < 0:
        yield Violation(field="logical_bytes", value=str(command.logical_bytes), allowed="0 or more")
    files = (file.hash for file in command.files)
    root = () if command.root == EMPTY_ROOT else (command.root,)
    for hash_ in (*root, *files, *(tree.hash for tree in command.trees)):
        yield from wrong_hash(state, tenant, "hash", hash_)
    for file in command.files:
        yield from wrong_path(file.path)


def _absent(
    state: Entities,
    given: Input[object],
    command: MakeCommit,
    tenant: str,
    objects: Sequence[str],
    *,
    proven: Mapping[str, ProvenObject],
) -> Fact[CommandRejected] | None:
    """Reject a commit unless the organisation holds or proves every object, and file sizes are right."""
    within = named_by(state, sender_of(command))
    absent = [each for each in objects if not is_available(state, tenant, each, proven, within)]
    if absent:
        shown = ", ".join(absent[:_SHOWN_MAX])
        text = f"{len(absent)} objects are not stored: {shown}; must be files that were uploaded"
        return refuse(given, RejectionCode.INVALID, text, detail_code=OBJECT_ABSENT)
    sizes = {object_id(OBJECT_OF_FILE[file.kind], file.hash): file for file in command.files}
    for object_, file in sizes.items():
        size_bytes = _file_bytes(state, tenant, object_, proven)
        if size_bytes != file.size_bytes:
            text = must_be(f"size_bytes of {file.path}", file.size_bytes, f"{size_bytes}, its size")
            return refuse(given, RejectionCode.INVALID, text)
    return None


def _file_bytes(state: Entities, tenant: str, object_: str, proven: Mapping[str, ProvenObject]) -> int:
    """Return the size of a file, stored as one object or in chunks."""
    in_chunks = state.get(FILES, object_) or state.get(REPACKED, held_key(tenant, object_))
    return size_bytes_of(state, object_, proven) if in_chunks is None else in_chunks.size_bytes


def _forget(state: Changes, digest: str) -> None:
    made = state.get(MADE, digest)
    if made is not None:
        state.delete(MADE, digest)
        MADE_BY_TIME.remove(state, made.at_ms, digest)
