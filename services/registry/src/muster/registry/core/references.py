"""Commits by reference: ids, the objects of their files, and counted uses. PURE."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities
from muster.events.registry_commands import FileAdded, FileKind, ObjectKind
from muster.registry.core.state import COMMITS, FILES, RELEASES, commit_key, object_id

OBJECT_OF_FILE: Final = {
    FileKind.INLINE: ObjectKind.INLINE,
    FileKind.LFS: ObjectKind.LFS,
    FileKind.XET: ObjectKind.FILE,
}
"""Object kind of a file in a tree; for a file stored in xorbs, the kind of its record."""

EMPTY_ROOT: Final = hashlib.sha256(b"").hexdigest()
"""Root of an empty commit; no object is stored for it."""


def commit_id(root: str, parent: str, author: str, at_ms: int, message: str) -> str:
    """Return the SHA-1 of a commit's contents: equal ids are equal commits."""
    text = f"tree {root}\nparent {parent}\nauthor {author} {at_ms}\n\n{message}"
    return hashlib.sha1(text.encode(errors="backslashreplace"), usedforsecurity=False).hexdigest()


def objects_of_file(state: Entities, file: FileAdded) -> tuple[str, ...]:
    """Return the objects of a file; for one stored in xorbs, its record and the xorbs."""
    object_ = object_id(OBJECT_OF_FILE[file.kind], file.hash)
    registered = state.get(FILES, object_) if file.kind is FileKind.XET else None
    return (object_,) if registered is None else registered.objects


def add_use(state: Changes, repository: str, commit: str) -> None:
    """Count one more use of a commit."""
    key = commit_key(repository, commit)
    named = state.get(COMMITS, key)
    if named is not None:
        state.put(COMMITS, key, replace(named, uses=named.uses + 1))


def drop_use(state: Changes, repository: str, commit: str, tenant: str) -> None:
    """Count one use of a commit less (a name, or a child commit); queue it for release with the last."""
    key = commit_key(repository, commit)
    named = state.get(COMMITS, key)
    if named is None:
        return
    state.put(COMMITS, key, replace(named, uses=named.uses - 1))
    if named.uses == 1:
        state.put(RELEASES, key, tenant)
