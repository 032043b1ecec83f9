"""`muster eval price` and `budget`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View, show_one


def price(
    model: Annotated[
        str | None,
        typer.Argument(metavar="[MODEL]", help="Model, as configs name it; without it prices are listed."),
    ] = None,
    *,
    tokens_in: Annotated[
        str | None, typer.Option("--input-tokens", help="Price of 10^6 prompt tokens, US dollars.")
    ] = None,
    tokens_out: Annotated[
        str | None, typer.Option("--output-tokens", help="Price of 10^6 generated tokens, US dollars.")
    ] = None,
    cached: Annotated[
        str | None,
        typer.Option(
            "--cached-tokens",
            help="Price of 10^6 prompt tokens that the endpoint had cached (default: as --input-tokens).",
        ),
    ] = None,
    endpoint: Annotated[
        str,
        typer.Option(
            "--endpoint",
            help="SCHEME://HOST:PORT for which the price holds (default: all without their own).",
        ),
    ] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Remove the price.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Price a model's tokens for evaluations that start from now on, or list prices.

    A model of your own that costs nothing has a price of 0. Without a price the cost is unknown, and a cap
    is rejected.

    Examples:
        muster eval price
        muster eval price invoices --input-tokens 0.15 --output-tokens 0.60
        muster eval price invoices --remove
    """
    if model is None:
        output.show(service("eval").listed("/v1/eval-prices")["items"], _PRICES, how)
        return
    if not remove and (tokens_in is None or tokens_out is None):
        raise InvalidRequest("--input-tokens or --output-tokens is missing; must be both, or --remove")
    asked: dict[str, Any] = {"model": model, "endpoint": endpoint}
    if not remove:
        asked |= {"input": tokens_in, "output": tokens_out} | ({"cached": cached} if cached else {})
    outcome = decided("eval", "PUT", "/v1/eval-prices", body=asked)
    said = "has no price" if remove else "is priced"
    tell(outcome, f"Model {model} {said}", "muster eval price", model, how, by="the eval service")


def budget(
    *,
    per_day: Annotated[
        str | None,
        typer.Option("--per-day", help="Limit of one day (UTC), US dollars; 0 holds all priced runs back."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Reset today's count to zero.")] = False,
    reason: Annotated[str, typer.Option("--reason", help="Reason of --resume, for the log.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Limit what evaluations that start by themselves may cost in one day, or show the limit.

    Examples:
        muster eval budget
        muster eval budget --per-day 50
        muster eval budget --resume --reason "release week"
    """
    if resume and per_day is not None:
        raise InvalidRequest("--resume and --per-day are given; must be one of them")
    path = "/v1/eval-budget"
    if per_day is not None:
        outcome = decided("eval", "PUT", path, body={"per_day": per_day})
        said = f"Automatic evaluations may cost {per_day} USD a day"
    elif resume:
        outcome = decided("eval", "POST", f"{path}/resumption", body={"reason": reason})
        said = "Automatic evaluations start again"
    else:
        show_one(
            service("eval").json("GET", path), "eval budget", Format.YAML if how is Format.TABLE else how
        )
        return
    tell(outcome, said, "muster eval budget", "eval budget", how, by="the eval service")


_PRICES: View[Mapping[str, Any]] = View(
    columns=(
        Column("MODEL", lambda row: row["model"], least=20),
        Column("ENDPOINT", lambda row: row["endpoint"] or "any"),
        Column("INPUT", lambda row: row["input"], right=True),
        Column("OUTPUT", lambda row: row["output"], right=True),
        Column("CACHED", lambda row: row["cached"] or "", right=True, drop=1),
        Column("BY", lambda row: row["requested_by"], drop=2),
    ),
    raw=dict,
    name=lambda row: row["model"],
    empty="no model has a price",
)
