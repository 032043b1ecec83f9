"""Compiled Avro against fastavro: the same bytes, the same data, the same refusals."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, cast, get_type_hints

import fastavro
import pytest
from fastavro.types import Schema
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import JobSpec, SubmitJob
from muster.events.topics import JOB_COMMANDS, TOPICS
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Envelope, Topic, envelope_from_datum
from muster.events.wire.once import ByIdentity
from muster.journal.avro.decoder import Decoder, decoder
from muster.journal.avro.encoder import Encoder, Seen, encoder
from muster.journal.avro.records import RecordDecoder, record_decoder
from muster.journal.avro.schema import CompiledSchema, compiled_schema, read_whole, without_names_of_enums
from muster.journal.dead_letters import Poison
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec
from muster.testkit.cores import build
from muster.testkit.laws import examples

EXAMPLES = Path(__file__).parents[4] / "schemas" / "examples"
CASES = [(topic, path) for topic in TOPICS for path in sorted((EXAMPLES / topic.name).glob("*.json"))]
# The log of a deciding service is read as plain data: its union of facts is put together when it is loaded.
GENERATED = [case for case in CASES if not issubclass(next(iter(case[0].payloads.values())), DecidedBatch)]
QUICK = 5
"""A fast run tries each fifth example."""


def each(cases: list[tuple[Topic, Path]]) -> pytest.MarkDecorator:
    marked = [
        pytest.param(
            topic, path, id=f"{topic.name}-{path.stem}", marks=() if n % QUICK == 0 else pytest.mark.slow
        )
        for n, (topic, path) in enumerate(cases)
    ]
    return pytest.mark.parametrize(("topic", "path"), marked)


write = cast("Callable[[io.BytesIO, Schema, Any], None]", fastavro.schemaless_writer)  # pyright: ignore[reportUnknownMemberType]
read = cast("Callable[..., dict[str, Any]]", fastavro.schemaless_reader)  # pyright: ignore[reportUnknownMemberType]


@cache
def parsed(text: str) -> Schema:
    return fastavro.parse_schema(json.loads(text))


@cache
def encoder_of(topic_schema: str) -> Encoder:
    """Compiled once for all examples of a topic."""
    return encoder(parsed(topic_schema))


@cache
def decoder_of(topic_schema: str) -> Decoder:
    """Compiled once for all examples of a topic."""
    return decoder(parsed(topic_schema))


def encoded(schema: Schema, datum: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    write(file, schema, datum)
    return file.getvalue()


def decoded(schema: Schema, value: bytes) -> dict[str, Any]:
    file = io.BytesIO(value)
    datum = read(file, schema, None, return_record_name=True)
    if file.tell() != len(value):
        raise ValueError("bytes are left over")
    return without_names_of_enums(datum)


def example(topic: Topic, path: Path) -> Envelope[Any]:
    """An example; what is bytes in its schema is text in JSON."""
    envelope = envelope_from_datum(topic, json.loads(path.read_text()))
    return replace(envelope, payload=_with_bytes(envelope.payload))


def _with_bytes(given: Any) -> Any:
    """A record whose fields of bytes are bytes, and those of all records in it."""
    if isinstance(given, tuple):
        return tuple(map(_with_bytes, cast("tuple[Any, ...]", given)))
    if not is_dataclass(given) or isinstance(given, type):
        return given
    kinds = get_type_hints(type(given))
    told = {each.name: getattr(given, each.name) for each in fields(given)}
    return replace(
        given,
        **{
            name: value.encode() if kinds[name] is bytes and isinstance(value, str) else _with_bytes(value)
            for name, value in told.items()
        },
    )


def result_of(call: Callable[[], Any]) -> tuple[str, Any]:
    """Return the result of a call, or the type of the exception."""
    try:
        return "returned", call()
    except Exception as error:
        return "raised", type(error)


@cache
def record_decoder_of(topic_name: str) -> RecordDecoder | None:
    """Compiled once for all examples of a topic."""
    topic = next(topic for topic in TOPICS if topic.name == topic_name)
    return record_decoder(parsed(topic.schema), Envelope, topic.payloads)


def seen_of(encode: Encoder, record: Any) -> Seen:
    """Return the cached encodings that the next record can reuse."""
    seen: Seen = {}
    encode(record, bytearray(), seen)
    return seen


@pytest.mark.slow
@each(CASES)
def test_every_event_is_coded_without_fastavro_as_fastavro_does(topic: Topic, path: Path) -> None:
    schema, encode = parsed(topic.schema), encoder_of(topic.schema)
    envelope = example(topic, path)
    value = encoded(schema, envelope.to_datum())
    for seen in (dict[int, bytearray](), seen_of(encode, envelope)):
        out = bytearray(b"head")
        encode(envelope, out, seen)
        assert out == b"head" + value
    assert decoder_of(topic.schema)(bytes(out), 4) == (decoded(schema, value), len(out))


@each(CASES)
def test_every_event_is_read_by_a_schema_that_has_to_be_resolved(topic: Topic, path: Path) -> None:
    schema = parsed(topic.schema)
    envelope = example(topic, path)
    value = encoded(schema, envelope.to_datum())
    assert envelope_from_datum(topic, read_whole(value, 0, schema, deepcopy(schema))) == envelope


@pytest.mark.slow
@each(GENERATED)
def test_every_event_is_decoded_without_plain_data_in_between(topic: Topic, path: Path) -> None:
    schema = parsed(topic.schema)
    envelope = example(topic, path)
    value = encoded(schema, envelope.to_datum())
    decode = record_decoder_of(topic.name)
    assert decode is not None
    assert repr(decode(value, 0)) == repr((envelope, len(value)))  # by repr: it tells a tuple from a list


@pytest.mark.slow
@given(st.data())
@examples(300)
def test_damaged_events_are_read_or_refused_as_plain_data_are(data: st.DataObject) -> None:
    topic, path = data.draw(st.sampled_from(CASES))
    schema = compiled_schema(topic)
    value = bytearray(schema.encoded(example(topic, path), b""))
    for at in data.draw(st.lists(st.integers(0, len(value) - 1), min_size=1, max_size=3)):
        value[at] = data.draw(st.integers(0, 255))
    damaged = bytes(value)
    expected = result_of(lambda: envelope_from_datum(topic, decoded(schema.schema, damaged)))
    assert repr(result_of(lambda: schema.event(topic, damaged, 0))) == repr(expected)


_ALL: Schema = fastavro.parse_schema(
    {
        "type": "record",
        "name": "All",
        "namespace": "test",
        "fields": [
            {"name": "text", "type": "string"},
            {"name": "raw", "type": "bytes"},
            {"name": "whole", "type": "int"},
            {"name": "long", "type": "long"},
            {"name": "real", "type": "double"},
            {"name": "yes", "type": "boolean"},
            {"name": "symbol", "type": {"type": "enum", "name": "Symbol", "symbols": ["A", "B", "C"]}},
            {"name": "maybe", "type": ["null", "long"], "default": None},
            {"name": "rather", "type": ["string", "null"], "default": "d"},
            {"name": "list", "type": {"type": "array", "items": "long"}},
            {"name": "map", "type": {"type": "map", "values": ["null", "string"]}},
            {
                "name": "one",
                "type": [
                    {"type": "record", "name": "Left", "fields": [{"name": "n", "type": "long"}]},
                    {"type": "record", "name": "Right", "fields": [{"name": "again", "type": "Symbol"}]},
                    {"type": "record", "name": "Empty", "fields": []},
                ],
            },
            {"name": "inner", "type": ["null", "Left"], "default": None},
            {"name": "many", "type": {"type": "array", "items": "Right"}},
        ],
    }
)
_longs = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([0, 63, 64, -64, -65, 8_191, 8_192, 2**31])
_symbols = st.sampled_from(["A", "B", "C"])
_lefts = st.fixed_dictionaries({"n": _longs})
_rights = st.fixed_dictionaries({"again": _symbols})
_data: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "text": st.text() | st.text(min_size=60, max_size=70),
        "raw": st.binary(),
        "whole": st.integers(-(2**31), 2**31 - 1),
        "long": _longs,
        "real": st.floats(allow_nan=False),
        "yes": st.booleans(),
        "symbol": _symbols,
        "list": st.lists(_longs),
        "map": st.dictionaries(st.text(), st.none() | st.text()),
        "one": st.one_of(
            st.tuples(st.just("test.Left"), _lefts),
            st.tuples(st.just("test.Right"), _rights),
            st.tuples(st.just("test.Empty"), st.builds(dict[str, Any])),
        ),
        "many": st.lists(_rights),
    },
    optional={
        "maybe": st.none() | _longs,
        "rather": st.none() | st.text(),
        "inner": st.none() | _lefts | st.tuples(st.just("test.Left"), _lefts),
    },
)


class Loose:
    """A record of any schema, made from plain data."""

    def __init__(self, name: str, datum: dict[str, Any]) -> None:
        self.AVRO_NAME = name
        self._datum = datum
        for field, value in datum.items():
            setattr(self, field, as_attribute(field, value))

    def to_datum(self) -> dict[str, Any]:
        return self._datum


def as_attribute(field: str, value: Any) -> Any:
    """Plain data as the attribute of a record."""
    match field, value:
        case _, (str() as name, dict()):
            return Loose(name, cast("dict[str, Any]", value[1]))
        case "inner", dict():
            return Loose("", cast("dict[str, Any]", value))
        case "many", list():
            return [Loose("", each) for each in cast("list[dict[str, Any]]", value)]
        case _:
            return value


def whole(datum: dict[str, Any]) -> Loose:
    """A record of the schema with every type; a field that is absent has its default."""
    return Loose("test.All", {"maybe": None, "rather": "d", "inner": None} | datum)


@given(_data)
@examples(300)
def test_data_that_fit_are_coded_without_fastavro(datum: dict[str, Any]) -> None:
    value, out = encoded(_ALL, datum), bytearray()
    encoder(_ALL)(whole(datum), out, {})
    assert out == value
    assert decoder(_ALL)(value, 0) == (decoded(_ALL, value), len(value))


_COMPILED = CompiledSchema(_ALL)


@pytest.mark.slow
@given(_data, st.data())
@examples(500)
def test_bytes_that_were_damaged_are_read_or_refused_as_fastavro_does(
    datum: dict[str, Any], data: st.DataObject
) -> None:
    value = bytearray(encoded(_ALL, datum))
    for at in data.draw(st.lists(st.integers(0, len(value) - 1), min_size=1, max_size=3)):
        value[at] = data.draw(st.integers(0, 255))
    damaged = (
        bytes(value[: data.draw(st.integers(0, len(value)))]) if data.draw(st.booleans()) else bytes(value)
    )
    expected = result_of(lambda: decoded(_ALL, damaged))
    assert repr(result_of(lambda: _COMPILED.decoded(damaged, 0))) == repr(expected)  # by repr: NaN is NaN


_WRONG: list[dict[str, Any]] = [
    {"text": 7},
    {"text": b"bytes"},
    {"text": "\ud800"},
    {"raw": "text"},
    {"long": 2**63},
    {"long": -(2**63) - 1},
    {"long": "1"},
    {"long": None},
    {"long": 1.5},
    {"whole": 2**31},
    {"symbol": "D"},
    {"list": None},
    {"one": ("test.Nobody", {})},
    {"one": {}},
    {"one": ("test.Left", {})},
    {"inner": ("test.Left", {"n": "x"})},
]


@pytest.mark.parametrize("changed", _WRONG, ids=str)
def test_data_that_do_not_fit_are_refused_as_fastavro_does(changed: dict[str, Any]) -> None:
    fits: dict[str, Any] = {
        "text": "t",
        "raw": b"r",
        "whole": 1,
        "long": 2,
        "real": 0.5,
        "yes": True,
        "symbol": "A",
        "list": [1],
        "map": {"k": None},
        "one": ("test.Empty", {}),
        "many": [],
    }
    datum = {**fits, **changed}
    expected = result_of(lambda: b"head" + encoded(_ALL, datum))
    assert result_of(lambda: _COMPILED.encoded(whole(datum), b"head")) == expected


def test_a_field_that_is_absent_and_has_no_default_is_refused_as_fastavro_does() -> None:
    schema = CompiledSchema(_ALL)
    assert result_of(lambda: schema.encoded(Loose("test.All", {}), b"")) == result_of(
        lambda: encoded(_ALL, {})
    )


def test_blocks_that_say_their_size_are_read() -> None:
    schema = fastavro.parse_schema(
        {"type": "record", "name": "L", "fields": [{"name": "l", "type": {"type": "array", "items": "long"}}]}
    )
    assert CompiledSchema(schema).decoded(bytes([3, 4, 2, 4, 0]), 0) == {"l": [1, 2]}


def _submissions(*specs: JobSpec) -> list[bytes]:
    codec = Codec(MemoryRegistry())
    envelopes = [
        Envelope(
            event_id=f"e{number}",
            key=f"job-{number}",
            occurred_at_ms=number,
            producer="test",
            correlation_id="c",
            payload=SubmitJob(job_id=f"job-{number}", tenant="acme", spec=spec),
        )
        for number, spec in enumerate(specs)
    ]
    return [codec.encode(JOB_COMMANDS, envelope) or b"" for envelope in envelopes]


def test_the_same_spec_is_decoded_once_and_others_are_not_taken_for_it() -> None:
    often, longer = build.job_spec(), build.job_spec(caches=("weights",))
    other = build.job_spec(env={"LR": "0.1"})
    codec = Codec(MemoryRegistry())
    read = [
        cast("SubmitJob", codec.decode(JOB_COMMANDS, value).payload)
        for value in _submissions(often, longer, often, other, often)
    ]
    assert [submitted.spec for submitted in read] == [often, longer, often, other, often]
    assert [submitted.job_id for submitted in read] == [f"job-{number}" for number in range(5)]
    again = [cast("SubmitJob", codec.decode(JOB_COMMANDS, value).payload) for value in _submissions(often)]
    assert again[0].spec is read[4].spec


def test_a_record_cut_off_within_a_known_spec_is_unreadable() -> None:
    (value,) = _submissions(build.job_spec())
    codec = Codec(MemoryRegistry())
    codec.decode(JOB_COMMANDS, value)
    for end in range(len(value) - 60, len(value)):
        with pytest.raises(Poison):
            codec.decode(JOB_COMMANDS, value[:end])
    assert cast("SubmitJob", codec.decode(JOB_COMMANDS, value).payload).spec == build.job_spec()


def test_cached_results_belong_to_the_object_and_not_to_equal_ones() -> None:
    found = ByIdentity[tuple[int, ...], str](2)
    first = tuple([1, 2])
    assert found.put(first, "first") == "first"
    assert found.get(first) == "first"
    assert found.get(tuple([1, 2])) is None
    for _ in range(2):
        found.put(tuple([1, 2]), "later")
    assert found.get(first) is None, "the oldest is dropped"
