"""Every example in the help of a command is run as it is printed: bash reads the line, `muster` runs here.

Each service is played by an API made from its OpenAPI document, which refuses what that does not allow.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from muster.client.cli import main
from muster.testkit.api.canned_api import Answer, Asked, Reply, event
from muster.testkit.api.command import every_command, needs_another_word
from muster.testkit.api.described_api import MOMENT, DescribedApi
from muster.testkit.model_files import model
from muster.testkit.offline_apis import services_with_api
from typer.core import TyperCommand

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("examples-of-help")]

ROOT: Final = Path(__file__).resolve().parents[2]
PARSED: Final[Mapping[str, str]] = {
    "up": "starts servers",
    "down": "stops servers",
    "demo": "runs for minutes",
    "compile": "runs gcc for minutes",
    "status": "reads the stack of this machine",
    "capacity": "reads the log and snapshots",
    "events": "reads the log",
    "audit": "reads the log",
    "projections": "reads Postgres",
    "reactors": "reads Postgres",
    "identity": "writes to the log, and signs with the stack's key",
    "sim": "computes for minutes",
    "model push": "speaks the protocols of git-lfs and Xet",
    "model mirror": "reads another hub",
    "model export": "speaks the protocol of the Hugging Face Hub",
    "model import": "reads a bundle that `model export` made",
    "login": "asks the address in the example",
    "model diff acme/tiny v1 --tensors": "reads parts of files by the protocol of the Hugging Face Hub",
    "logs scheduler": "reads a file of the stack on this machine",
    "scan ~/models --blacklist": "has files scanned by clamd",
}
"""Beginnings of examples that are only parsed here, each with its reason."""
ENDS_WITH: Final = {
    "muster scan . -o sarif > scan.sarif": 11,
    "muster eval probe release": 11,
    "muster eval probe release --cases 300 --max-misled 0.1 --cap 0.50 -o json": 11,
}
"""Exit codes other than 0: Python files are suspicious; a probe without pairs is inconclusive."""
LIVE: Final = "--watch"
"""Option that needs a terminal; the rest of the line is run."""
PROGRAMS: Final = ("curl", "openssl", "journalctl")
"""Other programs in examples; they do nothing here."""
NO_COMMAND: Final = (*PROGRAMS, "CONTENT=")
"""Beginnings of lines that run no `muster`."""


def _examples(command: Any) -> list[str]:
    text = str(command.help or "").partition("Examples:\n")[2]
    return [line.strip() for line in text.splitlines() if line.strip()]


COMMANDS: Final = dict(every_command())
EXAMPLES: Final = list(dict.fromkeys(line for command in COMMANDS.values() for line in _examples(command)))

_STUBS: Final = r"""
muster() { printf '%s\0' "$@" >> "$CALLS"; printf '\n\0' >> "$CALLS"; }
""" + "".join(f"{program}() {{ :; }}\n" for program in PROGRAMS)
_END_OF_LINE: Final = "printf '\\f\\0' >> \"$CALLS\"\n"


def _words_read_by_bash(folder: Path) -> Mapping[str, list[list[str]]]:
    """Return, by example, the words of each `muster` that bash runs for it in a folder."""
    calls = folder / "calls"
    calls.touch()
    done = subprocess.run(
        [
            "/bin/bash",
            "-u",
            "-o",
            "pipefail",
            "-c",
            _STUBS + "".join(f"{line}\n{_END_OF_LINE}" for line in EXAMPLES),
        ],
        cwd=folder,
        env={"CALLS": str(calls), "PATH": "/usr/bin:/bin", "HOME": "."},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    each_line = calls.read_text().split("\f\0")[:-1]
    return {
        line: [call.split("\0")[:-1] for call in found.split("\n\0")[:-1]]
        for line, found in zip(EXAMPLES, each_line, strict=True)
    }


_NORMAL: Final = np.random.default_rng(1).normal
TENSORS: Final = model({f"layer.{n}": _NORMAL(size=(64, 64)).astype(np.float32) for n in range(8)})
CASE: Final = {"id": "1-2", "task": "larger", "prompt": "Larger: 1 or 2?", "expected": "2"}
CASE_BYTES: Final = json.dumps(CASE).encode()
CASES_FILE: Final = {
    "type": "file",
    "path": "cases/test.jsonl",
    "size": len(CASE_BYTES),
    "oid": hashlib.sha1(b"blob %d\0%b" % (len(CASE_BYTES), CASE_BYTES), usedforsecurity=False).hexdigest(),
}
"""An entry of a repository's tree, as the Hugging Face Hub lists it."""
JOB: Final = "name: train\nrun: python train.py\nresources: {gpus: 1, cpu: 4, memory: 8GiB}\n"
CASES: Final = (ROOT / "examples/tiny_answers/golden.jsonl").read_text()
FILES: Final[Mapping[str, str | bytes]] = {
    "blacklist.jsonl": "",
    "evaluate.yaml": JOB,
    "failures.jsonl": CASES,
    "invoices.jsonl": CASES,
    "labels.jsonl": "".join(
        json.dumps({"run": "ci-4711", "case": case, "label": 4}) + "\n" for case in ("mail-1", "mail-2")
    ),
    "leaked.token": "a.e30.c",
    "models/config.json": "{}",
    "monitor.yaml": "sampling: {one_in: 1000, bodies: true}\n",
    "ours.yar": "rule ours { condition: false }\n",
    "policy.toml": 'otherwise = "allow"\nunknown = "allow"\n',
    "promptfooconfig.yaml": "prompts: ['Translate {{text}}']\ntests:\n"
    "  - {vars: {text: ja}, assert: [{type: equals, value: yes}]}\n",
    "pytorch_model.bin": "{}",
    "model.safetensors": TENSORS,
    "release.yaml": (ROOT / "examples/tiny_answers/release.yaml").read_text(),
    "rules.yaml": (ROOT / "libs/pure/failures/src/muster/failures/data/rules.yaml").read_text(),
    "samples.jsonl": '{"input": "1+1?", "target": "2"}\n',
    "sampling-user.key": "k" * 64,
    "stolen/model.safetensors": TENSORS,
    "test.jsonl": '{"question": "1+1?", "answer": "2"}\n',
    "token.txt": "e30.eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJkZXYifQ.x",
    "train.jsonl": '{"text": "Larger: 1 or 2?"}\n',
    "train.log": "torch.OutOfMemoryError: CUDA out of memory\n",
    "train.py": "print('epoch 1')\n",
    "train.yaml": JOB,
    "tuned/config.json": "{}",
}
"""The user's files that examples name."""

ENDED: Final = {
    "job_id": "job-aaaaaaaaaaaaaaaaaaaa",
    "name": "train",
    "state": "SUCCEEDED",
    "exit_code": 0,
    "reason": None,
    "attempt": 2,
    "spec": {"name": "train", "command": ["python", "train.py"]},
}
BY: Final = {
    "attempt": "1",
    "job": "job-aaaaaaaaaaaaaaaaaaaa",
    "model": "H100",
    "queue": "vision",
    "team": "vision",
    "tier": "interactive",
    "user": "ann",
}
OUTCOME: Final = {"outcome": "accepted"}
FIELDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "Decided": OUTCOME,
    "DecidedCommand": {**OUTCOME, "problem": None},
    "DecidedJob": {"job_id": ENDED["job_id"]},
    "JobReceipt": {"job_id": ENDED["job_id"]},
    "AttemptVerdict": {
        "category": "user",
        "persistence": "permanent",
        "action": "fail",
        "node_action": "none",
    },
    "AnswerAnswer": {"conversation": [{"role": "user", "content": "1+1?"}]},
    "AnswerScoresAnswer": {"state": "completed"},
    "CostAnswer": {"key": BY},
    "EfficienciesAnswer": {"by": ["user"]},
    "EfficiencyAnswer": {"key": BY},
    "JobEfficiencyAnswer": {"key": BY},
    "ReconciliationAnswer": {"reconciled": True, "discrepancies": []},
    "RunningAnswer": {"reconciled": True, "discrepancies": []},
    "ShiftAnswer": {"verdict": "STABLE"},
    "TierRuleAnswer": {"warm_after_days": 7, "cold_after_days": 90},
    "EvalAnswer": {"state": "ended", "verdict": "passed", "commit": "8f2c41d" + "0" * 33},
    "FailureRulesAnswer": {"rules": FILES["rules.yaml"]},
    "Job": ENDED,
    "JobWithAttempts": ENDED,
    "LabelAnswer": {"key": "a" * 64, "answer": "b" * 64},
    "PointAnswer": {"points": []},
    "ProbeAnswer": {"state": "completed", "spots": []},
    "QueueBranch": {"name": "research"},
    "Node": {
        "node_id": "gpu-17",
        "gpu_model": "H100",
        "silence": None,
        "refused": None,
        "labels": {"zone": "a"},
        "taints": ["spot"],
    },
}


JOB_ID: Final = str(ENDED["job_id"])
LINE: Final = {"rank": 0, "stream": "STDOUT", "text": "epoch 1", "attempt": 1, "written_at": MOMENT}
SUCCEEDED: Final = {
    "position": "job-events/2/417",
    "event": {
        "event_id": "default:1.0",
        "key": JOB_ID,
        "occurred_at_ms": 1_767_225_600_000,
        "producer": "scheduler",
        "correlation_id": "c",
        "causation_id": "x",
        "payload": {"type": "JobSucceeded", "job_id": JOB_ID, "attempt": 2},
    },
}


VERSION: Final[Mapping[str, Any]] = {
    "id": "acme/tiny",
    "sha": "c" * 40,
    "visibility": "internal",
    "lastModified": MOMENT,
    "downloads": 3,
    "downloadsAllTime": 40,
    "tags": [],
    "gated": False,
    "disabled": False,
    "siblings": [],
}


def _named_jobs(made: DescribedApi) -> Callable[[Asked], Answer]:
    """Return the list of jobs with the other jobs that examples name."""

    def answered(asked: Asked) -> Answer:
        page = made.made(asked).body
        [train] = page["items"]
        others = {"chat-replica": "job-b" * 4, "prepare": "job-c" * 4}
        listed = [{**train, "job_id": job_id, "name": name} for name, job_id in others.items()]
        return Answer(200, {**page, "items": [train, *listed]})

    return answered


def _events(asked: Asked) -> Answer:
    """Answer with the events of a job, as a list or as a stream."""
    if "event-stream" in asked.headers.get("accept", ""):
        return Answer(chunks=(event(SUCCEEDED["event"], id=str(SUCCEEDED["position"])),))
    return Answer(200, {"items": [SUCCEEDED], "next_page_token": None})


HUB: Final = "/registry/api/models/acme/tiny"
ANSWERS: Final[Mapping[str, Reply]] = {
    f"GET {HUB}/revision/*": Answer(200, VERSION),
    f"GET {HUB}/refs": Answer(200, {"branches": [], "tags": []}),
    f"GET {HUB}/tree/*": Answer(200, []),
    f"POST {HUB}/tag/*": Answer(200, {}),
    f"DELETE {HUB}/tag/*": Answer(200),
    "GET /registry/api/datasets/acme/words/revision/*": Answer(200, VERSION),
    "GET /registry/api/models/vision/extract/revision/main": Answer(200, VERSION),
    "GET /registry/api/datasets/acme/invoices-eval/revision/*": Answer(200, VERSION),
    f"GET /registry/api/datasets/acme/invoices-eval/tree/{VERSION['sha']}": Answer(200, [CASES_FILE]),
    f"GET /registry/datasets/acme/invoices-eval/resolve/{VERSION['sha']}/cases/*": Answer(200, CASE),
    f"GET /submit/v1/jobs/{JOB_ID}/events": _events,
    f"GET /submit/v1/jobs/{JOB_ID}/logs": Answer(
        chunks=(event(LINE, name="line"), event({"state": "SUCCEEDED", "exit_code": 0}, name="end"))
    ),
}


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[list[str]]]:
    folder = tmp_path_factory.mktemp("read")
    _lay_out(folder)
    return _words_read_by_bash(folder)


def _lay_out(folder: Path) -> None:
    """Make a user's folder with the files that examples name, and the repository's own examples."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DescribedApi]:
    """All services; the current folder is a user's."""
    made = DescribedApi(FIELDS)
    for request, answered in ANSWERS.items():
        method, path = request.split()
        made.on(method, path, answered)
    made.on("GET", "/submit/v1/jobs", _named_jobs(made))
    for service in services_with_api():
        monkeypatch.setenv(f"MUSTER_{service.upper()}_URL", f"{made.url}/{service}")
    monkeypatch.setenv("MUSTER_API_URL", f"{made.url}/submit")
    monkeypatch.setenv("MUSTER_SCHEDULER_URLS", f"{made.url}/scheduler")
    monkeypatch.setenv("MUSTER_TOKEN", "e30.eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJkZXYifQ.x")
    monkeypatch.setenv("MUSTER_POSTGRES_DSN", "postgresql://nobody@127.0.0.1:9/none")
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / ".muster"))
    folder = tmp_path / "work"
    folder.mkdir()
    _lay_out(folder)
    monkeypatch.chdir(folder)
    yield made
    made.close()


def _nothing(command: TyperCommand, context: object) -> int:
    del command, context
    return 0


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_example_runs_as_printed(
    line: str,
    words: Mapping[str, list[list[str]]],
    api: DescribedApi,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"y\n")))
    if any(line.startswith(f"muster {beginning}") for beginning in PARSED):
        monkeypatch.setattr(TyperCommand, "invoke", _nothing)
    assert words[line] or line.startswith(NO_COMMAND)
    for each in words[line]:
        if LIVE in each:
            each.remove(LIVE)
        with pytest.raises(SystemExit) as ended:
            main(each)
        shown = capsys.readouterr()
        code = int(ended.value.code or 0)
        assert (code, api.faults) == (ENDS_WITH.get(line, 0), []), f"{each}: {shown.err}"


def test_every_command_shows_an_example_of_itself() -> None:
    for name, command in COMMANDS.items():
        shown = any(f"muster {name}" in line for line in _examples(command))
        assert shown or needs_another_word(command), name


def test_every_exception_is_about_an_example() -> None:
    assert set(ENDS_WITH) <= set(EXAMPLES)
    for beginning in PARSED:
        assert any(line.startswith(f"muster {beginning}") for line in EXAMPLES), beginning
