"""Decide and evolve. PURE."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from muster.deciding import About, Changes, Entities, Facts, Happened, Input
from muster.deciding.work import WorkFact, WorkReport, with_work
from muster.eval.core import daily, golden, prices, requests, runs, versions
from muster.eval.core.state import QUEUE, Inputs, Outputs
from muster.events.eval_commands import (
    ActivateEvalConfig,
    ActivateGoldenSet,
    EvalCommand,
    ResumeEvals,
    SetEvalBudget,
    SetTokenPrice,
    StartEval,
    StopEval,
)
from muster.events.eval_events import (
    EvalBudgetSet,
    EvalConfigActivated,
    EvalEnded,
    EvalsPaused,
    EvalsResumed,
    EvalStarted,
    EvalStopped,
    GateDecided,
    GoldenSetActivated,
    ScoresMeasured,
    StatusChanged,
    TokenPriceSet,
)
from muster.events.eval_results import CasesScored
from muster.events.eval_work import BatchCounted, ProductionMet, ResultsAwaited, VersionGone, VersionMet
from muster.events.registry_events import CommitMade, CommitReleased, VersionPromoted, VersionWithdrawn

CONCERNS: Final = frozenset(get_args(Inputs | WorkReport))
"""Records of its inputs that this core or its queue decides."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide a command, a batch of results, or a fact of the registry."""
    match given.payload:
        case ActivateGoldenSet() as command:
            yield from golden.activate_set(state, given, command)
        case ActivateEvalConfig() as command:
            for fact in golden.activate_config(state, given, command):
                yield fact
                if isinstance(fact.payload, EvalConfigActivated):
                    yield from runs.rejudge(state, given, command, at_ms)
        case StartEval() as command:
            yield from runs.start(state, given, command, at_ms)
        case StopEval() as command:
            yield from runs.stop(state, given, command)
        case SetTokenPrice() as command:
            yield from prices.set_price(given, command)
        case SetEvalBudget() as command:
            yield from daily.set_budget(given, command)
        case ResumeEvals() as command:
            yield from daily.resume(state, given, command, at_ms)
        case CasesScored() as scored:
            yield from runs.count(state, scored)
        case CommitMade() | CommitReleased() | VersionPromoted() | VersionWithdrawn() as fact:
            yield from versions.met(state, fact)
        case _:
            assert_never(given.payload)


def evolve(state: Changes, fact: Happened[Outputs]) -> None:
    """Change the state as a fact says."""
    match fact.payload:
        case GoldenSetActivated() as activated:
            golden.evolve_set(state, activated)
        case EvalConfigActivated() as activated:
            golden.evolve_config(state, activated)
        case EvalStarted() as started:
            runs.evolve_started(state, started, fact.at_ms)
        case BatchCounted() as counted:
            runs.evolve_counted(state, counted)
        case ResultsAwaited() as awaited:
            runs.evolve_awaited(state, awaited)
        case EvalEnded() as ended:
            runs.evolve_ended(state, ended)
        case VersionMet() | VersionGone() | ProductionMet() as noted:
            versions.evolve(state, noted)
        case TokenPriceSet() as priced:
            prices.evolve(state, priced)
        case EvalBudgetSet() | EvalsPaused() | EvalsResumed() as limited:
            daily.evolve(state, limited, fact.at_ms)
        case ScoresMeasured() | GateDecided() | EvalStopped() | StatusChanged():
            pass
        case _:
            assert_never(fact.payload)


def about(payload: Inputs) -> About | None:
    """Return what a command is about; a result or a fact is nobody's question."""
    return requests.about(payload) if isinstance(payload, EvalCommand) else None


DECIDER: Final = with_work(
    QUEUE, decisions_version=2, decide=decide, evolve=evolve, about=about, follow=runs.follow
)
