"""`muster eval`. It imports the client alone: a laptop without servers runs it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum, auto
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import quote

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, service
from muster.client.cli.receipts import tell
from muster.client.errors import Conflict, InvalidRequest, NotFound
from muster.client.requests import fresh_key
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View, show_one
from muster.terminal.progress import items_done
from muster.terminal.tables import one_line

if TYPE_CHECKING:
    from muster.golden.checking.duplicates import Group
    from muster.golden.checking.leaks import LeakSearch
    from muster.golden.checking.texts import CaseText
    from muster.golden.importing.cases import Imported
    from muster.golden.importing.tables import Record

app = typer.Typer(no_args_is_help=True, help="Evaluate versions of models, and read verdicts.")

PASSED: Final = 0
FAILED: Final = 10
INCONCLUSIVE: Final = 11
NOT_RUN: Final = 12
"""Exit codes of `run --wait` and `show --check`."""

_POLL_S: Final = 0.5
_STARTS_WITHIN: Final = 120
"""Polls for which a version that was just pushed may wait for its evaluation to start: a minute."""
_LABELS_MAX: Final = 200
"""Most labels of one request."""

_PAGE_MAX: Final = 1_000
_STYLES: Final = {"passed": "green", "failed": "red", "inconclusive": "yellow"}

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="1 to 63 of a-z 0-9 and -.")]
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Id of an evaluation.")]


class CaseFormat(StrEnum):
    """A format that cases are imported from."""

    PROMPTFOO = auto()
    INSPECT = auto()
    HF = auto()
    JSONL = auto()


class ProposalState(StrEnum):
    """State of a proposed case."""

    OPEN = auto()
    ACCEPTED = auto()
    REJECTED = auto()
    ALL = auto()


class ReportForm(StrEnum):
    """A form of a report."""

    TEXT = auto()
    JSON = auto()
    MARKDOWN = auto()
    JUNIT = auto()
    SARIF = auto()
    HTML = auto()


class SeriesForm(StrEnum):
    """A form of a series."""

    TEXT = auto()
    SVG = auto()


FormOption = Annotated[
    ReportForm | None,
    typer.Option("--format", help="Print the report in this form instead; cases below production are in it."),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", help="Write the report to this file; with --format.")
]
LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Most rows.")]


@app.command()
def run(
    version: Annotated[
        str,
        typer.Argument(metavar="REPOSITORY[@REVISION]", help="A model; without a revision its branch main."),
    ],
    *,
    config: Annotated[str, typer.Option("--config", "-c", help="Name of an eval config.")],
    url: Annotated[
        str | None, typer.Option("--url", help="Where this version is served; else the config says.")
    ] = None,
    run_id: Annotated[
        str | None,
        typer.Option("--id", help="Its id: a CI step that is retried starts no second."),
    ] = None,
    sha: Annotated[
        str | None,
        typer.Option("--sha", help="Git commit to post the verdict to; the config names the code host."),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", "-w", help="Wait for the verdict.")] = False,
    form: FormOption = None,
    file: FileOption = None,
    cap: Annotated[
        str | None,
        typer.Option("--cap", help="Most it may cost, US dollars (default: the config's, else 5)."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Evaluate a version: its answers to golden cases, scored, and compared with the version in production.

    With --wait it ends with 0 when the gate passed, 10 when it failed, 11 when the cases were too few to
    tell, and 12 when the evaluation did not run to its end. A gate that only advises does not end with 10.

    Examples:
        muster eval run vision/extract --config release --url http://127.0.0.1:8000/v1 --wait
        muster eval run vision/extract@v2 -c release --id ci-4711 --wait -o json
        muster eval run vision/extract@v2 -c release --wait --format junit --file eval.xml
        muster eval run vision/extract -c release --cap 0.50 --wait
    """
    if (form is not None and not wait) or (file is not None and form is None):
        raise InvalidRequest("--format needs --wait, and --file needs --format")
    repository, _, revision = version.partition("@")
    chosen = run_id or fresh_key()
    asked: dict[str, Any] = {"repository": repository, "config": config}
    if revision:
        asked["revision"] = revision
    if url is not None:
        asked["url"] = url
    if sha is not None:
        asked["sha"] = sha
    if cap is not None:
        asked["cap"] = cap
    path, query = f"/v1/evals/{chosen}", {"wait_s": DECIDED_WITHIN_S}
    answer = service("eval").json("PUT", path, query=query, body=asked)
    if not wait:
        tell(
            answer.get("outcome", "pending"),
            f"Evaluation {chosen} started",
            f"muster eval show {chosen}",
            chosen,
            how,
            by="the eval service",
        )
        return
    found = _awaited(chosen)
    if form is None:
        _report(found, how)
    else:
        _write(chosen, form, file)
    _end(found)


@app.command("show")
def show_eval(
    target: Annotated[
        str,
        typer.Argument(
            metavar="RUN|NAMESPACE/NAME[@COMMIT]",
            help="Id of an evaluation, or a model: its newest, or the newest of a commit.",
        ),
    ],
    *,
    wait: Annotated[
        bool, typer.Option("--wait", "-w", help="Wait for the verdict, also of one that is to start soon.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="End with the verdict's code, as run --wait.")
    ] = False,
    form: FormOption = None,
    file: FileOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how far an evaluation is, and its verdict task by task.

    Examples:
        muster eval show ci-4711
        muster eval show ci-4711 --check -o json
        muster eval show vision/extract@8f2c41d --wait --check
        muster eval show ci-4711 --format markdown --file comment.md
        muster eval show ci-4711 --format html --file eval.html
    """
    if file is not None and form is None:
        raise InvalidRequest("--file needs --format")
    run_id = _newest(target, wait=wait) if "/" in target else target
    found = _awaited(run_id) if wait else None
    if form is not None:
        _write(run_id, form, file)
    if check or form is None:
        found = found or service("eval").json("GET", f"/v1/evals/{run_id}")
        if form is None:
            _report(found, how)
        if check:
            _end(found)


@app.command()
def stop(
    run_id: RunArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why; it stands in the record.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Stop an evaluation; its gate is decided from the cases that have results.

    Bounds of a stopped run hold at every moment, so they are wider: many an early end is inconclusive. One
    without any result has no verdict, and its blocking gate holds the version until another run decides.

    Examples:
        muster eval stop ci-4711 --reason "a newer commit is out"
        muster eval stop ci-4711 -o json
    """
    path, asked = f"/v1/evals/{run_id}/stop", {"wait_s": DECIDED_WITHIN_S}
    answer = service("eval").json("POST", path, query=asked, body={"reason": reason})
    outcome = answer.get("outcome", "pending")
    done = f"Evaluation {run_id} stopped"
    tell(outcome, done, f"muster eval show {run_id}", run_id, how, by="the eval service")


@app.command("list")
def list_evals(
    *,
    repository: Annotated[str | None, typer.Option("--repository", "-r", help="Only of this model.")] = None,
    limit: LimitOption = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """List evaluations, the newest first.

    Examples:
        muster eval list
        muster eval list --repository vision/extract -o json
    """
    asked = {"repository": repository, "limit": limit}
    found = service("eval").json("GET", "/v1/evals", query=asked)
    output.show(found["evals"], _EVALS, how)


@app.command()
def cases(
    run_id: RunArgument,
    *,
    failed: Annotated[bool, typer.Option("--failed", help="Only cases that are not right.")] = False,
    flipped: Annotated[
        bool, typer.Option("--flipped", help="Only cases that production scores otherwise, the worst first.")
    ] = False,
    unscored: Annotated[bool, typer.Option("--unscored", help="Only cases without a score.")] = False,
    task: Annotated[str | None, typer.Option("--task", help="Only of this task.")] = None,
    code: Annotated[
        str | None, typer.Option("--code", help="Only without a score for this reason, as TIMEOUT.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100_000, help="Most rows.")] = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List how each case of an evaluation went.

    Examples:
        muster eval cases ci-4711 --failed
        muster eval cases ci-4711 --flipped -o json
        muster eval cases ci-4711 --code TIMEOUT --task total
        muster eval cases ci-4711 -n 100000 -o jsonl
    """
    chosen = [name for name, on in (("failed", failed), ("flipped", flipped), ("unscored", unscored)) if on]
    if len(chosen) > 1:
        raise InvalidRequest(f"--{chosen[0]} and --{chosen[1]} are given; must be one of them")
    asked: dict[str, Any] = {"which": chosen[0] if chosen else "all", "task": task, "code": code}
    found: list[Mapping[str, Any]] = []
    token = None
    while True:
        query = {**asked, "limit": min(limit - len(found), _PAGE_MAX), "page_token": token}
        page = service("eval").json("GET", f"/v1/evals/{run_id}/cases", query=query)
        found += page["cases"]
        token = page["next_page_token"]
        if token is None or len(found) >= limit:
            break
    output.show(found, _CASES, how)
    if token is not None and how.for_people:
        say("there are more; --limit shows up to 100,000")


@app.command()
def compare(
    run_id: RunArgument,
    baseline: Annotated[
        str | None,
        typer.Argument(
            metavar="[BASELINE]", help="Another evaluation (default: the one its verdict compares with)."
        ),
    ] = None,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Most flipped cases.")] = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """Compare two evaluations of one golden set, case by case: differences, flipped cases, cost, latency.

    Bounds are those of the gate: each is beyond the true difference with a probability of 5 %. Evaluations of
    other golden sets or by other judges are not compared.

    Examples:
        muster eval compare ci-4711
        muster eval compare ci-4711 ci-4698 -n 50
        muster eval compare ci-4711 -o json
    """
    asked = {"baseline": baseline, "limit": limit}
    found = service("eval").json("GET", f"/v1/evals/{run_id}/comparison", query=asked)
    if not how.for_people:
        show_one(found, run_id, how)
        return
    this, other = found["run"], found["baseline"]
    say(f"{_version(this)} ({this['run']}) compared with {_version(other)} ({other['run']})")
    if found["of_verdict"]:
        say("the verdict compares the same")
    for warning in found["warnings"]:
        say(f"warning: {warning}")
    output.show(found["tasks"], _COMPARED_TASKS, how)
    output.show([this, other], _COMPARED_EVALS, how)
    output.show(found["flipped"], _FLIPPED, how)
    changed = sum(each["worsened"] + each["improved"] for each in found["tasks"])
    if changed > len(found["flipped"]):
        say(f"{len(found['flipped'])} of {changed} flipped cases, the worst first; --limit shows more")


@app.command()
def series(
    config_name: Annotated[str, typer.Argument(metavar="CONFIG", help="Name of an eval config.")],
    *,
    repository: Annotated[
        str | None,
        typer.Option("--repository", "-r", help="A model (default: the only one with evaluations)."),
    ] = None,
    task: Annotated[str | None, typer.Option("--task", help="Only this task.")] = None,
    form: Annotated[
        SeriesForm, typer.Option("--format", help="text: rows, printed as -o says; svg: a picture.")
    ] = SeriesForm.TEXT,
    file: Annotated[
        Path | None, typer.Option("--file", help="Write the picture to this file; with --format svg.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="Most versions.")] = 50,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how each task scores from version to version: threshold, verdict, and what the gate blocked.

    Examples:
        muster eval series release
        muster eval series release --repository vision/extract --task total
        muster eval series release --format svg --file release.svg
    """
    path = f"/v1/eval-configs/{config_name}/series"
    asked = {"repository": repository, "task": task, "limit": limit}
    if form is SeriesForm.SVG:
        _save(path, {**asked, "format": form.value}, file)
        return
    if file is not None:
        raise InvalidRequest("--file needs --format svg")
    found = service("eval").json("GET", path, query=asked)
    if how.for_people:
        say(f"{found['repository']} by {found['config']}")
    rows = [{"task": each["task"], **point} for each in found["tasks"] for point in each["points"]]
    output.show(rows, _SERIES, how)


@app.command("golden-set")
def golden_set(
    name: NameArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="JSON lines; without it the set is shown.")
    ] = None,
    *,
    source: Annotated[str, typer.Option("--source", help="Where the cases come from.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Put a golden set in force, or show the one in force.

    Each line of the file is a case: {"id": "inv-1", "task": "extract", "prompt": "...", "expected": "42"}.

    Examples:
        muster eval golden-set invoices invoices.jsonl --source "support tickets of May"
        muster eval golden-set invoices
    """
    from muster.client.documents.reading import read_bytes

    path = f"/v1/golden-sets/{name}"
    if file is None:
        show_one(service("eval").json("GET", path), name, Format.JSON if how is Format.TABLE else how)
        return
    lines = read_bytes(file)
    asked = {"source": source, "wait_s": DECIDED_WITHIN_S}
    headers = {"Content-Type": "application/x-ndjson"}
    try:
        answer = service("eval").json("PUT", path, query=asked, content=lines, headers=headers)
    except InvalidRequest as error:
        raise InvalidRequest(f"{file} is not a valid golden set", violations=error.violations) from None
    outcome = answer.get("outcome", "pending")
    following = f"muster eval config NAME FILE   with golden_set: {name}"
    tell(outcome, f"Golden set {name} is in force", following, name, how, by="the eval service")


@app.command()
def history(
    name: NameArgument,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="Id of a case; without it all are summed up.")
    ] = None,
    *,
    config_name: Annotated[str, typer.Option("--config", "-c", help="Only runs of this config.")] = "",
    repository: Annotated[str, typer.Option("--repository", "-r", help="Only runs of this model.")] = "",
    runs: Annotated[int, typer.Option("--runs", min=1, max=100, help="Newest runs to look at.")] = 20,
    limit: LimitOption = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show how cases of a golden set were scored over runs, those that change most first; or one, run by run.

    Examples:
        muster eval history invoices
        muster eval history invoices inv-1 --config release -o json
    """
    path = f"/v1/golden-sets/{name}/history"
    asked: dict[str, Any] = {"config": config_name, "repository": repository, "runs": runs}
    if case is None:
        found = service("eval").json("GET", path, query=asked | {"limit": limit})
        output.show(found["cases"], _HISTORY, how)
    else:
        found = service("eval").json("GET", f"{path}/{quote(case, safe='')}", query=asked)
        output.show(found["runs"], _CASE_RUNS, how)


@app.command("import")
def import_cases(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Config or dataset of another tool.")],
    *,
    source: Annotated[
        CaseFormat,
        typer.Option(
            "--format",
            help="promptfoo: a config; inspect: samples; hf: jsonl, json, csv or parquet; jsonl: any lines.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the golden set to this file (default: stdout).")
    ] = None,
    task: Annotated[str, typer.Option("--task", help="Task of cases that name none.")] = "imported",
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            help="FIELD=COLUMN, repeatable: id, task, prompt, expected, choices, cluster. The prompt can be"
            " a template: '{{context}} {{question}}'.",
        ),
    ] = None,
    metadata: Annotated[
        list[str] | None, typer.Option("--metadata", help="Column to keep as metadata; repeatable.")
    ] = None,
    expected_after: Annotated[
        str, typer.Option("--expected-after", help="Expect only what stands behind this text in its line.")
    ] = "",
) -> None:
    """Convert cases of promptfoo, Inspect or a Hugging Face dataset into a golden set; needs no service.

    What has no equal in a golden set is listed on stderr, and in the metadata of its case.

    Examples:
        muster eval import promptfooconfig.yaml --format promptfoo --out translate.jsonl
        muster eval import samples.jsonl --format inspect --task qa --out qa.jsonl
        muster eval import test.jsonl --format hf --field prompt=question --field expected=answer
    """
    from muster.client.documents.reading import read_bytes, refused
    from muster.jobs import InvalidDocument

    content = read_bytes(file)
    columns = dict(map(_field, fields or []))
    try:
        imported = _imported(
            file, content, source, task=task, fields=columns, metadata=metadata or [], marker=expected_after
        )
    except InvalidDocument as error:
        raise refused(error, str(file), what=f"file of {source.value}") from None
    if out is None:
        typer.echo(imported.lines, nl=False)
    else:
        out.write_text(imported.lines, encoding="utf-8")
    for loss in imported.losses:
        say(f"left out: {loss.place}: {loss.what}; {loss.reason}")
    checked = sum("checks" in case for case in imported.cases)
    lost = len(imported.losses)
    say(f"{len(imported.cases)} cases, {checked} with checks of their own; left out: {lost}")
    if out is not None:
        next_command(f"muster eval golden-set NAME {out}")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Golden set, JSON lines.")],
    *,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            "--against",
            help="Training text to search: .jsonl, .json, .csv, .tsv, .parquet, or plain text; repeatable.",
        ),
    ] = None,
    similarity: Annotated[
        float,
        typer.Option("--similarity", min=0.05, max=1.0, help="Share of runs of three words, from which on."),
    ] = 0.5,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the set to this file, near-duplicates in one cluster each."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Find near-duplicates in a golden set, and its cases in training text; needs no service.

    Ends with 1 if near-duplicates are not in one cluster, equal prompts expect different answers, or a case
    or a canary (`metadata.canary` of a case) stands in the training text.

    Examples:
        muster eval check invoices.jsonl
        muster eval check invoices.jsonl --out clustered.jsonl
        muster eval check invoices.jsonl --against train.jsonl -o json
    """
    from muster.client.documents.reading import read_bytes, refused
    from muster.golden.checking.duplicates import near_duplicates
    from muster.golden.checking.leaks import LeakSearch
    from muster.golden.checking.texts import case_texts
    from muster.golden.importing.tables import json_lines
    from muster.jobs import InvalidDocument

    content = read_bytes(file)
    try:
        records = list(json_lines(file.name, content.splitlines()))
        texts = case_texts(records)
        groups = near_duplicates(texts, similarity)
        search = LeakSearch(texts)
        for path in against or []:
            for place, text in _training_texts(path):
                search.read(place, text)
    except InvalidDocument as error:
        raise refused(error, str(file), what="golden set") from None
    if out is not None:
        _write_clusters(out, records, texts, groups)
    found = [*_near_duplicates(groups, are_joined=out is not None), *_leaked(search)]
    output.show(found, _FINDINGS, how)
    if against and search.too_short:
        short = f"{len(search.too_short)} of {len(texts)} cases"
        say(f"{short} were not searched for: they have fewer than 8 words, or only boilerplate")
    if any(row["wrong"] for row in found):
        raise typer.Exit(1)


@app.command()
def propose(
    name: NameArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Cases, JSON lines; `id` may be missing.")],
    *,
    source: Annotated[str, typer.Option("--source", help="Where they come from, such as a ticket.")] = "",
) -> None:
    """Propose cases for a golden set, such as failures in production; somebody accepts or rejects each.

    Examples:
        muster eval propose invoices failures.jsonl --source "ticket 4711"
        muster eval propose invoices failures.jsonl
    """
    from muster.client.documents.reading import read_bytes, refused
    from muster.golden.importing.tables import json_lines
    from muster.jobs import InvalidDocument

    path, asked = f"/v1/golden-sets/{name}/proposals", {"source": source, "wait_s": DECIDED_WITHIN_S}
    try:
        records = list(json_lines(file.name, read_bytes(file).splitlines()))
    except InvalidDocument as error:
        raise refused(error, str(file), what="file of cases") from None
    before = 0
    for record in records:
        try:
            answer = service("eval").json("POST", path, query=asked, body=dict(record.fields))
            before += answer.get("outcome") == "repeated"
        except Conflict as error:
            before += 1
            say(f"{record.place}: {error.message}")
        except InvalidRequest as error:
            raise InvalidRequest(f"{record.place} is not a valid case", violations=error.violations) from None
    known = f", {before} of them before" if before else ""
    say(f"{len(records)} cases proposed for {name}{known}")
    next_command(f"muster eval proposals {name}")


@app.command()
def proposals(
    name: NameArgument,
    proposal: Annotated[
        str | None, typer.Argument(metavar="[PROPOSAL]", help="Show this one, with its text.")
    ] = None,
    *,
    state: Annotated[
        ProposalState, typer.Option("--state", help="Only proposals of this state.")
    ] = ProposalState.OPEN,
    limit: LimitOption = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List cases that are proposed for a golden set, or show one.

    Examples:
        muster eval proposals invoices
        muster eval proposals invoices 9b9b9b9b9b9b9b9b -o json
    """
    path = f"/v1/golden-sets/{name}/proposals"
    if proposal is not None:
        found = service("eval").json("GET", f"{path}/{proposal}")
        show_one(found, proposal, Format.JSON if how is Format.TABLE else how)
        return
    listed = service("eval").json("GET", path, query={"state": state.value, "limit": limit})
    output.show(listed["proposals"], _PROPOSALS, how)


@app.command()
def decide(
    name: NameArgument,
    proposal: Annotated[str, typer.Argument(metavar="PROPOSAL", help="Id of a proposed case.")],
    *,
    accept: Annotated[
        bool | None, typer.Option("--accept/--reject", help="Add the case to the set, or do not.")
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why; it stands in the record.")] = "",
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
    answer = service("eval").json("POST", path, query={"wait_s": DECIDED_WITHIN_S}, body=body)
    done = f"Case {'accepted: it is part of' if accept else 'rejected for'} {name}"
    following = f"muster eval proposals {name}"
    tell(answer.get("outcome", "pending"), done, following, proposal, how, by="the eval service")


@app.command()
def config(
    name: NameArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="YAML; without it the config is shown.")
    ] = None,
    *,
    rejudge: Annotated[
        int,
        typer.Option(
            "--rejudge",
            min=0,
            max=20,
            help="Last versions whose kept answers a new judge scores (default: 0).",
        ),
    ] = 0,
    how: OutputOption = Format.TABLE,
) -> None:
    """Put an eval config in force, or show the one in force.

    With --rejudge, if its judge is another than before, the judge scores kept answers of the last versions of
    each model, so that new versions can be compared with them; the versions are not asked again.

    Examples:
        muster eval config release release.yaml
        muster eval config release release.yaml --rejudge 5
        muster eval config release
    """
    from muster.client.documents.reading import located, read_bytes, refused
    from muster.jobs import InvalidDocument, read_yaml

    path = f"/v1/eval-configs/{name}"
    if file is None:
        show_one(service("eval").json("GET", path), name, Format.YAML if how is Format.TABLE else how)
        return
    query = {"wait_s": DECIDED_WITHIN_S, "rejudge": rejudge}
    try:
        data, lines = read_yaml(read_bytes(file))
    except InvalidDocument as error:
        raise refused(error, str(file), what="eval config") from None
    try:
        answer = service("eval").json("PUT", path, query=query, body=data)
    except InvalidRequest as error:
        where = located(error.violations, str(file), lines)
        raise InvalidRequest(f"{file} is not a valid eval config", violations=where) from None
    outcome = answer.get("outcome", "pending")
    following = f"muster eval run NAMESPACE/NAME --config {name} --wait"
    tell(outcome, f"Eval config {name} is in force", following, name, how, by="the eval service")


@app.command()
def price(
    model: Annotated[
        str | None,
        typer.Argument(metavar="[MODEL]", help="As configs name it; without it prices are listed."),
    ] = None,
    *,
    tokens_in: Annotated[
        str | None, typer.Option("--input-tokens", help="US dollars for 10^6 tokens of prompts.")
    ] = None,
    tokens_out: Annotated[
        str | None, typer.Option("--output-tokens", help="The same for generated tokens.")
    ] = None,
    cached: Annotated[
        str | None, typer.Option("--cached-tokens", help="The same for tokens the endpoint had cached.")
    ] = None,
    endpoint: Annotated[
        str, typer.Option("--endpoint", help="Only at SCHEME://HOST:PORT (default: any other).")
    ] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Have no price from now on.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Price a model's tokens for evaluations that start from now on, or list prices.

    A model of your own that costs nothing has a price of 0. Without a price the cost is not known, and a cap
    is rejected.

    Examples:
        muster eval price
        muster eval price invoices --input-tokens 0.15 --output-tokens 0.60
        muster eval price invoices --remove
    """
    if model is None:
        output.show(service("eval").json("GET", "/v1/eval-prices")["prices"], _PRICES, how)
        return
    if not remove and (tokens_in is None or tokens_out is None):
        raise InvalidRequest("--input-tokens or --output-tokens is missing; must be both, or --remove")
    asked: dict[str, Any] = {"model": model, "endpoint": endpoint}
    if not remove:
        asked |= {"input": tokens_in, "output": tokens_out} | ({"cached": cached} if cached else {})
    answer = service("eval").json("PUT", "/v1/eval-prices", query={"wait_s": DECIDED_WITHIN_S}, body=asked)
    said = "has no price" if remove else "is priced"
    outcome = answer.get("outcome", "pending")
    tell(outcome, f"Model {model} {said}", "muster eval price", model, how, by="the eval service")


@app.command()
def budget(
    *,
    per_day: Annotated[
        str | None, typer.Option("--per-day", help="US dollars in one day, UTC; 0: none with a price starts.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Begin today's count at zero.")] = False,
    reason: Annotated[str, typer.Option("--reason", help="Why; it stands in the record.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Limit what evaluations that start by themselves may cost in one day, or show the limit.

    Examples:
        muster eval budget
        muster eval budget --per-day 50
        muster eval budget --resume --reason "release week"
    """
    if resume and per_day is not None:
        raise InvalidRequest("--resume and --per-day are given; must be one of them")
    path, query = "/v1/eval-budget", {"wait_s": DECIDED_WITHIN_S}
    if per_day is not None:
        answer = service("eval").json("PUT", path, query=query, body={"per_day": per_day})
        said = f"Automatic evaluations may cost {per_day} USD a day"
    elif resume:
        answer = service("eval").json("POST", f"{path}/resumption", query=query, body={"reason": reason})
        said = "Automatic evaluations start again"
    else:
        show_one(
            service("eval").json("GET", path), "eval budget", Format.YAML if how is Format.TABLE else how
        )
        return
    outcome = answer.get("outcome", "pending")
    tell(outcome, said, "muster eval budget", "eval budget", how, by="the eval service")


def _newest(version: str, *, wait: bool) -> str:
    """Return the newest evaluation of a model or commit; with `wait` it may start within a minute.

    Raises:
        NotFound: There is none.
    """
    repository, _, commit = version.partition("@")
    for poll in range(_STARTS_WITHIN if wait else 1):
        time.sleep(_POLL_S if poll else 0)
        query = {"repository": repository, "limit": 100}
        runs = service("eval").json("GET", "/v1/evals", query=query)["evals"]
        if found := [each["run"] for each in runs if each["commit"].startswith(commit)]:
            return str(found[0])
    raise NotFound(f"{version} has no evaluation")


def _field(text: str) -> tuple[str, str]:
    name, separator, column = text.partition("=")
    if not separator or not column:
        raise InvalidRequest(f"--field is {text}; must be FIELD=COLUMN, like prompt=question")
    return name, column


def _imported(
    file: Path,
    content: bytes,
    source: CaseFormat,
    *,
    task: str,
    fields: Mapping[str, str],
    metadata: Sequence[str],
    marker: str,
) -> Imported:
    """Return the cases of a file.

    Raises:
        InvalidDocument: It is no file of this format.
    """
    from muster.client.documents.reading import read_bytes
    from muster.golden.importing.inspect import SAMPLE, import_samples
    from muster.golden.importing.promptfoo import import_promptfoo
    from muster.golden.importing.records import FIELDS, FieldMapping, import_records
    from muster.golden.importing.tables import read_records

    if source is CaseFormat.PROMPTFOO:
        if fields or metadata or marker:
            raise InvalidRequest(
                "--field, --metadata and --expected-after are for datasets, not for promptfoo"
            )
        return import_promptfoo(file.name, content, lambda path: read_bytes(file.parent / path), task=task)
    known = SAMPLE if source is CaseFormat.INSPECT else {name: name for name in FIELDS}
    mapping = FieldMapping(
        task=task,
        fields={**known, **fields},
        chosen=fields,
        metadata=metadata,
        expected_after=marker,
        index_choices=source is CaseFormat.HF,
    )
    records = _parquet(file) if file.suffix == ".parquet" else read_records(file.name, content)
    if source is CaseFormat.INSPECT:
        return import_samples(file.name, records, mapping)
    return import_records(file.name, records, mapping)


def _parquet(file: Path) -> list[Record]:
    """Return the rows of a Parquet file; only who has one needs the package that reads it."""
    from muster.golden.importing.cases import Place
    from muster.golden.importing.tables import Record

    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        hint = "pip install pyarrow"
        raise InvalidRequest(f"{file.name}: reading Parquet needs the package pyarrow", hint=hint) from None
    try:
        rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    except ValueError as error:
        raise InvalidRequest(f"{file.name} is no Parquet: {error}") from None
    return [Record(Place(file.name).below(number), row) for number, row in enumerate(rows)]


def _write_clusters(
    file: Path, records: Sequence[Record], texts: Sequence[CaseText], groups: Sequence[Group]
) -> None:
    """Write a golden set with near-duplicates in one cluster each."""
    from muster.golden.checking.clusters import joined_clusters

    clusters = joined_clusters(texts, groups)
    with file.open("w", encoding="utf-8") as lines:
        for record in records:
            case = record.fields["id"]
            more = {"cluster": clusters[case]} if case in clusters else {}
            lines.write(json.dumps({**record.fields, **more}, ensure_ascii=False) + "\n")
    say(f"{file} written; {len(clusters)} cases have another cluster")


def _training_texts(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each record of a training text with its place; of plain text, each paragraph."""
    from muster.client.documents.reading import read_bytes
    from muster.golden.checking.leaks import texts_in
    from muster.golden.importing.tables import json_lines, read_records

    if file.suffix in {".json", ".csv", ".tsv", ".parquet"}:
        whole = _parquet(file) if file.suffix == ".parquet" else read_records(file.name, read_bytes(file))
        yield from ((str(record.place), "\n".join(texts_in(record.fields))) for record in whole)
        return
    try:
        lines = file.open("rb")
    except OSError as error:
        raise InvalidRequest(f"{file}: {error.strerror}") from error
    with lines:
        if file.suffix not in {".jsonl", ".ndjson"}:
            yield from _paragraphs(file.name, lines)
            return
        for record in json_lines(file.name, lines):
            yield str(record.place), "\n".join(texts_in(record.fields))


def _paragraphs(file: str, lines: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text between blank lines, each with its place."""
    paragraph = list[str]()
    for number, line in enumerate(chain(lines, [b""]), start=1):
        text = line.decode("utf-8", "replace")
        if text.strip():
            paragraph.append(text)
        elif paragraph:
            yield f"{file}:{number - len(paragraph)}", "".join(paragraph)
            paragraph = []


def _near_duplicates(groups: Sequence[Group], *, are_joined: bool) -> Iterator[dict[str, Any]]:
    for group in groups:
        one_cluster = are_joined or group.share_cluster
        row = {"cases": list(group.cases), "share": round(group.similarity, 3), "place": ""}
        note = "in one cluster" if one_cluster else "should share a `cluster`"
        yield {"finding": "near-duplicates", **row, "note": note, "wrong": not one_cluster}
        if group.contradicts:
            note = "the same prompt expects different answers"
            yield {"finding": "contradiction", **row, "note": note, "wrong": True}


def _leaked(search: LeakSearch) -> Iterator[dict[str, Any]]:
    for leak in search.leaks:
        row = {"cases": [leak.case], "share": round(leak.share, 3), "place": leak.place}
        note = "with its answer" if leak.with_expected else "without its answer"
        yield {"finding": "in training text", **row, "note": note, "wrong": True}
    for canary, place in search.canaries:
        row = {"cases": list[str](), "share": None, "place": place}
        yield {"finding": "canary in training text", **row, "note": canary, "wrong": True}


def _awaited(run_id: str) -> Mapping[str, Any]:
    """Return an evaluation once it has ended, and say meanwhile how far it is."""
    found, before = service("eval").json("GET", f"/v1/evals/{run_id}"), 0
    with items_done("evaluating", found["cases"], "cases") as done:
        while found["state"] == "running":
            time.sleep(_POLL_S)
            found = service("eval").json("GET", f"/v1/evals/{run_id}")
            done(found["done"] - before)
            before = found["done"]
    return found


def _write(run_id: str, form: ReportForm, file: Path | None) -> None:
    """Write a report to a file, or to stdout."""
    _save(f"/v1/evals/{run_id}/report", {"format": form.value}, file)


def _save(path: str, query: Mapping[str, Any], file: Path | None) -> None:
    """Write an answer to a file, or to stdout."""
    pieces = service("eval").pieces(path, query=query)
    written = b"".join(pieces)
    if file is None:
        typer.echo(written.decode(), nl=False)
        return
    file.write_bytes(written)
    say(f"{file} written")


def _end(found: Mapping[str, Any]) -> None:
    """End with the code of an evaluation's verdict."""
    if code := exit_code(found):
        raise typer.Exit(code)


def exit_code(found: Mapping[str, Any]) -> int:
    """Return the exit code that an evaluation means to a CI step."""
    match found["verdict"]:
        case None:
            return NOT_RUN
        case "inconclusive":
            return INCONCLUSIVE
        case "failed" if found["blocking"]:
            return FAILED
        case _:
            return PASSED


def _report(found: Mapping[str, Any], how: Format) -> None:
    if not how.for_people:
        show_one(found, found["run"], how)
        return
    verdict = found["verdict"] or found["state"]
    say(f"{found['repository']}@{found['commit'][:12]} by {found['config']}: {verdict}")
    if found["reason"]:
        say(found["reason"])
    cached = f", {found['cached']} from the cache" if found["cached"] else ""
    say(f"{found['scored']} of {found['cases']} cases have a score{cached}")
    if found.get("judge_hash"):
        say(_judge_line(found))
    for warning in found.get("warnings", []):
        say(f"warning: {warning}")
    if found["job_id"]:
        say(f"served by {found['job_id']}{' at ' + found['url'] if found['url'] else ''}")
    if found["cost"] is not None:
        besides = "" if found["unsettled"] in {None, "0.00"} else f", at most {found['unsettled']} besides"
        say(f"cost {found['cost']} of at most {found['cap']} USD{besides}")
    elif found["job_id"]:
        say("cost: the GPU time of that job (`muster cost`)")
    else:
        without = "model or its judge" if found.get("judge_hash") else "model"
        say(f"cost unknown: the {without} has no price (`muster eval price`)")
    if found["tasks"]:
        output.show(found["tasks"], _TASKS, how)
    if verdict in {"failed", "inconclusive"}:
        which = "flipped" if found["baseline"] else "failed"
        next_command(f"muster eval cases {found['run']} --{which}")


def _judge_line(found: Mapping[str, Any]) -> str:
    spared = found["scored"] - found["judged"]
    share = f"; checks decided {spared / found['scored']:.0%}" if found["scored"] else ""
    unread = f"; {found['judge_unread']} verdicts could not be read" if found["judge_unread"] else ""
    return f"judge {found['judge_hash'][:12]} scored {found['judged']} of them{share}{unread}"


def _version(found: Mapping[str, Any]) -> str:
    return f"{found['repository']}@{found['commit'][:12]}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _score(row: Mapping[str, Any]) -> str:
    return _percent(row["value"]) if row["cases"] else "not measured"


def _note(row: Mapping[str, Any]) -> str:
    notes = {"blocked": "blocked", "in_production": "in production", "other_terms": "other terms from here"}
    return ", ".join(text for name, text in notes.items() if row[name])


def _count(value: int | None) -> str:
    return "-" if value is None else str(value)


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.3f}"


def _verdict_style(row: Mapping[str, Any]) -> str:
    return _STYLES.get(str(row.get("verdict")), "")


_TASKS: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("VERDICT", lambda row: row["verdict"].lower(), style=_verdict_style),
        Column("SCORE", _score, right=True),
        Column("AT LEAST", lambda row: _percent(row["lower"]), right=True),
        Column("MUST REACH", lambda row: _percent(row["threshold"]), right=True),
        Column("TO PRODUCTION", lambda row: _signed(row["difference"]), right=True),
        Column("SHOWS FROM", lambda row: _percent(row["detectable"]), right=True, drop=1),
        Column("CASES", lambda row: str(row["cases"]), right=True),
        Column("NEEDED", lambda row: str(row["cases_needed"] or ""), right=True, drop=1),
    ),
    raw=dict,
    name=lambda row: row["task"],
    empty="no task",
)

_FINDINGS: View[Mapping[str, Any]] = View(
    columns=(
        Column("FINDING", lambda row: row["finding"]),
        Column("CASES", lambda row: ", ".join(row["cases"]), least=20),
        Column("SHARE", lambda row: "" if row["share"] is None else f"{row['share']:.2f}", right=True),
        Column("WHERE", lambda row: row["place"]),
        Column("NOTE", lambda row: row["note"], least=20),
    ),
    raw=dict,
    name=lambda row: ",".join(row["cases"]),
    empty="nothing found",
)

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
        Column("MEAN", lambda row: _percent(row["mean"]), right=True),
        Column("CHANGES", lambda row: str(row["changes"]), right=True),
        Column("LAST", lambda row: _percent(row["last"]), right=True),
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
        Column("SCORE", lambda row: _percent(row["score"]), right=True),
        Column("STARTED", lambda row: row["at"][:16], drop=1),
        Column("WHY", lambda row: row["reason"] or row["code"], least=30),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="no run has a result of this case",
)

_EVALS: View[Mapping[str, Any]] = View(
    columns=(
        Column("RUN", lambda row: row["run"]),
        Column("MODEL", lambda row: f"{row['repository']}@{row['commit'][:8]}", least=20),
        Column("CONFIG", lambda row: row["config"]),
        Column("STATE", lambda row: row["state"]),
        Column("VERDICT", lambda row: row["verdict"] or "", style=_verdict_style),
        Column("CASES", lambda row: f"{row['done']}/{row['cases']}", right=True),
        Column("STARTED", lambda row: row["started_at"][:16], drop=1),
        Column("BY", lambda row: row["requested_by"] or row["trigger"], drop=2),
        Column("REASON", lambda row: row["reason"], wide=True),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="nothing has been evaluated",
)

_PRICES: View[Mapping[str, Any]] = View(
    columns=(
        Column("MODEL", lambda row: row["model"], least=20),
        Column("ENDPOINT", lambda row: row["endpoint"] or "any"),
        Column("INPUT", lambda row: row["input"], right=True),
        Column("OUTPUT", lambda row: row["output"], right=True),
        Column("CACHED", lambda row: row["cached"] or "", right=True, drop=1),
        Column("BY", lambda row: row["requested_by"], drop=2),
    ),
    raw=dict,
    name=lambda row: row["model"],
    empty="no model has a price",
)

_CASES: View[Mapping[str, Any]] = View(
    columns=(
        Column("CASE", lambda row: row["case_id"]),
        Column("TASK", lambda row: row["task"]),
        Column("SCORE", lambda row: _percent(row["score"]), right=True),
        Column("PRODUCTION", lambda row: _percent(row["baseline"]), right=True, drop=1),
        Column("WHY", lambda row: row["reason"] or row["code"], least=30),
        Column("MS", lambda row: str(row["latency_ms"]), right=True, drop=2),
    ),
    raw=dict,
    name=lambda row: row["case_id"],
    empty="no such case",
)


@app.command()
def label(
    run_id: Annotated[str | None, typer.Argument(metavar="[RUN]", help="Id of an evaluation.")] = None,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="One of its cases that the judge scored.")
    ] = None,
    score: Annotated[
        int | None, typer.Argument(metavar="[SCORE]", min=1, max=5, help="On the judge's scale, 1 to 5.")
    ] = None,
    *,
    comment: Annotated[str, typer.Option("--comment", help="Reason, at most 300 characters.")] = "",
    person: Annotated[
        str | None, typer.Option("--person", help="Name of the person who scores (default: you).")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="Import labels: JSON lines.")] = None,
    upcoming: Annotated[
        str | None,
        typer.Option("--next", metavar="CONFIG", help="Show the answers to score next for its judge."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=50, help="Most answers of --next.")] = 1,
    how: OutputOption = Format.TABLE,
) -> None:
    """Record what people think of answers that a judge scored; calibrate compares the judge with them.

    Each line of a file is a label: {"run": "ci-4711", "case": "mail-1", "score": 4, "person": "bea"}; a line
    without a person is yours. A later label of a person on the same answer replaces the former one.

    --next shows a random sample of answers, stratified by the judge's score and without it; some are for two
    people, and nobody gets one twice.

    Examples:
        muster eval label --next release
        muster eval label --next release --person bea -n 20 -o json
        muster eval label ci-4711 mail-1 4 --comment "polite, but late"
        muster eval label --file labels.jsonl
    """
    if upcoming is not None:
        if run_id is not None or file is not None or comment:
            raise InvalidRequest("--next is given with more; must be alone, or with --person and --limit")
        _show_upcoming(upcoming, person, limit, how)
        return
    if file is not None:
        if run_id is not None or person is not None or comment:
            raise InvalidRequest(
                "--file is given with more; must be alone: each line has run, case and score"
            )
        _import_labels(file, how)
        return
    if run_id is None or case is None or score is None:
        raise InvalidRequest("RUN, CASE or SCORE is missing; must be all three, or --file or --next")
    row = {"run": run_id, "case": case, "score": score, "comment": comment}
    try:
        outcome = _send_labels(json.dumps(row | ({"person": person} if person else {})).encode())
    except InvalidRequest as error:
        fields = tuple(replace(each, field=each.field.removeprefix("line 1.")) for each in error.violations)
        raise InvalidRequest("The label is not valid", violations=fields) from None
    done = f"Case {case} of {run_id} has the score {score}"
    tell(outcome, done, "muster eval calibrate CONFIG", case, how, by="the eval service")


def _show_upcoming(name: str, person: str | None, limit: int, how: Format) -> None:
    query = {"limit": limit, **({"person": person} if person else {})}
    found = service("eval").json("GET", f"/v1/eval-configs/{name}/labelling", query=query)
    if not how.for_people:
        show_one(found, name, how)
        return
    if not found["run"]:
        say(f"no answer to score: judge {found['judge_hash'][:12]} has scored no whole run of {name}")
        return
    say(
        f"{found['done']} of {found['planned']} answers of {found['run']} are scored; {found['twice']} "
        "go to two people"
    )
    if found["people"]:
        output.show(found["people"], _PEOPLE, how)
    for each in found["next"]:
        _show_answer(each)
        whose = f" --person {person}" if person else ""
        next_command(f"muster eval label {found['run']} {each['case_id']} SCORE{whose}")
    if not found["next"]:
        later = f"; the next is due at {found['due_at'][:16]}" if found["due_at"] else ""
        say(f"nothing to score for {person or 'you'} now{later}")


def _show_answer(answer: Mapping[str, Any]) -> None:
    """Print an answer and its question; control characters of models have no effect."""
    parts = [(each["role"], each["content"]) for each in answer["conversation"] or ()]
    parts += [("expected", text) for text in answer["expected"]]
    parts += [(f"source {name}", text) for name, text in answer["sources"].items()]
    kept = "(no longer kept)" if answer["answer"] is None else answer["answer"]
    output.write(f"\n{one_line(answer['case_id'])}  {one_line(answer['task'])}\n")
    for title, text in [*parts, ("ANSWER", kept)]:
        lines = "\n".join(f"  {one_line(line)}" for line in text.splitlines())
        output.write(f"{one_line(title)}:\n{lines}\n")


def _import_labels(file: Path, how: Format) -> None:
    """Send the labels of a file in requests that are not too large; each keeps the numbers of its lines."""
    from muster.client.documents.reading import read_bytes

    lines = read_bytes(file).splitlines()
    numbers = [number for number, line in enumerate(lines) if line.strip()]
    if not numbers:
        raise InvalidRequest(f"{file} is empty; must be one label or more, each a line of JSON")
    outcome = "accepted"
    for first in range(0, len(numbers), _LABELS_MAX):
        piece = numbers[first : first + _LABELS_MAX]
        blank = b"\n" * piece[0]
        try:
            answered = _send_labels(blank + b"\n".join(lines[piece[0] : piece[-1] + 1]))
        except InvalidRequest as error:
            before = f"; the {first} labels before line {piece[0] + 1} are recorded" if first else ""
            message = f"{file} has labels that are not valid{before}"
            raise InvalidRequest(message, violations=error.violations) from None
        outcome = answered if answered != "accepted" else outcome
    done = f"{len(numbers)} labels of {file} are recorded"
    tell(outcome, done, "muster eval calibrate CONFIG", str(file), how, by="the eval service")


def _send_labels(lines: bytes) -> str:
    """Send labels; return what became of them."""
    query, headers = {"wait_s": DECIDED_WITHIN_S}, {"Content-Type": "application/x-ndjson"}
    answer = service("eval").json("POST", "/v1/eval-labels", query=query, content=lines, headers=headers)
    return str(answer.get("outcome", "pending"))


@app.command()
def calibrate(
    name: Annotated[str, typer.Argument(metavar="CONFIG", help="Name of an eval config with a judge.")],
    *,
    run_id: Annotated[
        str | None,
        typer.Option("--run", help="Evaluation whose mean is corrected (default: the one with most labels)."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Write the reliability plot to this file, as SVG.")
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Compare the judge of a config with the people who labelled the same answers.

    Kappa is the agreement beyond chance; that of two people on the same answers is the most that a judge can
    reach. All intervals are of 95 %.

    Examples:
        muster eval calibrate release
        muster eval calibrate release --run ci-4711 -o json
        muster eval calibrate release --plot reliability.svg
    """
    path = f"/v1/eval-configs/{name}/calibration"
    found = service("eval").json("GET", path, query={"run": run_id} if run_id else {})
    if plot is not None:
        plot.write_bytes(b"".join(service("eval").pieces(f"{path}/plot", query={})))
        say(f"{plot} written")
    if how.for_people:
        _calibration(found, how)
    else:
        show_one(found, name, how)


def _calibration(found: Mapping[str, Any], how: Format) -> None:
    of = found["calibration"]
    if not of["labels"]:
        say(f"judge {found['judge_hash'][:12]} is not calibrated: no answer that it scored has a label")
        next_command("muster eval label RUN CASE SCORE")
        return
    people = ", ".join(of["people"])
    newest = found["labelled_at"][:10]
    say(f"judge {found['judge_hash'][:12]}: {of['labels']} labels of {of['answers']} answers by {people}")
    say(f"newest label: {newest}")
    output.show([{"who": "judge", **of["judge"]}, {"who": "people", **of["ceiling"]}], _AGREEMENT, how)
    output.show(of["bias"], _BIAS, how)
    output.show(of["reliability"], _RELIABILITY, how)
    run = found["run"]
    if run is None:
        say("no corrected mean: it takes labels of two cases of a run, and two cases without")
        return
    say(
        f"run {run['run']}: corrected mean {_interval(run['corrected'])}; by {run['labelled']} labelled "
        f"cases alone {_interval(run['people'])}, by the judge on the other {run['unlabelled']} "
        f"{_interval(run['judge'])}; weight of the judge {run['weight']:.2f}"
    )


def _interval(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return "-"
    if figure["low"] is None:
        return f"{figure['value']:.3f}"
    return f"{figure['value']:.3f} ({figure['low']:.3f} to {figure['high']:.3f})"


_AGREEMENT: View[Mapping[str, Any]] = View(
    columns=(
        Column("AGREEMENT", lambda row: row["who"]),
        Column("KAPPA", lambda row: _interval(row["kappa"]), right=True),
        Column("QUADRATIC", lambda row: _interval(row["quadratic"]), right=True),
        Column("PAIRS", lambda row: str(row["pairs"]), right=True),
        Column("ANSWERS", lambda row: str(row["answers"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["who"],
    empty="no label",
)

_PEOPLE: View[Mapping[str, Any]] = View(
    columns=(
        Column("PERSON", lambda row: row["person"]),
        Column("SCORED", lambda row: str(row["labelled"]), right=True),
        Column("TO SCORE", lambda row: str(row["open"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["person"],
    empty="nobody",
)

_BIAS: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"] or "(all)"),
        Column("JUDGE", lambda row: f"{row['judge']:.2f}", right=True),
        Column("PEOPLE", lambda row: f"{row['people']:.2f}", right=True),
        Column("BIAS", lambda row: _interval(row["bias"]), right=True),
        Column("ANSWERS", lambda row: str(row["answers"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["task"],
    empty="no label",
)

_RELIABILITY: View[Mapping[str, Any]] = View(
    columns=(
        Column("JUDGE'S SCORE", lambda row: str(row["judge"]), right=True),
        Column("PEOPLE'S MEAN", lambda row: f"{row['people']:.2f}", right=True),
        Column("ANSWERS", lambda row: str(row["answers"]), right=True),
    ),
    raw=dict,
    name=lambda row: str(row["judge"]),
    empty="no label",
)

_COMPARED_TASKS: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("SCORE", lambda row: _percent(row["value"]), right=True),
        Column("BASELINE", lambda row: _percent(row["baseline_value"]), right=True),
        Column("DIFFERENCE", lambda row: _signed(row["difference"]), right=True),
        Column("AT LEAST", lambda row: _signed(row["lower"]), right=True),
        Column("AT MOST", lambda row: _signed(row["upper"]), right=True),
        Column("SHOWS FROM", lambda row: _percent(row["detectable"]), right=True, drop=1),
        Column("PAIRS", lambda row: str(row["pairs"]), right=True),
        Column("WORSE", lambda row: str(row["worsened"]), right=True),
        Column("BETTER", lambda row: str(row["improved"]), right=True),
        Column("COVERAGE", lambda row: f"{row['coverage']:.1%}", right=True, drop=1),
    ),
    raw=dict,
    name=lambda row: row["task"],
    empty="no task",
)

_COMPARED_EVALS: View[Mapping[str, Any]] = View(
    columns=(
        Column("RUN", lambda row: row["run"]),
        Column("SCORED", lambda row: f"{row['scored']}/{row['cases']}", right=True),
        Column("PAID", lambda row: str(row["paid"]), right=True),
        Column("CACHED", lambda row: str(row["cached"]), right=True),
        Column("COST USD", lambda row: row["cost"] or "-", right=True),
        Column("P50 MS", lambda row: _count(row["latency_p50_ms"]), right=True),
        Column("P95 MS", lambda row: _count(row["latency_p95_ms"]), right=True),
    ),
    raw=dict,
    name=lambda row: row["run"],
)

_FLIPPED: View[Mapping[str, Any]] = View(
    columns=(
        Column("CASE", lambda row: row["case_id"]),
        Column("TASK", lambda row: row["task"]),
        Column("BASELINE", lambda row: _percent(row["baseline"]), right=True),
        Column("SCORE", lambda row: _percent(row["score"]), right=True),
        Column("WHY", lambda row: row["reason"], least=30),
    ),
    raw=dict,
    name=lambda row: row["case_id"],
    empty="no case flipped",
)

_SERIES: View[Mapping[str, Any]] = View(
    columns=(
        Column("TASK", lambda row: row["task"]),
        Column("VERSION", lambda row: row["commit"][:12]),
        Column("SCORE", _score, right=True),
        Column("AT LEAST", lambda row: _percent(row["lower"]), right=True),
        Column("MUST REACH", lambda row: _percent(row["threshold"]), right=True),
        Column("VERDICT", lambda row: row["verdict"], style=_verdict_style),
        Column("NOTE", _note),
        Column("RUN", lambda row: row["run"], drop=1),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="no version has a verdict",
)
