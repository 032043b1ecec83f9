"""Prompts: messages and sampling, and the request body made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Role: TypeAlias = Literal["system", "developer", "user", "assistant"]

_OWN_FIELDS: Final = frozenset(
    {"model", "messages", "temperature", "seed", "max_tokens", "stop", "stream", "n"}
)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """Settings under which the model generates.

    Attributes:
        temperature: 0 for the most probable text.
        seed: For endpoints that accept one; None: not sent.
        max_tokens: Most tokens generated; None: not sent.
        stop: Texts that end the generation, not part of the answer.
    """

    temperature: float = 0.0
    seed: int | None = 0
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request for one answer.

    Attributes:
        id: Unique within a run and the same when the run resumes, e.g. run/case/repetition. The idempotency
            key comes from it.
        messages: The conversation, at least one message.
        sampling: Temperature, seed, lengths.
        fields: Further fields of the request, e.g. `tools`, `response_format`, `reasoning_effort`.
    """

    id: str
    messages: tuple[Message, ...]
    sampling: Sampling = Sampling()
    fields: Mapping[str, Json] = field(default_factory=dict[str, Json])

    def __post_init__(self) -> None:
        """Check messages and fields.

        Raises:
            ValueError: There is no message, or a further field replaces one of the client's.
        """
        if not self.messages:
            raise ValueError("messages is empty; must be one message or more")
        if taken := sorted(_OWN_FIELDS & self.fields.keys()):
            raise ValueError(
                f"fields has {taken[0]}; must be other fields than {', '.join(sorted(_OWN_FIELDS))}"
            )


def request_fields(prompt: Prompt) -> dict[str, Json]:
    """Return all fields of the request but the model."""
    sampling = prompt.sampling
    body: dict[str, Json] = {
        **prompt.fields,
        "messages": [{"role": each.role, "content": each.content} for each in prompt.messages],
        "temperature": sampling.temperature,
    }
    if sampling.seed is not None:
        body["seed"] = sampling.seed
    if sampling.max_tokens is not None:
        body["max_tokens"] = sampling.max_tokens
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    return body


def request_body(model: str, prompt: Prompt) -> bytes:
    """Return the JSON body of the request.

    Raises:
        ValueError: A number is NaN or infinite.
    """
    return json.dumps({"model": model, **request_fields(prompt)}, allow_nan=False).encode()


def idempotency_key(prompt_id: str) -> str:
    """Return the value of the `Idempotency-Key` header: the same for each attempt, another for each id."""
    return f"muster-{sha256(prompt_id.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}"
