"""The outcome of each command: the two tables that every service with commands keeps, and their rows.

`commands_received` holds the commands on the log, `commands` the answers in the facts. A command in neither
table does not exist; one that is only in the first is pending. Commands have a shorter retention than facts,
so a rebuild does not restore all of `commands_received`, and that table is not compared.

The functions are pure. A service adds the rows of its own facts, because only it knows which facts carry out
which command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, LiteralString

from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.views.rows import Upsert

DDL: Final[LiteralString] = """
CREATE TABLE IF NOT EXISTS commands (
    command_id text PRIMARY KEY,
    tenant     text,          -- NULL: no tenant, as for nodes
    outcome    text,          -- accepted | rejected | repeated
    subject    text,          -- what the command is about
    problem    jsonb          -- {command, code, detail_code, message, violations}
);
CREATE TABLE IF NOT EXISTS commands_received (
    command_id     text PRIMARY KEY,
    tenant         text,
    subject        text,
    received_at_ms bigint
);
COMMENT ON TABLE commands_received IS 'not compared';
"""
"""DDL of the tables; a service puts it before its own DDL."""

SELECT: Final[LiteralString] = """
SELECT asked.command_id, c.outcome, coalesce(c.subject, r.subject, '') AS subject, c.problem,
       coalesce(c.tenant, r.tenant) AS tenant
FROM unnest(%(command_ids)s::text[]) AS asked(command_id)
     LEFT JOIN commands c USING (command_id) LEFT JOIN commands_received r USING (command_id)
WHERE c.command_id IS NOT NULL OR r.command_id IS NOT NULL
"""


class CommandOutcome(StrEnum):
    """The outcome of a command."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    REPEATED = "repeated"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """A command.

    Attributes:
        command_id: Id of the command.
        outcome: A CommandOutcome; None: it is on the log and not decided yet.
        subject: What it is about, like a job id.
        problem: When rejected: {command, code, detail_code, message, violations: [{field, value, allowed}]}.
        tenant: Its tenant; None: no tenant, as for commands about nodes.
    """

    command_id: str
    outcome: str | None
    subject: str
    problem: Mapping[str, Any] | None
    tenant: str | None


def received(delivery: Delivery[Record]) -> Upsert:
    """Row for a command on the log; its tenant is the field `tenant` of the payload, if there is one."""
    envelope = delivery.envelope
    tenant = getattr(envelope.payload, "tenant", None)
    columns = {"tenant": tenant, "subject": envelope.key, "received_at_ms": delivery.appended_at_ms}
    return Upsert("commands_received", {"command_id": envelope.event_id}, columns)


def accepted(delivery: Delivery[Record], subject: str, tenant: str | None = None) -> list[Upsert]:
    """Row for a command that was carried out; none when this fact does not answer one.

    The first fact that follows from a command answers it. A command may also set other entities in motion (an
    elastic job shrinks for the one submitted); those facts lie in any partition and are read in any order, so
    they must not write the row. What follows from something that is no command (a job that stops because its
    node was lost) writes a row with the id of that thing, which nothing asks for.
    """
    envelope = delivery.envelope
    if envelope.index or not envelope.causation_id:
        return []
    columns = {"tenant": tenant} if tenant else {}
    return [_answered(envelope.causation_id, subject, CommandOutcome.ACCEPTED, columns)]


def repeated(fact: CommandRepeated) -> Upsert:
    """Row for a command that had been carried out before."""
    return _answered(fact.command_id, fact.subject, CommandOutcome.REPEATED, {})


def rejected(fact: CommandRejected) -> Upsert:
    """Row for a command that was refused, with the reason.

    One that has no tenant is anybody's who knows its id, as when it is carried out; one whose sender proved
    no tenant is nobody's.
    """
    problem = {
        "command": fact.command,
        "code": fact.code.value,
        "detail_code": fact.detail_code,
        "message": fact.message,
        "violations": [violation.to_datum() for violation in fact.violations],
    }
    unproven = fact.code is RejectionCode.FORBIDDEN
    columns = {"tenant": fact.tenant if fact.tenant or unproven else None, "problem": problem}
    return _answered(fact.command_id, fact.subject, CommandOutcome.REJECTED, columns)


def _answered(command_id: str, subject: str, outcome: CommandOutcome, columns: Mapping[str, Any]) -> Upsert:
    return Upsert("commands", {"command_id": command_id}, {"subject": subject, "outcome": outcome, **columns})
