"""Labels that are removed: what is shown, and how old a calibration is then."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from judged_runs import BY_ANN, CONFIG, NEW_JUDGE, activated, digest, finished, judge_of, start, worked
from muster.eval.core.people.labels import LABELS_MAX
from muster.eval.core.people.removals import parse_removal
from muster.eval.core.state import CALIBRATED, LABELLED, calibrated_key
from muster.events.eval_commands import Label, LabelCases, LabelReference, RemoveLabels
from muster.events.eval_events import GateDecided, LabelsRemoved, RemovedLabel
from muster.events.shared.command_answers import CommandRejected
from muster.jobs import InvalidDocument
from muster.testkit.cores.deciding import Decisions

LABEL = Label(run="ci-1", case="c001", person="bea", score=4, comment="", line=1)
OTHER = replace(LABEL, case="c002", person="carl")


def reference(label: Label) -> LabelReference:
    question, answer = digest(f"question {label.case}"), digest(f"answer {label.case}")
    return LabelReference(key=question, answer=answer, person=label.person)


def removal(*labels: Label, **changed: Any) -> RemoveLabels:
    command = RemoveLabels(labels=tuple(map(reference, labels)), reason="a slip", **BY_ANN)
    return replace(command, **changed)


def labelled(*labels: Label, after_ms: int = 1) -> Decisions:
    """Decisions after labels, each in a request of its own."""
    decisions = finished(activated())
    for each in labels:
        decisions = decisions.when(LabelCases(labels=(each,), **BY_ANN), after_ms=after_ms)
    return decisions


def newest(decisions: Decisions, data: dict[str, Any] | None = None) -> int | None:
    return decisions.state.get(CALIBRATED, calibrated_key("acme", judge_of(data or CONFIG)))


def test_labels_that_exist_are_removed_and_others_are_passed_over() -> None:
    gone = RemovedLabel(key=digest("question c001"), answer=digest("answer c001"), person="bea")
    decisions = labelled(LABEL).when(removal(LABEL, OTHER))
    decisions.then(LabelsRemoved(labels=(gone,), reason="a slip", tenant="acme", requested_by="acme/ann"))
    assert dict(decisions.state.scan(LABELLED)) == {}
    [rejected] = decisions.when(removal(LABEL)).decided
    assert isinstance(rejected, CommandRejected)
    assert rejected.message == "labels is none that exists; must be labels of your organisation"


def test_a_judge_is_calibrated_by_the_newest_label_that_is_left() -> None:
    decisions = labelled(LABEL)
    first_ms = decisions.now_ms
    decisions = decisions.when(LabelCases(labels=(OTHER,), **BY_ANN), after_ms=1_000)
    assert newest(decisions.when(removal(OTHER))) == first_ms


def test_an_older_label_changes_no_age() -> None:
    decisions = labelled(LABEL, OTHER, after_ms=1_000)
    newest_ms = decisions.now_ms
    assert newest(decisions.when(removal(LABEL))) == newest_ms


def test_a_judge_without_labels_is_not_calibrated_any_more() -> None:
    decisions = labelled(LABEL).when(removal(LABEL))
    assert newest(decisions) is None
    decisions = worked(decisions.when(start("ci-2")), "ci-2")
    [decided] = [each for each in decisions.decided if isinstance(each, GateDecided)]
    assert any("is not calibrated" in each for each in decided.warnings)


def test_a_removed_label_may_be_given_again() -> None:
    decisions = labelled(LABEL).when(removal(LABEL)).when(LabelCases(labels=(LABEL,), **BY_ANN))
    assert newest(decisions) == decisions.now_ms


def test_labels_of_another_organisation_stay() -> None:
    decisions = labelled(LABEL).when(removal(LABEL, tenant="globex"))
    assert isinstance(decisions.decided[0], CommandRejected)
    assert newest(decisions) is not None
    assert newest(decisions, NEW_JUDGE) is None


def test_a_request_is_bounded() -> None:
    [rejected] = labelled(LABEL).when(removal(*[LABEL] * (LABELS_MAX + 1))).decided
    assert isinstance(rejected, CommandRejected)
    assert rejected.message.startswith(f"labels is {LABELS_MAX + 1}; must be at most {LABELS_MAX} labels")


def test_a_body_is_read_with_its_reason() -> None:
    body = {"labels": [{"key": "3b" * 32, "answer": "7e" * 32, "person": "bea"}], "reason": "a slip"}
    found = parse_removal(json.dumps(body).encode(), "acme", "ann")
    expected = LabelReference(key="3b" * 32, answer="7e" * 32, person="bea")
    assert found == RemoveLabels(labels=(expected,), reason="a slip", **BY_ANN)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"labels": []}, "labels"),
        ({"labels": [{"key": "x", "answer": "7e" * 32, "person": "bea"}]}, "labels[0].key"),
        ({"labels": [{"key": "3b" * 32, "answer": "7e" * 32}]}, "labels[0].person"),
        ({"why": "x"}, "labels"),
    ],
)
def test_a_wrong_body_names_its_field(body: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidDocument) as raised:
        parse_removal(json.dumps(body).encode(), "acme", "ann")
    assert raised.value.violations[0].field == field
