"""`muster drift`. It imports the client alone: a laptop without servers runs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View, show_one
from muster.terminal.sparkline import sparkline

app = typer.Typer(no_args_is_help=True, help="Watch models in production: charts of their traffic, alarms.")

TREND: Final = 30
"""Subgroups of a trend."""

WIDTH: Final = 78
HEIGHT: Final = 15
"""Size of a chart in characters."""

RepositoryArgument = Annotated[str, typer.Argument(metavar="NAMESPACE/NAME", help="Model.")]
AlarmArgument = Annotated[str, typer.Argument(metavar="ALARM", help="Id of an alarm.")]


@app.command()
def watch(
    repository: RepositoryArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Monitor, YAML; without it the monitor is shown.")
    ] = None,
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Watch a model as a file says, or show how it is watched.

    A monitor that differs from the one in force begins with new charts.

    Examples:
        muster drift watch acme/answers monitor.yaml
        muster drift watch acme/answers
    """
    path = f"/v1/drift-models/{repository}"
    if file is None:
        found = service("drift").json("GET", path)
        show_one(found["monitor"], repository, Format.YAML if how is Format.TABLE else how)
        return
    data, lines = _monitor_in(file)
    try:
        outcome = decided("drift", "PUT", path, body=data)
    except InvalidRequest as error:
        where = _located(error, file, lines)
        raise InvalidRequest(f"{file} is not a valid monitor", violations=where) from None
    tell(
        outcome,
        f"{repository} is watched",
        f"muster drift show {repository}",
        repository,
        how,
        by="the drift service",
    )


@app.command()
def unwatch(repository: RepositoryArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Stop watching a model; its open alarms end.

    Examples:
        muster drift unwatch acme/answers
    """
    outcome = decided("drift", "DELETE", f"/v1/drift-models/{repository}")
    tell(
        outcome,
        f"{repository} is not watched any more",
        "muster drift ls",
        repository,
        how,
        by="the drift service",
    )


@app.command("ls")
def list_models(*, how: OutputOption = Format.TABLE) -> None:
    """List the models that are watched.

    Examples:
        muster drift ls
    """
    output.show(service("drift").json("GET", "/v1/drift-models")["models"], _MODELS, how)


@app.command()
def show(
    repository: RepositoryArgument,
    *,
    commit: Annotated[str, typer.Option("--commit", "-c", help="Show only versions that begin so.")] = "",
    measure: Annotated[
        str, typer.Option("--measure", "-m", help="Draw the charts of this measure, as refusals.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=10_000, help="Number of subgroups.")
    ] = 1_000,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the charts of a model: a line for each measure of each series, or one measure drawn.

    Examples:
        muster drift show acme/answers
        muster drift show acme/answers --measure refusals
        muster drift show acme/answers -o json
    """
    found = service("drift").json(
        "GET", f"/v1/drift-models/{repository}/charts", query={"commit": commit, "limit": limit}
    )
    if not how.for_people:
        show_one(found, repository, how)
        return
    alarms = service("drift").json("GET", "/v1/drift-alarms", query={"repository": repository})["alarms"]
    rows = list(_rows(found, alarms))
    if not measure:
        output.show(rows, _CHARTS, how)
        if alarms:
            next_command(f"muster drift alarms -r {repository}")
        return
    chosen = [row for row in rows if row["measure"] == measure]
    if not chosen:
        say(f"no chart of {measure} yet; measures: {', '.join(sorted({row['measure'] for row in rows}))}")
    for row in chosen:
        output.write("\n".join(drawn(row)) + "\n")


@app.command()
def simulate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Monitor, YAML.")],
    *,
    samples: Annotated[
        float, typer.Option("--samples-per-minute", "-s", help="Samples of one task and segment in a minute.")
    ],
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how soon changes would be known, before there is traffic. Nothing is set.

    A change is given in standard deviations of one sample: a share of refusals that rises from 10 % to 25 %
    changes by 0.5.

    Examples:
        muster drift simulate monitor.yaml --samples-per-minute 4
    """
    data, lines = _monitor_in(file)
    query = {"samples_per_minute": samples}
    try:
        found = service("drift").json("POST", "/v1/drift-simulations", body=data, query=query)
    except InvalidRequest as error:
        where = _located(error, file, lines)
        raise InvalidRequest(f"{file} is not a valid monitor", violations=where) from None
    if not how.for_people:
        show_one(found, str(file), how)
        return
    output.write(
        f"A chart has limits after {_span(found['learning_s'])}. All charts together have one false alarm in "
        f"{_span(found['false_alarm_every_s'])}.\n"
    )
    if found["samples"] < found["samples_min"]:
        least = found["samples_min"]
        say(f"a subgroup has {found['samples']} samples; must be at least {least}: sample more, or longer")
    output.show(found["delays"], _DELAYS, how)


@app.command("alarms")
def list_alarms(
    *,
    repository: Annotated[
        str, typer.Option("--repository", "-r", help="List only alarms of this model, NAMESPACE/NAME.")
    ] = "",
    ended: Annotated[bool, typer.Option("--all", "-a", help="Include alarms that have ended.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1_000, help="Number of alarms.")] = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List alarms, the newest first.

    Examples:
        muster drift alarms
        muster drift alarms -r acme/answers --all
    """
    query = {"repository": repository, "ended": str(ended).lower(), "limit": limit}
    output.show(service("drift").json("GET", "/v1/drift-alarms", query=query)["alarms"], _ALARMS, how)


@app.command()
def ack(
    alarm: AlarmArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Reason, for the record.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Acknowledge an alarm: say that somebody knows of it.

    Examples:
        muster drift ack drift-0a1b2c3d4e5f --reason "new prompt since noon"
    """
    path = f"/v1/drift-alarms/{alarm}/acknowledgement"
    outcome = decided("drift", "PUT", path, query={"reason": reason})
    tell(outcome, f"{alarm} is acknowledged", "muster drift alarms", alarm, how, by="the drift service")


@app.command()
def forget(
    *,
    user: Annotated[
        str, typer.Option("--user", "-u", help="User as in the header x-muster-user. Needs --key-file.")
    ] = "",
    key_file: Annotated[
        Path | None,
        typer.Option("--key-file", "-k", help="Key of the servers' hash, SAMPLING_USER_KEY; it stays here."),
    ] = None,
    user_hash: Annotated[
        str, typer.Option("--hash", help="Keyed hash of the user, `subject` of a sample; instead of --user.")
    ] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Forget a user: delete the texts of all samples, of all models of the organisation.

    Samples themselves go with the retention of their topic, 7 to 8 days; until then they are neither shown
    nor judged, nor are new ones of this user. Only the keyed hash of the user is sent.

    Examples:
        muster drift forget --user ann --key-file sampling-user.key
        muster drift forget --hash 3b1f0c9d5e7a4286b0d1c2e3f4a5b6c7
    """
    if bool(user) == bool(user_hash) or bool(user) != (key_file is not None):
        raise typer.BadParameter("give --user and --key-file, or --hash")
    if key_file is not None:
        user_hash = _hash_of(user, key_file)
    outcome = decided("drift", "PUT", f"/v1/drift-forgotten-users/{user_hash}")
    tell(
        outcome,
        f"{user or user_hash} is forgotten",
        "muster reactors ls --reactor drift-bodies",
        user_hash,
        how,
        by="the drift service",
    )


def _hash_of(user: str, key_file: Path) -> str:
    """Return the keyed hash of a user.

    Raises:
        InvalidRequest: the file has no key.
    """
    from muster.client.documents.reading import read_bytes
    from muster.sampling.subjects import subject_of

    found = subject_of(user, read_bytes(key_file).strip())
    if not found:
        raise InvalidRequest(f"{key_file} is empty; must be the key of the servers' hash")
    return found


def _monitor_in(file: Path) -> tuple[Any, Mapping[str, int]]:
    """Return the monitor in a file as plain data, and the line of each field."""
    from muster.client.documents.reading import read_bytes, refused
    from muster.jobs import InvalidDocument, read_yaml

    try:
        return read_yaml(read_bytes(file))
    except InvalidDocument as error:
        raise refused(error, str(file), what="monitor") from None


def _located(error: InvalidRequest, file: Path, lines: Mapping[str, int]) -> Any:
    from muster.client.documents.reading import located

    return located(error.violations, str(file), lines)


def _span(seconds: int | None) -> str:
    """Return a time for people, in its largest unit."""
    if seconds is None:
        return "never"
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds} s"


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
    for subgroup in found["subgroups"]:
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
        state = last["state"].lower().replace("_", " ")
        yield {
            "series": " ".join(each for each in (commit[:7], task, segment) if each) or "-",
            "commit": commit,
            "task": task,
            "segment": segment,
            "measure": measure,
            "center": "-" if chart is None else figure(measure, chart["center"]),
            "now": figure(measure, last["value"]),
            "state": "ALARM" if key in open_alarms else state,
            "used": _used(last),
            "trend": _trend([each["value"] for each in series[-TREND:]]),
            "points": series,
        }


def figure(measure: str, value: float | None) -> str:
    """Return a value of a measure for people: shares in percent, logarithms as the quantity."""
    if value is None:
        return "-"
    if measure in {"latency", "answer-length"}:
        from math import expm1

        return f"{expm1(value):,.0f}{' ms' if measure == 'latency' else ''}"
    return f"{value:.2f}" if measure == "rating" else f"{100 * value:.1f} %"


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


def _state(row: Mapping[str, Any]) -> str:
    if row["ended"]:
        return "ended"
    return "known" if row["known_to"] else "OPEN"


_MODELS: View[Mapping[str, Any]] = View(
    columns=(
        Column("MODEL", lambda row: row["repository"], least=20),
        Column("SERIES", lambda row: str(row["series"]), right=True),
        Column("SAMPLES", lambda row: str(row["samples"]), right=True),
        Column("ALARMS", lambda row: str(row["alarms"]), right=True),
        Column("MEASURED UNTIL", lambda row: (row["measured_until"] or "never")[:16]),
        Column("BY", lambda row: row["requested_by"], drop=1),
    ),
    raw=dict,
    name=lambda row: row["repository"],
    empty="no model is watched; `muster drift watch NAMESPACE/NAME FILE` begins",
)

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

_DELAYS: View[Mapping[str, Any]] = View(
    columns=(
        Column("CHANGE", lambda row: f"{row['shift']:g}", right=True),
        Column("KNOWN AFTER", lambda row: _span(row["mean_s"]), right=True),
        Column("9 OF 10 AFTER", lambda row: _span(row["slow_s"]), right=True),
    ),
    raw=dict,
    name=lambda row: str(row["shift"]),
)

_ALARMS: View[Mapping[str, Any]] = View(
    columns=(
        Column("ALARM", lambda row: row["alarm"]),
        Column("STATE", _state),
        Column("BEGAN", lambda row: row["began"][:16]),
        Column("RAISED", lambda row: row["at"][:16], drop=1),
        Column("WHAT", lambda row: row["text"], least=30),
        Column("KNOWN TO", lambda row: row["known_to"] or "-", drop=2),
        Column("BY", lambda row: row["known_reason"] or "", wide=True),
    ),
    raw=dict,
    name=lambda row: row["alarm"],
    empty="no open alarm",
)
