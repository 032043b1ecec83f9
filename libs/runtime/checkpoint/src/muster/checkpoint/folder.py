"""CheckpointFolder: the checkpoints in one folder, as one rank writes and reads them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from muster.checkpoint import durable
from muster.checkpoint.arrays import Content
from muster.checkpoint.format import (
    DOCUMENT_BYTES_MAX,
    BadDocument,
    Manifest,
    ManifestEntry,
    Record,
    StoredFile,
    manifest_name,
    manifest_of,
    rank_name,
    rank_of_folder,
    rank_of_manifest,
    record_name,
    record_of,
    sha256_of,
    step_name,
    step_of_folder,
    step_of_record,
)
from muster.checkpoint.state import Saved

NOTES_FILE = ".not-restored"
"""File with what the platform could not restore before the job began, one line each."""


class Damaged(Exception):
    """A checkpoint of which a part is missing or changed; the message names the file and what is wrong."""


@dataclass(frozen=True, slots=True)
class Written:
    """One rank's part of a checkpoint, on disk.

    Attributes:
        entry: Entry of its manifest.
        new_bytes: Bytes written.
        linked_bytes: Bytes of files that had not changed since the part before.
    """

    entry: ManifestEntry
    new_bytes: int
    linked_bytes: int


class _Before(NamedTuple):
    """A file of the part before.

    Attributes:
        path: Path of the file.
        since: The step with which it was written.
    """

    path: Path
    since: int


class CheckpointFolder:
    """The checkpoints in a folder.

    Args:
        root: The folder; made when it is absent.
        rank: Rank whose parts this process writes.
        world_size: Number of ranks.
        home: Rank that owns the folder, as in manifests' entries.
        attempt: The attempt of the job that writes.

    Raises:
        OSError: the folder cannot be made.
    """

    def __init__(self, root: Path, rank: int, world_size: int, home: int, attempt: int) -> None:
        self._root = root
        self._rank = rank
        self._world_size = world_size
        self._home = home
        self._attempt = attempt
        self._before: dict[str, _Before] = {}
        durable.make_folder(root)

    def write_part(self, step: int, files: Mapping[str, Content], *, rewrite_all: bool) -> Written:
        """Write this rank's files of a step, then its manifest.

        Args:
            step: The step.
            files: By name.
            rewrite_all: Whether to write every file again, even those unchanged since the previous part.

        Raises:
            OSError: the disk refuses; nothing of the part is left then.
        """
        try:
            return self._write_part(step, files, rewrite_all=rewrite_all)
        except OSError:
            with suppress(OSError):
                self.discard_part(step)
            raise

    def _write_part(self, step: int, files: Mapping[str, Content], *, rewrite_all: bool) -> Written:
        self._clear_part(step, self._rank)
        folder = self._part(step)
        durable.make_folder(folder)
        stored: list[StoredFile] = []
        new_bytes = 0
        for name, content in files.items():
            sha256 = content.sha256
            since, before = step, None if rewrite_all else self._before.get(sha256)
            if before is not None and durable.link(before.path, folder / name):
                since = before.since
            else:
                durable.write(folder / name, content.pieces)
                new_bytes += content.size_bytes
            stored.append(StoredFile(name, sha256, content.size_bytes, since))
        durable.sync_folder(folder)
        manifest = Manifest(step=step, rank=self._rank, world_size=self._world_size, files=tuple(stored))
        data = manifest.to_bytes()
        durable.write(folder.parent / manifest_name(self._rank), [data])
        durable.sync_folder(folder.parent)
        self._before = _linkable(folder, stored)
        entry = ManifestEntry(rank=self._rank, home=self._home, sha256=sha256_of(data), size_bytes=len(data))
        return Written(entry, new_bytes, sum(file.size_bytes for file in stored) - new_bytes)

    def discard_part(self, step: int) -> None:
        """Remove this rank's files of a step, and the step's folder when that was all in it."""
        for rank in self._own_ranks(step):
            self._clear_part(step, rank)
        with suppress(OSError):  # other ranks have parts in it, or it is gone
            os.rmdir(self._root / step_name(step))

    def _clear_part(self, step: int, rank: int) -> None:
        """Remove a part, its manifest first: without it nothing refers to the files."""
        folder = self._root / step_name(step) / rank_name(rank)
        self._before = {sha: each for sha, each in self._before.items() if each.path.parent != folder}
        manifest = folder.parent / manifest_name(rank)
        durable.remove(manifest)
        durable.remove(durable.part_of(manifest))
        durable.remove_folder(folder)

    def _own_ranks(self, step: int) -> set[int]:
        """Return the ranks whose parts this rank removes: itself; rank 0 also ranks that no longer exist."""
        folder = self._root / step_name(step)
        names = os.listdir(folder) if folder.is_dir() else ()
        found = {rank for name in names for rank in (rank_of_folder(name), rank_of_manifest(name))}
        return {
            rank
            for rank in found
            if rank is not None and (rank == self._rank or (self._rank == 0 and rank >= self._world_size))
        }

    def entries(self, step: int) -> dict[int, ManifestEntry]:
        """The manifests of a step that are in this folder, by rank."""
        folder = self._root / step_name(step)
        found: dict[int, ManifestEntry] = {}
        for name in os.listdir(folder) if folder.is_dir() else ():
            rank = rank_of_manifest(name)
            if rank is not None and rank < self._world_size:
                with suppress(FileNotFoundError):
                    data = (folder / name).read_bytes()
                    found[rank] = ManifestEntry(
                        rank=rank, home=self._home, sha256=sha256_of(data), size_bytes=len(data)
                    )
        return found

    def commit(self, step: int, entries: Mapping[int, ManifestEntry]) -> None:
        """Write the record of a step: from now on the checkpoint is complete.

        Raises:
            OSError: the disk refuses.
        """
        record = Record(
            step=step,
            attempt=self._attempt,
            world_size=self._world_size,
            manifests=tuple(entries[rank] for rank in range(self._world_size)),
        )
        durable.write(self._root / record_name(step), [record.to_bytes()], f".{self._rank}")
        durable.sync_folder(self._root)

    def record_steps(self) -> list[int]:
        """The steps of which there is a record, newest first, whether or not it can be read."""
        steps = (step_of_record(name) for name in os.listdir(self._root))
        return sorted((step for step in steps if step is not None), reverse=True)

    def records(self) -> tuple[list[Record], list[str]]:
        """Return the readable records, newest first, and the errors of the others."""
        found: list[Record] = []
        wrong: list[str] = []
        for step in self.record_steps():
            path = self._root / record_name(step)
            try:
                record = record_of(_document(path))
                if record.step != step:
                    raise BadDocument(f"step is {record.step}; the name says {step}")
                found.append(record)
            except (BadDocument, OSError) as error:
                wrong.append(f"{path.name}: {error}")
        return found, wrong

    def notes(self) -> list[str]:
        """Return the platform's notes on what it could not restore."""
        try:
            return (self._root / NOTES_FILE).read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return []

    def verify(self, record: Record, ranks: Iterable[int]) -> Saved:
        """Check every byte of these ranks' parts.

        Raises:
            Damaged: a file is missing, has another size or another hash.
        """
        folders: dict[int, Path] = {}
        hashes: dict[int, dict[str, str]] = {}
        for rank in ranks:
            manifest = self._manifest(record, rank)
            folder = self._root / step_name(record.step) / rank_name(rank)
            for file in manifest.files:
                self._check(folder / file.name, file)
            folders[rank] = folder
            hashes[rank] = {file.name: file.sha256 for file in manifest.files}
        return Saved(folders, hashes, record.world_size)

    def begin_from(self, record: Record | None) -> None:
        """Note the files that this rank's next part can refer to, and remove newer or incomplete parts.

        Args:
            record: Checkpoint from which the job resumes; None: it begins from scratch.
        """
        newest = -1 if record is None else record.step
        for step in self.record_steps():
            if step > newest and self._rank == 0:
                durable.remove(self._root / record_name(step))
        kept = {step for step in self.record_steps() if step <= newest} if self._home == 0 else None
        for step in self._part_steps():
            if step > newest or (kept is not None and step not in kept):
                self.discard_part(step)
        for name in os.listdir(self._root):
            if name.startswith(".step-") and name.endswith(f".{self._rank}.part"):
                durable.remove(self._root / name)  # a record that was being written
        durable.sync_folder(self._root)
        self._before = {}
        if record is not None and self._rank < record.world_size:
            with suppress(Damaged):
                folder = self._part(record.step)
                self._before = _linkable(folder, self._manifest(record, self._rank).files)

    def keep(self, steps: Collection[int]) -> None:
        """Remove this rank's parts of all other steps before the newest of these."""
        for step in self._part_steps():
            if step < max(steps) and step not in steps:
                self.discard_part(step)

    def drop_records(self, steps: Collection[int]) -> None:
        """Remove the records of these steps: they are checkpoints no more."""
        for step in steps:
            durable.remove(self._root / record_name(step))
        if steps:
            durable.sync_folder(self._root)

    def _manifest(self, record: Record, rank: int) -> Manifest:
        path = self._root / step_name(record.step) / manifest_name(rank)
        try:
            data = _document(path)
            wanted = record.manifests[rank].sha256
            if sha256_of(data) != wanted:
                raise Damaged(f"{self._short(path)} has SHA-256 {sha256_of(data)}; the record says {wanted}")
            return manifest_of(data)
        except (BadDocument, OSError) as error:
            raise Damaged(f"{self._short(path)}: {_reason(error)}") from error

    def _check(self, path: Path, file: StoredFile) -> None:
        try:
            with path.open("rb") as stream:
                size_bytes = os.fstat(stream.fileno()).st_size
                sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise Damaged(f"{self._short(path)}: {_reason(error)}") from error
        if size_bytes != file.size_bytes:
            raise Damaged(f"{self._short(path)} has {size_bytes} bytes; the manifest says {file.size_bytes}")
        if sha256 != file.sha256:
            raise Damaged(f"{self._short(path)} has SHA-256 {sha256}; the manifest says {file.sha256}")

    def _part(self, step: int) -> Path:
        return self._root / step_name(step) / rank_name(self._rank)

    def _part_steps(self) -> list[int]:
        """The steps of which this rank has anything to remove here."""
        steps = (step_of_folder(name) for name in os.listdir(self._root))
        return [step for step in steps if step is not None and self._own_ranks(step)]

    def _short(self, path: Path) -> str:
        return str(path.relative_to(self._root))


def _linkable(folder: Path, files: Sequence[StoredFile]) -> dict[str, _Before]:
    """The files of a part, by hash: the next part is linked to those that have not changed."""
    return {file.sha256: _Before(folder / file.name, file.since) for file in files}


def _document(path: Path) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(DOCUMENT_BYTES_MAX + 1)
    if len(data) > DOCUMENT_BYTES_MAX:
        raise BadDocument(f"more than {DOCUMENT_BYTES_MAX} bytes")
    return data


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
