"""A stranger that repeats a command id on Kafka changes nothing for its owner; read over REST, all real."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest
from muster.events.alerts_commands import AlertChannel, AlertRouteTerms, AlertSeverity, SetAlertRoute
from muster.events.job_commands import CheckpointPolicy, JobSpec, Resources, RetryPolicy, SubmitJob, Tier
from muster.events.queue_commands import CreateQueue
from muster.events.topics import ALERTS_COMMANDS, JOB_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.testkit.stack.product import Product
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

RIVAL: Final = "rival"


def submission(tenant: str, name: str, user: str = "ann") -> SubmitJob:
    spec = JobSpec(
        name=name.removeprefix("job-"),
        team="vision",
        project="cats",
        user=user,
        queue="default",
        tier=Tier.BATCH_INFERENCE,
        ranks=1,
        resources=Resources(gpu_count=0, gpu_milli=0, cpu_milli=100, memory_mib=64),
        command=("true",),
        env={},
        retry=RetryPolicy(attempts_max=1),
        checkpoint=CheckpointPolicy(enabled=False),
        labels={},
    )
    return SubmitJob(job_id=name, tenant=tenant, spec=spec)


def queue(tenant: str, name: str, user: str = "ann") -> CreateQueue:
    return CreateQueue(queue=name, tenant=tenant, description="", requested_by=user)


def route(tenant: str, name: str, user: str = "ann") -> SetAlertRoute:
    terms = AlertRouteTerms(
        channel=AlertChannel.WEBHOOK,
        url="https://hooks.example.org/muster",
        secret="pager",
        severity_min=AlertSeverity.WARNING,
        teams=(),
        rules=(),
        platform=False,
    )
    return SetAlertRoute(route=name, tenant=tenant, terms=terms, requested_by=user)


class Asked:
    """A command topic, and what REST says of the commands there."""

    def __init__(self, product: Product, journal: KafkaJournal, topic: Topic, url: str) -> None:
        self._product = product
        self._producer = journal.producer("stranger")
        self._topic = topic
        self._url = product.endpoints[url]
        self._tokens = Tokens(product.home.root)

    def send(self, command_id: str, key: str, payload: Any, *, shows: str | None, user: str = "ann") -> None:
        """Append a record with a token of this tenant and user; None: without one."""
        envelope = Envelope(
            event_id=command_id,
            key=key,
            occurred_at_ms=1,
            producer="stranger",
            correlation_id=command_id,
            payload=payload,
        )
        authorization = self._tokens.authorization(shows, user) if shows else ""
        sent = Outgoing(self._topic, envelope, authorization=authorization)
        self._producer.send(sent).result(60)

    def answer(self, tenant: str, command_id: str, user: str = "ann") -> tuple[int, str, str]:
        """Status, outcome and subject, as this caller reads it."""
        headers = {"Authorization": self._tokens.authorization(tenant, user)}
        url = f"{self._url}/v1/commands/{command_id}"
        found = httpx.get(url, headers=headers, params={"wait_s": 5}, timeout=60)
        body = found.json()
        return found.status_code, body.get("outcome", ""), body.get("subject", "")

    def settled(self, tenant: str, command_id: str, subject: str = "", user: str = "ann") -> None:
        """Wait until this caller's command is decided; one of several of this id by its subject."""

        def is_decided() -> bool:
            _, outcome, about = self.answer(tenant, command_id, user)
            return outcome not in ("", "pending") and subject in ("", about)

        self._product.until(is_decided)


MADE: Final[dict[str, tuple[Topic, str, Callable[..., Any]]]] = {
    "submit": (JOB_COMMANDS, "MUSTER_API_URL", submission),
    "queues": (QUEUE_COMMANDS, "MUSTER_API_URL", queue),
    "alerts": (ALERTS_COMMANDS, "MUSTER_ALERTS_URL", route),
}


SERVICES = pytest.mark.parametrize(
    "service", ["submit", pytest.param("queues", marks=pytest.mark.long), "alerts"]
)


@pytest.fixture
def journal(product: Product) -> Generator[KafkaJournal]:
    bootstrap, registry = (
        product.endpoints[name] for name in ("MUSTER_KAFKA_BOOTSTRAP", "MUSTER_SCHEMA_REGISTRY_URL")
    )
    with closing(KafkaJournal(bootstrap, registry, "strangers")) as journal:
        yield journal


@SERVICES
@pytest.mark.parametrize("order", [("owner", "silent", "rival"), ("silent", "rival", "owner")], ids=str)
def test_an_answer_is_its_owners_whatever_strangers_send_before_or_after(
    product: Product, journal: KafkaJournal, service: str, order: Sequence[str]
) -> None:
    topic, url, command = MADE[service]
    asked = Asked(product, journal, topic, url)
    run = uuid4().hex[:10]
    owner, other, command_id = f"acme-{run}", f"{RIVAL}-{run}", f"k3-{run}"
    records: dict[str, tuple[str, str, str | None]] = {
        "owner": (owner, f"job-own-{run}", owner),
        "silent": (other, f"job-silent-{run}", None),  # names another tenant and shows no token
        "rival": (owner, f"job-rival-{run}", other),  # names the owner and shows the other tenant's token
    }
    for who in order:
        tenant, name, shows = records[who]
        asked.send(command_id, name, command(tenant, name), shows=shows)
    asked.settled(owner, command_id)
    asked.settled(other, command_id)
    assert asked.answer(owner, command_id) == (200, "accepted", f"job-own-{run}")
    assert asked.answer(other, command_id) == (200, "rejected", f"job-rival-{run}")
    assert asked.answer(f"third-{run}", command_id)[0] == 404


@SERVICES
def test_a_decided_command_stays_its_owners(product: Product, journal: KafkaJournal, service: str) -> None:
    topic, url, command = MADE[service]
    asked = Asked(product, journal, topic, url)
    run = uuid4().hex[:10]
    owner, other, command_id = f"acme-{run}", f"{RIVAL}-{run}", f"k3-{run}"
    asked.send(command_id, f"job-own-{run}", command(owner, f"job-own-{run}"), shows=owner)
    asked.settled(owner, command_id)
    asked.send(command_id, f"job-no-{run}", command(other, f"job-no-{run}"), shows=None)
    last = f"{command_id}-last"  # the record behind the stranger's is answered, so that one was read
    asked.send(last, f"job-no-{run}", command(owner, f"job-no-{run}"), shows=owner)
    asked.settled(owner, last)
    assert asked.answer(owner, command_id) == (200, "accepted", f"job-own-{run}")
    assert asked.answer(other, command_id)[0] == 404


@SERVICES
@pytest.mark.parametrize("owner_first", [True, False], ids=["owner-first", "stranger-first"])
def test_a_stranger_with_a_good_token_takes_no_command_from_its_owner(
    product: Product, journal: KafkaJournal, service: str, *, owner_first: bool
) -> None:
    """Another tenant and a colleague send commands of their own under the owner's id: all are decided."""
    topic, url, command = MADE[service]
    asked = Asked(product, journal, topic, url)
    run = uuid4().hex[:10]
    owner, other, command_id = f"acme-{run}", f"{RIVAL}-{run}", f"k3-{run}"
    senders = [(owner, "ann", f"job-own-{run}"), (other, "ann", f"job-rival-{run}")]
    senders.append((owner, "bob", f"job-bob-{run}"))
    for tenant, user, name in senders if owner_first else reversed(senders):
        asked.send(command_id, name, command(tenant, name, user), shows=tenant, user=user)
    for tenant, user, name in senders:
        asked.settled(tenant, command_id, name, user)
        assert asked.answer(tenant, command_id, user) == (200, "accepted", name)
    assert asked.answer(f"third-{run}", command_id)[0] == 404
