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
from muster.registry.core.quarantine import CLOSED, REVIEWED, close, closed_key, reopen
from muster.registry.core.repositories.access import sender_of
from muster.registry.core.state import REPOSITORIES
from muster.registry.core.versions.contents import holders, paths_of

VERDICTS: Final = Kind("verdict", ContentScanned)
"""KIND/HASH -> last verdict; kept when the content is gone, as it is not scanned again if it returns."""

UNTOLD: Final = Kind("untold-verdict", str)
"""KIND/HASH of a verdict not applied everywhere yet -> the last repository that it was applied to."""

TOLD_AT_ONCE: Final = 500
"""Maximum number of repositories to which a verdict is applied in one step."""

CLOSED_AT_ONCE: Final = 500
"""Maximum number of a commit's contents closed one by one; with more, the whole repository is closed."""

CLOSING: Final = frozenset({ScanVerdict.MALICIOUS, ScanVerdict.INCONCLUSIVE})

_REASON_MAX: Final = 1_000


def scanned(state: Entities, completed: ScanCompleted) -> Facts[RegistryEvent]:
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
        yield from _told(state, verdict)


def told_on(state: Entities) -> Facts[RegistryEvent]:
    """Apply a pending verdict to the next repositories."""
    found = next(state.scan(UNTOLD), None)
    verdict = None if found is None else state.get(VERDICTS, found[0])
    if verdict is not None:
        yield from _told(state, verdict)


def is_telling(state: Entities) -> bool:
    """Whether a verdict is not applied to all its repositories yet."""
    return next(state.scan(UNTOLD), None) is not None


def about_commit(state: Entities, made: CommitMade) -> Facts[RegistryEvent]:
    """Apply earlier verdicts to the content of a new commit."""
    paths = paths_of(made)
    known = [(object_, state.get(VERDICTS, object_)) for object_ in made.objects if object_ in paths]
    closing = [told for _, told in known if told is not None and told.verdict in CLOSING]
    repository = state.get(REPOSITORIES, made.repository)
    if len(closing) > CLOSED_AT_ONCE and repository is not None:
        reason = f"{len(closing)} files of commit {made.commit} are closed, among others: {_why(closing[0])}"
        yield close(made.repository, repository, "", closing[0], object_="", reason=reason[:_REASON_MAX])
        return
    for told in closing:
        yield from _judged(state, made.repository, paths[told.object], told)


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
        state.delete(UNTOLD, fact.object)
    else:
        state.put(UNTOLD, fact.object, fact.last)


def _told(state: Entities, verdict: ContentScanned) -> Facts[RegistryEvent]:
    found = holders(state, verdict.object, verdict.last, TOLD_AT_ONCE + 1)
    now = found[:TOLD_AT_ONCE]
    last = now[-1][0] if now else verdict.last
    told = replace(verdict, last=last, ended=len(found) <= TOLD_AT_ONCE)
    yield Fact(told, told.object)
    for repository, content in now:
        yield from _judged(state, repository, content.path, told)


def _judged(state: Entities, id_: str, path: str, told: ContentScanned) -> Facts[RegistryEvent]:
    """Close or reopen content of one repository; a reviewer's decision outranks the same rules again."""
    repository = state.get(REPOSITORIES, id_)
    key = closed_key(id_, told.object)
    closed = state.get(CLOSED, key)
    if repository is None or (closed is not None and closed.verdict is None):
        return
    if told.verdict not in CLOSING:
        if closed is not None:
            yield reopen(id_, repository, path, told)
        return
    is_reviewed = state.get(REVIEWED, key) == told.rules_version
    is_worse = closed is None or (closed.verdict, told.verdict) == (
        ScanVerdict.INCONCLUSIVE,
        ScanVerdict.MALICIOUS,
    )
    if is_worse and not is_reviewed:
        yield close(id_, repository, path, told, object_=told.object, reason=_why(told))


def _why(told: ContentScanned) -> str:
    return told.reason or f"the scanner says {told.verdict.value.lower()}"
