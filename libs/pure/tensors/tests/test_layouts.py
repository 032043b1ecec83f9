"""Headers, sound and hostile: what is read, what is refused, and by which code."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.tensors.layouts import Format, Kind, Layout, LayoutInvalid, layout_of
from muster.tensors.layouts.roles import Role, role_of
from muster.tensors.sources import Memory
from muster.testkit.laws import examples
from muster.testkit.model_files import Described, array, entry, gguf, model, pair, safetensors, text

U64 = 2**64 - 1
SOUND = model(
    {
        "model.embed_tokens.weight": np.zeros((4, 6), np.uint16),
        "model.layers.0.mlp.up_proj.weight": np.arange(12, dtype=np.float32).reshape(3, 4),
        "empty": np.zeros((0, 3), np.int8),
        "scalar": np.array(1.5, np.float16),
    },
    {"format": "pt"},
)
WITH_DATA = gguf(
    [
        pair("general.architecture", 8, text("llama")),
        pair("tokenizer.ggml.tokens", 9, array(8, 2, text("a") + text("ü"))),
    ],
    [
        Described(name="token_embd.weight", dimensions=(32, 2)),
        Described(name="q", dimensions=(64, 4), type=8, offset=256),
    ],
    bytes(256 + 272),
)


@dataclass
class Watched:
    """A source that knows what was read of it."""

    content: bytes
    size_bytes: int
    read_to: int = 0
    reads: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def read(self, begin: int, end: int) -> bytes:
        assert 0 <= begin <= end <= self.size_bytes
        self.reads.append((begin, end))
        return self.content[begin:end].ljust(end - begin, b"\0")


def kinds_of(content: bytes) -> list[Kind]:
    with pytest.raises(LayoutInvalid) as refused:
        layout_of(Memory(content))
    return [finding.kind for finding in refused.value.findings]


def test_safetensors_are_read() -> None:
    layout = layout_of(Memory(SOUND))
    assert layout.format is Format.SAFETENSORS
    assert layout.metadata == {"format": "pt"}
    assert [(t.name, t.dtype.name, t.shape, t.size_bytes) for t in layout.tensors] == [
        ("model.embed_tokens.weight", "BF16", (4, 6), 48),
        ("model.layers.0.mlp.up_proj.weight", "F32", (3, 4), 48),
        ("empty", "I8", (0, 3), 0),
        ("scalar", "F16", (), 2),
    ]
    assert layout.tensors[0].begin == layout.data_begin
    assert layout.tensors[-1].end == len(SOUND)
    assert layout.parameters == 24 + 12 + 1


def test_gguf_is_read() -> None:
    layout = layout_of(Memory(WITH_DATA))
    assert layout.format is Format.GGUF
    assert layout.metadata == {"general.architecture": "llama", "tokenizer.ggml.tokens": None}
    first, second = layout.tensors
    assert (first.name, first.shape, first.begin, first.role) == (
        "token_embd.weight",
        (2, 32),
        layout.data_begin,
        Role.EMBEDDING,
    )
    assert (second.dtype.name, second.shape, second.size_bytes) == ("Q8_0", (4, 64), 272)
    assert second.end == len(WITH_DATA)


def test_only_the_header_is_read() -> None:
    """2 TB in one tensor; neither format reads behind its header but for a window."""
    size = 2 << 40
    held = safetensors({"w": entry("U8", [size], 0, size)})
    watched = Watched(held, len(held) + size)
    assert layout_of(watched).tensors[0].size_bytes == size
    assert sum(end - begin for begin, end in watched.reads) < 200
    held = gguf(tensors=[Described(name="w", dimensions=(size >> 2,))])
    watched = Watched(held, len(held) + size)
    assert layout_of(watched).tensors[0].size_bytes == size
    assert sum(end - begin for begin, end in watched.reads) < 2 << 20


W = entry("F32", [2], 0, 8)

HOSTILE_SAFETENSORS = {
    "length of 2^64 - 1": (safetensors({"w": W}, bytes(8), length=U64), Kind.HEADER_TOO_LARGE),
    "length above 100 MB": (safetensors({"w": W}, bytes(8), length=100_000_001), Kind.HEADER_TOO_LARGE),
    "length beyond the file": (safetensors({"w": W}, b"\xff" * 8, length=5000), Kind.HEADER_BEYOND_FILE),
    "length into the header": (safetensors({"w": W}, bytes(8), length=30), Kind.HEADER_MALFORMED),
    "not an object": (safetensors(b'{"w"]       ', bytes(8)), Kind.HEADER_MALFORMED),
    "space before the object": (safetensors(b' {"w":{}}'), Kind.FORMAT_UNKNOWN),
    "bytes behind the JSON": (safetensors(b'{}{"x":1}'), Kind.HEADER_MALFORMED),
    "zeros behind the JSON": (safetensors(b"{}\0\0\0\0"), Kind.HEADER_MALFORMED),
    "not UTF-8": (safetensors(b'{"\xff":{}}'), Kind.TEXT_INVALID),
    "half a surrogate pair": (safetensors(b'{"\\ud800":{"dtype":"U8"}}'), Kind.TEXT_INVALID),
    "name twice": (
        safetensors(b'{"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"\\u0077":{}}', b"x"),
        Kind.NAME_REPEATED,
    ),
    "metadata twice": (safetensors(b'{"__metadata__":{},"__metadata__":{}}'), Kind.NAME_REPEATED),
    "key of metadata twice": (safetensors(b'{"__metadata__":{"a":"1","a":"2"}}'), Kind.NAME_REPEATED),
    "65,537 keys of metadata": (
        safetensors({"__metadata__": {str(n): "" for n in range(65_537)}}),
        Kind.COUNT_TOO_LARGE,
    ),
    "metadata that nests": (safetensors({"__metadata__": {"a": {"b": "c"}}}), Kind.HEADER_MALFORMED),
    "100,000 brackets": (safetensors(b'{"w":' + b"[" * 100_000), Kind.HEADER_MALFORMED),
    "field twice": (safetensors(b'{"w":{"dtype":"U8","dtype":"I8"}}'), Kind.FIELD_REPEATED),
    "field unknown": (safetensors({"w": {**W, "note": "x"}}, bytes(8)), Kind.FIELD_UNKNOWN),
    "field missing": (safetensors({"w": {"dtype": "U8", "shape": []}}), Kind.FIELD_MISSING),
    "dtype unknown": (safetensors({"w": entry("F33", [2], 0, 8)}, bytes(8)), Kind.DTYPE_UNKNOWN),
    "negative dimension": (safetensors({"w": entry("F32", [-2], 0, 8)}, bytes(8)), Kind.HEADER_MALFORMED),
    "dimension with a point": (
        safetensors(b'{"w":{"dtype":"U8","shape":[1.0],"data_offsets":[0,1]}}', b"x"),
        Kind.HEADER_MALFORMED,
    ),
    "offset above 2^64": (safetensors({"w": entry("U8", [1], 0, U64 + 1)}, b"x"), Kind.NUMBER_OVERFLOW),
    "offset of 5,000 digits": (
        safetensors(b'{"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1' + b"0" * 5000 + b"]}}"),
        Kind.NUMBER_OVERFLOW,
    ),
    "shape that overflows to its size": (
        safetensors({"w": entry("F32", [2**62, 4], 0, 0)}),
        Kind.NUMBER_OVERFLOW,
    ),
    "65 dimensions": (safetensors({"w": entry("U8", [1] * 65, 0, 1)}, b"x"), Kind.DIMENSIONS_TOO_MANY),
    "shape smaller than the span": (
        safetensors({"w": entry("F32", [1], 0, 8)}, bytes(8)),
        Kind.SPAN_MISMATCH,
    ),
    "half a byte": (safetensors({"w": entry("F4", [3], 0, 1)}, b"x"), Kind.SHAPE_INVALID),
    "end before begin": (safetensors({"w": entry("U8", [0], 8, 0)}, bytes(8)), Kind.RANGE_REVERSED),
    "overlap": (
        safetensors({"a": entry("U8", [8], 0, 8), "b": entry("U8", [8], 4, 12)}, bytes(12)),
        Kind.OVERLAP,
    ),
    "two of the same bytes": (
        safetensors({"a": entry("U8", [8], 0, 8), "b": entry("U8", [8], 0, 8)}, bytes(8)),
        Kind.OVERLAP,
    ),
    "hole": (safetensors({"a": entry("U8", [4], 0, 4), "b": entry("U8", [4], 8, 12)}, bytes(12)), Kind.HOLE),
    "hole at the begin": (safetensors({"a": entry("U8", [4], 8, 12)}, bytes(12)), Kind.HOLE),
    "payload behind the tensors": (safetensors({"w": W}, bytes(8) + b"MZ"), Kind.TRAILING_PAYLOAD),
    "payload without tensors": (safetensors({}, b"#!/bin/sh"), Kind.TRAILING_PAYLOAD),
}

SMALL = Described(name="w", dimensions=(8,))

HOSTILE_GGUF = {
    "version 1": (gguf(version=1), Kind.VERSION_UNSUPPORTED),
    "big-endian": (gguf(version=3 << 24), Kind.VERSION_UNSUPPORTED),
    "2^63 pairs": (gguf(pair_count=2**63), Kind.COUNT_TOO_LARGE),
    "2^61 tensors": (gguf(tensor_count=2**61), Kind.COUNT_TOO_LARGE),
    "key of 2^64 - 1 bytes": (gguf([struct.pack("<Q", U64)]), Kind.STRING_TOO_LONG),
    "key without a name": (gguf([pair("", 4, bytes(4))]), Kind.HEADER_MALFORMED),
    "string of 2^40 bytes": (gguf([pair("a", 8, struct.pack("<Q", 2**40))]), Kind.STRING_TOO_LONG),
    "string in an array of 2^40 bytes": (
        gguf([pair("a", 9, array(8, 1, struct.pack("<Q", 2**40)))]),
        Kind.STRING_TOO_LONG,
    ),
    "array of 2^60": (gguf([pair("a", 9, array(10, 2**60))]), Kind.COUNT_TOO_LARGE),
    "array of arrays": (gguf([pair("a", 9, array(9, 1))]), Kind.ARRAY_NESTED),
    "type of value unknown": (gguf([pair("a", 13, b"")]), Kind.VALUE_TYPE_UNKNOWN),
    "key twice": (gguf([pair("a", 4, bytes(4)), pair("a", 4, bytes(4))]), Kind.NAME_REPEATED),
    "key not UTF-8": (gguf([struct.pack("<Q", 1) + b"\xff" + bytes(8)]), Kind.TEXT_INVALID),
    "name twice": (gguf(tensors=[SMALL, SMALL], data=bytes(64)), Kind.NAME_REPEATED),
    "name of 64 bytes": (gguf(tensors=[Described(name="w" * 64, dimensions=(8,))]), Kind.STRING_TOO_LONG),
    "five dimensions": (
        gguf(tensors=[Described(name="w", dimensions=(1,) * 5)]),
        Kind.DIMENSIONS_TOO_MANY,
    ),
    "2^32 dimensions": (
        b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("w") + struct.pack("<I", 2**32 - 1),
        Kind.DIMENSIONS_TOO_MANY,
    ),
    "dimension of 2^63": (gguf(tensors=[Described(name="w", dimensions=(2**63,))]), Kind.NUMBER_OVERFLOW),
    "dimensions that overflow to 0": (
        gguf(tensors=[Described(name="w", dimensions=(2**32, 2**32))]),
        Kind.NUMBER_OVERFLOW,
    ),
    "type withdrawn": (gguf(tensors=[Described(name="w", dimensions=(8,), type=4)]), Kind.DTYPE_UNKNOWN),
    "type unknown": (gguf(tensors=[Described(name="w", dimensions=(8,), type=2**31)]), Kind.DTYPE_UNKNOWN),
    "row that is no block": (
        gguf(tensors=[Described(name="w", dimensions=(33,), type=8)]),
        Kind.SHAPE_INVALID,
    ),
    "alignment of 0": (gguf([pair("general.alignment", 4, struct.pack("<I", 0))]), Kind.ALIGNMENT_INVALID),
    "alignment of 48": (gguf([pair("general.alignment", 4, struct.pack("<I", 48))]), Kind.ALIGNMENT_INVALID),
    "alignment of 2^31": (
        gguf([pair("general.alignment", 4, struct.pack("<I", 2**31))]),
        Kind.ALIGNMENT_INVALID,
    ),
    "alignment as text": (gguf([pair("general.alignment", 8, text("32"))]), Kind.ALIGNMENT_INVALID),
    "offset not aligned": (
        gguf(tensors=[SMALL, Described(name="v", dimensions=(8,), offset=33)], data=bytes(96)),
        Kind.ALIGNMENT_INVALID,
    ),
    "overlap": (gguf(tensors=[SMALL, Described(name="v", dimensions=(8,))], data=bytes(64)), Kind.OVERLAP),
    "hole": (gguf(tensors=[Described(name="w", dimensions=(8,), offset=64)], data=bytes(96)), Kind.HOLE),
    "offset of 2^64 - 32": (
        gguf(tensors=[Described(name="w", dimensions=(8,), offset=U64 - 31)], data=bytes(32)),
        Kind.HOLE,
    ),
    "payload behind the tensors": (gguf(tensors=[SMALL], data=bytes(32) + b"MZ"), Kind.TRAILING_PAYLOAD),
}


@pytest.mark.parametrize("attack", HOSTILE_SAFETENSORS)
def test_hostile_safetensors_have_a_code(attack: str) -> None:
    content, kind = HOSTILE_SAFETENSORS[attack]
    assert kinds_of(content)[0] is kind


@pytest.mark.parametrize("attack", HOSTILE_GGUF)
def test_hostile_gguf_has_a_code(attack: str) -> None:
    content, kind = HOSTILE_GGUF[attack]
    assert kinds_of(content)[0] is kind


@pytest.mark.parametrize("content", [SOUND, WITH_DATA], ids=["safetensors", "gguf"])
def test_a_file_that_ends_early_is_truncated_wherever_it_ends(content: bytes) -> None:
    beyond_magic = 9
    for size in range(beyond_magic, len(content)):
        with pytest.raises(LayoutInvalid) as refused:
            layout_of(Memory(content[:size]))
        assert refused.value.is_truncation, (size, refused.value)


def test_errors_name_the_place_and_the_valid_values() -> None:
    with pytest.raises(LayoutInvalid) as refused:
        layout_of(
            Memory(safetensors({"a\x1b[31m": entry("F32", [3], 0, 8), "b": entry("U8", [1], 4, 5)}, bytes(8)))
        )
    assert str(refused.value) == (
        "tensor a\\x1b[31m is F32 [3] in 8 bytes (span-mismatch); must be 12 bytes; "
        "tensor b is data_offsets [4, 5] (overlap); must be a begin at 8, where the tensor before it ends"
    )


def test_padding_of_the_last_gguf_tensor_may_be_missing() -> None:
    layout = layout_of(Memory(gguf(tensors=[Described(name="w", dimensions=(3,))], data=bytes(12))))
    assert layout.tensors[0].size_bytes == 12


def test_roles_come_from_names() -> None:
    assert {name: role_of(name) for name in ROLES} == ROLES


ROLES = {
    "model.layers.3.self_attn.q_proj.weight": Role.ATTENTION,
    "model.layers.3.self_attn.q_proj.lora_A.weight": Role.ADAPTER,
    "model.layers.3.post_attention_layernorm.weight": Role.NORM,
    "model.layers.3.mlp.experts.7.down_proj.weight": Role.EXPERT,
    "transformer.h.0.mlp.c_fc.weight": Role.MLP,
    "transformer.wte.weight": Role.EMBEDDING,
    "transformer.ln_f.weight": Role.NORM,
    "blk.0.ffn_up.weight": Role.MLP,
    "blk.0.attn_norm.weight": Role.NORM,
    "lm_head.weight": Role.HEAD,
    "output.weight": Role.HEAD,
    "features.0.conv1.weight": Role.CONVOLUTION,
    "x": Role.OTHER,
}


def _damaged(content: bytes, edits: list[tuple[int, bytes]], cut: int) -> bytes:
    damaged = bytearray(content)
    for at, piece in edits:
        place = at % len(damaged)
        damaged[place : place + len(piece)] = piece
    return bytes(damaged[: len(damaged) - cut % len(damaged)])


EDITS = st.lists(st.tuples(st.integers(0, 4000), st.binary(min_size=1, max_size=9)), max_size=4)


@examples(300)
@given(content=st.sampled_from([SOUND, WITH_DATA]), edits=EDITS, cut=st.sampled_from([0, 0, 0, 1, 30]))
def test_damage_ends_in_a_layout_or_in_findings(
    content: bytes, edits: list[tuple[int, bytes]], cut: int
) -> None:
    _read_or_refused(_damaged(content, edits, cut))


@examples(50)
@given(space=st.sampled_from(["", " ", "\n\t"]), order=st.permutations(["dtype", "shape", "data_offsets"]))
def test_fields_stand_in_any_order_with_any_space(space: str, order: list[str]) -> None:
    fields = {
        "dtype": '"F32"',
        "shape": "[2,3]".replace(",", f"{space},{space}"),
        "data_offsets": f"[0,{space}24]",
    }
    written = f",{space}".join(f'"{name}"{space}:{fields[name]}' for name in order)
    layout = layout_of(Memory(safetensors(f'{{"w":{space}{{{written}{space}}}}}'.encode(), bytes(24))))
    assert [(tensor.shape, tensor.size_bytes) for tensor in layout.tensors] == [((2, 3), 24)]


@examples(200)
@given(header=st.text(alphabet='{}[]":,\\u0019abdehopstyF32_ ', max_size=120), data=st.binary(max_size=12))
def test_any_json_like_header_ends_in_a_layout_or_in_findings(header: str, data: bytes) -> None:
    _read_or_refused(safetensors(b"{" + header.encode(), data))


def _read_or_refused(content: bytes) -> Layout | None:
    try:
        layout = layout_of(Memory(content))
    except LayoutInvalid as refused:
        assert refused.findings
        assert str(refused).isprintable()
        return None
    assert all(layout.data_begin <= t.begin <= t.end <= len(content) for t in layout.tensors)
    return layout
