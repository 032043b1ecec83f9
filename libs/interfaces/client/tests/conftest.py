"""Both clients of the canned API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from both_clients import KINDS, Sdk, sdk
from muster.client.settings import Settings
from muster.client.sync.client import Client
from muster.testkit.api.canned_api import Api


@pytest.fixture(params=KINDS, name="sdk")
def either_sdk(request: pytest.FixtureRequest) -> Iterator[Sdk]:
    """The synchronous client, then the asynchronous one: each test of it judges both."""
    with sdk(request.param) as made:
        yield made


@pytest.fixture
def client(sdk: Sdk, api: Api, tmp_path: Path) -> Iterator[Client]:
    with closing(sdk.client(Settings(home=tmp_path, api_url=api.url, token="t0ken"))) as made:
        yield made
