"""JSON Schemas of the forms, for editors: `# yaml-language-server: $schema=http://.../NAME.json`."""

from __future__ import annotations

from typing import Any, Final

from muster.jobs.forms.errors import allowed_at, form_of, forms_within
from muster.jobs.forms.form import Form
from muster.jobs.forms.job import JobRequest
from muster.jobs.forms.node import MaintenanceRequest, ReclaimRequest, TagRequest
from muster.jobs.forms.policy import PolicyRequest
from muster.jobs.forms.queue import QueueRequest, QueueSettingsRequest, TreeRequest
from muster.jobs.forms.reservation import ReservationRequest

JOB_EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {"name": "hello", "run": "echo hello from rank $RANK of $WORLD_SIZE"},
    {
        "name": "llama-sft",
        "queue": "default",
        "tier": "premium-training",
        "ranks": 4,
        "resources": {"gpus": 8, "gpu_models": ["H200"], "cpu": 96, "memory": "1TiB"},
        "topology": {"within": "leaf", "tensor_parallel_ranks": 2},
        "command": ["torchrun", "train.py"],
        "wall_time": "12h",
        "retry": {"attempts": 3, "backoff": "30s"},
        "checkpoint": {"enabled": True, "interval": "10m"},
        "labels": {"dataset": "oasst2"},
        "model": "llama-sft",
    },
)
QUEUE_EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {"name": "students", "maximum": {"gpus": 16}, "limits": {"user_jobs_running": 2}},
    {
        "name": "vision",
        "parent": "acme",
        "guarantee": {"gpus": 24, "gpus_by_model": {"H100": 16}, "cpus": 384, "memory": "3TiB"},
        "weight": 2,
    },
)
TREE_EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {"queues": [{"name": "acme", "guarantee": {"gpus": 64}, "queues": [{"name": "vision", "weight": 2}]}]},
)
RESERVATION_EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {
        "name": "launch",
        "queue": "vision",
        "gpu_model": "H100",
        "gpus": 64,
        "starts_at": "2026-12-01T08:00:00Z",
        "ends_at": "2026-12-01T20:00:00Z",
    },
)

_FILES: Final = {
    "type": "string",
    "description": "In job files only: a folder, relative to the file's own. The `muster` command sends it, "
    "and submits files_sha256 instead. Allowed: the path of a folder of at most 10,000 files and 1 GiB.",
}


def json_schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of a job; every description ends with the allowed values."""
    schema = form_schema(JobRequest, "Muster job", JOB_EXAMPLES)
    schema["properties"]["files"] = _FILES
    schema["oneOf"] = [{"required": ["command"]}, {"required": ["run"]}]
    return schema


def field_summaries(form: type[Form] = JobRequest, prefix: str = "") -> list[tuple[str, str]]:
    """Return every field of a form by its dotted path, with its explanation and default, for help texts."""
    defaults = form.model_construct().model_dump(mode="json")
    listed: list[tuple[str, str]] = []
    for name, field in form.model_fields.items():
        within = form_of(field.annotation)
        default = defaults.get(name)
        written = str(default).lower() if isinstance(default, bool) else default  # as YAML has it
        shown = f" Default: {written}." if isinstance(written, str | int | float) and written != "" else ""
        listed.append((f"{prefix}{name}", f"{field.description or ''}{'' if within else shown}"))
        listed += field_summaries(within, f"{prefix}{name}.") if within else []
    return listed


def text_fields() -> list[str]:
    """Return the fields of a job that are text whatever they look like; "env.*" for a mapping of texts."""
    properties = JobRequest.model_json_schema(mode="validation")["properties"]
    return [
        *(name for name, schema in properties.items() if _is_text(schema)),
        *(f"{name}.*" for name, schema in properties.items() if _maps_to_text(schema)),
    ]


def _is_text(schema: dict[str, Any]) -> bool:
    return all(each.get("type") in {"string", "null"} for each in schema.get("anyOf", [schema]))


def _maps_to_text(schema: dict[str, Any]) -> bool:
    values = schema.get("patternProperties", {}).values()
    return bool(values) and all(_is_text(each) for each in values)


def json_schemas() -> dict[str, dict[str, Any]]:
    """Return all published schemas, by name."""
    return {
        "job": json_schema(),
        "queue": form_schema(QueueRequest, "Muster queue", QUEUE_EXAMPLES),
        "queue-settings": form_schema(QueueSettingsRequest, "Muster queue settings", ()),
        "queues": form_schema(TreeRequest, "Muster queues", TREE_EXAMPLES),
        "reservation": form_schema(ReservationRequest, "Muster reservation", RESERVATION_EXAMPLES),
        "node-tags": form_schema(TagRequest, "Muster node tags", ()),
        "maintenance": form_schema(MaintenanceRequest, "Muster maintenance", ()),
        "reclaim": form_schema(ReclaimRequest, "Muster reclaim", ()),
        "policy": form_schema(PolicyRequest, "Muster policy", ()),
    }


def form_schema(form: type[Form], title: str, examples: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """JSON Schema of a form; every description ends with the allowed values.

    Args:
        form: The form.
        title: The schema's title.
        examples: Whole documents.
    """
    schema = form.model_json_schema(mode="validation")
    definitions = schema.get("$defs", {})
    for part in forms_within(form):
        _explain(definitions.get(part.__name__, schema), part)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = title
    if examples:
        schema["examples"] = list(examples)
    return schema


def _explain(schema: dict[str, Any], form: type[Form]) -> None:
    """Add the allowed values to descriptions, and write defaults as people do: "30s", not 30000."""
    defaults = form.model_construct().model_dump(mode="json")
    for name, field_schema in schema["properties"].items():
        description = f"{field_schema.get('description', '')} Allowed: {allowed_at(form, (name,))}."
        field_schema["description"] = description.strip()
        if "default" in field_schema:
            field_schema["default"] = defaults[name]
