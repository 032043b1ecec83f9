"""Pack a working folder into archives reproducibly: the same files give the same hashes on any machine.

A folder becomes many small tar.gz archives and an index of them, so that only archives that are not stored
yet are sent. A file of SMALL_BYTES or more has an archive of its own; smaller ones share archives. Where a
shared archive ends follows from its files' names, so that a new file changes one archive, not all after it.

An archive contains nothing of the machine: no times, owners or user ids; names are sorted and permissions
reduced to executable or not. Version control, Python's caches and everything that a `.gitignore` or
`.musterignore` names are left out, by the rules of git; a `.musterignore` beside a `.gitignore` has the last
word, so `!data/` in it sends what git ignores.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import stat
import tarfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from muster.client.errors import InvalidRequest
from muster.jobs.values.file_index import index_of
from pathspec import GitIgnoreSpec

ARCHIVE_BYTES_MAX: Final = 64 << 20
FOLDER_BYTES_MAX: Final = 1 << 30
FILES_MAX: Final = 10_000
SMALL_BYTES: Final = 128 << 10
_SHARED_BYTES_MAX: Final = 256 << 10
_CUT_AFTER_ONE_IN: Final = 32
_NAMED_MAX: Final = 5
_LEVEL: Final = 1
"""gzip: a third of the time of the default level for a few percent more bytes."""
_FRESH_NS: Final = 2_000_000_000
"""A file changed so shortly before it was read may change again without its time showing it."""
_NEVER_SENT: Final = frozenset(
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
_IGNORE_FILES: Final = (".musterignore", ".gitignore")
"""Files with patterns, the one that decides first."""
_HINT: Final = "exclude files with a .musterignore file; keep large data in object storage"

_Stat = tuple[int, int, int, int, int]
"""Size, time of change, time of status change (both ns), inode and whether it is executable."""


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the folder: its name in it, the path of its bytes, and what tells whether it has changed."""

    name: str
    path: Path
    stat: _Stat

    @property
    def size_bytes(self) -> int:
        return self.stat[0]


@dataclass(frozen=True, slots=True)
class Archive:
    """One archive of a folder; it is packed again when it has to be sent.

    Attributes:
        sha256: SHA-256 of the archive.
        raw_bytes: Bytes of its files.
    """

    sha256: str
    raw_bytes: int
    files: tuple[_File, ...] = field(repr=False)

    def content(self) -> bytes:
        """Pack the archive.

        Raises:
            InvalidRequest: a file has changed since the folder was packed, or cannot be read.
        """
        content = _packed(self.files)
        if hashlib.sha256(content).hexdigest() != self.sha256:
            names = ", ".join(str(each.path) for each in self.files[:_NAMED_MAX])
            raise InvalidRequest(f"files changed while they were sent, among {names}", hint="send them again")
        return content


@dataclass(frozen=True, slots=True)
class Packed:
    """A working folder, ready to be sent.

    Attributes:
        index: Index of the archives, which is stored after them.
        sha256: SHA-256 of the index; a job names it as `files_sha256`.
        archives: The archives, by their hashes.
        files: Number of files.
        raw_bytes: Bytes of all files.
    """

    index: bytes
    sha256: str
    archives: tuple[Archive, ...]
    files: int
    raw_bytes: int


def cache_folder(home: Path) -> Path:
    """Return the folder that remembers the hashes of packed folders.

    Args:
        home: MUSTER_HOME.
    """
    return home / "cache" / "folders"


def pack(folder: Path, cache: Path | None = None) -> Packed:
    """Pack a folder.

    Args:
        folder: The folder.
        cache: Folder that remembers hashes of archives, so that unchanged files are not read again; None: all
            are read.

    Raises:
        InvalidRequest: it is not a folder, is too large, or has what cannot be sent; paths are named.
    """
    if not folder.is_dir():
        raise InvalidRequest(f"files: {folder} is not a folder", hint="name the job's working folder")
    files = _files(folder)
    raw_bytes = sum(each.size_bytes for each in files)
    if len(files) > FILES_MAX:
        raise InvalidRequest(
            f"files: {folder} has {len(files)} files; must be at most {FILES_MAX} ({_fullest(files)})",
            hint=_HINT,
        )
    if raw_bytes > FOLDER_BYTES_MAX:
        raise InvalidRequest(
            f"files: {folder} has {raw_bytes >> 20} MiB; must be at most {FOLDER_BYTES_MAX >> 20} MiB "
            f"({_largest(files)})",
            hint=_HINT,
        )
    remembered = _Remembered(folder, cache)
    archives = tuple(remembered.archive(each) for each in _groups(files))
    remembered.save()
    index = index_of([each.sha256 for each in archives])
    return Packed(index, _hash(index), archives, len(files), raw_bytes)


class _Remembered:
    """Hashes of the archives that a folder had when it was packed last, by the state of their files."""

    def __init__(self, folder: Path, cache: Path | None) -> None:
        self._file = None if cache is None else cache / f"{_hash(str(folder.resolve()).encode())}.json"
        self._known: dict[str, str] = self._read()
        self._new: dict[str, str] = {}
        self._now_ns = time.time_ns()

    def archive(self, files: Sequence[_File]) -> Archive:
        """Return the archive of these files, which are read only if they may have changed."""
        state = _hash(json.dumps([[each.name, *each.stat] for each in files]).encode())
        sha256 = self._known.get(state)
        if sha256 is None:
            content = _packed(files)
            if len(content) > ARCHIVE_BYTES_MAX:
                raise InvalidRequest(
                    f"files: {files[0].path} packs to {len(content) >> 20} MiB; must be at most "
                    f"{ARCHIVE_BYTES_MAX >> 20} MiB",
                    hint=_HINT,
                )
            sha256 = _hash(content)
        if all(max(each.stat[1:3]) < self._now_ns - _FRESH_NS for each in files):
            self._new[state] = sha256
        return Archive(sha256, sum(each.size_bytes for each in files), tuple(files))

    def save(self) -> None:
        """Remember the archives of this time; without a cache the next time only takes longer."""
        if self._file is None or self._new == self._known:
            return
        part = self._file.with_suffix(f".{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(self._new))
            part.replace(self._file)
        except OSError:
            part.unlink(missing_ok=True)

    def _read(self) -> dict[str, str]:
        try:
            found: Any = {} if self._file is None else json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        return cast("dict[str, str]", found) if isinstance(found, dict) else {}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _groups(files: Sequence[_File]) -> Iterator[list[_File]]:
    """Yield the files of each archive, in order of their names; one empty archive if there are none."""
    shared: list[_File] = []
    size_bytes = 0
    for file in files:
        if file.size_bytes >= SMALL_BYTES:
            yield [file]
            continue
        shared.append(file)
        size_bytes += file.size_bytes
        digest = hashlib.sha256(file.name.encode()).digest()
        if size_bytes >= _SHARED_BYTES_MAX or int.from_bytes(digest[:4]) % _CUT_AFTER_ONE_IN == 0:
            yield shared
            shared, size_bytes = [], 0
    if shared or not files:
        yield shared


def _packed(files: Sequence[_File]) -> bytes:
    """Pack files into a tar.gz; a link inside the folder is stored as the file it points to."""
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=_LEVEL, mtime=0, filename="") as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for file in files:
            try:
                content = file.path.read_bytes()
            except OSError as error:
                raise InvalidRequest(f"files: {file.path}: {error.strerror}", hint=_HINT) from None
            entry = tarfile.TarInfo(file.name)
            entry.size = len(content)
            entry.mode = 0o755 if file.stat[4] else 0o644
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


# ---- which files ------------------------------------------------------------------------------------------


def _files(folder: Path) -> list[_File]:
    """Return the files to send, sorted by name.

    Raises:
        InvalidRequest: some entries cannot be sent; up to _NAMED_MAX of them are named.
    """
    found: list[_File] = []
    wrong: list[str] = []
    top = folder.resolve()
    for path, name in _walk(top, top, _specs_above(top)):
        if problem := _problem(top, path, name):
            wrong.append(f"{folder / name}: {problem}".encode(errors="backslashreplace").decode())
            continue
        seen = path.stat()
        executable = int(bool(seen.st_mode & 0o111))
        state = (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino, executable)
        found.append(_File(name, path, state))
    if wrong:
        more = f"; and {len(wrong) - _NAMED_MAX} more" if len(wrong) > _NAMED_MAX else ""
        raise InvalidRequest(f"files: {'; '.join(wrong[:_NAMED_MAX])}{more}", hint=_HINT)
    return sorted(found, key=lambda file: file.name)


_Specs = tuple[tuple[str, GitIgnoreSpec], ...]
"""Patterns by the folder they are relative to, the deepest and first to decide first."""


def _walk(top: Path, folder: Path, specs: _Specs) -> Iterator[tuple[Path, str]]:
    """Yield every entry that is not ignored and not a folder, with its name relative to the top."""
    specs = (*_specs_in(folder), *specs)
    try:
        entries = list(os.scandir(folder))
    except OSError as error:
        raise InvalidRequest(f"files: {folder}: {error.strerror}", hint=_HINT) from None
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name in _NEVER_SENT or _is_ignored(entry.path, is_folder, specs):
            continue
        path = Path(entry.path)
        if is_folder:
            yield from _walk(top, path, specs)
        else:
            yield path, path.relative_to(top).as_posix()


def _is_ignored(path: str, is_folder: bool, specs: _Specs) -> bool:
    """Whether git's rules, over all ignore files from the deepest up, leave out a path."""
    for base, spec in specs:
        verdict = spec.check_file(f"{path[len(base) + 1 :]}/" if is_folder else path[len(base) + 1 :]).include
        if verdict is not None:
            return verdict
    return False


def _specs_in(folder: Path) -> _Specs:
    found: list[tuple[str, GitIgnoreSpec]] = []
    for name in _IGNORE_FILES:
        try:
            lines = (folder / name).read_text(errors="surrogateescape").splitlines()
        except OSError:
            continue
        found.append((str(folder), GitIgnoreSpec.from_lines(lines)))
    return tuple(found)


def _specs_above(folder: Path) -> _Specs:
    """Return the patterns of the repository around the folder, which hold for it as well."""
    above = list(folder.parents)
    root = next((n for n, each in enumerate(above) if (each / ".git").exists()), None)
    if root is None or (folder / ".git").exists():
        return ()
    return tuple(spec for each in above[: root + 1] for spec in _specs_in(each))


def _problem(top: Path, path: Path, name: str) -> str:
    """Return why an entry cannot be sent; empty if it can."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return "the name is not UTF-8"
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            target = Path(os.path.realpath(path))
            if not (os.path.isfile(target) and target.is_relative_to(top)):
                return f"links to {os.readlink(path)}; must be a file within the folder"
        elif not stat.S_ISREG(mode):
            return "is neither a file nor a folder"
    except OSError as error:
        return str(error.strerror)
    readable = os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids)
    return "" if readable else "cannot be read: permission denied"


def _fullest(files: Sequence[_File]) -> str:
    counts: dict[str, int] = {}
    for file in files:
        top = file.name.partition("/")[0] if "/" in file.name else "."
        counts[top] = counts.get(top, 0) + 1
    most = sorted(counts.items(), key=lambda pair: -pair[1])[:3]
    return "most in " + ", ".join(f"{name}: {count}" for name, count in most)


def _largest(files: Sequence[_File]) -> str:
    most = sorted(files, key=lambda file: -file.size_bytes)[:3]
    return "largest: " + ", ".join(f"{each.name} {each.size_bytes >> 20} MiB" for each in most)
