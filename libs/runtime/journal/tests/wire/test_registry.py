"""The registry client: its failures in our words, in bounded time, never through a proxy on this machine."""

from __future__ import annotations

import dataclasses
import socket
import threading
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.envelope import Topic
from muster.journal.dead_letters import dead_letter_topic
from muster.journal.errors import SchemaMissing, Unavailable
from muster.journal.wire.registry import ConfluentRegistry

CLIENTS = 8


@pytest.fixture
def silent_port() -> Generator[int]:
    """Takes connections and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        yield listener.getsockname()[1]


@pytest.fixture
def subject(suffix: str, endpoints: Mapping[str, str]) -> Generator[Topic]:
    """A topic that exists only as a subject of the registry."""
    topic = dataclasses.replace(SCHEDULER_LEASE, name=f"registry-{suffix}")
    yield topic
    httpx.delete(f"{endpoints['MUSTER_SCHEMA_REGISTRY_URL']}/subjects/{topic.name}-value")


@pytest.mark.slow
def test_a_registry_that_takes_the_call_and_never_answers_is_unavailable(silent_port: int) -> None:
    url = f"http://127.0.0.1:{silent_port}/apis/ccompat/v7"
    with ConfluentRegistry(url, timeout_s=0.1) as registry:
        with pytest.raises(Unavailable, match=f"{url}: looking up schema 7: "):
            registry.schema_of(7)
        with pytest.raises(Unavailable, match=f"looking up the schema of {SCHEDULER_LEASE.name}: "):
            registry.id_of(SCHEDULER_LEASE)
        with pytest.raises(Unavailable, match=f"registering the schema of {SCHEDULER_LEASE.name}: "):
            registry.register(SCHEDULER_LEASE)


@pytest.mark.stack
def test_topics_that_share_schemas_share_a_subject_also_for_their_dead_letters(
    subject: Topic, suffix: str, endpoints: Mapping[str, str]
) -> None:
    other = dataclasses.replace(subject, name=f"registry-other-{suffix}", schemas_of=subject.name)
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as registry:
        assert registry.register(subject) == registry.id_of(other)
    letters = dead_letter_topic(other)
    assert (letters.name, letters.subject) == (f"{other.name}-dlq", dead_letter_topic(subject).subject)


@pytest.mark.stack
def test_a_registered_schema_is_found_by_topic_and_by_id_and_registering_again_changes_nothing(
    subject: Topic, endpoints: Mapping[str, str]
) -> None:
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as registry:
        with pytest.raises(SchemaMissing, match="make schemas-push"):
            registry.id_of(subject)
        schema_id = registry.register(subject)
        assert registry.register(subject) == schema_id
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as another:
        assert another.register(subject) == schema_id
        assert another.id_of(subject) == schema_id
        assert another.schema_of(schema_id) is not None
        assert another.schema_of(2**31 - 1) is None


@pytest.mark.stack
@pytest.mark.parametrize("compatibility", ["FULL_TRANSITIVE", ""])
def test_a_subject_has_the_compatibility_that_its_topic_names(
    subject: Topic, endpoints: Mapping[str, str], compatibility: str
) -> None:
    url = endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with ConfluentRegistry(url) as registry:
        registry.register(dataclasses.replace(subject, compatibility=compatibility))
    usual = httpx.get(f"{url}/config", trust_env=False).json()["compatibilityLevel"]
    answer = httpx.get(f"{url}/config/{subject.name}-value", trust_env=False).json()
    assert answer.get("compatibilityLevel", usual) == (compatibility or usual)


@pytest.mark.stack
def test_clients_that_register_the_same_new_subject_at_once_all_succeed(
    subject: Topic, endpoints: Mapping[str, str]
) -> None:
    """Each sets the compatibility first, and Apicurio refuses all but one of those that come together."""
    together = threading.Barrier(CLIENTS)

    def register(_: int) -> int:
        with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as registry:
            together.wait(120)
            return registry.register(subject)

    with ThreadPoolExecutor(CLIENTS) as pool:
        assert len(set(pool.map(register, range(CLIENTS)))) == 1


@pytest.mark.stack
def test_a_proxy_in_the_environment_is_not_asked_for_a_registry_on_this_machine(
    subject: Topic, endpoints: Mapping[str, str], silent_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{silent_port}")
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{silent_port}")
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"], timeout_s=5.0) as registry:
        assert registry.register(subject) == registry.id_of(subject)
