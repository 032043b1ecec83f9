"""A command is sent, and its fact waited for, until the tables hold it: stock clients carry no position."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from muster.api.commands.gateway import CommandGateway
from muster.api.problems import Problem, unavailable
from muster.events.topics import REGISTRY_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.identity import Principal
from muster.registry.core.repositories.access import Who
from muster.views.commands import CommandRow

PATIENCE_S: Final = 30.0
"""How long a request waits for its fact; clients wait longer."""


def who_is(caller: Principal) -> Who:
    """A caller, as commands and rules name somebody."""
    return Who(tenant=caller.tenant, user=caller.subject, teams=caller.teams, roles=caller.roles)


async def carried_out(gateway: CommandGateway, caller: Principal, command: Envelope[Any]) -> CommandRow:
    """What became of a command that was not refused.

    Raises:
        Problem: it was refused; 503 when nobody has decided it for PATIENCE_S: it may be decided yet.
    """
    await _append(gateway, caller, command)
    row = await gateway.settled(caller.tenant, command.event_id, PATIENCE_S)
    if row is None:
        raise unavailable(f"command {command.event_id} is on the log and not decided yet; ask again")
    return row


async def _append(gateway: CommandGateway, caller: Principal, command: Envelope[Any]) -> None:
    """Clients do not come again when they are told that they sent too much: they wait here for their turn."""
    clock = gateway.log.clock
    deadline_ms = clock.monotonic_ms() + PATIENCE_S * 1_000
    while True:
        try:
            await gateway.append(caller, REGISTRY_COMMANDS, command)
        except Problem as problem:
            if problem.code != "too-many-commands" or clock.monotonic_ms() >= deadline_ms:
                raise
            await asyncio.sleep(float(problem.headers.get("Retry-After", "1")))
        else:
            return
