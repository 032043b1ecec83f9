"""Enrolments according to identity-events, and those added by this API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from typing import Final

from muster.api import unavailable
from muster.events.identity_events import EnrolmentShown
from muster.events.topics import IDENTITY_EVENTS
from muster.identity import Issuer, MembershipFeed
from muster.identity.nodes import Enrolment
from muster.journal import JournalError, Position, Producer, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.service.shared import instance
from muster.submit.config import Settings

_DECIDED_BY: Final = "submit"


@dataclass(frozen=True, slots=True)
class Enrolments:
    """Enrolments of a cell.

    Attributes:
        cell: Name of the cell.
        producer: Writes identity-events.
        memberships: Memberships according to the log; None: none.
    """

    cell: str
    producer: Producer
    memberships: MembershipFeed | None

    @classmethod
    @asynccontextmanager
    async def connected(
        cls, settings: Settings, memberships: MembershipFeed | None
    ) -> AsyncGenerator[Enrolments]:
        """Connect to the real log while the block runs."""
        journal = KafkaJournal(
            settings.kafka_bootstrap,
            settings.schema_registry_url,
            "submit-enrolments",
            topics=[IDENTITY_EVENTS],
        )
        with closing(journal), closing(journal.producer(f"submit/{instance()}")) as producer:
            yield cls(settings.cell, producer, memberships)

    def until_ms(self, node_ids: Collection[str]) -> Mapping[str, int]:
        """Return the end of each known node's enrolment, milliseconds since 1970 UTC."""
        known = self.memberships.known if self.memberships is not None else None
        return {} if known is None else known.enrolled_until_ms(self.cell, node_ids)

    async def record(self, enrolment: Enrolment) -> None:
        """Record on the log that an agent presented this enrolment, unless it is already recorded.

        Raises:
            Problem: 503 the log does not answer.
        """
        shown = EnrolmentShown(
            tenant=self.cell,
            subject=enrolment.name,
            nodes=enrolment.nodes,
            token_id=enrolment.token_id,
            issued_at_ms=enrolment.issued_at_s * 1000,
            expires_at_ms=enrolment.expires_at_s * 1000,
        )
        known = self.memberships.known if self.memberships is not None else None
        if known is None or known.enrolment_of(shown.tenant, shown.subject, shown.nodes) != shown:
            await self._write(lambda issuer: issuer.record_enrolment(shown))

    async def revoke(self, name: str, decided_by: str, reason: str) -> None:
        """Revoke the enrolments of a name and their tokens from now on.

        Raises:
            Problem: 503 the log does not answer.
        """
        await self._write(lambda issuer: issuer.revoke(self.cell, name, reason=reason), decided_by)

    async def _write(self, write: Callable[[Issuer], Position], decided_by: str = _DECIDED_BY) -> None:
        try:
            await asyncio.to_thread(write, Issuer(self.producer, decided_by, SystemClock()))
        except (JournalError, TimeoutError) as error:
            raise unavailable("the log does not answer; try again") from error
