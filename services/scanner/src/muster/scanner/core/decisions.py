"""Decide, evolve, and deadlines. PURE."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from muster.deciding import About, Changes, Entities, Facts, Happened, Input
from muster.deciding.work import WorkFact, WorkReport, with_work
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
from muster.scanner.core import contents, requests, reviews, rules, scans
from muster.scanner.core.state import QUEUE, Inputs, Outputs

CONCERNS: Final = frozenset(get_args(Inputs | WorkReport))
"""The records of its inputs that this core or its queue decides."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs]:
    """Decide a commit or a command."""
    match given.payload:
        case CommitMade() as made:
            yield from contents.brought(made)
        case DownloadsRecorded() as recorded:
            yield from rules.met(state, recorded)
        case ActivateRules() as command:
            yield from rules.activate(state, given, command)
        case RescanContent() | ReviewContent() | OverrideVerdict() as command:
            yield from reviews.decide(state, given, command)
        case _:
            assert_never(given.payload)


def due(state: Entities, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide without a request: visit judged content, and queue scans that are due."""
    yield from rules.advanced(state)
    yield from scans.queued(state, at_ms)


def next_deadline_ms(state: Entities) -> int | None:
    """Time at which the next of this is due."""
    return 0 if rules.is_looking(state) else scans.next_deadline_ms(state)


def evolve(state: Changes, fact: Happened[Outputs]) -> None:
    """The state after a fact."""
    match fact.payload:
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


def about(payload: Inputs) -> About | None:
    """Rules, repository or content that a command is about; None for facts."""
    match payload:
        case CommitMade() | DownloadsRecorded():
            return None
        case command:
            return requests.about(command)


DECIDER: Final = with_work(
    QUEUE,
    decisions_version=2,  # 2: orders name the newest commit; content added again is not gone
    decide=decide,
    evolve=evolve,
    due=due,
    next_deadline_ms=next_deadline_ms,
    about=about,
    follow=scans.follow,
    evolve_work=scans.evolve_work,
)
