"""The product is broken while work flows: each fault ends as stated, and the checker finds nothing.

The faults are those of `make faults`; it does all of them, several times, and measures. After each one the
whole log is judged by the checker, which knows nothing of the scheduler's code but its events, and replayed
by `muster audit verify`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from muster.testkit.faults import FAULTS, Fault, Impossible, Site, attempt
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.faults, pytest.mark.long, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def site(product: Product) -> Iterator[Site]:
    with Site(product) as site:
        yield site


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in FAULTS if fault.in_ci])
def test_faults_end_as_stated(site: Site, fault: Fault) -> None:
    try:
        verdict = attempt(site, fault)
    except Impossible as error:
        pytest.skip(str(error))
    assert verdict.problems == []
    assert verdict.jobs > 0


def test_afterwards_projections_equal_a_replay(site: Site) -> None:
    for view in ("submit/tables", "submit/search", "registry/graph"):
        rebuilt = site.product.muster("projections", "rebuild", view, timeout_s=180)
        assert "compared with the live one" in rebuilt.stdout
