"""A request to an OpenAI-compatible server and its answer, as a sample. PURE.

Reads chat completions and completions, answered as JSON or as a stream of server-sent events. Sources: the
OpenAI API reference; HTML Living Standard, 9.2 "Server-sent events".

A server's answer is not trusted to be well-formed: what cannot be read is unknown in the sample.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, cast

from muster.events.inference_samples import InferenceSampled, SampleBody, SampleMessage
from muster.sampling.redaction import redact

BODY_BYTES_MAX: Final = 256 * 1024
"""Largest body of a sample, UTF-8; a sample with larger texts has none. Redaction takes 2 s for a MiB, in
steps that stop every other thread of the server."""

NAME_CHARACTERS_MAX: Final = 200
"""Most characters of a model, task, segment or finish reason; clients choose some of them."""

SCRIPT_CHARACTERS_MAX: Final = 4_096
"""How much of the input decides its script."""

REFUSAL_CHARACTERS_MAX: Final = 300
"""A refusal is looked for at the beginning of the answer."""

_INT_MAX: Final = 2**31 - 1

_REFUSAL: Final = re.compile(
    r"\b(?:i(?:'|\u2019)?m|i am) (?:really |very |so )?(?:sorry|unable to|not able to)\b.{0,40}?"
    r"(?:can(?:'|\u2019)?t|cannot|can not|unable|won(?:'|\u2019)?t|not able|help|assist|provide|comply)"
    r"|\bi (?:can(?:'|\u2019)?t|cannot|can not|won(?:'|\u2019)?t|will not|must decline to) "
    r"(?:help|assist|provide|comply|do that|fulfill|answer|create|write|generate|support|discuss|engage)"
    r"|\bas an ai(?: language model| assistant| model)?,? i "
    r"(?:can(?:'|\u2019)?t|cannot|am not able|am unable)",
    re.IGNORECASE | re.DOTALL,
)

_SCRIPTS: Final[Mapping[str, str]] = {
    name.upper(): name
    for name in [
        "Arabic",
        "Armenian",
        "Bengali",
        "Bopomofo",
        "Cherokee",
        "Cyrillic",
        "Devanagari",
        "Ethiopic",
        "Georgian",
        "Greek",
        "Gujarati",
        "Gurmukhi",
        "Hangul",
        "Hebrew",
        "Hiragana",
        "Kannada",
        "Katakana",
        "Khmer",
        "Lao",
        "Latin",
        "Malayalam",
        "Mongolian",
        "Myanmar",
        "Oriya",
        "Sinhala",
        "Syriac",
        "Tamil",
        "Telugu",
        "Thaana",
        "Thai",
        "Tibetan",
    ]
} | {"CJK": "Han", "IDEOGRAPHIC": "Han"}
"""Word in the name of a letter -> its script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request and its answer, as bytes.

    Attributes:
        sample: Id of the sample.
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: unknown.
        task: Task; empty: none.
        segment: Segment; empty: none.
        subject: Keyed hash of the user; empty: none.
        one_in: The rate that was applied.
        request: Body of the request, or its beginning.
        request_bytes: Size of the whole body.
        reply: Body of the answer, or its beginning.
        reply_bytes: Size of the whole body.
        status: HTTP status.
        streamed: Whether the answer is a stream of server-sent events.
        latency_ms: Milliseconds to the last byte.
        arrivals: Chunks of the answer in their order: how many bytes there were after it, and after how many
            milliseconds. Perhaps only the first ones.
        opted_out: Whether a header of the request forbids to keep its texts.
    """

    sample: str
    repository: str
    commit: str
    task: str
    segment: str
    subject: str
    one_in: int
    request: bytes
    request_bytes: int
    reply: bytes
    reply_bytes: int
    status: int
    streamed: bool
    latency_ms: int
    arrivals: tuple[tuple[int, int], ...] = ()
    opted_out: bool = False


@dataclass(slots=True)
class _Answer:
    """The first choice of an answer.

    Attributes:
        texts: Pieces of its text.
        calls: Pieces of the arguments of its tool calls.
        model: Model that answers, as the server says.
        finish_reason: Why it ends.
        refused: Whether the server says that it refuses.
        tokens_in: Tokens of the prompt.
        tokens_out: Tokens of the answer.
        first_at: Bytes of the answer up to the end of its first text; None: no text came.
    """

    texts: list[str] = field(default_factory=list[str])
    calls: list[str] = field(default_factory=list[str])
    model: str = ""
    finish_reason: str = ""
    refused: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
    first_at: int | None = None

    @property
    def text(self) -> str:
        """Text of the answer; arguments of tool calls if it has none."""
        return "".join(self.texts) or "".join(self.calls)


def sample_of(exchange: Exchange, *, bodies: bool) -> InferenceSampled:
    """Return the sample of an exchange.

    Lengths of a body that was not kept as a whole and cannot be read are those of its bytes.

    Args:
        exchange: The request and its answer.
        bodies: Whether the sample may contain texts. They are redacted.
    """
    request = _object_in(exchange.request)
    messages = _messages_of(request)
    answer = _streamed(exchange.reply) if exchange.streamed else _whole(exchange.reply)
    text = answer.text
    unread = exchange.reply_bytes > len(exchange.reply) and not text
    given = _parsed(text)
    given_fields = cast("dict[str, Any]", given) if isinstance(given, dict) else None
    characters_in = sum(len(message.content) for message in messages)
    body, redactions = None, 0
    if bodies and not exchange.opted_out and request.get("store") is not False and messages:
        body, redactions = _body_of(messages, text, _sources_of(request))
    return InferenceSampled(
        sample=exchange.sample,
        repository=exchange.repository,
        commit=exchange.commit,
        model=answer.model or _name(request.get("model")),
        task=name_of(exchange.task),
        segment=name_of(exchange.segment),
        template=_template_of(messages),
        one_in=exchange.one_in,
        status=exchange.status,
        finish_reason=answer.finish_reason,
        latency_ms=min(exchange.latency_ms, _INT_MAX),
        first_token_ms=_first_token_ms(exchange, answer),
        tokens_in=answer.tokens_in,
        tokens_out=answer.tokens_out,
        characters_in=characters_in if request else min(exchange.request_bytes, _INT_MAX),
        characters_out=min(exchange.reply_bytes, _INT_MAX) if unread else len(text),
        script=_script_of("".join(message.content for message in messages if message.role != "system")),
        refused=answer.refused or _REFUSAL.search(text[:REFUSAL_CHARACTERS_MAX]) is not None,
        json_valid=given is not _NOT_JSON if _asks_for_json(request) and exchange.status < 400 else None,
        fields_null=None if given_fields is None else sum(map(_is_empty, given_fields.values())),
        fields=None if given_fields is None else len(given_fields),
        subject=exchange.subject,
        redactions=redactions,
        body=body,
    )


def name_of(text: str) -> str:
    """Return a name that a client chose, as events hold it."""
    return _storable(text.strip())[:NAME_CHARACTERS_MAX]


def _body_of(
    messages: Sequence[SampleMessage], answer: str, sources: Sequence[str]
) -> tuple[SampleBody | None, int]:
    """Return the redacted texts, and the number of redactions; None: they are too large."""
    texts = [*(message.content for message in messages), answer, *sources]
    # What is too large is not redacted in the first place.
    if _size_of(texts) > BODY_BYTES_MAX:
        return None, 0
    redacted = [redact(text) for text in texts]
    if _size_of([each.text for each in redacted]) > BODY_BYTES_MAX:
        return None, 0
    count = len(messages)
    conversation = tuple(
        SampleMessage(role=message.role, content=each.text)
        for message, each in zip(messages, redacted[:count], strict=True)
    )
    body = SampleBody(
        conversation=conversation,
        answer=redacted[count].text,
        sources=tuple(each.text for each in redacted[count + 1 :]),
    )
    return body, sum(each.redactions for each in redacted)


def _size_of(texts: Sequence[str]) -> int:
    return sum(len(text.encode()) for text in texts)


def _messages_of(request: Mapping[str, Any]) -> tuple[SampleMessage, ...]:
    """Return the messages of a chat, or the prompts of a completion."""
    prompt = request.get("prompt")
    if isinstance(prompt, str):
        return (SampleMessage(role="user", content=_storable(prompt)),)
    if prompts := [each for each in _items(prompt) if isinstance(each, str)]:
        return tuple(SampleMessage(role="user", content=_storable(each)) for each in prompts)
    return tuple(
        SampleMessage(role=_name(each.get("role")), content=_content_of(each.get("content")))
        for each in _mappings(request.get("messages"))
    )


def _content_of(content: object) -> str:
    """Return the text of a message; images, sound and files have none."""
    if isinstance(content, str):
        return _storable(content)
    texts = [part.get("text") for part in _mappings(content)]
    return _storable("\n".join(text for text in texts if isinstance(text, str)))


def _sources_of(request: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the texts of `documents`, with which vLLM and others pass sources to the prompt's template."""
    documents = _mappings(request.get("documents"))
    parts = [[each.get(name) for name in ("title", "text")] for each in documents]
    return tuple(_storable("\n".join(part for part in each if isinstance(part, str))) for each in parts)


def _template_of(messages: Sequence[SampleMessage]) -> str:
    """Return the SHA-256 of the system's messages, which requests share. Empty: there are none."""
    texts = [message.content for message in messages if message.role in {"system", "developer"}]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest() if texts else ""


def _asks_for_json(request: Mapping[str, Any]) -> bool:
    asked = request.get("response_format")
    return isinstance(asked, dict) and cast("dict[str, Any]", asked).get("type") in {
        "json_object",
        "json_schema",
    }


def _whole(reply: bytes) -> _Answer:
    answer = _Answer()
    _add(answer, _object_in(reply), "message")
    return answer


def _streamed(reply: bytes) -> _Answer:
    answer = _Answer()
    for event, end in _events_in(reply):
        _add(answer, event, "delta")
        if answer.first_at is None and answer.text:
            answer.first_at = end
    return answer


def _events_in(reply: bytes) -> Iterator[tuple[Mapping[str, Any], int]]:
    """Yield the objects of a stream, each with the number of bytes up to its end."""
    place = 0
    data: list[bytes] = []
    for line in reply.splitlines(keepends=True):
        place += len(line)
        stripped = line.strip(b"\r\n")
        if stripped.startswith(b"data:"):
            data.append(stripped[5:].strip())
        elif not stripped and data:
            yield _object_in(b"\n".join(data)), place
            data = []
    if data:
        yield _object_in(b"\n".join(data)), place


def _add(answer: _Answer, event: Mapping[str, Any], part: str) -> None:
    """Add an answer, or a piece of one, to what is known of it."""
    answer.model = answer.model or _name(event.get("model"))
    usage = _mapping(event.get("usage"))
    answer.tokens_in = _count(usage.get("prompt_tokens"), answer.tokens_in)
    answer.tokens_out = _count(usage.get("completion_tokens"), answer.tokens_out)
    for choice in _mappings(event.get("choices")):
        if choice.get("index", 0) != 0:
            continue
        message = _mapping(choice.get(part))
        answer.finish_reason = _name(choice.get("finish_reason")) or answer.finish_reason
        answer.refused |= bool(message.get("refusal")) or answer.finish_reason == "content_filter"
        texts = (message.get("content"), message.get("refusal"), choice.get("text"))
        answer.texts += [_storable(text) for text in texts if isinstance(text, str)]
        functions = [_mapping(call.get("function")) for call in _mappings(message.get("tool_calls"))]
        given = [function.get("arguments") for function in functions]
        answer.calls += [_storable(each) for each in given if isinstance(each, str)]


def _first_token_ms(exchange: Exchange, answer: _Answer) -> int | None:
    """Return when the chunk came in which the first text of a stream ends."""
    first_at = answer.first_at
    if first_at is None:
        return None
    return next((passed_ms for end, passed_ms in exchange.arrivals if end >= first_at), None)


def _script_of(text: str) -> str:
    """Return the script of most letters; the first by name of several. Empty: no known letters."""
    counts = Counter[str]()
    for letter, count in Counter(text[:SCRIPT_CHARACTERS_MAX]).items():
        words = unicodedata.name(letter, "").replace("-", " ").split() if letter.isalpha() else []
        script = next((_SCRIPTS[word] for word in words if word in _SCRIPTS), "")
        counts[script] += count
    del counts[""]
    return min(counts, key=lambda script: (-counts[script], script), default="")


_NOT_JSON: Final = object()


def _parsed(text: str | bytes) -> Any:
    """Return the value of a JSON text; `_NOT_JSON` if it is none, or too deep to read."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return _NOT_JSON


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and infinities, which JSON does not have."""
    raise ValueError(constant)


def _object_in(body: bytes) -> Mapping[str, Any]:
    return _mapping(_parsed(body))


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _items(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _mappings(value: object) -> list[Mapping[str, Any]]:
    return [cast("Mapping[str, Any]", each) for each in _items(value) if isinstance(each, dict)]


def _name(value: object) -> str:
    return name_of(value) if isinstance(value, str) else ""


def _count(value: object, otherwise: int | None) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _INT_MAX
    return cast("int", value) if is_count else otherwise


def _is_empty(value: object) -> bool:
    return value is None or value in ("", [], {})


def _storable(text: str) -> str:
    """Return the text with replacements for halves of surrogate pairs, which UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode()
