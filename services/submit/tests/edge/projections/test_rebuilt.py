"""Both projections of the scenario rebuilt from the log."""

from __future__ import annotations

from typing import Any

import pytest
from muster.views.rebuild import rebuild

pytestmark = pytest.mark.stack

Scenario = Any
"""Scenario, of conftest.py, which tests cannot import."""


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        (
            "tables",
            {
                "jobs": 5,
                "attempts": 4,
                "rank_places": 6,
                "nodes": 4,
                "gpus": 1,
                "queues": 2,
                "policies": 2,
                "log_chunks": 4,
            },
        ),
        ("search", {"jobs": 5}),
    ],
)
def test_a_rebuilt_projection_equals_the_live_one(
    scenario: Scenario, name: str, counts: dict[str, int]
) -> None:
    rebuilt = rebuild(scenario.projections[name], scenario.journal)
    assert rebuilt.differences == ()
    assert {kind: rebuilt.counts[kind] for kind in counts} == counts
