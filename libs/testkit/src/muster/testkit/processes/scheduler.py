"""The scheduler as a process of its own on suffixed topics, for tests that kill, stop and resume it.

    python -m muster.testkit.processes.scheduler SUFFIX

Everything else is as in `python -m muster.scheduler`: settings from the environment, the same exit codes.
"""

from __future__ import annotations

import argparse
import sys

from muster.journal import Failpoints
from muster.scheduler.config import Settings
from muster.scheduler.edge import service
from muster.service import Context, Role, Service, Work, run
from muster.testkit.stack.renamed import RenamedJournal


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suffix", help="of every topic")


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    settings = context.settings
    journal = RenamedJournal(
        settings.kafka_bootstrap,
        settings.schema_registry_url,
        settings.scheduler_id,
        context.arguments.suffix,
        Failpoints(settings.scheduler_failpoints),
    )
    return service.lead(context, context.keep(journal))


SERVICE = Service(
    "testkit.scheduler_process",
    "The scheduler on suffixed topics.",
    Settings,
    (
        Role(
            name="leader",
            kind="decider",
            start="muster.testkit.processes.scheduler:start",
            alone=True,
            options=_options,
        ),
    ),
)

if __name__ == "__main__":
    sys.exit(run(SERVICE))
