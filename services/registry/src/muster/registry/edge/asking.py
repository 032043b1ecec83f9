"""A command is sent, and its fact waited for, until the tables hold it: stock clients carry no position."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker
from muster.api.problems import Problem, unavailable
from muster.events.topics import REGISTRY_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.identity import Principal
from muster.identity.principal import SERVICE_ROLE
from muster.journal import Clock
from muster.registry.core.repositories.access import Who
from muster.views.commands import CommandRow

T = TypeVar("T")

SUBJECT: Final = "registry"
"""Whose the token is with which the registry commands itself."""

PATIENCE_S: Final = 30.0
"""How long a request waits for its turn, and then for its fact; clients wait longer."""


def who_is(caller: Principal) -> Who:
    """A caller, as commands and rules name somebody."""
    return Who(
        tenant=caller.tenant,
        user=caller.subject,
        teams=caller.teams,
        roles=caller.roles,
        repositories=caller.repositories,
    )


def as_service(tenant: str, token: str) -> Principal:
    """The registry itself, which commands itself for an organisation with its own token."""
    return Principal(
        subject=SUBJECT,
        tenant=tenant,
        roles=frozenset({SERVICE_ROLE}),
        team="",
        teams=frozenset(),
        token=token,
    )


async def carried_out(gateway: CommandGateway, caller: Principal, command: Envelope[Any]) -> CommandRow:
    """What became of a command that was not refused.

    Raises:
        Problem: it was refused; 503 when nobody has decided it for PATIENCE_S: it may be decided yet.
    """
    await _append(gateway, caller, command)
    row = await gateway.settled(asker(caller), command.event_id, PATIENCE_S)
    if row is None:
        raise unavailable(f"command {command.event_id} is on the log and not decided yet; ask again")
    return row


async def in_turn(clock: Clock, attempt: Callable[[], Awaitable[T]]) -> T:
    """Do what is refused while somebody has sent too much.

    Most requests of stock clients do not come again after a 429: they wait here for their turn.

    Raises:
        Problem: 429 it is not their turn within PATIENCE_S.
    """
    deadline_ms = clock.monotonic_ms() + PATIENCE_S * 1_000
    while True:
        try:
            return await attempt()
        except Problem as problem:
            if problem.status != HTTPStatus.TOO_MANY_REQUESTS or clock.monotonic_ms() >= deadline_ms:
                raise
            await asyncio.sleep(float(problem.headers.get("Retry-After", "1")))


async def _append(gateway: CommandGateway, caller: Principal, command: Envelope[Any]) -> None:
    await in_turn(gateway.log.clock, lambda: gateway.append(caller, REGISTRY_COMMANDS, command))
