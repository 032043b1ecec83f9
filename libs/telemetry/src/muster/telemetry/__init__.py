"""What a running service says about itself.

    setup.py     one call at the start of every process
    tracing.py   trace context over Kafka, spans that link
    metrics.py   every metric: name, unit, help
    logs.py      JSON log lines with trace, job and event ids
    percentile.py  nearest-rank percentiles

Nothing here may be decided on: a log replays the same with all of it off.
"""

from muster.telemetry.setup import Telemetry, setup

__all__ = ["Telemetry", "setup"]
