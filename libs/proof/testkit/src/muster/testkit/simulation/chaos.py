"""Faults of a history and their rates."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Chaos:
    """Sizes and rates; a rate is a probability per round of the world unless it says otherwise.

    Attributes:
        rounds: Rounds of chaos before the calm.
        nodes: Nodes, 1 to 5.
        ask: A client asks for something.
        repeat: Per record sent: it is appended twice, as when its first answer was lost.
        late: Per topic and poll: what is there does not arrive yet, while other topics do.
        crash: Per step of a scheduler or an agent: the process dies there.
        stop: A scheduler is stopped cleanly and started again.
        stall: A scheduler stands still for up to 8 s, as under SIGSTOP, wherever it is.
        commit_unknown: Per commit: its fate is unknown; half of these are lost.
        cut: A process is cut off from the log for up to 60 s.
        reinstall: A node loses its disk and everything that runs on it.
        ranks_lost: The ranks of a task vanish.
        clock_set: A process's wall clock is set, up to 10 s forwards or backwards.
        store_down: The object store changes between up and down.
        link_down: A node's link goes down, or comes up under another leaf.
        agent_away: A node is without an agent for 60 s, longer than its lease.
        orders_hang: An agent takes no orders for up to 150 s, while its heartbeats and reports go on, or
            stand still as well for up to 60 s.
    """

    rounds: int = 100
    nodes: int = 5
    ask: float = 0.35
    repeat: float = 0.05
    late: float = 0.1
    crash: float = 0.01
    stop: float = 0.005
    stall: float = 0.02
    commit_unknown: float = 0.02
    cut: float = 0.01
    reinstall: float = 0.003
    ranks_lost: float = 0.005
    clock_set: float = 0.02
    store_down: float = 0.02
    link_down: float = 0.01
    agent_away: float = 0.005
    orders_hang: float = 0.003

    @classmethod
    def drawn(cls, seed: int) -> Chaos:
        """The weather of a seed: some faults absent, some frequent. Histories that differ find more."""
        chance = random.Random(f"weather {seed}")  # noqa: S311  (to be repeated, not to be secret)
        usual = cls()
        rates = {name: getattr(usual, name) * chance.choice((0, 0.5, 1, 1, 4)) for name in FAULTS}
        return cls(
            rounds=chance.choice((30, 60, 90, 120)),
            nodes=chance.choice((1, 2, 3, 5)),
            ask=chance.choice((0.1, 0.3, 0.6)),
            **rates,
        )

    @classmethod
    def parsed(cls, chaos: Chaos, words: list[str]) -> Chaos:
        """Return a copy with values set by words NAME=VALUE.

        Raises:
            ValueError: A word is not of that form; names it and what is allowed.
        """
        values: dict[str, float] = {}
        for word in words:
            name, _, text = word.partition("=")
            if name not in _TYPES:
                raise ValueError(f"chaos is {word!r}; must be NAME=VALUE, NAME one of {', '.join(_TYPES)}")
            values[name] = _TYPES[name](text)
        return replace(chaos, **values)

    def spelled(self) -> str:
        """Return the words that `parsed` reads."""
        return " ".join(f"{name}={getattr(self, name):g}" for name in _TYPES)

    def reductions(self) -> Iterator[Chaos]:
        """Histories a step smaller or calmer, the largest steps first."""
        for rounds in (self.rounds // 4, self.rounds // 2, self.rounds * 3 // 4):
            if 0 < rounds < self.rounds:
                yield replace(self, rounds=rounds)
        for nodes in range(1, self.nodes):
            yield replace(self, nodes=nodes)
        for name in FAULTS:
            if getattr(self, name):
                yield replace(self, **{name: 0})
        yield replace(self, ask=self.ask / 2)

    @property
    def size(self) -> tuple[int, int, float]:
        """Measure for comparing histories: kinds of fault, rounds times nodes, rate of requests."""
        return sum(getattr(self, name) > 0 for name in FAULTS), self.rounds * self.nodes, self.ask


_TYPES: Final = {each.name: int if each.name in ("rounds", "nodes") else float for each in fields(Chaos)}
FAULTS: Final = tuple(name for name in _TYPES if name not in ("rounds", "nodes", "ask"))
"""The names of everything that can go wrong."""
