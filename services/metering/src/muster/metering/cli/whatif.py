"""`muster cost whatif`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import client
from muster.client.cli.pricing.foreseen import foresee
from muster.client.cli.pricing.price import Price
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View

_SECOND_MS: Final = 1_000
_MINUTE_MS: Final = 60_000


def whatif(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Job file.")],
    *,
    overrides: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="Override a field, e.g. resources.gpus=2; repeatable."
        ),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Estimate the cost of one attempt of a job on each kind of GPU it may get; submit nothing.

    The range covers 80 % of similar attempts, judging by the run times of those that have ended.

    Examples:
        muster cost whatif train.yaml
        muster cost whatif train.yaml --set resources.gpus=4
    """
    from muster.client.documents.jobfile import read_file

    job = read_file(file, overrides or ()).checked().model_dump(mode="json", exclude_none=True)
    found = foresee(client(), job)
    if found.why and how.for_people:
        say(f"no price: {found.why}")
        return
    output.show(found.prices, _PRICES, how)
    if how.for_people:
        say(found.basis)
        if found.cheaper:
            say(f"cheaper: {found.cheaper}")


def _raw(price: Price) -> dict[str, Any]:
    return {
        "gpu_model": price.kind.gpu_model,
        "commitment": price.kind.commitment,
        "spot": price.kind.spot,
        "currency": price.currency,
        "gpu_hour": str(price.gpu_hour),
        "low": None if price.low is None else str(price.low),
        "middle": None if price.middle is None else str(price.middle),
        "high": None if price.high is None else str(price.high),
        "middle_ms": price.middle_ms,
    }


_PRICES: View[Price] = View(
    columns=(
        Column("GPU", lambda each: each.kind.text),
        Column("PER HOUR", lambda each: str(each.gpu_hour), right=True),
        Column("RUNS", lambda each: _time(each.middle_ms), right=True),
        Column("LOW", lambda each: str(each.low or "-"), right=True),
        Column("MIDDLE", lambda each: str(each.middle or "-"), right=True),
        Column("HIGH", lambda each: f"{each.high or '-'} {each.currency}", right=True),
    ),
    raw=_raw,
    name=lambda each: each.kind.text,
    empty="no node has such GPUs",
)


def _time(ms: int | None) -> str:
    from muster.jobs.values.quantities import format_duration

    if ms is None:
        return "-"
    unit_ms = _MINUTE_MS if ms >= _MINUTE_MS else _SECOND_MS
    return format_duration(round(ms / unit_ms) * unit_ms)
