"""Table of the versions that may go to production. PURE.

The tables of docs/explanation/what-may-be-promoted.md are these two; a test compares them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum, auto
from typing import Final


class Mode(StrEnum):
    """Whether a gate can hold a version back."""

    BLOCKING = auto()
    ADVISORY = auto()


class Standing(StrEnum):
    """State of a gate for one version; INCONCLUSIVE with the gate's policy for it."""

    PENDING = auto()
    PASSED = auto()
    FAILED = auto()
    INCONCLUSIVE_BLOCK = auto()
    INCONCLUSIVE_ADVISE = auto()
    UNDECIDED = auto()


class Effect(StrEnum):
    """Consequence of one gate for the promotion of a version."""

    HOLDS = auto()
    CLEARS = auto()
    ADVISES = auto()
    NOTHING = auto()


class Outcome(StrEnum):
    """Whether a version may go to production without an override, and why not."""

    ALLOWED = auto()
    HELD = auto()
    NOT_CLEARED = auto()
    NOT_JUDGED = auto()


EFFECTS: Final[Mapping[tuple[Mode, Standing], Effect]] = {
    (Mode.BLOCKING, Standing.PENDING): Effect.HOLDS,
    (Mode.BLOCKING, Standing.PASSED): Effect.CLEARS,
    (Mode.BLOCKING, Standing.FAILED): Effect.HOLDS,
    (Mode.BLOCKING, Standing.INCONCLUSIVE_BLOCK): Effect.HOLDS,
    (Mode.BLOCKING, Standing.INCONCLUSIVE_ADVISE): Effect.CLEARS,
    (Mode.BLOCKING, Standing.UNDECIDED): Effect.HOLDS,
    (Mode.ADVISORY, Standing.PENDING): Effect.NOTHING,
    (Mode.ADVISORY, Standing.PASSED): Effect.ADVISES,
    (Mode.ADVISORY, Standing.FAILED): Effect.ADVISES,
    (Mode.ADVISORY, Standing.INCONCLUSIVE_BLOCK): Effect.ADVISES,
    (Mode.ADVISORY, Standing.INCONCLUSIVE_ADVISE): Effect.ADVISES,
    (Mode.ADVISORY, Standing.UNDECIDED): Effect.NOTHING,
}
"""Effect of each mode and standing."""


def outcome(effects: Collection[Effect], *, guarded: bool) -> Outcome:
    """Return whether a version with these gates may go to production.

    Args:
        effects: Effects of its gates, one for each standing; a gate that runs again has two.
        guarded: Whether the repository has a blocking gate. Advice suffices only where it has none: a nightly
            run that merely advises must not open production to a version that the release gate never saw.
    """
    if Effect.HOLDS in effects:
        return Outcome.HELD
    if Effect.CLEARS in effects:
        return Outcome.ALLOWED
    if Effect.ADVISES not in effects:
        return Outcome.NOT_JUDGED
    return Outcome.NOT_CLEARED if guarded else Outcome.ALLOWED
