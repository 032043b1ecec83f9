"""Fields of jobs and policies, from a generated file, without loading the forms or pydantic."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("fields.json")
"""Written by `make docs` from `muster.jobs.schema` and `muster.jobs.forms.policy_guide`."""


def job_fields() -> list[tuple[str, str]]:
    """List every field of a job by its dotted path, with its explanation and default, for help texts."""
    listed: dict[str, str] = _read()["help"]
    return list(listed.items())


def is_text(path: str) -> bool:
    """Whether a field's value is text whatever it looks like, such as `name`, or `env.LR`.

    Args:
        path: Dotted path of the field.
    """
    group, dot, _ = path.partition(".")
    return (f"{group}.*" if dot else path) in _read()["text"]


def first_settings() -> dict[str, str]:
    """Return the settings of a policy to know first, by name, each with what it is."""
    return _read()["policy"]


@cache
def _read() -> dict[str, Any]:
    return json.loads(FILE.read_text())
