"""One call at the start of every process: logs, and traces when there is somewhere to send them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.telemetry import logs


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What was set up; `close` at the end sends what is still held back."""

    close: Callable[[], None]


def setup(
    service: str, otlp_endpoint: str | None = None, *, instance: str = "", level: str = "INFO"
) -> Telemetry:
    """Send logs to stderr as JSON and, with an endpoint, traces there.

    Args:
        service: Name of the service, as in "scheduler".
        otlp_endpoint: Base URL of an OTLP/HTTP collector, as in "http://127.0.0.1:4318"; none: no tracing, no
            thread, no cost.
        instance: Which process of the service.
        level: Least level that is logged.

    Raises:
        ValueError: the level or the endpoint is malformed.
    """
    if otlp_endpoint and not otlp_endpoint.startswith(("http://", "https://")):
        raise ValueError(f"otlp_endpoint {otlp_endpoint!r}: allowed is http://HOST:PORT or https://HOST:PORT")
    logs.to_stderr(service, level)
    if not otlp_endpoint:
        return Telemetry(close=lambda: None)
    return Telemetry(close=_trace_to(otlp_endpoint, service, instance))


def _trace_to(endpoint: str, service: str, instance: str) -> Callable[[], None]:
    # The SDK and its exporter take a third of a second to import: only for those who use them.
    from opentelemetry import trace  # noqa: PLC0415
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    names = {"service.namespace": "muster", "service.name": service, "service.instance.id": instance}
    provider = TracerProvider(resource=Resource.create({k: v for k, v in names.items() if v}))
    provider.add_span_processor(
        BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces"))
    )
    trace.set_tracer_provider(provider)
    return provider.shutdown
