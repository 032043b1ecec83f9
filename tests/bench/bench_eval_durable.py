"""Cost of a case of a worker's run with durable results: answers on Postgres, batches on Kafka.

    tests/bench/bench_eval_durable.py ENDPOINTS_ENV POSTGRES_DSN [ROUNDS]

Marginal cost as in bench_eval: (T(500) - T(1)) / 499, best and median of the rounds, with the endpoint in a
process of its own, and Ray and the endpoint's actor there. Each run has an organisation without answers. The
second row asks nothing: all answers are kept. CPU is of this process and Ray's, not of Postgres and Kafka.
"""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import psycopg
from bench_eval import LIMITS, keep_actor, row, serving
from muster.eval.core.configs.documents import GoldenCase, cases_of, parse_cases, parse_config
from muster.eval.core.runs.orders import Order, batches
from muster.eval.edge.running.executing import Evaluation
from muster.eval.edge.running.results import Results
from muster.events.topics import EVAL_RESULTS
from muster.journal import SystemClock
from muster.journal.kafka import KafkaJournal
from muster.local import endpoints
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.leases import SharedRay, lease
from muster.scoring.kept_answers import Answers
from muster.testkit.chat_server import MODEL

CONFIG = parse_config(
    {"golden_set": "g", "endpoint": {"model": MODEL}, "tasks": {"t": {"checks": [{"kind": "exact"}]}}}
)


def main() -> None:
    """Print the table."""
    servers = endpoints.read(Path(sys.argv[1])).environment() | {"MUSTER_POSTGRES_DSN": sys.argv[2]}
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with serving(0.0) as url, durable(servers, url) as (engine, work), keep_actor(engine, url):
        print("| durable results | ms a case, best | median | CPU ms a case, median |\n|---|---|---|---|")
        row("asked, kept, scored, sent", work, rounds)
    with (
        serving(0.0) as url,
        durable(servers, url, "bench-cached") as (engine, work),
        keep_actor(engine, url),
    ):
        work(500)
        row("kept before: scored and sent", work, rounds)


@contextmanager
def durable(
    servers: Mapping[str, str], url: str, tenant: str = ""
) -> Generator[tuple[Engine, Callable[[int], None]]]:
    """Yield an engine, and a function that runs a number of cases; without a tenant each run has its own."""
    journal = KafkaJournal(
        servers["MUSTER_KAFKA_BOOTSTRAP"],
        servers["MUSTER_SCHEMA_REGISTRY_URL"],
        "bench",
        topics=(EVAL_RESULTS,),
    )
    with (
        closing(journal),
        closing(journal.producer("bench")) as producer,
        psycopg.connect(servers["MUSTER_POSTGRES_DSN"], autocommit=True) as connection,
        SharedRay() as ray,
        lease(ray.leases) as cluster,
        Engine(cluster) as engine,
    ):

        def work(count: int) -> None:
            run = uuid.uuid4().hex
            owner = tenant or f"t{run[:8]}"
            order = Order(
                run=run,
                tenant=owner,
                repository="r",
                commit="1f" * 20,
                golden_set="0" * 64,
                url=url,
                config=CONFIG,
            )
            evaluation = Evaluation(
                order,
                Endpoint(url, MODEL, limits=LIMITS),
                lambda: nullcontext(engine),
                Answers(connection, owner),
                Results(producer, SystemClock(), run, owner),
            )
            told = evaluation.run(batches(run, cases(count), CONFIG))
            assert (told.code, told.batches) == ("", -(-count // 25))

        yield engine, work


def cases(count: int) -> list[GoldenCase]:
    """Cases whose expected answer is what the echo gives."""
    lines = (
        json.dumps({"id": f"c{n}", "task": "t", "prompt": f"text {n}", "expected": f"text {n}"})
        for n in range(count)
    )
    return list(cases_of(parse_cases("\n".join(lines).encode()).lines))


if __name__ == "__main__":
    main()
