"""Every command with nothing behind it: no traceback, an exit code, and what to do next."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from muster.testkit.api.command import every_command, needs_another_word
from muster.testkit.stack import command

ROOT = Path(__file__).resolve().parents[2]
MUSTER = Path(sys.executable).with_name("muster")
NOWHERE = "127.0.0.1:9"
ARGUMENTS = {
    "alerts remove": ["pager"],
    "alerts set": ["pager", "--secret", "pager"],
    "audit show": ["1"],
    "checkpoints": ["train"],
    "cordon": ["node-a"],
    "cost export": ["november.csv"],
    "budget remove": ["vision"],
    "budget set": ["vision", "--gpu-hours", "100"],
    "budget show": ["vision"],
    "cost job": ["train"],
    "cost report": ["--team", "vision"],
    "cost split": ["train"],
    "cost whatif": ["examples/train_tiny/job.yaml"],
    "debug": ["train"],
    "describe": ["train"],
    "drift ack": ["drift-0a1b2c3d4e5f"],
    "drift forget": ["--hash", "3b1f0c9d5e7a4286b0d1c2e3f4a5b6c7"],
    "drift samples": ["drift-0a1b2c3d4e5f"],
    "drift show": ["acme/tiny"],
    "drift simulate": ["examples/hello.yaml", "--samples-per-minute", "4"],
    "drift unwatch": ["acme/tiny"],
    "drift watch": ["acme/tiny"],
    "eval budget": [],
    "eval calibrate": ["release"],
    "eval cases": ["ci-1"],
    "eval compare": ["ci-1"],
    "eval check": ["examples/tiny_answers/golden.jsonl"],
    "eval config": ["release", "examples/hello.yaml"],
    "eval decide": ["invoices", "9b9b9b9b9b9b9b9b", "--accept"],
    "eval history": ["invoices"],
    "eval golden-set": ["invoices", "examples/hello.yaml"],
    "eval label": ["ci-1", "mail-1", "4"],
    "eval labels": [],
    "eval import": ["examples/tiny_answers/golden.jsonl", "--format", "jsonl"],
    "eval price": [],
    "eval probe": ["release"],
    "eval probes": [],
    "eval proposals": ["invoices"],
    "eval propose": ["invoices", "examples/tiny_answers/golden.jsonl"],
    "eval run": ["acme/tiny", "-c", "release"],
    "eval score": ["release", "-r", "acme/tiny"],
    "eval series": ["release"],
    "eval show": ["ci-1"],
    "eval stop": ["ci-1"],
    "events tail": ["job-events"],
    "explain": ["train"],
    "failures activate": ["libs/pure/failures/src/muster/failures/data/rules.yaml"],
    "failures check": ["libs/pure/failures/src/muster/failures/data/rules.yaml"],
    "history": ["train"],
    "identity grant": ["ann"],
    "identity revoke": ["ann"],
    "identity revoke-token": ["a.e30.c"],
    "identity token": ["ann"],
    "login": [f"http://{NOWHERE}"],
    "logs": ["train"],
    "model diff": ["acme/tiny", "v1", "main"],
    "model du": ["acme/tiny"],
    "model quota": ["acme", "--storage", "1TiB"],
    "model sharing": ["acme"],
    "model encrypt": ["acme", "--key", "acme-2026"],
    "model tiers": [],
    "model grant": ["acme/tiny", "user:acme/ann", "read"],
    "model info": ["acme/tiny"],
    "model lineage affected": ["acme/tiny"],
    "model lineage common": ["acme/tiny", "acme/chat"],
    "model lineage of": ["acme/tiny"],
    "model lineage paths": ["acme/tiny", "node/node-a"],
    "model ls": ["acme/tiny"],
    "model mirror": ["acme/tiny", "--from", f"http://{NOWHERE}"],
    "model pull": ["acme/tiny"],
    "model push": ["examples", "acme/tiny"],
    "model recall": ["acme/tiny"],
    "model promote": ["acme/tiny", "--reason", "it passed"],
    "model revoke": ["acme/tiny", "user:acme/ann"],
    "model search": ["llama"],
    "model tag": ["acme/tiny", "v1"],
    "node drain": ["node-a"],
    "node enrol": ["node-a"],
    "node forget": ["node-a"],
    "node label": ["node-a", "zone=a"],
    "node maintenance": ["node-a", "--off"],
    "node reclaim": ["node-a", "--off"],
    "node revoke": ["node-a"],
    "node taint": ["node-a", "spot"],
    "node test": ["node-a"],
    "node undrain": ["node-a"],
    "policy set": ["share_half_life=3d"],
    "projections rebuild": ["submit/tables"],
    "preempt": ["train", "--dry-run"],
    "rates rerate": ["examples/rates.yaml", "--from", "2026-11-01T00:00Z", "--until", "1d"],
    "rates set": ["examples/rates.yaml"],
    "queue apply": ["-f", "examples/openb_queues.yaml"],
    "queue create": ["vision"],
    "queue delete": ["vision"],
    "queue describe": ["vision"],
    "queue lift": ["vision", "year-end"],
    "queue restrict": ["vision", "year-end", "--tier", "interactive"],
    "queue set": ["vision", "weight=2"],
    "reservation cancel": ["launch"],
    "reservation create": ["launch", "-q", "vision", "-m", "H100", "--nodes", "1", "--end", "1h"],
    "reactors retry": ["webhooks", "--all"],
    "resubmit": ["train"],
    "resume": ["train"],
    "scan files": ["examples/hello.yaml"],
    "scan override": ["blob/" + "0" * 64, "clean", "--reason", "read by ann"],
    "run": ["--files", "examples", "true"],
    "scan rescan": ["acme/tiny", "--reason", "other rules"],
    "scan show": ["blob/" + "0" * 64],
    "search": ["train"],
    "stop": ["train"],
    "submit": ["examples/hello.yaml"],
    "suspend": ["train"],
    "uncordon": ["node-a"],
    "wait": ["train"],
}
NEEDS_NOTHING = {
    "version",
    "eval check",
    "eval import",
    "scan files",
    "token",
    "whoami",
    "events topics",
    "down",
    "identity token",
    "failures check",
}
"""Commands that answer without a server."""
STARTS_OR_COMPUTES = {"up", "demo", "sim", "compile"}
"""Commands that start the stack themselves, or never ask for anything."""
READS_A_KEY_FIRST = {"model export", "model import"}
AT_ONCE = 8


COMMANDS = [(name, each) for name, each in every_command() if not needs_another_word(each)]
ALONE = [n for n, _ in COMMANDS if n.split()[0] not in STARTS_OR_COMPUTES and n not in READS_A_KEY_FIRST]


def _ran(words: list[str], home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUSTER_")}
    environment = kept | {
        "MUSTER_HOME": str(home),
        "MUSTER_API_URL": f"http://{NOWHERE}",
        "MUSTER_SCHEDULER_URLS": f"http://{NOWHERE}",
        "MUSTER_METERING_URL": f"http://{NOWHERE}",
        "MUSTER_ALERTS_URL": f"http://{NOWHERE}",
        "MUSTER_REGISTRY_URL": f"http://{NOWHERE}",
        "MUSTER_SCANNER_URL": f"http://{NOWHERE}",
        "MUSTER_EVAL_URL": f"http://{NOWHERE}",
        "MUSTER_DRIFT_URL": f"http://{NOWHERE}",
        "MUSTER_TOKEN": "a.e30.c",
        "MUSTER_KAFKA_BOOTSTRAP": NOWHERE,
        "MUSTER_SCHEMA_REGISTRY_URL": f"http://{NOWHERE}/apis/ccompat/v7",
        "MUSTER_POSTGRES_DSN": f"postgresql://nobody@{NOWHERE}/none",
        "MUSTER_ELASTICSEARCH_URL": f"http://{NOWHERE}",
        "MUSTER_NEO4J_URL": f"bolt://{NOWHERE}",
        "MUSTER_S3_ENDPOINT": f"http://{NOWHERE}",
        "MUSTER_S3_ACCESS_KEY": "none",
        "MUSTER_S3_SECRET_KEY": "none",
        "MUSTER_JWT_JWKS_FILE": str(home / "jwks.json"),
        "MUSTER_JWT_ISSUER": "nobody",
        "MUSTER_NODE_JWKS_FILE": str(home / "nodes.json"),
        **more,
    }
    return command.run(words, environment, cwd=ROOT)


def _words(name: str) -> list[str]:
    return [*name.split(), *ARGUMENTS.get(name, [])]


@pytest.fixture(scope="module")
def ended_by_name(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Mapping[str, Future[subprocess.CompletedProcess[str]]]]:
    """The selected commands, side by side: each waits for seconds until it gives up."""
    selected = [getattr(item, "callspec", None) for item in request.session.items]
    names = {each.params["name"] for each in selected if each is not None and "name" in each.params}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {
            name: pool.submit(_ran, _words(name), tmp_path_factory.mktemp("home"))
            for name in ALONE
            if name in names
        }


@pytest.mark.slow  # a process each
@pytest.mark.xdist_group("commands-without-a-server")
@pytest.mark.parametrize("name", ALONE)
def test_a_command_without_a_server_says_what_to_do(
    name: str, ended_by_name: Mapping[str, Future[subprocess.CompletedProcess[str]]]
) -> None:
    ended = ended_by_name[name].result()
    assert "Traceback" not in ended.stderr + ended.stdout
    assert "bug in muster" not in ended.stderr, ended.stderr
    if name in NEEDS_NOTHING:
        assert ended.returncode == 0, ended.stderr
    else:
        assert ended.returncode == 6, ended.stderr
        assert "muster " in ended.stderr, "which command helps"


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["muster describe tr", "muster list -q v", "muster nodes -", "muster list -s "]
)
def test_completion_without_a_server_is_silent(line: str, tmp_path: Path) -> None:
    ended = _ran(
        [],
        tmp_path,
        _MUSTER_COMPLETE="complete_bash",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split(" ")) - 1),
        _TYPER_COMPLETE_ARGS=line,
    )
    assert ended.stderr == ""
    assert "Traceback" not in ended.stdout


@pytest.mark.slow
def test_a_reader_that_has_gone_is_no_error(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUSTER_")}
    ended = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", f"{MUSTER} submit --schema | true"],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env=kept | {"MUSTER_HOME": str(tmp_path)},
    )
    assert ended.stderr == ""
    assert ended.returncode in {0, 141}


@pytest.mark.slow
@pytest.mark.parametrize("words", [["audit", "verify"], ["capacity"]])
def test_before_the_first_up_the_settings_that_are_absent_are_named(words: list[str], tmp_path: Path) -> None:
    ended = _ran(words, tmp_path, MUSTER_S3_ENDPOINT="")
    assert ended.returncode == 2
    assert ended.stderr == (
        "error: MUSTER_S3_ENDPOINT is required and not set\n"
        "hint:  `muster up` writes them to $MUSTER_HOME/endpoints.env for the stack on this machine\n"
    )
