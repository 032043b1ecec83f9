"""Time of an evaluation with up to 3 verdicts a case against endpoints that allow 20 requests a second.

    tests/bench/bench_eval_judged.py POSTGRES_DSN [CASES]

The run is the worker's: Ray, kept answers and verdicts on Postgres, results on a journal in memory. Model and
judge are servers of this process, each of which answers more than 20 requests in a second with 429. The ideal
is their sum at that rate: verdicts follow answers. Without a limit, the same run says what a case costs.
"""

from __future__ import annotations

import json
import sys
import uuid
from collections import deque
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import psutil
from muster.eval.core.configs.documents import parse_config
from muster.eval.core.judges import hash_of
from muster.eval.core.runs.orders import Order
from muster.scoring.executing.leases import SharedRay
from muster.testkit.chat_server import Received, Reply, Script, chat_server, completion, error

RATE = 20
SAMPLES = 3
CASES = 500


def main() -> None:
    """Print a line for the start, for a run without a limit, and for one with."""
    dsn, cases = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else CASES
    sys.path.append(str(Path(__file__).parents[2] / "services/eval/tests/edge"))
    run: Any = import_module("judging_process")
    with SharedRay() as ray:
        for rate, counted in ((None, 1), (None, CASES), (RATE, cases)):  # the first starts Ray
            model, judge = at_rate(rate, talker), at_rate(rate, grader)
            with chat_server(model) as model_server, chat_server(judge) as judge_server:
                body = run.body_of(order(model_server.url, judge_server.url, rate), lines(counted))
                began, before = perf_counter(), cpu_s()
                told, results = run.answer_of(run.evaluate(dsn, ray.leases, body))
                took, cpu = perf_counter() - began, cpu_s() - before
                assert told.code == "" and len(results) == counted
                assert all(each.score == 0.75 for each in results)
                sent = len(model_server.received), len(judge_server.received)
            ideal = f"ideal {sum(sent) / rate:.1f} s" if rate else "no limit"
            print(
                f"{counted} cases, {sent[0]} answers and {sent[1]} verdicts asked for, {ideal}: "
                f"{took:.1f} s, {1000 * cpu / counted:.1f} ms of CPU a case, with the servers",
                flush=True,
            )


def order(model: str, judge: str, rate: int | None) -> Order:
    """An order of an organisation that has no answers yet."""
    limit = {} if rate is None else {"requests_per_s": rate}
    config = parse_config(
        {
            "golden_set": "chats",
            "endpoint": {"model": "talker", "url": model, **limit},
            "tasks": {"chat": {}},
            "gate": {"kind": "creative"},
            "judge": {"endpoint": {"model": "grader", "url": judge, **limit}, "samples": SAMPLES},
        }
    )
    return Order(
        run="bench",
        tenant=f"t{uuid.uuid4().hex[:8]}",
        repository="repo-chat",
        commit="1f" * 20,
        golden_set="0" * 64,
        url=model,
        config=config,
        judge=hash_of(config),
    )


def lines(count: int) -> bytes:
    """Lines of a golden set."""
    cases = ({"id": f"chat-{n}", "task": "chat", "prompt": f"context {n}"} for n in range(count))
    return "\n".join(map(json.dumps, cases)).encode()


def talker(request: Received) -> Reply:
    """Answer as a model."""
    return completion(f"response to {request.text}", model="talker")


def grader(request: Received) -> Reply:
    """Answer as a judge."""
    del request
    return completion(json.dumps({"reason": "because", "score": 4}), model="grader")


def at_rate(rate: int | None, script: Script) -> Script:
    """Answer at most `rate` requests in any second, and others with 429."""
    answered: deque[float] = deque()

    def limited(request: Received) -> Reply:
        now = perf_counter()
        while answered and answered[0] < now - 1:
            answered.popleft()
        if rate is not None and len(answered) >= rate:
            return error(429, retry_after="1")
        answered.append(now)
        return script(request)

    return limited


def cpu_s() -> float:
    """CPU seconds of this process and of its children so far."""
    children = psutil.Process().children(recursive=True)
    return process_time() + sum(sum(each.cpu_times()[:2]) for each in children)


if __name__ == "__main__":
    main()
