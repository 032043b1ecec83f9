"""The JSON of receipts and outcomes. Types and the OpenAPI document are the same classes."""

from __future__ import annotations

from typing import Annotated, Literal

from muster.api.problems import ProblemDetails
from muster.views.commands import CommandOutcome
from pydantic import Field
from typing_extensions import TypedDict

CommandId = Annotated[str, Field(description="What to ask for, or wait for, the outcome with.")]


class Receipt(TypedDict):
    """The log has the command; nobody has decided it yet."""

    command_id: CommandId
    position: Annotated[str, Field(description="Where the command is: TOPIC/PARTITION/OFFSET.")]


class Decided(Receipt):
    """The command was carried out, now or before."""

    outcome: Annotated[CommandOutcome, Field(description="accepted, or repeated: it was carried out before.")]


class PendingCommand(TypedDict):
    """A command that is on the log and not decided yet."""

    command_id: CommandId
    outcome: Literal["pending"]
    subject: Annotated[str, Field(description="Subject of the command: a job, a queue, a node.")]
    problem: None


class DecidedCommand(TypedDict):
    """A decided command and its outcome."""

    command_id: CommandId
    outcome: CommandOutcome
    subject: Annotated[str, Field(description="Subject of the command: a job, a queue, a node.")]
    problem: Annotated[
        ProblemDetails | None, Field(description="Reason of the rejection; null unless rejected.")
    ]
