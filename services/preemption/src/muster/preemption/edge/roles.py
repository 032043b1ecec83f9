"""Wires the core into the service framework: journal, world, leadership and questions of the only role."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.api.commands.log import CommandLog
from muster.api.questions import Questions
from muster.deciding import DecidingService, Entities
from muster.events.preemption_commands import ActivatePreemptionPolicy
from muster.events.topics import JOB_EVENTS, PREEMPTION_COMMANDS, PREEMPTION_EVENTS, PREEMPTION_LOG
from muster.identity.principal import CLUSTER_WRITE
from muster.journal import SystemClock
from muster.preemption.config import Settings
from muster.preemption.core.decisions import CONCERNS, WorldAsOf, decider_of
from muster.preemption.core.state import as_of_seq
from muster.preemption.edge import http
from muster.preemption.edge.follower import Follower
from muster.preemption.edge.queries import Known, Routing
from muster.service import Context, Work
from muster.service.shared import instance
from muster.service.starting.decider import decide

GATHER_MS: Final = 20
"""Maximum wait of a request after another was answered, ms: at most 50 transactions a second."""


def deciding(world_as_of: WorldAsOf) -> DecidingService:
    """Describe the service to the framework, planning on this world."""
    return DecidingService(
        name="preemption",
        decider=decider_of(world_as_of),
        inputs=(JOB_EVENTS, PREEMPTION_COMMANDS),
        log=PREEMPTION_LOG,
        outputs=(PREEMPTION_EVENTS,),
        scopes={ActivatePreemptionPolicy: CLUSTER_WRITE},
        concerns=CONCERNS,
        gather_ms=GATHER_MS,
    )


def start(context: Context[Settings]) -> Work:
    """Start the role, as standby or leader; the API answers from this process's own state."""
    settings, clock = context.settings, SystemClock()
    follower = context.keep(Follower(context.journal(JOB_EVENTS), context.stop, clock))
    questions = Questions[Known](clock, waiting_max=http.WAITING_MAX, answering_ms=http.ANSWERING_MS)

    def look(state: Entities) -> None:
        follower.follow(as_of_seq(state))
        questions.answer(Known(state, follower.world, clock.now_ms()))

    work = decide(context, deciding(follower.world_as_of), look=look)

    def missing() -> str | None:
        lacks = work.missing()
        assert lacks is None or isinstance(lacks, str)  # noqa: S101  (a decider's is at hand)
        return lacks or follower.problem

    routing = Routing(questions, missing, _commands(context))
    app = http.connect(http.build(settings, context.memberships()), routing)
    return replace(work, app=app, missing=missing)


def _commands(context: Context[Settings]) -> CommandLog:
    journal = context.journal(PREEMPTION_COMMANDS)
    producer = context.keep(journal.producer("http"))
    return CommandLog(journal, [PREEMPTION_COMMANDS], producer, SystemClock(), f"preemption/{instance()}")
