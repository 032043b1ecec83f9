"""The published JSON Schema says what the model enforces."""

from __future__ import annotations

import json

from muster.jobs import json_schema, parse_request
from muster.jobs.schema import EXAMPLES


def test_examples_are_jobs() -> None:
    for example in EXAMPLES:
        parse_request(example)


def test_every_field_is_explained_with_what_is_allowed() -> None:
    schema = json_schema()
    for part in (schema, *schema["$defs"].values()):
        assert part["additionalProperties"] is False
        for name, field in part["properties"].items():
            assert "Allowed: " in field["description"], name


def test_defaults_are_written_as_people_write_them() -> None:
    properties = json_schema()["properties"]
    assert properties["grace"]["default"] == "30s"
    assert properties["tier"]["default"] == "standard-training"
    assert properties["resources"]["default"] == {"gpus": 0, "gpu_models": [], "cpu": 1, "memory": "1GiB"}


def test_it_is_plain_json() -> None:
    assert json.loads(json.dumps(json_schema())) == json_schema()
