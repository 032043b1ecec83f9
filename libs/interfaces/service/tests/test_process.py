"""Roles in real processes: signals, exit codes, readiness by role, restarts, one port for all."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from muster.service.serving.operations import RoleState
from muster.service.serving.server import BackgroundServer
from muster.testkit.stack.role_process import RoleProcess

pytestmark = pytest.mark.slow  # a process each

HERE = Path(__file__).parent
ENVIRONMENT = {
    "MUSTER_KAFKA_BOOTSTRAP": "127.0.0.1:1",
    "MUSTER_SCHEMA_REGISTRY_URL": "http://127.0.0.1:1",
    "PYTHONPATH": str(HERE / "played"),
}


Start = Callable[..., RoleProcess]


@pytest.fixture
def start(tmp_path: Path) -> Generator[Start]:
    started: list[RoleProcess] = []

    def start(*roles: str, **environment: str) -> RoleProcess:
        started.append(RoleProcess("played_roles", tmp_path, *roles, **ENVIRONMENT, **environment))
        return started[-1]

    yield start
    for process in started:
        process.close()


def states(answer: httpx.Response) -> Mapping[str, Any]:
    return answer.json()["roles"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_asked_to_stop_ends_with_0(start: Start, number: signal.Signals) -> None:
    process = start("worker")
    process.line("played:worker runs")
    assert process.get("/healthz").text == "ok\n"
    process.signal(number)
    assert process.ended()[0] == 0


def test_readiness_is_reported_by_role_with_progress(start: Start) -> None:
    process = start("host", "played:worker", "played:unready")
    answer = process.until(
        "/readyz", lambda answer: "the other half" in answer.text and "is starting" not in answer.text
    )
    assert process.get("/v1/soon").status_code == 503, "its API may come yet"
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert answer.json()["detail"] == "played:unready: the other half"
    assert states(answer)["played:worker"] == {"missing": None, "progress": {"records": 3}}


def test_readiness_names_the_command_that_a_role_waits_for(start: Start) -> None:
    process = start("host", "played:outdated", "played:worker")
    answer = process.until("/readyz", lambda answer: "of other DDL" in answer.text)
    assert answer.status_code == 503
    assert answer.json()["remedies"] == ["muster mend"]


def test_apis_of_several_services_share_a_port(start: Start) -> None:
    process = start("host", "played:api", "other:api")
    process.until("/readyz", lambda answer: answer.is_success)
    assert process.get("/v1/played").json() == "played"
    assert process.get("/v1/other").json() == "other"
    assert process.get("/v1/other").headers["location"] == "/v1/other"
    assert process.get("/other/v1/other").headers["location"] == "/other/v1/other"
    for prefix, server, title in (
        ("", "/", "Muster other"),
        ("/played", "/played", "Muster played"),
        ("/other", "/other", "Muster other"),
    ):
        document = process.get(f"{prefix}/openapi.json").json()
        assert (document["servers"], document["info"]["title"]) == ([{"url": server}], title)
    assert process.get("/v1/none").json()["type"] == "/problems/not-found"
    assert "muster_http_answer_seconds" in process.get("/metrics").text
    process.signal(signal.SIGTERM)
    assert process.ended()[0] == 0
    process.line("closed what played used")


def test_apis_with_a_path_in_common_are_refused(start: Start) -> None:
    process = start("host", "played:api", "other:twin")
    process.line("both serve GET /v1/played; allowed in one process: APIs without a path in common")
    assert process.get("/v1/played").json() in ("played", "other"), "the first goes on"


def test_a_role_that_fails_is_named_and_tried_again_while_the_others_go_on(start: Start) -> None:
    process = start("host", "played:failing", "played:api")
    answer = process.until("/readyz", lambda answer: "no luck" in answer.text)
    assert states(answer)["played:failing"]["missing"] == "Unavailable: no luck"
    process.line("played:failing failed, trying again", count=2)
    assert process.until("/v1/played", lambda answer: answer.is_success).json() == "played"
    assert 'muster_process_role_restarts_total{role="played:failing"}' in process.get("/metrics").text


def test_a_fenced_role_in_a_shared_process_restarts_and_nothing_else_does(start: Start) -> None:
    process = start("host", "played:fenced", "played:worker")
    process.line("played:fenced starts again: superseded")
    process.line("played:fenced runs", count=2)
    process.line("played:worker runs")
    process.until("/readyz", lambda answer: answer.is_success)
    assert len(re.findall("played:worker runs", "".join(process.log))) == 1


def test_a_fenced_role_that_runs_alone_replaces_its_process(start: Start, tmp_path: Path) -> None:
    process = start("alone")
    process.line("HTTP on port", count=2)
    process.line("begins in", count=2)
    pids = {json.loads(line)["message"] for line in process.log if "begins in" in line}
    assert len(pids) == 1, "the same process, another image"
    process.until("/readyz", lambda answer: answer.is_success)


def test_a_fault_for_a_person_ends_a_process_of_one_role_and_is_retried_in_a_shared_one(
    start: Start,
) -> None:
    assert start("lost").ended() == (1, "PositionLost: the log begins later")
    process = start("host", "played:worker", "played:lost")
    process.line("played:lost failed, trying again", count=2)
    answer = process.until("/readyz", lambda answer: "the log begins later" in answer.text)
    assert states(answer)["played:worker"]["missing"] is None


def test_a_defect_ends_a_process_of_one_role_and_only_restarts_it_in_a_shared_one(start: Start) -> None:
    assert start("defect").ended() == (1, "ZeroDivisionError: division by zero")
    process = start("host", "played:defect", "played:worker")
    process.line("played:defect failed, trying again", count=2)
    assert process.get("/healthz").is_success


def test_a_taken_port_is_the_last_line(start: Start) -> None:
    port = start("worker").url.rpartition(":")[2]
    code, said = start("worker", MUSTER_HTTP_PORT=port).ended()
    assert code == 1
    assert f"MUSTER_HTTP_PORT={port} on 127.0.0.1" in said


@pytest.mark.parametrize(
    ("roles", "says"),
    [
        (("host", "played:alone", "played:worker"), "played:alone: runs alone"),
        (("host", "played:worker", "played:worker"), "played:worker: named twice"),
        (("host", "played:dancer"), "played:dancer: no such role; allowed: played:worker"),
        (("host", "none:api"), "none:api: no such service; allowed: other, played"),
        (("dance",), "invalid choice: 'dance'"),
    ],
)
def test_wrong_roles_are_usage_errors(start: Start, roles: tuple[str, ...], says: str) -> None:
    code, said = start(*roles).ended()
    assert code == 2
    assert says in said


def test_check_validates_settings_and_imports_no_kafka_client(start: Start) -> None:
    assert start("worker", "--check", MUSTER_CELL="Bad Cell").ended()[0] == 2
    checking = (
        "import sys, played_roles; from muster.service import run;"
        "code = run(played_roles.PLAYED, ['worker', '--check']);"
        "assert 'confluent_kafka' not in sys.modules; assert 'uvicorn' not in sys.modules; sys.exit(code)"
    )
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(
        [sys.executable, "-c", checking], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "settings are valid\n"), done.stderr


def test_readiness_is_not_reported_before_the_roles_are_known() -> None:
    roles: dict[str, RoleState] = {}
    server = BackgroundServer("127.0.0.1", 0, lambda: roles)
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(b"GET /readyz HTTP/1.1\r\nHost: here\r\n\r\n")
        client.settimeout(0.2)
        with pytest.raises(TimeoutError):
            client.recv(1)
        roles["names:decider"] = RoleState(lambda: "it has not begun")
        server.start()
        client.settimeout(60)
        assert client.recv(1_000).startswith(b"HTTP/1.1 503 ")
    server.close()
