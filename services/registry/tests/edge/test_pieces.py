"""Descriptions of files restore every xorb bit by bit, however the files are stored in xorbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.registry.edge.deltas.pieces import DescribedFile, Stretch, describe_xorb
from muster.tensors.deltas import Method, Segment, encoded, restored
from muster.tensors.sources import Memory, Source
from muster.testkit.laws import examples

EXPONENTS = {1: (3, 4), 2: (7, 8), 4: (23, 8), 8: (52, 11)}
ways = st.tuples(
    st.sampled_from([Method.RAW, Method.PLANES, Method.XOR, Method.DIFFERENCE, Method.GROUPED]),
    st.sampled_from(sorted(EXPONENTS)),
    st.integers(0, 40),
)
lying = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 90), st.integers(0, 9)), min_size=1, max_size=9)


@dataclass
class Xorbs:
    """Uncompressed content of xorbs: stretches of files, each after bytes of other files."""

    held: dict[bytes, bytearray] = field(default_factory=dict[bytes, bytearray])

    def put(self, name: str, content: bytes, plan: Sequence[tuple[int, int, int]]) -> list[Stretch]:
        """Store a file in stretches, the last one with all remaining bytes, and return their places."""
        stretches: list[Stretch] = []
        at = 0
        for number, (which, length, others) in enumerate(plan):
            xorb = f"{name}{which}".encode()
            data = self.held.setdefault(xorb, bytearray())
            data += bytes([number]) * others
            end = min(at + length, len(content)) if number < len(plan) - 1 else len(content)
            if at < end:
                stretches.append(Stretch(at, end - at, xorb, len(data)))
                data += content[at:end]
                at = end
        return stretches


def segments_of(
    size_bytes: int, methods: Sequence[tuple[Method, int, int]], base_bytes: int
) -> list[Segment]:
    """Describe a file by these methods as far as they fit; the remaining bytes follow one by one."""
    segments: list[Segment] = []
    at = 0
    for method, width, items in methods:
        end = min(at + width * items, at + (size_bytes - at) // width * width)
        begin_of_base = (3 * at) % (base_bytes + 1)
        leans = method.needs_base and begin_of_base + end - at <= base_bytes
        if at < end and (leans or not method.needs_base):
            base = (0, begin_of_base) if leans else (-1, 0)
            segments.append(Segment(at, end, method, width, *EXPONENTS[width], *base))
            at = end
    if at < size_bytes:
        segments.append(Segment(at, size_bytes, Method.PLANES))
    return segments


@for_all(
    contents=st.tuples(st.binary(min_size=1, max_size=400), st.binary(min_size=1, max_size=400)),
    base=st.binary(min_size=1, max_size=500),
    methods=st.lists(ways, max_size=5),
    plans=st.tuples(lying, lying),
    plan_of_base=lying,
)
@examples(300)
def test_every_xorb_of_described_files_is_restored(
    contents: tuple[bytes, bytes],
    base: bytes,
    methods: list[tuple[Method, int, int]],
    plans: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]],
    plan_of_base: list[tuple[int, int, int]],
) -> None:
    xorbs, of_base = Xorbs(), Xorbs()
    bases = of_base.put("base", base, plan_of_base)
    files = [
        DescribedFile(
            segments_of(len(content), methods, len(base)), xorbs.put("xorb", content, plan), [bases]
        )
        for content, plan in zip(contents, plans, strict=True)
    ]
    for xorb, data in xorbs.held.items():
        how = describe_xorb(xorb, len(data), files)
        assert set(how.bases) <= set(of_base.held)
        sources: dict[str, Source] = {each.decode(): Memory(bytes(of_base.held[each])) for each in how.bases}
        container = b"".join(encoded(Memory(bytes(data)), how.segments, sources, 64))
        assert b"".join(restored(Memory(container), sources)) == data


def test_a_tensor_is_described_by_its_base_wherever_a_xorb_ends_within_it() -> None:
    """Both are cut at odd bytes: all numbers but the cut ones are encoded from the base."""
    stretches = [Stretch(0, 101, b"x", 0), Stretch(101, 899, b"y", 7)]
    bases = [Stretch(0, 333, b"a", 50), Stretch(333, 667, b"b", 0)]
    file = DescribedFile([Segment(0, 1_000, Method.XOR, 2, 7, 8, 0, 0)], stretches, [bases])
    first, second = (
        describe_xorb(xorb, size_bytes, [file]) for xorb, size_bytes in ((b"x", 101), (b"y", 906))
    )
    assert first.bases == [b"a"]
    assert [(each.begin, each.end, each.base, each.base_begin) for each in first.segments] == [
        (0, 100, 0, 50),
        (100, 101, -1, 0),
    ]
    assert second.bases == [b"a", b"b"]
    assert [(each.begin, each.end, each.base, each.base_begin) for each in second.segments] == [
        (0, 7, -1, 0),
        (7, 8, -1, 0),
        (8, 238, 0, 152),
        (238, 239, -1, 0),
        (239, 240, -1, 0),
        (240, 906, 1, 1),
    ]
