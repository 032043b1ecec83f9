"""Programs start side by side and in the order of their needs; the one that fails is named."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread

import pytest
from muster.local.errors import UnavailableError
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.processes.program import Lack, Launch, Program, Site
from muster.local.processes.start import Starter
from muster.local.progress import SILENT
from muster.local.services import service

SAY_AND_STAY = "import sys, time; print(*sys.argv[1:], flush=True); time.sleep(600)"


class Village:
    """Programs that say a word and stay; ready once the word is in their log."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.order: list[str] = []
        self.starter = Starter(home, {}, SILENT)

    def program(
        self,
        name: str,
        *,
        code: str = SAY_AND_STAY,
        needs: tuple[str, ...] = (),
        patience_s: float = 60,
        lacks: Callable[[Mapping[str, int]], Lack] = lambda _: Lack(),
    ) -> Program:
        """One of them."""

        def launch(site: Site) -> Launch:
            self.order.append(site.name)
            return Launch((sys.executable, "-c", code, "hello"))

        def probe(ports: Mapping[str, int]) -> Lack | None:
            return None if "hello" in supervisor.last_lines(self.home.log(name)) else lacks(ports)

        return Program(
            name=name,
            ports={},
            launch=launch,
            needs=needs,
            lacks=probe,
            patience_s=patience_s,
            advice="Ask.",
        )


@pytest.fixture
def village(home: Home) -> Village:
    return Village(home)


def test_needs_come_first(village: Village) -> None:
    village.starter.start_all([village.program("a"), village.program("b", needs=("a",))])
    assert village.order == ["a", "b"]
    assert village.starter.seconds.keys() == {"a", "b"}


def test_a_need_that_runs_already_is_not_waited_for(village: Village) -> None:
    village.starter.start_all([village.program("b", needs=("a",))])
    assert village.order == ["b"]


def test_the_one_that_fails_is_named_with_its_log_and_advice(village: Village) -> None:
    bad = village.program("bad", code="print('no room'); raise SystemExit(3)")
    with pytest.raises(UnavailableError) as failure:
        village.starter.start_all([bad, village.program("next", needs=("bad",))])
    told = str(failure.value)
    assert told.startswith("bad ended before it was ready")
    assert str(village.home.log("bad")) in told
    assert "no room" in told
    assert told.endswith("Ask.")
    assert village.order == ["bad"], "what needs it is not started"


@pytest.mark.slow
def test_one_that_is_never_ready_is_given_up(village: Village) -> None:
    slow = village.program("slow", code="import time; time.sleep(600)", patience_s=0.5)
    with pytest.raises(UnavailableError, match=r"slow was not ready within 0\.5 s"):
        village.starter.start_all([slow])


@pytest.mark.slow
def test_one_that_moves_is_waited_for_longer_than_its_patience(village: Village) -> None:
    """It takes three times as long as one stage may take."""
    code = "import sys, time; time.sleep(1.5); print(*sys.argv[1:], flush=True); time.sleep(600)"
    begun = time.monotonic()
    slow = village.program(
        "slow",
        code=code,
        patience_s=0.5,
        lacks=lambda _: Lack(f"offset {(time.monotonic() - begun) * 10:.0f}"),
    )
    village.starter.start_all([slow])
    assert village.starter.seconds["slow"] > 1


@pytest.mark.slow
def test_one_that_stops_moving_is_given_up_and_says_what_it_lacks(village: Village) -> None:
    stages = itertools.cycle([Lack("offset 1"), Lack("offset 2")])
    stuck = village.program(
        "stuck", code="import time; time.sleep(600)", patience_s=0.5, lacks=lambda _: next(stages)
    )
    with pytest.raises(UnavailableError, match=r"stuck was not ready within 0\.5 s: offset"):
        village.starter.start_all([stuck])


def test_one_that_waits_for_a_command_is_given_up_at_once_with_the_command(village: Village) -> None:
    lack = Lack("tables: created from other DDL", ("muster projections rebuild tables", "muster mend"))
    bad = village.program("bad", code="import time; time.sleep(600)", patience_s=600, lacks=lambda _: lack)
    with pytest.raises(UnavailableError) as failure:
        village.starter.start_all([bad])
    assert str(failure.value).splitlines() == [
        "bad cannot become ready: tables: created from other DDL",
        "  to fix it, run:",
        "    muster projections rebuild tables",
        "    muster mend",
        "    muster up",
    ]


def test_a_failure_calls_the_others_off(village: Village) -> None:
    slow = village.program("slow", code="import time; time.sleep(600)", patience_s=600)
    bad = village.program("bad", code="raise SystemExit(1)")
    with pytest.raises(UnavailableError, match="bad ended"):
        village.starter.start_all([slow, bad])


def test_a_program_that_cannot_be_executed_is_named(village: Village) -> None:
    lost = Program(name="lost", ports={}, launch=lambda _: Launch(("/no/such",)), lacks=lambda _: None)
    with pytest.raises(UnavailableError, match=r"lost did not start: .*No such file"):
        village.starter.start_all([lost])


def test_a_service_is_asked_once_whether_it_is_ready_and_what_it_lacks() -> None:
    asked: list[str] = []

    class Unready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(503)
            self.end_headers()
            self.wfile.write(b'{"detail": "reads the log: at offset 7", "remedies": ["muster mend"]}')

    with HTTPServer(("127.0.0.1", 0), Unready) as server:
        Thread(target=server.handle_request).start()
        quotas = service("quotas", "muster.quotas", port=0)
        assert quotas.lacks({"quotas": server.server_port}) == Lack(
            "reads the log: at offset 7", ("muster mend",)
        )
    assert asked == ["/readyz"]


@pytest.mark.slow
def test_an_answer_whose_end_does_not_come_is_no_answer_yet() -> None:
    ended = Event()

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(503)
            self.send_header("Content-Length", "100")
            self.end_headers()
            ended.wait()

    with HTTPServer(("127.0.0.1", 0), Slow) as server:
        Thread(target=server.handle_request).start()
        try:
            assert service("quotas", "muster.quotas", port=0).lacks({"quotas": server.server_port}) == Lack()
        finally:
            ended.set()
