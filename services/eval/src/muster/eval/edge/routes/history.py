"""Scores of a golden set's cases over runs."""

from __future__ import annotations

from typing import Annotated, Final, cast

from fastapi import APIRouter, Path, Query
from muster.api import Caller
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import Time, answers
from muster.eval.edge.routes.sets import SetName
from typing_extensions import TypedDict

RUNS_MAX: Final = 100
"""Most runs that a history looks at."""

CaseName = Annotated[str, Path(pattern=r"^[!-~]{1,200}$", description="Id of a case.", examples=["inv-1"])]
ConfigQuery = Annotated[str, Query(max_length=63, description="Name of an eval config; without it all.")]
RepositoryQuery = Annotated[str, Query(max_length=200, description="NAMESPACE/NAME; without it all.")]
RunsQuery = Annotated[int, Query(ge=1, le=RUNS_MAX, description="Newest runs to look at.")]

router = APIRouter(tags=["golden sets"])


class CaseHistory(TypedDict):
    """Scores of one case over runs."""

    case_id: str
    task: str
    runs: Annotated[int, "Runs that have a result of it."]
    scored: Annotated[int, "Runs that have a score of it."]
    mean: Annotated[float | None, "Mean of its scores, 0 to 1; null: there is none."]
    changes: Annotated[int, "How often its score differs from the one of the run before."]
    last: Annotated[float | None, "Its score in the newest run; null: it could not be scored."]


class _HistoryRow(CaseHistory):
    steadiness: Annotated[int, "`changes`, negated."]
    mean_e9: Annotated[int, "Mean in billionths; above all means: none was scored."]


class CaseRun(TypedDict):
    """Result of one case in one run."""

    run: str
    repository: str
    commit: str
    config: str
    golden_set: Annotated[str, "Digest of the set that the run had."]
    score: Annotated[float | None, "0 to 1; null: it could not be scored."]
    code: Annotated[str, "Why it could not be scored."]
    reason: str
    at: Time


@router.get(
    "/v1/golden-sets/{name}/history",
    summary="Read how cases of a golden set were scored over runs",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[CaseHistory]}, 503),
)
async def list_history(
    name: SetName,
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    config: ConfigQuery = "",
    repository: RepositoryQuery = "",
    runs: RunsQuery = 20,
) -> ListAnswer[CaseHistory]:
    """Runs that have ended, with any version of the set; cases that change most stand first."""
    wanted = _filters(caller.tenant, name, config, repository, runs)
    found = await paging.read(gateway.tables, _HistoryRow, _HISTORY, wanted, _MOST_CHANGED)
    return cast("ListAnswer[CaseHistory]", found)


@router.get(
    "/v1/golden-sets/{name}/history/{case}",
    summary="Read how one case was scored, run by run",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[CaseRun]}, 503),
)
async def read_history(
    name: SetName,
    case: CaseName,
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    config: ConfigQuery = "",
    repository: RepositoryQuery = "",
    runs: RunsQuery = 20,
) -> ListAnswer[CaseRun]:
    """The newest first."""
    wanted = _filters(caller.tenant, name, config, repository, runs) | {"case": case}
    return paging.cut(await gateway.tables.rows(CaseRun, _CASE_RUNS, wanted), _NEWEST)


def _filters(tenant: str, name: str, config: str, repository: str, runs: int) -> dict[str, str | int]:
    return {
        "tenant": tenant,
        "name": name,
        "config": config,
        "repository": repository.lower(),
        "runs": runs,
    }


_RUNS: Final = """
WITH chosen AS (
    SELECT r.run, r.started_at_ms, r.commit, r.config, r.golden_set,
           coalesce(p.full_name, r.repository) AS repository
    FROM runs r LEFT JOIN repositories p USING (repository)
    WHERE r.tenant = %(tenant)s AND r.outcome IS NOT NULL AND %(config)s IN ('', r.config)
      AND (%(repository)s = '' OR lower(p.full_name) = %(repository)s)
      AND r.golden_set IN (
          SELECT digest FROM golden_set_versions WHERE tenant = %(tenant)s AND name = %(name)s
      )
    ORDER BY r.started_at_ms DESC, r.run LIMIT %(runs)s
)
"""

_SUMS: Final = """
, scores AS (
    SELECT c.case_id, c.task, c.score, lag(c.score) OVER in_order AS before,
           lead(c.run) OVER in_order IS NULL AS is_last
    FROM chosen JOIN results c USING (run)
    WINDOW in_order AS (PARTITION BY c.case_id ORDER BY chosen.started_at_ms, c.run)
)
SELECT case_id, min(task) AS task, count(*) AS runs, count(score) AS scored, avg(score) AS mean,
       count(*) FILTER (WHERE score <> before) AS changes, max(score) FILTER (WHERE is_last) AS last,
       -count(*) FILTER (WHERE score <> before) AS steadiness,
       coalesce(round(avg(score) * 1e9)::bigint, 2000000000) AS mean_e9
FROM scores GROUP BY case_id
"""
_MOST_CHANGED: Final = Order({"steadiness": int, "mean_e9": int, "case_id": str})

_OF_CASE: Final = """
SELECT run, repository, commit, config, golden_set, c.score, c.code, c.reason, started_at_ms AS at
FROM chosen JOIN results c USING (run) WHERE c.case_id = %(case)s
"""
_NEWEST: Final = Order({"at": int, "run": str}, descending=True)

_HISTORY: Final = _RUNS + _SUMS
_CASE_RUNS: Final = _RUNS + _OF_CASE
