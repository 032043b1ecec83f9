"""What follows for lineage from the fingerprints of weights."""

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
    """Marks of a model of its own, for each shape."""
    numbers = np.random.default_rng(seed)
    return tuple(numbers.bytes(128) for _ in SHAPES)


def tuned(bits: Bits, part: float, seed: int = 1) -> Bits:
    """The marks when this part of them has changed."""
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


def committed(core: Decisions, name: str, root: str, told: ModelCard | None = None, **who: Any) -> list[Any]:
    """A commit with this root directory."""
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
        trees=(TreeAdded(hash=root, size_bytes=10),),
        card=told,
        **who,
    )
    return core.when(command).decided


def scanned(core: Decisions, root: str, bits: Bits, *, as_numbers: bool = True) -> list[LineageEdge]:
    """The scanner tells the fingerprint; the edges that follow."""
    told = WeightsFingerprinted(
        scan="scan-1",
        object=f"tree/{root}",
        repository="",
        commit="",
        version=1,
        marks=tuple(WeightMark(shape=s, bits=each) for s, each in zip(SHAPES, bits, strict=True)),
        as_numbers=as_numbers,
    )
    return edges(core.when(told).decided)


def edges(facts: list[Any]) -> list[LineageEdge]:
    return [each for fact in facts if isinstance(fact, LineageRecorded) for each in fact.edges]


def kept(
    core: Decisions, name: str, seed: str, bits: Bits, told: ModelCard | None = None
) -> list[LineageEdge]:
    """A version of a new model, and its fingerprint."""
    model(core, name)
    committed(core, name, seed * 64, told)
    return scanned(core, seed * 64, bits)


def based() -> Decisions:
    core = given(DECIDER)
    assert kept(core, "base", "a", weights(0)) == []
    assert kept(core, "other", "b", weights(1)) == []
    return core


def said(found: list[LineageEdge]) -> list[tuple[str, str, str, str, int]]:
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


def test_a_version_whose_weights_are_kin_and_that_names_no_parent_is_suggested_to_come_from_it() -> None:
    core = based()
    found = kept(core, "tuned", "c", tuned(weights(0), 0.03))
    assert said(found) == [("base", "SHARES_WEIGHTS", "SUGGESTED", "KIN", 1_000_000)]
    assert (found[0].child, found[0].parent) == (version(core, "tuned"), version(core, "base"))


def test_a_declared_parent_whose_weights_are_not_kin_is_flagged_and_the_right_one_named() -> None:
    core = based()
    found = kept(core, "tuned", "c", tuned(weights(0), 0.03), card("acme/other"))
    assert said(found) == [
        ("other", "FINE_TUNE", "DECLARED", "NOT_KIN", 0),
        ("base", "SHARES_WEIGHTS", "SUGGESTED", "KIN", 1_000_000),
    ]


def test_a_declared_parent_whose_weights_are_kin_is_borne_out_and_nothing_suggested() -> None:
    found = kept(based(), "tuned", "c", tuned(weights(0), 0.03), card("acme/base"))
    assert said(found) == [("base", "FINE_TUNE", "DECLARED", "KIN", 1_000_000)]


def test_other_weights_in_packed_types_say_nothing_against_a_parent() -> None:
    core = based()
    model(core, "packed")
    committed(core, "packed", "c" * 64, card("acme/base"))
    assert scanned(core, "c" * 64, weights(7), as_numbers=False) == []


def test_the_nearest_is_suggested_not_every_relative() -> None:
    core = based()
    first = tuned(weights(0), 0.04, seed=1)
    kept(core, "first", "c", first, card("acme/base"))
    kept(core, "sibling", "d", tuned(weights(0), 0.04, seed=2), card("acme/base"))
    assert [each[0] for each in said(kept(core, "second", "e", tuned(first, 0.02, seed=3)))] == ["first"]


def test_of_copies_the_first_is_suggested() -> None:
    core = based()
    assert [each[0] for each in said(kept(core, "copy", "c", weights(0)))] == ["base"]
    found = kept(core, "tuned", "d", tuned(weights(0), 0.03))
    assert [each[0] for each in said(found)] == ["base"]


def test_what_came_first_is_the_parent_whichever_is_read_first() -> None:
    core = given(DECIDER)
    for name, root in (("base", "a"), ("tuned", "c")):
        model(core, name)
        committed(core, name, root * 64)
    assert scanned(core, "c" * 64, tuned(weights(0), 0.03)) == []
    found = scanned(core, "a" * 64, weights(0))
    assert [(each.child, each.parent) for each in found] == [(version(core, "tuned"), version(core, "base"))]


def test_a_claim_is_held_against_a_parent_that_is_read_later() -> None:
    core = given(DECIDER)
    for name, root, told in (("base", "a", None), ("tuned", "c", card("acme/base"))):
        model(core, name)
        committed(core, name, root * 64, told)
    assert scanned(core, "c" * 64, weights(5)) == []
    found = scanned(core, "a" * 64, weights(0))
    assert said(found) == [("base", "FINE_TUNE", "DECLARED", "NOT_KIN", 0)]


def test_a_model_trained_on_is_no_child_of_its_fine_tune() -> None:
    core = based()
    kept(core, "tuned", "c", tuned(weights(0), 0.03))
    committed(core, "base", "d" * 64)
    assert scanned(core, "d" * 64, tuned(weights(0), 0.02, seed=4)) == []


def test_files_that_are_known_are_told_of_with_the_commit() -> None:
    core = based()
    model(core, "copy")
    assert [each[0] for each in said(edges(committed(core, "copy", "a" * 64)))] == ["base"]


def test_what_somebody_has_withdrawn_is_not_suggested_again() -> None:
    core = based()
    [first] = kept(core, "tuned", "c", tuned(weights(0), 0.03))
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
def test_others_are_not_even_hinted_at(
    visibility: Visibility, who: dict[str, Any], *, is_hinted: bool
) -> None:
    core = given(DECIDER)
    model(core, "theirs", who=who, visibility=visibility)
    committed(core, "theirs", "a" * 64, **who)
    assert scanned(core, "a" * 64, weights(0)) == []
    assert bool(kept(core, "mine", "c", tuned(weights(0), 0.03))) == is_hinted


def test_the_same_fingerprint_again_says_nothing() -> None:
    core = based()
    assert core.when(_told("a" * 64, weights(0))).decided == []


def _told(root: str, bits: Bits) -> WeightsFingerprinted:
    marks = tuple(WeightMark(shape=s, bits=each) for s, each in zip(SHAPES, bits, strict=True))
    return WeightsFingerprinted(
        scan="s", object=f"tree/{root}", repository="", commit="", version=1, marks=marks, as_numbers=True
    )


def test_the_fact_tells_what_the_scanner_said() -> None:
    core = given(DECIDER)
    told = _told("a" * 64, weights(0))
    [recorded] = core.when(told).decided
    assert isinstance(recorded, WeightsRecorded)
    assert (recorded.object, recorded.marks, recorded.as_numbers) == (told.object, told.marks, True)


def test_what_is_deleted_is_no_origin_and_leaves_nothing_to_be_found() -> None:
    core = based()
    kept(core, "tuned", "c", tuned(weights(0), 0.03), card("acme/base"))
    for name in ("base", "other", "tuned"):
        core.when(DeleteRepository(repository=f"repo-{name}", **ANN))
    while core.when_due():
        pass
    kinds: list[Kind[Any]] = [BANDS, OWNERS, CLAIMS, ROOT_OF, WITH_ROOT]
    assert [list(core.state.scan(kind)) for kind in kinds] == [[], [], [], [], []]
    assert kept(core, "again", "d", tuned(weights(0), 0.02)) == []


@examples(20)
@drawn(part=st.floats(0.0, 0.05), base=st.integers(0, 7), seed=st.integers(0, 1_000))
def test_of_several_models_the_one_that_it_comes_from_is_found(part: float, base: int, seed: int) -> None:
    core = given(DECIDER)
    for number in range(8):
        kept(core, f"model{'abcdefgh'[number]}", "0123456789abcdef"[number], weights(100 + number))
    [found] = kept(core, "tuned", "f", tuned(weights(100 + base), part, seed))
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
    [found] = kept(core, "tuned", "f", tuned(weights(7), 0.03))
    assert found.parent == version(core, f"model{_letters(7)}")
    assert len(compared) <= 4, "itself and its base, each time that it is asked what is kin"


def _letters(number: int) -> str:
    return f"{'abcdefgh'[number // 8]}{'abcdefgh'[number % 8]}"
