"""The outcome of each command: the two tables that every service with commands keeps, and their rows.

`commands_received` holds the commands on the log, `commands` the answers in the facts. A command in neither
table does not exist; one that is only in the first is pending. Commands have a shorter retention than facts,
so a rebuild does not restore all of `commands_received`, and that table is not compared.

Any writer to a command topic can repeat another's event_id. So no record changes a row that follows
from another's: each record on a command topic has a row of its own, and answers are kept apart by their
command's sender, by outcome and by the partition of their facts. A caller sees

    1  the answer to its own command
    2  the answer to a command of its tenant; a refusal of its sender only if there is no other answer
    3  the answer to a command without a tenant, as for nodes: anybody's who knows its id
    4  a fact of another tenant, as about a repository that is shared, that was recorded before facts named
       senders, if the caller's tenant sent the first command of that id

The functions are pure. A service adds the rows of its own facts, because only it knows which facts carry out
which command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, LiteralString

from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.events.wire.datum import Record
from muster.events.wire.stamp import Asker
from muster.journal.journal import Delivery
from muster.views.rows import Upsert

DDL: Final[LiteralString] = """
CREATE TABLE IF NOT EXISTS commands (
    command_id  text,
    tenant      text,          -- of the sender; '': a command without a tenant, as for nodes
    "user"      text,          -- of the sender; '': the fact does not name it
    outcome     text,          -- accepted | rejected | repeated | forbidden: its sender may not send it
    "partition" int,           -- of the fact: only within one is there an order that a rebuild repeats
    subject     text,          -- what the command is about
    problem     jsonb,         -- {command, code, detail_code, message, violations}
    PRIMARY KEY (command_id, tenant, "user", outcome, "partition")
);
CREATE TABLE IF NOT EXISTS commands_received (
    command_id     text,
    topic          text,
    "partition"    int,
    "offset"       bigint,
    tenant         text,       -- as the command says, before anybody judged it
    subject        text,
    received_at_ms bigint,
    PRIMARY KEY (command_id, topic, "partition", "offset")
);
COMMENT ON TABLE commands_received IS 'not compared';
"""
"""DDL of the tables; a service puts it before its own DDL."""

SELECT: Final[LiteralString] = """
SELECT asked.command_id, asked.tenant, asked."user", answer.problem,
       coalesce(answer.subject, sent.subject) AS subject,
       CASE answer.outcome WHEN 'forbidden' THEN 'rejected' ELSE answer.outcome END AS outcome
FROM unnest(%(command_ids)s::text[], %(tenants)s::text[], %(users)s::text[])
         AS asked(command_id, tenant, "user")
     LEFT JOIN LATERAL (
         SELECT tenant FROM commands_received WHERE command_id = asked.command_id
         ORDER BY received_at_ms, topic, "partition", "offset" LIMIT 1
     ) AS first ON true
     LEFT JOIN LATERAL (
         SELECT * FROM commands
         WHERE command_id = asked.command_id
               AND (tenant IN ('', asked.tenant)
                    OR outcome = 'accepted' AND "user" = '' AND first.tenant = asked.tenant)
         ORDER BY outcome = 'forbidden', "user" <> asked."user", tenant <> asked.tenant, outcome, "partition"
         LIMIT 1
     ) AS answer ON true
     LEFT JOIN LATERAL (
         SELECT subject FROM commands_received
         WHERE command_id = asked.command_id AND tenant IN ('', asked.tenant)
         ORDER BY received_at_ms, topic, "partition", "offset" LIMIT 1
     ) AS sent ON true
WHERE answer.command_id IS NOT NULL OR sent.subject IS NOT NULL
"""
"""The commands of these ids that these callers see; of several answers to one sender accepted, rejected,
repeated, in this order."""

ID_CHARS_MAX: Final = 128
"""Longest id that can be queried; a longer one, which an index might refuse, has no rows."""

_FORBIDDEN: Final = "forbidden"


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
        subject: Subject of the command, like a job id.
        problem: When rejected: {command, code, detail_code, message, violations: [{field, value, allowed}]}.
        tenant: Tenant of the caller.
        user: User who asks; empty: anybody of the tenant.
    """

    command_id: str
    outcome: str | None
    subject: str
    problem: Mapping[str, Any] | None
    tenant: str
    user: str


def parameters(asked: Sequence[tuple[Asker, str]]) -> Mapping[str, Any]:
    """Parameters of SELECT.

    Args:
        asked: Pairs of caller and command id.
    """
    return {
        "tenants": [caller.tenant for caller, _ in asked],
        "users": [caller.user for caller, _ in asked],
        "command_ids": [command_id for _, command_id in asked],
    }


def received(delivery: Delivery[Record]) -> list[Upsert]:
    """Row of a command on the log; its tenant is the field `tenant` of the payload, if there is one.

    Nobody judged it yet, so nothing is decided by this row but what is pending. A record without a token is
    nobody's and has none.
    """
    envelope, position = delivery.envelope, delivery.position
    if not delivery.authorization or len(envelope.event_id) > ID_CHARS_MAX:
        return []
    key = {
        "command_id": envelope.event_id,
        "topic": position.topic,
        "partition": position.partition,
        "offset": position.offset,
    }
    columns = {
        "tenant": getattr(envelope.payload, "tenant", ""),
        "subject": envelope.key,
        "received_at_ms": delivery.appended_at_ms,
    }
    return [Upsert("commands_received", key, columns)]


def accepted(delivery: Delivery[Record], subject: str, tenant: str | None = None) -> list[Upsert]:
    """Row of a command that was carried out; none when this fact does not answer one.

    The first fact that follows from a command answers it. A command may also set other entities in motion (an
    elastic job shrinks for the one submitted); those facts lie in any partition and are read in any order, so
    they must not write the row. What follows from something that is no command (a job that stops because its
    node was lost) writes a row with the id of that thing, which nothing asks for.

    Args:
        delivery: The fact.
        subject: Subject of the command.
        tenant: Tenant of the command, where the fact names no sender; None: the fact's.
    """
    envelope = delivery.envelope
    if envelope.index or not envelope.causation_id:
        return []
    return _answer(delivery, envelope.causation_id, tenant, CommandOutcome.ACCEPTED, {"subject": subject})


def answered(fact: CommandRejected | CommandRepeated, delivery: Delivery[Record]) -> list[Upsert]:
    """Row of a command that was rejected, with the reason, or had been carried out before.

    One whose sender proved no tenant is nobody's and has none.
    """
    columns: dict[str, Any] = {"subject": fact.subject}
    if isinstance(fact, CommandRepeated):
        return _answer(delivery, fact.command_id, None, CommandOutcome.REPEATED, columns)
    columns["problem"] = {
        "command": fact.command,
        "code": fact.code.value,
        "detail_code": fact.detail_code,
        "message": fact.message,
        "violations": [violation.to_datum() for violation in fact.violations],
    }
    if fact.code is not RejectionCode.FORBIDDEN:
        return _answer(delivery, fact.command_id, fact.tenant, CommandOutcome.REJECTED, columns)
    return _answer(delivery, fact.command_id, fact.tenant, _FORBIDDEN, columns) if fact.tenant else []


def _answer(
    delivery: Delivery[Record], command_id: str, tenant: str | None, outcome: str, columns: Mapping[str, Any]
) -> list[Upsert]:
    if len(command_id) > ID_CHARS_MAX:
        return []
    sender = delivery.envelope.sender
    if sender is not None:
        of_tenant, _, user = sender.partition("/")
    else:
        of_tenant, user = tenant or delivery.envelope.tenant or "", ""
    key = {
        "command_id": command_id,
        "tenant": of_tenant,
        "user": user,
        "outcome": outcome,
        "partition": delivery.position.partition,
    }
    return [Upsert("commands", key, columns)]
