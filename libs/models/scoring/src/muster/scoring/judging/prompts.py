"""The prompt of one sample: rules in the system message, everything untrusted as JSON in the user's.

In JSON no text can end its string, and no text can end the data: `<` is escaped, so that the closing mark
occurs once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from muster.scoring.calling.prompts import Message, Prompt, Sampling
from muster.scoring.judging.judges import Judge, reminder, rules
from muster.scoring.rubric.findings import well_formed

ATTEMPTS: Final = 2
"""Requests for one sample: a reply that cannot be read is asked for once more."""

ANSWER_CHARACTERS_MAX: Final = 100_000
"""Longest answer that is shown to a judge."""


@dataclass(frozen=True, slots=True)
class Material:
    """One answer to judge, with what it answers. All of it is untrusted.

    Attributes:
        conversation: The messages up to the answer.
        answer: The answer, at most `ANSWER_CHARACTERS_MAX` characters.
        expected: Texts that count as right.
        sources: Texts that the answer may rely on, by name, in the order in which the judge sees them.
    """

    conversation: tuple[Message, ...]
    answer: str
    expected: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict[str, str])


def sample_prompt(judge: Judge, material: Material, prompt_id: str, *, sample: int, attempt: int) -> Prompt:
    """Return the request for one verdict.

    Args:
        judge: The judge.
        material: What it judges.
        prompt_id: Unique for the case in its run; sample and attempt are added.
        sample: From 0.
        attempt: 0; 1 after a reply that could not be read, which is mentioned and not repeated.
    """
    again = f"\n\n{reminder()}" if attempt else ""
    return Prompt(
        id=f"{prompt_id}/judge/{sample}/{attempt}",
        messages=(
            Message("system", rules(judge)),
            Message("user", f"<data>\n{_data(material)}\n</data>{again}"),
        ),
        sampling=Sampling(
            temperature=judge.temperature,
            seed=judge.seed + sample * ATTEMPTS + attempt,
            max_tokens=judge.max_tokens,
        ),
    )


def _data(material: Material) -> str:
    data: dict[str, object] = {
        "conversation": [{"role": each.role, "content": each.content} for each in material.conversation],
        "answer": material.answer,
    }
    if material.expected:
        data["expected"] = list(material.expected)
    if material.sources:
        data["sources"] = dict(material.sources)
    return well_formed(json.dumps(data, ensure_ascii=False)).replace("<", "\\u003c")
