"""Bytes that are sealed for a recipient."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from muster.store.sealed.recipients import InvalidKey, Opener, Sealer, make_key_pair
from muster.store.sealed.sealing import SEGMENT_BYTES, Damaged


@pytest.mark.parametrize("data", [b"", b"42", b"x" * (SEGMENT_BYTES + 1)])
def test_only_the_recipient_opens_a_box(data: bytes) -> None:
    recipient, other = Opener(X25519PrivateKey.generate()), Opener(X25519PrivateKey.generate())
    box = recipient.sealer.seal(data)
    assert recipient.open(box) == data
    assert recipient.sealer.seal(data) != box
    with pytest.raises(Damaged):
        other.open(box)


def test_a_damaged_box_is_never_opened() -> None:
    recipient = Opener(X25519PrivateKey.generate())
    box = recipient.sealer.seal(b"secret")
    for place in range(len(box)):
        damaged = bytearray(box)
        damaged[place] ^= 1
        with pytest.raises(Damaged):
            recipient.open(bytes(damaged))
    with pytest.raises(Damaged):
        recipient.open(box[:-1])
    with pytest.raises(Damaged):
        recipient.open(bytes(32) + box[32:])


def test_digests_and_names_depend_on_the_key_and_the_text() -> None:
    one, other = Opener(X25519PrivateKey.generate()), Opener(X25519PrivateKey.generate())
    assert one.sealer.digest(b"a") == one.sealer.digest(b"a")
    digests = {one.sealer.digest(b"a"), one.sealer.digest(b"b"), other.sealer.digest(b"a")}
    names = {one.name("a"), one.name("b"), other.name("a")}
    assert len(digests | names) == 6


def test_keys_of_openssl_are_read_and_a_pair_is_made_once(tmp_path: Path) -> None:
    made, public = tmp_path / "keys/key.pem", tmp_path / "keys/key.pub.pem"
    make_key_pair(made, public)
    first = made.read_bytes()
    make_key_pair(made, public)
    assert (made.read_bytes(), oct(made.stat().st_mode)[-3:]) == (first, "600")
    assert Opener.from_file(made).open(Sealer.from_file(public).seal(b"x")) == b"x"
    own, half = tmp_path / "own.pem", tmp_path / "own.pub.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "X25519", "-out", own], check=True)
    subprocess.run(["openssl", "pkey", "-in", own, "-pubout", "-out", half], check=True)
    assert Opener.from_file(own).open(Sealer.from_file(half).seal(b"x")) == b"x"
    with pytest.raises(InvalidKey, match="must be a public X25519 key"):
        Sealer.from_file(own)
    with pytest.raises(InvalidKey, match="must be a private X25519 key"):
        Opener.from_file(half)
