"""Rewrite the lock files, for maintainers who change a version: `python -m muster.local.artifacts.relock`.

jgo resolves the coordinates below to files. Each file is checked against the SHA-1 that the repository
publishes beside it (Elasticsearch's archive has none) before its own SHA-256 and size are pinned.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
from jgo.maven import Artifact, MavenContext, PythonResolver

# name -> coordinates whose run-time dependencies make the class path
CLASSPATHS = {
    "kafka": ("org.apache.kafka:kafka_2.13:4.2.1", "org.slf4j:slf4j-simple:1.7.36"),
    "neo4j": ("org.neo4j:neo4j:2026.08.1", "org.neo4j.app:neo4j-server:2026.08.1"),
}
# name -> group, artifact, version, classifier, packaging of one archive
ARCHIVES = {
    "schema-registry": ("io.apicurio", "apicurio-registry-app", "3.3.3", "all", "tar.gz"),
    "elasticsearch": ("org.elasticsearch.distribution.integ-test-zip", "elasticsearch", "9.2.0", "", "zip"),
}
_NOT_FOUND = 404
_RUN_TIME_SCOPES = (None, "", "compile", "runtime")


def main() -> None:
    """Resolve, check and pin everything."""
    with tempfile.TemporaryDirectory() as folder, httpx.Client(timeout=60, follow_redirects=True) as client:
        maven = MavenContext(repo_cache=Path(folder), timeout=60)
        for name, coordinates in CLASSPATHS.items():
            _write(name, " ".join(coordinates), _classpath(maven, coordinates), client)
        for name, (group, artifact, version, classifier, packaging) in ARCHIVES.items():
            file = maven.project(group, artifact).at_version(version).artifact(classifier, packaging)
            _write(name, f"{group}:{artifact}:{version}", [file], client)


def _classpath(maven: MavenContext, coordinates: tuple[str, ...]) -> list[Artifact]:
    inputs = [maven.create_dependency(coordinate) for coordinate in coordinates]
    roots, others = PythonResolver().resolve(inputs)
    return [dependency.artifact for dependency in (*roots, *others) if dependency.scope in _RUN_TIME_SCOPES]


def _write(name: str, title: str, files: list[Artifact], client: httpx.Client) -> None:
    with ThreadPoolExecutor(6) as pool:
        lines = list(pool.map(partial(_pin, client), files))
    lock = Path(__file__).parent / "locks" / f"{name}.lock"
    lock.write_text(f"# {title}: sha256, bytes, path in a Maven repository\n" + "".join(lines))
    sys.stderr.write(f"{lock.name}: {len(lines)} files\n")


def _pin(client: httpx.Client, file: Artifact) -> str:
    content = file.resolve().read_bytes()
    path = f"{file.component.path_prefix.as_posix()}/{file.filename}"
    repository = next(iter(file.context.remote_repos.values()))
    answer = client.get(f"{repository}/{path}.sha1")
    if answer.status_code == _NOT_FOUND:
        sys.stderr.write(f"{path}: the repository publishes no SHA-1; pinned without that check\n")
    elif (
        hashlib.sha1(content, usedforsecurity=False).hexdigest() != answer.raise_for_status().text.split()[0]
    ):
        raise SystemExit(f"{path}: the download does not match the SHA-1 that the repository publishes")
    return f"{hashlib.sha256(content).hexdigest()} {len(content)} {path}\n"


if __name__ == "__main__":
    main()
