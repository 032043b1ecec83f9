"""The surface, without any server."""

from __future__ import annotations

import pytest
from muster.alerts.config import Settings
from muster.alerts.edge.http import API
from muster.service.settings import InvalidSettings
from muster.testkit.offline import offline


def test_all_routes_are_documented() -> None:
    document = API.build(offline(Settings)).openapi()
    assert {path: set(methods) for path, methods in document["paths"].items()} == {
        "/v1/alerts": {"get"},
        "/v1/alerts/test": {"post"},
        "/v1/alert-routes": {"get", "post"},
        "/v1/alert-routes/{name}": {"delete"},
        "/v1/commands/{command_id}": {"get"},
    }


def test_an_invalid_target_stops_the_start() -> None:
    with pytest.raises(InvalidSettings, match="must be SCHEME://"):
        offline(Settings, alerts_targets="https://hooks.example.org, mail.example.org")
