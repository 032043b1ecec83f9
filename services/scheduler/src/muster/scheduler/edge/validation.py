"""Validation: commands that may not be sent or break the static rules become CommandInvalid, then sequenced.

Other programs can write commands to Kafka, so who sends them is judged by their token (ADR 55), and every
command is validated here again, with the rules of `muster.jobs`. The log holds the verdict, not the rule, so
later versions with other rules replay old logs to the same decisions (ADR 4).

The content of agents' reports is trusted, their size is not: messages are shortened, and an oversized report
is rejected like an invalid command. No input may lead to a batch too large for one record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from muster.events.checkpoint_events import CheckpointRemoved, OutputRemoved
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.preemption_events import PreemptionPlanned
from muster.events.queue_commands import (
    CancelCapacityReservation,
    LiftRestriction,
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.scheduler_log import CommandInvalid
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.task_events import (
    AgentStarted,
    CheckpointPartStored,
    CheckpointSaved,
    NodeFaultReported,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    NodeTested,
    OutputStored,
    TaskExited,
    TaskHeard,
    TaskPaced,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.failures.parsing import parse_rules
from muster.identity import Refusal
from muster.identity.principal import CLUSTER_WRITE, JOBS_WRITE, QUEUES_RESTRICT, TENANT_WRITE
from muster.jobs import command_violations
from muster.jobs.documents.refusal import InvalidDocument, invalid
from muster.jobs.values.rules import is_plain
from muster.journal import Delivery
from muster.scheduler.core.state.gpu_sharing import geometry_violations

COMMAND_TOPICS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS)

COMMAND_SCOPES: Final[Mapping[type[Any], str]] = {
    **dict.fromkeys(JOB_COMMANDS.payloads.values(), JOBS_WRITE),
    **dict.fromkeys(QUEUE_COMMANDS.payloads.values(), TENANT_WRITE),
    **dict.fromkeys(OPERATOR_COMMANDS.payloads.values(), CLUSTER_WRITE),
    ReserveCapacity: CLUSTER_WRITE,
    CancelCapacityReservation: CLUSTER_WRITE,
    RestrictQueue: QUEUES_RESTRICT,
    LiftRestriction: QUEUES_RESTRICT,
}
"""The scope that the sender of each command needs: what REST asks of its callers."""

EVENT_ID_LENGTH_MAX: Final = 256
MESSAGE_LENGTH_MAX: Final = 1_000
"""Longest message of an agent's report, characters."""
REPORT_BYTES_MAX: Final = 512 * 1024
"""Largest report as stored: room for the exits of 4,096 ranks on one node."""
INT_MAX: Final = 2**31 - 1
CHECKPOINT_BYTES_MAX: Final = 1_024
"""Largest report of a checkpoint as stored; every start order of the next attempt repeats it."""
NOTICE_BYTES_MAX: Final = 2_048
"""Largest report about a node's future as stored."""
_SHOWN_MAX: Final = 128
_VIOLATIONS_MAX: Final = 20


def admit(delivery: Delivery[Any], refusal: Refusal | None = None) -> Any:
    """Return what to sequence for a record: its payload (agents' reports shortened) or CommandInvalid.

    Args:
        delivery: The record.
        refusal: Why its sender may not send it; None: it may.
    """
    topic, envelope = delivery.position.topic, delivery.envelope
    if refusal is not None:
        return _refused(envelope, refusal)
    if topic in _COMMAND_TOPIC_NAMES:
        payload = envelope.payload
        violations = (
            *_event_id_violations(envelope.event_id),
            *_key_violations(topic, envelope),
            *command_violations(payload),
        )
        if isinstance(payload, ActivatePolicy):
            violations += geometry_violations(payload.policy)
        if isinstance(payload, ActivateFailureRules):
            violations += _rules_violations(payload.rules)
    else:
        payload = _shortened(envelope.payload)
        violations = _report_violations(payload, delivery.size_bytes - _cut_bytes(envelope.payload, payload))
    return _verdict(envelope, violations) if violations else payload


def _rules_violations(text: str) -> tuple[Violation, ...]:
    """List the first violations in a rules file; limited, since every line may be wrong."""
    try:
        parse_rules(text)
    except InvalidDocument as error:
        return tuple(error.violations[:_VIOLATIONS_MAX])
    return ()


def _refused(envelope: Envelope[Any], refusal: Refusal) -> CommandInvalid:
    verdict = _verdict(envelope, refusal.violations)
    return replace(verdict, code=RejectionCode.FORBIDDEN, tenant=refusal.tenant)


def _verdict(envelope: Envelope[Any], violations: tuple[Violation, ...]) -> CommandInvalid:
    command, first = envelope.payload, violations[0]
    return CommandInvalid(
        command_id=envelope.event_id[:EVENT_ID_LENGTH_MAX],
        command=type(command).__name__,
        subject=_first_field(command, "job_id", "reservation", "queue", "node_id") or _subject(command),
        tenant=_first_field(command, "tenant"),
        message=f"{first.field} is {first.value}; must be {first.allowed}",
        violations=violations,
    )


def _subject(command: Any) -> str:
    return "failure-rules" if isinstance(command, ActivateFailureRules) else "policy"


_COMMAND_TOPIC_NAMES: Final = frozenset(topic.name for topic in COMMAND_TOPICS)


def _shortened(report: Any) -> Any:
    """The report with its message cut to a length that a record can hold."""
    if len(getattr(report, "message", "")) <= MESSAGE_LENGTH_MAX:
        return report
    return replace(report, message=report.message[:MESSAGE_LENGTH_MAX])


def _cut_bytes(report: Any, shortened: Any) -> int:
    """Number of bytes saved by shortening."""
    return 0 if shortened is report else len(report.message.encode()) - len(shortened.message.encode())


def _report_violations(report: Any, size_bytes: int) -> tuple[Violation, ...]:
    """Violations of a report that is larger than any real agent's, or has a number that no batch can record.

    Avro encodes "int" and "long" alike, so a hostile writer can send a number that the schema forbids, and no
    reader notices.
    """
    for number in _counted(report):
        if not -INT_MAX <= number <= INT_MAX:
            allowed = f"whole numbers from {-INT_MAX} to {INT_MAX}"
            return (Violation(field=type(report).__name__, value=str(number), allowed=allowed),)
    most = _most_bytes(report)
    if size_bytes <= most:
        return ()
    allowed = f"at most {most} bytes in all"
    return (Violation(field=type(report).__name__, value=f"{size_bytes} bytes", allowed=allowed),)


def _most_bytes(report: Any) -> int:
    """How large a report of this kind may be, as stored."""
    match report:
        case CheckpointSaved() | CheckpointPartStored() | CheckpointRemoved() | OutputRemoved():
            return CHECKPOINT_BYTES_MAX
        case (
            NodeReclaimAnnounced()
            | NodeReclaimWithdrawn()
            | NodeNoteReported()
            | NodeFaultReported()
            | NodeTested()
        ):
            return NOTICE_BYTES_MAX
        case _:
            return REPORT_BYTES_MAX


def _counted(report: Any) -> Iterator[int]:
    """Every number of a report that the schema calls an int."""
    match report:
        case TaskStarted(attempt=attempt, ranks=ranks):
            yield from (attempt, *ranks)
        case TaskExited(attempt=attempt, exits=exits):
            yield attempt
            for rank_exit in exits:
                yield from (rank_exit.rank, rank_exit.exit_code or 0, rank_exit.signal or 0)
        case TaskSuspected(attempt=attempt, rank=rank) | TaskPaced(attempt=attempt, rank=rank):
            yield from (attempt, rank or 0)
        case TaskRefused(attempt=attempt) | TaskHeard(attempt=attempt) | OutputStored(attempt=attempt):
            yield attempt
        case PreemptionPlanned(victims=victims):
            for victim in victims:
                yield from (victim.attempt, victim.ranks_kept)
        case CheckpointSaved(attempt=attempt, rank=rank, parts=parts):
            yield from (attempt, rank, parts)
        case CheckpointPartStored(attempt=attempt, rank=rank, part=part, files=files):
            yield from (attempt, rank, part, files)
        case NodeFaultReported(rules_version=version, xid=xid):
            yield from (version, xid or 0)
        case AgentStarted(running=running):
            yield from (ref.attempt for ref in running)
        case _:
            pass


def _event_id_violations(event_id: str) -> tuple[Violation, ...]:
    if event_id.strip() and len(event_id) <= EVENT_ID_LENGTH_MAX and is_plain(event_id):
        return ()
    allowed = f"1 to {EVENT_ID_LENGTH_MAX} characters, not only blanks, no control characters, unique"
    return (invalid("event_id", event_id, allowed),)


def _key_violations(topic: str, envelope: Envelope[Any]) -> tuple[Violation, ...]:
    """Check the key, which orders a job's commands: under another key they could overtake each other."""
    if topic != JOB_COMMANDS.name or envelope.key == envelope.payload.job_id:
        return ()
    return (invalid("key", envelope.key, "the job_id of the command"),)


def _first_field(command: Any, *names: str) -> str:
    """Return the first of these fields that the command has, shortened, because its content is untrusted."""
    return next((str(getattr(command, name))[:_SHOWN_MAX] for name in names if hasattr(command, name)), "")
