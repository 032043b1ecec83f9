"""The scheduler as a process of its own on suffixed topics, for tests that kill, stop and resume it.

    python -m muster.testkit.processes.scheduler SUFFIX [--decisions-version N]

Everything else is as in `python -m muster.scheduler`: settings from the environment, the same exit codes.
"""

from __future__ import annotations

import argparse
import sys

from muster.scheduler.config import Settings
from muster.service import Role, Service, run


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suffix", help="of every topic")
    parser.add_argument(
        "--decisions-version",
        type=int,
        help="be of another version, which decides otherwise; plain Python only",
    )


SERVICE = Service(
    "testkit.scheduler_process",
    "The scheduler on suffixed topics.",
    Settings,
    (
        Role(
            name="leader",
            kind="decider",
            start="muster.testkit.processes.scheduler_start:start",
            alone=True,
            options=_options,
        ),
    ),
)

if __name__ == "__main__":
    sys.exit(run(SERVICE))
