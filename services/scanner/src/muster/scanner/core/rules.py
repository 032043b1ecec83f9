"""Which rules judge, and what is scanned again when others do. PURE.

ActivateRules -> RulesActivated
                 RescanAdvanced ...    all that is judged is looked through, LOOKED_AT at a time; what
                                       other rules have judged waits, what most commits brought first
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Input, rejected
from muster.events.scan_commands import ActivateRules
from muster.events.scan_events import RulesActivated
from muster.events.scan_work import RescanAdvanced
from muster.events.shared.command_answers import RejectionCode
from muster.scanner.core.contents import want
from muster.scanner.core.state import ACTIVE_RULES, JUDGED, KNOWN, RESCAN, RULES

LOOKED_AT: Final = 1_000
"""Contents in one batch."""

RESCAN_PRIORITY: Final = 100
"""Of what one commit has brought; one more for each further commit, up to RESCAN_PRIORITY_MAX."""

RESCAN_PRIORITY_MAX: Final = 800
"""Below new content, which nobody may read in some organisations until it is scanned."""

KEY: Final = "rules"


def activate(state: Entities, given: Input, command: ActivateRules) -> Iterator[Fact]:
    """Other rules judge from now on."""
    former = state.get(RULES, ACTIVE_RULES) or ""
    if command.rules_version == former:
        text = f"rules {former[:80]} are active: allowed are others"
        code, subject = RejectionCode.WRONG_STATE, command.rules_version
        yield rejected(given, code, text, subject=subject, tenant=command.tenant, key=KEY)
        return
    activated = RulesActivated(
        rules_version=command.rules_version,
        former=former,
        reason=command.reason,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(activated, KEY, command.tenant)


def advanced(state: Entities) -> Iterator[Fact]:
    """The next of what is judged is looked at."""
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
    """Whether judged content is looked through."""
    return state.get(RESCAN, "") is not None


def evolve_activated(state: Changes, fact: RulesActivated) -> None:
    """They are active, and all that is judged is looked through from the beginning."""
    state.put(RULES, ACTIVE_RULES, fact.rules_version)
    state.put(RESCAN, "", "")


def evolve_advanced(state: Changes, fact: RescanAdvanced) -> None:
    """What other rules have judged waits."""
    before = state.get(RESCAN, "") or ""
    judged = list(state.scan(JUDGED, first=_behind(before), until=_behind(fact.last)))
    for object_, verdict in judged:
        known = state.get(KNOWN, object_)
        if known is not None and verdict.rules_version != fact.rules_version:
            want(state, object_, min(RESCAN_PRIORITY + known.met - 1, RESCAN_PRIORITY_MAX))
    if fact.ended:
        state.delete(RESCAN, "")
    else:
        state.put(RESCAN, "", fact.last)


def _behind(key: str) -> str:
    """The first key behind this one."""
    return f"{key}\0" if key else ""
