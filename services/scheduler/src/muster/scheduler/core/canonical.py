"""Canonical bytes of plain data: equal values give equal bytes, under any PYTHONHASHSEED."""

from __future__ import annotations

import json
from hashlib import sha256

from muster.events.job_commands import JobSpec


def canonical(value: object) -> bytes:
    """UTF-8 JSON with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def spec_digest(spec: JobSpec) -> str:
    """SHA-256 of a job's spec, in hex."""
    return sha256(canonical(spec.to_datum())).hexdigest()
