"""Lineage recorded from fingerprints of weights."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from muster.deciding import Kind
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    DeleteRepository,
    LineageRelation,
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
    LineageEdge,
    LineageRecorded,
    LineageStanding,
    WeightsCheck,
    WeightsRecorded,
)
from muster.events.scan_events import WeightMark, WeightsFingerprinted
from muster.registry.core.decisions import DECIDER
from muster.registry.core.lineage.entities import BANDS, CLAIMS, OWNERS, ROOT_OF, WITH_ROOT
from muster.registry.core.state import REFS, ref_key
from muster.registry.core.storage.uploads import copies_prefix
from muster.tensors.families import Fingerprint, Nearness, nearness
from muster.testkit.cores.deciding import Decisions, given
from muster.testkit.laws import examples

ANN: Final[dict[str, Any]] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
CAT: Final[dict[str, Any]] = {"tenant": "globex", "requested_by": "cat", "teams": (), "roles": ("submitter",)}
SHAPES: Final = ((4_096, 1_024), (1_024, 1_024), (1_024, 256), (256, 256))
Bits = tuple[bytes, ...]


def weights(seed: int) -> Bits:
    """Return the marks of an unrelated model, for each shape."""
    numbers = np.random.default_rng(seed)
    return tuple(numbers.bytes(128) for _ in SHAPES)


def tuned(bits: Bits, part: float, seed: int = 1) -> Bits:
    """Return the marks with this share of them changed."""
    numbers = np.random.default_rng([9, seed])
    return tuple(
        (np.frombuffer(each, np.uint8) ^ np.packbits(numbers.random(1_024) < part)).tobytes() for each in bits
    )


def card(*bases: str) -> ModelCard:
    return ModelCard(licence="", base_models=bases, datasets=(), tags=(), pipeline="", library="")


def model(core: Decisions, name: str, *, who: dict[str, Any] | None = None, **changes: Any) -> None:
    who = who or ANN
    fields: dict[str, Any] = {
        "repository": f"repo-{name}",
        "repository_type": RepositoryType.MODEL,
        "namespace": who["tenant"],
        "name": name,
        "visibility": Visibility.INTERNAL,
        **who,
    }
    core.when(CreateRepository(**fields | changes))


def head(core: Decisions, name: str) -> str:
    return core.state.get(REFS, ref_key(f"repo-{name}", RefKind.BRANCH, "main")) or ""


def version(core: Decisions, name: str) -> str:
    return f"version/repo-{name}/{head(core, name)}"


def committed(
    core: Decisions, name: str, root: str, model_card: ModelCard | None = None, **who: Any
) -> list[Any]:
    """Make a commit with this root directory."""
    who = who or ANN
    upload = ObjectUpload(upload=f"up-{core.now_ms}", kind=ObjectKind.TREE, hash=root, size_bytes=10)
    core.when(ReserveUploads(repository=f"repo-{name}", uploads=(upload,), **who))
    key = f"{copies_prefix(f'tree/{root}', upload.upload)}n"
    core.when(ConfirmUpload(repository=f"repo-{name}", upload=upload.upload, object_key=key, **who))
    command = MakeCommit(
        repository=f"repo-{name}",
        branch="main",
        base=head(core, name),
        parent=None,
        body_digest=f"{core.now_ms:064d}",
        title="weights",
        description="",
        root=root,
        files=(),
        deleted=(),
        trees=(TreeAdded(hash=root),),
        card=model_card,
        **who,
    )
    return core.when(command).decided


def scanned(core: Decisions, root: str, bits: Bits, *, as_numbers: bool = True) -> list[LineageEdge]:
    """Report a fingerprint as the scanner does, and return the recorded edges."""
    fingerprint = WeightsFingerprinted(
        scan="scan-1",
        object=f"tree/{root}",
        repository="",
        commit="",
        version=1,
        marks=tuple(WeightMark(shape=s, bits=each) for s, each in zip(SHAPES, bits, strict=True)),
        as_numbers=as_numbers,
    )
    return edges(core.when(fingerprint).decided)


def edges(facts: list[Any]) -> list[LineageEdge]:
    return [each for fact in facts if isinstance(fact, LineageRecorded) for each in fact.edges]


def add_model(
    core: Decisions, name: str, seed: str, bits: Bits, model_card: ModelCard | None = None
) -> list[LineageEdge]:
    """Commit a new model, report its fingerprint, and return the recorded edges."""
    model(core, name)
    committed(core, name, seed * 64, model_card)
    return scanned(core, seed * 64, bits)


def based() -> Decisions:
    core = given(DECIDER)
    assert add_model(core, "base", "a", weights(0)) == []
    assert add_model(core, "other", "b", weights(1)) == []
    return core


def summaries(found: list[LineageEdge]) -> list[tuple[str, str, str, str, int]]:
    return [
        (
            each.parent.split("/")[1].removeprefix("repo-"),
            each.relation.value,
            each.standing.value,
            each.weights.value,
            each.likeness_ppm,
        )
        for each in found
    ]


def test_an_unnamed_base_with_similar_weights_is_suggested() -> None:
    core = based()
    found = add_model(core, "tuned", "c", tuned(weights(0), 0.03))
    assert summaries(found) == [("base", "SHARES_WEIGHTS", "SUGGESTED", "KIN", 1_000_000)]
    assert (found[0].child, found[0].parent) == (version(core, "tuned"), version(core, "base"))


def test_a_declared_parent_with_dissimilar_weights_is_flagged_and_the_right_one_suggested() -> None:
    core = based()
    found = add_model(core, "tuned", "c", tuned(weights(0), 0.03), card("acme/other"))
    assert summaries(found) == [
        ("other", "FINE_TUNE", "DECLARED", "NOT_KIN", 0),
        ("base", "SHARES_WEIGHTS", "SUGGESTED", "KIN", 1_000_000),
    ]


def test_a_declared_parent_with_similar_weights_is_confirmed_without_suggestions() -> None:
    found = add_model(based(), "tuned", "c", tuned(weights(0), 0.03), card("acme/base"))
    assert summaries(found) == [("base", "FINE_TUNE", "DECLARED", "KIN", 1_000_000)]


def test_packed_data_types_are_no_evidence_against_a_parent() -> None:
    core = based()
    model(core, "packed")
    committed(core, "packed", "c" * 64, card("acme/base"))
    assert scanned(core, "c" * 64, weights(7), as_numbers=False) == []


def test_only_the_nearest_relative_is_suggested() -> None:
    core = based()
    first = tuned(weights(0), 0.04, seed=1)
    add_model(core, "first", "c", first, card("acme/base"))
    add_model(core, "sibling", "d", tuned(weights(0), 0.04, seed=2), card("acme/base"))
    assert [each[0] for each in summaries(add_model(core, "second", "e", tuned(first, 0.02, seed=3)))] == [
        "first"
    ]


def test_the_first_of_several_copies_is_suggested() -> None:
    core = based()
    assert [each[0] for each in summaries(add_model(core, "copy", "c", weights(0)))] == ["base"]
    found = add_model(core, "tuned", "d", tuned(weights(0), 0.03))
    assert [each[0] for each in summaries(found)] == ["base"]


def test_the_earlier_version_is_the_parent_in_any_order_of_scanning() -> None:
    core = given(DECIDER)
    for name, root in (("base", "a"), ("tuned", "c")):
        model(core, name)
        committed(core, name, root * 64)
    assert scanned(core, "c" * 64, tuned(weights(0), 0.03)) == []
    found = scanned(core, "a" * 64, weights(0))
    assert [(each.child, each.parent) for each in found] == [(version(core, "tuned"), version(core, "base"))]


def test_a_claim_is_checked_when_the_parent_is_scanned_later() -> None:
    core = given(DECIDER)
    for name, root, model_card in (("base", "a", None), ("tuned", "c", card("acme/base"))):
        model(core, name)
        committed(core, name, root * 64, model_card)
    assert scanned(core, "c" * 64, weights(5)) == []
    found = scanned(core, "a" * 64, weights(0))
    assert summaries(found) == [("base", "FINE_TUNE", "DECLARED", "NOT_KIN", 0)]


def test_a_model_trained_further_is_not_a_child_of_its_fine_tune() -> None:
    core = based()
    add_model(core, "tuned", "c", tuned(weights(0), 0.03))
    committed(core, "base", "d" * 64)
    assert scanned(core, "d" * 64, tuned(weights(0), 0.02, seed=4)) == []


def test_known_fingerprints_are_applied_with_the_commit() -> None:
    core = based()
    model(core, "copy")
    assert [each[0] for each in summaries(edges(committed(core, "copy", "a" * 64)))] == ["base"]


def test_withdrawn_origins_are_not_suggested_again() -> None:
    core = based()
    [first] = add_model(core, "tuned", "c", tuned(weights(0), 0.03))
    withdrawn = StateLineage(
        repository="repo-tuned",
        commit=head(core, "tuned"),
        artifact=first.parent,
        relation=LineageRelation.FINE_TUNE,
        downstream=False,
        withdrawn=True,
        **ANN,
    )
    core.when(withdrawn)
    committed(core, "tuned", "d" * 64)
    assert scanned(core, "d" * 64, tuned(weights(0), 0.03, seed=6)) == []


@pytest.mark.parametrize(
    ("visibility", "who", "is_hinted"),
    [
        (Visibility.PUBLIC, CAT, True),
        (Visibility.INTERNAL, CAT, False),
        (Visibility.INTERNAL, ANN | {"requested_by": "bob"}, True),
        (Visibility.PRIVATE, ANN | {"requested_by": "bob"}, False),
    ],
)
def test_invisible_repositories_are_not_hinted_at(
    visibility: Visibility, who: dict[str, Any], *, is_hinted: bool
) -> None:
    core = given(DECIDER)
    model(core, "theirs", who=who, visibility=visibility)
    committed(core, "theirs", "a" * 64, **who)
    assert scanned(core, "a" * 64, weights(0)) == []
    assert bool(add_model(core, "mine", "c", tuned(weights(0), 0.03))) == is_hinted


def test_a_repeated_fingerprint_records_nothing() -> None:
    core = based()
    assert core.when(_fingerprint("a" * 64, weights(0))).decided == []


def _fingerprint(root: str, bits: Bits) -> WeightsFingerprinted:
    marks = tuple(WeightMark(shape=s, bits=each) for s, each in zip(SHAPES, bits, strict=True))
    return WeightsFingerprinted(
        scan="s", object=f"tree/{root}", repository="", commit="", version=1, marks=marks, as_numbers=True
    )


def test_the_fact_contains_the_scanner_s_fingerprint() -> None:
    core = given(DECIDER)
    fingerprint = _fingerprint("a" * 64, weights(0))
    [recorded] = core.when(fingerprint).decided
    assert isinstance(recorded, WeightsRecorded)
    assert (recorded.object, recorded.marks, recorded.as_numbers) == (
        fingerprint.object,
        fingerprint.marks,
        True,
    )


def test_deleted_repositories_are_no_origins_and_leave_no_index_entries() -> None:
    core = based()
    add_model(core, "tuned", "c", tuned(weights(0), 0.03), card("acme/base"))
    for name in ("base", "other", "tuned"):
        core.when(DeleteRepository(repository=f"repo-{name}", **ANN))
    while core.when_due():
        pass
    kinds: list[Kind[Any]] = [BANDS, OWNERS, CLAIMS, ROOT_OF, WITH_ROOT]
    assert [list(core.state.scan(kind)) for kind in kinds] == [[], [], [], [], []]
    assert add_model(core, "again", "d", tuned(weights(0), 0.02)) == []


@examples(20)
@drawn(part=st.floats(0.0, 0.05), base=st.integers(0, 7), seed=st.integers(0, 1_000))
def test_the_right_origin_is_found_among_several_models(part: float, base: int, seed: int) -> None:
    core = given(DECIDER)
    for number in range(8):
        add_model(core, f"model{'abcdefgh'[number]}", "0123456789abcdef"[number], weights(100 + number))
    [found] = add_model(core, "tuned", "f", tuned(weights(100 + base), part, seed))
    assert (found.parent, found.weights, found.standing) == (
        version(core, f"model{'abcdefgh'[base]}"),
        WeightsCheck.KIN,
        LineageStanding.SUGGESTED,
    )


def test_few_of_many_models_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    core = given(DECIDER)
    for number in range(40):
        model(core, f"model{_letters(number)}")
        committed(core, f"model{_letters(number)}", f"{number:064d}")
        assert scanned(core, f"{number:064d}", weights(number)) == []
    compared: list[Nearness] = []

    def counted(one: Fingerprint, other: Fingerprint) -> Nearness:
        compared.append(nearness(one, other))
        return compared[-1]

    monkeypatch.setattr("muster.registry.core.lineage.weights.nearness", counted)
    [found] = add_model(core, "tuned", "f", tuned(weights(7), 0.03))
    assert found.parent == version(core, f"model{_letters(7)}")
    assert len(compared) <= 4, "itself and its base, each time that it is asked what is kin"


def _letters(number: int) -> str:
    return f"{'abcdefgh'[number // 8]}{'abcdefgh'[number % 8]}"
