"""`muster identity` on the real log: what it prints, and what it writes."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from muster.events.identity_events import MembershipGranted, MembershipRevoked, TokenRevoked
from muster.events.topics import IDENTITY_EVENTS
from muster.identity.devkeys import ensure_keys, ensure_node_keys
from muster.identity.nodes import NodeIssuer
from muster.journal import ManualClock, Position, Start, SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.service.cli import identity as command
from typer.testing import CliRunner, Result

pytestmark = pytest.mark.stack

Identity = Callable[..., Result]


@pytest.fixture
def identity(endpoints: Mapping[str, str], tmp_path: Path) -> Identity:
    """Runs `muster identity` with keys of its own."""
    create_topics(endpoints["MUSTER_KAFKA_BOOTSTRAP"], [IDENTITY_EVENTS])
    register_schemas(endpoints["MUSTER_SCHEMA_REGISTRY_URL"], [IDENTITY_EVENTS])
    keys = {
        "MUSTER_HOME": str(tmp_path),
        "MUSTER_JWT_JWKS_FILE": str(ensure_keys(tmp_path).jwks_file),
        "MUSTER_NODE_JWKS_FILE": str(ensure_node_keys(tmp_path).jwks_file),
    }

    def run(*words: str) -> Result:
        done = CliRunner().invoke(command.app, words, env={**endpoints, **keys})
        assert done.exit_code == 0, done.stderr
        return done

    return run


def written(endpoints: Mapping[str, str], result: Result) -> Any:
    """The fact at the position that was printed."""
    position = Position.parse(json.loads(result.stdout)["position"])
    journal = KafkaJournal(
        endpoints["MUSTER_KAFKA_BOOTSTRAP"],
        endpoints["MUSTER_SCHEMA_REGISTRY_URL"],
        "test",
        topics=[IDENTITY_EVENTS],
    )
    others = {(IDENTITY_EVENTS.name, number): Start.END for number in range(IDENTITY_EVENTS.partitions)}
    at = {**others, position.topic_partition: position.offset}
    with closing(journal), closing(journal.reader([IDENTITY_EVENTS], start=at, name="test")) as reader:
        return next(d.envelope.payload for d in reader.read_to_end() if d.position == position)


def test_programs_get_the_fact_and_where_it_is_on_the_log(
    identity: Identity, endpoints: Mapping[str, str]
) -> None:
    tenant = f"t-{uuid.uuid4().hex[:12]}"
    granted = identity("grant", "ann", "--tenant", tenant, "--team", "vision", "-o", "json")
    fact = written(endpoints, granted)
    assert isinstance(fact, MembershipGranted)
    assert (fact.tenant, fact.subject, fact.team) == (tenant, "ann", "vision")
    revoked = identity("revoke", "ann", "--tenant", tenant, "--reason", "left", "-o", "json")
    fact = written(endpoints, revoked)
    assert isinstance(fact, MembershipRevoked)
    assert (fact.tenant, fact.team, fact.reason) == (tenant, None, "left")
    token = identity("token", "ann", "--tenant", tenant).stdout.strip()
    refused = identity("revoke-token", token, "-o", "json")
    fact = written(endpoints, refused)
    assert isinstance(fact, TokenRevoked)
    assert (fact.tenant, fact.token_id) == (tenant, json.loads(refused.stdout)["token_id"])


def test_an_enrolment_is_revoked_for_as_long_as_it_may_have_been_renewed(
    identity: Identity, endpoints: Mapping[str, str], tmp_path: Path
) -> None:
    life_s = 30 * 86_400
    enrolled = ManualClock(SystemClock().now_ms() - 1_000 * life_s // 2)
    issuer = NodeIssuer(ensure_node_keys(tmp_path).private_key_file, "default", enrolled)
    enrolment = issuer.enrol("rack-4", ["gpu-*"], life_s)
    fact = written(endpoints, identity("revoke-token", enrolment, "-o", "json"))
    assert isinstance(fact, TokenRevoked)
    assert (fact.tenant, fact.expires_at_ms >= SystemClock().now_ms() + 1_000 * (life_s - 60)) == (
        "default",
        True,
    )


def test_people_see_what_was_done_and_scripts_get_the_token_alone(identity: Identity) -> None:
    tenant = f"t-{uuid.uuid4().hex[:12]}"
    granted = identity("grant", "ann", "--tenant", tenant, "--team", "vision")
    assert (granted.stdout, granted.stderr) == ("", f"ann is a member of team vision of tenant {tenant}\n")
    revoked = identity("revoke", "ann", "--tenant", tenant)
    assert revoked.stderr.startswith(f"ann is no longer a member of tenant {tenant}; ")
    made = identity("token", "ann", "--tenant", tenant)
    assert made.stdout.count(".") == 2
    assert made.stderr == ""
    assert identity("revoke-token", made.stdout.strip(), "-o", "name").stdout.strip()
