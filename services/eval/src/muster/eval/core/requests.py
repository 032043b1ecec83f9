"""Requests to commands, and what they are about. PURE: ids and the time are given."""

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
    SetEvalBudget,
    SetTokenPrice,
    StartEval,
    StopEval,
)
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Stamp, stamped


def command_record(command: EvalCommand, stamp: Stamp) -> Envelope[EvalCommand]:
    """Return the record of a command, keyed by what it is about."""
    return stamped(command, about(command).key, stamp)


def about(command: EvalCommand) -> About:
    """Return the set, config, run, price, budget or labels of a command."""
    match command:
        case ActivateGoldenSet() | ActivateEvalConfig():
            return About(command.name, command.tenant, entity=named_key(command.tenant, command.name))
        case StartEval() | StopEval() | ProbeJudge():
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
