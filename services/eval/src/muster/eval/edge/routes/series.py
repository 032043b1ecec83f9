"""Scores of a config's tasks by version."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum, auto
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, invalid_request, not_found
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.document.answers import answers
from muster.eval.core.reporting.series import Series, picture, series_of
from muster.eval.edge.routes.configs import ConfigName
from muster.events.shared.command_answers import Violation
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

VERSIONS_MAX: Final = 200
"""Most versions of an answer."""

_NAMED_MAX: Final = 5
_SVG: Final = "image/svg+xml"

router = APIRouter(tags=["configs"])


class SeriesForm(StrEnum):
    """Form of an answer."""

    JSON = auto()
    SVG = auto()


class PointAnswer(TypedDict):
    """A version in the series of a task."""

    commit: str
    run: Annotated[str, "Its last evaluation with a verdict."]
    cases: Annotated[int, "Cases with a score."]
    value: Annotated[float | None, "Their mean; null: there is none, the task was not measured."]
    lower: Annotated[float | None, "Lower confidence bound."]
    threshold: Annotated[float | None, "What the bound had to reach."]
    verdict: Annotated[str, "About this task: passed, failed or inconclusive."]
    blocked: Annotated[bool, "The gate held the version."]
    in_production: Annotated[bool, "`production` leads to it now."]
    other_terms: Annotated[bool, "Config, golden set or judge are others than those of the point before."]


class TaskSeries(TypedDict):
    """Scores of one task, by the first evaluation of each version."""

    task: str
    points: list[PointAnswer]


class SeriesAnswer(TypedDict):
    """Scores of each task by version."""

    config: str
    repository: str
    tasks: list[TaskSeries]


class _Repository(TypedDict):
    repository: str
    name: str


class _Evaluation(TypedDict):
    commit: str
    run: str
    config_digest: str
    verdict: str
    blocking: bool
    tasks: Any
    in_production: bool


@router.get(
    "/v1/eval-configs/{name}/series",
    summary="Read scores of each task by version, as data or as a picture",
    response_class=Response,
    dependencies=[NOT_OLDER],
    responses=answers({200: SeriesAnswer}, 404, 422, 503),
)
async def read_series(
    name: ConfigName,
    caller: Caller,
    gateway: Gateway,
    *,
    repository: Annotated[
        str, Query(max_length=200, description="NAMESPACE/NAME; absent: the only one that has evaluations.")
    ] = "",
    task: Annotated[str, Query(max_length=63, description="Only this task.")] = "",
    limit: Annotated[int, Query(ge=1, le=VERSIONS_MAX, description="Most versions, the newest.")] = 50,
    form: Annotated[SeriesForm, Query(alias="format", description="Of the answer.")] = SeriesForm.JSON,
) -> Response:
    """With the threshold that each had to reach, and the versions that the gate blocked."""
    found = await _repository(gateway.tables, caller.tenant, name, repository)
    asked = {"tenant": caller.tenant, "config": name, "repository": found["repository"], "limit": limit}
    rows = await gateway.tables.rows(_Evaluation, _EVALUATIONS, asked)
    chosen = [each for each in series_of(rows[::-1]) if task in ("", each.task)]
    if not chosen:
        raise not_found("task", task)
    if form is SeriesForm.SVG:
        title = f"{found['name']} by {name}"
        return Response(picture(title, chosen), media_type=_SVG)
    answer = SeriesAnswer(config=name, repository=found["name"], tasks=[_series(each) for each in chosen])
    return JSONResponse(answer)


async def _repository(tables: Tables, tenant: str, config: str, name: str) -> _Repository:
    """Return the repository whose versions are shown.

    Raises:
        Problem: 404 there is no evaluation; 422 there are several repositories and none is named.
    """
    asked = {"tenant": tenant, "config": config, "name": name.lower()}
    found = await tables.rows(_Repository, _REPOSITORIES, asked)
    if not found:
        raise not_found("evaluation with a verdict", f"{config} {name}".strip())
    if len(found) > 1:
        names = [each["name"] for each in found[:_NAMED_MAX]]
        more = " or another with evaluations" if len(found) > _NAMED_MAX else ""
        raise invalid_request(
            [Violation(field="repository", value="missing", allowed=f"one of {', '.join(names)}{more}")]
        )
    return found[0]


def _series(series: Series) -> TaskSeries:
    return TaskSeries(task=series.task, points=[PointAnswer(**asdict(each)) for each in series.points])


_REPOSITORIES: Final = """
SELECT DISTINCT r.repository, coalesce(p.full_name, r.repository) AS name
FROM runs r LEFT JOIN repositories p USING (repository)
WHERE r.tenant = %(tenant)s AND r.config = %(config)s AND r.verdict IS NOT NULL
  AND %(name)s IN ('', lower(p.full_name))
ORDER BY name
"""

_EVALUATIONS: Final = """
SELECT commit, run, config_digest, verdict, blocking, tasks, in_production FROM (
    SELECT DISTINCT ON (r.commit) r.commit, r.run, r.config_digest, lower(r.verdict) AS verdict,
           r.blocking, r.tasks, coalesce(f.commit = r.commit, false) AS in_production,
           min(r.started_at_ms) OVER (PARTITION BY r.commit) AS first_ms
    FROM runs r LEFT JOIN refs f ON f.repository = r.repository AND f.name = 'production'
    WHERE r.tenant = %(tenant)s AND r.config = %(config)s AND r.repository = %(repository)s
      AND r.verdict IS NOT NULL
    ORDER BY r.commit, r.started_at_ms DESC
) AS versions
ORDER BY first_ms DESC, commit LIMIT %(limit)s
"""
