"""Every route of every service refuses unknown query parameters, and doubled ones that are no list."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from muster.testkit.offline_apis import api_of, services_with_api

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("documents")]  # each service's is made once

UNKNOWN: Final = "qzx"
WITH_API: Final = services_with_api()


def own_routes(api: FastAPI) -> list[tuple[str, str]]:
    """Methods and paths of its own API, those that the document leaves out among them."""
    contexts = iter_route_contexts(api.routes)
    found = [(method, c.path) for c in contexts if c.path and c.methods for method in sorted(c.methods)]
    return [(method, path) for method, path in found if path.startswith("/v1/")]


def query_parameters(api: FastAPI, method: str, path: str) -> Mapping[str, bool]:
    """Those of the document, and whether each is a list."""
    documented = api.openapi()["paths"].get(re.sub(r":path\}", "}", path), {})
    found: dict[str, bool] = {}
    for parameter in documented.get(method.lower(), {}).get("parameters", []):
        kinds = (parameter["schema"], *parameter["schema"].get("anyOf", ()))
        if parameter["in"] == "query":
            found[parameter["name"]] = any(kind.get("type") == "array" for kind in kinds)
    return found


Refused = Callable[[str, str, str], Awaitable[str]]


def over(api: FastAPI, check: Callable[[Refused], Awaitable[None]]) -> None:
    """Run a check with a function that sends a query to a route and returns why it is refused, if it is."""

    async def run() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(api), base_url="http://api") as client:

            async def refused(method: str, path: str, query: str) -> str:
                answer = await client.request(method, f"{re.sub(r'{.*?}', 'x', path)}?{query}")
                return answer.json()["detail"] if answer.status_code == 422 else ""

            await check(refused)

    asyncio.run(run())


@pytest.mark.parametrize("name", WITH_API)
def test_every_route_refuses_unknown_and_doubled_parameters(name: str) -> None:
    api = api_of(name)

    async def check(refused: Refused) -> None:
        for method, path in own_routes(api):
            route = f"{method} {path}"
            found = await refused(method, path, f"{UNKNOWN}=1")
            assert found.startswith(f"{UNKNOWN} is not a parameter; "), route
            for parameter, is_list in query_parameters(api, method, path).items():
                found = await refused(method, path, f"{parameter}=1&{parameter}=2")
                doubled = f"{parameter} is given 2 times; must be given once"
                assert (found == doubled) is not is_list, f"{route}: {found}"

    over(api, check)


def test_every_documented_route_is_tried() -> None:
    for name in WITH_API:
        api = api_of(name)
        tried = {(method, re.sub(r":path}", "}", path)) for method, path in own_routes(api)}
        paths = api.openapi()["paths"]
        documented = {(method.upper(), path) for path, methods in paths.items() for method in methods}
        assert documented <= tried, name
        assert any(query_parameters(api, *each) for each in documented) or name == "scheduler"


def test_routes_of_other_servers_protocols_ignore_unknown_parameters() -> None:
    async def check(refused: Refused) -> None:
        for method, path in (
            ("GET", "/api/whoami-v2"),
            ("GET", "/api/2.0/mlflow/experiments/get"),
            ("POST", "/x/x.git/info/lfs/objects/batch"),
            ("GET", "/xet/x/v1/reconstructions/x"),
        ):
            assert await refused(method, path, f"{UNKNOWN}=1&{UNKNOWN}=1") == "", path

    over(api_of("registry"), check)
