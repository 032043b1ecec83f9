"""The demo itself, with fewer pods: everything real."""

from __future__ import annotations

import pytest
from muster.demo.nodes import AGENT
from muster.local import supervisor
from muster.testkit.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


def test_the_demo_loses_nothing_and_its_page_says_so(product: Product) -> None:
    done = product.muster("demo", "--pods", "200", "--stream-s", "5", timeout_s=400)
    assert "0 lost (as many failed in the trace)" in done.stdout
    assert "2 ranks, succeeded, exit code 0" in done.stdout
    assert "verified:" in done.stdout
    assert "GPUs allocated" in done.stdout
    assert supervisor.alive(product.home, AGENT) is None
