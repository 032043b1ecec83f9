"""Answers to commands as facts: all services share the records, and how they are filled in. PURE."""

from __future__ import annotations

from collections.abc import Iterator

from muster.deciding.core.decider import Fact, Input
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation


def rejected(
    given: Input,
    code: RejectionCode,
    message: str,
    *,
    subject: str,
    tenant: str,
    key: str,
    violations: tuple[Violation, ...] = (),
    detail_code: str = "",
) -> Fact:
    """A command that will not be carried out, and why.

    Args:
        given: The command.
        code: Kind of refusal.
        message: For people: what is wrong, and what is allowed.
        subject: What the command was about, as its sender names it.
        tenant: Whose it is.
        key: The fact's key: the entity's.
        violations: What is wrong, field by field.
        detail_code: The service's own, finer code; empty when `code` says all.
    """
    answer = CommandRejected(
        command_id=given.event_id,
        command=type(given.payload).__name__,
        subject=subject,
        tenant=tenant,
        code=code,
        message=message,
        violations=violations,
        detail_code=detail_code,
    )
    return Fact(answer, key, tenant)


def refused(given: Input) -> Iterator[Fact]:
    """A command that was turned away: its sender may not send it. Only the sender's own tenant is told."""
    if given.refused is None:
        raise ValueError(f"{given.event_id} was not turned away")
    tenant, violations = given.refused.tenant, given.refused.violations
    first = violations[0]
    yield rejected(
        given,
        RejectionCode.FORBIDDEN,
        f"{first.field} is {first.value}; allowed: {first.allowed}",
        subject=given.key,
        tenant=tenant,
        key=given.key,
        violations=violations,
    )


def repeated(given: Input, *, subject: str, tenant: str, key: str) -> Fact:
    """A duplicate of a command that was answered before; the first answer stands."""
    command = type(given.payload).__name__
    return Fact(CommandRepeated(command_id=given.event_id, command=command, subject=subject), key, tenant)
