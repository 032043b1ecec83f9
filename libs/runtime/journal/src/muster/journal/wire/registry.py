"""The schema registry: confluent-kafka's client with translated errors; Apicurio has the same API.

A call is tried three times, each for `timeout_s` at most, before the registry counts as unavailable.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, Self, TypeVar
from urllib.parse import urlsplit

import httpx2
from confluent_kafka.schema_registry import Schema, SchemaRegistryClient, SchemaRegistryError
from muster.backoff import Backoff, Pauses
from muster.events.wire.envelope import Topic
from muster.journal.errors import SchemaIncompatible, SchemaMissing, Unavailable

_RETRIES_MAX: Final = 2
_RETRY_FIRST_MS: Final = 200
_RETRY_LONGEST_MS: Final = 1_000
_CONFLICT: Final = 409
_CONFLICTS_MAX: Final = 6
_AFTER_CONFLICT: Final = Backoff(first_ms=50, longest_ms=1_000)
_T = TypeVar("_T")

_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class ConfluentRegistry:
    """One registry; safe to share between threads.

    Args:
        url: Base URL of the registry's Confluent API.
        timeout_s: Longest wait for one answer.
    """

    def __init__(self, url: str, *, timeout_s: float = 5.0) -> None:
        self._url = url.rstrip("/")
        self._client = SchemaRegistryClient(
            {
                "url": self._url,
                "timeout": timeout_s,
                "max.retries": _RETRIES_MAX,
                "retries.wait.ms": _RETRY_FIRST_MS,
                "retries.max.wait.ms": _RETRY_LONGEST_MS,
            }
        )
        if urlsplit(self._url).hostname in _LOOPBACK:
            _bypass_proxy(self._client, timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema in this version of the code.

        Raises:
            SchemaMissing: the registry does not have it.
            Unavailable: the registry did not answer.
        """
        with self._failures(f"looking up the schema of {topic.name}"):
            try:
                found = self._client.lookup_schema(topic.subject, _schema(topic))
            except SchemaRegistryError as error:
                if error.http_status_code != 404:
                    raise
                raise SchemaMissing(
                    f"{self._url} has no schema of {topic.name} as this version of the code needs it: "
                    "`muster up` or `make schemas-push` registers it"
                ) from error
        return _required(found.schema_id)

    def schema_of(self, schema_id: int) -> str | None:
        """Return the schema with this id; None: there is none.

        Raises:
            Unavailable: the registry did not answer.
        """
        with self._failures(f"looking up schema {schema_id}"):
            try:
                return _required(self._client.get_schema(schema_id).schema_str)
            except SchemaRegistryError as error:
                if error.http_status_code != 404:
                    raise
                return None

    def versions_of(self, topic: Topic, wanted: int) -> list[int]:
        """The ids of all versions of this topic's schema, oldest first, as of now.

        Raises:
            Unavailable: the registry did not answer.
        """
        subject = topic.subject
        with self._failures(f"looking up the versions of {topic.name}, for schema {wanted}"):
            try:
                versions = sorted(self._client.get_versions(subject))
                return [_required(self._client.get_version(subject, each).schema_id) for each in versions]
            except SchemaRegistryError as error:
                if error.http_status_code != 404:
                    raise
                return []

    def register(self, topic: Topic) -> int:
        """Set the compatibility that the topic names, if any, then register the schema unless it exists.

        Returns:
            The schema's id.

        Raises:
            SchemaIncompatible: it would break old readers or old records.
            Unavailable: the registry did not answer.
        """
        subject = topic.subject
        with self._failures(f"registering the schema of {topic.name}"):
            if topic.compatibility:
                self._set_compatibility(subject, topic.compatibility)
            try:
                return self._client.register_schema(subject, _schema(topic))
            except SchemaRegistryError as error:
                if error.http_status_code != _CONFLICT:
                    raise
                message = error.error_message[:1000]
                raise SchemaIncompatible(f"{topic.name} is not {topic.compatibility}: {message}") from error

    def _set_compatibility(self, subject: str, compatibility: str) -> None:
        """Set it; Apicurio answers 409 when another client set it between its own look and its write."""
        pauses = Pauses(_AFTER_CONFLICT)
        for _ in range(_CONFLICTS_MAX):
            try:
                self._client.set_compatibility(subject, compatibility)
            except SchemaRegistryError as error:
                if error.http_status_code != _CONFLICT:
                    raise
                threading.Event().wait(pauses.next_ms() / 1000)
            else:
                return
        self._client.set_compatibility(subject, compatibility)

    @contextmanager
    def _failures(self, doing: str) -> Generator[None]:
        """Turn failures of the registry into Unavailable, with a message that names the operation."""
        try:
            yield
        except (httpx2.TransportError, SchemaRegistryError) as error:
            reason = str(error)[:300] or type(error).__name__
            raise Unavailable(f"schema registry {self._url}: {doing}: {reason}") from error


def _bypass_proxy(client: SchemaRegistryClient, timeout_s: float) -> None:
    """Connect directly to this machine's own ports, which a proxy in the environment cannot reach.

    The client has no setting for this: its HTTP session always reads the environment.
    """
    client.close()
    direct = httpx2.Client(timeout=timeout_s, trust_env=False)
    client._rest_client.session = direct  # pyright: ignore[reportPrivateUsage]


def _schema(topic: Topic) -> Schema:
    return Schema(topic.schema, "AVRO")


def _required(value: _T | None) -> _T:
    """Return a field that the client's types call optional but the API always sends."""
    if value is None:
        raise TypeError("the schema registry's answer lacks a field it always has")
    return value
