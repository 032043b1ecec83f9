"""Exchanges become samples, whatever the bytes are."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.inference_samples import InferenceSampled, SampleBody, SampleMessage
from muster.sampling.exchanges import BODY_BYTES_MAX, Exchange, sample_of

CHAT: dict[str, Any] = {
    "model": "tiny",
    "messages": [
        {"role": "system", "content": "Be short."},
        {
            "role": "user",
            "content": [{"type": "text", "text": "Schreib an ann@mail.example"}, {"type": "image_url"}],
        },
    ],
}


def _exchange(request: object, reply: object, **changes: Any) -> Exchange:
    bodies = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in (request, reply)]
    fields: dict[str, Any] = {
        "sample": "5" * 32,
        "repository": "acme/tiny",
        "commit": "c0",
        "task": "mail",
        "segment": "de",
        "subject": "",
        "one_in": 7,
        "request": bodies[0],
        "request_bytes": len(bodies[0]),
        "reply": bodies[1],
        "reply_bytes": len(bodies[1]),
        "status": 200,
        "streamed": False,
        "latency_ms": 40,
    }
    return Exchange(**fields | changes)


def _reply(text: str | None, **message: object) -> dict[str, Any]:
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text, **message},
        "finish_reason": "stop",
    }
    return {"model": "tiny-1", "choices": [choice], "usage": {"prompt_tokens": 12, "completion_tokens": 3}}


def _stream(*events: object, end: str = "\n") -> bytes:
    return "".join(
        f"data: {each if isinstance(each, str) else json.dumps(each)}{end}{end}" for each in events
    ).encode()


def _delta(text: str | None, finish_reason: str | None = None) -> dict[str, Any]:
    return {
        "model": "tiny-1",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}],
    }


def test_chat_completion_becomes_a_sample_with_redacted_texts() -> None:
    sample = sample_of(_exchange(CHAT, _reply("Sent to ann@mail.example.")), bodies=True)
    assert sample == InferenceSampled(
        sample="5" * 32,
        repository="acme/tiny",
        commit="c0",
        model="tiny-1",
        task="mail",
        segment="de",
        template=hashlib.sha256(b"Be short.").hexdigest(),
        one_in=7,
        status=200,
        finish_reason="stop",
        latency_ms=40,
        tokens_in=12,
        tokens_out=3,
        characters_in=len("Be short.Schreib an ann@mail.example"),
        characters_out=len("Sent to ann@mail.example."),
        script="Latin",
        refused=False,
        subject="",
        redactions=2,
        body=SampleBody(
            conversation=(
                SampleMessage(role="system", content="Be short."),
                SampleMessage(role="user", content="Schreib an [mail redacted]"),
            ),
            answer="Sent to [mail redacted].",
            sources=(),
        ),
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_stream_is_put_together_and_its_first_token_has_a_time(end: str) -> None:
    first, second = _stream(_delta(""), end=end), _stream(_delta("Gu"), end=end)
    usage: dict[str, Any] = {"choices": [], "usage": {"prompt_tokens": 4, "completion_tokens": 2}}
    reply = first + second + _stream(_delta("ten"), _delta(None, "length"), usage, "[DONE]", end=end)
    arrivals = ((len(first), 5), (len(first) + len(second), 9), (len(reply), 30))
    exchange = _exchange(CHAT, reply, streamed=True, arrivals=arrivals)
    sample = sample_of(exchange, bodies=True)
    assert sample.body is not None
    assert sample.body.answer == "Guten"
    assert (sample.first_token_ms, sample.finish_reason) == (9, "length")
    assert (sample.tokens_in, sample.tokens_out, sample.characters_out) == (4, 2, 5)


def test_completion_has_its_prompt_as_a_message() -> None:
    reply = {"choices": [{"index": 0, "text": "world", "finish_reason": "stop"}]}
    sample = sample_of(_exchange({"prompt": "Hello", "model": "base"}, reply), bodies=True)
    assert sample.body is not None
    assert sample.body.conversation == (SampleMessage(role="user", content="Hello"),)
    assert (sample.body.answer, sample.model, sample.template) == ("world", "base", "")


def test_documents_are_sources() -> None:
    documents = [{"title": "Rates", "text": "of ann@mail.example"}, {"text": "plain"}]
    sample = sample_of(_exchange(CHAT | {"documents": documents}, _reply("ok")), bodies=True)
    assert sample.body is not None
    assert sample.body.sources == ("Rates\nof [mail redacted]", "plain")


@pytest.mark.parametrize(
    ("request_fields", "changes", "bodies"),
    [({}, {}, False), ({"store": False}, {}, True), ({}, {"opted_out": True}, True)],
    ids=["policy", "store", "header"],
)
def test_texts_are_left_out_without_policy_or_consent(
    request_fields: dict[str, Any], changes: dict[str, Any], bodies: bool
) -> None:
    sample = sample_of(_exchange(CHAT | request_fields, _reply("ok"), **changes), bodies=bodies)
    assert (sample.body, sample.redactions, sample.characters_out) == (None, 0, 2)


@pytest.mark.parametrize(("size", "kept"), [(BODY_BYTES_MAX - 1, True), (BODY_BYTES_MAX, False)])
def test_large_texts_are_dropped_and_the_sample_stays(size: int, kept: bool) -> None:
    request = {"prompt": "x" * size}
    sample = sample_of(_exchange(request, {"choices": [{"text": "y"}]}), bodies=True)
    assert (sample.body is not None, sample.characters_in) == (kept, size)


@pytest.mark.parametrize(
    ("text", "valid", "fields", "nulls"),
    [
        ('{"a": 1, "b": null, "c": ""}', True, 3, 2),
        ("[1]", True, None, None),
        ('{"a": 1', False, None, None),
        ('{"a": NaN}', False, None, None),
        ("[" * 100_000, False, None, None),
    ],
    ids=["object", "list", "cut", "nan", "deep"],
)
def test_json_answers_are_checked(text: str, valid: bool, fields: int | None, nulls: int | None) -> None:
    request = CHAT | {"response_format": {"type": "json_object"}}
    sample = sample_of(_exchange(request, _reply(text)), bodies=False)
    assert (sample.json_valid, sample.fields, sample.fields_null) == (valid, fields, nulls)
    assert sample_of(_exchange(CHAT, _reply(text)), bodies=False).json_valid is None


@pytest.mark.parametrize(
    "reply",
    [
        _reply("I'm sorry, but I can\u2019t help with that."),
        _reply("I cannot assist with this request."),
        _reply("As an AI language model, I am unable to say."),
        _reply(None, refusal="No."),
    ],
)
def test_refusals_are_recognised(reply: dict[str, Any]) -> None:
    assert sample_of(_exchange(CHAT, reply), bodies=False).refused


@pytest.mark.parametrize("text", ["I am sorry for your loss.", "He said: you can't park here.", "Paris."])
def test_other_answers_are_no_refusals(text: str) -> None:
    assert not sample_of(_exchange(CHAT, _reply(text)), bodies=False).refused


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Привет, world", "Cyrillic"),
        ("漢字かな漢字", "Han"),
        ("123 !?", ""),
        ("مرحبا", "Arabic"),
        ("\uff21\uff22", "Latin"),
    ],
)
def test_script_is_that_of_most_letters(text: str, script: str) -> None:
    assert sample_of(_exchange({"prompt": text}, {}), bodies=False).script == script


def test_tool_call_is_the_answer_where_there_is_no_text() -> None:
    calls = [{"function": {"name": "find", "arguments": '{"city": "Bonn"}'}}]
    sample = sample_of(_exchange(CHAT, _reply(None, tool_calls=calls)), bodies=True)
    assert sample.body is not None
    assert sample.body.answer == '{"city": "Bonn"}'


def test_cut_bodies_have_the_lengths_of_their_bytes() -> None:
    exchange = _exchange(b'{"messages": [', b'{"choices": [', request_bytes=3_000_000, reply_bytes=2_000_000)
    sample = sample_of(exchange, bodies=True)
    assert (sample.characters_in, sample.characters_out, sample.body) == (3_000_000, 2_000_000, None)


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    reply = b'{"choices": [{"message": {"content": "a\\ud800b"}}]}'
    sample = sample_of(_exchange({"prompt": "\ud800"}, reply), bodies=True)
    assert sample.body is not None
    assert (sample.body.answer, sample.body.conversation[0].content) == ("a?b", "?")


_NAMES = [
    *("messages", "prompt", "role", "content", "store", "model"),
    *("choices", "index", "delta", "message", "text", "usage"),
]

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(_NAMES),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(request=st.binary(max_size=30) | _JSON, reply=st.binary(max_size=30) | _JSON, streamed=st.booleans())
def test_any_bytes_become_a_sample(request: object, reply: object, streamed: bool) -> None:
    sent = _stream(reply) if streamed and not isinstance(reply, bytes) else reply
    sample = sample_of(_exchange(request, sent, streamed=streamed), bodies=True)
    assert InferenceSampled.from_datum(sample.to_datum()) == sample
