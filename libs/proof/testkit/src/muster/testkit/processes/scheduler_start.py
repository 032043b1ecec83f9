"""Entry point of `muster.testkit.processes.scheduler`; imported once compiled modules are on or off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.events.job_events import JobQueued
from muster.events.scheduler_log import SequencedInput
from muster.journal import Failpoints
from muster.scheduler.config import Settings
from muster.scheduler.core import decide
from muster.scheduler.core.batch.context import Consequence
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay, service
from muster.service import Context, Work
from muster.testkit.stack.renamed import RenamedJournal


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    settings, arguments = context.settings, context.arguments
    if arguments.decisions_version is not None:
        _decide_by(arguments.decisions_version)
    journal = RenamedJournal(
        settings.kafka_bootstrap,
        settings.schema_registry_url,
        settings.scheduler_id,
        arguments.suffix,
        topics=service.leader_settings(settings).topics,
        failpoints=Failpoints(settings.scheduler_failpoints),
    )
    return service.lead(context, context.keep(journal))


def _decide_by(version: int) -> None:
    """Have this process be of another version, whose rules predict another run time for every job."""
    as_released = decide.step

    def otherwise(state: State, inputs: Sequence[SequencedInput], now_ms: int) -> list[Consequence]:
        return [_predicted(each, version) for each in as_released(state, inputs, now_ms)]

    replay.DECISIONS_VERSION = version  # pyright: ignore[reportConstantRedefinition, reportAttributeAccessIssue]
    decide.step = otherwise


def _predicted(consequence: Consequence, p50_ms: int) -> Consequence:
    decision = consequence.decision
    if not isinstance(decision.payload, JobQueued):
        return consequence
    otherwise = replace(decision.payload, predicted_p50_ms=p50_ms)
    return consequence._replace(decision=replace(decision, payload=otherwise))
