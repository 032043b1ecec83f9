"""The progress file: whole, sampled, and absent outside Muster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from muster.checkpoint.progress import FILE, ProgressFile


def test_the_first_and_the_last_step_are_written_and_few_between(tmp_path: Path) -> None:
    progress = ProgressFile(tmp_path, rank=1, attempt=2)
    written = [step for step in range(1, 501) if progress.report(step, 500, {"loss": 1 / step})]
    assert written[0] == 1
    assert written[-1] == 500
    assert len(written) < 100
    found = json.loads((tmp_path / FILE).read_bytes())
    assert {name: found[name] for name in ("format", "step", "total", "metrics", "rank", "attempt")} == {
        "format": "muster-progress/1",
        "step": 500,
        "total": 500,
        "metrics": {"loss": 0.002},
        "rank": 1,
        "attempt": 2,
    }
    assert found["steps_per_s"] > 0
    assert found["eta_s"] == 0


def test_what_is_not_a_number_is_written_as_text(tmp_path: Path) -> None:
    ProgressFile(tmp_path).report(1, None, {"loss": float("nan"), "norm": float("inf")})
    assert json.loads((tmp_path / FILE).read_bytes())["metrics"] == {"loss": "nan", "norm": "inf"}


def test_outside_muster_nothing_is_written() -> None:
    assert ProgressFile(None).report(1, 10) is False


def test_a_step_beyond_the_total_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="step is 11; allowed: 0 to 10"):
        ProgressFile(tmp_path).report(11, 10)
