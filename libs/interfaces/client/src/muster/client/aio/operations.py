"""AsyncOperations: one method per API operation."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack, cast
from urllib.parse import quote

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
    NodeUse,
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


class AsyncOperations:
    """Operations of one Muster installation, acting as one user."""

    def __init__(self, settings: Settings, *, tries: int = TRIES_MAX) -> None:
        """Prepare the connections; nothing is sent yet.

        Args:
            settings: addresses of the services, and the token.
            tries: maximum number of tries per request.
        """
        self.settings = settings
        self.transport = AsyncTransport(settings.api_url, settings.token, tries=tries)
        self._schedulers = AsyncSchedulers(settings.scheduler_urls, settings.token)
        self._preemption = AsyncTransport(settings.preemption_url, settings.token, tries=tries)
        self._metering = AsyncTransport(settings.metering_url, settings.token, tries=tries)
        self._alerts = AsyncTransport(settings.alerts_url, settings.token, tries=tries)
        self._registry = AsyncTransport(settings.registry_url, settings.token, tries=tries)
        self._scanner = AsyncTransport(settings.scanner_url, settings.token, tries=tries)

    async def aclose(self) -> None:
        """Close the connections."""
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

    async def submit_batch(
        self, requests: Sequence[JobRequest | Mapping[str, Any]], *, idempotency_key: str | None = None
    ) -> list[Receipt | MusterError]:
        """Submit up to BATCH_MAX jobs at once; return the results in order, errors included."""
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

    async def absent_files(self, sha256s: Sequence[str]) -> list[str]:
        """Return which working files are not stored, of archives and indexes by their hashes."""
        answer = await self.transport.json("POST", "/v1/files:absent", body={"sha256": list(sha256s)})
        return list(answer["absent"])

    async def upload(self, content: bytes, sha256: str, *, kind: str = FILES_TYPE) -> None:
        """Upload working files under their hash; repeating it changes nothing.

        Args:
            content: a tar.gz, or an index of stored ones.
            sha256: SHA-256 of the content.
            kind: media type of the content.
        """
        await self.transport.json(
            "PUT", f"/v1/files/{sha256}", content=content, headers={"Content-Type": kind}
        )

    # --- jobs -----------------------------------------------------------------------------------------------

    async def job(self, job_id: str, *, after: str | None = None) -> Job:
        """Return one job, with its attempts.

        Args:
            job_id: id of the job.
            after: a position or command id; the result is at least that recent.

        Raises:
            NotFound: your tenant has no such job.
        """
        return Job.read(await self.transport.json("GET", f"/v1/jobs/{job_id}", query={"after": after}))

    async def progress(self, job_id: str) -> list[RankProgress]:
        """Return the progress reported by the ranks of a job's newest attempt, in order of rank.

        Raises:
            NotFound: your tenant has no such job.
        """
        return [RankProgress.read(item) for item in await self.transport.items(f"/v1/jobs/{job_id}/progress")]

    async def checkpoints(self, job_id: str) -> list[Checkpoint]:
        """Return the checkpoints of a job, oldest first.

        Raises:
            NotFound: your tenant has no such job.
        """
        return [
            Checkpoint.read(item) for item in await self.transport.items(f"/v1/jobs/{job_id}/checkpoints")
        ]

    async def explanation(self, job_id: str) -> Explanation:
        """Ask the scheduler why a job waits or runs where it does.

        Raises:
            NotFound: your tenant has no such job, or it ended so long ago that the scheduler forgot it.
            Unavailable: no scheduler answers.
        """
        return Explanation.read(await self._schedulers.get(f"/v1/jobs/{job_id}/explanation"))

    async def preemption_plans(self, job_id: str) -> list[dict[str, Any]]:
        """Return the newest answer to a job's preemption requests as JSON: a plan, or why there is none.

        Raises:
            Unavailable: the preemption service does not answer, or has not read the log yet.
        """
        return await self._preemption.items("/v1/preemption/plans", query={"job": job_id})

    async def preemption_dry_run(self, job_id: str) -> dict[str, Any]:
        """Return which jobs would be preempted for a job now, as JSON; nothing is recorded.

        Raises:
            NotFound: your tenant has no such job, or it has ended.
            Unavailable: the preemption service does not answer, or has not read the log yet.
        """
        body = {"job": job_id}
        found = await self._preemption.json("POST", "/v1/preemption/dry-run", body=body)
        return cast("dict[str, Any]", found)

    async def preemption_policy(self) -> Policy:
        """Return the preemption policy."""
        return Policy.read(await self._preemption.json("GET", "/v1/preemption/policy"))

    async def change_preemption_policy(self, changes: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Change settings of the preemption policy with a JSON Merge Patch. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: a setting is out of range.
        """
        return await self._preemption.decided("PATCH", "/v1/preemption/policy", wait_s, body=changes)

    async def run_times(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Predict a job's run time on each GPU model it accepts, as JSON; nothing is submitted.

        Args:
            job: as for `submit`.

        Raises:
            InvalidRequest: it is not a valid job.
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
        """Return GPU costs as JSON: sums over everything the caller may see.

        Args:
            by: dimensions, separated by commas, e.g. "team,model".
            step: hour, day, month or total; with hour, `since` and `until` may be any full hour.
            since: midnight in UTC, ISO 8601 with its zone; None: 30 days before `until`.
            until: midnight in UTC, exclusive; None: the end of today.
            only: filters, e.g. "queue=vision".

        Raises:
            InvalidRequest: a dimension does not exist.
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
        """Return how much allocated GPU time was used, as JSON; arguments as for `costs`, by full hours."""
        query = {"by": by, "since": since, "until": until, "only": list(only)}
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/efficiency", query=query))

    async def cost_report(self, team: str, *, week: str = "", kind: str = "markdown") -> str:
        """Return the report of a team's week: spent, lost, idle, budgets, and a forecast of next week.

        Args:
            team: team to report on.
            week: ISO week, e.g. "2026-W47"; empty: the last complete week.
            kind: markdown, or html for one self-contained file.

        Raises:
            InvalidRequest: the week does not exist.
        """
        query = {"team": team, "week": week, "format": kind}
        async with aclosing(self._metering.pieces("/v1/costs/report", query=query)) as pieces:
            return b"".join([piece async for piece in pieces]).decode()

    async def cost_split(self, job_id: str) -> dict[str, Any]:
        """Return the cost of a shared replica, split by consumer, as JSON; the ratios add up to 1."""
        query = {"job": job_id}
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/costs/split", query=query))

    async def record_token_work(self, work: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Report a shared replica's token counts by consumer for one hour. Needs the role billing.

        Args:
            work: job_id, starts_at, and consumers, each with consumer, prompt_tokens and output_tokens.
            wait_s: seconds to wait for the decision.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: the hour or an amount is not allowed.
        """
        return await self._metering.decided("POST", "/v1/token-work", wait_s, body=work)

    async def idle_jobs(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        only: Sequence[str] = (),
        limit: int = 100,
    ) -> dict[str, Any]:
        """Return the jobs with the most idle GPU time, and the savings of a smaller request, as JSON."""
        query = {"since": since, "until": until, "only": list(only)}
        return await self._metering.listed("/v1/efficiency/jobs", query=query, limit=limit)

    async def export_costs(
        self, *, kind: str = "csv", since: str | None = None, until: str | None = None
    ) -> AsyncGenerator[bytes]:
        """Stream the charges of past days as a file in FOCUS 1.2 columns, piece by piece.

        Args:
            kind: csv or parquet.
            since: midnight in UTC, ISO 8601 with its zone; None: 30 days before `until`.
            until: midnight in UTC, exclusive; None: the end of today.

        Raises:
            Unavailable: the service cannot be reached, or the file is incomplete.
        """
        query = {"format": kind, "since": since, "until": until}
        async with aclosing(self._metering.pieces("/v1/costs/export", query=query)) as pieces:
            async for piece in pieces:
                yield piece

    async def running_costs(self, by: str = "", *, only: Sequence[str] = ()) -> dict[str, Any]:
        """Estimate costs not charged yet, as if the day ended now, and the cost per hour now, as JSON.

        Args:
            by: dimensions, separated by commas, e.g. "queue".
            only: filters, e.g. "job=job-3q6hxk5m2u7ygzbwc4ta".
        """
        query = {"by": by, "only": list(only)}
        found = await self._metering.json("GET", "/v1/costs/running", query=query)
        return cast("dict[str, Any]", found)

    async def reconciliation(self) -> dict[str, Any]:
        """Check from the log whether charges equal GPU time x rate, as JSON. Needs the role operator."""
        return cast("dict[str, Any]", await self._metering.json("GET", "/v1/costs/reconciliation"))

    async def rates(self) -> list[dict[str, Any]]:
        """Return the rate cards, newest first, as JSON."""
        return await self._metering.items("/v1/rates")

    async def set_rates(self, card: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Set prices from a given time on. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: a price or a time is not allowed.
        """
        return await self._metering.decided("POST", "/v1/rates", wait_s, body=card)

    async def rerate(self, card: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Re-price past days. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: a price or a day is not allowed.
        """
        return await self._metering.decided("POST", "/v1/reratings", wait_s, body=card)

    async def budgets(self) -> list[dict[str, Any]]:
        """Return the budgets of your teams, by name, as JSON; with the role billing, all of the tenant's."""
        return await self._metering.items("/v1/budgets")

    async def budget(self, name: str) -> dict[str, Any]:
        """Return a budget as JSON, with the thresholds it has reached.

        Raises:
            NotFound: it does not exist, or you may not see it.
        """
        return cast("dict[str, Any]", await self._metering.json("GET", f"/v1/budgets/{name}"))

    async def set_budget(self, budget: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Set a budget, or replace the one with the same name. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: an amount, a period or a scope is not allowed.
        """
        return await self._metering.decided("POST", "/v1/budgets", wait_s, body=budget)

    async def remove_budget(self, name: str, *, wait_s: float = 0) -> str:
        """Remove a budget. Needs the role billing.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: the budget does not exist.
        """
        return await self._metering.decided("DELETE", f"/v1/budgets/{name}", wait_s)

    async def alerts(self, *, series: str | None = None, limit: int = 100) -> list[dict[str, Any]]:
        """Return the alerts that you may see, newest first, as JSON, with their deliveries."""
        return await self._alerts.items("/v1/alerts", query={"series": series}, limit=limit)

    async def alert_routes(self) -> list[dict[str, Any]]:
        """Return the alert routes, by name, as JSON. Needs the role operator."""
        return await self._alerts.items("/v1/alert-routes")

    async def set_alert_route(self, route: Mapping[str, Any], *, wait_s: float = 0) -> str:
        """Set an alert route, or replace the one with the same name. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            InvalidRequest: an address, a secret's name or a filter is not allowed.
        """
        return await self._alerts.decided("POST", "/v1/alert-routes", wait_s, body=route)

    async def remove_alert_route(self, name: str, *, wait_s: float = 0) -> str:
        """Remove an alert route. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: the route does not exist.
        """
        return await self._alerts.decided("DELETE", f"/v1/alert-routes/{name}", wait_s)

    async def try_alert_routes(self, name: str | None = None, *, wait_s: float = 0) -> str:
        """Send a test alert by one route or by all. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: the route does not exist.
        """
        return await self._alerts.decided("POST", "/v1/alerts/test", wait_s, query={"route": name})

    async def scans(
        self, *, repository: str = "", verdict: str = "", state: str = "", limit: int = 100
    ) -> list[dict[str, Any]]:
        """Return scan results for the content of repositories that you may see, newest first, as JSON.

        Args:
            repository: NAMESPACE/NAME; empty: all.
            verdict: Only this verdict: clean, suspicious, malicious or inconclusive.
            state: Only this state: waiting, running, postponed or completed.
            limit: Maximum number of items.
        """
        asked = {"repository": repository, "verdict": verdict, "state": state}
        return await self._scanner.items("/v1/scans", query=asked, limit=limit)

    async def scanned_content(self, content: str) -> dict[str, Any]:
        """Return one piece of content, KIND/HASH, as JSON: where it is stored, its findings and reviews.

        Raises:
            NotFound: no repository that you may see contains it.
        """
        return cast("dict[str, Any]", await self._scanner.json("GET", f"/v1/scans/{content}"))

    async def scan_reviews(self, *, limit: int = 100) -> list[dict[str, Any]]:
        """Return the content pending review, as JSON. Needs the role reviewer."""
        return await self._scanner.items("/v1/scan-reviews", limit=limit)

    async def review_content(self, content: str, decision: str, reason: str, *, wait_s: float = 0) -> str:
        """Release or quarantine content in your organisation. Needs the role reviewer.

        Args:
            content: KIND/HASH.
            decision: release, or close.
            reason: Reason; recorded, and shown to owners and readers.
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: no repository of the organisation contains it.
        """
        body = {"decision": decision, "reason": reason}
        return await self._scanner.decided("POST", f"/v1/scans/{content}/review", wait_s, body=body)

    async def override_verdict(self, content: str, verdict: str, reason: str, *, wait_s: float = 0) -> str:
        """Override a verdict for all organisations, until other rules are active. Needs the role operator.

        Args:
            content: KIND/HASH.
            verdict: clean, suspicious or malicious.
            reason: Reason, recorded in the log.
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: it was never scanned.
        """
        body = {"verdict": verdict, "reason": reason}
        return await self._scanner.decided("POST", f"/v1/scans/{content}/override", wait_s, body=body)

    async def rescan(self, repository: str, reason: str, *, path: str = "", wait_s: float = 0) -> str:
        """Rescan the content of a repository, NAMESPACE/NAME: all of it, or one path.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: the repository does not exist, you may not see it, or the path is empty.
        """
        body = {"repository": repository, "path": path, "reason": reason}
        return await self._scanner.decided("POST", "/v1/scans/rescan", wait_s, body=body)

    async def scan_rules(self) -> dict[str, Any]:
        """Return the scan rules in use and the number of items judged by each version, as JSON."""
        return cast("dict[str, Any]", await self._scanner.json("GET", "/v1/scan-rules"))

    async def activate_scan_rules(self, reason: str, *, wait_s: float = 0) -> str:
        """Activate the installed rules and rescan everything judged by others. Needs the role operator.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            Conflict: they are already active.
        """
        return await self._scanner.decided("POST", "/v1/scan-rules/activate", wait_s, body={"reason": reason})

    async def search_repositories(self, **wanted: Any) -> dict[str, Any]:
        """Return a page of the model and dataset repositories that you may see, as JSON.

        Args:
            wanted: Query parameters of GET /v1/search: text, type, author, tag, licence, library, pipeline,
                sort, limit, page_token, federated, registries.
        """
        return cast("dict[str, Any]", await self._registry.json("GET", "/v1/search", query=wanted))

    async def repository(self, types: str, name: str, revision: str = "main") -> dict[str, Any]:
        """Return a repository at a revision, with its files (`siblings`), as JSON.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            revision: A branch, a tag or a commit.

        Raises:
            NotFound: the repository or revision does not exist, or you may not see it.
        """
        path = f"/api/{types}/{name}/revision/{quote(revision, safe='')}"
        return cast("dict[str, Any]", await self._registry.json("GET", path, query={"blobs": "true"}))

    async def repository_refs(self, types: str, name: str) -> dict[str, Any]:
        """Return the branches and tags of a repository, as JSON.

        Raises:
            NotFound: the repository does not exist, or you may not see it.
        """
        return cast("dict[str, Any]", await self._registry.json("GET", f"/api/{types}/{name}/refs"))

    async def repository_version(self, types: str, name: str, revision: str = "main") -> dict[str, Any]:
        """Return the verdicts, scores, gates and drift of a version of a repository, as JSON.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            revision: A branch, a tag, a commit or @POINTER.

        Raises:
            NotFound: the repository or revision does not exist, or you may not see it.
        """
        path = f"/v1/repositories/{types}/{name}/versions/{quote(revision, safe='')}"
        return cast("dict[str, Any]", await self._registry.json("GET", path))

    async def tag_repository(
        self, types: str, name: str, tag: str, *, revision: str = "main", message: str = ""
    ) -> None:
        """Tag a revision of a repository. A tag always names the same commit.

        Raises:
            Conflict: the tag exists already.
            NotFound: the repository or revision does not exist.
        """
        path = f"/api/{types}/{name}/tag/{quote(revision, safe='')}"
        await self._registry.json("POST", path, body={"tag": tag, "message": message})

    async def untag_repository(self, types: str, name: str, tag: str) -> None:
        """Delete a tag; commits that are no longer reachable are dropped.

        Raises:
            NotFound: the repository or tag does not exist.
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
            pointer: Name of the pointer; `production` accepts only versions that have passed its gates.
            override: Move it despite failed gates; recorded. Needs the role operator.
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            Conflict: a gate or a scan blocks the version.
            NotFound: the repository or revision does not exist.
        """
        path = f"/v1/repositories/{types}/{name}/pointers/{quote(pointer, safe='')}"
        query = {"override": "true" if override else None}
        body = {"revision": revision, "reason": reason}
        return await self._registry.decided("PUT", path, wait_s, query=query, body=body)

    async def repository_pointers(self, types: str, name: str) -> dict[str, str]:
        """Return the commit of each pointer of a repository; empty if the pointer is withdrawn.

        Raises:
            NotFound: the repository does not exist, or you may not see it.
        """
        path = f"/v1/repositories/{types}/{name}/promotions"
        found = await self._registry.json("GET", path, query={"limit": 1})
        return cast("dict[str, str]", found["pointers"])

    async def withdraw_repository(
        self, types: str, name: str, *, reason: str, pointer: str = "production", wait_s: float = 0
    ) -> str:
        """Withdraw a pointer, so that it names no version.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.

        Raises:
            NotFound: the repository does not exist, or the pointer names no version.
        """
        path = f"/v1/repositories/{types}/{name}/pointers/{quote(pointer, safe='')}"
        return await self._registry.decided("DELETE", path, wait_s, query={"reason": reason})

    async def repository_grants(self, types: str, name: str) -> list[dict[str, str]]:
        """Return the grants of a repository, as JSON. Needs admin access to it."""
        return await self._registry.items(f"/v1/repositories/{types}/{name}/grants")

    async def grant_repository(
        self, types: str, name: str, kind: str, grantee: str, level: str, *, wait_s: float = 0
    ) -> str:
        """Grant access to a repository, replacing an earlier grant to the same grantee.

        Args:
            types: "models", "datasets" or "spaces".
            name: NAMESPACE/NAME.
            kind: Kind of the grantee: "user", "team" or "organisation".
            grantee: ORGANISATION/NAME; for an organisation, its name.
            level: "read", "write" or "admin".
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        body = {"kind": kind, "grantee": grantee, "level": level}
        path = f"/v1/repositories/{types}/{name}/grants"
        return await self._registry.decided("PUT", path, wait_s, body=body)

    async def revoke_repository(
        self, types: str, name: str, kind: str, grantee: str, *, wait_s: float = 0
    ) -> str:
        """Revoke a grant, named by the same kind and grantee as when it was given.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        query = {"kind": kind, "grantee": grantee}
        path = f"/v1/repositories/{types}/{name}/grants"
        return await self._registry.decided("DELETE", path, wait_s, query=query)

    async def repository_lineage(
        self, types: str, name: str, revision: str = "main", *, direction: str = "up", depth: int = 20
    ) -> dict[str, Any]:
        """Return the origins ("up") or derivatives ("down") of a version as JSON: artifacts and edges.

        Raises:
            NotFound: the repository or revision does not exist, or you may not see it.
        """
        query = {"revision": revision, "direction": direction, "depth": depth}
        found = await self._registry.json("GET", f"/v1/lineage/{types}/{name}", query=query)
        return cast("dict[str, Any]", found)

    async def repository_recalls(self, types: str, name: str, revision: str = "main") -> dict[str, Any]:
        """Return everything derived from a version, at any distance (`items`), as JSON.

        Raises:
            NotFound: the repository or revision does not exist, or you may not see it.
        """
        return await self._registry.listed(f"/v1/recalls/{types}/{name}", query={"revision": revision})

    async def lineage_paths(
        self, start: str, end: str, *, direction: str = "derived", depth: int | None = None
    ) -> dict[str, Any]:
        """Return the shortest paths between two artifacts (`items`) as JSON.

        Args:
            start: an artifact, such as "model/acme/tiny@v1" or "node/gpu-17".
            end: another one.
            direction: "derived", one is derived from the other; "any", each step in either direction.
            depth: maximum number of steps; None: 20, or 4 in any direction.

        Raises:
            InvalidRequest: a name is malformed, both name the same artifact, or `depth` is too large.
            NotFound: an artifact does not exist, or you may not see it.
        """
        query = {"from": start, "to": end, "direction": direction, "depth": depth}
        return await self._registry.listed("/v1/lineage/paths", query=query)

    async def common_ancestors(self, artifact: str, other: str, *, depth: int = 20) -> dict[str, Any]:
        """Return what two artifacts are both derived from (`items`), nearest first, as JSON.

        Raises:
            InvalidRequest: a name is malformed, or both name the same artifact.
            NotFound: an artifact does not exist, or you may not see it.
        """
        query = {"artifact": artifact, "other": other, "depth": depth}
        return await self._registry.listed("/v1/lineage/common", query=query)

    async def affected_artifacts(self, artifact: str, *, since: str | None = None) -> dict[str, Any]:
        """Return everything derived from an artifact (`items`), and `counts` by kind, as JSON.

        Args:
            artifact: an artifact, such as "dataset/acme/text@v2" or "node/gpu-17".
            since: Only attempts started at or after this time (job or node only), ISO 8601 with its zone.

        Raises:
            InvalidRequest: the name is malformed.
            NotFound: the artifact does not exist, or you may not see it.
        """
        query = {"artifact": artifact, "since": since}
        return await self._registry.listed("/v1/lineage/affected", query=query)

    async def repository_storage(self, types: str, name: str) -> dict[str, Any]:
        """Return a repository's storage, and the size of full copies of its versions, as JSON."""
        path = f"/v1/repositories/{types}/{name}/storage"
        return cast("dict[str, Any]", await self._registry.json("GET", path))

    async def organisation_storage(self) -> dict[str, Any]:
        """Return your organisation's storage, downloads and quotas, as JSON."""
        return cast("dict[str, Any]", await self._registry.json("GET", "/v1/storage"))

    async def kept_repositories(self, limit: int = 20) -> list[dict[str, Any]]:
        """Return the storage of your organisation's largest repositories that you may read, as JSON."""
        return await self._registry.items("/v1/storage/repositories", limit=limit)

    async def damaged_objects(self, limit: int = 100) -> dict[str, Any]:
        """Return objects that were found damaged or missing in the store, and their number, as JSON.

        Operators see all of them; others see those that repositories of their organisation need.
        """
        return await self._registry.listed("/v1/storage/damaged", limit=limit)

    async def set_storage_quota(
        self, organisation: str, what: str, quota_bytes: int | None, *, wait_s: float = 0
    ) -> str:
        """Limit the storage of an organisation, or its downloads in 30 days. Needs the role operator.

        Args:
            organisation: Name of the organisation.
            what: "quota" (storage) or "download-quota".
            quota_bytes: Limit in bytes; None: no limit.
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        path, body = f"/v1/storage/{organisation}/{what}", {"quota_bytes": quota_bytes}
        return await self._registry.decided("PUT", path, wait_s, body=body)

    async def storage_sharing(self, organisation: str) -> dict[str, Any]:
        """Return how much storage an organisation shares with others, as JSON. Needs the role operator."""
        path = f"/v1/storage/{organisation}/sharing"
        return cast("dict[str, Any]", await self._registry.json("GET", path))

    async def set_encryption(self, organisation: str, key: str | None, *, wait_s: float = 0) -> str:
        """Set the encryption key of an organisation that is still empty. Needs the role operator.

        Args:
            organisation: Name of the organisation.
            key: Name of a key in the key ring of the registry's store; None: no encryption.
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        path = f"/v1/storage/{organisation}/encryption"
        return await self._registry.decided("PUT", path, wait_s, body={"key": key})

    async def tier_rule(self) -> dict[str, Any]:
        """Return when the registry's objects change tier, and how many models the CDN prewarms, as JSON."""
        return cast("dict[str, Any]", await self._registry.json("GET", "/v1/storage/tier-rule"))

    async def set_tier_rule(
        self, warm_after_days: int, cold_after_days: int, prewarmed_max: int = 0, *, wait_s: float = 0
    ) -> str:
        """Set after how many days without a read objects change tier. Needs the role operator.

        Args:
            warm_after_days: Days until objects are warm; at least 1.
            cold_after_days: Days until objects are cold; more than `warm_after_days`.
            prewarmed_max: Number of most-downloaded repositories to announce to the CDN each day.
            wait_s: Seconds to wait for the decision, at most 30.

        Returns:
            "accepted", or "pending" if it is not decided within `wait_s`.
        """
        body = {
            "warm_after_days": warm_after_days,
            "cold_after_days": cold_after_days,
            "prewarmed_max": prewarmed_max,
        }
        path = "/v1/storage/tier-rule"
        return await self._registry.decided("PUT", path, wait_s, body=body)

    async def jobs_page(
        self, *, limit: int = PAGE_SIZE, page_token: str | None = None, **filters: Unpack[JobFilters]
    ) -> Page:
        """Return one page of the jobs that match every filter, newest first.

        Args:
            limit: jobs per page.
            page_token: `next_page_token` of the previous page.
            filters: see JobFilters.
        """
        query = list_query(filters, limit, page_token)
        answer = await self.transport.json("GET", "/v1/jobs", query=query)
        return Page([Job.read(item) for item in answer["items"]], answer.get("next_page_token") or "")

    async def jobs(self, *, limit: int | None = None, **filters: Unpack[JobFilters]) -> AsyncGenerator[Job]:
        """Yield the jobs that match every filter, newest first, fetching page after page.

        Args:
            limit: maximum number of jobs; None: all.
            filters: see JobFilters.
        """
        left = limit
        token: str | None = None
        while left is None or left > 0:
            size = PAGE_SIZE if left is None else min(left, PAGE_SIZE)
            page = await self.jobs_page(limit=size, page_token=token, **filters)
            for job in page.jobs:
                yield job
            if not page.next_page_token:
                return
            token = page.next_page_token
            left = None if left is None else left - len(page.jobs)

    async def cancel(self, job_id: str, *, reason: str = "") -> Receipt:
        """Stop a job for good; running ranks get their grace period."""
        return await self._ask(job_id, "cancel", reason)

    async def suspend(self, job_id: str, *, reason: str = "") -> Receipt:
        """Stop a job, keeping its place in the queue, its id and its checkpoints for `resume`."""
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
        """Wait until the scheduler has decided on a command.

        Returns:
            "accepted"; "repeated" if it changed nothing; "pending" if it was not decided in time.

        Raises:
            MusterError: the scheduler rejected it; the class depends on the problem.
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
        """Yield the events of a job, oldest first.

        Args:
            job_id: id of the job.
            follow: continue with new events without end, through restarts of the service.
            after: start after this position.
            on_lost: called when the connection is lost; reading resumes by itself.
        """
        path = f"/v1/jobs/{job_id}/events"
        if not follow:
            for item in await self.transport.items(path, query={"after": after or None}):
                yield JobEvent.read(item["event"], item["position"])
            return
        from muster.client.aio.sse import (
            AsyncStream,
        )  # few commands stream, and loading the parser takes time

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
        """Yield the lines written by a job's ranks, in the order they were stored.

        Args:
            job_id: id of the job.
            follow: continue until the job has ended, through restarts of the service.
            rank: only this rank.
            attempt: this attempt; default: the newest.
            tail: only this many of the last lines.
            since_s: only lines written in the last `since_s` seconds.
            previous: the attempt before the newest.
            on_lost: called when the connection is lost; reading resumes by itself.
            on_bytes_lost: called at the end, with the number of bytes, if output was dropped.
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
        """Return every node, by id."""
        return [Node.read(item) for item in await self.transport.items("/v1/nodes")]

    async def use(self, *, job_id: str | None = None) -> list[NodeUse]:
        """Return the measured use of each live node, by id: GPUs, CPU, memory, and your jobs on it.

        Args:
            job_id: Only tasks of this job, and the nodes that run them.
        """
        return [
            NodeUse.read(item) for item in await self.transport.items("/v1/use", query={"job_id": job_id})
        ]

    async def cordon(self, node_id: str, *, reason: str = "") -> Receipt:
        """Close a node to new work. Needs the role operator, like all node commands below."""
        return await self._command("POST", f"/v1/nodes/{node_id}:cordon", {"reason": reason})

    async def uncordon(self, node_id: str) -> Receipt:
        """Open a node to new work again. Needs the role operator."""
        return await self._command("POST", f"/v1/nodes/{node_id}:uncordon", {})

    async def drain(self, node_id: str, *, reason: str = "") -> Receipt:
        """Close a node to new work and move its jobs."""
        return await self._command("POST", f"/v1/nodes/{node_id}:drain", {"reason": reason})

    async def undrain(self, node_id: str) -> Receipt:
        """Open a drained node to new work again."""
        return await self._command("POST", f"/v1/nodes/{node_id}:undrain", {})

    async def test_node(self, node_id: str, *, reason: str = "") -> Receipt:
        """Have a node's agent test the node."""
        return await self._command("POST", f"/v1/nodes/{node_id}:test", {"reason": reason})

    async def forget_node(self, node_id: str) -> Receipt:
        """Remove a lost node that holds nothing, with its marks; if it reports again, it joins as new."""
        return await self._command("POST", f"/v1/nodes/{node_id}:forget", {})

    async def enrol(self, name: str, nodes: Sequence[str], *, ttl_s: int | None = None) -> Enrolment:
        """Create the credential an agent uses to report for nodes.

        Args:
            name: name to revoke it by.
            nodes: node ids, or patterns in which * matches any characters.
            ttl_s: seconds until it expires; None: 90 days.
        """
        body = {"name": name, "nodes": list(nodes), **({} if ttl_s is None else {"ttl_s": ttl_s})}
        return Enrolment(**await self.transport.json("POST", "/v1/node-enrolments", body=body))

    async def revoke_enrolments(self, name: str, *, reason: str = "") -> None:
        """Revoke all enrolments of a name, with their tokens. Needs the role operator."""
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
        """Close a node from one time to another, both in the form 2026-12-01T08:00:00Z."""
        body = {"starts_at": starts_at, "ends_at": ends_at, "reason": reason}
        return await self._command("PUT", f"/v1/nodes/{node_id}/maintenance", body)

    async def reclaim(self, node_id: str, *, remaining: str, reason: str = "") -> Receipt:
        """Announce that a node is about to be reclaimed, after a time such as 2m."""
        body = {"remaining": remaining, "reason": reason}
        return await self._command("PUT", f"/v1/nodes/{node_id}/reclaim", body)

    async def spare(self, node_id: str) -> Receipt:
        """Cancel the reclaim of a node."""
        return await self._command("DELETE", f"/v1/nodes/{node_id}/reclaim")

    async def cancel_maintenance(self, node_id: str) -> Receipt:
        """Cancel or end the maintenance of a node."""
        return await self._command("DELETE", f"/v1/nodes/{node_id}/maintenance")

    async def queues(self) -> list[Queue]:
        """Return every queue of the tenant, by name."""
        return [Queue.read(item) for item in await self.transport.items("/v1/queues")]

    async def queue(self, name: str) -> Queue:
        """Return one queue.

        Raises:
            NotFound: your tenant has no queue of that name.
        """
        return Queue.read(await self.transport.json("GET", f"/v1/queues/{quote(name, safe='')}"))

    async def queue_tree(self) -> list[Queue]:
        """Return the top-level queues, each with the queues below it."""
        return [Queue.read(item) for item in (await self.transport.json("GET", "/v1/queues:tree"))["items"]]

    async def create_queue(
        self, name: str, *, description: str = "", settings: Mapping[str, Any] | None = None
    ) -> Receipt:
        """Create a queue.

        Args:
            name: name of the queue.
            description: description for people.
            settings: e.g. {"parent": "acme", "guarantee": {"gpus": 8, "memory": "1TiB"}, "weight": 2}.
        """
        named = {"name": name, "description": description}
        return await self._command("POST", "/v1/queues", {**(settings or {}), **named})

    async def configure_queue(self, name: str, settings: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Replace all settings of a queue; settings that are left out get their defaults.

        Args:
            name: name of the queue.
            settings: as for create_queue.
            if_match: only if the queue still has this etag.

        Raises:
            Conflict: the queue has another etag.
        """
        return await self._command("PUT", f"/v1/queues/{quote(name, safe='')}", settings, if_match=if_match)

    async def change_queue(self, name: str, changes: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Change settings of a queue with a JSON Merge Patch; None restores a default."""
        return await self._command("PATCH", f"/v1/queues/{quote(name, safe='')}", changes, if_match=if_match)

    async def delete_queue(self, name: str) -> Receipt:
        """Delete a queue that has no jobs and no queues below it."""
        return await self._command("DELETE", f"/v1/queues/{quote(name, safe='')}")

    async def restrict_queue(self, queue: str, wanted: Mapping[str, Any]) -> Receipt:
        """Keep jobs of some tiers from starting in a queue. Needs the role operator or billing.

        Args:
            queue: name of the queue.
            wanted: e.g. {"name": "year-end", "tiers": ["interactive"]}, optionally `until` and `reason`.
        """
        return await self._command("POST", f"/v1/queues/{quote(queue, safe='')}/restrictions", wanted)

    async def lift_restriction(self, queue: str, name: str) -> Receipt:
        """Lift a restriction of a queue. Needs the role operator or billing."""
        path = f"/v1/queues/{quote(queue, safe='')}/restrictions/{quote(name, safe='')}"
        return await self._command("DELETE", path)

    async def reservations(self) -> list[Reservation]:
        """Return the tenant's reservations that have not ended, by name."""
        return [Reservation.read(item) for item in await self.transport.items("/v1/reservations")]

    async def reserve(self, name: str, wanted: Mapping[str, Any]) -> Receipt:
        """Reserve nodes for a queue. Needs the role operator.

        Args:
            name: name of the reservation.
            wanted: queue, gpu_model, gpus or nodes, starts_at, ends_at; see /v1/schemas/reservation.json.
        """
        return await self._command("POST", "/v1/reservations", {**wanted, "name": name})

    async def cancel_reservation(self, name: str) -> Receipt:
        """Cancel a reservation. Needs the role operator."""
        return await self._command("DELETE", f"/v1/reservations/{quote(name, safe='')}")

    async def policy(self) -> Policy:
        """Return the scheduler's policy."""
        return Policy.read(await self.transport.json("GET", "/v1/policy"))

    async def change_policy(self, changes: Mapping[str, Any], *, if_match: str = "") -> Receipt:
        """Change settings of the policy with a JSON Merge Patch. Needs the role operator."""
        return await self._command("PATCH", "/v1/policy", changes, if_match=if_match)

    async def failure_rules(self) -> FailureRules:
        """Return the failure rules in effect."""
        return FailureRules.read(await self.transport.json("GET", "/v1/failure-rules"))

    async def activate_failure_rules(self, rules: str) -> Receipt:
        """Put a file of failure rules into effect. Needs the role operator."""
        return await self._command("PUT", "/v1/failure-rules", {"rules": rules})
