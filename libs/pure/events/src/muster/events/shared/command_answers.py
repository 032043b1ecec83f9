"""Answers to commands, shared by the events of all services.

Generated from schemas/command-answers.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias, final

from muster.events.wire.record import record


class CommandFact:
    """Base of the facts whose subject is 'command'; as a pattern it matches all of them."""

    __slots__ = ()


class RejectionCode(StrEnum):
    """Kinds of rejection, common to all services; each has its HTTP status."""

    INVALID = "INVALID"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    NOT_FOUND = "NOT_FOUND"
    WRONG_STATE = "WRONG_STATE"
    IMPOSSIBLE_REQUEST = "IMPOSSIBLE_REQUEST"
    UNKNOWN_QUEUE = "UNKNOWN_QUEUE"
    QUEUE_NOT_EMPTY = "QUEUE_NOT_EMPTY"
    FORBIDDEN = "FORBIDDEN"
    QUOTA_EXCEEDED = "QUOTA_EXCEEDED"
    BAD_TREE = "BAD_TREE"


@final
@record
class Violation:
    """One violation in a request.

    Attributes:
        field: Path of the field.
        value: The value as sent, shortened.
        allowed: What is allowed.
    """

    AVRO_NAME: ClassVar[str] = "muster.command_answers.Violation"

    field: str
    value: str
    allowed: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "field": self.field,
            "value": self.value,
            "allowed": self.allowed,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Violation:
        """The inverse."""
        return cls(
            field=d["field"],
            value=d["value"],
            allowed=d["allowed"],
        )


@final
@record
class CommandRejected(CommandFact):
    """A command that is not carried out, and the reason.

    Attributes:
        command_id: event_id of the command.
        command: Record name of the command.
        subject: Its subject: a job, queue, node or other entity of the service.
        tenant: Tenant.
        code: Kind of rejection.
        detail_code: More specific code of the service; its README lists them. Empty: `code` is
            specific enough.
        message: Message for people.
        violations: Violations by field.
    """

    AVRO_NAME: ClassVar[str] = "muster.command_answers.CommandRejected"

    command_id: str
    command: str
    subject: str
    tenant: str
    code: RejectionCode
    detail_code: str = ""
    message: str
    violations: tuple[Violation, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "command_id": self.command_id,
            "command": self.command,
            "subject": self.subject,
            "tenant": self.tenant,
            "code": self.code,
            "detail_code": self.detail_code,
            "message": self.message,
            "violations": [x.to_datum() for x in self.violations],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CommandRejected:
        """The inverse."""
        return cls(
            command_id=d["command_id"],
            command=d["command"],
            subject=d["subject"],
            tenant=d["tenant"],
            code=RejectionCode(d["code"]),
            detail_code=d.get("detail_code", ""),
            message=d["message"],
            violations=tuple(Violation.from_datum(x) for x in d.get("violations", [])),
        )


@final
@record
class CommandRepeated(CommandFact):
    """A command that was already carried out came again; nothing changed.

    Attributes:
        command_id: event_id of the command.
        command: Record name of the command.
        subject: Its subject.
    """

    AVRO_NAME: ClassVar[str] = "muster.command_answers.CommandRepeated"

    command_id: str
    command: str
    subject: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "command_id": self.command_id,
            "command": self.command,
            "subject": self.subject,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CommandRepeated:
        """The inverse."""
        return cls(
            command_id=d["command_id"],
            command=d["command"],
            subject=d["subject"],
        )


CommandPayload: TypeAlias = CommandRejected | CommandRepeated
