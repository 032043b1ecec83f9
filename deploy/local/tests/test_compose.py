"""docker-compose.yml by its text: no engine is needed, and none was at hand where it was written."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from muster.local import endpoints as local_endpoints
from muster.local.home import Home
from muster.local.servers import SERVERS, postgres
from muster.local.services import HOSTED, IN_APIS, layout

ROOT = Path(__file__).parents[3]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CONTAINERS: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "deploy/docker/Dockerfile").read_text()
MEMBERS = re.findall(r" \./((?:libs|services)/\S+)", DOCKERFILE)
EVERY = pytest.mark.parametrize("name", sorted(CONTAINERS))
SERVICES = layout(apart=())
PROGRAMS = (*SERVERS, *SERVICES)
OURS = [service.name for service in SERVICES]


def test_every_server_and_service_of_the_local_stack_is_there() -> None:
    assert set(CONTAINERS) == {program.name for program in PROGRAMS} | {"prepare"}


@EVERY
def test_its_image_is_pinned_to_an_exact_version(name: str) -> None:
    _, _, tag = CONTAINERS[name]["image"].partition(":")
    assert re.fullmatch(r"\d+(\.\d+)+(\.dev\d+)?", tag), CONTAINERS[name]["image"]


@pytest.mark.parametrize("image", re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))
def test_the_base_of_our_image_is_pinned(image: str) -> None:
    assert re.fullmatch(r"python:3\.11\.\d+-slim-\w+", image)


@EVERY
def test_its_ports_are_bound_to_this_machine_only(name: str) -> None:
    for port in CONTAINERS[name].get("ports", []):
        assert re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port)


def test_published_ports_are_those_of_the_local_stack() -> None:
    usual = {program.name: next(iter(program.ports.values())) for program in PROGRAMS}
    published = {
        name: int(port.split(":")[1]) for name, box in CONTAINERS.items() for port in box.get("ports", [])
    }
    asked = (
        "submit",
        *local_endpoints.SCHEDULERS,
        "preemption",
        "apis",
        "registry-api",
    )
    assert published == {name: usual[name] for name in [*(server.name for server in SERVERS), *asked]}


@pytest.mark.parametrize("name", [server.name for server in SERVERS])
def test_a_server_has_a_health_check_of_its_own(name: str) -> None:
    assert CONTAINERS[name]["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}
    assert CONTAINERS[name]["healthcheck"]["retries"] > 0


@pytest.mark.parametrize("name", OURS)
def test_a_service_is_asked_for_its_readiness_at_its_own_port(name: str) -> None:
    assert "HEALTHCHECK" in DOCKERFILE
    assert "MUSTER_HTTP_PORT" in DOCKERFILE
    usual = next(service.ports[name] for service in SERVICES if service.name == name)
    assert CONTAINERS[name]["environment"]["MUSTER_HTTP_PORT"] == usual


@pytest.mark.parametrize("name", OURS)
def test_a_service_starts_after_all_it_needs(name: str) -> None:
    conditions = {need: box["condition"] for need, box in CONTAINERS[name]["depends_on"].items()}
    assert conditions.pop("prepare") == "service_completed_successfully"
    before = {*conditions, *CONTAINERS["prepare"]["depends_on"]}
    assert before == {server.name for server in SERVERS}
    assert set(conditions.values()) == {"service_healthy"}


@pytest.mark.parametrize("name", OURS)
def test_a_service_runs_the_same_module_as_locally(name: str) -> None:
    dash_m, module, *_ = CONTAINERS[name]["command"]
    assert dash_m == "-m"
    source = Path(module.split(".")[1], "src", *module.split("."))
    assert (ROOT / "services" / source).is_dir() or any(ROOT.glob(f"libs/*/{source}/"))


@pytest.mark.parametrize(
    ("name", "roles"),
    [("host", [hosted.role for hosted in HOSTED]), ("apis", [f"{each}:http" for each in IN_APIS])],
)
def test_a_process_of_several_roles_has_the_same_as_locally(name: str, roles: list[str]) -> None:
    assert CONTAINERS[name]["command"] == ["-m", "muster.service", "host", *roles]


@pytest.mark.parametrize("pattern", MEMBERS)
def test_a_pattern_of_members_in_the_image_matches_some(pattern: str) -> None:
    assert [*ROOT.glob(f"{pattern}/pyproject.toml")]


def test_postgres_orders_text_as_locally() -> None:
    options = re.findall(r'"(--(?:encoding|locale)=\w+)"', inspect.getsource(postgres))
    assert len(options) == 2
    assert CONTAINERS["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split() == options


@pytest.mark.slow
def test_every_member_that_a_service_needs_is_in_the_image() -> None:
    needs = {
        path.parent.name: path.read_text() for each in MEMBERS for path in ROOT.glob(f"{each}/pyproject.toml")
    }
    missing = {
        f"{member} needs {need}"
        for member, text in needs.items()
        for need in re.findall(r'^    "muster-(\w+)"', text, re.MULTILINE)
        if need not in needs
    }
    assert "scheduler" in needs
    assert missing == set()


@pytest.mark.parametrize("name", [*OURS, "prepare"])
def test_containers_get_every_endpoint_but_the_agent_only_those_it_uses(name: str) -> None:
    ports = {name: port for program in PROGRAMS for name, port in program.ports.items()}
    told = set(local_endpoints.local(Home(Path("/home/somebody")), ports).environment())
    if name != "prepare":
        told -= {"MUSTER_JWT_KEY_FILE"}
    if name not in ("prepare", "submit"):
        told -= {"MUSTER_NODE_KEY_FILE"}
    if name == "agent":
        told = {each for each in told if re.match("MUSTER_(CELL|KAFKA|SCHEMA|API)", each)}
    own = {"MUSTER_HTTP_HOST", "MUSTER_HTTP_PORT", "MUSTER_AGENT_GPUS", "MUSTER_JWT_KEY_FILE"}
    own |= {"MUSTER_AGENT_ENROLMENT_FILE", "MUSTER_METERING_TOKEN_FILE", "MUSTER_REGISTRY_TOKEN_FILE"}
    own |= {"MUSTER_SCANNER_TOKEN_FILE", "MUSTER_EVAL_TOKEN_FILE", "MUSTER_DRIFT_TOKEN_FILE"}
    assert set(CONTAINERS[name]["environment"]) - own == told - own


def test_the_signing_key_and_the_token_are_in_no_container_that_stays() -> None:
    home = {name: CONTAINERS[name]["volumes"][0].partition(":")[0] for name in (*OURS, "prepare")}
    assert [name for name, volume in home.items() if volume == home["prepare"]] == ["prepare"]
    assert [name for name, volume in home.items() if volume == home["agent"]] == ["agent"]
    assert [name for name in OURS if "MUSTER_JWT_KEY_FILE" in CONTAINERS[name]["environment"]] == []
    public = {volume.split(":")[0]: volume for name in OURS for volume in CONTAINERS[name]["volumes"][1:]}
    assert public == {
        "public": "public:/var/lib/muster-public:ro",
        "nodes": "nodes:/var/lib/muster-nodes:ro",
        "enrolment": "enrolment:/var/lib/muster-enrolment:ro",
        "metering": "metering:/var/lib/muster-metering:ro",
        "registry": "registry:/var/lib/muster-registry:ro",
        "scanner": "scanner:/var/lib/muster-scanner:ro",
        "eval": "eval:/var/lib/muster-eval:ro",
        "drift": "drift:/var/lib/muster-drift:ro",
    }
    holders = {
        volume: [n for n in OURS if any(volume in each for each in CONTAINERS[n]["volumes"])]
        for volume in public
    }
    assert (holders["nodes"], holders["enrolment"]) == (["submit"], ["agent"])
    assert "public" not in str(CONTAINERS["agent"]["volumes"])


@EVERY
def test_its_volumes_are_declared(name: str) -> None:
    for volume in CONTAINERS[name].get("volumes", []):
        assert volume.partition(":")[0] in COMPOSE["volumes"]


def test_our_image_copies_only_what_exists_and_does_not_run_as_root() -> None:
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists(), source
    assert re.search(r"^USER muster$", DOCKERFILE, re.MULTILINE)


@pytest.mark.stack
def test_containers_prepare_the_same_as_the_local_stack(endpoints: Mapping[str, str], tmp_path: Path) -> None:
    public = tmp_path / "public" / "jwks.json"
    told = {
        "MUSTER_HOME": str(tmp_path),
        "MUSTER_JWT_JWKS_FILE": str(public),
        "MUSTER_NODE_JWKS_FILE": str(public.with_name("nodes.json")),
        "MUSTER_NODE_KEY_FILE": str(tmp_path / "nodes" / "nodes.pem"),
        "MUSTER_AGENT_ENROLMENT_FILE": str(tmp_path / "enrolment" / "local"),
        "MUSTER_METERING_TOKEN_FILE": str(tmp_path / "metering" / "token"),
        "MUSTER_REGISTRY_TOKEN_FILE": str(tmp_path / "registry" / "token"),
        "MUSTER_SCANNER_TOKEN_FILE": str(tmp_path / "scanner" / "token"),
        "MUSTER_EVAL_TOKEN_FILE": str(tmp_path / "eval" / "token"),
        "MUSTER_DRIFT_TOKEN_FILE": str(tmp_path / "drift" / "token"),
    }
    environment = {**os.environ, **endpoints, **told}
    for _ in range(2):
        subprocess.run(
            [sys.executable, ROOT / "deploy/docker/prepare.py"],
            check=True,
            env=environment,
            capture_output=True,
        )
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
    assert {file.name for file in (tmp_path / "keys").iterdir()} == {"private.pem", "jwks.json"}
    assert {file.name for file in public.parent.iterdir()} == {"jwks.json", "nodes.json"}
    secrets = [tmp_path / "nodes" / "nodes.pem", tmp_path / "enrolment" / "local"]
    assert [file.stat().st_mode & 0o777 for file in secrets] == [0o600, 0o600]
    assert public.read_bytes() == (tmp_path / "keys" / "jwks.json").read_bytes()
