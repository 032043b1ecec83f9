"""`muster cost efficiency`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Final

import typer
from muster.client.cli import texts
from muster.client.cli.connect import client
from muster.metering.cli.options import DIMENSIONS, OnlyOption
from muster.metering.cli.periods import DAY_S, HOUR_S, ago
from muster.terminal import durations, output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

_WEEK_S: Final = 7 * DAY_S
_ADVICE_MAX: Final = 10


def efficiency(
    *,
    by: Annotated[
        str,
        typer.Option("--by", help=f"Group by up to three, comma-separated (default: team): {DIMENSIONS}."),
    ] = "",
    since: durations.SinceOption = None,
    only: OnlyOption = None,
    jobs: Annotated[
        bool, typer.Option("--jobs", help="Show the jobs with the most idle GPU time, with advice.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how much of the allocated GPU time was used, where measured; most idle time first.

    Covers the recorded hours of the last 7 days, or of --since. BUSY is the activity of the GPUs'
    multiprocessors. Nodes that have only the driver's coarser figure are included; their share is reported.

    Examples:
        muster cost efficiency
        muster cost efficiency --by user --only team=vision
        muster cost efficiency --jobs --since 30d
    """
    if jobs and by:
        raise typer.BadParameter("--jobs and --by are given; must be one of them")
    first = ago(since or _WEEK_S, HOUR_S)
    if jobs:
        items = client().idle_jobs(since=first, only=only or ())["items"]
        output.show(items, _IDLE_JOBS, how)
        if how.for_people:
            _say_advice(items)
        return
    answer = client().efficiency(by or "team", since=first, only=only or ())
    output.show(answer["items"], _efficiency_view(answer["by"]), how)
    if how.for_people and answer["items"]:
        _say_by_driver(answer["items"])
        next_command("muster cost efficiency --jobs")


def _say_by_driver(items: Sequence[Mapping[str, Any]]) -> None:
    measured = sum(Decimal(item["measured_gpu_hours"]) for item in items)
    by_driver = sum(Decimal(item["by_driver_gpu_hours"]) for item in items)
    if not measured:
        say("no measurements: these nodes have neither a GPU driver nor the DCGM exporter")
    elif by_driver:
        say(f"{100 * by_driver / measured:.0f} % of the measurements come from the driver alone: only a hint")


def _say_advice(items: Sequence[Mapping[str, Any]]) -> None:
    for item in [each for each in items if each["advice"]][:_ADVICE_MAX]:
        advice, job_id = item["advice"], item["key"]["job"]
        saved = f"; {advice['saved']} {item['currency']} less" if Decimal(advice["saved"]) else ""
        say(f"{texts.short_id(job_id)}: {advice['message']}{saved}")


def _efficiency_view(by: Sequence[str]) -> View[Mapping[str, Any]]:
    return View(
        columns=(*(Column(name.upper(), _key(name), least=8) for name in by), *_USE),
        raw=dict,
        name=lambda item: ",".join(item["key"].values()),
        empty="no job had a GPU in this period, or none that you may see",
    )


def _key(name: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda item: item["key"][name] or "-"


_USE: Final[tuple[Column[Mapping[str, Any]], ...]] = (
    Column("GPU-HOURS", lambda item: f"{Decimal(item['gpu_hours']):.1f}", right=True),
    Column("MEASURED", lambda item: f"{Decimal(item['measured_gpu_hours']):.1f}", right=True, drop=2),
    Column("BUSY", lambda item: f"{item['busy_percent'] or '-'} %", right=True),
    Column("CHARGED", lambda item: f"{item['charged']} {item['currency']}".strip(), right=True),
    Column("IDLE", lambda item: item["idle_charged"], right=True),
    Column("PER BUSY HOUR", lambda item: item["charged_per_busy_gpu_hour"] or "-", right=True, drop=1),
)

_IDLE_JOBS: Final[View[Mapping[str, Any]]] = View(
    columns=(
        Column("JOB", lambda item: texts.short_id(item["key"]["job"])),
        Column("TEAM", _key("team"), drop=4),
        Column("USER", _key("user"), drop=3),
        Column("GPUS USED", lambda item: f"{item['gpus_used']} of {item['gpus']}", right=True),
        *_USE,
    ),
    raw=dict,
    name=lambda item: item["key"]["job"],
    empty="no measurements in this period for jobs that you may see",
)
