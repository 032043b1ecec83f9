"""Records of earlier versions stay readable: same meaning, and schemas compatible with today's."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import struct
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import fastavro
import httpx
import pytest
from muster.events.topics import TOPICS
from muster.events.wire.datum import to_json
from muster.events.wire.envelope import Topic
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry

FILES = sorted((Path(__file__).parent / "written").glob("*.json.gz"))
WRITTEN = {file.name: json.loads(gzip.decompress(file.read_bytes())) for file in FILES}
TOPIC_OF = {topic.name: topic for topic in TOPICS}
CASES = [(name, TOPIC_OF[topic]) for name, topics in WRITTEN.items() for topic in topics]
LAST = max(WRITTEN, key=lambda name: [int(each) for each in re.findall(r"\d+", name)])
"""Records of the last release: an upgraded schema registry compares with its schemas."""
HEADER_BYTES = 5

_read = cast("Callable[..., Any]", fastavro.schemaless_reader)  # pyright: ignore[reportUnknownMemberType]


def as_written(schema: str, value: bytes) -> Any:
    """Return the record as JSON, as the version that wrote it reads it."""
    body = io.BytesIO(value[HEADER_BYTES:])
    return to_json(
        _read(
            body,
            fastavro.parse_schema(json.loads(schema)),
            return_record_name=True,
            return_record_name_override=True,
        )
    )


def changes(old: Any, new: Any, at: str = "") -> list[str]:
    """Return the paths where `new` lacks or contradicts `old`; additions are no change."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        was, now = cast("Mapping[str, Any]", old), cast("Mapping[str, Any]", new)
        return [
            change
            for key in was
            if key in now or was[key] is not None  # empty values may be left out
            for change in (changes(was[key], now[key], f"{at}.{key}") if key in now else [f"{at}.{key}"])
        ]
    if isinstance(old, list) and isinstance(new, list):
        before, after = cast("list[Any]", old), cast("list[Any]", new)
        if len(before) != len(after):
            return [f"{at}: {len(before)} before, {len(after)} now"]
        return [
            c for i, (o, n) in enumerate(zip(before, after, strict=True)) for c in changes(o, n, f"{at}[{i}]")
        ]
    return [] if old == new else [f"{at}: {old!r} is now {new!r}"]


def test_something_was_kept_of_every_topic() -> None:
    assert {topic.name for _, topic in CASES} >= {"job-events", "scheduler-log"}


@pytest.mark.parametrize(("name", "topic"), CASES, ids=lambda v: v if isinstance(v, str) else v.name)
def test_records_of_earlier_versions_keep_their_meaning(name: str, topic: Topic) -> None:
    written = WRITTEN[name][topic.name]
    registry = MemoryRegistry()
    codec = Codec(registry, [topic])
    header = struct.pack(">bI", 0, registry.register(topic, written["schema"]))
    for record in written["records"]:
        value = header + base64.b64decode(record)[HEADER_BYTES:]
        now = codec.decode(topic, value).to_json()
        assert changes(as_written(written["schema"], value), now) == []


def test_a_value_that_got_lost_or_changed_is_noticed() -> None:
    assert changes({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}]}) == [".a[0].b: 1 is now 2"]
    assert changes({"a": 1, "b": 2}, {"a": 1}) == [".b"]


@pytest.fixture
def subject_of(endpoints: Mapping[str, str]) -> Generator[Callable[[Topic], str]]:
    """Names of the test's own; their subjects are removed."""
    url, made = endpoints["MUSTER_SCHEMA_REGISTRY_URL"], list[str]()

    def name(topic: Topic) -> str:
        made.append(f"{topic.name}-{uuid.uuid4().hex[:8]}")
        return made[-1]

    yield name
    for each in made:
        httpx.delete(f"{url}/subjects/{each}-value")


@pytest.mark.stack
@pytest.mark.parametrize("topic", [topic for name, topic in CASES if name == LAST], ids=lambda t: t.name)
def test_the_registry_takes_today_s_schema_after_the_one_of_the_last_release(
    topic: Topic, endpoints: Mapping[str, str], subject_of: Callable[[Topic], str]
) -> None:
    today = replace(topic, name=subject_of(topic))
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as registry:
        registry.register(replace(today, schema=WRITTEN[LAST][topic.name]["schema"]))
        assert registry.register(today) > 0
