"""The report at the end: one page of text, made from the log. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muster.client import Job
from muster.demo.audit import Verdict
from muster.demo.bill import Bill
from muster.demo.gate import REPOSITORY as GATED
from muster.demo.gate import Gated
from muster.demo.nodes import NodeList
from muster.demo.picture import chart, resample, time_axis
from muster.demo.published import REPOSITORY, Published
from muster.demo.submission import Submitted
from muster.scheduler.edge.report import Latency, Report, Sample

_COLUMNS: Final = 72
_ROWS: Final = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """The content of the page.

    Attributes:
        listed: the simulated nodes.
        expected: how the streamed jobs should end, by outcome.
        submitted: what the API took.
        ended: how the streamed jobs did end, by outcome; open and absent ones are lost.
        report: the run.
        queues: the tree of queues once the last job had come, as a table.
        explained: what the scheduler then said of a few jobs, line by line.
        training: the training job; None when it was not over in time.
        training_loss: the loss that it wrote last.
        undisturbed_loss: that of the same training when it was not disturbed; empty: it did not succeed.
        model: the version that it pushed, and what that comes from.
        gate: what became of two versions of another model at their gate.
        bill: what it cost, by queue.
        verdict: what `audit verify` said.
        took_s: the whole demo.
    """

    listed: NodeList
    expected: Counter[str]
    submitted: Submitted
    ended: Counter[str]
    report: Report
    queues: Sequence[str]
    explained: Sequence[str]
    training: Job | None
    training_loss: str
    undisturbed_loss: str
    model: Published
    gate: Gated
    bill: Bill
    verdict: Verdict
    took_s: float

    @property
    def lost(self) -> int:
        """Jobs that the API accepted and that did not end."""
        return self.ended["open"] + self.ended["absent"]

    def failures(self) -> list[str]:
        """Why the demo must not exit with 0; empty on success."""
        found: list[str] = []
        if self.lost:
            found.append(f"{self.lost} jobs were taken and did not come to an end")
        if self.submitted.refused:
            found.append(
                f"{len(self.submitted.refused)} jobs were refused, the first: {self.submitted.refused[0]}"
            )
        if not self.lost and not self.submitted.refused and self.ended != self.expected:
            found.append(f"jobs ended as {dict(self.ended)}; the trace says {dict(self.expected)}")
        if self.training is None or not self.training.succeeded:
            found.append("the training job did not succeed")
        elif self.training.attempt != 2:
            found.append(
                f"the training job took {self.training.attempt} attempts; expected: 2, as it yields once"
            )
        elif self.training_loss != self.undisturbed_loss:
            losses = f"{self.training_loss or 'none'}, undisturbed {self.undisturbed_loss or 'none'}"
            found.append(f"the training job that yielded ended with another loss: {losses}")
        elif not self.model.is_of(self.training.job_id, self.training.attempt):
            chain = "a version <- its last checkpoint <- the attempt that succeeded"
            found.append(f"the training job's model is not known as {chain}: {str(self.model) or 'none'}")
        if not self.gate.obeyed:
            found.append(f"the gate was not obeyed: {self.gate}; {self.gate.refusal or 'both were released'}")
        if not self.bill.reconciled:
            found.append(f"the bill does not add up: {self.bill.text}")
        if not self.verdict.equal:
            found.append(f"the audit failed: {self.verdict.text}")
        return found


def page(outcome: Outcome) -> str:
    """The page."""
    return "\n".join(
        [
            *_facts(outcome),
            "",
            *_pictures(outcome.report.samples),
            "",
            *_sharing(outcome),
            *_bill(outcome.bill),
            *_next_steps(outcome),
            "",
        ]
    )


def _facts(outcome: Outcome) -> Iterator[str]:
    report, listed = outcome.report, outcome.listed
    total = outcome.ended.total()
    yield f"{total:,} jobs of a real cluster's trace on its {listed.nodes:,} nodes and {listed.gpus:,} GPUs,"
    yield f"simulated, and one real training job on this machine, in {outcome.took_s:.0f} s."
    yield ""
    yield _fact("Jobs", f"{_ended(outcome.ended)}; {outcome.lost} lost{_as_in_the_trace(outcome)}")
    yield _fact(
        "Decisions", f"{_latency(report.at_once)} from a command's arrival in Kafka to its bind's commit"
    )
    yield _fact("", f"({report.at_once.count:,} jobs that fitted when they came)")
    if report.after_waiting.count:
        yield _fact(
            "", f"{report.after_waiting.count:,} waited for GPUs first: {_latency(report.after_waiting)}"
        )
    if report.serving.count:
        yield _fact("Inference", f"{_latency(report.serving)} from that arrival until it runs")
    rate = f"{report.binds_per_s:.0f}/s on average, {report.binds_per_s_max:,} in the best second"
    yield _fact("Binds", f"{report.binds:,} gangs; {rate}")
    yield _fact("Training", _training(outcome))
    yield _fact("Model", str(outcome.model) or "none")
    yield _fact("Gate", f"{outcome.gate}, so production stays")
    yield _fact("Audit", outcome.verdict.text)


def _fact(name: str, value: str) -> str:
    return f"  {name:<11}{value}"


def _ended(ended: Counter[str]) -> str:
    names = ("succeeded", "failed", "cancelled", "rejected")
    return ", ".join(f"{ended[name]:,} {name}" for name in names if ended[name])


def _as_in_the_trace(outcome: Outcome) -> str:
    return " (as many failed in the trace)" if outcome.ended == outcome.expected else ""


def _latency(latency: Latency) -> str:
    return f"p50 {_milliseconds(latency.p50_ms)}, p99 {_milliseconds(latency.p99_ms)}"


def _milliseconds(value_ms: int) -> str:
    return f"{value_ms} ms" if value_ms < 1000 else f"{value_ms / 1000:.3g} s"


def _training(outcome: Outcome) -> str:
    job = outcome.training
    if job is None:
        return "not over in time"
    code = f", exit code {job.exit_code}" if job.exit_code is not None else ""
    return (
        f"{job.ranks} ranks, {job.state.lower()}{code}; yielded to a bigger job and went on: "
        f"loss {outcome.training_loss}, undisturbed {outcome.undisturbed_loss}"
    )


def _pictures(samples: Sequence[Sample]) -> list[str]:
    """Allocation and fragmentation under one time axis."""
    if len(samples) < 2:
        return ["  (too short a run for a picture)"]
    start_ms = samples[0].at_ms
    seconds = (samples[-1].at_ms - start_ms) / 1000
    allocated = [((s.at_ms - start_ms) / 1000, s.allocated_pct) for s in samples]
    fragmented = [((s.at_ms - start_ms) / 1000, s.fragmented_pct) for s in samples]
    peak = max(samples, key=lambda s: s.allocated_pct)
    worst = max(value for _, value in fragmented)
    top = max(5.0, float(-(-worst // 5) * 5))
    then = f"{peak.allocated_pct:.1f} %, {peak.fragmented_pct:.1f} % fragmented then"
    return [
        f"  GPUs allocated, % of all (most: {then})",
        *_indented(chart(resample(allocated, _COLUMNS), top=100, rows=_ROWS)),
        f"  idle GPUs that a typical request cannot use, % of all (most: {worst:.1f} %)",
        *_indented(chart(resample(fragmented, _COLUMNS), top=top, rows=_ROWS // 2)),
        time_axis(seconds, _COLUMNS, indent=6),
    ]


def _indented(lines: Sequence[str]) -> Iterator[str]:
    """Charts share one axis, so all scales are as wide as the widest, "100"."""
    width = max(line.index("┤" if "┤" in line else "┼") for line in lines)
    return (" " * (6 - width) + line for line in lines)


def _sharing(outcome: Outcome) -> Iterator[str]:
    yield "  Who had the GPUs when the last job had come, and why"
    yield from (f"    {line}" for line in outcome.queues)
    yield ""
    yield from (f"    {line}".rstrip() for line in outcome.explained)


def _bill(bill: Bill) -> Iterator[str]:
    yield "  What it cost"
    yield from (f"    {line}" for line in bill.lines)
    yield f"    {bill.text}"
    yield ""


def _next_steps(outcome: Outcome) -> list[str]:
    job_id = outcome.training.job_id if outcome.training else "JOB"
    return [
        "  Try next",
        f"    muster describe {job_id}",
        f"    muster model lineage {REPOSITORY} --up",
        f"    muster eval show {GATED}",
        "    muster list --state failed -n 20",
        "    muster cost running --by team",
        "    muster events tail scheduler-log --from beginning -n 20",
        "  The simulated nodes have left; the stack is still up, and `muster down` stops it.",
    ]
