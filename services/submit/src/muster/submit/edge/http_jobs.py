"""/v1/jobs: submit one or many, list, read, cancel, suspend, resume.

A submission is checked here, put on the log, and answered when the log has it: 202. With `wait_s` the answer waits
for the scheduler's: 201 and the job, or the problem. Whose job it is comes from the token and nowhere else.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from muster.api import Caller, Principal, Problem, invalid_request, not_found, require_role
from muster.api.cursors import PageSize, PageToken
from muster.api.etags import IfMatch, IfNoneMatch, matches, require_match
from muster.api.idempotency import IdempotencyKey, key_reused
from muster.events.job_events import Violation
from muster.events.topics import JOB_COMMANDS
from muster.jobs import InvalidJob, JobRequest, derive_job_id, parse_request, read_json, to_spec
from muster.submit.core.capacity import capacity_violations
from muster.submit.core.requests import change_job, submit_job
from muster.submit.core.states import JobState
from muster.submit.edge.http_commands import After, WaitS, read_reason, settle, wait_until_after
from muster.submit.edge.queries import JobFilter
from muster.submit.edge.resources import attempt_json, job_etag, job_json
from muster.submit.edge.service import Here, Service, asker, minted

BATCH_MAX: Final = 500

router = APIRouter(tags=["jobs"])
Submitter = Annotated[Principal, Depends(require_role("submitter", "operator"))]
JobId = Annotated[str, Path(max_length=80)]

_JOB_BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "/v1/schemas/job.json"}}},
    }
}
_BATCH_BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["jobs"],
                    "properties": {
                        "jobs": {
                            "type": "array",
                            "minItems": 1,
                            "maxItems": BATCH_MAX,
                            "items": {"$ref": "/v1/schemas/job.json"},
                        }
                    },
                }
            }
        },
    }
}
