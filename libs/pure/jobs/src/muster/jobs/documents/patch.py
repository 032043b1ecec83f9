"""JSON Merge Patch (RFC 7396): null removes a field, objects are merged, everything else is replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def merged(target: Any, patch: Any) -> Any:
    """The target with the patch applied; neither argument is changed."""
    if not isinstance(patch, Mapping):
        return patch
    after = dict(cast("Mapping[str, Any]", target)) if isinstance(target, Mapping) else dict[str, Any]()
    for name, value in cast("Mapping[str, Any]", patch).items():
        if value is None:
            after.pop(name, None)
        else:
            after[name] = merged(after.get(name), value)
    return after
