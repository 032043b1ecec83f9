"""Replies: an answer, or a failure and what to do about it.

Form of replies and errors: OpenAI's chat completions API, https://platform.openai.com/docs/api-reference/chat.
`Retry-After`: RFC 9110, section 10.2.3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from typing import Any, Final, cast

from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import TEXT_CHARACTERS_MAX, FailureCode

_SECONDS: Final = re.compile(r"[0-9]+(\.[0-9]+)?")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_OVERLOADED: Final = frozenset({429, 503})
_RETRIED: Final = frozenset({408, 409, 429})


class Remedy(Enum):
    """Reaction to an attempt without an answer."""

    RETRY = auto()
    FAIL = auto()
    """This prompt fails; the next attempt would end alike."""
    END = auto()
    """The endpoint ends for all prompts."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Content of a reply with an answer; fields as of `outcomes.Answer`."""

    text: str
    model: str
    tokens_in: int | None
    tokens_out: int | None
    finish_reason: str
    tokens_in_cached: int | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """An attempt without an answer.

    Attributes:
        code: Reason.
        text: For people, without the endpoint's key.
        remedy: Reaction.
        overload: Whether the endpoint wants fewer requests at once.
        wait_s: Pause that the endpoint asks for, seconds; None: none stated.
    """

    code: FailureCode
    text: str
    remedy: Remedy = Remedy.RETRY
    overload: bool = False
    wait_s: float | None = None


def trouble(endpoint: Endpoint, code: FailureCode, text: str, remedy: Remedy = Remedy.RETRY) -> Trouble:
    """Return a trouble that the transport met; its text in one line, without the endpoint's key."""
    return Trouble(code, _excerpt(endpoint, text), remedy, overload=code is FailureCode.TIMED_OUT)


def read_reply(
    endpoint: Endpoint, status: int, headers: Mapping[str, str], body: bytes, now_s: float
) -> Completion | Trouble:
    """Read one complete reply.

    Args:
        endpoint: Endpoint that sent it.
        status: HTTP status.
        headers: Reply headers; names are looked up in lower case.
        body: Decoded body.
        now_s: Seconds since 1970 UTC, for dates if the reply itself has no date.
    """
    if status == 200:
        return _read_completion(endpoint, body)
    text = _excerpt(endpoint, f"HTTP {status}: {_error_text(body)}")
    if 300 <= status < 400:
        return Trouble(FailureCode.REDIRECTED, text, Remedy.FAIL)
    if status in {401, 403}:
        return Trouble(FailureCode.UNAUTHORISED, text, Remedy.END)
    if status == 402 or (status == 429 and _is_out_of_quota(body)):
        return Trouble(FailureCode.QUOTA_GONE, text, Remedy.END)
    if status < 500 and status not in _RETRIED:
        return Trouble(FailureCode.REJECTED, text, Remedy.FAIL)
    wait_s = retry_after_s(headers, now_s)
    if wait_s is not None and wait_s > endpoint.limits.wait_max_s:
        wait = f"Retry-After is {wait_s:.0f} s; must be {endpoint.limits.wait_max_s:.0f} or less ({text})"
        return Trouble(FailureCode.QUOTA_GONE, wait[:TEXT_CHARACTERS_MAX], Remedy.END)
    code = FailureCode.RATE_LIMITED if status == 429 else FailureCode.SERVER_ERROR
    return Trouble(code, text, overload=status in _OVERLOADED, wait_s=wait_s)


def retry_after_s(headers: Mapping[str, str], now_s: float) -> float | None:
    """Return the pause that a reply asks for, seconds; None if it states none that can be read.

    A date counts from the reply's own `Date`, so that a wrong clock on either side does no harm.
    """
    stated = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(stated):
        return float(stated)
    until = _moment_s(stated)
    if until is None:
        return None
    sent = _moment_s(headers.get("date", ""))
    return max(0.0, until - (now_s if sent is None else sent))


def _moment_s(text: str) -> float | None:
    """Seconds since 1970 of an HTTP date; None if it is none."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _read_completion(endpoint: Endpoint, body: bytes) -> Completion | Trouble:
    document = _json(body)
    model = document.get("model")
    if isinstance(model, str) and model and not endpoint.accepts(model):
        text = f"model is {model}; must be {endpoint.model}, or a name accepted for it"
        return Trouble(FailureCode.MODEL_MISMATCH, _excerpt(endpoint, text), Remedy.END)
    choices = document.get("choices")
    choice = _mapping(cast("list[Any]", choices)[0]) if isinstance(choices, list) and choices else {}
    message = _mapping(choice.get("message"))
    text = message.get("content", 0)
    if text is None:  # nothing but a refusal, a tool call, or thoughts up to the limit of tokens
        text = message.get("refusal") or ""
    if not isinstance(text, str):
        shown = _excerpt(endpoint, f"not a chat completion: {_error_text(body)}")
        return Trouble(FailureCode.UNREADABLE, shown)
    usage, finish_reason = _mapping(document.get("usage")), choice.get("finish_reason")
    return Completion(
        text=_SURROGATES.sub("\ufffd", text),
        model=model if isinstance(model, str) else "",
        tokens_in=_count(usage.get("prompt_tokens")),
        tokens_out=_count(usage.get("completion_tokens")),
        finish_reason=finish_reason if isinstance(finish_reason, str) else "",
        tokens_in_cached=_count(_mapping(usage.get("prompt_tokens_details")).get("cached_tokens")),
    )


def _json(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a body; empty if it is none."""
    try:
        return _mapping(json.loads(body))
    except (ValueError, RecursionError):
        return {}


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _is_out_of_quota(body: bytes) -> bool:
    error = _mapping(_json(body).get("error"))
    return "insufficient_quota" in {str(error.get("code")), str(error.get("type"))}


def _error_text(body: bytes) -> str:
    """The message of an error reply; any other as it is."""
    message = _mapping(_json(body).get("error")).get("message")
    return message if isinstance(message, str) else body.decode(errors="replace")


def _excerpt(endpoint: Endpoint, text: str) -> str:
    """One line without the key; cut only afterwards, so that no part of the key is left."""
    if endpoint.key is not None:
        text = endpoint.key.redacted(text)
    return "".join(each if each.isprintable() else " " for each in text.strip()[:TEXT_CHARACTERS_MAX])
