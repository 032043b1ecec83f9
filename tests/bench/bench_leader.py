"""What a job costs the leader and the standby, without the broker: `python tests/bench/bench_leader.py`.

All that a leader does with its bytes, in one process: records of commands and reports are decoded, validated
and taken in, batches are decided by the real machine, and everything that a transaction would write is
encoded. A standby decodes each record of the log and folds it. Only librdkafka and the broker are left out.

The nodes are openb's 1,213 and the jobs those of `make bench-e2e`. Each job that is bound starts one round
later and ends two rounds later. Figures are microseconds of CPU time a job, from its command to its end;
nothing is asserted.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

from end_to_end import jobs
from muster.events.node_commands import StartTask
from muster.events.task_events import TaskExited, TaskStarted
from muster.events.topics import JOB_COMMANDS, NODE_COMMANDS, NODE_HEARTBEATS, SCHEDULER_LOG, TASK_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Collector, Delivery, ManualClock, Outgoing, Position
from muster.journal.codec import Codec
from muster.journal.leadership.leader import traced
from muster.journal.memory.registry import MemoryRegistry
from muster.lab.loads.traces import read_nodes
from muster.testkit.cores import build
from muster.testkit.simulation import MemoryObjects
from muster.testkit.simulation.processes.replica import new_machine
from muster.testkit.tokens import Tokens
from openb import OPENB

JOBS = 8_000
PER_ROUND = 100
ROUND_MS = 50

PARTS: tuple[str, ...] = ("decode", "step", "encode", "standby decode", "standby fold")


class Cell:
    """A leader and a standby with 1,213 nodes, and what their agents report.

    Args:
        per_round: Jobs that arrive together.

    Attributes:
        spent_s: CPU seconds by part.
        ended: Jobs that have ended.
    """

    def __init__(self, per_round: int) -> None:
        self._collector = Collector().__enter__()
        self.spent_s: dict[str, float] = dict.fromkeys(PARTS, 0.0)
        self.ended = 0
        self._per_round = per_round
        self._clock = ManualClock()
        self._codec = Codec(MemoryRegistry())
        self._tokens = Tokens(clock=self._clock)
        self._leader = new_machine("leader", self._clock, MemoryObjects())
        self._standby = new_machine("standby", self._clock, MemoryObjects())
        self._offsets = {
            topic.name: 0 for topic in (JOB_COMMANDS, TASK_EVENTS, NODE_HEARTBEATS, SCHEDULER_LOG)
        }
        self._ordered: list[StartTask] = []
        self._begun: list[StartTask] = []
        self._submitted = 0
        self._commit(self._leader.lead("leader", self._clock.now_ms()))
        self._join()

    def run(self, count: int) -> None:
        """So many jobs arrive, run and end."""
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

    def _join(self) -> None:
        nodes = read_nodes(OPENB / "openb_node_list_gpu_node.csv")
        joined = [
            build.node(
                n.node_id, gpus=n.gpu_count, model=n.gpu_model, cpu_milli=n.cpu_milli, memory_mib=n.memory_mib
            )
            for n in nodes
        ]
        beats = [build.beat(node) for node in joined]
        self._take([self._written(NODE_HEARTBEATS, _envelope(beat, beat.node_id, 0)) for beat in beats])
        while self._leader.next_deadline_ms() == self._clock.now_ms():
            self._take([])

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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="CPU of a job in leader and standby, without the broker.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--jobs", type=int, default=JOBS, help="how many jobs")
    parser.add_argument("--per-round", type=int, default=PER_ROUND, help="how many arrive together")
    options = parser.parse_args()
    figures = costs_us(options.jobs, options.per_round)
    for name, figure in figures.items():
        print(f"{name:20}{figure:>10,.0f} us a job", flush=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
