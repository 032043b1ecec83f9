"""Fields of a job for help texts, from a generated file, without loading the forms or pydantic."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("fields.json")
"""Written by `make docs` from `muster.jobs.field_summaries()`."""


def job_fields() -> list[tuple[str, str]]:
    """List every field of a job by its dotted path, with its explanation and default."""
    listed: dict[str, str] = json.loads(FILE.read_text())
    return list(listed.items())
