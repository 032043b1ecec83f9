"""`muster eval label` and `calibrate`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.files import save
from muster.client.cli.receipts import tell
from muster.client.errors import InvalidRequest
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View, show_one
from muster.terminal.tables import one_line

_LABELS_MAX: Final = 200
"""Most labels of one request."""


def label(
    run_id: Annotated[str | None, typer.Argument(metavar="[RUN]", help="Id of an evaluation.")] = None,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="Id of a case that its judge scored.")
    ] = None,
    score: Annotated[
        int | None,
        typer.Argument(metavar="[SCORE]", min=1, max=5, help="Score on the judge's scale, 1 to 5."),
    ] = None,
    *,
    comment: Annotated[str, typer.Option("--comment", help="Reason, at most 300 characters.")] = "",
    person: Annotated[
        str | None, typer.Option("--person", help="Name of the person who scores (default: you).")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="Import labels from this file, JSON lines.")
    ] = None,
    upcoming: Annotated[
        str | None,
        typer.Option(
            "--next", metavar="CONFIG", help="Show the answers to score next for the judge of this config."
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=50, help="Maximum number of answers shown by --next.")
    ] = 1,
    how: OutputOption = Format.TABLE,
) -> None:
    """Record people's scores of answers that a judge scored; `calibrate` compares the two.

    Each line of a file is a label: {"run": "ci-4711", "case": "mail-1", "score": 4, "person": "bea"}; a line
    without a person is yours. A person's later label of the same answer replaces the former one.

    --next shows answers from a random sample that is stratified by the judge's score, and hides that score.
    Some answers go to two people; nobody gets the same answer twice.

    Examples:
        muster eval label --next release
        muster eval label --next release --person bea -n 20 -o json
        muster eval label ci-4711 mail-1 4 --comment "polite, but late"
        muster eval label --file labels.jsonl
    """
    if upcoming is not None:
        if run_id is not None or file is not None or comment:
            raise InvalidRequest(
                "--next is used with other arguments; must be alone, or with --person and --limit"
            )
        _show_upcoming(upcoming, person, limit, how)
        return
    if file is not None:
        if run_id is not None or person is not None or comment:
            raise InvalidRequest(
                "--file is used with other arguments; must be alone: each line has run, case and score"
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
        say(
            f"no answers to score: judge {found['judge_hash'][:12]} has not completed an evaluation by {name}"
        )
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
    from muster.client.documents.user_input import read_bytes

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
    """Send labels; return the outcome."""
    headers = {"Content-Type": "application/x-ndjson"}
    return decided("eval", "POST", "/v1/eval-labels", content=lines, headers=headers)


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
        save("eval", f"{path}/plot", {}, plot)
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
