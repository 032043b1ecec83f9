"""Verdicts of scanners and gates about versions: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.eval_events import EvalScore, GateDecided, GateVerdict, ScoresMeasured
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRef,
    CreateRepository,
    DeleteRef,
    DeleteRepository,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    PromoteVersion,
    QuarantineRepository,
    RefKind,
    ReleaseRepository,
    RepositoryType,
    ReserveUploads,
    ScanPolicy,
    SetScanPolicy,
    TreeAdded,
    Visibility,
    WithdrawVersion,
)
from muster.events.registry_events import (
    CommitMade,
    ContentScanned,
    RepositoryQuarantined,
    RepositoryReleased,
    ScanPolicySet,
    VersionGated,
    VersionPromoted,
    VersionScored,
    VersionWithdrawn,
)
from muster.events.scan_events import ScanCompleted, ScanStarted, ScanVerdict
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core import contents, quarantine
from muster.registry.core.decisions import CONCERNS, DECIDER
from muster.registry.core.state import COMMITS, REFS, commit_key, ref_key
from muster.registry.core.versions import gates, promotion, verdicts
from muster.registry.core.versions.promotion import GATE_NOT_PASSED
from muster.testkit.cores.deciding import Decisions, given

REPO, OTHER = "repo-aaaa", "repo-bbbb"
PICKLE, ROOT = "a" * 64, "b" * 64
CONTENT = f"lfs/{PICKLE}"
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
OPERATOR: dict[str, Any] = {**ANN, "requested_by": "ops", "roles": ("operator",)}
REVIEWER: dict[str, Any] = {**ANN, "requested_by": "rev", "roles": ("reviewer",)}
BAD = ScanCompleted(
    scan="scan-1",
    object=CONTENT,
    content_sha256=PICKLE,
    rules_version="1",
    verdict=ScanVerdict.MALICIOUS,
    reason="it calls os.system",
    findings=1,
)
TOLD = ContentScanned(
    object=CONTENT,
    content_sha256=PICKLE,
    verdict=ScanVerdict.MALICIOUS,
    reason="it calls os.system",
    findings=1,
    scan="scan-1",
    rules_version="1",
    last="",
    ended=True,
)
CLOSED = RepositoryQuarantined(
    repository=REPO,
    reason="it calls os.system",
    full_name="acme/aaaa",
    owner="acme/ann",
    tenant="acme",
    requested_by="scanner",
    object=CONTENT,
    path="model.pkl",
    verdict=ScanVerdict.MALICIOUS,
    scan="scan-1",
    rules_version="1",
)
RELEASE = ReleaseRepository(repository=REPO, reason="it is ours", object=CONTENT, **REVIEWER)


def created(core: Decisions, repository: str) -> Decisions:
    return core.when(
        CreateRepository(
            repository=repository,
            repository_type=RepositoryType.MODEL,
            namespace="acme",
            name=repository.removeprefix("repo-"),
            visibility=Visibility.INTERNAL,
            **ANN,
        )
    )


def head(core: Decisions, repository: str = REPO, branch: str = "main") -> str:
    found = core.state.get(REFS, ref_key(repository, RefKind.BRANCH, branch))
    assert found is not None
    return found


def with_pickle(
    core: Decisions, repository: str = REPO, path: str = "model.pkl", branch: str = "main"
) -> Decisions:
    """Commit one file, with the same bytes in every repository."""
    rooms = ((ObjectKind.LFS, PICKLE, 100), (ObjectKind.TREE, ROOT, 10))
    uploads = tuple(
        ObjectUpload(upload=f"up-{repository}-{kind.value}", kind=kind, hash=hash_, size_bytes=size)
        for kind, hash_, size in rooms
    )
    core.when(ReserveUploads(repository=repository, uploads=uploads, **ANN))
    for each in uploads:
        key = f"registry/{each.kind.value.lower()}/{each.hash[:2]}/{each.hash}/{each.upload}.n"
        core.when(ConfirmUpload(repository=repository, upload=each.upload, object_key=key, **ANN))
    commit = MakeCommit(
        repository=repository,
        branch=branch,
        base=head(core, repository, branch),
        parent=None,
        body_digest=f"digest-{core.now_ms}",
        title="weights",
        description="",
        root=ROOT,
        files=(FileAdded(path=path, kind=FileKind.LFS, hash=PICKLE, size_bytes=100),),
        deleted=(),
        trees=(TreeAdded(hash=ROOT),),
        card=None,
        **ANN,
    )
    return core.when(commit)


def begun() -> Decisions:
    return with_pickle(created(given(DECIDER), REPO))


def refused(core: Decisions) -> tuple[RejectionCode, str]:
    [answer] = core.decided
    assert isinstance(answer, CommandRejected), answer
    return answer.code, answer.detail_code


def test_malicious_content_is_closed_in_every_present_and_future_repository() -> None:
    core = with_pickle(created(begun(), OTHER), OTHER, "renamed.bin")
    elsewhere = replace(CLOSED, repository=OTHER, full_name="acme/bbbb", path="renamed.bin")
    core.when(BAD).then(replace(TOLD, last=OTHER), CLOSED, elsewhere)
    core.when(replace(BAD, scan="scan-2")).then(replace(TOLD, scan="scan-2", last=OTHER))
    [made, closed] = with_pickle(created(core, "repo-cccc"), "repo-cccc").decided
    assert isinstance(made, CommitMade)
    third = replace(CLOSED, repository="repo-cccc", full_name="acme/cccc", scan="scan-2")
    assert closed == third


def test_verdicts_about_absent_content_are_kept_and_foreign_ones_ignored() -> None:
    given(DECIDER).when(BAD).then(TOLD)
    given(DECIDER).when(replace(BAD, object="")).then()
    assert ScanStarted not in CONCERNS


def test_a_repeated_verdict_changes_nothing() -> None:
    core = begun().when(BAD, event_ids=["scan:7"])
    core.when(RELEASE).when(BAD, event_ids=["scan:7"]).then()
    core.when(gate(head(core)), event_ids=["eval:7"]).when(gate(head(core)), event_ids=["eval:7"]).then()


def test_a_reviewer_s_decision_holds_until_other_rules_judge() -> None:
    core = begun().when(BAD)
    released = RepositoryReleased(
        repository=REPO,
        reason="it is ours",
        tenant="acme",
        requested_by="acme/rev",
        object=CONTENT,
        path="model.pkl",
        full_name="acme/aaaa",
        owner="acme/ann",
        rules_version="1",
    )
    core.when(RELEASE).then(released)
    assert refused(core.when(RELEASE)) == (RejectionCode.WRONG_STATE, "")
    core.when(replace(BAD, scan="scan-2")).then(replace(TOLD, scan="scan-2", last=REPO))
    told = replace(TOLD, scan="scan-3", rules_version="2", last=REPO)
    again = replace(BAD, scan="scan-3", rules_version="2")
    core.when(again).then(told, replace(CLOSED, scan="scan-3", rules_version="2"))


def test_other_rules_reopen_content_closed_by_a_verdict_but_not_by_a_reviewer() -> None:
    clean = replace(BAD, scan="scan-2", rules_version="2", verdict=ScanVerdict.CLEAN, reason="", findings=0)
    told = replace(
        TOLD, scan="scan-2", rules_version="2", verdict=ScanVerdict.CLEAN, reason="", findings=0, last=REPO
    )
    opened = RepositoryReleased(
        repository=REPO,
        reason="verdict by rules 2: clean",
        tenant="acme",
        requested_by="scanner",
        object=CONTENT,
        path="model.pkl",
        full_name="acme/aaaa",
        owner="acme/ann",
        scan="scan-2",
    )
    begun().when(BAD).when(clean).then(told, opened)
    close = QuarantineRepository(repository=REPO, reason="mine", object=CONTENT, **REVIEWER)
    core = begun().when(close)
    [closed] = core.decided
    assert (closed.object, closed.path, closed.verdict) == (CONTENT, "model.pkl", None)
    core.when(BAD).then(replace(TOLD, last=REPO))
    core.when(clean).then(told)
    assert refused(core.when(replace(close, object=f"lfs/{ROOT}"))) == (RejectionCode.NOT_FOUND, "")


def test_inconclusive_verdicts_close_less_than_malicious_ones_and_never_reopen() -> None:
    unsure = replace(BAD, verdict=ScanVerdict.INCONCLUSIVE, reason="")
    told = replace(TOLD, verdict=ScanVerdict.INCONCLUSIVE, reason="", last=REPO)
    why = "the scan verdict is inconclusive"
    core = begun().when(unsure)
    core.then(told, replace(CLOSED, verdict=ScanVerdict.INCONCLUSIVE, reason=why))
    core.when(BAD).then(replace(TOLD, last=REPO), CLOSED)
    core.when(unsure).then(told)


def test_a_verdict_about_a_version_closes_its_root() -> None:
    tree = f"tree/{ROOT}"
    told = replace(TOLD, object=tree, content_sha256="", last=REPO)
    whole = replace(BAD, object=tree, content_sha256="")
    begun().when(whole).then(told, replace(CLOSED, object=tree, path=""))


def test_a_verdict_about_very_common_content_is_applied_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "APPLIED_AT_ONCE", 2)
    core = given(DECIDER)
    ids = [f"repo-{letter * 4}" for letter in "abcde"]
    for each in ids:
        with_pickle(created(core, each), each)
    heard = [(fact.last, fact.ended) for fact in core.when(BAD).decided if isinstance(fact, ContentScanned)]
    assert heard == [(ids[1], False), (ids[3], False)]  # the second follows from time, in the same batch
    core.when_time_comes()
    [told, closed] = core.decided
    assert (told.last, told.ended, closed.repository) == (ids[4], True, ids[4])


def test_a_commit_with_too_much_bad_content_closes_the_whole_repository(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verdicts, "CLOSED_AT_ONCE", 0)
    core = given(DECIDER).when(BAD)
    [made, closed] = with_pickle(created(core, REPO)).decided
    why = f"1 files of commit {made.commit} are closed, for example: it calls os.system"
    assert closed == replace(CLOSED, object="", path="", reason=why)


def test_a_deleted_repository_leaves_no_entities() -> None:
    core = begun().when(BAD)
    core.when(gate(head(core)), RELEASE)
    core.when(promote(head(core), "staging"), DeleteRepository(repository=REPO, **ANN))
    for _ in range(3):
        core.when_time_comes()
    kinds: list[Any] = [
        contents.CONTENTS,
        quarantine.CLOSED,
        quarantine.REVIEWED,
        gates.GATES,
        promotion.POINTERS,
        COMMITS,
    ]
    for kind in kinds:
        assert list(core.state.scan(kind)) == [], kind.name


def test_a_reviewer_sets_the_scan_policy_of_its_own_organisation() -> None:
    command = SetScanPolicy(organisation="acme", policy=ScanPolicy.BLOCK, **REVIEWER)
    policy = ScanPolicySet(
        organisation="acme", policy=ScanPolicy.BLOCK, tenant="acme", requested_by="acme/rev"
    )
    core = given(DECIDER).when(command).then(policy)
    assert refused(core.when(replace(command, organisation="globex"))) == (RejectionCode.FORBIDDEN, "")


def gate(commit: str, verdict: GateVerdict = GateVerdict.PASSED, **changes: Any) -> GateDecided:
    fields: dict[str, Any] = {
        "run": "eval-1",
        "repository": REPO,
        "commit": commit,
        "gate": "release",
        "verdict": verdict,
        "reason": "as the thresholds say",
        "config_digest": "d",
        "tenant": "acme",
    }
    return GateDecided(**fields | changes)


def promote(commit: str, pointer: str = "production", who: Any = ANN, **changes: Any) -> PromoteVersion:
    fields: dict[str, Any] = {
        "repository": REPO,
        "commit": commit,
        "pointer": pointer,
        "reason": "it is time",
    }
    return PromoteVersion(**{**fields, **who, **changes})


def promoted(commit: str, **changes: Any) -> VersionPromoted:
    fields: dict[str, Any] = {
        "repository": REPO,
        "commit": commit,
        "pointer": "production",
        "former": "",
        "reason": "it is time",
        "gates": ("release",),
        "overridden": False,
        "full_name": "acme/aaaa",
        "tenant": "acme",
        "requested_by": "acme/ann",
    }
    return VersionPromoted(**fields | changes)


def test_scores_and_gates_of_live_versions_are_recorded() -> None:
    core = begun()
    score = EvalScore(task="qa", metric="exact", value=0.9, cases=10)
    measured = ScoresMeasured(
        run="eval-1", repository=REPO, commit=head(core), config_digest="d", scores=(score,), tenant="acme"
    )
    noted = VersionScored(
        repository=REPO,
        commit=head(core),
        run="eval-1",
        scores=(score,),
        judge="",
        config_digest="d",
        tenant="acme",
    )
    core.when(measured).then(noted)
    gated = VersionGated(
        repository=REPO,
        commit=head(core),
        gate="release",
        run="eval-1",
        verdict=GateVerdict.PASSED,
        blocking=True,
        reason="as the thresholds say",
        baseline="",
        tenant="acme",
    )
    core.when(gate(head(core))).then(gated)
    core.when(replace(measured, commit="f" * 40), gate("f" * 40), gate(head(core), repository=OTHER)).then()


def test_production_moves_only_to_versions_that_every_blocking_gate_has_passed() -> None:
    core = begun()
    commit = head(core)
    assert refused(core.when(promote(commit))) == (RejectionCode.WRONG_STATE, GATE_NOT_PASSED)
    for verdict in (GateVerdict.FAILED, GateVerdict.INCONCLUSIVE):
        core.when(gate(commit, verdict))
        assert refused(core.when(promote(commit))) == (RejectionCode.WRONG_STATE, GATE_NOT_PASSED)
    core.when(gate(commit), gate(commit, GateVerdict.FAILED, gate="safety"))
    assert refused(core.when(promote(commit))) == (RejectionCode.WRONG_STATE, GATE_NOT_PASSED)
    core.when(gate(commit, GateVerdict.FAILED, gate="safety", blocking=False))  # it is advice now
    core.when(promote(commit)).then(promoted(commit))


def test_only_operators_override_gates_and_the_override_is_recorded() -> None:
    core = begun()
    commit = head(core)
    by_ann = promote(commit, override=True)
    assert refused(core.when(by_ann)) == (RejectionCode.WRONG_STATE, GATE_NOT_PASSED)
    assert refused(core.when(promote(commit, who=OPERATOR)))[1] == GATE_NOT_PASSED, "without saying so"
    core.when(promote(commit, who=OPERATOR, override=True)).then(
        promoted(
            commit,
            gates=(),
            overridden=True,
            refusal=(
                "no gate has passed the version; must be a version that every blocking gate has passed, "
                "or an operator's override"
            ),
            requested_by="acme/ops",
        )
    )


def test_a_pointer_keeps_its_version_live_until_it_moves() -> None:
    core = begun()
    first = head(core)
    core.when(CreateRef(repository=REPO, kind=RefKind.BRANCH, name="dev", commit=first, message="", **ANN))
    second = head(with_pickle(core, path="other.pkl", branch="dev"), branch="dev")
    core.when(promote(second, "staging")).then(promoted(second, pointer="staging", gates=()))
    core.when(DeleteRef(repository=REPO, kind=RefKind.BRANCH, name="dev", **ANN))
    assert core.state.get(COMMITS, commit_key(REPO, second)) is not None
    core.when(promote(first, "staging"))
    assert core.decided[0] == promoted(first, pointer="staging", former=second, gates=())
    assert core.state.get(COMMITS, commit_key(REPO, second)) is None
    withdraw = WithdrawVersion(repository=REPO, pointer="staging", reason="no more", **ANN)
    withdrawn = VersionWithdrawn(
        repository=REPO,
        commit=first,
        pointer="staging",
        reason="no more",
        tenant="acme",
        requested_by="acme/ann",
    )
    core.when(withdraw).then(withdrawn)
    assert refused(core.when(withdraw)) == (RejectionCode.NOT_FOUND, "")
    assert core.state.get(COMMITS, commit_key(REPO, first)) is not None, "main leads to it"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"pointer": "@production"}, RejectionCode.INVALID),
        ({"pointer": ""}, RejectionCode.INVALID),
        ({"reason": ""}, RejectionCode.INVALID),
        ({"commit": "f" * 40}, RejectionCode.NOT_FOUND),
        ({"repository": OTHER}, RejectionCode.NOT_FOUND),
        ({"roles": ("viewer",), "requested_by": "bob"}, RejectionCode.FORBIDDEN),
    ],
)
def test_invalid_promotions_are_rejected_by_field(wrong: dict[str, Any], code: RejectionCode) -> None:
    core = begun()
    assert refused(core.when(promote(**{"commit": head(core), **wrong}))) == (code, "")
