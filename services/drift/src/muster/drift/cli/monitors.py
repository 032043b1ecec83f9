"""`muster drift watch`, `unwatch`, `ls` and `simulate`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.drift.cli.figures import span
from muster.drift.cli.options import RepositoryArgument
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View, show_one


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


def list_models(*, how: OutputOption = Format.TABLE) -> None:
    """List the models that are watched.

    Examples:
        muster drift ls
    """
    output.show(service("drift").json("GET", "/v1/drift-models")["models"], _MODELS, how)


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
        f"A chart has limits after {span(found['learning_s'])}. All charts together have one false alarm in "
        f"{span(found['false_alarm_every_s'])}.\n"
    )
    if found["samples"] < found["samples_min"]:
        least = found["samples_min"]
        say(f"a subgroup has {found['samples']} samples; must be at least {least}: sample more, or longer")
    output.show(found["delays"], _DELAYS, how)


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

_DELAYS: View[Mapping[str, Any]] = View(
    columns=(
        Column("CHANGE", lambda row: f"{row['shift']:g}", right=True),
        Column("KNOWN AFTER", lambda row: span(row["mean_s"]), right=True),
        Column("9 OF 10 AFTER", lambda row: span(row["slow_s"]), right=True),
    ),
    raw=dict,
    name=lambda row: str(row["shift"]),
)
