"""Decisions about runs, versions, aliases and descriptions of repositories."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from muster.deciding import Input
from muster.events.eval_events import GateDecided, GateVerdict
from muster.events.registry_commands import (
    ChangeRun,
    ChangeVersion,
    CreateRef,
    CreateRepository,
    CreateRun,
    DeleteRef,
    DeleteRepository,
    DescribeRepository,
    Label,
    MakeCommit,
    MoveRepository,
    RefKind,
    RegisterVersion,
    RepositoryType,
    RunKind,
    RunStatus,
    SetAlias,
    Visibility,
)
from muster.events.registry_events import (
    AliasSet,
    CommitMade,
    CommitReleased,
    RefDeleted,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryDescribed,
    RepositoryMoved,
    RunChanged,
    RunCreated,
    VersionChanged,
    VersionRegistered,
)
from muster.events.run_events import MetricPoint, MetricsLogged
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.registry.core.decisions import DECIDER
from muster.registry.core.references import EMPTY_ROOT
from muster.registry.core.repositories import repositories
from muster.registry.core.state import NAMES
from muster.registry.core.tracking.entities import ALIASES, PARAMS, RUNS, VERSIONS
from muster.registry.core.tracking.rows import metric_rows
from muster.testkit.cores.deciding import Decisions, given

T = TypeVar("T")

EXPERIMENT, MODEL = "repo-aaaa", "repo-bbbb"
RUN, LOGGED = "1" * 32, f"m-{'2' * 32}"
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
CAT: dict[str, Any] = {"tenant": "globex", "requested_by": "cat", "teams": (), "roles": ("submitter",)}
BY: dict[str, Any] = {"tenant": "acme", "requested_by": "acme/ann"}


def repository(id_: str, type_: RepositoryType, name: str) -> CreateRepository:
    return CreateRepository(
        repository=id_,
        repository_type=type_,
        namespace="acme",
        name=name,
        visibility=Visibility.INTERNAL,
        **ANN,
    )


def run(id_: str = RUN, kind: RunKind = RunKind.RUN, **changes: Any) -> CreateRun:
    fields: dict[str, Any] = {
        "repository": EXPERIMENT,
        "run": id_,
        "kind": kind,
        "name": "first",
        "model_type": "",
        "source_run": "",
        "started_at_ms": 7,
        "params": (),
        "tags": (),
        **ANN,
    }
    return CreateRun(**{**fields, **changes})


def version(commit: str, **changes: Any) -> RegisterVersion:
    fields: dict[str, Any] = {
        "repository": MODEL,
        "commit": commit,
        "source": f"models:/{LOGGED}",
        "run": RUN,
        "model": LOGGED,
        "run_link": "",
        "description": "",
        "tags": (),
        **ANN,
    }
    return RegisterVersion(**{**fields, **changes})


def begun() -> Decisions:
    """Return a core with an experiment and a model; the latest decision is the experiment's."""
    return given(DECIDER).when(
        repository(MODEL, RepositoryType.MODEL, "iris"),
        repository(EXPERIMENT, RepositoryType.EXPERIMENT, "Which flower?"),
    )


def first_commit(core: Decisions) -> str:
    [commit] = [fact.commit for fact in core.decided if isinstance(fact, RepositoryCreated)][:1]
    return commit


def decided(core: Decisions, kind: type[T]) -> T:
    [fact] = core.decided
    assert isinstance(fact, kind), fact
    return fact


def refused(core: Decisions) -> RejectionCode:
    return decided(core, CommandRejected).code


def test_a_run_is_created_and_changed_and_its_parameters_are_set_once() -> None:
    core = begun()
    lr = (Label(name="lr", value="0.1"),)
    core.when(run(params=lr)).then(
        RunCreated(
            repository=EXPERIMENT,
            run=RUN,
            kind=RunKind.RUN,
            name="first",
            model_type="",
            source_run="",
            started_at_ms=7,
            params=lr,
            tags=(),
            **BY,
        )
    )
    again = ChangeRun(
        repository=EXPERIMENT, run=RUN, params=lr, status=RunStatus.FINISHED, ended_at_ms=9, **ANN
    )
    core.when(again).then(
        RunChanged(repository=EXPERIMENT, run=RUN, params=lr, status=RunStatus.FINISHED, ended_at_ms=9, **BY)
    )
    other = decided(core.when(replace(again, params=(Label(name="lr", value="0.2"),))), CommandRejected)
    assert (other.code, "set only once" in other.message) == (RejectionCode.INVALID, True)
    assert core.state.get(PARAMS, f"{RUN}/lr") == "0.1"
    assert refused(core.when(run())) is RejectionCode.ALREADY_EXISTS


def test_a_logged_model_belongs_to_the_experiment_of_its_run() -> None:
    core = begun().when(run())
    logged = run(LOGGED, RunKind.MODEL, source_run=RUN)
    assert decided(core.when(logged), RunCreated).source_run == RUN
    ready = ChangeRun(repository=EXPERIMENT, run=LOGGED, status=RunStatus.READY, **ANN)
    decided(core.when(ready), RunChanged)
    for wrong in (
        replace(ready, status=RunStatus.FINISHED),
        replace(ready, run=RUN),
        replace(logged, run="3" * 32),
        replace(logged, run=f"m-{'4' * 32}", source_run="5" * 32),
        run("x"),
        run("6" * 32, name="n" * 501),
        run("6" * 32, repository=MODEL),
    ):
        assert refused(core.when(wrong)) is RejectionCode.INVALID, wrong


def test_deleted_runs_reject_changes_until_they_are_restored() -> None:
    core = begun().when(run())
    gone = ChangeRun(repository=EXPERIMENT, run=RUN, removed=True, **ANN)
    decided(core.when(gone), RunChanged)
    tagged = ChangeRun(repository=EXPERIMENT, run=RUN, tags=(Label(name="a", value="b"),), **ANN)
    assert refused(core.when(tagged)) is RejectionCode.WRONG_STATE
    core.when(replace(gone, removed=False))
    decided(core.when(tagged), RunChanged)
    archived = DescribeRepository(repository=EXPERIMENT, archived=True, **ANN)
    core.when(archived).then(RepositoryDescribed(repository=EXPERIMENT, archived=True, **BY))
    assert refused(core.when(run("7" * 32))) is RejectionCode.WRONG_STATE
    core.when(replace(archived, archived=False))
    decided(core.when(run("7" * 32)), RunCreated)
    assert refused(core.when(replace(archived, repository=MODEL))) is RejectionCode.INVALID


def test_runs_of_a_deleted_experiment_reject_changes_until_it_is_restored() -> None:
    core = begun().when(run(), run(LOGGED, RunKind.MODEL, source_run=RUN))
    deleted = DescribeRepository(repository=EXPERIMENT, archived=True, **ANN)
    core.when(deleted)
    tags = (Label(name="a", value="b"),)
    changes = (
        ChangeRun(repository=EXPERIMENT, run=RUN, tags=tags, **ANN),
        ChangeRun(repository=EXPERIMENT, run=RUN, removed=True, **ANN),
        ChangeRun(repository=EXPERIMENT, run=LOGGED, status=RunStatus.READY, **ANN),
        DescribeRepository(repository=EXPERIMENT, tags=tags, **ANN),
        MoveRepository(repository=EXPERIMENT, namespace="acme", name="other", **ANN),
    )
    for change in changes:
        assert refused(core.when(change)) is RejectionCode.WRONG_STATE, change
    core.when(replace(deleted, archived=False))
    for change in changes:
        assert not isinstance(core.when(change).decided[0], CommandRejected), change


def test_experiments_whose_names_differ_in_case_are_distinct() -> None:
    base = repository("repo-cccc", RepositoryType.EXPERIMENT, "Base")
    lower = replace(base, repository="repo-dddd", name="base")
    core = given(DECIDER).when(base, lower)
    assert [type(each) for each in core.decided] == [RepositoryCreated, RepositoryCreated]
    for again in (base, lower):
        assert refused(core.when(replace(again, repository="repo-eeee"))) is RejectionCode.ALREADY_EXISTS
    moved = MoveRepository(repository="repo-dddd", namespace="acme", name="BASE", **ANN)
    decided(core.when(moved), RepositoryMoved)
    decided(core.when(replace(lower, repository="repo-eeee")), RepositoryCreated)
    core.when(DeleteRepository(repository="repo-cccc", **ANN))
    decided(core.when(replace(base, repository="repo-ffff")), RepositoryCreated)
    models = given(DECIDER).when(replace(base, repository_type=RepositoryType.MODEL))
    assert refused(models.when(replace(lower, repository_type=RepositoryType.MODEL))) is (
        RejectionCode.ALREADY_EXISTS
    )


def test_experiments_stored_under_a_folded_name_keep_it() -> None:
    state = given(DECIDER).when(repository("repo-cccc", RepositoryType.EXPERIMENT, "Base")).state
    state.delete(NAMES, "experiment/acme/Base")
    state.put(NAMES, "experiment/acme/base", "repo-cccc")

    def answer(command: CreateRepository | DeleteRepository) -> object:
        said = Input(
            topic="inputs",
            event_id="event",
            key="key",
            correlation_id="correlation",
            payload=command,
            about=DECIDER.about(command),
        )
        (fact,) = DECIDER.decide(state, said, 1)
        return fact.payload

    again = repository("repo-dddd", RepositoryType.EXPERIMENT, "Base")
    assert isinstance(answer(again), CommandRejected)
    assert isinstance(answer(replace(again, name="BASE")), RepositoryCreated)
    gone = answer(DeleteRepository(repository="repo-cccc", **ANN))
    assert isinstance(gone, RepositoryDeleted)
    repositories.evolve_deleted(state, gone)
    assert isinstance(answer(again), RepositoryCreated)


def test_other_organisations_see_and_change_nothing() -> None:
    core = begun().when(run())
    tagged = ChangeRun(repository=EXPERIMENT, run=RUN, tags=(Label(name="a", value="b"),), **CAT)
    alias = SetAlias(repository=MODEL, alias="champion", version=1, **CAT)
    for theirs in (run("8" * 32, **CAT), tagged, alias, version("c" * 40, **CAT)):
        assert refused(core.when(theirs)) is RejectionCode.NOT_FOUND
    elsewhere = ChangeRun(repository=MODEL, run=RUN, removed=True, **ANN)
    assert refused(core.when(elsewhere)) is RejectionCode.NOT_FOUND  # it is a run of another repository


def test_versions_are_numbered_and_have_stages_and_aliases() -> None:
    core = begun()
    commit = first_commit(core)
    assert decided(core.when(version(commit)), VersionRegistered).version == 1
    assert decided(core.when(version(commit)), VersionRegistered).version == 2
    staged = ChangeVersion(repository=MODEL, version=1, stage="Production", **ANN)
    decided(core.when(staged), VersionChanged)
    core.when(replace(staged, version=2, archive_others=True)).then(
        VersionChanged(repository=MODEL, version=2, stage="Production", **BY),
        VersionChanged(repository=MODEL, version=1, stage="Archived", **BY),
    )
    champion = SetAlias(repository=MODEL, alias="Champion", version=2, **ANN)
    core.when(champion).then(AliasSet(repository=MODEL, alias="champion", version=2, **BY))
    gone = ChangeVersion(repository=MODEL, version=2, removed=True, **ANN)
    decided(core.when(gone), VersionChanged)
    assert core.state.get(ALIASES, f"{MODEL}/champion") is None
    assert refused(core.when(gone)) is RejectionCode.NOT_FOUND
    assert refused(core.when(champion)) is RejectionCode.NOT_FOUND
    assert decided(core.when(version(commit)), VersionRegistered).version == 3  # 2 is not given again
    none = SetAlias(repository=MODEL, alias="champion", **ANN)
    assert decided(core.when(none), AliasSet).version is None
    assert refused(core.when(version("d" * 40))) is RejectionCode.NOT_FOUND
    assert refused(core.when(replace(staged, stage="Limbo"))) is RejectionCode.INVALID
    assert refused(core.when(version(commit, repository=EXPERIMENT))) is RejectionCode.INVALID


@pytest.mark.parametrize("alias", ["", "latest", "V3", "a b", "a/b", "-a", "a" * 256, "ä"])
def test_invalid_aliases_are_rejected(alias: str) -> None:
    core = begun()
    commit = first_commit(core)
    core.when(version(commit))
    assert (
        refused(core.when(SetAlias(repository=MODEL, alias=alias, version=1, **ANN))) is RejectionCode.INVALID
    )


def test_the_production_alias_requires_passed_gates() -> None:
    core = begun()
    commit = first_commit(core)
    core.when(version(commit))
    named = SetAlias(repository=MODEL, alias="Production", version=1, **ANN)
    assert refused(core.when(named)) is RejectionCode.WRONG_STATE
    passed = GateDecided(
        run="eval-1",
        repository=MODEL,
        commit=commit,
        gate="release",
        verdict=GateVerdict.PASSED,
        reason="as the thresholds say",
        config_digest="d",
        tenant="acme",
    )
    core.when(passed)
    core.when(named).then(AliasSet(repository=MODEL, alias="production", version=1, **BY))


def test_a_version_keeps_its_commit_until_it_is_removed() -> None:
    core = begun()
    base = first_commit(core)
    dev = CreateRef(repository=MODEL, kind=RefKind.BRANCH, name="dev", commit=base, message="", **ANN)
    made = MakeCommit(
        repository=MODEL,
        branch="dev",
        base=base,
        parent=None,
        body_digest="d1",
        title="again",
        description="",
        root=EMPTY_ROOT,
        files=(),
        deleted=(),
        trees=(),
        card=None,
        **ANN,
    )
    commit = decided(core.when(dev).when(made), CommitMade).commit
    core.when(version(commit))
    core.when(DeleteRef(repository=MODEL, kind=RefKind.BRANCH, name="dev", **ANN))
    assert [type(fact) for fact in core.decided] == [
        RefDeleted
    ]  # no branch leads to it, but the version does
    core.when(ChangeVersion(repository=MODEL, version=1, removed=True, **ANN))
    assert [type(fact) for fact in core.decided] == [VersionChanged, CommitReleased]
    core.when(version(base)).when(DeleteRepository(repository=MODEL, **ANN))
    assert [type(fact) for fact in core.decided] == [RepositoryDeleted, CommitReleased]
    assert not list(core.state.scan(VERSIONS, prefix=MODEL))


@pytest.mark.parametrize("name", ["", " a", "a\n", "a" * 251])
def test_invalid_experiment_names_are_rejected(name: str) -> None:
    wrong = repository("repo-cccc", RepositoryType.EXPERIMENT, name)
    assert refused(given(DECIDER).when(wrong)) is RejectionCode.INVALID


def test_invalid_labels_are_rejected() -> None:
    core = begun().when(run())
    for labels in (
        (Label(name="a", value="1"), Label(name="a", value="2")),
        (Label(name="a\n", value="1"),),
        (Label(name="a", value="1" * 8_001),),
        tuple(Label(name=f"{number}", value="") for number in range(2_001)),
        tuple(Label(name=f"{number}", value="x" * 8_000) for number in range(126)),
    ):
        change = ChangeRun(repository=EXPERIMENT, run=RUN, tags=labels, **ANN)
        assert refused(core.when(change)) is RejectionCode.INVALID
    assert core.state.get(RUNS, RUN) is not None


def test_a_repeated_metric_value_is_the_same_row() -> None:
    values = (0.5, math.nan, math.inf, -math.inf)
    points = tuple(MetricPoint(name="loss", value=value, at_ms=1, step=1) for value in values)
    logged = MetricsLogged(repository=EXPERIMENT, run=RUN, points=points, **BY)
    envelope = Envelope(
        event_id="e", key=RUN, occurred_at_ms=1, producer="mlflow", correlation_id="c", payload=logged
    )
    told = Delivery(Position("run-events", 0, 0), 1, envelope)
    rows = list(metric_rows(told))
    assert [row.key["value"] for row in rows] == [0.5, "NaN", "Infinity", "-Infinity"]
    assert {row.identity() for row in (*rows, *metric_rows(told))} == {row.identity() for row in rows}
