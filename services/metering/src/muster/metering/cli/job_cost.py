"""`muster cost JOB`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from muster.client.cli import connect, texts
from muster.client.cli.connect import JobArgument, client
from muster.client.errors import Unavailable
from muster.client.resources import Job
from muster.metering.cli.periods import EVER
from muster.metering.cli.sums import Sum, running_sum, sums_of, totals
from muster.metering.cli.views import RAW, as_data, lost_of, say_lost, say_totals
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

Json = Mapping[str, Any]

_RUN: Final = "job"
_STORAGE: Final = "storage"
_NOTHING_OPEN: Final = "all of its hours are charged"
_UNKNOWN: Final = "no cost known yet, or none that you may see (usage follows the start of a job by seconds)"
_NEVER_RAN: Final = "no cost: it has not run"
_FOR: Final = {_RUN: "run", _STORAGE: "storage"}


def job(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show the cost of a job by attempt, with nodes reserved for it, and how much was used and lost.

    Days that are not charged yet are estimated, with the hour in progress and the cost per hour now.
    Same as `muster cost JOB`; use it for a job whose name is also a subcommand of `muster cost`.

    Examples:
        muster cost job train
    """
    handle = connect.job(reference)
    found = handle.status()
    only = [f"job={handle.job_id}"]
    answer = client().costs("attempt,kind", since=EVER, only=only)
    if not how.for_people:
        output.show(answer["items"], RAW, how)
        return
    sums = sorted(sums_of(answer["items"]), key=lambda each: int(each.key[0] or 0))
    used: list[Json] = client().efficiency("attempt", since=EVER, only=only)["items"] if sums else []
    outcomes = {str(each["attempt"]): str(each.get("outcome") or "RUNNING") for each in found.attempts}
    output.write(f"{_headline(found)}\n")
    if sums:
        view = _of_attempts(outcomes, {item["key"]["attempt"]: item for item in used})
        output.write(output.table_text(sums, view, wide=how is Format.WIDE))
        _say_all(sums, used)
        say_lost(sums_of(client().costs("loss", since=EVER, only=only)["items"]))
    if not found.over or not sums or any(not each.settled for each in sums):
        try:
            _say_estimate(found, only)
        except Unavailable as error:
            if not sums:
                raise
            say(f"no estimate of what is not recorded yet: {error.message}")
    next_command(f"muster describe {texts.short_id(handle.job_id)}")


def _say_estimate(found: Job, only: Sequence[str]) -> None:
    """Report the cost so far with hours that are not recorded yet, and the cost per hour now."""
    by_day = client().costs(step="day", since=EVER, only=only)["items"]
    charged = totals(sums_of([item for item in by_day if item["settled"]]))
    answer = client().running_costs(only=only)
    running = [running_sum(item) for item in answer["items"]]
    if not running:
        started = bool(found.attempts)
        say(_NOTHING_OPEN if charged else _UNKNOWN if started else _NEVER_RAN)
    for each in running:
        so_far = charged.get(each.currency, Decimal(0)) + each.charged
        cost = f"{so_far} {each.currency}" if each.currency else "no prices are set"
        now = f"; {each.per_hour} {each.currency} per hour now" if each.per_hour else ""
        hours = f"{each.gpu_hours:.3f} GPU hours not charged yet"
        say(f"estimate so far: {cost}, with {hours}{now} (as of {answer['at'][:19]}Z)")


def _headline(job: Job) -> str:
    who = f"user {job.user}, team {job.team}, project {job.project}, queue {job.queue}, {job.tier}"
    return f"{job.name} ({texts.short_id(job.job_id)}), {job.state}: {who}"


def _of_attempts(outcomes: Mapping[str, str], used: Mapping[str, Json]) -> View[Sum]:
    return View(
        columns=(
            Column("TRY", lambda each: each.key[0] if each.key[0] != "0" else "-", right=True),
            Column("FOR", lambda each: _FOR.get(each.key[1], "reserved nodes")),
            Column("OUTCOME", lambda each: outcomes.get(each.key[0], "-")),
            Column("GPU-HOURS", lambda each: f"{each.gpu_hours:.3f}", right=True),
            Column("BUSY", lambda each: _busy(each, used), right=True),
            Column("COST", lambda each: f"{each.cost}", right=True, drop=1),
            Column("CHARGED", lambda each: f"{each.charged} {each.currency}".strip(), right=True),
            Column("LOST", lost_of, right=True),
        ),
        raw=as_data,
        name=lambda each: each.key[0],
    )


def _busy(each: Sum, used: Mapping[str, Json]) -> str:
    """Return the busy share of the measured GPU time of a run; a dash if nothing was measured."""
    item = used.get(each.key[0]) if each.key[1] == _RUN else None
    percent = None if item is None else item["busy_percent"]
    return f"{percent} %" if percent else "-"


def _say_all(sums: Sequence[Sum], used: Sequence[Json]) -> None:
    """Report the total, its parts, and how much of the GPU time was used."""
    say_totals(sums)
    kept = [each for each in sums if each.key[1] not in _FOR]
    for currency, amount in totals(kept).items():
        if amount:
            say(f"of this, {amount} {currency} for nodes reserved for it")
    for currency, amount in totals([each for each in sums if each.key[1] == _STORAGE]).items():
        if amount:
            say(f"of this, {amount} {currency} for checkpoints and output in the store")
    measured = sum((Decimal(item["measured_gpu_hours"]) for item in used), Decimal(0))
    busy = sum((Decimal(item["busy_gpu_hours"]) for item in used), Decimal(0))
    allocated = sum((each.gpu_hours for each in sums if each.key[1] == _RUN), Decimal(0))
    if measured:
        say(f"{busy:.1f} GPU hours busy of {measured:.1f} measured, of {allocated:.1f} allocated")
