"""The FastAPI factory of every service's HTTP edge, and what all of them share.

app           create_app: the factory; start here
auth          the caller, and what a route requires of them
problems      every error as RFC 9457
commands      the command gateway: appends commands to the log and answers with their outcome
document      the OpenAPI document, and /docs
observation   request ids, security headers, metrics, traces, and the answer to an internal error
prefixes      the prefix that a request came by, and the Location header
body_limit    bodies above the limit are refused while they arrive
parameters    query parameters that a route does not declare are refused
periods       since and until: times with their zone, in order
target_check  a path or query with NUL in it is refused
cursors       page tokens over a keyset, page sizes
idempotency   the Idempotency-Key header
etags         ETag, If-Match, If-None-Match
questions     what only the thread that decides can answer
sse           server-sent events whose id is a log position
rate_limit    token buckets: commands of a tenant, requests of a caller
"""

from muster.api.app import ApiSettings, Description, create_app
from muster.api.auth import (
    Biller,
    Caller,
    CallerOfRepositories,
    Operator,
    Restrictor,
    Reviewer,
    Submitter,
    require_scope,
)
from muster.api.problems import Problem, invalid_request, not_found, unavailable

__all__ = [
    "ApiSettings",
    "Biller",
    "Caller",
    "CallerOfRepositories",
    "Description",
    "Operator",
    "Problem",
    "Restrictor",
    "Reviewer",
    "Submitter",
    "create_app",
    "invalid_request",
    "not_found",
    "require_scope",
    "unavailable",
]
