"""Commands about a repository that are refused: the fact that says why. PURE."""

from __future__ import annotations

from typing import Protocol

from muster.deciding import Fact, Input, rejected
from muster.events.shared.command_answers import RejectionCode, Violation


class AboutRepository(Protocol):
    """A command, as far as it says which repository it is about and who sends it."""

    @property
    def repository(self) -> str:
        """Its id."""
        ...

    @property
    def tenant(self) -> str:
        """The organisation of the sender."""
        ...


def refused(
    given: Input,
    command: AboutRepository,
    code: RejectionCode,
    text: str,
    detail_code: str = "",
    *,
    subject: str = "",
    violations: tuple[Violation, ...] = (),
) -> Fact:
    """What is wrong and what is allowed, as `rejected` says it.

    Args:
        given: The command as it came.
        command: The same.
        code: Kind of refusal.
        text: For people.
        detail_code: The registry's own code; empty: `code` says all.
        subject: What the command was about; empty: the repository.
        violations: Field by field.
    """
    return rejected(
        given,
        code,
        text,
        subject=subject or command.repository,
        tenant=command.tenant,
        key=command.repository,
        violations=violations,
        detail_code=detail_code,
    )
