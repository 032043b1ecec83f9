"""The command line of a service: `python -m muster.NAME [ROLE] [--check] [the role's own options]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Final

from muster.compiled.loading import NotBuilt, use
from muster.service.roles import Service
from muster.service.settings import InvalidSettings, ServiceSettings

INVALID: Final = 2
"""Exit code for settings or arguments that are not valid."""


def run(service: Service[Any], argv: Sequence[str] | None = None) -> int:
    """Run one role of a service; the exit code.

    0: stopped as asked, or `--check` found everything valid. 1: it cannot go on. 2: invalid settings.

    Raises:
        SystemExit: with 2, the arguments are not valid.
    """
    arguments = _parsed(service, sys.argv[1:] if argv is None else argv)
    try:
        settings: ServiceSettings = service.settings.load()
    except InvalidSettings as error:
        return report_invalid([str(error)])
    if arguments.check:
        return report_valid()
    try:
        use(settings.compiled)
    except NotBuilt as error:
        return report_invalid([str(error)])
    from muster.service.running.process import Hosted, run_process  # noqa: PLC0415  (--check needs no server)

    role = service.role(arguments.role)
    instance = settings.instance or role.name
    return run_process(service.name, instance, [Hosted(service, role, settings, arguments)])


def report_invalid(errors: Sequence[str]) -> int:
    """Print the errors in the settings, each line once, and return the exit code."""
    lines = dict.fromkeys(line for error in errors for line in error.splitlines())
    sys.stderr.write("\n".join(["invalid settings:", *lines]) + "\n")
    return INVALID


def report_valid() -> int:
    """Say that the settings are valid; the exit code."""
    sys.stdout.write("settings are valid\n")
    return 0


def add_check(parser: argparse.ArgumentParser) -> None:
    """The option that every process has."""
    parser.add_argument("--check", action="store_true", help="validate settings and arguments, then exit")


def _parsed(service: Service[Any], argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, with `role` and `check`; without a role's name the first role is meant."""
    parser = argparse.ArgumentParser(prog=f"python -m muster.{service.name}", description=service.purpose)
    first = service.roles[0]
    if len(service.roles) == 1:
        parsers = {first.name: parser}
        parser.set_defaults(role=first.name)
    else:
        adding = parser.add_subparsers(dest="role", metavar="ROLE", required=True)
        parsers = {role.name: adding.add_parser(role.name, help=role.kind) for role in service.roles}
        if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help")):
            argv = [first.name, *argv]
    for role in service.roles:
        add_check(parsers[role.name])
        if role.options is not None:
            role.options(parsers[role.name])
    return parser.parse_args(argv)
