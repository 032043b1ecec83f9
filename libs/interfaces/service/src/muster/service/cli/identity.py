"""`muster identity`: stands in for an identity provider, for the stack on this machine.

muster identity token ann --team vision --role submitter   a signed token on stdout
muster identity revoke ann --reason "left"                 tokens issued until now are refused
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from muster.terminal import durations, output
from muster.terminal.messages import CommandFailed, say
from muster.terminal.output import Format, Json, OutputOption

if TYPE_CHECKING:
    from muster.identity import Issuer
    from muster.service.settings import IdentitySettings

app = typer.Typer(no_args_is_help=True, help="Manage tokens, members and teams of the stack on this machine.")

_USAGE: Final = 2
_HINT: Final = "`muster identity --help` shows what each command takes"

Subject = Annotated[str, typer.Argument(help="User.")]
Tenant = Annotated[str, typer.Option(help="Tenant (organisation).")]
Team = Annotated[str | None, typer.Option(help="Team (default: the tenant as a whole).")]
Reason = Annotated[str, typer.Option(help="Reason, recorded for people.")]


@app.command()
def token(
    subject: Subject,
    *,
    tenant: Tenant = "local",
    role: Annotated[
        list[str] | None, typer.Option(help="Role of the user; repeatable (default: viewer).")
    ] = None,
    team: Annotated[
        list[str] | None,
        typer.Option(help="Team of the user; repeatable. Jobs without a team are charged to the first."),
    ] = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="Limit the token to this scope; repeatable.")
    ] = None,
    repository: Annotated[
        list[str] | None,
        typer.Option(
            help="Limit the token to this repository: NAMESPACE/NAME of a model, or TYPE/NAMESPACE/NAME; "
            "may be repeated. It reads and, with --role submitter, writes it, and opens nothing else."
        ),
    ] = None,
    expires: Annotated[str, typer.Option(help="Validity, e.g. 8h.")] = "8h",
) -> None:
    """Create a token signed with this machine's key, and print it.

    Only the token is written to stdout, for scripts; `muster token -o json` shows the token in use.

    Examples:
        muster identity token ann --role submitter --team vision --expires 8h
        muster identity token ci --tenant acme --role submitter --repository acme/tiny --expires 1h
        muster identity token ci --tenant acme --repository acme/tiny --repository dataset/acme/text
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
            repositories=repository or (),
            issuer=settings.jwt_issuer,
            audience=settings.jwt_audience,
        )
    except ValueError as error:
        raise CommandFailed(str(error), exit_code=_USAGE, hint=_HINT) from None
    sys.stdout.write(f"{made}\n")


@app.command()
def grant(
    subject: Subject, tenant: Tenant = "local", team: Team = None, *, how: OutputOption = Format.TABLE
) -> None:
    """Add a user to a tenant, or to a team of it.

    Examples:
        muster identity grant ann --tenant acme --team vision
    """
    with _issuer() as issuer:
        position = issuer.grant(tenant, subject, team)
    fact = {"subject": subject, "tenant": tenant, "team": team, "position": str(position)}
    _report(f"{subject} is a member of {_group(tenant, team)}", fact, subject, how)


@app.command()
def revoke(
    subject: Subject,
    tenant: Tenant = "local",
    team: Team = None,
    reason: Reason = "",
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Remove a user from a tenant, or from a team of it; tokens issued so far no longer give access to it.

    Examples:
        muster identity revoke ann --tenant acme --reason 'left the company'
    """
    with _issuer() as issuer:
        position = issuer.revoke(tenant, subject, team, reason=reason)
    fact = {
        "subject": subject,
        "tenant": tenant,
        "team": team,
        "reason": reason,
        "position": str(position),
    }
    refused = "; tokens issued until now no longer count for it"
    _report(f"{subject} is no longer a member of {_group(tenant, team)}{refused}", fact, subject, how)


@app.command()
def revoke_token(
    encoded: Annotated[str, typer.Argument(metavar="TOKEN", help="Token to revoke.")],
    reason: Reason = "",
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Revoke one token. For a node: its enrolment with all tokens and renewals.

    Examples:
        muster identity revoke-token "$(cat leaked.token)"
    """
    claims = _claims(encoded)
    if not claims.get("jti"):
        raise CommandFailed(
            "the token has no id (claim jti)", exit_code=_USAGE, hint="revoke its user instead"
        )
    tenant, token_id = str(claims["tenant"]), str(claims["jti"])
    with _issuer() as issuer:
        position = issuer.revoke_token(tenant, token_id, _expires_at_ms(claims), reason=reason)
    fact = {"token_id": token_id, "tenant": tenant, "reason": reason, "position": str(position)}
    _report(f"token {token_id} of {claims['sub']} is refused from now on", fact, token_id, how)


def _claims(encoded: str) -> Mapping[str, Any]:
    """Return the claims of a person's or a node's token.

    Raises:
        CommandFailed: it is neither; the text says why it is not a person's.
    """
    from muster.identity.tokens import InvalidToken, Verifier

    settings = _settings()
    try:
        return Verifier(settings.auth()).claims(encoded)
    except InvalidToken as error:
        try:
            return settings.node_verifier(None).claims(encoded)
        except InvalidToken:
            raise CommandFailed(str(error), exit_code=_USAGE, hint=_HINT) from None


def _expires_at_ms(claims: Mapping[str, Any]) -> int:
    """Return the expiry of the last token that can follow from this one: enrolments may have been renewed."""
    from muster.journal.clock import SystemClock

    now_ms = SystemClock().now_ms()
    return max(int(claims["exp"]) * 1000, now_ms + int(claims.get("life", 0)) * 1000)


def _report(done: str, fact: Json, name: str, how: Format) -> None:
    """Report what was done, or print the fact for programs."""
    if how.for_people:
        say(done)
    else:
        output.show_one(fact, name, how)


def _group(tenant: str, team: str | None) -> str:
    return f"tenant {tenant}" if team is None else f"team {team} of tenant {tenant}"


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


def _settings() -> IdentitySettings:
    from muster.service.settings import IdentitySettings, InvalidSettings

    try:
        return IdentitySettings.load()
    except InvalidSettings as error:
        raise CommandFailed(str(error), exit_code=_USAGE, hint=_HINT) from None
