"""Probes of a judge, from the request to the figures."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from judged_runs import (
    BY_ANN,
    COMMIT,
    CONFIG,
    NEW_JUDGE,
    REPOSITORY,
    activate,
    activated,
    finished,
    judge_of,
    start,
    worked,
)
from muster.eval.core.configs.documents import parse_cases
from muster.eval.core.runs.orders import Result, read_order, result_bytes
from muster.eval.core.runs.probes import name_of
from muster.eval.core.state import BATCHES, ENDED, JUDGED_RUNS, SCORED
from muster.events.eval_commands import (
    ActivateGoldenSet,
    ProbeJudge,
    SetTokenPrice,
    StopEval,
    TokenPrice,
)
from muster.events.eval_events import BlindSpot, EvalEnded, EvalOutcome, EvalStarted, GateDecided, JudgeProbed
from muster.events.eval_results import CaseScore, CasesScored, Judged
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.work_orders import WorkOrdered, WorkReported
from muster.testkit.cores.deciding import Decisions

PROBE = ProbeJudge(run="p-1", config="release", cases=10, **BY_ANN)
PRICE = SetTokenPrice(
    model="judge-1", endpoint="", price=TokenPrice(input_micros=10**6, output_micros=10**6), **BY_ANN
)


def result(case: str, kind: str, median: int, *, cluster: str = "") -> CaseScore:
    """A result of a probe."""
    return CaseScore(
        case=name_of(case, kind),
        task=kind,
        cluster=cluster or f"case:{case}",
        score=(median - 1) / 4,
        judged=Judged(scores=(median,) * 3),
    )


def probed(decisions: Decisions, results: list[CaseScore], **changed: Any) -> Decisions:
    """The same after a probe whose worker sent these results."""
    ended = WorkReported(
        work_id="p-1",
        attempt=1,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(replace(Result(batches=1), **changed)),
        reason="",
    )
    scored = CasesScored(run="p-1", batch=0, results=tuple(results), tenant="acme")
    return decisions.when(PROBE).when(scored).when(ended)


def spots_of(decisions: Decisions) -> dict[str, BlindSpot]:
    """Figures of a probe that has just ended."""
    [found] = [each for each in decisions.decided if isinstance(each, JudgeProbed)]
    assert (found.judge, found.judge_hash) == ("judge-1", judge_of(CONFIG))
    return {each.kind: each for each in found.spots}


def rejection(decisions: Decisions, command: ProbeJudge = PROBE) -> str:
    [found] = decisions.when(command).decided
    assert isinstance(found, CommandRejected)
    return found.message


def test_a_probe_is_an_order_over_kept_answers_without_a_gate() -> None:
    decisions = finished(activated()).when(PROBE)
    [started] = [each for each in decisions.decided if isinstance(each, EvalStarted)]
    assert (started.commit, started.gates, started.probe, started.cases) == (COMMIT, (), 10, 10)
    [ordered] = [each for each in decisions.decided if isinstance(each, WorkOrdered)]
    order = read_order(ordered.body)
    assert (order.probe, order.stored, order.judge) == (10, True, judge_of(CONFIG))


def test_each_kind_has_the_share_of_pairs_that_misled_the_judge_with_its_interval() -> None:
    results = [
        part
        for n in range(10)
        for part in (
            result(f"c{n}", "plain", 4),
            result(f"c{n}", "padding", 5 if n < 2 else 4),
            result(f"c{n}", "hallucination", 4),
        )
    ]
    found = spots_of(probed(finished(activated()), results))
    assert list(found) == ["padding", "hallucination"]
    padding = found["padding"]
    assert (padding.pairs, padding.misled, padding.share, padding.change) == (10, 2, 0.2, 0.05)
    assert padding.cases == ("c0", "c1")
    # Wilson's intervals of 1.8 of 9 and 10 of 10: by their variance, n cases are worth n - 1
    assert (padding.low, padding.high) == pytest.approx((0.0532755, 0.5262115), abs=1e-6)
    assert (found["hallucination"].low, found["hallucination"].high) == pytest.approx((0.7224672, 1.0))


def test_pairs_of_one_cluster_count_as_one_case() -> None:
    results = [
        part
        for n in range(10)
        for part in (
            result(f"c{n}", "plain", 4, cluster="k"),
            result(f"c{n}", "padding", 4, cluster="k"),
        )
    ]
    found = spots_of(probed(finished(activated()), results))["padding"]
    assert (found.pairs, found.misled, found.low) == (10, 0, 0.0)
    assert found.high == pytest.approx(0.793450, abs=1e-6)  # Wilson, 0 of 1


def test_a_pair_without_a_plain_score_shows_nothing() -> None:
    unscored = replace(result("c1", "plain", 4), score=None)
    results = [unscored, result("c1", "padding", 5), result("c2", "padding", 5)]
    assert spots_of(probed(finished(activated()), results)) == {}


def test_the_cases_that_changed_most_are_named_first_whatever_the_order_of_the_results() -> None:
    medians = {"c3": 2, "c1": 5, "c2": 3, "c4": 3}
    results = [
        part
        for case, median in medians.items()
        for part in (result(case, "plain", 2), result(case, "position", median))
    ]
    for ordered in (results, results[::-1]):
        found = spots_of(probed(finished(activated()), ordered))["position"]
        assert found.cases == ("c1", "c2", "c4")


def test_a_probe_takes_no_held_out_cases() -> None:
    lines = [
        {
            "id": f"c{n}",
            "task": "letter",
            "prompt": f"Write {n}.",
            **({"subset": "held_out"} if n > 3 else {}),
        }
        for n in range(6)
    ]
    golden = parse_cases(b"\n".join(json.dumps(each).encode() for each in lines))
    sealed = golden.sealed("0" * 64, golden.held_out_tasks)
    activation = ActivateGoldenSet(
        name="letters",
        digest=sealed.digest,
        tasks=sealed.tasks,
        held_out=sealed.held_out,
        held_out_tasks=sealed.held_out_tasks,
        source="",
        **BY_ANN,
    )
    decisions = finished(activated()).when(activation).when(PROBE)
    [started] = [each for each in decisions.decided if isinstance(each, EvalStarted)]
    assert (started.cases, started.held_out, started.held_out_cases) == (4, "", 0)


def repeated(decisions: Decisions, command: ProbeJudge) -> bool:
    """Return whether a command starts nothing, since its run exists."""
    return [type(each) for each in decisions.when(command).decided] == [CommandRepeated]


def test_the_same_id_again_leads_to_the_same_probe_while_it_runs_and_after_its_end() -> None:
    before = finished(activated())
    done = probed(before, [result("c1", "plain", 4), result("c1", "padding", 5)])
    for decisions in (before.when(PROBE), done):
        assert repeated(decisions, PROBE)
        assert repeated(decisions, replace(PROBE, repository=REPOSITORY))
        for changed in ({"cases": 11}, {"repository": "repo-9"}, {"tenant": "globex"}):
            other = replace(PROBE, **changed)
            assert rejection(decisions, other).startswith("run is p-1; must be an id that no other")
    judged_anew = done.when(activate(NEW_JUDGE))
    assert rejection(judged_anew).startswith("run is p-1; must be an id that no other")


def test_a_probe_changes_nothing_that_versions_are_compared_by() -> None:
    before = finished(activated())
    kept = [dict[str, Any](before.state.scan(kind)) for kind in (SCORED, JUDGED_RUNS)]
    batches = dict(before.state.scan(BATCHES))
    after = probed(before, [result("c1", "plain", 4), result("c1", "padding", 5)])
    assert [dict[str, Any](after.state.scan(kind)) for kind in (SCORED, JUDGED_RUNS)] == kept
    assert dict(after.state.scan(BATCHES)) == batches
    assert after.state.get(ENDED, "p-1") is not None
    [ended] = [each for each in after.decided if isinstance(each, EvalEnded)]
    assert (ended.probe, ended.outcome) == (True, EvalOutcome.COMPLETED)


def test_a_probe_at_its_cap_measures_the_pairs_that_it_has() -> None:
    results = [result("c1", "plain", 4), result("c1", "padding", 5)]
    decisions = probed(
        finished(activated()).when(PRICE), results, code="CAP_REACHED", reason="cap is 5.00 USD"
    )
    assert spots_of(decisions)["padding"].share == 1.0
    [ended] = [each for each in decisions.decided if isinstance(each, EvalEnded)]
    assert (ended.outcome, ended.reason, ended.priced) == (EvalOutcome.STOPPED, "cap is 5.00 USD", True)


def test_a_probe_whose_endpoint_failed_has_no_figures() -> None:
    decisions = probed(finished(activated()), [], code="JUDGE_QUOTA", batches=0)
    assert [type(each) for each in decisions.decided if isinstance(each, JudgeProbed | EvalEnded)] == [
        EvalEnded
    ]


def test_a_probe_is_stopped_as_an_evaluation_is() -> None:
    decisions = finished(activated()).when(PROBE).when(StopEval(run="p-1", **BY_ANN))
    assert spots_of(decisions) == {}


def test_an_evaluation_after_a_probe_is_decided_as_one_before_it() -> None:
    decisions = probed(finished(activated()), [result("c1", "plain", 4), result("c1", "padding", 5)])
    decisions = worked(decisions.when(start("ci-2")), "ci-2")
    assert any(isinstance(each, GateDecided) for each in decisions.decided)
    assert decisions.state.get(ENDED, "ci-2") == decisions.state.get(ENDED, "ci-1")


def test_a_cap_is_of_the_command_and_needs_a_price_of_the_judge() -> None:
    decisions = finished(activated())
    capped = replace(PROBE, cap_micros=250_000)
    assert (
        "cap is 0.25 USD; must be absent for a model without a price; "
        "muster eval price judge-1 --input-tokens USD --output-tokens USD sets one"
    ) in rejection(decisions, capped)
    decisions = decisions.when(PRICE).when(capped)
    [started] = [each for each in decisions.decided if isinstance(each, EvalStarted)]
    assert (started.cap_micros, started.price, started.judge_price) == (250_000, None, PRICE.price)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"cases": 0}, "cases is 0; must be 1 to 1000"),
        ({"run": "ci-1"}, "run is ci-1; must be an id that no other evaluation or probe has"),
        ({"run": "auto-1"}, "run is auto-1; must be an id that does not begin with auto-"),
        ({"run": "P 1"}, "run is P 1; must be"),
        ({"config": "nightly"}, "config is nightly; must be an eval config that is in force"),
        ({"tenant": "globex"}, "config is release; must be an eval config that is in force"),
        (
            {"repository": "repo-9"},
            "repository is repo-9; must be a model of which release has scored a version",
        ),
    ],
)
def test_a_wrong_request_is_rejected_with_its_field(wrong: dict[str, Any], sentence: str) -> None:
    assert rejection(finished(activated()), replace(PROBE, **wrong)).startswith(sentence)


def test_a_probe_needs_a_judge_and_answers() -> None:
    assert rejection(activated()).startswith("config is release; must be a config that has scored a version")
    without = {**CONFIG, "judge": None, "tasks": {"letter": {"checks": [{"kind": "form", "form": "line"}]}}}
    decisions = finished(activated()).when(activate(without))
    assert rejection(decisions).startswith("config is release; must be one with a judge")
    named = replace(PROBE, repository=REPOSITORY)
    assert isinstance(finished(activated()).when(named).decided[0], EvalStarted)
