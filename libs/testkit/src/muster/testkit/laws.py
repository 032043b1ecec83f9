"""How many examples of a law are tried: all in a full run, as many as there is time for in a fast one.

The profile in force says so (conftest.py: "muster" and "fast"); `make test-fast` asks for "fast". A law that
names its own number scales it, so that no law is left out and none needs a second, shorter test. Laws
that are tried by seed, a test each, use `seeds`.
"""

from __future__ import annotations

from typing import Final

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

_EXAMPLES_FULL: Final = 100
"""What a full run tries of a law that names no number."""


def examples(number: int) -> settings:
    """Settings for a law with this many examples in a full run, without a deadline per example."""
    scaled = number * settings().max_examples // _EXAMPLES_FULL
    return settings(max_examples=max(1, scaled), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def seeds(count: int, *, quick: int) -> list[ParameterSet]:
    """Seeds 0 up to `count` for `parametrize`: a fast run tries the first `quick`, a full run all."""
    return [pytest.param(seed, marks=() if seed < quick else pytest.mark.slow) for seed in range(count)]
