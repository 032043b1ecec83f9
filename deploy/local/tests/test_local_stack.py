"""`up`, `down`, `status` with the one server that starts in a second; the same code starts all of them."""

from __future__ import annotations

import json
import os
import signal
import socket
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from muster.local import endpoints, stack
from muster.local.__main__ import app
from muster.local.endpoints import Endpoints
from muster.local.errors import ConflictError, UnavailableError, UsageError
from muster.local.home import Home
from muster.local.logs import log_path
from muster.local.processes import supervisor
from muster.local.processes.program import Launch, Site
from muster.local.services import HOSTED, HOSTED_NAMES, layout
from muster.store import ObjectStore, StoreSettings
from typer.testing import CliRunner

pytestmark = pytest.mark.stack


def _up(home: Home, *, fresh: bool = False) -> stack.Started:
    return stack.up(home, fresh=fresh, only=["s3"], any_ports=True)


def _store(told: Endpoints) -> ObjectStore:
    return ObjectStore(
        StoreSettings(
            endpoint=told.s3_endpoint,
            access_key=told.s3_access_key,
            secret_key=told.s3_secret_key,
            bucket=told.s3_bucket,
        )
    )


def _standing(home: Home, name: str) -> stack.Standing:
    return next(standing for standing in stack.status(home) if standing.name == name)


def test_a_second_up_changes_nothing(home: Home) -> None:
    assert _up(home).seconds.keys() == {"s3"}
    first = supervisor.recall(home, "s3")
    assert _up(home).seconds == {}
    assert supervisor.recall(home, "s3") == first


def test_data_survives_down_and_up_and_fresh_discards_it(home: Home) -> None:
    store = _store(_up(home).endpoints)
    store.put("kept", b"1")
    assert stack.down(home) == 1
    assert stack.down(home) == 0
    assert _store(_up(home).endpoints).get("kept") == b"1", "the same address and the same data"
    folded = home.root / "state" / "metering" / "default" / "0.db"
    folded.parent.mkdir(parents=True)
    folded.touch()
    assert not _store(_up(home, fresh=True).endpoints).exists("kept")
    assert not folded.exists(), "what was folded of a log that is gone"


def test_status_tells_a_stop_from_an_end(home: Home) -> None:
    assert stack.status(home) == []
    _up(home)
    standing = _standing(home, "s3")
    assert (standing.state, standing.resident_bytes > 0) == ("ready", True)
    assert standing.pid is not None
    os.kill(standing.pid, signal.SIGKILL)
    psutil.wait_procs([psutil.Process(standing.pid)], timeout=10)
    assert _standing(home, "s3").state == "ended"
    _up(home)
    assert _standing(home, "s3").state == "ready", "up starts what is missing"
    stack.down(home)
    assert _standing(home, "s3").state == "stopped"


def test_a_running_stack_refuses_other_ports(home: Home) -> None:
    _up(home)
    with pytest.raises(ConflictError, match=r"s3 of .* other ports or servers .* `muster down` first"):
        stack.up(home, only=["s3"], asked_ports={"s3": 4711})


def test_a_taken_port_stops_it_before_anything_starts(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        taken = {"s3": held.getsockname()[1]}
        with pytest.raises(ConflictError, match=f"s3 {taken['s3']}"):
            stack.up(home, only=["s3", "postgres"], asked_ports=taken, any_ports=True)
    assert home.recorded() == []


def test_two_at_once_are_kept_apart(home: Home) -> None:
    with home.lock(), pytest.raises(ConflictError, match="another `muster up` or `down` is running"):
        _up(home)


def test_an_unknown_name_is_refused(home: Home) -> None:
    with pytest.raises(UsageError, match="--only is s4; must be one of kafka, schema-registry"):
        stack.up(home, only=["s4"])


def test_needed_programs_stop_last() -> None:
    waves = stack.stop_order([program.name for program in stack.PROGRAMS])
    place = {name: number for number, wave in enumerate(waves) for name in wave}
    assert all(place[program.name] < place[need] for program in stack.PROGRAMS for need in program.needs)


def test_roles_share_a_process_unless_asked_to_be_separate(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    _up(home)
    names = {standing.name for standing in stack.status(home)}
    assert "host" in names
    assert names.isdisjoint(HOSTED_NAMES)
    monkeypatch.setenv("MUSTER_STACK_HOST", "separate")
    names = {standing.name for standing in stack.status(home)}
    assert names >= HOSTED_NAMES
    assert "host" not in names
    supervisor.spawn(home, "host", Launch(("sleep", "600")))
    assert "host" in {standing.name for standing in stack.status(home)}, "what runs decides"
    with pytest.raises(ConflictError, match="another layout"):
        stack.up(home, only=["s3"], apart=HOSTED_NAMES)
    monkeypatch.setenv("MUSTER_STACK_HOST", "both")
    with pytest.raises(UsageError, match="must be shared or separate"):
        stack.status(home)


def test_a_role_with_a_process_of_its_own_is_not_in_the_shared_one(home: Home) -> None:
    _up(home)
    programs = {program.name: program for program in layout(["projector"])}
    site = Site("host", home, home.saved_ports())
    shared = programs["host"].launch(site).argv
    assert "submit:projector" not in shared
    assert {hosted.role for hosted in HOSTED} - set(shared) == {"submit:projector"}
    assert "submit:projector" in programs["projector"].launch(replace(site, name="projector")).argv


def test_foreign_servers_that_do_not_answer_are_named(home: Home, tmp_path: Path) -> None:
    told = _up(home).endpoints
    file = tmp_path / "foreign.env"
    endpoints.write(told, file)
    with pytest.raises(UnavailableError) as failure:
        stack.up(Home(tmp_path / "other"), external_file=file, only=[])
    assert "MUSTER_KAFKA_BOOTSTRAP=" in str(failure.value)
    assert "MUSTER_S3_ENDPOINT" not in str(failure.value), "this one answers"


def test_the_log_of_a_server_is_found_by_name(home: Home) -> None:
    assert log_path(home.root, "s3") is None
    _up(home)
    assert log_path(home.root, "s3") == home.log("s3")
    assert log_path(home.root, "../stack") is None


def test_the_commands(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(home.root))
    run = CliRunner()
    assert run.invoke(app, ["status"]).exit_code == 6
    first = run.invoke(app, ["up", "--only", "s3", "--any-ports"])
    assert first.exit_code == 0, first.output
    assert "1 of 1 ready" in first.stdout
    assert "s3                   ready in" in first.stderr
    again = run.invoke(app, ["up", "--only", "s3"])
    assert "everything is already running; nothing was changed" in again.stderr
    shown = run.invoke(app, ["status"])
    assert shown.exit_code == 0, "what was never started is not missed"
    header, *rows, total = shown.stdout.splitlines()
    assert header.split() == ["NAME", "STATE", "PORT", "PID", "MEMORY"]
    (s3,) = [row.split() for row in rows if row.startswith("s3 ")]
    process = supervisor.alive(home, "s3")
    assert process is not None
    assert s3[:4] == ["s3", "ready", str(home.saved_ports()["s3"]), str(process.pid)]
    assert s3[5] == "MB"
    assert total.startswith(f"1 of {len(rows)} ready, ")
    told = run.invoke(app, ["status", "-o", "json"])
    assert told.exit_code == 0
    assert {line["name"]: line["state"] for line in json.loads(told.stdout)["items"]}["s3"] == "ready"
    wrong = run.invoke(app, ["up", "--port", "s3"])
    assert (wrong.exit_code, "must be NAME=NUMBER" in wrong.stderr) == (2, True)
    conflict = run.invoke(app, ["up", "--only", "s3", "--port", "s3=4711"])
    assert conflict.exit_code == 4
    assert "stopped 1 process; data is kept" in run.invoke(app, ["down"]).stderr
    assert "nothing was running" in run.invoke(app, ["down"]).stderr


def test_programs_started_by_others_are_shown_and_stopped(home: Home) -> None:
    _up(home)
    supervisor.spawn(home, "guest", Launch(("sleep", "600")))
    assert _standing(home, "guest").state == "ready"
    assert stack.down(home) == 2
