"""SilenceWatch: notices silent ranks, and a loss that is not a number or diverges (ADR 77).

Each second it checks the size of their output, and their step. After the order's time limit, the stacks of
their processes are written to their own output (stored with the rest of the attempt), and the suspicion is
reported; it is withdrawn when one of them makes progress again. Any consequence is up to the scheduler.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field

from muster.agent.core.reports import Reporter
from muster.agent.core.silence import LossWatch, Silence, behind, in_words, suspicion_of
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.agent.edge.disk.task_dir import ShimState, TaskDir
from muster.agent.edge.tasks import stacks
from muster.agent.edge.tasks.progress import ProgressReader
from muster.agent.edge.tasks.sessions import cpu_ms
from muster.agent.edge.tasks.watch import TaskWatch, Watched
from muster.checkpoint.progress import Progress
from muster.events.task_events import Suspicion, TaskHeard, TaskSuspected
from muster.journal import Clock

_Stamp = tuple[int, int, int]


@dataclass
class _Heard(Watched):
    began_ms: int | None = None
    spoke_ms: int | None = None
    stamps: dict[int, _Stamp] = field(default_factory=dict[int, _Stamp])
    ours: dict[int, int] = field(default_factory=dict[int, int])
    cpu: tuple[int, int] | None = None
    suspected_ms: int | None = None
    loss: LossWatch = field(default_factory=LossWatch)
    loss_told: bool = False

    @property
    def ranks(self) -> list[int]:
        """Ranks of the task, ascending."""
        return sorted(rank.rank for rank in self.note.start.ranks)


class SilenceWatch(TaskWatch[_Heard]):
    """Follows the progress and output of tasks."""

    LOOK_S = 1.0

    def __init__(
        self, home: AgentHome, memory: Memory, reporter: Reporter, clock: Clock, progress: ProgressReader
    ) -> None:
        super().__init__(memory, reporter, clock)
        self._home = home
        self._progress = progress

    def follow(self, note: TaskNote) -> None:
        """Watch this task from now on."""
        self._watch(_Heard(note))

    def look(self) -> None:
        """Look at every task once, and report what changed."""
        for watched in self._every():
            folder = self._home.task(watched.note.key)
            if folder.started() and folder.shim_state() is ShimState.ALIVE:
                self._look_at(watched, folder)

    def _look_at(self, watched: _Heard, folder: TaskDir) -> None:
        now_ms = self._clock.monotonic_ms()
        said = {rank: each.progress for rank, each in self._progress.of(watched.note.key).items()}
        if watched.began_ms is None:
            watched.began_ms = now_ms
        if self._spoke(watched, folder, said):
            watched.spoke_ms = now_ms
            if watched.suspected_ms is not None:
                watched.suspected_ms = None
                self._report(watched, TaskHeard(**watched.about))
        if watched.suspected_ms is None:
            seen = Silence(
                now_ms=now_ms,
                began_ms=watched.began_ms,
                spoke_ms=watched.spoke_ms,
                cpu_percent=self._cpu_percent(watched, folder, now_ms),
            )
            suspicion = suspicion_of(watched.note.start, seen)
            if suspicion is not None:
                self._suspect(watched, folder, suspicion, seen, said)
        self._look_at_loss(watched, said)

    def _spoke(self, watched: _Heard, folder: TaskDir, said: dict[int, Progress]) -> bool:
        """Whether a rank wrote or made a step since the last look."""
        spoke = False
        for rank in watched.ranks:
            step = said[rank].step if rank in said else -1
            stamp = (
                _size(folder, rank, "stdout"),
                _size(folder, rank, "stderr") - watched.ours.get(rank, 0),
                step,
            )
            spoke |= stamp != watched.stamps.get(rank, (0, 0, -1))
            watched.stamps[rank] = stamp
        return spoke

    def _cpu_percent(self, watched: _Heard, folder: TaskDir, now_ms: int) -> float | None:
        """CPU used in the second half of the time to start up; None: it speaks, or is not watched for it."""
        limit_ms = watched.note.start.start_up_max_ms
        if limit_ms is None or watched.spoke_ms is not None or watched.began_ms is None:
            return None
        if watched.cpu is None:
            if now_ms - watched.began_ms >= limit_ms // 2:
                watched.cpu = now_ms, cpu_ms(folder.shim_pid())
            return None
        since_ms, used_ms = watched.cpu
        if now_ms - watched.began_ms < limit_ms or now_ms == since_ms:
            return None
        return 100 * (cpu_ms(folder.shim_pid()) - used_ms) / (now_ms - since_ms)

    def _suspect(
        self,
        watched: _Heard,
        folder: TaskDir,
        suspicion: Suspicion,
        seen: Silence,
        said: dict[int, Progress],
    ) -> None:
        watched.suspected_ms = seen.now_ms
        message = in_words(suspicion, seen, said)
        self._keep_evidence(watched, folder, message)
        report = TaskSuspected(**watched.about, suspicion=suspicion, rank=behind(said), message=message)
        self._report(watched, report)

    def _keep_evidence(self, watched: _Heard, folder: TaskDir, message: str) -> None:
        """Write where the processes of each rank are to the rank's output."""
        for rank, lines in stacks.of_task(folder, watched.ranks).items():
            text = "".join(f"[muster] {line}\n" for line in (message, *lines)).encode()
            with suppress(OSError):  # a disk that is full has room for neither
                file = os.open(folder.output(rank, "stderr"), os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
                try:
                    watched.ours[rank] = watched.ours.get(rank, 0) + os.write(file, text)
                finally:
                    os.close(file)

    def _look_at_loss(self, watched: _Heard, said: dict[int, Progress]) -> None:
        found = None if watched.loss_told else watched.loss.look(said)
        if found is not None:
            watched.loss_told = True
            self._report(watched, TaskSuspected(**watched.about, **found._asdict()))


def _size(folder: TaskDir, rank: int, stream: str) -> int:
    try:
        return folder.output(rank, stream).stat().st_size
    except FileNotFoundError:
        return 0
