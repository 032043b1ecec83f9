"""`muster failures`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from muster.client.cli import receipts, texts
from muster.client.cli.connect import client
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

if TYPE_CHECKING:
    from muster.failures.rules import Rule

app = typer.Typer(no_args_is_help=True, help="Show, check and change the rules that classify failures.")
RulesFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="Rules file; `muster failures show --text` prints one.")
]


@app.command()
def show(
    *,
    text: Annotated[bool, typer.Option("--text", help="Print the rules file itself.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the rules in effect, in the order they are tried.

    Examples:
        muster failures show
        muster failures show --text > rules.yaml
    """
    from muster.failures.parsing import parse_rules

    found = client().failure_rules()
    if text:
        output.write(found.text)
        return
    if not how.for_people:
        output.show_one(found.raw, str(found.version), how)
        return
    output.show(list(parse_rules(found.text)), _RULES, how)
    age = texts.age(found.activated_at, datetime.now(UTC))
    say(f"version {found.version}, activated by {found.activated_by}, {age} ago")
    next_command("muster failures show --text > rules.yaml")


@app.command()
def check(file: RulesFile) -> None:
    """Check a rules file; works offline.

    Examples:
        muster failures check rules.yaml
    """
    from muster.client.documents.failure_rules import rules_of

    rules = rules_of(file)
    say(f"{file}: version {rules.version}, {len(rules.rules)} rules, valid")
    next_command(f"muster failures activate {file}")


@app.command()
def activate(file: RulesFile, *, how: OutputOption = Format.TABLE) -> None:
    """Put these failure rules into effect. Needs the role operator.

    The version in the file must be higher than the one in effect. An invalid file changes nothing.

    Examples:
        muster failures activate rules.yaml
    """
    from muster.client.documents.failure_rules import rules_of

    rules = rules_of(file)
    connected = client()
    receipt = connected.activate_failure_rules(file.read_text(encoding="utf-8"))
    receipts.report(
        connected,
        receipt,
        f"Version {rules.version} of the failure rules is now in effect",
        how=how,
        name=str(rules.version),
        now=lambda: connected.failure_rules().raw,
        next="muster failures show",
    )


_RULES: View[Rule] = View(
    columns=(
        Column("RULE", lambda rule: rule.id),
        Column("CATEGORY", lambda rule: rule.category.value),
        Column("PERSISTENCE", lambda rule: rule.persistence.value),
        Column("JOB", lambda rule: rule.action.value),
        Column("NODE", lambda rule: rule.node_action.value),
    ),
    raw=lambda rule: {"id": rule.id},
    name=lambda rule: rule.id,
)
