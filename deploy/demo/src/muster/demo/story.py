"""The steps of `muster demo`, from nothing to the page: a real cluster's workload on a real Kafka."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muster.client import Client
from muster.client.settings import Settings
from muster.demo import audit, bill, gangs, gate, nodes, questions, queues, yielding
from muster.demo.nodes import NodeList
from muster.demo.observer import Observer
from muster.demo.page import Outcome
from muster.demo.published import read_published, told_to_publish
from muster.demo.screen import Screen
from muster.demo.submission import Stream, Submitted
from muster.demo.trace import Arrival, Pod, arrivals, read_pods
from muster.demo.training import Training
from muster.local import stack
from muster.local.home import Home

_STALLED_S: Final = 60.0
_QUIET_S: Final = 120.0
"""Seconds without output after which the demo stops waiting for the training."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Plan of the demo."""

    pods: list[Pod]
    listed: NodeList
    queues_file: Path
    rates_file: Path
    training_file: Path
    gate_folder: Path
    stream_s: float
    fresh: bool
    any_ports: bool
    begun: float

    @staticmethod
    def of_trace(
        folder: Path,
        *,
        pods_max: int | None,
        queues_file: Path,
        rates_file: Path,
        training_file: Path,
        gate_folder: Path,
        stream_s: float,
        fresh: bool,
        any_ports: bool,
    ) -> Plan:
        """Make the plan for the trace in a folder, starting now."""
        return Plan(
            pods=_pods(folder / "openb_pod_list_default.csv", pods_max),
            listed=nodes.read_nodes(folder / "openb_node_list_gpu_node.csv"),
            queues_file=queues_file,
            rates_file=rates_file,
            training_file=training_file,
            gate_folder=gate_folder,
            stream_s=stream_s,
            fresh=fresh,
            any_ports=any_ports,
            begun=time.monotonic(),
        )


def run(seen: Screen, plan: Plan) -> Outcome:
    """The whole demo: start, join, submit, wait, verify.

    Raises:
        LocalError: the stack does not start.
        NodesDidNotJoin: the simulated nodes do not join in time.
        ObserverFailed: the log cannot be watched.
        MusterError: the API refuses.
    """
    home, listed = Home.default(), plan.listed
    seen.step(
        "1/9  the stack: Kafka, schema registry, PostgreSQL, Elasticsearch, Neo4j, S3, and the services"
    )
    started = stack.up(home, fresh=plan.fresh, any_ports=plan.any_ports, progress=_Progress(seen))
    client = Client(Settings.load())

    priced = bill.set_prices(client, plan.rates_file)

    seen.step(f"2/9  {listed.nodes:,} nodes with {listed.gpus:,} GPUs join, simulated")
    nodes.simulate(home, listed)
    nodes.until_joined(client, home, listed)

    seen.step("3/9  the trace's service classes share them: a tree of queues")
    seen.say(f"queues    {queues.apply(client, plan.queues_file)}; {plan.queues_file}")
    seen.say(f"prices    {priced}; {plan.rates_file}")

    observer = Observer(started.endpoints, since_ms=int(time.time() * 1000))
    with observer.observing():
        training, undisturbed = _train(seen, client, plan, home)

        load = _due(plan)
        seen.step(f"6/9  {len(plan.pods):,} real pods and a few gangs come in, {plan.stream_s:.0f} s")
        submitted = _stream(seen, load, client, observer)
        tree, explained = queues.table(client), questions.ask(client, load.run)

        seen.step("7/9  everything ends")
        glance = observer.until_over(
            submitted.job_ids,
            stalled_s=_STALLED_S,
            tick=lambda g: seen.show(g, submitted=len(submitted.job_ids), total=len(load.due)),
        )
        trained, calm = training.result(_QUIET_S), undisturbed.result(_QUIET_S)
        model = read_published(client)
        seen.say(f"model     {model}")
        report = observer.report()

    billed = bill.read_bill(client)
    nodes.retire(home)  # what follows runs on this machine
    seen.step("8/9  a small model is trained, judged and released; a worse version is not")
    gated = gate.act(client, home, plan.gate_folder, seen.say)

    seen.step("9/9  every decision is made again from the log: muster audit verify")
    verdict = audit.verify()
    return Outcome(
        listed=listed,
        expected=load.expected,
        submitted=submitted,
        ended=glance.outcomes,
        report=report,
        queues=tree,
        explained=explained,
        training=trained,
        training_loss=training.last_loss(),
        undisturbed_loss=undisturbed.last_loss() if calm and calm.succeeded else "",
        model=model,
        gate=gated,
        bill=billed,
        verdict=verdict,
        took_s=time.monotonic() - plan.begun,
    )


def _train(seen: Screen, client: Client, plan: Plan, home: Home) -> tuple[Training, Training]:
    """Two jobs of the same training: one pushes its model and has yielded once, the other is undisturbed."""
    seen.step("4/9  a real training job: a gang of two ranks on this machine")
    training = Training(client, plan.training_file, seen.say, "training", also=told_to_publish(home))
    seen.say(f"training  {training.start().job_id}")

    seen.step("5/9  a bigger job is due its GPUs: it saves, yields, waits, and goes on")
    yielding.make_yield(client, training, seen.say)
    undisturbed = Training(client, plan.training_file, seen.say, "calm")
    seen.say(f"calm      {undisturbed.start().job_id}: the same training, undisturbed")
    return training, undisturbed


@dataclass(frozen=True, slots=True)
class Load:
    """The submissions, in order, and their expected outcomes.

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
    """Submit everything through the API when it is due."""
    stream = Stream(client, load.due, run=load.run)

    def tick() -> None:
        taken = tuple(stream.submitted.job_ids)
        seen.show(observer.glance(taken), submitted=len(taken), total=len(load.due))

    return stream.run(tick)


def _pods(file: Path, count: int | None) -> list[Pod]:
    with file.open(newline="") as lines:
        return read_pods(lines)[:count]


class _Progress:
    """Progress of `up` on the demo's screen."""

    def __init__(self, seen: Screen) -> None:
        self._seen = seen

    def downloading(self, total_bytes: int) -> None:
        self._seen.say(f"downloading the servers, {total_bytes / 1e6:.0f} MB (only once)")

    def arrived(self, count_bytes: int) -> None:
        pass  # a moving number is the business of `muster up`

    def starting(self, name: str) -> None:
        pass  # the line comes when it is ready

    def ready(self, name: str, seconds: float) -> None:
        self._seen.say(f"{name:<20} ready in {seconds:.1f} s")

    def moving(self, name: str, lacks: str) -> None:
        pass  # the line comes when it is ready

    def failed(self, name: str) -> None:
        self._seen.say(f"{name:<20} failed")

    def stopped(self, name: str) -> None:
        self._seen.say(f"{name:<20} stopped")
