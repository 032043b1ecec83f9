"""The surface, without any server."""

from __future__ import annotations

from muster.drift.config import Settings
from muster.drift.edge.http import API
from muster.testkit.offline import offline


def test_every_route_is_documented() -> None:
    document = API.build(offline(Settings)).openapi()
    paths = {path: set(methods) for path, methods in document["paths"].items()}
    assert paths == {
        "/v1/commands/{command_id}": {"get"},
        "/v1/drift-alarms": {"get"},
        "/v1/drift-alarms/{alarm}": {"get"},
        "/v1/drift-alarms/{alarm}/acknowledgement": {"put"},
        "/v1/drift-alarms/{alarm}/samples": {"get"},
        "/v1/drift-forgotten-users/{user}": {"put"},
        "/v1/drift-models": {"get"},
        "/v1/drift-models/{namespace}/{name}": {"get", "put", "delete"},
        "/v1/drift-models/{namespace}/{name}/charts": {"get"},
        "/v1/drift-models/{namespace}/{name}/charts/plot": {"get"},
        "/v1/drift-monitor-schema": {"get"},
        "/v1/drift-sampling/{namespace}/{name}": {"get"},
        "/v1/drift-simulations": {"post"},
    }
