"""Decide, evolve, and what is due. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.deciding import Changes, Decider, Entities, Fact, Happened, Input, repeated
from muster.events.registry_commands import QuarantineRepository, ReleaseRepository
from muster.events.registry_events import CommitMade, DownloadsRecorded
from muster.events.scan_commands import ActivateRules, OverrideVerdict, RescanContent, ReviewContent
from muster.events.scan_events import (
    ContentReviewed,
    FindingRaised,
    RescanRequested,
    RulesActivated,
    ScanCompleted,
    ScanPostponed,
    ScanStarted,
    VerdictOverridden,
    WeightsFingerprinted,
)
from muster.events.scan_work import ContentGone, ContentsMet, DownloadsMet, RescanAdvanced
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.work_orders import WorkerReported, WorkQueued, WorkReported, WorkReturned
from muster.events.topics import SCAN_COMMANDS
from muster.scanner.core import contents, reviews, rules, scans
from muster.scanner.core.state import QUEUE

CONCERNS: Final = frozenset(
    {CommitMade, DownloadsRecorded, WorkerReported, WorkReported, *SCAN_COMMANDS.payloads.values()}
)
"""The records of its inputs that this core decides."""


def decide(state: Entities, given: Input, at_ms: int) -> Iterator[Fact]:
    """What follows from a commit, a worker's report, a command."""
    match given.payload:
        case CommitMade() as made:
            yield from contents.brought(made)
        case DownloadsRecorded() as recorded:
            yield from rules.met(state, recorded)
        case WorkerReported() | WorkReported():
            yield from scans.reported(state, given, at_ms)
        case ActivateRules() as command:
            yield from rules.activate(state, given, command)
        case RescanContent() | ReviewContent() | OverrideVerdict() as command:
            yield from reviews.decide(state, given, command)
        case other:
            raise TypeError(f"{type(other).__name__} is no input of this service")


def due(state: Entities, at_ms: int) -> Iterator[Fact]:
    """What follows without a request: judged content is looked through, queued, ordered, taken back."""
    yield from rules.advanced(state)
    yield from scans.queued(state, at_ms)
    yield from scans.followed(state, QUEUE.due(state, at_ms), at_ms)


def next_deadline_ms(state: Entities) -> int | None:
    """When something is due."""
    if rules.is_looking(state):
        return 0
    times = (scans.next_deadline_ms(state), QUEUE.next_deadline_ms(state))
    return min((each for each in times if each is not None), default=None)


def evolve(state: Changes, fact: Happened) -> None:  # noqa: C901  (a case for each fact)
    """The state after a fact."""
    is_work = QUEUE.evolve(state, fact)
    match fact.payload:
        case WorkQueued() | WorkReturned() as queued:
            scans.evolve_queued(state, queued)
        case ContentsMet() as met:
            contents.evolve_met(state, met)
        case ContentGone() as gone:
            scans.evolve_gone(state, gone)
        case ScanPostponed() as postponed:
            scans.evolve_postponed(state, postponed)
        case ScanCompleted() as completed:
            scans.evolve_completed(state, completed)
        case DownloadsMet() as downloads:
            rules.evolve_met(state, downloads)
        case RulesActivated() as activated:
            rules.evolve_activated(state, activated)
        case RescanAdvanced() as advanced:
            rules.evolve_advanced(state, advanced)
        case RescanRequested() as requested:
            reviews.evolve_requested(state, requested)
        case VerdictOverridden() as overridden:
            reviews.evolve_overridden(state, overridden)
        case (
            ScanStarted()
            | FindingRaised()
            | WeightsFingerprinted()
            | ContentReviewed()
            | ReleaseRepository()
            | QuarantineRepository()
            | CommandRejected()
            | CommandRepeated()
        ):
            pass
        case other if not is_work:
            raise TypeError(f"{type(other).__name__} is no fact of this service")
        case _:
            pass


def answer_again(given: Input) -> Iterator[Fact]:
    """A duplicate of a command is told that it was answered; one of a fact or report is nobody's question."""
    match given.payload:
        case ActivateRules() as command:
            yield repeated(given, subject=command.rules_version, tenant=command.tenant, key=rules.KEY)
        case RescanContent() | ReviewContent() | OverrideVerdict() as command:
            subject = reviews.subject_of(command)
            yield repeated(given, subject=subject, tenant=command.tenant, key=subject)
        case _:
            pass


DECIDER: Final = Decider(
    decisions_version=1,
    decide=decide,
    evolve=evolve,
    due=due,
    next_deadline_ms=next_deadline_ms,
    repeated=answer_again,
)
