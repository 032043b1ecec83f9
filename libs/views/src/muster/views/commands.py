"""What became of each command: the two tables that every service with commands keeps, and their rows.

`commands_received` has what the log has, `commands` has what the facts answered. A command that is in neither
does not exist; one that is only in the first is pending. The log forgets commands sooner than facts, so a
rebuild does not bring back all of `commands_received`; it is not compared.

Rows are pure: a service adds those of its own facts, which alone know what carries a command out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, LiteralString

from muster.events.command_answers import CommandRejected, CommandRepeated
from muster.events.datum import Record
from muster.journal.journal import Delivery
from muster.views.rows import Upsert

DDL: Final[LiteralString] = """
CREATE TABLE IF NOT EXISTS commands (
    command_id text PRIMARY KEY,
    tenant     text,          -- NULL: nobody's in particular, as for nodes
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
"""The tables; a service puts this before its own."""

SELECT: Final[LiteralString] = """
SELECT asked.command_id, c.outcome, coalesce(c.subject, r.subject, '') AS subject, c.problem,
       coalesce(c.tenant, r.tenant) AS tenant
FROM unnest(%(command_ids)s::text[]) AS asked(command_id)
     LEFT JOIN commands c USING (command_id) LEFT JOIN commands_received r USING (command_id)
WHERE c.command_id IS NOT NULL OR r.command_id IS NOT NULL
"""


class CommandOutcome(StrEnum):
    """What became of a command."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    REPEATED = "repeated"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """A command.

    Attributes:
        command_id: Its id.
        outcome: A CommandOutcome; None: it is on the log and not decided.
        subject: What it is about.
        problem: When rejected: {command, code, detail_code, message, violations: [{field, value, allowed}]}.
        tenant: Whose it is; None: nobody's in particular, as for nodes.
    """

    command_id: str
    outcome: str | None
    subject: str
    problem: Mapping[str, Any] | None
    tenant: str | None


def received(delivery: Delivery[Record]) -> Upsert:
    """A command on the log; its tenant is the field `tenant` of the payload, where there is one."""
    envelope = delivery.envelope
    tenant = getattr(envelope.payload, "tenant", None)
    columns = {"tenant": tenant, "subject": envelope.key, "received_at_ms": delivery.appended_at_ms}
    return Upsert("commands_received", {"command_id": envelope.event_id}, columns)


def accepted(command_id: str | None, subject: str, tenant: str | None = None) -> list[Upsert]:
    """A command that was carried out; nothing when the fact follows from no command."""
    if not command_id:
        return []
    columns = {"tenant": tenant} if tenant else {}
    return [_answered(command_id, subject, CommandOutcome.ACCEPTED, columns)]


def repeated(fact: CommandRepeated) -> Upsert:
    """A command that was carried out before."""
    return _answered(fact.command_id, fact.subject, CommandOutcome.REPEATED, {})


def rejected(fact: CommandRejected) -> Upsert:
    """A command that was refused, and why."""
    problem = {
        "command": fact.command,
        "code": fact.code.value,
        "detail_code": fact.detail_code,
        "message": fact.message,
        "violations": [violation.to_datum() for violation in fact.violations],
    }
    columns = {"tenant": fact.tenant, "problem": problem}
    return _answered(fact.command_id, fact.subject, CommandOutcome.REJECTED, columns)


def _answered(command_id: str, subject: str, outcome: CommandOutcome, columns: Mapping[str, Any]) -> Upsert:
    return Upsert("commands", {"command_id": command_id}, {"subject": subject, "outcome": outcome, **columns})
