"""Requests of operators about a node: labels and taints, maintenance windows, and that it goes.

As with jobs (records/spec.py), commands on `operator-commands` are validated by the same forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Self, TypeAlias, assert_never

from muster.events.operator_commands import (
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.values.ids import text_violations
from muster.jobs.values.quantities import format_duration, format_time
from muster.jobs.values.rules import (
    NODE_LABELS_MAX,
    Allowed,
    LabelKey,
    NodeLabels,
    Taints,
    Text,
    duration,
    moment,
    refuse,
)
from pydantic import AfterValidator, Field, model_validator

WINDOW_DAYS_MAX: Final = 366
_DAY_MS: Final = 86_400_000

NodeCommand: TypeAlias = (
    CordonNode | UncordonNode | DrainNode | UndrainNode | TagNode | ScheduleMaintenance | CancelMaintenance
    | ReclaimNode | SpareNode | CheckNode | ForgetNode
)  # fmt: skip

Moment: TypeAlias = Annotated[int, *moment()]
LabelKeys: TypeAlias = Annotated[
    tuple[LabelKey, ...],
    Field(max_length=NODE_LABELS_MAX),
    AfterValidator(lambda keys: tuple(sorted(set(keys)))),
    Allowed(f"a list of at most {NODE_LABELS_MAX} keys of labels"),
]


class TagRequest(Form):
    """Labels and taints of a node, in addition to those that it announces itself."""

    labels: NodeLabels = Field(default_factory=dict)
    """Labels to set; they override announced ones."""
    labels_removed: LabelKeys = ()
    """Keys of labels to remove that were set before."""
    taints: Taints = ()
    """Taints to set: jobs that do not tolerate them are no longer placed there."""
    taints_removed: Taints = ()
    """Taints to remove that were set before."""

    @model_validator(mode="after")
    def _something_and_no_contradiction(self) -> Self:
        for field, added, removed in (
            ("labels_removed", self.labels, self.labels_removed),
            ("taints_removed", self.taints, self.taints_removed),
        ):
            both = sorted(set(added) & set(removed))
            if both:
                raise refuse(
                    field=field, value=", ".join(both), allowed="none that is set by the same request"
                )
        if not (self.labels or self.labels_removed or self.taints or self.taints_removed):
            raise refuse(field="labels, taints", value="(absent)", allowed="at least one to set or remove")
        return self


class MaintenanceRequest(Form):
    """A maintenance window: the time for which a node is closed."""

    meant: ClassVar[Mapping[str, str]] = {"start": "starts_at", "end": "ends_at"}

    starts_at: Moment
    """Start of the window."""
    ends_at: Moment
    """End of the window."""
    reason: Text = ""
    """Reason, for people."""

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if not self.starts_at < self.ends_at <= self.starts_at + WINDOW_DAYS_MAX * _DAY_MS:
            allowed = f"after {format_time(self.starts_at)}, its start, by at most {WINDOW_DAYS_MAX} days"
            raise refuse(field="ends_at", value=format_time(self.ends_at), allowed=allowed)
        return self


class ReclaimRequest(Form):
    """That a node will be taken away."""

    remaining: Annotated[int, *duration("0s", "7d")]
    """Time until the node goes away."""
    reason: Text = ""
    """Reason, for people."""


def node_violations(command: NodeCommand) -> tuple[Violation, ...]:
    """The violations of a command about a node, except those of the node's name."""
    match command:
        case CordonNode(reason=reason) | DrainNode(reason=reason) | CheckNode(reason=reason):
            return text_violations(reason=reason)
        case UncordonNode() | UndrainNode() | CancelMaintenance() | SpareNode() | ForgetNode():
            return ()
        case TagNode():
            return _tag_violations(command)
        case ScheduleMaintenance():
            return _window_violations(command)
        case ReclaimNode(remaining_ms=remaining_ms, reason=reason):
            return _violations(ReclaimRequest, {"remaining": format_duration(remaining_ms), "reason": reason})
        case _:
            assert_never(command)


def _tag_violations(command: TagNode) -> tuple[Violation, ...]:
    fields = ("labels", "labels_removed", "taints", "taints_removed")
    datum = command.to_datum()
    return _violations(TagRequest, {field: datum[field] for field in fields})


def _window_violations(command: ScheduleMaintenance) -> tuple[Violation, ...]:
    """The window's violations by itself; the scheduler checks whether it is past."""
    written = {
        "starts_at": format_time(command.starts_at_ms),
        "ends_at": format_time(command.ends_at_ms),
        "reason": command.reason,
    }
    return _violations(MaintenanceRequest, written)


def _violations(form: type[Form], data: Mapping[str, object]) -> tuple[Violation, ...]:
    try:
        filled(form, data)
    except InvalidDocument as error:
        return error.violations
    return ()
