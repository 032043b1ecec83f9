"""Kept answers, scored as answers in production are: from the request to the scores."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from judged_runs import (
    BY_ANN,
    COMMIT,
    CONFIG,
    GOLDEN,
    NEW_JUDGE,
    REPOSITORY,
    activate,
    activated,
    finished,
    judge_of,
    start,
)
from muster.eval.core.configs.documents import cases_of, parse_cases, parse_config
from muster.eval.core.runs.orders import ANSWER_NOT_KEPT, Order, Result, anchors, read_order, result_bytes
from muster.eval.core.state import BATCHES, ENDED, JUDGED_RUNS, SCORED
from muster.eval.edge.roles import DECIDING
from muster.events.eval_commands import ProposeCase, ScoreAnswers, SetTokenPrice, StopEval, TokenPrice
from muster.events.eval_events import (
    AnchorTask,
    AnswerScore,
    AnswersScored,
    EvalEnded,
    EvalOutcome,
    EvalStarted,
    GateDecided,
)
from muster.events.eval_results import CaseScore, CasesScored, Judged
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.work_orders import WorkOrdered, WorkReported
from muster.events.topics import EVAL_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.golden.configs import score_in_production
from muster.identity import AuthSettings, SenderCheck, Verifier
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.identity.principal import EVALS_WRITE, SERVICE_ROLE
from muster.journal import Delivery, ManualClock, Position
from muster.testkit.cores.deciding import Decisions

SCORE = ScoreAnswers(
    run="s-1", config="release", repository=REPOSITORY, commit=COMMIT, cases=10, fresh=True, **BY_ANN
)


def result(case: str, median: int | None, **changed: Any) -> CaseScore:
    """A result of a run over kept answers."""
    judged = None if median is None else Judged(scores=(median,) * 2)
    score = 0.0 if median is None else (median - 1) / 4
    plain = CaseScore(
        case=case, task="letter", cluster=f"case:{case}", score=score, judged=judged, cached=True
    )
    return replace(plain, **changed)


def scored(decisions: Decisions, results: list[CaseScore], **changed: Any) -> Decisions:
    """The same after a run whose worker sent these results."""
    ended = WorkReported(
        work_id="s-1",
        attempt=1,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(replace(Result(batches=1), **changed)),
        reason="",
    )
    sent = CasesScored(run="s-1", batch=0, results=tuple(results), tenant="acme")
    return decisions.when(SCORE).when(sent).when(ended)


def rejection(decisions: Decisions, command: ScoreAnswers = SCORE) -> str:
    [found] = decisions.when(command).decided
    assert isinstance(found, CommandRejected)
    return found.message


def of_type(decisions: Decisions, kind: type[Any]) -> list[Any]:
    return [each for each in decisions.decided if isinstance(each, kind)]


def test_kept_answers_are_scored_by_an_order_without_a_gate_and_without_held_out_cases() -> None:
    decisions = activated().when(SCORE)
    [started] = of_type(decisions, EvalStarted)
    assert (started.commit, started.gates, started.anchors, started.fresh) == (COMMIT, (), 10, True)
    assert (started.probe, started.cases, started.held_out, started.held_out_use) == (0, 10, "", 0)
    [ordered] = of_type(decisions, WorkOrdered)
    order = read_order(ordered.body)
    assert (order.anchors, order.fresh, order.stored, order.held_out) == (10, True, True, "")
    assert order.judge == judge_of(CONFIG)


def test_the_scores_are_a_fact_with_the_judge_and_with_the_cases_that_have_no_answer() -> None:
    results = [
        result("c1", 4),
        result("c2", None),
        result("c3", None, score=None, code=ANSWER_NOT_KEPT),
        result("c4", 1, judged=Judged(scores=(1, 1), unread=2)),
        result("c5", None, score=None, code="JUDGE_TIMED_OUT", task="mail"),
    ]
    decisions = scored(activated(), results)
    assert of_type(decisions, AnswersScored) == [
        AnswersScored(
            run="s-1",
            repository=REPOSITORY,
            commit=COMMIT,
            config="release",
            golden_set=GOLDEN.digest,
            judge="judge-1",
            judge_hash=judge_of(CONFIG),
            fresh=True,
            results=(
                AnswerScore(case="c1", task="letter", score=0.75),
                AnswerScore(case="c2", task="letter", score=0.0),
                AnswerScore(case="c4", task="letter", score=0.0, unread=2),
                AnswerScore(case="c5", task="mail", code="JUDGE_TIMED_OUT"),
            ),
            tasks=(
                AnchorTask(task="letter", cases=4, missing=1),
                AnchorTask(task="mail", cases=1, missing=0),
            ),
            tenant="acme",
        )
    ]
    [ended] = of_type(decisions, EvalEnded)
    assert (ended.probe, ended.outcome, ended.cases_done) == (True, EvalOutcome.COMPLETED, 3)
    assert (ended.paid_cases, of_type(decisions, GateDecided)) == (0, [])


def compared_by(decisions: Decisions) -> list[dict[str, Any]]:
    """Return the state by which versions are compared."""
    state = decisions.state
    return [dict(state.scan(SCORED)), dict(state.scan(JUDGED_RUNS)), dict(state.scan(BATCHES))]


def test_scored_answers_change_nothing_that_versions_are_compared_by() -> None:
    before = finished(activated())
    after = scored(before, [result("c1", 4)])
    assert compared_by(after) == compared_by(before)
    assert after.state.get(ENDED, "s-1") not in {None, after.state.get(ENDED, "ci-1")}


def test_the_same_id_again_starts_no_second_run_while_it_runs_and_after_its_end() -> None:
    for decisions in (activated().when(SCORE), scored(activated(), [result("c1", 4)])):
        assert of_type(decisions.when(SCORE), CommandRepeated)
        pinned = replace(SCORE, judge_hash=judge_of(CONFIG))
        assert of_type(decisions.when(pinned), CommandRepeated)
        for changed in ({"cases": 11}, {"fresh": False}, {"commit": "2e" * 20}, {"tenant": "globex"}):
            found = rejection(decisions, replace(SCORE, **changed))
            assert found.startswith("run is s-1; must be an id that no other evaluation or probe has")


def test_another_judge_than_the_pinned_one_is_refused() -> None:
    pinned = replace(SCORE, judge_hash=judge_of(CONFIG))
    assert of_type(activated().when(pinned), EvalStarted)
    assert rejection(activated().when(activate(NEW_JUDGE)), pinned) == (
        f"judge_hash is {judge_of(CONFIG)}; must be {judge_of(NEW_JUDGE)}, that of the judge in force"
    )


def test_a_run_at_its_cap_and_a_stopped_one_have_the_scores_that_count() -> None:
    price = SetTokenPrice(
        model="judge-1", price=TokenPrice(input_micros=10**6, output_micros=10**6), **BY_ANN
    )
    decisions = scored(activated().when(price), [result("c1", 4)], code="CAP_REACHED", reason="cap is 5 USD")
    assert [len(each.results) for each in of_type(decisions, AnswersScored)] == [1]
    assert [each.outcome for each in of_type(decisions, EvalEnded)] == [EvalOutcome.STOPPED]
    stopped = activated().when(SCORE).when(StopEval(run="s-1", **BY_ANN))
    assert [each.results for each in of_type(stopped, AnswersScored)] == [()]


def test_a_run_whose_endpoint_failed_has_no_scores() -> None:
    decisions = scored(activated(), [], code="JUDGE_QUOTA_GONE", batches=0)
    assert of_type(decisions, AnswersScored) == []
    assert [each.outcome for each in of_type(decisions, EvalEnded)] == [EvalOutcome.FAILED]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"cases": 0}, "cases is 0; must be 1 to 2000"),
        ({"cases": 2_001}, "cases is 2001; must be 1 to 2000"),
        ({"run": "auto-1"}, "run is auto-1; must be an id that does not begin with auto-"),
        ({"config": "nightly"}, "config is nightly; must be an eval config that is in force"),
        ({"commit": "9" * 40}, f"commit is {'9' * 40} of {REPOSITORY}; must be one of a repository"),
        ({"cap_micros": 250_000}, "cap is 0.25 USD; must be absent for a model without a price"),
    ],
)
def test_a_wrong_request_is_rejected_with_its_field(wrong: dict[str, Any], sentence: str) -> None:
    assert rejection(activated(), replace(SCORE, **wrong)).startswith(sentence)


def order_of(run: str, golden_set: str, count: int, **task: Any) -> Order:
    return Order(
        run=run,
        tenant="acme",
        repository=REPOSITORY,
        commit=COMMIT,
        golden_set=golden_set,
        url="",
        config=parse_config({**CONFIG, "tasks": {"letter": {}, "label": {"judge": False}, **task}}),
        anchors=count,
    )


def test_anchors_are_the_same_cases_in_every_run_and_more_of_them_hold_the_fewer() -> None:
    lines = [
        {"id": f"c{n:02d}", "task": "label" if n % 3 == 0 else "letter", "prompt": f"Write {n}."}
        for n in range(30)
    ]
    golden = parse_cases(b"\n".join(json.dumps(each).encode() for each in lines))
    cases = list(cases_of(golden.lines))

    def chosen(run: str, golden_set: str, count: int) -> list[str]:
        return [case.id for case in anchors(order_of(run, golden_set, count), cases)]

    first = chosen("s-1", golden.digest, 8)
    assert chosen("s-2", golden.digest, 8) == first
    assert chosen("s-2", golden.digest, 12)[:8] == first
    assert chosen("s-1", "0" * 64, 8) != first
    assert not any(int(case[1:]) % 3 == 0 for case in chosen("s-1", golden.digest, 30))


def test_checks_that_need_an_expected_text_are_skipped() -> None:
    checks = [
        {"kind": "exact", "expected": ["never"]},
        {"kind": "number"},
        {"kind": "citations"},
        {"kind": "pattern", "pattern": "Dear", "match": "anywhere"},
    ]
    setting = order_of("s-1", "0" * 64, 1, letter={"checks": checks}).config.tasks["letter"]
    assert score_in_production(setting, "Dear Ann,\nhello", {}) == (1.0, "")
    assert score_in_production(setting, "hello", {}) == (0.0, "the pattern is not found")
    sources = {"report": "It rains."}
    score, reason = score_in_production(setting, "Dear Ann", sources)
    assert (score, reason) == (0.0, "the answer has 0 citations; must be 1 or more")
    assert score_in_production(setting, 'Dear Ann, "It rains." [report]', sources) == (1.0, "")


def test_a_service_may_have_answers_scored_and_propose_cases_and_nothing_else(tmp_path: Path) -> None:
    auth = AuthSettings(jwks_file=ensure_keys(tmp_path).jwks_file, issuer=ISSUER, audience=AUDIENCE)
    check = SenderCheck(Verifier(auth, clock=ManualClock()), DECIDING.scopes)
    token = mint(
        tmp_path,
        subject="drift",
        tenant="local",
        roles=[SERVICE_ROLE],
        scopes=[EVALS_WRITE],
        ttl_s=60,
        clock=ManualClock(),
    )

    def refused(command: Any) -> list[str]:
        envelope = Envelope(
            event_id="e", key="k", occurred_at_ms=0, producer="p", correlation_id="c", payload=command
        )
        position = Position(EVAL_COMMANDS.name, 0, 0)
        delivery = Delivery(position, ManualClock().now_ms(), envelope, authorization=f"Bearer {token}")
        refusal = check.refusal(delivery)
        return [] if refusal is None else [each.field for each in refusal.violations]

    proposal = ProposeCase(
        proposal="0" * 16, golden_set="letters", digest="0" * 64, case="c1", task="letter", **BY_ANN
    )
    for command in (SCORE, proposal):
        assert refused(replace(command, requested_by="drift")) == []
        assert refused(command) == ["requested_by"]
    assert refused(replace(start("ci-9"), requested_by="drift")) == ["authorization"]
