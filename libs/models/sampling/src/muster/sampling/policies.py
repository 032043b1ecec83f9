"""How much of the traffic is sampled. PURE."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from muster.events.refusal import must_be

ONE_IN_MAX: Final = 2**31 - 1
"""Largest `one_in` that an event can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPolicy:
    """Sampling rates of one server process.

    Attributes:
        one_in: Sample one in this many requests; 1 samples all of them.
        per_window_min: Samples a minute that every pair of task and segment should reach when traffic is low;
            0 applies `one_in` alone.
        per_second_max: Most samples a second, over all tasks and segments; takes precedence over the others.
        bodies: Whether samples contain the redacted texts.
    """

    one_in: int = 1000
    per_window_min: int = 20
    per_second_max: float = 20.0
    bodies: bool = False

    def __post_init__(self) -> None:
        """Check the rates.

        Raises:
            ValueError: a rate is out of range; the message names the field.
        """
        if not 1 <= self.one_in <= ONE_IN_MAX:
            raise ValueError(must_be("one_in", self.one_in, f"from 1 to {ONE_IN_MAX}"))
        if self.per_window_min < 0:
            raise ValueError(must_be("per_window_min", self.per_window_min, "0 or more"))
        if not (self.per_second_max > 0 and math.isfinite(self.per_second_max)):
            raise ValueError(must_be("per_second_max", self.per_second_max, "more than 0 and finite"))


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "one_in": (int,),
    "per_window_min": (int,),
    "per_second_max": (int, float),
    "bodies": (bool,),
}


def policy_in(answer: object) -> SamplingPolicy:
    """Return the policy that the drift service answers; fields that a newer service adds are ignored.

    Raises:
        ValueError: It is none; the message names the field.
    """
    fields: Mapping[str, Any] = cast("Mapping[str, Any]", answer) if isinstance(answer, dict) else {}
    for name, types in _TYPES.items():
        # A bool is an int for `isinstance`.
        if type(fields.get(name)) not in types:
            allowed = " or ".join(each.__name__ for each in types)
            raise ValueError(must_be(name, fields.get(name), f"of type {allowed}"))
    return SamplingPolicy(**{name: fields[name] for name in _TYPES})
