"""`muster describe`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

import typer
from muster.client.cli import connect, texts
from muster.client.cli.connect import JobArgument
from muster.client.errors import MusterError
from muster.client.resources import Job, Placement, RankProgress
from muster.submit.cli import use
from muster.submit.cli.jobs.shown.history import view as history_view
from muster.submit.cli.jobs.shown.progress import progress_lines
from muster.submit.cli.jobs.shown.utilisation import FLOPS, utilisation
from muster.terminal import output
from muster.terminal.messages import next_command
from muster.terminal.output import Column, Format, OutputOption, View

if TYPE_CHECKING:
    from muster.client.sync.handle import JobHandle

app = typer.Typer()
_EVENTS_MAX = 30
_LEAST_MAX = 4
_OTHERS_MAX = 5
_LEAVING = ("Gap", "Turn", "Yields", "Guarantee")
"""Parts of an explanation that say why and when a job leaves its nodes, or until when it stays."""


@app.command()
def describe(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show a job in full: its settings, where it runs or why it waits, and its history.

    With -o yaml, print a job file that submits the same job again.

    Examples:
        muster describe train
        muster describe train -o yaml > again.yaml
    """
    handle = connect.job(reference)
    job = handle.status()
    if how is Format.YAML:
        output.write(f"# {job.job_id}, {job.state}\n{output.yaml_text(dict(job.spec))}")
        return
    if not how.for_people:
        output.show_one(job.raw, job.job_id, how)
        return
    now = datetime.now(UTC)
    ranks = handle.progress() if job.attempt else []
    lines = [*progress_lines(ranks, now, over=job.over), *_utilisation(handle, job, ranks)]
    shown = (*_facts(job, now), *_others(handle, job), *_leaves(job), *_use(job), *_listed("Progress", lines))
    output.write("".join(f"{line}\n" for line in shown))
    _section("Placements", list(job.placements), _PLACEMENTS, how)
    _section("Attempts", list(job.attempts), _ATTEMPTS, how)
    events = list(handle.events())
    left_out = len(events) - _EVENTS_MAX
    title = f"Events (the last {_EVENTS_MAX} of {len(events)})" if left_out > 0 else "Events"
    _section(title, events[-_EVENTS_MAX:], history_view(), how)
    next_command(*_next(job))


def _utilisation(handle: JobHandle, job: Job, ranks: list[RankProgress]) -> Iterator[str]:
    """Yield the job's FLOPs, if it reports them."""
    if not any(FLOPS in each.metrics for each in ranks):
        return
    models = {node.node_id: node.gpu_model for node in handle.client.nodes()}
    placed = {place.rank: models.get(place.node_id, "") for place in job.placements}
    if line := utilisation(ranks, job.gpus_per_rank, placed):
        yield line


def _facts(job: Job, now: datetime) -> Iterator[str]:
    """Yield the job's settings, then its current state."""
    yield _fact("Job", job.job_id)
    yield _fact("Name", job.name)
    yield _fact("Owner", f"{job.user}, team {job.team}, project {job.project}")
    yield _fact("Queue", f"{job.queue}, {job.tier}")
    yield _fact("Wants", _wants(job))
    if command := cast("list[str] | None", job.spec.get("command")):
        yield _fact("Command", shlex.join(command))
    elif run := job.spec.get("run"):
        yield _fact("Command", str(run).strip().replace("\n", "; "))
    if job.labels:
        yield _fact("Labels", ", ".join(f"{k}={v}" for k, v in sorted(job.labels.items())))
    yield _fact("Submitted", f"{_moment(job.submitted_at)} ({texts.age(job.submitted_at, now)} ago)")
    yield _fact("State", _state(job, now))
    if job.reason is not None and not job.over:
        yield _fact("Waits", _waits(job))
    yield from _cause(job)


def _others(handle: JobHandle, job: Job) -> Iterator[str]:
    """Yield the jobs that it starts after, then those that start after it, with their states."""
    jobs, after = handle.client, cast("dict[str, str]", job.spec.get("after") or {})
    named = list(after.items())[:_OTHERS_MAX]
    try:
        first = [f"{required}: {_named(jobs.job(job_id))}" for job_id, required in named]
        then = [_named(each) for each in jobs.jobs(starts_after=job.job_id, limit=_OTHERS_MAX + 1)]
    except MusterError:
        return
    left_out = len(after) - len(named)
    yield from _listed("After", first + ([f"and {left_out} more"] if left_out else []))
    if len(then) > _OTHERS_MAX:
        then[_OTHERS_MAX:] = [f"and others: muster list --after {texts.short_id(job.job_id)}"]
    yield from _listed("Before", then)


def _named(job: Job) -> str:
    return f"{job.job_id} ({job.name}), {job.state}"


def _listed(title: str, lines: Iterable[str]) -> Iterator[str]:
    return (_fact("" if number else title, line) for number, line in enumerate(lines))


def _leaves(job: Job) -> Iterator[str]:
    """Yield when a running job has to leave its nodes; nothing while no scheduler answers."""
    if job.over or not job.placements:
        return
    try:
        found = connect.client().explanation(job.job_id)
    except MusterError:
        return
    for title, lines in found.parts:
        if title in _LEAVING:
            yield from _listed(title, lines)


def _use(job: Job) -> Iterator[str]:
    """Yield what a running job uses, then its ranks (or nodes) that use least; nothing if unknown."""
    if job.state != "RUNNING":
        return
    try:
        reported = connect.client().use(job_id=job.job_id)
    except MusterError:
        return
    for total in use.of_jobs(reported):
        yield _fact("Use", use.sentence(total))
    parts = [(f"rank {each.rank} on {each.node}", each) for each in use.of_ranks(reported)]
    parts = parts or [(node.node_id, each) for node in reported for each in use.of_jobs([node])]
    if len(parts) > 1:
        least = sorted(parts, key=lambda part: (part[1].kernel.busy, part[1].cpu_busy_milli or 0, part[0]))
        yield from (_fact("", f"{place}: {use.sentence(each)}") for place, each in least[:_LEAST_MAX])


def _cause(job: Job) -> Iterator[str]:
    """Yield why the newest attempt failed and what to change, unless the job has succeeded."""
    verdict = job.attempts[-1].get("verdict") if job.attempts else None
    if verdict and job.state != "SUCCEEDED":
        yield _fact("Cause", f"{verdict['means']} [{verdict['rule']}: {verdict['persistence']}]")
        yield _fact("Change", verdict["hint"])


def _fact(name: str, value: str) -> str:
    return f"{name + ':' if name else '':<11}{value}"


def _wants(job: Job) -> str:
    models = cast("list[str]", job.resources.get("gpu_models") or [])
    accepted = f" ({' or '.join(models)})" if models else ""
    least = str(job.resources.get("gpu_memory_min") or "0")
    large = "" if least.startswith("0") else f" with {least} or more"
    gpus = f"{texts.number(job.gpus_per_rank)} GPU{accepted}{large}, " if job.gpus_per_rank else ""
    each = f"{gpus}{job.resources.get('cpu', '?')} CPU, {job.resources.get('memory', '?')} memory"
    return each if job.ranks == 1 else f"a gang of {job.ranks} ranks, each {each}"


def _state(job: Job, now: datetime) -> str:
    if job.over:
        return texts.result(job)
    attempt = f", attempt {job.attempt}" if job.attempt else ""
    return f"{job.state}{attempt}" + (f", for {texts.ran(job, now)}" if job.started_at else "")


def _waits(job: Job) -> str:
    """Return the main reason as one sentence, with its code; `muster explain` has the numbers behind it."""
    reason = job.reason
    if reason is None:
        return "-"
    code = f" [{reason.code}]" if reason.code != job.state else ""
    return f"{reason.message or 'until it is resumed'}{code}"


def _moment(time: datetime | None) -> str:
    return time.astimezone().strftime("%Y-%m-%d %H:%M:%S") if time else "-"


def _section(title: str, items: list[Any], view: View[Any], how: Format) -> None:
    if items:
        output.write(f"\n{title}\n")
        output.show(items, view, how)


_PLACEMENTS: View[Placement] = View(
    columns=(
        Column("RANK", lambda p: str(p.rank), right=True),
        Column("NODE", lambda p: p.node_id),
        Column("GPUS", lambda p: ",".join(map(str, p.gpu_indices)) or "-"),
        Column("SHARE", lambda p: f"{p.gpu_milli / 10:g}%" if p.gpu_milli else "-", right=True),
        Column("SHARING", lambda p: p.sharing if p.gpu_milli else "-"),
    ),
    raw=lambda p: {},
    name=lambda p: str(p.rank),
)

_ATTEMPTS: View[output.Json] = View(
    columns=(
        Column("TRY", lambda a: str(a["attempt"]), right=True),
        Column("OUTCOME", lambda a: str(a.get("outcome") or "running")),
        Column("EXIT", lambda a: "-" if a.get("exit_code") is None else str(a["exit_code"]), right=True),
        Column("CAUSE", lambda a: str(a["verdict"]["rule"]) if a.get("verdict") else "-"),
        Column("MESSAGE", lambda a: str(a.get("message") or ""), least=20),
    ),
    raw=lambda a: a,
    name=lambda a: str(a["attempt"]),
)


def _next(job: Job) -> list[str]:
    short = texts.short_id(job.job_id)
    if job.state == "QUEUED":
        return [f"muster explain {short}", f"muster stop {short}"]
    if job.state == "SUSPENDED":
        return [f"muster resume {short}"]
    if job.state == "FAILED":
        return [f"muster debug {short}", f"muster logs {short}"]
    if job.over:
        return [f"muster logs {short}"]
    return [f"muster logs -f {short}", f"muster stop {short}"]
