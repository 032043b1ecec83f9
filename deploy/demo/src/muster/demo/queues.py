"""The queues of the demo: the trace's service classes as a tree of queues, applied from a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from muster.client import Client
from muster.client.documents import queuefile, user_input
from muster.submit.cli.queues import carried_out
from muster.submit.cli.queues import tree as queue_tree
from muster.terminal.output import plain_table

_COLUMNS: Final = ("QUEUE", "USED", "GUARANTEED", "MAX", "BORROWED", "LENT", "SHARE", "DUE", "RUN", "WAIT")


def apply(client: Client, file: Path) -> str:
    """Create the queues of a file; returns how many were created, and how many already existed.

    Raises:
        MusterError: a queue was refused.
        OSError: the file cannot be read.
    """
    wanted = queuefile.read_tree(user_input.read_bytes(file), origin=str(file))
    done = carried_out.carry_out(client, queuefile.plan(wanted, client.queues()))
    for each in done:
        if each.error is not None:
            raise each.error
    return carried_out.summary(done)


def table(client: Client) -> list[str]:
    """The current tree as `muster queue tree` prints it, without columns that no queue of the demo uses."""
    view = queue_tree.view()
    columns = tuple(column for column in view.columns if column.title in _COLUMNS)
    lines = queue_tree.lines(client.queue_tree())
    return plain_table(lines, replace(view, columns=columns)).splitlines()
