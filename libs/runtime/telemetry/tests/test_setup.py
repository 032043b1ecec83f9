"""Set-up of logs and traces: threads and imports only where an endpoint is configured."""

from __future__ import annotations

import http.server
import subprocess
import sys
import threading

import pytest
from muster.telemetry import setup

NOTHING = """
import sys, threading
from muster.telemetry import setup, tracing
setup("agent")
with tracing.span("a"):
    pass
assert threading.active_count() == 1, threading.enumerate()
assert not any(m.startswith("opentelemetry.sdk") for m in sys.modules), "the SDK was imported"
"""

TRACED = """
import sys
from muster.telemetry import setup, tracing
telemetry = setup("agent", sys.argv[1], instance="agent-1")
with tracing.span("a job"):
    pass
telemetry.close()
"""


def run(program: str, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_without_an_endpoint_nothing_runs_and_nothing_is_imported() -> None:
    run(NOTHING)


@pytest.mark.slow
def test_with_an_endpoint_spans_arrive_there() -> None:
    bodies: list[tuple[str, bytes]] = []

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

    with http.server.HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        run(TRACED, f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
        thread.join()
    [(path, body)] = bodies
    assert path == "/v1/traces"
    for name in (b"a job", b"service.name", b"agent", b"agent-1"):
        assert name in body


def test_an_endpoint_that_is_no_url_is_refused() -> None:
    with pytest.raises(ValueError, match="otlp_endpoint is 'localhost:4318'; must be http://HOST:PORT"):
        setup("agent", "localhost:4318")
