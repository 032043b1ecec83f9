"""`muster reactors`: effects that could not be delivered, and having them tried again."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

import typer
from muster.reactors.entry import Entry, State
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.words import agrees, counted

if TYPE_CHECKING:
    from muster.reactors.ledger import Ledger

app = typer.Typer(help="Show effects that were not delivered, and try them again.", no_args_is_help=True)

_KEY_CHARS: Final = 12
_ANSWER_S: Final = 3.0
_OPEN: Final = (State.PARKED, State.FAILED)
_STYLES: Final = {State.PARKED: "red", State.FAILED: "yellow", State.DELIVERED: "green"}


class LedgerAway(Exception):
    """The ledger's database does not answer."""

    exit_code: ClassVar[int] = 6
    hint: ClassVar[str] = "`muster status` shows whether Postgres runs; MUSTER_POSTGRES_DSN names another one"


class NoSuchKey(Exception):
    """No open effect has this key, or several begin with it."""

    exit_code: ClassVar[int] = 3
    hint: ClassVar[str] = "`muster reactors ls` shows the keys"


_ENTRIES: View[Entry] = View(
    columns=(
        Column("REACTOR", lambda entry: entry.reactor),
        Column("KEY", lambda entry: entry.key[:_KEY_CHARS]),
        Column("STATE", lambda entry: entry.state.value, style=lambda entry: _STYLES.get(entry.state, "")),
        Column("TRIES", lambda entry: str(entry.attempts), right=True, drop=1),
        Column("SINCE", lambda entry: _moment(entry.recorded_at_ms), drop=2),
        Column("FACT", lambda entry: entry.position, wide=True),
        Column("EFFECT", lambda entry: entry.label, wide=True),
        Column("REASON", lambda entry: entry.reason, least=20),
    ),
    raw=asdict,
    name=lambda entry: entry.key,
    empty="nothing in the ledger is in these states",
)

Dsn = Annotated[
    str,
    typer.Option(
        "--postgres", envvar="MUSTER_POSTGRES_DSN", show_default=False, help="The ledger's database."
    ),
]


@app.command()
def ls(
    dsn: Dsn,
    *,
    reactor: Annotated[
        str | None, typer.Option("--reactor", "-r", help="Show only effects of this reactor.")
    ] = None,
    state: Annotated[
        list[State] | None,
        typer.Option("--state", "-s", help="Show only this state; repeatable (default: parked and failed)."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number to show.")] = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List effects that are parked (given up) or failed, newest first, with the reason.

    Examples:
        muster reactors ls
        muster reactors ls -r webhooks -s parked -o jsonl
    """
    with _opened(dsn) as ledger:
        found = ledger.entries(reactor=reactor, states=state or _OPEN, limit=limit)
    output.show(found, _ENTRIES, how)


@app.command()
def retry(
    reactor: Annotated[str, typer.Argument(help="Name of the reactor.")],
    dsn: Dsn,
    *,
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY]...", help="Keys as shown by `ls`, or prefixes of them."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Retry all parked effects of the reactor.")
    ] = False,
) -> None:
    """Retry parked or failed effects now, as if for the first time, under the same key.

    Examples:
        muster reactors retry webhooks 3f9c21aa01de
        muster reactors retry webhooks --all
    """
    if bool(keys) == everything:
        raise typer.BadParameter("give keys, or --all")
    from muster.journal.clock import SystemClock

    with _opened(dsn) as ledger:
        chosen = None if everything else [_whole(ledger, reactor, key) for key in keys or ()]
        count = len(ledger.retry(reactor, chosen, now_ms=SystemClock().now_ms()))
    typer.echo(f"{counted(count, 'effect')} {agrees(count, 'is', 'are')} tried again")


def _whole(ledger: Ledger, reactor: str, beginning: str) -> str:
    """The one open key that begins so.

    Raises:
        NoSuchKey: none does, or several do.
    """
    entries: Sequence[Entry] = ledger.entries(reactor=reactor, states=_OPEN, limit=100_000)
    found = [entry.key for entry in entries if entry.key.startswith(beginning)]
    if len(found) != 1:
        problem = f"{len(found)} keys begin so" if found else "no parked or failed effect has this key"
        raise NoSuchKey(f"{reactor} {beginning}: {problem}")
    return found[0]


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().strftime("%m-%d %H:%M")


@contextmanager
def _opened(dsn: str) -> Generator[Ledger]:
    from muster.reactors.ledger import Ledger
    from psycopg import OperationalError

    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it warns of every try
    try:
        with Ledger(dsn, answer_s=_ANSWER_S) as ledger:
            ledger.prepare()
            yield ledger
    except OperationalError as error:
        first_line = next(iter(str(error).splitlines()), "no answer")
        raise LedgerAway(f"the reactors' ledger does not answer: {first_line}") from error
