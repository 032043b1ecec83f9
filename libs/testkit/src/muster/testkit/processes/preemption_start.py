"""What `muster.testkit.processes.preemption` runs: the service's own role on a journal of suffixed topics."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, fields

from muster.events.wire.envelope import Topic
from muster.identity import MembershipFeed
from muster.journal import Failpoints, SharedLease, SystemClock
from muster.preemption.config import Settings
from muster.preemption.edge import roles
from muster.service import Context, Work
from muster.service.shared import instance
from muster.testkit.stack.renamed import RenamedJournal


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    kept = {each.name: getattr(context, each.name) for each in fields(context)}
    return roles.start(_Renamed(**kept))


@dataclass(frozen=True, slots=True)
class _Renamed(Context[Settings]):
    """The context of the role, whose topics carry the suffix."""

    def journal(  # pyright: ignore[reportIncompatibleMethodOverride]  (the same contract)
        self, *topics: Topic, client_id: str | None = None, failpoints: Failpoints | None = None
    ) -> RenamedJournal:
        """See Context."""
        del topics
        settings = self.settings
        client = client_id or self.name.replace(":", "-")
        suffix = self.arguments.suffix
        return self.keep(
            RenamedJournal(settings.kafka_bootstrap, settings.schema_registry_url, client, suffix, failpoints)
        )

    def lease(self) -> SharedLease:
        """See Context; renewed often, as the tests' silence is short."""
        producer = self._kept.enter_context(closing(self.journal().producer("lease")))
        return SharedLease(producer, process_id=instance(), clock=SystemClock(), every_ms=200)

    def memberships(self) -> MembershipFeed:
        """See Context."""
        return self.keep(MembershipFeed(self.journal(), "identity"))
