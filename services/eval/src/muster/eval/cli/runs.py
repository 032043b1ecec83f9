"""`muster eval run`, `show`, `stop`, `list` and `cases`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest, NotFound
from muster.client.requests import fresh_key
from muster.eval.cli.figures import decimal
from muster.eval.cli.heads import POLL_S, START_POLLS, decided_on, head_of
from muster.eval.cli.options import LimitOption, RunArgument
from muster.eval.cli.reports import FileOption, FormOption, report, write
from muster.eval.cli.scoring import answer_scores, show_scores
from muster.eval.cli.verdicts import end, verdict_style
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.progress import items_done

StoppedArgument = Annotated[str, typer.Argument(metavar="RUN", help="Id of an evaluation or a probe.")]


def run(
    version: Annotated[
        str,
        typer.Argument(
            metavar="REPOSITORY[@REVISION]",
            help="NAMESPACE/NAME; REVISION is a branch, tag or commit (default: main).",
        ),
    ],
    *,
    config: Annotated[str, typer.Option("--config", "-c", help="Name of an eval config.")],
    url: Annotated[
        str | None,
        typer.Option(
            "--url",
            help="Base URL of this version, such as http://127.0.0.1:8000/v1 (default: the config's).",
        ),
    ] = None,
    run_id: Annotated[
        str | None,
        typer.Option(
            "--id",
            help="Id of the evaluation (default: a new one); the same id never starts a second evaluation.",
        ),
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
        typer.Option("--cap", help="Maximum cost, US dollars (default: `cap_usd` of the config, else 5)."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Evaluate a version: score its answers to golden cases, and compare them with those of production.

    Exit codes with --wait: 0 the gate passed, 10 it failed, 11 the cases are too few to tell, 12 the
    evaluation did not run to its end. A failed gate that only advises ends with 0.

    Examples:
        muster eval run vision/extract --config release --url http://127.0.0.1:8000/v1 --wait
        muster eval run vision/extract@v2 -c release --id ci-4711 --wait -o json
        muster eval run vision/extract@v2 -c release --wait --format junit --file eval.xml
        muster eval run vision/extract -c release --cap 0.50 --wait
    """
    if (form is not None and not wait) or (file is not None and form is None):
        raise InvalidRequest("--format needs --wait, and --file needs --format")
    chosen = run_id or fresh_key()
    optional = {"url": url, "sha": sha, "cap": cap}
    named = {field: value for field, value in optional.items() if value is not None}
    outcome = decided_on(version, f"/v1/evals/{chosen}", {"config": config, **named})
    exists = f"Evaluation {chosen} exists already; no second one starts"
    if not wait:
        done = exists if outcome == "repeated" else f"Evaluation {chosen} started"
        tell(outcome, done, f"muster eval show {chosen}", chosen, how, by="the eval service")
        return
    if outcome == "repeated":
        say(exists)
    found = _awaited(chosen)
    if form is None:
        report(found, how)
    else:
        write(chosen, form, file)
    end(found)


def show_eval(
    target: Annotated[
        str,
        typer.Argument(
            metavar="RUN|NAMESPACE/NAME[@COMMIT]",
            help="Id of an evaluation; or a model (with --wait: its branch main) or commit, for the newest.",
        ),
    ],
    *,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait",
            "-w",
            help="Wait for the verdict; for a version just pushed, up to a minute for the start.",
        ),
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with the code of the verdict, as `run --wait` does.")
    ] = False,
    form: FormOption = None,
    file: FileOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the progress of an evaluation, and its verdict task by task.

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
    if (scores := _answer_scores(run_id)) is not None:
        show_scores(scores, how)
        return
    found = _awaited(run_id) if wait else _evaluation(run_id)
    if form is None:
        report(found, how)
    else:
        write(run_id, form, file)
    if check:
        end(found)


def stop(
    run_id: StoppedArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Reason, for the log.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Stop an evaluation, or a probe of a judge; a gate is decided from the cases that have results.

    The bounds of a stopped run hold at any moment, so they are wider; an early stop is often inconclusive.
    A run without results has no verdict, and its blocking gate holds the version until another run decides.

    Examples:
        muster eval stop ci-4711 --reason "a newer commit is out"
        muster eval stop ci-4711 -o json
    """
    outcome = decided("eval", "POST", f"/v1/evals/{run_id}/stop", body={"reason": reason})
    probe = _probe(run_id)
    done = f"{'Evaluation' if probe is None else 'Probe'} {run_id} stopped"
    following = f"muster eval show {run_id}" if probe is None else f"muster eval probes {probe['config']}"
    tell(outcome, done, following, run_id, how, by="the eval service")


def list_evals(
    *,
    repository: Annotated[
        str | None,
        typer.Option("--repository", "-r", help="List only evaluations of this model, NAMESPACE/NAME."),
    ] = None,
    limit: LimitOption = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """List evaluations, newest first.

    Examples:
        muster eval list
        muster eval list --repository vision/extract -o json
    """
    found = service("eval").listed("/v1/evals", query={"repository": repository}, limit=limit)
    output.show(found["items"], _EVALS, how)


def cases(
    run_id: RunArgument,
    *,
    failed: Annotated[bool, typer.Option("--failed", help="List only cases with a score below 1.")] = False,
    flipped: Annotated[
        bool,
        typer.Option(
            "--flipped", help="List only cases whose score differs from production's, the worst first."
        ),
    ] = False,
    unscored: Annotated[bool, typer.Option("--unscored", help="List only cases without a score.")] = False,
    task: Annotated[str | None, typer.Option("--task", help="List only cases of this task.")] = None,
    code: Annotated[
        str | None,
        typer.Option("--code", help="List only cases without a score for this reason, such as TIMEOUT."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100_000, help="Maximum number of rows.")
    ] = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List the cases of an evaluation with their scores, and why they are wrong.

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
    found = service("eval").listed(f"/v1/evals/{run_id}/cases", query=asked, limit=limit)
    output.show(found["items"], _CASES, how)
    if found["next_page_token"] is not None and how.for_people:
        say("more cases are left; --limit shows up to 100,000")


def _newest(version: str, *, wait: bool) -> str:
    """Return the id of the newest evaluation of a model or commit.

    With `wait` a model means the head of its branch main, so that the verdict of a former version is not
    taken for that of the one just pushed; its evaluation has a minute to start.

    Raises:
        NotFound: There is none.
    """
    repository, _, commit = version.partition("@")
    if wait and not commit:
        commit = head_of(repository)
    for poll in range(START_POLLS if wait else 1):
        time.sleep(POLL_S if poll else 0)
        runs = service("eval").listed("/v1/evals", query={"repository": repository}, limit=100)["items"]
        if found := [each["run"] for each in runs if each["commit"].startswith(commit)]:
            return str(found[0])
    raise NotFound(f"{repository}{commit and f'@{commit[:12]}'} has no evaluation")


def _evaluation(run_id: str) -> Mapping[str, Any]:
    """Return an evaluation.

    Raises:
        NotFound: There is none; the hint says where a probe of this id is shown.
    """
    try:
        return service("eval").json("GET", f"/v1/evals/{run_id}")
    except NotFound:
        if (probe := _probe(run_id)) is None:
            raise
    message = f"{run_id} is a probe of a judge, not an evaluation"
    raise NotFound(message, hint=f"muster eval probes {probe['config']}")


def _answer_scores(run_id: str) -> Mapping[str, Any] | None:
    """Return a run over kept answers; None: the id is of an evaluation, of a probe, or of nothing."""
    try:
        service("eval").json("GET", f"/v1/evals/{run_id}")
    except NotFound:
        return answer_scores(run_id)
    return None


def _probe(run_id: str) -> Mapping[str, Any] | None:
    """Return a probe of a judge; None: there is none of this id."""
    try:
        return service("eval").json("GET", f"/v1/eval-probes/{run_id}")
    except NotFound:
        return None


def _awaited(run_id: str) -> Mapping[str, Any]:
    """Return an evaluation once it has ended; show its progress meanwhile."""
    found, before = _evaluation(run_id), 0
    with items_done("evaluating", found["cases"], "cases") as done:
        while found["state"] == "running":
            time.sleep(POLL_S)
            found = service("eval").json("GET", f"/v1/evals/{run_id}")
            done(found["done"] - before)
            before = found["done"]
    return found


_EVALS: View[Mapping[str, Any]] = View(
    columns=(
        Column("RUN", lambda row: row["run"]),
        Column("MODEL", lambda row: f"{row['repository']}@{row['commit'][:8]}", least=20),
        Column("CONFIG", lambda row: row["config"]),
        Column("STATE", lambda row: row["state"]),
        Column("VERDICT", lambda row: row["verdict"] or "", style=verdict_style),
        Column("CASES", lambda row: f"{row['done']}/{row['cases']}", right=True),
        Column("STARTED", lambda row: row["started_at"][:16], drop=1),
        Column("BY", lambda row: row["requested_by"] or row["trigger"], drop=2),
        Column("REASON", lambda row: row["reason"], wide=True),
    ),
    raw=dict,
    name=lambda row: row["run"],
    empty="nothing has been evaluated",
)

_CASES: View[Mapping[str, Any]] = View(
    columns=(
        Column("CASE", lambda row: row["case_id"]),
        Column("TASK", lambda row: row["task"]),
        Column("SCORE", lambda row: decimal(row["score"]), right=True),
        Column("PRODUCTION", lambda row: decimal(row["baseline"]), right=True, drop=1),
        Column("WHY", lambda row: row["reason"] or row["code"], least=30),
        Column("MS", lambda row: str(row["latency_ms"]), right=True, drop=2),
    ),
    raw=dict,
    name=lambda row: row["case_id"],
    empty="no such case",
)
