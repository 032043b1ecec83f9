"""Decide, evolve, and what is due. PURE."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from muster.deciding import About, Changes, Decider, Entities, Facts, Happened, Input
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
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerLost,
    WorkerRenewed,
    WorkerReported,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReported,
    WorkReturned,
)
from muster.scanner.core import contents, requests, reviews, rules, scans
from muster.scanner.core.state import QUEUE, Given, Told

CONCERNS: Final = frozenset(get_args(Given))
"""The records of its inputs that this core decides."""


def decide(state: Entities, given: Input[Given], at_ms: int) -> Facts[Told]:
    """What follows from a commit, a worker's report, a command."""
    match given.payload:
        case CommitMade() as made:
            yield from contents.brought(made)
        case DownloadsRecorded() as recorded:
            yield from rules.met(state, recorded)
        case WorkerReported() | WorkReported() as report:
            yield from scans.reported(state, report, at_ms)
        case ActivateRules() as command:
            yield from rules.activate(state, given, command)
        case RescanContent() | ReviewContent() | OverrideVerdict() as command:
            yield from reviews.decide(state, given, command)
        case _:
            assert_never(given.payload)


def due(state: Entities, at_ms: int) -> Facts[Told]:
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


def evolve(state: Changes, fact: Happened[Told]) -> None:  # noqa: C901  (a case for each fact)
    """The state after a fact."""
    match fact.payload:
        case WorkQueued() | WorkReturned() as queued:
            QUEUE.evolve(state, fact, queued)
            scans.evolve_queued(state, queued)
        case (
            WorkOrdered() | WorkLost() | WorkEnded() | WorkParked() | WorkerRenewed() | WorkerLost()
        ) as work:
            QUEUE.evolve(state, fact, work)
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
        ):
            pass
        case _:
            assert_never(fact.payload)


def about(payload: Given) -> About | None:
    """The rules, repository or content of a command; a fact or report is nobody's question."""
    match payload:
        case CommitMade() | DownloadsRecorded() | WorkerReported() | WorkReported():
            return None
        case command:
            return requests.about(command)


DECIDER: Final = Decider(
    decisions_version=1,
    decide=decide,
    evolve=evolve,
    due=due,
    next_deadline_ms=next_deadline_ms,
    about=about,
)
