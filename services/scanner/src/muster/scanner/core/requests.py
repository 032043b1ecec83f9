"""Convert requests to commands, and find their subjects. PURE: ids and the time are arguments."""

from __future__ import annotations

from typing import assert_never

from muster.deciding import About
from muster.events.scan_commands import (
    ActivateRules,
    OverrideVerdict,
    RescanContent,
    ReviewContent,
    ScanCommand,
)
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Stamp, stamped
from muster.scanner.core import rules


def envelope_of(command: ScanCommand, stamp: Stamp) -> Envelope[ScanCommand]:
    """A command, keyed by its subject."""
    return stamped(command, about(command).key, stamp)


def about(command: ScanCommand) -> About:
    """Rules, a repository or content."""
    match command:
        case ActivateRules():
            return About(command.rules_version, command.tenant, entity=rules.KEY)
        case RescanContent():
            return About(command.repository, command.tenant)
        case ReviewContent() | OverrideVerdict():
            return About(command.object, command.tenant)
        case _:
            assert_never(command)
