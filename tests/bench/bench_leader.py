"""Cost of a job for the leader and the standby, without the broker: `python tests/bench/bench_leader.py`.

All of a leader's processing, in one process: records of commands and reports are decoded, validated and
taken in, batches are decided by the real machine, and everything that a transaction would write is encoded.
A standby decodes each record of the log and folds it. Only librdkafka and the broker are left out.

The nodes are openb's 1,213 and the jobs those of `make bench-e2e`. Each job that is bound starts one round
later and ends two rounds later. Figures are microseconds of CPU time a job, from its command to its end;
nothing is asserted.

    --beats          cost of 12,500 nodes' heartbeats for a leader, one every 5 s each (a row of bench-core)
    --memory JOBS    a leader's memory while JOBS jobs come and go, a tenth of them at a time; 200,000 take
                     some minutes
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

from end_to_end import jobs
from muster.events.node_commands import StartTask
from muster.events.task_events import TaskExited, TaskStarted
from muster.events.topics import JOB_COMMANDS, NODE_COMMANDS, NODE_HEARTBEATS, SCHEDULER_LOG, TASK_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Collector, Delivery, ManualClock, Outgoing, Position
from muster.journal.leadership.leader import traced
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.testkit.cores import build
from muster.testkit.simulation import MemoryObjects
from muster.testkit.tokens import Tokens
from openb import repeated_nodes

JOBS = 8_000
PER_ROUND = 100
ROUND_MS = 50
NODES = 1_213
BEATING_NODES = 12_500
BEATS_PER_S = 2_500

PARTS: tuple[str, ...] = ("decode", "step", "encode", "standby decode", "standby fold")


class Cell:
    """A leader and a standby with openb's nodes, and what their agents report.

    Args:
        per_round: Jobs that arrive together.
        nodes: Number of nodes.
        followed: Whether there is a standby.

    Attributes:
        spent_s: CPU seconds by part.
        ended: Jobs that have ended.
    """

    def __init__(self, per_round: int, nodes: int = NODES, *, followed: bool = True) -> None:
        self._collector = Collector().__enter__()
        self.spent_s: dict[str, float] = dict.fromkeys(PARTS, 0.0)
        self.ended = 0
        self._per_round = per_round
        self._clock = ManualClock()
        self._codec = Codec(MemoryRegistry())
        self._tokens = Tokens(clock=self._clock)
        self._leader = self._machine("leader")
        self._standby = self._machine("standby") if followed else None
        self._offsets = {
            topic.name: 0 for topic in (JOB_COMMANDS, TASK_EVENTS, NODE_HEARTBEATS, SCHEDULER_LOG)
        }
        self._ordered: list[StartTask] = []
        self._begun: list[StartTask] = []
        self._submitted = 0
        self._commit(self._leader.lead("leader", self._clock.now_ms()))
        self._beats = self._joining(nodes)
        self._take(self._beats)
        while self._leader.next_deadline_ms() == self._clock.now_ms():
            self._take([])

    def beat(self) -> None:
        """Every node beats once, as many a round as BEATS_PER_S says."""
        per_round = BEATS_PER_S * ROUND_MS // 1_000
        for begin in range(0, len(self._beats), per_round):
            self._take(self._beats[begin : begin + per_round])

    def run(self, count: int) -> None:
        """Let `count` jobs arrive, run and end."""
        while self.ended < count:
            numbers = range(self._submitted, min(count, self._submitted + self._per_round))
            self._submitted += len(numbers)
            commands = jobs.commands(numbers, self._clock.now_ms())
            given = [self._written(JOB_COMMANDS, command) for command in commands]
            given += [self._written(TASK_EVENTS, report) for report in self._reports()]
            self._take(given)

    def _take(self, given: Sequence[tuple[Topic, bytes]]) -> None:
        self._clock.advance(ROUND_MS)
        begun_s = process_time()
        deliveries = [self._read(topic, value) for topic, value in given]
        self._spend("decode", begun_s)
        begun_s = process_time()
        outgoing = traced(self._leader.step(deliveries, self._clock.now_ms()), deliveries)
        self._spend("step", begun_s)
        self._commit(outgoing)

    def _commit(self, outgoing: Sequence[Outgoing]) -> None:
        begun_s = process_time()
        encoded = self._codec.encode_all(outgoing)
        self._leader.committed()
        self._leader.between_batches()
        self._collector.between_batches(idle=True)
        self._spend("encode", begun_s)
        for record, value in zip(outgoing, encoded, strict=True):
            if record.topic is SCHEDULER_LOG and value is not None:
                self._follow(value)
            elif record.topic is NODE_COMMANDS and isinstance(record.envelope.payload, StartTask):
                self._ordered.append(record.envelope.payload)

    def _follow(self, value: bytes) -> None:
        if self._standby is None:
            return
        begun_s = process_time()
        delivery = self._read(SCHEDULER_LOG, value)
        self._spend("standby decode", begun_s)
        begun_s = process_time()
        self._standby.fold(delivery)
        self._spend("standby fold", begun_s)

    def _reports(self) -> list[Envelope[Any]]:
        started = [build.started(task.node_id, task.job_id, task.attempt) for task in self._ordered]
        exited = [build.exited(task.node_id, task.job_id, task.attempt) for task in self._begun]
        self.ended += len(self._begun)
        self._ordered, self._begun = [], self._ordered
        return [_report(payload) for payload in (*started, *exited)]

    def _machine(self, name: str) -> SchedulerMachine:
        return SchedulerMachine(
            cell="default",
            producer=name,
            snapshots=SnapshotStore(MemoryObjects(), "default"),
            clock=self._clock,
            questions=Questions(self._clock),
            sender_check=self._tokens.sender_check(),
            report_check=self._tokens.report_check(),
        )

    def _joining(self, nodes: int) -> list[tuple[Topic, bytes]]:
        """The heartbeats of all nodes."""
        joined = [
            build.node(
                n.node_id, gpus=n.gpu_count, model=n.gpu_model, cpu_milli=n.cpu_milli, memory_mib=n.memory_mib
            )
            for n in islice(repeated_nodes(), nodes)
        ]
        beats = [build.beat(node) for node in joined]
        return [self._written(NODE_HEARTBEATS, _envelope(beat, beat.node_id, 0)) for beat in beats]

    def _written(self, topic: Topic, envelope: Envelope[Any]) -> tuple[Topic, bytes]:
        value = self._codec.encode(topic, envelope)
        assert value is not None
        return topic, value

    def _read(self, topic: Topic, value: bytes) -> Delivery[Any]:
        offset = self._offsets[topic.name]
        self._offsets[topic.name] += 1
        envelope, now_ms = self._codec.decode(topic, value), self._clock.now_ms()
        position, shown = Position(topic.name, 0, offset), self._tokens.of(envelope.payload)
        return Delivery(position, now_ms, envelope, authorization=shown, size_bytes=len(value))

    def _spend(self, part: str, begun_s: float) -> None:
        self.spent_s[part] += process_time() - begun_s


def _report(payload: TaskStarted | TaskExited) -> Envelope[Any]:
    return _envelope(payload, payload.node_id, payload.attempt)


def _envelope(payload: Any, key: str, number: int) -> Envelope[Any]:
    event_id = f"{key}/{number}/{getattr(payload, 'job_id', '')}/{type(payload).__name__}"
    return Envelope(
        event_id=event_id,
        key=key,
        occurred_at_ms=0,
        producer="agent",
        correlation_id=event_id,
        payload=payload,
    )


def costs_us(count: int, per_round: int) -> dict[str, float]:
    """Microseconds of CPU a job, by part, and of the leader and the standby in all."""
    cell = Cell(per_round)
    cell.run(per_round * 5)
    cell.spent_s = dict.fromkeys(PARTS, 0.0)
    before = cell.ended
    cell.run(before + count)
    us = {part: 1e6 * spent_s / (cell.ended - before) for part, spent_s in cell.spent_s.items()}
    leader, standby = sum(us[part] for part in PARTS[:3]), sum(us[part] for part in PARTS[3:])
    return us | {"leader": leader, "standby": standby}


def beats_core_percent(rounds: int = 3) -> float:
    """How much of a core BEATS_PER_S heartbeats take a leader, without the broker's client."""
    cell = Cell(PER_ROUND, BEATING_NODES, followed=False)
    cell.beat()
    cell.spent_s = dict.fromkeys(PARTS, 0.0)
    for _ in range(rounds):
        cell.beat()
    return 100 * sum(cell.spent_s.values()) * BEATS_PER_S / (rounds * BEATING_NODES)


def leader_mb_over(count: int) -> Iterator[tuple[int, int]]:
    """Yield (ended jobs, MiB of this process) while `count` jobs come and go."""
    cell = Cell(PER_ROUND, followed=False)
    yield 0, _resident_mb()
    for _ in range(10):
        cell.run(cell.ended + count // 10)
        yield cell.ended, _resident_mb()


def _resident_mb() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) // 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="CPU of a job in leader and standby, without the broker.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--jobs", type=int, default=JOBS, help="number of jobs")
    parser.add_argument(
        "--per-round", type=int, default=PER_ROUND, help="number of jobs that arrive together"
    )
    parser.add_argument("--beats", action="store_true", help="only the cost of heartbeats")
    parser.add_argument(
        "--memory", type=int, metavar="JOBS", help="only a leader's memory over this many jobs"
    )
    options = parser.parse_args()
    if options.beats:
        print(f"{'beats_core_percent':20}{beats_core_percent():>10,.1f} % of a core")
        return
    if options.memory:
        for ended, resident_mb in leader_mb_over(options.memory):
            print(f"{ended:>10,} jobs ended{resident_mb:>10,} MiB", flush=True)
        return
    figures = costs_us(options.jobs, options.per_round)
    for name, figure in figures.items():
        print(f"{name:20}{figure:>10,.0f} us a job", flush=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
