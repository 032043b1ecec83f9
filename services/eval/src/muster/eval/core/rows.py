"""Facts and results as rows of the tables. PURE.

Records of the registry, of workers and of this service have separate tables, since only records of one topic
have an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from muster.eval.core.money import prices
from muster.events.eval_events import (
    AnswersScored,
    CaseProposed,
    CasesLabelled,
    EvalBudgetSet,
    EvalConfigActivated,
    EvalEnded,
    EvalEvent,
    EvalServed,
    EvalsPaused,
    EvalsResumed,
    EvalStarted,
    EvalStopped,
    GateDecided,
    GoldenSetActivated,
    JudgeProbed,
    LabelsRemoved,
    ProposalDecided,
    ScoresMeasured,
    StatusChanged,
    TokenPriceSet,
)
from muster.events.eval_results import CaseScore, CasesScored, EndpointAnswered, EvalResult
from muster.events.registry_events import (
    CommitMade,
    RefCreated,
    RefDeleted,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VersionPromoted,
    VersionWithdrawn,
)
from muster.events.registry_events import Payload as RegistryPayload
from muster.journal import Delivery
from muster.views.commands import accepted
from muster.views.rows import Upsert


def eval_rows(delivery: Delivery[EvalEvent]) -> Iterable[Upsert]:
    """Return the rows of one fact of this service."""
    fact, at_ms = delivery.envelope.payload, delivery.envelope.occurred_at_ms
    match fact:
        case GoldenSetActivated() | CaseProposed() | ProposalDecided():
            return _set_rows(delivery, fact, at_ms)
        case EvalConfigActivated():
            columns = {
                "digest": fact.digest,
                "document": fact.document,
                "requested_by": fact.requested_by,
                "at_ms": at_ms,
            }
            row = Upsert("configs", {"tenant": fact.tenant, "name": fact.name}, columns)
            return [row, *accepted(delivery, fact.name, fact.tenant)]
        case EvalStarted():
            is_evaluation = not (fact.probe or fact.anchors)
            row = _started(fact, at_ms) if is_evaluation else _probe_started(fact, at_ms)
            return [row, *accepted(delivery, fact.run, fact.tenant)]
        case EvalStopped():
            return accepted(delivery, fact.run, fact.tenant)
        case StatusChanged():
            return []
        case ScoresMeasured() | EvalServed():
            return [_progress(fact)]
        case GateDecided():
            columns = {
                "gate": fact.gate,
                "verdict": fact.verdict.value,
                "blocking": fact.blocking,
                "reason": fact.reason,
                "tasks": [each.to_datum() for each in fact.tasks],
                "warnings": list(fact.warnings),
            }
            return [Upsert("runs", {"run": fact.run}, columns)]
        case EvalEnded() | JudgeProbed() | AnswersScored():
            return [_ended(fact, at_ms)]
        case CasesLabelled() | LabelsRemoved():
            return [*_labels(fact, at_ms), *accepted(delivery, fact.tenant, fact.tenant)]
        case TokenPriceSet() | EvalBudgetSet() | EvalsPaused() | EvalsResumed():
            return _money_rows(delivery, fact, at_ms)
        case _:
            assert_never(fact)


def result_rows(delivery: Delivery[EvalResult]) -> Sequence[Upsert]:
    """Return the rows of a batch of results."""
    scored = delivery.envelope.payload
    if isinstance(scored, EndpointAnswered):
        return []
    return [
        _sums(scored),
        *(_result(scored, place, each) for place, each in enumerate(scored.results)),
    ]


def _result(scored: CasesScored, place: int, result: CaseScore) -> Upsert:
    return Upsert(
        "results",
        {"run": scored.run, "case_id": result.case},
        {
            "batch": scored.batch,
            "place": place,
            "task": result.task,
            "cluster": result.cluster,
            "score": result.score,
            "code": result.code,
            "reason": result.reason,
            "answer": result.answer,
            "cached": result.cached,
            "tokens_in": result.tokens_in,
            "tokens_out": result.tokens_out,
            "latency_ms": result.latency_ms,
            "judged": None if result.judged is None else result.judged.to_datum(),
            "key": result.key,
            "cost_picos": result.cost_picos,
            "subset": result.subset.value,
        },
    )


def _sums(scored: CasesScored) -> Upsert:
    """Return the sums of a batch, which add up to those of its run."""
    asked = [each for each in scored.results if not each.cached]
    judged = [each.judged for each in scored.results if each.judged is not None]
    columns = {
        "done": len(scored.results),
        "scored": sum(each.score is not None for each in scored.results),
        "cached": len(scored.results) - len(asked),
        "tokens_in": sum(each.tokens_in for each in asked),
        "tokens_out": sum(each.tokens_out for each in asked),
        "judged": sum(each.judged is not None and each.score is not None for each in scored.results),
        "judge_unread": sum(each.unread for each in judged),
        "judge_tokens_in": sum(each.tokens_in for each in judged),
        "judge_tokens_out": sum(each.tokens_out for each in judged),
        "cost_picos": sum(each.cost_picos for each in scored.results),
    }
    return Upsert("batches", {"run": scored.run, "batch": scored.batch}, columns)


def registry_rows(delivery: Delivery[RegistryPayload]) -> Sequence[Upsert]:
    """Return the row of a repository or of what leads to a version in it; other facts have none."""
    fact = delivery.envelope.payload
    match fact:
        case RepositoryCreated() | RepositoryMoved():
            columns = {"full_name": f"{fact.namespace}/{fact.name}", "tenant": fact.tenant, "deleted": False}
            return [Upsert("repositories", {"repository": fact.repository}, columns)]
        case RepositoryDeleted():
            return [Upsert("repositories", {"repository": fact.repository}, {"deleted": True})]
        case CommitMade():
            return [_ref(fact.repository, fact.branch, fact.commit)]
        case RefCreated():
            return [_ref(fact.repository, fact.name, fact.commit)]
        case RefDeleted():
            return [_ref(fact.repository, fact.name, "")]
        case VersionPromoted():
            return [_ref(fact.repository, fact.pointer, fact.commit)]
        case VersionWithdrawn():
            return [_ref(fact.repository, fact.pointer, "")]
        case _:
            return []


def _ref(repository: str, name: str, commit: str) -> Upsert:
    return Upsert("refs", {"repository": repository, "name": name}, {"commit": commit})


def _started(fact: EvalStarted, at_ms: int) -> Upsert:
    columns = {
        "tenant": fact.tenant,
        "repository": fact.repository,
        "commit": fact.commit,
        "baseline": fact.baseline,
        "config": fact.config,
        "config_digest": fact.config_digest,
        "cases": fact.cases,
        "requested_by": fact.requested_by,
        "started_at_ms": at_ms,
        "judge_hash": fact.judge_hash,
        "cap_micros": fact.cap_micros,
        "priced": prices.are_complete(
            fact.price, fact.judge_price, judge=fact.judge_hash, rejudge=fact.rejudge
        ),
        "trigger": fact.trigger,
        "job_id": fact.serving_job,
        "golden_set": fact.golden_set,
        "held_out": fact.held_out,
        "held_out_cases": fact.held_out_cases,
        "held_out_use": fact.held_out_use,
    }
    return Upsert("runs", {"run": fact.run}, columns)


def _ended(fact: EvalEnded | JudgeProbed | AnswersScored, at_ms: int) -> Upsert:
    if isinstance(fact, JudgeProbed):
        columns = {"judge": fact.judge, "spots": [each.to_datum() for each in fact.spots]}
        return Upsert("probes", {"run": fact.run}, columns)
    if isinstance(fact, AnswersScored):
        columns = {
            "judge": fact.judge,
            "answers": [each.to_datum() for each in fact.results],
            "answer_tasks": [each.to_datum() for each in fact.tasks],
        }
        return Upsert("probes", {"run": fact.run}, columns)
    columns = {
        "outcome": fact.outcome.value,
        "code": fact.code,
        "why_ended": fact.reason,
        "ended_at_ms": at_ms,
        "spent_micros": fact.spent_micros,
        "unsettled_micros": fact.unsettled_micros,
    }
    return Upsert("probes" if fact.probe else "runs", {"run": fact.run}, columns)


def _probe_started(fact: EvalStarted, at_ms: int) -> Upsert:
    columns = {
        "tenant": fact.tenant,
        "repository": fact.repository,
        "commit": fact.commit,
        "config": fact.config,
        "cases": fact.cases,
        "requested_by": fact.requested_by,
        "started_at_ms": at_ms,
        "judge_hash": fact.judge_hash,
        "cap_micros": fact.cap_micros,
        "priced": fact.judge_price is not None,
        "golden_set": fact.golden_set,
        "anchors": fact.anchors,
        "fresh": fact.fresh,
    }
    return Upsert("probes", {"run": fact.run}, columns)


def _progress(fact: ScoresMeasured | EvalServed) -> Upsert:
    """Return the row of a run that is under way."""
    if isinstance(fact, EvalServed):
        return Upsert("runs", {"run": fact.run}, {"url": fact.url})
    return Upsert("runs", {"run": fact.run}, {"scores": [each.to_datum() for each in fact.scores]})


def _labels(fact: CasesLabelled | LabelsRemoved, at_ms: int) -> Iterable[Upsert]:
    if isinstance(fact, LabelsRemoved):
        for gone in fact.labels:
            key = {"tenant": fact.tenant, "key": gone.key, "answer": gone.answer, "person": gone.person}
            yield Upsert("labels", key, {"score": None, "comment": None})
        return
    for each in fact.labels:
        key = {"tenant": fact.tenant, "key": each.key, "answer": each.answer, "person": each.person}
        columns = {
            "run": each.run,
            "case_id": each.case,
            "score": each.score,
            "comment": each.comment,
            "at_ms": at_ms,
        }
        yield Upsert("labels", key, columns)


def _set_rows(
    delivery: Delivery[EvalEvent], fact: GoldenSetActivated | CaseProposed | ProposalDecided, at_ms: int
) -> Iterable[Upsert]:
    if not isinstance(fact, GoldenSetActivated):
        return [_proposal(fact, at_ms), *accepted(delivery, fact.proposal, fact.tenant)]
    columns = {
        "digest": fact.digest,
        "tasks": [each.to_datum() for each in fact.tasks],
        "source": fact.source,
        "requested_by": fact.requested_by,
        "at_ms": at_ms,
        "held_out": fact.held_out,
        "held_out_tasks": [each.to_datum() for each in fact.held_out_tasks],
    }
    row = Upsert("golden_sets", {"tenant": fact.tenant, "name": fact.name}, columns)
    key = {"tenant": fact.tenant, "digest": fact.digest, "name": fact.name}
    version = Upsert(
        "golden_set_versions",
        key,
        {
            "tasks": columns["tasks"],
            "held_out_tasks": columns["held_out_tasks"],
            "comparable": fact.comparable,
        },
    )
    return [row, version, *accepted(delivery, fact.name, fact.tenant)]


def _proposal(fact: CaseProposed | ProposalDecided, at_ms: int) -> Upsert:
    columns = {"case_id": fact.case} | (
        {
            "digest": fact.digest,
            "task": fact.task,
            "source": fact.source,
            "proposed_by": fact.requested_by,
            "proposed_at_ms": at_ms,
        }
        if isinstance(fact, CaseProposed)
        else {
            "accepted": fact.accepted,
            "reason": fact.reason,
            "decided_by": fact.requested_by,
            "decided_at_ms": at_ms,
        }
    )
    key = {"tenant": fact.tenant, "golden_set": fact.golden_set, "proposal": fact.proposal}
    return Upsert("proposals", key, columns)


def _money_rows(
    delivery: Delivery[EvalEvent],
    fact: TokenPriceSet | EvalBudgetSet | EvalsPaused | EvalsResumed,
    at_ms: int,
) -> Iterable[Upsert]:
    match fact:
        case TokenPriceSet():
            columns = {
                "price": None if fact.price is None else fact.price.to_datum(),
                "requested_by": fact.requested_by,
                "at_ms": at_ms,
            }
            key = {"tenant": fact.tenant, "endpoint": fact.endpoint, "model": fact.model}
            return [Upsert("prices", key, columns), *accepted(delivery, fact.model, fact.tenant)]
        case EvalBudgetSet():
            limit = Upsert("budgets", {"tenant": fact.tenant}, {"day_micros": fact.day_micros})
            return [limit, *accepted(delivery, fact.tenant, fact.tenant)]
        case EvalsPaused():
            return [Upsert("budgets", {"tenant": fact.tenant}, {"paused_day_ms": fact.day_ms})]
        case EvalsResumed():
            resumed = Upsert("budgets", {"tenant": fact.tenant}, {"paused_day_ms": None})
            return [resumed, *accepted(delivery, fact.tenant, fact.tenant)]
        case _:
            assert_never(fact)
