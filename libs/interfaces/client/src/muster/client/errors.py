"""Errors of the SDK, one class each, with the exit code of the command.

The status of an HTTP problem (RFC 9457) selects the class; its `type`, fields and violations are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast


@dataclass(frozen=True, slots=True)
class Violation:
    """An invalid field: its name, its value, and the allowed values."""

    field: str
    value: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.field} is {self.value or 'empty'}; must be {self.allowed}"


class MusterError(Exception):
    """Base of all errors of the SDK. `hint` says what to do about it, and is shown in tracebacks as well.

    Attributes:
        exit_code: exit code of the `muster` command.
        problem_type: the problem's `type` URI, if the service sent one.
        violations: invalid fields, if the input was at fault.
    """

    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        problem_type: str = "",
        violations: tuple[Violation, ...] = (),
    ) -> None:
        super().__init__(message)
        for violation in violations:
            self.add_note(str(violation))
        if hint:
            self.add_note(f"hint: {hint}")
        self.message = message
        self.hint = hint
        self.problem_type = problem_type
        self.violations = violations


class InvalidRequest(MusterError):
    """The request breaks a rule; nothing was done."""

    exit_code = 2


class NotFound(MusterError):
    """The job, queue, node or command does not exist (or belongs to another tenant)."""

    exit_code = 3


class Conflict(MusterError):
    """The present state forbids the request: wrong state, key used for other content, ambiguous name."""

    exit_code = 4


class Unauthorized(MusterError):
    """The token is missing, invalid, expired, or lacks a permission."""

    exit_code = 5


class Unavailable(MusterError):
    """The service cannot be reached, or cannot serve the request now."""

    exit_code = 6


class JobDidNotSucceed(MusterError):
    """The job has ended and did not succeed."""


class WaitTimeout(MusterError):
    """The time limit for waiting has passed; the job keeps running."""

    exit_code = 124


_BY_STATUS: Mapping[int, type[MusterError]] = {
    400: InvalidRequest,
    401: Unauthorized,
    403: Unauthorized,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
    429: Unavailable,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}

_HINTS: Mapping[int, str] = {
    401: "set MUSTER_TOKEN, or use `muster login URL`; `muster whoami` shows the token in use",
    403: "`muster token` shows your roles, e.g. submitter to submit jobs, operator to cordon nodes",
    429: "wait a moment and try again",
    503: "`muster status` shows what is down",
}


def from_problem(status: int, problem: Mapping[str, Any]) -> MusterError:
    """Convert an unsuccessful HTTP response to an error."""
    title = str(problem.get("title") or f"HTTP {status}")
    detail = str(problem.get("detail") or "")
    found = cast("list[Mapping[str, Any]]", problem.get("violations") or [])
    violations = tuple(
        Violation(str(v.get("field", "")), str(v.get("value", "")), str(v.get("allowed", ""))) for v in found
    )
    kind = _BY_STATUS.get(status, MusterError)
    return kind(
        detail or title,
        hint=_HINTS.get(status, ""),
        problem_type=str(problem.get("type") or ""),
        violations=violations,
    )
