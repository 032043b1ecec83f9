"""Run an application: uvicorn with uvloop and httptools, one process.

More throughput is more processes behind one address, each with its own producer and pool; nothing is shared.
"""

from __future__ import annotations

from typing import Final

import uvicorn
from starlette.types import ASGIApp

DRAIN_S: Final = 3
"""Requests under way get this long at shutdown; streams are cut then, and their readers go on elsewhere."""


def serve(app: ASGIApp, host: str, port: int) -> None:
    """Serve until SIGTERM or SIGINT."""
    uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            loop="uvloop",
            http="httptools",
            ws="none",
            lifespan="on",
            log_config=None,  # telemetry owns logging
            access_log=False,  # every request is a metric and a span
            server_header=False,
            timeout_graceful_shutdown=DRAIN_S,
        )
    ).run()
