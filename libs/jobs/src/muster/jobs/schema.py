"""The JSON Schema of a job, for editors: `# yaml-language-server: $schema=http://.../v1/schemas/job.json`."""

from __future__ import annotations

from typing import Any, Final

from muster.jobs.refusal import allowed_at
from muster.jobs.request import CheckpointRequest, ElasticRequest, JobRequest, ResourcesRequest, RetryRequest
from pydantic import BaseModel

EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {"name": "hello", "run": "echo hello from rank $RANK of $WORLD_SIZE"},
    {
        "name": "llama-sft",
        "queue": "default",
        "tier": "premium-training",
        "ranks": 4,
        "resources": {"gpus": 8, "gpu_models": ["H200"], "cpu": 96, "memory": "1TiB"},
        "command": ["torchrun", "train.py"],
        "wall_time": "12h",
        "retry": {"attempts": 3, "backoff": "30s"},
        "checkpoint": {"enabled": True, "interval": "10m"},
        "labels": {"dataset": "oasst2"},
        "model": "llama-sft",
    },
)


_FILES: Final = {
    "type": "string",
    "description": "In job files only: a folder, seen from the file's own. The `muster` command packs and "
    "stores it, and submits files_sha256 instead. Allowed: the path of a folder of at most 64 MiB, packed.",
}


def json_schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of a job; every description ends with what is allowed."""
    schema = JobRequest.model_json_schema(mode="validation")
    definitions = schema["$defs"]
    _explain(schema, JobRequest, JobRequest(name="x", run="true"))
    for part in (ResourcesRequest(), RetryRequest(), CheckpointRequest(), ElasticRequest()):
        _explain(definitions[type(part).__name__], type(part), part)
    schema["properties"]["files"] = _FILES
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Muster job"
    schema["examples"] = list(EXAMPLES)
    schema["oneOf"] = [{"required": ["command"]}, {"required": ["run"]}]
    return schema


def _explain(schema: dict[str, Any], model: type[BaseModel], defaults: BaseModel) -> None:
    """Say what is allowed, and write defaults as people write them: "30s" and not 30000."""
    written = defaults.model_dump(mode="json")
    for name, field_schema in schema["properties"].items():
        description = f"{field_schema.get('description', '')} Allowed: {allowed_at(model, (name,))}."
        field_schema["description"] = description.strip()
        if "default" in field_schema:
            field_schema["default"] = written[name]
