"""`muster queue apply`: carry out the steps of a file and report the result for each queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from muster.client.cli.receipts import SETTLED_WITHIN_S
from muster.client.errors import MusterError, Unauthorized, Unavailable
from muster.terminal.output import Column, Json, View

if TYPE_CHECKING:
    from muster.client.documents.queuefile import Step
    from muster.client.sync.client import Client

_BAD_TREE: Final = "/problems/bad-tree"
_DONE: Final = {"create": "created", "configure": "configured", "keep": "unchanged"}
_STYLES: Final = {"created": "green", "configured": "yellow", "unchanged": "dim", "refused": "red"}


@dataclass(frozen=True, slots=True)
class Done:
    """Result for one queue: created, configured, unchanged, refused or pending."""

    step: Step
    result: str
    error: MusterError | None = None


def dry(steps: Sequence[Step]) -> list[Done]:
    """Return the results that the steps would have if none were refused."""
    return [Done(step, _DONE[step.action]) for step in steps]


def carry_out(client: Client, steps: Sequence[Step]) -> list[Done]:
    """Carry out the steps; a refusal does not stop the others.

    The order in which guarantees can move from one queue to another depends on the whole tree, and only the
    scheduler knows what fits at each moment. So steps refused because of the tree are retried as long as
    another step succeeds.

    Raises:
        Unauthorized, Unavailable: every step would fail the same way.
    """
    done = {step.name: Done(step, "refused") for step in steps}
    left = list(steps)
    while left:
        for step in left:
            done[step.name] = _carried_out(client, step)
        again = [step for step in left if _of_the_tree(done[step.name])]
        if len(again) == len(left):
            break
        left = again
    return list(done.values())


def _carried_out(client: Client, step: Step) -> Done:
    if step.action == "keep":
        return Done(step, _DONE[step.action])
    try:
        if step.action == "create":
            receipt = client.create_queue(step.name, description=step.description, settings=step.settings)
        else:
            receipt = client.configure_queue(step.name, step.settings, if_match=step.etag)
        outcome = client.settled(receipt.command_id, wait_s=SETTLED_WITHIN_S)
    except (Unauthorized, Unavailable):
        raise
    except MusterError as error:
        return Done(step, "refused", error)
    return Done(step, "pending" if outcome == "pending" else _DONE[step.action])


def _of_the_tree(done: Done) -> bool:
    return done.error is not None and done.error.problem_type == _BAD_TREE


def view() -> View[Done]:
    """Return the table view of the results."""
    return View(
        columns=(
            Column("QUEUE", lambda d: d.step.name),
            Column("RESULT", lambda d: d.result, style=lambda d: _STYLES.get(d.result, "")),
            Column("WHAT", _what),
        ),
        raw=_raw,
        name=lambda d: d.step.name,
    )


def summary(done: Sequence[Done]) -> str:
    """Count the queues by result."""
    counts = Counter(each.result for each in done)
    return ", ".join(f"{count} {result}" for result, count in counts.items())


def exit_code(done: Sequence[Done]) -> int:
    """Return the exit code of the first refusal; 0 if nothing was refused."""
    return next((each.error.exit_code for each in done if each.error), 0)


def _what(done: Done) -> str:
    """Describe the refusal, or the changes from the previous settings or from a new queue's defaults."""
    if done.error:
        return done.error.message
    if done.step.action == "create":
        return ", ".join(f"{change.field} {change.after}" for change in done.step.changes)
    return ", ".join(map(str, done.step.changes))


def _raw(done: Done) -> Json:
    changes = [{"field": c.field, "from": c.before, "to": c.after} for c in done.step.changes]
    error = {"error": done.error.message} if done.error else {}
    return {"name": done.step.name, "result": done.result, "changes": changes, **error}
