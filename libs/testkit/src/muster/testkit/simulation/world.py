"""The story of a simulation: chaos for a while, then calm until all jobs have ended, then judgement."""

from __future__ import annotations

import random
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from muster.agent.core.ledger import TaskKey
from muster.events.job_events import PendingCode
from muster.events.node_commands import StartTask, StopTask
from muster.events.node_heartbeats import Location
from muster.events.scheduler_log import Batch
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS, SCHEDULER_LOG, TASK_EVENTS
from muster.journal import ManualClock, MemoryFaults, MemoryJournal, Start
from muster.journal.memory.faults import CommitFate
from muster.scheduler.core.state.state import State
from muster.testkit.checker import check_journal
from muster.testkit.checker.jobs import ENDS
from muster.testkit.cores import build
from muster.testkit.simulation.agent import Agent
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.clients import Clients
from muster.testkit.simulation.clock import ProcessClock
from muster.testkit.simulation.history import Died, History
from muster.testkit.simulation.network import Connection
from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.replica import Replica, new_machine
from muster.testkit.simulation.surroundings import Surroundings

HOPELESS: Final = (PendingCode.CLUSTER_TOO_SMALL, PendingCode.TOO_LARGE, PendingCode.MODEL_ABSENT)
"""Reasons to wait for ever: what was submitted before any node was known, and is more than all of them."""

CALM_ROUNDS_MAX: Final = 4_000
RELENT_EVERY: Final = 150
"""Rounds of calm between two times that users open and resume everything."""

MACHINES: Final = ((4, "A100"), (2, "H100-80GB"), (8, "H100-80GB"), (0, ""), (4, "A100"))
"""GPUs and their model, node by node; the H100 can be cut."""

_COMMANDS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS, TASK_EVENTS)


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation came to.

    Attributes:
        seed: Of the history.
        chaos: Of the history.
        jobs: Jobs submitted.
        states: How many accepted jobs ended how.
        epochs: Leaders there were.
        batches: Batches on the log.
        counts: How often each kind of thing happened.
        breaches: Everything that must not be; empty when all is well.
        lines: What happened, the newest of it.
        world: Which; empty for the scheduler and its agents.
    """

    seed: int
    chaos: Chaos
    jobs: int = 0
    states: Mapping[str, int] = field(default_factory=dict[str, int])
    epochs: int = 0
    batches: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    breaches: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    world: str = ""

    @property
    def command(self) -> str:
        """What lives through the same history again."""
        world = f"{self.world} " if self.world else ""
        return f"python -m muster.testkit.simulation {world}{self.seed} {self.chaos.spelled()}"


class World:
    """Two schedulers, a few nodes, clients, one clock, one generator."""

    def __init__(self, seed: int, chaos: Chaos) -> None:
        self._seed = seed
        self._chaos = chaos
        self._chance = random.Random(seed)  # noqa: S311  (to be repeated, not to be secret)
        self._clock = ManualClock()
        self._calm = False
        self._history = History(self._clock)
        self._journal = MemoryJournal(clock=self._clock, faults=MemoryFaults(fates=self._fate))
        self._objects = MemoryObjects(self._around_put)
        nodes = [
            build.node(f"n{i}", gpus=gpus, model=model, leaf=f"leaf-{i % 2}", spine="spine-0")
            for i, (gpus, model) in enumerate(MACHINES[: chaos.nodes])
        ]
        around = Surroundings(self._objects, self._chance, self._happens, self._history)
        self._replicas = [Replica(name, *self._own(), around) for name in ("red", "blue")]
        self._agents = [Agent(node, *self._own(), around) for node in nodes]
        node_ids = [node.node_id for node in nodes]
        self._clients = Clients(self._journal, self._clock, self._chance, node_ids)

    def run(self) -> Report:
        """The whole story."""
        self._clients.hurry()
        for _ in range(self._chaos.rounds):
            self._go_wrong()
            self._round()
        self._calm_down()
        self._run_until_quiet()
        return self._judge()

    def interrupted(self, error: Exception) -> Report:
        """The report of a history that a process's error ended."""
        where = "".join(traceback.format_exception(error)[-3:])
        breach = f"a process ended with {type(error).__name__}: {error}\n{where}"
        return Report(self._seed, self._chaos, breaches=(breach,), lines=self._history.lines)

    def log(self) -> list[Batch]:
        """What is on the scheduler's log."""
        deliveries = self._journal.reader((SCHEDULER_LOG,), name="judge").read_to_end()
        return [d.envelope.payload for d in deliveries if isinstance(d.envelope.payload, Batch)]

    def _own(self) -> tuple[Connection, ProcessClock]:
        """What each process has for itself."""
        connection = Connection(self._journal, self._happens, self._chance.shuffle)
        return connection, ProcessClock(self._clock)

    def _round(self) -> None:
        self._clock.advance(self._chance.choice((200, 300) if self._calm else (1, 20, 100, 300, 1_000)))
        actors: list[Agent | Replica] = [*self._agents, *self._replicas]
        self._chance.shuffle(actors)
        for actor in actors:
            if isinstance(actor, Agent):
                actor.take_step()
            else:
                actor.take_steps(4 if self._calm else self._chance.randrange(1, 5))

    def _go_wrong(self) -> None:
        chance, now_ms = self._chance, self._clock.monotonic_ms()
        processes: list[Agent | Replica] = [*self._agents, *self._replicas]
        if chance.random() < self._chaos.ask:
            self._clients.ask()
        if self._happens("stall"):
            stalled = chance.choice(processes)
            stalled.stalled_until_ms = now_ms + chance.randrange(8_000)
            self._history.add(stalled.name, "stands still")
        if self._happens("stop"):
            chance.choice(self._replicas).stop()
        if self._happens("cut"):
            chance.choice(processes).connection.cut = True
            self._history.add("world", "a process is cut off")
        for each in processes:
            if each.connection.cut and chance.random() < 0.05:
                each.connection.cut = False
        if self._happens("clock_set"):
            chance.choice(processes).clock.ahead_ms = chance.randrange(-10_000, 10_000)
            self._history.add("world", "a clock is set")
        self._go_wrong_with_nodes()

    def _go_wrong_with_nodes(self) -> None:
        chance = self._chance
        if self._happens("reinstall"):
            agent = chance.choice(self._agents)
            agent.reinstall()
            self._history.add(agent.name, "is reinstalled")
        if self._happens("ranks_lost") and chance.choice(self._agents).machine.lose_ranks():
            self._history.add("world", "ranks vanish")
        if self._happens("store_down"):
            self._objects.down = not self._objects.down
            self._history.add("store", "is down" if self._objects.down else "is up")
        if self._happens("link_down"):
            leaf = chance.choice(("", "leaf-0", "leaf-1"))
            chance.choice(self._agents).relocate(Location(leaf=leaf, spine=leaf and "spine-0"))
            self._history.add("world", "a link changes")

    def _calm_down(self) -> None:
        """From here on nothing goes wrong; clocks that were set stay so."""
        self._calm, self._objects.down = True, False
        for process in (*self._agents, *self._replicas):
            process.connection.cut = False
            process.stalled_until_ms = min(process.stalled_until_ms, self._clock.monotonic_ms() + 8_000)

    def _run_until_quiet(self) -> None:
        """All nodes open, all jobs resumed: everything must end within bounded time."""
        for rounds in range(CALM_ROUNDS_MAX):
            if rounds % RELENT_EVERY == 0:
                self._clients.relent()
            self._round()
            if any(self._is_quiet(replica) for replica in self._replicas):
                return

    def _is_quiet(self, replica: Replica) -> bool:
        """Whether this one leads, has taken everything, and no job is left that can end."""
        if not self._leads(replica) or _can_end(replica.machine.state):
            return False
        if not all(agent.has_reported for agent in self._agents):
            return False
        taken = replica.machine.input_positions()
        return all(
            taken.get((topic.name, number), 0) >= self._journal.log.bounds((topic.name, number))[1]
            for topic in _COMMANDS
            for number in range(topic.partitions)
        )

    def _leads(self, replica: Replica) -> bool:
        """Whether this one leads and nothing is under way; one that was replaced may not know it yet."""
        newest = max(each.machine.state.epoch for each in self._replicas)
        return replica.leading and replica.settled and replica.machine.state.epoch == newest

    def _judge(self) -> Report:
        checker = check_journal(self._journal)
        breaches = [str(breach) for breach in checker.breaches]
        for agent in self._agents:
            breaches += agent.machine.faults
            breaches += [f"{agent.name}: {key} ran twice" for key in _repeated(agent.machine.started)]
        states: dict[str, int] = {}
        for job_id, (state, reason) in checker.jobs.states().items():
            states[state] = states.get(state, 0) + 1
            if state not in ENDS and reason not in HOPELESS:
                breaches.append(f"{job_id} has not ended but is {state}: {reason}")
        answered = {*checker.jobs.submitted, *checker.jobs.rejected}
        breaches += [f"{job_id} was lost" for job_id in self._clients.job_ids if job_id not in answered]
        breaches += _orders_out_of_order(self.log())
        breaches += self._replay()
        return Report(
            seed=self._seed,
            chaos=self._chaos,
            jobs=len(self._clients.job_ids),
            states=states,
            epochs=max(replica.machine.state.epoch for replica in self._replicas),
            batches=max(replica.machine.state.batches for replica in self._replicas),
            counts=dict(self._history.counts),
            breaches=tuple(breaches),
            lines=self._history.lines,
        )

    def _replay(self) -> list[str]:
        """A process that did not live through it comes to the same state, with and without a snapshot."""
        hashes: dict[str, str] = {}
        for name, objects in (("from the beginning", MemoryObjects()), ("from a snapshot", self._objects)):
            machine = new_machine("judge", self._clock, objects)
            offset = machine.restore()
            start = Start.BEGINNING if offset is None else {(SCHEDULER_LOG.name, 0): offset}
            for delivery in self._journal.reader((SCHEDULER_LOG,), start=start, name="judge").read_to_end():
                machine.fold(delivery)
            hashes[name] = machine.state_hash()
        for replica in self._replicas:
            if self._leads(replica):
                hashes[f"of {replica.name}"] = replica.machine.state_hash()
        return [] if len(set(hashes.values())) == 1 else [f"states differ: {hashes}"]

    def _happens(self, fault: str) -> bool:
        """Whether the fault of this name happens now."""
        return not self._calm and self._chance.random() < getattr(self._chaos, fault)

    def _around_put(self) -> None:
        if self._happens("crash"):
            raise Died

    def _fate(self, count: int) -> CommitFate:
        del count
        if not self._happens("commit_unknown"):
            return CommitFate.COMMITTED
        self._history.add("world", "a commit's fate is unknown")
        return self._chance.choice((CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST))


def simulate(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history; the same seed and chaos, the same history."""
    world = World(seed, chaos or Chaos.drawn(seed))
    try:
        return world.run()
    except Exception as error:
        return world.interrupted(error)


def recorded(seed: int, chaos: Chaos) -> list[Batch]:
    """The scheduler's log of one history."""
    world = World(seed, chaos)
    world.run()
    return world.log()


def _can_end(state: State) -> list[str]:
    """Jobs that have not ended and could."""
    return [job_id for job_id, job in state.jobs.items() if job.code_reported not in HOPELESS]


def _orders_out_of_order(log: list[Batch]) -> list[str]:
    """Per node, orders count up and epochs never fall; no attempt is ordered to start twice."""
    newest: dict[str, tuple[int, int]] = {}
    started: set[tuple[str, str, int]] = set()
    breaches: list[str] = []
    for order in (decision.payload for batch in log for decision in batch.decisions):
        if not isinstance(order, StartTask | StopTask):
            continue
        place = order.epoch, order.order_seq
        if place < newest.get(order.node_id, (0, -1)):
            breaches.append(f"{order.node_id}: order {place} after {newest[order.node_id]}")
        newest[order.node_id] = place
        key = order.node_id, order.job_id, order.attempt
        if isinstance(order, StartTask):
            if key in started:
                breaches.append(f"{key} was ordered to start twice")
            started.add(key)
    return breaches


def _repeated(keys: Sequence[TaskKey]) -> list[TaskKey]:
    return [key for i, key in enumerate(keys) if key in keys[:i]]
