"""Labels of people on answers that a judge scored."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from judged_runs import (
    BY_ANN,
    CONFIG,
    NEW_JUDGE,
    activate,
    activated,
    digest,
    finished,
    judge_of,
    start,
    worked,
)
from muster.eval.core.people.labels import LABELS_MAX, parse_labels
from muster.eval.core.state import CALIBRATED, calibrated_key
from muster.events.eval_commands import Label, LabelCases
from muster.events.eval_events import CaseLabel, CasesLabelled, EvalStarted, GateDecided, GateVerdict
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.work_orders import WorkerReported
from muster.jobs import InvalidDocument
from muster.testkit.cores.deciding import Decisions

JUDGE = judge_of(CONFIG)
LABEL = Label(run="ci-1", case="c001", person="bea", score=4, comment="polite", line=1)


def labels(*given: Label) -> LabelCases:
    """A command to record labels."""
    return LabelCases(labels=given, **BY_ANN)


def recorded(label: Label, *judges: str) -> CaseLabel:
    """The same label in a fact."""
    return CaseLabel(
        run=label.run,
        case=label.case,
        person=label.person,
        score=label.score,
        comment=label.comment,
        key=digest(f"question {label.case}"),
        answer=digest(f"answer {label.case}"),
        judges=judges,
    )


def fact(*labels: CaseLabel) -> CasesLabelled:
    return CasesLabelled(labels=labels, tenant="acme", requested_by="acme/ann")


def calibrated(decisions: Decisions, data: dict[str, Any]) -> int | None:
    """Time of the newest label of a config's judge."""
    return decisions.state.get(CALIBRATED, calibrated_key("acme", judge_of(data)))


def test_labels_are_recorded_with_their_answer_and_judge() -> None:
    other = replace(LABEL, case="c002", person="carl", score=1, comment="", line=2)
    decisions = finished(activated()).when(labels(LABEL, other))
    decisions.then(fact(recorded(LABEL, JUDGE), recorded(other, JUDGE)))
    assert calibrated(decisions, CONFIG) == decisions.now_ms


def test_a_label_may_come_twice_and_the_last_one_of_a_person_counts() -> None:
    decisions = finished(activated()).when(labels(LABEL))
    decisions.when(labels(LABEL)).then(fact(recorded(LABEL, JUDGE)))
    changed = replace(LABEL, score=2)
    decisions.when(labels(changed), after_ms=5).then(fact(recorded(changed, JUDGE)))
    assert calibrated(decisions, CONFIG) == decisions.now_ms


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"score": 6}, "line 1.score is 6; must be 1 to 5"),
        ({"score": 0}, "line 1.score is 0; must be 1 to 5"),
        ({"person": ""}, "line 1.person is ; must be 1 to 100 of A-Z a-z 0-9"),
        ({"person": "a/b"}, "line 1.person is a/b; must be 1 to 100 of A-Z a-z 0-9"),
        ({"comment": "x" * 301}, "line 1.comment is 301 characters; must be at most 300 characters"),
        ({"run": "ci-9"}, "line 1.run is ci-9; must be the last complete evaluation of a version"),
        ({"case": "c999"}, "line 1.case is c999; must be a case of ci-1 that its judge scored"),
        ({"case": "c000"}, "line 1.case is c000; must be a case of ci-1 that its judge scored"),
        ({"case": "c999", "line": 0}, "labels[0].case is c999; must be a case of ci-1"),
    ],
)
def test_a_wrong_label_is_named_by_its_line_and_field_and_none_is_recorded(
    wrong: dict[str, Any], sentence: str
) -> None:
    good = replace(LABEL, case="c002", line=2)
    decisions = finished(activated()).when(labels(replace(LABEL, **wrong), good))
    [rejected] = decisions.decided
    assert isinstance(rejected, CommandRejected)
    assert rejected.message.startswith(sentence)
    assert calibrated(decisions, CONFIG) is None


def test_one_person_scores_a_case_once_in_a_request() -> None:
    decisions = finished(activated()).when(labels(LABEL, replace(LABEL, score=3, line=7)))
    [rejected] = decisions.decided
    assert rejected.message == "line 7.case is c001; must be a case of ci-1 that bea has not scored in line 1"


@pytest.mark.parametrize("count", [0, LABELS_MAX + 1])
def test_a_request_has_a_bounded_number_of_labels(count: int) -> None:
    decisions = finished(activated()).when(labels(*[LABEL] * count))
    assert decisions.decided[0].message == f"labels is {count}; must be 1 to {LABELS_MAX}"


def test_answers_of_another_organisation_cannot_be_labelled() -> None:
    decisions = finished(activated()).when(replace(labels(LABEL), tenant="other"))
    assert decisions.decided[0].message.startswith("line 1.run is ci-1; must be the last complete evaluation")


def test_runs_that_failed_or_were_replaced_cannot_be_labelled() -> None:
    decisions = worked(activated().when(start("ci-0")), "ci-0", code="QUOTA_GONE")
    decisions = finished(finished(decisions, "ci-1"), "ci-2")
    for run in ("ci-0", "ci-1"):
        decisions.when(labels(replace(LABEL, run=run)))
        assert decisions.decided[0].message.startswith(f"line 1.run is {run}; must be the last complete")
    decisions.when(labels(replace(LABEL, run="ci-2")))
    assert isinstance(decisions.decided[0], CasesLabelled)


def test_labels_calibrate_a_later_judge_that_scores_the_same_answers() -> None:
    decisions = finished(activated()).when(labels(LABEL))
    labelled_at = decisions.now_ms
    decisions.when(activate(NEW_JUDGE, rejudge=1))
    [again] = [each for each in decisions.decided if isinstance(each, EvalStarted)]
    assert calibrated(decisions, NEW_JUDGE) is None
    worked(decisions, again.run, after_ms=1_000)
    assert calibrated(decisions, NEW_JUDGE) == labelled_at
    later = replace(LABEL, case="c003")
    decisions.when(labels(later), after_ms=1_000)
    decisions.then(fact(recorded(later, *sorted([JUDGE, judge_of(NEW_JUDGE)]))))
    assert calibrated(decisions, NEW_JUDGE) == calibrated(decisions, CONFIG) == decisions.now_ms


def lines(*rows: dict[str, Any] | str) -> bytes:
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode()


def test_labels_are_read_from_lines_with_their_numbers() -> None:
    row = {"run": "ci-1", "case": "c001", "score": 4}
    read = parse_labels(lines(row, "", {**row, "person": "bea", "comment": "late"}), "ann")
    by_ann = Label(run="ci-1", case="c001", person="ann", score=4, line=1)
    assert read == (by_ann, replace(by_ann, person="bea", comment="late", line=3))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"score": 4.5}, "line 2.score is 4.5; must be a valid integer"),
        ({"score": "4"}, "line 2.score is 4; must be a valid integer"),
        ({"score": True}, "line 2.score is true; must be a valid integer"),
        ({"score": 9}, "line 2.score is 9; must be less than or equal to 5"),
        ({"person": "a b"}, "line 2.person is a b; must be match pattern"),
        ({"comment": "x" * 301}, "line 2.comment is xxx"),
        ({"rating": 4}, "line 2.rating is 4; must be left out: there is no such field"),
    ],
)
def test_a_malformed_line_is_named_with_its_field(changed: dict[str, Any], sentence: str) -> None:
    row = {"run": "ci-1", "case": "c001", "score": 4}
    with pytest.raises(InvalidDocument) as raised:
        parse_labels(lines(row, {**row, **changed}), "ann")
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "labels is 0; must be 1 to 200"),
        (b"{", "line 1 is "),
        (b"[]", "line 1 is "),
        (b"\xff", "line 1 is "),
        (
            lines(*[{"run": "r", "case": str(n), "score": 1} for n in range(201)]),
            "labels is 201; must be 1 to 200",
        ),
    ],
    ids=["empty", "cut", "list", "binary", "long"],
)
def test_a_text_without_labels_is_named(text: bytes, sentence: str) -> None:
    with pytest.raises(InvalidDocument) as raised:
        parse_labels(text, "ann")
    assert str(raised.value).startswith(sentence)


def gate(decisions: Decisions) -> GateDecided:
    """The verdict of the last batch."""
    [found] = [each for each in decisions.decided if isinstance(each, GateDecided)]
    return found


def name(data: dict[str, Any]) -> str:
    return f"judge {judge_of(data)[:12]}"


DAY_MS = 86_400_000


def later(decisions: Decisions, after_ms: int) -> Decisions:
    """The same after a time, with a worker that is back."""
    return decisions.when(after_ms=after_ms).when(WorkerReported(worker_id="w", incarnation=1, slots=4))


def test_a_verdict_warns_of_a_judge_whose_answers_have_no_label() -> None:
    decided = gate(finished(activated()))
    doubt = f"{name(CONFIG)} is not calibrated: no answer that it scored has a label"
    assert (decided.verdict, decided.warnings) == (GateVerdict.PASSED, (doubt,))


def test_a_label_ends_the_warning_until_it_is_stale() -> None:
    decisions = finished(activated()).when(labels(LABEL))
    later(decisions, 90 * DAY_MS - 10).when(start("ci-2"))
    assert gate(worked(decisions, "ci-2")).warnings == ()
    later(decisions, 31 * DAY_MS).when(start("ci-3"))
    decided = gate(worked(decisions, "ci-3"))
    doubt = f"calibration of {name(CONFIG)} is 120 days old; must be less than 90: label more answers"
    assert (decided.verdict, decided.warnings) == (GateVerdict.PASSED, (doubt,))
    decisions.when(labels(replace(LABEL, run="ci-3")), start("ci-4"))
    assert gate(worked(decisions, "ci-4")).warnings == ()


def test_the_age_of_a_calibration_is_the_config_s() -> None:
    weekly = {**CONFIG, "judge": {**CONFIG["judge"], "calibration": {"days": 7}}}
    decisions = later(finished(activated(weekly)).when(labels(LABEL)), 7 * DAY_MS).when(start("ci-2"))
    [doubt] = gate(worked(decisions, "ci-2")).warnings
    assert "is 7 days old; must be less than 7" in doubt


def test_a_verdict_names_the_other_judge_that_people_have_calibrated() -> None:
    decisions = finished(activated()).when(labels(LABEL)).when(activate(NEW_JUDGE), start("ci-2"))
    [doubt] = gate(worked(decisions, "ci-2")).warnings
    assert doubt == (
        f"{name(NEW_JUDGE)} is not calibrated: no answer that it scored has a label; "
        f"those that {name(CONFIG)} scored have"
    )
    assert gate(worked(decisions.when(start("ci-3")), "ci-3")).warnings == ()


def test_a_judge_that_scored_nothing_needs_no_calibration() -> None:
    decided = gate(worked(activated().when(start("ci-1")), "ci-1", judged=False))
    assert decided.warnings == ()
