"""Reclaim notices of metadata services: AWS (IMDSv2), GCP, Azure; or of an address of your own.

Each is queried as documented: AWS for a session token first, GCP with `Metadata-Flavor: Google`, Azure with
`Metadata: true`. No proxy is used, and no redirect followed: these addresses are local to the machine.
"""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple, Protocol
from urllib.parse import urlsplit

from muster.agent.core import notices
from muster.agent.core.notices import InvalidNotice, Notice
from muster.events.task_events import ReclaimSource
from muster.journal import Clock

TIMEOUT_S: Final = 2.0
ANSWER_BYTES_MAX: Final = 64 * 1024
OK, NOTHING, NOT_FOUND, UNAUTHORIZED = 200, 204, 404, 401

AWS_URL: Final = "http://169.254.169.254"
GCP_URL: Final = "http://metadata.google.internal"
AZURE_URL: Final = "http://169.254.169.254"

AWS_TOKEN_TTL_S: Final = 21_600
AZURE_EVENTS: Final = "/metadata/scheduledevents?api-version=2020-07-01"
AZURE_NAME: Final = "/metadata/instance/compute/name?api-version=2021-02-01&format=text"


class Unanswered(Exception):
    """A metadata service does not answer, or refuses: its notices are unknown."""


class Said(NamedTuple):
    """Current answer of a source.

    Attributes:
        notice: The notice in effect; None: there is none.
        now_ms: The source's own time, ms since 1970 UTC; the node's if it states none.
    """

    notice: Notice | None
    now_ms: int


class Source(Protocol):
    """A source that can announce that the node will be taken away."""

    def look(self) -> Said:
        """Query the source.

        Raises:
            InvalidNotice: Its answer cannot be read.
            Unanswered: It does not answer.
        """
        ...


class _Answer(NamedTuple):
    status: int
    text: str
    now_ms: int


class _Service:
    """One HTTP server, queried each time; answers are not cached."""

    def __init__(self, url: str, clock: Clock) -> None:
        split = urlsplit(url)
        self._address = split.netloc
        self._root = split.path.rstrip("/") + (f"?{split.query}" if split.query else "")
        self._clock = clock

    def ask(self, path: str, headers: Mapping[str, str], method: str = "GET") -> _Answer:
        """The answer.

        Raises:
            Unanswered: There is no answer, or not in time.
        """
        connection = http.client.HTTPConnection(self._address, timeout=TIMEOUT_S)
        try:
            connection.request(method, (self._root + path) or "/", headers=dict(headers))
            answer = connection.getresponse()
            text = answer.read(ANSWER_BYTES_MAX).decode("utf-8", "replace").strip()
            return _Answer(answer.status, text, self._time_of(answer.headers.get("Date")))
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(f"http://{self._address}{path}: {error}") from None
        finally:
            connection.close()

    def refused(self, path: str, answer: _Answer) -> Unanswered:
        """Error for an answer that is not documented."""
        return Unanswered(f"http://{self._address}{path}: status {answer.status}: {answer.text[:80]!r}")

    def _time_of(self, date: str | None) -> int:
        try:
            return round(parsedate_to_datetime(date or "").timestamp() * 1_000)
        except (TypeError, ValueError):
            return self._clock.now_ms()


class Aws:
    """EC2: the interruption notice of a spot instance, and before it the recommendation to rebalance."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._service = _Service(url or AWS_URL, clock)
        self._token = ""

    def look(self) -> Said:
        """See Source."""
        action = self._get("/latest/meta-data/spot/instance-action")
        if action.status == OK:
            return Said(notices.aws_action(action.text), action.now_ms)
        risk = self._get("/latest/meta-data/events/recommendations/rebalance")
        return Said(notices.aws_rebalance(risk.text) if risk.status == OK else None, risk.now_ms)

    def _get(self, path: str) -> _Answer:
        """An answer of 200 or 404; with a new token where the last one is over."""
        answer = self._service.ask(path, self._headers())
        if answer.status == UNAUTHORIZED:
            self._token = ""
            answer = self._service.ask(path, self._headers())
        if answer.status not in (OK, NOT_FOUND):
            raise self._service.refused(path, answer)
        return answer

    def _headers(self) -> Mapping[str, str]:
        if not self._token:
            path, ttl = "/latest/api/token", {"X-aws-ec2-metadata-token-ttl-seconds": str(AWS_TOKEN_TTL_S)}
            answer = self._service.ask(path, ttl, method="PUT")
            if answer.status != OK:
                raise self._service.refused(path, answer)
            self._token = answer.text
        return {"X-aws-ec2-metadata-token": self._token}


class Gcp:
    """Compute Engine: preemption, and maintenance that ends the machine. Neither states a time."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._service = _Service(url or GCP_URL, clock)
        self._since: dict[str, int] = {}

    def look(self) -> Said:
        """See Source."""
        preempted, maintenance = self._get("instance/preempted"), self._get("instance/maintenance-event")
        now_ms = maintenance.now_ms
        notice = notices.gcp(preempted.text, maintenance.text, now_ms)
        if notice is None:
            self._since.clear()
            return Said(None, now_ms)
        since_ms = self._since.setdefault(notice.notice_id, now_ms)
        return Said(notices.gcp(preempted.text, maintenance.text, since_ms), now_ms)

    def _get(self, name: str) -> _Answer:
        path = f"/computeMetadata/v1/{name}"
        answer = self._service.ask(path, {"Metadata-Flavor": "Google"})
        if answer.status != OK:
            raise self._service.refused(path, answer)
        return answer


class Azure:
    """Virtual machines: scheduled events that preempt or terminate this one."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._service = _Service(url or AZURE_URL, clock)
        self._machine = ""

    def look(self) -> Said:
        """See Source."""
        self._machine = self._machine or self._get(AZURE_NAME).text
        answer = self._get(AZURE_EVENTS)
        return Said(notices.azure(answer.text, self._machine, answer.now_ms), answer.now_ms)

    def _get(self, path: str) -> _Answer:
        answer = self._service.ask(path, {"Metadata": "true"})
        if answer.status != OK:
            raise self._service.refused(path, answer)
        return answer


class Own:
    """An address of your own: 204 or 404 while nothing is announced, else a notice as in a file."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._service = _Service(url, clock)
        self._since: tuple[str, int] = ("", 0)

    def look(self) -> Said:
        """See Source."""
        answer = self._service.ask("", {"Accept": "application/json"})
        if answer.status in (NOTHING, NOT_FOUND):
            self._since = ("", 0)
            return Said(None, answer.now_ms)
        if answer.status != OK:
            raise self._service.refused("", answer)
        if answer.text != self._since[0]:
            self._since = (answer.text, answer.now_ms)
        return Said(notices.own(answer.text, ReclaimSource.HTTP, self._since[1]), answer.now_ms)


KINDS: Final = {"aws": Aws, "gcp": Gcp, "azure": Azure, "http": Own}

__all__ = ["KINDS", "Aws", "Azure", "Gcp", "InvalidNotice", "Own", "Said", "Source", "Unanswered"]
