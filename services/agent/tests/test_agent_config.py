"""Settings: every wrong value is named with what is allowed; the command says so and exits with 2."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from muster.agent.config import Settings, base_environment
from muster.agent.main import SERVICE
from muster.service import InvalidSettings, run

NODES = str(Path(__file__).parents[3] / "data/openb/openb_node_list_gpu_node.csv")
REQUIRED = (
    "KAFKA_BOOTSTRAP",
    "SCHEMA_REGISTRY_URL",
    "API_URL",
    "S3_ENDPOINT",
    "S3_ACCESS_KEY",
    "S3_SECRET_KEY",
)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    for name in REQUIRED:
        monkeypatch.setenv(f"MUSTER_{name}", "http://127.0.0.1:1")


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("MUSTER_AGENT_NODE_ID", "../escape", "allowed: "),
        ("MUSTER_AGENT_GPUS", "-1", "greater than or equal to 0"),
        ("MUSTER_AGENT_GPUS", "two", "valid integer"),
        ("MUSTER_AGENT_LEASE_MS", "9999", "allowed: two heartbeats (10000) or more"),
        ("MUSTER_AGENT_PORT_FIRST", "65500", "allowed: a sum up to 65536"),
        ("MUSTER_AGENT_TAINTS", '["no spaces"]', "allowed: at most 32, each"),
        ("MUSTER_AGENT_LOCATION", '{"rack": "r1"}', "Extra inputs are not permitted"),
        ("MUSTER_AGENT_LOCATION", '{"leaf": "a b"}', "String should match pattern"),
        ("MUSTER_AGENT_ON_STOP", "maybe", "'leave' or 'end'"),
        ("MUSTER_CHECKPOINT_STORE", "mnt/shared", "allowed: an absolute path"),
    ],
)
def test_a_wrong_setting_is_named(
    variable: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(InvalidSettings) as caught:
        Settings.load()
    assert says in str(caught.value)
    assert value.strip('[{"}]').rpartition('"')[2] in str(caught.value)


def test_checkpoints_go_to_a_folder_only_where_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load().checkpoint_folder() is None
    monkeypatch.setenv("MUSTER_CHECKPOINT_STORE", "/mnt/shared")
    monkeypatch.setenv("MUSTER_CELL", "west")
    folder = Settings.load().checkpoint_folder()
    assert folder is not None
    assert folder.uri("a") == "posix://west/a"


def test_ranks_find_the_agents_interpreter_first_and_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_S3_SECRET_KEY", "hunter2")
    told = base_environment()
    assert told["PATH"].split(os.pathsep)[0] == str(Path(sys.executable).parent)
    assert "hunter2" not in told.values()


def test_check_validates_and_does_nothing(tmp_path: Path) -> None:
    assert run(SERVICE, ["--check"]) == 0
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sim"], "the following arguments are required: --nodes"),
        (["sim", "--nodes", "absent.csv"], "absent.csv"),
        (["sim", "--nodes", NODES, "--speed", "0"], "speed is 0; allowed: above 0"),
        (["sim", "--nodes", NODES, "--speed", "fast"], "speed is fast; allowed: above 0"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_a_wrong_argument_is_named_and_a_usage_error(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(SERVICE, arguments)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_a_wrong_setting_is_a_usage_error_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_AGENT_GPUS", "-1")
    monkeypatch.setenv("MUSTER_AGENT_LABELS", "{not json")
    assert run(SERVICE, ["--check"]) == 2
    said = capsys.readouterr().err
    assert "MUSTER_AGENT_GPUS=-1" in said
    assert "MUSTER_AGENT_LABELS={not json" in said, "both are named at once"
