"""`muster debug`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final

import typer
from muster.client.cli import completion, connect, explanations, texts
from muster.client.errors import InvalidRequest, NotFound, Unavailable
from muster.client.resources import WAITING, Explanation, Job, JobEvent, Node, RankProgress
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format, OutputOption, terminal_width
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.sync.handle import JobHandle
    from muster.failures.evidence import Verdict
    from muster.failures.rules import RuleSet
    from muster.submit.cli.diagnosis.diagnose import Attempt, Diagnosis
    from muster.submit.cli.diagnosis.ranks import Lines

app = typer.Typer()

_WIDTH_MAX: Final = 100
_LINE_BYTES_MAX: Final = 1 << 20


@app.command()
def debug(
    reference: Annotated[
        str | None,
        typer.Argument(
            metavar="[JOB]",
            help="Job id, its beginning or end, or job name.",
            autocompletion=completion.jobs,
        ),
    ] = None,
    *,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE|-", help="Diagnose a log file, or standard input (-), instead of a job."),
    ] = None,
    attempt: Annotated[
        int | None, typer.Option(min=1, help="Diagnose this attempt (default: the newest that failed).")
    ] = None,
    rules: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use the failure rules in this file instead of those in effect."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Explain why a job failed: first cause, evidence, what to change, and whether a retry helps.

    Shows the scheduler's verdict if there is one. Otherwise matches the facts of the attempt, its output and
    its nodes against an ordered list of rules; the first match wins. For a gang, names the rank that failed
    first; ranks that failed because a peer was gone only followed. For a running job, shows what watchdogs
    found and where its ranks are, or that a replica has become slow; for a waiting job, shows why it waits
    and what would start it.

    --log works offline, on the output of any program or on a node's kernel log (`journalctl -k`). It tells
    ranks from one another by the prefixes of torchrun and of `muster logs`.

    All rules: docs/reference/failures.md. How to read the page: docs/how-to/why-did-my-job-fail.md.

    Examples:
        muster debug train
        muster debug train --attempt 1 --json
        muster debug --log train.log
        journalctl -k | muster debug --log -
    """
    if (reference is None) == (log is None):
        given = "neither of" if log is None else "both"
        raise typer.BadParameter(f"{given} JOB and --log FILE given; give one of them")
    if log is not None and attempt is not None:
        raise typer.BadParameter("--attempt cannot be used with --log: a log file has no attempts")
    if log is not None:
        _debug_file(log, _rules(rules), how)
    elif reference is not None:
        _debug_job(connect.job(reference), attempt, rules, how)


def _rules(path: Path | None) -> RuleSet:
    """Load the rules from a file, or the rules shipped with the client.

    Raises:
        InvalidRequest: the file is not a valid rules file; names the rule, the field and the allowed values.
    """
    from muster.failures.shipped import shipped_rules

    if path is None:
        return shipped_rules()
    from muster.client.documents.failure_rules import rules_of

    return rules_of(path)


def _rules_in_effect(handle: JobHandle) -> RuleSet:
    """Return the activated rules, or the shipped ones if none are active or this client cannot read them."""
    from muster.failures.parsing import parse_rules
    from muster.failures.shipped import shipped_rules
    from muster.jobs import InvalidDocument

    try:
        return parse_rules(handle.client.failure_rules().text)
    except (NotFound, InvalidDocument):
        return shipped_rules()


# ---- a job ------------------------------------------------------------------------------------------------


def _debug_job(handle: JobHandle, number: int | None, path: Path | None, how: Format) -> None:
    from muster.submit.cli.diagnosis import diagnose

    rules = _rules(path) if path else _rules_in_effect(handle)
    job = handle.status()
    attempt = _chosen(job, diagnose.failed_attempts(job), number)
    if attempt is None:
        _say_nothing_failed(handle, job, rules, how)
        return
    lines = _lines_of(handle, int(attempt["attempt"]), rules)
    if attempt.get("verdict") and path is None:
        found = diagnose.as_decided(rules, attempt, lines)
    else:
        found = diagnose.of_attempt(rules, attempt, handle.events(), lines)
    node = _node_now(handle, found.failure.first.verdict)
    ended = f"attempt {attempt['attempt']} ended {attempt['outcome']}"
    summary = f"{job.job_id} ({job.name}) is {job.state}; {ended}."
    about = {"job_id": job.job_id, "state": job.state, "attempt": attempt["attempt"]}
    about |= {"outcome": attempt["outcome"], "node": node.raw if node else None}
    _show(found, rules, how, summary=summary, about=about, node=node)
    if how.for_people:
        short = texts.short_id(job.job_id)
        next_command(f"muster logs {short} --attempt {attempt['attempt']}", f"muster history {short}")


def _chosen(job: Job, failed: list[Attempt], number: int | None) -> Attempt | None:
    """Return the attempt to diagnose; None when no attempt failed.

    Raises:
        NotFound: the requested attempt does not exist, or did not fail.
    """
    if number is None:
        return failed[-1] if failed else None
    for attempt in failed:
        if attempt["attempt"] == number:
            return attempt
    numbers = ", ".join(str(attempt["attempt"]) for attempt in failed) or "none"
    raise NotFound(f"job {job.name} has no failed attempt {number}", hint=f"failed attempts: {numbers}")


def _node_now(handle: JobHandle, verdict: Verdict) -> Node | None:
    """Return the first failure's node in its current state; None if it is not at fault or is gone."""
    from muster.failures.rules import Category, NodeAction

    at_fault = verdict.rule.category in {Category.PLATFORM, Category.EVICTION, Category.HARDWARE}
    if verdict.node_id is None or not (at_fault or verdict.rule.node_action is not NodeAction.NONE):
        return None
    return next((node for node in handle.client.nodes() if node.node_id == verdict.node_id), None)


def _lines_of(handle: JobHandle, attempt: int, rules: RuleSet) -> Lines:
    from muster.failures.rules import Source
    from muster.submit.cli.diagnosis.diagnose import moment_ms
    from muster.submit.cli.diagnosis.ranks import Lines

    lines = Lines(rules, Source.OUTPUT)
    for line in handle.logs(attempt=attempt):
        at_ms = moment_ms(line.raw.get("written_at"))
        lines.add(line.rank, line.text.encode("utf-8", "replace"), at_ms)
    return lines


def _warnings(handle: JobHandle, job: Job) -> list[JobEvent]:
    """Return the warnings of watchdogs about the running attempt, oldest first."""
    if job.over or not job.attempt:
        return []
    said = (event for event in handle.events() if event.type == "JobWarned")
    return [event for event in said if event.event["payload"]["attempt"] == job.attempt]


def _say_nothing_failed(handle: JobHandle, job: Job, rules: RuleSet, how: Format) -> None:
    if warnings := _warnings(handle, job):
        _show_warnings(handle, job, rules, warnings, how)
    elif slow := _slow(handle, job):
        _show_slow(job, slow, how)
    elif job.state == "QUEUED" and (explanation := _explanation(handle)):
        _show_waiting(job, explanation, how)
    elif how.for_people:
        waits = f": {job.reason.message}" if job.reason and job.reason.message and not job.over else ""
        output.write(f"{job.job_id} ({job.name}) is {job.state}{waits}; none of its attempts failed.\n")
        if job.state in WAITING:
            next_command(f"muster explain {texts.short_id(job.job_id)}")
    else:
        output.show_one(_about(job), job.job_id, how)


def _about(job: Job) -> dict[str, Any]:
    return {"job_id": job.job_id, "state": job.state, "attempt": None, "warnings": []}


def _show_warnings(
    handle: JobHandle, job: Job, rules: RuleSet, warnings: list[JobEvent], how: Format
) -> None:
    """Show the newest watchdog warning about a running attempt; in JSON, all of them as recorded."""
    from muster.failures.shipped import shipped_rules
    from muster.submit.cli.diagnosis import diagnose

    said = [event.event["payload"] for event in warnings]
    at_ms = warnings[-1].occurred_at_ms
    lines = _lines_of(handle, job.attempt, rules)
    found = diagnose.of_warning(rules, said[-1], at_ms, lines)
    if found.failure.first.verdict.rule is rules.rules[-1]:  # rules older than the one for this warning
        found = diagnose.of_warning(shipped_rules(), said[-1], at_ms, lines)
    speaks = lines.written_at_ms is not None and lines.written_at_ms > at_ms
    since = " It has written output since then." if speaks else ""
    summary = f"{job.job_id} ({job.name}) is {job.state}; {counted(len(said), 'watchdog warning')}.{since}"
    about = _about(job) | {"attempt": job.attempt, "warnings": said}
    _show(found, rules, how, summary=summary, about=about)
    if how.for_people:
        short = texts.short_id(job.job_id)
        next_command(f"muster logs {short}", f"muster history {short}")


def _slow(handle: JobHandle, job: Job) -> list[RankProgress]:
    """Return the progress of a running job's ranks if one answers far more slowly than usual."""
    from muster.submit.cli.diagnosis import latency

    ranks = handle.progress() if job.attempt and not job.over else []
    return ranks if latency.spikes(ranks) else []


def _show_slow(job: Job, ranks: list[RankProgress], how: Format) -> None:
    from muster.submit.cli.diagnosis import latency

    found = latency.spikes(ranks)
    if how.for_people:
        summary = f"{job.job_id} ({job.name}) is {job.state}; none of its attempts failed."
        width = min(terminal_width(), _WIDTH_MAX)
        lines = explanations.page(summary, list(latency.parts(found, len(ranks))), width)
        output.write("".join(f"{line}\n" for line in lines))
        next_command(f"muster describe {texts.short_id(job.job_id)}")
    else:
        said = {"rule": latency.RULE, "latencies": [each.data() for each in found]}
        output.show_one(_about(job) | {"attempt": job.attempt} | said, latency.RULE, how)


def _explanation(handle: JobHandle) -> Explanation | None:
    """Ask the scheduler why a job waits and what would start it; None if it cannot answer now."""
    try:
        return handle.client.explanation(handle.job_id)
    except (NotFound, Unavailable):
        return None


def _show_waiting(job: Job, found: Explanation, how: Format) -> None:
    if how.for_people:
        waits = "none of its attempts failed" if job.attempt else "it has not started"
        output.write(f"{job.job_id} ({job.name}) is {job.state}; {waits}.\n\n")
        lines = explanations.lines(found, min(terminal_width(), _WIDTH_MAX))
        output.write("".join(f"{line}\n" for line in lines))
    else:
        output.show_one(_about(job) | {"explanation": found.raw}, job.job_id, how)


# ---- a file -----------------------------------------------------------------------------------------------


def _debug_file(name: str, rules: RuleSet, how: Format) -> None:
    from muster.failures.rules import Source
    from muster.submit.cli.diagnosis import diagnose
    from muster.submit.cli.diagnosis.ranks import Lines

    lines = Lines(rules, Source.KERNEL, Source.OUTPUT)
    for line in _read(name):
        lines.add_from_file(line)
    found = diagnose.of_file(rules, lines)
    origin = "standard input" if name == "-" else name
    about = {"log": origin, "lines": lines.count}
    _show(found, rules, how, summary=f"{origin}: {lines.count:,} lines.", about=about)


def _read(name: str) -> Iterator[bytes]:
    """Yield the lines of a file or of standard input.

    Raises:
        InvalidRequest: the file cannot be read.
    """
    if name == "-":
        yield from _pieces(sys.stdin.buffer)
        return
    try:
        with Path(name).open("rb") as file:
            yield from _pieces(file)
    except OSError as error:
        raise InvalidRequest(f"{name}: {error.strerror}") from error


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines; split those longer than _LINE_BYTES_MAX so that any file is read in bounded memory."""
    while line := file.readline(_LINE_BYTES_MAX):
        yield line.rstrip(b"\r\n")


# ---- both -------------------------------------------------------------------------------------------------


def _show(
    found: Diagnosis,
    rules: RuleSet,
    how: Format,
    *,
    summary: str,
    about: dict[str, Any],
    node: Node | None = None,
) -> None:
    from muster.submit.cli.diagnosis import page

    if how.for_people:
        width = min(terminal_width(), _WIDTH_MAX)
        lines = explanations.page(summary, list(page.parts(found, node)), width)
        output.write("".join(f"{line}\n" for line in lines))
        if found.failure.first.verdict.rule.id == "unknown":
            say("no rule matches this failure; --rules FILE uses rules of your own")
    else:
        output.show_one(about | page.data(found, rules.version), found.failure.first.verdict.rule.id, how)
