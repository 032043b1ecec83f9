"""Subjects of commands. PURE."""

from __future__ import annotations

from typing import assert_never

from muster.deciding import About
from muster.eval.core.state import named_key, price_key
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


def about(command: EvalCommand) -> About:
    """Return the set, config, run, price, budget or labels of a command."""
    match command:
        case ActivateGoldenSet() | ActivateEvalConfig():
            return About(command.name, command.tenant, entity=named_key(command.tenant, command.name))
        case StartEval() | StopEval() | ProbeJudge() | ScoreAnswers():
            return About(command.run, command.tenant)
        case SetTokenPrice():
            entity = price_key(command.tenant, command.endpoint, command.model)
            return About(command.model, command.tenant, entity=entity)
        case ProposeCase() | DecideProposal():
            entity = named_key(command.tenant, command.golden_set)
            return About(command.proposal, command.tenant, entity=entity)
        case SetEvalBudget() | ResumeEvals() | LabelCases() | RemoveLabels():
            return About(command.tenant, command.tenant)
        case _:
            assert_never(command)
