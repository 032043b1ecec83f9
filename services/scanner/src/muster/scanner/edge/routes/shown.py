"""The answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from muster.jobs.values.quantities import format_time
from muster.scanner.edge.routes.seen import FindingRow, ReviewRow, ScanRow
from typing_extensions import TypedDict


class ScanAnswer(TypedDict):
    """Content in one repository, and what is known about it."""

    object: Annotated[str, "The content: KIND/HASH; tree/HASH: the root directory of a version."]
    repository: Annotated[str, "NAMESPACE/NAME."]
    path: Annotated[str, "Where it lies in one commit; empty: a root directory."]
    commit: str
    state: Annotated[str, "waiting, running, postponed or completed"]
    waits_for: Annotated[str, "Why it is postponed."]
    verdict: Annotated[str | None, "clean, suspicious, malicious or inconclusive; null: none yet."]
    reason: Annotated[str, "What readers are shown."]
    findings: int
    rules_version: str
    size_bytes: int
    content_sha256: str
    scan: str
    at: Annotated[str | None, "When that was so."]
    closed: Annotated[bool, "Nobody reads it there without a grant."]


class ScansAnswer(TypedDict):
    """Content, the newest scan first."""

    scans: list[ScanAnswer]


class FindingAnswer(TypedDict):
    """One thing that is not as it should be."""

    rule: str
    kind: str
    severity: str
    message: str
    member: Annotated[str, "Path inside of it, when it is an archive."]
    offset: Annotated[int | None, "First byte, counted in the member."]


class ReviewAnswer(TypedDict):
    """What somebody has said."""

    decision: Annotated[str, "release, close or override"]
    verdict: Annotated[str | None, "What was looked at; of an override, what holds instead."]
    reason: str
    by: str
    rules_version: str
    at: str


class ContentAnswer(TypedDict):
    """One content: where it is, what was found, what was said."""

    scan: ScanAnswer
    held: list[ScanAnswer]
    findings: list[FindingAnswer]
    reviews: list[ReviewAnswer]


class ReviewsAnswer(TypedDict):
    """What waits for a reviewer: malicious first, then what nobody understood."""

    waiting: list[ScanAnswer]


def scan_answer(row: ScanRow) -> ScanAnswer:
    """One row."""
    return {
        "object": row.object,
        "repository": row.full_name,
        "path": row.path,
        "commit": row.commit,
        "state": row.state or "waiting",
        "waits_for": row.waits_for or "",
        "verdict": None if row.verdict is None else row.verdict.lower(),
        "reason": row.reason or "",
        "findings": row.findings or 0,
        "rules_version": row.rules_version or "",
        "size_bytes": row.size_bytes or 0,
        "content_sha256": row.content_sha256 or "",
        "scan": row.scan or "",
        "at": None if row.changed_at_ms is None else format_time(row.changed_at_ms),
        "closed": bool(row.closed),
    }


def content_answer(
    held: Sequence[ScanRow], findings: Sequence[FindingRow], reviews: Sequence[ReviewRow]
) -> ContentAnswer:
    """One content; `held` has at least one row."""
    return {
        "scan": scan_answer(held[0]),
        "held": [scan_answer(row) for row in held],
        "findings": [
            {
                "rule": row.rule,
                "kind": row.kind.lower(),
                "severity": row.severity.lower(),
                "message": row.message,
                "member": row.member,
                "offset": row.place,
            }
            for row in findings
        ],
        "reviews": [
            {
                "decision": row.decision.lower(),
                "verdict": None if row.verdict is None else row.verdict.lower(),
                "reason": row.reason,
                "by": row.by,
                "rules_version": row.rules_version,
                "at": format_time(row.at_ms) or "",
            }
            for row in reviews
        ],
    }
