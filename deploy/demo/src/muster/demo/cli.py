"""`muster demo`: a real cluster's real workload on a real Kafka, and a real training job beside it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from muster.client import Client, MusterError
from muster.client.cli import messages
from muster.client.settings import Settings
from muster.demo import audit, nodes
from muster.demo.nodes import NodesDidNotJoin
from muster.demo.observer import Observer, ObserverFailed
from muster.demo.page import Outcome, page
from muster.demo.screen import Screen, screen
from muster.demo.submission import Stream
from muster.demo.trace import Pod, arrivals, read_pods
from muster.demo.training import Training
from muster.journal import JournalError
from muster.local import stack
from muster.local.errors import LocalError
from muster.local.home import Home

app = typer.Typer()

CHECKOUT: Final = Path(__file__).resolve().parents[5]
_STALLED_S: Final = 60.0
_TRAINING_MAX_S: Final = 120.0


@app.command()
def demo(
    *,
    pods: Annotated[int | None, typer.Option(min=1, help="Only the first so many pods.")] = None,
    stream_s: Annotated[float, typer.Option(min=1, help="Seconds the stream takes.")] = 100.0,
    data: Annotated[Path, typer.Option(help="Folder of the trace.")] = CHECKOUT / "data/openb",
    training: Annotated[Path, typer.Option(help="The training job.")] = CHECKOUT
    / "examples/train_tiny/job.yaml",
) -> None:
    """Schedule a real cluster's real workload on this machine, train a real model beside it; about 4 minutes.

    Starts the stack, simulates the 1,213 nodes of the trace, streams its 8,152 pods through the API, and ends
    with a page read from the log. Exit code 1 when a job is lost, the training job fails, or the audit does.
    """
    begun = time.monotonic()
    with _explained(), screen() as seen:
        wanted = _pods(data / "openb_pod_list_default.csv", pods)
        listed = nodes.read_nodes(data / "openb_node_list_gpu_node.csv")
        outcome = _run(
            seen, wanted=wanted, listed=listed, training_file=training, stream_s=stream_s, begun=begun
        )
    typer.echo(page(outcome))
    for failure in outcome.failures():
        typer.echo(f"error: {failure}", err=True)
    raise typer.Exit(1 if outcome.failures() else 0)


def _run(
    seen: Screen,
    *,
    wanted: list[Pod],
    listed: nodes.NodeList,
    training_file: Path,
    stream_s: float,
    begun: float,
) -> Outcome:
    """The story."""
    home = Home.default()
    run = f"demo-{int(time.time())}"

    seen.step(
        "1/6  the stack: Kafka, schema registry, PostgreSQL, Elasticsearch, Neo4j, S3, and the services"
    )
    told = stack.up(home, progress=_Told(seen)).endpoints
    client = Client(Settings.load())

    seen.step(f"2/6  {listed.nodes:,} nodes with {listed.gpus:,} GPUs join, simulated")
    nodes.simulate(home, listed)
    nodes.until_joined(client, home, listed, tick=lambda ready: None)

    observer = Observer(told, since_ms=int(time.time() * 1000))
    with observer.observing():
        seen.step("3/6  a real training job: a gang of two ranks on this machine")
        trained = Training(client, training_file, seen.say)
        handle = trained.start()
        seen.say(f"training  {handle.job_id}")

        seen.step(f"4/6  {len(wanted):,} real pods come in, {stream_s:.0f} s")
        stream = Stream(client, arrivals(wanted, stream_s=stream_s, models=listed.models, run=run), run=run)
        taken = stream.submitted
        submitted = stream.run(
            lambda: seen.show(
                observer.glance(tuple(taken.job_ids)), submitted=len(taken.job_ids), total=len(wanted)
            )
        )

        seen.step("5/6  everything ends")
        glance = observer.until_over(
            submitted.job_ids,
            stalled_s=_STALLED_S,
            tick=lambda g: seen.show(g, submitted=len(submitted.job_ids), total=len(wanted)),
        )
        job = trained.result(_TRAINING_MAX_S, lambda: None)
        report = observer.report()

    seen.step("6/6  every decision is made again from the log: muster audit verify")
    return Outcome(
        listed=listed,
        expected=Counter("failed" if pod.failed else "succeeded" for pod in wanted),
        submitted=submitted,
        ended=glance.outcomes,
        report=report,
        training=job,
        training_lines=trained.lines,
        verdict=audit.verify(),
        took_s=time.monotonic() - begun,
    )


def _pods(file: Path, count: int | None) -> list[Pod]:
    with file.open(newline="") as lines:
        return read_pods(lines)[:count]


class _Told:
    """What `up` tells, said on the demo's screen."""

    def __init__(self, seen: Screen) -> None:
        self._seen = seen

    def downloading(self, total_bytes: int) -> None:
        self._seen.say(f"downloading {total_bytes / 1e6:.0f} MB of servers, once")

    def arrived(self, count_bytes: int) -> None:
        pass  # a moving number is the business of `muster up`

    def starting(self, name: str) -> None:
        pass  # the line comes when it is ready

    def ready(self, name: str, seconds: float) -> None:
        self._seen.say(f"{name:<20} ready in {seconds:.1f} s")

    def failed(self, name: str) -> None:
        self._seen.say(f"{name:<20} failed")

    def stopped(self, name: str) -> None:
        self._seen.say(f"{name:<20} stopped")


@contextmanager
def _explained() -> Generator[None]:
    """Errors as an exit code and what to do about them; after Ctrl-C, what is still running."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(
            "stopped watching; the stack and its jobs go on. `muster status`, `muster list`, `muster down`",
            err=True,
        )
        raise typer.Exit(130) from None
    except MusterError as error:
        messages.failed(error)
        raise typer.Exit(error.exit_code) from None
    except (LocalError, NodesDidNotJoin, ObserverFailed, JournalError, OSError) as error:
        typer.echo(
            f"error: {error}\nhint:  `muster status` shows what stands; `muster down` stops it all", err=True
        )
        sys.stderr.flush()
        raise typer.Exit(getattr(error, "exit_code", 1)) from None
