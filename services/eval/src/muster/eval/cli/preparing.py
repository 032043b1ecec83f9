"""`muster eval import` and `check`: golden sets before they are in force."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum, auto
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from muster.client.errors import InvalidRequest
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

if TYPE_CHECKING:
    from muster.golden.checking.duplicates import Group
    from muster.golden.checking.leaks import LeakSearch
    from muster.golden.checking.texts import CaseText
    from muster.golden.importing.cases import Imported
    from muster.golden.importing.tables import Record


class CaseFormat(StrEnum):
    """Format of a file of cases."""

    PROMPTFOO = auto()
    INSPECT = auto()
    HF = auto()
    JSONL = auto()


def import_cases(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Config of promptfoo, or a dataset.")],
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
    task: Annotated[
        str, typer.Option("--task", help="Task of cases that name none (promptfoo: of all).")
    ] = "imported",
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            help="FIELD=COLUMN, repeatable: id, task, prompt, expected, choices, cluster. The prompt can be"
            " a template: '{{context}} {{question}}'.",
        ),
    ] = None,
    metadata: Annotated[
        list[str] | None, typer.Option("--metadata", help="Column to keep in `metadata`; repeatable.")
    ] = None,
    expected_after: Annotated[
        str,
        typer.Option("--expected-after", help="Marker such as ####; only the rest of its line is expected."),
    ] = "",
) -> None:
    """Convert cases of promptfoo, Inspect or a Hugging Face dataset into a golden set; works offline.

    Parts without an equivalent in a golden set are left out, and listed on stderr and in the metadata of
    their case.

    Examples:
        muster eval import promptfooconfig.yaml --format promptfoo --out translate.jsonl
        muster eval import samples.jsonl --format inspect --task qa --out qa.jsonl
        muster eval import test.jsonl --format hf --field prompt=question --field expected=answer
    """
    from muster.client.documents.user_input import read_bytes, refused
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
        typer.Option(
            "--similarity",
            min=0.05,
            max=1.0,
            help="Report pairs that share at least this part of their three-word runs.",
        ),
    ] = 0.5,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Write the set to this file, with each group of near-duplicates in one cluster."
        ),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Find near-duplicates in a golden set, and its cases in training text; works offline.

    Exits with 1 if near-duplicates are not in one cluster, equal prompts expect different answers, a held-out
    case shares a cluster with cases that people read or is like one of them, or a case or a canary
    (`metadata.canary` of a case) is in the training text. No text of a held-out case is printed.

    Examples:
        muster eval check invoices.jsonl
        muster eval check invoices.jsonl --out clustered.jsonl
        muster eval check invoices.jsonl --against train.jsonl -o json
    """
    from muster.client.documents.user_input import read_bytes, refused
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
    are_joined = out is not None and _write_clusters(out, records, texts, groups)
    found = [*_mixed(records), *_near_duplicates(groups, are_joined=are_joined), *_leaked(search)]
    output.show(found, _FINDINGS, how)
    if against and search.too_short:
        short = f"{len(search.too_short)} of {len(texts)} cases"
        say(f"{short} were not searched for: they have fewer than 8 words, or only boilerplate")
    if any(row["wrong"] for row in found):
        raise typer.Exit(1)


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
        InvalidDocument: The file is not of this format.
    """
    from muster.client.documents.user_input import read_bytes
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
    """Return the rows of a Parquet file; `pyarrow` is imported here, since only such files need it."""
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
        raise InvalidRequest(f"{file.name} is not a Parquet file: {error}") from None
    return [Record(Place(file.name).below(number), row) for number, row in enumerate(rows)]


def _write_clusters(
    file: Path, records: Sequence[Record], texts: Sequence[CaseText], groups: Sequence[Group]
) -> bool:
    """Write a golden set with near-duplicates in one cluster each, unless its clusters would be refused."""
    from muster.golden.checking.clusters import joined_clusters

    clusters = joined_clusters(texts, groups)
    written = [
        replace(each, fields={**each.fields, "cluster": clusters[each.fields["id"]]})
        if each.fields["id"] in clusters
        else each
        for each in records
    ]
    for row in _mixed(written):
        say(f"{file} not written: {row['place']} {row['note']}")
        return False
    lines = (json.dumps(each.fields, ensure_ascii=False) + "\n" for each in written)
    file.write_text("".join(lines), encoding="utf-8")
    say(f"{file} written; {len(clusters)} cases have another cluster")
    return True


def _training_texts(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each record of a training text with its place; of plain text, each paragraph."""
    from muster.client.documents.user_input import read_bytes
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


def _mixed(records: Sequence[Record]) -> Iterator[dict[str, Any]]:
    """Yield held-out cases whose cluster the service refuses."""
    from muster.golden.checking.clusters import HELD_OUT_ALONE, mixed_cases

    clusters = (each.fields.get("cluster") for each in records)
    held_out = (each.fields.get("subset") == "held_out" for each in records)
    named = (each if isinstance(each, str) else None for each in clusters)
    for number in mixed_cases(zip(named, held_out, strict=True)):
        place = str(records[number].place.below("cluster"))
        row = {"cases": [records[number].fields["id"]], "share": None, "place": place}
        yield {"finding": "mixed cluster", **row, "note": f"must be {HELD_OUT_ALONE}", "wrong": True}


def _near_duplicates(groups: Sequence[Group], *, are_joined: bool) -> Iterator[dict[str, Any]]:
    for group in groups:
        row = {"cases": list(group.cases), "share": round(group.similarity, 3), "place": ""}
        if group.tells:
            note = "remove the held-out case or those like it: a duplicate of a held-out case tells it"
            yield {"finding": "held-out case told", **row, "note": note, "wrong": True}
        else:
            one_cluster = are_joined or group.share_cluster
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
