"""What a job may be: the request model, its JSON Schema, and its conversion to the JobSpec record. Pure.

One model judges a job wherever it comes from: the YAML a person writes, the JSON of the API, the Avro record
a pipeline puts on `job-commands`. Start with `request.py`; every limit is stated in it and in `rules.py`.

request     JobRequest: the fields people write
quantities  "1h30m", "4GiB", 0.5 GPUs: text and numbers to exact integers, and back
rules       the shared field types; each carries the sentence that says what is allowed
refusal     InvalidJob: what is wrong, field by field, with near misses
document    YAML and JSON text to plain data, with line numbers; nothing that can explode
spec        to_spec, from_spec: the request and the event record are two spellings of one thing
commands    violations of whole commands, for the scheduler's door
ids         job ids: derived from an idempotency key, or checked
schema      the JSON Schema that is published
"""

from muster.jobs.commands import command_violations
from muster.jobs.document import read_json, read_yaml
from muster.jobs.ids import derive_job_id, id_violations
from muster.jobs.refusal import InvalidJob
from muster.jobs.request import CheckpointRequest, JobRequest, ResourcesRequest, RetryRequest
from muster.jobs.schema import json_schema
from muster.jobs.spec import from_spec, parse_json, parse_request, parse_yaml, to_spec, violations

__all__ = [
    "CheckpointRequest",
    "InvalidJob",
    "JobRequest",
    "ResourcesRequest",
    "RetryRequest",
    "command_violations",
    "derive_job_id",
    "from_spec",
    "id_violations",
    "json_schema",
    "parse_json",
    "parse_request",
    "parse_yaml",
    "read_json",
    "read_yaml",
    "to_spec",
    "violations",
]
