"""Answers to commands as facts: all services share the records, and how they are filled in. PURE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.deciding.core.decider import About, Fact, Input
from muster.events.refusal import in_words
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation


def refuse(
    given: Input[object], code: RejectionCode, why: str | Sequence[Violation], *, detail_code: str = ""
) -> Fact[CommandRejected]:
    """Reject a command; its subject comes from the core's `about`.

    Args:
        given: The command.
        code: Kind of refusal.
        why: The error and the valid values: as a text for people, or by field.
        detail_code: The service's own, finer code; empty when `code` says all.
    """
    message, violations = (why, ()) if isinstance(why, str) else (in_words(why), tuple(why))
    return _rejected(
        given, _about(given), code=code, message=message, violations=violations, detail_code=detail_code
    )


def refused(given: Input[object]) -> Iterator[Fact[CommandRejected]]:
    """Reject a command whose sender may not send it; only the sender's own tenant sees the answer."""
    if given.refused is None:
        raise ValueError(f"{given.event_id} was not turned away")
    violations = given.refused.violations
    about = About(given.key, given.refused.tenant)
    message = in_words(violations[:1])
    yield _rejected(given, about, code=RejectionCode.FORBIDDEN, message=message, violations=violations)


def repeated(given: Input[object], *, subject: str = "") -> Fact[CommandRepeated]:
    """Answer a command that is a duplicate, or whose work is done already; the first answer remains valid.

    Args:
        given: The command.
        subject: The thing that was made then; default: the subject of the command.
    """
    about = _about(given)
    command = type(given.payload).__name__
    answer = CommandRepeated(command_id=given.event_id, command=command, subject=subject or about.subject)
    return Fact(answer, about.key, about.tenant)


def _about(given: Input[object]) -> About:
    if given.about is None:
        raise ValueError(f"{given.event_id} is a {type(given.payload).__name__}; must be a command")
    return given.about


def _rejected(
    given: Input[object],
    about: About,
    *,
    code: RejectionCode,
    message: str,
    violations: tuple[Violation, ...],
    detail_code: str = "",
) -> Fact[CommandRejected]:
    answer = CommandRejected(
        command_id=given.event_id,
        command=type(given.payload).__name__,
        subject=about.subject,
        tenant=about.tenant,
        code=code,
        message=message,
        violations=violations,
        detail_code=detail_code,
    )
    return Fact(answer, about.key, about.tenant)
