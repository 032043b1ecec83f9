"""`muster cost split`."""

from __future__ import annotations

from typing import Any

from muster.client.cli import connect
from muster.client.cli.connect import JobArgument, client
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View


def split(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show the cost of a shared replica, split by consumer.

    Each hour is split by the consumers' tokens, weighted as the rate card says; the parts add up to the cent.
    Hours without reported usage are a part of their own.

    Examples:
        muster cost split chat-replica
    """
    answer = client().cost_split(connect.job(reference).job_id)
    parts = [{"currency": each["currency"], **part} for each in answer["splits"] for part in each["parts"]]
    output.show(parts, _PARTS, how)
    if how.for_people:
        for each in answer["splits"]:
            say(f"together {each['charged']} {each['currency']}".strip())


def _raw(part: dict[str, Any]) -> dict[str, Any]:
    return part


_PARTS: View[dict[str, Any]] = View(
    columns=(
        Column("CONSUMER", lambda each: each["consumer"] or "(not reported)"),
        Column("PROMPT", lambda each: f"{each['prompt_tokens']:,}", right=True, drop=2),
        Column("OUTPUT", lambda each: f"{each['output_tokens']:,}", right=True, drop=2),
        Column("RATIO", lambda each: each["ratio"], right=True),
        Column("COST", lambda each: each["cost"], right=True, drop=1),
        Column("CHARGED", lambda each: f"{each['charged']} {each['currency']}".strip(), right=True),
    ),
    raw=_raw,
    name=lambda each: each["consumer"] or "",
    empty="no cost so far",
)
