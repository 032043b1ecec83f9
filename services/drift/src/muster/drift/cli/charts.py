"""`muster drift show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import service
from muster.client.cli.files import save
from muster.client.errors import InvalidRequest
from muster.drift.cli.figures import figure, series_text, wrapped
from muster.drift.cli.inputs import inputs_lines
from muster.drift.cli.judged import is_unmeasured, judged_lines
from muster.drift.cli.options import RepositoryArgument
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View, show_one
from muster.terminal.sparkline import sparkline

TREND: Final = 30
"""Subgroups of a trend."""

WIDTH: Final = 78
HEIGHT: Final = 15
"""Size of a chart in characters."""


def show(
    repository: RepositoryArgument,
    *,
    commit: Annotated[
        str, typer.Option("--commit", "-c", help="Show only versions whose commit begins with this.")
    ] = "",
    measure: Annotated[
        str, typer.Option("--measure", "-m", help="Draw the charts of this measure, e.g. refusals.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=10_000, help="Number of subgroups.")
    ] = 1_000,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", help="Write the charts to this file, as SVG (.svg) or as a page (.html)."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the charts of a model: a line for each measure of each series, or one measure drawn.

    Below are the inputs of the last period, compared with those of the first subgroups; baseline, gap and
    cost of judged samples; and the last check of the judge. "Not measured" means that the newest subgroup
    has no value: nothing is known of it.

    Examples:
        muster drift show acme/answers
        muster drift show acme/answers --measure refusals
        muster drift show acme/answers --measure quality --plot quality.svg
        muster drift show acme/answers --plot charts.html
        muster drift show acme/answers -o json
    """
    if plot is not None:
        _save_plot(repository, {"commit": commit, "measure": measure or None, "limit": limit}, plot)
    found = service("drift").json(
        "GET", f"/v1/drift-models/{repository}/charts", query={"commit": commit, "limit": limit}
    )
    if not how.for_people:
        show_one(found, repository, how)
        return
    alarms = service("drift").listed("/v1/drift-alarms", query={"repository": repository})["items"]
    rows = list(_rows(found, alarms))
    if not measure:
        output.show(rows, _CHARTS, how)
        for lines in (list(_open_lines(found)), list(inputs_lines(found)), list(judged_lines(found))):
            if lines:
                output.write("\n" + "\n".join(lines) + "\n")
        if alarms:
            next_command(f"muster drift alarms -r {repository}")
        return
    chosen = [row for row in rows if row["measure"] == measure]
    if not chosen:
        say(f"no chart of {measure} yet; measures: {', '.join(sorted({row['measure'] for row in rows}))}")
    for row in chosen:
        output.write("\n".join(drawn(row)) + "\n")


def _save_plot(repository: str, query: Mapping[str, Any], file: Path) -> None:
    """Write the charts to a file as a picture.

    Raises:
        InvalidRequest: its name says no form.
    """
    form = file.suffix.lower().removeprefix(".")
    if form not in {"svg", "html"}:
        raise InvalidRequest(f"--plot is {file}; must end in .svg or .html")
    save("drift", f"/v1/drift-models/{repository}/charts/plot", {**query, "format": form}, file)


def drawn(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a chart: the statistic of each subgroup, between its limits."""
    points = [each for each in row["points"] if each["statistic"] is not None][-(WIDTH - 10) :]
    yield f"{row['series']}  {row['measure']}: {row['state']}, centre {row['center']}, now {row['now']}"
    if not points:
        return
    top = max(max(each["statistic"], each["high"]) for each in points)
    bottom = min(min(each["statistic"], each["low"]) for each in points)
    step = (top - bottom) / (HEIGHT - 1)
    for line in range(HEIGHT):
        level = top - line * step
        marks = "".join(_mark(each, level, step) for each in points)
        yield f"{level:8.2f} {marks}"
    yield " " * 9 + f"{points[0]['start'][:16]} to {points[-1]['end'][:16]}, statistic in standard deviations"


def _mark(point: Mapping[str, Any], level: float, step: float) -> str:
    """Return the character of a subgroup at a level: its statistic, a limit, or nothing."""
    if abs(point["statistic"] - level) <= step / 2:
        return "o" if point["low"] <= point["statistic"] <= point["high"] else "X"
    if abs(point["high"] - level) <= step / 2 or abs(point["low"] - level) <= step / 2:
        return "-"
    return "·" if abs(level) <= step / 2 else " "


def _rows(found: Mapping[str, Any], alarms: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a row for each measure of each series."""
    points: dict[tuple[str, str, str, str], list[dict[str, Any]]] = {}
    subgroups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for subgroup in found["subgroups"]:
        subgroups.setdefault((subgroup["commit"], subgroup["task"], subgroup["segment"]), []).append(subgroup)
        for point in subgroup["points"]:
            key = (subgroup["commit"], subgroup["task"], subgroup["segment"], point["measure"])
            points.setdefault(key, []).append({**point, "start": subgroup["start"], "end": subgroup["end"]})
    charts = {
        (each["commit"], each["task"], each["segment"], each["measure"]): each for each in found["charts"]
    }
    open_alarms = {(each["commit"], each["task"], each["segment"], each["measure"]) for each in alarms}
    for key, series in sorted(points.items()):
        commit, task, segment, measure = key
        chart, last = charts.get(key), series[-1]
        gone = is_unmeasured(subgroups[commit, task, segment], measure)
        state = "not measured" if gone else last["state"].lower().replace("_", " ")
        yield {
            "series": series_text(commit, task, segment),
            "commit": commit,
            "task": task,
            "segment": segment,
            "measure": measure,
            "center": "-" if chart is None else figure(measure, chart["center"]),
            "now": "-" if gone else figure(measure, last["value"]),
            "state": "ALARM" if key in open_alarms else state,
            "used": "-" if gone else _used(last),
            "trend": _trend([each["value"] for each in series[-TREND:]]),
            "points": series,
        }


def _open_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each series with samples that are not measured yet."""
    for each in found["open"]:
        series = series_text(each["commit"], each["task"], each["segment"])
        yield from wrapped(f"so far in the open window of {series}: {each['samples']:,} samples")


def _trend(values: Sequence[float]) -> str:
    """Return values as bars, from the least to the greatest."""
    least, greatest = min(values), max(values)
    floor = least - (greatest - least) / 8
    return sparkline([Decimal(str(each - floor if greatest > least else 1)) for each in values])


def _used(point: Mapping[str, Any]) -> str:
    """Return how much of its limit a statistic takes, in percent."""
    if point["statistic"] is None:
        return "-"
    limit = point["high"] if point["statistic"] > 0 else point["low"]
    return f"{100 * point['statistic'] / limit:.0f} %"


_CHARTS: View[Mapping[str, Any]] = View(
    columns=(
        Column("SERIES", lambda row: row["series"], least=12),
        Column("MEASURE", lambda row: row["measure"]),
        Column("CENTRE", lambda row: row["center"], right=True),
        Column("NOW", lambda row: row["now"], right=True),
        Column("LIMIT", lambda row: row["used"], right=True),
        Column("STATE", lambda row: row["state"]),
        Column("TREND", lambda row: row["trend"], drop=1),
    ),
    raw=lambda row: {key: value for key, value in row.items() if key != "points"},
    name=lambda row: f"{row['series']} {row['measure']}",
    empty="no subgroup with samples is over yet",
)
