"""`muster policy`: the knobs that change the scheduler's decisions; show and set them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final, cast

import typer
from muster.client.cli import output, receipts, texts
from muster.client.cli.connect import client
from muster.client.cli.messages import next_command, say
from muster.client.cli.output import Column, Format, JsonOption, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="The knobs that change decisions; show and set them.")
_EXAMPLE: Final = "Like share_half_life=3d model_price.H100=2.5."


@app.command()
def show(how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """The policy that decides now."""
    policy = client().policy()
    how = output.chosen(how, as_json)
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
) -> None:
    """Change some of the policy; the rest stays. Needs the role operator."""
    from muster.client.documents.queuefile import changes
    from muster.client.documents.reading import document

    connected = client()
    before = connected.policy()
    receipt = connected.change_policy(document(knobs), if_match=before.etag)
    receipts.tell(connected, receipt, "this policy decides from now on")
    for change in changes(before.knobs, connected.policy().knobs):
        output.write(f"{change}\n")
    next_command("muster policy show")


_KNOBS: View[tuple[str, Any]] = View(
    columns=(
        Column("KNOB", lambda knob: knob[0]),
        Column("VALUE", lambda knob: _shown(knob[1])),
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
