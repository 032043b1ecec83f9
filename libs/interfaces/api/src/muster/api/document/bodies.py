"""Request bodies in the OpenAPI document, for routes that read the body themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.jobs.forms.form import Form

PATCH_MEDIA_TYPE = "application/merge-patch+json"


def described(
    schema: type[Form] | Mapping[str, Any],
    *,
    required: bool = True,
    patch: bool = False,
    examples: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the value of `openapi_extra=` for a route.

    Args:
        schema: A form that the application lists in `forms`; or a schema, used unchanged.
        required: Whether a body is required.
        patch: Whether the body is a JSON Merge Patch (RFC 7396) of the form.
        examples: Examples by name.
    """
    media_type = PATCH_MEDIA_TYPE if patch else "application/json"
    content: dict[str, Any] = {"schema": schema_ref(schema, patch=patch)}
    if examples:
        content["examples"] = {name: {"value": value} for name, value in examples.items()}
    return {"requestBody": {"required": required, "content": {media_type: content}}}


def schema_ref(schema: type[Form] | Mapping[str, Any], *, patch: bool = False) -> Mapping[str, Any]:
    """Return the reference to a form's component; any other schema unchanged."""
    if not isinstance(schema, type):
        return schema
    return {"$ref": f"#/components/schemas/{component_name(schema, patch=patch)}"}


def named(name: str) -> Mapping[str, Any]:
    """Return the reference to a schema that the application lists in `schemas` by this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def component_name(form: type[Form], *, patch: bool = False) -> str:
    """Return the name of a form's component in the document."""
    return f"{form.__name__}{'Patch' if patch else ''}"
