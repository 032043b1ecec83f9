"""The sender of a command, as the command names it. PURE.

The service that reads a command topic compares these fields with the command's token before it decides
(ADR 55), so they name the sender of every command that it decides.
"""

from __future__ import annotations

from collections.abc import Iterator


def claims(command: object) -> Iterator[tuple[str, str]]:
    """Yield the fields in which a command names its sender, with their values."""
    for field in ("tenant", "requested_by"):
        value = getattr(command, field, None)
        if value is not None:
            yield field, value
    user = getattr(getattr(command, "spec", None), "user", None)
    if user is not None:
        yield "spec.user", user


def sender_of(command: object) -> str:
    """Return the sender as TENANT/USER; of a command without a tenant, as for nodes: /USER.

    Tokens allow neither a slash nor a blank in either part.
    """
    named = dict(claims(command))
    tenant = named.get("tenant", "")
    return f"{tenant}/{named.get('requested_by') or named.get('spec.user', '')}"
