"""Recorded answers, verdicts and labels (data/README.md), read once."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"


def _columns(name: str) -> dict[str, list[str]]:
    with (DATA / name).open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {column: [row[column] for row in rows] for column in rows[0]}


@dataclass(frozen=True)
class PandaLM:
    """Verdicts about 999 pairs of answers: 0 tie, 1 or 2 the better one; None: nothing could be read.

    `majority` is None where three people had three opinions.
    """

    instructions: list[str]
    applications: list[str]
    people: list[list[int]]
    majority: list[int | None]
    gpt: list[int | None]
    pandalm: list[int | None]


@cache
def gsm8k() -> dict[str, list[float]]:
    """Whether each model got each problem right, 1 or 0."""
    return {model: [float(each) for each in values] for model, values in _columns("gsm8k.csv").items()}


@cache
def pandalm() -> PandaLM:
    """The verdicts and labels."""
    columns = _columns("pandalm.csv")
    people = [[int(each) for each in columns[f"annotator{person}"]] for person in (1, 2, 3)]
    counted = [Counter(labels).most_common(1)[0] for labels in zip(*people, strict=True)]
    return PandaLM(
        instructions=columns["instruction"],
        applications=columns["application"],
        people=people,
        majority=[label if votes > 1 else None for label, votes in counted],
        gpt=[int(each) if each else None for each in columns["gpt"]],
        pandalm=[int(each) if each else None for each in columns["pandalm"]],
    )
