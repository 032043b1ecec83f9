"""`muster scan`: findings in the registry's content, their review, and scans of local files.

Local files are scanned by another package, offline. Any first word that is not a subcommand is a path:
`muster scan model.bin` means `muster scan files model.bin`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.cli.receipts import tell
from muster.client.cli.registry import Lazy, declared
from muster.jobs.values.quantities import format_size
from muster.terminal import output
from muster.terminal.messages import CommandFailed, say
from muster.terminal.output import Column, Format, OutputOption, View
from typer.core import TyperGroup

FILES: Final = "files"
_GROUP: Final = "muster.commands.scan"
"""Entry points of subcommands that other packages add: `files`, which is `muster.scanning`'s."""
_STYLES: Final = {"malicious": "red", "suspicious": "yellow", "inconclusive": "yellow"}
_HELPS: Final = frozenset({"--help", "-h"})


class _Scan(TyperGroup):
    """Group of the subcommands below that also accepts paths."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, target in declared(_GROUP).items():
            self.commands[name] = Lazy(name, target)

    def list_commands(self, ctx: Any) -> list[str]:
        """List the subcommands, for help and completion, which need summaries of those not loaded."""
        for command in self.commands.values():
            if isinstance(command, Lazy):
                command.summarise()
        return super().list_commands(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Treat arguments that do not begin with a subcommand as paths."""
        first = next((each for each in args if not each.startswith("-")), "")
        if args and first not in self.commands and not set(args) <= _HELPS and not ctx.resilient_parsing:
            if FILES not in self.commands:
                raise CommandFailed(
                    "scanning local files needs the package muster-scanning, which is not installed",
                    hint="`muster scan --help` lists the subcommands",
                )
            args = [FILES, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Scan,
    no_args_is_help=True,
    help="Scan model files for malicious content; show and review findings in the registry.",
)
_report: Final = partial(tell, by="the scanner")

Content = Annotated[
    str, typer.Argument(metavar="CONTENT", help="Content, as KIND/HASH; `muster scan ls -o wide` shows it.")
]
Reason = Annotated[str, typer.Option("--reason", help="Reason; recorded, and shown to owners and readers.")]


@app.command("ls")
def list_scans(
    repository: Annotated[
        str, typer.Argument(metavar="[NAMESPACE/NAME]", help="Repository (default: all that you may see).")
    ] = "",
    *,
    verdict: Annotated[
        str,
        typer.Option(
            "--verdict", help="Show only this verdict: clean, suspicious, malicious or inconclusive."
        ),
    ] = "",
    state: Annotated[
        str, typer.Option("--state", help="Show only this state: waiting, running, postponed or completed.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=1000, help="Maximum number of items.")
    ] = 50,
    how: OutputOption = Format.TABLE,
) -> None:
    """List scan results for the content of repositories that you may see, newest first.

    A result for a root directory applies to a version as a whole.

    Examples:
        muster scan ls acme/llama-tuned
        muster scan ls --verdict malicious -o wide
    """
    found = client().scans(repository=repository, verdict=verdict, state=state, limit=limit)
    output.show(found, _SCANS, how)


@app.command()
def show(content: Content, *, how: OutputOption = Format.TABLE) -> None:
    """Show the findings in one piece of content, where it is stored, and its reviews.

    Examples:
        muster scan show lfs/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    """
    found = client().scanned_content(content)
    if not how.for_people:
        output.show_one(found, content, how)
        return
    scan = found["scan"]
    say(f"{content}: {scan['verdict'] or scan['state']}{', ' if scan['reason'] else ''}{scan['reason']}")
    for each in found["held"]:
        closed = ", closed" if each["closed"] else ""
        say(f"  in {each['repository']}: {each['path'] or 'all of a version'}{closed}")
    for each in found["reviews"]:
        say(f"  {each['at'][:16]} {each['by']}: {each['decision']}: {each['reason']}")
    output.show(found["findings"], _FINDINGS, how)
    if found["findings"]:
        say("docs/reference/findings.md explains every rule")


@app.command()
def review(
    content: Annotated[
        str,
        typer.Argument(metavar="[CONTENT]", help="Content, as KIND/HASH (default: list pending reviews)."),
    ] = "",
    *,
    release: Annotated[
        bool, typer.Option("--release", help="Release it: everyone with read access can download it.")
    ] = False,
    close: Annotated[
        bool, typer.Option("--close", help="Quarantine it: only explicit grants can download it.")
    ] = False,
    reason: Reason = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=1000, help="Maximum number of items.")
    ] = 50,
    how: OutputOption = Format.TABLE,
) -> None:
    """List pending reviews, or release or quarantine content. Needs the role reviewer.

    A review applies within your organisation and to the same scan rules; the registry releases or quarantines
    the content in each of its repositories.

    Examples:
        muster scan review
        CONTENT=inline/2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
        muster scan review $CONTENT --release --reason "our own test file"
        muster scan review $CONTENT --close --reason "backdoor"
    """
    if not content:
        output.show(client().scan_reviews(limit=limit), _SCANS, how)
        return
    if release == close:
        raise CommandFailed("choose --release or --close", exit_code=2, hint="with --reason TEXT")
    decision = "release" if release else "close"
    outcome = client().review_content(content, decision, reason, wait_s=DECIDED_WITHIN_S)
    done = "Released" if release else "Closed"
    _report(outcome, f"{done} in your organisation", f"muster scan show {content}", content, how)


@app.command()
def override(
    content: Content,
    verdict: Annotated[
        str, typer.Argument(metavar="VERDICT", help="New verdict: clean, suspicious or malicious.")
    ],
    *,
    reason: Reason,
    how: OutputOption = Format.TABLE,
) -> None:
    """Override a verdict for all organisations, until other rules are active. Needs the role operator.

    Examples:
        CONTENT=inline/2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
        muster scan override $CONTENT clean --reason "false alarm: the name is in a comment"
    """
    outcome = client().override_verdict(content, verdict, reason, wait_s=DECIDED_WITHIN_S)
    _report(outcome, f"{content} is {verdict}", f"muster scan show {content}", content, how)


@app.command()
def rescan(
    repository: Annotated[str, typer.Argument(metavar="NAMESPACE/NAME", help="Repository.")],
    *,
    path: Annotated[str, typer.Option("--path", help="Scan only this path, in any live commit.")] = "",
    reason: Reason,
    how: OutputOption = Format.TABLE,
) -> None:
    """Rescan content of a repository ahead of new uploads; queued content is not queued twice.

    Examples:
        muster scan rescan acme/llama-tuned --reason "the worker had too little memory"
    """
    outcome = client().rescan(repository, reason, path=path, wait_s=DECIDED_WITHIN_S)
    _report(outcome, "Queued for scanning", f"muster scan ls {repository}", repository, how)


@app.command()
def rules(
    *,
    activate: Annotated[
        bool, typer.Option("--activate", help="Rescan everything judged by other rules.")
    ] = False,
    reason: Reason = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the scan rules in use, or activate the installed ones, which needs the role operator.

    New content is scanned with the rules of the workers. Earlier verdicts stand until an operator activates
    other rules; then that content is scanned again, starting with what most commits contain.

    Examples:
        muster scan rules
        muster scan rules --activate --reason "release 0.3 covers more frameworks"
    """
    if activate:
        outcome = client().activate_scan_rules(reason, wait_s=DECIDED_WITHIN_S)
        _report(outcome, "The rules are active", "muster scan rules", "rules", how)
        return
    found = client().scan_rules()
    if not how.for_people:
        output.show_one(found, "rules", how)
        return
    say(f"active: {found['active'] or 'the rules of the workers'}; installed: {found['installed']}")
    for version, count in found["judged"].items():
        say(f"  judged by rules {version}: {count} items")
    output.show(found["activations"], _ACTIVATIONS, how)


def _verdict(scan: Mapping[str, Any]) -> str:
    return scan["verdict"] or scan["state"]


def _style(scan: Mapping[str, Any]) -> str:
    return _STYLES.get(scan["verdict"] or "", "")


_SCANS: View[Mapping[str, Any]] = View(
    columns=(
        Column("VERDICT", _verdict, style=_style),
        Column("REPOSITORY", lambda scan: scan["repository"]),
        Column("PATH", lambda scan: scan["path"] or "(version)"),
        Column("WHY", lambda scan: scan["reason"] or scan["waits_for"], least=20),
        Column("CLOSED", lambda scan: "yes" if scan["closed"] else "", drop=1),
        Column("AT", lambda scan: (scan["at"] or "")[:16], drop=2),
        Column("SIZE", lambda scan: format_size(scan["size_bytes"]), wide=True),
        Column("RULES", lambda scan: scan["rules_version"], wide=True),
        Column("CONTENT", lambda scan: scan["object"], wide=True),
    ),
    raw=dict,
    name=lambda scan: scan["object"],
    empty="no scan results",
)
_FINDINGS: View[Mapping[str, Any]] = View(
    columns=(
        Column("SEVERITY", lambda found: found["severity"]),
        Column("RULE", lambda found: found["rule"]),
        Column("WHAT", lambda found: found["message"], least=30),
        Column("MEMBER", lambda found: found["member"], drop=1),
        Column("BYTE", lambda found: "" if found["offset"] is None else str(found["offset"]), drop=2),
    ),
    raw=dict,
    name=lambda found: found["rule"],
    empty="no findings",
)
_ACTIVATIONS: View[Mapping[str, Any]] = View(
    columns=(
        Column("AT", lambda each: each["at"][:16]),
        Column("RULES", lambda each: each["rules_version"]),
        Column("BY", lambda each: each["by"]),
        Column("WHY", lambda each: each["reason"]),
    ),
    raw=dict,
    name=lambda each: each["rules_version"],
    empty="no rules were activated",
)
