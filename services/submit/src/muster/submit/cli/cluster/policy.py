"""`muster policy`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer
from muster.client.cli import receipts, texts
from muster.client.cli.connect import client
from muster.client.documents.fields import first_settings
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.sync.client import Client

_FIRST: Final = first_settings()
_WIDTH: Final = max(map(len, _FIRST))

app = typer.Typer(
    no_args_is_help=True,
    help="Show and change the settings of the scheduler's and preemption's decisions.\n\n"
    "The ten to know first; docs/reference/policy.md says what each changes, and lists the others:\n\n"
    "\b\n" + "\n".join(f"  {name:<{_WIDTH}}  {summary}" for name, summary in _FIRST.items()),
)
_EXAMPLE: Final = "Settings, e.g. share_half_life=3d model_price.H100=2.5."
_DECIDED_WITHIN_S: Final = 10

OfPreemption = Annotated[
    bool, typer.Option("--preemption", help="Use the preemption settings instead of the scheduler's.")
]


@app.command()
def show(
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Show every setting, not only the ten to know first.")
    ] = False,
    preemption: OfPreemption = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the policy in effect: the ten settings to know first, with --all every one.

    Other formats than the table have every setting.

    Examples:
        muster policy show
        muster policy show --all
        muster policy show --preemption
    """
    policy = client().preemption_policy() if preemption else client().policy()
    if not how.for_people:
        output.show_one(policy.raw, str(policy.knobs.get("name")), how)
        return
    if preemption:
        output.show(list(policy.knobs.items()), _KNOBS, how)
        next_command("muster policy set --preemption ran_min=2m")
        return
    first = {name: policy.knobs[name] for name in ("name", *_FIRST) if name in policy.knobs}
    left = {name: value for name, value in policy.knobs.items() if name not in first}
    output.show(list((first | left if every else first).items()), _KNOBS, how)
    age = texts.age(policy.activated_at, datetime.now(UTC))
    say(f"activated by {policy.activated_by}, {age} ago")
    if left and not every:
        next_command(f"muster policy show --all   {counted(len(left), 'more setting')}")
    next_command("muster policy set share_half_life=3d")


@app.command("set")
def set_knobs(
    knobs: Annotated[list[str], typer.Argument(metavar="KEY=VALUE", help=_EXAMPLE)],
    *,
    preemption: OfPreemption = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Change settings of the policy, leaving the others unchanged. Needs the role operator.

    Examples:
        muster policy set share_half_life=3d model_price.H100=2.5
        muster policy set --preemption ran_min=2m
    """
    from muster.client.documents.queuefile import changes
    from muster.client.documents.user_input import document

    connected = client()
    if preemption:
        _set_of_preemption(connected, document(knobs), how)
        return
    before = connected.policy()
    receipt = connected.change_policy(document(knobs), if_match=before.etag)
    receipts.report(
        connected,
        receipt,
        "Policy updated; now in effect",
        how=how,
        name="policy",
        now=lambda: connected.policy().raw,
        changes=lambda: changes(before.knobs, connected.policy().knobs),
        next="muster policy show",
    )


def _set_of_preemption(connected: Client, wanted: Mapping[str, Any], how: Format) -> None:
    """Change the preemption policy; the outcome comes from the preemption service, not the scheduler."""
    from muster.client.documents.queuefile import changes

    before = connected.preemption_policy()
    outcome = connected.change_preemption_policy(wanted, wait_s=_DECIDED_WITHIN_S)
    after = connected.preemption_policy()
    if not how.for_people:
        output.show_one(after.raw, str(after.knobs.get("name")), how)
        return
    done = outcome != "pending"
    say("Policy updated; now in effect" if done else "the preemption service has not decided yet")
    for change in changes(before.knobs, after.knobs):
        output.write(f"{change}\n")
    next_command("muster policy show --preemption")


_KNOBS: View[tuple[str, Any]] = View(
    columns=(
        Column("SETTING", lambda knob: knob[0]),
        Column("VALUE", lambda knob: _text_of(knob[1]), least=20),
    ),
    raw=lambda knob: {knob[0]: knob[1]},
    name=lambda knob: knob[0],
)


def _text_of(value: Any) -> str:
    if isinstance(value, dict):
        knobs = sorted(cast("Mapping[str, Any]", value).items())
        return ", ".join(f"{name} {_text_of(of)}" for name, of in knobs) or "-"
    if isinstance(value, list):
        return " ".join(map(str, cast("list[Any]", value))) or "-"
    return texts.number(value) if isinstance(value, float) else str(value)
