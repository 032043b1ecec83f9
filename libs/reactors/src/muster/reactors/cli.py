"""`muster reactors`: what reactors could not deliver, and having it tried again.

muster reactors ls                       what is parked or failed, newest first
muster reactors retry NAME --all         everything that is parked
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer
from muster.journal.clock import SystemClock
from muster.reactors.ledger import Entry, Ledger, State
from psycopg import OperationalError

app = typer.Typer(help="Effects of facts: those not delivered, and trying again.", no_args_is_help=True)

_KEY_CHARS = 12

Dsn = Annotated[
    str,
    typer.Option(
        "--postgres",
        envvar="MUSTER_POSTGRES_DSN",
        show_default=False,
        show_envvar=True,
        help="The ledger's database; `source ~/.muster/endpoints.env` names the local stack's.",
    ),
]


@app.command()
def ls(
    dsn: Dsn,
    *,
    reactor: Annotated[str | None, typer.Option("--reactor", "-r", help="Only this reactor's.")] = None,
    state: Annotated[
        list[State] | None, typer.Option("--state", "-s", help="Only these; parked and failed unless given.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number to show.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one JSON object per line.")] = False,
) -> None:
    """Show the ledger: reactor, key, state, attempts, age, reason.

    Example: muster reactors ls --reactor webhooks --state parked
    """
    with _opened(dsn) as ledger:
        found = ledger.entries(reactor=reactor, states=state or [State.PARKED, State.FAILED], limit=limit)
    if as_json:
        for entry in found:
            typer.echo(json.dumps(asdict(entry)))
        return
    if not found:
        typer.echo("Nothing is parked or failed" if not state else "No entry is in these states")
        return
    typer.echo(f"{'REACTOR':<16} {'KEY':<{_KEY_CHARS}} {'STATE':<9} {'TRIES':>5} {'SINCE':<11} REASON")
    for entry in found:
        typer.echo(_line(entry))


@app.command()
def retry(
    reactor: Annotated[str, typer.Argument(help="The reactor's name.")],
    dsn: Dsn,
    *,
    keys: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY]...", help="As `ls` shows them, or their beginning.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything of it that is parked.")] = False,
) -> None:
    """Have parked or failed effects tried again now, as if for the first time, with the same key.

    Example: muster reactors retry webhooks 3f9c21aa01de
    """
    if bool(keys) == everything:
        raise typer.BadParameter("give keys, or --all")
    with _opened(dsn) as ledger:
        chosen = None if everything else [_whole(ledger, reactor, key) for key in keys or ()]
        tried = ledger.retry(reactor, chosen, now_ms=SystemClock().now_ms())
    typer.echo(f"{len(tried)} {'effect is' if len(tried) == 1 else 'effects are'} tried again")


def _whole(ledger: Ledger, reactor: str, beginning: str) -> str:
    """The one open key that begins so."""
    open_states = [State.PARKED, State.FAILED]
    entries = ledger.entries(reactor=reactor, states=open_states, limit=100_000)
    found = [entry.key for entry in entries if entry.key.startswith(beginning)]
    if len(found) == 1:
        return found[0]
    problem = "nothing parked or failed begins so" if not found else f"{len(found)} keys begin so"
    hint = "hint:  `muster reactors ls` shows the keys"
    typer.echo(f"error: {reactor} {beginning}: {problem}\n{hint}", err=True)
    raise typer.Exit(3)


def _line(entry: Entry) -> str:
    since = datetime.fromtimestamp(entry.recorded_at_ms / 1000, UTC).astimezone().strftime("%m-%d %H:%M")
    return (
        f"{entry.reactor:<16} {entry.key[:_KEY_CHARS]} {entry.state:<9} {entry.attempts:>5} {since:<11} "
        f"{entry.reason}"
    )


@contextmanager
def _opened(dsn: str) -> Generator[Ledger]:
    try:
        with Ledger(dsn) as ledger:
            ledger.prepare()
            yield ledger
    except OperationalError as error:
        first_line = next(iter(str(error).splitlines()), "no answer")
        typer.echo(f"error: the ledger does not answer: {first_line}", err=True)
        raise typer.Exit(6) from None
