"""Read access to content: quarantine and scan policy. PURE; enforced by the API.

closed by a reviewer, or MALICIOUS    only callers with a grant
closed by INCONCLUSIVE                callers with a grant, and administrators of the repository
without a verdict                     per the organisation's policy; always callers with a grant
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.events.registry_commands import ScanPolicy
from muster.events.scan_events import ScanVerdict
from muster.registry.core.repositories.access import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Scan and quarantine state of some content of a repository.

    Attributes:
        is_file: Whether it is a file; otherwise a root directory, which stands for a version.
        verdict: The scanner's verdict; None: not scanned yet.
        is_closed: Whether the content is closed.
        closed_by: The verdict that closed it; None: a reviewer did.
        reason: Why it is closed.
    """

    is_file: bool
    verdict: ScanVerdict | None
    is_closed: bool
    closed_by: ScanVerdict | None
    reason: str


def hindrance(known: Known, policy: ScanPolicy, may: Level, granted: Level) -> str:
    """Return why a caller may not read some content; empty: they may.

    Args:
        known: State of the content.
        policy: Scan policy of the organisation.
        may: The caller's access level for the repository.
        granted: The access level that grants alone give the caller.
    """
    if granted >= Level.READ:
        return ""
    if known.is_closed:
        if known.closed_by is not ScanVerdict.INCONCLUSIVE:
            return f"in quarantine: {known.reason}; those with a grant still read it"
        if may < Level.ADMIN:
            return f"in quarantine until a reviewer has looked at it: {known.reason}"
        return ""
    if known.verdict is not None or not known.is_file:
        return ""
    if policy is ScanPolicy.BLOCK:
        return "not scanned yet: the organisation lets nobody read it before"
    if policy is ScanPolicy.OWNER_ONLY and may < Level.ADMIN:
        return "not scanned yet: until then those read it who administer the repository"
    return ""
