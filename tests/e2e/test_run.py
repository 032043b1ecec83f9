"""`muster run` on the real stack: folders arrive as they are, only changes travel, exit codes come back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

MUSTER = Path(sys.executable).with_name("muster")
LISTS = """\
import hashlib, os, pathlib, sys
print("SEED", repr(os.environ["SEED"]))
for path in sorted(pathlib.Path().rglob("*")):
    if path.is_file():
        print(path, hashlib.sha256(path.read_bytes()).hexdigest()[:12], os.access(path, os.X_OK))
sys.exit(int(sys.argv[1]))
"""


def _run(product: Product, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    options = ("--cpus", "0.1", "--memory", "64MiB", "--env", "SEED=7 #x", "--name", "lists")
    return subprocess.run(
        [str(MUSTER), "run", *options, *words],
        cwd=folder,
        env={**os.environ, "MUSTER_HOME": str(product.home.root)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_folder_is_sent_once_then_only_what_changed_and_the_exit_code_is_the_commands(
    product: Product, tmp_path: Path
) -> None:
    folder = tmp_path / "work"
    (folder / "lib").mkdir(parents=True)
    (folder / "list.py").write_text(LISTS)
    (folder / "lib/run.sh").write_text("#!/bin/sh\n")
    (folder / "lib/run.sh").chmod(0o755)
    (folder / "weights.bin").write_bytes(os.urandom(200_000))
    (folder / "large.ckpt").write_bytes(bytes(1_000))
    (folder / ".gitignore").write_text("*.ckpt\n")

    first = _run(product, folder, "--", "python3", "list.py", "3")
    assert first.returncode == 3, first.stderr
    listed = first.stdout.splitlines()
    assert listed[0] == "SEED '7 #x'"
    assert [line.split()[::2] for line in listed[1:]] == [
        [".gitignore", "False"],
        ["lib/run.sh", "True"],
        ["list.py", "False"],
        ["weights.bin", "False"],
    ]

    again = _run(product, folder, "python3", "list.py", "0")
    assert again.returncode == 0, again.stderr
    assert "nothing new to send" in again.stderr
    assert again.stdout == first.stdout

    (folder / "weights.bin").write_bytes(os.urandom(200_000))
    changed = _run(product, folder, "python3", "list.py", "0")
    assert changed.returncode == 0, changed.stderr
    assert "; sent 195KiB" in changed.stderr
    assert [line for line in changed.stdout.splitlines() if line not in listed] == [
        changed.stdout.splitlines()[-1]
    ]


def test_a_described_job_is_submitted_again_with_its_files(product: Product, tmp_path: Path) -> None:
    (tmp_path / "list.py").write_text(LISTS)
    first = _run(product, tmp_path, "python3", "list.py", "0")
    job_id = next(word for word in first.stderr.split() if word.startswith("job-")).rstrip(":")
    again = tmp_path / "again.yaml"
    again.write_text(product.muster("describe", job_id, "-o", "yaml").stdout)
    for words in (["submit", str(again), "--follow"], ["resubmit", job_id, "--follow"]):
        assert product.muster(*words).stdout.splitlines()[1:] == first.stdout.splitlines()


def test_a_laptop_logs_in_and_reaches_every_service_of_the_cell(product: Product, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUSTER_")}
    environment = kept | {"MUSTER_HOME": str(tmp_path)}

    def muster(*words: str) -> str:
        command = [str(MUSTER), *words]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    token = str(product.home.root / "token")
    muster("login", product.endpoints["MUSTER_API_URL"], "--token-file", token)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["endpoints.env", "token"]
    for words in (
        "list",
        "cost",
        "rates show",
        "alerts list",
        "model search x",
        "scan rules",
        "eval list",
        "drift ls",
    ):
        muster(*words.split(), "-o", "json")


@pytest.mark.parametrize(
    ("script", "code", "printed"),
    [
        ("echo before\nfalse\necho after\n", 1, ["before"]),
        ("set +e\necho before\nfalse\necho after\n", 0, ["before", "after"]),
        ("false | cat\necho after\n", 0, ["after"]),
    ],
    ids=["stops at a failure", "set +e", "a pipeline"],
)
def test_a_script_ends_at_the_first_command_that_fails(
    product: Product, tmp_path: Path, script: str, code: int, printed: list[str]
) -> None:
    file = tmp_path / "job.yaml"
    text = json.dumps({"name": "lines", "resources": {"cpu": 0.1, "memory": "64MiB"}, "run": script})
    file.write_text(text)
    done = product.muster("submit", str(file), "--follow", check=False)
    assert (done.returncode, done.stdout.splitlines()[1:]) == (code, printed)
