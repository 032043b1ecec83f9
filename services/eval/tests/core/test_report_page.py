"""The report as an HTML page: well-formed, by itself, and untouched by what models write."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from muster.eval.core.reporting.rendering import Form, render
from muster.eval.core.reporting.report import PAGE_CASES_MAX, SCORE_BARS, Report, report_of
from muster.terminal.escaping import LINES_MAX, visible, visible_lines
from muster.terminal.pages import POLICY
from muster.testkit.browser import Opened, opened

FOUND: Final[dict[str, Any]] = {
    "run": "ci-1",
    "state": "completed",
    "verdict": "failed",
    "blocking": True,
    "reason": "extract: 0.700 is below 0.85",
    "code": "",
    "repository": "acme/extract",
    "commit": "1f" * 20,
    "baseline": "2e" * 20,
    "config": "release",
    "tasks": [
        {
            "task": "extract",
            "verdict": "FAILED",
            "value": 0.7,
            "lower": 0.66,
            "threshold": 0.85,
            "difference": -0.12,
            "margin": 0.02,
            "detectable": 0.05,
            "cases": 200,
            "cases_needed": 1_250,
        }
    ],
    "cases": 200,
    "done": 200,
    "scored": 198,
    "cached": 20,
    "started_at": 1_795_838_400_000,
    "ended_at": 1_795_838_490_500,
    "warnings": ["judge llama-70b and model llama-8b are of one family"],
    "judge_hash": "7c" * 32,
    "judged": 120,
    "judge_unread": 2,
}
RUN: Final[dict[str, Any]] = {
    "run": "ci-1",
    "repository": "acme/extract",
    "commit": "1f" * 20,
    "cases": 200,
    "scored": 198,
    "paid": 180,
    "cached": 20,
    "cost": "0.0342",
    "latency_p50_ms": 80,
    "latency_p95_ms": 2_100,
}
FIGURES: Final[dict[str, Any]] = {
    "runs": [RUN, {**RUN, "run": "prod-1", "cost": None, "latency_p50_ms": None}],
    "compared": [
        {
            "task": "extract",
            "value": 0.7,
            "coverage": 0.99,
            "baseline_value": 0.82,
            "pairs": 198,
            "difference": -0.12,
            "lower": -0.16,
            "upper": -0.08,
            "worsened": 30,
            "improved": 6,
        }
    ],
    "scores": [
        {
            "task": "extract",
            "cases": [60, *[0] * (SCORE_BARS - 2), 138],
            "unscored": 2,
            "baseline": [36, *[0] * (SCORE_BARS - 2), 164],
        }
    ],
}
WORSE: Final[dict[str, Any]] = {
    "case_id": "inv-1",
    "task": "extract",
    "score": 0.0,
    "code": "",
    "reason": "the number is 3; expected is 4",
    "baseline": 1.0,
    "judge_scores": [2, 1, 2],
    "tokens_out": 40,
    "latency_ms": 1_234,
    "cached": False,
    "key": "9b" * 32,
    "cost": "0.000019",
}
HOSTILE: Final = (
    "<script>document.title = 'owned'</script>",
    "<img src=x onerror=\"document.title = 'owned'\">",
    "</style></p><svg onload=\"document.title = 'owned'\">",
    "'\"><a href=\"javascript:document.title='owned'\" autofocus onfocus=\"document.title='owned'\">x</a>",
    '<meta http-equiv="refresh" content="0; url=data:text/html,<title>owned</title>">',
    "&lt;script&gt; &amp; &#60;b&#62;",
    "\x1b[2J\u202edessap\u2066 \x00 \ud800 line\r\nbreak",
)


def report(*examples: dict[str, Any], **changed: Any) -> Report:
    """A report of a failed gate with its figures, changed."""
    return report_of({**FOUND, **changed}, examples, FIGURES)


def hostile(text: str) -> Report:
    """A report all of whose free texts are one."""
    texts = {"prompt": f"user: {text}", "expected": [text], "answer": text}
    case = {**WORSE, "case_id": text, "task": text, "reason": text, "texts": texts}
    found = report(case, reason=text, warnings=[text])
    assert found.figures is not None
    figures = replace(
        found.figures,
        runs=tuple(replace(each, repository=text) for each in found.figures.runs),
        compared=tuple(replace(each, task=text) for each in found.figures.compared),
        scores=tuple(replace(each, task=text) for each in found.figures.scores),
    )
    tasks = tuple(replace(each, task=text) for each in found.tasks)
    return replace(found, tasks=tasks, figures=figures, repository=text)


def parsed(page: str) -> ET.Element:
    """The page as XML, which takes nothing that is not well-formed; elements of SVG by their plain names."""
    root = ET.fromstring(page)
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    return root


def text_of(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_a_page_has_the_figures_of_the_gate_and_of_all_results() -> None:
    page = parsed(render(report(WORSE), Form.HTML))
    rows = [[text_of(cell) for cell in row] for row in page.iter("tr")]
    gate = ["extract", "failed", "0.700", "0.660", "0.850", "-0.120", "-0.160", "-0.080"]
    assert [*gate, "0.020", "0.050", "200", "1,250"] in rows
    assert ["extract", "0.700", "0.820", "198", "30", "6", "162", "99.0%"] in rows
    version = "acme/extract@1f1f1f1f1f1f"
    assert ["ci-1", version, "200", "198", "180", "20", "0.0342", "80", "2,100"] in rows
    assert ["prod-1", version, "200", "198", "180", "20", "no price", "-", "2,100"] in rows
    written = text_of(page)
    for each in (
        "acme/extract@1f1f1f1f1f1f failed Evaluation ci-1 by release, compared with 2e2e2e2e2e2e",
        "198 of 200 cases have a score.",
        "Judge 7c7c7c7c7c7c scored 120 of them, 2 of its verdicts could not be read.",
        "Warning: judge llama-70b",
        "Task extract; 2 without a score",
        "Worse than production: 1 of 30 cases, the worst first",
        "verdicts of the judge 2, 1, 2; 40 tokens, 1,234 ms, 0.000019 USD; key 9b9b",
    ):
        assert each in written, each


def test_pictures_have_names_and_show_scores_differences_and_distributions() -> None:
    page = parsed(render(report(WORSE), Form.HTML))
    pictures = list(page.iter("svg"))
    assert [(each.get("role"), each.get("aria-label")) for each in pictures] == [
        ("img", "Score of each task, its lower bound, and its threshold"),
        ("img", "Difference of each task to its baseline, with both bounds, and its margin"),
        ("img", "Scores of task extract"),
    ]
    bars = [each.get("height") for each in pictures[2].iter("rect") if each.get("fill") == "#0072b2"]
    assert (len(bars), [each for each in bars if each != "0"]) == (SCORE_BARS, ["35.9", "82.5"])
    labels = [text_of(each) for each in pictures[2].iter("text")]
    assert {"60", "138", "36", "164"} <= set(labels)


def test_every_link_leads_to_a_case_of_the_page() -> None:
    many = [{**WORSE, "case_id": f"inv-{n}"} for n in range(500)]
    page = parsed(render(report(*many), Form.HTML))
    links = {each.get("href"): text_of(each) for each in page.iter("a")}
    sections = {f"#{each.get('id')}": text_of(each.find("h3") or page) for each in page.iter("section")}
    assert len(links) == PAGE_CASES_MAX
    assert links.keys() == sections.keys()
    assert links["#case-7"] == "inv-6"


def test_a_page_loads_nothing_and_runs_nothing() -> None:
    page = parsed(render(report(WORSE), Form.HTML))
    loading = {"script", "link", "img", "iframe", "object", "embed", "form", "video", "audio", "base", "use"}
    assert {each.tag for each in page.iter()}.isdisjoint(loading)
    names = {name for each in page.iter() for name in each.attrib}
    assert not {name for name in names if name.startswith("on") or name in {"src", "style", "srcset"}}
    style = page.find("head/style")
    assert style is not None
    assert "url(" not in (style.text or "")
    [policy] = [each for each in page.iter("meta") if each.get("http-equiv")]
    assert (policy.get("http-equiv"), policy.get("content")) == ("Content-Security-Policy", POLICY)
    assert POLICY.startswith("default-src 'none'; style-src 'sha256-")


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_text_of_the_page_and_nothing_else(text: str) -> None:
    harmless, page = parsed(render(hostile("x"), Form.HTML)), parsed(render(hostile(text), Form.HTML))
    assert [each.tag for each in page.iter()] == [each.tag for each in harmless.iter()]
    assert {name for each in page.iter() for name in each.attrib} == {
        name for each in harmless.iter() for name in each.attrib
    }
    assert visible(text) in "".join(page.itertext())
    assert [visible_lines(text)] * 2 == ["".join(each.itertext()) for each in page.iter("pre")][1:]


def test_the_worst_cases_have_question_expected_text_and_answer() -> None:
    texts: dict[str, Any] = {
        "prompt": "user: How\nlong?",
        "expected": ["4"],
        "answer": "<b>3</b>\nor so" + "x" * 3_000,
    }
    gone: dict[str, Any] = {"prompt": "user: a", "expected": [], "answer": None}
    cases = [{**WORSE, "texts": texts}, {**WORSE, "case_id": "inv-2", "texts": gone}, WORSE]
    page = parsed(render(report(*cases), Form.HTML))
    first, second, third = page.iter("section")
    quoted = ["".join(each.itertext()) for each in first.iter("pre")]
    assert quoted[:2] == ["user: How\nlong?", "4"]
    assert quoted[2].startswith("<b>3</b>\nor so")
    assert (len(quoted[2]), quoted[2][-4:]) == (LINES_MAX, "x...")
    assert "The answer is not kept any more." in text_of(second)
    assert not list(third.iter("pre"))


def test_a_run_without_results_has_a_page() -> None:
    found = report_of(
        {**FOUND, "verdict": None, "blocking": None, "state": "running", "tasks": [], "ended_at": None},
        [],
        {"runs": [{**RUN, "scored": 0}], "compared": [], "scores": []},
    )
    page = parsed(render(found, Form.HTML))
    assert "running: 200 of 200 cases" in text_of(page)
    assert [text_of(each) for each in page.iter("h2")] == ["Cost and latency", "Scores"]


@pytest.mark.slow
def test_a_browser_shows_the_page_in_its_style_and_runs_nothing_of_a_model(tmp_path: Path) -> None:
    text = " ".join(HOSTILE)
    page = render(hostile(text[:290]), Form.HTML)
    slipped = page.replace(escape(visible(HOSTILE[0])), HOSTILE[0] + HOSTILE[1])
    assert slipped != page
    probe = "<p>probe</p><script>document.title = 'owned'</script></body>"
    pages = {
        "escaped": page,
        "slipped": slipped,
        "unguarded": re.sub("<meta http-equiv[^>]*>", "", page).replace("</body>", probe),
    }
    found: dict[str, Opened] = {}
    for name, written in pages.items():
        file = tmp_path / f"{name}.html"
        file.write_text(written, encoding="utf-8")
        found[name] = opened(file, tmp_path / "profile")
    titles = {name: re.findall("<title>(.{5})", each.dom)[0] for name, each in found.items()}
    assert titles["unguarded"] == "owned", "scripts run where nothing keeps them from it"
    assert "owned" not in {titles["escaped"], titles["slipped"]}
    answer = re.findall("<pre>(.*?)</pre>", found["escaped"].dom, re.DOTALL)[-1]
    assert answer.startswith("&lt;script&gt;document.title = 'owned'&lt;/script&gt; &lt;img src=x"), (
        "it is text"
    )
    assert found["escaped"].console == "", "its own style is not refused, and nothing else was tried"
    assert "Content Security Policy" in found["slipped"].console
