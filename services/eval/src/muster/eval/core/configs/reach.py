"""How a version is reached by a job, and which versions are evaluated by themselves. PURE."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Self

from muster.events.job_commands import NetworkAccess
from muster.jobs.forms.job import CheckpointRequest, JobRequest, RetryRequest
from muster.jobs.values.rules import Name, WallTime, refuse
from pydantic import BaseModel, ConfigDict, Field, model_validator

HOUR_MS: Final = 3_600_000
MINUTE_MS: Final = 60_000

PATTERNS_MAX: Final = 100

Pattern = Annotated[str, Field(pattern=r"^[A-Za-z0-9._*/-]+$", max_length=200)]
Patterns = Annotated[tuple[Pattern, ...], Field(max_length=PATTERNS_MAX)]

BRANCH: Final = "branch"
TAG: Final = "tag"


class Trigger(BaseModel):
    """New versions that are evaluated by themselves. In each pattern * stands for any text."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    models: Patterns
    """Model repositories, as NAMESPACE/NAME; upper and lower case are the same."""
    branches: Patterns = ()
    """Branches: each new commit, and each new branch. Absent, with tags absent: main."""
    tags: Patterns = ()
    """Tags: each new one."""

    @model_validator(mode="after")
    def _names_a_model(self) -> Self:
        if not self.models:
            raise ValueError("models is empty; must be at least one pattern of NAMESPACE/NAME")
        return self

    def fires(self, model: str, ref: str) -> bool:
        """Whether a new version triggers.

        Args:
            model: NAMESPACE/NAME.
            ref: `branch NAME` or `tag NAME`.
        """
        if not any(_fits(each.lower(), model.lower()) for each in self.models):
            return False
        kind, _, name = ref.partition(" ")
        branches = self.branches or (() if self.tags else ("main",))
        return any(_fits(each, name) for each in (branches if kind == BRANCH else self.tags))


class Serve(JobRequest):
    """A job of one rank that serves the version for one evaluation and ends with it.

    It listens on $MASTER_PORT, reads the files of $SERVE_REPOSITORY at $SERVE_COMMIT, and answers as the
    model $SERVE_MODEL.
    """

    name: Name = "serve"
    """A name for people."""
    wall_time: WallTime | None = 24 * HOUR_MS
    """Limit of its run time; the evaluation fails after it."""
    starts_within: WallTime = HOUR_MS
    """How long the job may wait for its resources, and then for a worker of evaluations."""
    ready_within: WallTime = 10 * MINUTE_MS
    """How long its server may take until it lists the model at /v1/models."""

    @model_validator(mode="after")
    def _serves_once(self) -> Self:
        fixed: tuple[tuple[str, Any, Any, str], ...] = (
            ("ranks", self.ranks, 1, "1: one server"),
            ("elastic", self.elastic, None, "absent: one server"),
            ("network", self.network, NetworkAccess.HOST, "host: workers connect to it"),
            ("retry", self.retry, RetryRequest(), "absent: a server that fails ends the evaluation"),
            ("checkpoint", self.checkpoint, CheckpointRequest(), "absent: it serves"),
        )
        for field, value, only, allowed in fixed:
            if value != only:
                raise refuse(field=field, value=str(value)[:80], allowed=allowed)
        return self


def _fits(pattern: str, text: str) -> bool:
    """Whether a text fits a pattern in which * stands for any text."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None
