"""A new service, made in a copy of the repository: its checks, and its roles on the real servers."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from muster.identity.devkeys import AUDIENCE, ISSUER, ensure_keys, mint
from muster.testkit.patience import exit_code, until
from muster.testkit.stack.receiver import receiving

pytestmark = [pytest.mark.stack, pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(1_200)]

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
UV = shutil.which("uv") or str(Path.home() / ".cache/muster/boot/bin/uv")
PREPARE = (
    "import os; from muster.journal.admin import create_topics, register_schemas;"
    "create_topics(os.environ['MUSTER_KAFKA_BOOTSTRAP']);"
    "register_schemas(os.environ['MUSTER_SCHEMA_REGISTRY_URL'])"
)


@dataclass(frozen=True)
class Made:
    """The copy, with a new service in it."""

    name: str
    root: Path

    @property
    def environment(self) -> dict[str, str]:
        """Environment in which the copy's packages come before those installed."""
        changed = (f"services/{self.name}", "libs/pure/events", "deploy/local")
        paths = [str(self.root / path / "src") for path in changed]
        return {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, str(self.root / "installed")])}

    def run(self, *command: str, **environment: str) -> str:
        """Run a command that must succeed; return its output."""
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    root = tmp_path_factory.mktemp("copy")
    listing = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    made = Made("z" + "".join(chr(ord("a") + digit % 26) for digit in uuid.uuid4().bytes[:8]), root)
    made.run("git", "init", "--quiet", ".")
    python = str(BIN / "python")
    made.run(python, "-m", "tools.new_service", made.name)
    made.run(python, "tools/generate_events.py")
    # As `make fmt`: where a name sorts and how long lines get depends on it.
    made.run(str(BIN / "ruff"), "check", "--select", "I", "--fix", "--quiet", f"services/{made.name}")
    made.run(str(BIN / "ruff"), "format", "--quiet", f"services/{made.name}", "deploy/local")
    made.run(
        UV, "pip", "install", "--quiet", "--python", python, "--target", str(root / "installed"),
        "--no-deps", "--no-build-isolation", "--editable", f"./services/{made.name}",
    )  # fmt: skip
    return made


def test_a_new_service_passes_linters_contracts_and_type_checks(made: Made) -> None:
    made.run(str(BIN / "ruff"), "check", ".")
    made.run(
        str(BIN / "ruff"), "format", "--check", f"services/{made.name}", "libs/pure/events", "deploy/local"
    )
    assert f"    muster.{made.name}\n" in _contract(made, "rooms-services")
    made.run(str(BIN / "lint-imports"), "--no-cache")
    made.run(str(BIN / "basedpyright"), "--pythonpath", str(BIN / "python"), f"services/{made.name}")


def _contract(made: Made, name: str) -> str:
    """Return a contract of the copy."""
    return (
        (made.root / ".importlinter")
        .read_text()
        .partition(f"[importlinter:contract:{name}]")[2]
        .partition("\n\n")[0]
    )


def test_the_tests_of_a_new_service_and_of_the_lists_pass(made: Made) -> None:
    tests = (
        f"services/{made.name}",
        "tests/tidy/test_tidy.py",
        "tests/contracts/test_examples.py",
        "deploy/local/tests/test_compose.py",
    )
    said = made.run(str(BIN / "pytest"), *tests, "-q", "-p", "no:cacheprovider", "-m", "not stack")
    assert "passed" in said


def test_an_invalid_name_is_refused_and_no_file_is_overwritten(made: Made) -> None:
    for name, says in (
        ("Bad-Name", "must match"),
        ("submit", "exists already"),
        (made.name, "exists already"),
    ):
        command = [str(BIN / "python"), "-m", "tools.new_service", name]
        done = subprocess.run(command, cwd=made.root, capture_output=True, text=True, check=False)
        assert (done.returncode, says in done.stderr) == (2, True), done.stderr


@contextmanager
def hosted(
    made: Made, endpoints: Mapping[str, str], home: Path, hook: str
) -> Generator[tuple[str, Mapping[str, str]]]:
    """Run its roles in one process; yield the address and the environment."""
    environment = {
        **endpoints,
        f"MUSTER_{made.name.upper()}_WEBHOOK": json.dumps({"url": hook, "secret": "hook", "private": True}),
        "MUSTER_HOME": str(home),
        "MUSTER_JWT_JWKS_FILE": str(ensure_keys(home).jwks_file),
        "MUSTER_JWT_ISSUER": ISSUER,
        "MUSTER_JWT_AUDIENCE": AUDIENCE,
    }
    made.run(str(BIN / "python"), "-c", PREPARE, **environment)
    roles = [f"{made.name}:{role}" for role in ("decider", "projector", "reactor", "worker", "http")]
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [str(BIN / "python"), "-m", "muster.service", "host", *roles],
            env=made.environment | environment,
            stderr=log,
        )
    try:
        until(lambda: process.poll() is not None or b"HTTP on port" in (home / "log").read_bytes())
        line = next(each for each in (home / "log").read_text().splitlines() if "HTTP on port" in each)
        yield f"http://127.0.0.1:{line.partition('HTTP on port ')[2].split(chr(34))[0]}", environment
        process.terminate()
        assert exit_code(process) == 0
    finally:
        process.kill()
        process.wait(60)


def leads(api: httpx.Client, role: str) -> bool:
    """Whether the process is ready, and its decider leads."""
    found = api.get("/readyz")
    return found.is_success and bool(found.json()["roles"][role]["progress"]["leading"])


def test_a_new_service_decides_projects_and_answers_on_real_servers(
    made: Made, endpoints: Mapping[str, str], tmp_path: Path
) -> None:
    with (
        receiving() as receiver,
        hosted(made, endpoints, tmp_path, f"{receiver.url}/hook") as (url, environment),
        httpx.Client(base_url=url, trust_env=False, timeout=60) as api,
    ):
        until(lambda: leads(api, f"{made.name}:decider"))  # an election may outlast what a request waits
        token = mint(tmp_path, subject="ann", tenant="acme", roles=["submitter"], ttl_s=600)
        api.headers["Authorization"] = f"Bearer {token}"
        path = f"/v1/{made.name}s/stripes"
        assert api.get(path).status_code == 404
        created = api.put(path, params={"wait_s": 30})
        assert (created.status_code, created.json()["outcome"]) == (200, "accepted"), created.text
        until(lambda: api.get(path).json()["digest"] is not None)  # a worker has measured it
        digest = hashlib.sha256(b"stripes").hexdigest()
        assert api.get(path).json() == {"name": "stripes", "created_by": "ann", "digest": digest}
        as_ann = {**environment, f"MUSTER_{made.name.upper()}_URL": url, "MUSTER_TOKEN": token}
        shown = made.run(str(BIN / "muster"), made.name, "show", "stripes", **as_ann)
        assert json.loads(shown) == {"name": "stripes", "created_by": "ann", "digest": digest}
        again = api.put(path, params={"wait_s": 30})
        assert (again.status_code, again.json()["type"]) == (409, "/problems/already-exists")
        command = api.get(f"/v1/commands/{created.json()['command_id']}")
        assert (command.status_code, command.json()["outcome"]) == (200, "accepted")
        until(lambda: len(receiver.received) > 0)
        told = [json.loads(call.body) for call in receiver.received]
        assert told == [{"created": "stripes", "tenant": "acme"}]
        assert (tmp_path / "state" / made.name / "default" / "0.db").exists()
        verify = (str(BIN / "muster"), "audit", "verify", "--service", made.name, "-o", "json")
        verdict = json.loads(made.run(*verify, **environment))
        assert (verdict["verified"], verdict["decisions"] >= 3, verdict["epoch"]) == (True, True, 1)
