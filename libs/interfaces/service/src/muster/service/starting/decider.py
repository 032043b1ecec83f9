"""The role of a deciding service."""

from __future__ import annotations

import random  # noqa: TID251  (patience of standbys, no decision)
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from muster.deciding import DecidingRole, DecidingService, Entities, LocalStore, Snapshots
from muster.identity import SenderCheck, Verifier
from muster.journal import Failpoints, SystemClock
from muster.service.roles import Context, Work
from muster.service.settings import DecidingSettings
from muster.service.shared import instance
from muster.store import ObjectStore


def decide(
    context: Context[Any],
    service: DecidingService,
    *,
    look: Callable[[Entities], None] | None = None,
) -> Work:
    """Stand by and lead. The state is in a disposable local file, and in snapshots on S3.

    Args:
        context: Context of the role. Its settings are DecidingSettings, and TokenSettings if the service has
            scopes; their `authorization()` returns the credentials for commands to others, if there are any.
        service: The declaration.
        look: Called between batches with the state as it is on the log.
    """
    settings: DecidingSettings = context.settings
    failpoints = Failpoints(settings.failpoints)
    lease = context.lease()
    memberships = context.memberships() if service.scopes else None
    role = DecidingRole(
        replace(
            service,
            silence_ms=settings.silence_ms,
            snapshot_every_batches=settings.snapshot_every_batches,
        ),
        cell=settings.cell,
        journal=context.journal(*service.topics, lease.topic, failpoints=failpoints),
        store=LocalStore.in_folder(settings.home.expanduser() / "state" / service.name / settings.cell),
        snapshots=Snapshots(ObjectStore(settings.store()), service.name, settings.cell),
        lease=lease,
        process_id=f"{context.name}@{instance()}",
        stop=context.stop,
        clock=SystemClock(),
        chance=random.random,
        judge=SenderCheck(Verifier(context.settings.auth(), memberships), service.scopes).refusal
        if memberships is not None
        else None,
        look=look,
        authorization=context.settings.authorization if service.commanded else str,
        failpoints=failpoints,
    )

    def run() -> None:
        if memberships is None or memberships.wait(context.stop):
            role.run()

    return Work(
        run=run,
        missing=lambda: role.leader.problem or (memberships.problem if memberships is not None else None),
        progress=lambda: {"leading": role.leader.leading, "batches": role.machine.reached.batches},
    )
