"""The faults: how each is inflicted and healed; FAULTS is the list, with what must come of each."""

from __future__ import annotations

import signal
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from muster.events.topics import JOB_COMMANDS, SCAN_COMMANDS
from muster.events.wire.envelope import Topic
from muster.local.endpoints import SCHEDULERS
from muster.local.processes import supervisor
from muster.testkit.faults.clock import ShiftedClock
from muster.testkit.faults.disk import small_disk
from muster.testkit.faults.fault import Crowd, Fault, Inflict, Sleeper
from muster.testkit.faults.flood import FLOOD_PER_S, Flood
from muster.testkit.faults.load import SIMULATED
from muster.testkit.faults.site import Site
from muster.testkit.faults.unreadable import UnreadableRecords
from muster.testkit.stack.kafka_proxy import KafkaProxy

HOUR_S: Final = 3_600
_RESET_EVERY_S: Final = 0.5


def killed(*names: str, number: signal.Signals = signal.SIGKILL) -> Inflict:
    """Signal these programs, wait until they have ended, and have `muster up` start them again."""
    return lambda site, healing: partial(_end, site, healing, names, number)


def scheduler_killed(which: Callable[[Site], str]) -> Inflict:
    """The same for the scheduler that leads, or the one that stands by."""
    return lambda site, healing: partial(_end, site, healing, [which(site)], signal.SIGKILL)


def all_killed(site: Site, healing: ExitStack) -> Callable[[], None]:
    """The same for every program that runs, servers and services."""
    home = site.product.home
    running = [name for name in home.recorded() if supervisor.alive(home, name) is not None]
    return partial(_end, site, healing, running, signal.SIGKILL)


def stopped(which: Callable[[Site], str]) -> Inflict:
    """Have a program stand still (SIGSTOP), as a paused machine does."""

    def prepare(site: Site, healing: ExitStack) -> Callable[[], None]:
        name = which(site)
        return lambda: healing.enter_context(site.stopped(name))

    return prepare


def link(links: Callable[[Site], Sequence[KafkaProxy]], worsen: Callable[[KafkaProxy], None]) -> Inflict:
    """Worsen the way of some clients to the broker; it is sound again in the end."""

    def prepare(site: Site, healing: ExitStack) -> Callable[[], None]:
        worsened = links(site)

        def inflict() -> None:
            for proxy in worsened:
                healing.callback(proxy.restore)
                worsen(proxy)

        return inflict

    return prepare


def leader_resets(site: Site, healing: ExitStack) -> Callable[[], None]:
    """Reset the leader's connections again and again."""
    proxy, over = site.leader_link(), threading.Event()

    def reset() -> None:
        proxy.reset()
        while not over.wait(_RESET_EVERY_S):
            proxy.reset()

    thread = threading.Thread(target=reset, name="resets", daemon=True)

    def heal() -> None:
        over.set()
        thread.join()

    def inflict() -> None:
        healing.callback(heal)
        thread.start()

    return inflict


def clock_stepped(seconds: int) -> Inflict:
    """Step the clock of the leader, and back."""

    def prepare(site: Site, healing: ExitStack) -> Callable[[], None]:
        folder = healing.enter_context(tempfile.TemporaryDirectory(prefix="muster-clock-"))
        clock = ShiftedClock(Path(folder))
        for name in SCHEDULERS:
            site.product.stop(name)
        first, _ = SCHEDULERS
        site.product.start(first, clock.environment)
        site.product.restart()
        assert site.leader() == first, "it was started first"
        healing.callback(site.product.restart)
        healing.callback(site.product.stop, first)

        def inflict() -> None:
            clock.step(seconds)
            healing.callback(clock.step, 0)

        return inflict

    return prepare


def disk_full(name: str, size_mib: int) -> Inflict:
    """Leave no room on the disk of a server; once there is room again, `muster up` starts it if it ended."""

    def prepare(site: Site, healing: ExitStack) -> Callable[[], None]:
        product = site.product
        product.stop(name)
        healing.callback(product.restart)
        disk = healing.enter_context(small_disk(product.home.data(name), size_mib))
        healing.callback(product.stop, name)
        product.restart()

        def inflict() -> None:
            healing.callback(product.restart)
            healing.callback(disk.empty)
            disk.fill()

        return inflict

    return prepare


def _end(site: Site, healing: ExitStack, names: Sequence[str], number: signal.Signals) -> None:
    healing.callback(site.product.restart)
    for name in names:
        site.product.signal(name, number)
    for name in names:
        healing.callback(site.product.until, partial(site.ended, name), told=lambda: f"{names} run")


def flooded(site: Site, healing: ExitStack) -> Callable[[], None]:
    """Have a tenant of its own send jobs for the same nodes, many times as many as all others together."""

    def inflict() -> None:
        flood = Flood(partial(site.product.client, tenant="flood"), SIMULATED)
        site.of_the_fault = flood.taken
        healing.callback(flood.close)

    return inflict


def unreadable(topic: Topic, count: int, readers: int) -> Inflict:
    """Write unreadable records to a topic, and wait until a number of readers have passed all of them."""

    def prepare(site: Site, healing: ExitStack) -> Callable[[], None]:
        records = UnreadableRecords(site, topic, count=count, readers=readers, closing_up=healing)

        def inflict() -> None:
            healing.callback(records.check)
            records.write()

        return inflict

    return prepare


OTHERS: Final = Crowd(tenants=4, every_s=0.1, before_s=10, nodes=64)

FAULTS: Final[tuple[Fault, ...]] = (
    Fault(
        name="leader-killed",
        title="kill -9 of the leader",
        outcome="the standby leads after about a second",
        inflict=scheduler_killed(Site.leader),
        takes_over=True,
        in_ci=True,
    ),
    Fault(
        name="leader-stopped",
        title="the leader stands still for 5 s",
        outcome="the standby leads; the old leader is fenced, ends, and stands by again",
        inflict=stopped(Site.leader),
        hold_s=5,
        takes_over=True,
    ),
    Fault(
        name="standby-killed",
        title="kill -9 of the standby",
        outcome="nothing is delayed",
        inflict=scheduler_killed(Site.standby),
        takes_over=False,
        in_ci=True,
    ),
    Fault(
        name="schedulers-killed",
        title="kill -9 of both schedulers",
        outcome="submissions are accepted; the next start goes on from snapshot and log",
        inflict=killed(*SCHEDULERS),
        takes_over=True,
    ),
    Fault(
        name="leader-cut",
        title="the leader is cut from the broker for 8 s",
        outcome="the standby leads; the old leader is fenced when it is back",
        inflict=link(lambda site: [site.leader_link()], KafkaProxy.cut),
        hold_s=8,
        takes_over=True,
        in_ci=True,
    ),
    Fault(
        name="leader-half-open",
        title="half-open: nothing passes between leader and broker for 8 s, no connection breaks",
        outcome="the standby leads; what the old leader had sent is refused when it arrives",
        inflict=link(lambda site: [site.leader_link()], KafkaProxy.freeze),
        hold_s=8,
        takes_over=True,
        in_ci=True,
    ),
    Fault(
        name="leader-resets",
        title="the leader's connections are reset every 0.5 s, for 5 s",
        outcome="commits of unknown fate are read again; it leads on, or the standby does",
        inflict=leader_resets,
        hold_s=5,
    ),
    Fault(
        name="leader-latency",
        title="200 ms more to and from the broker for the leader, for 10 s",
        outcome="binds take longer; leadership may change",
        inflict=link(lambda site: [site.leader_link()], lambda proxy: proxy.slow_down(latency_ms=200)),
        hold_s=10,
    ),
    Fault(
        name="leader-crawls",
        title="1 KB/s between leader and broker for 10 s",
        outcome="the standby leads when lease and batches come too late",
        inflict=link(lambda site: [site.leader_link()], lambda proxy: proxy.slow_down(bytes_per_s=1_000)),
        hold_s=10,
    ),
    Fault(
        name="standby-cut",
        title="the standby is cut from the broker for 8 s, and so from the leader",
        outcome="nothing is delayed; it does not lead, and follows again",
        inflict=link(lambda site: [site.standby_link()], KafkaProxy.cut),
        hold_s=8,
        takes_over=False,
        in_ci=True,
    ),
    Fault(
        name="schedulers-cut",
        title="both schedulers are cut from the broker for 8 s",
        outcome="decisions wait; one leads when it is back",
        inflict=link(lambda site: site.proxied(*SCHEDULERS), KafkaProxy.cut),
        hold_s=8,
    ),
    Fault(
        name="end-overtaken",
        title="the end of a transaction is overtaken by its own repetition",
        outcome="the commit counts as unknown, the late copy is refused: no batch is torn",
        inflict=link(lambda site: [site.leader_link()], KafkaProxy.overtake_end),
        hold_s=3,
        in_ci=True,
    ),
    Fault(
        name="ends-delayed",
        title="every end of a transaction arrives 12 s late, for 15 s",
        outcome="the standby leads; late ends are refused: no batch is torn",
        inflict=link(lambda site: [site.leader_link()], lambda proxy: proxy.delay_ends(12)),
        hold_s=15,
        takes_over=True,
    ),
    Fault(
        name="clock-ahead",
        title="the leader's clock is an hour ahead for 8 s",
        outcome="the standby may lead after 10 s; nothing is lost; limits within that hour end now",
        inflict=clock_stepped(HOUR_S),
        hold_s=8,
        sleeper=Sleeper(run_s=20, attempts=1),
    ),
    Fault(
        name="clock-behind",
        title="the leader's clock is an hour behind for 8 s",
        outcome="time goes on for decisions from where the log is; nothing ends by it",
        inflict=clock_stepped(-HOUR_S),
        hold_s=8,
        sleeper=Sleeper(run_s=20, attempts=1),
    ),
    Fault(
        name="submit-killed",
        title="kill -9 of submit",
        outcome="clients repeat with the same key, which gives one job",
        inflict=killed("submit"),
        takes_over=False,
        in_ci=True,
    ),
    Fault(
        name="projector-killed",
        title="kill -9 of the projector",
        outcome="scheduling is not delayed; every record takes effect once",
        inflict=killed("projector"),
        takes_over=False,
        in_ci=True,
    ),
    Fault(
        name="agent-killed",
        title="kill -9 of the agent of the only node",
        outcome="ranks run on under their shims; the next agent adopts them",
        inflict=killed("agent"),
        takes_over=False,
        sleeper=Sleeper(run_s=20, attempts=1),
        in_ci=True,
    ),
    Fault(
        name="agent-cut",
        title="the agent is cut from the broker for 10 s, less than its lease",
        outcome="running work goes on; orders wait",
        inflict=link(lambda site: site.proxied("agent"), KafkaProxy.cut),
        hold_s=10,
        takes_over=False,
        sleeper=Sleeper(run_s=25, attempts=1),
        in_ci=True,
    ),
    Fault(
        name="agent-half-open",
        title="half-open: nothing passes between agent and broker for 10 s",
        outcome="running work goes on; orders wait",
        inflict=link(lambda site: site.proxied("agent"), KafkaProxy.freeze),
        hold_s=10,
        takes_over=False,
        sleeper=Sleeper(run_s=25, attempts=1),
    ),
    Fault(
        name="agent-cut-for-long",
        title="the agent is cut from the broker for 50 s, longer than its lease",
        outcome="its attempts are given up and run again; what ran there is ended, not counted twice",
        inflict=link(lambda site: site.proxied("agent"), KafkaProxy.cut),
        hold_s=50,
        takes_over=False,
        sleeper=Sleeper(run_s=90, attempts=2),
    ),
    Fault(
        name="broker-killed",
        title="kill -9 of the only broker, started again at once",
        outcome="running work goes on, submissions wait; then all go on where they were",
        inflict=killed("kafka"),
        in_ci=True,
    ),
    Fault(
        name="broker-restarted",
        title="the only broker is stopped and started",
        outcome="as above",
        inflict=killed("kafka", number=signal.SIGTERM),
    ),
    Fault(
        name="broker-stopped",
        title="the only broker stands still for 8 s",
        outcome="everything waits, and goes on",
        inflict=stopped(lambda _: "kafka"),
        hold_s=8,
    ),
    Fault(
        name="all-killed",
        title="kill -9 of all programs, servers and services, and `muster up`",
        outcome="running work goes on; then all go on where they were",
        inflict=all_killed,
        sleeper=Sleeper(run_s=60, attempts=1),
    ),
    *(
        Fault(
            name=f"{server}-stopped",
            title=f"{title} stands still for 8 s",
            outcome=outcome,
            inflict=stopped(lambda _, server=server: server),
            hold_s=8,
            takes_over=False,
        )
        for server, title, outcome in (
            ("schema-registry", "the schema registry", "schemas read before stay known: nothing is delayed"),
            ("postgres", "Postgres", "scheduling goes on; its projections catch up"),
            ("elasticsearch", "Elasticsearch", "scheduling goes on; its projection catches up"),
            ("neo4j", "Neo4j", "scheduling goes on; its projection catches up"),
            ("s3", "S3", "scheduling goes on; output and snapshots wait"),
        )
    ),
    Fault(
        name="broker-disk-full",
        title="the broker's disk is full for 8 s",
        outcome="the broker ends; with room again it starts, and no acknowledged record is lost",
        inflict=disk_full("kafka", 768),
        hold_s=8,
    ),
    *(
        Fault(
            name=f"{name}-disk-full",
            title=f"the disk of {title} is full for 8 s",
            outcome=f"scheduling goes on; {after}",
            inflict=disk_full(server, size_mib),
            hold_s=8,
            takes_over=False,
        )
        for name, title, after, server, size_mib in (
            ("postgres", "Postgres", "its projections catch up", "postgres", 512),
            (
                "snapshots",
                "S3, where snapshots lie,",
                "the next snapshot is taken when there is room",
                "s3",
                256,
            ),
            ("elasticsearch", "Elasticsearch", "its projection catches up", "elasticsearch", 512),
            ("neo4j", "Neo4j", "its projection catches up", "neo4j", 1_024),
        )
    ),
    Fault(
        name="unreadable-job-commands",
        title="1,000 unreadable records on `job-commands`",
        outcome="the leader and the projection pass them, with a dead letter each; no process ends",
        inflict=unreadable(JOB_COMMANDS, 1_000, readers=2),
        takes_over=False,
    ),
    Fault(
        name="unreadable-scan-commands",
        title="1,000 unreadable records on `scan-commands`",
        outcome="the scanner and its projection pass them, with a dead letter each; no process ends",
        inflict=unreadable(SCAN_COMMANDS, 1_000, readers=2),
        takes_over=False,
        in_ci=True,
    ),
    Fault(
        name="a-million-unreadable",
        title="1,000,000 unreadable records on `job-commands`",
        outcome="the leader and the projection pass them; what is submitted meanwhile is bound when the "
        "leader has passed them",
        inflict=unreadable(JOB_COMMANDS, 1_000_000, readers=2),
        takes_over=False,
    ),
    Fault(
        name="flood",
        title=(
            f"one tenant sends {FLOOD_PER_S / OTHERS.jobs_per_s:.0f} times as much as {OTHERS.tenants} others"
            " together, for 10 s"
        ),
        outcome="beyond its limit it is refused (429), the others never; all that is taken is bound",
        inflict=flooded,
        hold_s=10,
        crowd=OTHERS,
        in_ci=True,
    ),
)
