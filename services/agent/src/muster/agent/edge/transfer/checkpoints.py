"""Checkpoints: files renamed into MUSTER_CHECKPOINT_DIR go to the store; the next attempt gets the newest.

A checkpoint is a file whose name begins with a letter or digit and does not end in .tmp or .part: a job
writes under such a name, syncs, and renames. Usually rank 0 writes it. It may be the record of a checkpoint
of many files (recorded.py); other folders, and links, are ignored.

Tasks that must end use a separate thread: the last checkpoint of a drain never waits behind uploads of others
in the background.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import stat
import threading
from collections.abc import Generator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

from muster.agent.core.ledger import TaskKey
from muster.agent.core.pace import share_of_node
from muster.agent.core.reports import LogReport, Reporter, TaskReport
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, TaskNote, Transaction
from muster.agent.edge.disk.task_dir import stamp_of
from muster.agent.edge.transfer.checkpoint_store import CheckpointStore
from muster.agent.edge.transfer.recorded import NOT_TO_BE_READ, RecordedCheckpoints, about
from muster.checkpoint.format import (
    DOCUMENT_BYTES_MAX,
    BadDocument,
    Record,
    is_record,
    record_of,
    step_of_record,
)
from muster.events.log_events import CheckpointDamaged, CheckpointRestored
from muster.events.node_commands import StartTask, StoredCheckpoint
from muster.events.task_events import CheckpointSaved
from muster.events.topics import LOG_EVENTS, TASK_EVENTS
from muster.jobs.values.digests import parts_digest
from muster.journal import Clock
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.addressed import NotGranted
from muster.store.keys import checkpoint_key, checkpoint_of
from muster.telemetry import metrics

LOOK_S = 0.5
AGAIN_S = 2.0
"""Pause between two tries when the store does not answer."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}(?<!\.tmp)(?<!\.part)")
_log = logging.getLogger(__name__)


_UNUSABLE = (NoSuchObject, NotGranted, ValueError)
"""Errors for a checkpoint that is absent, damaged (BadDocument), or not what the order says."""


class CheckpointKeeper:
    """Watches the checkpoint folders of followed tasks.

    One thread runs `run`, for running tasks, and one `run_ending`; any thread may call the rest.
    """

    def __init__(
        self,
        home: AgentHome,
        memory: Memory,
        store: CheckpointStore,
        reporter: Reporter,
        clock: Clock,
    ) -> None:
        self._home = home
        self._memory = memory
        self._store = store
        self._recorded = RecordedCheckpoints(home, memory, store, self._tell, self._report)
        self._reporter = reporter
        self._clock = clock
        self._lock = threading.Lock()
        self._followed: dict[TaskKey, TaskNote] = {}
        self._ended: set[TaskKey] = set()
        self._at_work: set[TaskKey] = set()
        self._look_now = threading.Event()

    def follow(self, note: TaskNote) -> None:
        """Store this task's checkpoints from now on."""
        if note.start.checkpoint_enabled:
            self._limit(note, note.start.checkpoint_bytes_per_s)
            with self._lock:
                self._followed[note.key] = note

    def finish(self, key: TaskKey) -> None:
        """Store the remaining checkpoints after the ranks have ended, then stop following the task."""
        with self._lock:
            self._ended.add(key)
        self._look_now.set()

    def finished(self, key: TaskKey) -> bool:
        """Whether all checkpoints of the task are in the store."""
        with self._lock:
            return key not in self._followed

    def abandon(self) -> None:
        """Stop following all tasks."""
        with self._lock:
            self._followed.clear()
            self._ended.clear()

    def run(self, stopping: threading.Event) -> None:
        """Check the folders of running tasks periodically until `stopping` is set."""
        while not stopping.is_set():
            stopping.wait(self._look_once(ending=False))

    def run_ending(self, stopping: threading.Event) -> None:
        """Do the same for tasks that must end, or have ended."""
        while not stopping.is_set():
            self._look_now.clear()
            pause_s = self._look_once(ending=True)
            self._look_now.wait(pause_s)

    def look(self, *, ending: bool | None = None) -> None:
        """Check every task once; one whose checkpoints cannot be stored now does not delay the others.

        Args:
            ending: Only tasks that have to end or have ended, or only the others; None: all.

        Raises:
            StoreUnavailable, NoSuchObject: try again later; nothing is lost.
        """
        failure: StoreUnavailable | NoSuchObject | None = None
        for note, ended in self._due(ending):
            grace = self._home.task(note.key).stop_grace()
            if grace is not None and grace.bytes_per_s is not None:
                self._limit(note, grace.bytes_per_s)  # also for an upload that is under way
            with self._taken(note.key) as taken:
                if not taken:
                    continue  # the other thread stores for it; the next look goes on
                try:
                    self._keep_task(note)
                except (StoreUnavailable, NoSuchObject) as error:
                    failure = error
                except NotGranted as error:
                    _log.error("checkpoints of %s/%s are not stored: %s", *note.key, error)
                    self._drop(note.key)
                else:
                    if ended:
                        self._drop(note.key)
        if failure is not None:
            raise failure

    def _limit(self, note: TaskNote, job_bytes_per_s: int) -> None:
        """Limit the rate of a task's checkpoints from now on to its share of the job's rate."""
        start = note.start
        rate = share_of_node(job_bytes_per_s, len(start.ranks), start.world_size)
        self._store.limit(note.key, rate)

    def _look_once(self, *, ending: bool) -> float:
        """Look, and how long to wait until the next time, in seconds."""
        try:
            self.look(ending=ending)
        except (StoreUnavailable, NoSuchObject) as error:
            _log.warning("checkpoints wait on disk: %s", error)
            metrics.AGENT_STORE_WAITS.labels("checkpoints").inc()
            return AGAIN_S
        return LOOK_S

    def _due(self, ending: bool | None) -> list[tuple[TaskNote, bool]]:
        """Tasks to check, and whether each has ended."""
        with self._lock:
            notes = [(note, key in self._ended) for key, note in self._followed.items()]
        if ending is None:
            return notes
        return [(note, ended) for note, ended in notes if (ended or self._has_to_end(note.key)) is ending]

    def _has_to_end(self, key: TaskKey) -> bool:
        return self._home.task(key).stop_grace() is not None

    @contextmanager
    def _taken(self, key: TaskKey) -> Generator[bool]:
        """Whether this thread alone stores for the task within the block."""
        with self._lock:
            free = key not in self._at_work
            self._at_work.add(key)
        try:
            yield free
        finally:
            if free:
                with self._lock:
                    self._at_work.discard(key)

    def _keep_task(self, note: TaskNote) -> None:
        """Store what is not stored, step by step: an old step is whole before a newer one is begun."""
        for step in self._recorded.steps(note):
            new = [self._recorded.keep_parts(note, rank.rank, step) for rank in note.start.ranks]
            if any(new):
                self._keep_ranks(note)
        self._keep_ranks(note)

    def _keep_ranks(self, note: TaskNote) -> None:
        for rank in note.start.ranks:
            self._keep_rank(note, rank.rank)

    def restore(self, note: TaskNote) -> None:
        """Give every rank of the task the newest intact checkpoint of those in the order.

        A damaged one is reported, and the one before it is used; if none is left, the job starts from
        scratch. What could not be restored, and why, is left for the job to report.

        Raises:
            StoreUnavailable: retry later.
            OSError: the disk is full.
        """
        problems: list[str] = []
        for offered in _offered(note.start):
            try:
                file, saved_by = self._bring(note, offered)
            except _UNUSABLE as error:
                problem = " ".join(str(error).split())[:300]
                problems.append(f"{offered.file}: {problem}")
                _log.warning("a checkpoint of %s/%s cannot be used: %s", *note.key, problems[-1])
                self._tell_damaged(note, offered, problem)
            else:
                with self._memory.transaction() as transaction:
                    restored = CheckpointRestored(**about(note), file=file, saved_by=saved_by)
                    self._tell(transaction, note, restored)
                break
        self._recorded.leave_notes(note, problems)

    def _bring(self, note: TaskNote, offered: StoredCheckpoint) -> tuple[str, int]:
        """Give every rank of the task a checkpoint; its file name, and the attempt that saved it.

        Raises:
            NoSuchObject, NotGranted, BadDocument, ValueError: it is unusable; the message says why.
        """
        start, file = note.start, offered.file
        if not _NAME.fullmatch(file):
            raise ValueError(f"its file name is {file!r}; must match {_NAME.pattern}")
        folders = [self._home.task(note.key).checkpoints(rank.rank) for rank in start.ranks]
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
        part = folders[0] / ".restoring"
        key = self._store.key_of(offered.uri)
        self._store.fetch(note.key, key, offered.sha256, part)
        written = checkpoint_of(key)
        saved_by = written.attempt if written is not None else start.attempt
        if written is not None and step_of_record(file) is not None and _begins_as_record(part):
            document = part.read_bytes()
            part.unlink()
            self._recorded.bring(note, saved_by, document)
            return file, saved_by
        for rank, folder in zip(start.ranks, folders, strict=True):
            restored = folder / ".restored"
            shutil.copyfile(part, restored)
            with self._memory.transaction() as transaction:  # so that it is not stored a second time
                transaction.checkpoint(note.key, rank.rank, file, stamp_of(restored.stat()))
            restored.replace(folder / file)
        part.unlink()
        return file, saved_by

    def _tell_damaged(self, note: TaskNote, offered: StoredCheckpoint, problem: str) -> None:
        try:
            written = checkpoint_of(self._store.key_of(offered.uri))
        except ValueError:
            written = None
        saved_by = written.attempt if written is not None else note.start.attempt
        damaged = CheckpointDamaged(**about(note), file=offered.file, saved_by=saved_by, message=problem)
        with self._memory.transaction() as transaction:
            self._tell(transaction, note, damaged)

    def _tell(self, transaction: Transaction, note: TaskNote, report: LogReport) -> None:
        envelope = self._reporter.log(report, note.origin, self._clock.now_ms())
        transaction.report(LOG_EVENTS, envelope, note.trace)

    def _report(self, transaction: Transaction, note: TaskNote, report: TaskReport) -> None:
        envelope = self._reporter.task(report, note.origin, self._clock.now_ms())
        transaction.report(TASK_EVENTS, envelope, note.trace)

    def _drop(self, key: TaskKey) -> None:
        self._store.unlimit(key)
        with self._lock:
            self._followed.pop(key, None)  # it may have been abandoned meanwhile
            self._ended.discard(key)

    def _keep_rank(self, note: TaskNote, rank: int) -> None:
        known = self._memory.checkpoints(note.key)
        for entry in _oldest_first(self._home.task(note.key).checkpoints(rank)):
            stream = _open(entry)
            if stream is None:
                continue
            with stream:
                if known.get((rank, entry.name)) != stamp_of(os.fstat(stream.fileno())):
                    self._keep(note, rank, entry.name, stream)

    def _record_in(self, file: str, stream: BufferedReader) -> Record | None:
        """Read a file as a record; None: it is one file that is a checkpoint by itself.

        Raises:
            BadDocument: it is a record that cannot be read.
        """
        if step_of_record(file) is None:
            return None
        data = stream.read(DOCUMENT_BYTES_MAX)
        stream.seek(0)
        return record_of(data) if is_record(data) else None

    def _keep(self, note: TaskNote, rank: int, file: str, stream: BufferedReader) -> None:
        before = os.fstat(stream.fileno())
        try:
            record = self._record_in(file, stream)
        except BadDocument as error:
            _log.warning("%s of %s/%s is not stored: %s", file, *note.key, error)
            return
        if record is not None and not self._recorded.are_parts_stored(note, record):
            return
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        with os.fdopen(os.dup(stream.fileno()), "rb") as duplicate:  # an upload closes its stream
            duplicate.seek(0)
            key = checkpoint_key(note.key.job_id, note.key.attempt, rank, sha256, file)
            uri = self._store.put_stream(note.key, key, duplicate)
        if stamp_of(os.fstat(stream.fileno())) != stamp_of(before):
            return  # changed during the upload, against the rule: the next check stores it
        saved = CheckpointSaved(
            node_id=note.start.node_id,
            job_id=note.start.job_id,
            attempt=note.start.attempt,
            rank=rank,
            file=file,
            uri=uri,
            sha256=sha256,
            size_bytes=before.st_size,
            **_parts_of(record),
        )
        with self._memory.transaction() as transaction:
            transaction.checkpoint(note.key, rank, file, stamp_of(before))
            self._report(transaction, note, saved)
        metrics.AGENT_CHECKPOINTS.inc(before.st_size)
        self._home.task(note.key).note_checkpoint(stamp_of(before))


def _parts_of(record: Record | None) -> dict[str, Any]:
    """Fields of a report about the parts that a record names."""
    if record is None:
        return {}
    digest = parts_digest([entry.sha256 for entry in record.manifests])
    return {"parts": record.world_size, "step": record.step, "parts_sha256": digest}


def _offered(start: StartTask) -> list[StoredCheckpoint]:
    """The checkpoints that an order names, the newest first."""
    if not (start.checkpoint_enabled and start.checkpoint_uri):
        return []
    newest = StoredCheckpoint(
        uri=start.checkpoint_uri,
        sha256=start.checkpoint_sha256 or "",
        file=start.checkpoint_file or "",
    )
    return [newest, *start.checkpoints_earlier]


def _begins_as_record(file: Path) -> bool:
    with file.open("rb") as stream:
        return is_record(stream.read(100))


def _oldest_first(folder: Path) -> list[Path]:
    """The checkpoints in a folder, oldest first: the one reported last is the one to begin from."""
    found: list[tuple[int, str, Path]] = []
    for entry in folder.iterdir() if folder.exists() else ():
        try:
            status = entry.lstat()
        except FileNotFoundError:
            continue  # the job deleted it
        if stat.S_ISREG(status.st_mode) and _NAME.fullmatch(entry.name):
            found.append((status.st_mtime_ns, entry.name, entry))
    return [entry for _, _, entry in sorted(found)]


def _open(entry: Path) -> BufferedReader | None:
    """A checkpoint to read; None when the job has deleted it, or put a link or a pipe in its place."""
    try:
        descriptor = os.open(entry, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in NOT_TO_BE_READ:
            return None
        raise
    stream = os.fdopen(descriptor, "rb")
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return stream
    stream.close()
    return None
