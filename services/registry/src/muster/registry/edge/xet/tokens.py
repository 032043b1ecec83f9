"""Address and token for a repository's chunks; the token is the caller's own, with its permissions.

Some clients read the headers, others the body.
"""

from __future__ import annotations

import base64
import json
from typing import Final

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from muster.journal import SystemClock
from muster.registry.core.repositories.access import Level
from muster.registry.edge.hub.asked import REPOSITORY, Ask, Asked, Types
from muster.registry.edge.reading import RepositoryRow

GOOD_S: Final = 3_600
"""Time that a client uses an address before it requests a new one, in seconds."""

router = APIRouter(include_in_schema=False)


@router.get(REPOSITORY + "/xet-read-token/{rest:path}")
async def read_token(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> Response:
    """For fetching chunks."""
    del rest
    return _answer(ask, await ask.repository(types, namespace, name, Level.READ))


@router.get(REPOSITORY + "/xet-write-token/{rest:path}")
async def write_token(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> Response:
    """For sending chunks."""
    del rest
    return _answer(ask, await ask.repository(types, namespace, name, Level.WRITE))


def _answer(ask: Asked, repository: RepositoryRow) -> Response:
    url = f"{ask.base_url}/xet/{repository.repository}"
    token = ask.caller.token
    expires_s = min(_expires_s(token), SystemClock().now_ms() // 1_000 + GOOD_S)
    headers = {
        "X-Xet-Cas-Url": url,
        "X-Xet-Access-Token": token,
        "X-Xet-Token-Expiration": str(expires_s),
        "Cache-Control": "no-store",
    }
    return JSONResponse({"casUrl": url, "exp": expires_s, "accessToken": token}, headers=headers)


def _expires_s(token: str) -> int:
    """Return the expiry of a verified token, in seconds since 1970 UTC."""
    claims = token.split(".")[1]
    said = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return int(said["exp"])
