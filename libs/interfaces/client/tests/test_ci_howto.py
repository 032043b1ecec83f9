"""The examples of docs/how-to/submit-from-ci.md, run as they stand there, without Kafka."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from muster.events.job_commands import SubmitJob
from muster.events.topics import JOB_COMMANDS
from muster.identity.principal import READ, TENANT_WRITE, Principal
from muster.jobs import command_violations
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec
from muster.testkit.api.canned_api import FAILED, SUCCEEDED, Answer, Api, event, job_json

ROOT = Path(__file__).resolve().parents[4]
PAGE = (ROOT / "docs/how-to/submit-from-ci.md").read_text()
ID = "job-aaaaaaaaaaaaaaaaaaaa"


def examples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def shell(script: str, api: Api, home: Path) -> tuple[int, str]:
    """Run a script with the command on its path; return its exit code and output."""
    given = {
        "MUSTER_API_URL": api.url,
        "MUSTER_TOKEN": "t0ken",
        "MUSTER_HOME": str(home),
        "CI_PIPELINE_ID": "4711",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "-euc", script],
        env=os.environ | given,
        capture_output=True,
        text=True,
        cwd=home,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.fixture
def cell(api: Api) -> Api:
    """An API whose one job has printed a line and ended."""
    line = event({"rank": 0, "stream": "STDOUT", "text": "loss 0.1"}, name="line", id="log-events/0/1")
    end = event({"state": "SUCCEEDED", "exit_code": 0}, name="end")
    taken = {"job_id": ID, "command_id": "cmd-1", "position": "job-commands/0/1"}
    api.on("POST", "/v1/jobs", Answer(202, taken))
    api.on("GET", f"/v1/jobs/{ID}", Answer(200, job_json(ID, **SUCCEEDED, ranks=1)))
    api.on("GET", f"/v1/jobs/{ID}/logs", Answer(chunks=(line, end)))
    api.on("POST", "/v1/files:absent", Answer(200, {"absent": []}))
    return api


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Folder that a pipeline has checked out."""
    (tmp_path / "examples").mkdir()
    (tmp_path / "train.py").write_text("print('loss 0.1')\n")
    (tmp_path / "examples/hello.yaml").write_text((ROOT / "examples/hello.yaml").read_text())
    return tmp_path


def test_the_token_of_the_page_submits_and_follows_jobs() -> None:
    [words] = re.findall(r"`muster identity token (ci .*?)`", PAGE)
    roles, scopes = (frozenset(re.findall(rf"--{option} (\S+)", words)) for option in ("role", "scope"))
    pipeline = Principal(subject="ci", tenant="acme", roles=roles, team="", teams=frozenset(), scopes=scopes)
    assert [scope for scope in (READ, TENANT_WRITE) if not pipeline.allows(scope)] == []


def step(workflow: Any) -> str:
    """The step of a pipeline that runs the job."""
    job = workflow["jobs"]["train"]["steps"] if "jobs" in workflow else workflow["train"]["script"]
    lines = [each if isinstance(each, str) else each.get("run", "") for each in job]
    [found] = [line for line in lines if line.startswith("muster ")]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("index", [0, 1], ids=["github", "gitlab"])
def test_a_pipeline_s_step_prints_the_output_and_ends_as_its_job_does(
    cell: Api, checkout: Path, index: int
) -> None:
    run = step(yaml.safe_load(examples("yaml")[index]))
    assert shell(run, cell, checkout) == (0, "loss 0.1\n")
    [sent] = cell.requests("POST", "/v1/jobs")
    assert sent.json["command"] == ["python", "train.py", "--lr", "0.1"]
    assert sent.json["resources"]["gpus"] == 1
    cell.on("GET", f"/v1/jobs/{ID}", Answer(200, job_json(ID, **{**FAILED, "exit_code": 7, "ranks": 1})))
    assert shell(run, cell, checkout)[0] == 7


@pytest.mark.slow
def test_a_repeated_step_sends_the_same_key(cell: Api, checkout: Path) -> None:
    once, script, _ = examples("bash")
    for _ in range(2):
        assert shell(once, cell, checkout) == (0, f"{ID}\nloss 0.1\n")
    keys = {asked.headers["idempotency-key"] for asked in cell.requests("POST", "/v1/jobs")}
    assert keys == {"4711"}
    assert shell(script, cell, checkout) == (0, "SUCCEEDED\n")


@pytest.mark.slow
def test_the_request_with_curl_is_the_one_that_the_page_describes(cell: Api, checkout: Path) -> None:
    code, answer = shell(examples("bash")[2], cell, checkout)
    assert (code, json.loads(answer)["job_id"]) == (0, ID)
    [sent] = cell.requests("POST", "/v1/jobs")
    assert sent.json == {"name": "hello", "run": "echo hello"}
    assert (sent.headers["authorization"], sent.headers["idempotency-key"]) == ("Bearer t0ken", "4711")


PRODUCER = """
import confluent_kafka
class Producer:
    def __init__(self, settings): assert settings["bootstrap.servers"] == "kafka:9092"
    def produce(self, topic, *, key, value, headers): print(topic, key, value.hex(), headers["authorization"])
    def flush(self, timeout): return 0
confluent_kafka.Producer = Producer
"""
"""Stands in for Kafka's producer; everything else of the example is real."""


@pytest.mark.slow
def test_the_record_for_the_topic_is_a_valid_command(api: Api) -> None:
    registry = MemoryRegistry()
    known = {"subject": JOB_COMMANDS.subject, "id": registry.id_of(JOB_COMMANDS), "version": 1}
    written = Answer(200, known | {"schema": JOB_COMMANDS.schema})
    api.on("GET", f"/subjects/{JOB_COMMANDS.subject}/versions/latest", written)
    api.on("POST", f"/subjects/{JOB_COMMANDS.subject}", written)
    given = {
        "MUSTER_SCHEMA_REGISTRY_URL": api.url,
        "MUSTER_KAFKA_BOOTSTRAP": "kafka:9092",
        "MUSTER_TOKEN": "t0ken",
        "NO_PROXY": "127.0.0.1",
    }
    [example] = examples("python")
    done = subprocess.run(
        [sys.executable, "-c", PRODUCER + example],
        env=os.environ | given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    produced, job_id = done.stdout.splitlines()
    topic, key, value, authorization = produced.split(" ", 3)
    assert (topic, key, authorization) == ("job-commands", job_id, "Bearer t0ken")
    envelope = Codec(registry, [JOB_COMMANDS]).decode(JOB_COMMANDS, bytes.fromhex(value))
    assert isinstance(envelope.payload, SubmitJob)
    assert (envelope.key, command_violations(envelope.payload)) == (job_id, ())
