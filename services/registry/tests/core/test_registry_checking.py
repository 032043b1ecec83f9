"""Findings about stored bytes become facts if the object still has the key that was read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    Finding,
    ObjectKind,
    ObjectState,
    ObjectUpload,
    RecordChecks,
    RepositoryType,
    ReserveUploads,
    Visibility,
)
from muster.events.registry_events import ObjectsChecked
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.storage.checking import AT_ONCE
from muster.registry.core.storage.uploads import copies_prefix
from muster.testkit.cores.deciding import Decisions, given

ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
REPO: Final = "repo-aaaa"
OBJECT: Final = f"lfs/{'a' * 64}"
KEY: Final = f"{copies_prefix(OBJECT, 'upload-1')}x"
DAMAGED: Final = Finding(object=OBJECT, object_key=KEY, state=ObjectState.DAMAGED, detail="other bytes")


def stored() -> Decisions:
    """Return a core with an uploaded object."""
    repository = CreateRepository(
        repository=REPO,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name="tiny",
        visibility=Visibility.INTERNAL,
        **ANN,
    )
    upload = ObjectUpload(upload="upload-1", kind=ObjectKind.LFS, hash="a" * 64, size_bytes=1)
    return given(DECIDER).when(
        repository,
        ReserveUploads(repository=REPO, uploads=(upload,), **ANN),
        ConfirmUpload(repository=REPO, upload="upload-1", object_key=KEY, **ANN),
    )


def checks(*findings: Finding) -> RecordChecks:
    return RecordChecks(findings=findings, tenant="muster", requested_by="registry")


def test_findings_about_stored_objects_become_facts() -> None:
    absent = f"lfs/{'b' * 64}"
    others = (
        replace(DAMAGED, object_key=f"{copies_prefix(OBJECT, 'upload-2')}x"),
        replace(DAMAGED, object=absent, object_key=f"{copies_prefix(absent, 'upload-1')}x"),
    )
    stored().when(checks(*others, DAMAGED)).then(fact(DAMAGED, summary=f"{OBJECT}: other bytes"))


def test_findings_about_nothing_that_lies_there_change_nothing() -> None:
    elsewhere = replace(DAMAGED, object_key=f"{copies_prefix(OBJECT, 'upload-2')}x")
    (answer,) = stored().when(checks(elsewhere)).decided
    assert isinstance(answer, CommandRepeated)


def test_a_fact_has_findings_of_one_state_and_says_the_first_in_words() -> None:
    sound = replace(DAMAGED, state=ObjectState.SOUND, detail="restored from x")
    damaged = (DAMAGED, replace(DAMAGED, detail=""), DAMAGED, DAMAGED)
    stored().when(checks(sound, *damaged)).then(
        fact(sound, summary=f"{OBJECT}: restored from x"),
        fact(*damaged, summary=f"{OBJECT}: other bytes; {OBJECT}; {OBJECT}: other bytes; and 1 more"),
    )


def fact(*findings: Finding, summary: str) -> ObjectsChecked:
    return ObjectsChecked(
        findings=findings,
        tenant="muster",
        requested_by="registry",
        state=findings[0].state,
        summary=summary,
    )


@pytest.mark.parametrize(
    "findings", [(), (DAMAGED,) * (AT_ONCE + 1), (replace(DAMAGED, object_key="registry/lfs/other"),)]
)
def test_invalid_findings_are_rejected(findings: tuple[Finding, ...]) -> None:
    (refused,) = stored().when(checks(*findings)).decided
    assert isinstance(refused, CommandRejected)
    assert refused.code is RejectionCode.INVALID
