"""One call at the start of every process: logs, and traces when an endpoint is configured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.telemetry import logs


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Handle of the set-up; `close` flushes the spans not sent yet."""

    close: Callable[[], None]


def setup(
    service: str, otlp_endpoint: str | None = None, *, instance: str = "", level: str = "INFO"
) -> Telemetry:
    """Send logs to stderr as JSON and, with an endpoint, traces there.

    Args:
        service: Name of the service, as in "scheduler".
        otlp_endpoint: Base URL of an OTLP/HTTP collector, like "http://127.0.0.1:4318"; None: no tracing and
            no thread for it.
        instance: Which process of the service.
        level: Lowest level that is logged.

    Raises:
        ValueError: the level or the endpoint is invalid.
    """
    if otlp_endpoint and not otlp_endpoint.startswith(("http://", "https://")):
        raise ValueError(f"otlp_endpoint is {otlp_endpoint!r}; must be http://HOST:PORT or https://HOST:PORT")
    logs.to_stderr(service, level)
    if not otlp_endpoint:
        return Telemetry(close=lambda: None)
    return Telemetry(close=_trace_to(otlp_endpoint, service, instance))


def _trace_to(endpoint: str, service: str, instance: str) -> Callable[[], None]:
    # Importing the SDK and its exporter takes a third of a second, so only tracing processes do it.
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
