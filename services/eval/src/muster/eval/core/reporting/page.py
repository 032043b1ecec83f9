"""Report as one HTML file: nothing is loaded, nothing runs. PURE.

Texts of models are untrusted. They are escaped, and a policy in the page forbids scripts, frames, forms and
everything from elsewhere, so that a text that slipped through would still have no effect. The markup is also
well-formed XML.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from muster.eval.core.reporting.escaping import visible, visible_lines
from muster.eval.core.reporting.pictures import (
    BASELINE,
    THIS,
    differences_picture,
    distribution_picture,
    scores_picture,
)
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
from muster.terminal.svg import FAINT, GRID, INK

_STYLE: Final = f"""
:root {{ color-scheme: light dark; --page: #fff; --ink: {INK}; --faint: {FAINT}; --grid: {GRID};
  --line: #e6e6e6; --good: #00694d; --bad: #b3261e; --open: #7a5900; --link: #0057a0 }}
@media (prefers-color-scheme: dark) {{ :root {{ --page: #15181c; --ink: #e6e6e6; --faint: #a0a7ae;
  --grid: #3b4147; --line: #2b3036; --good: #4cc9a0; --bad: #ff8a80; --open: #e8b84a; --link: #7ab8ff }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 1040px; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere }}
h1 {{ font-size: 1.5em; margin-bottom: 0 }} h2 {{ font-size: 1.15em; margin: 2em 0 .4em }}
h3 {{ font-size: 1em }} a {{ color: var(--link) }} figure {{ margin: 1em 0 }}
.faint, th, figcaption {{ color: var(--faint) }} .passed {{ color: var(--good) }}
.failed {{ color: var(--bad) }} .inconclusive {{ color: var(--open) }}
.wide {{ overflow-x: auto }} table {{ border-collapse: collapse; width: 100% }} th {{ font-weight: normal }}
th, td {{ text-align: left; padding: .25em .8em .25em 0; border-bottom: 1px solid var(--line);
  vertical-align: top }} td:first-child {{ min-width: 6em }} td span {{ white-space: nowrap }}
.n {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }}
section:target {{ outline: 2px solid var(--link); outline-offset: .4em }}
pre {{ white-space: pre-wrap; margin: 0 0 .6em; padding-left: .8em; border-left: 2px solid var(--grid) }}
svg {{ width: 100%; height: auto }} svg [fill="#ffffff"] {{ fill: var(--page) }}
svg [fill="{INK}"] {{ fill: var(--ink) }} svg [fill="{FAINT}"] {{ fill: var(--faint) }}
svg [stroke="{GRID}"] {{ stroke: var(--grid) }} svg [stroke="{INK}"] {{ stroke: var(--ink) }}
.this {{ color: {THIS} }} .base {{ color: {BASELINE} }}
"""
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

POLICY: Final = f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'"
"""Content-Security-Policy of the page: its own style, and nothing else."""

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
    return "\n".join(_parts(report)) + "\n"


def _parts(report: Report) -> Iterator[str]:
    title = _text(f"{report.version} by {report.config}: {report.headline}")
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8"/>'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}"/>'
    yield '<meta name="viewport" content="width=device-width"/><meta name="referrer" content="no-referrer"/>'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
    yield from _head(report)
    if report.tasks:
        yield from _gate(report)
    if report.figures is not None:
        yield from _figures(report.figures)
    if report.examples:
        compared = () if report.figures is None else report.figures.compared
        yield from _cases(report.examples, sum(each.worsened for each in compared))
    yield "</body></html>"


def _head(report: Report) -> Iterator[str]:
    yield f"<h1>{_text(report.version)}</h1>"
    yield f'<p><strong class="{_CLASSES[report.conclusion]}">{_text(report.headline)}</strong></p>'
    ended = "" if report.ended_at is None else f" to {format_time(report.ended_at)}"
    baseline = f", compared with {_text(report.baseline[:12])}" if report.baseline else ""
    yield f'<p class="faint">Evaluation {_text(report.run)} by {_text(report.config)}{baseline}, '
    yield f"{format_time(report.started_at)}{ended}</p>"
    if report.reason:
        yield f"<p>{_text(report.reason)}</p>"
    yield from (f'<p class="inconclusive">Warning: {_text(each)}</p>' for each in report.warnings)
    judge = ""
    if report.judge_hash:
        unread = f", {report.judge_unread} of its verdicts could not be read" if report.judge_unread else ""
        judge = f" Judge {_text(report.judge_hash[:12])} scored {report.judged} of them{unread}."
    held_out = f" {report.held_out}." if report.held_out else ""
    yield f"<p>{report.scored} of {report.cases} cases have a score.{judge}{held_out}</p>"


def _gate(report: Report) -> Iterator[str]:
    compared = {} if report.figures is None else {each.task: each for each in report.figures.compared}
    yield "<h2>Gate</h2>"
    yield _table(
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
    yield _figure(scores_picture(report.tasks), caption)
    if any(each.difference is not None for each in compared.values()):
        caption = "Difference to the baseline (disc) with both bounds, and minus the margin (upright)"
        yield _figure(differences_picture(report.tasks, compared), caption)


def _gate_row(task: TaskLine, found: ComparedLine | None) -> Sequence[str]:
    return (
        _text(task.task),
        f'<span class="{escape(task.verdict)}">{_text(task.verdict)}</span>',
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
        yield _table(
            ("task", "score", "baseline", "pairs", "worse", "better", "the same", "coverage"),
            [
                (
                    _text(each.task),
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
    yield _table(
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
        yield _figure(distribution_picture(each), f"Task {_text(each.task)}{without}")


def _run_row(run: RunLine) -> Sequence[str]:
    return (
        _text(run.run),
        _text(f"{run.repository}@{run.commit[:12]}"),
        f"{run.cases:,}",
        f"{run.scored:,}",
        f"{run.paid:,}",
        f"{run.cached:,}",
        "no price" if run.cost is None else _text(run.cost),
        "-" if run.latency_p50_ms is None else f"{run.latency_p50_ms:,}",
        "-" if run.latency_p95_ms is None else f"{run.latency_p95_ms:,}",
    )


def _cases(cases: Sequence[CaseLine], worsened: int) -> Iterator[str]:
    title = "Worse than production" if any(each.baseline is not None for each in cases) else "Not right"
    of_all = f" of {worsened:,}" if worsened > len(cases) else ""
    yield f"<h2>{title}: {len(cases)}{of_all} cases, the worst first</h2>"
    yield _table(
        ("case", "task", "baseline", "score"),
        [
            (
                f'<a href="#case-{n}">{_text(each.case_id)}</a>',
                _text(each.task),
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
    yield f'<section id="case-{number}"><h3>{_text(case.case_id)}</h3>'
    yield f"<p>{_text(case.task)}: {_text(change(case))}</p>"
    if case.reason:
        yield f"<p>{_text(case.reason)}</p>"
    if case.texts is not None:
        yield from _texts(case.texts)
    judge = f"verdicts of the judge {', '.join(map(str, case.judge_scores))}; " if case.judge_scores else ""
    paid = "from the cache" if case.cached else f"{case.cost} USD" if case.cost is not None else "paid"
    key = f"; key {_text(case.key)}" if case.key else ""
    figures = f"{judge}{case.tokens_out:,} tokens, {case.latency_ms:,} ms, {_text(paid)}{key}"
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


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int) -> str:
    """Return a table; cells are markup, and beyond the first `texts` columns numbers."""
    classes = [*[""] * texts, *[' class="n"'] * (len(titles) - texts)]

    def line(tag: str, cells: Sequence[str]) -> str:
        joined = "".join(f"<{tag}{name}>{cell}</{tag}>" for name, cell in zip(classes, cells, strict=True))
        return f"<tr>{joined}</tr>"

    body = "".join(line("td", row) for row in rows)
    return f'<div class="wide"><table><thead>{line("th", titles)}</thead><tbody>{body}</tbody></table></div>'


def _figure(picture: str, caption: str) -> str:
    """Return a picture with a caption; both are markup."""
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _text(text: str) -> str:
    """Return a text as markup that shows it, on one line, every character visible."""
    return escape(visible(text))
