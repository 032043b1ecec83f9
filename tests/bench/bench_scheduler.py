"""Speed of the scheduler's core: it decides whole batches, with everything but the log, in one process.

`python tests/bench/bench_scheduler.py [--json FILE] [--picture FILE]`. Its figures are also rows of `make
bench-core`.

Whole batches through `step`: admission, prediction, lines, shares, placement, facts, orders, reasons,
measures, with the full policy on: the openb nodes 16 times (19,408 nodes, 99,392 GPUs) in a made-up network;
two organisations of 4 teams of 2 projects, with guarantees at every level, maxima at the top, weights and two
orders; all tiers; run times that have been learned. Jobs are drawn from the pods of openb's default list.
Each pod is somebody's recurring job: one of 64 users runs it, always in the same project and tier. Inputs
come in batches of BATCH, as in the service.

Figures are CPU time of one process, with garbage collected as in a leader that is never idle; nothing is
asserted. The curves are the point: what an event costs must not grow with the jobs that run or wait.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from subprocess import run
from sys import executable
from time import process_time
from typing import Any

from muster.agent.core.made_up_network import made_up_location
from muster.cluster import NodeCapacity
from muster.events.job_commands import CheckpointPolicy, JobSpec, RetryPolicy, SubmitJob, Tier
from muster.events.job_events import NodeJoined
from muster.events.node_commands import StartTask
from muster.events.queue_commands import CreateQueue, QueueOrder
from muster.events.scheduler_log import ClockTicked, SequencedInput
from muster.events.task_events import TaskExited
from muster.journal import Collector
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build
from openb import JOBS, SEED, Curve, drawn_pods, picture, pod_shapes, repeated_nodes, resources

BATCH = 500
BATCH_MS = 20
START_MS = 1_700_000_000_000
ORGANISATIONS = ("acme", "rival")
TEAMS = 4
PROJECTS = 2
USERS = 64
OVERLOAD = 7_000
"""Jobs that wait in an overloaded cell, in some 2,700 scheduling groups."""

TIERS = tuple(Tier)
ORDERS = (QueueOrder.FIFO, QueueOrder.DRF)


class Cell:
    """A cell with everything on, and the jobs that run in it.

    Args:
        queue_limits: Further settings of the two organisations' queues.

    Attributes:
        state: The scheduler's.
        pods: Pods of the next jobs.
        running: Running tasks: (node, job, attempt). The orders themselves belong to the agents.
    """

    def __init__(self, **queue_limits: Any) -> None:
        self._collector = Collector().__enter__()
        self.state = State()
        self.pods = drawn_pods()
        self.running: list[tuple[str, str, int]] = []
        self._now_ms = START_MS
        self._generator = Random(SEED)
        self._submitted = 0
        queues = [queue for name in ORGANISATIONS for queue in _queues(name, queue_limits)]
        self.take([build.elected(), build.founding_queue(), *queues])
        for batch in _batches([_joined(index, node) for index, node in enumerate(repeated_nodes())]):
            self.take(batch)
        self.submit(1_000)
        self.take(self.exits(len(self.running)))  # from these run times are learned

    def take(self, payloads: Sequence[Any]) -> float:
        """One batch; seconds of CPU that it took to decide."""
        first = self.state.seq_next
        inputs = [
            SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id="bench", payload=payload)
            for seq, payload in enumerate(payloads, first)
        ]
        self._now_ms += BATCH_MS
        start = process_time()
        consequences = step(self.state, inputs, self._now_ms)
        next_deadline_ms(self.state)
        self._collector.between_batches(idle=False)
        took_s = process_time() - start
        for decision, *_ in consequences:
            task = decision.payload
            if isinstance(task, StartTask):
                self.running.append((task.node_id, task.job_id, task.attempt))
        return took_s

    def submit(self, count: int) -> float:
        """Submit `count` jobs, in batches; return the CPU seconds."""
        return sum(self.take(self.arrivals(size)) for size in _sizes(count, BATCH))

    def change(self, count: int) -> float:
        """End `count` running jobs and submit as many, half of every batch each; return the CPU seconds."""
        sizes = _sizes(count, BATCH // 2)
        return sum(self.take([*self.exits(size), *self.arrivals(size)]) for size in sizes)

    def settle(self) -> None:
        """Decide until nothing is left to be decided at once."""
        while (due_ms := next_deadline_ms(self.state)) is not None and due_ms <= self._now_ms:
            self.take([ClockTicked()])

    def arrivals(self, count: int) -> list[SubmitJob]:
        """Build the commands that submit the next jobs."""
        first, self._submitted = self._submitted, self._submitted + count
        return [_submit(number, pod) for number, pod in enumerate(islice(self.pods, count), first)]

    def exits(self, count: int) -> list[TaskExited]:
        """Build reports that `count` random running jobs have succeeded."""
        over: list[TaskExited] = []
        for _ in range(count):
            index = self._generator.randrange(len(self.running))
            self.running[index], self.running[-1] = self.running[-1], self.running[index]
            over.append(build.exited(*self.running.pop()))
        return over


def jobs_at_90() -> int:
    """How many jobs together ask for nine tenths of all GPUs."""
    left = sum(node.gpu_count for node in repeated_nodes()) * 900
    for number, pod in enumerate(drawn_pods()):
        left -= pod_shapes()[pod].gpu_milli_total
        if left <= 0:
            return number
    raise AssertionError("pods are drawn for ever")


def step_fill_per_s() -> float:
    """Placements per second from empty to 90 % arrivals."""
    cell = Cell()
    took_s = cell.submit(jobs_at_90())
    return len(cell.running) / took_s


def step_churn90_per_s(changes: int = 20_000) -> float:
    """At 90 % arrivals: half of each batch are departures, half arrivals; placements per second."""
    cell = Cell()
    cell.submit(jobs_at_90())
    cell.change(changes // 4)
    kept = len(cell.running) - changes
    took_s = cell.change(changes)
    return (len(cell.running) - kept) / took_s


def step_overload_per_s(changes: int = 4_500) -> float:
    """The same while OVERLOAD jobs wait in a full cluster: who departs makes room for those that wait."""
    cell = Cell()
    cell.submit(jobs_at_90())
    while cell.state.pending.size < OVERLOAD:
        cell.submit(min(BATCH, OVERLOAD - cell.state.pending.size))
    cell.settle()
    kept = len(cell.running) - changes
    took_s = cell.change(changes)
    return (len(cell.running) - kept) / took_s


def rss_mb() -> int:
    """Memory of a process that holds a cell with 50,000 jobs that run and 50,000 that wait, and its hash."""
    answer = run([executable, __file__, "--memory"], capture_output=True, text=True, check=True)
    return int(answer.stdout)


def cost_with_running_us(jobs: int, changes: int = 10_000) -> float:
    """Return the CPU time of an event (a departure, or an arrival that is placed) while `jobs` jobs run."""
    cell = Cell()
    while len(cell.running) < jobs:
        cell.submit(min(BATCH, jobs - len(cell.running)))
    cell.change(changes // 4)
    return 1e6 * cell.change(changes) / (2 * changes)


def cost_with_waiting_us(jobs: int, changes: int = 10_000) -> float:
    """Return the same in a full cluster, where another `jobs` jobs wait."""
    cell = Cell()
    cell.submit(jobs_at_90())
    while cell.state.pending.size < jobs:
        cell.submit(min(BATCH, jobs - cell.state.pending.size))
    cell.settle()
    cell.change(changes // 4)
    return 1e6 * cell.change(changes) / (2 * changes)


def curves() -> dict[str, Curve]:
    """Return the cost of an event at each number of jobs."""
    return {
        "running jobs": [(jobs, cost_with_running_us(jobs)) for jobs in JOBS],
        "waiting jobs": [(jobs, cost_with_waiting_us(jobs)) for jobs in JOBS],
    }


def _hold_50k_and_50k() -> int:
    """Return the MiB of this process."""
    cell = Cell(jobs_running_max=50_000 // len(ORGANISATIONS))
    cell.submit(100_000)
    cell.settle()
    digest = StateHash()  # a leader holds the entities of its hash as well
    digest.refresh_all(cell.state)
    lines = Path("/proc/self/status").read_text().splitlines()
    kib = next(line.split()[1] for line in lines if line.startswith("VmRSS"))
    return int(kib) // 1024


def _queues(tenant: str, limits: dict[str, Any]) -> Iterator[CreateQueue]:
    """An organisation's tree; `team-N-M` are the leaves."""
    yield build.queue("org", tenant=tenant, guarantee_gpus=40_000, maximum_gpus=90_000, **limits)
    for team in range(TEAMS):
        yield build.queue(f"team-{team}", tenant=tenant, parent="org", guarantee_gpus=8_000, weight=team + 1)
        for project in range(PROJECTS):
            yield build.queue(
                f"team-{team}-{project}",
                tenant=tenant,
                parent=f"team-{team}",
                guarantee_gpus=2_000,
                order=ORDERS[project],
            )


def _joined(index: int, node: NodeCapacity) -> NodeJoined:
    location = made_up_location(index)
    return build.node(
        node.node_id,
        gpus=node.gpu_count,
        model=node.gpu_model,
        cpu_milli=node.cpu_milli,
        memory_mib=node.memory_mib,
        leaf=location.leaf,
        spine=location.spine,
    )


def _submit(number: int, pod: int) -> SubmitJob:
    """The job of a pod, run by its user once more."""
    tenant = ORGANISATIONS[pod % USERS % len(ORGANISATIONS)]
    return SubmitJob(job_id=f"job-{number:08d}", tenant=tenant, spec=_spec(pod))


@cache
def _spec(pod: int) -> JobSpec:
    """One object for all runs of a pod, as the decoder has it (ADR 62)."""
    user = pod % USERS
    leaf = user // len(ORGANISATIONS) % (TEAMS * PROJECTS)
    team, project = divmod(leaf, PROJECTS)
    return JobSpec(
        name="train",
        team=f"team-{team}",
        project=f"project-{leaf}",
        user=f"user-{user}",
        queue=f"team-{team}-{project}",
        tier=TIERS[pod // USERS % len(TIERS)],
        ranks=1,
        resources=resources(pod_shapes()[pod]),
        command=("python", "train.py"),
        env={},
        grace_ms=5_000,
        retry=RetryPolicy(attempts_max=3, backoff_ms=10_000),
        checkpoint=CheckpointPolicy(enabled=False),
    )


def _batches(payloads: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (payloads[begin : begin + BATCH] for begin in range(0, len(payloads), BATCH))


def _sizes(count: int, most: int) -> Iterator[int]:
    return (min(most, count - begin) for begin in range(0, count, most))


FIGURES: dict[str, Callable[[], float]] = {
    "step_fill_per_s": step_fill_per_s,
    "step_churn90_per_s": step_churn90_per_s,
    "step_overload_per_s": step_overload_per_s,
}


def main() -> None:
    """Measure and print; draw the curves where arrivals."""
    parser = argparse.ArgumentParser(description="Decisions per second of the scheduler's core, one process.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--picture", type=Path, help="draw the curves to this file (.svg)")
    parser.add_argument("--memory", action="store_true", help="print MiB of a process with 100,000 jobs")
    options = parser.parse_args()
    if options.memory:
        print(_hold_50k_and_50k())
        return
    figures = {name: case() for name, case in FIGURES.items()} | {"rss_mb": rss_mb()}
    for name, figure in figures.items():
        print(f"{name:28}{figure:>12,.0f}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    if options.picture:
        drawn = curves()
        for name, points in drawn.items():
            print(f"us an event, {name:15}" + "".join(f"{cost:>10.1f}" for _, cost in points))
        title = "What one event costs the whole step, CPU microseconds"
        options.picture.write_text(picture(title, "jobs", drawn))


if __name__ == "__main__":
    main()
