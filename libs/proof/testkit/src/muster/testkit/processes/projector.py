"""Submit's projector as a process of its own on a view of its own, for tests that kill it.

    python -m muster.testkit.processes.projector VIEW

Everything else is as in `python -m muster.submit projector`.
"""

from __future__ import annotations

import argparse
import sys

from muster.service import Context, Role, Service, Work, run
from muster.service.starting.projector import project
from muster.submit.config import Settings
from muster.submit.edge.projections import PROJECTIONS


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("view", help="name of the projections")


def start(context: Context[Settings]) -> Work:
    """Project into that view."""
    return project(context, PROJECTIONS, view=context.arguments.view)


SERVICE = Service(
    "testkit.projector_process",
    "Submit's projector on a view of its own.",
    Settings,
    (
        Role(
            name="projector",
            kind="projector",
            start="muster.testkit.processes.projector:start",
            options=_options,
        ),
    ),
)

if __name__ == "__main__":
    sys.exit(run(SERVICE))
