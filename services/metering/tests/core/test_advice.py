"""Savings of smaller requests, where enough was measured."""

from __future__ import annotations

import pytest
from muster.metering.core.costs.advice import Advice, Used, advice

USED = Used(
    gpus=8,
    gpus_used=5,
    memory_mib=65_536,
    memory_used_mib=20_480,
    gpu_ms=100,
    measured_ms=50,
    charged_cents=800,
)


def test_advice_names_requested_and_used_resources_and_the_savings() -> None:
    assert advice(USED) == Advice("requested 8 GPUs and 64 GiB a node, used 5 and 20 GiB", 300)


def test_spare_memory_alone_is_reported_and_saves_no_money() -> None:
    assert advice(USED._replace(gpus_used=8)) == Advice(
        "requested 8 GPUs and 64 GiB a node, used 8 and 20 GiB", 0
    )


def test_used_or_unknown_memory_is_not_mentioned() -> None:
    for used_mib, given_mib in ((40_000, 65_536), (0, 65_536), (20_480, 0)):
        found = advice(USED._replace(memory_mib=given_mib, memory_used_mib=used_mib))
        assert found == Advice("requested 8 GPUs, used 5", 300)


@pytest.mark.parametrize(
    "used",
    [
        USED._replace(measured_ms=49),
        USED._replace(gpu_ms=0),
        USED._replace(gpus_used=8, memory_used_mib=60_000),
    ],
    ids=["half is unknown", "nothing was allocated", "all was used"],
)
def test_else_nothing_is_advised(used: Used) -> None:
    assert advice(used) is None
