"""Hashes by their definition."""

import pytest
from blake3 import blake3
from hypothesis import given
from hypothesis import strategies as st
from muster.cas.hashing import (
    EMPTY_FILE,
    Tree,
    chunk_hash,
    file_hash,
    from_hex,
    is_key_chunk,
    to_hex,
    xorb_hash,
)
from muster.testkit.laws import examples

NODE_KEY = bytes.fromhex("017ec5c7a5472996fd946666b48a02e65ddd536f37c76dd2f86352e64a53713f")

hashes = st.binary(min_size=32, max_size=32)


def root_by_rows(nodes: list[tuple[bytes, int]]) -> bytes:
    """The definition, row by row over whole lists."""
    while len(nodes) > 1:
        row: list[tuple[bytes, int]] = []
        while nodes:
            size = next((at + 1 for at in range(2, min(9, len(nodes))) if nodes[at][0][24] % 4 == 0), 9)
            group, nodes = nodes[:size], nodes[size:]
            lines = "".join(f"{to_hex(hash_)} : {length}\n" for hash_, length in group).encode()
            row.append((blake3(lines, key=NODE_KEY).digest(), sum(length for _, length in group)))
        nodes = row
    return nodes[0][0] if nodes else EMPTY_FILE


@given(hashes)
def test_hexadecimal_digits_are_read_back(hash_: bytes) -> None:
    assert from_hex(to_hex(hash_)) == hash_


def test_digits_are_those_of_four_little_endian_numbers() -> None:
    assert to_hex(bytes(range(32)))[:32] == "0706050403020100" + "0f0e0d0c0b0a0908"


@pytest.mark.parametrize("digits", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 63 + "\n", "٣" * 64])
def test_other_digits_are_refused(digits: str) -> None:
    with pytest.raises(ValueError, match="allowed: 64 lowercase hexadecimal digits"):
        from_hex(digits)


@given(st.lists(st.tuples(hashes, st.integers(1, 1 << 17)), max_size=40))
def test_a_tree_that_grows_has_the_root_of_the_definition(chunks: list[tuple[bytes, int]]) -> None:
    assert xorb_hash(chunks) == root_by_rows(chunks)


@examples(20)
@given(st.integers(0, 2000), st.integers(0, 1 << 32))
def test_large_trees_have_it_too(count: int, seed: int) -> None:
    chunks = [(chunk_hash(b"%d %d" % (seed, at)), at + 1) for at in range(count)]
    tree = Tree()
    for hash_, length in chunks:
        tree.add(hash_, length)
    assert tree.root() == root_by_rows(chunks)


def test_one_chunk_is_its_own_root_and_no_chunk_gives_zeros() -> None:
    one = chunk_hash(b"one")
    assert xorb_hash([(one, 3)]) == one
    assert file_hash(xorb_hash([])) == EMPTY_FILE
    assert file_hash(one) != one


@given(hashes)
def test_a_key_chunk_is_zero_modulo_1024(hash_: bytes) -> None:
    for candidate in (hash_, hash_[:24] + b"\0" + hash_[25:], hash_[:24] + b"\0\4" + hash_[26:]):
        assert is_key_chunk(candidate) == (int.from_bytes(candidate[24:], "little") % 1024 == 0)
