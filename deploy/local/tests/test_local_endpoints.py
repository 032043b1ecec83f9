"""endpoints.env: what is written can be read, by us and by a shell; what is wrong is named."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from muster.local import endpoints
from muster.local.errors import UsageError
from muster.local.home import Home
from muster.local.stack import PROGRAMS

PORTS = {name: port for program in PROGRAMS for name, port in program.ports.items()}


@pytest.fixture
def file(home: Home) -> Path:
    endpoints.write(endpoints.local(home, PORTS), home.endpoints_file)
    return home.endpoints_file


def test_written_endpoints_can_be_read(home: Home, file: Path) -> None:
    assert endpoints.read(file) == endpoints.local(home, PORTS)


def test_only_the_owner_can_read_the_file(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_shell_reads_the_same(file: Path) -> None:
    script = 'set -a; . "$1"; printf %s "$MUSTER_POSTGRES_DSN"'
    said = subprocess.run(["sh", "-c", script, "sh", str(file)], check=True, capture_output=True, text=True)
    assert said.stdout == endpoints.read(file).postgres_dsn


def test_comments_quotes_and_export_are_understood(file: Path) -> None:
    file.write_text(file.read_text() + '\n# mine\nexport MUSTER_CELL="blue"\n')
    assert endpoints.read(file).cell == "blue"


@pytest.mark.parametrize("line", ["MUSTER_KAFKA=1", "KAFKA_BOOTSTRAP=1", "MUSTER_CELL", "muster_cell=x"])
def test_a_wrong_line_is_named_with_what_is_allowed(file: Path, line: str) -> None:
    file.write_text(f"# first\n{line}\n")
    wrong = rf"endpoints\.env:2: '{line}' is not valid; must be .* MUSTER_KAFKA_BOOTSTRAP"
    with pytest.raises(UsageError, match=wrong):
        endpoints.read(file)


def test_errors_name_missing_endpoints(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "NEO4J_URL" not in line))
    with pytest.raises(UsageError, match="missing MUSTER_NEO4J_URL"):
        endpoints.read(file)


def test_a_file_of_foreign_servers_may_leave_our_own_out(home: Home, file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "API" not in line and "JWT" not in line))
    own = endpoints.local(home, {**PORTS, "submit": 4711})
    assert endpoints.read(file, otherwise=own).api_url == "http://127.0.0.1:4711"


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.env: No such file"):
        endpoints.read(tmp_path / "nowhere.env")


def test_secrets_do_not_show(home: Home) -> None:
    told = endpoints.local(home, PORTS)
    assert told.s3_secret_key not in repr(told)
