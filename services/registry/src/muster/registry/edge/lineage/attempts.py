"""Identifies the job that sends a request, from the User-Agent header, checked against job-events.

The agent sets HF_HUB_USER_AGENT_ORIGIN, which stock clients send as `origin/...` in User-Agent. It is an
unverified claim, so it counts only if the attempt is running in the organisation of the token.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muster.events.registry_commands import MadeBy
from muster.views.reading.tables import Tables

_ORIGIN: Final = re.compile(r"(?:^|[;\s])origin/muster/([a-z0-9-]{1,80})/([0-9]{1,9})(?=$|[;\s])")

_RUNNING: Final = """
SELECT job_id, attempt, checkpoint_step FROM job_attempts
WHERE job_id = %(job_id)s AND attempt = %(attempt)s AND tenant = %(tenant)s AND running
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptRow:
    """An attempt that is running."""

    job_id: str
    attempt: int
    checkpoint_step: int | None


async def made_by(tables: Tables, user_agent: str, tenant: str) -> MadeBy | None:
    """Return the attempt that sends a request; None: no attempt, or none running in the organisation."""
    found = _ORIGIN.search(user_agent)
    if found is None:
        return None
    parameters = {"job_id": found[1], "attempt": int(found[2]), "tenant": tenant}
    row = await tables.row(AttemptRow, _RUNNING, parameters)
    if row is None:
        return None
    return MadeBy(job_id=row.job_id, attempt=row.attempt, checkpoint_step=row.checkpoint_step)
