"""A node without its agent: the ranks that run on it, their folders, and the agent's disk.

All of it outlives an agent that dies. `Runner` and `Strays` are what the agent's process executor and its
strays are on a real node: they leave word in folders and look into them; the ranks themselves are times.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from muster.agent.core.ledger import GPU_MILLI, TaskKey
from muster.agent.core.scanned import NOT_SCANNED, Scanned
from muster.agent.core.supervision import EndCause, Grace
from muster.agent.edge.disk.memory import Memory, TaskNote, Transaction
from muster.agent.edge.disk.task_dir import End, Ended
from muster.agent.edge.tasks.executor import NotBegun, Sight
from muster.events.node_commands import StartTask
from muster.events.task_events import FindingSource, RefusalReason, RuleFinding
from muster.failures.shipped import shipped_rules

RUNS_MS_MAX = 20_000
"""Default maximum run time of ranks, milliseconds."""
STRAY_GRACE_MS = 1_000


class Disk(Memory):
    """The agent's memory. It outlives the agent; a transaction that the agent's death interrupts is undone.

    Args:
        hazard: Called before a transaction, within it, and after its commit: the agent may die there.
    """

    def __init__(self, hazard: Callable[[], None]) -> None:
        super().__init__(Path(":memory:"))
        self._hazard = hazard

    @contextmanager
    def transaction(self) -> Generator[Transaction]:
        """Run the block as one transaction."""
        self._hazard()
        with super().transaction() as transaction:
            yield transaction
            self._hazard()
        self._hazard()


@dataclass(slots=True)
class _Folder:
    """A task's folder, and its running ranks.

    Attributes:
        order: Order of the running task; None while nothing has begun.
        ends_at_ms: Time at which its ranks end, monotonic.
        end: The end that its ranks will have.
        ended: The end that its ranks had.
        stopped: Word was left to end.
        scanned: Signs of failures in the output.
    """

    order: StartTask | None = None
    ends_at_ms: int = 0
    end: Ended | None = None
    ended: Ended | None = None
    stopped: bool = False
    scanned: Scanned = NOT_SCANNED

    @property
    def runs(self) -> bool:
        return self.order is not None and self.ended is None


class Machine:
    """One node's hardware.

    Args:
        node_id: Id of the node.
        gpu_count: GPUs it has.
        lease_ms: Time for which ranks continue without an agent, milliseconds.
        chance: Random generator for the behaviour of ranks.
        hazard: See Disk.
        runs_ms_max: Maximum run time of ranks, milliseconds.

    Attributes:
        disk: The agent's memory.
        started: Attempts whose ranks ran here, in order; each at most once.
        faults: Violations on this machine.
    """

    def __init__(
        self,
        node_id: str,
        gpu_count: int,
        lease_ms: int,
        chance: random.Random,
        hazard: Callable[[], None],
        *,
        runs_ms_max: int = RUNS_MS_MAX,
    ) -> None:
        self._node_id = node_id
        self._runs_ms_max = runs_ms_max
        self._gpu_count = gpu_count
        self._lease_ms = lease_ms
        self._chance = chance
        self._hazard = hazard
        self._folders: dict[TaskKey, _Folder] = {}
        self._rule_ids = [rule.id for rule in shipped_rules()]
        self._agent_seen_ms = 0
        self._now_ms = 0
        self.disk = Disk(hazard)
        self.started: list[TaskKey] = []
        self.faults: list[str] = []

    def reinstall(self) -> None:
        """An empty disk, and nothing runs."""
        self.disk.close()
        self.disk = Disk(self._hazard)
        self._folders.clear()

    def pass_time(self, now_ms: int, *, agent_lives: bool) -> None:
        """Let ranks end that do by now; without an agent for a whole lease, all of them."""
        self._now_ms = now_ms
        if agent_lives:
            self._agent_seen_ms = now_ms
        orphaned = now_ms - self._agent_seen_ms >= self._lease_ms
        for folder in self._folders.values():
            if folder.runs and (orphaned or folder.ends_at_ms <= now_ms):
                folder.ended = Ended(EndCause.LEASE_EXPIRED) if orphaned else folder.end

    def lose_ranks(self) -> bool:
        """Make one task's ranks vanish; return whether any ran."""
        running = [folder for folder in self._folders.values() if folder.runs]
        if running:
            self._chance.choice(running).ended = Ended(EndCause.VANISHED)
        return bool(running)

    def tasks(self) -> list[TaskKey]:
        """Return every task that has a folder."""
        return list(self._folders)

    def folder(self, key: TaskKey) -> _Folder:
        """Return a task's folder; create it if missing."""
        return self._folders.setdefault(key, _Folder())

    def remove(self, key: TaskKey) -> None:
        """Delete a task's folder."""
        if self.folder(key).runs:
            self.faults.append(f"{self._node_id}: the folder of {key} was deleted while it ran")
        del self._folders[key]

    def begin(self, key: TaskKey, order: StartTask) -> None:
        """Start the ranks of a task."""
        folder = self.folder(key)
        self.started.append(key)
        self._check_gpus(order)
        folder.order = order
        folder.ends_at_ms = self._now_ms + self._chance.randrange(50, self._runs_ms_max)
        folder.end = self._some_end(order)
        if order.failure_rules_version is not None and any(end.exit_code for end in folder.end.exits):
            folder.scanned = self._some_findings(order, order.failure_rules_version)

    def stop(self, key: TaskKey, grace: Grace) -> None:
        """Leave word that a task is to end."""
        folder = self.folder(key)
        folder.stopped = True
        by_ms = self._now_ms + self._chance.randrange(grace.total_ms + 1)
        if folder.runs and by_ms < folder.ends_at_ms:
            folder.ends_at_ms, folder.end = by_ms, Ended(EndCause.STOPPED)

    def _some_end(self, order: StartTask) -> Ended:
        failed = self._chance.random() < 0.15
        code = self._chance.choice((1, 1, 126, 137, 139)) if failed else 0
        ends = tuple(End(rank.rank, code, None) for rank in order.ranks)
        return Ended(EndCause.EXITED, ends)

    def _some_findings(self, order: StartTask, version: int) -> Scanned:
        """Signs in the output of some ranks, some of rules that output cannot be a sign of."""
        if self._chance.random() < 0.2:
            return Scanned(unscanned="no rules")
        rules = [self._chance.choice(self._rule_ids) for _ in order.ranks if self._chance.random() < 0.7]
        findings = [
            RuleFinding(
                rule=rule,
                rank=rank.rank,
                source=FindingSource.OUTPUT,
                stream="stderr",
                line=1,
                first_byte=0,
                count=1,
            )
            for rule, rank in zip(rules, order.ranks, strict=False)
        ]
        return Scanned(tuple(findings), version)

    def _check_gpus(self, order: StartTask) -> None:
        used = dict.fromkeys(range(self._gpu_count), 0)
        running = [folder.order for folder in self._folders.values() if folder.order and folder.runs]
        for each in (order, *running):
            for rank in each.ranks:
                for index in rank.gpu_indices:
                    used[index] += rank.gpu_milli
        over = {index: milli for index, milli in used.items() if milli > GPU_MILLI}
        if over:
            self.faults.append(f"{self._node_id}: GPUs given twice: {over} by {order.job_id}/{order.attempt}")


class Runner:
    """Runner of tasks on a machine, for one agent process."""

    def __init__(self, machine: Machine, chance: random.Random, hazard: Callable[[], None]) -> None:
        self._machine = machine
        self._chance = chance
        self._hazard = hazard
        self._notes: dict[TaskKey, TaskNote] = {}
        self._begun: set[TaskKey] = set()
        self._not_begun: dict[TaskKey, NotBegun] = {}

    def accept(self, note: TaskNote) -> None:
        """Know of a task."""
        self._notes[note.key] = note

    def begin_accepted(self) -> None:
        """Begin tasks that no earlier agent has begun and that were not stopped."""
        for key in [key for key in self._notes if key not in self._begun]:
            self._hazard()
            self._begun.add(key)
            folder = self._machine.folder(key)
            if folder.order or folder.stopped:
                continue
            if self._chance.random() < 0.03:
                reasons = (RefusalReason.CANNOT_START, RefusalReason.FILES_UNAVAILABLE)
                self._not_begun[key] = NotBegun(self._chance.choice(reasons), "")
            else:
                self._machine.begin(key, self._notes[key].start)
            self._hazard()

    def stop(self, key: TaskKey, grace: Grace) -> None:
        """Leave word in the task's folder."""
        self._hazard()
        self._machine.stop(key, grace)

    def look(self, key: TaskKey) -> Sight:
        """Return the state of a task as its folder shows it."""
        folder = self._machine.folder(key)
        if folder.order:
            return Sight(started=True, end=folder.ended)
        if key not in self._begun:
            return Sight()
        return Sight(end=self._not_begun.get(key) or Ended(EndCause.STOPPED))

    def forget(self, key: TaskKey) -> None:
        """The task is over and reported."""
        del self._notes[key]
        self._begun.discard(key)

    def abandon(self) -> None:
        """Know no task any more."""
        self._notes.clear()
        self._begun.clear()


class Strays:
    """Tasks with a folder that the agent does not remember."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._keys: list[TaskKey] = []

    def gather(self, known: Container[TaskKey]) -> None:
        """Return every unknown task as a stray."""
        self._keys = [key for key in self._machine.tasks() if key not in known]

    def end(self) -> bool:
        """End them; whether none is left."""
        for key in list(self._keys):
            if self._machine.folder(key).runs:
                self._machine.stop(key, Grace(STRAY_GRACE_MS))
            else:
                self._machine.remove(key)
                self._keys.remove(key)
        return not self._keys
