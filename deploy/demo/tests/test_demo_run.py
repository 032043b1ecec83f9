"""The demo itself, with fewer pods, on a stack that is in use: everything real."""

from __future__ import annotations

import re

import pytest
from muster.demo.nodes import AGENT
from muster.local.processes import supervisor
from muster.testkit.stack.product import Product

# Last: its simulated nodes, prices and queues stay, and must not meet the jobs of other tests.
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(1200),
    pytest.mark.xdist_group("product/services"),
    pytest.mark.last,
]


def test_the_demo_loses_nothing_and_its_page_says_so(product: Product) -> None:
    done = product.muster("demo", "--pods", "200", "--stream-s", "5", timeout_s=1000)
    assert "0 lost (as many failed in the trace)" in done.stdout
    assert "2 ranks, succeeded, exit code 0" in done.stdout
    assert re.search(
        r"  Model +local/spirals \w{7} <- checkpoint/(job-\w+)/\d+ <- attempt/\1/2\n", done.stdout
    )
    assert re.search(r"  Gate +1,000 steps .* passed 0\.9\d+; 150 steps failed 0\.\d+, so", done.stdout)
    assert "verified:" in done.stdout
    assert "GPUs allocated" in done.stdout
    assert "serving" in done.stdout
    assert " USD, if the day ended now; reconciled: " in done.stdout
    assert "the platform (idle)" in done.stdout
    assert "$ muster explain job-" in done.stdout
    assert supervisor.alive(product.home, AGENT) is None
