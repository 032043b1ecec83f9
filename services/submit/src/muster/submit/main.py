"""python -m muster.submit http|projector [--check]: settings, wire, run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from muster.submit.config import BadSettings, Settings
from muster.telemetry import setup

ROLES = ("http", "projector")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until told to stop; the exit code is 0, or 2 when the settings are wrong."""
    parser = argparse.ArgumentParser(prog="python -m muster.submit", description=__doc__)
    parser.add_argument("role", choices=ROLES, help="the API, or what keeps its projections up to date")
    parser.add_argument("--check", action="store_true", help="validate the settings and exit")
    chosen = parser.parse_args(arguments)
    try:
        settings = Settings.load()
    except BadSettings as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    if chosen.check:
        return 0
    # Neither role needs what the other imports, and some of it is slow to import.
    role = import_module(f"muster.submit.edge.{chosen.role}")
    telemetry = setup("submit", settings.otlp_endpoint, instance=chosen.role)
    try:
        role.run(settings)
    finally:
        telemetry.close()
    return 0
