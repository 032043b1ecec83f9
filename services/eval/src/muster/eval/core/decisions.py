"""Decide and evolve. PURE."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from muster.deciding import About, Changes, Entities, Facts, Happened, Input
from muster.deciding.work import Followed, Item, WorkFact, WorkReport, with_work
from muster.eval.core import golden, proposals, requests, versions
from muster.eval.core.money import daily, prices
from muster.eval.core.people import labels, removals
from muster.eval.core.runs import jobs, serving, triggers
from muster.eval.core.runs import lifecycle as runs
from muster.eval.core.state import QUEUE, Inputs, Noted, Outputs
from muster.events.eval_commands import (
    ActivateEvalConfig,
    ActivateGoldenSet,
    DecideProposal,
    EvalCommand,
    LabelCases,
    ProbeJudge,
    ProposeCase,
    RemoveLabels,
    ResumeEvals,
    ScoreAnswers,
    SetEvalBudget,
    SetTokenPrice,
    StartEval,
    StopEval,
)
from muster.events.eval_events import (
    AnswersScored,
    CaseProposed,
    CasesLabelled,
    EvalBudgetSet,
    EvalConfigActivated,
    EvalEnded,
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
from muster.events.eval_results import CasesScored, EndpointAnswered
from muster.events.eval_work import (
    BatchCounted,
    ProductionMet,
    RepositoryMet,
    ResultsAwaited,
    ServingAwaited,
    VersionGone,
    VersionMet,
    VersionPassedOver,
    VersionWaits,
)
from muster.events.job_commands import CancelJob, SubmitJob
from muster.events.job_events import (
    GangBound,
    JobCancelled,
    JobFailed,
    JobRequeued,
    JobStarted,
    JobSucceeded,
    JobSuspended,
)
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    RefCreated,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VersionPromoted,
    VersionWithdrawn,
)
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.work_orders import WorkOrdered

CONCERNS: Final = frozenset(get_args(Inputs | WorkReport))
"""Records of its inputs that this core or its queue decides."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide a command, a batch of results, or a fact of the registry or of a job."""
    return _ending(state, _decided(state, given, at_ms), at_ms)


def due(state: Entities, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide what follows from time."""
    return _ending(state, serving.due(state, at_ms), at_ms)


def follow(state: Entities, item: Item, fact: Followed, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide what follows from progress of a run's work: an order, a death, its end."""
    return _ending(state, _following(state, item, fact, at_ms), at_ms)


def _ending(state: Entities, facts: Facts[Outputs | WorkFact], at_ms: int) -> Facts[Outputs | WorkFact]:
    """Yield facts, and what follows from each end of a run."""
    return jobs.released(state, triggers.followed(state, labels.warned(state, facts, at_ms), at_ms))


def _following(state: Entities, item: Item, fact: Followed, at_ms: int) -> Facts[Outputs | WorkFact]:
    if isinstance(fact, WorkOrdered):
        yield from serving.ordered(state, fact.work_id, at_ms)
    else:
        yield from runs.follow(state, item, fact, at_ms)


def _decided(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs | WorkFact]:
    payload = given.payload
    if isinstance(payload, EvalCommand):
        yield from _commanded(state, given, payload, at_ms)
        return
    match payload:
        case CasesScored() as scored:
            yield from runs.count(state, scored)
        case EndpointAnswered() as answer:
            yield from serving.answered(state, answer)
        case CommitMade() as fact:
            yield from versions.met(state, fact)
            yield from triggers.fired(state, fact, at_ms)
        case RefCreated() as fact:
            yield from triggers.fired(state, fact, at_ms)
        case CommitReleased() | VersionPromoted() | VersionWithdrawn() as fact:
            yield from versions.met(state, fact)
        case RepositoryCreated() | RepositoryMoved() | RepositoryDeleted() as fact:
            yield from versions.named(state, fact)
        case (
            GangBound() | JobStarted() | JobRequeued() | JobSucceeded() | JobFailed() | JobCancelled()
            | JobSuspended() | CommandRejected()
        ) as fact:  # fmt: skip
            yield from serving.follow_job(state, fact, at_ms)
        case _:
            assert_never(payload)


def _commanded(
    state: Entities, given: Input[Inputs], command: EvalCommand, at_ms: int
) -> Facts[Outputs | WorkFact]:
    match command:
        case ActivateGoldenSet():
            yield from golden.activate_set(state, given, command)
        case ActivateEvalConfig():
            yield from _activated(state, given, command, at_ms)
        case StartEval():
            yield from runs.start(state, given, command, at_ms)
        case ProbeJudge() | ScoreAnswers():
            yield from runs.judge_kept(state, given, command, at_ms)
        case StopEval():
            yield from runs.stop(state, given, command)
        case SetTokenPrice():
            yield from prices.set_price(given, command)
        case SetEvalBudget():
            yield from daily.set_budget(given, command)
        case ResumeEvals():
            yield from daily.resume(state, given, command, at_ms)
        case LabelCases() | RemoveLabels():
            yield from _labelled(state, given, command)
        case ProposeCase():
            yield from proposals.propose(state, given, command)
        case DecideProposal():
            yield from proposals.decide_proposal(state, given, command)
        case _:
            assert_never(command)


def _labelled(
    state: Entities, given: Input[Inputs], command: LabelCases | RemoveLabels
) -> Facts[Outputs | WorkFact]:
    if isinstance(command, LabelCases):
        yield from labels.label(state, given, command)
    else:
        yield from removals.remove(state, given, command)


def _activated(
    state: Entities, given: Input[Inputs], command: ActivateEvalConfig, at_ms: int
) -> Facts[Outputs | WorkFact]:
    for fact in golden.activate_config(state, given, command):
        yield fact
        if isinstance(fact.payload, EvalConfigActivated):
            yield from runs.rejudge(state, given, command, at_ms)


def evolve(state: Changes, fact: Happened[Outputs]) -> None:
    """Change the state as a fact says."""
    match fact.payload:
        case GoldenSetActivated() as activated:
            golden.evolve_set(state, activated)
        case EvalConfigActivated() as activated:
            golden.evolve_config(state, activated)
            triggers.evolve_config(state, activated)
        case EvalStarted() as started:
            runs.evolve_started(state, started, fact.at_ms)
            serving.evolve_started(state, started)
            triggers.evolve_started(state, started)
        case EvalServed() as served:
            serving.evolve_served(state, served)
        case EvalEnded() as ended:
            triggers.evolve_ended(state, ended)
            labels.evolve_ended(state, ended)
            runs.evolve_ended(state, ended)
            serving.evolve_ended(state, ended)
        case CaseProposed() | ProposalDecided() as proposal:
            proposals.evolve(state, proposal)
        case TokenPriceSet() as priced:
            prices.evolve(state, priced)
        case EvalBudgetSet() | EvalsPaused() | EvalsResumed() as limited:
            daily.evolve(state, limited, fact.at_ms)
        case CasesLabelled() | LabelsRemoved() as labelled:
            _evolve_labels(state, labelled, fact.at_ms)
        case SubmitJob() as submitted:
            serving.evolve_submitted(state, submitted, fact.event_id)
        case (
            ScoresMeasured() | GateDecided() | JudgeProbed() | AnswersScored() | EvalStopped()
            | StatusChanged() | CancelJob()
        ):  # fmt: skip
            pass
        case _:
            _evolve_noted(state, fact.payload)


def _evolve_labels(state: Changes, fact: CasesLabelled | LabelsRemoved, at_ms: int) -> None:
    if isinstance(fact, CasesLabelled):
        labels.evolve(state, fact, at_ms)
    else:
        removals.evolve(state, fact)


def _evolve_noted(state: Changes, noted: Noted) -> None:
    match noted:
        case BatchCounted():
            runs.evolve_counted(state, noted)
        case ResultsAwaited():
            runs.evolve_awaited(state, noted)
        case VersionMet() | ProductionMet() | RepositoryMet():
            versions.evolve(state, noted)
        case VersionGone():
            versions.evolve(state, noted)
            triggers.evolve_gone(state, noted)
        case VersionWaits():
            triggers.evolve_waits(state, noted)
        case VersionPassedOver():
            triggers.evolve_passed_over(state, noted)
        case ServingAwaited():
            serving.evolve_awaited(state, noted)
        case _:
            assert_never(noted)


def about(payload: Inputs) -> About | None:
    """Return what a command is about; a result or a fact is nobody's question."""
    return requests.about(payload) if isinstance(payload, EvalCommand) else None


DECIDER: Final = with_work(
    QUEUE,
    decisions_version=5,  # 5: kept answers that are scored without expected texts
    decide=decide,
    evolve=evolve,
    about=about,
    follow=follow,
    due=due,
    next_deadline_ms=serving.next_deadline_ms,
)
