"""The door: a command that breaks the static rules is turned into CommandInvalid before it is sequenced.

Everybody may write commands to Kafka, so everything is judged here again, with the rules of `muster.jobs`.
The verdict, not the rule, is what is on the log: later versions with other rules replay old logs to the same
decisions (ADR 4).
"""

from __future__ import annotations

from typing import Any, Final

from muster.events.envelope import Envelope
from muster.events.job_events import Violation
from muster.events.scheduler_log import CommandInvalid
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.jobs import command_violations

COMMAND_TOPICS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS)

EVENT_ID_LENGTH_MAX: Final = 256
_SHOWN_MAX: Final = 128


def admit(topic: str, envelope: Envelope[Any]) -> Any:
    """What to sequence for a record: its payload, or CommandInvalid."""
    if topic not in _COMMAND_TOPIC_NAMES:
        return envelope.payload
    violations = (*_event_id_violations(envelope.event_id), *command_violations(envelope.payload))
    if not violations:
        return envelope.payload
    command = envelope.payload
    first = violations[0]
    return CommandInvalid(
        command_id=envelope.event_id[:EVENT_ID_LENGTH_MAX],
        command=type(command).__name__,
        subject=_shown(command, "job_id", "queue", "node_id") or "policy",
        tenant=_shown(command, "tenant"),
        message=f"{first.field} is {first.value}; allowed: {first.allowed}",
        violations=violations,
    )


_COMMAND_TOPIC_NAMES: Final = frozenset(topic.name for topic in COMMAND_TOPICS)


def _event_id_violations(event_id: str) -> tuple[Violation, ...]:
    if 0 < len(event_id) <= EVENT_ID_LENGTH_MAX:
        return ()
    shown = event_id[:_SHOWN_MAX]
    return (
        Violation(field="event_id", value=shown, allowed=f"1 to {EVENT_ID_LENGTH_MAX} characters, unique"),
    )


def _shown(command: Any, *names: str) -> str:
    """The first of these fields that the command has, shortened: it may be anything."""
    return next((str(getattr(command, name))[:_SHOWN_MAX] for name in names if hasattr(command, name)), "")
