"""Cases that are proposed for a golden set, and the decisions about them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from muster.eval.core import proposals
from muster.eval.core.configs.documents import GoldenText, parse_cases
from muster.eval.core.decisions import DECIDER
from muster.eval.core.proposals import OPEN_MAX, SET_CHANGED, similar, with_case
from muster.eval.core.state import PROPOSALS, SETS
from muster.events.eval_commands import ActivateGoldenSet, DecideProposal, ProposeCase
from muster.events.eval_events import CaseProposed, GoldenSetActivated, ProposalDecided
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.golden.lines import proposal_id
from muster.jobs import InvalidDocument
from muster.testkit.cores.deciding import Decisions, given

BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}


def text(*ids: str, task: str = "extract", **more: str) -> GoldenText:
    cases = [{"id": each, "task": task, "prompt": f"{each}?", "expected": "1", **more} for each in ids]
    return parse_cases("\n".join(map(json.dumps, cases)).encode())


SET = text("a", "b")
CASE = text("ticket-4711")


def propose(golden: GoldenText = CASE, **changed: Any) -> ProposeCase:
    fields: dict[str, Any] = {
        "proposal": proposal_id(golden.digest),
        "golden_set": "invoices",
        "digest": golden.digest,
        "case": "ticket-4711",
        "task": "extract",
        "source": "ticket 4711",
        **BY_ANN,
        **changed,
    }
    return ProposeCase(**fields)


def decide(*, accepted: bool, **changed: Any) -> DecideProposal:
    fields: dict[str, Any] = {
        "proposal": proposal_id(CASE.digest),
        "golden_set": "invoices",
        "accepted": accepted,
        **BY_ANN,
        **changed,
    }
    return DecideProposal(**fields)


def acceptance(base: GoldenText = SET, **changed: Any) -> DecideProposal:
    found = with_case(base.lines, CASE.lines)
    fields = {"replaces": base.digest, "digest": found.digest, "tasks": found.tasks, **changed}
    return decide(accepted=True, **fields)


def in_force(golden: GoldenText = SET) -> Decisions:
    return given(DECIDER).when(
        ActivateGoldenSet(name="invoices", digest=golden.digest, tasks=golden.tasks, source="May", **BY_ANN)
    )


def refused(decisions: Decisions, code: RejectionCode) -> str:
    [answer] = decisions.decided
    assert isinstance(answer, CommandRejected)
    assert answer.code is code
    return answer.message


def test_an_accepted_case_is_part_of_the_next_version_of_its_set() -> None:
    known = in_force().when(propose())
    [proposed] = known.decided
    assert isinstance(proposed, CaseProposed)
    assert (proposed.requested_by, proposed.digest, proposed.source) == (
        "acme/ann",
        CASE.digest,
        "ticket 4711",
    )
    known.when(acceptance(reason="real"))
    activated, decided = known.decided
    whole = with_case(SET.lines, CASE.lines)
    assert activated == GoldenSetActivated(
        name="invoices",
        digest=whole.digest,
        tasks=whole.tasks,
        source="May",
        tenant="acme",
        requested_by="acme/ann",
    )
    assert isinstance(decided, ProposalDecided)
    assert (decided.accepted, decided.case, decided.digest) == (True, "ticket-4711", whole.digest)
    assert known.state.get(SETS, "acme/invoices") == activated
    assert whole.tasks[0].cases == 3


def test_a_rejected_case_leaves_the_set_and_is_not_proposed_again() -> None:
    known = in_force().when(propose()).when(decide(accepted=False, reason="not ours"))
    [decided] = known.decided
    assert isinstance(decided, ProposalDecided)
    assert (decided.accepted, decided.reason, decided.digest) == (False, "not ours", "")
    assert refused(known.when(propose()), RejectionCode.WRONG_STATE) == "the case was rejected before"
    assert refused(known.when(acceptance()), RejectionCode.WRONG_STATE) == "the case was rejected before"


def test_the_same_again_is_repeated() -> None:
    known = in_force().when(propose()).when(propose())
    assert isinstance(known.decided[0], CommandRepeated)
    known.when(acceptance()).when(acceptance())
    assert [type(each) for each in known.decided] == [CommandRepeated]


def test_a_set_that_changed_meanwhile_keeps_the_proposal_open() -> None:
    other = text("a", "b", "c")
    known = in_force().when(propose())
    known.when(
        ActivateGoldenSet(name="invoices", digest=other.digest, tasks=other.tasks, source="", **BY_ANN)
    )
    known.when(acceptance())
    [answer] = known.decided
    assert isinstance(answer, CommandRejected)
    assert (answer.code, answer.detail_code) == (RejectionCode.WRONG_STATE, SET_CHANGED)
    known.when(acceptance(other))
    assert [type(each) for each in known.decided] == [GoldenSetActivated, ProposalDecided]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"task": "translate"}, "task is translate; must be a task of invoices: extract"),
        ({"digest": "x"}, "digest is x; must be 64 hexadecimal digits"),
        ({"proposal": "0" * 16}, f"proposal is {'0' * 16}; must be {proposal_id(CASE.digest)}"),
        ({"case": "a b"}, "id is a b; must be 1 to 200 printable"),
        ({"source": "x" * 501}, "source is 501 characters; must be at most 500"),
    ],
)
def test_a_wrong_proposal_is_rejected_field_by_field(changed: dict[str, Any], sentence: str) -> None:
    assert refused(in_force().when(propose(**changed)), RejectionCode.INVALID).startswith(sentence)


def test_an_acceptance_without_tasks_is_rejected() -> None:
    known = in_force().when(propose()).when(acceptance(tasks=()))
    assert refused(known, RejectionCode.INVALID).startswith("tasks is empty; must be at least one")


def test_unknown_sets_and_proposals_are_not_found() -> None:
    assert "no golden set" in refused(given(DECIDER).when(propose()), RejectionCode.NOT_FOUND)
    assert "no proposal" in refused(in_force().when(acceptance()), RejectionCode.NOT_FOUND)
    known = in_force().when(propose()).when(decide(accepted=False, tenant="other"))
    assert "no proposal" in refused(known, RejectionCode.NOT_FOUND)


def test_undecided_proposals_of_a_set_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert OPEN_MAX == 1_000
    monkeypatch.setattr(proposals, "OPEN_MAX", 2)
    known = in_force().when(propose(), propose(text("x")))
    assert "2 proposals" in refused(known.when(propose(text("y"))), RejectionCode.QUOTA_EXCEEDED)
    known.when(decide(accepted=False)).when(propose(text("y")))
    assert isinstance(known.decided[0], CaseProposed)
    assert len(list(known.state.scan(PROPOSALS, prefix="acme/invoices/"))) == 3


def test_a_case_whose_id_the_set_has_cannot_be_added() -> None:
    with pytest.raises(InvalidDocument, match=r"line 3.id is a; must be one that line 1 has not"):
        with_case(SET.lines, text("a").lines)


def test_cases_that_say_almost_the_same_as_a_proposed_one_are_found() -> None:
    lines = [
        {"id": "a", "task": "t", "prompt": "What is the total of the invoice from May?"},
        {"id": "b", "task": "t", "prompt": "Who signed it?"},
    ]
    golden = parse_cases("\n".join(map(json.dumps, lines)).encode())
    case = parse_cases(
        json.dumps({**lines[0], "id": "c", "prompt": lines[0]["prompt"] + " Please."}).encode()
    )
    [(found, similarity)] = similar(golden.lines, case.lines)
    assert (found, round(similarity, 2)) == ("a", 0.88)


def test_a_set_with_a_case_more_is_the_set_with_that_line() -> None:
    live = text("ticket-4711", subset="live")
    grown = with_case(SET.lines, CASE.lines)
    assert grown.lines == SET.lines + live.lines
    assert (grown.comparable, SET.comparable, live.comparable != "") == (SET.digest, "", True)
