"""Relations of tensors and models, found in generated families whose history is known."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from muster.tensors.deltas import index_of, restored
from muster.tensors.families import (
    Fingerprint,
    Model,
    Nearness,
    bands_of,
    compared,
    fingerprint,
    kinship,
    likeness,
    model_of,
    nearness,
    paired,
    suggested,
    tells_weights,
)
from muster.tensors.families.diffs import Side, State
from muster.tensors.families.numbers import values_of
from muster.tensors.layouts.dtypes import BF16, F16, F64, SAFETENSORS
from muster.tensors.repacking import repacked
from muster.tensors.sources import Memory
from muster.testkit.disguises import DISGUISES, changed, cut
from muster.testkit.laws import examples
from muster.testkit.model_files import Array, bf16, numbers_of

LAYERS = 4


def weights(seed: int, columns: int = 96) -> dict[str, Array]:
    """A small network in bfloat16: layers of one shape, norms of ones."""
    numbers = np.random.default_rng(seed)
    drawn: dict[str, Array] = {"model.embed.weight": bf16(numbers.standard_normal((200, 64)) * 0.02)}
    for layer in range(LAYERS):
        drawn[f"model.layers.{layer}.up.weight"] = bf16(numbers.standard_normal((64, columns)) * 0.02)
        drawn[f"model.layers.{layer}.down.weight"] = bf16(numbers.standard_normal((64, columns)) * 0.02)
        drawn[f"model.layers.{layer}.norm.weight"] = bf16(np.ones(64))
    return drawn


def tuned(base: Mapping[str, Array], part: float = 0.01) -> dict[str, Array]:
    """A fine-tune: norms stay."""
    return {**base, **changed({name: array for name, array in base.items() if "norm" not in name}, part)}


def in_files(arrays: Mapping[str, Array], count: int = 1) -> Model:
    """A model cut into files of as many tensors."""
    return read(cut(arrays, count))


def read(files: Mapping[str, bytes]) -> Model:
    return model_of({key: Memory(content) for key, content in files.items()})


BASE = weights(0)


def test_counterparts_are_found_by_name_however_files_are_cut() -> None:
    pairs = paired(in_files(tuned(BASE), 3), in_files(BASE, 2))
    assert {pair.target.name: (pair.base.name, pair.by) for pair in pairs} == {
        name: (name, "name") for name in BASE
    }
    assert all(pair.bits < 3 for pair in pairs)


def test_counterparts_of_renamed_tensors_are_found_by_content() -> None:
    renamed = {
        name.replace("model.", "base_model.model.").replace("up", "w1"): a for name, a in tuned(BASE).items()
    }
    found = {pair.target.name: pair.base.name for pair in paired(in_files(renamed), in_files(BASE))}
    told = {new: old for new, old in zip(renamed, BASE, strict=True) if "norm" not in old}
    assert found == told, "norms of ones say nothing, and their names are others"


def test_names_are_not_trusted_when_layers_were_dropped_and_renumbered() -> None:
    kept = {
        name.replace("layers.3", "layers.1"): a for name, a in tuned(BASE).items() if "layers.1" not in name
    }
    found = {pair.target.name: pair.base.name for pair in paired(in_files(kept), in_files(BASE))}
    assert found["model.layers.1.up.weight"] == "model.layers.3.up.weight"
    assert found["model.layers.2.up.weight"] == "model.layers.2.up.weight"


@pytest.mark.parametrize("part", [0.001, 0.01, 0.05])
def test_the_base_is_suggested_and_no_other(part: float) -> None:
    candidates = {f"model {seed}": in_files(weights(seed), 2) for seed in range(5)}
    renamed = {name.replace("model.", "m."): array for name, array in tuned(weights(3), part=part).items()}
    told = suggested(in_files(renamed), candidates)
    assert [kin.base for kin in told] == ["model 3"]
    assert told[0].share > 0.95


def test_strangers_are_no_kin() -> None:
    kin = kinship("b", in_files(weights(1)), in_files(weights(2)))
    assert not kin.derived
    assert kin.share < 0.02, "norms only"


def test_a_model_of_another_shape_is_no_kin() -> None:
    wide = {"a": bf16(np.random.default_rng(0).standard_normal((7, 9)))}
    assert kinship("b", in_files(wide), in_files(BASE)).share == 0.0


def test_a_file_is_repacked_against_the_files_of_its_base() -> None:
    """A fine-tune in one file, its base in three; what is restored from them is the file."""
    base, target = in_files(BASE, 3), in_files(tuned(BASE) | {"lora_A": np.zeros((4, 4), np.float32)})
    (file,) = target.files
    packed = Memory(b"".join(repacked(file, base)))
    bases = {each.key: each.source for each in base.files}
    assert [each.key for each in index_of(packed).bases] == list(bases)
    assert b"".join(restored(packed, bases)) == file.source.read(0, file.source.size_bytes)
    assert packed.size_bytes < 0.4 * file.source.size_bytes


def test_a_diff_tells_each_tensor_and_the_whole() -> None:
    before = {
        "same": np.arange(6, dtype=np.float32),
        "moved": np.array([3.0, 4.0]),
        "gone": np.zeros(2, np.int8),
    }
    before |= {
        "cast": np.array([1.0, 2.5, -3.0], np.float32),
        "grown": np.zeros(4),
        "bad": np.array([1, np.inf, 2.0]),
    }
    after = {"same": before["same"], "moved": np.array([3.0, 4.5]), "new": np.ones((2, 2), np.float16)}
    after |= {
        "cast": np.array([1.0, 2.5, -3.0], np.float16),
        "grown": np.zeros(5),
        "bad": np.array([1, np.nan, 2.0]),
    }
    diff = compared(in_files(before), in_files(after))
    told = {(each.after or each.before or NOWHERE).name: each for each in diff.tensors}
    assert {name: str(each.state) for name, each in told.items()} == {
        "bad": "changed",
        "cast": "changed",
        "grown": "changed",
        "moved": "changed",
        "new": "added",
        "same": "equal",
        "gone": "removed",
    }
    moved = told["moved"].change
    assert moved is not None
    assert (moved.equal_share, moved.relative_l2, moved.max_abs, moved.not_finite) == (0.5, 0.1, 0.5, 0)
    cast = told["cast"].change
    assert cast is not None
    assert (cast.equal_share, cast.relative_l2) == (1.0, 0.0)
    bad = told["bad"].change
    assert bad is not None
    assert (bad.not_finite, bad.max_abs) == (1, 0.0)
    assert told["grown"].change is None
    assert diff.counts == {State.ADDED: 1, State.REMOVED: 1, State.EQUAL: 1, State.CHANGED: 4}
    assert (diff.equal_bytes, diff.bytes_after) == (24, 24 + 16 + 8 + 6 + 40 + 24)
    (file,) = diff.files
    assert (file.state, file.equal_bytes) == (State.CHANGED, 24)


NOWHERE = Side(name="", file="", dtype="", shape=(), size_bytes=0)


def test_a_diff_of_a_model_and_itself_in_other_files_is_equal() -> None:
    diff = compared(in_files(BASE, 1), in_files(BASE, 3))
    assert diff.counts == {State.ADDED: 0, State.REMOVED: 0, State.EQUAL: len(BASE), State.CHANGED: 0}
    assert diff.equal_bytes == diff.bytes_after
    assert [str(file.state) for file in diff.files] == ["changed", "added", "added"]


def test_renamed_tensors_are_compared_with_what_they_were() -> None:
    renamed = {
        name.replace("model.", "m."): array for name, array in tuned(BASE).items() if "norm" not in name
    }
    diff = compared(in_files(BASE), in_files(renamed))
    assert diff.counts[State.ADDED] == 0
    assert diff.counts[State.REMOVED] == LAYERS, "the norms"
    assert diff.relative_l2 == pytest.approx(0.01, rel=0.2)


def test_floats_of_eight_bits_are_read() -> None:
    """Values of OCP's E4M3 and E5M2: largest, smallest, one, not a number."""
    e4m3 = values_of(bytes([0x7E, 0x01, 0x38, 0x7F, 0xB8]), SAFETENSORS["F8_E4M3"])
    assert e4m3[:3].tolist() == [448.0, 2.0**-9, 1.0]
    assert np.isnan(e4m3[3])
    assert e4m3[4] == -1.0
    e5m2 = values_of(bytes([0x7B, 0x01, 0x3C, 0x7C, 0xFF]), SAFETENSORS["F8_E5M2"])
    assert e5m2[:4].tolist() == [57344.0, 2.0**-16, 1.0, np.inf]
    assert np.isnan(e5m2[4])


@examples(60)
@given(numbers=st.lists(st.floats(-1000, 1000, width=16), min_size=1, max_size=20))
def test_numbers_are_read_in_every_width(numbers: list[float]) -> None:
    exact = np.array(numbers)
    assert values_of(exact.tobytes(), F64).tolist() == numbers
    assert values_of(exact.astype(np.float16).tobytes(), F16).tolist() == numbers
    rounded = bf16(exact)
    assert values_of(rounded.tobytes(), BF16).tolist() == numbers_of(rounded).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("how", DISGUISES)
def test_a_fingerprint_recognises_weights_whatever_was_done_to_their_files(how: str) -> None:
    known = {seed: fingerprint(in_files(wide(seed))) for seed in range(6)}
    found = fingerprint(read(DISGUISES[how](wide(4))))
    likenesses = {seed: likeness(found, mark) for seed, mark in known.items()}
    assert likenesses.pop(4) > 0.95
    assert max(likenesses.values()) == 0.0


SELDOM_FOUND = {"changed by 30 %", "changed by 100 %", "half of the weights zero", "merged with another"}


@pytest.mark.parametrize("how", [each for each in DISGUISES if each not in SELDOM_FOUND])
def test_weights_are_found_among_many_by_bands_and_others_are_not(how: str) -> None:
    known = {seed: set(bands_of(fingerprint(in_files(wide(seed))))) for seed in range(6)}
    found = set(bands_of(fingerprint(read(DISGUISES[how](wide(4))))))
    assert {seed for seed, bands in known.items() if bands & found} == {4}


def test_the_nearer_of_two_that_are_kin_differs_in_fewer_marks() -> None:
    child, parent, grandparent = (
        fingerprint(in_files(each))
        for each in (tuned(tuned(wide(1), 0.05), 0.02), tuned(wide(1), 0.05), wide(1))
    )
    near, far = nearness(child, parent), nearness(child, grandparent)
    assert (near.share, far.share) == (1.0, 1.0)
    assert near.differing < far.differing
    assert nearness(child, fingerprint(in_files(wide(2)))) == Nearness(share=0.0, differing=1.0)


def test_weights_in_packed_types_say_nothing_of_what_they_come_from() -> None:
    packed = {"w": np.random.default_rng(1).integers(0, 1 << 30, (64, 64), np.int32)}
    assert not tells_weights(in_files(packed))
    assert tells_weights(in_files(wide(1)))


def wide(seed: int) -> dict[str, Array]:
    """Matrices whose rows are whole blocks of every quantised type."""
    return {name: a for name, a in weights(seed, columns=256).items() if "norm" not in name}


def test_a_fingerprint_does_not_see_through_a_shuffle() -> None:
    numbers = np.random.default_rng(5)
    shuffled = {name: numbers.permutation(array.ravel()).reshape(array.shape) for name, array in BASE.items()}
    assert likeness(fingerprint(in_files(shuffled)), fingerprint(in_files(BASE))) < 0.1


def test_fingerprints_of_other_versions_are_not_compared() -> None:
    mark = fingerprint(in_files(BASE))
    with pytest.raises(ValueError, match="version is 2; must be 1"):
        likeness(mark, replace(mark, version=2))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(mark), type=Fingerprint) == mark


def test_norms_of_ones_leave_no_fingerprint() -> None:
    ones = in_files({"norm": bf16(np.ones(64))})
    assert fingerprint(ones).marks == ()
    assert likeness(fingerprint(ones), fingerprint(in_files(BASE))) == 0.0
