"""`muster login`: a token is checked at the server before anything is kept, and kept for its owner alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from muster.client.settings import Settings
from muster.testkit.api.canned_api import Answer, Api, paged, problem

JWT = "e30.eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJkZXYiLCJyb2xlcyI6WyJ2aWV3ZXIiXX0.x"
Muster = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("MUSTER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    (tmp_path / "token.txt").write_text(f"{JWT}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def cell(api: Api) -> Api:
    services = {"MUSTER_METERING_URL": "http://m.example", "MUSTER_SCHEDULER_URLS": "http://a,http://b"}
    api.on("GET", "/v1/jobs", paged([]))
    api.on("GET", "/v1/services", Answer(200, {"cell": "default", "services": services}))
    return api


def test_login_keeps_the_token_and_the_addresses_of_the_cell(cell: Api, muster: Muster, home: Path) -> None:
    ended = muster("login", f"{cell.url}/", "--token-file", "token.txt")
    assert (ended.code, ended.out) == (0, "")
    assert "ada of tenant dev; roles: viewer" in ended.err
    kept = Settings.load()
    assert (kept.api_url, kept.token, kept.metering_url) == (cell.url, JWT, "http://m.example")
    assert kept.scheduler_urls == ("http://a", "http://b")
    assert {file.name: file.stat().st_mode & 0o777 for file in home.iterdir()} == {
        "token": 0o600,
        "endpoints.env": 0o600,
    }
    assert cell.asked[0].headers["authorization"] == f"Bearer {JWT}"
    assert muster("list").code == 0


def test_a_server_that_publishes_no_addresses_is_used_for_jobs(cell: Api, muster: Muster, home: Path) -> None:
    cell.on("GET", "/v1/services", replace(problem(404, "not-found", "no such route"), foreign=True))
    assert muster("login", cell.url, "--token-file", "token.txt").code == 0
    assert (home / "endpoints.env").read_text() == f"MUSTER_API_URL={cell.url}\n"


def test_a_refused_token_changes_nothing(cell: Api, muster: Muster, home: Path) -> None:
    assert muster("login", cell.url, "--token-file", "token.txt").code == 0
    before = {file.name: file.read_bytes() for file in home.iterdir()}
    cell.on("GET", "/v1/jobs", problem(401, "unauthorized", "the token has expired"))
    ended = muster("login", cell.url, "--token-file", "token.txt")
    assert (ended.code, "the token has expired" in ended.err) == (5, True)
    assert {file.name: file.read_bytes() for file in home.iterdir()} == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["muster.example"], 2, "URL is muster.example; must be http://HOST or https://HOST"),
        (["ftp://muster.example"], 2, "must be http://HOST or https://HOST"),
        (["http://127.0.0.1:9", "--token-file", "nowhere"], 2, "nowhere: No such file or directory"),
        (["http://127.0.0.1:9", "--token-file", "/dev/null"], 2, "no token was given"),
    ],
)
def test_an_unusable_address_or_token_is_named(
    muster: Muster, home: Path, words: list[str], code: int, said: str
) -> None:
    ended = muster("login", *words)
    assert (ended.code, said in ended.err) == (code, True), ended.err
    assert not home.exists()


def test_the_home_of_a_stack_is_not_overwritten(cell: Api, muster: Muster, home: Path) -> None:
    home.mkdir()
    (home / "endpoints.env").write_text("MUSTER_KAFKA_BOOTSTRAP=127.0.0.1:19092\n")
    ended = muster("login", cell.url, "--token-file", "token.txt")
    assert (ended.code, "belongs to the stack of this machine" in ended.err) == (4, True)
    assert not (home / "token").exists()


def test_the_token_goes_to_stdout_and_what_it_says_to_stderr(
    muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    jwt = "e30.eyJzdWIiOiJhZGEiLCJ0ZW5hbnQiOiJkZXYiLCJyb2xlcyI6WyJvcGVyYXRvciJdLCJleHAiOjF9.x"
    monkeypatch.setenv("MUSTER_TOKEN", jwt)
    ended = muster("token")
    assert ended.out == jwt + "\n"
    assert ended.err.startswith("ada of tenant dev; roles: operator; from MUSTER_TOKEN; EXPIRED")
    assert json.loads(muster("token", "--json").out)["sub"] == "ada"
