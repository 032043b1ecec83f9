"""The published JSON Schema says what the model enforces."""

from __future__ import annotations

import json

import pytest
from muster.jobs import QueueRequest, TreeRequest, filled, json_schema, json_schemas, parse_request
from muster.jobs.schema import JOB_EXAMPLES, QUEUE_EXAMPLES, TREE_EXAMPLES


def test_examples_are_what_they_say() -> None:
    for example in JOB_EXAMPLES:
        parse_request(example)
    for example in QUEUE_EXAMPLES:
        filled(QueueRequest, example)
    for example in TREE_EXAMPLES:
        filled(TreeRequest, example)


@pytest.mark.parametrize(
    "name", ["job", "queue", "queue-settings", "queues", "policy", "node-tags", "maintenance"]
)
def test_every_field_is_explained_with_what_is_allowed(name: str) -> None:
    schema = json_schemas()[name]
    forms = [part for part in (schema, *schema.get("$defs", {}).values()) if "properties" in part]
    assert forms
    for part in forms:
        assert part["additionalProperties"] is False
        for field_name, field in part["properties"].items():
            assert "Allowed: " in field["description"], field_name


def test_defaults_are_written_as_people_write_them() -> None:
    properties = json_schema()["properties"]
    assert properties["grace"]["default"] == "30s"
    assert properties["tier"]["default"] == "standard-training"
    assert properties["resources"]["default"] == {
        "gpus": 0,
        "gpu_models": [],
        "gpu_memory_min": "0MiB",
        "isolation": "by-trust",
        "cpu": 1,
        "memory": "1GiB",
    }


def test_schemas_are_plain_json() -> None:
    assert json.loads(json.dumps(json_schemas())) == json_schemas()
