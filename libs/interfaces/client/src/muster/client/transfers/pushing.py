"""Commit a folder or a file, sending only what the organisation does not have."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from muster.client.transfers import local
from muster.client.transfers.by_content import ByContent
from muster.client.transfers.by_fixed import ByFixed
from muster.client.transfers.hub import Hub

ASKED_AT_ONCE: Final = 250
COMMIT_FILES_MAX: Final = 5_000
COMMIT_INLINE_BYTES: Final = 24 * 1024 * 1024
"""Limit for the text sent inline with one commit, before base64."""

_SAMPLE_BYTES: Final = 512


class Progress(Protocol):
    """A display of how much has been sent."""

    def begin(self, text: str, total_bytes: int) -> None:
        """Start showing `text`, with `total_bytes` to send."""
        ...

    def advance(self, done_bytes: int) -> None:
        """Add bytes that have been sent."""
        ...


class Sender(Protocol):
    """A way to send a large file."""

    def send(self, path: Path, advance: Callable[[int], None]) -> None:
        """Send a file, so that a commit can then name it by its SHA-256."""
        ...


@dataclass(frozen=True, slots=True)
class Pushed:
    """The result of a push.

    Attributes:
        commit: The commit that the branch now points to.
        files: The number of files.
        unchanged: The number of files that the branch already had.
        size_bytes: The size of all files.
        sent_bytes: The bytes that were sent.
    """

    commit: str
    files: int
    unchanged: int
    size_bytes: int
    sent_bytes: int


@dataclass(frozen=True, slots=True)
class _Large:
    sha256: str
    size_bytes: int


def push(
    hub: Hub, source: Path, branch: str, title: str, progress: Progress, *, is_fixed: bool = False
) -> Pushed:
    """Send files and commit them; the branch keeps files that are not in the folder.

    Args:
        hub: The repository; it and the branch are created if needed.
        source: A folder or a file.
        branch: The branch to commit to.
        title: The title of the commit.
        progress: Shows how much has been sent.
        is_fixed: Send fixed chunks of 64 MiB by SHA-256 instead of chunks cut by content.

    Raises:
        MusterError: if the registry refuses the files or the commit, or the files cannot be read.
    """
    files = local.files_of(source)
    hub.require(branch)
    return commit_files(hub, files, branch, title, progress, is_fixed=is_fixed)


def commit_files(
    hub: Hub,
    files: Mapping[str, Path],
    branch: str,
    title: str,
    progress: Progress,
    *,
    is_fixed: bool = False,
    removed: Sequence[str] = (),
) -> Pushed:
    """Send files and commit them, as `push` does.

    Args:
        hub: The repository, which must exist.
        files: Local files, by their path in the repository.
        branch: The branch to commit to, which must exist.
        title: The title of the commit.
        progress: Shows how much has been sent.
        is_fixed: Send fixed chunks of 64 MiB by SHA-256 instead of chunks cut by content.
        removed: Paths that the commit removes from the branch.

    Raises:
        MusterError: if the registry refuses the files or the commit.
    """
    sizes = {name: path.stat().st_size for name, path in files.items()}
    sent = [0]

    def went(count: int) -> None:
        sent[0] += count

    sender: Sender = ByFixed(hub, went) if is_fixed else ByContent(hub, branch, went)
    modes = _modes(hub, branch, files, sizes)
    progress.begin("Sending", sum(sizes.values()))
    inline: dict[str, Path] = {}
    large: dict[str, _Large] = {}
    known: set[str] = set()
    for name, path in files.items():
        said = modes[name]
        if said["uploadMode"] == "regular":
            if local.git_oid_of(path) != said.get("oid"):
                inline[name] = path
                went(sizes[name])
            progress.advance(sizes[name])
            continue
        sha256 = local.sha256_of(path)
        if sha256 == said.get("oid"):
            progress.advance(sizes[name])
            continue
        large[name] = _Large(sha256, sizes[name])
        if sha256 in known:
            progress.advance(sizes[name])
        else:
            sender.send(path, progress.advance)
            known.add(sha256)
    changed = len(inline) + len(large)
    commit = hub.info(branch)["sha"]
    for lines in _commits(title, inline, large, removed):
        commit = hub.commit(branch, lines)
    return Pushed(commit, len(files), len(files) - changed, sum(sizes.values()), sent[0])


def _modes(
    hub: Hub, branch: str, files: Mapping[str, Path], sizes: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    names = iter(files)
    while some := list(islice(names, ASKED_AT_ONCE)):
        asked = [{"path": n, "size": sizes[n], "sample": _sample(files[n])} for n in some]
        found |= hub.modes(branch, asked)
    return found


def _sample(path: Path) -> str:
    return base64.b64encode(b"".join(local.pieces(path, 0, _SAMPLE_BYTES))).decode()


def _commits(
    title: str, inline: dict[str, Path], large: dict[str, _Large], removed: Sequence[str]
) -> Iterator[Sequence[dict[str, Any]]]:
    """Yield the lines of one commit, or of several if it would be too large; large files are in the last."""
    lines: list[dict[str, Any]] = [header(title)]
    inline_bytes = 0
    for name, path in inline.items():
        content = b"".join(local.pieces(path))
        if len(lines) > 1 and (
            len(lines) > COMMIT_FILES_MAX or inline_bytes + len(content) > COMMIT_INLINE_BYTES
        ):
            yield lines
            lines, inline_bytes = [header(title)], 0
        inline_bytes += len(content)
        said = {"path": name, "content": base64.b64encode(content).decode(), "encoding": "base64"}
        lines.append({"key": "file", "value": said})
    for name, file in large.items():
        if len(lines) > COMMIT_FILES_MAX:
            yield lines
            lines = [header(title)]
        said = {"path": name, "algo": "sha256", "oid": file.sha256, "size": file.size_bytes}
        lines.append({"key": "lfsFile", "value": said})
    lines += [{"key": "deletedFile", "value": {"path": name}} for name in removed]
    if len(lines) > 1:
        yield lines


def header(title: str) -> dict[str, Any]:
    """Return the first line of a commit."""
    return {"key": "header", "value": {"summary": title, "description": ""}}
