"""A judge in a config, and in the verdict of a run."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from muster.eval.core import judges
from muster.eval.core.configs.documents import GoldenCase, canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.runs.orders import Result, batches, order_bytes, read_order, result_bytes
from muster.eval.core.scoring import score
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, StartEval
from muster.events.eval_events import (
    EvalConfigActivated,
    EvalStarted,
    GateDecided,
    GateVerdict,
    ScoresMeasured,
)
from muster.events.eval_results import CaseScore, CasesScored, Judged
from muster.events.registry_events import CommitMade, StoredBytes, VersionPromoted
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.work_orders import WorkerReported, WorkOrdered, WorkReported
from muster.jobs import InvalidDocument
from muster.testkit.cores.deciding import Decisions, given

REPOSITORY, COMMIT, PRODUCTION = "repo-k3m5q7aa", "1f" * 20, "2e" * 20
N = 100
BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}
JUDGE: dict[str, Any] = {"endpoint": {"model": "judge-1", "url": "http://127.0.0.1:9000/v1"}}
CONFIG: dict[str, Any] = {
    "golden_set": "letters",
    "endpoint": {"model": "writer", "url": "http://127.0.0.1:8000/v1"},
    "tasks": {"letter": {"margin": 0.1}},
    "gate": {"kind": "creative"},
    "judge": JUDGE,
}


def config(**changed: Any) -> str:
    return canonical(parse_config({**CONFIG, **changed}))


def judged_by(**changed: Any) -> str:
    """A config whose judge differs."""
    return config(judge={**JUDGE, **changed})


def wrong(data: dict[str, Any]) -> str:
    with pytest.raises(InvalidDocument) as raised:
        parse_config(data)
    [found] = raised.value.violations
    return f"{found.field} is {found.value}; must be {found.allowed}"


def case(**changed: Any) -> GoldenCase:
    return GoldenCase.model_validate({"id": "c1", "task": "letter", "prompt": "Write to Ann.", **changed})


def golden() -> bytes:
    cases = [{"id": f"c{n:03d}", "task": "letter", "prompt": f"Write letter {n}."} for n in range(N)]
    return "\n".join(json.dumps(each) for each in cases).encode()


def activated(document: str | None = None) -> Decisions:
    """A golden set and a config in force, two versions and a worker."""
    text = parse_cases(golden())
    made = [
        CommitMade(
            repository=REPOSITORY,
            branch="main",
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
        for commit in (COMMIT, PRODUCTION)
    ]
    return (
        given(DECIDER)
        .when(*made, WorkerReported(worker_id="w", incarnation=1, slots=4))
        .when(ActivateGoldenSet(name="letters", digest=text.digest, tasks=text.tasks, source="", **BY_ANN))
        .when(ActivateEvalConfig(name="release", document=document or config(), **BY_ANN))
    )


def finished(
    decisions: Decisions, run: str, commit: str, scores: tuple[int, ...], *, judged: int = N, unread: int = 0
) -> Decisions:
    """The same after an evaluation whose judged cases all get these scores; the others pass by checks."""
    started = StartEval(run=run, repository=REPOSITORY, commit=commit, config="release", **BY_ANN)
    return worked(decisions.when(started), run, scores, judged=judged, unread=unread)


def worked(
    decisions: Decisions, run: str, scores: tuple[int, ...], *, judged: int = N, unread: int = 0
) -> Decisions:
    """The same after the results of a run that has begun."""
    order = batches(run, cases_of(parse_cases(golden()).lines), parse_config(CONFIG))
    median = sorted(scores)[len(scores) // 2] if scores else 5

    def result(name: str) -> CaseScore:
        plain = CaseScore(case=name, task="letter", cluster=f"case:{name}", score=1.0)
        if int(name[1:]) >= judged:
            return plain
        return replace(plain, score=(median - 1) / 4, judged=Judged(scores=scores, unread=unread))

    results = [
        CasesScored(run=run, batch=place, results=tuple(result(each.id) for each in batch), tenant="acme")
        for place, batch in enumerate(order)
    ]
    ended = WorkReported(
        work_id=run,
        attempt=1,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(Result(batches=len(results))),
        reason="",
    )
    return decisions.when(*results).when(ended)


def promoted(commit: str) -> VersionPromoted:
    return VersionPromoted(
        repository=REPOSITORY,
        commit=commit,
        pointer="production",
        former="",
        reason="",
        gates=("release",),
        overridden=False,
        refusal="",
        full_name="acme/letters",
        tenant="acme",
        requested_by="acme/ann",
    )


def one(decisions: Decisions, kind: type[Any]) -> Any:
    """The one fact of a kind in the last batch."""
    [found] = [fact for fact in decisions.decided if isinstance(fact, kind)]
    return found


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "judge.endpoint is missing; must be given"),
        ({"endpoint": {"model": "judge-1"}}, "judge.endpoint.url is missing; must be given"),
        (
            {"endpoint": {"model": "writer", "url": "http://127.0.0.1:9000/v1"}},
            "judge.endpoint.model is writer; must be another model than the one under test, writer",
        ),
        (
            {"endpoint": {"model": "acme/Writer-2026-08-06", "url": "http://127.0.0.1:9000/v1"}},
            "judge.endpoint.model is acme/Writer-2026-08-06; must be another model",
        ),
        ({**JUDGE, "version": "writer-2026-08-06"}, "judge.version is writer-2026-08-06; must be another"),
        ({**JUDGE, "samples": 2}, "judge.samples is 2; must be 1, 3, 5, 7 or 9"),
        ({**JUDGE, "prompt_hash": "0" * 64}, f"judge.prompt_hash is {'0' * 64}; must be"),
        ({**JUDGE, "sampling": {"temperature": 3}}, "judge.sampling.temperature is 3; must be"),
        ({**JUDGE, "scale": 10}, "judge.scale is 10; must be left out: there is no such field"),
    ],
)
def test_a_wrong_judge_is_named_by_its_field(changed: dict[str, Any], sentence: str) -> None:
    assert wrong({**CONFIG, "judge": changed}).startswith(sentence)


def test_the_model_under_test_cannot_judge_itself_by_a_command_either() -> None:
    document = config().replace('"judge-1"', '"writer"')
    decisions = activated(document)
    message = one(decisions, CommandRejected).message
    assert message.startswith("judge.endpoint.model is writer; must be another model")
    assert not [fact for fact in decisions.decided if isinstance(fact, EvalConfigActivated)]


def test_a_config_and_an_order_without_a_judge_are_the_texts_they_were() -> None:
    plain = parse_config({key: value for key, value in CONFIG.items() if key != "judge"})
    assert "judge" not in canonical(plain)
    decisions = activated(
        config(judge=None, tasks={"letter": {"checks": [{"kind": "form", "form": "line"}]}})
    )
    started = StartEval(run="ci-1", repository=REPOSITORY, commit=COMMIT, config="release", **BY_ANN)
    assert b"judge" not in one(decisions.when(started), WorkOrdered).body


def test_an_order_names_the_judge_that_decides() -> None:
    started = StartEval(run="ci-1", repository=REPOSITORY, commit=COMMIT, config="release", **BY_ANN)
    decisions = activated().when(started)
    order = read_order(one(decisions, WorkOrdered).body)
    assert order.judge == one(decisions, EvalStarted).judge_hash == judges.hash_of(parse_config(CONFIG))
    assert read_order(order_bytes(order)) == order


@pytest.mark.parametrize(
    ("task", "checks", "is_judged"),
    [
        ({}, [], True),
        ({"checks": [{"kind": "form", "form": "bullets"}]}, [], True),
        ({"checks": [{"kind": "exact"}]}, [], False),
        ({}, [{"kind": "normalised", "expected": ["42"]}], False),
        ({}, [{"kind": "number", "expected": 42}], False),
        ({}, [{"kind": "pattern", "pattern": "x"}], True),
        ({"judge": False, "checks": [{"kind": "form", "form": "bullets"}]}, [], False),
    ],
)
def test_a_case_with_one_right_answer_skips_the_judge(
    task: dict[str, Any], checks: list[dict[str, Any]], is_judged: bool
) -> None:
    settings = parse_config({**CONFIG, "tasks": {"letter": task}})
    assert judges.is_judged(settings, case(checks=checks)) is is_judged


def test_an_answer_that_fails_a_check_or_is_too_long_is_0_without_a_judge() -> None:
    settings = parse_config(
        {
            **CONFIG,
            "tasks": {"letter": {"checks": [{"kind": "pattern", "pattern": "Dear", "match": "anywhere"}]}},
        }
    )
    assert score(settings, case(), "Dear Ann") == (1.0, "", "")
    assert score(settings, case(), "Hi Ann")[0] == 0.0
    value, code, reason = score(settings, case(), "Dear " + "x" * 100_000)
    assert (value, code) == (0.0, "")
    assert reason == "the answer is 100005 characters; must be at most 100000"


def test_a_task_without_checks_needs_a_judge() -> None:
    message = "tasks.letter.checks is empty; must be at least one"
    for changed in ({"judge": None}, {"tasks": {"letter": {"judge": False}}}):
        assert one(activated(config(**changed)), CommandRejected).message.startswith(message)


def test_a_creative_gate_works_on_the_median_between_0_and_1() -> None:
    good = finished(activated(), "ci-1", COMMIT, (4, 5, 5))
    assert one(good, GateDecided).verdict is GateVerdict.PASSED
    [task] = one(good, GateDecided).tasks
    assert (task.value, task.threshold) == (1.0, 0.75)
    poor = finished(activated(), "ci-1", COMMIT, (3, 2, 4))
    assert one(poor, GateDecided).verdict is GateVerdict.FAILED
    assert one(poor, GateDecided).tasks[0].value == 0.5


def test_saved_and_unread_verdicts_are_series_of_their_own() -> None:
    decisions = finished(activated(), "ci-1", COMMIT, (5, 1, 5), judged=60, unread=1)
    measured = one(decisions, ScoresMeasured)
    assert [(each.metric, each.value, each.cases) for each in measured.scores] == [
        ("score", 1.0, N),
        ("coverage", 1.0, N),
        ("judge_saved", 0.4, N),
        ("judge_unread", 0.333333333, 60),
    ]
    assert (measured.judge, len(measured.judge_hash)) == ("judge-1", 64)


def test_a_judge_of_the_same_family_is_a_warning_and_no_error() -> None:
    near = config(judge={"endpoint": {"model": "acme/writer-70b", "url": "http://127.0.0.1:9000/v1"}})
    decided = one(finished(activated(near), "ci-1", COMMIT, (5, 5, 5)), GateDecided)
    assert decided.warnings[:-1] == (
        "judge acme/writer-70b and model writer are of one family, writer: judges favour their own",
    )
    assert decided.verdict is GateVerdict.PASSED
    assert one(finished(activated(), "ci-1", COMMIT, (5, 5, 5)), GateDecided).warnings == (
        f"judge {judges.hash_of(parse_config(CONFIG))[:12]} is not calibrated: "
        "no answer that it scored has a label",
    )


@pytest.mark.parametrize(
    "other",
    [
        judged_by(criteria="Is it short?"),
        judged_by(samples=5),
        judged_by(version="judge-1-2026-08-06"),
        judged_by(sampling={"temperature": 0.2}),
    ],
)
def test_versions_that_different_judges_scored_are_not_compared(other: str) -> None:
    decisions = finished(activated(), "prod-1", PRODUCTION, (5, 5, 5)).when(promoted(PRODUCTION))
    decisions = decisions.when(
        ActivateEvalConfig(name="release", document=other, **BY_ANN), event_ids=["new"]
    )
    refused = one(finished(decisions, "ci-1", COMMIT, (5, 5, 5)), GateDecided)
    assert (refused.verdict, refused.baseline, refused.tasks[0].difference) == (
        GateVerdict.INCONCLUSIVE,
        "",
        None,
    )
    former, new = judges.hash_of(parse_config(CONFIG)), judges.hash_of(parse_config(json.loads(other)))
    assert f"not compared: judge {former[:12]} scored the version in production" in refused.reason
    assert f"judge {new[:12]} this one; evaluate the version in production again" in refused.reason


def test_versions_are_compared_once_production_is_judged_by_the_new_judge() -> None:
    decisions = finished(activated(), "prod-1", PRODUCTION, (5, 5, 5)).when(promoted(PRODUCTION))
    new = ActivateEvalConfig(name="release", document=judged_by(samples=5), **BY_ANN)
    decisions = finished(decisions.when(new, event_ids=["new"]), "prod-2", PRODUCTION, (5, 5, 5, 5, 5))
    compared = one(finished(decisions, "ci-1", COMMIT, (5, 5, 5, 5, 5)), GateDecided)
    assert (compared.verdict, compared.baseline) == (GateVerdict.PASSED, PRODUCTION)
    assert compared.tasks[0].difference == 0


def test_limits_and_address_of_a_judge_are_not_its_identity() -> None:
    decisions = finished(activated(), "prod-1", PRODUCTION, (5, 5, 5)).when(promoted(PRODUCTION))
    moved = judged_by(endpoint={"model": "judge-1", "url": "http://127.0.0.1:9001/v1", "concurrency": 2})
    assert judges.hash_of(parse_config(json.loads(moved))) == judges.hash_of(parse_config(CONFIG))
    decisions = decisions.when(
        ActivateEvalConfig(name="release", document=moved, **BY_ANN), event_ids=["new"]
    )
    decided = one(finished(decisions, "ci-1", COMMIT, (5, 5, 5)), GateDecided)
    assert "scored the version in production" not in decided.reason
    assert decided.verdict is GateVerdict.PASSED


def upgraded(decisions: Decisions, rejudge: int, event_id: str = "new", **changed: Any) -> Decisions:
    """The same after a config of another judge, which scores the last versions again."""
    document = judged_by(**(changed or {"samples": 5}))
    command = ActivateEvalConfig(name="release", document=document, rejudge=rejudge, **BY_ANN)
    return decisions.when(command, event_ids=[event_id])


def begun(decisions: Decisions) -> list[EvalStarted]:
    """Runs that the last batch began."""
    return [fact for fact in decisions.decided if isinstance(fact, EvalStarted)]


def scored_twice() -> Decisions:
    """Two versions that a judge has scored, the older one in production."""
    decisions = finished(activated(), "prod-1", PRODUCTION, (5, 5, 5)).when(promoted(PRODUCTION))
    return finished(decisions, "ci-1", COMMIT, (5, 5, 5))


def test_a_new_judge_scores_kept_answers_of_the_last_versions_production_first() -> None:
    decisions = upgraded(scored_twice(), 2)
    runs = begun(decisions)
    assert [(each.commit, each.rejudge, each.gates, each.baseline) for each in runs] == [
        (PRODUCTION, True, (), ""),
        (COMMIT, True, (), ""),
    ]
    orders = [read_order(fact.body) for fact in decisions.decided if isinstance(fact, WorkOrdered)]
    assert [(each.commit, each.stored) for each in orders] == [(PRODUCTION, True), (COMMIT, True)]
    assert {each.judge_hash for each in runs} == {one(decisions, EvalConfigActivated).judge_hash}
    assert [each.commit for each in begun(upgraded(scored_twice(), 1))] == [PRODUCTION]
    assert begun(upgraded(scored_twice(), 0)) == []


def test_judging_again_measures_scores_and_decides_no_gate() -> None:
    decisions = upgraded(scored_twice(), 1)
    [run] = begun(decisions)
    decisions = worked(decisions, run.run, (5, 5, 5, 5, 5))
    kinds = [type(fact).__name__ for fact in decisions.decided]
    assert "GateDecided" not in kinds
    assert kinds[-2:] == ["ScoresMeasured", "EvalEnded"]
    assert one(decisions, ScoresMeasured).judge_hash == run.judge_hash
    candidate = one(finished(decisions, "ci-2", COMMIT, (5, 5, 5, 5, 5)), GateDecided)
    assert (candidate.verdict, candidate.baseline) == (GateVerdict.PASSED, PRODUCTION)


@pytest.mark.slow
def test_until_production_is_judged_again_candidates_are_not_compared() -> None:
    decisions = upgraded(scored_twice(), 1)
    candidate = one(finished(decisions, "ci-2", COMMIT, (5, 5, 5, 5, 5)), GateDecided)
    assert candidate.verdict is GateVerdict.INCONCLUSIVE
    assert "scored the version in production" in candidate.reason


def test_versions_that_the_judge_has_scored_are_not_judged_again() -> None:
    decisions = upgraded(scored_twice(), 2)
    for run in begun(decisions):
        decisions = worked(decisions, run.run, (5, 5, 5, 5, 5))
    assert begun(upgraded(decisions, 2, "again")) == []
    assert begun(upgraded(decisions, 2, "back", samples=3)) == []


@pytest.mark.parametrize("rejudge", [-1, 21])
def test_a_number_of_versions_to_judge_again_has_bounds(rejudge: int) -> None:
    message = f"rejudge is {rejudge}; must be 0 to 20"
    assert one(upgraded(activated(), rejudge), CommandRejected).message.startswith(message)


def test_a_rejected_config_judges_nothing_again() -> None:
    document = judged_by(samples=5).replace('"judge-1"', '"writer"')
    command = ActivateEvalConfig(name="release", document=document, rejudge=2, **BY_ANN)
    decisions = scored_twice().when(command, event_ids=["new"])
    assert one(decisions, CommandRejected).message.startswith("judge.endpoint.model is writer")
    assert begun(decisions) == []


def test_versions_that_checks_alone_have_scored_are_judged_by_a_first_judge_too() -> None:
    by_checks = {"letter": {"checks": [{"kind": "form", "form": "line"}], "margin": 0.1}}
    decisions = activated(config(judge=None, tasks=by_checks))
    decisions = finished(decisions, "prod-1", PRODUCTION, (), judged=0).when(promoted(PRODUCTION))
    upgraded_ = upgraded(decisions, 1)
    assert [each.commit for each in begun(upgraded_)] == [PRODUCTION]
    candidate = one(finished(upgraded_, "ci-2", COMMIT, (5, 5, 5, 5, 5)), GateDecided)
    assert "not compared: checks alone scored the version in production" in candidate.reason
