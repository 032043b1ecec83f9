"""Time from a CI step to its verdict in a running product, and beside a run of the night.

    MUSTER_HOME=HOME tests/bench/bench_eval_gate.py

    cached   500 cases whose answers are kept: `muster eval run --wait`, from start to exit
    alone    500 cases: when `muster eval run` has ended, the first case is asked, and the last
    beside   the same while 5,000 cases of a run that only advises are asked in the other slot

The endpoints are servers of this process; each answer of the night's takes half a second.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Final

from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion

CASES: Final = 500
NIGHTLY: Final = 5_000
ROUNDS: Final = 5
MODEL: Final = "echo"


def main() -> None:
    """Print a line for each figure."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        suffix = uuid.uuid4().hex[:8]
        gate, night = f"gate-{suffix}", f"night-{suffix}"
        activate(folder, gate, CASES, blocking=True)
        activate(folder, night, NIGHTLY, blocking=False)
        model = f"local/bench-{suffix}"
        (folder / "weights.txt").write_text(suffix)
        muster("model", "push", str(folder / "weights.txt"), model)
        with chat_server(answer) as server, chat_server(slow_answer) as slow:
            evaluate(model, gate, server)
            took = sorted(evaluate(model, gate, server) for _ in range(ROUNDS))
            assert len(server.received) == CASES, "answers are kept"
            print(
                f"cached: {median(took):.2f} s median of {ROUNDS} (least {took[0]:.2f}, most {took[-1]:.2f})"
            )
            for _ in range(ROUNDS):
                print_paid("alone", folder, model, gate, server)
            muster("eval", "run", model, "-c", night, "--url", slow.url)
            until(slow, 200)
            for _ in range(ROUNDS):
                print_paid("beside", folder, model, gate, server)
            print(f"the night's run has asked {len(slow.received):,} of {NIGHTLY:,}")


def activate(folder: Path, name: str, cases: int, *, blocking: bool) -> None:
    """Put a golden set and a config of one name in force."""
    lines = [
        json.dumps({"id": f"c-{n}", "task": "echo", "prompt": f"{name} {n}", "expected": f"{name} {n}"})
        for n in range(cases)
    ]
    (folder / "golden.jsonl").write_text("\n".join(lines))
    config = {
        "golden_set": name,
        "endpoint": {"model": MODEL, "concurrency": 16},
        "tasks": {"echo": {"checks": [{"kind": "exact"}]}},
        "gate": {"blocking": blocking},
    }
    (folder / "config.yaml").write_text(json.dumps(config))
    muster("eval", "golden-set", name, str(folder / "golden.jsonl"))
    muster("eval", "config", name, str(folder / "config.yaml"))


def print_paid(title: str, folder: Path, model: str, config: str, server: ChatServer) -> None:
    """Push a version, evaluate it, and print when its first case was asked, and its last."""
    (folder / "weights.txt").write_text(uuid.uuid4().hex)
    muster("model", "push", str(folder / "weights.txt"), model)
    before, begun = len(server.received), perf_counter()
    muster("eval", "run", model, "-c", config, "--url", server.url)
    commanded = perf_counter() - begun
    until(server, before + 1)
    first = perf_counter() - begun
    until(server, before + CASES)
    last = perf_counter() - begun
    print(f"{title}: command {commanded:.2f} s, first case {first:.2f} s, last {last:.2f} s")
    muster("eval", "show", model, "--wait")


def evaluate(model: str, config: str, server: ChatServer) -> float:
    """Return the seconds of a CI step that waits for its verdict."""
    begun = perf_counter()
    muster("eval", "run", model, "-c", config, "--url", server.url, "--wait")
    return perf_counter() - begun


def muster(*words: str) -> None:
    """Run a command; it must succeed."""
    subprocess.run([Path(sys.executable).with_name("muster"), *words], check=True, capture_output=True)


def until(server: ChatServer, count: int) -> None:
    """Wait until a server has received `count` requests."""
    while len(server.received) < count:
        sleep(0.005)


def answer(request: Received) -> Reply:
    """Answer with the question."""
    return completion(request.text, model=MODEL)


def slow_answer(request: Received) -> Reply:
    """Answer with the question after half a second."""
    return Reply(answer(request).body, delay_s=0.5)


if __name__ == "__main__":
    main()
