"""Calibration of the judge of an eval config."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller, not_found
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.document.answers import Time, answers
from muster.eval.core.configs.documents import parse_config
from muster.eval.core.judges import hash_of
from muster.eval.core.people.calibration import Calibration, Corrected, calibration, corrected, reliability
from muster.eval.core.reporting.reliability import reliability_plot
from muster.eval.edge.routes import label_queries, queries
from muster.eval.edge.routes.configs import ConfigName
from muster.eval.edge.routes.label_queries import LabelRow
from muster.golden.configs import NAME, CalibrationSetting
from typing_extensions import TypedDict

SVG: Final = "image/svg+xml"

router = APIRouter(tags=["calibration"])


class CalibrationAnswer(TypedDict):
    """The judge of a config beside people."""

    config: str
    judge_hash: Annotated[str, "Model, version, prompt and sampling of the judge."]
    labelled_at: Annotated[Time | None, "Time of the newest label; null: there is none."]
    calibration: Calibration
    run: Annotated[Corrected | None, "null: too few of its cases are labelled, or no others are left."]


@router.get(
    "/v1/eval-configs/{name}/calibration",
    summary="Compare the judge of a config with people",
    dependencies=[NOT_OLDER],
    responses=answers({200: CalibrationAnswer}, 404, 503),
)
async def read_calibration(
    name: ConfigName,
    caller: Caller,
    gateway: Gateway,
    run: Annotated[
        str,
        Query(
            pattern=f"{NAME}|^$",
            description="Evaluation whose mean is corrected; absent: the one with most labels.",
        ),
    ] = "",
) -> CalibrationAnswer:
    """By the newest 5,000 labels of answers that this judge has scored, in runs of any config."""
    judge, _ = await judge_in_force(name, caller.tenant, gateway)
    rows = await label_queries.labels(gateway.tables, caller.tenant, judge)
    labels = label_queries.labelled(rows)
    chosen = run or _labelled_most(rows)
    judged = await label_queries.judged(gateway.tables, caller.tenant, chosen, judge)
    if run and not judged:
        raise not_found("evaluation by this judge", run)
    return {
        "config": name,
        "judge_hash": judge,
        "labelled_at": rows[0]["at_ms"] if rows else None,
        "calibration": await run_in_threadpool(calibration, labels, seed=judge),
        "run": await run_in_threadpool(corrected, chosen, judged, labels),
    }


@router.get(
    "/v1/eval-configs/{name}/calibration/plot",
    summary="Draw the mean score of people at each score of the judge",
    response_class=Response,
    dependencies=[NOT_OLDER],
    responses={200: {"description": "The plot.", "content": {SVG: {}}}, **answers({}, 404, 503)},
)
async def read_plot(name: ConfigName, caller: Caller, gateway: Gateway) -> Response:
    """The plot is SVG."""
    judge, _ = await judge_in_force(name, caller.tenant, gateway)
    labels = label_queries.labelled(await label_queries.labels(gateway.tables, caller.tenant, judge))
    plot = reliability_plot(f"Judge {judge[:12]} of {name}", reliability(labels))
    return Response(plot, media_type=SVG)


async def judge_in_force(name: str, tenant: str, gateway: Gateway) -> tuple[str, CalibrationSetting]:
    """Return the hash of the judge of a config in force, and how people calibrate it.

    Raises:
        Problem: 404 there is no such config, or it has no judge.
    """
    found = await queries.configs(gateway.tables, tenant, name)
    config = parse_config(found[0]["document"]) if found else None
    if config is None or config.judge is None:
        raise not_found("eval config with a judge", name)
    return hash_of(config), config.judge.calibration


def _labelled_most(rows: Sequence[LabelRow]) -> str:
    """Return the run with the most labelled answers, the later of equal ones by name; empty: none has."""
    answers = Counter(run for run, _ in {(row["run"], row["answer"]) for row in rows})
    return max(answers, key=lambda run: (answers[run], run), default="")
