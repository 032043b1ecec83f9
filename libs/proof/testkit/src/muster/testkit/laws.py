"""Number of examples of each law: all in a long run, a part of them in the runs of every day.

The Hypothesis profile in force sets the part (conftest.py): "long" tries all (`make test-long`), "muster"
a quarter (`make test`), "fast" a tenth (`make test-fast`). A law that names its own number scales it, so that
no law is left out and none needs a second, shorter test. Laws tried by seed, one test each, use `seeds`.
"""

from __future__ import annotations

from typing import Final

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

_EXAMPLES_LONG: Final = 100
"""Examples of a law that names no number, in a long run."""


def examples(number: int) -> settings:
    """Settings for a law with this many examples in a long run, without a deadline per example."""
    scaled = number * settings().max_examples // _EXAMPLES_LONG
    return settings(max_examples=max(1, scaled), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def seeds(count: int, *, quick: int) -> list[ParameterSet]:
    """Seeds 0 up to `count` for `parametrize`: a fast run tries the first `quick`, a full run half of all."""
    rest = [pytest.mark.slow if seed < count // 2 else pytest.mark.long for seed in range(count)]
    return [pytest.param(seed, marks=() if seed < quick else rest[seed]) for seed in range(count)]
