"""The alerts service as a process of its own on suffixed topics, for tests that kill and resume it.

    python -m muster.testkit.processes.alerts SUFFIX [--decisions-version N]

Everything else is as in `python -m muster.alerts`: settings from the environment, the same exit codes.
"""

from __future__ import annotations

import argparse
import sys

from muster.alerts.config import Settings
from muster.service import Role, Service, run


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suffix", help="of every topic")
    parser.add_argument("--decisions-version", type=int, help="be of another version, which words otherwise")


SERVICE = Service(
    "testkit.alerts_process",
    "The alerts service on suffixed topics.",
    Settings,
    (
        Role(
            name="decider",
            kind="decider",
            start="muster.testkit.processes.alerts_start:start",
            alone=True,
            options=_options,
        ),
    ),
)

if __name__ == "__main__":
    sys.exit(run(SERVICE))
