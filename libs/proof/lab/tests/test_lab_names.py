"""The names that options offer are those that exist."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from muster.lab.cli import names
from muster.lab.edge import fgd_runs, run_time_loads
from muster.lab.loads.generated import GENERATED
from muster.lab.rules.contenders import CONTENDERS, OURS, WITHOUT_PREEMPTION
from muster.lab.stories.stories import STORIES


@pytest.mark.parametrize(
    ("offered", "existing"),
    [
        (names.POLICIES, CONTENDERS),
        (names.WITHOUT_PREEMPTION, WITHOUT_PREEMPTION),
        (names.PLACEMENTS, (OURS, fgd_runs.FGD, fgd_runs.PACKED, "bestfit", fgd_runs.RANDOM)),
        (names.GENERATED, GENERATED),
        (names.RUN_TIMES, run_time_loads.LOADS),
        (names.STORIES, STORIES),
    ],
)
def test_names_are_complete_and_in_order(offered: tuple[str, ...], existing: Iterable[str]) -> None:
    assert offered == tuple(existing)
