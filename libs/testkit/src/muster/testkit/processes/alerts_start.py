"""What `muster.testkit.processes.alerts` runs: the service's own role on a journal of suffixed topics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muster.alerts.config import Settings
from muster.alerts.edge import roles
from muster.deciding import Entities, Fact, Input
from muster.events.alerts_events import AlertRaised
from muster.service import Context, Work
from muster.testkit.processes.renamed_context import renamed_context


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    if context.arguments.decisions_version is not None:
        _decide_by(context.arguments.decisions_version)
    return roles.decider(renamed_context(context))


def _decide_by(version: int) -> None:
    """Have this process be of another version, whose alerts have another title."""
    as_released = roles.DECIDING.decider

    def decide(state: Entities, given: Input, at_ms: int) -> Iterator[Fact]:
        for fact in as_released.decide(state, given, at_ms):
            payload = fact.payload
            if isinstance(payload, AlertRaised):
                payload = replace(payload, title=f"{payload.title} (version {version})")
            yield replace(fact, payload=payload)

    other = replace(as_released, decisions_version=version, decide=decide)
    roles.DECIDING = replace(roles.DECIDING, decider=other)  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
