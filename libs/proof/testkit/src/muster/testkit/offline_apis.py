"""Applications and OpenAPI documents of all services, built without any server."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from muster.service.roles import Service, installed
from muster.testkit.offline import offline


@functools.cache
def services_with_api() -> Sequence[str]:
    """Return the names of the services that serve an API; to look for what is installed takes 4 ms."""
    return [name for name in installed() if name != "agent"]


@functools.cache
def api_of(name: str) -> FastAPI:
    """Build the application of a service."""
    service: Service[Any] = installed()[name]
    api = service.build_api(offline(service.settings))
    assert api is not None
    return api


def document_of(name: str) -> Mapping[str, Any]:
    """Return the OpenAPI document of a service."""
    return api_of(name).openapi()
