"""Endpoints: addresses, keys that stay secret, limits."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Final
from urllib.parse import urlsplit

import httpx

MEGABYTE: Final = 1_000_000


_PORTS: Final = {"http": 80, "https": 443}


def place_of(url: str) -> str:
    """Return SCHEME://HOST:PORT of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"


class Secret:
    """Text that no representation shows; equal to a secret of the same text."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text; for the request header only."""
        return self._text

    def redacted(self, text: str) -> str:
        """Return another text with *** wherever it holds the secret."""
        return text.replace(self._text, "***") if self._text else text

    def __repr__(self) -> str:
        return "Secret(***)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash((Secret, self._text))


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one endpoint, over all its callers together.

    Attributes:
        concurrency_max: Most requests at once.
        concurrency_start: Requests at once in the beginning.
        requests_per_s: Most requests in a second, retries included; None: no limit.
        timeout_s: Longest duration of one attempt, from connecting to the last byte.
        attempts_max: Attempts for one prompt; answers with 429 do not count.
        rate_limited_max: Answers with 429 for one prompt.
        wait_max_s: Longest `Retry-After` that is waited for; a longer one ends the endpoint, and so does
            nothing but 429 for this long and one `timeout_s` more.
        failures_in_row_max: Prompts that fail one after the other, each after all its attempts, until the
            endpoint ends; an answer or a rejected prompt starts the count over.
        first_pause_ms: Pause after a prompt's first failed attempt, milliseconds; doubles with each further
            one, minus up to half of it by chance.
        longest_pause_ms: Longest such pause.
        reply_bytes_max: Largest body of a reply.
    """

    concurrency_max: int = 50
    concurrency_start: int = 8
    requests_per_s: float | None = None
    timeout_s: float = 60.0
    attempts_max: int = 5
    rate_limited_max: int = 20
    wait_max_s: float = 120.0
    failures_in_row_max: int = 20
    first_pause_ms: int = 500
    longest_pause_ms: int = 30_000
    reply_bytes_max: int = 8 * MEGABYTE

    def __post_init__(self) -> None:
        """Check the limits.

        Raises:
            ValueError: One is not a finite positive number.
        """
        for each in fields(self):
            value: float | None = getattr(self, each.name)
            if value is not None and not 0 < value < math.inf:
                raise ValueError(f"{each.name} is {value}; must be finite and above 0")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model behind an OpenAI-compatible API.

    Attributes:
        base_url: Address up to and including the version, e.g. `http://127.0.0.1:8000/v1`.
        model: Name sent with each request.
        key: Sent as `Authorization: Bearer`; None: no such header.
        models_accepted: Other names under which the endpoint may report the model, e.g. its dated release.
        limits: Over all callers together.
    """

    base_url: str
    model: str
    key: Secret | None = None
    models_accepted: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Check address, model and key.

        Raises:
            ValueError: The address is not plain HTTP(S), the model is empty, or the key cannot be sent. The
                message does not repeat an address with a user or query, nor the key.
        """
        parts = urlsplit(self.base_url)
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("base_url has a user, query or fragment; must be scheme, host, port and path")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"base_url is {self.base_url}; must be http://HOST or https://HOST")
        try:
            httpx.URL(self.base_url)
        except httpx.InvalidURL as error:
            raise ValueError(f"base_url is {self.base_url}; must be an address ({error})") from None
        if not self.model:
            raise ValueError("model is empty; must be a name")
        if self.key is not None:
            text = self.key.reveal()
            if not (text.isascii() and text.isprintable() and text == text.strip() and text):
                raise ValueError("key is not sendable; must be printable ASCII without blanks around it")

    @property
    def url(self) -> str:
        """Address of chat completions."""
        return f"{self.base_url.rstrip('/')}/chat/completions"

    def accepts(self, model: str) -> bool:
        """Return whether a reported model name is that of this endpoint's model."""
        return model == self.model or model in self.models_accepted
