"""Sends a command and waits until the tables hold its outcome, because stock clients send no position."""

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
from muster.registry.core.access import Who
from muster.views.commands import CommandRow

T = TypeVar("T")

SUBJECT: Final = "registry"
"""Subject of the token that the registry uses for its own commands."""

PATIENCE_S: Final = 30.0
"""Time that a request waits for its turn, and then for its outcome, in seconds; clients wait longer."""


def who_is(caller: Principal) -> Who:
    """Return a caller in the form that commands and access rules use."""
    return Who(
        tenant=caller.tenant,
        user=caller.subject,
        teams=caller.teams,
        roles=caller.roles,
        repositories=caller.repositories,
    )


def as_service(tenant: str, token: str) -> Principal:
    """Return the registry itself as the sender of commands for an organisation."""
    return Principal(
        subject=SUBJECT,
        tenant=tenant,
        roles=frozenset({SERVICE_ROLE}),
        team="",
        teams=frozenset(),
        token=token,
    )


async def carry_out(gateway: CommandGateway, caller: Principal, command: Envelope[Any]) -> CommandRow:
    """Send a command and return its outcome.

    Raises:
        Problem: it was refused; 503 it was not decided within PATIENCE_S, but may still be.
    """
    await _append(gateway, caller, command)
    row = await gateway.settled(asker(caller), command.event_id, PATIENCE_S)
    if row is None:
        raise unavailable(f"command {command.event_id} is on the log but not decided yet; retry")
    return row


async def in_turn(clock: Clock, attempt: Callable[[], Awaitable[T]]) -> T:
    """Retry an attempt while the rate limit refuses it.

    Most stock clients do not retry after a 429, so their requests wait here for their turn.

    Raises:
        Problem: 429 the limit still refuses it after PATIENCE_S.
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
