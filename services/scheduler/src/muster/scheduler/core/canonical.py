"""Plain data as bytes: equal values, equal bytes, whatever the history and whatever PYTHONHASHSEED."""

from __future__ import annotations

import json
from hashlib import sha256

from muster.events.job_commands import JobSpec


def canonical(value: object) -> bytes:
    """JSON with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def spec_digest(spec: JobSpec) -> str:
    """What tells a job's spec from another."""
    return sha256(canonical(spec.to_datum())).hexdigest()
