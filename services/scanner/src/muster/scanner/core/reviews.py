"""Rescans, reviews and overrides that owners, reviewers and operators request. PURE.

RescanContent   -> RescanRequested                     it is scanned again
ReviewContent   -> ContentReviewed, and a command to the registry for each repository: it alone opens
                   and closes files, and tells their owners
OverrideVerdict -> VerdictOverridden, ScanCompleted    for all organisations, until other rules judge
"""

from __future__ import annotations

from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import QuarantineRepository, ReleaseRepository
from muster.events.scan_commands import OverrideVerdict, RescanContent, ReviewContent, ReviewDecision
from muster.events.scan_events import (
    ContentReviewed,
    RescanRequested,
    ScanCompleted,
    ScanVerdict,
    VerdictOverridden,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.scanner.core.contents import ASKED_PRIORITY, want
from muster.scanner.core.state import JUDGED, KNOWN, OVERRIDES, Inputs, Outputs, Override

REASON_MAX: Final = 1_000
OBJECTS_MAX: Final = 5_000
"""Most contents that one command may have rescanned."""

REPOSITORIES_MAX: Final = 500
"""Most repositories in which one review opens or closes content."""

SUBJECT: Final = "scanner"
"""Subject under which the scanner commands the registry."""

_REASON_TOLD_MAX: Final = 900

Command = RescanContent | ReviewContent | OverrideVerdict


def decide(state: Entities, given: Input[Inputs], command: Command) -> Facts[Outputs]:
    """Decide on one of these commands."""
    if not 1 <= len(command.reason) <= REASON_MAX:
        text = must_be("reason", f"{len(command.reason)} characters", f"1 to {REASON_MAX}")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    match command:
        case RescanContent():
            yield from _rescan(state, given, command)
        case ReviewContent():
            yield from _review(state, given, command)
        case OverrideVerdict():
            yield from _override(state, given, command)


def evolve_requested(state: Changes, fact: RescanRequested) -> None:
    """Queue all of the content."""
    for object_ in fact.objects:
        want(state, object_, ASKED_PRIORITY)


def evolve_overridden(state: Changes, fact: VerdictOverridden) -> None:
    """Store the verdict, which holds against the same rules."""
    override = Override(verdict=fact.verdict, rules_version=fact.rules_version, reason=fact.reason)
    state.put(OVERRIDES, fact.object, override)


def _rescan(state: Entities, given: Input[Inputs], command: RescanContent) -> Facts[Outputs]:
    unknown = next((each for each in command.objects if state.get(KNOWN, each) is None), None)
    if unknown is not None:
        text = must_be("object", unknown[:80], "content of a repository, as KIND/HASH")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    if not 1 <= len(command.objects) <= OBJECTS_MAX:
        text = must_be("objects", f"{len(command.objects)} of them", f"1 to {OBJECTS_MAX}")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    requested = RescanRequested(
        repository=command.repository,
        objects=command.objects,
        reason=command.reason,
        tenant=command.tenant,
        requested_by=_sender(command),
    )
    yield Fact(requested, command.repository, command.tenant)


def _review(state: Entities, given: Input[Inputs], command: ReviewContent) -> Facts[Outputs]:
    if state.get(KNOWN, command.object) is None:
        yield _unknown(given, command)
        return
    if len(command.repositories) > REPOSITORIES_MAX:
        text = must_be("repositories", f"{len(command.repositories)} of them", f"up to {REPOSITORIES_MAX}")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    judged = state.get(JUDGED, command.object)
    reviewed = ContentReviewed(
        object=command.object,
        decision=command.decision,
        reason=command.reason,
        scan="" if judged is None else judged.scan,
        verdict=None if judged is None else judged.verdict,
        rules_version="" if judged is None else judged.rules_version,
        repositories=command.repositories,
        tenant=command.tenant,
        requested_by=_sender(command),
    )
    yield Fact(reviewed, command.object, command.tenant)
    of_record = ReleaseRepository if command.decision is ReviewDecision.RELEASE else QuarantineRepository
    for repository in command.repositories:
        asked = of_record(
            repository=repository,
            object=command.object,
            reason=f"{_sender(command)}: {command.reason[:_REASON_TOLD_MAX]}",
            tenant=command.tenant,
            requested_by=SUBJECT,
            teams=(),
            roles=(),
        )
        yield Fact(asked, repository, command.tenant)


def _override(state: Entities, given: Input[Inputs], command: OverrideVerdict) -> Facts[Outputs]:
    known, judged = state.get(KNOWN, command.object), state.get(JUDGED, command.object)
    if known is None or judged is None:
        yield _unknown(given, command)
        return
    verdict = ScanVerdict(command.verdict.value)
    reason = f"{_sender(command)} has overridden the scanner: {command.reason}"
    overridden = VerdictOverridden(
        object=command.object,
        verdict=verdict,
        former=judged.verdict,
        rules_version=judged.rules_version,
        reason=reason,
        tenant=command.tenant,
        requested_by=_sender(command),
    )
    yield Fact(overridden, command.object, command.tenant)
    completed = ScanCompleted(
        scan=judged.scan,
        object=command.object,
        content_sha256=judged.content_sha256,
        repository=known.repository,
        commit=known.commit,
        path=known.names[0],
        rules_version=judged.rules_version,
        tenant=known.tenant,
        verdict=verdict,
        reason=reason,
        findings=judged.findings,
        size_bytes=judged.size_bytes,
        names=judged.names,
    )
    yield Fact(completed, command.object, known.tenant)


def _sender(command: Command) -> str:
    """ORGANISATION/USER."""
    return f"{command.tenant}/{command.requested_by}"


def _unknown(given: Input[Inputs], command: ReviewContent | OverrideVerdict) -> Fact[CommandRejected]:
    text = must_be("object", command.object[:80], "content that was scanned, as KIND/HASH")
    return refuse(given, RejectionCode.NOT_FOUND, text)
