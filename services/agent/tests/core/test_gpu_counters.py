"""Metrics of DCGM's exporter, line by line."""

from __future__ import annotations

import pytest
from muster.agent.core.gpu_counters import sm_active_percent


def line(gpu: str, value: str, more: str = "") -> str:
    return f'DCGM_FI_PROF_SM_ACTIVE{{gpu="{gpu}",UUID="GPU-{gpu}"{more}}} {value}\n'


def test_each_gpu_gets_its_own_figure() -> None:
    text = line("1", "1") + line("0", "4.2e-01") + 'DCGM_FI_DEV_GPU_UTIL{gpu="0"} 97\n'
    assert sm_active_percent(text, 2) == (42, 100)


@pytest.mark.parametrize(
    "text",
    [
        "",
        line("0", "0.5"),
        line("0", "0.5") + line("1", "NaN"),
        line("0", "0.5") + line("1", "1.5"),
        line("0", "0.5") + line("1", "-0.1"),
        line("0", "0.5") + line("1", "1e"),
        line("0", "0.5") + line("1", "0.5", ',GPU_I_ID="3",GPU_I_PROFILE="1g.10gb"'),
        "<html>not found</html>",
    ],
    ids=["nothing", "one is missing", "no number", "too much", "negative", "torn", "cut", "no metrics"],
)
def test_one_missing_figure_means_that_no_gpu_is_measured(text: str) -> None:
    assert sm_active_percent(text, 2) == ()
