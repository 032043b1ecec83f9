"""Requests to commands. PURE: ids and the time are given."""

from __future__ import annotations

from muster.events.scan_commands import ActivateRules, OverrideVerdict, RescanContent, ReviewContent
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Stamp, stamped
from muster.scanner.core import rules
from muster.scanner.core.reviews import subject_of

Command = ActivateRules | OverrideVerdict | RescanContent | ReviewContent


def asked(command: Command, stamp: Stamp) -> Envelope[Command]:
    """A command, keyed by what it is about."""
    key = rules.KEY if isinstance(command, ActivateRules) else subject_of(command)
    return stamped(command, key, stamp)
