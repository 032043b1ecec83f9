"""`muster eval compare` and `series`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated, Any

import typer
from muster.client.cli.connect import service
from muster.client.cli.files import save
from muster.client.errors import InvalidRequest
from muster.eval.cli.figures import count, decimal, score_text, signed, version_text
from muster.eval.cli.options import RunArgument
from muster.eval.cli.verdicts import verdict_style
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View, show_one


class SeriesForm(StrEnum):
    """A form of a series."""

    TEXT = auto()
    SVG = auto()


def compare(
    run_id: RunArgument,
    baseline: Annotated[
        str | None,
        typer.Argument(
            metavar="[BASELINE]",
            help="Id of another evaluation (default: the one that its verdict compares with).",
        ),
    ] = None,
    *,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=1000, help="Maximum number of flipped cases.")
    ] = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """Compare two evaluations of one golden set, case by case: differences, flipped cases, cost, latency.

    AT LEAST and AT MOST are the bounds of the gate: each misses the true difference with a probability of at
    most 5 %. Both evaluations must have the same golden set and the same judge.

    Examples:
        muster eval compare ci-4711
        muster eval compare ci-4711 ci-4698 -n 50
        muster eval compare ci-4711 -o json
    """
    asked = {"baseline": baseline, "limit": limit}
    found = service("eval").json("GET", f"/v1/evals/{run_id}/comparison", query=asked)
    if not how.for_people:
        show_one(found, run_id, how)
        return
    this, other = found["run"], found["baseline"]
    say(f"{version_text(this)} ({this['run']}) compared with {version_text(other)} ({other['run']})")
    if found["of_verdict"]:
        say("same comparison as in the verdict")
    for warning in found["warnings"]:
        say(f"warning: {warning}")
    output.show(found["tasks"], _COMPARED_TASKS, how)
    output.show([this, other], _COMPARED_EVALS, how)
    output.show(found["flipped"], _FLIPPED, how)
    changed = sum(each["worsened"] + each["improved"] for each in found["tasks"])
    if changed > len(found["flipped"]):
        say(f"{len(found['flipped'])} of {changed} flipped cases, the worst first; --limit shows more")


def series(
    config_name: Annotated[str, typer.Argument(metavar="CONFIG", help="Name of an eval config.")],
    *,
    repository: Annotated[
        str | None,
        typer.Option(
            "--repository", "-r", help="NAMESPACE/NAME (default: the only model evaluated by this config)."
        ),
    ] = None,
    task: Annotated[str | None, typer.Option("--task", help="Show only this task.")] = None,
    form: Annotated[
        SeriesForm, typer.Option("--format", help="text: rows, in the form that -o names; svg: a picture.")
    ] = SeriesForm.TEXT,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="File for the picture (default: stdout); needs --format svg."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=200, help="Maximum number of versions, the newest.")
    ] = 50,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how each task scores from version to version: threshold, verdict, and what the gate blocked.

    Examples:
        muster eval series release
        muster eval series release --repository vision/extract --task total
        muster eval series release --format svg --file release.svg
    """
    path = f"/v1/eval-configs/{config_name}/series"
    asked = {"repository": repository, "task": task, "limit": limit}
    if form is SeriesForm.SVG:
        save("eval", path, {**asked, "format": form.value}, file)
        return
    if file is not None:
        raise InvalidRequest("--file needs --format svg")
    found = service("eval").json("GET", path, query=asked)
    if how.for_people:
        say(f"{found['repository']} by {found['config']}")
    rows = [{"task": each["task"], **point} for each in found["tasks"] for point in each["points"]]
    output.show(rows, _SERIES, how)


def _note(row: Mapping[str, Any]) -> str:
    notes = {
        "blocked": "blocked",
        "in_production": "in production",
        "other_terms": "config, set or judge changed",
    }
    return ", ".join(text for name, text in notes.items() if row[name])


_COMPARED_TASKS: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("SCORE", lambda row: decimal(row["value"]), right=True),
        Column("BASELINE", lambda row: decimal(row["baseline_value"]), right=True),
        Column("DIFFERENCE", lambda row: signed(row["difference"]), right=True),
        Column("AT LEAST", lambda row: signed(row["lower"]), right=True),
        Column("AT MOST", lambda row: signed(row["upper"]), right=True),
        Column("SHOWS FROM", lambda row: decimal(row["detectable"]), right=True, drop=1),
        Column("PAIRS", lambda row: str(row["pairs"]), right=True),
        Column("WORSE", lambda row: str(row["worsened"]), right=True),
        Column("BETTER", lambda row: str(row["improved"]), right=True),
        Column("COVERAGE", lambda row: f"{row['coverage']:.1%}", right=True, drop=1),
    ),
    raw=dict,
    name=lambda row: row["task"],
    empty="no task",
)

_COMPARED_EVALS: View[Mapping[str, Any]] = View(
    columns=(
        Column("RUN", lambda row: row["run"]),
        Column("SCORED", lambda row: f"{row['scored']}/{row['cases']}", right=True),
        Column("PAID", lambda row: str(row["paid"]), right=True),
        Column("CACHED", lambda row: str(row["cached"]), right=True),
        Column("COST USD", lambda row: row["cost"] or "-", right=True),
        Column("P50 MS", lambda row: count(row["latency_p50_ms"]), right=True),
        Column("P95 MS", lambda row: count(row["latency_p95_ms"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["run"],
)

_FLIPPED: View[Mapping[str, Any]] = View(
    columns=(
        Column("CASE", lambda row: row["case_id"]),
        Column("TASK", lambda row: row["task"]),
        Column("BASELINE", lambda row: decimal(row["baseline"]), right=True),
        Column("SCORE", lambda row: decimal(row["score"]), right=True),
        Column("WHY", lambda row: row["reason"], least=30),
    ),
    raw=dict,
    name=lambda row: row["case_id"],
    empty="no case flipped",
)

_SERIES: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("VERSION", lambda row: row["commit"][:12]),
        Column("SCORE", score_text, right=True),
        Column("AT LEAST", lambda row: decimal(row["lower"]), right=True),
        Column("MUST REACH", lambda row: decimal(row["threshold"]), right=True),
        Column("VERDICT", lambda row: row["verdict"], style=verdict_style),
        Column("NOTE", _note),
        Column("RUN", lambda row: row["run"], drop=1),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="no version has a verdict",
)
