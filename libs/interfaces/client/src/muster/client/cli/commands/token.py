"""`muster token`."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any, cast

import typer
from muster.client.cli import texts
from muster.client.errors import Unauthorized
from muster.client.settings import Settings
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def token(*, how: OutputOption = Format.TABLE) -> None:
    """Print the bearer token in use on stdout and its owner on stderr; -o json prints its claims.

    Examples:
        muster token
        curl -H "Authorization: Bearer $(muster token)" http://127.0.0.1:18080/v1/jobs
    """
    settings = Settings.load()
    claims = claims_in_use(settings)
    if how.for_people:
        output.write(f"{settings.token}\n")
        say(describe(claims, settings.token_from))
    else:
        output.show_one(claims, str(claims.get("sub", "")), how)


def claims_in_use(settings: Settings) -> dict[str, Any]:
    """Return the claims of the configured token.

    Raises:
        Unauthorized: there is no token, or it is not a JWT.
    """
    if not settings.token:
        raise Unauthorized(
            f"no token: MUSTER_TOKEN is not set and {settings.home / 'token'} has none",
            hint="`muster login URL` keeps one; `muster up` writes one for the stack on this machine",
        )
    return claims_in(settings.token)


def subject(settings: Settings) -> str:
    """Return the user of the configured token, as the owner of jobs is named; empty if it is not a JWT."""
    try:
        return str(claims_in(settings.token).get("sub", ""))
    except Unauthorized:
        return ""


def claims_in(encoded: str) -> dict[str, Any]:
    """Decode the claims of a JWT (RFC 7519) without verifying it: the service does that.

    Raises:
        Unauthorized: it is not a JWT.
    """
    try:
        body = encoded.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except (IndexError, ValueError):
        raise Unauthorized("the token is not a JWT", hint="copy all of it, without quotes") from None
    return cast("dict[str, Any]", claims)


def describe(claims: dict[str, Any], origin: str) -> str:
    """Describe the owner of a token in one line.

    Args:
        claims: Claims of the token.
        origin: Source of the token, such as a file.
    """
    roles = ", ".join(cast("list[str]", claims.get("roles") or ["none"]))
    teams = f"; teams: {', '.join(cast('list[str]', claims['teams']))}" if claims.get("teams") else ""
    who = f"{claims.get('sub')} of tenant {claims.get('tenant')}{teams}; roles: {roles}; from {origin}"
    if "repositories" in claims:
        who += f"; limited to {', '.join(cast('list[str]', claims['repositories']))}"
    if "exp" not in claims:
        return who
    left_s = float(claims["exp"]) - datetime.now(UTC).timestamp()
    return f"{who}; " + (
        f"valid for {texts.duration(left_s)}" if left_s > 0 else "EXPIRED: `muster up` writes a new one"
    )
