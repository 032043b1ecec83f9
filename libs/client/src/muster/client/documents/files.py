"""A working directory packed into a tar.gz: the same files give the same bytes, so the same hash, anywhere.

Nothing of the machine goes in: no times, owners or user ids; names sorted, permissions reduced to "runnable
or not". Left out: version control, Python's caches, and what a `.musterignore` file names (one fnmatch
pattern a line, matched against each file's path and against its name).
"""

from __future__ import annotations

import fnmatch
import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muster.client.errors import InvalidRequest

PACKED_BYTES_MAX: Final = 64 << 20
FILES_MAX: Final = 10_000
_ALWAYS_LEFT_OUT: Final = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        "__pycache__",
        ".venv",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".DS_Store",
    }
)
_IGNORE_FILE: Final = ".musterignore"


@dataclass(frozen=True, slots=True)
class Packed:
    """Working files, ready to be stored."""

    content: bytes
    sha256: str
    files: int


def pack(folder: Path) -> Packed:
    """Pack a folder.

    Raises:
        InvalidRequest: it is no folder, has a link to something else than its own files, or is too large.
    """
    if not folder.is_dir():
        raise InvalidRequest(f"files: {folder} is not a folder", hint="name the folder the job starts in")
    paths = list(_walk(folder, folder, _patterns(folder)))
    if len(paths) > FILES_MAX:
        raise InvalidRequest(f"files: {folder} holds {len(paths)} files; allowed are {FILES_MAX}", hint=_HINT)
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=6, mtime=0, filename="") as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in paths:
            _add(archive, path, path.relative_to(folder).as_posix())
            if buffer.tell() > PACKED_BYTES_MAX:
                raise InvalidRequest(
                    f"files: {folder} packs to more than {PACKED_BYTES_MAX >> 20} MiB", hint=_HINT
                )
    content = buffer.getvalue()
    return Packed(content, hashlib.sha256(content).hexdigest(), len(paths))


_HINT: Final = f"leave things out with a {_IGNORE_FILE} file; large data belongs in object storage"


def _patterns(folder: Path) -> list[str]:
    try:
        lines = (folder / _IGNORE_FILE).read_text().splitlines()
    except FileNotFoundError:
        return []
    return [line.strip().rstrip("/") for line in lines if line.strip() and not line.startswith("#")]


def _walk(top: Path, folder: Path, patterns: Sequence[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        name = path.relative_to(top).as_posix()
        ignored = any(fnmatch.fnmatch(name, p) or fnmatch.fnmatch(path.name, p) for p in patterns)
        if ignored or path.name in _ALWAYS_LEFT_OUT:
            continue
        if path.is_symlink():
            _check_link(top, path)
        if path.is_dir():
            yield from _walk(top, path, patterns)
        elif path.is_file():
            yield path


def _check_link(top: Path, link: Path) -> None:
    """A link may lead to a file of the same folder: anything else is not on the machine the job runs on."""
    target = link.resolve()
    if not (target.is_file() and target.is_relative_to(top.resolve())):
        raise InvalidRequest(f"files: {link} links to {target}; allowed are files within {top}", hint=_HINT)


def _add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    """One file: a link inside the folder is stored as the file it leads to."""
    content = path.read_bytes()
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o755 if path.stat().st_mode & 0o111 else 0o644
    archive.addfile(entry, io.BytesIO(content))
