"""The API's surface, without any server."""

from __future__ import annotations

import pytest
from muster.registry.config import Settings
from muster.registry.edge.http import API
from muster.registry.edge.refusals import no_revision
from muster.testkit.offline import offline


def test_an_unknown_revision_is_refused_with_the_allowed_forms() -> None:
    allowed = "a branch, a tag, @POINTER or a commit (all 40 digits) of the repository"
    assert no_revision("d6bf297").detail == f"revision is d6bf297; must be {allowed}"


@pytest.mark.slow
def test_every_served_route_is_documented() -> None:
    document = API.build(offline(Settings)).openapi()
    served = {path: set(methods) for path, methods in document["paths"].items()}
    assert served == {
        "/v1/repositories/{types}/{namespace}/{name}/grants": {"get", "put", "delete"},
        "/v1/repositories/{types}/{namespace}/{name}/quarantine": {"get", "put", "delete"},
        "/v1/repositories/{types}/{namespace}/{name}/versions/{revision}": {"get"},
        "/v1/repositories/{types}/{namespace}/{name}/promotions": {"get"},
        "/v1/repositories/{types}/{namespace}/{name}/pointers/{pointer}": {"put", "delete"},
        "/v1/scan-policy": {"get", "put"},
        "/v1/lineage": {"get"},
        "/v1/lineage/affected": {"get"},
        "/v1/lineage/common": {"get"},
        "/v1/lineage/paths": {"get"},
        "/v1/lineage/{types}/{namespace}/{name}": {"get", "post"},
        "/v1/recalls/{types}/{namespace}/{name}": {"get"},
        "/v1/repositories/{types}/{namespace}/{name}/storage": {"get"},
        "/v1/search": {"get"},
        "/v1/storage": {"get"},
        "/v1/storage/damaged": {"get"},
        "/v1/storage/repositories": {"get"},
        "/v1/storage/tier-rule": {"get", "put"},
        "/v1/storage/{organisation}/quota": {"put"},
        "/v1/storage/{organisation}/sharing": {"get"},
        "/v1/storage/{organisation}/encryption": {"put"},
        "/v1/storage/{organisation}/download-quota": {"put"},
        "/v1/commands/{command_id}": {"get"},
    }


@pytest.mark.slow
@pytest.mark.parametrize("route", ["paths", "common", "affected"])
def test_connections_document_limited_tokens_and_the_rate_limit(route: str) -> None:
    document = API.build(offline(Settings)).openapi()
    answers = document["paths"][f"/v1/lineage/{route}"]["get"]["responses"]
    assert {"403", "404", "422", "429", "503"} <= answers.keys()
