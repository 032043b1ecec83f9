"""`muster audit verify --service preemption`: job-events is read twice, as inputs and for the world."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

from muster.events.topics import JOB_EVENTS
from muster.journal import SystemClock
from muster.preemption.core.world import World
from muster.preemption.edge.follower import Follower
from muster.preemption.edge.roles import deciding
from muster.service import S3Settings
from muster.service.audit import Audit, DecidingLog, audit_journal


class PreemptionLog:
    """The log of this service, for audits."""

    def audited(self, settings: S3Settings, *, from_snapshot: bool) -> Iterator[Audit]:
        """See muster.service.audit.AuditedLog."""
        with (
            audit_journal(settings, [JOB_EVENTS]) as journal,
            closing(Follower(journal, threading.Event(), SystemClock())) as follower,
        ):
            log = DecidingLog(deciding(follower.world_as_of))
            yield from log.audited(settings, from_snapshot=from_snapshot)

    def batch_with(self, settings: S3Settings, seq: int) -> Mapping[str, Any] | None:
        """See muster.service.audit.AuditedLog."""
        return DecidingLog(deciding(_no_world)).batch_with(settings, seq)


def _no_world(seq: int) -> World:
    """Raise LookupError: reading a batch decides nothing and needs no world."""
    raise LookupError(f"nothing is planned as of seq {seq} here")


LOG = PreemptionLog()
