"""Report as one HTML file. PURE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from muster.eval.core.reporting.pictures import differences_picture, distribution_picture, scores_picture
from muster.eval.core.reporting.report import (
    CaseLine,
    CaseTexts,
    ComparedLine,
    Conclusion,
    Figures,
    Report,
    RunLine,
    TaskLine,
    change,
    figure,
    signed,
)
from muster.jobs.values.quantities import format_time
from muster.terminal.escaping import visible_lines
from muster.terminal.pages import captioned, page, table, text_of

_CLASSES: Final = {
    Conclusion.PASSED: "passed",
    Conclusion.FAILED: "failed",
    Conclusion.ADVICE: "failed",
    Conclusion.INCONCLUSIVE: "inconclusive",
    Conclusion.NOT_RUN: "failed",
    Conclusion.PENDING: "faint",
}


def render(report: Report) -> str:
    """Return the report as a page; cases have the anchors `case-1`, `case-2`, ... in the order shown."""
    return page(f"{report.version} by {report.config}: {report.headline}", _parts(report))


def _parts(report: Report) -> Iterator[str]:
    yield from _head(report)
    if report.tasks:
        yield from _gate(report)
    if report.figures is not None:
        yield from _figures(report.figures)
    if report.examples:
        compared = () if report.figures is None else report.figures.compared
        yield from _cases(report.examples, sum(each.worsened for each in compared))


def _head(report: Report) -> Iterator[str]:
    yield f"<h1>{text_of(report.version)}</h1>"
    yield f'<p><strong class="{_CLASSES[report.conclusion]}">{text_of(report.headline)}</strong></p>'
    ended = "" if report.ended_at is None else f" to {format_time(report.ended_at)}"
    baseline = f", compared with {text_of(report.baseline[:12])}" if report.baseline else ""
    yield f'<p class="faint">Evaluation {text_of(report.run)} by {text_of(report.config)}{baseline}, '
    yield f"{format_time(report.started_at)}{ended}</p>"
    if report.reason:
        yield f"<p>{text_of(report.reason)}</p>"
    yield from (f'<p class="inconclusive">Warning: {text_of(each)}</p>' for each in report.warnings)
    judge = ""
    if report.judge_hash:
        unread = f", {report.judge_unread} of its verdicts could not be read" if report.judge_unread else ""
        judge = f" Judge {text_of(report.judge_hash[:12])} scored {report.judged} of them{unread}."
    held_out = f" {report.held_out}." if report.held_out else ""
    yield f"<p>{report.scored} of {report.cases} cases have a score.{judge}{held_out}</p>"


def _gate(report: Report) -> Iterator[str]:
    compared = {} if report.figures is None else {each.task: each for each in report.figures.compared}
    yield "<h2>Gate</h2>"
    yield table(
        (
            "task",
            "verdict",
            "score",
            "at least",
            "must reach",
            "difference",
            "at least",
            "at most",
            "margin",
            "shows from",
            "cases",
            "needed",
        ),
        [_gate_row(each, compared.get(each.task)) for each in report.tasks],
        texts=2,
    )
    yield '<p class="faint">Each bound misses the true value with a probability of 5 % at most. '
    yield '"Shows from" is the smallest difference that these cases show with a probability of 80 %, '
    yield '"needed" how many cases would decide.</p>'
    caption = (
        "Score (disc), its lower bound (end of the line), and the threshold that it must reach (upright)"
    )
    yield captioned(scores_picture(report.tasks), caption)
    if any(each.difference is not None for each in compared.values()):
        caption = "Difference to the baseline (disc) with both bounds, and minus the margin (upright)"
        yield captioned(differences_picture(report.tasks, compared), caption)


def _gate_row(task: TaskLine, found: ComparedLine | None) -> Sequence[str]:
    return (
        text_of(task.task),
        f'<span class="{escape(task.verdict)}">{text_of(task.verdict)}</span>',
        task.score,
        figure(task.lower),
        figure(task.threshold),
        signed(task.difference),
        signed(None if found is None else found.lower),
        signed(None if found is None else found.upper),
        figure(task.margin),
        figure(task.detectable),
        f"{task.cases:,}",
        "" if task.cases_needed is None else f"{task.cases_needed:,}",
    )


def _figures(figures: Figures) -> Iterator[str]:
    if figures.compared:
        yield "<h2>Cases that changed</h2>"
        yield table(
            ("task", "score", "baseline", "pairs", "worse", "better", "the same", "coverage"),
            [
                (
                    text_of(each.task),
                    figure(each.value),
                    figure(each.baseline_value),
                    f"{each.pairs:,}",
                    f"{each.worsened:,}",
                    f"{each.improved:,}",
                    f"{each.pairs - each.worsened - each.improved:,}",
                    f"{each.coverage:.1%}",
                )
                for each in figures.compared
            ],
            texts=1,
        )
    yield "<h2>Cost and latency</h2>"
    yield table(
        ("evaluation", "version", "cases", "scored", "paid", "cached", "cost, USD", "p50, ms", "p95, ms"),
        [_run_row(each) for each in figures.runs],
        texts=2,
    )
    yield "<h2>Scores</h2>"
    if any(each.baseline for each in figures.scores):
        yield '<p class="faint"><span class="base">&#9632;</span> baseline, '
        yield '<span class="this">&#9632;</span> this evaluation</p>'
    for each in figures.scores:
        without = f"; {each.unscored:,} without a score" if each.unscored else ""
        yield captioned(distribution_picture(each), f"Task {text_of(each.task)}{without}")


def _run_row(run: RunLine) -> Sequence[str]:
    return (
        text_of(run.run),
        text_of(f"{run.repository}@{run.commit[:12]}"),
        f"{run.cases:,}",
        f"{run.scored:,}",
        f"{run.paid:,}",
        f"{run.cached:,}",
        "no price" if run.cost is None else text_of(run.cost),
        "-" if run.latency_p50_ms is None else f"{run.latency_p50_ms:,}",
        "-" if run.latency_p95_ms is None else f"{run.latency_p95_ms:,}",
    )


def _cases(cases: Sequence[CaseLine], worsened: int) -> Iterator[str]:
    title = "Worse than production" if any(each.baseline is not None for each in cases) else "Not right"
    of_all = f" of {worsened:,}" if worsened > len(cases) else ""
    yield f"<h2>{title}: {len(cases)}{of_all} cases, the worst first</h2>"
    yield table(
        ("case", "task", "baseline", "score"),
        [
            (
                f'<a href="#case-{n}">{text_of(each.case_id)}</a>',
                text_of(each.task),
                figure(each.baseline),
                figure(each.score),
            )
            for n, each in enumerate(cases, start=1)
        ],
        texts=2,
    )
    for n, each in enumerate(cases, start=1):
        yield from _case(n, each)


def _case(number: int, case: CaseLine) -> Iterator[str]:
    yield f'<section id="case-{number}"><h3>{text_of(case.case_id)}</h3>'
    yield f"<p>{text_of(case.task)}: {text_of(change(case))}</p>"
    if case.reason:
        yield f"<p>{text_of(case.reason)}</p>"
    if case.texts is not None:
        yield from _texts(case.texts)
    judge = f"verdicts of the judge {', '.join(map(str, case.judge_scores))}; " if case.judge_scores else ""
    paid = "from the cache" if case.cached else f"{case.cost} USD" if case.cost is not None else "paid"
    key = f"; key {text_of(case.key)}" if case.key else ""
    figures = f"{judge}{case.tokens_out:,} tokens, {case.latency_ms:,} ms, {text_of(paid)}{key}"
    yield f'<p class="faint">{figures}</p></section>'


def _texts(texts: CaseTexts) -> Iterator[str]:
    """Yield question, expected texts and answer; each is cut where it is long."""
    yield _quoted("Question", texts.prompt)
    yield from (_quoted("Expected", each) for each in texts.expected)
    if texts.answer is None:
        yield '<p class="faint">The answer is not kept any more.</p>'
    else:
        yield _quoted("Answer", texts.answer)


def _quoted(title: str, text: str) -> str:
    return f'<p class="faint">{title}</p><pre>{escape(visible_lines(text))}</pre>'
