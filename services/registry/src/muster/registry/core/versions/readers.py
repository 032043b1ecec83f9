"""Who reads some content, by what is known about it. PURE; the API holds readers to it.

closed by a reviewer, or MALICIOUS    those with a grant
closed by INCONCLUSIVE                they, and who administers the repository
without a verdict                     as the organisation's policy says; those with a grant do
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.events.registry_commands import ScanPolicy
from muster.events.scan_events import ScanVerdict
from muster.registry.core.repositories.access import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known about some content of a repository.

    Attributes:
        is_file: A file; otherwise a root directory, which stands for a version.
        verdict: What a scanner says; None: nothing yet.
        is_closed: It is.
        closed_by: By which verdict; None: a reviewer has closed it.
        reason: Why it is closed.
    """

    is_file: bool
    verdict: ScanVerdict | None
    is_closed: bool
    closed_by: ScanVerdict | None
    reason: str


def hindrance(known: Known, policy: ScanPolicy, may: Level, granted: Level) -> str:
    """Why somebody does not read some content; empty: they do.

    Args:
        known: About the content.
        policy: Of the organisation.
        may: What they may do with the repository.
        granted: What grants alone allow them.
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
