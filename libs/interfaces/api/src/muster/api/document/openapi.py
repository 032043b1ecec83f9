"""OpenAPI 3.1 document: FastAPI's, with forms as components and the answers common to all routes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from muster.api.document.answers import problem_answer
from muster.api.document.bodies import component_name
from muster.api.problems import ProblemDetails
from muster.jobs.forms.form import Form
from pydantic import TypeAdapter

REF: Final = "#/components/schemas/{model}"

_FASTAPIS_OWN: Final = ("HTTPValidationError", "ValidationError")
"""Schemas of FastAPI's own errors, which are never sent."""

_LIST: Final = re.compile(r"\bListAnswer_(\w+?)(?:Answer)?_\b")
"""Names that pydantic gives to pages of lists."""

_METHODS: Final = ("get", "put", "post", "delete", "patch")


def install(
    app: FastAPI,
    *,
    description: str,
    tags: Mapping[str, str],
    forms: Sequence[type[Form]],
    schemas: Mapping[str, Mapping[str, Any]],
    servers: Sequence[str],
) -> None:
    """Install this document in the application.

    Args:
        app: Application with all its routes.
        description: Purpose of the API.
        tags: Description of each tag.
        forms: Forms of request bodies; each becomes a component, also as its patch.
        schemas: Further components, by name.
        servers: URLs of the API.
    """

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title=app.title,
                version=app.version,
                description=description,
                routes=app.routes,
                tags=[{"name": name, "description": text} for name, text in tags.items()],
                servers=[{"url": url} for url in servers],
                license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
            )
            app.openapi_schema = _completed(_with_pages(document), {**_components(forms), **schemas})
        return app.openapi_schema

    app.openapi = openapi


def served(document: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return the document for its reader: relative servers get the prefix the document was requested with."""
    servers = [{**server, "url": _under(prefix, server["url"])} for server in document["servers"]]
    return {**document, "servers": servers}


def _under(prefix: str, url: str) -> str:
    return (f"{prefix}{url}".rstrip("/") or "/") if url.startswith("/") else url


def operation_id(route: APIRoute) -> str:
    """Return the name of a route's function as operation id: it names generated code."""
    return route.name


def _with_pages(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with pages of lists named after their items: JobPage, AlertPage."""
    renamed = json.loads(_LIST.sub(r"\1Page", json.dumps(document)))
    for name, schema in renamed.get("components", {}).get("schemas", {}).items():
        if schema.get("title") == "ListAnswer":
            schema["title"] = name
    return renamed


def _completed(document: dict[str, Any], further: Mapping[str, Any]) -> dict[str, Any]:
    """Return FastAPI's document with further components and the answers common to every route."""
    for operation in _operations(document):
        _add_common_answers(operation)
    components: dict[str, Any] = document.setdefault("components", {})
    schemas: dict[str, Any] = {**components.get("schemas", {}), **further}
    components["schemas"] = {
        name: schema for name, schema in sorted(schemas.items()) if name not in _FASTAPIS_OWN
    }
    return document


def _components(forms: Sequence[type[Form]]) -> dict[str, Any]:
    """Return the schemas of problems, of every form with its parts, and of the forms' patches."""
    from muster.jobs.schema import form_schema  # noqa: PLC0415  (loads every form; only on request)

    found: dict[str, Any] = {}
    problem = TypeAdapter(ProblemDetails).json_schema(ref_template=REF)
    found |= cast("dict[str, Any]", problem.pop("$defs", {}))
    found["ProblemDetails"] = problem
    for form in forms:
        schema = form_schema(form, form.__name__)
        del schema["$schema"]
        definitions: dict[str, Any] = schema.pop("$defs", {})
        for name, part in (*definitions.items(), (component_name(form), schema)):
            found[name] = _moved(part)
        found[component_name(form, patch=True)] = _patch_of(form, found[component_name(form)])
    return found


def _moved(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with its references pointing into the document."""
    return json.loads(json.dumps(schema).replace("#/$defs/", "#/components/schemas/"))


def _patch_of(form: type[Form], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a merge patch: any of the fields; null resets one."""
    fields = {
        name: {"anyOf": [{k: v for k, v in field.items() if k != "default"}, {"type": "null"}]}
        for name, field in cast("Mapping[str, dict[str, Any]]", schema["properties"]).items()
    }
    return {
        "type": "object",
        "title": component_name(form, patch=True),
        "description": f"A JSON Merge Patch (RFC 7396) of {form.__name__}: null takes a field back.",
        "properties": fields,
        "additionalProperties": False,
    }


def _operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for item in cast("Mapping[str, Mapping[str, Any]]", document["paths"]).values():
        for method in _METHODS:
            if method in item:
                yield item[method]


def _add_common_answers(operation: dict[str, Any]) -> None:
    """Add the answers common to all routes: tokens, parameters, sizes, internal errors, outages."""
    statuses = {400, 422, 500}
    if operation.get("security"):
        statuses |= {401, 503}
    if "requestBody" in operation:
        statuses.add(413)
    answers = operation["responses"]
    if "application/json" in answers.get("422", {}).get("content", {}):
        del answers["422"]  # FastAPI's own shape, which is never sent
    for status in statuses:
        answers.setdefault(str(status), problem_answer(status))
    operation["responses"] = dict(sorted(answers.items()))
