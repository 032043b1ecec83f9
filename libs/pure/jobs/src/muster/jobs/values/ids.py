"""Job ids and other names in commands."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.keys import time_of
from muster.jobs.values.rules import (
    JOB_ID_ALLOWED,
    JOB_ID_PATTERN,
    QUEUE_ALLOWED,
    QUEUE_PATTERN,
    TEXT_ALLOWED,
    TEXT_CHARS_MAX,
    UNIT_ALLOWED,
    UNIT_PATTERN,
    WHO_ALLOWED,
    WHO_PATTERN,
    is_plain,
    matches,
)
from muster.jobs.values.timed_ids import timed_job_id

TENANT_PATTERN: Final = QUEUE_PATTERN
NODE_ID_PATTERN: Final = UNIT_PATTERN

_RULES: Final = {
    "job_id": (JOB_ID_PATTERN, JOB_ID_ALLOWED),
    "tenant": (TENANT_PATTERN, QUEUE_ALLOWED),
    "queue": (QUEUE_PATTERN, QUEUE_ALLOWED),
    "restriction": (QUEUE_PATTERN, QUEUE_ALLOWED),
    "reservation": (QUEUE_PATTERN, QUEUE_ALLOWED),
    "user": (WHO_PATTERN, WHO_ALLOWED),
    "requested_by": (WHO_PATTERN, WHO_ALLOWED),
    "node_id": (NODE_ID_PATTERN, UNIT_ALLOWED),
}


def derive_job_id(tenant: str, idempotency_key: str, index: int | None = None) -> str:
    """The job id of a submission with an idempotency key: the same for the same tenant, key and batch index.

    A repeated POST is therefore harmless without a shared store: the scheduler already knows the id. The id
    carries a time if the key does (a UUID of version 7, RFC 9562).
    """
    parts = [tenant, idempotency_key] + ([] if index is None else [str(index)])
    hashed = base64.b32encode(hashlib.sha256("\0".join(parts).encode()).digest()).decode().lower()
    made_at_ms = time_of(idempotency_key)
    return f"job-{hashed[:20]}" if made_at_ms is None else timed_job_id(made_at_ms, hashed)


def id_violations(**names: str) -> tuple[Violation, ...]:
    """Violations of names; each must have a rule in `_RULES`."""
    return tuple(
        invalid(field, value, allowed)
        for field, value in names.items()
        for pattern, allowed in (_RULES[field],)
        if not matches(pattern, value)
    )


def text_violations(**texts: str) -> tuple[Violation, ...]:
    """Violations of free text such as a reason."""
    return tuple(
        invalid(field, text, TEXT_ALLOWED)
        for field, text in texts.items()
        if len(text) > TEXT_CHARS_MAX or not is_plain(text)
    )
