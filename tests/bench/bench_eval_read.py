"""Reading of evaluations with many results: show, list, a page of cases, compare, the HTML report.

    tests/bench/bench_eval_read.py ENDPOINTS_ENV [CASES...]

For each number of cases (default 500, 100,000 and 500,000) two completed evaluations of one golden set, each
case right with a probability of 0.9, are put into tables of their own on Postgres; the API runs in this
process. Milliseconds at the client, best and median of the rounds, and CPU of this process, without Postgres.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import httpx
import psycopg
from muster.eval.config import Settings
from muster.eval.edge.http import API
from muster.events.eval_commands import GoldenTask
from muster.events.eval_events import (
    EvalEnded,
    EvalOutcome,
    EvalStarted,
    GateDecided,
    GateTask,
    GateVerdict,
    GoldenSetActivated,
)
from muster.events.topics import EVAL_EVENTS
from muster.events.wire.envelope import Envelope
from muster.identity.devkeys import ISSUER, ensure_keys, mint
from muster.journal import Outgoing
from muster.local import endpoints
from muster.testkit.api.declared_api import serve_declared
from muster.testkit.offline import offline

ROUNDS = 5
WHERE: dict[str, Any] = {"repository": "repo-1", "tenant": "acme"}
REQUESTS = {
    "show": "/v1/evals/now",
    "list": "/v1/evals",
    "page of 100 cases": "/v1/evals/now/cases?limit=100",
    "page of flipped cases": "/v1/evals/now/cases?which=flipped&limit=100",
    "compare": "/v1/evals/now/comparison?baseline=before",
    "HTML report": "/v1/evals/now/report?format=html",
}


def main() -> None:
    """Print a table for each number of cases."""
    values = endpoints.read(Path(sys.argv[1])).environment()
    counts = [int(each) for each in sys.argv[2:]] or [500, 100_000, 500_000]
    with TemporaryDirectory() as folder:
        home = Path(folder)
        keys = ensure_keys(home)
        token = mint(home, subject="ann", tenant="acme", roles=["submitter"], ttl_s=3_600)
        dsn = values["MUSTER_POSTGRES_DSN"]
        given = {name.removeprefix("MUSTER_").lower(): value for name, value in values.items()}
        settings = offline(Settings, **{**given, "jwt_jwks_file": keys.jwks_file, "jwt_issuer": ISSUER})
        for count in counts:
            with serve_declared(API, settings, facts(count)) as url:
                fill(dsn, count)
                headers = {"Authorization": f"Bearer {token}"}
                with httpx.Client(base_url=url, trust_env=False, timeout=300, headers=headers) as client:
                    print(f"\n| {count:,} cases | ms, best | median | CPU ms, median |\n|---|---|---|---|")
                    for name, path in REQUESTS.items():
                        row(name, lambda path=path: client.get(path).raise_for_status())


def facts(count: int) -> list[Outgoing]:
    """Two evaluations without their results; the second one's baseline is the first."""
    task = GoldenTask(task="t", cases=count, clusters=count, largest=1)
    golden = GoldenSetActivated(
        name="g", digest="6d" * 32, tasks=(task,), source="", tenant="acme", requested_by="acme/ann"
    )
    found = [fact(golden, 0)]
    for place, (run, commit) in enumerate([("before", "1f" * 20), ("now", "2e" * 20)], start=1):
        started = EvalStarted(
            run=run,
            commit=commit,
            baseline="1f" * 20 if run == "now" else "",
            config="release",
            config_digest="5c" * 32,
            cases=count,
            requested_by="acme/ann",
            golden_set="6d" * 32,
            **WHERE,
        )
        figures = GateTask(task="t", verdict=GateVerdict.PASSED, value=0.9, cases=count)
        gate = GateDecided(
            run=run,
            commit=commit,
            gate="release",
            verdict=GateVerdict.PASSED,
            blocking=True,
            reason="",
            tasks=(figures,),
            config_digest="5c" * 32,
            **WHERE,
        )
        ended = EvalEnded(run=run, commit=commit, outcome=EvalOutcome.COMPLETED, cases_done=count, **WHERE)
        found += [fact(each, place) for each in (started, gate, ended)]
    return found


def fact(payload: Any, at_ms: int) -> Outgoing:
    """A record of eval-events."""
    envelope = Envelope(
        event_id=f"{type(payload).__name__}-{at_ms}",
        key="k",
        occurred_at_ms=at_ms,
        producer="bench",
        correlation_id="c",
        payload=payload,
    )
    return Outgoing(EVAL_EVENTS, envelope)


def fill(dsn: str, count: int) -> None:
    """Put results and sums of batches of both evaluations into the newest tables for reading."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        [schema] = connection.execute(_NEWEST).fetchone() or [""]
        connection.execute("SELECT set_config('search_path', %s, false)", (schema,))
        connection.execute("SELECT setseed(0.5)")
        for run in ("before", "now"):
            connection.execute(_RESULTS, {"run": run, "count": count})
        connection.execute(_BATCHES)
        connection.execute("ANALYZE")


def row(name: str, work: Callable[[], Any]) -> None:
    """Measure and print one row."""
    work()
    walls, cpus = list[float](), list[float]()
    for _ in range(ROUNDS):
        cpu, began = process_time(), perf_counter()
        work()
        walls.append(1000 * (perf_counter() - began))
        cpus.append(1000 * (process_time() - cpu))
    print(f"| {name} | {min(walls):,.0f} | {median(walls):,.0f} | {median(cpus):,.0f} |", flush=True)


_NEWEST = """
SELECT nspname FROM pg_namespace WHERE nspname LIKE 'reading\\_%' ORDER BY oid DESC LIMIT 1
"""

_RESULTS = """
INSERT INTO results (run, case_id, batch, place, task, cluster, score, code, reason, answer, cached,
                     tokens_in, tokens_out, latency_ms, key, cost_picos)
SELECT %(run)s, 'case-' || n, (row_number() OVER (ORDER BY md5(%(run)s || n)) - 1) / 25,
       (row_number() OVER (ORDER BY md5(%(run)s || n)) - 1) %% 25, 't', 'case:case-' || n,
       (random() < 0.9)::integer, '', 'the number differs', md5(n::text), false, 20, 5,
       (100 + 50 * random())::integer, md5(%(run)s || n), 0
FROM generate_series(1, %(count)s) AS n
"""

_BATCHES = """
INSERT INTO batches (run, batch, done, scored, cached, tokens_in, tokens_out, judged, judge_unread,
                     judge_tokens_in, judge_tokens_out, cost_picos)
SELECT run, batch, count(*), count(score), 0, sum(tokens_in), sum(tokens_out), 0, 0, 0, 0, 0
FROM results GROUP BY run, batch
"""

if __name__ == "__main__":
    main()
