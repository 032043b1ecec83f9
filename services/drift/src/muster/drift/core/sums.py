"""Sums over samples: of one event, of a window, of a subgroup. PURE.

Sums of parts add up to those of the whole, so a subgroup is any number of windows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from muster.events.drift_windows import Moments, NamedCount, WindowSums
from muster.events.inference_samples import FeedbackGiven, InferenceSampled

NAMES_MAX: Final = 20
"""Most scripts and templates of a window."""

BODIES_MAX: Final = 50
"""Most samples with a body of a window."""

NAME_MAX: Final = 64
"""Most characters of the name of a script or template: a SHA-256 as text."""

BINS: Final = 32
"""Most bins of a histogram; a size is in the bin of its binary digits."""

NO_MOMENTS: Final = Moments(count=0, total=0.0, squares=0.0)

NOTHING: Final = WindowSums(
    samples=0,
    errors=0,
    truncated=0,
    refused=0,
    json_answers=0,
    json_invalid=0,
    fields=0,
    fields_null=0,
    ratings=NO_MOMENTS,
    completions=0,
    completed=0,
    latency=NO_MOMENTS,
    answer_length=NO_MOMENTS,
    input_lengths=(),
    input_tokens=(),
    scripts=(),
    templates=(),
    bodies=(),
)
"""Sums over no sample."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Windows together.

    Attributes:
        sums: Sums over their samples.
        seen: Requests that the servers report.
        dropped: Samples that servers could not send.
    """

    sums: WindowSums = NOTHING
    seen: int = 0
    dropped: int = 0

    def __add__(self, other: Counted) -> Counted:
        """Return both together."""
        return Counted(
            added(self.sums, other.sums),
            self.seen + other.seen,
            self.dropped + other.dropped,
        )


NOTHING_COUNTED: Final = Counted()
"""No window."""


def of_sample(sample: InferenceSampled) -> WindowSums:
    """Return the sums over one sample."""
    object_fields = sample.fields or 0
    has_body = sample.body is not None or bool(sample.body_key)
    return replace(
        NOTHING,
        samples=1,
        errors=int(sample.status >= 500),
        truncated=int(sample.finish_reason == "length"),
        refused=int(sample.refused),
        json_answers=int(sample.json_valid is not None),
        json_invalid=int(sample.json_valid is False),
        fields=object_fields,
        fields_null=min(sample.fields_null or 0, object_fields),
        latency=_moments(math.log1p(max(sample.latency_ms, 0))),
        answer_length=_moments(math.log1p(max(sample.characters_out, 0))),
        input_lengths=_one_in_bin(sample.characters_in),
        input_tokens=() if sample.tokens_in is None else _one_in_bin(sample.tokens_in),
        scripts=(NamedCount(name=_printable(sample.script), count=1),),
        templates=(NamedCount(name=_printable(sample.template), count=1),),
        bodies=(sample.sample,) if has_body else (),
    )


def of_feedback(feedback: FeedbackGiven) -> WindowSums:
    """Return the sums over one report of a user; a rating outside 0 to 1 does not count."""
    rating = feedback.rating
    counts = rating is not None and 0 <= rating <= 1
    return replace(
        NOTHING,
        ratings=_moments(rating) if counts and rating is not None else NO_MOMENTS,
        completions=int(feedback.completed is not None),
        completed=int(feedback.completed is True),
    )


def added(one: WindowSums, other: WindowSums) -> WindowSums:
    """Return the sums over both."""
    return WindowSums(
        samples=one.samples + other.samples,
        errors=one.errors + other.errors,
        truncated=one.truncated + other.truncated,
        refused=one.refused + other.refused,
        json_answers=one.json_answers + other.json_answers,
        json_invalid=one.json_invalid + other.json_invalid,
        fields=one.fields + other.fields,
        fields_null=one.fields_null + other.fields_null,
        ratings=_both(one.ratings, other.ratings),
        completions=one.completions + other.completions,
        completed=one.completed + other.completed,
        latency=_both(one.latency, other.latency),
        answer_length=_both(one.answer_length, other.answer_length),
        input_lengths=_histograms(one.input_lengths, other.input_lengths),
        input_tokens=_histograms(one.input_tokens, other.input_tokens),
        scripts=_names(one.scripts, other.scripts),
        templates=_names(one.templates, other.templates),
        bodies=_chosen((*one.bodies, *other.bodies)),
    )


def inputs_of(sums: WindowSums) -> WindowSums:
    """Return the parts of sums that describe inputs; the rest is empty."""
    return replace(
        NOTHING,
        samples=sums.samples,
        input_lengths=sums.input_lengths,
        input_tokens=sums.input_tokens,
        scripts=sums.scripts,
        templates=sums.templates,
    )


def _printable(name: str) -> str:
    """Return the beginning of a name that a server sends; control characters become blanks."""
    return "".join(each if each.isprintable() else " " for each in name[:NAME_MAX])


def _moments(value: float) -> Moments:
    return Moments(count=1, total=value, squares=value * value)


def _both(one: Moments, other: Moments) -> Moments:
    return Moments(
        count=one.count + other.count,
        total=one.total + other.total,
        squares=one.squares + other.squares,
    )


def _one_in_bin(size: int) -> tuple[int, ...]:
    place = min(max(size, 0).bit_length(), BINS - 1)
    return (*([0] * place), 1)


def _histograms(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    return tuple(each + (shorter[place] if place < len(shorter) else 0) for place, each in enumerate(longer))


def _names(one: Sequence[NamedCount], other: Sequence[NamedCount]) -> tuple[NamedCount, ...]:
    """Return the counts of both, the most frequent first; those beyond the limit are left out."""
    counts = Counter[str]()
    for each in (*one, *other):
        counts[each.name] += each.count
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:NAMES_MAX]
    return tuple(NamedCount(name=name, count=count) for name, count in ordered)


def _chosen(samples: Sequence[str]) -> tuple[str, ...]:
    """Return the samples whose ids have the lowest hashes: a sample of the samples, whatever ids are like."""
    if len(samples) <= 1:
        return tuple(samples)
    return tuple(sorted(samples, key=_hash_of)[:BODIES_MAX])


def _hash_of(sample: str) -> bytes:
    return sha256(sample.encode()).digest()
