"""Routes, query parameters and JSON answers of real services, by their OpenAPI documents.

The documents are those in docs/reference/openapi/: reading them takes milliseconds, building the applications
takes seconds.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from math import inf
from pathlib import Path
from typing import Any, Final, cast

import jsonschema_rs

FOLDER: Final = Path(__file__).resolve().parents[7] / "docs/reference/openapi"

_JSON: Final = ("application/json", "application/problem+json")


@dataclass(frozen=True)
class Route:
    """A documented route.

    Attributes:
        service: The service that has it.
        name: Method and path.
        path: Pattern of its paths, with a group for each parameter.
        parameters: Names of query parameters, and how often each may come.
        operation: What its document says about it.
    """

    service: str
    name: str
    path: re.Pattern[str]
    parameters: Mapping[str, float]
    operation: Mapping[str, Any]

    def in_path(self, path: str) -> Mapping[str, str]:
        """Return the parameters in one of its paths, by name."""
        found = self.path.fullmatch(path)
        assert found is not None, f"{path} is not one of {self.name}"
        return found.groupdict()


def refused(method: str, path: str, query: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the parameters that a route does not take, or not so often; none of an undocumented route."""
    route = route_of(method, path)
    if route is None:
        return []
    return [name for name, values in query.items() if len(values) > route.parameters.get(name, 0)]


def impossible(method: str, path: str, status: int, body: Any, *, service: str | None = None) -> str:
    """Return why a route never answers so; empty: it may, or no document has the route."""
    route = route_of(method, path, service=service)
    if route is None or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ""
    if str(status) not in route.operation["responses"]:
        return f"{route.name} never answers with {status}"
    validator = _validator(route.service, route.name, str(status))
    errors = [] if validator is None else [*validator.iter_errors(body)]
    if not errors:
        return ""
    found = "; ".join(
        f"{'.'.join(map(str, each.instance_path)) or 'it'}: {each.message[:200]}" for each in errors
    )
    return f"{route.name} {status}: {found}"


def filled(method: str, path: str, status: int, body: Any) -> Any:
    """Return an answer with the fields that it lacks by its schema: null, else the least value of their type.

    A test names the fields that matter to it; a client reads an answer as a service sends it.
    """
    route = route_of(method, path)
    schema = None if route is None else _schema(route.service, route.name, str(status))
    return body if route is None or schema is None else _filled(route.service, schema, body)


def _filled(service: str, schema: Mapping[str, Any], value: Any) -> Any:
    schema = _resolved(service, schema)
    if isinstance(value, list):
        items = schema.get("items", {})
        return [_filled(service, items, each) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    kinds = [_resolved(service, kind) for kind in schema.get("anyOf", (schema,))]
    given = cast("dict[str, Any]", value)
    objects = [kind for kind in kinds if "properties" in kind]
    if not objects:
        more = next(
            (kind.get("additionalProperties") for kind in kinds if kind.get("type") == "object"), None
        )
        inside = cast("Mapping[str, Any]", more if isinstance(more, dict) else {})
        return {name: _filled(service, inside, each) for name, each in given.items()}
    meant = next((kind for kind in objects if given.keys() <= kind["properties"].keys()), objects[0])
    properties, required = meant["properties"], meant.get("required", ())
    found = {
        name: _filled(service, of, given[name]) if name in given else _least(service, of)
        for name, of in properties.items()
        if name in given or name in required
    }
    return found | {name: value for name, value in given.items() if name not in properties}


def _least(service: str, schema: Mapping[str, Any]) -> Any:
    """Return null where it is allowed, else the least value of a schema."""
    schema = _resolved(service, schema)
    kinds = schema.get("anyOf", (schema,))
    if any(kind.get("type") == "null" for kind in kinds):
        return None
    kind = _resolved(service, kinds[0])
    if "const" in kind or "enum" in kind:
        return kind.get("const", kind.get("enum", [None])[0])
    if kind.get("format") == "date-time":
        return "2026-01-01T00:00:00.000Z"
    if kind.get("type") == "object":
        required = kind.get("required", ())
        return {name: _least(service, kind["properties"][name]) for name in required}
    least: Mapping[str, Any] = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": []}
    return least.get(kind.get("type", ""), dict[str, Any]())


def _resolved(service: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return _components(service)[name] if name else schema


def route_of(method: str, path: str, *, service: str | None = None) -> Route | None:
    """Return the route that a request is for, of one service or of any; None: no document has it."""
    routes = (each for each in _routes().get(method, ()) if service in (None, each.service))
    return next((each for each in routes if each.path.fullmatch(path)), None)


def document_of(service: str) -> Mapping[str, Any]:
    """Return the OpenAPI document of a service."""
    return _documents()[service]


@functools.cache
def _documents() -> Mapping[str, Mapping[str, Any]]:
    found = {file.stem: json.loads(file.read_bytes()) for file in sorted(FOLDER.glob("*.json"))}
    assert found, f"{FOLDER} has no documents; run make docs"
    return found


@functools.cache
def _routes() -> Mapping[str, Sequence[Route]]:
    """Routes by method, those without parameters in the path first."""
    found: dict[str, list[Route]] = {}
    for service, document in _documents().items():
        for path, methods in document["paths"].items():
            pattern = re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(path)))
            for method, operation in methods.items():
                parameters = dict(_parameters(operation))
                name = f"{method.upper()} {path}"
                route = Route(service, name, pattern, parameters, operation)
                found.setdefault(method.upper(), []).append(route)
    return {method: sorted(routes, key=lambda each: each.name.count("{")) for method, routes in found.items()}


def _parameters(operation: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for each in operation.get("parameters", ()):
        kinds = (each["schema"], *each["schema"].get("anyOf", ()))
        if each["in"] == "query":
            yield each["name"], inf if any(kind.get("type") == "array" for kind in kinds) else 1


@functools.cache
def _schema(service: str, name: str, status: str) -> Mapping[str, Any] | None:
    """The schema of a response's JSON; None: it has another content, or none."""
    method, _, path = name.partition(" ")
    operation = _documents()[service]["paths"][path][method.lower()]
    content = operation["responses"].get(status, {}).get("content", {})
    schema = next((content[kind].get("schema") for kind in _JSON if kind in content), None)
    return None if schema is None else _closed(schema)


@functools.cache
def _validator(service: str, name: str, status: str) -> Any:
    schema = _schema(service, name, status)
    if schema is None:
        return None
    whole = {**schema, "components": {"schemas": _components(service)}}
    return jsonschema_rs.validator_for(whole, validate_formats=True)


@functools.cache
def _components(service: str) -> Mapping[str, Any]:
    schemas = cast("Mapping[str, Any]", _documents()[service]["components"]["schemas"])
    return {name: _closed(schema) for name, schema in schemas.items()}


def _closed(schema: Any) -> Any:
    """Return a schema whose objects have no further fields: services send exactly those of the document."""
    if isinstance(schema, list):
        return [_closed(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    fields = {name: _closed(each) for name, each in cast("dict[str, Any]", schema).items()}
    return {"additionalProperties": False, **fields} if isinstance(fields.get("properties"), dict) else fields
