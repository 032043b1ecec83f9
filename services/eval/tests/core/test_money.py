"""Prices, caps, runs that stop at theirs, and what automatic runs may cost in one day."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from muster.eval.core.configs.documents import canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.money import prices
from muster.eval.core.runs.orders import Result as WorkResult
from muster.eval.core.runs.orders import batches, read_order, result_bytes
from muster.eval.core.state import LANES, RUNS
from muster.events.eval_commands import (
    ActivateEvalConfig,
    ActivateGoldenSet,
    ResumeEvals,
    SetEvalBudget,
    SetTokenPrice,
    StartEval,
    StopEval,
    TokenPrice,
)
from muster.events.eval_events import (
    EvalBudgetSet,
    EvalEnded,
    EvalOutcome,
    EvalsPaused,
    EvalsResumed,
    EvalStarted,
    GateDecided,
    GateVerdict,
    TokenPriceSet,
)
from muster.events.eval_results import CaseScore, CasesScored, EndpointAnswered
from muster.events.eval_work import VersionPassedOver
from muster.events.job_events import GangBound, JobFailed, JobStarted
from muster.events.registry_commands import RepositoryType, Visibility
from muster.events.registry_events import CommitMade, RepositoryCreated, StoredBytes
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.testkit.cores.deciding import Decisions, given

BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}
REPOSITORY, COMMIT = "repo-k3m5q7aa", "1f" * 20
PRICE = TokenPrice(input_micros=1_000_000, output_micros=4_000_000)
DAY_MS = 86_400_000
N = 200


def golden(*, clustered: bool = False) -> bytes:
    """A golden set of independent cases, or of two a cluster."""
    cases = [
        {"id": f"c{i:03d}", "task": "extract", "prompt": "?", "expected": "1"}
        | ({"cluster": f"d{i // 2:03d}"} if clustered else {})
        for i in range(N)
    ]
    return "\n".join(map(json.dumps, cases)).encode()


def document(**changed: Any) -> dict[str, Any]:
    return {
        "golden_set": "invoices",
        "endpoint": {"model": "m", "url": "http://127.0.0.1:8000/v1"},
        "tasks": {"extract": {"checks": [{"kind": "exact"}]}},
        **changed,
    }


def made(commit: str, branch: str = "main") -> CommitMade:
    """A commit of the repository."""
    return CommitMade(
        repository=REPOSITORY,
        branch=branch,
        commit=commit,
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=(),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )


def activated(*, clustered: bool = False, **changed: Any) -> Decisions:
    """A golden set and a config in force, one version, and a worker."""
    text = parse_cases(golden(clustered=clustered))
    return (
        given(DECIDER)
        .when(made(COMMIT), WorkerReported(worker_id="w", incarnation=1, slots=9))
        .when(ActivateGoldenSet(name="invoices", digest=text.digest, tasks=text.tasks, source="", **BY_ANN))
        .when(
            ActivateEvalConfig(
                name="release", document=canonical(parse_config(document(**changed))), **BY_ANN
            )
        )
    )


def price(**changed: Any) -> SetTokenPrice:
    return replace(SetTokenPrice(model="m", price=PRICE, **BY_ANN), **changed)


def start(run: str = "ci-1", **changed: Any) -> StartEval:
    return replace(
        StartEval(run=run, repository=REPOSITORY, commit=COMMIT, config="release", **BY_ANN), **changed
    )


def of(decisions: Decisions, kind: type[Any]) -> list[Any]:
    return [fact for fact in decisions.decided if isinstance(fact, kind)]


def results(run: str, count: int, *, clustered: bool = False, right: bool = True) -> list[CasesScored]:
    """Results of the first cases of a run, each of which cost two millionths of a dollar and a half."""
    order = batches(run, cases_of(parse_cases(golden(clustered=clustered)).lines), parse_config(document()))
    found: list[CasesScored] = []
    for place, batch in enumerate(order):
        done = batch[: max(0, count - place * len(order[0]))]
        scores = tuple(
            CaseScore(
                case=each.id,
                task="extract",
                cluster=each.cluster_name,
                score=float(right),
                tokens_in=2,
                tokens_out=1,
                cost_picos=2_500_000,
            )
            for each in done
        )
        if scores:
            found.append(CasesScored(run=run, batch=place, results=scores, tenant="acme"))
    return found


def ended(run: str, sent: int, code: str = "", **changed: Any) -> WorkReported:
    return WorkReported(
        work_id=run,
        attempt=1,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(WorkResult(batches=sent, code=code, reason="cap is" if code else "", **changed)),
        reason="",
    )


def stopped(decisions: Decisions, count: int, **how: Any) -> Decisions:
    """The same after a run that reached its cap."""
    sent = results("ci-1", count, **how)
    return decisions.when(*sent).when(ended("ci-1", len(sent), "CAP_REACHED", unsettled_micros=70))


def test_a_run_has_the_price_that_was_set_before_it_on_the_log() -> None:
    decisions = activated().when(price())
    assert of(decisions, TokenPriceSet)[0].price == PRICE
    decisions = decisions.when(start())
    [started], [order] = of(decisions, EvalStarted), of(decisions, WorkOrdered)
    assert (started.price, started.cap_micros) == (PRICE, 5_000_000)
    asked = read_order(order.body)
    assert (asked.price, asked.cap_micros) == (PRICE, 5_000_000)
    dearer = replace(PRICE, output_micros=9)
    decisions = decisions.when(price(price=dearer)).when(start("ci-2"))
    assert of(decisions, EvalStarted)[0].price == dearer
    running = decisions.state.get(RUNS, "ci-1")
    assert running is not None
    assert running.price == PRICE
    assert of(decisions.when(price(price=None)).when(start("ci-3")), EvalStarted)[0].price is None


JUDGED: dict[str, Any] = {
    "tasks": {"extract": {}},
    "judge": {"endpoint": {"model": "grader", "url": "http://127.0.0.1:8001/v1"}},
}


def test_a_judge_has_a_price_of_its_own_under_the_cap_of_the_run() -> None:
    grader = price(model="grader", price=replace(PRICE, output_micros=9))
    decisions = activated(**JUDGED).when(grader).when(start())
    [started], [order] = of(decisions, EvalStarted), of(decisions, WorkOrdered)
    assert (started.price, started.judge_price, started.cap_micros) == (None, grader.price, 5_000_000)
    asked = read_order(order.body)
    assert (asked.price, asked.judge_price, asked.cap_micros) == (None, grader.price, 5_000_000)
    assert of(decisions.when(price()).when(start("ci-2")), EvalStarted)[0].price == PRICE
    assert not of(activated(**JUDGED).when(price()).when(start()), EvalStarted)[0].judge_price


@pytest.mark.parametrize(
    ("price_", "judge_price", "judge", "rejudge", "known"),
    [
        (PRICE, None, "", False, True),
        (None, None, "", False, False),
        (PRICE, None, "7c", False, False),
        (None, PRICE, "7c", False, False),
        (PRICE, PRICE, "7c", False, True),
        (None, PRICE, "7c", True, True),
        (PRICE, None, "7c", True, False),
    ],
)
def test_the_cost_of_a_run_is_known_if_all_that_it_pays_for_has_a_price(
    price_: TokenPrice | None, judge_price: TokenPrice | None, judge: str, rejudge: bool, known: bool
) -> None:
    assert prices.are_complete(price_, judge_price, judge=judge, rejudge=rejudge) is known


def test_kept_answers_that_are_judged_again_have_the_judge_s_price_and_the_config_s_cap() -> None:
    graded: dict[str, Any] = {**JUDGED, "cap_usd": 2}
    decisions = activated(**graded).when(price(), price(model="grader"))
    sent = results("ci-1", N)
    decisions = decisions.when(start()).when(*sent).when(ended("ci-1", len(sent)))
    changed = parse_config(document(**{**graded, "judge": {**JUDGED["judge"], "criteria": "Be strict."}}))
    again = ActivateEvalConfig(name="release", document=canonical(changed), rejudge=1, **BY_ANN)
    [started] = of(decisions.when(again), EvalStarted)
    assert started.rejudge
    assert (started.price, started.judge_price, started.cap_micros) == (None, PRICE, 2_000_000)


def test_the_price_at_an_endpoint_comes_before_the_model_s_own() -> None:
    here = replace(PRICE, input_micros=7)
    decisions = activated().when(price(), price(endpoint="http://127.0.0.1:8000", price=here))
    assert of(decisions.when(start()), EvalStarted)[0].price == here
    elsewhere = start("ci-2", url="http://127.0.0.1:8001/v1")
    assert of(decisions.when(elsewhere), EvalStarted)[0].price == PRICE


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (price(model=""), "model is ; must be 1 to 300 characters"),
        (price(endpoint="example.org"), "endpoint is example.org; must be SCHEME://HOST:PORT"),
        (price(price=replace(PRICE, input_micros=-1)), "price.input_micros is -1; must be 0 to"),
        (SetEvalBudget(day_micros=-1, **BY_ANN), "day_micros is -1; must be 0 to"),
    ],
)
def test_a_price_or_limit_that_cannot_be_is_rejected(command: Any, message: str) -> None:
    [rejected] = of(activated().when(command), CommandRejected)
    assert rejected.message.startswith(message)


def test_the_sender_s_cap_comes_before_that_of_the_config() -> None:
    decisions = activated(cap_usd="2.50").when(price()).when(start(), start("ci-2", cap_micros=700_000))
    assert [each.cap_micros for each in of(decisions, EvalStarted)] == [2_500_000, 700_000]
    [rejected] = of(decisions.when(start("ci-3", cap_micros=0)), CommandRejected)
    assert rejected.message == "cap is 0.00 USD; must be above 0 and at most 1000000 USD"


def test_a_model_without_a_price_runs_only_where_nobody_names_a_cap() -> None:
    [started] = of(activated().when(start()), EvalStarted)
    assert (started.price, started.cap_micros) == (None, None)
    [rejected] = of(activated(cap_usd=1).when(start()), CommandRejected)
    assert rejected.code is RejectionCode.WRONG_STATE
    assert rejected.message.startswith("cap is 1.00 USD; must be absent for a model without a price; muster")


def test_the_end_of_a_run_says_what_was_paid_and_what_came_from_the_cache() -> None:
    decisions = activated().when(price()).when(start())
    first, *rest = results("ci-1", N)
    kept = tuple(replace(each, cached=True, cost_picos=0) for each in first.results)
    decisions = decisions.when(replace(first, results=kept), *rest).when(ended("ci-1", 8))
    [fact] = of(decisions, EvalEnded)
    assert (fact.outcome, fact.spent_micros, fact.priced) == (EvalOutcome.COMPLETED, 438, True)
    assert (fact.paid_cases, fact.cached_cases, fact.tokens_in, fact.tokens_out) == (175, 25, 350, 175)
    assert fact.requested_by == "acme/ann"


def test_a_run_that_reached_its_cap_is_decided_by_a_confidence_sequence() -> None:
    decisions = stopped(activated().when(price()).when(start()), 110)
    [gate], [fact] = of(decisions, GateDecided), of(decisions, EvalEnded)
    assert gate.verdict is GateVerdict.PASSED
    assert gate.tasks[0].cases == 109
    assert gate.tasks[0].lower < 1 - 3 / 109  # wider than the bound of a run that was complete
    assert (fact.outcome, fact.code, fact.unsettled_micros) == (EvalOutcome.STOPPED, "CAP_REACHED", 70)


def test_a_run_that_stopped_after_few_cases_is_inconclusive() -> None:
    [gate] = of(stopped(activated().when(price()).when(start()), 12), GateDecided)
    assert gate.verdict is GateVerdict.INCONCLUSIVE
    assert "11 of 200" in gate.reason


def test_a_run_that_stopped_before_its_first_whole_cluster_has_no_verdict() -> None:
    decisions = stopped(activated(clustered=True).when(price()).when(start()), 1, clustered=True)
    assert of(decisions, GateDecided) == []
    [fact] = of(decisions, EvalEnded)
    assert (fact.outcome, fact.code, fact.spent_micros) == (EvalOutcome.STOPPED, "CAP_REACHED", 3)


@pytest.mark.parametrize("count", [61, 62])
def test_the_last_cluster_of_a_stopped_run_does_not_count(count: int) -> None:
    decisions = activated(clustered=True).when(price()).when(start())
    [gate] = of(stopped(decisions, count, clustered=True), GateDecided)
    assert gate.tasks[0].cases == 60


def test_a_stopped_run_whose_clusters_are_out_of_order_has_no_verdict() -> None:
    first, *rest = results("ci-1", 110)
    turned = replace(first, results=first.results[::-1])
    decisions = activated().when(price()).when(start()).when(turned, *rest)
    decisions = decisions.when(ended("ci-1", 5, "CAP_REACHED"))
    assert of(decisions, GateDecided) == []
    assert of(decisions, EvalEnded)[0].code == "RESULTS_CONTRADICT"


SERVED: dict[str, Any] = {
    "endpoint": {"model": "m"},
    "triggers": [{"models": ["acme/*"], "branches": ["*"]}],
    "serve": {"run": "exec serve"},
}
"""A config whose versions start by themselves, each served by a job."""


def triggered(**changed: Any) -> Decisions:
    """The same with a config by which new versions are evaluated by themselves."""
    created = RepositoryCreated(
        repository=REPOSITORY,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name="invoices",
        visibility=Visibility.PUBLIC,
        tenant="acme",
        requested_by="acme/ann",
        commit="0a" * 20,
        root="0" * 64,
    )
    return activated(**SERVED, **changed).when(created)


def limited(cap_usd: int = 4) -> Decisions:
    """An organisation whose automatic runs may cost 10 dollars a day, each at most `cap_usd`."""
    decisions = triggered(cap_usd=cap_usd).when(price(), SetEvalBudget(day_micros=10_000_000, **BY_ANN))
    assert of(decisions, EvalBudgetSet)
    return decisions


def version(letter: str, branch: str = "") -> CommitMade:
    """A new version, on a branch of its own unless one is named."""
    return made(letter * 40, branch or f"work/{letter}")


def commits(decisions: Decisions) -> str:
    """Letters of the versions whose runs the last batch started."""
    return "".join(each.commit[0] for each in of(decisions, EvalStarted))


def run_of(decisions: Decisions, letter: str) -> EvalStarted:
    """The run of a version that the last batch started."""
    return next(each for each in of(decisions, EvalStarted) if each.commit[0] == letter)


def serving(decisions: Decisions, run: EvalStarted) -> Decisions:
    """The same when the run's job serves and a worker has the run."""
    bound = GangBound(
        job_id=run.serving_job,
        attempt=1,
        placements=(),
        master_address="10.0.0.7",
        master_port=29_501,
        waited_ms=0,
    )
    return decisions.when(
        bound,
        JobStarted(job_id=run.serving_job, attempt=1),
        EndpointAnswered(run=run.run, url="http://10.0.0.7:29501/v1", model="m", tenant="acme"),
    )


def finished(decisions: Decisions, run: EvalStarted) -> Decisions:
    """The same after a run whose cases were all asked."""
    return serving(decisions, run).when(*results(run.run, N)).when(ended(run.run, 8))


def test_automatic_runs_reserve_their_caps_and_pause_once_before_the_day_s_limit() -> None:
    decisions = limited().when(*map(version, "abcd"))
    assert commits(decisions) == "ab"
    [paused] = of(decisions, EvalsPaused)
    assert (paused.reserved_micros, paused.spent_micros, paused.cap_micros) == (8_000_000, 0, 4_000_000)
    assert [(each.commit[0], each.reason) for each in of(decisions, VersionPassedOver)] == [
        (each, "cap is 4.00 USD; must be at most 2.00 USD, which is left of today's 10.00 for automatic runs")
        for each in "cd"
    ]
    assert len(of(decisions.when(start("by-ann", commit="c" * 40)), EvalStarted)) == 1


def test_an_order_of_a_version_that_a_job_serves_has_the_price_that_is_set_for_its_model() -> None:
    decisions = limited().when(version("a"))
    [order] = of(serving(decisions, run_of(decisions, "a")), WorkOrdered)
    body = read_order(order.body)
    assert (body.price, body.cap_micros, body.served_as) == (PRICE, 4_000_000, f"m@{'a' * 12}")


def test_a_version_that_a_job_serves_is_evaluated_without_price_and_cap_where_no_price_is_set() -> None:
    decisions = triggered().when(SetEvalBudget(day_micros=0, **BY_ANN)).when(version("a"))
    run = run_of(decisions, "a")
    assert (run.trigger, run.price, run.cap_micros) == ("branch work/a", None, None)
    [order] = of(serving(decisions, run), WorkOrdered)
    assert not {b"price", b"cap_micros"} & set(order.body.split(b'"'))
    decisions = decisions.when(*results(run.run, N)).when(ended(run.run, 8))
    [fact] = of(decisions, EvalEnded)
    assert (fact.outcome, fact.priced) == (EvalOutcome.COMPLETED, False)
    by_hand = decisions.when(start(commit="a" * 40))
    assert [each.cap_micros for each in of(by_hand, EvalStarted)] == [None]
    [rejected] = of(decisions.when(start("ci-2", commit="a" * 40, cap_micros=1_000_000)), CommandRejected)
    assert rejected.message.startswith("cap is 1.00 USD; must be absent for a model without a price")


def test_a_version_whose_config_names_a_cap_that_nothing_can_keep_is_passed_over() -> None:
    decisions = triggered(cap_usd=1).when(version("a"))
    [passed] = of(decisions, VersionPassedOver)
    assert passed.reason.startswith("cap is 1.00 USD; must be absent for a model without a price; muster")
    assert of(decisions, EvalStarted) == []


def test_a_version_that_waits_is_passed_over_when_the_day_holds_its_run_back() -> None:
    decisions = limited(6).when(version("a", "main"), version("b", "main"))
    run = run_of(decisions, "a")
    decisions = serving(decisions, run).when(StopEval(run=run.run, **BY_ANN))
    [passed] = of(decisions, VersionPassedOver)
    assert passed.commit[0] == "b"
    assert passed.reason.startswith(
        "cap is 6.00 USD; must be at most 4.00 USD, which is left of today's 10.00"
    )
    assert (len(of(decisions, EvalsPaused)), commits(decisions)) == (1, "")
    assert list(decisions.state.scan(LANES)) == []
    assert commits(decisions.when(version("c", "main"), after_ms=DAY_MS)) == "c"


def test_a_run_without_a_price_does_not_end_the_pause_of_a_day() -> None:
    decisions = triggered().when(price(), SetEvalBudget(day_micros=10_000_000, **BY_ANN))
    decisions = decisions.when(*map(version, "abc"))
    assert (commits(decisions), len(of(decisions, EvalsPaused))) == ("ab", 1)
    assert commits(decisions.when(price(price=None)).when(version("d"))) == "d"
    decisions = decisions.when(price()).when(version("e"))
    assert [each.commit[0] for each in of(decisions, VersionPassedOver)] == ["e"]
    assert of(decisions, EvalsPaused) == []


def test_a_run_that_ends_below_its_cap_makes_room_for_the_next() -> None:
    decisions = limited().when(*map(version, "abc"))
    decisions = finished(decisions, run_of(decisions, "a")).when(version("e"), version("f"))
    assert commits(decisions) == "e"
    [paused] = of(decisions, EvalsPaused)
    assert paused.spent_micros == 500


def test_a_run_stopped_by_a_person_and_by_its_cap_has_the_same_verdict() -> None:
    asked = results("ci-1", 100)
    running = activated().when(price()).when(start()).when(*asked)
    [by_person] = of(running.when(StopEval(run="ci-1", **BY_ANN)), GateDecided)
    [at_cap] = of(stopped(activated().when(price()).when(start()), 100), GateDecided)
    assert by_person == at_cap


def test_a_batch_behind_a_gap_is_paid_but_does_not_count_at_the_cap() -> None:
    first, second, *_ = results("ci-1", 200)
    later = replace(second, batch=2)
    decisions = (
        activated().when(price()).when(start()).when(first, later).when(ended("ci-1", 2, "CAP_REACHED"))
    )
    [gate], [fact] = of(decisions, GateDecided), of(decisions, EvalEnded)
    assert (gate.tasks[0].cases, fact.paid_cases) == (24, 50)


def test_a_stopped_automatic_run_counts_with_its_cap_as_nobody_knows_what_was_under_way() -> None:
    decisions = limited(9).when(version("a"))
    run = run_of(decisions, "a")
    decisions = serving(decisions, run).when(*results(run.run, 100)).when(StopEval(run=run.run, **BY_ANN))
    assert of(decisions, EvalEnded)[0].spent_micros == 250
    [paused] = of(decisions.when(version("b")), EvalsPaused)
    assert (paused.spent_micros, paused.reserved_micros) == (9_000_000, 0)


def test_a_run_whose_job_failed_before_it_had_an_address_does_not_count_toward_the_day() -> None:
    decisions = limited(9).when(version("a"))
    failed = JobFailed(
        job_id=run_of(decisions, "a").serving_job, attempt=1, reason="exit code 1", exit_code=1
    )
    assert of(decisions.when(failed), EvalEnded)[0].code == "SERVING_ENDED"
    assert commits(decisions.when(version("b"))) == "b"


def test_automatic_runs_go_on_the_next_day_or_when_somebody_resumes_them() -> None:
    tomorrow = limited(9).when(version("a"), version("b")).when(version("c"), after_ms=DAY_MS)
    assert commits(tomorrow) == "c"
    decisions = limited(5).when(version("a"), version("b"))
    decisions = finished(decisions, run_of(decisions, "a")).when(version("c"))
    assert of(decisions, EvalsPaused)
    decisions = decisions.when(ResumeEvals(reason="a release", **BY_ANN))
    assert of(decisions, EvalsResumed)[0].reason == "a release"
    assert commits(decisions.when(version("d"))) == "d"
    [rejected] = of(decisions.when(ResumeEvals(**BY_ANN)), CommandRejected)
    assert rejected.code is RejectionCode.WRONG_STATE
