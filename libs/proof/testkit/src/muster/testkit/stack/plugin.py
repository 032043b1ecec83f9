"""The real servers for tests, as a pytest plugin: started once per run, or those that already run.

`endpoints` gives the addresses. When $MUSTER_TEST_ENDPOINTS names an endpoints.env, those servers are used
and left alone; otherwise a throw-away stack is started on free ports, by whichever worker asks first.
The servers are shared by all tests: each makes its own topics, cells, schemas, indexes or labels.
`product` is the whole product, on servers of its own; when $MUSTER_TEST_PRODUCT names the home of one that
runs (`MUSTER_HOME=DIR muster up --any-ports`), that one, which is left running; its services share a process.
The report of a test that failed on a stack shows what the programs of that stack complained about last.

Side by side (`-n 4 --dist loadgroup`) all workers use the same servers. The process that was started by hand
or by CI, never a worker, stops them and whatever tests left running: at the end, after a failure, on Ctrl-C
and on SIGTERM. Tests that would disturb each other are one group, and a group is one worker's:
    product          all in tests/ that use `product`: one product, and those who kill its services in turn
    product/<where>  the same for services/ and libs/, on a product of their own: it halves the longest wait
    services/<name>  tests of one service on the real servers: they write to its topics
    <file>           any other file, so that what its tests share is made once
    none             tests marked `slow` that need no server
Those marked `first` begin before the others of their group, those marked `last` when these are over.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from muster.identity.devkeys import ensure_node_keys
from muster.local import endpoints as local_endpoints
from muster.local import stack
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.servers import SERVERS
from muster.testkit.stack.product import Product, set_for_services
from muster.testkit.stack.troubles import troubles

ENDPOINTS_VARIABLE = "MUSTER_TEST_ENDPOINTS"
PRODUCT_VARIABLE = "MUSTER_TEST_PRODUCT"

_ON_SERVERS: Final = ("stack", "e2e", "faults")
_STRAYS_GRACE_S: Final = 5.0
_PRODUCT: Final = "product"

_PATIENT: Final = {
    "MUSTER_SCHEDULER_SILENCE_MS": "3000",
    "MUSTER_AGENT_LEASE_MS": "120000",
    "MUSTER_SCANNER_SLOTS": "0",
    "MUSTER_DRIFT_WINDOW_S": "1",
}
"""Settings of the product under test: on a busy machine a process stands still for seconds, which alone must
neither change the leadership nor cause work to be given up. Tests of the registry store meaningless bytes,
and some act as the scanner: content waits until a test makes a worker read it. Drift's windows are short, as
tests wait for them."""

_APART: Final = ("projector", "removal", "registry-removal", "scanner-worker")
"""Hosted roles with a process each in the product under test: tests stop them or change their settings.
The others share one, as after `muster up`."""


@dataclass(frozen=True, slots=True)
class Run:
    """State that all workers of one test run share.

    Attributes:
        root: Folder of the run.
        worker: Name of this worker; "": a run without workers.
    """

    root: Path
    worker: str = ""

    @property
    def servers(self) -> Home:
        """Folder of the shared servers."""
        return Home(self.root / "servers")

    @property
    def product(self) -> Home:
        """Folder of the whole product that this worker uses."""
        return Home(self.root / f"{_PRODUCT}{self.worker}")

    @contextmanager
    def starting(self, home: Home) -> Generator[None]:
        """Let one worker start a stack; the others wait and find it running."""
        home.root.mkdir(mode=0o755, exist_ok=True)
        with (self.root / f"{home.root.name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def end(self) -> None:
        """Stop the stacks and every process that a test started and left, and remove the folder."""
        for root in (self.servers.root, *self.root.glob(f"{_PRODUCT}*/")):
            if root.exists():
                stack.down(Home(root))
        supervisor.stop_strays(Home(self.root), grace_s=_STRAYS_GRACE_S)
        shutil.rmtree(self.root, ignore_errors=True)


RUN: Final = pytest.StashKey[Run]()
"""Key of the run in a pytest config's stash."""

_STOPPED: Final = pytest.StashKey[bool]()
"""Whether the worker's product has been stopped, because the tests that use it were over."""

_FAILED: Final = pytest.StashKey[bool]()
"""Whether a test has failed."""


def pytest_configure(config: pytest.Config) -> None:
    """A worker joins the run; any other process begins one and ends it in every case."""
    # A shell has its background jobs ignore Ctrl-C, and whatever a test starts would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    joined = getattr(config, "workerinput", None)
    if joined is not None:
        config.stash[RUN] = Run(Path(joined["muster_run"]), joined["workerid"])
        return
    root = Path(tempfile.mkdtemp(prefix="muster-test-"))
    root.chmod(0o755)  # Elasticsearch gives up root, and must still reach its files
    config.stash[RUN] = Run(root)
    os.environ[supervisor.MARK] = str(root)  # whatever a test starts inherits it, and is found by it
    signal.signal(signal.SIGTERM, _interrupt)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass a worker the run that it belongs to."""
    node.workerinput["muster_run"] = str(node.config.stash[RUN].root)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the run, for whatever reason it ends."""
    if not hasattr(config, "workerinput"):
        config.stash[RUN].end()


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in a hook of its own, and must find them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests into groups, the longest first, so that no worker is left with a long one at the end."""
    for item in items:
        group = group_of(item)
        if group is not None and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: (_rank(item), _place(item)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Stop a run whose workers do not know the groups: tests of the product would disturb each other."""
    if hasattr(session.config, "workerinput") and getattr(session.config.option, "loadgroup", False):
        for item in session.items:
            group = group_of(item)
            if group is not None and not item.nodeid.endswith(f"@{group}"):
                raise pytest.UsageError(f"{item.nodeid}: not known to xdist as one of the group {group}")


def group_of(item: pytest.Item) -> str | None:
    """The group of a test, its own if it names one; None: any worker may run it at any time."""
    named = item.get_closest_marker("xdist_group")
    if named is not None:
        return str(named.args[0])
    file = Path(item.nodeid.partition("::")[0])
    if _uses_product(item):
        return _PRODUCT if file.parts[0] == "tests" else f"{_PRODUCT}/{file.parts[0]}"
    if any(item.get_closest_marker(name) for name in _ON_SERVERS):
        return "/".join(file.parts[:2]) if file.parts[0] == "services" else str(file)
    return None if item.get_closest_marker("slow") else str(file)


def _place(item: pytest.Item) -> int:
    """Return the place of a test in its group: 0 before the others, 2 behind them."""
    if item.get_closest_marker("first") is not None:
        return 0
    return 1 if item.get_closest_marker("last") is None else 2


def _rank(item: pytest.Item) -> int:
    """Return the rank of a test: products, services, a Ray and the like, computations, servers, quick tests.

    The longest lists of tests begin first, so that no worker is left with one at the end. What takes long to
    start beside them, such as a Ray, waits until they run.
    """
    group = group_of(item)
    if group is None:
        return 3
    on_servers = any(item.get_closest_marker(name) for name in _ON_SERVERS)
    has_name = "/" not in group  # given by its tests, which share what takes long to start
    if group.startswith(_PRODUCT):
        return 0
    if on_servers and group.startswith("services/"):
        return 1
    if has_name:
        return 2
    return 4 if on_servers else 5


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the warnings and errors of its stacks' programs to a failure."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
        for home in _homes_of(item):
            told = troubles(home)
            if told:
                now = datetime.now(UTC).isoformat(timespec="seconds")
                report.sections.append((f"last warnings and errors in {home.root}/logs, at {now}", told))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start a product again that was stopped, for a worker that gets another group that uses one."""
    run = item.config.stash[RUN]
    if _uses_product(item) and item.config.stash.get(_STOPPED, False):
        item.config.stash[_STOPPED] = False
        _start_product(run)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Stop the product after the last test of its group: even idle it takes a seventh of a core.

    Jobs that a failed test left would hold the node's GPUs until each later test runs out of patience.
    """
    try:
        return (yield)
    finally:
        run, goes_on = item.config.stash[RUN], nextitem is not None and _uses_product(nextitem)
        product = getattr(item, "funcargs", {}).get("product")
        if goes_on and product is not None and item.stash.get(_FAILED, False):
            product.muster("stop", "--all", "--yes", "--reason", "a test left it", check=False)
        if run.worker and _uses_product(item) and not goes_on and run.product.root.exists():
            item.config.stash[_STOPPED] = True
            stack.down(run.product)


def _uses_product(item: pytest.Item) -> bool:
    return "product" in getattr(item, "fixturenames", ())


def _start_product(run: Run) -> None:
    """Start the product of a worker, or those parts that do not run."""
    with run.starting(run.product), set_for_services(_PATIENT):
        stack.up(run.product, any_ports=True, apart=_APART)


def _homes_of(item: pytest.Item) -> list[Home]:
    """Return the stacks that a test uses: the run's own by name, because they may have failed to start."""
    run, names = item.config.stash[RUN], getattr(item, "fixturenames", ())
    given = os.environ.get(ENDPOINTS_VARIABLE)
    homes = [each for each in getattr(item, "funcargs", {}).values() if isinstance(each, Home)]
    if "product" in names:
        running = os.environ.get(PRODUCT_VARIABLE)
        homes.append(Home(Path(running)) if running else run.product)
    if "endpoints" in names:
        homes.append(Home(Path(given).parent) if given else run.servers)
    return list(dict.fromkeys(homes))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="session")
def test_home(pytestconfig: pytest.Config) -> Home:
    """The home of the run's shared servers, perhaps not started; everything in it is stopped at the end."""
    return pytestconfig.stash[RUN].servers


@pytest.fixture(scope="session")
def endpoints(test_home: Home, pytestconfig: pytest.Config) -> Mapping[str, str]:
    """The environment variables that say where the shared servers are."""
    given = os.environ.get(ENDPOINTS_VARIABLE)
    if given:
        keys = ensure_node_keys(Path(given).parent)
        named = {
            "MUSTER_NODE_KEY_FILE": str(keys.private_key_file),
            "MUSTER_NODE_JWKS_FILE": str(keys.jwks_file),
        }
        return {**named, **local_endpoints.read(Path(given)).environment()}
    names = [server.name for server in SERVERS]
    with pytestconfig.stash[RUN].starting(test_home):
        return stack.up(test_home, only=names, any_ports=True).endpoints.environment()


@pytest.fixture(scope="session")
def product(pytestconfig: pytest.Config) -> Iterator[Product]:
    """The whole product.

    APIs, schedulers, preemption and the agent are processes, as are the roles of `_APART`; the other roles
    share the program `host` and die together. It is on servers of its own: what other tests write to the
    topics of the shared ones, as a scheduler or as nodes would, the real services would take for true.
    """
    given, run = os.environ.get(PRODUCT_VARIABLE), pytestconfig.stash[RUN]
    home = Home(Path(given)) if given else run.product
    if not given:
        _start_product(run)
    with Product(home, _PATIENT, None if given else _APART) as whole:
        whole.until(lambda: bool(whole.http.get("/v1/nodes").json().get("items")))  # its node has joined
        yield whole
