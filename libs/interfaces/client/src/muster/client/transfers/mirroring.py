"""Copy a repository from another registry: fetch only files that differ, and record the origin.

An interrupted copy resumes: fetched files are kept in a folder until they are committed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from muster.client.errors import InvalidRequest, Unauthorized
from muster.client.transfers.hub import Hub, Refs
from muster.client.transfers.provenance import is_same, origin_of, say_origin
from muster.client.transfers.pulling import fetch
from muster.client.transfers.pushing import Progress, commit_files

_SHORT: Final = 12


@dataclass(frozen=True, slots=True)
class Mirrored:
    """Result of copying a branch.

    Attributes:
        branch: Name of the branch in both registries.
        origin: Commit of the other registry that was copied.
        commit: Commit of the branch in this registry.
        tags: Tags that were set with it.
        files: Total number of files.
        unchanged: Number of files that were already here.
        removed: Number of files removed because the other registry no longer has them.
        fetched_bytes: Bytes fetched from the other registry.
        sent_bytes: Bytes sent to this one.
    """

    branch: str
    origin: str
    commit: str
    tags: tuple[str, ...]
    files: int
    unchanged: int
    removed: int
    fetched_bytes: int
    sent_bytes: int


def mirror(
    source: Hub, to: Hub, branches: Sequence[str], folder: Path, progress: Progress
) -> Iterator[Mirrored]:
    """Make branches here identical to those of another registry, one after another.

    Tags that name the head of a copied branch are set as well. Files that only this side has are removed from
    the branch, but not from its earlier commits.

    Args:
        source: Repository to copy, in any registry with the Hugging Face Hub's protocol.
        to: Repository here; created if needed.
        branches: Branches to copy; empty: all.
        folder: Folder for fetched files until they are committed. Removed at the end.
        progress: Receives the progress.

    Raises:
        InvalidRequest: a branch does not exist.
        Unauthorized: the other registry requires a token.
        MusterError: one of the registries refuses a request.
    """
    try:
        refs = source.refs()
    except Unauthorized as error:
        raise Unauthorized(
            f"{source.url} denies access to {source.name}: {error}",
            hint="set MUSTER_MIRROR_TOKEN to a token of that registry; your Muster token is never sent to it",
        ) from None
    unknown = [each for each in branches if each not in refs.branches]
    if unknown:
        known = ", ".join(sorted(refs.branches))
        raise InvalidRequest(f"{source.name} has no branch {unknown[0]!r}; its branches: {known}")
    copying = _Copying(source, to, refs, progress)
    for branch in branches or sorted(refs.branches):
        yield copying.branch(branch, folder / branch.replace("/", "_"))
    shutil.rmtree(folder, ignore_errors=True)


class _Copying:
    """Copy from one repository to another."""

    def __init__(self, source: Hub, to: Hub, refs: Refs, progress: Progress) -> None:
        self._source, self._to, self._refs, self._progress = source, to, refs, progress

    def branch(self, branch: str, folder: Path) -> Mirrored:
        """Make a branch identical to the original."""
        source, to, origin = self._source, self._to, self._refs.branches[branch]
        wanted = {entry.path: entry for entry in source.entries(origin)}
        to.require(branch)
        have = {entry.path: entry for entry in to.entries(branch)}
        absent = [entry for path, entry in wanted.items() if not is_same(entry, have.get(path))]
        removed = [path for path in have if path not in wanted]
        fetched_bytes = sent_bytes = 0
        commit = str(to.info(branch)["sha"])
        if absent or removed:
            fetched_bytes = fetch(source, origin, absent, folder, self._progress).fetched_bytes
            files = {entry.path: folder / entry.path for entry in absent}
            title = f"Mirror of {source.url}/{source.name} at {origin[:_SHORT]}"
            pushed = commit_files(to, files, branch, title, self._progress, removed=removed)
            commit, sent_bytes = pushed.commit, pushed.sent_bytes
            say_origin(to, commit, origin_of(source.url, source.types, source.name, origin))
            shutil.rmtree(folder, ignore_errors=True)
        return Mirrored(
            branch=branch,
            origin=origin,
            commit=commit,
            tags=self._tag(commit, [tag for tag, at in self._refs.tags.items() if at == origin]),
            files=len(wanted),
            unchanged=len(wanted) - len(absent),
            removed=len(removed),
            fetched_bytes=fetched_bytes,
            sent_bytes=sent_bytes,
        )

    def _tag(self, commit: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Set tags that do not name the commit yet, and return them."""
        to = self._to
        there: Mapping[str, str] = to.refs().tags if tags else {}
        wanted = tuple(tag for tag in tags if there.get(tag) != commit)
        for tag in wanted:
            if tag in there:
                to.json("DELETE", f"{to.api}/tag/{quote(tag, safe='')}")
            to.json("POST", f"{to.api}/tag/{commit}", {"tag": tag})
        return wanted
