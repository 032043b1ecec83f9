"""Agreement of ranks on the step after which all save or all leave, and on the parts that are written.

Alone         one rank
ByExchange    an all-gather of short texts that the job passes in, once a step
ByFolder      files in a folder that all ranks share; for ranks that meet in every step
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from muster.checkpoint import durable
from muster.checkpoint.format import ManifestEntry, entry_of

Exchange: TypeAlias = Callable[[str], Sequence[str]]
"""Gives every rank's text to every rank, in the order of ranks; all ranks call it equally often."""

Parts: TypeAlias = Mapping[int, ManifestEntry | None]
"""Written parts, of one rank by step or of one step by rank; None: it could not be written."""


class OutOfStep(Exception):
    """Ranks are not at the same point; the message says where each rank is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Message of one rank to the others.

    Attributes:
        stop: Whether it was asked to stop.
        save: Whether a checkpoint is due; only rank 0's word counts.
        parts: Parts that it has written since its last message.
        complete: Steps of complete checkpoints that it keeps; only rank 0's word counts.
    """

    stop: bool = False
    save: bool = False
    parts: Parts = field(default_factory=dict[int, ManifestEntry | None])
    complete: tuple[int, ...] = ()


class Agreement(Protocol):
    """Agreement between the ranks of a job."""

    def meet(self, where: str, step: int, said: Said) -> Said:
        """Exchange messages and return what holds for all ranks; all ranks call it in the same order.

        Args:
            where: Name of the point in the job.
            step: The step before it.
            said: This rank's message.

        Returns: `stop` and `save` for all, and rank 0's `complete`.
        """
        ...

    def all_say(self, text: str) -> Sequence[str] | None:
        """Return every rank's text; None: ranks see the same folder and reach the same result alone."""
        ...


class Alone:
    """Agreement of a single rank."""

    def meet(self, where: str, step: int, said: Said) -> Said:
        """Like Agreement.meet."""
        return said

    def all_say(self, text: str) -> Sequence[str] | None:
        """Like Agreement.all_say."""
        return None


class ByExchange:
    """Ranks that pass texts to each other.

    Args:
        exchange: The all-gather.
        world_size: Number of ranks.
    """

    def __init__(self, exchange: Exchange, world_size: int) -> None:
        self._exchange = exchange
        self._world_size = world_size
        self._parts: dict[int, dict[int, ManifestEntry | None]] = {}

    def meet(self, where: str, step: int, said: Said) -> Said:
        """Like Agreement.meet.

        Raises:
            OutOfStep: another rank is somewhere else.
        """
        place = f"{where} {step}"
        heard = [json.loads(text) for text in self.all_say(json.dumps({"at": place, **asdict(said)}))]
        for rank, each in enumerate(heard):
            if each["at"] != place:
                raise OutOfStep(f"this rank is at {place!r}, rank {rank} at {each['at']!r}")
            for written, entry in each["parts"].items():
                part = None if entry is None else entry_of(entry)
                self._parts.setdefault(int(written), {})[rank] = part
        complete = tuple(heard[0]["complete"])
        newest = max(complete, default=0)
        self._parts = {each: parts for each, parts in self._parts.items() if each >= newest}
        return Said(stop=any(each["stop"] for each in heard), save=heard[0]["save"], complete=complete)

    def parts(self, step: int) -> Parts:
        """Return what all ranks have reported about their parts of a step, by rank."""
        return self._parts.get(step, {})

    def all_say(self, text: str) -> Sequence[str]:
        """Like Agreement.all_say.

        Raises:
            OutOfStep: the exchange did not give one text of each rank.
        """
        texts = self._exchange(text)
        if len(texts) != self._world_size:
            raise OutOfStep(f"the exchange gave {len(texts)} texts; there are {self._world_size} ranks")
        return texts


class ByFolder:
    """Ranks that share a folder and meet in every step, so that none is more than a step ahead.

    What a rank says after step s holds after step s + 1: no rank can finish that step before all have
    finished step s, and by then each finds the file.

    Args:
        folder: The folder.
        rank: This rank.
    """

    def __init__(self, folder: Path, rank: int) -> None:
        self._folder = folder
        self._rank = rank
        self._asked_for: list[int] = []
        if rank == 0:  # what an earlier run left here
            for name in os.listdir(folder):
                if name.startswith((_SAVE, _STOP)):
                    durable.remove(folder / name)

    def meet(self, where: str, step: int, said: Said) -> Said:
        """Like Agreement.meet.

        Raises:
            OutOfStep: the others have left at an earlier step, so the ranks do not meet in every step.
            OSError: the folder cannot be written.
        """
        if said.stop:
            self._stop_after(step + 1)
        asked = bool(self._asked_for) and self._asked_for[-1] >= step
        if said.save and self._rank == 0 and not asked:
            self._ask_for_save(step + 1)
        last = self._last_step()
        if last is not None and last < step:
            raise OutOfStep(
                f"all ranks were to leave after step {last}, and this one is after step {step}: they do not "
                "meet in every step; give the checkpointer an exchange"
            )
        return Said(stop=last == step, save=(self._folder / f"{_SAVE}{step}").exists())

    def all_say(self, text: str) -> Sequence[str] | None:
        """Like Agreement.all_say."""
        return None

    def _ask_for_save(self, step: int) -> None:
        for past in [each for each in self._asked_for if each < step - 2]:  # every rank has seen it
            durable.remove(self._folder / f"{_SAVE}{past}")
            self._asked_for.remove(past)
        (self._folder / f"{_SAVE}{step}").touch()
        self._asked_for.append(step)

    def _stop_after(self, step: int) -> None:
        """Propose the step after which to stop; the first proposal wins, as the link is made only once."""
        mine = self._folder / f"{_STOP}.rank-{self._rank}"
        if not mine.exists():
            durable.write(mine, [str(step).encode()])
            with suppress(FileExistsError):
                os.link(mine, self._folder / _STOP)

    def _last_step(self) -> int | None:
        try:
            return int((self._folder / _STOP).read_bytes())
        except FileNotFoundError:
            return None


_SAVE, _STOP = ".save-after-", ".stop-after"


def torch_exchange(group: Any = None) -> Exchange:
    """An exchange over torch.distributed, for a process group that is initialised.

    Args:
        group: The process group; None: the default one. With NCCL give a group with the backend gloo, so that
            a few bytes a step do not wait for the GPU.
    """
    distributed: Any = importlib.import_module("torch.distributed")

    def exchange(text: str) -> Sequence[str]:
        texts: list[str] = [""] * distributed.get_world_size(group)
        distributed.all_gather_object(texts, text, group=group)
        return texts

    return exchange
