"""`muster drift alarms`, `samples` and `ack`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import decided, service
from muster.client.cli.receipts import tell
from muster.drift.cli.figures import LINE, moment
from muster.drift.cli.options import AlarmArgument
from muster.terminal import output
from muster.terminal.escaping import visible, visible_lines
from muster.terminal.messages import next_command, say
from muster.terminal.output import Column, Format, OutputOption, View, show_one


def list_alarms(
    alarm: Annotated[
        str | None, typer.Argument(metavar="[ALARM]", help="Id of an alarm; without it alarms are listed.")
    ] = None,
    *,
    repository: Annotated[
        str, typer.Option("--repository", "-r", help="List only alarms of this model, NAMESPACE/NAME.")
    ] = "",
    ended: Annotated[bool, typer.Option("--all", "-a", help="Include alarms that have ended.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1_000, help="Number of alarms.")] = 100,
    how: OutputOption = Format.TABLE,
) -> None:
    """List alarms, newest first, or show one with its worst samples.

    WORST is the lowest score among the samples that an alarm names, and their number.

    Examples:
        muster drift alarms
        muster drift alarms -r acme/answers --all
        muster drift alarms drift-0a1b2c3d4e5f
    """
    if alarm is not None:
        _show_alarm(service("drift").json("GET", f"/v1/drift-alarms/{alarm}"), how)
        return
    query = {"repository": repository, "ended": str(ended).lower()}
    found = service("drift").listed("/v1/drift-alarms", query=query, limit=limit)["items"]
    output.show(found, _ALARMS, how)
    if how.for_people and any(each["worst"] for each in found):
        next_command("muster drift alarms ALARM   its worst samples")


def samples(alarm: AlarmArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show the worst samples of an alarm, with question and answer.

    Texts are redacted as the server kept them, and long ones are cut; -o json has all of them. Samples of
    forgotten users are left out.

    Examples:
        muster drift samples drift-0a1b2c3d4e5f
        muster drift samples drift-0a1b2c3d4e5f -o json
    """
    found = service("drift").json("GET", f"/v1/drift-alarms/{alarm}/samples")
    if not how.for_people:
        show_one(found, alarm, how)
        return
    if not found["samples"]:
        say("the alarm names no sample that may be shown")
    output.write("\n\n".join("\n".join(_sample(each)) for each in found["samples"]))
    output.write("\n" if found["samples"] else "")


def ack(
    alarm: AlarmArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Reason, for the record.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Acknowledge an alarm, so that others know it is being handled.

    Examples:
        muster drift ack drift-0a1b2c3d4e5f --reason "new prompt since noon"
    """
    path = f"/v1/drift-alarms/{alarm}/acknowledgement"
    outcome = decided("drift", "PUT", path, query={"reason": reason})
    tell(outcome, f"{alarm} is acknowledged", "muster drift alarms", alarm, how, by="the drift service")


def _show_alarm(found: Mapping[str, Any], how: Format) -> None:
    if not how.for_people:
        show_one(found, found["alarm"], how)
        return
    began = f"{moment(found['began'])}, between {moment(found['began_after'])} and "
    lines = [
        *wrap(found["text"], LINE),
        "",
        f"state     {_state(found)}",
        f"began     {began}{moment(found['began_before'])} (90 %)",
        f"raised    {moment(found['at'])}",
    ]
    if found["ended"]:
        lines.append(f"ended     {moment(found['ended'])}: {found['ended_reason']}")
    if found["known_to"]:
        lines.append(f"known to  {found['known_to']}: {found['known_reason'] or 'no reason given'}")
    if found["rollback"]:
        lines.append("rollback  asked for: the version is to be taken back")
    output.write("\n".join(lines) + "\n")
    if found["worst"]:
        output.write("\n")
        output.show(found["worst"], _WORST, how)
        next_command(f"muster drift samples {found['alarm']}   what was asked and answered")


def _sample(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a sample; nothing in its texts moves the cursor or looks like another sample."""
    served = "" if found["model"] is None else f"  {visible(found['model'])}, {found['latency_ms']:,} ms"
    yield f"{visible(found['sample'])}  score {found['score']:.2f}  {moment(found['at'])}{served}"
    if found["texts"] != "kept":
        yield f"  {_WITHOUT[found['texts']]}"
        return
    for number, text in enumerate(found["sources"], 1):
        yield from _quoted(f"source {number}", text)
    for each in found["conversation"]:
        yield from _quoted(each["role"], each["content"])
    yield from _quoted("answer", found["answer"])


def _quoted(title: str, text: str) -> Iterator[str]:
    yield f"  {visible(title)}:"
    yield from (f"    {line}" for line in visible_lines(text).split("\n"))


def _state(row: Mapping[str, Any]) -> str:
    if row["ended"]:
        return "ended"
    state = "known" if row["known_to"] else "OPEN"
    return f"{state}, rollback" if row["rollback"] else state


def _worst(row: Mapping[str, Any]) -> str:
    return f"{row['worst'][0]['score']:.2f} of {len(row['worst'])}" if row["worst"] else "-"


_WITHOUT: Final = {
    "gone": "texts are gone: samples are kept for 7 days",
    "none": "no texts: the server kept none",
}
"""Why a sample has no texts."""

_WORST: View[Mapping[str, Any]] = View(
    columns=(
        Column("SAMPLE", lambda row: row["sample"]),
        Column("SCORE", lambda row: f"{row['score']:.2f}", right=True),
        Column("TIME", lambda row: moment(row["at"])),
    ),
    raw=dict,
    name=lambda row: row["sample"],
)


_ALARMS: View[Mapping[str, Any]] = View(
    columns=(
        Column("ALARM", lambda row: row["alarm"]),
        Column("STATE", _state),
        Column("BEGAN", lambda row: row["began"][:16]),
        Column("RAISED", lambda row: row["at"][:16], drop=1),
        Column("WORST", _worst, drop=3),
        Column("WHAT", lambda row: row["text"], least=30),
        Column("KNOWN TO", lambda row: row["known_to"] or "-", drop=2),
        Column("BY", lambda row: row["known_reason"] or "", wide=True),
    ),
    raw=dict,
    name=lambda row: row["alarm"],
    empty="no open alarm",
)
