"""Texts of samples: in the record up to 64 KiB, larger ones in S3, where they have a key of their user."""

from __future__ import annotations

import json
from typing import Final, Protocol

from muster.events.inference_samples import InferenceSampled, SampleBody
from muster.store import NoSuchObject
from muster.store.keys import sample_bodies_prefix, sample_body_key

RECORD_BYTES_MAX: Final = 64 * 1024
"""Largest body in a record, UTF-8."""

RETENTION_DAYS: Final = 7
"""How long bodies are kept in S3, whole days after the day of the request; the log keeps samples alike."""


class Store(Protocol):
    """The store of large bodies; an ObjectStore."""

    def put(self, key: str, data: bytes) -> str:
        """Store an object, as ObjectStore.put."""
        ...

    def get(self, key: str) -> bytes:
        """Return an object, as ObjectStore.get."""
        ...


def is_large(body: SampleBody) -> bool:
    """Return whether a body is too large for a record."""
    texts = (*(message.content for message in body.conversation), body.answer, *body.sources)
    return sum(len(text.encode()) for text in texts) > RECORD_BYTES_MAX


def store_body(store: Store, sample: InferenceSampled, body: SampleBody, at_ms: int) -> str:
    """Store the body of a sample; return its key.

    Args:
        store: Where large bodies are.
        sample: The sample.
        body: Its texts.
        at_ms: When the request came, milliseconds since 1970 UTC.

    Raises:
        StoreUnavailable: S3 does not answer.
    """
    key = sample_body_key(tenant_of(sample.repository), sample.subject, sample.sample, at_ms)
    store.put(key, json.dumps(body.to_datum(), ensure_ascii=False).encode())
    return key


def read_body(store: Store, sample: InferenceSampled) -> SampleBody | None:
    """Return the texts of a sample, from its record or from S3. None: they were not kept, or are gone.

    A record names the key, and any writer of the topic can name another: only keys of the sample's own
    organisation and user are read.

    Raises:
        StoreUnavailable: S3 does not answer.
        ValueError: the object is no body.
    """
    if sample.body is not None or not sample.body_key:
        return sample.body
    if not sample.body_key.startswith(sample_bodies_prefix(tenant_of(sample.repository), sample.subject)):
        return None
    try:
        data = store.get(sample.body_key)
    except NoSuchObject:
        return None
    try:
        return SampleBody.from_datum(json.loads(data))
    except (KeyError, TypeError) as error:
        raise ValueError(f"{sample.body_key} is no body of a sample") from error


def tenant_of(repository: str) -> str:
    """Return the organisation of a model: NAMESPACE up to its first dot."""
    return repository.partition("/")[0].partition(".")[0]
