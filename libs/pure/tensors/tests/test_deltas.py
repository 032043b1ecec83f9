"""Containers: whatever goes in comes out, bit by bit; what is damaged never does."""

from __future__ import annotations

import tracemalloc
from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.tensors.deltas import (
    DeltaInvalid,
    Method,
    Place,
    Restored,
    Segment,
    encoded,
    index_of,
    planned,
    restored,
)
from muster.tensors.deltas.transforms import WIDTHS, Coding, bytes_of, planes_of
from muster.tensors.layouts import Layout, layout_of
from muster.tensors.sources import Memory, Source
from muster.testkit.laws import examples
from muster.testkit.model_files import bf16, model, numbers_of

BASE = "base"
EXPONENTS = {1: (3, 4), 2: (7, 8), 4: (23, 8), 8: (52, 11)}


def container(
    target: Source, segments: list[Segment], bases: Mapping[str, Source], block_bytes: int = 64
) -> bytes:
    return b"".join(encoded(target, segments, bases, block_bytes))


def by_name(of_base: Layout) -> dict[str, Place]:
    """Counterparts by name, but for the one whose shape differs."""
    return {tensor.name: Place(BASE, tensor.begin) for tensor in of_base.tensors if tensor.name != "head"}


METHODS = st.sampled_from([Method.PLANES, Method.XOR, Method.DIFFERENCE, Method.GROUPED])


@examples(200)
@given(method=METHODS, width=st.sampled_from(WIDTHS), target=st.binary(max_size=200), data=st.data())
def test_planes_are_the_block_again(method: Method, width: int, target: bytes, data: st.DataObject) -> None:
    target = target[: len(target) // width * width]
    base = data.draw(st.binary(min_size=len(target), max_size=len(target)))
    coding = Coding(method, width, *EXPONENTS[width])
    planes = planes_of(coding, target, base)
    assert [len(plane) for plane in planes] == [len(target) // width] * width
    assert bytes_of(coding, planes, base) == target


@examples(150)
@given(
    target=st.binary(max_size=500),
    base=st.binary(min_size=500, max_size=500),
    method=st.sampled_from(Method),
    width=st.sampled_from(WIDTHS),
    cuts=st.lists(st.integers(0, 62), max_size=3),
)
def test_any_bytes_are_restored(
    target: bytes, base: bytes, method: Method, width: int, cuts: list[int]
) -> None:
    """In segments of whole items and a rest of single bytes, against any base; also in ranges."""
    edges = sorted({0, *(min(cut * 8, len(target) // 8 * 8) for cut in cuts), len(target) // 8 * 8})
    segments = [
        Segment(begin, end, method, width, *EXPONENTS[width], base=0, base_begin=begin)
        for begin, end in pairwise(edges)
    ]
    segments.append(Segment(edges[-1], len(target), Method.PLANES))
    if method is Method.SAME:
        base = target + base[len(target) :]
    bases = {BASE: Memory(base)}
    packed = Memory(container(Memory(target), segments, bases))
    assert b"".join(restored(packed, bases)) == target
    opened = Restored(packed, bases)
    assert opened.size_bytes == len(target)
    for begin in range(0, len(target), 37):
        assert opened.read(begin, min(len(target), begin + 50)) == target[begin : begin + 50]


@pytest.fixture(scope="module")
def family() -> tuple[Memory, Memory]:
    """A base and a fine-tune of it: changed, frozen, of another shape, new; float, whole, packed numbers."""
    numbers = np.random.default_rng(7)
    changed = bf16(numbers.standard_normal((256, 300)) * 0.02)
    frozen = bf16(numbers.standard_normal((128, 100)) * 0.02)
    single = (numbers.standard_normal(5000) * 0.02).astype(np.float32)
    table = numbers.integers(0, 500, 3000)
    base = {"changed": changed, "frozen": frozen, "single": single, "table": table, "head": frozen[:10]}
    tuned = base | {
        "changed": bf16(numbers_of(changed) + numbers.standard_normal((256, 300)) * 0.0002),
        "single": (single + numbers.standard_normal(5000) * 0.0002).astype(np.float32),
        "head": frozen[:11],
        "new": numbers.integers(0, 255, 999).astype(np.uint8),
    }
    return Memory(model(base)), Memory(model(tuned))


def test_each_tensor_gets_its_smallest_encoding(family: tuple[Memory, Memory]) -> None:
    base, tuned = family
    layout, bases = layout_of(tuned), {BASE: base}
    segments = planned(tuned, layout, by_name(layout_of(base)), bases)
    names = {tensor.begin: tensor.name for tensor in layout.tensors}
    told = {names.get(segment.begin, "header"): Method(segment.method) for segment in segments}
    assert told == {
        "header": Method.PLANES,
        "changed": Method.GROUPED,
        "frozen": Method.XOR,
        "single": Method.DIFFERENCE,  # too small for groups
        "table": Method.XOR,
        "head": Method.PLANES,
        "new": Method.RAW,
    }
    packed = container(tuned, segments, bases, 2 << 20)
    assert b"".join(restored(Memory(packed), bases)) == tuned.content
    index = index_of(Memory(packed))
    assert [(each.key, each.size_bytes) for each in index.bases] == [(BASE, base.size_bytes)]
    lengths = dict(zip(names, index.block_lengths[1:], strict=True))
    frozen = next(tensor for tensor in layout.tensors if tensor.name == "frozen")
    assert lengths[frozen.begin] == 5, "a block that is the base's takes its head only"
    assert len(packed) < 0.45 * tuned.size_bytes


def test_a_container_without_a_base_restores_itself(family: tuple[Memory, Memory]) -> None:
    base, _ = family
    packed = container(base, planned(base, layout_of(base), {}, {}), {}, 2 << 20)
    assert index_of(Memory(packed)).bases == []
    assert b"".join(restored(Memory(packed), {})) == base.content
    assert len(packed) < 0.75 * base.size_bytes


def test_another_base_is_refused(family: tuple[Memory, Memory]) -> None:
    base, tuned = family
    bases = {BASE: base}
    packed = Memory(
        container(tuned, planned(tuned, layout_of(tuned), by_name(layout_of(base)), bases), bases)
    )
    with pytest.raises(DeltaInvalid, match="base base is missing"):
        Restored(packed, {})
    with pytest.raises(DeltaInvalid, match=f"9 bytes; must have {base.size_bytes}"):
        Restored(packed, {BASE: Memory(bytes(9))})
    with pytest.raises(DeltaInvalid, match="is it another base"):
        list(restored(packed, {BASE: Memory(base.content.swapcase())}))


def test_segments_that_do_not_fit_are_refused_before_anything_is_written() -> None:
    target, bases = Memory(bytes(64)), {BASE: Memory(bytes(32))}
    for segments, said in [
        ([Segment(0, 60)], "segments end at 60; must end at 64"),
        ([Segment(8, 64)], "segment 0 is bytes 8 to 64; must begin at 0"),
        ([Segment(0, 64, Method.XOR)], "segment 0 has no base"),
        ([Segment(0, 64, Method.XOR, base=0)], "segment 0 ends at 64 of its base; must end by 32"),
        ([Segment(0, 64, Method.XOR, base=1)], "segment 0: base is 1; must be 0 to 0"),
        (
            [Segment(0, 63, Method.PLANES, 2), Segment(63, 64)],
            "segment 0 has 63 bytes; must have whole",
        ),
        ([Segment(0, 64, 9)], "segment 0: method 9"),
    ]:
        with pytest.raises(DeltaInvalid) as refused:
            list(encoded(target, segments, bases))
        assert str(refused.value).startswith(said)


@pytest.fixture(scope="module")
def small() -> tuple[bytes, bytes, dict[str, Source]]:
    base = bytes(range(256)) * 4
    target = bytes(b ^ (n % 7 == 0) for n, b in enumerate(base))
    bases: dict[str, Source] = {BASE: Memory(base)}
    segments = [Segment(0, 512, Method.GROUPED, 2, 7, 8, 0), Segment(512, 1024, Method.PLANES, 4)]
    return target, container(Memory(target), segments, bases, 256), bases


@examples(300)
@given(at=st.integers(0, 10_000), piece=st.binary(min_size=1, max_size=8), cut=st.sampled_from([0, 0, 1, 40]))
def test_damage_is_found(
    small: tuple[bytes, bytes, dict[str, Source]], at: int, piece: bytes, cut: int
) -> None:
    target, packed, bases = small
    place = at % len(packed)
    damaged = (packed[:place] + piece + packed[place + len(piece) :])[: len(packed) - cut]
    try:
        assert b"".join(restored(Memory(damaged), bases)) == target
    except DeltaInvalid as refused:
        assert str(refused)


def test_memory_does_not_grow_with_the_file() -> None:
    """32 MB as a container: the same few blocks as for a terabyte."""

    class Endless:
        size_bytes = 32 << 20

        def __init__(self, seed: int) -> None:
            self.seed = seed

        def read(self, begin: int, end: int) -> bytes:
            return bytes([begin >> 20, self.seed]) * ((end - begin) // 2)

    target, bases = Endless(1), {BASE: Endless(0)}
    segments = [Segment(0, target.size_bytes, Method.GROUPED, 2, 7, 8, 0)]
    tracemalloc.start()
    packed = Memory(b"".join(encoded(target, segments, bases)))
    restored_bytes = sum(map(len, restored(packed, bases)))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert restored_bytes == target.size_bytes
    assert most < 16 << 20
