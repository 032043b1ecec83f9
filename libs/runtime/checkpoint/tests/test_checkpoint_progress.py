"""The progress file: whole, sampled, and absent outside Muster."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from muster.checkpoint.latencies import CALLS_MIN, Latencies
from muster.checkpoint.progress import (
    BYTES_MAX,
    FILE,
    FORMAT,
    METRICS_MAX,
    BadProgress,
    ProgressFile,
    progress_of,
)


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


def test_nan_and_infinity_are_written_as_text(tmp_path: Path) -> None:
    ProgressFile(tmp_path).report(1, None, {"loss": float("nan"), "norm": float("inf")})
    assert json.loads((tmp_path / FILE).read_bytes())["metrics"] == {"loss": "nan", "norm": "inf"}


def test_outside_muster_nothing_is_written() -> None:
    assert ProgressFile(None).report(1, 10) is False


def test_a_step_beyond_the_total_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="step is 11; allowed: 0 to 10"):
        ProgressFile(tmp_path).report(11, 10)


def test_written_progress_is_read_back(tmp_path: Path) -> None:
    progress = ProgressFile(tmp_path)
    assert progress.report(1, 100, {"loss": float("nan"), "norm": float("-inf"), "lr": 0.5})
    found = progress_of((tmp_path / FILE).read_bytes())
    assert (found.step, found.total, found.steps_per_s, found.eta_s) == (1, 100, None, None)
    assert math.isnan(found.metrics["loss"])
    assert {**found.metrics, "loss": 0} == {"loss": 0, "norm": -math.inf, "lr": 0.5}
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_latencies_are_reported_with_their_usual_value_and_the_worst_of_the_last_minute() -> None:
    latencies = Latencies()
    for call in range(CALLS_MIN - 1):
        latencies.record({"p99_latency_ms": 30.0, "loss": 1.0}, float(call))
    assert dict(latencies.derived({"p99_latency_ms": 30.0}, 19.0)) == {}, "too few to say"
    latencies.record({"p99_latency_ms": 900.0}, 19.0)
    latencies.record({"p99_latency_ms": math.nan}, 20.0)
    shown = {"p99_latency_ms": 31.0, "loss": 1.0}
    assert dict(latencies.derived(shown, 20.0)) == {
        "p99_latency_ms_usual": 30.0,
        "p99_latency_ms_worst": 900.0,
    }
    latencies.record({"p99_latency_ms": 33.0}, 100.0)
    assert dict(latencies.derived(shown, 100.0))["p99_latency_ms_worst"] == 33.0


def test_latencies_take_no_room_from_what_is_reported(tmp_path: Path) -> None:
    progress = ProgressFile(tmp_path)
    many = {f"m{number}": 1.0 for number in range(METRICS_MAX - 1)} | {"latency_ms": 5.0}
    for _ in range(CALLS_MIN):
        progress.report(1, 2, many)
    progress.report(2, 2, many)
    assert progress_of((tmp_path / FILE).read_bytes()).metrics == many


def test_an_end_centuries_away_is_not_reported() -> None:
    assert progress_of(_file(eta_s=1e300)).eta_s is None
    assert progress_of(_file(eta_s=10)).eta_s == 10


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"x" * (BYTES_MAX + 1), "the file has more than 32768 bytes"),
        (b"{", "the file is no JSON"),
        (b"\xff", "the file is no JSON"),
        (b"[" * BYTES_MAX, "the file is no JSON"),
        (b"[1]", "the file holds a list; allowed: an object"),
        (b'{"format": "other"}', "format is 'other'; allowed: 'muster-progress/1'"),
    ],
)
def test_malformed_progress_files_are_refused_with_the_problem(data: bytes, problem: str) -> None:
    with pytest.raises(BadProgress) as error:
        progress_of(data)
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("step", -1, "step is -1; allowed: 0 to"),
        ("step", True, "step is True; allowed: 0 to"),
        ("step", 10**40, "step is 1000"),
        ("step", None, "step is None"),
        ("total", 1, "total is 1; allowed: 2 to"),
        ("total", "many", "total is 'many'"),
        ("steps_per_s", -1, "steps_per_s is -1; allowed: null, or 0 and more"),
        ("steps_per_s", float("nan"), "steps_per_s is nan"),
        ("eta_s", "soon", "eta_s is 'soon'"),
        ("reported_at_ms", 1.5, "reported_at_ms is 1.5"),
        ("metrics", [1], "metrics is [1]; allowed: an object"),
        ("metrics", {str(n): n for n in range(65)}, "metrics has 65 entries; allowed: 64 at most"),
        (
            "metrics",
            {"\x1b[2J": 1},
            "metrics has the name '\\x1b[2J'; allowed: 1 to 100 printable",
        ),
        ("metrics", {"\ud800": 1}, "metrics has the name '\\ud800'"),
        ("metrics", {"n" * 101: 1}, "metrics has the name"),
        ("metrics", {"loss": "low"}, "metrics.loss is 'low'; allowed: a number, or one of nan, inf, -inf"),
        ("metrics", {"loss": 10**400}, "metrics.loss is 1000"),
    ],
)
def test_a_field_that_is_wrong_is_named(field: str, value: object, problem: str) -> None:
    with pytest.raises(BadProgress) as error:
        progress_of(_file(**{field: value}))
    assert str(error.value).startswith(problem)


def _file(**fields: object) -> bytes:
    return json.dumps({"format": FORMAT, "step": 2, "reported_at_ms": 5, **fields}).encode()
