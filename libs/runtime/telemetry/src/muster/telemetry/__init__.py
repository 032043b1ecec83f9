"""Logs, metrics and traces of a running service.

    setup.py     one call at the start of every process
    tracing.py   trace context over Kafka, spans with links
    metrics.py   every metric: name, unit, help
    logs.py      JSON log lines with trace, job and event ids
    percentile.py  nearest-rank percentiles

No decision may depend on anything here: a log replays the same with all of it switched off.
"""

from muster.telemetry.setup import Telemetry, setup

__all__ = ["Telemetry", "setup"]
