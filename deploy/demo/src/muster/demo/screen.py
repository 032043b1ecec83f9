"""Live progress on stderr: on a terminal a live panel, elsewhere a line every few seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, Protocol

from muster.demo.observer import Glance
from muster.terminal.messages import interactive
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

_BAR: Final = 40
_LINE_EVERY_S: Final = 5.0


class Screen(Protocol):
    """Receives the progress, from several threads."""

    def step(self, text: str) -> None:
        """A new step of the demo begins."""
        ...

    def say(self, text: str) -> None:
        """Print a line that stays."""
        ...

    def show(self, glance: Glance, *, submitted: int, total: int) -> None:
        """Show the progress of the stream."""
        ...


@contextmanager
def screen() -> Generator[Screen]:
    """The screen that fits stderr."""
    console = Console(stderr=True, highlight=False)
    if not interactive(sys.stderr):
        yield _Lines(console)
        return
    with Live(Text(), console=console, refresh_per_second=4, transient=True) as live:
        yield _Panel(live)


def bar(share: float, width: int = _BAR) -> str:
    """A fraction of 1 as a bar."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return "█" * full + "░" * (width - full)


def counts(glance: Glance) -> str:
    """Jobs by state, without states that no job is in."""
    placed = glance.cluster.running if glance.cluster else 0
    waiting = glance.outcomes["open"] - placed
    named = [("on the way", glance.outcomes["absent"]), ("waiting", max(waiting, 0)), ("placed", placed)]
    named += [(name, glance.outcomes[name]) for name in ("succeeded", "failed", "cancelled", "rejected")]
    return "  ".join(f"{name} {count:,}" for name, count in named if count)


class _Lines:
    """For logs and pipes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = time.monotonic()
        self._last_s = 0.0

    def step(self, text: str) -> None:
        self._console.print(f"==> {text}", soft_wrap=True)

    def say(self, text: str) -> None:
        self._console.print(Text(f"    {text}"), soft_wrap=True)

    def show(self, glance: Glance, *, submitted: int, total: int) -> None:
        now_s = time.monotonic() - self._begun
        if now_s - self._last_s < _LINE_EVERY_S:
            return
        self._last_s = now_s
        gpus = f"  GPUs {glance.cluster.allocated_pct:.1f} % allocated" if glance.cluster else ""
        self.say(f"{now_s:4.0f} s  submitted {submitted:,}/{total:,}  {counts(glance)}{gpus}")


class _Panel:
    """For people: the newest lines scroll above, the state stays below."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._begun = time.monotonic()
        self._step = Text()

    def step(self, text: str) -> None:
        self._step = Text(f"{text} ...", style="bold")
        self._live.update(self._step)
        self._live.console.print(f"[bold cyan]==>[/] [bold]{text}[/]")

    def say(self, text: str) -> None:
        self._live.console.print(Text(f"    {text}"), overflow="ellipsis", no_wrap=True)

    def show(self, glance: Glance, *, submitted: int, total: int) -> None:
        elapsed_s = time.monotonic() - self._begun
        cluster = glance.cluster
        lines = [
            Text(f"  {elapsed_s:3.0f} s  ").append(self._step),
            Text(f"  submitted  {bar(submitted / max(total, 1))} {submitted:,} of {total:,}"),
            Text(f"  over       {bar(glance.over / max(total, 1))} {glance.over:,}", style="green"),
        ]
        if cluster is not None:
            allocated = (
                f"  GPUs       {bar(cluster.allocated_pct / 100)} {cluster.allocated_pct:.1f} % allocated"
            )
            lines.append(Text(f"{allocated}, {cluster.fragmented_pct:.1f} % fragmented", style="cyan"))
        lines.append(Text(f"  {counts(glance)}", style="dim"))
        self._live.update(Group(*lines))
