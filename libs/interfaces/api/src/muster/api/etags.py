"""Entity tags (RFC 9110, section 8.8.3): the version of a resource is the position of its last event."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Header
from muster.api.problems import Problem

_CHARS_MAX: Final = 1024

IfMatch = Annotated[
    str | None, Header(max_length=_CHARS_MAX, description="Act only if the resource still has this ETag.")
]
IfNoneMatch = Annotated[
    str | None, Header(max_length=_CHARS_MAX, description="Answer 304 if the resource still has this ETag.")
]


def etag(*version: int | str) -> str:
    """Return a strong tag of a version."""
    return '"' + "-".join(str(part) for part in version) + '"'


def matches(header: str, tag: str, *, weak: bool) -> bool:
    """Whether a list of tags (or *) contains this one; only If-None-Match compares weakly."""
    if header.strip() == "*":
        return True
    tags = [given.strip() for given in header.split(",")]
    return tag in ([t.removeprefix("W/") for t in tags] if weak else tags)


def require_match(header: str | None, tag: str) -> None:
    """Reject a request if the resource has changed.

    Raises:
        Problem: 412, the ETag differs from If-Match.
    """
    if header is not None and not matches(header, tag, weak=False):
        detail = f"the resource has changed: its ETag is {tag}, If-Match says {header[:80]}"
        raise Problem(412, "precondition-failed", "Precondition failed", detail, headers={"ETag": tag})
