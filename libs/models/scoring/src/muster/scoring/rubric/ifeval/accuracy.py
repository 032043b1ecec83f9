"""Strict and loose accuracy: of an instruction, of a prompt with all of its instructions, of a whole set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from muster.scoring.rubric.findings import Finding
from muster.scoring.rubric.ifeval.instructions import INSTRUCTIONS, arguments_of


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares of what was followed, from 0 to 1.

    Attributes:
        prompts: Share of prompts of which every instruction was followed.
        instructions: Share of single instructions that were followed.
    """

    prompts: float
    instructions: float


def variants(answer: str) -> tuple[str, ...]:
    """Return the eight forms of an answer that loose accuracy tries, the answer itself first.

    With and without its asterisks, and of both the first line, the last line, or both left out.
    """
    lines = answer.split("\n")
    whole = (answer, *("\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1])))
    return (*whole, *(form.replace("*", "") for form in whole))


def judge_instruction(
    instruction: str, arguments: Mapping[str, Any], answer: str, *, loose: bool = False
) -> Finding:
    """Return whether an answer follows an instruction; an empty answer follows none.

    Args:
        instruction: Name as in the published data, such as `punctuation:no_comma`.
        arguments: As in the published data.
        answer: Any text.
        loose: Accept it if one of the `variants` follows it.

    Raises:
        InvalidCheck: The instruction is unknown, or an argument is missing, unknown or not allowed.
    """
    read = arguments_of(instruction, arguments)
    follows = INSTRUCTIONS[instruction].follows
    forms = variants(answer) if loose else (answer,)
    passed = any(form.strip() != "" and follows(form, read) for form in forms)
    return Finding(passed, f"the answer {'follows' if passed else 'does not follow'} {instruction}")


def accuracy(followed: Iterable[Sequence[bool]]) -> Accuracy:
    """Return the accuracy over prompts.

    Args:
        followed: For each prompt, whether each of its instructions was followed.

    Raises:
        ValueError: There is no prompt, or a prompt without an instruction.
    """
    prompts = [tuple(each) for each in followed]
    if not prompts or not all(prompts):
        raise ValueError("followed is empty or has an empty prompt; must be one result or more a prompt")
    single = sum(len(each) for each in prompts)
    return Accuracy(sum(map(all, prompts)) / len(prompts), sum(map(sum, prompts)) / single)
