"""Verdicts of scanners: record them, and close the content in every repository that has it. PURE.

ScanCompleted   -> ContentScanned   and, for each repository that has the content, its closing or reopening;
                                    repeated until the verdict is applied to all of them
CommitMade      -> the same for content that has a verdict already
SetScanPolicy   -> ScanPolicySet    who may read content without a verdict; enforced by the API

A verdict is about bytes: content closed in one repository is closed in all others, and in future ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, Kind, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import SetScanPolicy
from muster.events.registry_events import CommitMade, ContentScanned, RegistryEvent, ScanPolicySet
from muster.events.scan_events import ScanCompleted, ScanVerdict
from muster.events.shared.command_answers import RejectionCode
from muster.registry.core.access import sender_of
from muster.registry.core.contents import holders, paths_of
from muster.registry.core.quarantine import CLOSED, REVIEWED, close, closed_key, reopen
from muster.registry.core.state import REPOSITORIES

VERDICTS: Final = Kind("verdict", ContentScanned)
"""KIND/HASH -> last verdict; kept when the content is gone, as it is not scanned again if it returns."""

PENDING_VERDICTS: Final = Kind("untold-verdict", str)
"""KIND/HASH of a verdict not applied everywhere yet -> the last repository that it was applied to."""

APPLIED_AT_ONCE: Final = 500
"""Maximum number of repositories to which a verdict is applied in one step."""

CLOSED_AT_ONCE: Final = 500
"""Maximum number of a commit's contents closed one by one; with more, the whole repository is closed."""

CLOSING: Final = frozenset({ScanVerdict.MALICIOUS, ScanVerdict.INCONCLUSIVE})

_REASON_MAX: Final = 1_000


def record_verdict(state: Entities, completed: ScanCompleted) -> Facts[RegistryEvent]:
    """Record a verdict about content that the registry has or may receive later."""
    if completed.object:
        verdict = ContentScanned(
            object=completed.object,
            content_sha256=completed.content_sha256,
            verdict=completed.verdict,
            reason=completed.reason[:_REASON_MAX],
            findings=completed.findings,
            scan=completed.scan,
            rules_version=completed.rules_version,
            last="",
            ended=False,
        )
        yield from _apply(state, verdict)


def apply_pending(state: Entities) -> Facts[RegistryEvent]:
    """Apply a pending verdict to the next repositories."""
    found = next(state.scan(PENDING_VERDICTS), None)
    verdict = None if found is None else state.get(VERDICTS, found[0])
    if verdict is not None:
        yield from _apply(state, verdict)


def is_pending(state: Entities) -> bool:
    """Whether a verdict is not applied to all its repositories yet."""
    return next(state.scan(PENDING_VERDICTS), None) is not None


def about_commit(state: Entities, made: CommitMade) -> Facts[RegistryEvent]:
    """Apply earlier verdicts to the content of a new commit."""
    paths = paths_of(made)
    known = [(object_, state.get(VERDICTS, object_)) for object_ in made.objects if object_ in paths]
    closing = [verdict for _, verdict in known if verdict is not None and verdict.verdict in CLOSING]
    repository = state.get(REPOSITORIES, made.repository)
    if len(closing) > CLOSED_AT_ONCE and repository is not None:
        reason = f"{len(closing)} files of commit {made.commit} are closed, for example: {_why(closing[0])}"
        yield close(made.repository, repository, "", closing[0], object_="", reason=reason[:_REASON_MAX])
        return
    for verdict in closing:
        yield from _judged(state, made.repository, paths[verdict.object], verdict)


def set_policy(given: Input[object], command: SetScanPolicy) -> Facts[RegistryEvent]:
    """Set who may read content without a verdict in the organisation."""
    if command.organisation != command.tenant:
        text = must_be("organisation", command.organisation[:80], f"{command.tenant}, your own")
        yield refuse(given, RejectionCode.FORBIDDEN, text)
        return
    policy = ScanPolicySet(
        organisation=command.organisation,
        policy=command.policy,
        tenant=command.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(policy, command.organisation, command.tenant)


def evolve_scanned(state: Changes, fact: ContentScanned) -> None:
    """Store the verdict, and how far it has been applied."""
    state.put(VERDICTS, fact.object, fact)
    if fact.ended:
        state.delete(PENDING_VERDICTS, fact.object)
    else:
        state.put(PENDING_VERDICTS, fact.object, fact.last)


def _apply(state: Entities, verdict: ContentScanned) -> Facts[RegistryEvent]:
    found = holders(state, verdict.object, verdict.last, APPLIED_AT_ONCE + 1)
    now = found[:APPLIED_AT_ONCE]
    last = now[-1][0] if now else verdict.last
    applied = replace(verdict, last=last, ended=len(found) <= APPLIED_AT_ONCE)
    yield Fact(applied, applied.object)
    for repository, content in now:
        yield from _judged(state, repository, content.path, applied)


def _judged(state: Entities, id_: str, path: str, scanned: ContentScanned) -> Facts[RegistryEvent]:
    """Close or reopen content of one repository; a reviewer's decision outranks the same rules again."""
    repository = state.get(REPOSITORIES, id_)
    key = closed_key(id_, scanned.object)
    closed = state.get(CLOSED, key)
    if repository is None or (closed is not None and closed.verdict is None):
        return
    if scanned.verdict not in CLOSING:
        if closed is not None:
            yield reopen(id_, repository, path, scanned)
        return
    is_reviewed = state.get(REVIEWED, key) == scanned.rules_version
    is_worse = closed is None or (closed.verdict, scanned.verdict) == (
        ScanVerdict.INCONCLUSIVE,
        ScanVerdict.MALICIOUS,
    )
    if is_worse and not is_reviewed:
        yield close(id_, repository, path, scanned, object_=scanned.object, reason=_why(scanned))


def _why(scanned: ContentScanned) -> str:
    return scanned.reason or f"the scan verdict is {scanned.verdict.value.lower()}"
