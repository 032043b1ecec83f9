"""Topics of a test's own on the shared servers, and their removal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeAlias, cast
from urllib.parse import quote

import httpx
from confluent_kafka.admin import AdminClient
from muster.events.wire.envelope import Topic
from muster.journal.dead_letters import with_dead_letters

Answers: TypeAlias = Mapping[Any, Future[Any]]


def remove_topics(bootstrap: str, registry_url: str, topics: Sequence[Topic]) -> None:
    """Delete topics, their dead letters and the schemas of their own from the shared servers."""
    all_topics = with_dead_letters(topics)
    names = [topic.name for topic in all_topics]
    admin = AdminClient({"bootstrap.servers": bootstrap})
    wait_for_all(cast("Answers", admin.delete_topics(names)))  # pyright: ignore[reportUnknownMemberType]
    with httpx.Client(trust_env=False) as registry:  # one: to make a client takes longer than to ask
        for topic in all_topics:
            if not topic.schemas_of:
                registry.delete(f"{registry_url}/subjects/{quote(topic.subject)}")


def wait_for_all(answers: Answers) -> None:
    """Wait for all answers of an AdminClient."""
    for answer in answers.values():
        answer.result(60)
