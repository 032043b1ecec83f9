"""`python -m muster.service host ROLE ...`: roles of several services in one process.

Each role is SERVICE:ROLE, as in `submit:projector`; services are found by the entry-point group
`muster.services`. `python -m muster.service list` prints every role there is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from muster.compiled.loading import NotBuilt, use
from muster.service.roles import Role, Service, installed
from muster.service.running.command import add_check, report_invalid, report_valid
from muster.service.settings import InvalidSettings, ServiceSettings


class _Chosen(NamedTuple):
    service: Service[Any]
    role: Role


def main(argv: Sequence[str] | None = None, services: Mapping[str, Service[Any]] | None = None) -> int:
    """Host roles, or list them; the exit code.

    Args:
        argv: The arguments; the process's unless given.
        services: Those whose roles can be chosen; every installed one unless given.

    Raises:
        SystemExit: with 2, the arguments are not valid.
    """
    parser = argparse.ArgumentParser(prog="python -m muster.service", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="print every role of every installed service")
    host = commands.add_parser("host", help="run several roles in one process")
    host.add_argument("roles", nargs="+", metavar="SERVICE:ROLE", help="as in submit:projector")
    add_check(host)
    arguments = parser.parse_args(argv)
    services = installed() if services is None else services
    if arguments.command == "list":
        for service in services.values():
            for role in service.roles:
                where = "alone" if role.alone else "shared or alone"
                sys.stdout.write(f"{service.name}:{role.name}  {role.kind}, {where}\n")
        return 0
    try:
        chosen = choose(services, arguments.roles)
    except (LookupError, ValueError) as error:
        host.error(str(error.args[0]))
    return _run(chosen, check=arguments.check)


def choose(services: Mapping[str, Service[Any]], names: Sequence[str]) -> list[_Chosen]:
    """The roles of these names.

    Raises:
        LookupError: a service or a role is unknown; names those there are.
        ValueError: a role is named twice, or runs alone and has company.
    """
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{twice[0]}: named twice; allowed: once")
    chosen = [_find(services, name) for name in names]
    for service, role in chosen:
        if role.alone and len(chosen) > 1:
            raise ValueError(
                f"{service.name}:{role.name}: runs alone; allowed: a process of its own, "
                f"`python -m muster.{service.name} {role.name}`"
            )
    return chosen


def _find(services: Mapping[str, Service[Any]], name: str) -> _Chosen:
    service_name, _, role_name = name.partition(":")
    service = services.get(service_name)
    if service is None:
        raise LookupError(f"{name}: no such service; allowed: {', '.join(services)}")
    return _Chosen(service, service.role(role_name))


def _run(chosen: Sequence[_Chosen], *, check: bool) -> int:
    settings: dict[str, ServiceSettings] = {}
    errors: list[str] = []
    for service, _ in chosen:
        try:
            settings[service.name] = service.settings.load()
        except InvalidSettings as error:
            errors.append(str(error))
    if errors:
        return report_invalid(errors)
    if check:
        return report_valid()
    try:
        use(settings[chosen[0].service.name].compiled)
    except NotBuilt as error:
        return report_invalid([str(error)])
    from muster.service.running.process import Hosted, run_process  # noqa: PLC0415  (--check needs no server)

    hosted = [Hosted(service, role, settings[service.name], _defaults(role)) for service, role in chosen]
    return run_process("host", "+".join(f"{one.service.name}:{one.role.name}" for one in hosted), hosted)


def _defaults(role: Role) -> argparse.Namespace:
    """Return the defaults of the role's own options."""
    parser = argparse.ArgumentParser()
    if role.options is not None:
        role.options(parser)
    return parser.parse_args([])


if __name__ == "__main__":
    sys.exit(main())
