"""Request bodies of routes that read them themselves, for the document."""

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
    """What `openapi_extra=` of a route takes.

    Args:
        schema: A form, which the application lists in `forms`; or a schema as it is.
        required: Whether there must be a body.
        patch: The body is a JSON Merge Patch (RFC 7396) of the form.
        examples: By name.
    """
    media_type = PATCH_MEDIA_TYPE if patch else "application/json"
    content: dict[str, Any] = {"schema": schema_ref(schema, patch=patch)}
    if examples:
        content["examples"] = {name: {"value": value} for name, value in examples.items()}
    return {"requestBody": {"required": required, "content": {media_type: content}}}


def schema_ref(schema: type[Form] | Mapping[str, Any], *, patch: bool = False) -> Mapping[str, Any]:
    """Where a form's component is; any other schema as it is."""
    if not isinstance(schema, type):
        return schema
    return {"$ref": f"#/components/schemas/{component_name(schema, patch=patch)}"}


def named(name: str) -> Mapping[str, Any]:
    """Where a schema is that the application lists in `schemas` by this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def component_name(form: type[Form], *, patch: bool = False) -> str:
    """What a form is called in the document."""
    return f"{form.__name__}{'Patch' if patch else ''}"
