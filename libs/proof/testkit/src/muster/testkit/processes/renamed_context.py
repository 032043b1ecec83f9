"""The context of a role on suffixed topics: the service's own start runs on it unchanged."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, fields
from typing import TypeVar

from muster.events.topics import IDENTITY_EVENTS, PROCESS_LEASE
from muster.events.wire.envelope import Topic
from muster.identity import MembershipFeed
from muster.journal import Failpoints, SharedLease, SystemClock
from muster.service import Context, ServiceSettings
from muster.service.shared import instance
from muster.testkit.stack.renamed import RenamedJournal

S = TypeVar("S", bound=ServiceSettings)


def renamed_context(context: Context[S]) -> Context[S]:
    """The same context, whose topics carry the suffix in its arguments."""
    kept = {each.name: getattr(context, each.name) for each in fields(context)}
    return _Renamed(**kept)


@dataclass(frozen=True, slots=True)
class _Renamed(Context[S]):
    """A context whose journals carry a suffix."""

    def journal(  # pyright: ignore[reportIncompatibleMethodOverride]  (the same contract)
        self, *topics: Topic, client_id: str | None = None, failpoints: Failpoints | None = None
    ) -> RenamedJournal:
        """See Context."""
        settings = self.settings
        return self.keep(
            RenamedJournal(
                settings.kafka_bootstrap,
                settings.schema_registry_url,
                client_id or self.name.replace(":", "-"),
                self.arguments.suffix,
                topics=topics,
                failpoints=failpoints,
            )
        )

    def lease(self) -> SharedLease:
        """See Context; renewed often, as the tests' silence is short."""
        producer = self._kept.enter_context(closing(self.journal(PROCESS_LEASE).producer("lease")))
        return SharedLease(producer, process_id=instance(), clock=SystemClock(), every_ms=200)

    def memberships(self) -> MembershipFeed:
        """See Context."""
        return self.keep(MembershipFeed(self.journal(IDENTITY_EVENTS), "identity"))
