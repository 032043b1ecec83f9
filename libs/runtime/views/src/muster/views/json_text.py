"""JSON for the stores, which orjson writes straight from records, without plain data in between. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import orjson
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope

_NUL = rb"\u0000"


def encoded(value: Any) -> bytes:
    """Plain data and records as JSON; a record becomes an object of its fields.

    Raises:
        TypeError: there is something else in it, such as bytes.
    """
    return orjson.dumps(value)


def text_without_nul(value: Any) -> str:
    """The same as text; NUL, which Postgres cannot store, becomes U+FFFD."""
    return _without_nul(encoded(value))


def event_text(envelope: Envelope[Record]) -> str:
    """Return the same as `Envelope.to_json`, as text without NUL.

    The payload must not hold bytes or a union of several records; no fact has either.
    """
    payload = envelope.payload
    head = {
        "event_id": envelope.event_id,
        "key": envelope.key,
        "occurred_at_ms": envelope.occurred_at_ms,
        "producer": envelope.producer,
        "correlation_id": envelope.correlation_id,
        "causation_id": envelope.causation_id,
    }
    optional = {"seq": envelope.seq, "index": envelope.index, "tenant": envelope.tenant}
    head |= {name: value for name, value in optional.items() if value is not None}
    fields = orjson.dumps(payload)[1:]
    rest = b"}" if fields == b"}" else b"," + fields
    kind = type(payload).__name__.encode()
    return _without_nul(b'%s,"payload":{"type":"%s"%s}' % (orjson.dumps(head)[:-1], kind, rest))


def _without_nul(text: bytes) -> str:
    if _NUL in text:  # or a backslash before u0000, which comes out as it went in
        return orjson.dumps(_replaced(orjson.loads(text))).decode()
    return text.decode()


def _replaced(value: Any) -> Any:
    """Plain data with U+FFFD in place of every NUL."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {k.replace("\0", "\ufffd"): _replaced(v) for k, v in items}
    if isinstance(value, list):
        return [_replaced(v) for v in cast("list[Any]", value)]
    return value
