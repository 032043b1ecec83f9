"""Labels that are removed. PURE.

RemoveLabels -> LabelsRemoved    those of them that exist

Nobody is shown a removed label, and no calibration counts it; what it was stays on the log. A judge whose
newest label is removed is as old as the newest that is left.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.eval.core.configs.violations import violations_of
from muster.eval.core.people.labels import LABELS_MAX, judged_results
from muster.eval.core.state import (
    CALIBRATED,
    JUDGED_RUNS,
    LABELLED,
    VERSIONS,
    Inputs,
    Outputs,
    labelled_key,
    version_key,
)
from muster.events.eval_commands import LabelReference, RemoveLabels
from muster.events.eval_events import LabelsRemoved, RemovedLabel
from muster.events.refusal import must_be
from muster.events.shared.command_answers import RejectionCode
from muster.golden.configs import PERSON, REASON_MAX
from muster.jobs.documents.refusal import InvalidDocument
from pydantic import BaseModel, ConfigDict, Field, ValidationError

_HASH: Final = r"^[0-9a-f]{64}$"


class ReferenceBody(BaseModel):
    """A label by its parts, as a list of labels has them."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    key: Annotated[str, Field(pattern=_HASH)]
    """Key of the answer."""
    answer: Annotated[str, Field(pattern=_HASH)]
    """SHA-256 of the answer."""
    person: Annotated[str, Field(pattern=PERSON)]
    """Name of the person who scored it."""


class RemovalBody(BaseModel):
    """Labels to remove."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    labels: Annotated[tuple[ReferenceBody, ...], Field(min_length=1, max_length=LABELS_MAX)]
    """Labels to remove; those that do not exist are passed over."""
    reason: Annotated[str, Field(max_length=REASON_MAX)] = ""
    """Why; it stands in the record."""


def parse_removal(text: bytes, tenant: str, requested_by: str) -> RemoveLabels:
    """Return the command of a request's body.

    Raises:
        InvalidDocument: The body is not a removal; each field that is wrong is named.
    """
    try:
        read = RemovalBody.model_validate_json(text)
    except ValidationError as error:
        raise InvalidDocument(violations_of(error, "")) from None
    return RemoveLabels(
        labels=tuple(
            LabelReference(key=each.key, answer=each.answer, person=each.person) for each in read.labels
        ),
        reason=read.reason,
        tenant=tenant,
        requested_by=requested_by,
    )


def removal_schema() -> dict[str, Any]:
    """Return the JSON Schema of a request's body."""
    return RemovalBody.model_json_schema()


def remove(state: Entities, given: Input[Inputs], command: RemoveLabels) -> Facts[Outputs]:
    """Remove labels."""
    if len(command.labels) > LABELS_MAX or len(command.reason) > REASON_MAX:
        allowed = f"at most {LABELS_MAX} labels and a reason of {REASON_MAX} characters"
        yield refuse(given, RejectionCode.INVALID, must_be("labels", len(command.labels), allowed))
        return
    found = [each for each in dict.fromkeys(command.labels) if _exists(state, command.tenant, each)]
    if not found:
        message = must_be("labels", "none that exists", "labels of your organisation")
        yield refuse(given, RejectionCode.NOT_FOUND, message)
        return
    removed = LabelsRemoved(
        labels=tuple(RemovedLabel(key=each.key, answer=each.answer, person=each.person) for each in found),
        reason=command.reason,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(removed, command.tenant, command.tenant)


def evolve(state: Changes, fact: LabelsRemoved) -> None:
    """Forget labels; judges are as old as the newest that is left of each."""
    times = set[int | None]()
    for each in fact.labels:
        key = labelled_key(fact.tenant, each.key, each.answer, each.person)
        times.add(state.get(LABELLED, key))
        state.delete(LABELLED, key)
    for key, at_ms in list(state.scan(CALIBRATED, prefix=f"{fact.tenant}/")):
        if at_ms not in times:
            continue
        newest = _newest(state, fact.tenant, key.removeprefix(f"{fact.tenant}/"))
        if newest is None:
            state.delete(CALIBRATED, key)
        else:
            state.put(CALIBRATED, key, newest)


def _exists(state: Entities, tenant: str, label: LabelReference) -> bool:
    return state.get(LABELLED, labelled_key(tenant, label.key, label.answer, label.person)) is not None


def _newest(state: Entities, tenant: str, judge: str) -> int | None:
    """Return the time of the newest label of answers that a judge has scored; None: there is none."""
    answers: set[str] = set()
    for key, scored_by in list(state.scan(JUDGED_RUNS)):
        repository, commit, run = key.split("/")
        if scored_by == judge and state.get(VERSIONS, version_key(repository, commit)) == tenant:
            answers.update(labelled_key(tenant, each.key, each.answer) for each in judged_results(state, run))
    times = [
        at_ms
        for key, at_ms in state.scan(LABELLED, prefix=f"{tenant}/")
        if f"{key.rpartition('/')[0]}/" in answers
    ]
    return max(times, default=None)
