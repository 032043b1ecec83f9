"""Charts of a model, as data and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.cursors import PageRequest
from muster.api.document.answers import Time, answers
from muster.drift.core.documents import DAY_MS, JudgedName, MeasureName
from muster.drift.core.pictures import chart_page, picture, plots_of, span_of
from muster.drift.core.windows import series_keys
from muster.drift.edge.routes.alarms import alarms_of
from muster.drift.edge.routes.monitors import Name, Namespace, monitor_of
from muster.terminal.pages import POLICY
from typing_extensions import TypedDict

POINTS_MAX: Final = 10_000
"""Most subgroups of one answer."""

ALARMS_MAX: Final = 1_000
"""Most alarms of a picture, the newest."""

router = APIRouter(tags=["monitors"])


class PlotForm(StrEnum):
    """Form of a picture."""

    SVG = auto()
    HTML = auto()


MEDIA_TYPES: Final = {PlotForm.SVG: "image/svg+xml", PlotForm.HTML: "text/html; charset=utf-8"}

Commit = Annotated[str, Query(max_length=64, description="Beginning of a version; without it all.")]
Limit = Annotated[int, Query(ge=1, le=POINTS_MAX, description="Most subgroups, the newest.")]


class PointAnswer(TypedDict):
    """A subgroup of a series."""

    commit: str
    task: str
    segment: str
    start: Time
    end: Time
    samples: int
    seen: Annotated[int, "Requests that the servers report, sampled or not."]
    dropped: Annotated[int, "Samples that servers could not send."]
    points: Annotated[list[dict[str, Any]], "One for each measure with values."]
    judged: Annotated[int | None, "Samples with a score of the judge; null: it has not had them yet."]
    unjudged: Annotated[int | None, "Samples that it was to score, without a score."]
    unjudged_reason: Annotated[str | None, "Why; empty: all have one."]
    cost: Annotated[float | None, "Most that judging has cost, dollars."]


class ChartAnswer(TypedDict):
    """The chart of one measure of a series."""

    commit: str
    task: str
    segment: str
    measure: str
    center: float
    spread: Annotated[float, "Standard deviation of one sample, widened by how much subgroups differ."]
    smoothing: float
    low_limit: float
    high_limit: float
    run_length: Annotated[float, "Wanted subgroups between two false alarms."]
    subgroups: Annotated[int, "Subgroups that established it."]
    samples: int
    at: Time
    baseline: Annotated[float | None, "Of quality: mean score in the evaluation; null: not known."]
    gap: Annotated[float | None, "Distance from it in standard deviations of one score."]
    gap_uncertainty: Annotated[float | None, "Standard error of the distance."]


class NewAnswer(TypedDict):
    """A category that the first subgroups did not have."""

    name: str
    share: Annotated[float, "Of the samples with a value, 0 to 1."]


class ShiftAnswer(TypedDict):
    """A property of inputs, compared with the first subgroups."""

    column: Annotated[str, "input-length, input-tokens, script or template"]
    verdict: Annotated[
        str,
        "NOT_ENOUGH_DATA, NOT_TESTABLE (unknown in all samples), STABLE, SMALL (beyond chance, PSI below "
        "0.1), MODERATE or LARGE (from 0.25)",
    ]
    psi: Annotated[float, "Population stability index: the size of the shift; 0 where nothing was tested."]
    psi_by_chance: Annotated[float, "What sampling alone adds to it."]
    p_value: Annotated[float, "1 where nothing was tested."]
    reference_samples: int
    samples: int
    reference_unknown: Annotated[int, "Samples of the reference without a value."]
    unknown: Annotated[int, "Samples of the period without a value."]
    new: Annotated[list[NewAnswer], "The most frequent new categories."]
    reasons: Annotated[list[str], "Reasons for an alarm: values, nulls, new-category."]


class InputsAnswer(TypedDict):
    """Inputs of the last period of a series, compared with its first subgroups."""

    commit: str
    task: str
    segment: str
    start: Annotated[Time, "Start of the period."]
    end: Time
    reference_start: Annotated[Time, "Start of the first subgroups."]
    subgroups: Annotated[int, "Subgroups of each of both."]
    shifts: list[ShiftAnswer]


class OpenAnswer(TypedDict):
    """Samples of a series in windows that are open; they are measured later, with their subgroup."""

    commit: str
    task: str
    segment: str
    start: Annotated[Time, "Start of the first of these windows."]
    samples: int


class BaselineAnswer(TypedDict):
    """Quality of a version in its evaluation, and the last check of the judge."""

    commit: str
    config: str
    judge_hash: str | None
    mean: Annotated[float | None, "Mean score, 0 to 1; null: there is no baseline."]
    deviation: float | None
    cases: int | None
    at: Time | None
    missing: Annotated[str | None, "Why there is no baseline."]
    compared: Annotated[Time | None, "When the judge scored the same answers again; null: not yet."]
    compared_cases: int | None
    difference: Annotated[float | None, "Mean difference of their scores."]
    p_value: float | None
    moved: Annotated[bool | None, "Whether the judge has moved."]
    unchecked: Annotated[str | None, "Why the last check failed."]


class ChartsAnswer(TypedDict):
    """Charts of a model, and its last subgroups, the oldest first."""

    baselines: list[BaselineAnswer]
    charts: list[ChartAnswer]
    inputs: Annotated[list[InputsAnswer], "Series whose first period is over."]
    subgroups: list[PointAnswer]
    open: Annotated[list[OpenAnswer], "Samples so far in open windows."]
    cost_day: Annotated[
        float | None, "Most that judging has cost in the last 24 hours, dollars; null: nothing was judged."
    ]


class _Cost(TypedDict):
    cost: float | None


class _Table(TypedDict):
    is_there: bool


@router.get(
    "/v1/drift-models/{namespace}/{name}/charts",
    summary="Read the charts of a model",
    dependencies=[NOT_OLDER],
    responses=answers({200: ChartsAnswer}, 404, 503),
)
async def read_charts(
    namespace: Namespace,
    name: Name,
    caller: Caller,
    gateway: Gateway,
    *,
    commit: Commit = "",
    limit: Limit = 1_000,
) -> ChartsAnswer:
    """Charts with limits, and what was measured."""
    row = await monitor_of(gateway, caller.tenant, f"{namespace}/{name}")
    parameters = _parameters(row["repository"], caller.tenant, commit, limit)
    since = {**parameters, "since_ms": gateway.log.clock.now_ms() - DAY_MS}
    return {
        "baselines": await gateway.tables.rows(BaselineAnswer, _BASELINES, parameters),
        "charts": await gateway.tables.rows(ChartAnswer, _CHARTS, parameters),
        "inputs": await gateway.tables.rows(InputsAnswer, _INPUTS, parameters),
        "subgroups": await gateway.tables.rows(PointAnswer, _POINTS, parameters),
        "open": await _open(gateway, parameters),
        "cost_day": (await gateway.tables.rows(_Cost, _COST, since))[0]["cost"],
    }


@router.get(
    "/v1/drift-models/{namespace}/{name}/charts/plot",
    summary="Draw the charts of a model",
    response_class=Response,
    dependencies=[NOT_OLDER],
    responses={
        200: {"description": "The picture.", "content": {kind: {} for kind in MEDIA_TYPES.values()}},
        **answers({}, 404, 422, 503),
    },
)
async def read_plot(
    namespace: Namespace,
    name: Name,
    caller: Caller,
    gateway: Gateway,
    *,
    commit: Commit = "",
    measure: Annotated[MeasureName | JudgedName | None, Query(description="Only this one.")] = None,
    limit: Limit = 1_000,
    form: Annotated[PlotForm, Query(alias="format", description="Of the picture.")] = PlotForm.SVG,
) -> Response:
    """With centre, limits, baseline and alarms; times without values are grey. Times are in UTC."""
    row = await monitor_of(gateway, caller.tenant, f"{namespace}/{name}")
    repository = row["repository"]
    parameters = _parameters(repository, caller.tenant, commit, limit)
    charts = await gateway.tables.rows(ChartAnswer, _CHARTS, parameters)
    subgroups = await gateway.tables.rows(PointAnswer, _POINTS, parameters)
    newest = PageRequest(limit=ALARMS_MAX)
    alarms = await alarms_of(gateway.tables, caller.tenant, repository, ended=True, paging=newest)
    plots = plots_of(charts, subgroups, alarms["items"], measure or "")
    draw = picture if form is PlotForm.SVG else chart_page
    drawn = await run_in_threadpool(draw, f"Charts of {repository}", plots, span_of(subgroups))
    policy = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'; sandbox"}
    return Response(drawn, media_type=MEDIA_TYPES[form], headers=policy if form is PlotForm.HTML else None)


async def _open(gateway: Gateway, parameters: Mapping[str, Any]) -> list[OpenAnswer]:
    """Return samples in open windows; none before the role `windows` has run for the first time."""
    [table] = await gateway.tables.rows(_Table, _HAS_OPEN, {})
    if not table["is_there"]:
        return []
    now_ms = gateway.log.clock.now_ms()
    keys = {**parameters, "keys": series_keys(parameters["repository"]), "now_ms": now_ms}
    return await gateway.tables.rows(OpenAnswer, _OPEN, keys)


def _parameters(repository: str, tenant: str, commit: str, limit: int) -> Mapping[str, Any]:
    return {"tenant": tenant, "repository": repository, "commit": commit.replace("%", ""), "limit": limit}


_CHARTS: Final = """
SELECT commit, task, segment, measure, center, spread, smoothing, low_limit, high_limit, run_length,
       subgroups, samples, at_ms AS at, baseline, gap, gap_uncertainty
FROM charts
WHERE tenant = %(tenant)s AND repository = %(repository)s AND commit LIKE %(commit)s || '%%'
ORDER BY commit, task, segment, measure
"""

_INPUTS: Final = """
SELECT commit, task, segment, start_ms AS start, end_ms AS end, reference_start_ms AS reference_start,
       subgroups, shifts
FROM inputs
WHERE tenant = %(tenant)s AND repository = %(repository)s AND commit LIKE %(commit)s || '%%'
ORDER BY commit, task, segment
"""

_BASELINES: Final = """
SELECT commit, config, judge_hash, mean, deviation, cases, at_ms AS at, missing,
       compared_at_ms AS compared, compared_cases, difference, p_value, moved, unchecked
FROM baselines
WHERE tenant = %(tenant)s AND repository = %(repository)s AND commit LIKE %(commit)s || '%%'
ORDER BY at_ms, commit
"""

_POINTS: Final = """
SELECT * FROM (
    SELECT commit, task, segment, start_ms AS start, end_ms AS end,
           coalesce(samples, 0) AS samples, coalesce(seen, 0) AS seen, coalesce(dropped, 0) AS dropped,
           coalesce(points, '[]'::jsonb) || coalesce(judged_points, '[]'::jsonb) AS points,
           judged, unjudged, unjudged_reason, cost_micros / 1e6::double precision AS cost
    FROM subgroups
    WHERE tenant = %(tenant)s AND repository = %(repository)s AND commit LIKE %(commit)s || '%%'
    ORDER BY start_ms DESC, commit, task, segment LIMIT %(limit)s
) newest ORDER BY start, commit, task, segment
"""

_HAS_OPEN: Final = "SELECT to_regclass('drift_windows.windows') IS NOT NULL AS is_there"

_OPEN: Final = """
SELECT key::jsonb->>1 AS commit, key::jsonb->>2 AS task, key::jsonb->>3 AS segment, min(start_ms) AS start,
       sum((value->>'samples')::bigint)::bigint AS samples
FROM drift_windows.windows
WHERE series = 'drift' AND starts_with(key, %(keys)s) AND (value->>'closes_ms')::bigint > %(now_ms)s
      AND key::jsonb->>1 LIKE %(commit)s || '%%'
GROUP BY key HAVING sum((value->>'samples')::bigint) > 0
ORDER BY commit, task, segment
"""

_COST: Final = """
SELECT sum(cost_micros)::double precision / 1e6 AS cost FROM subgroups
WHERE tenant = %(tenant)s AND repository = %(repository)s AND end_ms > %(since_ms)s
"""
