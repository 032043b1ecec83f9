"""Errors in a header: a code that never changes, the place, the value found, the valid values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """Codes that a scanner's rules may name. Only TRUNCATED may be an accident, such as a broken download."""

    TRUNCATED = "truncated"
    """The file ends before the data that its header describes, and has no other error."""
    FORMAT_UNKNOWN = "format-unknown"
    VERSION_UNSUPPORTED = "version-unsupported"
    HEADER_TOO_LARGE = "header-too-large"
    HEADER_BEYOND_FILE = "header-beyond-file"
    HEADER_MALFORMED = "header-malformed"
    TEXT_INVALID = "text-invalid"
    NAME_REPEATED = "name-repeated"
    FIELD_MISSING = "field-missing"
    FIELD_UNKNOWN = "field-unknown"
    FIELD_REPEATED = "field-repeated"
    DTYPE_UNKNOWN = "dtype-unknown"
    VALUE_TYPE_UNKNOWN = "value-type-unknown"
    COUNT_TOO_LARGE = "count-too-large"
    STRING_TOO_LONG = "string-too-long"
    ARRAY_NESTED = "array-nested"
    DIMENSIONS_TOO_MANY = "dimensions-too-many"
    NUMBER_OVERFLOW = "number-overflow"
    SHAPE_INVALID = "shape-invalid"
    SPAN_MISMATCH = "span-mismatch"
    RANGE_REVERSED = "range-reversed"
    RANGE_BEYOND_FILE = "range-beyond-file"
    OVERLAP = "overlap"
    HOLE = "hole"
    ALIGNMENT_INVALID = "alignment-invalid"
    TRAILING_PAYLOAD = "trailing-payload"


SHOWN_MAX: Final = 80
FINDINGS_MAX: Final = 16


@dataclass(frozen=True, slots=True)
class Finding:
    """One error.

    Attributes:
        kind: Code of the error.
        where: Field, tensor or key, as the file calls it.
        value: The value found, shortened.
        allowed: The valid values.
    """

    kind: Kind
    where: str
    value: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.where} is {self.value} ({self.kind}); must be {self.allowed}"


def finding(kind: Kind, where: str, value: object, allowed: str) -> Finding:
    """Return a finding with place and value shortened and printable, whatever the file contains."""
    return Finding(kind, _printable(where), _printable(str(value)), allowed)


class LayoutInvalid(ValueError):
    """The header must not be trusted. The only error that reading a layout raises, but for the source's own.

    Attributes:
        findings: The errors, at least one, at most FINDINGS_MAX.
        texts: Keys and texts of the metadata as far as they were read, each value of a key that comes twice.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings[:FINDINGS_MAX])
        self.texts: tuple[tuple[str, str], ...] = ()
        super().__init__("; ".join(map(str, self.findings)))

    @property
    def is_truncation(self) -> bool:
        """Whether the file only ends too early; any other error was written by somebody."""
        return all(f.kind is Kind.TRUNCATED for f in self.findings)


def refusal(kind: Kind, where: str, value: object, allowed: str) -> LayoutInvalid:
    """A refusal for one reason."""
    return LayoutInvalid([finding(kind, where, value, allowed)])


def _printable(text: str) -> str:
    shown = text.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= SHOWN_MAX else shown[: SHOWN_MAX - 3] + "..."
