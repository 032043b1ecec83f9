"""One verdict in every form, and texts of models that do no harm in any of them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, Final
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from muster.eval.cli.verdicts import exit_code
from muster.eval.core.reporting.rendering import MEDIA_TYPES, Form, render
from muster.eval.core.reporting.report import CASES_MAX, Conclusion, Report, report_of
from muster.terminal.escaping import code_span, visible

TASK: Final[dict[str, Any]] = {
    "task": "extract",
    "verdict": "FAILED",
    "value": 0.7,
    "lower": 0.66,
    "threshold": 0.85,
    "difference": -0.12,
    "margin": 0.02,
    "detectable": 0.05,
    "cases": 200,
    "cases_needed": None,
}
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
    "tasks": [TASK, {**TASK, "task": "tone", "verdict": "PASSED"}],
    "cases": 400,
    "done": 400,
    "scored": 398,
    "cached": 20,
    "tokens_in": 0,
    "started_at": 1_795_838_400_000,
    "ended_at": 1_795_838_490_500,
}
WORSE: Final[dict[str, Any]] = {
    "case_id": "inv-1",
    "task": "extract",
    "score": 0.0,
    "code": "",
    "reason": "the number is 3; expected is 4",
    "baseline": 1.0,
    "cached": False,
}
HOSTILE: Final = (
    "<script>alert(1)</script>",
    "]]></failure></testcase><testcase name='x'/>",
    "[click](https://evil.test) ![x](https://evil.test/p.png) <https://evil.test> www.evil.test",
    "@acme/admins please approve #1",
    "``` \n# PASSED\n| a | b |\n```",
    "a ` b `` c",
    "\x1b[2J\x1b]0;owned\x07\u202edessap\u2066",
    "line\r\nbreak\u2028and\x00nul\ud800",
    "{0} {{1}} [a](1) \\",
    "--> <!-- </details>",
    "x" * 10_000,
)

SARIF: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["tool"],
                "properties": {
                    "tool": {"type": "object", "required": ["driver"]},
                    "automationDetails": {"type": "object"},
                    "properties": {"type": "object"},
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"type": "object", "required": ["text"]},
                                "locations": {"type": "array", "minItems": 1},
                                "partialFingerprints": {"additionalProperties": {"type": "string"}},
                            },
                        },
                    },
                },
            },
        },
    },
}
"""Constraints of the published schema on the objects that are written here; they were also validated against
the whole schema of OASIS (errata 01) when this was written."""


def report(*examples: dict[str, Any], **changed: Any) -> Report:
    """A report of a failed gate, changed."""
    return report_of({**FOUND, **changed}, examples)


def hostile(text: str) -> Report:
    """A report all of whose free texts are hostile."""
    found = report({**WORSE, "case_id": text, "task": text, "reason": text}, reason=text, code=text)
    return replace(found, tasks=(replace(found.tasks[0], task=text), *found.tasks[1:]))


CONCLUSIONS: Final = {
    Conclusion.PASSED: report(verdict="passed"),
    Conclusion.FAILED: report(),
    Conclusion.ADVICE: report(blocking=False),
    Conclusion.INCONCLUSIVE: report(verdict="inconclusive"),
    Conclusion.NOT_RUN: report(verdict=None, blocking=None, state="failed", code="UNREACHABLE", tasks=[]),
    Conclusion.PENDING: report(verdict=None, blocking=None, state="running", tasks=[], ended_at=None),
}


def junit(of: Report) -> ET.Element:
    """The suite of a report."""
    [suite] = ET.fromstring(render(of, Form.JUNIT))
    return suite


def sarif(of: Report) -> list[dict[str, Any]]:
    """The results of a report."""
    log = json.loads(render(of, Form.SARIF))
    jsonschema.validate(log, SARIF)
    return log["runs"][0]["results"]


def flat(tokens: list[Token]) -> list[Token]:
    """Tokens of Markdown with those inside them."""
    return [inner for token in tokens for inner in (token, *flat(token.children or []))]


@pytest.mark.parametrize("conclusion", Conclusion)
def test_every_conclusion_has_its_report_in_every_form(conclusion: Conclusion) -> None:
    of = CONCLUSIONS[conclusion]
    assert of.conclusion is conclusion
    for form in MEDIA_TYPES:
        written = render(of, form)
        assert written.endswith("\n")
        assert "release" in written
        assert of.headline in written or form in {Form.JUNIT, Form.SARIF}


@pytest.mark.parametrize("conclusion", [each for each in Conclusion if each is not Conclusion.PENDING])
def test_a_report_and_the_exit_code_agree(conclusion: Conclusion) -> None:
    codes = {Conclusion.PASSED: 0, Conclusion.ADVICE: 0, Conclusion.FAILED: 10, Conclusion.INCONCLUSIVE: 11}
    of = CONCLUSIONS[conclusion]
    assert exit_code({"verdict": of.verdict, "blocking": of.blocking}) == codes.get(conclusion, 12)


def test_a_failed_task_is_a_failure_of_junit_with_its_worst_cases() -> None:
    suite = junit(report(WORSE))
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped", "time")} == {
        "tests": "2",
        "failures": "1",
        "errors": "0",
        "skipped": "0",
        "time": "90.500",
    }
    assert suite.get("timestamp") == "2026-11-28T04:00:00"
    first, second = suite.findall("testcase")
    assert (first.get("name"), first.get("classname")) == ("extract", "release")
    failure = first.find("failure")
    assert failure is not None
    assert failure.get("message") == "failed: 0.700 over 200 cases, must reach 0.850, -0.120 to production"
    assert (failure.text or "").splitlines() == [
        "extract: 0.700 is below 0.85",
        "inv-1: 1.000 -> 0.000  the number is 3; expected is 4",
    ]
    assert list(second) == []


@pytest.mark.parametrize(
    ("gate", "task", "blocking", "element"),
    [
        ("failed", "FAILED", True, "failure"),
        ("failed", "INCONCLUSIVE", True, "skipped"),
        ("failed", "FAILED", False, "skipped"),
        ("inconclusive", "INCONCLUSIVE", True, "error"),
        ("inconclusive", "INCONCLUSIVE", False, "skipped"),
        ("passed", "PASSED", True, None),
    ],
)
def test_a_build_is_red_only_where_the_gate_holds(
    gate: str, task: str, blocking: bool, element: str | None
) -> None:
    of = report(verdict=gate, blocking=blocking, tasks=[{**TASK, "verdict": task}])
    [case] = junit(of).findall("testcase")
    assert [child.tag for child in case] == ([element] if element else [])
    levels = {"failure": ["error"], "error": ["error"], "skipped": ["warning"], None: []}
    assert [each["level"] for each in sarif(of)] == levels[element]


def test_a_run_without_a_verdict_is_an_error_and_a_running_one_is_not() -> None:
    [case] = junit(CONCLUSIONS[Conclusion.NOT_RUN]).findall("testcase")
    assert [(child.tag, child.get("type")) for child in case] == [("error", "UNREACHABLE")]
    [case] = junit(CONCLUSIONS[Conclusion.PENDING]).findall("testcase")
    assert [child.tag for child in case] == ["skipped"]
    assert [each["ruleId"] for each in sarif(CONCLUSIONS[Conclusion.NOT_RUN])] == ["not-run"]
    assert sarif(CONCLUSIONS[Conclusion.PENDING]) == []


def test_a_code_host_gets_failed_tasks_and_their_cases_and_nothing_of_a_passed_gate() -> None:
    results = sarif(report(WORSE))
    assert [(each["ruleId"], each["level"]) for each in results] == [
        ("task-failed", "error"),
        ("case-worse", "note"),
    ]
    assert results[1]["message"]["text"] == "1.000 -> 0.000: the number is 3; expected is 4"
    assert results[0]["partialFingerprints"] == sarif(report(run="ci-2"))[0]["partialFingerprints"]
    assert sarif(report(verdict="passed", tasks=[{**TASK, "verdict": "PASSED"}])) == []


def test_a_comment_has_a_marker_a_table_and_the_worst_cases() -> None:
    written = render(report(WORSE), Form.MARKDOWN)
    assert written.startswith("<!-- muster-eval release -->\n### :x: Gate `release`: failed\n")
    assert "| `extract` | failed | 0.700 | 0.660 | 0.850 | -0.120 | 0.050 | 200 |  |" in written
    assert "- `inv-1` (`extract`) 1.000 -> 0.000: `the number is 3; expected is 4`" in written


@pytest.mark.parametrize("form", Form)
def test_a_warning_is_in_every_form_and_changes_no_conclusion(form: Form) -> None:
    doubt = "judge 7c7c7c7c7c7c is not calibrated"
    doubtful = replace(report(), warnings=(doubt,))
    assert doubt in render(doubtful, form)
    assert doubt not in render(report(), form)
    assert doubtful.conclusion is report().conclusion


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_code_in_a_comment_and_nothing_else(text: str) -> None:
    tokens = flat(MarkdownIt("gfm-like", {"linkify": False}).parse(render(hostile(text), Form.MARKDOWN)))
    kinds = {token.type for token in tokens}
    assert kinds.isdisjoint({"link_open", "image", "html_inline", "fence", "code_block"})
    html = [token.content.strip() for token in tokens if token.type == "html_block"]
    assert html == [
        "<!-- muster-eval release -->",
        "<details><summary>Worse than production: 1 cases, the worst first</summary>",
        "</details>",
    ]
    cells = [token for token in tokens if token.type == "td_open"]
    assert len(cells) == 2 * 9
    spans = [token.content for token in tokens if token.type == "code_inline"]
    assert spans.count(visible(text)) == 5, "reason, task, and the case with its own"
    plain = " ".join(token.content for token in tokens if token.type == "text")
    assert "evil" not in plain
    assert "@acme" not in plain


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_stay_inside_xml_and_sarif(text: str) -> None:
    suite = junit(hostile(text))
    assert suite.get("tests") == "2"
    assert [case.get("name") for case in suite.findall("testcase")] == [visible(text), "tone"]
    results = sarif(hostile(text))
    message = results[1]["message"]["text"]
    assert "](" not in message.replace("\\]", "")
    assert "{" not in message.replace("{{", "")


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("form", Form)
def test_no_form_has_control_characters_or_reversed_text(form: Form, text: str) -> None:
    written = render(hostile(text), form)
    assert written.isprintable() or all(each.isprintable() or each == "\n" for each in written)
    assert len(written) < 12_000 or form is Form.JSON


def test_code_spans_have_fences_that_their_text_does_not_close() -> None:
    assert code_span("a ` b `` c") == "```a ` b `` c```"
    assert code_span("`") == "`` ` ``"
    assert code_span("a|b") == "`a|b`"
    assert code_span("a|b", in_table=True) == "`a\\|b`"
    assert code_span("") == ""


def test_a_report_shows_a_bounded_number_of_cases() -> None:
    many = [{**WORSE, "case_id": f"inv-{n}"} for n in range(500)]
    assert len(report(*many).examples) == CASES_MAX


@pytest.mark.parametrize("form", [each for each in Form if each is not Form.JSON])
def test_a_task_without_any_score_is_not_measured_rather_than_0(form: Form) -> None:
    none = {**TASK, "value": 0.0, "lower": None, "difference": None, "detectable": None, "cases": 0}
    written = render(report(tasks=[none]), form)
    assert "not measured" in written
    assert re.search(r"(?<!\d)0\.000", written) is None


def test_the_json_form_has_the_conclusion_and_the_cases() -> None:
    data = json.loads(render(report(WORSE), Form.JSON))
    assert (data["conclusion"], data["verdict"], data["tasks"][0]["verdict"]) == (
        "failed",
        "failed",
        "failed",
    )
    assert data["examples"][0]["case_id"] == "inv-1"
