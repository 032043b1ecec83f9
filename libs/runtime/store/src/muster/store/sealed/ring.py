"""The key ring: encryption keys by the names that addresses carry, in a TOML file that an operator writes.

    [keys.acme]
    secret_file = "acme.key"      # 32 bytes, or their base64; beside this file unless it says otherwise

    [keys.globex]
    secret = "UDmnrb0...="        # base64 of 32 bytes

    [keys.initech]
    kms = "arn:aws:kms:..."       # a key of the store's KMS: the store encrypts, and keeps the key

What a name stands for never changes: what was sealed under it would be lost. The file is read again when it
has changed. If it is wrong then, keys that are known stay known, and the log says what is wrong.
"""

from __future__ import annotations

import base64
import binascii
import logging
import re
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, cast

from muster.store.objects import StoreUnavailable
from muster.store.sealed.sealing import SECRET_BYTES

NAME: Final = r"[a-z0-9][a-z0-9-]{0,62}"
"""Pattern of the names of encryption keys."""
_NAME: Final = re.compile(NAME)
_MARK: Final = "~"
_ALLOWED: Final = "exactly one of secret, secret_file and kms"


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret of ours: objects are sealed and opened in this process."""

    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Kms:
    """A key of the store's KMS: the store encrypts and decrypts."""

    key_id: str


Key: TypeAlias = Secret | Kms
_Seen: TypeAlias = tuple[int, int, int] | None


def key_in(address: str) -> str:
    """Return the name of the encryption key, marked by ~, in a key of the store; empty: it has none.

    Raises:
        ValueError: the name is malformed, or there are several.
    """
    named = {part.rpartition(_MARK)[2] for part in address.split("/") if _MARK in part}
    if not named:
        return ""
    if len(named) > 1 or not _NAME.fullmatch(name := named.pop()):
        raise ValueError(f"key {address[:200]}: allowed after {_MARK} is one name of a key, {NAME}")
    return name


class KeyRing:
    """Keys by name. Safe to share between threads; its text shows none.

    Args:
        file: File with the keys; None: no keys.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._seen: _Seen = None
        self._keys: Mapping[str, Key] = {}

    def key(self, name: str) -> Key:
        """Return the key of this name.

        Raises:
            StoreUnavailable: the ring has no such key, or cannot be read.
        """
        found = self._read().get(name)
        if found is None:
            raise StoreUnavailable(f"encryption key {name!r} is not in the key ring")
        return found

    def names(self) -> list[str]:
        """Return the names of all keys, sorted.

        Raises:
            StoreUnavailable: the ring cannot be read.
        """
        return sorted(self._read())

    def _read(self) -> Mapping[str, Key]:
        if self._file is None:
            return {}
        with self._lock:
            try:
                about = self._file.stat()
                seen = (about.st_mtime_ns, about.st_size, about.st_ino)
                if seen != self._seen:
                    self._keys = _keys_of(self._file)
                    self._seen = seen
            except (OSError, ValueError) as error:
                if self._seen is None:
                    raise StoreUnavailable(f"the key ring cannot be read: {_reason(error)}") from None
                _log.error("the key ring stays as it was: %s", _reason(error))
            return self._keys


_log = logging.getLogger(__name__)


def _keys_of(file: Path) -> dict[str, Key]:
    """Read the keys of a key ring file, by name.

    Raises:
        ValueError: the file has anything but keys.
        OSError: the file, or a secret file that it names, cannot be read.
    """
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file}: it is no TOML: {error}") from None
    keys = said.get("keys", {})
    if set(said) - {"keys"} or not isinstance(keys, dict):
        raise ValueError(f"{file}: must have only tables [keys.NAME]")
    tables = cast("dict[str, object]", keys)
    return {name: _key_of(file, name, table) for name, table in tables.items()}


def _key_of(file: Path, name: str, table: object) -> Key:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{file}: key name is {name[:80]!r}; must match {NAME}")
    said = cast("dict[str, object]", table) if isinstance(table, dict) else {}
    match list(said.items()):
        case [("kms", str(key_id))] if key_id:
            return Kms(key_id)
        case [("secret", str(text))]:
            return _secret_of(f"{file}: secret of key {name!r}", text.encode())
        case [("secret_file", str(path))] if path:
            at = file.parent / Path(path).expanduser()
            return _secret_of(f"{at}: secret of key {name!r}", at.read_bytes())
        case _:
            raise ValueError(f"{file}: key {name!r} must have {_ALLOWED}")


def _secret_of(what: str, data: bytes) -> Secret:
    """Decode a secret of SECRET_BYTES bytes, raw or in base64. No error shows any of them."""
    if len(data) == SECRET_BYTES:
        return Secret(data)
    try:
        secret = base64.b64decode(data.strip(), validate=True)
    except binascii.Error:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{what} must be {SECRET_BYTES} bytes, raw or in base64")
    return Secret(secret)


def _reason(error: OSError | ValueError) -> str:
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
