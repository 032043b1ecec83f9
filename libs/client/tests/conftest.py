"""The canned API, both clients of it, and the `muster` command run against it in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from both_clients import KINDS, Sdk, sdk
from muster.client.cli import main
from muster.client.settings import Settings
from muster.client.sync.client import Client
from muster.testkit.api.canned_api import Api


@dataclass(frozen=True)
class Ended:
    """What a command did."""

    code: int
    out: str
    err: str


Muster = Callable[..., Ended]


@pytest.fixture
def api() -> Iterator[Api]:
    made = Api()
    yield made
    made.close()


@pytest.fixture(params=KINDS, name="sdk")
def either_sdk(request: pytest.FixtureRequest) -> Iterator[Sdk]:
    """The synchronous client, then the asynchronous one: each test of it judges both."""
    with sdk(request.param) as made:
        yield made


@pytest.fixture
def client(sdk: Sdk, api: Api, tmp_path: Path) -> Iterator[Client]:
    with closing(sdk.client(Settings(home=tmp_path, api_url=api.url, token="t0ken"))) as made:
        yield made


@pytest.fixture
def muster(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Muster:
    """Runs a command line as the shell would: the exit code, stdout and stderr."""
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MUSTER_API_URL", api.url)
    monkeypatch.setenv("MUSTER_SCHEDULER_URLS", api.url)
    monkeypatch.setenv("MUSTER_METERING_URL", api.url)
    monkeypatch.setenv("MUSTER_ALERTS_URL", api.url)
    monkeypatch.setenv("MUSTER_REGISTRY_URL", api.url)
    monkeypatch.setenv("MUSTER_TOKEN", "t0ken")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        said = capsys.readouterr()
        return Ended(int(ended.value.code or 0), said.out, said.err)

    return run
