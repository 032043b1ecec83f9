"""How artifacts are named in edges: KIND/ID. PURE.

version/REPOSITORY/COMMIT        a version of a model, a dataset, a space that this registry keeps
model/NAMESPACE/NAME             one that it does not keep, or that who named it may not see; dataset/..., too
code/ANYTHING                    such as code/https://github.com/acme/train@4f2a
attempt/JOB/NUMBER               an attempt of a job
checkpoint/JOB/STEP              what a job saved
evaluation/ORGANISATION/ANYTHING
deployment/ORGANISATION/ANYTHING
"""

from __future__ import annotations

import re
from typing import Final

UPSTREAM: Final = ("version", "model", "dataset", "code")
"""What people may say that a version comes from. What a job made, the registry sees itself."""
DOWNSTREAM: Final = ("evaluation", "deployment")
"""What they may say that comes from it, of their organisation."""

ID_MAX: Final = 300
_ID: Final = re.compile(rf"[!-~]{{1,{ID_MAX}}}")


def version_of(repository: str, commit: str) -> str:
    """A version that this registry keeps."""
    return f"version/{repository}/{commit}"


def named(kind: str, name: str) -> str:
    """What is known by a name only; upper and lower case are one, as in names of repositories."""
    return f"{kind}/{name.lower()}"


def attempt_of(job_id: str, attempt: int) -> str:
    """An attempt of a job."""
    return f"attempt/{job_id}/{attempt}"


def checkpoint_of(job_id: str, step: int) -> str:
    """What a job saved at a step."""
    return f"checkpoint/{job_id}/{step}"


def kind_of(artifact: str) -> str:
    """The first part of a name."""
    return artifact.partition("/")[0]


def repository_of(artifact: str) -> str:
    """The repository of a version; empty: it is none."""
    kind, _, rest = artifact.partition("/")
    return rest.partition("/")[0] if kind == "version" else ""


def allowed_of(tenant: str, *, downstream: bool) -> str:
    """The artifacts that may stand in a statement, in words."""
    if downstream:
        return " or ".join(f"{kind}/{tenant}/NAME" for kind in DOWNSTREAM)
    return "version/REPOSITORY/COMMIT, model/NAMESPACE/NAME, dataset/NAMESPACE/NAME or code/NAME"


def is_allowed(artifact: str, tenant: str, *, downstream: bool) -> bool:
    """Whether an artifact may stand in a statement of somebody of this organisation."""
    kind, _, id_ = artifact.partition("/")
    if not _ID.fullmatch(id_):
        return False
    if downstream:
        return kind in DOWNSTREAM and id_.startswith(f"{tenant}/") and id_ != f"{tenant}/"
    return kind in UPSTREAM
