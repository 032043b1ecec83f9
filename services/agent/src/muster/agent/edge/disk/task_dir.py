"""TaskDir: the folder of one task, in which agent and shim exchange messages. Either may die at any moment.

    plan.json      agent -> shim   what to run
    claim          shim            locked while it lives; not empty once it began: no second one begins
    started.json   shim -> agent   every rank has a process
    stop.json      agent -> shim   end the ranks, with this grace; the checkpoints that stand there
    saved          agent -> shim   a checkpoint that was written after the stop order is stored
    ended.json     shim -> agent   no rank runs any more: why, and how each ended
    shim.log       shim -> people  its own output
    output/        shim -> agent   RANK.stdout, RANK.stderr
    checkpoints/   ranks <-> agent one folder per rank
    progress/      ranks -> agent  one folder per rank: its progress
    work/          working files; the ranks' current folder
    home/, tmp/    what a contained task finds as its home and /tmp

The shim reads this module too, so it imports only the standard library and stays small.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final

from muster.agent.core.containment import UNCONTAINED, Containment, containment_of
from muster.agent.core.supervision import EndCause, Grace, Limits, Step, StepKind
from muster.agent.edge.disk.durable import reserve, write_durably

_ROOM: Final = 16 * 1024
"""Bytes reserved for each message after the plan: the task itself may fill the disk, and must still end."""


def stamp_of(status: os.stat_result) -> str:
    """Stamp of a file's version: inode, modification time and size."""
    return f"{status.st_ino}:{status.st_mtime_ns}:{status.st_size}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPlan:
    """One rank's program, environment and current folder."""

    rank: int
    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The shim's plan.

    Attributes:
        lease_file: Modified periodically while an agent lives; absent: the node's work is given up.
        output_bytes_max: Most bytes kept of each stream of each rank; the rest is dropped.
        limits: When the ranks must end.
        ranks: In ascending order.
        containment: Isolation of the ranks from the rest of the machine.
    """

    lease_file: str
    output_bytes_max: int
    limits: Limits
    ranks: tuple[RankPlan, ...]
    containment: Containment = UNCONTAINED


@dataclass(frozen=True, slots=True)
class End:
    """End of one rank: exit code or signal, and time in ms since 1970 UTC, None: not recorded."""

    rank: int
    exit_code: int | None
    signal: int | None
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """End of a task.

    Attributes:
        cause: Cause of the end.
        exits: Exits in order of time.
        message: Why no rank could start.
        output_bytes_lost: Bytes of its output that were dropped.
        steps: Steps that stopped the ranks, in order of time.
    """

    cause: EndCause
    exits: tuple[End, ...] = ()
    message: str = ""
    output_bytes_lost: int = 0
    steps: tuple[Step, ...] = ()


class ShimState(Enum):
    """The state of the shim, read from the claim."""

    UNCLAIMED = "no shim has begun"
    ALIVE = "a shim lives"
    GONE = "a shim began and has ended"


@dataclass(frozen=True, slots=True)
class TaskDir:
    """The folder of one task."""

    root: Path

    def create(self, plan: Plan) -> None:
        """Create the folder, make what the ranks write theirs, and write the plan; may be repeated.

        Raises:
            OSError: the disk is full.
        """
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        for folder in (self.work, self.home, self.temporary, self.root / "output"):
            folder.mkdir(exist_ok=True)
        of_ranks = [f(rank.rank) for rank in plan.ranks for f in (self.checkpoints, self.progress)]
        for folder in of_ranks:
            folder.mkdir(parents=True, exist_ok=True)
        if plan.containment.uid is not None:
            for folder in (self.work, self.home, self.temporary, *of_ranks):
                _give(folder, plan.containment.uid)
        for message in (self._started_file, self._stop_file, self._ended_file):
            if not message.exists():
                reserve(message, _ROOM)
        _write(self.plan_file, asdict(plan))

    def plan(self) -> Plan:
        """The plan.

        Raises:
            OSError: there is no plan.
        """
        return read_plan(self.plan_file.read_bytes())

    def planned(self) -> bool:
        """Whether the folder is complete."""
        return self.plan_file.exists()

    def note_started(self) -> None:
        """Record that every rank has a process."""
        _write(self._started_file, {})

    def started(self) -> bool:
        """Whether every rank has, or had, a process."""
        return self._started_file.exists()

    def order_stop(self, grace: Grace) -> None:
        """Order the shim to end the ranks. A later order does not extend an earlier one's grace."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)  # the stop may come before the preparation
        if self.stop_grace() is None:
            order = {
                "grace_ms": grace.kill_ms,
                "checkpoint_grace_ms": grace.checkpoint_ms,
                "checkpoint_bytes_per_s": grace.bytes_per_s,
                "standing": self._standing(),
            }
            _write(self._stop_file, order)

    def stop_grace(self) -> Grace | None:
        """The grace of the stop order, if there is one."""
        data = _read(self._stop_file)
        if not data:
            return None
        # absent: an agent of an earlier version wrote it
        return Grace(data["grace_ms"], data.get("checkpoint_grace_ms", 0), data.get("checkpoint_bytes_per_s"))

    def note_checkpoint(self, stamp: str) -> None:
        """Record that a checkpoint is stored; one that existed before the stop order does not count.

        That is decided by the files that existed then, not by time: a clock may be set back during a drain.

        Args:
            stamp: Stamp of its file.
        """
        order = _read(self._stop_file)
        standing = order and order.get("standing")  # absent: an agent of an earlier version wrote it
        if standing is not None and stamp not in standing:
            self._saved_file.touch()

    def checkpoint_saved(self) -> bool:
        """Whether a checkpoint that was written after the stop order is stored."""
        return self._saved_file.exists()

    def note_ended(self, ended: Ended) -> None:
        """Record that no rank runs any more."""
        _write(self._ended_file, asdict(ended))

    def ended(self) -> Ended | None:
        """End of the task; None: it has not ended."""
        data = _read(self._ended_file)
        if data is None:
            return None
        exits = tuple(End(**end) for end in data["exits"])
        lost = data.get("output_bytes_lost", 0)  # absent, as steps: a shim of an earlier version wrote it
        steps = tuple(Step(StepKind(kind), at_ms) for kind, at_ms in data.get("steps", ()))
        return Ended(EndCause(data["cause"]), exits, data["message"], lost, steps)

    def claim(self) -> BinaryIO | None:
        """The right to run this task, as long as the stream is open; None: it was taken before."""
        stream = (self.root / "claim").open("a+b")
        while not _lock(stream):
            # The holder of the lock has begun, or only checks it (shim_state) and releases it at once.
            if _size(stream):
                return None
        if _size(stream):
            return None
        stream.write(f"{os.getpid()}\n".encode())
        stream.flush()
        os.fsync(stream.fileno())
        return stream

    def shim_state(self) -> ShimState:
        """Whether a shim has begun, and whether it lives: the kernel drops a lock when its process ends."""
        try:
            stream = (self.root / "claim").open("rb")
        except FileNotFoundError:
            return ShimState.UNCLAIMED
        with stream:
            if not _lock(stream):
                return ShimState.ALIVE
            return ShimState.GONE if _size(stream) else ShimState.UNCLAIMED

    def shim_pid(self) -> int:
        """The shim's process id; valid only while shim_state is ALIVE."""
        return int((self.root / "claim").read_text())

    def output(self, rank: int, stream: str) -> Path:
        """The file of a rank's output; stream is stdout or stderr."""
        return self.root / "output" / f"{rank}.{stream}"

    def checkpoints(self, rank: int) -> Path:
        """A rank's MUSTER_CHECKPOINT_DIR."""
        return self.root / "checkpoints" / str(rank)

    def _standing(self) -> list[str]:
        """Stamps of all checkpoint files that exist now."""
        found: list[str] = []
        for file in (self.root / "checkpoints").glob("*/*"):
            with suppress(FileNotFoundError):  # the job deletes what it need not keep
                found.append(stamp_of(file.lstat()))
        return found

    def progress(self, rank: int) -> Path:
        """A rank's MUSTER_PROGRESS_DIR."""
        return self.root / "progress" / str(rank)

    @property
    def work(self) -> Path:
        """The ranks' current folder."""
        return self.root / "work"

    @property
    def home(self) -> Path:
        """The home of a contained task."""
        return self.root / "home"

    @property
    def temporary(self) -> Path:
        """The /tmp of a contained task."""
        return self.root / "tmp"

    @property
    def _started_file(self) -> Path:
        return self.root / "started.json"

    @property
    def _ended_file(self) -> Path:
        return self.root / "ended.json"

    @property
    def _stop_file(self) -> Path:
        return self.root / "stop.json"

    @property
    def _saved_file(self) -> Path:
        return self.root / "saved"

    @property
    def plan_file(self) -> Path:
        """Path of the plan."""
        return self.root / "plan.json"

    @property
    def shim_log(self) -> Path:
        """The shim's own output."""
        return self.root / "shim.log"

    def shim_words(self) -> str:
        """The last of the shim's own output."""
        return self.shim_log.read_text(errors="replace")[-500:]


def read_plan(data: bytes) -> Plan:
    """A plan as `TaskDir.create` wrote it."""
    fields: dict[str, Any] = json.loads(data)
    return Plan(
        lease_file=fields["lease_file"],
        output_bytes_max=fields["output_bytes_max"],
        limits=Limits(**fields["limits"]),
        ranks=tuple(
            RankPlan(rank=r["rank"], argv=tuple(r["argv"]), env=r["env"], cwd=r["cwd"])
            for r in fields["ranks"]
        ),
        # absent: an agent of an earlier version wrote it
        containment=containment_of(fields["containment"]) if "containment" in fields else UNCONTAINED,
    )


def _write(file: Path, data: Mapping[str, Any]) -> None:
    write_durably(file, json.dumps(data).encode())


def _give(folder: Path, uid: int) -> None:
    """Give a folder and everything in it to a user."""
    os.chown(folder, uid, uid)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(os.path.join(parent, name), uid, uid, follow_symlinks=False)


def _read(file: Path) -> dict[str, Any] | None:
    try:
        return json.loads(file.read_bytes())
    except FileNotFoundError:
        return None


def _lock(stream: BinaryIO) -> bool:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _size(stream: BinaryIO) -> int:
    return os.fstat(stream.fileno()).st_size
