"""Each role of each service names what starts it, and nothing is loaded until it does."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from typing import Any, cast

import pytest
from muster.deciding import DecidingService
from muster.service import Role, installed
from muster.views.declared import DecidedTables

ROLES = [(name, role) for name, service in installed().items() for role in service.roles]

LOADS = """
import sys
from muster.service import installed
installed()
heavy = ("confluent_kafka", "fastapi", "muster.deciding", "muster.views")
print(*(name for name in heavy if name in sys.modules))
"""


@pytest.mark.parametrize(("service", "role"), ROLES, ids=lambda value: getattr(value, "name", value))
def test_a_role_names_a_function_or_a_declaration_that_can_be_started(service: str, role: Role) -> None:
    assert callable(role.load()), f"{service}:{role.name}"


def test_a_declaration_is_started_by_what_starts_its_kind() -> None:
    from muster.alerts.edge.roles import DECIDING

    assert isinstance(DECIDING, DecidingService)
    with pytest.raises(TypeError, match="is no function; must be one"):
        Role(name="decider", kind="window", start="muster.alerts.edge.roles:DECIDING").load()


def test_tables_follow_the_facts_and_commands_of_what_decides_them() -> None:
    declared = [point.load() for point in entry_points(group="muster.projections")]
    tables = {each.service: each for each in declared if isinstance(each, DecidedTables)}
    deciding = _deciding()
    assert {name: (of.facts, tuple(of.commands)) for name, of in tables.items()} == {
        name: (deciding[name].facts, deciding[name].commands) for name in tables
    }


def test_a_log_can_hold_every_record_that_its_service_emits() -> None:
    missing: dict[str, set[str]] = {}
    for name, service in _deciding().items():
        held = record_names(json.loads(service.log.schema))
        topics = (*service.outputs, *service.commanded)
        emitted = {record.AVRO_NAME for topic in topics for record in topic.payloads.values()}
        missing[name] = emitted - held
    assert {name: records for name, records in missing.items() if records} == {}


def _deciding() -> dict[str, DecidingService]:
    loaded = {point.name: point.load() for point in entry_points(group="muster.audits")}
    return {name: each for name, each in loaded.items() if isinstance(each, DecidingService)}


def record_names(schema: Any, namespace: str = "") -> set[str]:
    """Full names of the records that a schema defines."""
    found: set[str] = set()
    if isinstance(schema, dict):
        part = cast("dict[str, Any]", schema)
        namespace = part.get("namespace", namespace)
        if part.get("type") == "record":
            name: str = part["name"]
            found.add(name if "." in name else f"{namespace}.{name}")
            namespace = name.rpartition(".")[0] or namespace
        parts = list(part.values())
    else:
        parts = cast("list[Any]", schema) if isinstance(schema, list) else []
    for each in parts:
        found |= record_names(each, namespace)
    return found


@pytest.mark.slow
def test_the_services_of_an_installation_are_listed_without_what_their_roles_need() -> None:
    done = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
