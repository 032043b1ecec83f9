"""`muster eval golden-set`, `config`, `history`, and proposals of cases."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import Conflict, InvalidRequest
from muster.eval.cli.figures import decimal
from muster.eval.cli.options import LimitOption, NameArgument
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View, show_one
from muster.terminal.words import counted


class ProposalState(StrEnum):
    """State of a proposed case."""

    OPEN = auto()
    ACCEPTED = auto()
    REJECTED = auto()
    ALL = auto()


def golden_set(
    name: NameArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Cases, JSON lines; without it the set is shown.")
    ] = None,
    *,
    source: Annotated[str, typer.Option("--source", help="Origin of the cases, for the record.")] = "",
    repository: Annotated[
        str, typer.Option("--from", metavar="NAMESPACE/NAME", help="Dataset repository that has FILE.")
    ] = "",
    revision: Annotated[
        str, typer.Option("--revision", "-r", help="Branch, tag or commit of that repository.")
    ] = "main",
    how: OutputOption = Format.TABLE,
) -> None:
    """Put a golden set into effect, or show the one in effect.

    Each line of the file is a case: {"id": "inv-1", "task": "extract", "prompt": "...", "expected": "42"}.
    With --from, FILE is a path in a dataset repository; the commit is recorded as the source of the set.

    Examples:
        muster eval golden-set invoices invoices.jsonl --source "support tickets of May"
        muster eval golden-set invoices cases/test.jsonl --from acme/invoices-eval -r v3
        muster eval golden-set invoices
    """
    from muster.client.documents.user_input import read_bytes

    if repository and (source or file is None):
        raise InvalidRequest("--from needs FILE, its path in the repository, and no --source")
    path = f"/v1/golden-sets/{name}"
    if file is None:
        show_one(service("eval").json("GET", path), name, Format.JSON if how is Format.TABLE else how)
        return
    if repository:
        from muster.eval.cli.repositories import read_cases

        lines, source = read_cases(repository, revision, file.as_posix())
    else:
        lines = read_bytes(file)
    query, headers = {"source": source}, {"Content-Type": "application/x-ndjson"}
    try:
        outcome = decided("eval", "PUT", path, query=query, content=lines, headers=headers)
    except InvalidRequest as error:
        raise InvalidRequest(f"{file} is not a valid golden set", violations=error.violations) from None
    following = f"muster eval config NAME FILE   with golden_set: {name}"
    tell(outcome, f"Golden set {name} is in force", following, name, how, by="the eval service")


def history(
    name: NameArgument,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="Id of a case; without it a summary of each case.")
    ] = None,
    *,
    config_name: Annotated[
        str, typer.Option("--config", "-c", help="Count only evaluations by this config.")
    ] = "",
    repository: Annotated[
        str, typer.Option("--repository", "-r", help="Count only evaluations of this model, NAMESPACE/NAME.")
    ] = "",
    runs: Annotated[
        int, typer.Option("--runs", min=1, max=100, help="Number of evaluations, the newest.")
    ] = 20,
    limit: LimitOption = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the scores of cases over evaluations, those that change most first; or of one case, run by run.

    Examples:
        muster eval history invoices
        muster eval history invoices inv-1 --config release -o json
    """
    path = f"/v1/golden-sets/{name}/history"
    asked: dict[str, Any] = {"config": config_name, "repository": repository, "runs": runs}
    if case is None:
        found = service("eval").listed(path, query=asked, limit=limit)
        output.show(found["items"], _HISTORY, how)
    else:
        found = service("eval").listed(f"{path}/{quote(case, safe='')}", query=asked)
        output.show(found["items"], _CASE_RUNS, how)


def propose(
    name: NameArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Cases, JSON lines; a missing `id` is filled in.")
    ],
    *,
    source: Annotated[str, typer.Option("--source", help="Origin of the cases, such as a ticket.")] = "",
) -> None:
    """Propose cases for a golden set, such as failures in production; each is then accepted or rejected.

    Examples:
        muster eval propose invoices failures.jsonl --source "ticket 4711"
        muster eval propose invoices failures.jsonl
    """
    from muster.client.documents.user_input import read_bytes, refused
    from muster.golden.importing.tables import json_lines
    from muster.jobs import InvalidDocument

    path, query = f"/v1/golden-sets/{name}/proposals", {"source": source}
    try:
        records = list(json_lines(file.name, read_bytes(file).splitlines()))
    except InvalidDocument as error:
        raise refused(error, str(file), what="file of cases") from None
    before = 0
    for record in records:
        try:
            before += decided("eval", "POST", path, query=query, body=dict(record.fields)) == "repeated"
        except Conflict as error:
            before += 1
            say(f"{record.place}: {error.message}")
        except InvalidRequest as error:
            raise InvalidRequest(f"{record.place} is not a valid case", violations=error.violations) from None
    known = f", {before} of them before" if before else ""
    say(f"{len(records)} cases proposed for {name}{known}")
    next_command(f"muster eval proposals {name}")


def proposals(
    name: NameArgument,
    proposal: Annotated[
        str | None, typer.Argument(metavar="[PROPOSAL]", help="Id of a proposal, to show with its text.")
    ] = None,
    *,
    state: Annotated[
        ProposalState, typer.Option("--state", help="List only proposals in this state.")
    ] = ProposalState.OPEN,
    limit: LimitOption = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List the proposed cases of a golden set, or show one.

    Examples:
        muster eval proposals invoices
        muster eval proposals invoices 9b9b9b9b9b9b9b9b -o json
    """
    path = f"/v1/golden-sets/{name}/proposals"
    if proposal is not None:
        found = service("eval").json("GET", f"{path}/{proposal}")
        show_one(found, proposal, Format.JSON if how is Format.TABLE else how)
        return
    listed = service("eval").listed(path, query={"state": state.value}, limit=limit)
    output.show(listed["items"], _PROPOSALS, how)


def decide(
    name: NameArgument,
    proposal: Annotated[str, typer.Argument(metavar="PROPOSAL", help="Id of a proposed case.")],
    *,
    accept: Annotated[
        bool | None, typer.Option("--accept/--reject", help="Add the case to the set, or reject it.")
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Reason, for the log.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Accept a proposed case, which makes the next version of its golden set, or reject it.

    Examples:
        muster eval decide invoices 9b9b9b9b9b9b9b9b --accept
        muster eval decide invoices 9b9b9b9b9b9b9b9b --reject --reason "the invoice is unreadable"
    """
    if accept is None:
        raise InvalidRequest("--accept or --reject is missing; must be one of them")
    path = f"/v1/golden-sets/{name}/proposals/{proposal}/decision"
    body = {"decision": "accept" if accept else "reject", "reason": reason}
    outcome = decided("eval", "POST", path, body=body)
    done = f"Case {'accepted: it is part of' if accept else 'rejected for'} {name}"
    following = f"muster eval proposals {name}"
    tell(outcome, done, following, proposal, how, by="the eval service")


def config(
    name: NameArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Config, YAML; without it the config is shown.")
    ] = None,
    *,
    rejudge: Annotated[
        int,
        typer.Option(
            "--rejudge",
            min=0,
            max=20,
            help="Number of last versions whose kept answers a new judge scores.",
        ),
    ] = 0,
    how: OutputOption = Format.TABLE,
) -> None:
    """Put an eval config into effect, or show the one in effect.

    With --rejudge a changed judge scores the kept answers of the last versions of each model, so that new
    versions can be compared with them. The versions are not asked again.

    Examples:
        muster eval config release release.yaml
        muster eval config release release.yaml --rejudge 5
        muster eval config release
    """
    from muster.client.documents.user_input import located, read_bytes, refused
    from muster.jobs import InvalidDocument, read_yaml

    path = f"/v1/eval-configs/{name}"
    if file is None:
        show_one(service("eval").json("GET", path), name, Format.YAML if how is Format.TABLE else how)
        return
    try:
        data, lines = read_yaml(read_bytes(file))
    except InvalidDocument as error:
        raise refused(error, str(file), what="eval config") from None
    try:
        outcome = decided("eval", "PUT", path, query={"rejudge": rejudge}, body=data)
    except InvalidRequest as error:
        where = located(error.violations, str(file), lines)
        raise InvalidRequest(f"{file} is not a valid eval config", violations=where) from None
    has_url = data.get("serve") or data["endpoint"].get("url")
    following = f"muster eval run NAMESPACE/NAME --config {name} {'' if has_url else '--url URL '}--wait"
    done = f"Eval config {name} is in force"
    if rejudge:
        done += f"; up to {counted(rejudge, 'version')} that it has scored are judged again"
        following = "muster eval list"
    tell(outcome, done, following, name, how, by="the eval service")


_PROPOSALS: View[Mapping[str, Any]] = View(
    columns=(
        Column("PROPOSAL", lambda row: row["proposal"]),
        Column("CASE", lambda row: row["case_id"], least=20),
        Column("TASK", lambda row: row["task"]),
        Column("STATE", lambda row: row["state"]),
        Column("SOURCE", lambda row: row["source"], least=20),
        Column("BY", lambda row: row["proposed_by"], drop=1),
        Column("PROPOSED", lambda row: row["proposed_at"][:16], drop=2),
        Column("REASON", lambda row: row["reason"], wide=True),
    ),
    raw=dict,
    name=lambda row: row["proposal"],
    empty="no proposed case",
)

_HISTORY: View[Mapping[str, Any]] = View(
    columns=(
        Column("CASE", lambda row: row["case_id"], least=20),
        Column("TASK", lambda row: row["task"]),
        Column("RUNS", lambda row: str(row["runs"]), right=True),
        Column("MEAN", lambda row: decimal(row["mean"]), right=True),
        Column("CHANGES", lambda row: str(row["changes"]), right=True),
        Column("LAST", lambda row: decimal(row["last"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["case_id"],
    empty="no run with this golden set has ended",
)

_CASE_RUNS: View[Mapping[str, Any]] = View(
    columns=(
        Column("RUN", lambda row: row["run"]),
        Column("MODEL", lambda row: f"{row['repository']}@{row['commit'][:8]}", least=20),
        Column("CONFIG", lambda row: row["config"]),
        Column("SCORE", lambda row: decimal(row["score"]), right=True),
        Column("STARTED", lambda row: row["at"][:16], drop=1),
        Column("WHY", lambda row: row["reason"] or row["code"], least=30),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="no run has a result of this case",
)
