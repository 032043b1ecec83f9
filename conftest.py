"""For every test: the real servers, nothing of the developer's own, no property judged by the clock."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings
from muster.compiled.loading import Mode, use

use(Mode(os.environ.setdefault("MUSTER_COMPILED", Mode.OFF)))  # before anything of it is imported

from muster.local.processes import supervisor  # noqa: E402

pytest_plugins = ["muster.testkit.collecting", "muster.testkit.stack.plugin", "muster.testkit.api.command"]

settings.register_profile("muster", deadline=None, max_examples=25)
settings.register_profile("long", deadline=None, max_examples=100)
settings.register_profile("fast", deadline=None, max_examples=10)
settings.load_profile("muster")

FOR_TESTS = {
    "MUSTER_COMPILED",
    "MUSTER_TEST_ENDPOINTS",
    "MUSTER_TEST_PRODUCT",
    "MUSTER_SIM_SEEDS",
    supervisor.MARK,
}


@pytest.fixture(scope="session", autouse=True)
def _hidden_home(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Hide the caller's own stack from tests: ~/.muster and its addresses in the environment."""
    with pytest.MonkeyPatch.context() as environment:
        for name in [n for n in os.environ if n.startswith("MUSTER_") and n not in FOR_TESTS]:
            environment.delenv(name)
        environment.setenv("MUSTER_HOME", str(tmp_path_factory.mktemp("home")))
        yield
