"""Findings about stored bytes that were read back: damaged, absent, or sound again. PURE.

RecordChecks -> ObjectsChecked   for each state, findings about objects that still have the key that was read
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.deciding import Entities, Fact, Facts, Input, refuse, repeated
from muster.events.registry_commands import Finding, ObjectState, RecordChecks
from muster.events.registry_events import ObjectsChecked, RegistryEvent
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.registry.core.state import OBJECTS, copies_of

AT_ONCE: Final = 100
"""Maximum number of findings in one command."""

_SHOWN_MAX: Final = 3


def record(state: Entities, given: Input[object], command: RecordChecks) -> Facts[RegistryEvent]:
    """Record findings; one about a key that the object no longer has is dropped."""
    if wrong := _wrong(command.findings):
        yield refuse(given, RejectionCode.INVALID, [wrong])
        return
    there = [each for each in command.findings if _lies_there(state, each)]
    if not there:
        yield repeated(given)
    for found in ObjectState:
        findings = tuple(each for each in there if each.state is found)
        if findings:
            fact = ObjectsChecked(
                findings=findings,
                tenant=command.tenant,
                requested_by=command.requested_by,
                state=found,
                summary=_summary(findings),
            )
            yield Fact(fact, findings[0].object, command.tenant)


def _summary(findings: Sequence[Finding]) -> str:
    shown = "; ".join(
        f"{each.object}: {each.detail}" if each.detail else each.object for each in findings[:_SHOWN_MAX]
    )
    return shown if len(findings) <= _SHOWN_MAX else f"{shown}; and {len(findings) - _SHOWN_MAX} more"


def _lies_there(state: Entities, finding: Finding) -> bool:
    stored = state.get(OBJECTS, finding.object)
    return stored is not None and stored.key == finding.object_key


def _wrong(findings: Sequence[Finding]) -> Violation | None:
    if not 1 <= len(findings) <= AT_ONCE:
        return Violation(field="findings", value=f"{len(findings)} items", allowed=f"1 to {AT_ONCE}")
    for each in findings:
        if not each.object_key.startswith(copies_of(each.object)):
            allowed = f"a key that begins with {copies_of(each.object)}"
            return Violation(field="object_key", value=each.object_key[:200], allowed=allowed)
    return None
