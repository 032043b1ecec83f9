"""Models that must not be used, recognised by their weights whatever was done to their files. PURE.

A list is a text of JSON lines, each {"name", "reason", "fingerprint"}; `line_of` writes one. A model matches
when more than LIKENESS_MIN of its weights lie in tensors that the listed one has (`muster.tensors.families`).
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import msgspec
from muster.tensors.families import Fingerprint, fingerprint, likeness, model_of
from muster.tensors.families.fingerprints import VERSION
from muster.tensors.layouts import LayoutInvalid
from muster.tensors.sources import Source

LIKENESS_MIN: Final = 0.5
BITS_MIN: Final = 1_024
"""Fewest marks of a fingerprint: with fewer, two models may be alike by chance."""
_LINES_MAX: Final = 100_000
_FIELDS: Final = ("name", "reason", "fingerprint")


class BlacklistInvalid(ValueError):
    """A list cannot be read: the message names the line, the field, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A model that must not be used.

    Attributes:
        name: Name of the model.
        reason: Why, in one sentence; shown to anyone who loads a match.
        fingerprint: Fingerprint of its weights.
    """

    name: str
    reason: str
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True)
class Blacklist:
    """Models that must not be used.

    Attributes:
        digest: SHA-256 of the text, 16 hexadecimal digits.
        entries: Entries in the order of the text.
    """

    digest: str
    entries: tuple[Entry, ...]

    def matches(self, found: Fingerprint) -> Iterator[tuple[Entry, float]]:
        """Yield the entries that a model is, or derives from, each with the share of weights that matches."""
        if not is_telling(found):
            return
        for entry in self.entries:
            alike = likeness(found, entry.fingerprint)
            if alike > LIKENESS_MIN:
                yield entry, alike


def blacklist_of(text: str) -> Blacklist:
    """Parse a list; empty lines are skipped.

    Raises:
        BlacklistInvalid: A line cannot be read.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > _LINES_MAX:
        raise BlacklistInvalid(f"{len(lines)} entries; must be at most {_LINES_MAX}")
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Blacklist(digest, tuple(_entry(number, line) for number, line in lines))


def line_of(entry: Entry) -> str:
    """Format an entry as a line of a list."""
    raw = b64encode(msgspec.msgpack.encode(entry.fingerprint)).decode("ascii")
    return json.dumps({"name": entry.name, "reason": entry.reason, "fingerprint": raw})


def fingerprint_of(sources: Mapping[str, Source]) -> Fingerprint | None:
    """Fingerprint of a model's files; None: one is not a tensor file, or there are too few marks."""
    try:
        found = fingerprint(model_of(sources))
    except LayoutInvalid:
        return None
    return found if is_telling(found) else None


def is_telling(found: Fingerprint) -> bool:
    """Whether there are marks enough that two models are not alike by chance."""
    return sum(8 * len(mark.bits) for mark in found.marks) >= BITS_MIN


def _entry(number: int, line: str) -> Entry:
    try:
        raw: object = json.loads(line)
    except ValueError as error:
        raise BlacklistInvalid(f"line {number} is no JSON: {error}") from None
    fields = cast("dict[str, Any]", raw) if isinstance(raw, dict) else {}
    if set(fields) != set(_FIELDS) or not all(isinstance(each, str) for each in fields.values()):
        raise BlacklistInvalid(f"line {number}: must be an object of the texts {', '.join(_FIELDS)}")
    try:
        found = msgspec.msgpack.decode(b64decode(fields["fingerprint"], validate=True), type=Fingerprint)
    except (ValueError, msgspec.DecodeError) as error:
        raise BlacklistInvalid(f"line {number}: fingerprint: {error}") from None
    if found.version != VERSION or not is_telling(found):
        raise BlacklistInvalid(
            f"line {number}: fingerprint: version {found.version}, {len(found.marks)} tensors; "
            f"must be version {VERSION} with at least {BITS_MIN} marks"
        )
    return Entry(fields["name"], fields["reason"], found)
