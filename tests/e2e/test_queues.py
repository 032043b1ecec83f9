"""An organisation's queues on the real stack: made from a file, used, borrowed from, changed, removed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from muster.events.job_commands import Tier
from muster.events.queue_commands import RestrictQueue
from muster.events.topics import QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "queues.yaml"
CHILDREN_FIRST = ("vision", "speech", "research", "production", "students", "acme")


@pytest.fixture(scope="module")
def organisation(product: Product) -> Generator[Product]:
    """The queues of the example, measured often; gone at the end."""
    product.muster("queue", "apply", "-f", str(EXAMPLE))
    product.muster("policy", "set", "measure_interval=500ms")
    yield product
    product.muster("policy", "set", "measure_interval=10s")
    for name in CHILDREN_FIRST:
        product.muster("queue", "delete", name)
    assert product.muster("queues", "-o", "name").stdout == "default\n"


def queue(product: Product, name: str) -> dict[str, Any]:
    return json.loads(product.muster("queue", "describe", name, "--json").stdout)


def test_a_file_of_queues_is_applied_once(organisation: Product) -> None:
    again = organisation.muster("queue", "apply", "-f", str(EXAMPLE))
    assert "6 unchanged" in again.stderr
    (acme, default) = json.loads(organisation.muster("queue", "tree", "--json").stdout)["items"]
    assert (acme["name"], default["name"]) == ("acme", "default")
    assert [q["name"] for q in acme["queues"]] == ["production", "research", "students"]
    assert [q["name"] for q in acme["queues"][1]["queues"]] == ["speech", "vision"]


def test_a_suspended_queue_holds_what_comes_later_until_it_is_resumed(organisation: Product) -> None:
    words = ("--set", "queue=vision", "-o", "name", "--", "sleep", "300")
    runs = organisation.muster("submit", *words).stdout.strip().removeprefix("job/")
    organisation.wait_for_state(runs, "RUNNING")
    organisation.muster("suspend", "--queue", "vision", "--reason", "no budget", "--yes")
    organisation.wait_for_state(runs, "SUSPENDED")
    assert queue(organisation, "vision")["suspended"] == "no budget"
    assert "vision (suspended)" in organisation.muster("queue", "tree").stdout
    later = organisation.muster("submit", "--set", "queue=vision", "-o", "name", "--", "true").stdout
    later = later.strip().removeprefix("job/")
    organisation.wait_for(later, lambda job: bool(job["reason"]) and job["reason"]["code"] != "QUEUED")
    assert organisation.job(later)["reason"]["code"] == "QUEUE_SUSPENDED"
    assert "no budget" in organisation.muster("explain", later).stdout
    assert "6 unchanged" in organisation.muster("queue", "apply", "-f", str(EXAMPLE)).stderr
    organisation.muster("resume", "--queue", "vision", "--yes")
    organisation.wait_for_state(later, "SUCCEEDED")
    organisation.wait_for_state(runs, "RUNNING")
    organisation.cancel(runs)
    organisation.wait_for_state(runs, "CANCELLED")
    assert queue(organisation, "vision")["suspended"] is None


def test_a_spent_budget_holds_low_tiers_back_until_somebody_lifts_it(organisation: Product) -> None:
    """The command is metering's, with its own token; `test_metering_process` has metering decide it."""
    spent = "budget vision-hours is spent: 101.50 of 100.00 GPU hours"
    where = organisation.endpoints
    journal = KafkaJournal(
        where["MUSTER_KAFKA_BOOTSTRAP"],
        where["MUSTER_SCHEMA_REGISTRY_URL"],
        client="test",
        topics=[QUEUE_COMMANDS],
    )
    command = RestrictQueue(
        queue="vision",
        tenant="local",
        restriction="vision-hours",
        tiers=(Tier.INTERACTIVE,),
        until_ms=None,
        reason=spent,
        requested_by="metering",
    )
    said = f"Bearer {organisation.home.metering_token_file.read_text().strip()}"
    with closing(journal), closing(journal.producer("test")) as producer:
        envelope = Envelope(
            event_id=f"metering-{uuid.uuid4().hex}",
            key="vision",
            occurred_at_ms=SystemClock().now_ms(),
            producer="metering",
            correlation_id="budget",
            payload=command,
        )
        producer.send(Outgoing(QUEUE_COMMANDS, envelope, authorization=said)).result(60)
    organisation.until(
        lambda: "vision (restricted)" in organisation.muster("queue", "tree").stdout,
        told=lambda: organisation.muster("queue", "tree").stdout,
    )
    words = ("--set", "queue=vision", "--set", "tier=interactive", "-o", "name", "--", "true")
    held = organisation.muster("submit", *words).stdout.strip().removeprefix("job/")
    organisation.wait_for(held, lambda job: bool(job["reason"]) and job["reason"]["code"] != "QUEUED")
    assert organisation.job(held)["reason"]["code"] == "QUEUE_RESTRICTED"
    for asked in (("explain", held), ("describe", held), ("queue", "describe", "vision")):
        assert spent in " ".join(organisation.muster(*asked).stdout.split()), asked
    organisation.muster("queue", "lift", "vision", "vision-hours")
    organisation.wait_for_state(held, "SUCCEEDED")
    assert queue(organisation, "vision")["restrictions"] == []


def test_borrowed_gpus_appear_on_every_level_of_the_tree(organisation: Product) -> None:
    words = ("--set", "queue=students", "--set", "resources.gpus=1", "-o", "name", "--", "sleep", "300")
    job_id = organisation.muster("submit", *words).stdout.strip()

    def borrowed(name: str) -> Any:
        measure = organisation.sdk.queue(name).raw["measure"]
        return measure and (measure["borrowed_gpus"], measure["used"]["gpus"], measure["jobs_running"])

    try:
        organisation.until(lambda: borrowed("students") == (1, 1, 1), told=lambda: str(borrowed("students")))
        organisation.until(lambda: borrowed("acme") == (0, 1, 1), told=lambda: str(borrowed("acme")))
        line = next(x for x in organisation.muster("queue", "tree").stdout.splitlines() if "students" in x)
        assert "▓" in line
    finally:
        organisation.cancel(job_id)
    organisation.until(lambda: borrowed("students") == (0, 0, 0), told=lambda: str(borrowed("students")))


def test_queue_set_changes_single_settings(organisation: Product) -> None:
    changed = organisation.muster("queue", "set", "students", "weight=3", "order=fifo")
    assert changed.stdout == "weight 1 -> 3\norder drf -> fifo\n"
    back = organisation.muster("queue", "apply", "-f", str(EXAMPLE))
    assert "1 configured" in back.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["queue", "set", "vision", "guarantee.gpus=60"], 2,
         "guarantee.gpus is 60; must be at most 24: what the guarantee of 'research' leaves"),
        (["queue", "set", "vision", "weight=0"], 2, "weight is 0; must be a whole number from 1"),
        (["queue", "create", "x", "-p", "acne"], 2, "parent is acne; must be a queue of this tenant: acme"),
        (["queue", "create", "vision"], 4, "already exists"),
        (["queue", "delete", "acme"], 4, "has 3 queues below it"),
        (["queue", "delete", "default"], 5, "is shared and cannot be changed"),
        (["submit", "--set", "queue=research", "--", "true"], 2, "has queues below it"),
        (["submit", "--set", "queue=students", "--set", "ranks=17", "--set", "resources.gpus=1", "--", "x"],
         4, "students"),
        (["policy", "set", "share_half_life=0s"], 2, "share_half_life is 0s; must be a duration from 1m"),
    ],
)  # fmt: skip
def test_a_refusal_says_field_value_and_what_is_allowed(
    organisation: Product, words: list[str], code: int, said: str
) -> None:
    done = organisation.muster(*words, check=False)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
