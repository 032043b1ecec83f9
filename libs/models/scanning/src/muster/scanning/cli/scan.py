"""`muster scan`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from muster.terminal import output
from muster.terminal.messages import CommandFailed, say
from muster.terminal.output import Column, Format, View
from muster.terminal.progress import files_done

if TYPE_CHECKING:
    from collections.abc import Sequence

    from muster.scanning.findings import Finding, Report

app = typer.Typer()


class Severity(StrEnum):
    """Least severe verdict that makes a scan fail."""

    INCONCLUSIVE = "inconclusive"
    SUSPICIOUS = "suspicious"
    MALICIOUS = "malicious"


class ReportForm(StrEnum):
    """Format of the report: those of every command, and SARIF."""

    TABLE = "table"
    WIDE = "wide"
    JSON = "json"
    JSONL = "jsonl"
    YAML = "yaml"
    NAME = "name"
    SARIF = "sarif"


FormOption = Annotated[
    ReportForm,
    typer.Option(
        "--output",
        "-o",
        help="How to print; wide: a table with every column; sarif: for code hosts; --json: -o json.",
    ),
]
Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, or folders with all in them.")]
Sarif = Annotated[bool, typer.Option("--sarif", help="Print SARIF 2.1.0, as code hosts read it: -o sarif.")]
Pages = Annotated[
    str,
    typer.Option("--pages", metavar="URL", help="Where docs/reference/findings is served: SARIF's helpUri."),
]
FailOn = Annotated[
    Severity, typer.Option("--fail-on", help="The mildest verdict that ends with a code other than 0.")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Files side by side.")]
Memory = Annotated[int, typer.Option("--memory", min=128, help="MiB that a file may take.")]
Time = Annotated[int, typer.Option("--time", min=1, help="Seconds that a file may take.")]
Licences = Annotated[
    Path | None,
    typer.Option("--licences", metavar="FILE", help="The organisation's policy of licences, as TOML."),
]
Bases = Annotated[
    list[str] | None,
    typer.Option("--base", metavar="NAME=LICENCE", help="Licence of a model that these come from."),
]
Yara = Annotated[
    list[Path] | None, typer.Option("--yara", metavar="FILE", help="YARA rules beside those shipped.")
]
Blacklist = Annotated[
    Path | None,
    typer.Option("--blacklist", metavar="FILE", help="Fingerprints of models that must not be used."),
]
Antivirus = Annotated[
    str,
    typer.Option("--antivirus", help="auto, off, clamscan, or where clamd listens: a socket, HOST:PORT."),
]
Fingerprint = Annotated[
    str,
    typer.Option(
        "--fingerprint", metavar="NAME=REASON", help="Print these models as lines of a blacklist instead."
    ),
]


@app.command()
def scan(
    paths: Paths,
    *,
    sarif: Sarif = False,
    pages: Pages = "",
    fail_on: FailOn = Severity.INCONCLUSIVE,
    jobs: Jobs = 2,
    memory_mib: Memory = 512,
    time_s: Time = 600,
    licences: Licences = None,
    bases: Bases = None,
    yara: Yara = None,
    blacklist: Blacklist = None,
    antivirus: Antivirus = "auto",
    fingerprint: Fingerprint = "",
    form: FormOption = ReportForm.TABLE,
) -> None:
    """Find model files that are unsafe to load. Works offline and runs nothing that it reads.

    A file is read by its content, whatever it is called, and so is everything in it: archives in archives,
    pickles in bytes. It is clean only if all of it was understood; `inconclusive`: something was not, which
    counts as failed. Files are read in processes of their own, each file bounded in memory and time. The
    report ends with what was not run or judged, also in -o json and -o sarif.

    A folder, and one in it with a README.md whose head names a licence, is a version: licence, texts and
    bases are held together, and against the policy of --licences; code that its configuration names lies in
    it, and so do all shards that its index names. ClamAV is asked where it is: --antivirus. A model that is
    on the --blacklist is known by its weights, whatever was done to its files.

    Exit codes: 0 clean, 10 malicious, 11 suspicious, 12 inconclusive, the worst of all files; 2 usage,
    3 not found. docs/reference/findings.md explains every finding.

    Examples:
        muster scan files model.safetensors
        muster scan model.safetensors
        muster scan ~/models --fail-on suspicious
        muster scan . -o sarif > scan.sarif
        muster scan pytorch_model.bin --json
        muster scan ./tuned --licences policy.toml --base meta-llama/Llama-3.1-8B=llama3.1
        muster scan ./stolen --fingerprint "stolen=Its owner did not publish it" >> blacklist.jsonl
        muster scan ~/models --blacklist blacklist.jsonl --yara ours.yar --antivirus /run/clamav/clamd.ctl
    """
    from muster.scanning.cli import options, reports
    from muster.scanning.cli.processes import Bounds, scan_all
    from muster.scanning.cli.repositories import versions_in
    from muster.scanning.cli.walking import files_in, left_out

    for path in paths:
        if not path.exists():
            raise CommandFailed(f"{path} is not there", exit_code=3, hint="give a file or a folder")
    files = files_in(paths)
    if fingerprint:
        output.write(options.blacklist_lines(files, fingerprint))
        return
    policy, told = options.policy(licences), options.bases(bases or ())
    additions = options.additions(yara or (), blacklist)
    engine, without_engine = options.engine(antivirus)
    with files_done("Reading", len(files)) as done:
        found = scan_all(files, Bounds(memory_mib << 20, time_s), jobs, additions, done)
    if engine is not None:
        found = options.by_antivirus(engine, found)
    found += versions_in(paths, policy, told)
    lists = {"licences": policy is not None, "blacklist": blacklist is not None}
    not_judged = options.not_judged(found, left_out(paths), engine=without_engine, **lists)
    if sarif or form is ReportForm.SARIF:
        output.write(reports.sarif(found, not_judged, pages))
    else:
        _print(found, not_judged, Format(form.value))
    raise typer.Exit(reports.exit_code(found, fail_on.value))


def _print(found: Sequence[Report], not_judged: Sequence[str], how: Format) -> None:
    """Print reports, and what was not run or judged if the form has a place for it."""
    if how.for_people:
        _show(found, how)
        for each in not_judged:
            say(f"Not judged: {each}.")
    elif how in (Format.JSON, Format.YAML):
        document = {"items": [_REPORTS.raw(each) for each in found], "not_judged": list(not_judged)}
        output.write(output.json_text(document) if how is Format.JSON else output.yaml_text(document))
    else:
        output.show(found, _REPORTS, how)


def _show(found: Sequence[Report], how: Format) -> None:
    """Print findings for people, then one line of totals."""
    from muster.scanning.rules import rules

    rows = [(report, each) for report in found for each in report.findings]
    if rows:
        output.show(rows, _FINDINGS, how)
    for rule in sorted({each.rule for _, each in rows})[:5]:
        say(f"{rule}: {rules()[rule].title}. {rules()[rule].danger}")
    counts = {name: sum(report.verdict == name for report in found) for name in _VERDICTS}
    say(f"{len(found)} files: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


def _place(row: tuple[Report, Finding]) -> str:
    report, finding = row
    return f"{report.path}!{finding.member}" if finding.member else report.path


_VERDICTS = ("clean", "inconclusive", "suspicious", "malicious")
_FINDINGS: View[tuple[Report, Finding]] = View(
    columns=(
        Column("VERDICT", lambda row: row[1].verdict.value),
        Column("RULE", lambda row: row[1].rule),
        Column("FILE", _place),
        Column("WHAT", lambda row: row[1].value),
    ),
    raw=lambda row: {"path": row[0].path, "rule": row[1].rule},
    name=_place,
)
_REPORTS: View[Report] = View(
    columns=(Column("FILE", lambda report: report.path),),
    raw=lambda report: {
        "path": report.path,
        "verdict": report.verdict.value,
        "size_bytes": report.size_bytes,
        "rules_version": report.rules_version,
        "findings": [
            {
                "rule": each.rule,
                "verdict": each.verdict.value,
                "member": each.member,
                "value": each.value,
                "offset": each.offset,
            }
            for each in report.findings
        ],
    },
    name=lambda report: report.path,
)
