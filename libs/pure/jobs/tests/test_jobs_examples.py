"""The files in examples/ are jobs, and some are trees of queues or cards of rates."""

from __future__ import annotations

from pathlib import Path

import pytest
from muster.jobs import RatesRequest, TreeRequest, filled, parse_request, read_yaml, to_spec, violations

FOLDER = Path(__file__).resolve().parents[4] / "examples"
QUEUES = sorted(FOLDER.glob("*queues.yaml"))
RATES = sorted(FOLDER.glob("*rates.yaml"))
EVALS = sorted(FOLDER.rglob("release.yaml"))
"""Configs of evaluations, which the tests of services/eval read."""
JOBS = sorted({*FOLDER.rglob("*.yaml")} - {*QUEUES, *RATES, *EVALS})


def test_there_are_examples() -> None:
    assert {"hello.yaml", "gang.yaml", "fraction.yaml"} <= {file.name for file in JOBS}


@pytest.mark.parametrize("file", JOBS, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_an_example_is_a_job(file: Path) -> None:
    data, _ = read_yaml(file.read_text())
    data.pop("files", None)  # the `muster` command's own
    assert violations(to_spec(parse_request(data), user="ann", team="research")) == ()


@pytest.mark.parametrize("file", QUEUES, ids=lambda f: f.name)
def test_a_tree_of_queues_is_one(file: Path) -> None:
    data, _ = read_yaml(file.read_text())
    tops = filled(TreeRequest, data).queues
    assert any(top.queues for top in tops)


@pytest.mark.parametrize("file", RATES, ids=lambda f: f.name)
def test_a_card_of_rates_is_one(file: Path) -> None:
    data, _ = read_yaml(file.read_text())
    assert filled(RatesRequest, data).rates
