"""Lineage recorded from commits, cards, jobs, shared content and statements."""

from __future__ import annotations

from typing import Any

import pytest
from muster.deciding import Kind
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    DeleteRepository,
    FileAdded,
    FileKind,
    LineageRelation,
    MadeBy,
    MakeCommit,
    ModelCard,
    ObjectKind,
    ObjectUpload,
    RefKind,
    RepositoryType,
    ReserveUploads,
    StateLineage,
    TreeAdded,
    Visibility,
)
from muster.events.registry_events import (
    CommitMade,
    ContentCheck,
    LineageEdge,
    LineageRecorded,
    LineageStanding,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.lineage.entities import KEEPERS, PARENTAGE
from muster.registry.core.state import KEPT, REFS, ref_key
from muster.registry.core.storage.uploads import copies_prefix
from muster.testkit.cores.deciding import Decisions, given

ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
CAT: dict[str, Any] = {"tenant": "globex", "requested_by": "cat", "teams": (), "roles": ("submitter",)}
BASE, TUNED = "repo-base", "repo-tuned"
ONE, TWO, THREE = (
    (f"{digit}" * 64, size_bytes) for digit, size_bytes in ((1, 90_000), (2, 50_000), (3, 70_000))
)
CHECK, STANDING, RELATION = ContentCheck, LineageStanding, LineageRelation


def repository(id_: str, name: str, **changes: Any) -> CreateRepository:
    fields: dict[str, Any] = {
        "repository": id_,
        "repository_type": RepositoryType.MODEL,
        "namespace": "acme",
        "name": name,
        "visibility": Visibility.INTERNAL,
        **ANN,
    }
    return CreateRepository(**fields | changes)


def head(core: Decisions, id_: str) -> str:
    return core.state.get(REFS, ref_key(id_, RefKind.BRANCH, "main")) or ""


def version(core: Decisions, id_: str) -> str:
    return f"version/{id_}/{head(core, id_)}"


def published(
    core: Decisions, id_: str, *files: tuple[str, int], card: ModelCard | None = None, **more: Any
) -> list[LineageEdge]:
    """Upload and commit files, and return the recorded edges."""
    root = f"{core.now_ms:064d}"[-64:]
    who = {name: more.pop(name, value) for name, value in ANN.items()}
    each = [(ObjectKind.LFS, hash_, size) for hash_, size in files] + [(ObjectKind.TREE, root, 10)]
    uploads = tuple(
        ObjectUpload(upload=f"up-{core.now_ms}-{n}", kind=kind, hash=hash_, size_bytes=size)
        for n, (kind, hash_, size) in enumerate(each)
    )
    core.when(ReserveUploads(repository=id_, uploads=uploads, **who))
    for upload in uploads:
        key = f"{copies_prefix(f'{upload.kind.value.lower()}/{upload.hash}', upload.upload)}n"
        core.when(ConfirmUpload(repository=id_, upload=upload.upload, object_key=key, **who))
    added = (
        FileAdded(path=f"{hash_[0]}.bin", kind=FileKind.LFS, hash=hash_, size_bytes=size)
        for hash_, size in files
    )
    command = MakeCommit(
        repository=id_,
        branch="main",
        base=head(core, id_),
        parent=None,
        body_digest=root,
        title="weights",
        description="",
        root=root,
        files=tuple(added),
        deleted=(),
        trees=(TreeAdded(hash=root),),
        card=card,
        **who,
        **more,
    )
    core.when(command)
    made, *recorded = core.decided
    assert isinstance(made, CommitMade), made
    assert all(isinstance(fact, LineageRecorded) and fact.commit == made.commit for fact in recorded)
    return [edge for fact in recorded for edge in fact.edges]


def card(*bases: str, datasets: tuple[str, ...] = (), library: str = "") -> ModelCard:
    return ModelCard(licence="", base_models=bases, datasets=datasets, tags=(), pipeline="", library=library)


def edge(  # noqa: PLR0917  (an edge)
    child: str,
    parent: str,
    relation: LineageRelation,
    standing: LineageStanding = STANDING.DECLARED,
    content: ContentCheck = CHECK.NOT_COMPARED,
    shared_bytes: int = 0,
) -> LineageEdge:
    return LineageEdge(
        child=child,
        parent=parent,
        relation=relation,
        standing=standing,
        content=content,
        shared_bytes=shared_bytes,
    )


def two_models(**changes: Any) -> Decisions:
    """A base with two files, and a repository for its derivative."""
    core = given(DECIDER).when(repository(BASE, "base", **changes)).when(repository(TUNED, "tuned"))
    assert published(core, BASE, ONE, TWO) == []
    return core


def test_a_card_names_a_base_that_shares_content_and_a_data_set_that_is_elsewhere() -> None:
    core = two_models()
    edges = published(core, TUNED, ONE, THREE, card=card("Acme/base", datasets=("HuggingFaceFW/fineweb",)))
    mine, base = version(core, TUNED), version(core, BASE)
    assert edges == [
        edge(mine, base, RELATION.FINE_TUNE, content=CHECK.SHARED, shared_bytes=90_000),
        edge(mine, "dataset/huggingfacefw/fineweb", RELATION.TRAINED_ON),
    ]


def test_a_base_without_shared_content_is_flagged_until_a_later_commit_clears_it() -> None:
    core = two_models()
    [claimed] = published(core, TUNED, THREE, card=card("acme/base"))
    assert (claimed.content, claimed.shared_bytes) == (CHECK.NOTHING_SHARED, 0)
    [again] = published(core, TUNED, TWO)
    assert (again.child, again.parent) == (version(core, TUNED), version(core, BASE))
    assert (again.content, again.shared_bytes) == (CHECK.SHARED, 50_000)


@pytest.mark.parametrize(
    ("told", "relations"),
    [
        (card("acme/base", library="peft"), [RELATION.ADAPTER]),
        (card("acme/base", "meta/llama"), [RELATION.MERGE, RELATION.MERGE]),
        (card("acme/base", "acme/base"), [RELATION.FINE_TUNE]),
        (card("no-name"), [RELATION.FINE_TUNE]),
        (card(), []),
    ],
)
def test_a_card_distinguishes_fine_tunes_adapters_and_merges(
    told: ModelCard, relations: list[LineageRelation]
) -> None:
    edges = published(two_models(), TUNED, card=told)
    assert [each.relation for each in edges] == relations
    assert {each.content for each in edges} <= {CHECK.NOT_COMPARED}


def test_a_base_invisible_to_the_author_is_recorded_by_name_only() -> None:
    core = two_models(visibility=Visibility.PRIVATE)
    core.when(repository("repo-theirs", "theirs", namespace="globex", **CAT))
    edges = published(core, "repo-theirs", ONE, card=card("acme/base"), **CAT)
    mine = version(core, "repo-theirs")
    assert edges == [edge(mine, "model/acme/base", RELATION.FINE_TUNE)]


def test_a_model_that_shares_most_content_is_suggested_as_the_origin() -> None:
    core = two_models()
    edges = published(core, TUNED, ONE, THREE)
    suggestion = edge(
        version(core, TUNED),
        version(core, BASE),
        RELATION.SHARES_CONTENT,
        STANDING.SUGGESTED,
        CHECK.SHARED,
        90_000,
    )
    assert edges == [suggestion]
    assert published(core, TUNED, ("4" * 64, 200_000), TWO) == []  # a fifth is shared


def test_siblings_are_not_suggested_as_parents() -> None:
    core = two_models().when(repository("repo-other", "other"))
    published(core, TUNED, ONE, THREE, card=card("acme/base"))
    edges = published(core, "repo-other", ONE, card=card("acme/base"))
    assert [each.parent for each in edges] == [version(core, BASE)]


def test_a_job_links_data_attempt_checkpoint_and_version() -> None:
    core = two_models()
    made_by = MadeBy(job_id="job-a", attempt=2, checkpoint_step=400)
    edges = published(core, TUNED, THREE, card=card(datasets=("acme/data",)), made_by=made_by)
    mine = version(core, TUNED)
    assert edges == [
        edge(mine, "dataset/acme/data", RELATION.TRAINED_ON),
        edge(mine, "attempt/job-a/2", RELATION.MADE_BY, STANDING.SEEN),
        edge(mine, "checkpoint/job-a/400", RELATION.MADE_BY, STANDING.SEEN),
        edge("checkpoint/job-a/400", "attempt/job-a/2", RELATION.SAVED_BY, STANDING.SEEN),
        edge("attempt/job-a/2", "dataset/acme/data", RELATION.TRAINED_ON),
    ]
    assert published(core, TUNED) == [edge(version(core, TUNED), "dataset/acme/data", RELATION.TRAINED_ON)]


def statement(core: Decisions, artifact: str, relation: LineageRelation, **changes: Any) -> StateLineage:
    fields: dict[str, Any] = {
        "repository": TUNED,
        "commit": head(core, TUNED),
        "artifact": artifact,
        "relation": relation,
        "downstream": False,
        "withdrawn": False,
        **ANN,
    }
    return StateLineage(**fields | changes)


def test_statements_outrank_the_card_and_hold_for_later_commits() -> None:
    core = two_models()
    published(core, TUNED, THREE, card=card("acme/base"))
    first, base = version(core, TUNED), version(core, BASE)
    [fact] = core.when(statement(core, base, RELATION.FINE_TUNE, withdrawn=True)).decided
    assert fact.edges == (edge(first, base, RELATION.FINE_TUNE, STANDING.WITHDRAWN),)
    core.when(statement(core, "code/git@4f2a", RELATION.BUILT_FROM))
    edges = published(core, TUNED, card=card("acme/base"))
    assert {(each.parent, each.standing) for each in edges} == {
        (base, STANDING.WITHDRAWN),
        ("code/git@4f2a", STANDING.STATED),
    }


def test_deployments_and_evaluations_derive_from_a_version() -> None:
    core = two_models()
    [fact] = core.when(statement(core, "deployment/acme/chat", RELATION.DEPLOYS, downstream=True)).decided
    stated = edge("deployment/acme/chat", version(core, TUNED), RELATION.DEPLOYS, STANDING.STATED)
    assert fact.edges == (stated,)
    assert core.state.get(PARENTAGE, version(core, TUNED)) is None


@pytest.mark.parametrize(
    ("artifact", "relation", "changes", "message"),
    [
        (
            "attempt/job-a/1",
            RELATION.BUILT_FROM,
            {},
            "artifact is attempt/job-a/1; must be version/REPOSITORY/COMMIT, model/NAMESPACE/NAME, "
            "dataset/NAMESPACE/NAME or code/NAME",
        ),
        (
            "deployment/globex/chat",
            RELATION.DEPLOYS,
            {"downstream": True},
            "artifact is deployment/globex/chat; must be evaluation/acme/NAME or deployment/acme/NAME",
        ),
        (
            "version/repo-none/abc",
            RELATION.FINE_TUNE,
            {},
            "artifact is version/repo-none/abc; must be a version of a repository that exists, other than "
            "the version itself",
        ),
        (
            "code/x",
            RELATION.MADE_BY,
            {},
            "relation is MADE_BY; must be ADAPTER, BUILT_FROM, FINE_TUNE, MERGE, TRAINED_ON",
        ),
    ],
)
def test_invalid_statements_are_rejected(
    artifact: str, relation: LineageRelation, changes: dict[str, Any], message: str
) -> None:
    core = two_models()
    [answer] = core.when(statement(core, artifact, relation, **changes)).decided
    assert isinstance(answer, CommandRejected)
    assert (answer.code, answer.message) == (RejectionCode.INVALID, message)


def test_callers_without_write_access_cannot_state_lineage() -> None:
    core = two_models()
    [answer] = core.when(statement(core, "code/x", RELATION.BUILT_FROM, **CAT)).decided
    assert isinstance(answer, CommandRejected)
    assert answer.code is RejectionCode.NOT_FOUND


def test_lineage_of_deleted_repositories_is_forgotten() -> None:
    core = two_models()
    published(core, TUNED, ONE, card=card("acme/base"))
    for id_ in (TUNED, BASE):
        core.when(DeleteRepository(repository=id_, **ANN))
    while core.when_due():
        pass
    kinds: list[Kind[Any]] = [KEPT, KEEPERS, PARENTAGE]
    assert [list(core.state.scan(kind)) for kind in kinds] == [[], [], []]
