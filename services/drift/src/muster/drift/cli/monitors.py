"""`muster drift watch`, `unwatch`, `ls` and `simulate`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.drift.cli.figures import LINE, span
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
    """Monitor a model as defined in a file, or show its monitor.

    A monitor that differs from the one in effect starts new charts.

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
    output.show(service("drift").listed("/v1/drift-models")["items"], _MODELS, how)


def simulate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Monitor, YAML.")],
    *,
    samples: Annotated[
        float, typer.Option("--samples-per-minute", "-s", help="Samples of one task and segment in a minute.")
    ],
    tokens_in: Annotated[
        float | None,
        typer.Option("--input-tokens", help="Price of 10^6 prompt tokens of the judge, US dollars."),
    ] = None,
    tokens_out: Annotated[
        float | None, typer.Option("--output-tokens", help="Price of 10^6 generated tokens, US dollars.")
    ] = None,
    sample_tokens: Annotated[
        int,
        typer.Option(
            "--sample-tokens", min=1, help="Mean tokens of a sample: conversation, sources and answer."
        ),
    ] = 1_000,
    how: OutputOption = Format.TABLE,
) -> None:
    """Estimate, before there is traffic, how soon changes would be detected and what judging would cost.

    Changes nothing. Shifts are given in standard deviations of one sample: a share of refusals that rises
    from 10 % to 25 % changes by 0.5.

    An answer takes 2 verdicts of the judge if they agree and 3 if they differ, hence a lower and an upper
    cost.

    Examples:
        muster drift simulate monitor.yaml --samples-per-minute 4
        muster drift simulate monitor.yaml -s 4 --input-tokens 0.15 --output-tokens 0.60
    """
    if (tokens_in is None) != (tokens_out is None):
        raise InvalidRequest("--input-tokens or --output-tokens is missing; must be both, or neither")
    data, lines = _monitor_in(file)
    query = {
        "samples_per_minute": samples,
        "input_usd": tokens_in,
        "output_usd": tokens_out,
        "sample_tokens": sample_tokens,
    }
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
    if found["judging"] is not None:
        _judging(found["judging"], sample_tokens, how)


def _judging(found: Mapping[str, Any], sample_tokens: int, how: Format) -> None:
    """Print what judging would cost, and what it is assumed from."""
    output.write("\n")
    rows = [{**each, "found": found} for each in found["costs"]]
    output.show(rows, _EXPENSES, how)
    prompt = sample_tokens + found["rules_tokens"]
    assumed = (
        f"Assumed: {found['series']} series with as many samples each; a verdict reads {prompt:,} tokens and "
        f"writes {found['verdict_tokens']:,}; none is asked for twice."
    )
    limit = f"{found['daily_usd']:g} USD a day"
    low, high = found["costs"][0]["low_usd"], found["costs"][0]["high_usd"]
    if low is None:
        said = f"The cost is unknown without a price (--input-tokens, --output-tokens); the limit is {limit}."
    elif high <= found["daily_usd"]:
        said = f"Samples stay within the limit of {limit}."
    else:
        least, most = (min(100.0, 100 * found["daily_usd"] / each) for each in (high, low))
        said = (
            f"The limit of {limit} is enough for {least:.0f} to {most:.0f} % of a day's samples; later ones "
            "are not measured."
        )
    output.write("\n".join([*wrap(said, LINE), *wrap(assumed, LINE)]) + "\n")


def _monitor_in(file: Path) -> tuple[Any, Mapping[str, int]]:
    """Return the monitor in a file as plain data, and the line of each field."""
    from muster.client.documents.user_input import read_bytes, refused
    from muster.jobs import InvalidDocument, read_yaml

    try:
        return read_yaml(read_bytes(file))
    except InvalidDocument as error:
        raise refused(error, str(file), what="monitor") from None


def _located(error: InvalidRequest, file: Path, lines: Mapping[str, int]) -> Any:
    from muster.client.documents.user_input import located

    return located(error.violations, str(file), lines)


def _verdicts(row: Mapping[str, Any]) -> str:
    low, high = (row["answers"] * row["found"][each] for each in ("verdicts_min", "verdicts_max"))
    return f"{low:,} to {high:,}"


def _cost(row: Mapping[str, Any]) -> str:
    return "-" if row["low_usd"] is None else f"{row['low_usd']:.2f} to {row['high_usd']:.2f}"


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

_KINDS: Final = {
    "samples": "samples, a day",
    "anchors": "anchors of a version, a day",
    "baseline": "baseline of a version, once",
}

_EXPENSES: View[Mapping[str, Any]] = View(
    columns=(
        Column("JUDGED", lambda row: _KINDS[row["what"]]),
        Column("ANSWERS", lambda row: f"{row['answers']:,}", right=True),
        Column("VERDICTS", _verdicts, right=True),
        Column("USD", _cost, right=True),
    ),
    raw=dict,
    name=lambda row: row["what"],
)
