"""How much of the traffic is sampled. PURE."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

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
