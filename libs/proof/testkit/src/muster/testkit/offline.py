"""Settings of a service that reaches no server, for tests that need none."""

from __future__ import annotations

from typing import TypeVar

from muster.service import ServiceSettings

S = TypeVar("S", bound=ServiceSettings)


def offline(kind: type[S], **given: object) -> S:
    """Return settings with these values; missing required addresses point to a closed port."""
    required = {name for name, field in kind.model_fields.items() if field.is_required()}
    nowhere = {name: "/dev/null" if name.endswith("_file") else "http://127.0.0.1:1" for name in required}
    return kind.load(**{**nowhere, **given})
