"""Queries about an organisation's golden sets, configs and evaluations."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from muster.api.cursors import ListAnswer, Order, PageRequest
from muster.api.document.answers import Time
from muster.views.reading.pages import Condition, Key, Keyset, Page
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

LISTED_MAX: Final = 1_000
"""Most rows of one answer."""

Which: TypeAlias = Literal["all", "failed", "flipped", "unscored"]

CASE_KEY: Final = (int, int)
FLIPPED_KEY: Final = (int, int, int)
"""Kinds of the values in keys of pages."""

BY_NAME: Final = Order({"name": str})


class TaskAnswer(TypedDict):
    """Cases of one task."""

    task: str
    cases: int
    clusters: Annotated[int, "Cases that are not independent of each other share one."]


class SetAnswer(TypedDict):
    """A golden set."""

    name: str
    digest: Annotated[str, "SHA-256 of its lines."]
    tasks: Annotated[list[TaskAnswer], "Without held-out cases."]
    held_out_tasks: Annotated[list[TaskAnswer], "Held-out cases, which only final gates ask."]
    held_out_uses: Annotated[int, "How many final gates have asked these held-out cases."]
    held_out_used_at: Annotated[Time | None, "When the last one did; null: none has."]
    source: Annotated[str, "Where the cases come from."]
    requested_by: str
    at: Time


class ConfigAnswer(TypedDict):
    """An eval config."""

    name: str
    digest: Annotated[str, "SHA-256 of the document."]
    document: Annotated[Any, "The config."]
    requested_by: str
    at: Time


class GateTaskAnswer(TypedDict):
    """Verdict of a gate about one task."""

    task: str
    verdict: str
    value: float
    lower: Annotated[float | None, "Lower confidence bound of the score."]
    threshold: Annotated[float | None, "What the lower bound must reach."]
    difference: Annotated[float | None, "To the version in production, paired; null: there is none."]
    margin: Annotated[float | None, "How much worse it may be."]
    detectable: Annotated[float | None, "The smallest difference that these cases show."]
    cases: int
    cases_needed: Annotated[int | None, "How many would decide it."]


class EvalAnswer(TypedDict):
    """An evaluation."""

    run: str
    state: Annotated[str, "running, completed, stopped or failed"]
    verdict: Annotated[str | None, "passed, failed or inconclusive; null: not decided"]
    blocking: Annotated[bool | None, "Nothing is promoted against it."]
    reason: Annotated[str, "Why, in one sentence."]
    code: Annotated[str, "Why not all cases were asked; empty: all were."]
    repository: str
    commit: str
    baseline: Annotated[str, "Version that it is compared with; empty: none."]
    config: str
    tasks: list[GateTaskAnswer]
    cases: int
    done: Annotated[int, "Cases with a result."]
    scored: Annotated[int, "Cases with a score."]
    cached: Annotated[int, "Cases whose answer was there already."]
    tokens_in: int
    tokens_out: int
    requested_by: str
    started_at: Time
    ended_at: Time | None
    warnings: Annotated[list[str], "Reasons for doubt that do not change the verdict."]
    judge_hash: Annotated[str, "Model, version, prompt and sampling of the judge; empty: there is none."]
    judged: Annotated[int, "Cases that a judge scored; checks decided the others."]
    judge_unread: Annotated[int, "Verdicts of the judge that could not be read; each counts as 1."]
    judge_tokens_in: Annotated[int, "Of the judge, apart from the version's own."]
    judge_tokens_out: int
    cost: Annotated[str | None, "US dollars, so far at most; null: its model or its judge has no price."]
    unsettled: Annotated[str | None, "Most that was paid besides, by workers that died; null: not ended."]
    cap: Annotated[str | None, "Most that it may cost, US dollars; null: no limit."]
    trigger: Annotated[str, "Ref whose new version started it: branch NAME or tag NAME; empty: a request."]
    job_id: Annotated[str, "Job that serves the version and ends with the evaluation; empty: an endpoint."]
    url: Annotated[str, "Where that job serves; empty: not known yet, or an endpoint serves it."]
    held_out_cases: Annotated[int, "Held-out cases of its tasks, asked or not."]
    held_out_use: Annotated[int, "How many final gates have asked these, this one included; 0: not asked."]


class CaseAnswer(TypedDict):
    """How one case went."""

    case_id: str
    task: str
    score: Annotated[float | None, "0 to 1; null: it could not be scored."]
    code: Annotated[str, "Why it could not be scored."]
    reason: str
    baseline: Annotated[float | None, "Score of the version in production by the same config."]
    cached: bool
    tokens_out: int
    latency_ms: int
    judge_scores: Annotated[list[int], "Verdicts of a judge, 1 to 5; empty: checks decided."]
    judge_unread: Annotated[int, "How many of them could not be read."]
    key: Annotated[str, "Key of its answer: a case with the same key uses the same answer and costs nothing."]
    cost: Annotated[str, "US dollars at most."]
    subset: Annotated[str, "locked, live or held_out; a held-out case has a keyed hash as its id."]


class _CaseRow(CaseAnswer):
    batch: int
    place: int
    change: Annotated[int | None, "Score - baseline, 10^-9."]


class _Version(TypedDict):
    repository: str
    commit: str


async def sets(tables: Tables, tenant: str, name: str = "") -> list[SetAnswer]:
    """Return golden sets by name; or the one of this name."""
    return await tables.rows(SetAnswer, _SETS, {"tenant": tenant, "name": name})


async def configs(tables: Tables, tenant: str, name: str = "") -> list[ConfigAnswer]:
    """Return configs by name; or the one of this name."""
    return await tables.rows(ConfigAnswer, _CONFIGS, {"tenant": tenant, "name": name})


async def evals(tables: Tables, tenant: str, repository: str, paging: PageRequest) -> ListAnswer[EvalAnswer]:
    """Return a page of evaluations, the newest first; of a repository, or of all if it is empty."""
    wanted = {"tenant": tenant, "run": "", "repository": repository.lower()}
    return await paging.read(tables, EvalAnswer, _EVALS, wanted, _NEWEST)


async def evaluation(tables: Tables, tenant: str, run: str) -> EvalAnswer | None:
    """Return the evaluation of this id; None: there is none."""
    return await tables.row(EvalAnswer, _EVALS, {"tenant": tenant, "run": run, "repository": ""})


async def cases(
    tables: Tables,
    run: str,
    *,
    which: Which = "all",
    task: str = "",
    code: str = "",
    limit: int = LISTED_MAX,
    behind: Key | None = None,
) -> Page[CaseAnswer]:
    """Return a page of results.

    Args:
        tables: Of this service.
        run: Id of the evaluation.
        which: flipped: those that production scores otherwise, the worst first; others in the run's order.
        task: Only of this task; empty: of all.
        code: Only those without a score for this reason; empty: all.
        limit: Most rows.
        behind: Key of the row before the page, as CASE_KEY or FLIPPED_KEY; None: the first page.
    """
    flipped = which == "flipped"
    conditions = (
        Condition("run", "c.run = %(run)s", run),
        Condition("task", "c.task = %(task)s", task or None),
        Condition("code", "c.code = %(code)s", code or None),
        Condition("full", "c.score < %(full)s", 1.0 if which == "failed" else None),
        Condition("unscored", "(c.score IS NULL) = %(unscored)s", True if which == "unscored" else None),
        Condition("flipped", "(c.score <> b.score) = %(flipped)s", True if flipped else None),
    )

    def key_of(row: _CaseRow) -> Key:
        place = row["batch"], row["place"]
        return (row["change"] or 0, *place) if flipped else place

    keyset = Keyset((_CHANGE, "c.batch", "c.place") if flipped else ("c.batch", "c.place"))
    found = await tables.page(
        _CaseRow, _SCORED, keyset, key_of, conditions=conditions, size=limit, behind=behind
    )
    return Page(rows=found.rows, next_key=found.next_key)


async def examples(tables: Tables, run: str, limit: int) -> list[CaseAnswer]:
    """Return cases for a report: below production, the worst first; without it those not right."""
    return await tables.rows(_CaseRow, _EXAMPLES, {"run": run, "limit": limit})


async def version(tables: Tables, tenant: str, repository: str, revision: str) -> tuple[str, str] | None:
    """Return the repository's id and the commit that a name and a revision mean; None: there is none.

    Args:
        tables: Of this service.
        tenant: Organisation of the repository.
        repository: NAMESPACE/NAME.
        revision: A branch, tag, pointer or commit.
    """
    asked = {"tenant": tenant, "name": repository.lower(), "revision": revision}
    row = await tables.row(_Version, _VERSION, asked)
    return None if row is None else (row["repository"], row["commit"])


_SETS: Final = """
SELECT g.name, g.digest, g.tasks, g.source, g.requested_by, g.at_ms AS at, g.held_out_tasks,
       u.held_out_uses, u.held_out_used_at
FROM golden_sets g
     LEFT JOIN LATERAL (
         SELECT coalesce(max(r.held_out_use), 0) AS held_out_uses,
                max(r.started_at_ms) FILTER (WHERE r.held_out_use > 0) AS held_out_used_at
         FROM runs r WHERE r.tenant = g.tenant AND r.held_out = g.held_out AND g.held_out <> ''
     ) AS u ON true
WHERE g.tenant = %(tenant)s AND %(name)s IN ('', g.name) ORDER BY g.name
"""

_CONFIGS: Final = """
SELECT name, digest, document::jsonb AS document, requested_by, at_ms AS at FROM configs
WHERE tenant = %(tenant)s AND %(name)s IN ('', name) ORDER BY name
"""

_EVALS: Final = """
SELECT r.run, coalesce(lower(r.outcome), 'running') AS state, lower(r.verdict) AS verdict, r.blocking,
       coalesce(nullif(r.why_ended, ''), r.reason, '') AS reason, coalesce(r.code, '') AS code,
       coalesce(p.full_name, r.repository) AS repository, r.commit, r.baseline, r.config,
       coalesce(r.tasks, '[]') AS tasks, r.cases,
       c.done, c.scored, c.cached, c.tokens_in, c.tokens_out,
       r.requested_by, r.started_at_ms AS started_at, r.ended_at_ms AS ended_at,
       coalesce(r.warnings, '[]') AS warnings, coalesce(r.judge_hash, '') AS judge_hash,
       c.judged, c.judge_unread, c.judge_tokens_in, c.judge_tokens_out,
       CASE WHEN r.priced THEN to_char(ceil(c.cost_picos / 1e6) / 1e6, 'FM999999990.009999') END AS cost,
       CASE WHEN r.priced THEN to_char(r.unsettled_micros / 1e6, 'FM999999990.009999') END AS unsettled,
       to_char(r.cap_micros / 1e6, 'FM999999990.009999') AS cap,
       coalesce(r.trigger, '') AS trigger, coalesce(r.job_id, '') AS job_id, coalesce(r.url, '') AS url,
       r.held_out_cases, r.held_out_use
FROM runs r LEFT JOIN repositories p USING (repository)
     LEFT JOIN LATERAL (
         SELECT coalesce(sum(done), 0) AS done, coalesce(sum(scored), 0) AS scored,
                coalesce(sum(cached), 0) AS cached,
                coalesce(sum(tokens_in), 0) AS tokens_in, coalesce(sum(tokens_out), 0) AS tokens_out,
                coalesce(sum(judged), 0) AS judged, coalesce(sum(judge_unread), 0) AS judge_unread,
                coalesce(sum(judge_tokens_in), 0) AS judge_tokens_in,
                coalesce(sum(judge_tokens_out), 0) AS judge_tokens_out,
                coalesce(sum(cost_picos), 0) AS cost_picos
         FROM batches WHERE batches.run = r.run
     ) AS c ON true
WHERE r.tenant = %(tenant)s AND %(run)s IN ('', r.run)
  AND (%(repository)s = '' OR lower(p.full_name) = %(repository)s)
"""
_NEWEST: Final = Order({"started_at": int, "run": str}, descending=True)

BASELINE: Final = """LATERAL (
         SELECT run FROM runs o
         WHERE o.repository = r.repository AND o.commit = r.baseline AND o.config_digest = r.config_digest
               AND o.outcome = 'COMPLETED' AND o.ended_at_ms <= coalesce(r.ended_at_ms, o.ended_at_ms)
         ORDER BY o.ended_at_ms DESC LIMIT 1
     ) AS o"""
"""Evaluation of the version in production that the verdict of a run compares with."""

_CHANGE: Final = "round((c.score - b.score) * 1e9)::bigint"

_SCORED: Final = f"""
SELECT c.batch, c.place, {_CHANGE} AS change,
       c.case_id, c.task, c.score, c.code, c.reason, b.score AS baseline,
       c.cached, c.tokens_out, c.latency_ms,
       coalesce(c.judged -> 'scores', '[]') AS judge_scores,
       coalesce((c.judged ->> 'unread')::integer, 0) AS judge_unread,
       c.key, to_char(c.cost_picos / 1e12, 'FM999999990.009999999999') AS cost,
       lower(c.subset) AS subset
FROM results c JOIN runs r USING (run)
     LEFT JOIN {BASELINE} ON true
     LEFT JOIN results b ON b.run = o.run AND b.case_id = c.case_id AND c.subset <> 'LIVE'
"""  # noqa: S608  (of constants)

_EXAMPLES: Final = f"""
{_SCORED}
WHERE c.run = %(run)s AND c.score < coalesce(b.score, CASE WHEN o.run IS NULL THEN 1 END)
ORDER BY c.score - coalesce(b.score, 1), c.batch, c.place LIMIT %(limit)s
"""

_VERSION: Final = """
SELECT p.repository, coalesce(f.commit, %(revision)s) AS commit
FROM repositories p
     LEFT JOIN refs f ON f.repository = p.repository AND f.name = %(revision)s AND f.commit <> ''
WHERE p.tenant = %(tenant)s AND NOT p.deleted AND lower(p.full_name) = %(name)s
  AND (f.commit IS NOT NULL OR %(revision)s ~ '^[0-9a-f]{40}$')
"""
