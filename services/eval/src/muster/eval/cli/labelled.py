"""`muster eval labels`: scores by people, listed and removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View

_REMOVED_AT_ONCE: Final = 200
"""Most labels of one request."""


def labels(
    *,
    golden_set: Annotated[
        str | None, typer.Option("--set", metavar="SET", help="List only labels of this golden set.")
    ] = None,
    run_id: Annotated[
        str | None, typer.Option("--run", help="List only labels that name this evaluation.")
    ] = None,
    case: Annotated[str | None, typer.Option("--case", help="List only labels of this case.")] = None,
    person: Annotated[str | None, typer.Option("--person", help="List only labels of this person.")] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove the labels instead; needs one of the filters.")
    ] = False,
    reason: Annotated[str, typer.Option("--reason", help="Reason for --remove, for the log.")] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100_000, help="Maximum number of rows.")
    ] = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List people's scores of answers, newest first, or remove them; `label` records them.

    A removed label is shown nowhere, no calibration counts it, and its answer may be labelled again. The log
    keeps it: with --person, somebody who has left is forgotten by lists and figures, not by the log.

    Examples:
        muster eval labels --set letters
        muster eval labels --case mail-1 -o json
        muster eval labels --run ci-4711 --case mail-1 --person bea --remove --reason "a slip"
        muster eval labels --person bea --remove --reason "has left"
    """
    where = {"golden_set": golden_set, "run": run_id, "case": case, "person": person}
    if remove and not any(where.values()):
        raise InvalidRequest("--remove is used alone; must be with --set, --run, --case or --person")
    if reason and not remove:
        raise InvalidRequest("--reason is used alone; must be with --remove")
    found, more = _labels({field: value for field, value in where.items() if value}, 0 if remove else limit)
    if remove:
        _remove(found, reason, how)
        return
    output.show(found, _LABELS, how)
    if more and how.for_people:
        say("more labels are left; --limit shows up to 100,000")


def _labels(where: Mapping[str, str], limit: int) -> tuple[list[Mapping[str, Any]], bool]:
    """Return labels, and whether there are more; all of them if `limit` is 0."""
    found = service("eval").listed("/v1/eval-labels", query=where, limit=limit or None)
    return found["items"], found["next_page_token"] is not None


def _remove(found: list[Mapping[str, Any]], reason: str, how: Format) -> None:
    """Remove labels in requests that are not too large."""
    if not found:
        raise InvalidRequest("no label fits; `muster eval labels` lists them")
    outcome = "accepted"
    for first in range(0, len(found), _REMOVED_AT_ONCE):
        piece = found[first : first + _REMOVED_AT_ONCE]
        named = [{field: each[field] for field in ("key", "answer", "person")} for each in piece]
        asked = {"labels": named, "reason": reason}
        newest = decided("eval", "POST", "/v1/eval-labels/removal", body=asked)
        outcome = newest if newest != "accepted" else outcome
    noun = "label is" if len(found) == 1 else "labels are"
    done = f"{len(found)} {noun} removed"
    tell(outcome, done, "muster eval labels", str(len(found)), how, by="the eval service")


_LABELS: View[Mapping[str, Any]] = View(
    columns=(
        Column("RUN", lambda row: row["run"]),
        Column("CASE", lambda row: row["case_id"]),
        Column("SET", lambda row: row["golden_set"], drop=1),
        Column("PERSON", lambda row: row["person"]),
        Column("SCORE", lambda row: str(row["score"]), right=True),
        Column("AT", lambda row: row["at"][:16], drop=2),
        Column("COMMENT", lambda row: row["comment"], least=20),
    ),
    raw=dict,
    name=lambda row: row["case_id"],
    empty="no label",
)
