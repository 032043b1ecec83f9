"""The schema registry over HTTP: the four calls of Confluent's API that we need; Apicurio speaks it too.

Source: Confluent documentation, "Schema Registry API Reference". A call is tried a few times before the
registry counts as unavailable.
"""

from __future__ import annotations

import time
from typing import Any, Self, cast
from urllib.parse import quote

import httpx
from muster.events.envelope import Topic
from muster.journal.errors import SchemaIncompatible, SchemaMissing, Unavailable

_JSON = "application/vnd.schemaregistry.v1+json"
_ATTEMPTS = 3
_PAUSE_S = 0.2


class ConfluentRegistry:
    """One registry; safe to share between threads."""

    def __init__(self, url: str, *, timeout_s: float = 5.0) -> None:
        self._url = url.rstrip("/")
        headers = {"content-type": _JSON, "accept": _JSON}
        self._http = httpx.Client(timeout=timeout_s, headers=headers, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema as it stands in our code.

        Raises:
            SchemaMissing: the registry does not have it.
            Unavailable: the registry did not answer.
        """
        answer = self._call("POST", f"/subjects/{_subject(topic)}", {"schema": topic.schema})
        if answer.status_code == 404:
            raise SchemaMissing(
                f"{self._url} has no schema of {topic.name} as this version of the code needs it: "
                "`muster up` or `make schemas-push` registers it"
            )
        return int(self._body(answer)["id"])

    def schema_of(self, schema_id: int) -> str | None:
        """The schema with this id, None when there is none.

        Raises:
            Unavailable: the registry did not answer.
        """
        answer = self._call("GET", f"/schemas/ids/{schema_id}")
        return None if answer.status_code == 404 else str(self._body(answer)["schema"])

    def register(self, topic: Topic) -> int:
        """Set the subject's compatibility, then register the schema unless it is there; its id.

        Raises:
            SchemaIncompatible: it would break old readers or old records.
            Unavailable: the registry did not answer.
        """
        compatibility = {"compatibility": topic.compatibility}
        self._body(self._call("PUT", f"/config/{_subject(topic)}", compatibility))
        answer = self._call("POST", f"/subjects/{_subject(topic)}/versions", {"schema": topic.schema})
        if answer.status_code == 409:
            raise SchemaIncompatible(f"{topic.name} is not {topic.compatibility}: {answer.text[:1000]}")
        return int(self._body(answer)["id"])

    def _call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        problem = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_PAUSE_S * attempt)
            try:
                answer = self._http.request(method, self._url + path, json=body)
            except httpx.TransportError as error:
                problem = f"{type(error).__name__} {error}"
                continue
            if answer.status_code < 500:
                return answer
            problem = f"{answer.status_code} {answer.text[:200]}"
        raise Unavailable(f"schema registry {self._url}: {method} {path}: {problem}")

    def _body(self, answer: httpx.Response) -> dict[str, Any]:
        if not answer.is_success:
            asked = f"{answer.request.method} {answer.request.url}"
            raise Unavailable(f"schema registry: {asked}: {answer.status_code} {answer.text[:200]}")
        return cast("dict[str, Any]", answer.json())


def _subject(topic: Topic) -> str:
    return f"{quote(topic.name, safe='')}-value"
