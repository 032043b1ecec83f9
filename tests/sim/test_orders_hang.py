"""Nodes that beat and take no orders, in the simulation: they are given up, and every job ends."""

import logging
from collections import Counter
from collections.abc import Generator

import pytest
from muster.testkit.simulation import Chaos, simulate

QUIET = dict.fromkeys(("crash", "reinstall", "cut", "stall", "commit_unknown", "agent_away"), 0.0)
HANGS = Chaos(rounds=60, nodes=3, ask=0.5, orders_hang=0.12, **QUIET)
"""Agents often take no orders, at times after a silence, and nothing else keeps them from it."""


@pytest.fixture(autouse=True)
def quiet() -> Generator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
def test_nodes_that_take_no_orders_are_given_up_and_every_job_ends() -> None:
    total: Counter[str] = Counter()
    for seed in (*range(1, 9), 50):  # few histories have a lost node that beats again; 50 has one
        report = simulate(seed, HANGS)
        assert report.breaches == (), f"seed {seed}"
        total.update(report.counts)
    assert total["a node that beats is suspected"] > 0
    assert total["a node that beats is lost"] > 0
    assert total["a lost node beats"] > 0
