"""Export a version as one signed file, e.g. for an air-gapped site, and import it.

A bundle is a tar, uncompressed because weights do not compress:

    muster-bundle.jws    the signed manifest: a JWS (RFC 7515) with Ed25519 (EdDSA, RFC 8037) over JSON
    files/PATH           every file that the manifest names, in its order

The manifest names the registry, repository and commit of origin, and the path, size and SHA-256 of each file.
Nothing in a bundle is trusted before its signature is verified, and no file before its hash is.
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
    """The bundle does not match what a trusted signer signed."""


@dataclass(frozen=True, slots=True)
class BundledFile:
    """A file of a bundle.

    Attributes:
        path: Path in the repository.
        size_bytes: Size in bytes.
        sha256: SHA-256 of its content.
    """

    path: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Contents of a bundle.

    Attributes:
        registry: URL of the registry of origin.
        types: "models", "datasets" or "spaces".
        name: NAMESPACE/NAME there.
        commit: The version.
        files: The files, in the order of the bundle.
    """

    registry: str
    types: str
    name: str
    commit: str
    files: tuple[BundledFile, ...]


def pack(hub: Hub, revision: str, bundle: Path, key: Path, progress: Progress) -> Manifest:
    """Export a version as a bundle, which is moved into place once it is complete.

    Args:
        hub: The repository.
        revision: The version.
        bundle: File to write.
        key: PEM of an Ed25519 private key.
        progress: Receives the progress.

    Raises:
        InvalidRequest: the key is invalid.
        MusterError: the registry refuses a request.
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
    """Import a bundle as a commit; the branch ends up with exactly its files.

    Args:
        bundle: The file.
        trusted: PEM of the trusted signer's Ed25519 public key.
        to: Chooses the target repository by the manifest; created if needed.
        branch: Target branch; created if needed.
        progress: Receives the progress.

    Raises:
        Untrusted: the signature or a file is invalid. Nothing was committed.
        InvalidRequest: it is not a bundle, or the key is invalid.
        MusterError: the registry refuses a request.
    """
    pem = _key(trusted, _verifying)
    with _opened(bundle) as tar, _folder_beside(bundle) as folder:
        manifest = _manifest(tar, bundle, pem)
        progress.begin("Reading", sum(file.size_bytes for file in manifest.files))
        files = {file.path: _taken(tar, file, folder, progress) for file in manifest.files}
        if tar.next() is not None:
            raise Untrusted(f"{bundle} contains more than its manifest lists")
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
        raise InvalidRequest(f"{bundle} is not a bundle; must be a tar that begins with {MANIFEST}")
    try:
        said = jwt.decode(_content(tar, first).read(), pem, algorithms=[_ALGORITHM])
    except jwt.InvalidTokenError as error:
        raise Untrusted(
            f"{bundle} is not signed by the trusted key: {error}",
            hint="--trust takes the public key of the bundle's signer",
        ) from None
    return _read(said, bundle)


def _read(said: Mapping[str, Any], bundle: Path) -> Manifest:
    if said.get("format") != FORMAT:
        raise InvalidRequest(f"format of {bundle} is {said.get('format')}; must be {FORMAT}")
    files = tuple(BundledFile(**each) for each in said["files"])
    return Manifest(said["registry"], said["types"], said["name"], said["commit"], files)


def _taken(tar: tarfile.TarFile, file: BundledFile, folder: Path, progress: Progress) -> Path:
    """Extract the next file of a bundle into a folder, and verify its hash."""
    place = local.place_of(folder / "files", file.path)
    member = tar.next()
    if (
        member is None
        or member.name != _FILES + file.path
        or not member.isreg()
        or member.size != file.size_bytes
    ):
        raise Untrusted(f"the bundle lacks {file.path} ({file.size_bytes} bytes) where its manifest lists it")
    content, digest = _content(tar, member), hashlib.sha256()
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("wb") as out:
        while piece := content.read(local.PIECE_BYTES):
            digest.update(piece)
            out.write(piece)
            progress.advance(len(piece))
    if digest.hexdigest() != file.sha256:
        raise Untrusted(f"SHA-256 of {file.path} in the bundle is not {file.sha256}, as its manifest says")
    return place


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    content = tar.extractfile(member)
    if content is None:
        raise InvalidRequest(f"{member.name} in the bundle is not a regular file")
    return content


def _add(tar: tarfile.TarFile, name: str, size_bytes: int, content: IO[bytes]) -> None:
    member = tarfile.TarInfo(name)
    member.size = size_bytes
    tar.addfile(member, content)


@contextmanager
def _opened(bundle: Path) -> Generator[tarfile.TarFile]:
    if not bundle.is_file():
        raise InvalidRequest(f"{bundle}: no such file")
    try:
        with tarfile.open(bundle, "r:") as tar:
            yield tar
    except tarfile.TarError as error:
        raise InvalidRequest(f"{bundle} is not a bundle: not a readable tar ({error})") from None


@contextmanager
def _folder_beside(bundle: Path) -> Generator[Path]:
    """Create a temporary folder on the bundle's disk, which holds the files twice for a while."""
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
            f"{file} is not an Ed25519 key: {error}",
            hint="openssl genpkey -algorithm ed25519 -out key.pem; "
            "openssl pkey -in key.pem -pubout -out public.pem",
        ) from None
    return pem


def _signing(pem: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not isinstance(load_pem_private_key(pem, None), Ed25519PrivateKey):
        raise TypeError("wrong type of key")


def _verifying(pem: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    if not isinstance(load_pem_public_key(pem), Ed25519PublicKey):
        raise TypeError("wrong type of key")
