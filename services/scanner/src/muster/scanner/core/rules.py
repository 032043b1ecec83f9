"""Active rules, and rescans when they change. PURE.

ActivateRules -> RulesActivated
                 RescanAdvanced ...    all judged content is visited, LOOKED_AT at a time; content judged by
                                       other rules is queued, the most downloaded first, then the content
                                       of the most commits
DownloadsRecorded -> DownloadsMet      for each repository, once its downloads have doubled, or halved
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_events import DownloadsRecorded
from muster.events.scan_commands import ActivateRules
from muster.events.scan_events import RulesActivated
from muster.events.scan_work import DownloadsMet, RescanAdvanced
from muster.events.shared.command_answers import RejectionCode
from muster.scanner.core.contents import want
from muster.scanner.core.state import ACTIVE_RULES, JUDGED, KNOWN, READ, RESCAN, RULES, Inputs, Known, Outputs

LOOKED_AT: Final = 1_000
"""Contents visited in one batch."""

RESCAN_PRIORITY: Final = 100
"""Priority of content from one commit in a repository without downloads: below new content (NEW_PRIORITY),
which cannot be read in some organisations until it is scanned."""

COMMITS_COUNTED_MAX: Final = 29
DOUBLINGS_MAX: Final = 23
"""Each doubling of the downloads, up to 8 million, counts more than all commits."""

KEY: Final = "rules"


def activate(state: Entities, given: Input[Inputs], command: ActivateRules) -> Facts[Outputs]:
    """Activate other rules."""
    former = state.get(RULES, ACTIVE_RULES) or ""
    if command.rules_version == former:
        text = must_be("rules_version", former[:80], "another than the active one")
        yield refuse(given, RejectionCode.WRONG_STATE, text)
        return
    activated = RulesActivated(
        rules_version=command.rules_version,
        former=former,
        reason=command.reason,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(activated, KEY, command.tenant)


def advanced(state: Entities) -> Facts[Outputs]:
    """Visit the next batch of judged content."""
    last = state.get(RESCAN, "")
    if last is None:
        return
    found = list(islice(state.scan(JUDGED, first=_behind(last)), LOOKED_AT))
    fact = RescanAdvanced(
        rules_version=state.get(RULES, ACTIVE_RULES) or "",
        last=found[-1][0] if found else last,
        ended=len(found) < LOOKED_AT,
    )
    yield Fact(fact, KEY)


def is_looking(state: Entities) -> bool:
    """Whether a rescan is visiting judged content."""
    return state.get(RESCAN, "") is not None


def evolve_activated(state: Changes, fact: RulesActivated) -> None:
    """Make the rules active, and visit all judged content from the beginning."""
    state.put(RULES, ACTIVE_RULES, fact.rules_version)
    state.put(RESCAN, "", "")


def evolve_advanced(state: Changes, fact: RescanAdvanced) -> None:
    """Queue the content of a batch that other rules have judged."""
    before = state.get(RESCAN, "") or ""
    judged = list(state.scan(JUDGED, first=_behind(before), until=_behind(fact.last)))
    for object_, verdict in judged:
        known = state.get(KNOWN, object_)
        if known is not None and verdict.rules_version != fact.rules_version:
            want(state, object_, _priority(state, known))
    if fact.ended:
        state.delete(RESCAN, "")
    else:
        state.put(RESCAN, "", fact.last)


def met(state: Entities, fact: DownloadsRecorded) -> Facts[Outputs]:
    """Record repositories that are downloaded far more, or far less, than was known."""
    for each in fact.downloads:
        known = state.get(READ, each.repository) or 0
        if each.month_downloads.bit_length() != known.bit_length():
            found = DownloadsMet(repository=each.repository, month_downloads=each.month_downloads)
            yield Fact(found, each.repository)


def evolve_met(state: Changes, fact: DownloadsMet) -> None:
    """Store the downloads of a repository."""
    state.put(READ, fact.repository, fact.month_downloads)


def _priority(state: Entities, known: Known) -> int:
    """Rescan priority of content, by the repository that had it first."""
    doublings = min((state.get(READ, known.repository) or 0).bit_length(), DOUBLINGS_MAX)
    commits = min(known.met - 1, COMMITS_COUNTED_MAX)
    return RESCAN_PRIORITY + doublings * (COMMITS_COUNTED_MAX + 1) + commits


def _behind(key: str) -> str:
    """The first key after this one."""
    return f"{key}\0" if key else ""
