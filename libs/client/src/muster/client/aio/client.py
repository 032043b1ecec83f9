"""AsyncClient: one method per thing the API can do."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack, cast
from urllib.parse import quote

from muster.client.aio.handle import AsyncJobHandle
from muster.client.aio.schedulers import AsyncSchedulers
from muster.client.aio.transport import AsyncTransport
from muster.client.errors import MusterError, from_problem
from muster.client.exchange import TRIES_MAX
from muster.client.requests import (
    FILES_TYPE,
    PAGE_SIZE,
    JobFilters,
    batch_result,
    body_of,
    key_header,
    list_query,
    receipt_of,
)
from muster.client.resources import (
    Checkpoint,
    Enrolment,
    Explanation,
    FailureRules,
    Job,
    JobEvent,
    LogLine,
    Node,
    Page,
    Policy,
    Queue,
    RankProgress,
    Receipt,
    Reservation,
)
from muster.client.settings import Settings

if TYPE_CHECKING:
    from muster.jobs import JobRequest


class AsyncClient:
    """A connection to one Muster, as one user."""

    def __init__(self, settings: Settings, *, tries: int = TRIES_MAX) -> None:
        """Prepare; nothing is sent yet.

        Args:
            settings: where to, and as whom.
            tries: how often a request is tried at most.
        """
        self.settings = settings
        self.transport = AsyncTransport(settings.api_url, settings.token, tries=tries)
        self._schedulers = AsyncSchedulers(settings.scheduler_urls, settings.token)
        self._preemption = AsyncTransport(settings.preemption_url, settings.token, tries=tries)
        self._metering = AsyncTransport(settings.metering_url, settings.token, tries=tries)
        self._alerts = AsyncTransport(settings.alerts_url, settings.token, tries=tries)
        self._registry = AsyncTransport(settings.registry_url, settings.token, tries=tries)
        self._scanner = AsyncTransport(settings.scanner_url, settings.token, tries=tries)

    @staticmethod
    def from_environment() -> AsyncClient:
        """A client of the API and the user that the environment names; see `settings`."""
        return AsyncClient(Settings.load())

    async def aclose(self) -> None:
        """Give the connections back."""
        await self.transport.aclose()
        await self._schedulers.aclose()
        await self._preemption.aclose()
        await self._metering.aclose()
        await self._alerts.aclose()
        await self._registry.aclose()
        await self._scanner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.aclose()

    # --- submitting -----------------------------------------------------------------------------------------

    async def submit(
        self,
        request: JobRequest | Mapping[str, Any],
        *,
        wait_s: float = 0,
        idempotency_key: str | None = None,
    ) -> AsyncJobHandle:
        """Submit one job.

        Args:
            request: the job; a mapping is sent as it is, and the service checks it.
            wait_s: wait this long, at most 30 seconds, for the scheduler to accept or reject it.
            idempotency_key: the same key and job again is the same job; a fresh one when absent.

        Raises:
            InvalidRequest: a field breaks a rule; `violations` says which and what is allowed.
            Conflict: the key was used for another job.
            MusterError: and the others of `errors`.
        """
        answer = cast(
            "dict[str, Any]",
            await self.transport.json(
                "POST",
                "/v1/jobs",
                query={"wait_s": wait_s or None},
                body=body_of(request),
                headers=key_header(idempotency_key),
            ),
        )
        # Not decided in time: the first look at it has to wait until reads know of it.
        after = None if "state" in answer else str(answer["command_id"])
        return AsyncJobHandle(self, answer["job_id"], after=after)

    async def submit_batch(
        self, requests: Sequence[JobRequest | Mapping[str, Any]], *, idempotency_key: str | None = None
    ) -> list[Receipt | MusterError]:
        """Submit up to BATCH_MAX jobs at once; the answers are in order, an error in its job's place."""
        answer = cast(
            "dict[str, Any]",
            await self.transport.json(
                "POST",
                "/v1/jobs:batch",
                body={"jobs": [body_of(r) for r in requests]},
                headers=key_header(idempotency_key),
            ),
        )
        return [batch_result(result) for result in answer["results"]]

    async def upload(self, packed: bytes, sha256: str) -> None:
        """Store working files (a tar.gz) under their hash; doing it again changes nothing."""
        await self.transport.json(
            "PUT", f"/v1/files/{sha256}", content=packed, headers={"Content-Type": FILES_TYPE}
        )

    # --- jobs -----------------------------------------------------------------------------------------------

    async def job(self, job_id: str, *, after: str | None = None) -> Job:
        """One job, with its attempts.

        Args:
            job_id: its id.
            after: a position or command id; the answer is at least that new.

        Raises:
            NotFound: there is none in your tenant.
        """
        return Job.read(await self.transport.json("GET", f"/v1/jobs/{job_id}", query={"after": after}))

    async def progress(self, job_id: str) -> list[RankProgress]:
        """How far the ranks of a job's newest attempt say they are, by rank; those that said something.

        Raises:
            NotFound: there is none in your tenant.
        """
        answer = await self.transport.json("GET", f"/v1/jobs/{job_id}/progress")
        return [RankProgress.read(item) for item in answer["items"]]

    async def checkpoints(self, job_id: str) -> list[Checkpoint]:
        """The checkpoints of a job, oldest first.

        Raises:
            NotFound: there is none in your tenant.
        """
        answer = await self.transport.json("GET", f"/v1/jobs/{job_id}/checkpoints")
        return [Checkpoint.read(item) for item in answer["items"]]

    async def explanation(self, job_id: str) -> Explanation:
        """Why a job is where it is, from the scheduler that decides it.

        Raises:
            NotFound: there is none in your tenant, or it ended so long ago that the scheduler has forgotten.
            Unavailable: no scheduler answers.
        """
        return Explanation.read(await self._schedulers.get(f"/v1/jobs/{job_id}/explanation"))

    async def preemption_plans(self, job_id: str) -> list[dict[str, Any]]:
        """The newest answer to the preemption requests of a job, as JSON: a plan, or why there is none.

        Raises:
            Unavailable: the preemption service does not answer, or has not read the log yet.
        """
        found = await self._preemption.json("GET", "/v1/preemption/plans", query={"job": job_id})
        return cast("list[dict[str, Any]]", found["plans"])

    async def preemption_dry_run(self, job_id: str) -> dict[str, Any]:
        """Who would yield to a job now, as JSON; nothing is written.

        Raises:
            NotFound: there is none in your tenant, or it has ended.
            Unavailable: the preemption service does not answer, or has not read the log yet.
        """
        body = {"job": job_id}
        found = await self._preemption.json("POST", "/v1/preemption/dry-run", body=body)
        return cast("dict[str, Any]", found)

    async def preemption_policy(self) -> Policy:
        """The policy of preemption."""
        return Policy.read(await self._preemption.json("GET", "/v1/preemption/policy"))

    async def change_preemption_policy(self, changes: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Change some of the policy of preemption: a JSON Merge Patch. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: a setting is out of range.
        """
        path, query = "/v1/preemption/policy", {"wait_s": wait_s}
        answer = await self._preemption.json("PATCH", path, query=query, body=changes)
        return str(answer.get("outcome") or "pending")

    async def run_times(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """How long a job would run on each GPU model that it accepts, as JSON; nothing is submitted.

        Args:
            job: as for `submit`.

        Raises:
            InvalidRequest: it is no job.
            Unavailable: no scheduler answers.
        """
        return cast("dict[str, Any]", await self._schedulers.post("/v1/run-times", job))

    async def costs(
        self,
        by: str = "",
        *,
        step: str = "total",
        since: str | None = None,
        until: str | None = None,
        only: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Return costs of GPUs as JSON: sums of the rows that the caller may see.

        Args:
            by: dimensions, separated by commas, like "team,model".
            step: hour, day, month or total; with hour, `since` and `until` may be any full hour.
            since: midnight in UTC, ISO 8601 with its zone; None: 30 days before `until`.
            until: midnight in UTC, exclusive; None: the end of today.
            only: filters, like "queue=vision".

        Raises:
            InvalidRequest: there is no such dimension.
        """
        query = {"by": by, "step": step, "since": since, "until": until, "only": list(only)}
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/costs", query=query))

    async def efficiency(
        self,
        by: str = "team",
        *,
        since: str | None = None,
        until: str | None = None,
        only: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Return how much allocated GPU time was used, as JSON; arguments as of `costs`, by full hours."""
        query = {"by": by, "since": since, "until": until, "only": list(only)}
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/efficiency", query=query))

    async def cost_report(self, team: str, *, week: str = "", kind: str = "markdown") -> str:
        """A team's week: spent, lost, idle, budgets, and what next week may cost.

        Args:
            team: whose week.
            week: like "2026-W47"; empty: the last that is over.
            kind: markdown, or html: one file with its picture in it.

        Raises:
            InvalidRequest: there is no such week.
        """
        query = {"team": team, "week": week, "format": kind}
        async with aclosing(self._metering.pieces("/v1/costs/report", query=query)) as pieces:
            return b"".join([piece async for piece in pieces]).decode()

    async def cost_split(self, job_id: str) -> dict[str, Any]:
        """Return the cost of a shared replica split by consumer, as JSON; the ratios add up to 1."""
        query = {"job": job_id}
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/costs/split", query=query))

    async def record_token_work(self, work: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Report the tokens of a shared replica by consumer, for one hour. Needs the role billing.

        Args:
            work: job_id, starts_at, and consumers, each with consumer, prompt_tokens and output_tokens.
            wait_s: seconds to wait for the decision.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: the hour or an amount is not allowed.
        """
        return await self._asked("/v1/token-work", work, wait_s)

    async def idle_jobs(
        self, *, since: str | None = None, until: str | None = None, only: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The jobs that idle most, and what a smaller request would have saved, as JSON."""
        query = {"since": since, "until": until, "only": list(only)}
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/efficiency/jobs", query=query))

    async def export_costs(
        self, *, kind: str = "csv", since: str | None = None, until: str | None = None
    ) -> AsyncGenerator[bytes]:
        """Charges of days that are over, in the columns of FOCUS 1.2: the pieces of a file, as they come.

        Args:
            kind: csv or parquet.
            since: midnight in UTC, ISO 8601 with its zone; None: 30 days before `until`.
            until: midnight in UTC, exclusive; None: the end of today.

        Raises:
            Unavailable: the service is not reached, or the file ended before its end.
        """
        query = {"format": kind, "since": since, "until": until}
        async with aclosing(self._metering.pieces("/v1/costs/export", query=query)) as pieces:
            async for piece in pieces:
                yield piece

    async def running_costs(self, by: str = "") -> dict[str, Any]:
        """Return costs that are not charged yet, as if their days ended now, and the hourly cost, as JSON.

        Args:
            by: dimensions, separated by commas, like "queue".
        """
        found = await self._metering.json("GET", "/v1/costs/running", query={"by": by})
        return cast("dict[str, Any]", found)

    async def reconciliation(self) -> dict[str, Any]:
        """Whether charges are GPU time x rate, computed from the log, as JSON. Needs the role operator."""
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/costs/reconciliation"))

    async def rates(self) -> list[dict[str, Any]]:
        """The cards of rates, the newest first, as JSON."""
        found = await self._metering.json("GET", "/v1/rates")
        return cast("list[dict[str, Any]]", found["cards"])

    async def set_rates(self, card: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Set prices from a time on. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: a price or a time is not allowed.
        """
        return await self._asked("/v1/rates", card, wait_s)

    async def rerate(self, card: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Re-rate past days. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: a price or a day is not allowed.
        """
        return await self._asked("/v1/reratings", card, wait_s)

    async def budgets(self) -> list[dict[str, Any]]:
        """The budgets of your teams, by name, as JSON; with the role billing, all of the tenant."""
        found = await self._metering.json("GET", "/v1/budgets")
        return cast("list[dict[str, Any]]", found["budgets"])

    async def budget(self, name: str) -> dict[str, Any]:
        """A budget, as JSON, with the thresholds that it reached.

        Raises:
            NotFound: there is none that you may see.
        """
        return cast("dict[str, Any]", await self._metering.json("GET", f"/v1/budgets/{name}"))

    async def set_budget(self, budget: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Set a budget, or replace the one of its name. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: an amount, a period or a scope is not allowed.
        """
        return await self._asked("/v1/budgets", budget, wait_s)

    async def remove_budget(self, name: str, *, wait_s: float = 0) -> str:
        """Remove a budget. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: there is none.
        """
        answer = await self._metering.json("DELETE", f"/v1/budgets/{name}", query={"wait_s": wait_s})
        return str(answer.get("outcome") or "pending")

    async def _asked(self, path: str, what: Mapping[str, Any], wait_s: float) -> str:
        answer = await self._metering.json("POST", path, query={"wait_s": wait_s}, body=what)
        return str(answer.get("outcome") or "pending")

    async def alerts(self, *, series: str | None = None, limit: int = 100) -> list[dict[str, Any]]:
        """Alerts that you may see, the newest first, as JSON, with what became of them."""
        query = {"limit": limit} if series is None else {"limit": limit, "series": series}
        found = await self._alerts.json("GET", "/v1/alerts", query=query)
        return cast("list[dict[str, Any]]", found["alerts"])

    async def alert_routes(self) -> list[dict[str, Any]]:
        """Where alerts are sent, by name, as JSON. Needs the role operator."""
        found = await self._alerts.json("GET", "/v1/alert-routes")
        return cast("list[dict[str, Any]]", found["routes"])

    async def set_alert_route(self, route: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Send alerts somewhere, or replace the route of its name. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: an address, a secret's name or a filter is not allowed.
        """
        answer = await self._alerts.json("POST", "/v1/alert-routes", query={"wait_s": wait_s}, body=route)
        return str(answer.get("outcome") or "pending")

    async def remove_alert_route(self, name: str, *, wait_s: float = 0) -> str:
        """Send nothing by a route any longer. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: there is none.
        """
        answer = await self._alerts.json("DELETE", f"/v1/alert-routes/{name}", query={"wait_s": wait_s})
        return str(answer.get("outcome") or "pending")

    async def try_alert_routes(self, name: str | None = None, *, wait_s: float = 0) -> str:
        """Send an alert that means nothing, by one route or by all. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: there is no such route.
        """
        query: dict[str, Any] = {"wait_s": wait_s} if name is None else {"wait_s": wait_s, "route": name}
        answer = await self._alerts.json("POST", "/v1/alerts/test", query=query)
        return str(answer.get("outcome") or "pending")

    async def scans(
        self, *, repository: str = "", verdict: str = "", state: str = "", limit: int = 100
    ) -> list[dict[str, Any]]:
        """What is known about content of repositories that you may see, the newest first, as JSON.

        Args:
            repository: NAMESPACE/NAME; empty: of all.
            verdict: Only clean, suspicious, malicious or inconclusive.
            state: Only waiting, running, postponed or completed.
            limit: Most contents, up to 1,000.
        """
        asked = {"repository": repository, "verdict": verdict, "state": state, "limit": limit}
        found = await self._scanner.json("GET", "/v1/scans", query=asked)
        return cast("list[dict[str, Any]]", found["scans"])

    async def scanned_content(self, content: str) -> dict[str, Any]:
        """One content, KIND/HASH: where it is, its findings, and what reviewers have said, as JSON.

        Raises:
            NotFound: no repository that you may see has it.
        """
        return cast("dict[str, Any]", await self._scanner.json("GET", f"/v1/scans/{content}"))

    async def scan_reviews(self, *, limit: int = 100) -> list[dict[str, Any]]:
        """Content that waits for a reviewer, as JSON. Needs the role reviewer."""
        found = await self._scanner.json("GET", "/v1/scan-reviews", query={"limit": limit})
        return cast("list[dict[str, Any]]", found["waiting"])

    async def review_content(self, content: str, decision: str, reason: str, *, wait_s: float = 0) -> str:
        """Say what follows from a verdict in your organisation. Needs the role reviewer.

        Args:
            content: KIND/HASH.
            decision: release, or close.
            reason: On record, and told to owners and readers.
            wait_s: Wait so long for the decision, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: no repository of the organisation has it.
        """
        body = {"decision": decision, "reason": reason}
        return await self._told_scanner(f"/v1/scans/{content}/review", body, wait_s)

    async def override_verdict(self, content: str, verdict: str, reason: str, *, wait_s: float = 0) -> str:
        """Replace a verdict for all organisations, until other rules judge. Needs the role operator.

        Args:
            content: KIND/HASH.
            verdict: clean, suspicious or malicious.
            reason: On record.
            wait_s: Wait so long for the decision, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: it was never scanned.
        """
        body = {"verdict": verdict, "reason": reason}
        return await self._told_scanner(f"/v1/scans/{content}/override", body, wait_s)

    async def rescan(self, repository: str, reason: str, *, path: str = "", wait_s: float = 0) -> str:
        """Have content of a repository, NAMESPACE/NAME, scanned again: all, or what lies at a path.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: there is no such repository that you may see, or nothing at the path.
        """
        body = {"repository": repository, "path": path, "reason": reason}
        return await self._told_scanner("/v1/scans/rescan", body, wait_s)

    async def scan_rules(self) -> dict[str, Any]:
        """Which rules judge, and how many contents which have judged, as JSON."""
        return cast("dict[str, Any]", await self._scanner.json("GET", "/v1/scan-rules"))

    async def activate_scan_rules(self, reason: str, *, wait_s: float = 0) -> str:
        """Have what other rules have judged scanned again by those installed. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            Conflict: they are active.
        """
        return await self._told_scanner("/v1/scan-rules/activate", {"reason": reason}, wait_s)

    async def _told_scanner(self, path: str, body: Mapping[str, Any], wait_s: float) -> str:
        answer = await self._scanner.json("POST", path, query={"wait_s": wait_s}, body=body)
        return str(answer.get("outcome") or "pending")

    async def search_repositories(self, **wanted: Any) -> dict[str, Any]:
        """A page of repositories of models and datasets that you may see, as JSON, with `next_cursor`.

        Args:
            wanted: The query of GET /v1/search: text, type, author, tag, licence, library, pipeline, sort,
                limit, cursor, federated, registries.
        """
        return cast("dict[str, Any]", await self._registry.json("GET", "/v1/search", query=wanted))

    async def repository(self, types: str, name: str, revision: str = "main") -> dict[str, Any]:
        """What a repository is at a revision, with its files (`siblings`), as JSON.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            revision: A branch, a tag or a commit.

        Raises:
            NotFound: there is no such repository or revision that you may see.
        """
        path = f"/api/{types}/{name}/revision/{quote(revision, safe='')}"
        return cast("dict[str, Any]", await self._registry.json("GET", path, query={"blobs": "true"}))

    async def repository_refs(self, types: str, name: str) -> dict[str, Any]:
        """Branches and tags of a repository, as JSON.

        Raises:
            NotFound: there is no such repository that you may see.
        """
        return cast("dict[str, Any]", await self._registry.json("GET", f"/api/{types}/{name}/refs"))

    async def repository_version(self, types: str, name: str, revision: str = "main") -> dict[str, Any]:
        """Verdicts, scores, gates and drift of a version of a repository, as JSON.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            revision: A branch, a tag, a commit or @POINTER.

        Raises:
            NotFound: there is no such repository or revision that you may see.
        """
        path = f"/v1/repositories/{types}/{name}/versions/{quote(revision, safe='')}"
        return cast("dict[str, Any]", await self._registry.json("GET", path))

    async def tag_repository(
        self, types: str, name: str, tag: str, *, revision: str = "main", message: str = ""
    ) -> None:
        """Name a revision of a repository; what a tag names does not change.

        Raises:
            Conflict: there is such a tag.
            NotFound: there is no such repository or revision.
        """
        path = f"/api/{types}/{name}/tag/{quote(revision, safe='')}"
        await self._registry.json("POST", path, body={"tag": tag, "message": message})

    async def untag_repository(self, types: str, name: str, tag: str) -> None:
        """Take a tag away; commits that nothing else leads to are given up.

        Raises:
            NotFound: there is no such repository or tag.
        """
        await self._registry.json("DELETE", f"/api/{types}/{name}/tag/{quote(tag, safe='')}")

    async def promote_repository(
        self,
        types: str,
        name: str,
        *,
        reason: str,
        revision: str = "main",
        pointer: str = "production",
        override: bool = False,
        wait_s: float = 0,
    ) -> str:
        """Move a pointer to a version.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            reason: One sentence, for the log.
            revision: A branch, a tag, a commit or @POINTER.
            pointer: Name of the pointer; `production` takes only versions that its gates let pass.
            override: Move it in spite of its gates, on record. Needs the role operator.
            wait_s: wait this long, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            Conflict: a gate or a scan holds the version.
            NotFound: there is no such repository or revision.
        """
        path = f"/v1/repositories/{types}/{name}/pointers/{quote(pointer, safe='')}"
        query = {"wait_s": wait_s, **({"override": "true"} if override else {})}
        body = {"revision": revision, "reason": reason}
        answer = await self._registry.json("PUT", path, query=query, body=body)
        return str(answer.get("outcome") or "pending")

    async def repository_pointers(self, types: str, name: str) -> dict[str, str]:
        """Return the commit of each pointer of a repository; empty: the pointer is withdrawn.

        Raises:
            NotFound: there is no such repository that you may see.
        """
        path = f"/v1/repositories/{types}/{name}/promotions"
        found = await self._registry.json("GET", path, query={"limit": 1})
        return cast("dict[str, str]", found["pointers"])

    async def withdraw_repository(
        self, types: str, name: str, *, reason: str, pointer: str = "production", wait_s: float = 0
    ) -> str:
        """Withdraw a pointer: it leads to no version from then on.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: there is no such repository, or the pointer leads to nothing.
        """
        path = f"/v1/repositories/{types}/{name}/pointers/{quote(pointer, safe='')}"
        answer = await self._registry.json("DELETE", path, query={"reason": reason, "wait_s": wait_s})
        return str(answer.get("outcome") or "pending")

    async def repository_grants(self, types: str, name: str) -> list[dict[str, str]]:
        """Who else may use a repository, as JSON. For those who administer it."""
        found = await self._registry.json("GET", f"/v1/repositories/{types}/{name}/grants")
        return cast("list[dict[str, str]]", found["grants"])

    async def grant_repository(
        self, types: str, name: str, kind: str, grantee: str, level: str, *, wait_s: float = 0
    ) -> str:
        """Allow somebody to use a repository, in place of an earlier grant.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            kind: What the grantee is: "user", "team" or "organisation".
            grantee: ORGANISATION/NAME; of an organisation, its name.
            level: "read", "write" or "admin".
            wait_s: wait this long, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        body = {"kind": kind, "grantee": grantee, "level": level}
        path = f"/v1/repositories/{types}/{name}/grants"
        answer = await self._registry.json("PUT", path, query={"wait_s": wait_s}, body=body)
        return str(answer.get("outcome") or "pending")

    async def revoke_repository(
        self, types: str, name: str, kind: str, grantee: str, *, wait_s: float = 0
    ) -> str:
        """Take a grant back; kind and grantee as they were granted.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        query = {"kind": kind, "grantee": grantee, "wait_s": wait_s}
        path = f"/v1/repositories/{types}/{name}/grants"
        answer = await self._registry.json("DELETE", path, query=query)
        return str(answer.get("outcome") or "pending")

    async def repository_lineage(
        self, types: str, name: str, revision: str = "main", *, direction: str = "up", depth: int = 20
    ) -> dict[str, Any]:
        """What a version comes from ("up"), or what comes from it ("down"), as JSON: artifacts and edges.

        Raises:
            NotFound: there is no such repository or revision that you may see.
        """
        query = {"revision": revision, "direction": direction, "depth": depth}
        found = await self._registry.json("GET", f"/v1/lineage/{types}/{name}", query=query)
        return cast("dict[str, Any]", found)

    async def repository_recalls(self, types: str, name: str, revision: str = "main") -> dict[str, Any]:
        """All that comes from a version, however far away (`recalled`), as JSON.

        Raises:
            NotFound: there is no such repository or revision that you may see.
        """
        found = await self._registry.json("GET", f"/v1/recalls/{types}/{name}", query={"revision": revision})
        return cast("dict[str, Any]", found)

    async def repository_storage(self, types: str, name: str) -> dict[str, Any]:
        """What a repository keeps in the store, and what whole copies of its versions would, as JSON."""
        path = f"/v1/repositories/{types}/{name}/storage"
        return cast("dict[str, Any]", await self._registry.json("GET", path))

    async def organisation_storage(self) -> dict[str, Any]:
        """What your organisation keeps in the store and downloads, and how much it may, as JSON."""
        return cast("dict[str, Any]", await self._registry.json("GET", "/v1/storage"))

    async def kept_repositories(self, limit: int = 20) -> dict[str, Any]:
        """What the largest repositories of your organisation keep, of those that you may read, as JSON."""
        query = {"limit": limit}
        return cast(
            "dict[str, Any]", await self._registry.json("GET", "/v1/storage/repositories", query=query)
        )

    async def set_storage_quota(
        self, organisation: str, what: str, quota_bytes: int | None, *, wait_s: float = 0
    ) -> str:
        """Limit what an organisation keeps, or downloads within 30 days. Needs the role operator.

        Args:
            organisation: Whose.
            what: "quota" or "download-quota".
            quota_bytes: None: no limit.
            wait_s: wait this long, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        path, body = f"/v1/storage/{organisation}/{what}", {"quota_bytes": quota_bytes}
        answer = await self._registry.json("PUT", path, query={"wait_s": wait_s}, body=body)
        return str(answer.get("outcome") or "pending")

    async def storage_sharing(self, organisation: str) -> dict[str, Any]:
        """What an organisation shares with others in the store, as JSON. Needs the role operator."""
        path = f"/v1/storage/{organisation}/sharing"
        return cast("dict[str, Any]", await self._registry.json("GET", path))

    async def set_encryption(self, organisation: str, key: str | None, *, wait_s: float = 0) -> str:
        """Have what an organisation keeps encrypted, before it keeps anything. Needs the role operator.

        Args:
            organisation: Whose.
            key: Name of a key in the key ring of the registry's store; None: none.
            wait_s: wait this long, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        path = f"/v1/storage/{organisation}/encryption"
        answer = await self._registry.json("PUT", path, query={"wait_s": wait_s}, body={"key": key})
        return str(answer.get("outcome") or "pending")

    async def tier_rule(self) -> dict[str, Any]:
        """When objects of the registry change their tier, and of how many models the CDN is told, as JSON."""
        return cast("dict[str, Any]", await self._registry.json("GET", "/v1/storage/tier-rule"))

    async def set_tier_rule(
        self, warm_after_days: int, cold_after_days: int, prewarmed_max: int = 0, *, wait_s: float = 0
    ) -> str:
        """Say after how many days without a read objects change their tier. Needs the role operator.

        Args:
            warm_after_days: Until they are warm; 1 or more.
            cold_after_days: Until they are cold; more than those of warm.
            prewarmed_max: So many repositories, the most downloaded, are told to the CDN each day.
            wait_s: wait this long, at most 30 seconds.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        body = {
            "warm_after_days": warm_after_days,
            "cold_after_days": cold_after_days,
            "prewarmed_max": prewarmed_max,
        }
        path = "/v1/storage/tier-rule"
        answer = await self._registry.json("PUT", path, query={"wait_s": wait_s}, body=body)
        return str(answer.get("outcome") or "pending")

    def handle(self, job_id: str) -> AsyncJobHandle:
        """A handle of a job that exists."""
        return AsyncJobHandle(self, job_id)

    async def jobs_page(
        self, *, page_size: int = PAGE_SIZE, page_token: str | None = None, **filters: Unpack[JobFilters]
    ) -> Page:
        """One page of the jobs that fit every filter given, newest first.

        Args:
            page_size: jobs in a page.
            page_token: of the page before.
            filters: see JobFilters.
        """
        query = list_query(filters, page_size, page_token)
        answer = await self.transport.json("GET", "/v1/jobs", query=query)
        return Page([Job.read(item) for item in answer["items"]], answer.get("next_page_token") or "")

    async def jobs(self, *, limit: int | None = None, **filters: Unpack[JobFilters]) -> AsyncGenerator[Job]:
        """The jobs that fit every filter given, newest first, page after page.

        Args:
            limit: how many at most; None: all.
            filters: see JobFilters.
        """
        left = limit
        token: str | None = None
        while left is None or left > 0:
            size = PAGE_SIZE if left is None else min(left, PAGE_SIZE)
            page = await self.jobs_page(page_size=size, page_token=token, **filters)
            for job in page.jobs:
                yield job
            if not page.next_page_token:
                return
            token = page.next_page_token
            left = None if left is None else left - len(page.jobs)

    async def cancel(self, job_id: str, *, reason: str = "") -> Receipt:
        """Stop a job for good; what runs gets its grace period."""
        return await self._ask(job_id, "cancel", reason)

    async def suspend(self, job_id: str, *, reason: str = "") -> Receipt:
        """Stop a job and keep its place, its id and its checkpoints for `resume`."""
        return await self._ask(job_id, "suspend", reason)

    async def resume(self, job_id: str, *, reason: str = "") -> Receipt:
        """Queue a suspended job again."""
        return await self._ask(job_id, "resume", reason)

    async def change(
        self, job_id: str, verb: Literal["cancel", "suspend", "resume"], *, reason: str = "", wait_s: float
    ) -> Job:
        """Ask it of a job, and return the job as it is when that is decided, at the latest after `wait_s`.

        Raises:
            MusterError: the scheduler rejected it: the class of the problem it gives.
        """
        answer = await self.transport.json(
            "POST",
            f"/v1/jobs/{job_id}:{verb}",
            query={"wait_s": wait_s},
            body={"reason": reason},
            headers=key_header(None),
        )
        if "state" in answer:
            return Job.read(answer)
        await self.settled(answer["command_id"], wait_s=wait_s)
        return await self.job(job_id)

    async def _ask(self, job_id: str, verb: str, reason: str) -> Receipt:
        return await self._command("POST", f"/v1/jobs/{job_id}:{verb}", {"reason": reason})

    async def _command(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, *, if_match: str = ""
    ) -> Receipt:
        headers = key_header(None) | ({"If-Match": if_match} if if_match else {})
        return receipt_of(await self.transport.json(method, path, body=body, headers=headers))

    async def settled(self, command_id: str, *, wait_s: float) -> str:
        """Wait until the scheduler has carried a command out.

        Returns:
            "accepted"; "repeated": it was so already; "pending": it is not decided in time.

        Raises:
            MusterError: the scheduler rejected it: the class of the problem it gives.
        """
        answer = await self.transport.json("GET", f"/v1/commands/{command_id}", query={"wait_s": wait_s})
        if problem := answer.get("problem"):
            raise from_problem(int(problem.get("status") or 409), problem)
        return str(answer.get("outcome") or "pending")

    # --- streams --------------------------------------------------------------------------------------------

    async def events(
        self,
        job_id: str,
        *,
        follow: bool = False,
        after: str = "",
        on_lost: Callable[[str], None] | None = None,
    ) -> AsyncGenerator[JobEvent]:
        """What happened to a job, oldest first.

        Args:
            job_id: its id.
            follow: go on with what happens next, without end, through restarts of the service.
            after: start after this position.
            on_lost: called when the connection is lost; reading goes on by itself.
        """
        path = f"/v1/jobs/{job_id}/events"
        if not follow:
            answer = await self.transport.json("GET", path, query={"after": after or None})
            for item in answer["items"]:
                yield JobEvent.read(item["event"], item["position"])
            return
        from muster.client.aio.sse import (
            AsyncStream,
        )  # few commands stream; its parser costs them start-up time

        stream = AsyncStream(self.transport, path, last_id=after, on_lost=on_lost)
        async with aclosing(stream.events()) as events:
            async for sent in events:
                yield JobEvent.read(json.loads(sent.data), sent.id)

    async def logs(
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
        on_bytes_lost: Callable[[int], None] | None = None,
    ) -> AsyncGenerator[LogLine]:
        """The lines a job's ranks wrote, in the order they were stored.

        Args:
            job_id: its id.
            follow: go on until the job is over, through restarts of the service.
            rank: of this rank only.
            attempt: of this attempt; the newest when absent.
            tail: only this many of the last lines.
            since_s: only what was written in this many last seconds.
            previous: of the attempt before the newest.
            on_lost: called when the connection is lost; reading goes on by itself.
            on_bytes_lost: called at the end if output was dropped, with its bytes.
        """
        from muster.client.aio.sse import AsyncStream

        stream = AsyncStream(
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
        async with aclosing(stream.events()) as events:
            async for sent in events:
                if sent.event == "end":
                    bytes_lost = int(json.loads(sent.data).get("bytes_lost") or 0)
                    if bytes_lost and on_bytes_lost is not None:
                        on_bytes_lost(bytes_lost)
                    return
                if sent.event in {"line", "gap"}:
                    yield LogLine.read(json.loads(sent.data))

    # --- cluster --------------------------------------------------------------------------------------------

    async def nodes(self) -> list[Node]:
        """Every node, by id."""
        return [Node.read(item) async for item in self._items("/v1/nodes")]

    async def cordon(self, node_id: str, *, reason: str = "") -> Receipt:
        """Place nothing new on a node. Needs the role operator, as all that follows."""
        return await self._command("POST", f"/v1/nodes/{node_id}:cordon", {"reason": reason})

    async def uncordon(self, node_id: str) -> Receipt:
        """Place work on a node again. Needs the role operator."""
        return await self._command("POST", f"/v1/nodes/{node_id}:uncordon", {})

    async def drain(self, node_id: str, *, reason: str = "") -> Receipt:
        """Place nothing new on a node, and move what runs there."""
        return await self._command("POST", f"/v1/nodes/{node_id}:drain", {"reason": reason})

    async def undrain(self, node_id: str) -> Receipt:
        """Place work on a drained node again."""
        return await self._command("POST", f"/v1/nodes/{node_id}:undrain", {})

    async def test_node(self, node_id: str, *, reason: str = "") -> Receipt:
        """Have a node's agent test it."""
        return await self._command("POST", f"/v1/nodes/{node_id}:test", {"reason": reason})

    async def enrol(self, name: str, nodes: Sequence[str], *, ttl_s: int | None = None) -> Enrolment:
        """Let an agent speak for nodes: their ids, or patterns in which * stands for any characters.

        Args:
            name: what it is revoked by.
            nodes: which nodes.
            ttl_s: seconds until it expires; None: 90 days.
        """
        body = {"name": name, "nodes": list(nodes), **({} if ttl_s is None else {"ttl_s": ttl_s})}
        return Enrolment(**await self.transport.json("POST", "/v1/node-enrolments", body=body))

    async def revoke_enrolments(self, name: str, *, reason: str = "") -> None:
        """Refuse the enrolments of a name, and their tokens, from now on. Needs the role operator."""
        path = f"/v1/node-enrolments/{quote(name, safe='')}"
        await self.transport.json("DELETE", path, query={"reason": reason})

    async def tag(
        self,
        node_id: str,
        *,
        labels: Mapping[str, str] | None = None,
        labels_removed: Sequence[str] = (),
        taints: Sequence[str] = (),
        taints_removed: Sequence[str] = (),
    ) -> Receipt:
        """Set or remove labels and taints of a node."""
        body = {
            "labels": dict(labels or {}),
            "labels_removed": list(labels_removed),
            "taints": list(taints),
            "taints_removed": list(taints_removed),
        }
        return await self._command("POST", f"/v1/nodes/{node_id}/tags", body)

    async def schedule_maintenance(
        self, node_id: str, *, starts_at: str, ends_at: str, reason: str = ""
    ) -> Receipt:
        """Close a node from one time to another, both like 2026-12-01T08:00:00Z."""
        body = {"starts_at": starts_at, "ends_at": ends_at, "reason": reason}
        return await self._command("PUT", f"/v1/nodes/{node_id}/maintenance", body)

    async def reclaim(self, node_id: str, *, remaining: str, reason: str = "") -> Receipt:
        """Treat a node as one that its provider takes away in so long, such as 2m."""
        body = {"remaining": remaining, "reason": reason}
        return await self._command("PUT", f"/v1/nodes/{node_id}/reclaim", body)

    async def spare(self, node_id: str) -> Receipt:
        """Withdraw that a node will be taken away."""
        return await self._command("DELETE", f"/v1/nodes/{node_id}/reclaim")

    async def cancel_maintenance(self, node_id: str) -> Receipt:
        """Cancel the maintenance of a node, or end it."""
        return await self._command("DELETE", f"/v1/nodes/{node_id}/maintenance")

    async def queues(self) -> list[Queue]:
        """Every queue of the tenant, by name."""
        return [Queue.read(item) async for item in self._items("/v1/queues")]

    async def queue(self, name: str) -> Queue:
        """One queue.

        Raises:
            NotFound: there is none of that name in your tenant.
        """
        return Queue.read(await self.transport.json("GET", f"/v1/queues/{quote(name, safe='')}"))

    async def queue_tree(self) -> list[Queue]:
        """The tops of the tree of queues, each with those below it."""
        return [Queue.read(item) for item in (await self.transport.json("GET", "/v1/queues:tree"))["items"]]

    async def create_queue(
        self, name: str, *, description: str = "", settings: Mapping[str, Any] | None = None
    ) -> Receipt:
        """Create a queue.

        Args:
            name: what jobs call it.
            description: for people.
            settings: like {"parent": "acme", "guarantee": {"gpus": 8, "memory": "1TiB"}, "weight": 2}.
        """
        named = {"name": name, "description": description}
        return await self._command("POST", "/v1/queues", {**(settings or {}), **named})

    async def configure_queue(self, name: str, settings: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Replace all of a queue's settings: what is absent is as in a new queue.

        Args:
            name: of the queue.
            settings: as for create_queue.
            if_match: only if the queue still has this etag.

        Raises:
            Conflict: it has another by now.
        """
        return await self._command("PUT", f"/v1/queues/{quote(name, safe='')}", settings, if_match=if_match)

    async def change_queue(self, name: str, changes: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Change some of a queue's settings: a JSON Merge Patch, None takes one back."""
        return await self._command("PATCH", f"/v1/queues/{quote(name, safe='')}", changes, if_match=if_match)

    async def delete_queue(self, name: str) -> Receipt:
        """Remove a queue that holds no job and has none below it."""
        return await self._command("DELETE", f"/v1/queues/{quote(name, safe='')}")

    async def restrict_queue(self, queue: str, wanted: Mapping[str, Any]) -> Receipt:
        """Let jobs of some tiers not start from a queue. Needs the role operator or billing.

        Args:
            queue: its name.
            wanted: {"name": "year-end", "tiers": ["interactive"]}; and `until`, `reason`.
        """
        return await self._command("POST", f"/v1/queues/{quote(queue, safe='')}/restrictions", wanted)

    async def lift_restriction(self, queue: str, name: str) -> Receipt:
        """End a restriction of a queue. Needs the role operator or billing."""
        path = f"/v1/queues/{quote(queue, safe='')}/restrictions/{quote(name, safe='')}"
        return await self._command("DELETE", path)

    async def reservations(self) -> list[Reservation]:
        """The tenant's reservations that have not ended, by name."""
        return [Reservation.read(item) async for item in self._items("/v1/reservations")]

    async def reserve(self, name: str, wanted: Mapping[str, Any]) -> Receipt:
        """Reserve nodes for a queue. Needs the role operator.

        Args:
            name: of the reservation.
            wanted: queue, gpu_model, gpus or nodes, starts_at, ends_at, as /v1/schemas/reservation.json says.
        """
        return await self._command("POST", "/v1/reservations", {**wanted, "name": name})

    async def cancel_reservation(self, name: str) -> Receipt:
        """Cancel a reservation. Needs the role operator."""
        return await self._command("DELETE", f"/v1/reservations/{quote(name, safe='')}")

    async def policy(self) -> Policy:
        """The scheduler's policy."""
        return Policy.read(await self.transport.json("GET", "/v1/policy"))

    async def change_policy(self, changes: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Change some of the policy: a JSON Merge Patch. Needs the role operator."""
        return await self._command("PATCH", "/v1/policy", changes, if_match=if_match)

    async def failure_rules(self) -> FailureRules:
        """The rules of failures in effect."""
        return FailureRules.read(await self.transport.json("GET", "/v1/failure-rules"))

    async def activate_failure_rules(self, rules: str) -> Receipt:
        """Judge failures by this rules file from now on. Needs the role operator."""
        return await self._command("PUT", "/v1/failure-rules", {"rules": rules})

    async def _items(self, path: str) -> AsyncGenerator[Mapping[str, Any]]:
        token: str | None = None
        while True:
            answer = await self.transport.json("GET", path, query={"page_token": token})
            for item in answer["items"]:
                yield item
            token = answer.get("next_page_token")
            if not token:
                return
