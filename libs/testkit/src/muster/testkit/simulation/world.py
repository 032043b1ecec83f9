"""The story of a simulation: chaos for a while, then calm until all jobs have ended, then judgement."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from muster.events.job_events import PendingCode
from muster.events.node_heartbeats import Location
from muster.events.scheduler_log import Batch
from muster.events.topics import SCHEDULER_LOG
from muster.journal import ManualClock, MemoryFaults, MemoryJournal, Start
from muster.journal.memory.faults import CommitFate
from muster.scheduler.core.state.state import State
from muster.testkit import build
from muster.testkit.checker import check_journal
from muster.testkit.checker.jobs import ENDS
from muster.testkit.simulation.agent import Agent
from muster.testkit.simulation.clients import Clients
from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.replica import Replica, new_machine

HOPELESS = (PendingCode.CLUSTER_TOO_SMALL, PendingCode.TOO_LARGE, PendingCode.MODEL_ABSENT)
"""Reasons to wait for ever: what was submitted before any node was known, and is more than all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chaos:
    """How much goes wrong, per turn of the world.

    Attributes:
        turns: Turns of chaos.
        ask: A client asks for something.
        crash: A scheduler dies: before its commit, after it, or where it stands.
        stall: A scheduler stands still for up to 8 s, as under SIGSTOP.
        commit_unknown: A commit's fate is unknown, half of these are lost.
        node_silent: A node is cut off for up to 60 s.
        node_restart: An agent restarts; every third time with an empty disk.
        store_down: The object store changes between up and down.
        link_down: A node's link goes down, or comes up under another leaf.
    """

    turns: int = 600
    ask: float = 0.35
    crash: float = 0.01
    stall: float = 0.01
    commit_unknown: float = 0.01
    node_silent: float = 0.004
    node_restart: float = 0.006
    store_down: float = 0.005
    link_down: float = 0.01


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation came to.

    Attributes:
        seed: Of the history.
        jobs: Jobs submitted.
        states: How many accepted jobs ended how.
        epochs: Leaders there were.
        batches: Batches on the log.
        breaches: Everything that must not be; empty when all is well.
    """

    seed: int
    jobs: int
    states: dict[str, int]
    epochs: int
    batches: int
    breaches: list[str]


MACHINES: Final = ((4, "A100"), (4, "A100"), (2, "H100-80GB"), (8, "H100-80GB"), (0, ""))
"""GPUs and their model, node by node; the H100 can be cut."""


class World:
    """Two schedulers, a few nodes, clients, one clock, one generator."""

    def __init__(self, seed: int, chaos: Chaos) -> None:
        self._seed = seed
        self._chaos = chaos
        self._chance = random.Random(seed)  # noqa: S311  (to be repeated, not to be secret)
        self._clock = ManualClock()
        self._calm = False
        self._journal = MemoryJournal(clock=self._clock, faults=MemoryFaults(fates=self._fate))
        self._objects = MemoryObjects()
        nodes = [
            build.node(f"n{i}", gpus=gpus, model=model, leaf=f"leaf-{i % 2}", spine="spine-0")
            for i, (gpus, model) in enumerate(MACHINES)
        ]
        self._replicas = [self._replica(name) for name in ("red", "blue")]
        self._agents = [Agent(node, self._journal, self._clock, self._chance) for node in nodes]
        node_ids = [node.node_id for node in nodes]
        self._clients = Clients(self._journal, self._clock, self._chance, node_ids)
        self._stalled_until_ms = dict.fromkeys(range(len(self._replicas)), 0)

    def run(self) -> Report:
        """The whole story."""
        self._clients.hurry()
        for _ in range(self._chaos.turns):
            self._go_wrong()
            self._turn()
        self._calm, self._objects.down = True, False
        for agent in self._agents:
            agent.silent_until_ms = 0
        self._run_until_quiet()
        return self._judge()

    def log(self) -> list[Batch]:
        """What is on the scheduler's log."""
        deliveries = self._journal.reader((SCHEDULER_LOG,), name="judge").read_to_end()
        return [d.envelope.payload for d in deliveries if isinstance(d.envelope.payload, Batch)]

    def _turn(self) -> None:
        self._clock.advance(self._chance.choice((200, 300) if self._calm else (1, 5, 20, 100, 300)))
        actors = [*self._agents, *self._replicas]
        self._chance.shuffle(actors)
        for actor in actors:
            if isinstance(actor, Agent):
                actor.turn()
            else:
                self._turn_of(actor)

    def _turn_of(self, replica: Replica) -> None:
        index = self._replicas.index(replica)
        if self._clock.now_ms() < self._stalled_until_ms[index]:
            return
        crash = ""
        if not self._calm and self._chance.random() < self._chaos.crash:
            crash = self._chance.choice(("before", "after"))
        replica.turn(crash=crash)

    def _go_wrong(self) -> None:
        chance, chaos, now_ms = self._chance, self._chaos, self._clock.now_ms()
        if chance.random() < chaos.ask:
            self._clients.ask()
        if chance.random() < chaos.stall:
            index = chance.randrange(len(self._replicas))
            self._stalled_until_ms[index] = now_ms + chance.randrange(8_000)
        if chance.random() < chaos.crash / 2:
            chance.choice(self._replicas).boot()
        if chance.random() < chaos.node_silent:
            chance.choice(self._agents).silent_until_ms = now_ms + chance.randrange(60_000)
        if chance.random() < chaos.node_restart:
            chance.choice(self._agents).boot(fresh=chance.random() < 0.33)
        if chance.random() < chaos.store_down:
            self._objects.down = not self._objects.down
        if chance.random() < chaos.link_down:
            leaf = chance.choice(("", "leaf-0", "leaf-1"))
            chance.choice(self._agents).relocate(Location(leaf=leaf, spine=leaf and "spine-0"))

    def _run_until_quiet(self) -> None:
        """All nodes open, all jobs resumed: everything must end within bounded time."""
        for turn in range(12_000):
            if turn % 300 == 50:
                self._clients.relent()
            self._turn()
            leader = next((replica for replica in self._replicas if replica.leading), None)
            if turn > 350 and leader and not _can_end(leader.machine.state):
                return

    def _judge(self) -> Report:
        checker = check_journal(self._journal)
        breaches = [str(breach) for breach in checker.breaches]
        for agent in self._agents:
            breaches += agent.faults
            breaches += [f"{agent.node_id}: {key} ran twice" for key in _repeated(agent.started)]
        states: dict[str, int] = {}
        for job_id, (state, reason) in checker.jobs.states().items():
            states[state] = states.get(state, 0) + 1
            if state not in ENDS and reason not in HOPELESS:
                breaches.append(f"{job_id} has not ended but is {state}: {reason}")
        answered = {*checker.jobs.submitted, *checker.jobs.rejected}
        breaches += [f"{job_id} was lost" for job_id in self._clients.job_ids if job_id not in answered]
        breaches += self._replay()
        epochs = max(replica.machine.state.epoch for replica in self._replicas)
        batches = max(replica.machine.state.batches for replica in self._replicas)
        return Report(self._seed, len(self._clients.job_ids), states, epochs, batches, breaches)

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
            if replica.leading:
                hashes["of the leader"] = replica.machine.state_hash()
        return [] if len(set(hashes.values())) == 1 else [f"states differ: {hashes}"]

    def _replica(self, name: str) -> Replica:
        return Replica(name, self._journal, self._clock, self._objects, self._chance)

    def _fate(self, count: int) -> CommitFate:
        del count
        if self._calm or self._chance.random() >= self._chaos.commit_unknown:
            return CommitFate.COMMITTED
        return self._chance.choice((CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST))


def simulate(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history; the same seed and chaos, the same history."""
    return World(seed, chaos or Chaos()).run()


def recorded(seed: int, chaos: Chaos | None = None) -> list[Batch]:
    """The scheduler's log of one history."""
    world = World(seed, chaos or Chaos())
    world.run()
    return world.log()


def _can_end(state: State) -> list[str]:
    """Jobs that have not ended and could."""
    return [job_id for job_id, job in state.jobs.items() if job.code_reported not in HOPELESS]


def _repeated(keys: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [key for i, key in enumerate(keys) if key in keys[:i]]
