"""Answers, failures and their codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

TEXT_CHARACTERS_MAX: Final = 500
"""Length of the text of a failure."""


class FailureCode(StrEnum):
    """Reason why a prompt has no answer; stable."""

    REJECTED = "REJECTED"
    """The endpoint rejects this request (4xx); not retried."""
    REDIRECTED = "REDIRECTED"
    """The endpoint answers with a redirect, which is not followed; not retried."""
    TOO_LARGE = "TOO_LARGE"
    """The reply is larger than the limit; not retried."""
    RATE_LIMITED = "RATE_LIMITED"
    """Every attempt was answered with 429 while other prompts may have been answered."""
    SERVER_ERROR = "SERVER_ERROR"
    """The last attempt ended with a 5xx status."""
    TIMED_OUT = "TIMED_OUT"
    """The last attempt took longer than the limit."""
    UNREACHABLE = "UNREACHABLE"
    """The last attempt got no connection: refused, no such host, TLS."""
    CUT_OFF = "CUT_OFF"
    """The connection of the last attempt ended within the reply."""
    UNREADABLE = "UNREADABLE"
    """The last reply was not a chat completion: no JSON, no choices, no text."""
    QUOTA_GONE = "QUOTA_GONE"
    """Ends the endpoint: no credit or quota, or a wait longer than the limit."""
    UNAUTHORISED = "UNAUTHORISED"
    """Ends the endpoint: key missing, wrong or without permission."""
    MODEL_MISMATCH = "MODEL_MISMATCH"
    """Ends the endpoint: another model answered than the one asked for."""


MAY_BE_CHARGED: Final = frozenset(
    {
        FailureCode.TOO_LARGE,
        FailureCode.SERVER_ERROR,
        FailureCode.TIMED_OUT,
        FailureCode.CUT_OFF,
        FailureCode.UNREADABLE,
        FailureCode.MODEL_MISMATCH,
    }
)
"""Ends of attempts in which the model may have worked; what was refused or not connected costs nothing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Text that the model generated for a prompt.

    Attributes:
        text: Generated text; lone surrogates are U+FFFD. Empty if the model generated nothing.
        model: Model name that the endpoint reported; empty if it reported none.
        tokens_in: Prompt tokens that the endpoint counted; None if it reported none.
        tokens_out: Generated tokens, likewise.
        finish_reason: Reason given by the endpoint, e.g. `stop` or `length`; empty if none.
        latency_ms: Duration of the successful attempt, milliseconds.
        attempts: Requests sent for this prompt, this one included.
        unanswered: Those without an answer that the endpoint may have charged for.
        tokens_in_cached: Prompt tokens that the endpoint had cached; None if it reported none.
    """

    text: str
    model: str
    tokens_in: int | None
    tokens_out: int | None
    finish_reason: str
    latency_ms: int
    attempts: int
    unanswered: int = 0
    tokens_in_cached: int | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Reason why a prompt has no answer, or why an endpoint has ended.

    Attributes:
        code: Stable.
        text: For people, at most `TEXT_CHARACTERS_MAX` characters; never holds the endpoint's key.
        attempts: Requests sent for this prompt.
        unanswered: Those that the endpoint may have charged for.
    """

    code: FailureCode
    text: str
    attempts: int = 0
    unanswered: int = 0


class EndpointEnded(Exception):
    """The endpoint accepts no more prompts; this one was not answered and is not asked again.

    Attributes:
        failure: Reason; its attempts are those of this prompt.
    """

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return f"{self.failure.code}: {self.failure.text}"
