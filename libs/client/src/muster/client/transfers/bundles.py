"""A version as one signed file, to be carried where no network leads.

A bundle is a tar, not compressed, since weights do not shrink:

    muster-bundle.jws    the manifest, signed: a JWS (RFC 7515) by Ed25519 (EdDSA, RFC 8037) over JSON
    files/PATH           every file that the manifest names, in its order

The manifest names the registry, repository and commit it was made from, and of each file path, size and
SHA-256. Nothing of a bundle is believed before its signature is good, and no file before its hash is.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import tarfile
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, Any, Final

import jwt
from muster.client.errors import InvalidRequest
from muster.client.transfers import local
from muster.client.transfers.hub import Hub
from muster.client.transfers.provenance import origin_of, say_origin
from muster.client.transfers.pulling import pull
from muster.client.transfers.pushing import Progress, Pushed, commit_files

MANIFEST: Final = "muster-bundle.jws"
MANIFEST_BYTES_MAX: Final = 256 * 1024 * 1024
FORMAT: Final = 1

_ALGORITHM: Final = "EdDSA"
_FILES: Final = "files/"
_SHORT: Final = 12


class Untrusted(InvalidRequest):
    """A bundle is not what somebody who is trusted has signed."""


@dataclass(frozen=True, slots=True)
class BundledFile:
    """A file of a bundle.

    Attributes:
        path: Where it is in the repository.
        size_bytes: Its size.
        sha256: Of its bytes.
    """

    path: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a bundle holds.

    Attributes:
        registry: Address of the registry that it was made from.
        types: "models", "datasets" or "spaces".
        name: NAMESPACE/NAME there.
        commit: The version.
        files: In the order in which they follow.
    """

    registry: str
    types: str
    name: str
    commit: str
    files: tuple[BundledFile, ...]


def pack(hub: Hub, revision: str, bundle: Path, key: Path, progress: Progress) -> Manifest:
    """Write a version into a bundle; it is at its place only when it is whole.

    Args:
        hub: The repository.
        revision: Which version.
        bundle: The file to write.
        key: PEM of an Ed25519 private key.
        progress: Told how far it is.

    Raises:
        InvalidRequest: The key is none.
        MusterError: What the registry says.
    """
    pem = _key(key, _signing)
    with _folder_beside(bundle) as folder:
        commit = pull(hub, revision, folder / "files", progress).commit
        files = tuple(
            BundledFile(path, place.stat().st_size, local.sha256_of(place))
            for path, place in local.files_of(folder / "files").items()
        )
        manifest = Manifest(hub.url, hub.types, hub.name, commit, files)
        signed = jwt.encode({"format": FORMAT, **asdict(manifest)}, pem, algorithm=_ALGORITHM).encode()
        with tarfile.open(folder / "bundle", "w") as tar:
            _add(tar, MANIFEST, len(signed), io.BytesIO(signed))
            for file in files:
                with (folder / "files" / file.path).open("rb") as content:
                    _add(tar, _FILES + file.path, file.size_bytes, content)
        (folder / "bundle").replace(bundle)
    return manifest


def unpack(
    bundle: Path, trusted: Path, to: Callable[[Manifest], Hub], branch: str, progress: Progress
) -> tuple[Manifest, Pushed]:
    """Commit what a bundle holds; the branch has these files afterwards, and no others.

    Args:
        bundle: The file.
        trusted: PEM of the Ed25519 public key of who may have signed it.
        to: The repository for what the manifest says; made if it is not there.
        branch: Where the commit goes.
        progress: Told how far it is.

    Raises:
        Untrusted: The signature, or a file, is not what it should be. Nothing was committed.
        InvalidRequest: It is no bundle, or the key is none.
        MusterError: What the registry says.
    """
    pem = _key(trusted, _verifying)
    with _opened(bundle) as tar, _folder_beside(bundle) as folder:
        manifest = _manifest(tar, bundle, pem)
        progress.begin("Reading", sum(file.size_bytes for file in manifest.files))
        files = {file.path: _taken(tar, file, folder, progress) for file in manifest.files}
        if tar.next() is not None:
            raise Untrusted(f"{bundle}: more follows than its manifest names")
        hub = to(manifest)
        hub.require(branch)
        removed = [entry.path for entry in hub.entries(branch) if entry.path not in files]
        title = f"Import of {manifest.name} at {manifest.commit[:_SHORT]}"
        pushed = commit_files(hub, files, branch, title, progress, removed=removed)
        origin = origin_of(manifest.registry, manifest.types, manifest.name, manifest.commit)
        say_origin(hub, pushed.commit, origin)
    return manifest, pushed


def _manifest(tar: tarfile.TarFile, bundle: Path, pem: bytes) -> Manifest:
    first = tar.next()
    if first is None or first.name != MANIFEST or not first.isreg() or first.size > MANIFEST_BYTES_MAX:
        raise InvalidRequest(f"{bundle} is no bundle: allowed is a tar that begins with {MANIFEST}")
    try:
        said = jwt.decode(_content(tar, first).read(), pem, algorithms=[_ALGORITHM])
    except jwt.InvalidTokenError as error:
        raise Untrusted(
            f"{bundle} is not signed by the key that is trusted: {error}",
            hint="--trust is the public key of who made it",
        ) from None
    return _read(said, bundle)


def _read(said: Mapping[str, Any], bundle: Path) -> Manifest:
    if said.get("format") != FORMAT:
        raise InvalidRequest(f"{bundle} has format {said.get('format')}; allowed is {FORMAT}")
    files = tuple(BundledFile(**each) for each in said["files"])
    return Manifest(said["registry"], said["types"], said["name"], said["commit"], files)


def _taken(tar: tarfile.TarFile, file: BundledFile, folder: Path, progress: Progress) -> Path:
    """The next file of a bundle, in a folder, with the hash that it should have."""
    place = local.place_of(folder / "files", file.path)
    member = tar.next()
    if (
        member is None
        or member.name != _FILES + file.path
        or not member.isreg()
        or member.size != file.size_bytes
    ):
        raise Untrusted(f"the bundle does not go on with {file.path} of {file.size_bytes} bytes, as it says")
    content, digest = _content(tar, member), hashlib.sha256()
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("wb") as out:
        while piece := content.read(local.PIECE_BYTES):
            digest.update(piece)
            out.write(piece)
            progress.advance(len(piece))
    if digest.hexdigest() != file.sha256:
        raise Untrusted(f"{file.path} of the bundle is not {file.sha256}, as its manifest says")
    return place


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    content = tar.extractfile(member)
    if content is None:
        raise InvalidRequest(f"{member.name} of the bundle is no file; allowed are files")
    return content


def _add(tar: tarfile.TarFile, name: str, size_bytes: int, content: IO[bytes]) -> None:
    member = tarfile.TarInfo(name)
    member.size = size_bytes
    tar.addfile(member, content)


@contextmanager
def _opened(bundle: Path) -> Generator[tarfile.TarFile]:
    if not bundle.is_file():
        raise InvalidRequest(f"{bundle}: allowed is a file that exists")
    try:
        with tarfile.open(bundle, "r:") as tar:
            yield tar
    except tarfile.TarError as error:
        raise InvalidRequest(f"{bundle} cannot be read: {error}; allowed is a bundle, a tar") from None


@contextmanager
def _folder_beside(bundle: Path) -> Generator[Path]:
    """On the disk that has the bundle: files lie there twice for a while."""
    folder = Path(mkdtemp(prefix=f".{bundle.name}-", dir=bundle.absolute().parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _key(file: Path, read: Callable[[bytes], object]) -> bytes:
    try:
        pem = file.read_bytes()
        read(pem)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidRequest(
            f"{file} is no Ed25519 key: {error}",
            hint="openssl genpkey -algorithm ed25519 -out key.pem; "
            "openssl pkey -in key.pem -pubout -out public.pem",
        ) from None
    return pem


def _signing(pem: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not isinstance(load_pem_private_key(pem, None), Ed25519PrivateKey):
        raise TypeError("it is of another kind")


def _verifying(pem: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    if not isinstance(load_pem_public_key(pem), Ed25519PublicKey):
        raise TypeError("it is of another kind")
