"""Trace context over a hop, and links of a batch."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from muster.telemetry import tracing
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

OUTSIDE = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "tracestate": "a=1"}


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Generator[InMemorySpanExporter]:
    """Exported spans, with a tracer provider of this test's own."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(tracing, "_tracer", provider.get_tracer("test"))
    yield exporter
    provider.shutdown()


def hop() -> dict[str, str]:
    """Return the headers that the next service receives."""
    return dict(tracing.inject())


def ids(span: ReadableSpan) -> tuple[int, int]:
    context = span.get_span_context()
    assert context is not None
    return context.trace_id, context.span_id


def test_without_a_context_there_are_no_headers() -> None:
    assert tracing.inject() == {}


def test_a_context_from_outside_goes_through_though_nothing_is_set_up() -> None:
    with tracing.following(OUTSIDE), tracing.span("handle"):
        assert hop() == OUTSIDE
    assert tracing.inject() == {}


@pytest.mark.parametrize("header", ["", "nonsense", "00-0-0-01", "00-" + "0" * 32 + "-" + "0" * 16 + "-01"])
def test_an_unreadable_header_gives_no_context(header: str) -> None:
    with tracing.following({"traceparent": header}):
        assert tracing.inject() == {}
    assert tracing.links([{"traceparent": header}]) == []


def test_a_trace_survives_two_hops(spans: InMemorySpanExporter) -> None:
    with tracing.following(OUTSIDE), tracing.span("first"):
        headers = hop()
    with tracing.following(headers), tracing.span("second"):
        pass
    first, second = spans.get_finished_spans()
    assert ids(first)[0] == ids(second)[0] == 0x0AF7651916CD43DD8448EB211C80319C
    assert second.parent is not None
    assert second.parent.span_id == ids(first)[1]


def test_a_batch_links_to_each_record_and_has_no_parent(spans: InMemorySpanExporter) -> None:
    records: list[dict[str, str]] = []
    for name in "ab":
        with tracing.span(name):
            records.append(hop())
    with tracing.processing("reader", ["t", "t", "u"], [*records, {}]):
        pass
    a, b, batch = spans.get_finished_spans()
    assert batch.parent is None
    assert [(x.context.trace_id, x.context.span_id) for x in batch.links] == [ids(a), ids(b)]
    assert batch.attributes is not None
    assert batch.attributes["messaging.destination.name"] == "t,u"
    assert batch.attributes["messaging.batch.message_count"] == 3


def test_records_of_one_trace_link_once(spans: InMemorySpanExporter) -> None:
    with tracing.span("a"):
        headers = hop()
    assert len(tracing.links([headers] * 1_000)) == 1


def test_a_failure_is_recorded_in_the_span(spans: InMemorySpanExporter) -> None:
    with pytest.raises(RuntimeError), tracing.span("a"):
        raise RuntimeError("broken")
    [span] = spans.get_finished_spans()
    assert span.status.status_code is trace.StatusCode.ERROR
