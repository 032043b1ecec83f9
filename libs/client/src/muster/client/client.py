"""Client: one method per thing the API can do. Synchronous; safe to share between threads."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Self, TypedDict, Unpack, cast
from urllib.parse import quote

from muster.client.errors import MusterError, from_problem
from muster.client.handle import JobHandle
from muster.client.resources import (
    Explanation,
    Job,
    JobEvent,
    LogLine,
    Node,
    Page,
    Policy,
    Queue,
    Receipt,
    Reservation,
)
from muster.client.schedulers import Schedulers
from muster.client.settings import Settings
from muster.client.transport import TRIES_MAX, Transport

if TYPE_CHECKING:
    from muster.jobs import JobRequest

BATCH_MAX: Final = 500
WAIT_S_MAX: Final = 30
PAGE_SIZE: Final = 200
_FILES_TYPE: Final = "application/gzip"


class JobFilters(TypedDict, total=False):
    """Which jobs to list; all of them that are given must hold.

    Attributes:
        state: any of these states.
        team: the team that pays.
        user: who submitted.
        queue: the queue it waits in.
        labels: "key=value" pairs, all of which the job has.
        since: submitted at or after.
        until: submitted before.
        text: words to search for, in names, labels, messages.
    """

    state: Sequence[str]
    team: str | None
    user: str | None
    queue: str | None
    labels: Sequence[str]
    since: datetime | None
    until: datetime | None
    text: str | None


class Client:
    """A connection to one Muster, as one user."""

    def __init__(self, settings: Settings, *, tries: int = TRIES_MAX) -> None:
        """Prepare; nothing is sent yet.

        Args:
            settings: where to, and as whom.
            tries: how often a request is tried at most.
        """
        self.settings = settings
        self.transport = Transport(settings.api_url, settings.token, tries=tries)
        self._schedulers = Schedulers(settings.scheduler_urls, settings.token)

    @staticmethod
    def from_environment() -> Client:
        """A client of the API and the user that the environment names; see `settings`."""
        return Client(Settings.load())

    def close(self) -> None:
        """Give the connections back."""
        self.transport.close()
        self._schedulers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # --- submitting -----------------------------------------------------------------------------------------

    def submit(
        self,
        request: JobRequest | Mapping[str, Any],
        *,
        wait_s: float = 0,
        idempotency_key: str | None = None,
    ) -> JobHandle:
        """Submit one job.

        Args:
            request: the job; a mapping goes as it is, and the service says what is wrong with it.
            wait_s: wait this long, at most WAIT_S_MAX, for the scheduler to accept or reject it.
            idempotency_key: the same key and job again is the same job; a fresh one when absent.

        Raises:
            InvalidRequest: a field breaks a rule; `violations` says which and what is allowed.
            Conflict: the key was used for another job.
            MusterError: and the others of `errors`.
        """
        answer = cast(
            "dict[str, Any]",
            self.transport.json(
                "POST",
                "/v1/jobs",
                query={"wait_s": wait_s or None},
                body=_body(request),
                headers=_key(idempotency_key),
            ),
        )
        # Not decided in time: the first look at it has to wait until reads know of it.
        after = None if "state" in answer else str(answer["command_id"])
        return JobHandle(self, answer["job_id"], after=after)

    def submit_batch(
        self, requests: Sequence[JobRequest | Mapping[str, Any]], *, idempotency_key: str | None = None
    ) -> list[Receipt | MusterError]:
        """Submit up to BATCH_MAX jobs at once; the answers are in order, an error in its job's place."""
        answer = cast(
            "dict[str, Any]",
            self.transport.json(
                "POST",
                "/v1/jobs:batch",
                body={"jobs": [_body(r) for r in requests]},
                headers=_key(idempotency_key),
            ),
        )
        return [_receipt(result) for result in answer["results"]]

    def upload(self, packed: bytes, sha256: str) -> None:
        """Store working files (a tar.gz) under their hash; doing it again changes nothing."""
        self.transport.json(
            "PUT", f"/v1/files/{sha256}", content=packed, headers={"Content-Type": _FILES_TYPE}
        )

    # --- jobs -----------------------------------------------------------------------------------------------

    def job(self, job_id: str, *, after: str | None = None) -> Job:
        """One job, with its attempts.

        Args:
            job_id: its id.
            after: a position or command id; the answer is at least that new.

        Raises:
            NotFound: there is none in your tenant.
        """
        return Job.read(self.transport.json("GET", f"/v1/jobs/{job_id}", query={"after": after}))

    def explanation(self, job_id: str) -> Explanation:
        """Why a job is where it is, from the scheduler that decides it.

        Raises:
            NotFound: there is none in your tenant, or it ended so long ago that the scheduler has forgotten.
            Unavailable: no scheduler answers.
        """
        return Explanation.read(self._schedulers.get(f"/v1/jobs/{job_id}/explanation"))

    def handle(self, job_id: str) -> JobHandle:
        """A handle of a job that exists."""
        return JobHandle(self, job_id)

    def jobs_page(
        self, *, page_size: int = PAGE_SIZE, page_token: str | None = None, **filters: Unpack[JobFilters]
    ) -> Page:
        """One page of the jobs that fit every filter given, newest first.

        Args:
            page_size: jobs in a page.
            page_token: of the page before.
            filters: see JobFilters.
        """
        since, until = filters.get("since"), filters.get("until")
        answer = self.transport.json(
            "GET",
            "/v1/jobs",
            query={
                "state": tuple(filters.get("state", ())),
                "team": filters.get("team"),
                "user": filters.get("user"),
                "queue": filters.get("queue"),
                "label": tuple(filters.get("labels", ())),
                "since": since.isoformat() if since else None,
                "until": until.isoformat() if until else None,
                "q": filters.get("text"),
                "page_size": page_size,
                "page_token": page_token,
            },
        )
        return Page([Job.read(item) for item in answer["items"]], answer.get("next_page_token") or "")

    def jobs(self, *, limit: int | None = None, **filters: Unpack[JobFilters]) -> Iterator[Job]:
        """The jobs that fit every filter given, newest first, page after page.

        Args:
            limit: how many at most; None: all.
            filters: see JobFilters.
        """
        left = limit
        token: str | None = None
        while left is None or left > 0:
            size = PAGE_SIZE if left is None else min(left, PAGE_SIZE)
            page = self.jobs_page(page_size=size, page_token=token, **filters)
            yield from page.jobs
            if not page.next_page_token:
                return
            token = page.next_page_token
            left = None if left is None else left - len(page.jobs)

    def cancel(self, job_id: str, *, reason: str = "") -> Receipt:
        """Stop a job for good; what runs gets its grace period."""
        return self._ask(job_id, "cancel", reason)

    def suspend(self, job_id: str, *, reason: str = "") -> Receipt:
        """Stop a job and keep its place, its id and its checkpoints for `resume`."""
        return self._ask(job_id, "suspend", reason)

    def resume(self, job_id: str, *, reason: str = "") -> Receipt:
        """Queue a suspended job again."""
        return self._ask(job_id, "resume", reason)

    def _ask(self, job_id: str, verb: str, reason: str) -> Receipt:
        return self._command("POST", f"/v1/jobs/{job_id}:{verb}", {"reason": reason})

    def _command(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, *, if_match: str = ""
    ) -> Receipt:
        headers = _key(None) | ({"If-Match": if_match} if if_match else {})
        return _receipt_of(self.transport.json(method, path, body=body, headers=headers))

    def settled(self, command_id: str, *, wait_s: float) -> str:
        """Wait until the scheduler has carried a command out.

        Returns:
            "accepted"; "repeated": it was so already; "pending": it is not decided in time.

        Raises:
            MusterError: the scheduler rejected it: the class of the problem it gives.
        """
        answer = self.transport.json("GET", f"/v1/commands/{command_id}", query={"wait_s": wait_s})
        if problem := answer.get("problem"):
            raise from_problem(int(problem.get("status") or 409), problem)
        return str(answer.get("outcome") or "pending")

    # --- streams --------------------------------------------------------------------------------------------

    def events(
        self,
        job_id: str,
        *,
        follow: bool = False,
        after: str = "",
        on_lost: Callable[[str], None] | None = None,
    ) -> Iterator[JobEvent]:
        """What happened to a job, oldest first.

        Args:
            job_id: its id.
            follow: go on with what happens next, without end, through restarts of the service.
            after: start after this position.
            on_lost: told when the connection is lost; reading goes on by itself.
        """
        path = f"/v1/jobs/{job_id}/events"
        if not follow:
            answer = self.transport.json("GET", path, query={"after": after or None})
            for item in answer["items"]:
                yield JobEvent.read(item["event"], item["position"])
            return
        from muster.client.sse import Stream  # few commands stream; its parser costs them start-up time

        stream = Stream(self.transport, path, last_id=after, on_lost=on_lost)
        for sent in stream.events():
            yield JobEvent.read(json.loads(sent.data), sent.id)

    def logs(
        self,
        job_id: str,
        *,
        follow: bool = False,
        rank: int | None = None,
        attempt: int | None = None,
        tail: int | None = None,
        since_s: float | None = None,
        previous: bool = False,
        on_lost: Callable[[str], None] | None = None,
    ) -> Iterator[LogLine]:
        """The lines a job's ranks wrote, in the order they were stored.

        Args:
            job_id: its id.
            follow: go on until the job is over, through restarts of the service.
            rank: of this rank only.
            attempt: of this attempt; the newest when absent.
            tail: only the last so many lines of what is there.
            since_s: only what was written in the last so many seconds.
            previous: of the attempt before the newest.
            on_lost: told when the connection is lost; reading goes on by itself.
        """
        from muster.client.sse import Stream

        stream = Stream(
            self.transport,
            f"/v1/jobs/{job_id}/logs",
            query={
                "follow": "true" if follow else "false",
                "rank": rank,
                "attempt": attempt,
                "tail": tail,
                "since_s": since_s,
                "previous": "true" if previous else None,
            },
            reconnect=follow,
            on_lost=on_lost,
        )
        for sent in stream.events():
            if sent.event == "end":
                return
            if sent.event in {"line", "gap"}:
                yield LogLine.read(json.loads(sent.data))

    # --- cluster --------------------------------------------------------------------------------------------

    def nodes(self) -> list[Node]:
        """Every node, by id."""
        return [Node.read(item) for item in self._items("/v1/nodes")]

    def cordon(self, node_id: str, *, reason: str = "") -> Receipt:
        """Place nothing new on a node. Needs the role operator, as all that follows."""
        return self._command("POST", f"/v1/nodes/{node_id}:cordon", {"reason": reason})

    def uncordon(self, node_id: str) -> Receipt:
        """Place work on a node again. Needs the role operator."""
        return self._command("POST", f"/v1/nodes/{node_id}:uncordon", {})

    def drain(self, node_id: str, *, reason: str = "") -> Receipt:
        """Place nothing new on a node, and move what runs there."""
        return self._command("POST", f"/v1/nodes/{node_id}:drain", {"reason": reason})

    def undrain(self, node_id: str) -> Receipt:
        """Place work on a drained node again."""
        return self._command("POST", f"/v1/nodes/{node_id}:undrain", {})

    def tag(
        self,
        node_id: str,
        *,
        labels: Mapping[str, str] | None = None,
        labels_removed: Sequence[str] = (),
        taints: Sequence[str] = (),
        taints_removed: Sequence[str] = (),
    ) -> Receipt:
        """Set labels and taints of a node, or remove such that were set."""
        body = {
            "labels": dict(labels or {}),
            "labels_removed": list(labels_removed),
            "taints": list(taints),
            "taints_removed": list(taints_removed),
        }
        return self._command("POST", f"/v1/nodes/{node_id}/tags", body)

    def schedule_maintenance(
        self, node_id: str, *, starts_at: str, ends_at: str, reason: str = ""
    ) -> Receipt:
        """Close a node from one time to another, both like 2026-12-01T08:00:00Z."""
        body = {"starts_at": starts_at, "ends_at": ends_at, "reason": reason}
        return self._command("PUT", f"/v1/nodes/{node_id}/maintenance", body)

    def cancel_maintenance(self, node_id: str) -> Receipt:
        """Call the maintenance of a node off, or end it."""
        return self._command("DELETE", f"/v1/nodes/{node_id}/maintenance")

    def queues(self) -> list[Queue]:
        """Every queue of the tenant, by name."""
        return [Queue.read(item) for item in self._items("/v1/queues")]

    def queue(self, name: str) -> Queue:
        """One queue.

        Raises:
            NotFound: there is none of that name in your tenant.
        """
        return Queue.read(self.transport.json("GET", f"/v1/queues/{quote(name, safe='')}"))

    def queue_tree(self) -> list[Queue]:
        """The tops of the tree of queues, each with those below it."""
        return [Queue.read(item) for item in self.transport.json("GET", "/v1/queues:tree")["items"]]

    def create_queue(
        self, name: str, *, description: str = "", settings: Mapping[str, Any] | None = None
    ) -> Receipt:
        """Make a queue.

        Args:
            name: what jobs call it.
            description: for people.
            settings: like {"parent": "acme", "guarantee": {"gpus": 8, "memory": "1TiB"}, "weight": 2}.
        """
        named = {"name": name, "description": description}
        return self._command("POST", "/v1/queues", {**(settings or {}), **named})

    def configure_queue(self, name: str, settings: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Replace all of a queue's settings: what is absent is as in a new queue.

        Args:
            name: of the queue.
            settings: as for create_queue.
            if_match: only if the queue still has this etag.

        Raises:
            Conflict: it has another by now.
        """
        return self._command("PUT", f"/v1/queues/{quote(name, safe='')}", settings, if_match=if_match)

    def change_queue(self, name: str, changes: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Change some of a queue's settings: a JSON Merge Patch, None takes one back."""
        return self._command("PATCH", f"/v1/queues/{quote(name, safe='')}", changes, if_match=if_match)

    def delete_queue(self, name: str) -> Receipt:
        """Remove a queue that holds no job and has none below it."""
        return self._command("DELETE", f"/v1/queues/{quote(name, safe='')}")

    def reservations(self) -> list[Reservation]:
        """The tenant's reservations that have not ended, by name."""
        return [Reservation.read(item) for item in self._items("/v1/reservations")]

    def reserve(self, name: str, wanted: Mapping[str, Any]) -> Receipt:
        """Keep nodes for a queue. Needs the role operator.

        Args:
            name: of the reservation.
            wanted: queue, gpu_model, gpus or nodes, starts_at, ends_at, as /v1/schemas/reservation.json says.
        """
        return self._command("POST", "/v1/reservations", {**wanted, "name": name})

    def cancel_reservation(self, name: str) -> Receipt:
        """Keep them no longer. Needs the role operator."""
        return self._command("DELETE", f"/v1/reservations/{quote(name, safe='')}")

    def policy(self) -> Policy:
        """The scheduler's policy."""
        return Policy.read(self.transport.json("GET", "/v1/policy"))

    def change_policy(self, changes: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Change some of the policy: a JSON Merge Patch. Needs the role operator."""
        return self._command("PATCH", "/v1/policy", changes, if_match=if_match)

    def _items(self, path: str) -> Iterable[Mapping[str, Any]]:
        token: str | None = None
        while True:
            answer = self.transport.json("GET", path, query={"page_token": token})
            yield from answer["items"]
            token = answer.get("next_page_token")
            if not token:
                return


def _body(request: JobRequest | Mapping[str, Any]) -> dict[str, Any]:
    """A job as JSON; the service checks it."""
    if isinstance(request, Mapping):
        return dict(request)
    return request.model_dump(mode="json", exclude_unset=True)


def _key(given: str | None) -> dict[str, str]:
    return {"Idempotency-Key": given or str(uuid.uuid4())}


def _receipt(result: Mapping[str, Any]) -> Receipt | MusterError:
    if problem := result.get("problem"):
        return from_problem(int(problem.get("status") or 422), problem)
    return _receipt_of(result)


def _receipt_of(answer: Mapping[str, Any]) -> Receipt:
    return Receipt(answer.get("job_id") or "", answer["command_id"], answer["position"])
