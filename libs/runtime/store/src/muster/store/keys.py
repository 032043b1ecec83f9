"""Keys that one service writes and another reads; every other key is private to its writer."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_JOB: Final = r"(?P<job_id>[a-z0-9-]{1,80})/(?P<attempt>[1-9]\d{0,9})/(?P<rank>\d{1,10})"
_LOG: Final = re.compile(rf"logs/{_JOB}/(?:stdout|stderr)/\d{{8,10}}")
_CHECKPOINT: Final = re.compile(
    rf"checkpoints/{_JOB}/[0-9a-f]{{16}}(?:-\d{{1,18}})?/[A-Za-z0-9][A-Za-z0-9._-]{{0,199}}"
)


SAMPLE_BODIES: Final = "drift-bodies/"
"""Prefix of the keys of texts of sampled requests."""

_SAMPLE_BODY: Final = re.compile(rf"{SAMPLE_BODIES}[^/]+/[^/]+/(?P<day>\d{{1,9}})/[^/]+")
_DAY_MS: Final = 86_400_000
_NOBODY: Final = "none"
"""Stands in a key where a user's keyed hash would be; no hash equals it."""


class RankObject(NamedTuple):
    """The rank that an object of output or of a checkpoint belongs to, as its key says."""

    job_id: str
    attempt: int
    rank: int


def files_key(sha256: str) -> str:
    """Key of a job's working files by their SHA-256: a tar.gz, or an index of several."""
    return f"files/{sha256}"


def files_of(key: str) -> str | None:
    """Return the SHA-256 in the key of working files; None: the key is of something else."""
    sha256 = key.removeprefix("files/")
    return None if sha256 == key else sha256


def node_test_key(node_id: str) -> str:
    """Key of the object with which a node tests the store; one for each node."""
    return f"node-tests/{node_id}"


def log_key(job_id: str, attempt: int, rank: int, stream: str, chunk: int) -> str:
    """Return the key of one chunk of a rank's output; keys sort in the order of chunks."""
    return f"logs/{job_id}/{attempt}/{rank}/{stream.lower()}/{chunk:08d}"


def output_prefix(job_id: str) -> str:
    """Return the prefix of the keys of a job's output."""
    return f"logs/{job_id}/"


def checkpoint_key(  # noqa: PLR0917  (the parts of a key, in its order)
    job_id: str, attempt: int, rank: int, sha256: str, file: str, since: int | None = None
) -> str:
    """Return the key of a checkpoint, or of a file of one.

    The hash is part of the key because a job may write the same file name again: the object that an earlier
    event refers to must not change. So is the step since which a file of a part is unchanged: the same bytes
    written again become another object, so that no checkpoint refers to one that is being removed.
    """
    version = sha256[:16] if since is None else f"{sha256[:16]}-{since}"
    return f"checkpoints/{job_id}/{attempt}/{rank}/{version}/{file}"


def log_of(key: str) -> RankObject | None:
    """Return the rank whose output a key is for; None: not a key of output."""
    return _read(_LOG, key)


def checkpoint_of(key: str) -> RankObject | None:
    """Return the rank whose checkpoint a key is for; None: not a key of a checkpoint."""
    return _read(_CHECKPOINT, key)


def sample_bodies_prefix(tenant: str, subject: str) -> str:
    """Return the prefix of the keys of a user's texts.

    Args:
        tenant: Organisation of the model.
        subject: Keyed hash of the user; empty: texts of requests without one.
    """
    return f"{SAMPLE_BODIES}{tenant}/{subject or _NOBODY}/"


def sample_body_key(tenant: str, subject: str, sample: str, at_ms: int) -> str:
    """Return the key of the texts of a sampled request; it holds the day, as nothing else records their age.

    Args:
        tenant: Organisation of the model.
        subject: Keyed hash of the user; empty: none.
        sample: Id of the sample.
        at_ms: Time of the request, milliseconds since 1970 UTC.
    """
    return f"{sample_bodies_prefix(tenant, subject)}{at_ms // _DAY_MS}/{sample}"


def sample_body_ends_ms(key: str) -> int | None:
    """Return the end of the day of a sample's texts, milliseconds since 1970 UTC; None: not such a key."""
    found = _SAMPLE_BODY.fullmatch(key)
    return (int(found["day"]) + 1) * _DAY_MS if found else None


def proposed_case_key(tenant: str, digest: str) -> str:
    """Return the key of a case that is proposed for a golden set: its canonical line.

    Args:
        tenant: Organisation of the golden set.
        digest: SHA-256 of the line.
    """
    return f"eval/{tenant}/proposals/{digest}.jsonl"


def later_chunks(key: str, count: int) -> list[str]:
    """The keys of the next chunks of the same stream; none for a key that is not of output."""
    if log_of(key) is None:
        return []
    stream, _, chunk = key.rpartition("/")
    return [f"{stream}/{int(chunk) + number:08d}" for number in range(1, count + 1)]


def _read(pattern: re.Pattern[str], key: str) -> RankObject | None:
    found = pattern.fullmatch(key)
    return RankObject(found["job_id"], int(found["attempt"]), int(found["rank"])) if found else None
