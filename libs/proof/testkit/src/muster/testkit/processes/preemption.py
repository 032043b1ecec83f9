"""The preemption service as a process of its own on suffixed topics, for tests that kill and resume it.

    python -m muster.testkit.processes.preemption SUFFIX

Everything else is as in `python -m muster.preemption`: settings from the environment, the same exit codes.
"""

from __future__ import annotations

import argparse
import sys

from muster.preemption.config import Settings
from muster.service import Role, Service, run


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suffix", help="of every topic")


SERVICE = Service(
    "testkit.preemption_process",
    "The preemption service on suffixed topics.",
    Settings,
    (
        Role(
            name="decider",
            kind="decider",
            start="muster.testkit.processes.preemption_start:start",
            alone=True,
            options=_options,
        ),
    ),
)

if __name__ == "__main__":
    sys.exit(run(SERVICE))
