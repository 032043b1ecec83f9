"""Settings: the command reports every invalid value with the allowed ones, and exits with 2."""

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
        ("MUSTER_AGENT_NODE_ID", "../escape", "must match "),
        ("MUSTER_AGENT_GPUS", "-1", "greater than or equal to 0"),
        ("MUSTER_AGENT_GPUS", "two", "valid integer"),
        ("MUSTER_AGENT_LEASE_MS", "9999", "must be at least two heartbeats (10000)"),
        ("MUSTER_AGENT_PORT_FIRST", "65500", "their sum must be at most 65536"),
        ("MUSTER_AGENT_TAINTS", '["no spaces"]', "must be at most 32 taints that match"),
        ("MUSTER_AGENT_LOCATION", '{"rack": "r1"}', "Extra inputs are not permitted"),
        ("MUSTER_AGENT_LOCATION", '{"leaf": "a b"}', "String should match pattern"),
        ("MUSTER_AGENT_ON_STOP", "maybe", "'leave' or 'end'"),
        ("MUSTER_CHECKPOINT_STORE", "mnt/shared", "allowed: an absolute path"),
    ],
)
def test_an_invalid_setting_is_reported_by_name(
    variable: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(InvalidSettings) as caught:
        Settings.load()
    assert says in str(caught.value)
    assert value.strip('[{"}]').rpartition('"')[2] in str(caught.value)


def test_checkpoints_go_to_a_folder_only_if_one_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load().checkpoint_folder() is None
    monkeypatch.setenv("MUSTER_CHECKPOINT_STORE", "/mnt/shared")
    monkeypatch.setenv("MUSTER_CELL", "west")
    folder = Settings.load().checkpoint_folder()
    assert folder is not None
    assert folder.uri("a") == "posix://west/a"


def test_ranks_inherit_the_agents_interpreter_and_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_S3_SECRET_KEY", "hunter2")
    told = base_environment()
    assert told["PATH"].split(os.pathsep)[0] == str(Path(sys.executable).parent)
    assert "hunter2" not in told.values()


def test_check_only_validates_the_settings(tmp_path: Path) -> None:
    assert run(SERVICE, ["--check"]) == 0
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sim"], "the following arguments are required: --nodes"),
        (["sim", "--nodes", "absent.csv"], "absent.csv"),
        (["sim", "--nodes", NODES, "--speed", "0"], "speed is 0; must be above 0"),
        (["sim", "--nodes", NODES, "--speed", "fast"], "speed is fast; must be above 0"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_an_invalid_argument_is_a_usage_error_that_names_it(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(SERVICE, arguments)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_an_invalid_setting_is_a_usage_error_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_AGENT_GPUS", "-1")
    monkeypatch.setenv("MUSTER_AGENT_LABELS", "{not json")
    assert run(SERVICE, ["--check"]) == 2
    said = capsys.readouterr().err
    assert "MUSTER_AGENT_GPUS=-1" in said
    assert "MUSTER_AGENT_LABELS={not json" in said, "both are reported at once"
