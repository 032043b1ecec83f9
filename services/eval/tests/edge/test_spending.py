"""Runs that reserve what they spend, on Postgres, with a real Ray and a real endpoint."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from muster.eval.core.configs.documents import GoldenCase, cases_of, parse_cases, parse_config
from muster.eval.core.runs.orders import Order, Result, batches
from muster.eval.edge.running.executing import Evaluation, OpenEngine
from muster.eval.edge.running.results import Results
from muster.eval.edge.running.spending import Spending
from muster.events.eval_commands import TokenPrice
from muster.events.eval_results import CaseScore, CasesScored
from muster.events.topics import EVAL_RESULTS
from muster.journal import SystemClock
from muster.journal.memory import MemoryJournal
from muster.scoring.calling.costs import PICOS, Allowance, cost
from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.executing.clusters import watched
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.leases import SharedRay, lease
from muster.scoring.kept_answers import Answers
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, completion, error

pytestmark = [pytest.mark.stack, pytest.mark.slow, pytest.mark.xdist_group("ray")]

PRICE = TokenPrice(input_micros=1_000_000, output_micros=4_000_000)
ANSWER = cost(PRICE, 7, 3)
"""Cost of one of the server's replies: 19 millionths of a dollar."""

CONFIG = parse_config(
    {
        "golden_set": "sums",
        "endpoint": {"model": "model-a"},
        "sampling": {"max_tokens": 8},
        "tasks": {"add": {"checks": [{"kind": "exact"}]}},
    }
)
CASES = list(
    cases_of(
        parse_cases(
            "\n".join(
                json.dumps({"id": f"c{n}", "task": "add", "prompt": f"{n}", "expected": f"{n}"})
                for n in range(200)
            ).encode()
        ).lines
    )
)


@pytest.fixture
def connection(endpoints: Mapping[str, str]) -> Generator[psycopg.Connection[Any]]:
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def engine() -> Generator[Engine]:
    with SharedRay() as ray, lease(ray.leases) as cluster, Engine(cluster) as engine:
        yield engine


class Runner:
    """Evaluates one run as often as asked, each time as another attempt.

    Attributes:
        sent: Results of the last attempt, in order.
    """

    def __init__(self, connection: psycopg.Connection[Any], engine: Engine, cap_micros: int) -> None:
        self._connection, self._engine, self._cap = connection, engine, cap_micros
        suffix = uuid.uuid4().hex[:8]
        self.order = Order(
            run=f"run-{suffix}",
            tenant=f"t{suffix}",
            repository="repo-1",
            commit="1f" * 20,
            golden_set="0" * 64,
            url="",
            config=CONFIG,
            price=PRICE,
            cap_micros=cap_micros,
        )
        self.sent: list[CaseScore] = []

    def spending(self) -> Spending:
        """Reservations of a further attempt."""
        Answers(self._connection, self.order.tenant)
        worker = uuid.uuid4().hex
        return Spending(self._connection, self.order.tenant, self.order.run, worker, self._cap * PICOS)

    def run(self, server: ChatServer, engine: OpenEngine | None = None) -> Result:
        """Evaluate, on another engine if there is one."""
        limits = Limits(concurrency_max=16, attempts_max=3, first_pause_ms=1, longest_pause_ms=2)
        journal = MemoryJournal((EVAL_RESULTS,))
        with closing(journal.producer("w")) as producer:
            evaluation = Evaluation(
                self.order,
                Endpoint(server.url, "model-a", limits=limits),
                engine or (lambda: nullcontext(self._engine)),
                Answers(self._connection, self.order.tenant),
                Results(producer, SystemClock(), self.order.run, self.order.tenant),
                spending=self.spending(),
            )
            result = evaluation.run(self.planned)
        reader = journal.reader((EVAL_RESULTS,), name="test")
        self.sent = []
        for delivery in reader.read_to_end():
            scored = delivery.envelope.payload
            assert isinstance(scored, CasesScored)
            self.sent += scored.results
        return result

    @property
    def planned(self) -> list[list[GoldenCase]]:
        """Batches of the run."""
        return batches(self.order.run, CASES, CONFIG)

    @property
    def in_order(self) -> list[str]:
        """Cases in the order of the run."""
        return [case.id for batch in self.planned for case in batch]


def charged(received: Sequence[Received]) -> int:
    """Return the endpoint's bill: it charges every request."""
    return len(received) * ANSWER


def test_a_run_whose_ray_cluster_is_not_there_ends_with_a_code_and_keeps_nothing_reserved(
    connection: psycopg.Connection[Any], engine: Engine
) -> None:
    @contextmanager
    def unreached() -> Generator[Engine]:
        with watched("127.0.0.1:1", os.abort, reach_s=0.1):
            yield engine

    runner = Runner(connection, engine, cap_micros=3_000)
    with chat_server() as server:
        result = runner.run(server, unreached)
        assert (result.code, server.received) == ("RAY_NOT_REACHED", [])
        assert "127.0.0.1:1; must be that of a running one: ConnectionRefusedError" in result.reason
        assert runner.spending().allowance == Allowance(cap=3_000 * PICOS, held=0, used=0)


def test_a_run_stops_at_its_cap_after_the_first_cases_of_its_order(
    connection: psycopg.Connection[Any], engine: Engine
) -> None:
    runner = Runner(connection, engine, cap_micros=3_000)
    with chat_server() as server:
        result = runner.run(server)
        assert result.code == "CAP_REACHED"
        assert result.reason.startswith("cap is 0.003 USD; 0.00")
        asked = [each.case for each in runner.sent]
        assert asked == runner.in_order[: len(asked)]
        assert 0 < len(asked) == len(server.received) < len(CASES)
        assert charged(server.received) == sum(each.cost_picos for each in runner.sent) <= 3_000 * PICOS
        assert result.unsettled_micros == 0
        assert all(len(each.key) == 64 for each in runner.sent)
        again = runner.run(server)
        assert replace(again, reason="") == replace(result, reason="")
        assert len(server.received) == len(asked)


def test_attempts_that_may_be_charged_count_at_their_worst(
    connection: psycopg.Connection[Any], engine: Engine
) -> None:
    runner = Runner(connection, engine, cap_micros=40_000)

    def script(request: Received) -> Reply:
        return error(500) if request.number % 3 == 0 else completion(request.text)

    with chat_server(script) as server:
        result = runner.run(server)
        spent = sum(each.cost_picos for each in runner.sent)
        assert charged(server.received) < spent <= 40_000 * PICOS
        assert result.batches * 25 >= len(runner.sent)


def test_reservations_of_a_killed_worker_are_not_spent_again(
    connection: psycopg.Connection[Any], engine: Engine
) -> None:
    runner = Runner(connection, engine, cap_micros=100_000)
    dead = runner.spending()
    assert dead.reserve([98_000 * PICOS]) == 1
    with chat_server() as server:
        result = runner.run(server)
        assert result.code == "CAP_REACHED"
        assert result.unsettled_micros == 98_000
        assert charged(server.received) <= 2_000 * PICOS


def test_workers_of_one_run_never_reserve_more_than_its_cap_together(
    endpoints: Mapping[str, str], connection: psycopg.Connection[Any], engine: Engine
) -> None:
    runner = Runner(connection, engine, cap_micros=1)
    watch = runner.spending()

    def work(worker: int) -> int:
        with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as own:
            mine = Spending(own, runner.order.tenant, runner.order.run, f"w{worker}", PICOS)
            used = 0
            for step in range(40):
                worst = [30_000 + worker, 20_000]
                granted = mine.reserve(worst)
                allowance = watch.allowance if worker == 0 else mine.allowance
                assert allowance.held + allowance.used <= PICOS
                if granted and step % 4:
                    mine.settle(sum(worst[:granted]), granted * 9_000)
                    used += granted * 9_000
            return used

    with ThreadPoolExecutor(4) as pool:
        used = sum(pool.map(work, range(4)))
    assert watch.allowance.used == used
    assert watch.allowance.remaining >= 0


def test_reservations_of_unsent_questions_end_with_an_endpoint_without_quota(
    connection: psycopg.Connection[Any], engine: Engine
) -> None:
    runner = Runner(connection, engine, cap_micros=100_000)

    def script(request: Received) -> Reply:
        return completion(request.text) if request.number <= 30 else error(429, code="insufficient_quota")

    with chat_server(script) as server:
        result = runner.run(server)
    assert (result.code, result.unsettled_micros < 1_000) == ("QUOTA_GONE", True), "at most 30 answers"
    assert runner.spending().allowance.remaining > 99_000 * PICOS
