"""Comparisons of two evaluations, and figures of one, from the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final, NamedTuple

from fastapi.concurrency import run_in_threadpool
from muster.api import Problem, not_found, unavailable
from muster.eval.core import comparisons, held_out
from muster.eval.core.comparisons import ChangedCase, Evaluation
from muster.eval.core.reporting.report import SCORE_BARS
from muster.eval.edge.routes import queries
from muster.events.eval_commands import GoldenTask
from muster.events.refusal import in_words
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

CHANGED: Final = 20
"""Cases that an answer shows by default."""

_TURNS: Final = asyncio.Semaphore(2)
"""Comparisons at a time: one of 100,000 cases holds tens of MiB and takes seconds of a core."""


class ComparedEval(TypedDict):
    """One of two evaluations."""

    run: str
    repository: str
    commit: str
    config: str
    state: str
    cases: int
    scored: Annotated[int, "Cases with a score."]
    paid: Annotated[int, "Cases that were asked."]
    cached: Annotated[int, "Cases whose answer was there already."]
    cost: Annotated[str | None, "US dollars, so far at most, without its judge; null: no price."]
    latency_p50_ms: Annotated[int | None, "Of the answers, when they were asked; null: there is none."]
    latency_p95_ms: int | None
    tokens_out: Annotated[int, "Of the cases that were asked."]


class ComparedTask(TypedDict):
    """One task of both. Differences are this evaluation - baseline."""

    task: str
    cases: Annotated[int, "Cases with a score."]
    value: Annotated[float | None, "Their mean."]
    coverage: Annotated[float, "Share of the cases that have a score."]
    baseline_cases: Annotated[int, "Cases of the baseline with a score."]
    baseline_value: Annotated[float | None, "Their mean."]
    pairs: Annotated[int, "Cases with a score in both."]
    difference: Annotated[float | None, "Mean over the pairs; null: there are none."]
    lower: Annotated[float | None, "The true difference is below it with a probability of 5 % at most."]
    upper: Annotated[float | None, "It is above this with the same probability at most."]
    detectable: Annotated[float | None, "The smallest difference that these pairs show."]
    worsened: Annotated[int, "Pairs below the baseline."]
    improved: Annotated[int, "Pairs above it."]


class FlippedCase(TypedDict):
    """Case that both score differently."""

    case_id: str
    task: str
    score: float
    baseline: float
    change: float
    reason: Annotated[str, "One sentence about the score; it may quote the model."]


class ComparisonAnswer(TypedDict):
    """Two evaluations, case by case."""

    run: ComparedEval
    baseline: ComparedEval
    of_verdict: Annotated[bool, "The verdict of the run compares with this baseline: figures are the same."]
    warnings: Annotated[list[str], "Reasons for doubt."]
    tasks: list[ComparedTask]
    flipped: Annotated[list[FlippedCase], "The worst first."]


class _Row(ComparedEval):
    config_digest: str
    golden_set: str
    judge_hash: str
    tasks: Any
    plan: Any
    held_out_plan: Any
    comparable: str
    verdicts_baseline: str


class _Counted(TypedDict):
    run: str
    task: str
    bar: int | None
    cases: int


class _Batch(TypedDict):
    """Results of a batch, column by column: 500,000 rows take longer to make than to read."""

    cases: list[str]
    tasks: list[str]
    clusters: list[str]
    scores: list[float | None]
    subsets: list[str]


class _Result(NamedTuple):
    case: str
    task: str
    cluster: str
    score: float | None
    subset: str


class _Reason(TypedDict):
    case_id: str
    score: float
    reason: str


async def compared(tables: Tables, tenant: str, run: str, baseline: str, limit: int) -> ComparisonAnswer:
    """Return a comparison.

    Args:
        tables: Of this service.
        tenant: Organisation of both.
        run: Id of an evaluation.
        baseline: Id of another; empty: the one that the verdict compares with.
        limit: Most flipped cases.

    Raises:
        Problem: 404 there is no such evaluation; 422 they are not to be compared; 503 not all of their
            results are in the tables yet.
    """
    this = await _row(tables, tenant, run)
    if not baseline and not this["verdicts_baseline"]:
        text = f"{run} was compared with no evaluation; name a baseline"
        raise Problem(404, "not-found", "Not found", text)
    other = await _row(tables, tenant, baseline or this["verdicts_baseline"])
    sides = _evaluation(this), _evaluation(other)
    if (found := comparisons.violation(*sides)) is not None:
        raise Problem(422, "not-comparable", "Not comparable", in_words([found]), violations=[found])
    async with _TURNS:
        results, before = [await _results(tables, each) for each in (this, other)]
        made = await run_in_threadpool(comparisons.compare, sides[0], results, before)
    return {
        "run": _side(this),
        "baseline": _side(other),
        "of_verdict": other["run"] == this["verdicts_baseline"],
        "warnings": list(comparisons.warnings(*sides)),
        "tasks": [ComparedTask(**asdict(each)) for each in made.tasks],
        "flipped": await _flipped(tables, run, made.changed[:limit]),
    }


async def figures(tables: Tables, tenant: str, run: str) -> dict[str, Any]:
    """Return the figures of a page about an evaluation, as fields of `reporting.report.Figures`."""
    this = await _row(tables, tenant, run)
    runs, tasks = [_side(this)], list[ComparedTask]()
    if this["verdicts_baseline"] and _is_decided(this):
        found = await compared(tables, tenant, run, "", CHANGED)
        runs.append(found["baseline"])
        tasks = found["tasks"]
    counted = await tables.rows(_Counted, _COUNTS, {"runs": [each["run"] for each in runs]})
    return {
        "runs": runs,
        "compared": tasks,
        "scores": list(_scores(counted, *(each["run"] for each in runs))),
    }


def _scores(counted: Sequence[_Counted], run: str, baseline: str = "") -> Iterator[dict[str, Any]]:
    """Yield the distribution of each task's scores."""
    found = {(each["run"], each["task"], each["bar"]): each["cases"] for each in counted}

    def bars(of: str, task: str) -> list[int]:
        return [found.get((of, task, bar), 0) for bar in range(SCORE_BARS)]

    for task in sorted({each["task"] for each in counted if each["run"] == run}):
        yield {
            "task": task,
            "cases": bars(run, task),
            "unscored": found.get((run, task, None), 0),
            "baseline": bars(baseline, task) if baseline else (),
        }


def _is_decided(row: _Row) -> bool:
    return row["state"] in {"completed", "stopped"} and bool(row["tasks"])


async def _row(tables: Tables, tenant: str, run: str) -> _Row:
    found = await tables.row(_Row, _EVALUATION, {"tenant": tenant, "run": run})
    if found is None:
        raise not_found("evaluation", run)
    return found


async def _results(tables: Tables, row: _Row) -> list[_Result]:
    """Return the results of an evaluation in its order."""
    batches = await tables.rows(_Batch, _RESULTS, {"run": row["run"]})
    found = await run_in_threadpool(_unpacked, batches)
    if row["state"] == "completed" and len(found) != row["cases"]:
        raise unavailable(f"{len(found)} of {row['cases']} results of {row['run']} are here so far")
    return found


def _unpacked(batches: Sequence[_Batch]) -> list[_Result]:
    """Return the results of batches."""
    return [
        result
        for each in batches
        for result in map(
            _Result, each["cases"], each["tasks"], each["clusters"], each["scores"], each["subsets"]
        )
    ]


async def _flipped(tables: Tables, run: str, changed: tuple[ChangedCase, ...]) -> list[FlippedCase]:
    asked = {"run": run, "cases": [each.case for each in changed]}
    reasons = {each["case_id"]: each for each in await tables.rows(_Reason, _REASONS, asked)}
    return [
        {
            "case_id": each.case,
            "task": each.task,
            "score": (now := reasons[each.case])["score"],
            "baseline": round(now["score"] - each.change, 9),
            "change": each.change,
            "reason": now["reason"],
        }
        for each in changed
    ]


def _evaluation(row: _Row) -> Evaluation:
    return Evaluation(
        run=row["run"],
        state=row["state"],
        config_digest=row["config_digest"],
        golden_set=row["golden_set"],
        judge_hash=row["judge_hash"],
        counted={each["task"]: each["cases"] for each in row["tasks"]},
        plan=held_out.merged(
            [GoldenTask(**each) for each in row["plan"]],
            [GoldenTask(**each) for each in row["held_out_plan"]],
        ),
        comparable=row["comparable"],
    )


def _side(row: _Row) -> ComparedEval:
    return {
        "run": row["run"],
        "repository": row["repository"],
        "commit": row["commit"],
        "config": row["config"],
        "state": row["state"],
        "cases": row["cases"],
        "scored": row["scored"],
        "paid": row["paid"],
        "cached": row["cached"],
        "cost": row["cost"],
        "latency_p50_ms": row["latency_p50_ms"],
        "latency_p95_ms": row["latency_p95_ms"],
        "tokens_out": row["tokens_out"],
    }


_EVALUATION: Final = f"""
SELECT r.run, coalesce(p.full_name, r.repository) AS repository, r.commit, r.config, r.cases,
       coalesce(lower(r.outcome), 'running') AS state,
       r.config_digest, coalesce(r.golden_set, '') AS golden_set, coalesce(r.judge_hash, '') AS judge_hash,
       coalesce(r.tasks, '[]') AS tasks, coalesce(g.tasks, '[]') AS plan,
       coalesce(g.comparable, '') AS comparable,
       CASE WHEN r.held_out <> '' THEN coalesce(g.held_out_tasks, '[]') ELSE '[]' END AS held_out_plan,
       coalesce(o.run, '') AS verdicts_baseline,
       s.scored, s.paid, s.cached, s.tokens_out, l.latency_p50_ms, l.latency_p95_ms,
       CASE WHEN r.priced THEN to_char(ceil(s.cost_picos / 1e6) / 1e6, 'FM999999990.009999') END AS cost
FROM runs r LEFT JOIN repositories p USING (repository)
     LEFT JOIN LATERAL (
         SELECT tasks, held_out_tasks, comparable FROM golden_set_versions
         WHERE tenant = r.tenant AND digest = r.golden_set LIMIT 1
     ) AS g ON true
     LEFT JOIN {queries.BASELINE} ON true
     LEFT JOIN LATERAL (
         SELECT coalesce(sum(scored), 0) AS scored, coalesce(sum(cached), 0) AS cached,
                coalesce(sum(done - cached), 0) AS paid,
                coalesce(sum(tokens_out), 0) AS tokens_out, coalesce(sum(cost_picos), 0) AS cost_picos
         FROM batches WHERE batches.run = r.run
     ) AS s ON true
     LEFT JOIN LATERAL (
         SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY latency_ms) AS latency_p50_ms,
                percentile_disc(0.95) WITHIN GROUP (ORDER BY latency_ms) AS latency_p95_ms
         FROM results WHERE results.run = r.run AND answer <> ''
     ) AS l ON true
WHERE r.tenant = %(tenant)s AND r.run = %(run)s
"""  # noqa: S608  (of constants)

_RESULTS: Final = """
SELECT json_agg(case_id ORDER BY place) AS cases, json_agg(task ORDER BY place) AS tasks,
       json_agg(cluster ORDER BY place) AS clusters, json_agg(score ORDER BY place) AS scores,
       json_agg(subset ORDER BY place) AS subsets
FROM results WHERE run = %(run)s GROUP BY batch ORDER BY batch
"""

_REASONS: Final = (
    "SELECT case_id, score, reason FROM results WHERE run = %(run)s AND case_id = ANY(%(cases)s)"
)

_COUNTS: Final = """
SELECT run, task, least(floor(score * 10), 10)::integer AS bar, count(*) AS cases
FROM results WHERE run = ANY(%(runs)s) GROUP BY 1, 2, 3
"""
