"""Commands about one object, sent with the registry's own token and awaited."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker, minted
from muster.api.problems import Problem
from muster.events.registry_commands import (
    ObjectKind,
    ObjectUpload,
    RepackObject,
    RepackXorb,
    ReserveRepacking,
    UploadProof,
)
from muster.events.topics import REGISTRY_COMMANDS, REGISTRY_EVENTS
from muster.events.wire.stamp import stamped
from muster.reactors import Undelivered
from muster.registry.config import Settings
from muster.registry.edge.commands import SUBJECT, as_service
from muster.registry.edge.projections import TABLES
from muster.registry.edge.queries import uploads_made
from muster.service.starting.api import open_gateway
from muster.views.reading.tables import Tables

PATIENCE_S: Final = 30.0
"""Time to wait for the outcome of a command, in seconds."""


class Absent(Exception):
    """An object named by the command no longer belongs to the organisation."""


class NothingToDo(Exception):
    """No live commit refers to the object any longer."""


class Refused(Undelivered):
    """The decider has refused the command."""


@dataclass(slots=True, kw_only=True)
class Sender:
    """Sender of commands about one object.

    Attributes:
        tenant: The organisation.
        object: KIND/HASH.
        gateway: Gateway to the log and the tables.
        token: The registry's token.
        proofs: Proofs of what was stored for the object so far.
    """

    tenant: str
    object: str
    gateway: CommandGateway
    token: str
    proofs: list[UploadProof] = field(default_factory=list[UploadProof])

    @property
    def tables(self) -> Tables:
        """The tables of the registry."""
        return self.gateway.tables

    def about(self, object_: str) -> Sender:
        """Return a sender of commands about another object."""
        return replace(self, object=object_, proofs=[])

    async def reserve(self, object_: str, size_bytes: int) -> str | None:
        """Reserve an upload and return its id; None: the organisation already has the object."""
        upload, (kind, _, hash_) = minted("upload"), object_.partition("/")
        wanted = ObjectUpload(upload=upload, kind=ObjectKind(kind.upper()), hash=hash_, size_bytes=size_bytes)
        command = ReserveRepacking(
            object=self.object, uploads=(wanted,), tenant=self.tenant, requested_by=SUBJECT
        )
        await self.send(command)
        return upload if upload in await uploads_made(self.tables, [upload]) else None

    async def send(self, command: ReserveRepacking | RepackObject | RepackXorb) -> None:
        """Send a command and wait for its outcome.

        Raises:
            NothingToDo: no live commit refers to the object any longer.
            Absent: an object that it names is gone.
            Refused: it was refused for another reason.
            Undelivered: there was no outcome within PATIENCE_S.
        """
        sender = as_service(self.tenant, self.token)
        envelope = stamped(command, command.object, self.gateway.log.stamp())
        try:
            await self.gateway.append(sender, REGISTRY_COMMANDS, envelope)
            row = await self.gateway.settled(asker(sender), envelope.event_id, PATIENCE_S)
        except Problem as problem:
            if problem.code == "not-found":
                raise NothingToDo from problem
            if problem.code == "object-absent":
                raise Absent from problem
            raise Refused(problem.detail) from problem
        if row is None:
            raise Undelivered(f"{envelope.event_id} was not decided within {PATIENCE_S:.0f} s")


@asynccontextmanager
async def open_sender(settings: Settings, tenant: str, object_: str) -> AsyncGenerator[Sender]:
    """Open a sender of commands about an object of an organisation.

    Raises:
        Undelivered: there is no token.
    """
    if not settings.token():
        raise Undelivered("no token: the file of MUSTER_REGISTRY_TOKEN_FILE does not exist")
    async with (
        Tables.connected(settings.postgres_dsn, view=TABLES.view_name) as tables,
        open_gateway(
            settings,
            "registry-repacker",
            commands=(REGISTRY_COMMANDS,),
            facts=REGISTRY_EVENTS,
            tables=tables,
            decider="registry",
        ) as gateway,
    ):
        yield Sender(tenant=tenant, object=object_, gateway=gateway, token=settings.token())
