"""How fast the whole product is here: `python tests/bench/bench_stack.py [--json FILE] [--pods N]`.

Starts a stack of its own (downloads must be there), runs the demo on it, reads the run back from the log,
and stops everything. Decision latency is also given as a ratio to an empty Kafka transaction on the same
broker, so that figures of different machines, or of a busy and an idle one, can be set side by side. Nothing
is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing, Start
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.local import stack
from muster.local.endpoints import Endpoints
from muster.local.home import Home
from muster.scheduler.edge import report

COMMITS = 300
MUSTER = Path(sys.executable).with_name("muster")


def main() -> None:
    """Start, measure, stop."""
    parser = argparse.ArgumentParser(description="Stack start, memory, submit-to-bind.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--pods", type=int, default=2_000, help="pods of the trace to stream")
    parser.add_argument("--stream-s", type=float, default=25.0, help="seconds the stream takes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="muster-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        home = Home(Path(folder))
        try:
            figures = _measure(home, options.pods, options.stream_s)
        finally:
            stack.down(home)
    for name, figure in figures.items():
        print(f"{name:36}{figure:>14,.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


def _measure(home: Home, pods: int, stream_s: float) -> dict[str, float]:
    stack.up(home, any_ports=True)
    stack.down(home)
    begun = time.perf_counter()
    endpoints = stack.up(home).endpoints
    start_s = time.perf_counter() - begun
    resident = sum(standing.resident_bytes for standing in stack.status(home))
    command = [str(MUSTER), "demo", "--pods", str(pods), "--stream-s", str(stream_s)]
    subprocess.run(command, env={**os.environ, "MUSTER_HOME": str(home.root)}, check=True)
    run = _report(endpoints)
    commit_ms = _empty_commit_p50_ms(endpoints)
    return {
        "stack_warm_start_s": start_s,
        "stack_resident_gb": resident / 1e9,
        "submit_to_bind_p50_ms": run.at_once.p50_ms,
        "submit_to_bind_p99_ms": run.at_once.p99_ms,
        "inference_submit_to_running_p50_ms": run.serving.p50_ms,
        "inference_submit_to_running_p99_ms": run.serving.p99_ms,
        "empty_transaction_p50_ms": commit_ms,
        "submit_to_bind_p50_per_transaction": run.at_once.p50_ms / commit_ms,
        "binds_per_s": run.binds_per_s,
        "binds_per_s_best_second": run.binds_per_s_max,
    }


def _report(endpoints: Endpoints) -> report.Report:
    journal = KafkaJournal(endpoints.kafka_bootstrap, endpoints.schema_registry_url, "bench")
    reader = journal.reader(report.TOPICS, start=Start.BEGINNING, name="bench")
    fold = report.RunFold()
    fold.feed(reader.read_to_end())
    reader.close()
    return fold.report()


def _empty_commit_p50_ms(endpoints: Endpoints) -> float:
    topic = replace(SCHEDULER_LEASE, name=f"bench-{uuid4().hex[:8]}")
    create_topics(endpoints.kafka_bootstrap, [topic])
    register_schemas(endpoints.schema_registry_url, [topic])
    journal = KafkaJournal(endpoints.kafka_bootstrap, endpoints.schema_registry_url, "bench", topics=[topic])
    sequencer = journal.sequencer(f"bench-{uuid4().hex[:8]}")
    sequencer.fence()
    took: list[float] = []
    for number in range(COMMITS):
        renewed = LeaseRenewed(cell="bench", epoch=1, leader_id="bench")
        envelope = Envelope(
            event_id=str(number),
            key="bench",
            occurred_at_ms=0,
            producer="bench",
            correlation_id="bench",
            payload=renewed,
        )
        begun = time.perf_counter()
        sequencer.commit([Outgoing(topic, envelope)])
        took.append(time.perf_counter() - begun)
    sequencer.close()
    return sorted(took)[COMMITS // 2] * 1000


if __name__ == "__main__":
    main()
