"""Identity of the caller (whoami), and validation of a model card before upload."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from muster.identity import Principal
from muster.identity.principal import MODELS_WRITE
from muster.registry.core.names import personal, wrong_name
from muster.registry.core.repositories.cards import CARD_BYTES_MAX, card_of
from muster.registry.edge.requests.bodies import field_of, json_object
from muster.registry.edge.requests.context import Context

router = APIRouter(include_in_schema=False)


@router.get("/api/whoami-v2")
async def whoami(context: Context) -> dict[str, Any]:
    """Return the caller's identity; its own namespace is ORGANISATION.USER."""
    caller = context.caller
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
    token: dict[str, Any] = {"displayName": caller.subject, "role": role}
    if caller.repositories is None:
        return token
    permissions = ["repo.content.read", *(["repo.write"] if role == "write" else [])]
    scoped = [
        {"entity": {"type": kind, "name": name}, "permissions": permissions}
        for kind, _, name in (each.partition("/") for each in sorted(caller.repositories))
    ]
    return {**token, "role": "fineGrained", "fineGrained": {"global": [], "scoped": scoped}}


@router.post("/api/validate-yaml")
async def validate_card(context: Context) -> dict[str, Any]:
    """Return warnings about metadata of a README.md that is not understood; the file is accepted anyway."""
    body = await json_object(context.request, CARD_BYTES_MAX)
    _, wrong = card_of(field_of(body, "content", str))
    return {"errors": [], "warnings": [{"message": text} for text in wrong]}
