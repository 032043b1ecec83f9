"""The OpenAPI 3.1 document: FastAPI's, with forms as components and the answers that every route has."""

from __future__ import annotations

import json
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
"""The shape of FastAPI's own errors, which are never sent."""

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
    """Have the application answer with this document.

    Args:
        app: With all its routes.
        description: What it is for.
        tags: What each tag is about.
        forms: What request bodies are, each a component; also as its patch.
        schemas: Further components, by name.
        servers: Where the API is.
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
            app.openapi_schema = _completed(document, {**_components(forms), **schemas})
        return app.openapi_schema

    app.openapi = openapi


def served(document: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The document as its reader gets it: servers named by path alone are under the prefix it was read by."""
    servers = [{**server, "url": _under(prefix, server["url"])} for server in document["servers"]]
    return {**document, "servers": servers}


def _under(prefix: str, url: str) -> str:
    return (f"{prefix}{url}".rstrip("/") or "/") if url.startswith("/") else url


def operation_id(route: APIRoute) -> str:
    """An operation is called as its function: names for generated code."""
    return route.name


def _completed(document: dict[str, Any], further: Mapping[str, Any]) -> dict[str, Any]:
    """FastAPI's document with further components, and with what every route answers."""
    for operation in _operations(document):
        _add_common_answers(operation)
    components: dict[str, Any] = document.setdefault("components", {})
    schemas: dict[str, Any] = {**components.get("schemas", {}), **further}
    components["schemas"] = {
        name: schema for name, schema in sorted(schemas.items()) if name not in _FASTAPIS_OWN
    }
    return document


def _components(forms: Sequence[type[Form]]) -> dict[str, Any]:
    """Problem, every form with what is inside it, and the patches of forms."""
    from muster.jobs.schema import form_schema  # noqa: PLC0415  (every form: for who asks for the document)

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
    """A schema whose references point into the document."""
    return json.loads(json.dumps(schema).replace("#/$defs/", "#/components/schemas/"))


def _patch_of(form: type[Form], schema: Mapping[str, Any]) -> dict[str, Any]:
    """A merge patch: any of the fields; null takes one back."""
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
    """Answers of the parts around every route: tokens, parameters, sizes, defects, outages."""
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
