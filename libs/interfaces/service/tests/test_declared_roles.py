"""Roles that a service only declares, and the API of a service."""

from __future__ import annotations

from muster.service import Role, Service, ServiceSettings, declared_roles
from muster.testkit.offline import offline


class Declared:
    """An API that a role declares."""

    def build(self, settings: ServiceSettings) -> tuple[str, str]:
        """Stand in for an application."""
        return ("declared", settings.cell)


API = Declared()
HERE = __name__


def start() -> None:
    """Start a role; it has no declaration."""


def build(settings: ServiceSettings) -> tuple[str, str]:
    """Build an API without a role."""
    return ("built", settings.cell)


def service(*roles: Role, api: str = "") -> Service[ServiceSettings]:
    """A service with these roles."""
    return Service("zoo", "A zoo.", ServiceSettings, roles, api=api)


def test_declared_roles_have_the_usual_names_and_places() -> None:
    roles = declared_roles("muster.zoo.edge", "api", "decider", "projector", "reactor", "worker")
    assert [(role.name, role.kind, role.start) for role in roles] == [
        ("http", "api", "muster.zoo.edge.http:API"),
        ("decider", "decider", "muster.zoo.edge.roles:DECIDING"),
        ("projector", "projector", "muster.zoo.edge.projections:TABLES"),
        ("reactor", "reactor", "muster.zoo.edge.roles:REACTOR"),
        ("worker", "worker", "muster.zoo.edge.roles:WORKER"),
    ]


def test_the_api_of_a_service_is_what_its_role_declares_unless_it_names_another() -> None:
    settings = offline(ServiceSettings, cell="c1")
    declared, function = (Role(name="http", kind="api", start=f"{HERE}:{name}") for name in ("API", "start"))
    assert service(declared).build_api(settings) == ("declared", "c1")
    assert service(declared, api=f"{HERE}:build").build_api(settings) == ("built", "c1")
    assert service(function, api=f"{HERE}:build").build_api(settings) == ("built", "c1")
    assert service(function).build_api(settings) is None
    assert service().build_api(settings) is None
