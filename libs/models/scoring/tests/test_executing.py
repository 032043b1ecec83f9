"""Runs on a real Ray of its own, against a real server: outcomes, ends, stops, deaths, and who may submit."""

from __future__ import annotations

import math
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
import scorers
from muster.scoring.calling.endpoints import Endpoint, Limits, Secret
from muster.scoring.calling.outcomes import Answer, EndpointEnded, FailureCode
from muster.scoring.calling.prompts import idempotency_key
from muster.scoring.executing.clusters import watched
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item, Outcome
from muster.scoring.executing.leases import Cluster, SharedRay, lease
from muster.scoring.executing.local_ray import NotReached
from muster.testkit.chat_server import ChatServer, Received, Reply, chat_server, echo, echo_after, error
from muster.testkit.patience import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]

QUICK = Limits(timeout_s=20, attempts_max=3, first_pause_ms=1, longest_pause_ms=4)


@pytest.fixture(scope="module", autouse=True)
def _importable() -> Generator[None]:
    """Workers inherit the environment of the process that starts Ray."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(Path(__file__).parent))
        yield


@pytest.fixture(scope="module")
def ray() -> Generator[SharedRay]:
    """One Ray for all tests: its start takes seconds."""
    with SharedRay(idle_s=0.2) as ray:
        yield ray
        until(lambda: not ray.is_running, "no lease is left")
    assert ray_processes() == []
    assert not ray.leases.parent.exists()


@pytest.fixture(scope="module")
def cluster(ray: SharedRay) -> Generator[Cluster]:
    with lease(ray.leases) as cluster:
        yield cluster


SUBMIT = """
import os, ray
ray.init(address=os.environ["GCS"], configure_logging=False, log_to_driver=False)
print("got in:", ray.get(ray.remote(os.getpid).remote()))
"""


@pytest.fixture(scope="module")
def strangers(
    cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Sequence[subprocess.Popen[str]]]:
    """Submit without the token and with another, beside the other tests: Ray's client gives up after 20 s."""
    home = str(tmp_path_factory.mktemp("home"))
    common = {"GCS": cluster.address, "HOME": home, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
    without, wrong = {"RAY_AUTH_MODE": "disabled"}, {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0" * 64}
    submitting = [
        subprocess.Popen(
            [sys.executable, "-c", SUBMIT],
            env=without_ray() | common | auth,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for auth in (without, wrong)
    ]
    yield submitting
    for each in submitting:
        with each:
            each.kill()


@pytest.fixture(scope="module")
def engine(cluster: Cluster, strangers: Sequence[subprocess.Popen[str]]) -> Generator[Engine]:
    del strangers  # they only have to begin first
    with Engine(cluster) as engine:
        yield engine


def ray_processes() -> list[psutil.Process]:
    """Every process of Ray below this one, among the children of other tests."""
    found: list[psutil.Process] = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if each.status() != psutil.STATUS_ZOMBIE and any("ray" in part for part in each.cmdline()):
                found.append(each)
    return found


def endpoint(server: ChatServer, limits: Limits = QUICK) -> Endpoint:
    return Endpoint(server.url, scorers.MODEL, Secret("sk-1"), limits=limits)


def without_ray() -> dict[str, str]:
    """The environment of a process that has nothing to do with this one's Ray."""
    return {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}


def by_id(outcomes: Iterable[Outcome[object]]) -> dict[str, Outcome[object]]:
    found = list(outcomes)
    kept = {each.prompt_id: each for each in found}
    assert len(kept) == len(found)
    return kept


def test_runs_yield_each_item_once_with_its_score(engine: Engine) -> None:
    with chat_server() as server:
        run = engine.run(endpoint(server), scorers.items(120), scorers.is_expected, batch=25)
        batches = list(run)
        kept = by_id(each for batch in batches for each in batch)
        assert len(kept) == 120
        assert max(map(len, batches)) == 25
        assert all(each.score is True and isinstance(each.result, Answer) for each in kept.values())


def test_scores_that_are_nan_stay_nan_and_faulty_scorers_cost_one_score(engine: Engine) -> None:
    """Field case E3: NaN passes through, and is neither None nor 0."""
    with chat_server() as server:
        (batch,) = engine.run(endpoint(server), scorers.items(3), scorers.figure)
        scores = [each.score for each in batch]
        assert all(each is not None and math.isnan(each["a"]) and each["b"] == 1 for each in scores)
        (batch,) = engine.run(endpoint(server), scorers.items(3), scorers.faulty)
        assert [each.score for each in batch] == [True, None, True]
        assert [each.scorer_error for each in batch] == ["", "ZeroDivisionError: no sources", ""]


def test_endpoints_that_cannot_answer_are_errors_and_never_pass(engine: Engine) -> None:
    """Field case E16: nothing answers, and the only check is that a text is nowhere."""
    to = Endpoint("http://127.0.0.1:1/v1", scorers.MODEL, limits=QUICK)
    (batch,) = engine.run(to, scorers.items(4), scorers.holds_nowhere)
    assert [getattr(each.result, "code", None) for each in batch] == [FailureCode.UNREACHABLE] * 4
    assert [each.score for each in batch] == [None] * 4


def test_quotas_that_are_gone_end_a_run_with_what_was_answered(engine: Engine) -> None:
    """Field case E14: the run ends soon, and its end is an error of its own."""

    def script(request: Received) -> Reply:
        return echo(request) if request.number <= 30 else error(429, retry_after="86400")

    limits = replace(QUICK, concurrency_start=5, concurrency_max=5)
    with chat_server(script) as server:
        found: list[Outcome[bool]] = []
        with pytest.raises(EndpointEnded) as end:
            for batch in engine.run(endpoint(server, limits), scorers.items(2_000), scorers.is_expected):
                found += batch
        assert end.value.failure.code is FailureCode.QUOTA_GONE
        codes = Counter(type(each.result).__name__ for each in found)
        assert codes["Answer"] == 30
        assert codes["Failure"] == len(server.received) - 30 <= 5
        server.script = echo  # the next run has a new client
        (batch,) = engine.run(endpoint(server, limits), scorers.items(3), scorers.is_expected)
        assert [each.score for each in batch] == [True] * 3


def test_runs_complete_despite_some_429(engine: Engine) -> None:
    """Field case E14: concurrency 20, each third call is answered with 429."""

    def script(request: Received) -> Reply:
        return error(429, retry_after="0.1") if request.number % 3 == 0 else echo(request)

    limits = replace(QUICK, concurrency_start=20, concurrency_max=20)
    with chat_server(script) as server:
        batches = list(engine.run(endpoint(server, limits), scorers.items(60), scorers.is_expected, batch=10))
        assert [each.score for batch in batches for each in batch] == [True] * 60


def test_items_are_read_only_as_they_are_needed(engine: Engine) -> None:
    read = 0

    def endless() -> Iterator[Item[str]]:
        nonlocal read
        while True:
            read += 1
            yield replace(scorers.items(1)[0], prompt=replace(scorers.items(1)[0].prompt, id=f"run/{read}/0"))

    with chat_server() as server:
        run = engine.run(endpoint(server), endless(), scorers.is_expected, batch=10, in_flight=3)
        for number, _ in enumerate(run, 1):
            assert read <= 10 * (number + 3)
            if number == 5:
                break
        run.close()


def test_stopped_runs_still_yield_what_was_sent(engine: Engine) -> None:
    limits = replace(QUICK, concurrency_start=4, concurrency_max=4)
    with chat_server(echo_after(0.05)) as server:
        run = engine.run(endpoint(server, limits), scorers.items(400), scorers.is_expected, batch=10)
        found: list[Outcome[bool]] = []
        for batch in run:
            found += batch
            run.stop()
        assert len(found) == len(server.received) < 60
        assert all(isinstance(each.result, Answer) for each in found)


def test_runs_of_one_endpoint_share_its_limits(engine: Engine) -> None:
    limits = replace(QUICK, concurrency_start=3, concurrency_max=3)
    with chat_server(echo_after(0.02)) as server:
        counts: list[int] = []

        def one(start: int) -> None:
            several = [
                replace(each, prompt=replace(each.prompt, id=f"{start}/{each.prompt.id}"))
                for each in scorers.items(40)
            ]
            run = engine.run(endpoint(server, limits), several, scorers.is_expected, batch=5)
            counts.append(sum(map(len, run)))

        threads = [threading.Thread(target=one, args=(number,)) for number in range(2)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert (counts, server.in_flight_max) == ([40, 40], 3)


def other_process(server: ChatServer, ray: SharedRay) -> subprocess.Popen[str]:
    """Begin a run of 200 items in another process, four at once."""
    command = [sys.executable, scorers.__file__, server.url, str(ray.leases)]
    return subprocess.Popen(command, env=without_ray(), stdout=subprocess.PIPE, text=True)


def test_runs_of_several_processes_share_the_limits_of_an_endpoint(ray: SharedRay, engine: Engine) -> None:
    limits = replace(QUICK, requests_per_s=25)
    own = [
        replace(each, prompt=replace(each.prompt, id=f"own/{each.prompt.id}")) for each in scorers.items(40)
    ]
    keys = {idempotency_key(each.prompt.id) for each in own}
    with chat_server(echo_after(0.1)) as server, other_process(server, ray) as other:
        until(lambda: len(server.received) > 40, "the other process asks and scores")
        to = Endpoint(server.url, scorers.MODEL, limits=limits)
        run = engine.run(to, own, scorers.is_expected, batch=5, in_flight=8)
        scores = [each.score for batch in run for each in batch]
        assert other.wait() == 0
    assert scores == [True] * 40
    assert (len(server.received), server.in_flight_max) == (240, 4)
    mine = [place for place, each in enumerate(server.received) if each.headers["idempotency-key"] in keys]
    both = [each.at_s for each in server.received[mine[0] : mine[-1] + 1]]
    assert len(both) > 50, "the other's go on beside them"
    late = 4  # requests under way: so many may arrive behind those that were sent after them
    assert max(sum(at <= other < at + 1 for other in both) for at in both) <= 26 + late


def test_killed_processes_free_what_they_held_of_an_endpoint(ray: SharedRay, engine: Engine) -> None:
    """Four requests at once are allowed, and the other process's four are never answered."""

    def script(request: Received) -> Reply:
        return replace(echo(request), delay_s=600 if request.number <= 4 else 0)

    with chat_server(script) as server, other_process(server, ray) as other:
        until(lambda: len(server.received) == 4, "the other process asks")
        to = Endpoint(server.url, scorers.MODEL, limits=QUICK)
        outcomes = iter(engine.run(to, scorers.items(5), scorers.is_expected))
        other.kill()
        assert [each.score for each in next(outcomes)] == [True] * 5
        assert len(server.received) == 4 + 5
        assert list(outcomes) == []


def test_killed_callers_start_again_and_their_batches_are_done_again(engine: Engine) -> None:
    killed: list[int] = []

    def script(request: Received) -> Reply:
        return replace(echo(request), delay_s=0.05)

    with chat_server(script) as server:
        limits = replace(QUICK, concurrency_start=4, concurrency_max=4)
        run = engine.run(endpoint(server, limits), scorers.items(100), scorers.is_expected, batch=10)
        found: list[Outcome[bool]] = []
        for batch in run:
            found += batch
            if not killed:
                for each in ray_processes():
                    if "Caller" in " ".join(each.cmdline()):
                        each.kill()
                        killed.append(each.pid)
        assert sorted(each.prompt_id for each in found) == sorted(
            each.prompt.id for each in scorers.items(100)
        )
        assert all(each.score is True for each in found)
        keys = Counter(each.headers["idempotency-key"] for each in server.received)
        assert len(keys) == 100  # those sent twice carry the same key


def test_killed_scorers_start_again(engine: Engine, tmp_path: Path) -> None:
    with chat_server() as server:
        several = [replace(each, material=str(tmp_path / "died")) for each in scorers.items(5)]
        (batch,) = engine.run(endpoint(server), several, scorers.dying_once)
        assert [each.score for each in batch] == [1] * 5
        assert len(server.received) == 5  # the answers were kept


def test_scorers_that_workers_cannot_import_are_refused(engine: Engine) -> None:
    def local(material: str, answer: Answer) -> bool:
        return True

    with chat_server() as server:
        for score in (local, lambda material, answer: True):  # pyright: ignore[reportUnknownLambdaType, reportUnknownVariableType]
            with pytest.raises(ValueError, match="must be a module-level function of a module"):
                engine.run(endpoint(server), scorers.items(1), score)  # pyright: ignore[reportUnknownArgumentType]


def test_ray_listens_on_loopback_alone_and_its_folder_is_private(cluster: Cluster) -> None:
    listening: set[str] = set()
    for process in ray_processes():
        with suppress(psutil.NoSuchProcess):  # workers of a run that is over end meanwhile
            connections = process.net_connections(kind="inet")
            listening.update(each.laddr.ip for each in connections if each.status == psutil.CONN_LISTEN)
    assert listening
    assert listening <= {"127.0.0.1", "::ffff:127.0.0.1", "::1"}
    token = cluster.token
    assert token is not None
    assert (token.stat().st_mode & 0o777, token.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_processes_without_the_token_cannot_submit(strangers: Sequence[subprocess.Popen[str]]) -> None:
    for each in strangers:
        out, error = each.communicate(timeout=300)
        assert each.returncode != 0
        assert "got in" not in out
        assert "authenticat" in error.lower()


def test_ray_ends_with_the_killed_process_that_leases_it() -> None:
    with chat_server() as server:
        driver = subprocess.Popen(
            [sys.executable, scorers.__file__, server.url], env=without_ray(), stdout=subprocess.PIPE
        )
        assert driver.stdout is not None
        assert driver.stdout.readline() == b"running\n"
        started = psutil.Process(driver.pid).children(recursive=True)
        assert len(started) > 5
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        driver.stdout.close()
        until(lambda: not [each for each in started if each.is_running()], lambda: str(started))


@pytest.mark.parametrize("part", ["raylet", pytest.param("gcs_server", marks=pytest.mark.long)])
def test_processes_whose_ray_is_killed_end_at_once_and_the_next_lease_has_another_ray(part: str) -> None:
    """Ray itself notices the death of its raylet after 15 s, and of its GCS after a minute."""

    def scoring() -> subprocess.Popen[str]:
        command = [sys.executable, scorers.__file__, server.url, str(own.leases)]
        return subprocess.Popen(
            command, env=without_ray(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    with chat_server(echo_after(0.02)) as server, SharedRay() as own:
        with scoring() as driver:
            assert driver.stdout is not None
            assert driver.stdout.readline() == "running\n"
            folder = str(own.leases.parent / "ray")
            [keeper] = [each for each in ray_processes() if folder in each.cmdline()]
            own_ray = [keeper, *keeper.children(recursive=True)]
            [vital] = [each for each in own_ray if each.name() == part]
            vital.kill()
            lines = driver.stdout.read().splitlines()
        assert driver.returncode == 3
        assert "scored" not in lines
        until(lambda: not [each for each in own_ray if each.is_running()], lambda: str(own_ray))
        until(lambda: not own.is_running, "its lease has ended")
        sent = Counter(each.headers["idempotency-key"] for each in server.received)
        assert sent.total() == len(sent), "what was asked is asked again by nobody but a further attempt"
        with scoring() as driver:
            assert driver.stdout is not None
            assert driver.stdout.read().splitlines()[-1] == "scored"
        assert driver.returncode == 0
    assert not own.leases.parent.exists()


def refused() -> str:
    """An address where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_addresses_without_a_running_cluster_are_errors_within_the_time_to_reach_it() -> None:
    """Ray itself waits for more than three minutes."""
    with chat_server() as server, socket.create_server(("127.0.0.1", 0)) as silent:
        other = server.url.removeprefix("http://").removesuffix("/v1")
        for address, problem in (
            (refused(), "ConnectionRefusedError"),
            (f"127.0.0.1:{silent.getsockname()[1]}", "TimeoutError"),
            (other, "what answers there is no Ray"),
            ("auto", "it is not HOST:PORT"),
        ):
            with pytest.raises(NotReached, match=problem), watched(address, os.abort, reach_s=0.2):
                pass


def test_running_clusters_are_reached(cluster: Cluster) -> None:
    with watched(cluster.address, os.abort):
        pass


@pytest.mark.long
def test_processes_whose_cluster_dies_end_soon() -> None:
    """The cluster is a Ray whose token the driver has in its environment."""
    with chat_server(echo_after(0.1)) as server, SharedRay() as own, lease(own.leases) as cluster:
        assert cluster.token is not None
        settings = {
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(cluster.token),
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        }
        command = [sys.executable, scorers.__file__, server.url, "cluster", cluster.address]
        environment = without_ray() | settings
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as driver:
            assert driver.stdout is not None
            assert driver.stdout.readline() == "running\n"
            folder = str(own.leases.parent / "ray")
            [keeper] = [each for each in psutil.Process().children() if folder in each.cmdline()]
            [vital] = [each for each in keeper.children(recursive=True) if each.name() == "gcs_server"]
            vital.kill()
            lines = driver.stdout.read().splitlines()
        assert driver.returncode == 3
        assert "scored" not in lines


def test_ray_runs_while_it_is_leased_and_starts_again(
    ray: SharedRay, cluster: Cluster, engine: Engine
) -> None:
    """Last, since it ends the shared engine."""
    engine.close()
    with chat_server() as server, pytest.raises(RuntimeError, match="the engine is closed"):
        engine.run(endpoint(server), scorers.items(1), scorers.is_expected)
    [keeper] = [each for each in ray_processes() if "muster.scoring.executing.keeper" in each.cmdline()]
    keeper.kill()

    def is_another() -> bool:
        with lease(ray.leases) as first, lease(ray.leases) as second:
            return first == second and first.address != cluster.address

    until(is_another, "Ray started again")
    assert ray.is_running
