"""JSON log lines on stderr: one object per line, with the ids of its trace, job and event.

{"time": "2026-11-21T02:29:21.123Z", "level": "INFO", "logger": "...", "message": "...", "service": "agent",
 "trace_id": "...", "span_id": "...", "job_id": "..."}
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

from opentelemetry import trace

_bound: ContextVar[Mapping[str, str]] = ContextVar("muster_log_ids", default={})  # noqa: B039  (never changed)
_NOISY: Final = ("httpx", "httpcore", "neo4j.notifications", "elastic_transport.transport", "botocore")


@contextmanager
def bound(**ids: str) -> Generator[None]:
    """Within the block every log line of this thread or task carries these ids: job_id, event_id, node_id."""
    token = _bound.set({**_bound.get(), **ids})
    try:
        yield
    finally:
        _bound.reset(token)


def to_stderr(service: str, level: str = "INFO") -> None:
    """Send every log line of the process to stderr as JSON, replacing what was set up before.

    Raises:
        ValueError: the level is not one of logging's.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(service))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _NOISY:  # these log a line per request
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonFormatter(logging.Formatter):
    """One log record as one line of JSON."""

    def __init__(self, service: str) -> None:
        super().__init__()
        self._service = service

    def format(self, record: logging.LogRecord) -> str:
        """The line, without a line break."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "service": self._service,
            **_trace_ids(),
            **_bound.get(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _trace_ids() -> dict[str, str]:
    current = trace.get_current_span().get_span_context()
    if not current.is_valid:
        return {}
    return {
        "trace_id": trace.format_trace_id(current.trace_id),
        "span_id": trace.format_span_id(current.span_id),
    }
