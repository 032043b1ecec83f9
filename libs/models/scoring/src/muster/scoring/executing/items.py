"""Items and outcomes of a run."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

from muster.scoring.calling.outcomes import Answer, Failure
from muster.scoring.calling.prompts import Prompt

M = TypeVar("M")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
Score: TypeAlias = Callable[[M, Answer], S]
"""Pure function of an item's material and the answer. Importable, or a partial of one."""


@dataclass(frozen=True, slots=True)
class Item(Generic[M]):
    """One prompt of a run.

    Attributes:
        prompt: Sent to the endpoint.
        material: Passed to the scoring function, e.g. the expected answer; never sent. Picklable.
    """

    prompt: Prompt
    material: M


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S_co]):
    """Result of one item.

    Attributes:
        prompt_id: Id of the item's prompt.
        result: Answer, or failure; failures are not scored.
        score: Returned by the scoring function; None without an answer, or if it raised.
        scorer_error: Type and message of the error that the scoring function raised; empty: none.
    """

    prompt_id: str
    result: Answer | Failure
    score: S_co | None = None
    scorer_error: str = ""


def require_importable(score: Callable[..., Any]) -> None:
    """Check that a worker process can import a scoring function.

    Raises:
        ValueError: It is a lambda, a local function, a method, or belongs to the main script.
    """
    inner: Any = score
    while isinstance(inner, functools.partial):
        inner = cast("functools.partial[Any]", inner).func
    module, name = str(getattr(inner, "__module__", "")), str(getattr(inner, "__qualname__", ""))
    if module != "__main__" and "." not in name:
        try:
            if getattr(importlib.import_module(module), name, None) is inner:
                return
        except ImportError:
            pass  # the error below says what is allowed
    raise ValueError(f"score is {name or inner} of {module}; must be a module-level function of a module")
