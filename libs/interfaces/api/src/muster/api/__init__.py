"""FastAPI factory for the HTTP edge of every service, and its shared parts.

app           create_app: the factory; start here
auth          the caller, and what a route requires of them
problems      every error as RFC 9457
commands      the command gateway: appends commands to the log and answers with their outcome
document      the OpenAPI document, and /docs
observation   request ids, security headers, metrics, traces, and the answer to an internal error
prefixes      the path prefix of a request, and the Location header
body_limit    rejection of bodies above the limit, while they arrive
parameters    rejection of undeclared query parameters
periods       since and until: times with their zone, in order
target_check  rejection of a path or query with NUL in it
cursors       page tokens over a keyset, page sizes
idempotency   the Idempotency-Key header
etags         ETag, If-Match, If-None-Match
questions     queries that only the deciding thread can answer
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
