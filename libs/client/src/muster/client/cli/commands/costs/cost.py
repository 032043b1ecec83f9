"""`muster cost`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli import connect, texts
from muster.client.cli.commands.costs.sparkline import sparkline
from muster.client.cli.commands.costs.sums import Sum, running_sum, sums_of, totals
from muster.client.cli.commands.costs.whatif import whatif
from muster.client.cli.connect import JobArgument, client
from muster.terminal import durations, output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="Show what GPUs cost, and check that it adds up.")

_DAYS_AS_BARS_MAX: Final = 92
_DAY_S: Final = 86_400
_SINCE_S: Final = 30 * _DAY_S
_WEEK_S: Final = 7 * _DAY_S
_ADVICE_MAX: Final = 10
_FILES: Final = ("csv", "parquet")
_IN_VAIN: Final = frozenset({"stopped", "lost", "failed", "timed-out", "refused"})
"""Outcomes of attempts after which a job is run again, or not at all."""

_RUNNING_BY: Final = "team, project, user, queue, tier, model, kind, job"
_EVER: Final = "2020-01-01T00:00:00Z"
_DIMENSIONS: Final = "team, project, user, queue, tier, model, gpu_model, kind, job, node, label:KEY ..."


@app.command()
def show(
    *,
    by: Annotated[str, typer.Option("--by", help=f"Up to three of {_DIMENSIONS}, by commas.")] = "team",
    since: durations.SinceOption = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="DIMENSION=VALUE", help="Only what has it; repeatable."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what GPUs cost: your teams; with the role billing, your tenant; as operator, the platform too.

    Whole days of the last 30, or of --since. Days that are not over count as far as their hours are recorded.

    Examples:
        muster cost show
        muster cost show --by team,model --since 30d
        muster cost show --by queue --only kind=job -o json
    """
    span_s = since or _SINCE_S
    step = "day" if span_s <= _DAYS_AS_BARS_MAX * _DAY_S else "month"
    answer = client().costs(by, step=step, since=_ago(span_s), only=only or ())
    if not how.for_people:
        output.show(answer["items"], _RAW, how)
        return
    sums = sums_of(answer["items"])
    bars: Column[Sum] = Column(f"PER {step.upper()}", lambda each: sparkline(each.periods), drop=1)
    output.show(sums, _view(answer["by"], bars), how)
    _say_totals(sums)
    if sums:
        of_jobs = client().costs("outcome", since=answer["since"], until=answer["until"], only=only or ())
        _say_in_vain(each for each in sums_of(of_jobs["items"]) if each.key[0] in _IN_VAIN)
        next_command("muster rates show")


@app.command()
def job(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show what a job costs, attempt by attempt, and what of it was lost.

    Examples:
        muster cost job train
    """
    handle = connect.job(reference)
    attempts = handle.status().attempts
    outcomes = {str(each["attempt"]): str(each.get("outcome") or "RUNNING") for each in attempts}
    answer = client().costs("attempt,kind", since=_EVER, only=[f"job={handle.job_id}"])
    if not how.for_people:
        output.show(answer["items"], _RAW, how)
        return
    sums = sorted(sums_of(answer["items"]), key=lambda each: int(each.key[0] or 0))
    output.show(sums, _of_attempts(outcomes), how)
    _say_totals(sums)
    _say_in_vain(each for each in sums if outcomes.get(each.key[0], "").lower().replace("_", "-") in _IN_VAIN)


app.command()(whatif)


@app.command()
def running(
    *,
    by: Annotated[str, typer.Option("--by", help=f"Some of {_RUNNING_BY}, by commas.")] = "queue,kind",
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what is not charged yet, as if its days ended now, the hour in progress included. For operators.

    It reads the log whole, as `reconcile` does, and checks the same: GPU time x rate.

    Examples:
        muster cost running
        muster cost running --by team
    """
    found = client().running_costs(by)
    if not how.for_people:
        output.show(found["items"], _RAW, how)
    else:
        sums = [running_sum(item) for item in found["items"]]
        output.show(sums, _view(found["by"]), how)
        _say_totals(sums)
        word = "is" if found["reconciled"] else "IS NOT"
        say(f"an estimate, {found['at']}: it {word} GPU time x rate on {found['node_days']} node days")
        for each in found["discrepancies"]:
            output.write(f"{each['node_id']} {each['day'][:10]}: {each['what']}\n")
    if not found["reconciled"]:
        raise typer.Exit(1)


@app.command()
def efficiency(
    *,
    by: Annotated[str, typer.Option("--by", help=f"Up to three of {_DIMENSIONS}, by commas.")] = "team",
    since: durations.SinceOption = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="DIMENSION=VALUE", help="Only what has it; repeatable."),
    ] = None,
    jobs: Annotated[bool, typer.Option("--jobs", help="The jobs that idle most, with advice.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what was used of the GPUs that were allocated, as far as it was measured; what idles most first.

    Recorded hours of the last 7 days, or of --since. Busy is what multiprocessors did; where a node has only
    its driver's word, the share of that is told.

    Examples:
        muster cost efficiency
        muster cost efficiency --by user --only team=vision
        muster cost efficiency --jobs --since 30d
    """
    first = _ago(since or _WEEK_S)
    if jobs:
        items = client().idle_jobs(since=first, only=only or ())["items"]
        output.show(items, _IDLE_JOBS, how)
        if how.for_people:
            _say_advice(items)
        return
    answer = client().efficiency(by, since=first, only=only or ())
    output.show(answer["items"], _efficiency_view(answer["by"]), how)
    if how.for_people and answer["items"]:
        _say_by_driver(answer["items"])
        next_command("muster cost efficiency --jobs")


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="FILE.csv or FILE.parquet; it is replaced.")],
    *,
    since: durations.SinceOption = None,
    month: Annotated[
        str, typer.Option("--month", help="A month, UTC, like 2026-11, in place of --since.")
    ] = "",
) -> None:
    """Write what is charged as a file in the columns of FOCUS 1.2, for FinOps tools.

    Whole days of the last 30, of --since or of --month. A day is charged when it is over.

    Examples:
        muster cost export november.csv --month 2026-11
        muster cost export week.parquet --since 7d
    """
    kind = file.suffix.removeprefix(".")
    if kind not in _FILES:
        raise typer.BadParameter(f"{file}: the name ends in .csv or .parquet")
    first, last = _month(month) if month else (_ago(since or _SINCE_S), None)
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as written:
            for piece in client().export_costs(kind=kind, since=first, until=last):
                written.write(piece)
        part.replace(file)
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
    say(f"{file}: {file.stat().st_size:,} bytes")


def _ago(span_s: float) -> str:
    return f"{datetime.now(UTC) - timedelta(seconds=span_s):%Y-%m-%dT%H:%M:%SZ}"


def _month(text: str) -> tuple[str, str]:
    """Its first day and that of the next."""
    try:
        first = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"--month {text}: a month is written like 2026-11") from None
    following = (first + timedelta(days=31)).replace(day=1)
    return f"{first:%Y-%m-%dT00:00:00Z}", f"{following:%Y-%m-%dT00:00:00Z}"


@app.command()
def reconcile(*, how: OutputOption = Format.TABLE) -> None:
    """Check that for every node and day the charges are GPU time x rate, by the log. Needs the role operator.

    Examples:
        muster cost reconcile
    """
    found = client().reconciliation()
    if not how.for_people:
        output.show_one(found, "reconciliation", how)
    else:
        for each in found["discrepancies"]:
            output.write(f"{each['node_id']} {each['day'][:10]}: {each['what']}\n")
        amounts = (
            f"{each['charged']} {each['currency']} for {each['gpu_hours']} GPU hours"
            for each in found["charged"]
        )
        word = "reconciled" if found["reconciled"] else "NOT RECONCILED"
        position = f" (log read to {found['position']})" if found["position"] else ""
        say(
            f"{word}: {found['node_days']} node days, {', '.join(amounts) or 'nothing charged yet'}{position}"
        )
    if not found["reconciled"]:
        raise typer.Exit(1)


def _say_by_driver(items: Sequence[Mapping[str, Any]]) -> None:
    measured = sum(Decimal(item["measured_gpu_hours"]) for item in items)
    by_driver = sum(Decimal(item["by_driver_gpu_hours"]) for item in items)
    if not measured:
        say("nothing was measured: these nodes have neither a GPU driver nor DCGM's exporter")
    elif by_driver:
        say(f"{100 * by_driver / measured:.0f} % of what was measured is the driver's word alone: a hint")


def _say_advice(items: Sequence[Mapping[str, Any]]) -> None:
    for item in [each for each in items if each["advice"]][:_ADVICE_MAX]:
        advice, job_id = item["advice"], item["key"]["job"]
        saved = f"; {advice['saved']} {item['currency']} less" if Decimal(advice["saved"]) else ""
        say(f"{texts.short_id(job_id)}: {advice['message']}{saved}")


def _say_in_vain(sums: Iterable[Sum]) -> None:
    """What was spent on attempts that came to no result; what they had saved is not told apart."""
    for currency, amount in totals(sums).items():
        if amount:
            say(f"of this, {amount} {currency} were for attempts that were evicted, lost or failed")


def _say_totals(sums: Sequence[Sum]) -> None:
    for currency, amount in totals(sums).items():
        open_too = any(not each.settled for each in sums if each.currency == currency)
        still = "; days that are not charged yet are among it" if open_too else ""
        say(f"{amount} {currency} in all{still}" if currency else "hours without prices cost nothing")


def _view(by: Sequence[str], *more: Column[Sum]) -> View[Sum]:
    return View(
        columns=(
            *(Column(name.upper(), _value(n), least=8) for n, name in enumerate(by)),
            Column("GPU-HOURS", lambda each: f"{each.gpu_hours:.1f}", right=True),
            Column("COST", lambda each: f"{each.cost}", right=True, drop=2),
            Column("CHARGED", lambda each: f"{each.charged} {each.currency}".strip(), right=True),
            *more,
        ),
        raw=_raw,
        name=lambda each: ",".join(each.key),
        empty="nothing was recorded in this time, or nothing that you may see",
    )


def _value(n: int) -> Callable[[Sum], str]:
    return lambda each: each.key[n] or "-"


def _of_attempts(outcomes: Mapping[str, str]) -> View[Sum]:
    return View(
        columns=(
            Column("TRY", lambda each: each.key[0] if each.key[0] != "0" else "-", right=True),
            Column("FOR", lambda each: "its run" if each.key[1] == "job" else "nodes kept for it"),
            Column("OUTCOME", lambda each: outcomes.get(each.key[0], "-")),
            Column("GPU-HOURS", lambda each: f"{each.gpu_hours:.3f}", right=True),
            Column("COST", lambda each: f"{each.cost}", right=True),
            Column("CHARGED", lambda each: f"{each.charged} {each.currency}".strip(), right=True),
        ),
        raw=_raw,
        name=lambda each: each.key[0],
        empty="nothing is recorded of it yet: an hour is when it is over",
    )


def _raw(each: Sum) -> dict[str, Any]:
    return {"key": list(each.key), "charged": str(each.charged), "currency": each.currency}


_RAW: View[Mapping[str, Any]] = View(columns=(), raw=dict, name=lambda item: ",".join(item["key"].values()))


def _efficiency_view(by: Sequence[str]) -> View[Mapping[str, Any]]:
    return View(
        columns=(*(Column(name.upper(), _key(name), least=8) for name in by), *_USE),
        raw=dict,
        name=lambda item: ",".join(item["key"].values()),
        empty="no job had a GPU in this time, or none that you may see",
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
    empty="nothing was measured of any job in this time that you may see",
)
