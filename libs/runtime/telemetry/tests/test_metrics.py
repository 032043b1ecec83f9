"""Every metric keeps to the naming rules."""

from __future__ import annotations

import re
from typing import cast

import pytest
from muster.telemetry import metrics
from prometheus_client import Counter, Gauge, Histogram

ALL = [m for m in vars(metrics).values() if isinstance(m, Counter | Gauge | Histogram)]
IDS = {"job_id", "node_id", "user", "tenant", "event_id"}


@pytest.mark.parametrize("metric", ALL, ids=lambda m: next(iter(m.describe())).name)
def test_names_and_help(metric: Counter | Gauge | Histogram) -> None:
    [family] = metric.describe()
    assert re.fullmatch(r"muster_[a-z]+(_[a-z]+)+", family.name)
    assert family.documentation.endswith(".")
    assert not IDS & set(cast("tuple[str, ...]", vars(metric)["_labelnames"]))
    if isinstance(metric, Histogram):
        assert re.search(r"_(seconds|bytes|inputs|records)$", family.name)


def test_there_are_metrics_to_check() -> None:
    assert len(ALL) >= 8
