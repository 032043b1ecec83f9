"""How fast a deciding service is: `MUSTER_... python tests/bench/bench_deciding.py [--commands N]`.

On the servers that the environment names, with topics of its own: the names service in a process of its own
(state in a local file), commands by this one. Saturation: N commands lie there before the service is let go;
the time until the broker has the last fact. Latency: 100 commands a second, from just before `send` until a
read-committed reader of names-events has the fact. CPU is the service's process, user and system. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from uuid import uuid4

import psutil
from muster.events.topics import PROCESS_LEASE
from muster.journal import Outgoing, Start
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.telemetry.percentile import nearest_rank
from muster.testkit.samples.names.process import lease_topic
from muster.testkit.samples.names.records import NamesTopics, SetQuota, TakeName
from muster.testkit.samples.names.service import envelope_of
from muster.testkit.stack.topics import remove_topics

RATE_PER_S = 100


def main() -> None:
    """Put topics in place, measure, remove them."""
    parser = argparse.ArgumentParser(description="Commands per second and latency of a deciding service.")
    parser.add_argument("--commands", type=int, default=20_000, help="commands of the saturation run")
    parser.add_argument("--latency-s", type=int, default=20, help="seconds of the latency run")
    parser.add_argument("--store", default="", help="file for the state; a temporary one, or `memory`")
    options = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="bench-deciding-")
    bench = Bench()
    try:
        store = options.store or str(Path(folder.name) / "names.db")
        figures = bench.run(options.commands, options.latency_s, "" if store == "memory" else store)
    finally:
        bench.close()
        folder.cleanup()
    for name, figure in figures.items():
        print(f"{name:40}{figure:>14,.3f}")


class Bench:
    """The topics, the load and the measuring reader."""

    def __init__(self) -> None:
        self._suffix = f"bench-{uuid4().hex[:8]}"
        self._bootstrap = os.environ["MUSTER_KAFKA_BOOTSTRAP"]
        self._registry = os.environ["MUSTER_SCHEMA_REGISTRY_URL"]
        self._topics = NamesTopics(self._suffix)
        self._all = (*self._topics.all(), lease_topic(self._suffix))
        create_topics(self._bootstrap, self._all)
        register_schemas(self._registry, self._all)
        every = (*self._all, PROCESS_LEASE)
        self._journal = KafkaJournal(self._bootstrap, self._registry, "bench", topics=every)
        self._producer = self._journal.producer("load")
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, commands: int, latency_s: int, store: str) -> dict[str, float]:
        """Every figure by name."""
        usage = self._start(store)
        usage.suspend()
        self._ask(0, SetQuota(organisation="acme", names_max=10_000_000))
        for n in range(1, commands + 1):
            self._ask(n, TakeName(name=f"n{n}", organisation="acme", keep_ms=0))
            if n % 5_000 == 0:
                self._producer.flush(30)
        self._producer.flush(30)
        begun_ms, begun_cpu = time.time() * 1_000, _cpu_s(usage)
        usage.resume()
        last_ms = self._wait_for_facts(commands + 1)
        cpu_s = _cpu_s(usage) - begun_cpu
        return {
            "commands_per_s_at_saturation": 1_000 * commands / (last_ms - begun_ms),
            "cpu_ms_per_command_at_saturation": 1_000 * cpu_s / commands,
            **self._latency(commands, latency_s, usage),
        }

    def _start(self, store: str) -> psutil.Process:
        """The service, once it leads."""
        program = [
            sys.executable,
            "-m",
            "muster.testkit.samples.names.process",
            self._suffix,
            "bench",
            "",
            store,
            "2000",
        ]
        self._process = subprocess.Popen(program, stderr=subprocess.DEVNULL)
        log = self._journal.reader([self._topics.log], name="log")
        while not log.poll(1, 1.0):
            if self._process.poll() is not None:
                raise RuntimeError(f"the service ended with {self._process.returncode}")
        log.close()
        return psutil.Process(self._process.pid)

    def _wait_for_facts(self, count: int) -> int:
        """Return when the broker had the last of `count` facts, milliseconds since 1970 UTC."""
        facts = self._journal.reader([self._topics.events], name="facts", start=Start.BEGINNING)
        seen, last_ms = 0, 0
        while seen < count:
            got = [d for d in facts.poll(1_000, 1.0) if d.envelope.causation_id]
            seen += len(got)
            last_ms = max([last_ms, *(d.appended_at_ms for d in got)])
        facts.close()
        return last_ms

    def _latency(self, begin: int, seconds: int, usage: psutil.Process) -> dict[str, float]:
        facts = self._journal.reader([self._topics.events], name="latency", start=Start.END)
        sent: dict[str, float] = {}
        took_us: list[int] = []
        count = seconds * RATE_PER_S

        def read() -> None:
            while len(took_us) < count:
                for delivery in facts.poll(1_000, 1.0):
                    if delivery.envelope.causation_id is None:
                        continue  # a watermark
                    now = time.perf_counter()
                    took_us.append(round(1e6 * (now - sent[delivery.envelope.causation_id or ""])))

        reading = threading.Thread(target=read)
        reading.start()
        begun, begun_cpu = time.perf_counter(), _cpu_s(usage)
        for n in range(count):
            pause_s = begun + n / RATE_PER_S - time.perf_counter()
            if pause_s > 0:
                time.sleep(pause_s)
            number = begin + 1 + n
            sent[f"e{number}"] = time.perf_counter()
            self._ask(number, TakeName(name=f"n{number}", organisation="acme", keep_ms=0))
        reading.join(60)
        cpu_s = _cpu_s(usage) - begun_cpu
        facts.close()
        took_us.sort()
        return {
            "command_to_fact_p50_ms": nearest_rank(took_us, 50) / 1_000,
            "command_to_fact_p99_ms": nearest_rank(took_us, 99) / 1_000,
            f"cpu_ms_per_command_at_{RATE_PER_S}_per_s": 1_000 * cpu_s / count,
        }

    def _ask(self, number: int, payload: SetQuota | TakeName) -> None:
        self._producer.send(Outgoing(self._topics.commands, envelope_of(f"e{number}", payload)))

    def close(self) -> None:
        """End the service, remove the topics."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
        self._producer.close()
        self._journal.close()
        remove_topics(self._bootstrap, self._registry, self._all)


def _cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    main()
