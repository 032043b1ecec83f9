"""Pack a working directory into a tar.gz reproducibly: the same files give the same hash on any machine.

The archive contains nothing of the machine: no times, owners or user ids; names are sorted and permissions
reduced to executable or not. Version control, Python's caches and everything that a `.musterignore` file
names are left out (one fnmatch pattern per line, matched against each file's path and name).
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
    """Working files, ready to be uploaded."""

    content: bytes
    sha256: str
    files: int


def pack(folder: Path) -> Packed:
    """Pack a folder.

    Raises:
        InvalidRequest: it is not a folder, is too large, or contains a link to anything but its own files.
    """
    if not folder.is_dir():
        raise InvalidRequest(f"files: {folder} is not a folder", hint="name the job's working folder")
    paths = list(_walk(folder, folder, _patterns(folder)))
    if len(paths) > FILES_MAX:
        raise InvalidRequest(
            f"files: {folder} has {len(paths)} files; must be at most {FILES_MAX}", hint=_HINT
        )
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


_HINT: Final = f"exclude files with a {_IGNORE_FILE} file; keep large data in object storage"


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
    """Require that a link points to a file in the folder: other targets do not exist on the job's node."""
    target = link.resolve()
    if not (target.is_file() and target.is_relative_to(top.resolve())):
        raise InvalidRequest(f"files: {link} links to {target}; must be a file within {top}", hint=_HINT)


def _add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    """Add one file; a link inside the folder is stored as the file it points to."""
    content = path.read_bytes()
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o755 if path.stat().st_mode & 0o111 else 0o644
    archive.addfile(entry, io.BytesIO(content))
