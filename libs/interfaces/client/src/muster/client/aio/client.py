"""AsyncClient: the API operations, and the handles of jobs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from muster.client.aio.handle import AsyncJobHandle
from muster.client.aio.operations import AsyncOperations
from muster.client.requests import body_of, key_header
from muster.client.settings import Settings

if TYPE_CHECKING:
    from muster.jobs import JobRequest


class AsyncClient(AsyncOperations):
    """Client of one Muster installation, acting as one user."""

    @staticmethod
    def from_environment() -> AsyncClient:
        """Return a client for the API and user configured in the environment; see `settings`."""
        return AsyncClient(Settings.load())

    async def submit(
        self,
        request: JobRequest | Mapping[str, Any],
        *,
        wait_s: float = 0,
        idempotency_key: str | None = None,
    ) -> AsyncJobHandle:
        """Submit one job.

        Args:
            request: the job; a mapping is sent unchanged, and the service checks it.
            wait_s: seconds to wait for the scheduler to accept or reject it, at most 30. Wait for a job that
                another is to start after: only an accepted job can be named.
            idempotency_key: repeating a key with the same job returns that job; default: a new key.

        Raises:
            InvalidRequest: a field breaks a rule; `violations` names the field and the allowed values.
            InvalidRequest or Conflict: the key was used for another job.
            MusterError: any other error in `errors`.
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
        # Not decided in time: the first read has to wait until the job is visible.
        after = None if "state" in answer else str(answer["command_id"])
        return AsyncJobHandle(self, answer["job_id"], after=after)

    def handle(self, job_id: str) -> AsyncJobHandle:
        """Return a handle of an existing job."""
        return AsyncJobHandle(self, job_id)
