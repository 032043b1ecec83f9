"""Identity of the caller (whoami), and validation of a model card before upload."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from muster.identity import Principal
from muster.identity.principal import MODELS_WRITE
from muster.registry.core.repositories.cards import CARD_BYTES_MAX, card_of
from muster.registry.core.repositories.names import personal, wrong_name
from muster.registry.edge.hub.asked import Ask
from muster.registry.edge.hub.bodies import field_of, json_object

router = APIRouter(include_in_schema=False)


@router.get("/api/whoami-v2")
async def whoami(ask: Ask) -> dict[str, Any]:
    """The caller; its own namespace is ORGANISATION.USER."""
    caller = ask.caller
    own = personal(caller.tenant, caller.subject)
    role = "write" if caller.allows(MODELS_WRITE) else "read"
    return {
        "type": "user",
        "id": own,
        "name": caller.tenant if any(wrong_name("name", own)) else own,
        "fullname": caller.subject,
        "email": None,
        "emailVerified": False,
        "canPay": False,
        "isPro": False,
        "orgs": [{"type": "org", "id": caller.tenant, "name": caller.tenant, "fullname": caller.tenant}],
        "auth": {"type": "access_token", "accessToken": _token(caller, role)},
    }


def _token(caller: Principal, role: str) -> dict[str, Any]:
    """Return a token in the Hub's format; one for some repositories lists them."""
    said: dict[str, Any] = {"displayName": caller.subject, "role": role}
    if caller.repositories is None:
        return said
    permissions = ["repo.content.read", *(["repo.write"] if role == "write" else [])]
    scoped = [
        {"entity": {"type": kind, "name": name}, "permissions": permissions}
        for kind, _, name in (each.partition("/") for each in sorted(caller.repositories))
    ]
    return {**said, "role": "fineGrained", "fineGrained": {"global": [], "scoped": scoped}}


@router.post("/api/validate-yaml")
async def validate_card(ask: Ask) -> dict[str, Any]:
    """What of the head of a README.md is not understood: warnings, for the file is good."""
    body = await json_object(ask.request, CARD_BYTES_MAX)
    _, wrong = card_of(field_of(body, "content", str))
    return {"errors": [], "warnings": [{"message": text} for text in wrong]}
