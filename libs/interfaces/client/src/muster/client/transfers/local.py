"""Files on this machine, and their hashes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from muster.client.errors import InvalidRequest

PIECE_BYTES: Final = 4 * 1024 * 1024
PARTIAL: Final = ".muster-partial"
"""Folder for incomplete files, below the target folder of a pull."""

_LEFT_OUT: Final = frozenset({".git", PARTIAL})
_CACHE: Final = (".cache", "huggingface")


def files_of(source: Path) -> dict[str, Path]:
    """List the files to send by their path in the repository: all below a folder, or one file by its name.

    Links to files are followed, because caches consist of them. Internal files of git and of caches are left
    out.

    Raises:
        InvalidRequest: there are no files, a file cannot be read, or a name cannot be sent.
    """
    if source.is_file():
        _require_readable(source)
        return {source.name: source}
    if not source.is_dir():
        raise InvalidRequest(f"{source}: no such file or folder")
    found = {path.relative_to(source).as_posix(): path for path in _below(source)}
    if not found:
        raise InvalidRequest(f"{source} contains no files")
    for name in found:
        if not name.isprintable():
            raise InvalidRequest(f"{source}: file name is {name!r}; must be printable text")
    for path in found.values():
        _require_readable(path)
    return dict(sorted(found.items()))


def place_of(folder: Path, path: str) -> Path:
    """Return the local path of a repository's file.

    Raises:
        InvalidRequest: it would be outside the folder.
    """
    pure = PurePosixPath(path)
    if pure.is_absolute() or not pure.parts or {"..", ""} & set(path.split("/")) or "\\" in path:
        raise InvalidRequest(f"the registry lists a file {path!r}; must be inside {folder}")
    return folder.joinpath(*pure.parts)


def pieces(path: Path, first: int = 0, end: int | None = None) -> Iterator[bytes]:
    """Yield bytes `first` up to but excluding `end` of a file."""
    with _reading(path), path.open("rb") as file:
        file.seek(first)
        left = (path.stat().st_size if end is None else end) - first
        while left > 0 and (piece := file.read(min(PIECE_BYTES, left))):
            left -= len(piece)
            yield piece


def sha256_of(path: Path, on_piece: Callable[[bytes], None] | None = None) -> str:
    """Hash a file with SHA-256; `on_piece` receives every piece."""
    digest = hashlib.sha256()
    for piece in pieces(path):
        digest.update(piece)
        if on_piece is not None:
            on_piece(piece)
    return digest.hexdigest()


def git_oid_of(path: Path) -> str:
    """Compute the git object id of a file."""
    digest = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
    for piece in pieces(path):
        digest.update(piece)
    return digest.hexdigest()


def _below(folder: Path) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        raise _unreadable(Path(str(error.filename)), error)

    for here, folders, files in os.walk(folder, onerror=unreadable):
        parts = Path(here).relative_to(folder).parts
        folders[:] = [name for name in folders if name not in _LEFT_OUT and (*parts, name) != _CACHE]
        for name in files:
            path = Path(here, name)
            if path.is_symlink() and not path.exists():
                text = f"{path} is a link to {os.readlink(path)}, which leads nowhere"
                raise InvalidRequest(f"{text}; must be a file: restore it, or remove the link")
            if path.is_file() and name not in _LEFT_OUT:
                yield path


def _require_readable(path: Path) -> None:
    with _reading(path), path.open("rb"):
        pass


@contextmanager
def _reading(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> InvalidRequest:
    text = f"{path} cannot be read: {error.strerror}"
    return InvalidRequest(f"{text}; must be readable: `chmod u+r` by its owner, or leave it out")
