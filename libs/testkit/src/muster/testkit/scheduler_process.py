"""The scheduler as a process of its own on suffixed topics, for tests that kill, stop and resume it.

    python -m muster.testkit.scheduler_process SUFFIX

Everything else is as in `python -m muster.scheduler`: settings from the environment, the same exit codes.
"""

from __future__ import annotations

import sys

from muster.journal import Failpoints
from muster.scheduler.config import Settings
from muster.scheduler.edge import service
from muster.telemetry import setup
from muster.testkit.renamed import RenamedJournal


def main(suffix: str) -> int:
    """Stand by and lead until told to stop."""
    settings = Settings()
    setup("scheduler", instance=settings.scheduler_id)
    journal = RenamedJournal(
        settings.kafka_bootstrap,
        settings.schema_registry_url,
        settings.scheduler_id,
        suffix,
        Failpoints(settings.scheduler_failpoints),
    )
    return service.serve(settings, journal)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
