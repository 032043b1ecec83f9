"""Orders to workers and their results, as bytes. PURE.

Results are checked field by field, since workers read untrusted content.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Final, cast

from muster.events.scan_events import FindingKind, FindingSeverity, ScanVerdict

FINDINGS_MAX: Final = 64
"""Most findings reported per scan, the worst of them; all are counted."""

MARKS_MAX: Final = 64
"""Most tensors in a fingerprint."""

_DIMENSIONS_MAX: Final = 8
_BITS_BYTES_MAX: Final = 128
_TEXT_MAX: Final = 600
_NAME_MAX: Final = 300
_HASH_CHARS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One scan for a worker.

    Attributes:
        object: The content, KIND/HASH.
        scan: Id of the scan.
        repository: Repository in which it was found.
        commit: Commit in which it was found.
        names: A path for each kind of name under which it is scanned.
        newest: REPOSITORY/COMMIT that added it last; empty: the commit above did.
    """

    object: str
    scan: str
    repository: str
    commit: str
    names: tuple[str, ...]
    newest: str = ""

    @property
    def added_by(self) -> tuple[str, str]:
        """Repository and commit that added the content last: tables that know it know where it lies."""
        repository, _, commit = self.newest.rpartition("/")
        return (repository, commit) if commit else (self.repository, self.commit)


class Outcome(StrEnum):
    """Outcome of an order."""

    READ = "read"
    """There is a verdict."""
    LATER = "later"
    """A server does not answer, or the tables are behind the order."""
    GONE = "gone"
    """Its bytes were removed, since nothing refers to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One finding, in the form used in facts."""

    rule: str
    kind: FindingKind
    severity: FindingSeverity
    message: str
    member: str = ""
    offset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Fingerprint of one tensor: its shape, and which of its numbers are above their median."""

    shape: tuple[int, ...]
    bits: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Fingerprint of a version's weights.

    Attributes:
        version: Version of the method that makes the marks.
        marks: Marks of its largest tensors, at most MARKS_MAX.
        as_numbers: Whether most of its numbers have data types that are read as numbers.
    """

    version: int
    marks: tuple[Mark, ...]
    as_numbers: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Result of an order.

    Attributes:
        outcome: Outcome of the order.
        reason: Explanation in one sentence; empty for a clean verdict.
        verdict: The worst verdict under all names.
        findings: The worst findings, at most FINDINGS_MAX.
        count: Number of all findings.
        size_bytes: Bytes read.
        content_sha256: SHA-256 of the bytes as read; empty: unknown.
        rules_version: Version of the rules used.
        weights: Fingerprint of a version's weights; None: it has none that can be read.
    """

    outcome: Outcome
    reason: str = ""
    verdict: ScanVerdict = ScanVerdict.INCONCLUSIVE
    findings: tuple[Found, ...] = ()
    count: int = 0
    size_bytes: int = 0
    content_sha256: str = ""
    rules_version: str = ""
    weights: Weights | None = None


class NoResult(ValueError):
    """A worker's answer is not a valid result."""


def order_bytes(order: Order) -> bytes:
    """Encode an order as the body of a work item; an empty `newest` is left out, as before it existed."""
    said = asdict(order)
    if not order.newest:
        del said["newest"]
    return json.dumps(said).encode()


def read_order(body: bytes) -> Order:
    """Decode an order."""
    said = cast("dict[str, Any]", json.loads(body))
    return Order(
        object=said["object"],
        scan=said["scan"],
        repository=said["repository"],
        commit=said["commit"],
        names=tuple(said["names"]),
        newest=said.get("newest", ""),
    )


def result_bytes(result: Result) -> bytes:
    """Encode a result, as a worker reports it."""
    said = asdict(replace(result, weights=None))
    if result.weights is not None:
        marks = [(each.shape, b64encode(each.bits).decode("ascii")) for each in result.weights.marks]
        of_weights = {"version": result.weights.version, "as_numbers": result.weights.as_numbers}
        said["weights"] = {**of_weights, "marks": marks}
    return json.dumps(said).encode()


def read_result(body: bytes) -> Result:
    """Decode a result.

    Raises:
        NoResult: it is invalid; the message says which field.
    """
    try:
        said = cast("dict[str, Any]", json.loads(body))
        findings = tuple(_found(each) for each in said["findings"][:FINDINGS_MAX])
        return Result(
            outcome=Outcome(said["outcome"]),
            reason=_text(said["reason"], _TEXT_MAX),
            verdict=ScanVerdict(said["verdict"]),
            findings=findings,
            count=max(_count(said["count"]), len(findings)),
            size_bytes=_count(said["size_bytes"]),
            content_sha256=_text(said["content_sha256"], _HASH_CHARS),
            rules_version=_text(said["rules_version"], _NAME_MAX),
            weights=_weights(said.get("weights")),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise NoResult(f"{type(error).__name__}: {error}") from error


def _found(said: dict[str, Any]) -> Found:
    offset = said["offset"]
    return Found(
        rule=_text(said["rule"], _NAME_MAX),
        kind=FindingKind(said["kind"]),
        severity=FindingSeverity(said["severity"]),
        message=_text(said["message"], _TEXT_MAX),
        member=_text(said["member"], _NAME_MAX),
        offset=None if offset is None else _count(offset),
    )


def _weights(said: dict[str, Any] | None) -> Weights | None:
    if said is None:
        return None
    marks = tuple(_mark(*each) for each in said["marks"][:MARKS_MAX])
    return Weights(version=_count(said["version"]), marks=marks, as_numbers=said["as_numbers"] is True)


def _mark(shape: list[object], bits: str) -> Mark:
    if len(shape) > _DIMENSIONS_MAX:
        raise ValueError(f"{len(shape)} dimensions: allowed are {_DIMENSIONS_MAX}")
    raw = b64decode(bits, validate=True)
    if not 0 < len(raw) <= _BITS_BYTES_MAX:
        raise ValueError(f"{len(raw)} bytes of marks: allowed are 1 to {_BITS_BYTES_MAX}")
    return Mark(shape=tuple(map(_count, shape)), bits=raw)


def _text(value: object, most: int) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__}: allowed is text")
    return value[:most]


def _count(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < 1 << 63:
        raise ValueError(f"{value!r}: allowed is 0 to 2^63 - 1")
    return value
