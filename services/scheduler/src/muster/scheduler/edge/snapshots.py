"""Snapshots of the state, so that recovery need not read the whole log. They are optional: the log is enough.

    snapshots/CELL/OFFSET-HASH.msgpack.gz    the newest few
    handovers/CELL/OFFSET-HASH.msgpack.gz    states at which another version of the rules took over; all kept

    OFFSET    next offset of the log to fold, 20 digits
    HASH      state hash

A snapshot costs the leader only the copy of a dict: the entities are bytes already, because they are hashed;
another thread packs and uploads them. Loading verifies the content against the hash in the name; if it does
not match, the next older snapshot is tried. If S3 does not answer, recovery reads the log from the beginning.
"""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from muster.events.job_commands import JobSpec
from muster.journal import TopicPartition
from muster.scheduler.core.canonical import canonical, digest_of, plain, spec_bytes
from muster.scheduler.core.replay import snapshot as written
from muster.scheduler.core.replay.hashing import HASH_VERSION, StateHash, hash_of
from muster.scheduler.core.state.state import State
from muster.service.settings import S3Settings
from muster.store import NoSuchObject, ObjectStore, StoreUnavailable
from muster.store.saving import BackgroundSaver, Start, prune

WORK_MAX_MS: Final = 500
"""Maximum CPU time of deciding or folding between two snapshots of a small state, milliseconds."""

STATE_BYTES_PER_WORK_MS: Final = 10_000
"""Bytes of state that add one millisecond to that limit: packing them costs about a tenth of it."""

_log = logging.getLogger(__name__)


class Objects(Protocol):
    """Stores bytes under keys; `muster.store.ObjectStore` is the implementation on S3.

    Every method may raise StoreUnavailable.
    """

    def put(self, key: str, data: bytes) -> str:
        """Store."""
        ...

    def get(self, key: str) -> bytes:
        """Read an object. Raises NoSuchObject."""
        ...

    def keys(self, prefix: str) -> list[str]:
        """All keys with this prefix, sorted."""
        ...

    def delete(self, key: str) -> None:
        """Remove."""
        ...


class BadSnapshot(ValueError):
    """A snapshot whose content does not match its name, or cannot be loaded."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state as of one offset of the log.

    Attributes:
        cell: The scheduler's cell.
        log_offset: Next offset of the log to fold.
        positions: Next offset of every input partition.
        state_hash: Hash of the entities.
        entities: Key -> canonical bytes (core.replay.snapshot).
        specs: The jobs' specs by digest.
        decisions_version: Which rules decided the last batch (edge.replay).
        hash_version: How its hash was computed (core.replay.hashing); 0: not recorded.
    """

    cell: str
    log_offset: int
    positions: Mapping[TopicPartition, int]
    state_hash: str
    entities: dict[str, bytes]
    specs: Mapping[bytes, JobSpec]
    decisions_version: int
    hash_version: int = HASH_VERSION

    @property
    def size_bytes(self) -> int:
        """Bytes of its entities."""
        return sum(map(len, self.entities.values()))

    @property
    def name(self) -> str:
        """The last part of its object key; later snapshots sort later."""
        return f"{self.log_offset:020d}-{self.state_hash}.msgpack.gz"

    @property
    def key(self) -> str:
        """Its object key among the newest."""
        return f"{prefix(self.cell)}{self.name}"

    def load(self) -> tuple[State, StateHash]:
        """Load the state, and its hash ready for further updates.

        Snapshots of other versions are read if possible: settings that they lack get the schema's default,
        and since they computed hashes differently, the state's hash changes from now on.

        Raises:
            BadSnapshot: It cannot be loaded, or the loaded state has another hash.
        """
        try:
            state = written.load(self.entities, self.specs)
        except (KeyError, ValueError, TypeError) as error:
            raise BadSnapshot(f"{self.key}: {error!r}") from error
        if self.hash_version != HASH_VERSION:
            digest = StateHash()
            digest.refresh_all(state)
            return state, digest
        digest = StateHash(self.entities)
        if (found := digest.refresh(state)) != self.state_hash:
            raise BadSnapshot(f"{self.key}: the loaded state has the hash {found}")
        return state, digest

    def pack(self) -> bytes:
        """The stored form: one MessagePack document, gzipped."""
        document = {
            "format": written.FORMAT,
            "cell": self.cell,
            "log_offset": self.log_offset,
            "positions": [
                [topic, number, offset] for (topic, number), offset in sorted(self.positions.items())
            ],
            "state_hash": self.state_hash,
            "entities": self.entities,
            "specs": [(digest, spec_bytes(spec)) for digest, spec in self.specs.items()],
            "decisions_version": self.decisions_version,
            "hash_version": self.hash_version,
        }
        return gzip.compress(canonical(document), 3)


def prefix(cell: str) -> str:
    """Prefix of the keys of a cell's snapshots."""
    return f"snapshots/{cell}/"


def handover_prefix(cell: str) -> str:
    """Prefix of the keys of a cell's handovers."""
    return f"handovers/{cell}/"


def unpack(key: str, data: bytes) -> Snapshot:
    """Reverse `pack`.

    Raises:
        BadSnapshot: It is damaged, has another format, or does not match its name.
    """
    try:
        document: dict[str, Any] = plain(gzip.decompress(data))
        if document["format"] != written.FORMAT:
            raise BadSnapshot(f"{key}: format is {document['format']}; must be {written.FORMAT}")
        specs: list[tuple[bytes, bytes]] = document["specs"]
        snapshot = Snapshot(
            cell=document["cell"],
            log_offset=document["log_offset"],
            positions={(topic, number): offset for topic, number, offset in document["positions"]},
            state_hash=document["state_hash"],
            entities=document["entities"],
            specs={digest: JobSpec.from_datum(plain(spec)) for digest, spec in specs},
            decisions_version=document.get("decisions_version", 0),
            hash_version=document.get("hash_version", 0),
        )
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise BadSnapshot(f"{key}: {error!r}") from error
    intact = all(digest_of(spec) == digest for digest, spec in specs)
    if (
        not intact
        or not key.endswith(f"/{snapshot.cell}/{snapshot.name}")
        or hash_of(snapshot.entities) != snapshot.state_hash
    ):
        raise BadSnapshot(f"{key}: its content does not match its name")
    return snapshot


class Loaded(NamedTuple):
    """A snapshot with the state loaded from it."""

    snapshot: Snapshot
    state: State
    digest: StateHash


class SnapshotPace:
    """The pace of snapshots: bounds the work that recovery has to repeat, in batches and in CPU time.

    The number of batches says little about work: under load a batch can take a thousand times longer than
    another. So CPU time also counts. Its limit grows with the state, so snapshots stay a small part of all
    work.

    Args:
        every_batches: Maximum number of batches between two snapshots.
        cpu_ms: CPU time of the calling thread, milliseconds.
    """

    def __init__(self, every_batches: int, cpu_ms: Callable[[], int]) -> None:
        self._every_batches = every_batches
        self._cpu_ms = cpu_ms
        self.restart(0, 0)

    def restart(self, batches: int, state_bytes: int) -> None:
        """Count from here.

        Args:
            batches: Batches in the state.
            state_bytes: Size of the state.
        """
        self._batches = batches
        self._worked_ms = 0
        self._work_max_ms = WORK_MAX_MS + state_bytes // STATE_BYTES_PER_WORK_MS

    @contextmanager
    def working(self) -> Generator[None]:
        """Count the CPU time spent inside the context."""
        begun_ms = self._cpu_ms()
        try:
            yield
        finally:
            self._worked_ms += self._cpu_ms() - begun_ms

    def is_due(self, batches: int) -> bool:
        """Whether a snapshot is due; `batches` is the total number of batches in the state."""
        return batches - self._batches >= self._every_batches or self._worked_ms >= self._work_max_ms


class SnapshotStore:
    """The snapshots of one cell.

    Args:
        objects: Where they are stored.
        cell: The scheduler's cell.
        start: Runs the saving; by default in a thread of its own.
    """

    def __init__(self, objects: Objects, cell: str, start: Start | None = None) -> None:
        self._objects = objects
        self._cell = cell
        self._saver = BackgroundSaver("snapshots", start)
        self._handovers = BackgroundSaver("handovers", start)

    def newest(self) -> Loaded | None:
        """Load the newest valid snapshot; None: there is none, so read the log from the beginning."""
        try:
            keys = self._objects.keys(prefix(self._cell))
        except StoreUnavailable as error:
            _log.warning("snapshots cannot be listed, reading the log from the beginning: %s", error)
            return None
        for key in reversed(keys):
            try:
                snapshot = unpack(key, self._objects.get(key))
                return Loaded(snapshot, *snapshot.load())
            except (StoreUnavailable, NoSuchObject, BadSnapshot) as error:
                _log.warning("snapshot skipped: %s", error)
        return None

    def save(self, snapshot: Snapshot) -> None:
        """Store in the background; skipped while an earlier snapshot is still being stored."""
        self._saver.save(lambda: partial(self._save, snapshot))

    def keep_handover(self, snapshot: Snapshot) -> None:
        """Store in the background and keep for ever."""
        key = f"{handover_prefix(self._cell)}{snapshot.name}"

        def store() -> str:
            self._objects.put(key, snapshot.pack())
            return key

        self._handovers.save(lambda: store)

    def handovers(self) -> Generator[Snapshot]:
        """Yield every handover, oldest first.

        Raises:
            BadSnapshot: One is damaged, or this version cannot read it.
            NoSuchObject, StoreUnavailable: The store does not answer.
        """
        for key in self._objects.keys(handover_prefix(self._cell)):
            yield unpack(key, self._objects.get(key))

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until the last saves are stored. Raises TimeoutError."""
        self._saver.wait(timeout_s)
        self._handovers.wait(timeout_s)

    def _save(self, snapshot: Snapshot) -> str:
        self._objects.put(snapshot.key, snapshot.pack())
        prune(self._objects, self._objects.keys(prefix(self._cell)))
        return snapshot.key


def snapshot_store(settings: S3Settings) -> SnapshotStore:
    """The store of this cell's snapshots."""
    return SnapshotStore(ObjectStore(settings.store()), settings.cell)
