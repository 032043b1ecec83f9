"""Scoring functions that run in processes of Ray; each process imports this module, so it imports little."""

from __future__ import annotations

from typing import Final, TypeAlias

from muster.eval.core.configs.documents import EvalConfig, GoldenCase
from muster.eval.core.scoring import score
from muster.scoring.calling.outcomes import Answer
from muster.scoring.executing.workers import scorer_error

Scored: TypeAlias = tuple[float | None, str, str]
"""Score, code of why there is none, and a sentence."""

SCORER_FAILED: Final = "SCORER_FAILED"
"""A check raised an error."""


def scored(config: EvalConfig, case: GoldenCase, answer: Answer) -> Scored:
    """Score an answer by its checks but those that run code."""
    return score(config, case, storable(answer.text))


def scored_again(config: EvalConfig, case: GoldenCase, text: str) -> Scored:
    """Score a kept answer; a check that raises an error says the same as in the engine."""
    try:
        return score(config, case, text)
    except Exception as error:  # its message may quote the case, so it must not end in a log
        return None, SCORER_FAILED, scorer_error(error)


def unscored(material: None, answer: Answer) -> None:
    """Leave a judge's reply to the run, which reads it as it is kept."""
    del material, answer


def storable(text: str) -> str:
    """Return a text that Postgres keeps: NUL as U+FFFD."""
    return text.replace("\x00", "\ufffd")
