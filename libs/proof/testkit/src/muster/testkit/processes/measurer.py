"""The measurer as a process of its own on suffixed topics, for tests that kill it.

    python -m muster.testkit.processes.measurer SUFFIX

Everything else is as in `python -m muster.metering measurer`: settings from the environment, the same exit
codes.
"""

from __future__ import annotations

import argparse
import sys

from muster.metering.config import Settings
from muster.service import Role, Service, run


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("suffix", help="of every topic")


SERVICE = Service(
    "testkit.measurer_process",
    "The measurer on suffixed topics.",
    Settings,
    (
        Role(
            name="measurer",
            kind="window",
            start="muster.testkit.processes.metering_start:measurer",
            alone=True,
            options=_options,
        ),
    ),
)

if __name__ == "__main__":
    sys.exit(run(SERVICE))
