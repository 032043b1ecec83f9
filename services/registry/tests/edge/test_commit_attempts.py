"""Attempts of a commit: a moved branch and objects that were removed meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import pytest
from muster.api.problems import Problem
from muster.events.registry_commands import UploadProof
from muster.registry.edge.hub import making
from muster.registry.edge.hub.making import TRIES_MAX, Waiting, Wanted

STALE: Final = "stale-base"
ABSENT: Final = "object-absent"
PROOF: Final = UploadProof(upload="up-1", object_key="registry/inline/aa/1")
Attempt = Callable[..., tuple[Problem | None, list[bool]]]


@pytest.fixture
def attempt(monkeypatch: pytest.MonkeyPatch) -> Attempt:
    """Attempt a commit that is refused so: its problem, and which attempts began with proofs."""

    def run(refusals: Sequence[str]) -> tuple[Problem | None, list[bool]]:
        codes, proven = iter(refusals), list[bool]()

        async def head_of(*_: object) -> str:
            return "head"

        async def commit(_repository: object, _branch: str, _head: object, together: list[Waiting]) -> Any:
            [waiting] = together
            proven.append(bool(waiting.proofs))
            waiting.proofs["inline/aa"] = PROOF
            code = next(codes, None)
            if code is not None:
                return Problem(409, code, code, code)
            waiting.made.set_result("commit")
            return None

        async def outcome() -> Problem | None:
            waiting = Waiting(cast("Any", None), Wanted(), "", asyncio.get_running_loop().create_future())
            await making._make_alone(cast("Any", None), "main", waiting)  # pyright: ignore[reportPrivateUsage]
            return cast("Problem | None", waiting.made.exception())

        monkeypatch.setattr(making, "head_of", head_of)
        monkeypatch.setattr(making, "_commit", commit)
        return asyncio.run(outcome()), proven

    return run


@pytest.mark.parametrize(
    ("refusals", "proven"),
    [
        ([], [False]),
        ([STALE, STALE], [False, True, True]),
        ([ABSENT], [False, False]),
        ([STALE, ABSENT], [False, True, False]),
        ([ABSENT, STALE], [False, False, True]),
    ],
)
def test_objects_are_reserved_again_once_they_are_absent(
    attempt: Attempt, refusals: list[str], proven: list[bool]
) -> None:
    assert attempt(refusals) == (None, proven)


def test_a_commit_is_refused_when_its_objects_are_absent_twice(attempt: Attempt) -> None:
    problem, proven = attempt([ABSENT, STALE, ABSENT])
    assert (problem is not None and problem.status, len(proven)) == (400, 3)


def test_a_branch_that_keeps_moving_is_unavailable(attempt: Attempt) -> None:
    problem, proven = attempt([STALE] * TRIES_MAX)
    assert (problem is not None and problem.status, len(proven)) == (503, TRIES_MAX)
