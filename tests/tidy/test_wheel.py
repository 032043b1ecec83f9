"""The wheel for laptops: small, complete, and all of its commands load where nothing else is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from muster.client.cli import registry
from muster.testkit.api.canned_api import Api, job_json, paged
from test_laptop import COMMANDS

from tools.build_wheel import main as build

ROOT = Path(__file__).resolve().parents[2]
BYTES_MAX = 5_000_000
EVERY_HELP = """
import contextlib, io
from muster.client.cli import main, registry
for command in registry.commands_for([], completing=True):
    below = getattr(command.loaded(), "commands", {})
    for words in [[command.name], *([command.name, name] for name in below)]:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            main([*words, "--help"])
    print(command.name)
"""


def _uv() -> str:
    made = subprocess.run(
        ["make", "--silent", "--print-data-base", "--question", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"^UV := (.+)$", made.stdout, re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, and with the locked versions of what it depends on."""
    top, uv = tmp_path_factory.mktemp("laptop"), _uv()
    (top / "dist").mkdir()
    (top / "dist/muster-0.0.1-py3-none-any.whl").touch()  # of an earlier version
    wheel = build(uv, top / "dist")
    assert wheel.stat().st_size < BYTES_MAX
    locked = re.findall(r"^(\S+==[^\\\n]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    (top / "versions.txt").write_text("\n".join(locked))
    python = top / "env/bin/python"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(top / "env")], check=True)
    words = ["pip", "install", "--quiet", "--python", str(python), "--constraint", str(top / "versions.txt")]
    subprocess.run([uv, *words, str(wheel)], check=True)
    return python.parent


def _environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MUSTER_", "PYTHON"))}
    return kept | {"MUSTER_HOME": str(home)} | more


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_every_command_of_the_wheel_loads_with_what_the_wheel_brings(laptop: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(laptop / "python"), "-c", EVERY_HELP],
        cwd=tmp_path,
        env=_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert {*registry.OWN, *(command.name for command in COMMANDS)} <= set(done.stdout.split())


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_a_laptop_lists_jobs_and_scans_a_file(laptop: Path, tmp_path: Path) -> None:
    api = Api()
    api.on("GET", "/v1/jobs", paged([job_json()]))
    (tmp_path / "weights.pkl").write_bytes(b"cos\nsystem\n(S'id'\ntR.")
    environment = _environment(tmp_path, MUSTER_API_URL=api.url, MUSTER_TOKEN="a.e30.c")
    try:
        for words, code, shown in (
            (["list"], 0, "RUNNING"),
            (["version"], 0, "muster "),
            (["scan", "files", "weights.pkl"], 10, "malicious"),
        ):
            done = subprocess.run(
                [str(laptop / "muster"), *words],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, shown in done.stdout) == (code, True), done.stdout + done.stderr
    finally:
        api.close()
