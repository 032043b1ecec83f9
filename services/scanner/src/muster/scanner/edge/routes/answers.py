"""Answers of the routes: their fields are those that the statements in visibility.py select."""

from __future__ import annotations

from typing import Annotated

from muster.api.document.answers import Time
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
    at: Annotated[Time | None, "When that was so."]
    closed: Annotated[bool, "Nobody reads it there without a grant."]


class FindingAnswer(TypedDict):
    """One thing that is not as it should be."""

    rule: str
    kind: str
    severity: str
    message: str
    member: Annotated[str, "Path inside of it, when it is an archive."]
    offset: Annotated[int | None, "First byte, counted in the member."]


class ReviewAnswer(TypedDict):
    """Review by a person."""

    decision: Annotated[str, "release, close or override"]
    verdict: Annotated[str | None, "What was looked at; of an override, what holds instead."]
    reason: str
    by: str
    rules_version: str
    at: Time


class ActivationAnswer(TypedDict):
    """Rules that an operator has activated."""

    rules_version: str
    former: str
    reason: str
    by: str
    at: Time


class ContentAnswer(TypedDict):
    """One content: its repositories, findings and reviews."""

    scan: ScanAnswer
    held: list[ScanAnswer]
    findings: list[FindingAnswer]
    reviews: list[ReviewAnswer]
