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
from muster.registry.core.access import Level
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.requests.context import REPOSITORY, Context, RequestContext, Types

GOOD_S: Final = 3_600
"""Time that a client uses an address before it requests a new one, in seconds."""

router = APIRouter(include_in_schema=False)


@router.get(REPOSITORY + "/xet-read-token/{rest:path}")
async def read_token(types: Types, namespace: str, name: str, rest: str, context: Context) -> Response:
    """Return address and token for downloading chunks."""
    del rest
    return _answer(context, await context.repository(types, namespace, name, Level.READ))


@router.get(REPOSITORY + "/xet-write-token/{rest:path}")
async def write_token(types: Types, namespace: str, name: str, rest: str, context: Context) -> Response:
    """Return address and token for uploading chunks."""
    del rest
    return _answer(context, await context.repository(types, namespace, name, Level.WRITE))


def _answer(context: RequestContext, repository: RepositoryRow) -> Response:
    url = f"{context.base_url}/xet/{repository.repository}"
    token = context.caller.token
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
    fields = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return int(fields["exp"])
