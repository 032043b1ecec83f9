"""The key ring: what it says, when it is read again, and that nothing shows a secret."""

from __future__ import annotations

import base64
import logging
import os
from pathlib import Path

import pytest
from muster.store import StoreUnavailable
from muster.store.sealed import KeyRing, key_in
from muster.store.sealed.ring import Kms, Secret

ONE, TWO = bytes(range(32)), bytes(range(50, 82))


def _ring(folder: Path, text: str) -> tuple[KeyRing, Path]:
    file = folder / "keys.toml"
    file.write_text(text)
    return KeyRing(file), file


def _replaced(file: Path, text: str) -> None:
    """As an editor does: another file takes its place."""
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)


def _inline(name: str, secret: bytes) -> str:
    return f'[keys.{name}]\nsecret = "{base64.b64encode(secret).decode()}"\n'


def test_a_key_is_a_secret_here_or_in_its_file_or_the_store_s(tmp_path: Path) -> None:
    (tmp_path / "raw.key").write_bytes(TWO)
    (tmp_path / "text.key").write_bytes(base64.b64encode(TWO) + b"\n")
    ring, _ = _ring(
        tmp_path,
        _inline("acme", ONE)
        + '[keys.raw]\nsecret_file = "raw.key"\n'
        + f'[keys.text]\nsecret_file = "{tmp_path}/text.key"\n'
        + '[keys.initech]\nkms = "arn:aws:kms:eu-1:1:key/7"\n',
    )
    assert ring.key("acme") == Secret(ONE)
    assert ring.key("raw") == ring.key("text") == Secret(TWO)
    assert ring.key("initech") == Kms("arn:aws:kms:eu-1:1:key/7")
    assert ring.names() == ["acme", "initech", "raw", "text"]


def test_missing_keys_are_reported_by_name(tmp_path: Path) -> None:
    ring, _ = _ring(tmp_path, _inline("acme", ONE))
    with pytest.raises(StoreUnavailable, match=r"^encryption key 'globex' is not in the key ring$"):
        ring.key("globex")
    with pytest.raises(StoreUnavailable, match="'acme' is not in the key ring"):
        KeyRing(None).key("acme")
    assert KeyRing(None).names() == []


def test_a_key_that_is_added_is_there_without_a_restart(tmp_path: Path) -> None:
    ring, file = _ring(tmp_path, _inline("acme", ONE))
    assert ring.names() == ["acme"]
    _replaced(file, _inline("acme", ONE) + _inline("globex", TWO))
    assert ring.key("globex") == Secret(TWO)


def test_a_ring_that_is_wrong_leaves_what_is_known(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ring, file = _ring(tmp_path, _inline("acme", ONE))
    assert ring.key("acme") == Secret(ONE)
    for wrong in ('[keys.acme]\nsecret = "', '[keys.acme]\nsecret = "c2hvcnQ="'):
        _replaced(file, wrong)
        with caplog.at_level(logging.ERROR):
            assert ring.key("acme") == Secret(ONE)
        assert "the key ring stays as it was" in caplog.text
    file.unlink()
    assert ring.key("acme") == Secret(ONE)
    _replaced(file, _inline("acme", ONE) + _inline("globex", TWO))
    assert ring.key("globex") == Secret(TWO)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not toml", "it is no TOML"),
        ("[other]\nx = 1", r"must have only tables \[keys.NAME\]"),
        ("keys = 3", r"must have only tables \[keys.NAME\]"),
        ("[keys.Acme]\nkms = 'x'", r"key name is 'Acme'; must match \[a-z0-9\]"),
        ("[keys.acme]", "key 'acme' must have exactly one of secret, secret_file and kms"),
        ("[keys.acme]\nkms = ''", "key 'acme' must have exactly one of"),
        ("[keys.acme]\nkms = 'x'\nsecret_file = 'y'", "key 'acme' must have exactly one of"),
        ("[keys.acme]\nsecret = 'c2hvcnQ='", "secret of key 'acme' must be 32 bytes"),
        ("[keys.acme]\nsecret = '!!'", "secret of key 'acme' must be 32 bytes"),
        ("[keys.acme]\nsecret_file = 'absent.key'", "absent.key: No such file"),
    ],
)
def test_errors_in_the_ring_are_reported(tmp_path: Path, text: str, said: str) -> None:
    ring, _ = _ring(tmp_path, text)
    with pytest.raises(StoreUnavailable, match=said):
        ring.key("acme")


def test_a_missing_ring_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"the key ring cannot be read: .*absent.toml: No such file"):
        KeyRing(tmp_path / "absent.toml").key("acme")


def test_secrets_never_appear_in_texts(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    text = base64.b64encode(os.urandom(31)).decode()  # one byte is missing
    ring, _ = _ring(tmp_path, f'[keys.acme]\nsecret = "{text}"')
    with pytest.raises(StoreUnavailable) as caught:
        ring.key("acme")
    good = Secret(ONE)
    shown = f"{caught.value!r} {caught.value.__cause__!r} {ring!r} {good!r} {good} {caplog.text}"
    assert text not in shown
    assert repr(ONE) not in shown


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("registry/lfs/ab/abcd/upload.x", ""),
        ("registry/lfs/ab/abcd~acme/upload.x", "acme"),
        ("registry/xorb/ab/abcd~a-1/upload.x.chunks", "a-1"),
        ("registry/uploads/upload-1~acme", "acme"),
        ("registry/uploads/upload-1~acme/x~acme", "acme"),
    ],
)
def test_an_address_names_its_key(address: str, name: str) -> None:
    assert key_in(address) == name


@pytest.mark.parametrize(
    "address", ["registry/lfs/ab/a~Acme/x", "a~/x", "a~-x", "a~one/b~two", "a~x.y", "a~b c"]
)
def test_an_address_that_names_no_key_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="allowed after ~ is one name of a key"):
        key_in(address)
