"""Traces across Kafka: W3C trace context in record headers, and spans that link to what they process.

Only OpenTelemetry's API is imported here: without `setup` a span is a no-op of a few microseconds, and a
context from outside is still passed on.

Sources: W3C Trace Context; OpenTelemetry semantic conventions for messaging 1.44 (in development: their names
are kept in this file alone), which say that a batch links to its records instead of having a parent.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.trace import Link, Span, SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.types import AttributeValue

FIELDS: Final = frozenset({"traceparent", "tracestate"})
"""The headers that carry a trace context."""

_PROPAGATOR: Final = TraceContextTextMapPropagator()
_LINKS_MAX: Final = 128  # the SDK's default limit; it would drop more
_tracer: Final = trace.get_tracer("muster")


def inject() -> dict[str, str]:
    """The current trace context as headers; empty when there is none."""
    headers: dict[str, str] = {}
    _PROPAGATOR.inject(headers)
    return headers


def extract(headers: Mapping[str, str]) -> Context:
    """The trace context in the headers; the current one when there is none."""
    return _PROPAGATOR.extract(headers)


@contextmanager
def following(headers: Mapping[str, str]) -> Generator[None]:
    """Make the trace context of these headers current within the block."""
    token = context.attach(extract(headers))
    try:
        yield
    finally:
        context.detach(token)


@contextmanager
def span(name: str, *, kind: SpanKind = SpanKind.INTERNAL, **attributes: AttributeValue) -> Generator[Span]:
    """A span around the block; an exception that leaves it is recorded."""
    with _tracer.start_as_current_span(name, kind=kind, attributes=attributes) as current:
        yield current


@contextmanager
def processing(reader: str, topics: Sequence[str], traces: Sequence[Mapping[str, str]]) -> Generator[Span]:
    """A span around the handling of a batch of records, linked to where each came from.

    Args:
        reader: Name of the reader that handles them.
        topics: Topics of the records.
        traces: The records' trace headers; those without a context are skipped.
    """
    attributes: dict[str, AttributeValue] = {
        "messaging.system": "kafka",
        "messaging.operation.name": "process",
        "messaging.operation.type": "process",
        "messaging.destination.name": ",".join(sorted(set(topics))),
        "messaging.batch.message_count": len(traces),
        "messaging.client.id": reader,
    }
    with _tracer.start_as_current_span(
        f"process {reader}", kind=SpanKind.CONSUMER, attributes=attributes, links=links(traces)
    ) as current:
        yield current


def links(traces: Sequence[Mapping[str, str]]) -> list[Link]:
    """One link for each different context, at most 128."""
    found: dict[tuple[int, int], Link] = {}
    for headers in traces:
        if "traceparent" not in headers or len(found) == _LINKS_MAX:
            continue
        # An empty context, so that an unreadable header does not link to the current span.
        remote = trace.get_current_span(_PROPAGATOR.extract(headers, Context())).get_span_context()
        if remote.is_valid:
            found.setdefault((remote.trace_id, remote.span_id), Link(remote))
    return list(found.values())
