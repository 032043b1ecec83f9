"""The scheduler, its agents and clients under chaos: nothing is lost, nothing runs twice, every job ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from muster.agent.core.ledger import TaskKey
from muster.events.job_events import (
    JobCancelled,
    JobPending,
    NodeForgotten,
    NodeLost,
    NodeSuspected,
    PendingCode,
    SilenceCause,
)
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.node_heartbeats import Location
from muster.events.scheduler_log import Batch
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS, SCHEDULER_LOG, TASK_EVENTS
from muster.journal import Start
from muster.scheduler.core import limits
from muster.scheduler.core.state.state import State
from muster.testkit.checker import check_journal
from muster.testkit.checker.jobs import ENDS
from muster.testkit.cores import build
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.processes.agent import Agent
from muster.testkit.simulation.processes.contender import Contender
from muster.testkit.simulation.processes.replica import Replica, new_machine
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.surroundings.clients import Clients
from muster.testkit.simulation.surroundings.machine import RUNS_MS_MAX
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.simulation.worlds.world import World
from muster.testkit.tokens import Tokens

HOPELESS: Final = (PendingCode.CLUSTER_TOO_SMALL, PendingCode.TOO_LARGE, PendingCode.MODEL_ABSENT)
"""Reasons to wait for ever, of jobs submitted before any node was known, and too large for all of them."""

AWAY_MS: Final = 60_000
SUSPECTED_MS: Final = 15_000  # a silence that makes a node suspected; AWAY_MS: lost
CALM_ROUNDS_MAX: Final = 4_000
RELENT_EVERY: Final = 150
"""Rounds of calm between two times that users open and resume everything."""

MACHINES: Final = ((4, "A100"), (2, "H100-80GB"), (8, "H100-80GB"), (0, ""), (4, "A100"))
"""GPUs and their model, node by node; the H100 can be cut."""

_COMMANDS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS, TASK_EVENTS)


class SchedulerWorld(World):
    """Two schedulers, a few nodes with their agents, and clients."""

    STALL_MS_MAX = CALM_STALL_MS_MAX = 8_000
    RUNS_MS_MAX: ClassVar[int] = RUNS_MS_MAX
    """Maximum run time of ranks, milliseconds."""
    POLICY: ClassVar[Mapping[str, int]] = {}
    """Settings of the policy beside those of every history."""

    def __init__(self, seed: int, chaos: Chaos, *, name: str = "") -> None:
        super().__init__(seed, chaos, name=name)
        nodes = [
            build.node(f"n{i}", gpus=gpus, model=model, leaf=f"leaf-{i % 2}", spine="spine-0")
            for i, (gpus, model) in enumerate(MACHINES[: chaos.nodes])
        ]
        self._replicas = [Replica(name, *self._own(), self._around) for name in ("red", "blue")]
        tokens = Tokens(clock=self._clock)
        self._agents = [
            Agent(
                node,
                *self._own(),
                self._around,
                tokens.node_authorization(node.node_id),
                runs_ms_max=self.RUNS_MS_MAX,
            )
            for node in nodes
        ]
        node_ids = [node.node_id for node in nodes]
        self._clients = Clients(self._journal, self._clock, self._chance, node_ids)
        self._clients.hurry(**self.POLICY)

    def log(self) -> list[Batch]:
        """Return the batches on the scheduler's log."""
        deliveries = self._journal.reader((SCHEDULER_LOG,), name="judge").read_to_end()
        return [d.envelope.payload for d in deliveries if isinstance(d.envelope.payload, Batch)]

    def _contenders(self) -> Sequence[Replica]:
        return self._replicas

    def _processes(self) -> Sequence[Agent | Contender]:
        return [*self._agents, *self._replicas]

    def _requests(self) -> int:
        return len(self._clients.job_ids)

    def _round(self) -> None:
        self._clock.advance(self._chance.choice((200, 300) if self._calm else (1, 20, 100, 300, 1_000)))
        actors = [*self._processes()]
        self._chance.shuffle(actors)
        for actor in actors:
            if isinstance(actor, Agent):
                actor.take_step()
            else:
                actor.take_steps(4 if self._calm else self._chance.randrange(1, 5))

    def _go_wrong(self) -> None:
        chance, processes = self._chance, self._processes()
        if chance.random() < self._chaos.ask:
            self._clients.ask()
        if self._happens("stall"):
            self._stall(chance.choice(processes))
        if self._happens("stop"):
            chance.choice(self._replicas).stop()
        if self._happens("cut"):
            self._cut_off(chance.choice(processes))
        for each in processes:
            if each.connection.cut and chance.random() < 0.05:
                each.connection.cut = False
        if self._happens("clock_set"):
            ahead_ms = chance.randrange(-10_000, 10_000)
            self._set_clock(chance.choice(processes), ahead_ms)
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
            self._turn_store()
        if self._happens("link_down"):
            leaf = chance.choice(("", "leaf-0", "leaf-1"))
            chance.choice(self._agents).relocate(Location(leaf=leaf, spine=leaf and "spine-0"))
            self._history.add("world", "a link changes")
        if self._happens("agent_away"):
            agent = chance.choice(self._agents)
            agent.away_until_ms = self._clock.monotonic_ms() + AWAY_MS
            self._history.add(agent.name, "is away")
        if self._happens("orders_hang"):
            agent = chance.choice(self._agents)
            now_ms = self._clock.monotonic_ms()
            agent.hangs_until_ms = now_ms + chance.choice((20_000, 80_000, 150_000))
            agent.away_until_ms = now_ms + chance.choice((0, SUSPECTED_MS, AWAY_MS))
            self._history.add(agent.name, "takes no orders")

    def _settle(self) -> None:
        """Open all nodes, resume all jobs, and wait: everything must end within bounded time."""
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
        """Whether this one leads and nothing is under way; a replaced leader may not know it yet."""
        newest = max(each.epoch for each in self._replicas)
        return replica.leading and replica.settled and replica.epoch == newest

    def _judge(self) -> list[str]:
        checker = check_journal(self._journal)
        breaches = [str(breach) for breach in checker.breaches]
        for agent in self._agents:
            breaches += agent.machine.faults
            breaches += [f"{agent.name}: {key} ran twice" for key in _repeated(agent.machine.started)]
        for job_id, (state, reason) in checker.jobs.states().items():
            self._states[state] += 1
            if state not in ENDS and reason not in (*HOPELESS, PendingCode.WAITS_FOR_JOBS):
                breaches.append(f"{job_id} has not ended but is {state}: {reason}")
        answered = {*checker.jobs.submitted, *checker.jobs.rejected}
        breaches += [f"{job_id} was lost" for job_id in self._clients.job_ids if job_id not in answered]
        log = self.log()
        self._history.counts.update(_rare_events(log))
        breaches += _orders_out_of_order(log)
        return breaches + self._replay()

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


def simulate(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history; the same seed and chaos, the same history."""
    return SchedulerWorld(seed, chaos or Chaos.drawn(seed)).lived()


def recorded(seed: int, chaos: Chaos) -> list[Batch]:
    """The scheduler's log of one history."""
    world = SchedulerWorld(seed, chaos)
    world.live()
    return world.log()


def _can_end(state: State) -> list[str]:
    """Jobs that have not ended and could."""
    return [
        job_id
        for job_id, job in state.jobs.items()
        if job.code_reported not in HOPELESS and not job.awaits  # the jobs that it awaits are judged
    ]


def _rare_events(log: list[Batch]) -> Counter[str]:
    """Count nodes forgotten, or given up although their heartbeats went on, and jobs that others ended."""
    counts: Counter[str] = Counter()
    for fact in (decision.payload for batch in log for decision in batch.decisions):
        match fact:
            case NodeForgotten():
                counts["a node is forgotten"] += 1
            case NodeSuspected(cause=SilenceCause.ORDER_NOT_STORED):
                counts["a node that beats is suspected"] += 1
            case NodeLost(cause=SilenceCause.ORDER_NOT_STORED, silent_ms=waits_ms):
                is_first = waits_ms >= limits.ORDER_STORED_MS
                counts["a node that beats is lost" if is_first else "a lost node beats"] += 1
            case JobPending(code=PendingCode.WAITS_FOR_JOBS):
                counts["a job waits for others"] += 1
            case JobCancelled(requested_by=""):
                counts["a job can never start"] += 1
            case _:
                pass
    return counts


def _orders_out_of_order(log: list[Batch]) -> list[str]:
    """Per node, orders count up and epochs never fall; no attempt is ordered to start twice."""
    newest: dict[str, tuple[int, int]] = {}
    started: set[tuple[str, str, int]] = set()
    breaches: list[str] = []
    for order in (decision.payload for batch in log for decision in batch.decisions):
        if not isinstance(order, StartTask | StopTask | TestNode):
            continue
        number = order.epoch, order.order_seq
        if number < newest.get(order.node_id, (0, -1)):
            breaches.append(f"{order.node_id}: order {number} after {newest[order.node_id]}")
        newest[order.node_id] = number
        if isinstance(order, StartTask):
            key = order.node_id, order.job_id, order.attempt
            if key in started:
                breaches.append(f"{key} was ordered to start twice")
            started.add(key)
    return breaches


def _repeated(keys: Sequence[TaskKey]) -> list[TaskKey]:
    return [key for i, key in enumerate(keys) if key in keys[:i]]
