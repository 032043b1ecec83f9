"""Checkpointer: saves a job's state so that it is complete or absent, and finds the newest complete one.

with Checkpointer.from_environment() as checkpoints:
    step, state = 0, first_state()
    if found := checkpoints.resume():
        step, state = found.step, found.state
    while step < STEPS:
        state = train(state)
        step += 1
        if checkpoints.should_save(step):
            checkpoints.save(step, state)
        if checkpoints.should_stop(step):
            return 143
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from muster.checkpoint import chance
from muster.checkpoint.agreement import Agreement, Alone, ByExchange, ByFolder, Exchange, Parts, Said
from muster.checkpoint.arrays import Content
from muster.checkpoint.folder import CheckpointFolder
from muster.checkpoint.format import ManifestEntry
from muster.checkpoint.interval import default_mtbf_s, interval_s
from muster.checkpoint.keep import steps_to_keep
from muster.checkpoint.resuming import newest_usable
from muster.checkpoint.state import decode, encode
from muster.checkpoint.stop import StopFlag

FIRST_COST_S: Final = 1.0
"""Assumed cost of a save before one was measured."""
COST_PART: Final = 0.5
"""Weight of the newest measurement in the mean."""

_log = logging.getLogger("muster.checkpoint")


@dataclass(frozen=True, slots=True)
class Resumed:
    """The state from which the job resumes.

    Attributes:
        step: The step after which it was saved.
        state: The state as passed to `save`; this rank's part, even if another number of ranks had saved.
    """

    step: int
    state: Any


@dataclass(slots=True, kw_only=True)
class SaveCost:
    """Cost of this rank's saves so far.

    Attributes:
        blocked_s: Time that training waits for a save, seconds; a mean weighted to the newest.
        write_s: Time until the newest save was on disk, seconds.
        total_blocked_s: Time that training has waited for all saves, seconds.
        new_bytes: Bytes written.
        linked_bytes: Bytes of files that had not changed and were not written again.
    """

    blocked_s: float = FIRST_COST_S
    write_s: float = 0.0
    total_blocked_s: float = 0.0
    new_bytes: int = 0
    linked_bytes: int = 0


class SaveFailed(Exception):
    """A checkpoint is not on disk; the message names it, the file, and the reason."""


class Checkpointer:
    """Saves and resumes one rank's part of a job's state. For one thread of the job.

    Every rank makes one, calls `resume` first, and calls `should_save`, `should_stop` and `save` after the
    same steps as the others.

    Args:
        folder: Folder of the checkpoints.
        rank: This rank.
        world_size: Number of ranks.
        exchange: An all-gather of texts between the ranks, as `torch_exchange` makes one; None: ranks agree
            through files in the folder, which then has to be the same for all, and meet in every step.
        shared: Whether all ranks have the same folder; else each has its own, and an exchange is needed.
        home: Rank that owns the folder, if the platform makes one for each rank that it starts; None: rank 0
            if it is shared, else this rank.
        every_steps: Steps between two saves; None: the optimum for the cost of saves and rate of failures.
        mtbf_s: Mean time between failures of the whole job.
        overhead_max: Maximum fraction of time for saves when `every_steps` is not given.
        keep_last: Number of newest checkpoints to keep, 2 or more: the one before must outlive a bad one.
        keep_every_steps: Also keep each checkpoint whose step is a multiple of this.
        anew_every: Every Nth save also writes unchanged files, so that one damaged file does not affect all
            checkpoints.
        chunk_bytes: An array of more bytes is written as several files, of which only the changed ones are
            written again.
        copy_bytes_max: Largest state that is copied and written in the background; a larger one is written
            at once.
        attempt: The attempt of the job.

    Raises:
        ValueError: an argument is not allowed; the message says which.
        OSError: the folder cannot be made.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        rank: int = 0,
        world_size: int = 1,
        exchange: Exchange | None = None,
        shared: bool = True,
        home: int | None = None,
        every_steps: int | None = None,
        mtbf_s: float | None = None,
        overhead_max: float = 0.05,
        keep_last: int = 2,
        keep_every_steps: int | None = None,
        anew_every: int = 8,
        chunk_bytes: int = 64 * 2**20,
        copy_bytes_max: int = 8 * 2**30,
        attempt: int = 1,
    ) -> None:
        mtbf_s = default_mtbf_s(world_size) if mtbf_s is None else mtbf_s
        _check("world_size", world_size, world_size >= 1, "1 or more")
        _check("rank", rank, 0 <= rank < world_size, f"0 to {world_size - 1}")
        _check("every_steps", every_steps, every_steps is None or every_steps >= 1, "1 or more")
        _check("mtbf_s", mtbf_s, mtbf_s > 0, "more than 0")
        _check("overhead_max", overhead_max, 0 < overhead_max < 1, "above 0 and below 1")
        _check("keep_last", keep_last, keep_last >= 2, "2 or more")
        _check(
            "keep_every_steps",
            keep_every_steps,
            keep_every_steps is None or keep_every_steps >= 1,
            "1 or more",
        )
        _check("anew_every", anew_every, anew_every >= 1, "1 or more")
        _check("chunk_bytes", chunk_bytes, chunk_bytes >= 1, "1 or more")
        _check("shared", shared, shared or exchange is not None, "True, or pass an exchange")
        self._rank = rank
        self._world_size = world_size
        self._every_steps = every_steps
        self._mtbf_s = mtbf_s
        self._overhead_max = overhead_max
        self._keep_last = keep_last
        self._keep_every_steps = keep_every_steps
        self._anew_every = anew_every
        self._chunk_bytes = chunk_bytes
        self._copy_bytes_max = copy_bytes_max
        home = (0 if shared else rank) if home is None else home
        self._folder = CheckpointFolder(Path(folder), rank, world_size, home, attempt)
        self._agreement = _agreement(Path(folder), rank, world_size, exchange)
        self._flag = StopFlag()
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None
        self._resumed = False
        self._agreed: tuple[int, Said] | None = None
        self._unsaid: dict[int, ManifestEntry | None] = {}
        self._open: set[int] = set()
        self._complete: set[int] = set()
        self._saves = 0
        self._saved_step: int | None = None
        self._cost = SaveCost()
        self._failure: SaveFailed | None = None
        self._saved_at_s = time.monotonic()

    @classmethod
    def from_environment(cls, **settings: Any) -> Self:
        """The checkpoints of this rank, as Muster or torchrun set the environment.

        Reads MUSTER_CHECKPOINT_DIR (default: `checkpoints`), RANK, WORLD_SIZE, LOCAL_WORLD_SIZE,
        MUSTER_ATTEMPT, MUSTER_JOB_ID and MUSTER_MTBF_S. Under Muster the ranks of a gang on one node share
        rank 0's folder; those of a gang on several nodes do not and need an exchange.

        Args:
            settings: Arguments of Checkpointer; they go before the environment.

        Raises:
            ValueError: an argument is not allowed, or ranks on several nodes have no exchange.
            OSError: the folder cannot be made.
        """
        given = os.environ.get("MUSTER_CHECKPOINT_DIR")
        folder = Path(given or "checkpoints")
        world_size = int(os.environ.get("WORLD_SIZE", "1"))
        mtbf = os.environ.get("MUSTER_MTBF_S")
        together = int(os.environ.get("LOCAL_WORLD_SIZE", str(world_size))) == world_size
        ours = "MUSTER_JOB_ID" in os.environ and folder.name.isdecimal()
        if ours and together:
            folder = folder.parent / "0"
        found: dict[str, Any] = {
            "folder": folder,
            "home": int(folder.name) if ours else None,
            "rank": int(os.environ.get("RANK", "0")),
            "world_size": world_size,
            "shared": together or not given,
            "attempt": int(os.environ.get("MUSTER_ATTEMPT", "1")),
            "mtbf_s": float(mtbf) if mtbf else None,
        }
        return cls(**{**found, **settings})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:  # other ranks may be gone: do not wait for them
            self._flag.close()

    # ---- to begin ----------------------------------------------------------------------------------------

    def resume(self) -> Resumed | None:
        """The newest checkpoint that is complete and whose every byte is right for all ranks; None: none is.

        What is damaged is reported as a warning of the logger `muster.checkpoint`, and the one before it is
        used. The global random number generators go to where they stood.

        Raises:
            CannotReshard: another number of ranks saved it, and a value belongs to single ranks.
            OutOfStep: the ranks do not call this together.
        """
        found = newest_usable(self._folder, self._agreement, self._rank, self._world_size)
        record = None if found is None else found[0]
        resumed = None
        if found is not None:
            state, positions = decode(found[1], self._rank, self._world_size)
            resumed = Resumed(found[0].step, state)
            if positions is None:
                _log.warning("random number generators were not set: another number of ranks saved them")
            else:
                chance.go_to(positions)
        self._folder.begin_from(record)
        self._complete = set(self._folder.record_steps()) | ({record.step} if record else set())
        self._saved_step = record.step if record else None
        self._saved_at_s = time.monotonic()
        self._resumed = True
        return resumed

    # ---- after every step --------------------------------------------------------------------------------

    def should_save(self, step: int) -> bool:
        """Whether all ranks are to save after this step: a checkpoint is due, or the job is to stop.

        Raises:
            OutOfStep: another rank is at another step.
        """
        agreed = self._agree(step)
        due = agreed.save if self._every_steps is None else step % self._every_steps == 0
        return (due or agreed.stop) and step != self._saved_step

    def should_stop(self, step: int) -> bool:
        """Whether all ranks are to leave after this step, because one of them was asked to stop.

        Raises:
            OutOfStep: another rank is at another step.
        """
        return self._agree(step).stop

    @property
    def stop_requested(self) -> bool:
        """Whether this rank was asked to stop: for loops in which ranks do not meet, as in evaluation."""
        return self._flag.is_set

    def request_stop(self) -> None:
        """Ask all ranks to stop at the next step on which they agree, as SIGTERM does."""
        self._flag.request()

    def save(self, step: int, state: Any, *, background: bool = False) -> bool:
        """Save this rank's part of the state after a step.

        A failure (a full disk) does not raise: training goes on, the failure is logged and in `failure`, and
        nothing of the checkpoint is visible. Ranks that have an exchange learn of each other's failures.

        Args:
            step: The step, greater than that of the save before.
            state: Dicts, lists, tuples, numbers, text, None, bytes, numpy arrays, PyTorch tensors, `Split`
                and `Replicated`.
            background: Copy the state and write it while training goes on. A save that is still being
                written is waited for.

        Returns: Whether the part is on disk; with `background`, whether it is being written.

        Raises:
            BadState: a value cannot be saved.
            ValueError: the step is not allowed, or `resume` was not called.
        """
        _check("step", step, self._resumed, "any, after a call of resume()")
        newest = self._saved_step
        _check("step", step, newest is None or step > newest, f"more than {newest}, the step saved before")
        began_s = time.monotonic()
        self._join_writer()
        files = encode(state, chance.positions(), self._rank, self._chunk_bytes)
        self._saved_step = step
        if background and sum(content.size_bytes for content in files.values()) <= self._copy_bytes_max:
            copies = {name: content.copied() for name, content in files.items()}
            self._writer = threading.Thread(target=self._write, args=(step, copies), daemon=True)
            self._writer.start()
            done = True
        else:
            done = self._write(step, files)
            if not background:  # a rank's state may be too large to be copied, and the others' not
                self._settle("save", step)
        self._measure_blocked(time.monotonic() - began_s)
        return done

    # ---- to end and to look ------------------------------------------------------------------------------

    def close(self) -> None:
        """Wait for the save under way, complete it with the other ranks, and restore the handler of SIGTERM.

        Raises:
            OutOfStep: the ranks do not call this together.
        """
        try:
            self._join_writer()
            if self._resumed:
                self._settle("close", self._saved_step or 0)
        finally:
            self._flag.close()

    @property
    def failure(self) -> SaveFailed | None:
        """Why the newest save of this rank failed; None: it did not."""
        return self._failure

    @property
    def cost(self) -> SaveCost:
        """Cost of this rank's saves so far."""
        return self._cost

    @property
    def interval_s(self) -> float:
        """Training time between two saves, from their cost and the rate of failures, seconds."""
        return interval_s(self._cost.blocked_s, self._mtbf_s, self._overhead_max, self._cost.write_s)

    # ---- how ---------------------------------------------------------------------------------------------

    def _agree(self, step: int) -> Said:
        """Return what all ranks do after a step; they meet once for it."""
        if self._agreed is None or self._agreed[0] != step:
            self._agreed = (step, self._meet("step", step, due=self._is_due()))
        return self._agreed[1]

    def _is_due(self) -> bool:
        if self._every_steps is not None or (self._writer is not None and self._writer.is_alive()):
            return False
        return time.monotonic() - self._saved_at_s >= self.interval_s

    def _meet(self, where: str, step: int, *, due: bool = False) -> Said:
        with self._lock:
            parts, self._unsaid = self._unsaid, {}
        self._open |= set(parts)
        complete = tuple(sorted(self._complete))
        said = Said(stop=self._flag.is_set, save=due, parts=parts, complete=complete)
        agreed = self._agreement.meet(where, step, said)
        if isinstance(self._agreement, ByExchange):
            self._complete_by_exchange(self._agreement, agreed)
        return agreed

    def _settle(self, where: str, step: int) -> None:
        """After a save that was waited for: learn of all parts, and of the record that rank 0 then writes."""
        if isinstance(self._agreement, ByExchange):
            self._meet(where, step)
            self._meet(f"after {where}", step)

    def _complete_by_exchange(self, agreement: ByExchange, agreed: Said) -> None:
        """Rank 0 writes the record when it knows every part; the others believe rank 0."""
        for step in sorted(self._open) if self._rank == 0 else ():
            parts = agreement.parts(step)
            if len(parts) == self._world_size:
                self._open.discard(step)
                self._commit_or_say_who_failed(step, parts)
        if self._rank > 0 and self._complete != set(agreed.complete):
            self._complete = set(agreed.complete)
            self._tidy()

    def _commit_or_say_who_failed(self, step: int, parts: Parts) -> None:
        entries = {rank: part for rank, part in parts.items() if part is not None}
        if len(entries) == self._world_size:
            self._commit(step, entries)
        else:
            lacking = sorted(set(parts) - set(entries))
            _log.error("the checkpoint of step %d is not complete: ranks %s failed", step, lacking)

    def _write(self, step: int, files: Mapping[str, Content]) -> bool:
        """Write this rank's part; in a thread of its own when training goes on meanwhile."""
        began_s = time.monotonic()
        try:
            written = self._folder.write_part(step, files, rewrite_all=self._saves % self._anew_every == 0)
        except OSError as error:
            self._fail(step, error)
            return False
        self._saves += 1
        self._failure = None
        cost = self._cost
        cost.write_s = time.monotonic() - began_s
        cost.new_bytes += written.new_bytes
        cost.linked_bytes += written.linked_bytes
        if isinstance(self._agreement, ByExchange):
            with self._lock:
                self._unsaid[step] = written.entry
            return True
        entries = self._folder.entries(step)
        if len(entries) == self._world_size:  # the last rank to write completes the checkpoint
            return self._commit(step, entries)
        self._complete = set(self._folder.record_steps())
        self._tidy()
        return True

    def _commit(self, step: int, entries: Mapping[int, ManifestEntry]) -> bool:
        try:
            self._folder.commit(step, entries)
        except OSError as error:
            self._fail(step, error)
            return False
        self._complete = {*self._folder.record_steps(), step}
        self._tidy()
        return True

    def _fail(self, step: int, error: OSError) -> None:
        """Report the failure, and let training continue."""
        with self._lock:
            self._unsaid[step] = None
        newest = max(self._complete, default=None)
        where = "none is complete" if newest is None else f"the newest complete one is of step {newest}"
        message = f"the checkpoint of step {step} was not saved: {error}; training goes on; {where}"
        self._failure = SaveFailed(message)
        _log.error("%s", message)

    def _tidy(self) -> None:
        """Remove checkpoints that are not kept; those that cannot be removed now go after the next save."""
        if not self._complete:
            return
        kept = steps_to_keep(self._complete, self._keep_last, self._keep_every_steps)
        try:
            self._folder.drop_records(self._complete - kept)
            self._folder.keep(kept)
            self._complete = kept
        except OSError as error:
            _log.warning("old checkpoints could not be removed: %s", error)

    def _measure_blocked(self, took_s: float) -> None:
        cost = self._cost
        first = cost.total_blocked_s == 0
        cost.total_blocked_s += took_s
        cost.blocked_s = took_s if first else cost.blocked_s + COST_PART * (took_s - cost.blocked_s)
        self._saved_at_s = time.monotonic()

    def _join_writer(self) -> None:
        if self._writer is not None:
            self._writer.join()
            self._writer = None


def _agreement(folder: Path, rank: int, world_size: int, exchange: Exchange | None) -> Agreement:
    if exchange is not None:
        return ByExchange(exchange, world_size)
    return Alone() if world_size == 1 else ByFolder(folder, rank)


def _check(name: str, value: object, holds: bool, right: str) -> None:
    if not holds:
        raise ValueError(f"{name} is {value!r}; allowed: {right}")
