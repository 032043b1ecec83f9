"""Choice of the checkpoints to keep on disk. Pure."""

from __future__ import annotations

from collections.abc import Collection


def steps_to_keep(steps: Collection[int], last: int, every: int | None) -> set[int]:
    """Return the steps to keep: the newest ones, and multiples.

    Args:
        steps: Steps of complete checkpoints.
        last: Number of newest checkpoints to keep, 1 or more.
        every: Keep every step that is a multiple of this; None: none for this reason.
    """
    newest = set(sorted(steps)[-last:])
    return newest | {step for step in steps if every is not None and step % every == 0}
