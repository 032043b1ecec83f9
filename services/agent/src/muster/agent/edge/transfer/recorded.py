"""Checkpoints of several files, as muster.checkpoint writes them: ranks' parts, and a record of them.

A part is stored as soon as its manifest is on disk: its files, each once, then the manifest. The record is a
checkpoint file like any other; it is stored and reported once all parts of this node are stored.
Keys follow from the record, so its hash is enough to find and check every byte.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import stat
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import LogReport, TaskReport
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, TaskNote, Transaction
from muster.agent.edge.disk.task_dir import stamp_of
from muster.agent.edge.transfer.checkpoint_store import CheckpointStore
from muster.checkpoint.folder import NOTES_FILE
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
    rank_of_manifest,
    record_name,
    record_of,
    sha256_of,
    step_name,
    step_of_folder,
)
from muster.events.log_events import CheckpointDamaged
from muster.events.node_commands import StartTask
from muster.events.task_events import CheckpointPartStored
from muster.store.keys import checkpoint_key
from muster.telemetry import metrics

NOT_TO_BE_READ = (errno.ENOENT, errno.ELOOP, errno.ENXIO)
"""Errors on opening a file that a job has deleted, or replaced by a link or a pipe."""

Tell: TypeAlias = Callable[[Transaction, TaskNote, LogReport], None]
"""Puts a report for people into the outbox."""

Report: TypeAlias = Callable[[Transaction, TaskNote, TaskReport], None]
"""Puts a report for the scheduler into the outbox."""

_NEVER = "damaged"
_log = logging.getLogger(__name__)


class RecordedCheckpoints:
    """Stores and restores the parts of checkpoints. One thread at a time stores for a task."""

    def __init__(
        self, home: AgentHome, memory: Memory, store: CheckpointStore, tell: Tell, report: Report
    ) -> None:
        self._home = home
        self._memory = memory
        self._store = store
        self._tell = tell
        self._report = report

    def steps(self, note: TaskNote) -> list[int]:
        """Steps whose parts are in folders of this node's ranks, ascending."""
        found: set[int] = set()
        for rank in note.start.ranks:
            with _folder(self._home.task(note.key).checkpoints(rank.rank)) as root:
                steps = (step_of_folder(name) for name in (os.listdir(root) if root is not None else ()))
                found |= {step for step in steps if step is not None}
        return sorted(found)

    def keep_parts(self, note: TaskNote, rank: int, step: int) -> bool:
        """Store the parts of a step from a rank's folder; return whether there were any.

        Raises:
            StoreUnavailable, NoSuchObject: try again later; nothing is lost.
        """
        stored = False
        with _folder(self._home.task(note.key).checkpoints(rank)) as root:
            if root is None:
                return False
            with _folder(step_name(step), root) as parts:
                for name in sorted(os.listdir(parts) if parts is not None else ()):
                    if rank_of_manifest(name) is not None and parts is not None:
                        stored |= self._keep_part(note, rank, f"{step_name(step)}/{name}", parts)
        return stored

    def are_parts_stored(self, note: TaskNote, record: Record) -> bool:
        """Whether all parts in folders of this node's ranks are in the store."""
        known = self._memory.checkpoints(note.key)
        here = {rank.rank for rank in note.start.ranks}
        return all(
            known.get((entry.home, _manifest_path(record, entry)), "").endswith(f" {entry.sha256}")
            for entry in record.manifests
            if entry.home in here
        )

    def leave_notes(self, note: TaskNote, problems: Sequence[str]) -> None:
        """Tell the ranks which checkpoints could not be restored, a line each; the job reports it."""
        for folder, _, _ in self._targets(note.start, 0) if problems else ():
            (folder / NOTES_FILE).write_text("".join(f"{problem}\n" for problem in problems))

    def bring(self, note: TaskNote, attempt: int, document: bytes) -> None:
        """Give this node's ranks what they need of a checkpoint.

        Args:
            note: The task.
            attempt: Attempt that wrote the record.
            document: The record.

        Raises:
            NoSuchObject, NotGranted, BadDocument: it is incomplete or damaged.
            StoreUnavailable: try again later.
            OSError: the disk is full.
        """
        record = record_of(document)
        manifests = self._manifests(note.start, attempt, record)
        here: dict[str, Path] = {}
        for folder, owner, ranks in self._targets(note.start, record.world_size):
            place = folder / step_name(record.step)
            for rank in sorted(ranks):
                self._bring_part(note.start, attempt, record.manifests[rank], manifests[rank], place, here)
            restored = folder / ".restored"
            restored.write_bytes(document)
            with self._memory.transaction() as transaction:  # so that it is not stored a second time
                for rank in ranks:
                    path = place / manifest_name(rank)
                    known = f"{stamp_of(path.stat())} {record.manifests[rank].sha256}"
                    transaction.checkpoint(note.key, owner, f"{place.name}/{path.name}", known)
                file = folder / record_name(record.step)
                transaction.checkpoint(note.key, owner, file.name, stamp_of(restored.stat()))
            restored.replace(file)

    def _keep_part(self, note: TaskNote, home: int, path: str, parts: int) -> bool:
        """Store a part that is not stored yet; whether it is stored now."""
        name = path.rpartition("/")[2]
        known = self._memory.checkpoints(note.key)
        with _file(name, parts) as descriptor:
            if descriptor is None:
                return False
            stamp = stamp_of(os.fstat(descriptor))
            if known.get((home, path), "").startswith(f"{stamp} "):
                return False
            data = os.read(descriptor, DOCUMENT_BYTES_MAX)
        sha256 = sha256_of(data)
        try:
            manifest = manifest_of(data)
            self._keep_files(note, home, manifest, parts, known)
        except (BadDocument, _NotAsSaid) as error:
            _log.warning("%s of %s/%s is not stored: %s", path, *note.key, error)
            damaged = CheckpointDamaged(
                **about(note, home),
                file=f"{path.partition('/')[0]}.json",
                saved_by=note.key.attempt,
                message=f"not stored: {_in_a_line(error)}",
            )
            with self._memory.transaction() as transaction:
                transaction.checkpoint(note.key, home, path, f"{stamp} {_NEVER}")
                self._tell(transaction, note, damaged)
            return False
        key = checkpoint_key(note.key.job_id, note.key.attempt, home, sha256, name)
        self._store.put(note.key, key, data)
        stored = self._stored(note, home, manifest, sha256)
        with self._memory.transaction() as transaction:
            transaction.checkpoint(note.key, home, path, f"{stamp} {sha256}")
            self._report(transaction, note, stored)
        metrics.AGENT_CHECKPOINTS.inc(stored.new_bytes)
        return True

    def _stored(self, note: TaskNote, home: int, manifest: Manifest, sha256: str) -> CheckpointPartStored:
        known = self._memory.checkpoints(note.key)
        new = [file for file in manifest.files if known.get((home, _once(file))) == _first_in(manifest)]
        return CheckpointPartStored(
            node_id=note.start.node_id,
            job_id=note.key.job_id,
            attempt=note.key.attempt,
            rank=home,
            step=manifest.step,
            part=manifest.rank,
            sha256=sha256,
            files=len(manifest.files),
            size_bytes=sum(file.size_bytes for file in manifest.files),
            new_bytes=sum(file.size_bytes for file in new),
        )

    def _keep_files(
        self,
        note: TaskNote,
        home: int,
        manifest: Manifest,
        parts: int,
        known: dict[tuple[int, str], str],
    ) -> None:
        with _folder(rank_name(manifest.rank), parts) as folder:
            if folder is None:
                raise _NotAsSaid(f"{rank_name(manifest.rank)} is gone")
            for file in manifest.files:
                if (home, _once(file)) not in known:
                    self._keep_file(note, home, file, folder)
                    with self._memory.transaction() as transaction:
                        transaction.checkpoint(note.key, home, _once(file), _first_in(manifest))

    def _keep_file(self, note: TaskNote, home: int, file: StoredFile, folder: int) -> None:
        with _file(file.name, folder) as descriptor:
            if descriptor is None:
                raise _NotAsSaid(f"{file.name} is gone")
            with os.fdopen(os.dup(descriptor), "rb") as stream:
                sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
                if sha256 != file.sha256:
                    raise _NotAsSaid(f"{file.name} has SHA-256 {sha256}; the manifest says {file.sha256}")
                stream.seek(0)
                key = checkpoint_key(
                    note.key.job_id, note.key.attempt, home, file.sha256, file.name, file.since
                )
                self._store.put_stream(note.key, key, stream)

    def _manifests(self, start: StartTask, attempt: int, record: Record) -> list[bytes]:
        """The manifests of all ranks, also of those that this node does not need.

        A manifest is stored after its files, so if all manifests exist, everything was stored. All nodes of a
        gang check this the same way, so they choose the same checkpoint.
        """
        return [
            self._document(start, attempt, entry.home, entry.sha256, manifest_name(entry.rank))
            for entry in record.manifests
        ]

    def _bring_part(  # noqa: PLR0917  (what, from where, to where)
        self,
        start: StartTask,
        attempt: int,
        entry: ManifestEntry,
        manifest: bytes,
        place: Path,
        here: dict[str, Path],
    ) -> None:
        """A rank's files, then its manifest.

        Args:
            start: The order.
            attempt: Attempt that stored them.
            entry: The record's entry for the manifest.
            manifest: The manifest.
            place: The folder of the step.
            here: Files restored before, by key.
        """
        folder = place / rank_name(entry.rank)
        folder.mkdir(parents=True, exist_ok=True)
        for file in manifest_of(manifest).files:
            key = checkpoint_key(start.job_id, attempt, entry.home, file.sha256, file.name, file.since)
            into = folder / file.name
            into.unlink(missing_ok=True)
            if key in here:
                os.link(here[key], into)
            else:
                self._store.fetch(TaskKey.of(start), key, file.sha256, into)
                here[key] = into
        (place / manifest_name(entry.rank)).write_bytes(manifest)

    def _targets(self, start: StartTask, saved_by: int) -> list[tuple[Path, int, Collection[int]]]:
        """Return (folder, its owner, the ranks whose parts belong there) for each folder.

        A gang on one node shares rank 0's folder. Otherwise every rank finds its own part and rank 0's, which
        holds what all ranks have in common; all parts if another number of ranks saved them.
        """
        task = self._home.task(TaskKey.of(start))
        if len(start.ranks) == start.world_size:
            folders: list[tuple[Path, int, Collection[int]]] = [(task.checkpoints(0), 0, range(saved_by))]
        else:
            same = saved_by == start.world_size
            folders = [
                (task.checkpoints(each.rank), each.rank, {0, each.rank} if same else range(saved_by))
                for each in start.ranks
            ]
        for folder, _, _ in folders:
            folder.mkdir(parents=True, exist_ok=True)
        return folders

    def _document(self, start: StartTask, attempt: int, home: int, sha256: str, name: str) -> bytes:
        """A manifest, as an attempt stored it."""
        key = checkpoint_key(start.job_id, attempt, home, sha256, name)
        part = self._targets(start, 0)[0][0] / ".restoring"
        self._store.fetch(TaskKey.of(start), key, sha256, part, bytes_max=DOCUMENT_BYTES_MAX)
        found = part.read_bytes()
        part.unlink()
        return found


def about(note: TaskNote, rank: int | None = None) -> dict[str, Any]:
    """Fields that identify a reported checkpoint; by default, that of the whole node."""
    start = note.start
    return {
        "job_id": start.job_id,
        "tenant": start.tenant,
        "attempt": start.attempt,
        "rank": min(each.rank for each in start.ranks) if rank is None else rank,
        "node_id": start.node_id,
    }


def _once(file: StoredFile) -> str:
    """Key under which memory notes that a file is in the store."""
    return f"{file.sha256}-{file.since}/{file.name}"


def _first_in(manifest: Manifest) -> str:
    """The part with which a file came to the store."""
    return f"stored with {step_name(manifest.step)}/{manifest_name(manifest.rank)}"


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


class _NotAsSaid(Exception):
    """A file does not match its manifest."""


def _manifest_path(record: Record, entry: ManifestEntry) -> str:
    return f"{step_name(record.step)}/{manifest_name(entry.rank)}"


@contextmanager
def _folder(path: Path | str, within: int | None = None) -> Generator[int | None]:
    """A folder that is no link: a job must not lead the agent to files that it may not read itself."""
    try:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(path, flags, dir_fd=within)
    except (FileNotFoundError, NotADirectoryError):
        yield None
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _file(name: str, within: int) -> Generator[int | None]:
    """A regular file that is no link."""
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(name, flags, dir_fd=within)
    except OSError as error:
        if error.errno not in NOT_TO_BE_READ:
            raise
        yield None
        return
    try:
        yield descriptor if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
    finally:
        os.close(descriptor)
