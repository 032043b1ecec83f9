"""`python -m muster.scheduler [--check]`: settings -> wire -> run."""

from __future__ import annotations

import argparse
import sys

from muster.scheduler.config import Settings
from pydantic import ValidationError


def main(argv: list[str] | None = None) -> int:
    """Run the scheduler; exit code 0 when stopped, 1 when it had to stop, 2 for settings that cannot be."""
    parser = argparse.ArgumentParser(prog="muster.scheduler", description="Which job gets which GPUs, when.")
    parser.add_argument("--check", action="store_true", help="validate the settings and exit")
    arguments = parser.parse_args(argv)
    try:
        settings = Settings()
    except ValidationError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if arguments.check:
        sys.stdout.write("settings are valid\n")
        return 0
    from muster.scheduler.edge import service  # noqa: PLC0415  (--check needs no Kafka client)
    from muster.telemetry import setup  # noqa: PLC0415

    telemetry = setup("scheduler", settings.otlp_endpoint, instance=settings.scheduler_id)
    try:
        return service.run(settings)
    finally:
        telemetry.close()
