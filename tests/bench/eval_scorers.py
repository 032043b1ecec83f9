"""The scoring function of bench_eval, importable in Ray's workers."""

from __future__ import annotations

from muster.scoring.calling.outcomes import Answer


def is_expected(material: str, answer: Answer) -> bool:
    """Whether the answer is the expected text."""
    return answer.text == material
