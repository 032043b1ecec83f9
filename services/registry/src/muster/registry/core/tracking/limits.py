"""Limits on the names and texts of runs and versions. PURE."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muster.events.refusal import in_words
from muster.events.registry_commands import DatasetUse, Label
from muster.events.shared.command_answers import Violation

LABEL: Final = re.compile(r"[\w. /:-]{1,250}")
LABEL_ALLOWED: Final = "1 to 250 letters, digits, _ . - / : and spaces"
"""The same rule as in MLflow."""
VALUE_MAX: Final = 8_000
TEXT_MAX: Final = 65_536
NAME_MAX: Final = 500
LABELS_MAX: Final = 2_000
DATASETS_MAX: Final = 100
RECORD_CHARS_MAX: Final = 1_000_000
"""Maximum total length of one command's texts; its fact is part of a batch of at most 8 MiB."""
ALIAS: Final = re.compile(r"(?!v\d+$)(?!latest$)[A-Za-z0-9_][A-Za-z0-9_-]{0,254}", re.IGNORECASE)
ALIAS_ALLOWED: Final = "1 to 255 of A-Z a-z 0-9 _ -, neither latest nor v with a number"
_RUN: Final = re.compile(r"[0-9a-f]{32}|m-[0-9a-f]{32}")
_SHOWN_MAX: Final = 120
_REPORTED_MAX: Final = 5


def shortened(found: Sequence[Violation]) -> str:
    """Format the first violations, shortened, as the text of a rejection."""
    return in_words(
        [replace(each, value=each.value[:200], allowed=each.allowed[:200]) for each in found[:_REPORTED_MAX]]
    )


def wrong_run(run: str) -> Iterator[Violation]:
    """Check the id of a run."""
    if not _RUN.fullmatch(run):
        yield Violation(field="run", value=run[:_SHOWN_MAX], allowed="32 of 0-9 a-f, for a model after m-")


def wrong_labels(field: str, labels: Sequence[Label]) -> Iterator[Violation]:
    """Check parameters or tags; each name must be unique."""
    if len(labels) > LABELS_MAX:
        yield Violation(field=field, value=f"{len(labels)} items", allowed=f"at most {LABELS_MAX} at once")
    seen: set[str] = set()
    for label in labels[:LABELS_MAX]:
        if not LABEL.fullmatch(label.name):
            yield Violation(field=f"name in {field}", value=label.name[:_SHOWN_MAX], allowed=LABEL_ALLOWED)
        if label.name in seen:
            yield Violation(field=f"name in {field}", value=label.name, allowed="each name once")
        seen.add(label.name)
        yield from wrong_text(f"{field} {label.name[:_SHOWN_MAX]}", label.value, VALUE_MAX)


def wrong_text(field: str, text: str | None, chars_max: int) -> Iterator[Violation]:
    """Check the length of a text."""
    if text is not None and len(text) > chars_max:
        yield Violation(field=field, value=f"{len(text)} characters", allowed=f"at most {chars_max}")


def wrong_datasets(datasets: Sequence[DatasetUse]) -> Iterator[Violation]:
    """Check the datasets of a run."""
    if len(datasets) > DATASETS_MAX:
        value = f"{len(datasets)} items"
        yield Violation(field="datasets", value=value, allowed=f"at most {DATASETS_MAX} at once")
    for each in datasets[:DATASETS_MAX]:
        yield from wrong_text("name in datasets", each.name, NAME_MAX)
        yield from wrong_text(f"schema of {each.name[:_SHOWN_MAX]}", each.schema, TEXT_MAX)
        yield from wrong_text(f"profile of {each.name[:_SHOWN_MAX]}", each.profile, TEXT_MAX)
        yield from wrong_text(f"source of {each.name[:_SHOWN_MAX]}", each.source, TEXT_MAX)
        yield from wrong_labels(f"tags of {each.name[:_SHOWN_MAX]}", each.tags)


def wrong_size(labels: Sequence[Label], datasets: Sequence[DatasetUse] = ()) -> Iterator[Violation]:
    """Check the total length of a command's texts."""
    chars = sum(len(label.value) + len(label.name) for label in labels)
    chars += sum(len(each.schema) + len(each.profile) + len(each.source) for each in datasets)
    if chars > RECORD_CHARS_MAX:
        yield Violation(
            field="(all)", value=f"{chars} characters", allowed=f"at most {RECORD_CHARS_MAX} at once"
        )
