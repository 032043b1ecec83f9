"""Marks of versions whose quality has moved: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from muster.events.drift_events import DriftAlarmEnded, DriftAlarmRaised, RollbackAsked, Side
from muster.events.registry_commands import (
    CreateRef,
    CreateRepository,
    DeleteRef,
    DeleteRepository,
    MakeCommit,
    MoveRepository,
    PromoteVersion,
    RefKind,
    RepositoryType,
    Visibility,
)
from muster.events.registry_events import DriftEnded, VersionDrifts, VersionPromoted
from muster.registry.core.decisions import DECIDER
from muster.registry.core.references import EMPTY_ROOT
from muster.registry.core.state import REFS, ref_key
from muster.registry.core.versions import drifting
from muster.registry.core.versions.rows import version_rows
from muster.testkit.cores.deciding import Decisions, given
from muster.views.rows import Upsert

REPO: Final = "repo-aaaa"
ALARM: Final = "drift-0a1b2c3d4e5f"
ANN: Final[dict[str, Any]] = {
    "tenant": "acme",
    "requested_by": "ann",
    "teams": (),
    "roles": ("submitter",),
}
OPERATOR: Final[dict[str, Any]] = {**ANN, "roles": ("operator",)}
ENDED: Final = DriftAlarmEnded(
    alarm=ALARM, repository="acme/tiny", reason="back within the limits", at_ms=9_000, tenant="acme"
)


def begun() -> Decisions:
    """Return a core with a model that has one version."""
    created = CreateRepository(
        repository=REPO,
        repository_type=RepositoryType.MODEL,
        namespace="acme",
        name="tiny",
        visibility=Visibility.INTERNAL,
        **ANN,
    )
    return given(DECIDER).when(created)


def head(core: Decisions, branch: str = "main") -> str:
    """Return the head of a branch."""
    found = core.state.get(REFS, ref_key(REPO, RefKind.BRANCH, branch))
    assert found is not None
    return found


def alarm(commit: str, measure: str = "refusals", **changed: Any) -> DriftAlarmRaised:
    """Return an alarm about the model."""
    raised = DriftAlarmRaised(
        repository="acme/tiny",
        commit=commit,
        task="chat",
        segment="",
        alarm=ALARM,
        measure=measure,
        side=Side.HIGH,
        center=0.1,
        value=0.4,
        size=1.0,
        began_ms=5_000,
        began_after_ms=4_000,
        began_before_ms=6_000,
        at_ms=7_000,
        run_length=1_000.0,
        text="share of refusals rose",
        tenant="acme",
    )
    return replace(raised, **changed)


def mark(commit: str, *, rollback: bool = False) -> VersionDrifts:
    """Return the mark that follows from the alarm."""
    return VersionDrifts(
        repository=REPO,
        commit=commit,
        alarm=ALARM,
        measure="refusals",
        text="share of refusals rose",
        since_ms=5_000,
        rollback=rollback,
        tenant="acme",
    )


def end(commit: str) -> DriftEnded:
    """Return the fact that ends the mark."""
    return DriftEnded(
        alarm=ALARM, repository=REPO, commit=commit, reason="back within the limits", tenant="acme"
    )


def rollback_request(commit: str = "", **changed: Any) -> RollbackAsked:
    """Return a request for a rollback."""
    request = RollbackAsked(repository="acme/tiny", commit=commit, alarm=ALARM, reason="x", tenant="acme")
    return replace(request, **changed)


def promoted(core: Decisions, commit: str) -> Decisions:
    """Promote the version to production."""
    core.when(
        PromoteVersion(
            repository=REPO, commit=commit, pointer="production", reason="x", override=True, **OPERATOR
        )
    )
    assert isinstance(core.decided[0], VersionPromoted)
    return core


def committed(core: Decisions, branch: str) -> str:
    """Commit another version to a separate branch, and return the commit."""
    core.when(
        CreateRef(repository=REPO, kind=RefKind.BRANCH, name=branch, commit=head(core), message="", **ANN)
    )
    core.when(
        MakeCommit(
            repository=REPO,
            branch=branch,
            base=head(core, branch),
            parent=None,
            body_digest="d",
            title="again",
            description="",
            root=EMPTY_ROOT,
            files=(),
            deleted=(),
            trees=(),
            card=None,
            **ANN,
        )
    )
    return head(core, branch)


def marks(core: Decisions) -> list[object]:
    """Return all entities about alarms."""
    return [*core.state.scan(drifting.MARKS), *core.state.scan(drifting.MARKED)]


def test_an_alarm_marks_its_version_until_it_ends() -> None:
    core = begun()
    at = head(core)
    core.when(alarm(at)).then(mark(at))
    core.when(alarm(at)).then()
    core.when(ENDED).then(end(at))
    core.when(ENDED).then()
    assert marks(core) == []


def test_a_request_for_a_rollback_is_added_to_the_mark_once() -> None:
    core = begun()
    at = head(core)
    core.when(rollback_request(at)).then()
    core.when(alarm(at), rollback_request(at)).then(mark(at), mark(at, rollback=True))
    core.when(rollback_request(at)).then()
    core.when(ENDED).then(end(at))


def test_an_alarm_without_a_commit_marks_the_version_in_production() -> None:
    core = begun()
    first = head(core)
    core.when(alarm("")).then()
    promoted(core, first).when(alarm("")).then(mark(first))
    promoted(core, committed(core, "dev")).when(ENDED).then(end(first))


@pytest.mark.parametrize("measure", ["judge", "traffic"])
def test_alarms_of_the_judge_and_of_traffic_mark_nothing(measure: str) -> None:
    core = begun()
    core.when(alarm(head(core), measure)).then()
    core.when(ENDED).then()


@pytest.mark.parametrize(
    "changed",
    [
        {"commit": "0" * 40},
        {"repository": "acme/absent"},
        {"tenant": "globex"},
    ],
    ids=["unknown-version", "unknown-model", "other-organisation"],
)
def test_alarms_about_unknown_models_mark_nothing(changed: dict[str, Any]) -> None:
    core = begun()
    core.when(replace(alarm(head(core)), **changed)).then()


def test_a_data_set_of_the_same_name_is_not_marked() -> None:
    created = CreateRepository(
        repository=REPO,
        repository_type=RepositoryType.DATASET,
        namespace="acme",
        name="tiny",
        visibility=Visibility.INTERNAL,
        **ANN,
    )
    core = given(DECIDER).when(created)
    core.when(alarm(head(core))).then()


def test_alarms_of_other_organisations_end_no_mark() -> None:
    core = begun()
    core.when(alarm(head(core)))
    core.when(replace(ENDED, tenant="globex"), rollback_request(tenant="globex")).then()


def test_a_model_that_was_renamed_loses_its_mark_when_the_alarm_ends() -> None:
    core = begun()
    at = head(core)
    core.when(alarm(at))
    core.when(MoveRepository(repository=REPO, namespace="acme", name="small", **ANN))
    core.when(ENDED).then(end(at))


def test_a_marked_version_can_be_promoted() -> None:
    core = begun()
    core.when(alarm(head(core)))
    promoted(core, head(core))


def test_a_deleted_version_forgets_its_marks() -> None:
    core = begun()
    first, second = head(core), committed(core, "dev")
    core.when(alarm(first), alarm(second, alarm="drift-other"))
    core.when(DeleteRef(repository=REPO, kind=RefKind.BRANCH, name="dev", **ANN))
    assert [value for _, value in core.state.scan(drifting.MARKS)] == [mark(first)]
    core.when(replace(ENDED, alarm="drift-other")).then()
    core.when(ENDED).then(end(first))


def test_a_deleted_repository_forgets_its_marks() -> None:
    core = begun()
    core.when(alarm(head(core)))
    core.when(DeleteRepository(repository=REPO, **ANN))
    assert marks(core) == []
    core.when(ENDED).then()


def test_a_mark_and_its_end_are_one_row() -> None:
    key = {"repository": REPO, "commit": "c", "alarm": ALARM}
    columns = {
        "measure": "refusals",
        "text": "share of refusals rose",
        "since_ms": 5_000,
        "rollback": True,
    }
    assert version_rows(mark("c", rollback=True), 1, 1) == [Upsert("drifts", key, columns)]
    assert version_rows(end("c"), 2, 2) == [Upsert("drifts", key, {"ended": "back within the limits"})]
