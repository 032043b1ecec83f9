"""`muster policy`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final, cast

import typer
from muster.client.cli import receipts, texts
from muster.client.cli.connect import client
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="Show and change the settings of the scheduler's decisions.")
_EXAMPLE: Final = "Like share_half_life=3d model_price.H100=2.5."


@app.command()
def show(*, how: OutputOption = Format.TABLE) -> None:
    """Show the policy in effect.

    Examples:
        muster policy show
    """
    policy = client().policy()
    if not how.for_people:
        output.show_one(policy.raw, str(policy.knobs.get("name")), how)
        return
    output.show(list(policy.knobs.items()), _KNOBS, how)
    age = texts.age(policy.activated_at, datetime.now(UTC))
    say(f"activated by {policy.activated_by}, {age} ago")
    next_command("muster policy set share_half_life=3d")


@app.command("set")
def set_knobs(
    knobs: Annotated[list[str], typer.Argument(metavar="KEY=VALUE", help=_EXAMPLE)],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Change settings of the policy; the others stay. Needs the role operator.

    Examples:
        muster policy set share_half_life=3d model_price.H100=2.5
    """
    from muster.client.documents.queuefile import changes
    from muster.client.documents.reading import document

    connected = client()
    before = connected.policy()
    receipt = connected.change_policy(document(knobs), if_match=before.etag)
    receipts.report(
        connected,
        receipt,
        "Policy updated; in effect now",
        how=how,
        name="policy",
        now=lambda: connected.policy().raw,
        changes=lambda: changes(before.knobs, connected.policy().knobs),
        next="muster policy show",
    )


_KNOBS: View[tuple[str, Any]] = View(
    columns=(
        Column("SETTING", lambda knob: knob[0]),
        Column("VALUE", lambda knob: _shown(knob[1]), least=20),
    ),
    raw=lambda knob: {knob[0]: knob[1]},
    name=lambda knob: knob[0],
)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        knobs = sorted(cast("Mapping[str, Any]", value).items())
        return ", ".join(f"{name} {_shown(of)}" for name, of in knobs) or "-"
    if isinstance(value, list):
        return " ".join(map(str, cast("list[Any]", value))) or "-"
    return texts.number(value) if isinstance(value, float) else str(value)
