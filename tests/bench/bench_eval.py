"""Cost of a case of an evaluation beside the model: driver, actor, HTTP on loopback, scoring, result.

    tests/bench/bench_eval.py [ROUNDS]

The endpoint is a process of its own with testkit's ChatServer. Marginal cost: (T(500) - T(1)) / 499, best and
median of the rounds; Ray has started and the actor is there (an endless run keeps it). Then 500 cases of
100 ms at concurrency 50, whose ideal is 1.0 s. `bare` rows: the same requests by httpx alone, and by the
client alone, without Ray. CPU is of all processes but the server, user and system.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter

import httpx
import psutil
from eval_scorers import is_expected
from muster.scoring.calling.client import Client
from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.calling.prompts import Message, Prompt, request_body
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item
from muster.scoring.executing.leases import SharedRay, lease
from muster.scoring.executing.system import SystemClock
from muster.testkit.chat_server import MODEL, chat_server, echo_after

CASES = 500
LIMITS = Limits(concurrency_max=50)


def main() -> None:
    """Print both tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    began = perf_counter()
    with SharedRay() as ray, lease(ray.leases) as cluster, Engine(cluster) as engine:
        with serving(0.0) as url:
            through_engine(engine, url)(1)
            print(f"first case, with the start of Ray: {perf_counter() - began:.1f} s\n")
            print("| no latency | ms a case, best | median | CPU ms a case, median |\n|---|---|---|---|")
            with keep_actor(engine, url):
                row("the whole way", through_engine(engine, url), rounds)
            row("bare: client without Ray", through_client(url), rounds)
            row("bare: one httpx.AsyncClient, no limits or retries", through_httpx(url), rounds)
        with serving(0.1) as url, keep_actor(engine, url):
            took = [timed(through_engine(engine, url), CASES)[0] for _ in range(rounds)]
            shown = f"best {min(took):.2f} s, median {median(took):.2f} s"
            print(f"\n{CASES} cases of 100 ms at concurrency 50: {shown}")


def items(count: int) -> list[Item[str]]:
    """Cases whose expected answer is what the echo gives."""
    return [Item(Prompt(f"{n}", (Message("user", f"text {n}"),)), f"text {n}") for n in range(count)]


@contextmanager
def serving(delay_s: float) -> Generator[str]:
    """A server process that echoes after a pause; its base address."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(delay_s, theirs), daemon=True)
    process.start()
    yield ours.recv()
    process.kill()
    process.join()


def serve(delay_s: float, told: Connection) -> None:
    """Serve until killed."""
    with chat_server(echo_after(delay_s)) as server:
        told.send(server.url)
        told.recv()


@contextmanager
def keep_actor(engine: Engine, url: str) -> Generator[None]:
    """The endpoint's actor, for as long as the block lasts; the limiter has seen one run."""
    keeping = engine.run(Endpoint(url, MODEL, limits=LIMITS), items(1), is_expected)
    through_engine(engine, url)(100)
    yield
    keeping.close()


def through_engine(engine: Engine, url: str) -> Callable[[int], None]:
    """All cases by a run."""

    def work(count: int) -> None:
        run = engine.run(Endpoint(url, MODEL, limits=LIMITS), items(count), is_expected)
        scores = [each.score for batch in run for each in batch]
        assert scores == [True] * count

    return work


def through_client(url: str) -> Callable[[int], None]:
    """All cases by the client alone."""

    async def work(count: int) -> None:
        async with Client(Endpoint(url, MODEL, limits=LIMITS), SystemClock(), lambda: 0.5) as client:
            await asyncio.gather(*(client.ask(each.prompt) for each in items(count)))

    return lambda count: asyncio.run(work(count))


def through_httpx(url: str) -> Callable[[int], None]:
    """All cases by httpx alone, 50 at once."""

    async def work(count: int) -> None:
        async with httpx.AsyncClient(trust_env=False) as client:
            left = iter(items(count))

            async def one_after_the_other() -> None:
                for each in left:
                    answer = await client.post(
                        f"{url}/chat/completions", content=request_body(MODEL, each.prompt)
                    )
                    assert json.loads(answer.content)["choices"][0]["message"]["content"] == each.material

            await asyncio.gather(*(one_after_the_other() for _ in range(50)))

    return lambda count: asyncio.run(work(count))


def cpu_s() -> float:
    """CPU seconds of this process and its children so far, but for the server's."""
    me = psutil.Process()
    others = [each for each in me.children(recursive=True) if "spawn_main" not in " ".join(each.cmdline())]
    return sum(each.cpu_times().user + each.cpu_times().system for each in [me, *others])


def timed(work: Callable[[int], None], count: int) -> tuple[float, float]:
    """Wall-clock and CPU seconds."""
    cpu, began = cpu_s(), perf_counter()
    work(count)
    took = perf_counter() - began
    return took, cpu_s() - cpu


def row(name: str, work: Callable[[int], None], rounds: int) -> None:
    """Measure and print one row."""
    work(50)
    pairs = [(timed(work, 1), timed(work, CASES)) for _ in range(rounds)]
    wall = [1000 * (many[0] - one[0]) / (CASES - 1) for one, many in pairs]
    cpu = [1000 * (many[1] - one[1]) / (CASES - 1) for one, many in pairs]
    print(f"| {name} | {min(wall):.2f} | {median(wall):.2f} | {median(cpu):.2f} |", flush=True)


if __name__ == "__main__":
    main()
