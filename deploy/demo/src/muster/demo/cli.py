"""`muster demo`: a real cluster's real workload on a real Kafka, and a real training job beside it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer
from muster.client import Client, MusterError
from muster.client.settings import Settings
from muster.demo import audit, gangs, nodes, questions, sharing
from muster.demo.nodes import NodeList, NodesDidNotJoin
from muster.demo.observer import Observer, ObserverFailed
from muster.demo.page import Outcome, page
from muster.demo.screen import Screen, screen
from muster.demo.submission import Stream, Submitted
from muster.demo.trace import Arrival, Pod, arrivals, read_pods
from muster.demo.training import Training
from muster.journal import JournalError
from muster.local import stack
from muster.local.errors import LocalError
from muster.local.home import Home
from muster.terminal import messages

app = typer.Typer()

CHECKOUT: Final = Path(__file__).resolve().parents[5]
_STALLED_S: Final = 60.0
_TRAINING_MAX_S: Final = 120.0


@app.command()
def demo(
    *,
    pods: Annotated[int | None, typer.Option(min=1, help="Only this many pods, the first.")] = None,
    stream_s: Annotated[float, typer.Option(min=1, help="Seconds over which the pods arrive.")] = 100.0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete the stack's data first.")] = False,
    any_ports: Annotated[
        bool, typer.Option("--any-ports", help="Use free ports instead of the usual ones.")
    ] = False,
    data: Annotated[Path, typer.Option(help="Folder of the trace.")] = CHECKOUT / "data/openb",
    queues: Annotated[Path, typer.Option(help="Who shares the cluster.")] = CHECKOUT
    / "examples/openb_queues.yaml",
    training: Annotated[Path, typer.Option(help="The training job.")] = CHECKOUT
    / "examples/train_tiny/job.yaml",
) -> None:
    """Schedule a real cluster's workload on this machine and train a real model beside it; about 4 minutes.

    Starts the stack, simulates the 1,213 nodes of the trace, streams its 8,152 pods and a few gangs into a
    tree of queues through the API, and ends with a page read from the log. Exit code 1 when a job is lost,
    the training job fails, or the audit does.

    Examples:
        muster demo
        muster demo --pods 500 --stream-s 20
    """
    with _explained(), screen() as seen:
        plan = Plan(
            pods=_pods(data / "openb_pod_list_default.csv", pods),
            listed=nodes.read_nodes(data / "openb_node_list_gpu_node.csv"),
            queues_file=queues,
            training_file=training,
            stream_s=stream_s,
            fresh=fresh,
            any_ports=any_ports,
            begun=time.monotonic(),
        )
        outcome = _run(seen, plan)
    typer.echo(page(outcome))
    for failure in outcome.failures():
        typer.echo(f"error: {failure}", err=True)
    raise typer.Exit(1 if outcome.failures() else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the demo will do."""

    pods: list[Pod]
    listed: NodeList
    queues_file: Path
    training_file: Path
    stream_s: float
    fresh: bool
    any_ports: bool
    begun: float


def _run(seen: Screen, plan: Plan) -> Outcome:
    """The story."""
    home, listed = Home.default(), plan.listed
    seen.step(
        "1/7  the stack: Kafka, schema registry, PostgreSQL, Elasticsearch, Neo4j, S3, and the services"
    )
    told = stack.up(home, fresh=plan.fresh, any_ports=plan.any_ports, progress=_Told(seen)).endpoints
    client = Client(Settings.load())

    seen.step(f"2/7  {listed.nodes:,} nodes with {listed.gpus:,} GPUs join, simulated")
    nodes.simulate(home, listed)
    nodes.until_joined(client, home, listed)

    seen.step("3/7  the trace's service classes share them: a tree of queues")
    seen.say(f"queues    {sharing.apply(client, plan.queues_file)}; {plan.queues_file}")

    observer = Observer(told, since_ms=int(time.time() * 1000))
    with observer.observing():
        seen.step("4/7  a real training job: a gang of two ranks on this machine")
        training = Training(client, plan.training_file, seen.say)
        seen.say(f"training  {training.start().job_id}")

        load = _due(plan)
        seen.step(f"5/7  {len(plan.pods):,} real pods and a few gangs come in, {plan.stream_s:.0f} s")
        submitted = _stream(seen, load, client, observer)
        queues, explained = sharing.table(client), questions.ask(client, load.run)

        seen.step("6/7  everything ends")
        glance = observer.until_over(
            submitted.job_ids,
            stalled_s=_STALLED_S,
            tick=lambda g: seen.show(g, submitted=len(submitted.job_ids), total=len(load.due)),
        )
        trained = training.result(_TRAINING_MAX_S)
        report = observer.report()

    seen.step("7/7  every decision is made again from the log: muster audit verify")
    verdict = audit.verify()
    nodes.retire(home)
    return Outcome(
        listed=listed,
        expected=load.expected,
        submitted=submitted,
        ended=glance.outcomes,
        report=report,
        queues=queues,
        explained=explained,
        training=trained,
        training_lines=training.lines,
        verdict=verdict,
        took_s=time.monotonic() - plan.begun,
    )


@dataclass(frozen=True, slots=True)
class Load:
    """What will come in, in order, and how it should end.

    Attributes:
        run: label of all of it.
        due: submissions.
        expected: jobs by outcome.
    """

    run: str
    due: list[Arrival]
    expected: Counter[str]


def _due(plan: Plan) -> Load:
    run = f"demo-{int(time.time())}"
    pods = arrivals(plan.pods, stream_s=plan.stream_s, models=plan.listed.models, run=run)
    beside = gangs.arrivals(stream_s=plan.stream_s, run=run)
    expected = Counter("failed" if pod.failed else "succeeded" for pod in plan.pods)
    expected["succeeded"] += len(beside)
    return Load(run, sorted([*pods, *beside], key=lambda arrival: arrival.at_s), expected)


def _stream(seen: Screen, load: Load, client: Client, observer: Observer) -> Submitted:
    """Everything through the API when it is due."""
    stream = Stream(client, load.due, run=load.run)

    def tick() -> None:
        taken = tuple(stream.submitted.job_ids)
        seen.show(observer.glance(taken), submitted=len(taken), total=len(load.due))

    return stream.run(tick)


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
