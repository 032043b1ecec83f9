"""`muster identity`: what an identity provider does elsewhere, for the stack on this machine.

muster identity token ann --team vision --role submitter   a signed token on stdout
muster identity revoke ann --reason "left"                 tokens issued until now are refused
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer
from muster.terminal import durations
from muster.terminal.messages import CommandFailed

if TYPE_CHECKING:
    from muster.identity import Issuer
    from muster.service.settings import TokenSettings

app = typer.Typer(help="Manage tokens, members and teams of the stack on this machine.", add_completion=False)

_USAGE: Final = 2
_HINT: Final = "`muster identity --help` shows what each command takes"

Subject = Annotated[str, typer.Argument(help="User.")]
Tenant = Annotated[str, typer.Option(help="Tenant: the organisation.")]
Team = Annotated[str | None, typer.Option(help="Only this team; without it, the tenant as a whole.")]
Reason = Annotated[str, typer.Option(help="Why, for people.")]


@app.command()
def token(
    subject: Subject,
    *,
    tenant: Tenant = "local",
    role: Annotated[list[str] | None, typer.Option(help="May be repeated; viewer unless given.")] = None,
    team: Annotated[
        list[str] | None, typer.Option(help="May be repeated; the first pays when a job does not say.")
    ] = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="May be repeated; what the token may do at most.")
    ] = None,
    expires: Annotated[str, typer.Option(help="How long it is valid, as in 8h.")] = "8h",
) -> None:
    """Make a signed token with this machine's key, and print it.

    Examples:
        muster identity token ann --role submitter --team vision --expires 8h
    """
    from muster.identity.devkeys import mint

    settings = _settings()
    teams = team or []
    try:
        made = mint(
            settings.home,
            subject=subject,
            tenant=tenant,
            roles=role or ["viewer"],
            ttl_s=int(durations.parse(expires)),
            team=next(iter(teams), None),
            teams=teams,
            scopes=scope,
            issuer=settings.jwt_issuer,
            audience=settings.jwt_audience,
        )
    except ValueError as error:
        raise CommandFailed(str(error), exit_code=_USAGE, hint=_HINT) from None
    sys.stdout.write(f"{made}\n")


@app.command()
def grant(subject: Subject, tenant: Tenant = "local", team: Team = None) -> None:
    """Take a user into a tenant, or into a team of it.

    Examples:
        muster identity grant ann --tenant acme --team vision
    """
    with _issuer() as issuer:
        issuer.grant(tenant, subject, team)


@app.command()
def revoke(subject: Subject, tenant: Tenant = "local", team: Team = None, reason: Reason = "") -> None:
    """Take a user out of a tenant, or out of a team of it: tokens issued until now no longer count for it.

    Examples:
        muster identity revoke ann --tenant acme --reason 'left the company'
    """
    with _issuer() as issuer:
        issuer.revoke(tenant, subject, team, reason=reason)


@app.command()
def revoke_token(
    encoded: Annotated[str, typer.Argument(metavar="TOKEN", help="The token itself.")], reason: Reason = ""
) -> None:
    """Refuse one token from now on.

    Examples:
        muster identity revoke-token "$(cat leaked.token)"
    """
    from muster.identity.tokens import InvalidToken, Verifier

    try:
        claims = Verifier(_settings().auth()).claims(encoded)
    except InvalidToken as error:
        raise CommandFailed(str(error), exit_code=_USAGE, hint=_HINT) from None
    if not claims.get("jti"):
        raise CommandFailed(
            "the token has no id (claim jti)", exit_code=_USAGE, hint="revoke its user instead"
        )
    with _issuer() as issuer:
        issuer.revoke_token(
            str(claims["tenant"]), str(claims["jti"]), int(claims["exp"]) * 1000, reason=reason
        )


@contextmanager
def _issuer() -> Generator[Issuer]:
    """Writes to identity-events."""
    from muster.events.topics import IDENTITY_EVENTS
    from muster.identity import Issuer
    from muster.journal.clock import SystemClock
    from muster.journal.kafka import KafkaJournal

    settings = _settings()
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "muster-identity", topics=[IDENTITY_EVENTS]
    )
    with closing(journal), closing(journal.producer("muster-identity")) as producer:
        yield Issuer(producer, getpass.getuser(), SystemClock())


def _settings() -> TokenSettings:
    from muster.service.settings import InvalidSettings, TokenSettings

    try:
        return TokenSettings.load()
    except InvalidSettings as error:
        raise CommandFailed(str(error), exit_code=_USAGE, hint=_HINT) from None
