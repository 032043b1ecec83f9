"""Names of artifacts in lineage edges: KIND/ID. PURE.

version/REPOSITORY/COMMIT        a version of a model, dataset or space in this registry
model/NAMESPACE/NAME             a model elsewhere, or one hidden from the user who named it; also dataset/...
code/ANYTHING                    such as code/https://github.com/acme/train@4f2a
attempt/JOB/NUMBER               an attempt of a job
checkpoint/JOB/STEP              a checkpoint of a job
job/JOB                          a job: the origin of its attempts
node/NODE                        a node: the origin of the attempts that ran on it
evaluation/ORGANISATION/ANYTHING
deployment/ORGANISATION/ANYTHING
"""

from __future__ import annotations

import re
from typing import Final

UPSTREAM: Final = ("version", "model", "dataset", "code")
"""Kinds of origins that users may state for a version; the registry itself records those from jobs."""
DOWNSTREAM: Final = ("evaluation", "deployment")
"""Kinds of derived artifacts that users may state, within their organisation."""

ID_MAX: Final = 300
_ID: Final = re.compile(rf"[!-~]{{1,{ID_MAX}}}")


def version_of(repository: str, commit: str) -> str:
    """Return the name of a version in this registry."""
    return f"version/{repository}/{commit}"


def named(kind: str, name: str) -> str:
    """Return the name of an artifact known by name only, in lower case: repository names ignore case."""
    return f"{kind}/{name.lower()}"


def attempt_of(job_id: str, attempt: int) -> str:
    """Return the name of an attempt of a job."""
    return f"attempt/{job_id}/{attempt}"


def checkpoint_of(job_id: str, step: int) -> str:
    """Return the name of the checkpoint that a job saved at a step."""
    return f"checkpoint/{job_id}/{step}"


def job_of(job_id: str) -> str:
    """Return the name of a job."""
    return f"job/{job_id}"


def node_of(node_id: str) -> str:
    """Return the name of a node."""
    return f"node/{node_id}"


def kind_of(artifact: str) -> str:
    """Return the kind of an artifact: the first part of its name."""
    return artifact.partition("/")[0]


def repository_of(artifact: str) -> str:
    """Return the repository of a version; empty: the artifact is not a version."""
    kind, _, rest = artifact.partition("/")
    return rest.partition("/")[0] if kind == "version" else ""


def allowed_of(tenant: str, *, downstream: bool) -> str:
    """Return the text for the artifacts that a statement may name."""
    if downstream:
        return " or ".join(f"{kind}/{tenant}/NAME" for kind in DOWNSTREAM)
    return "version/REPOSITORY/COMMIT, model/NAMESPACE/NAME, dataset/NAMESPACE/NAME or code/NAME"


def is_allowed(artifact: str, tenant: str, *, downstream: bool) -> bool:
    """Whether a statement by a member of this organisation may name the artifact."""
    kind, _, id_ = artifact.partition("/")
    if not _ID.fullmatch(id_):
        return False
    if downstream:
        return kind in DOWNSTREAM and id_.startswith(f"{tenant}/") and id_ != f"{tenant}/"
    return kind in UPSTREAM
