"""The real servers for tests, as a pytest plugin: started once per run, or those that already run.

`endpoints` gives the addresses. When $MUSTER_TEST_ENDPOINTS names an endpoints.env, those servers are used
and left alone; otherwise a throw-away stack is started on free ports and taken down at the end of the run.
The servers are shared by all tests: each makes its own topics, cells, schemas, indexes or labels.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest
from muster.local import endpoints as local_endpoints
from muster.local import stack
from muster.local.home import Home
from muster.local.servers import SERVERS
from muster.testkit.product import Product

ENDPOINTS_VARIABLE = "MUSTER_TEST_ENDPOINTS"


@pytest.fixture(scope="session")
def test_home() -> Generator[Home]:
    """The home of the run's own stack, not started; everything in it is stopped at the end."""
    with tempfile.TemporaryDirectory(prefix="muster-test-", ignore_cleanup_errors=True) as folder:
        # Elasticsearch gives up root, and must still reach its files.
        Path(folder).chmod(0o755)
        home = Home(Path(folder))
        try:
            yield home
        finally:
            stack.down(home)


@pytest.fixture(scope="session")
def endpoints(test_home: Home) -> Mapping[str, str]:
    """The environment variables that say where the servers are."""
    given = os.environ.get(ENDPOINTS_VARIABLE)
    if given:
        return local_endpoints.read(Path(given)).environment()
    names = [server.name for server in SERVERS]
    return stack.up(test_home, only=names, any_ports=True).endpoints.environment()


@pytest.fixture(scope="session")
def product(test_home: Home) -> Generator[Product]:
    """Servers and services of the run's own stack: the whole product, as `muster up` starts it."""
    stack.up(test_home, any_ports=True)
    with Product(test_home) as whole:
        yield whole
