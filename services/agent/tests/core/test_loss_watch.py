"""A loss that diverges or is not a number is reported; one that is noisy or was always high is not."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from muster.agent.core.silence import BadLoss, LossWatch
from muster.checkpoint.progress import Progress
from muster.events.task_events import Suspicion


def progress(step: int, **metrics: float) -> Progress:
    return Progress(step=step, total=None, metrics=metrics, steps_per_s=None, eta_s=None, reported_at_ms=1)


def first_bad(losses: Iterable[float], name: str = "loss") -> BadLoss | None:
    """Return the first finding about a rank that reports these losses, one per step."""
    watch = LossWatch()
    for step, loss in enumerate(losses):
        if found := watch.look({3: progress(step, **{name: loss})}):
            return found
    return None


def falling(steps: int) -> list[float]:
    """Return the losses of a typical training: falling, with noise."""
    chance = random.Random(7)
    return [8 / (1 + step / 50) + chance.uniform(-0.3, 0.3) for step in range(steps)]


@pytest.mark.parametrize("name", ["loss", "train_loss", "train/loss"])
def test_a_loss_far_above_its_earlier_level_diverges(name: str) -> None:
    found = first_bad([*falling(300), *[40.0] * 20], name)
    assert found is not None
    assert (found.suspicion, found.rank) == (Suspicion.LOSS_DIVERGES, 3)
    assert found.message.startswith(f"rank 3 reports {name} 40 at step 3")
    assert "more than 3 times what it had come down to, 1." in found.message


def test_noise_a_spike_and_a_high_plateau_do_not_diverge() -> None:
    assert first_bad(falling(3000)) is None
    assert first_bad([*falling(300), 100.0, 30.0, *falling(900)[300:]]) is None
    assert first_bad([900.0] * 50) is None
    assert first_bad([0.0] * 50 + [1.0] * 50) is None
    assert first_bad([-5.0] * 50 + [5.0] * 50) is None, "a negative loss has no multiple"


def test_a_rank_without_new_steps_raises_no_finding() -> None:
    watch = LossWatch()
    for step, loss in enumerate([*falling(300), 40.0]):
        watch.look({0: progress(step, loss=loss)})
    assert all(watch.look({0: progress(300, loss=40.0)}) is None for _ in range(100))


def test_a_loss_that_is_not_a_number_is_reported_at_once() -> None:
    found = LossWatch().look({0: progress(1, accuracy=0.5), 1: progress(7, loss=float("nan"))})
    assert found == BadLoss(Suspicion.LOSS_NOT_A_NUMBER, 1, "rank 1 reports loss nan at step 7")
