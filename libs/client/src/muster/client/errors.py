"""Every error of the SDK as a class, with the exit code the command gives it.

An HTTP problem (RFC 9457) becomes the class of its status; its `type`, fields and violations stay readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast


@dataclass(frozen=True, slots=True)
class Violation:
    """One field that is not allowed: its name, its value, and what is allowed."""

    field: str
    value: str
    allowed: str

    def __str__(self) -> str:
        said = self.allowed if self.allowed.startswith("unknown") else f"allowed: {self.allowed}"
        return f"{self.field}: {self.value}; {said}"


class MusterError(Exception):
    """Something a caller may want to catch. `hint` says what to do about it; a traceback shows it, too.

    Attributes:
        exit_code: what the `muster` command ends with.
        problem_type: the problem's `type` URI, when the service sent one.
        violations: field by field, when the input was at fault.
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
    """There is no such job, queue, node or command (or it belongs to another tenant)."""

    exit_code = 3


class Conflict(MusterError):
    """The state of things forbids it: wrong state, other contents under the same key, an ambiguous name."""

    exit_code = 4


class Unauthorized(MusterError):
    """The token is absent, wrong, expired, or not enough."""

    exit_code = 5


class Unavailable(MusterError):
    """The service cannot be reached, or says that it cannot serve now."""

    exit_code = 6


class JobDidNotSucceed(MusterError):
    """The job is over and did not succeed."""


class WaitTimeout(MusterError):
    """The time given for waiting is up; the job goes on."""

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
    401: "set MUSTER_TOKEN, or let `muster up` write a new one; `muster token` shows the one in use",
    403: "`muster token` shows the roles you have; operators may cordon nodes, submitters may submit",
    429: "wait a little and try again",
    503: "`muster status` shows what is down",
}


def from_problem(status: int, problem: Mapping[str, Any]) -> MusterError:
    """The error for an HTTP answer that is not a success."""
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
